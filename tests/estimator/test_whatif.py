"""A technique on top of a setting: the worked numbers, and what is assumed where nothing is stated."""

import pytest

from estimator import TECHNIQUES, BadValue, UnknownName, estimate
from estimator.whatif import _by_chance, compare, parse

H100_70B = estimate("70B", "H100")


def test_a_7b_draft_for_a_70b_target_gives_51_tokens_a_second() -> None:
    (row,) = compare(H100_70B, ["speculative-decoding:draft_len=4,acceptance_len=3,draft_params_b=7"])
    assert row["before"]["tokens_per_s"] == pytest.approx(23.9, abs=0.05)
    assert row["after"]["t_floor_s"] == pytest.approx(19.5e-3, abs=5e-5)
    assert round(row["after"]["tokens_per_s"]) == 51
    assert row["break_even_tokens"] == pytest.approx(1.40, abs=0.001)
    assert row["ceiling"] <= 3
    assert row["inputs"]["draft_len"] == {"value": 4.0, "origin": "stated"}


def test_a_cache_of_8_bit_at_48_sequences_of_8k() -> None:
    answer = estimate("Llama-3.1-8B", "H100", batch=48, context=8192)
    (row,) = compare(answer, ["kv-cache-quantization:kv_bits=8"])
    assert row["ceiling"] == pytest.approx(1.632, abs=0.001)
    assert row["limiter"] == ["HBM", "HBM"]


def test_what_is_left_open_takes_its_typical_value_and_says_so() -> None:
    (row,) = compare(H100_70B, ["AWQ"])
    assert row["technique"] == "weight-only-quantization"
    assert row["inputs"]["weight_bits"]["origin"] == "assumed"
    assert 2 < row["ceiling"] < 4


@pytest.mark.parametrize(
    ("technique", "tokens"),
    [
        ("eagle:draft_len=1", 1.75),  # chance 0.75 of the catalog: 1 + 0.75
        ("eagle:draft_len=2", 2.3125),  # 1 + 0.75 + 0.5625
        ("eagle:draft_len=3", 2.734375),  # ... + 0.421875
        ("speculative-decoding:draft_len=1", 1.7),  # chance 0.7
        ("ngram-speculation:draft_len=1", 1.5010),  # none in the catalog: 2.0 of 8 drafted come from 0.5010
        ("medusa-heads:draft_len=2", 2.1087),  # 2.6 tokens of 4 heads come from 0.6657: 1 + 0.6657 + 0.4430
    ],
)
def test_a_shorter_draft_yields_fewer_tokens(technique: str, tokens: float) -> None:
    (row,) = compare(estimate("Llama-3.1-8B", "H100", batch=64), [technique])
    assert row["tokens_per_cycle"] == pytest.approx(tokens, abs=2e-3)
    assert row["ceiling"] <= tokens + 2e-3
    assert row["inputs"]["acceptance_rate"]["origin"] == "assumed"


def test_more_accepted_tokens_than_a_draft_has_are_refused() -> None:
    with pytest.raises(BadValue, match="at most 2: 1 drafted tokens and the target's own"):
        compare(H100_70B, ["eagle:draft_len=1,acceptance_len=3.5"])


def test_several_are_shown_each_and_together() -> None:
    answer = estimate("Llama-3.1-8B", "H100", batch=8, context=8192)
    alone, other, both = compare(answer, ["kv-cache-quantization:kv_bits=8", "AWQ:weight_bits=4"])
    assert both["technique"] == "kv-cache-quantization + weight-only-quantization"
    assert max(alone["floor_ratio"], other["floor_ratio"]) < both["floor_ratio"]
    assert both["floor_ratio"] != pytest.approx(alone["floor_ratio"] * other["floor_ratio"], rel=1e-3)


def test_found_prompt_tokens_shorten_a_prefill() -> None:
    answer = estimate("Llama-3.1-8B", "H100", phase="prefill", context=8192)
    (row,) = compare(answer, ["prefix-caching:hit_rate=0.8"])
    assert row["floor_ratio"] == pytest.approx(4.519, abs=0.01)


def test_a_technique_without_a_roofline_says_so() -> None:
    (row,) = compare(H100_70B, ["prefill-decode-disaggregation"])
    assert "a roofline says nothing about it" in row["note"]


def test_parameters_are_written_as_name_and_value() -> None:
    technique, params = parse("EAGLE-3: draft_len=5, acceptance_len=4.2")
    assert technique.key == "eagle"
    assert params == {"draft_len": 5.0, "acceptance_len": 4.2}
    with pytest.raises(BadValue, match="written as name=value"):
        parse("eagle:5")
    with pytest.raises(UnknownName, match="no technique called"):
        parse("warp drive")


def test_a_range_cannot_be_compared() -> None:
    with pytest.raises(BadValue, match="one value"):
        compare(estimate("70B", "H100", batch=[1, 2]), ["AWQ"])


def test_a_kernel_counts_by_its_share_of_the_step() -> None:
    (row,) = compare(H100_70B, ["kernel-optimization:time_share=0.12,kernel_factor=6"])
    assert row["ceiling"] == pytest.approx(1.111, abs=0.001)


def test_paging_pays_through_the_batch_that_fits() -> None:
    answer = estimate("Llama-2-13B", "A100", batch=1, context=2048)
    (row,) = compare(answer, ["paged-kv-cache:waste=0.7"])
    assert 1.2 < row["ceiling"] < 3.3


@pytest.mark.parametrize("key", TECHNIQUES)
@pytest.mark.parametrize("phase", ["decode", "prefill"])
def test_every_technique_gives_figures_or_says_why_not(key: str, phase: str) -> None:
    answer = estimate("Llama-3.1-8B", "2xH100", phase=phase, batch=4, context=4096)
    (row,) = compare(answer, [key])
    assert row["technique"] == key
    if "note" in row:
        assert "a roofline says nothing about it" in row["note"]
    else:
        assert 0 < row["expected"][0] <= row["expected"][1]
        assert row["ceiling"] > 0


def test_a_cycle_is_held_against_the_plain_step_by_its_tokens() -> None:
    """41.79 ms a token before; three tokens in 41.79 + 4 x 4.18 ms after."""
    (row,) = compare(H100_70B, ["speculative-decoding:draft_len=4,acceptance_len=3,draft_params_b=7"])
    assert row["floor_ratio"] == pytest.approx(3 / 1.4, rel=1e-3)
    (eighth,) = compare(estimate("Llama-3.1-8B", "H100"), ["kv-cache-quantization:kv_bits=2"])
    assert eighth["expected"][0] <= eighth["expected"][1] <= eighth["ceiling"]


def test_a_kernel_of_a_stated_share_follows_amdahl() -> None:
    """1 / (0.8 + 0.2 / 3) = 1.154; a slower kernel, 1 / (0.8 + 0.2 / 0.5), leaves 0.833."""
    answer = estimate("Llama-3.1-8B", "H100")
    (row,) = compare(answer, ["kernel-fusion:time_share=0.2,kernel_factor=3"])
    assert (row["ceiling"], row["expected"]) == (pytest.approx(15 / 13), [1.0, pytest.approx(15 / 13)])
    (slow,) = compare(answer, ["kernel-fusion:time_share=0.2,kernel_factor=0.5"])
    assert slow["expected"] == [pytest.approx(1 / 1.2), pytest.approx(1 / 1.2)]


def test_a_slower_kernel_loses_what_its_share_says() -> None:
    """Half of the step twice as slow: 1 / (0.5 + 0.5 / 0.5) = 2/3."""
    (row,) = compare(H100_70B, ["kernel-optimization:time_share=0.5,kernel_factor=0.5"])
    assert row["ceiling"] == pytest.approx(2 / 3)
    assert row["expected"] == pytest.approx([2 / 3, 2 / 3])


def test_all_drafted_tokens_and_one_may_be_accepted() -> None:
    (row,) = compare(H100_70B, ["eagle:draft_len=4,acceptance_len=5"])
    assert row["tokens_per_cycle"] == 5.0
    assert row["floor_ratio"] == pytest.approx(row["before"]["t_floor_s"] / row["after"]["t_floor_s"])
    with pytest.raises(BadValue, match="at most 5: 4 drafted tokens"):
        compare(H100_70B, ["eagle:draft_len=4,acceptance_len=5.1"])


def test_of_what_paging_may_have_replaced_the_most_wasteful_is_the_ceiling() -> None:
    """Half to four fifths of the reserved memory held nothing: 0.96 / 0.5 to 0.96 / 0.204 times as many sequences."""
    (row,) = compare(estimate("Llama-3.1-8B", "H100", context=16_384), ["paged-kv-cache"])
    before, after = row["before"]["bytes"], row["after"]["bytes"]
    assert before["kv"] == pytest.approx(63.94e9 * 0.204, rel=1e-3)
    assert after["kv"] == pytest.approx(63.94e9 * 0.96, rel=1e-3)
    assert row["expected"][0] < 1.5 < 1.7 < row["expected"][1] <= row["ceiling"]


def test_together_with_others_paging_is_compared_at_the_batch_that_was_asked() -> None:
    answer = estimate("Llama-3.1-8B", "H100", batch=8, context=8192)
    *_, both = compare(answer, ["paged-kv-cache", "AWQ:weight_bits=4"])
    assert both["before"]["bytes"]["kv"] == both["after"]["bytes"]["kv"] == 8 * 8192 * 131_072
    assert both["before"]["bytes"]["weights"] == pytest.approx(15.01e9, rel=1e-3)
    assert both["after"]["bytes"]["weights"] == pytest.approx(15.01e9 * 4.125 / 16, rel=1e-3)


def test_devices_share_the_weights_on_both_sides() -> None:
    (row,) = compare(estimate("70B", "H100", devices=2), ["AWQ:weight_bits=4"])
    assert row["before"]["bytes"]["weights"] == pytest.approx(70e9)


@pytest.mark.parametrize(
    ("typical", "found"),
    [
        ({"acceptance_rate": 0.5}, {"acceptance_rate": 0.5}),
        ({"acceptance_len": 2.5}, {"acceptance_len": 2.5}),
        (
            {"acceptance_len": 2.5, "draft_len": 4.0, "acceptance_rate": 0.6, "batch": 1.0},
            {"acceptance_rate": 0.6, "draft_len": 4.0, "batch": 1.0},
        ),
        # 1 + 1/2 + 1/4 + 1/8 tokens of three drafts
        (
            {"acceptance_len": 1.875, "draft_len": 3.0},
            {"acceptance_rate": pytest.approx(0.5, rel=1e-6), "draft_len": 3.0},
        ),
    ],
)
def test_tokens_a_pass_at_one_length_give_the_chance_of_each(
    typical: dict[str, float], found: dict[str, float]
) -> None:
    assert _by_chance(typical) == found


@pytest.mark.parametrize(
    ("technique", "said"),
    [
        ("AWQ:foo=1", "a parameter: weight_bits, weight_bits_before, group_size$"),
        ("hardware-upgrade:foo=1", "a parameter: none of its own; batch, context_len, ..."),
        ("AWQ:weight_bits=300", "weight-only-quantization: weight_bits = 300.0: must be a value that can be"),
    ],
)
def test_what_a_technique_cannot_be_told_is_refused(technique: str, said: str) -> None:
    with pytest.raises(BadValue, match=said):
        compare(H100_70B, [technique])


def test_a_draft_may_be_named() -> None:
    """1.24 billion parameters of a draft read 2.47 GB four times, beside the 140 GB of the target."""
    (row,) = compare(H100_70B, ["speculative-decoding:draft_model=Llama-3.2-1B,draft_len=4,acceptance_len=3"])
    assert row["break_even_tokens"] == pytest.approx(1 + 4 * 2.47 / 140, rel=1e-3)
    assert (row["side"], row["inputs"]["draft_model"]["origin"]) == ("fewer-steps", "stated")


def test_only_what_yields_several_tokens_has_a_cycle() -> None:
    (row,) = compare(H100_70B, ["AWQ:weight_bits=4"])
    assert "tokens_per_cycle" not in row


@pytest.mark.parametrize(
    ("model", "stated", "techniques", "bytes_before"),
    [
        # 1.8 billion parameters beside gpt-oss's experts in 16 bits, 4 of 128 experts in 4.25: as they are published
        ("gpt-oss-120b", {}, ["kv-cache-quantization:kv_bits=8"], {"weights": 4.98e9}),
        ("Llama-3.1-8B", {"weight_bits": 8}, ["AWQ:weight_bits=4"], {"weights": 7.505e9}),
        ("Llama-3.1-8B", {"weight_bits": 8}, ["AWQ:weight_bits=4", "eagle"], {"weights": 7.505e9}),
        ("Llama-3.1-8B", {"weight_bits": 8}, ["AWQ"], {"weights": 7.505e9}),
        ("Llama-3.1-8B", {"weight_bits": 8}, ["eagle", "AWQ"], {"weights": 7.505e9}),
        ("Llama-3.1-8B", {"weight_bits": 8, "kv_bits": 8}, ["eagle"], {"weights": 7.505e9, "kv": 4096 * 65_536}),
        ("Llama-3.1-8B", {"kv_bits": 8}, ["kv-cache-quantization:kv_bits=4"], {"kv": 4096 * 65_536}),
    ],
)
def test_before_is_the_setting_that_was_asked(
    model: str, stated: dict[str, float], techniques: list[str], bytes_before: dict[str, float]
) -> None:
    row = compare(estimate(model, "H100", context=4096, **stated), techniques)[-1]  # type: ignore[arg-type]
    assert {name: row["before"]["bytes"][name] for name in bytes_before} == pytest.approx(bytes_before, rel=0.02)

"""What the source leaves open is read at its most favourable before a figure is called impossible."""

from dataclasses import replace
from typing import Any

import pytest

from estimator import Quantity, Statement, judge

PREFILL = Statement(
    technique="weight-only-quantization",
    metric="prefill",
    factor_low=2.4,
    factor_high=2.4,
    hardware=("H100",),
    n_devices=1,
    model=("Llama-3.1-8B",),
    params={"weight_bits": 4, "input_len": 4096},
)


def test_a_technique_that_only_a_heading_names_becomes_the_condition() -> None:
    """4,096 tokens wait for compute, where narrow weights change nothing; a better engine may still be 2.4 times faster."""
    assert judge(PREFILL).verdict == "implausible"
    verdict = judge(replace(PREFILL, inherited=frozenset({"technique"})))
    assert verdict.verdict == "conditional"
    assert verdict.requires[0] == "more than weight only quantization, which only the text around it names"
    assert "at most 1.00x is possible" in verdict.reason


def test_a_width_from_the_text_around_may_be_another_rows() -> None:
    """8 bits allow 2x; without them 2 to 8 bits are open."""
    statement = replace(
        PREFILL, metric="decode", factor_low=3.0, factor_high=3.0, params={"weight_bits": 8, "batch": 1}
    )
    assert judge(statement).verdict == "implausible"
    verdict = judge(replace(statement, inherited=frozenset({"weight_bits"})))
    assert verdict.verdict == "conditional"
    assert "8 bits a weight" in verdict.requires[0]


def test_no_reading_takes_a_tolerance_on_top() -> None:
    """4 bits in groups give 3.9x at most; 4.6x is beyond 3-bit weights' 5.1 only with the tenth that figures are off."""
    statement = replace(
        PREFILL,
        metric="decode",
        factor_low=8.2,
        factor_high=8.2,
        params={"weight_bits": 4, "batch": 1},
        inherited=frozenset({"weight_bits"}),
    )
    assert judge(statement).verdict == "implausible"  # 2 bits: 7.9x with the cache, and 8.2 is less than a tenth more


def test_a_baseline_that_did_not_fit_read_from_the_host() -> None:
    """82.6 GB of FP16 weights: 24 GB on the card, the rest at 32 GB/s. A fifth of them fits, so that nothing crosses."""
    statement = Statement(
        technique="activation-sparsity",
        metric="decode",
        factor_low=11.0,
        factor_high=11.0,
        qualifier="up-to",
        hardware=("RTX-4090",),
        n_devices=1,
        model=("Falcon-40B",),
    )
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert any("host memory" in need for need in verdict.requires)
    assert judge(replace(statement, n_devices=4)).verdict == "implausible"  # where it fits, leaving out 80 % gives 5x


def test_a_baseline_on_counted_devices_did_not_stream() -> None:
    statement = Statement(
        technique="weight-only-quantization",
        metric="decode",
        factor_low=13.0,
        factor_high=13.0,
        baseline="FP16 on 8 GPUs",
        hardware=("RTX-A6000",),
        n_devices=2,
        model=("OPT-175B",),
        params={"weight_bits": 3, "batch": 1},
    )
    assert judge(statement).verdict == "implausible"


def test_four_bit_systems_may_narrow_the_cache_along() -> None:
    """W4A4 with an FP16 cache: 6.5x at most on the usual machines; a 4-bit cache lets four times as many sequences in."""
    statement = Statement(
        technique="weight-activation-quantization",
        metric="throughput",
        factor_low=8.0,
        factor_high=8.0,
        baseline="FP16",
        params={"weight_bits": 4, "act_bits": 4},
    )
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert verdict.requires[0] == "a cache of 4 bits as well, which is not stated"


def test_launches_may_be_faster_on_the_new_card() -> None:
    """1,008 against 936 GB/s are 1.08x. 3.4 GB take 3.4 and 3.6 ms, 32 layers up to 1.6 and 3.2 ms: 1.37x."""
    statement = Statement(
        technique="hardware-upgrade",
        metric="decode",
        factor_low=1.25,
        factor_high=1.25,
        baseline="RTX 3090",
        hardware=("RTX-4090", "RTX-3090"),
        model=("Llama-2-7B",),
        params={"weight_bits": 4, "batch": 1},
    )
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert verdict.requires[0] == "launches that take half as long on the new machine"
    assert judge(replace(statement, factor_low=1.6, factor_high=1.6)).verdict == "implausible"


def test_a_baseline_on_another_chip_is_a_comparison_of_chips_as_well() -> None:
    """H200 over A100: 4,800/2,039 = 2.4 times the bandwidth; with 16/4.125 bits 9.1x."""
    statement = Statement(
        technique="weight-only-quantization",
        metric="decode",
        factor_low=6.7,
        factor_high=6.7,
        baseline="A100",
        hardware=("H200",),
        n_devices=1,
        model=("Llama-2-70B",),
        params={"weight_bits": 4, "batch": 1},
    )
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert any("two chips" in need for need in verdict.requires)
    assert judge(replace(statement, baseline="H200 in FP16")).verdict == "implausible"


def test_a_cache_saves_a_diffusion_model_from_computing_everything_again() -> None:
    """1,024 tokens of 8B are 16.4 TFLOP, 53 ms on an A100; a block of 16 waits for 15 GB, 7.4 ms: 7x, more when batched."""
    statement = Statement(
        technique="prefix-caching",
        metric="decode",
        factor_low=3.0,
        factor_high=3.0,
        hardware=("A100",),
        n_devices=1,
        model=("LLaDA-8B",),
    )
    assert judge(statement).verdict in ("plausible", "conditional")
    assert judge(replace(statement, model=("Llama-3.1-8B",))).verdict == "implausible"


def test_a_shared_prefix_is_read_once_for_the_whole_batch() -> None:
    """256 x 4,096 tokens of cache against one reading: only where the wording speaks of a shared prefix."""
    statement = Statement(
        technique="prefix-caching",
        metric="decode",
        factor_low=4.0,
        factor_high=4.0,
        hardware=("H100",),
        n_devices=1,
        model=("Llama-3.1-8B",),
        params={"batch": 64, "context_len": 8192, "hit_rate": 0.9},
        hints=frozenset({"shared-prefix"}),
    )
    verdict = judge(statement)
    # 68.7 GB of cache and 15 GB of weights; a tenth of the cache and one more reading remain: 83.7 / (15 + 7.8) = 3.7
    assert verdict.ceiling == pytest.approx(3.67, rel=0.02)
    assert judge(replace(statement, hints=frozenset())).verdict == "implausible"


def test_a_figure_against_a_transport_is_of_the_transfer_itself() -> None:
    statement = Statement(
        technique="kv-offload", metric="decode", factor_low=3.0, factor_high=3.0, baseline="the TCP protocol"
    )
    assert judge(statement).verdict == "conditional"


def test_encoders_write_nothing() -> None:
    statement = Statement(
        technique="weight-activation-quantization",
        metric="decode",
        factor_low=5.0,
        factor_high=5.0,
        hardware=("T4",),
        model=("BERT-base",),
        params={"weight_bits": 8},
    )
    verdict = judge(statement)
    assert verdict.verdict == "unverifiable"
    assert "BERT-base does not write token after token" in verdict.reason


def test_a_name_that_nobody_knows_is_said_in_the_reason() -> None:
    statement = replace(PREFILL, metric="decode", factor_low=2.0, factor_high=2.0, hardware=("H1000",))
    assert "No chip called H1000 in the catalog: usual ones stand in." in judge(statement).reason


def test_a_first_token_without_a_prompt_length_may_follow_a_few_words() -> None:
    """3.6 GB of 4-bit weights at 1,008 GB/s: 3.6 ms; 512 tokens would compute for 20 ms."""
    statement = Statement(
        kind="measurement",
        technique="weight-only-quantization",
        metric="ttft",
        absolute=Quantity(12.0, "ms"),
        hardware=("RTX-4090",),
        n_devices=1,
        model=("Llama-2-7B",),
        params={"weight_bits": 4},
    )
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert any("prompts of" in need for need in verdict.requires)
    assert judge(replace(statement, absolute=Quantity(2.0, "ms"))).verdict == "implausible"


def test_eight_bits_may_be_what_a_width_in_the_baseline_is_compared_with() -> None:
    """ "Twice as fast as FP16": the width that is stated is the old one's."""
    statement = Statement(
        technique="compute-format",
        metric="prefill",
        factor_low=2.0,
        factor_high=2.0,
        baseline="FP16",
        hardware=("H100",),
        params={"weight_bits": 16},
    )
    assert judge(statement).verdict in ("plausible", "conditional")


def test_a_mean_over_tasks_is_not_that_of_each_task() -> None:
    """1.7 accepted tokens allow 1.7x; one task of a row of several may accept more than their mean."""
    statement = Statement(
        technique="ngram-speculation",
        metric="decode",
        factor_low=2.4,
        factor_high=2.4,
        hardware=("A100",),
        n_devices=1,
        model=("Vicuna-7B",),
        params={"acceptance_len": 1.7, "batch": 1},
    )
    assert judge(statement).verdict == "implausible"
    verdict = judge(replace(statement, hints=frozenset({"one-of-several"})))
    assert verdict.verdict == "conditional"
    assert verdict.requires[0] == "more accepted tokens a pass on this task than the 1.7 that stand for all of them"


def test_sparse_attention_reads_what_is_on_the_device() -> None:
    """48 x 60,000 tokens are 377 GB, most of them on the host; a fiftieth of them, 7.5 GB, is read from the device."""
    statement = Statement(
        kind="measurement",
        technique="sparse-attention",
        metric="throughput",
        absolute=Quantity(455.0, "tokens/s"),
        hardware=("A100",),
        n_devices=1,
        model=("Llama-3-8B",),
        params={"batch": 48, "context_len": 60000},
    )
    assert judge(statement).verdict == "conditional"
    assert judge(replace(statement, technique="other")).verdict == "implausible"


LOOKED_UP = Statement(
    technique="ngram-speculation",
    metric="decode",
    factor_low=2.9,
    factor_high=2.9,
    hardware=("A100",),
    n_devices=1,
    model=("Qwen2.5-32B",),
    params={"draft_len": 4, "acceptance_rate": 0.6, "batch": 1},
)


def test_an_acceptance_rate_is_the_chance_of_each_next_token() -> None:
    """1 + 0.6 + 0.36 + 0.216 + 0.13 = 2.31 tokens a pass, and a lookup costs nothing."""
    verdict = judge(LOOKED_UP)
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(2.306, abs=1e-3)


def test_a_rate_that_counts_all_drafted_tokens_gives_more() -> None:
    """1 + 0.6 x 4 = 3.4 tokens a pass."""
    verdict = judge(replace(LOOKED_UP, hints=frozenset({"of-all-drafted"})))
    assert verdict.verdict == "plausible"
    assert verdict.ceiling == pytest.approx(3.4, abs=1e-3)


def test_an_open_rate_becomes_the_condition_where_only_the_share_allows_the_claim() -> None:
    verdict = judge(replace(LOOKED_UP, hints=frozenset({"open-rate"})))
    assert verdict.verdict == "conditional"
    assert verdict.requires[0] == "an acceptance rate of 60 % that counts all drafted tokens, not each next one"
    assert "otherwise at most 2.3x is possible" in verdict.reason


def test_an_open_rate_is_impossible_only_by_both_readings() -> None:
    """4.1x is a fifth above the 3.4 tokens of the more favourable reading."""
    verdict = judge(replace(LOOKED_UP, factor_low=4.1, factor_high=4.1, hints=frozenset({"open-rate"})))
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(3.4, abs=1e-3)
    assert "as the chance of each next one it yields no more" in verdict.reason


def test_an_open_rate_beside_a_rate_of_tokens_is_read_both_ways() -> None:
    """65.5 GB at 2,039 GB/s: 31.4 ms a pass; 2.31 tokens of it are 73 a second, 3.4 are 108."""
    alone = replace(LOOKED_UP, kind="measurement", factor_low=None, factor_high=None, absolute=Quantity(95, "tokens/s"))
    alone = replace(alone, params={**alone.params, "weight_bits": 16})
    assert judge(alone).verdict == "implausible"
    assert judge(replace(alone, hints=frozenset({"open-rate"}))).verdict == "conditional"


def test_a_claim_that_holds_by_the_chance_needs_no_other_reading() -> None:
    verdict = judge(replace(LOOKED_UP, factor_low=2.2, factor_high=2.2, hints=frozenset({"open-rate"})))
    assert (verdict.verdict, verdict.requires) == ("plausible", ())
    assert verdict.ceiling == pytest.approx(2.306, abs=1e-3)


SPARK = Statement(
    kind="measurement",
    metric="throughput",
    absolute=Quantity(176, "tokens/s"),
    hardware=("DGX Spark",),
    n_devices=1,
    model=("gpt-oss-120b",),
    params={"batch": 16, "context_len": 4096, "weight_bits": 4.34},
)


def test_a_rate_just_above_even_routing_needs_uneven_routing() -> None:
    """16 tokens touch 40 % of 128 experts where each takes four: 25.6 GB and 2.5 of cache at 273 GB/s, 155 tokens/s.

    A published run gave 176. With three quarters of the tokens on a quarter of the experts 31 % are read, and 191 are possible.
    """
    verdict = judge(SPARK)
    assert verdict.verdict == "conditional"
    assert verdict.requires == ("routing by which few of the experts take most of the tokens",)
    assert "otherwise at most 155 tokens/s is possible" in verdict.reason
    assert verdict.ceiling == pytest.approx(191.1, abs=0.2)


def test_routing_explains_no_more_than_was_measured() -> None:
    """1.14 times the even ceiling were measured, and a tenth on top is tolerance: 155.4 x 1.254 = 194.9."""
    assert judge(replace(SPARK, absolute=Quantity(194, "tokens/s"))).verdict == "conditional"
    verdict = judge(replace(SPARK, absolute=Quantity(196, "tokens/s")))
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(155.4, abs=0.1)


def test_below_the_even_ceiling_nothing_is_said_of_routing() -> None:
    verdict = judge(replace(SPARK, absolute=Quantity(150, "tokens/s")))
    assert (verdict.verdict, verdict.requires) == ("plausible", ())


def test_one_token_touches_as_many_experts_either_way() -> None:
    """5.13e9 parameters at 4.34 bits: one sequence gets 95 tokens/s, however skewed the routing is."""
    alone = replace(SPARK, metric="decode", absolute=Quantity(115, "tokens/s"))
    verdict = judge(replace(alone, params={"batch": 1, "context_len": 512, "weight_bits": 4.34}))
    assert verdict.verdict == "implausible"


def test_drafts_for_experts_may_need_uneven_routing_too() -> None:
    """Five tokens touch 76 % of eight experts, two a token: 1.085x is the even ceiling of 2.5 accepted tokens."""
    drafts = Statement(
        technique="eagle",
        metric="decode",
        factor_low=1.3,
        factor_high=1.3,
        hardware=("A100-SXM-80GB",),
        n_devices=2,
        model=("Mixtral-8x7B",),
        params={"draft_len": 4, "acceptance_len": 2.5, "batch": 1},
    )
    verdict = judge(drafts)
    assert verdict.verdict == "conditional"
    assert verdict.requires[0] == "routing by which few of the experts take most of the tokens"
    more = judge(replace(drafts, factor_low=1.4, factor_high=1.4))
    assert more.verdict == "implausible"
    assert more.ceiling == pytest.approx(1.085, rel=0.05)


DRAFTED = Statement(
    technique="ngram-speculation",
    metric="decode",
    factor_low=3.5,
    factor_high=3.5,
    hardware=("H100",),
    n_devices=8,
    model=("Llama-3.1-70B",),
    params={"draft_len": 4, "batch": 256, "weight_bits": 16},
)


def test_drafts_that_chats_do_not_allow_may_be_tried_on_long_contexts() -> None:
    """A plain step of 256 sequences reads 139.0 GB and 327,680 bytes of cache a token; 100 us for each of 80 layers on top.

    At 1,024 tokens: (139.0 + 85.9) GB / 26.8 TB/s + 8 ms = 16.4 ms. Verifying five tokens of each computes
    1,280 x 2 x 69.5e9 + 1,280 x 1,024 x 2.62e6 = 181.4 TFLOP at 7.91 PFLOPS, 22.9 ms + 8 ms, of which each token takes 6.2:
    2.65x. At 4,096 tokens: 26.0 ms against (24.2 + 8) / 5 = 6.4 ms: 4.03x. At 2,871: 22.2 ms against (23.7 + 8) / 5: 3.5x.
    """
    verdict = judge(DRAFTED)
    assert verdict.verdict == "conditional"
    assert verdict.ceiling == pytest.approx(4.03, rel=0.005)
    assert verdict.requires[0] == "at least 2,871 tokens of context"
    assert judge(replace(DRAFTED, params={**DRAFTED.params, "context_len": 1024})).verdict == "implausible"


def test_a_ceiling_is_that_of_usual_lengths_and_the_other_is_said() -> None:
    verdict = judge(replace(DRAFTED, factor_low=4.8, factor_high=4.8))
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(2.65, rel=0.005)
    assert verdict.reason.endswith("With up to 128K tokens it is at most 4.0x.")


def test_a_cache_in_host_memory_saves_more_of_a_longer_prompt() -> None:
    """131,072 tokens compute 2 x 6.98e9 x 131,072 + 524,288 x 131,072^2 / 2 = 6.33 PFLOP in 6.40 s; 17.2 GB of cache cross

    64 GB/s in 268 ms: 23.9x. 16,384 tokens compute 0.30 s, against 33.6 ms: 9.0x.
    """
    statement = Statement(
        technique="kv-offload",
        metric="ttft",
        factor_low=20.0,
        factor_high=20.0,
        hardware=("H100",),
        n_devices=1,
        model=("Llama-3.1-8B",),
    )
    verdict = judge(statement)
    assert (verdict.verdict, verdict.ceiling) == ("conditional", pytest.approx(23.9, rel=0.005))
    assert verdict.requires[0] == "prompts of at least 101K tokens"
    assert judge(replace(statement, params={"input_len": 16_384})).ceiling == pytest.approx(9.01, rel=0.005)


def test_scores_that_no_memory_holds_are_no_baseline() -> None:
    """32 heads x 32,768^2 scores of 2 bytes are 68.7 GB, what 85.9 GB leave beside 16.1 GB; 64K need 275 GB."""
    fused = Statement(
        technique="io-aware-attention",
        metric="prefill",
        factor_low=30.0,
        factor_high=30.0,
        hardware=("A100-SXM-80GB",),
        n_devices=1,
        model=("Llama-3.1-8B",),
    )
    verdict = judge(fused)
    assert verdict.verdict == "implausible"
    assert verdict.reason.endswith("With up to 128K tokens it is at most 3.2x.")  # that of 32K
    assert judge(replace(fused, params={"input_len": 131_072})).ceiling == pytest.approx(5.11, rel=0.005)


def test_a_system_without_stated_widths_may_be_of_four_bits_throughout() -> None:
    """Llama-2-7B beside 24 GB: 13.5 GB of weights leave 10.5 GB, 39 sequences of 512 x 524,288 bytes. Weights of 4.125 bits

    leave 20.5 GB, and a sequence takes a quarter: 306. A step fills the memory either way: 306 / 39.2 = 7.8x, at nearly
    equal time. With a cache of eight bits half as many fit.
    """
    statement = Statement(
        technique="weight-activation-quantization",
        metric="throughput",
        factor_low=7.7,
        factor_high=7.7,
        baseline="FP16",
        hardware=("RTX-4090",),
        n_devices=1,
        model=("Llama-2-7B",),
    )
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert verdict.requires[0] == "weights, activations and a cache of 4 bits, which is not stated"
    assert verdict.ceiling == pytest.approx(7.75, rel=0.01)
    assert judge(replace(statement, params={"weight_bits": 8})).verdict == "implausible"
    assert judge(replace(statement, factor_low=9.0, factor_high=9.0)).verdict == "implausible"


LATENT = Statement(
    technique="multi-head-latent-attention",
    metric="memory",
    factor_low=14.93,
    factor_high=14.93,
    baseline="DeepSeek 67B",
    model=("DeepSeek-V2",),
)


def test_the_new_ones_cache_may_be_narrower_than_the_old_ones() -> None:
    """2 x 95 layers x 8 heads x 128 = 194,560 numbers a token against 60 x 576 = 34,560: 5.63x, and 16/6 of it 15.0x."""
    need = "a cache of 6 bits on the new side, against 16 before"
    open_width, stated = judge(LATENT), judge(replace(LATENT, params={"kv_bits": 6}))
    assert (open_width.verdict, stated.verdict) == ("conditional", "conditional")
    assert (open_width.requires[0], stated.requires[0]) == (f"{need}, which is not stated", need)
    assert open_width.ceiling == stated.ceiling == pytest.approx(15.01, abs=0.01)
    assert judge(replace(LATENT, factor_low=15.5, factor_high=15.5)).verdict == "implausible"
    assert judge(replace(LATENT, params={"kv_bits": 8})).verdict == "implausible"  # 11.3x
    assert judge(replace(LATENT, params={"kv_bits": 6, "kv_bits_before": 6})).verdict == "implausible"
    assert judge(replace(LATENT, hints=frozenset({"same-width"}))).verdict == "implausible"


def test_a_narrower_cache_between_two_models_is_that_of_their_heads_as_well() -> None:
    verdict = judge(replace(LATENT, technique="kv-cache-quantization"))
    assert (verdict.verdict, verdict.ceiling) == ("conditional", pytest.approx(15.01, abs=0.01))


def test_a_new_model_may_be_served_in_narrower_weights_than_the_old_one() -> None:
    """On 8 x 80 GB: 134.9 GB of FP16 weights leave 505 GB, 9.9 sequences of 128K tokens of 389,120 bytes.

    235.7 GB of FP8 weights leave 404 GB, 119 of 25,920 bytes a token. 119 / 9.9 = 12.0 at steps of 23.8 ms on each side, and
    100 us for each of 95 layers against 60: 33.3 / 29.8 more.
    """
    statement = replace(
        LATENT,
        metric="throughput",
        factor_low=5.76,
        factor_high=5.76,
        hardware=("H800",),
        n_devices=8,
        also=("mixture-of-experts",),
    )
    need = "weights of 8 bits and a cache of 8 on the new side, against 16 before, which is not stated"
    assert judge(statement).requires[0] == need
    stated = judge(replace(statement, params={"weight_bits": 8, "kv_bits": 6}))
    assert stated.requires[0] == "weights of 8 bits and a cache of 6 on the new side, against 16 before"
    assert stated.ceiling == pytest.approx(13.4, rel=0.01)
    assert judge(replace(statement, factor_low=17.3, factor_high=17.3)).verdict == "implausible"


EIGHTS = Statement(
    technique="kv-cache-quantization",
    metric="prefill",
    factor_low=1.6,
    factor_high=1.6,
    hardware=("A100-SXM-80GB",),
    n_devices=2,
    model=("Llama-2-70B",),
    params={"kv_bits": 8, "weight_bits": 8, "act_bits": 8, "input_len": 4096},
    hints=frozenset({"int8"}),
)


def test_what_stands_beside_a_narrow_cache_may_be_new_as_well() -> None:
    """A cache is stored; integer units multiply eight bits at 624 TOPS against 312 TFLOPS of sixteen: 2x at most."""
    verdict = judge(EIGHTS)
    assert verdict.verdict == "conditional"
    assert verdict.requires[0] == "weights and activations of 8 bits on the new side alone, against 16 before"
    assert verdict.ceiling == pytest.approx(2.0, rel=0.01)


@pytest.mark.parametrize(
    "change",
    [
        {"factor_low": 2.4, "factor_high": 2.4},  # more than the units give
        {"params": {"kv_bits": 8, "weight_bits": 8, "input_len": 4096}},  # only stored
        {"inherited": frozenset({"act_bits", "weight_bits"})},  # opened, and no faster then either
        {"hints": frozenset({"int8", "same-width"})},
        {"params": {**EIGHTS.params, "kv_bits_before": 16}},  # the text says what changed
    ],
)
def test_a_narrow_cache_alone_makes_no_prompt_faster(change: dict[str, Any]) -> None:
    assert judge(replace(EIGHTS, **change)).verdict == "implausible"


RATE = Statement(
    kind="measurement",
    metric="decode",
    absolute=Quantity(1100, "tokens/s"),
    hardware=("RTX-4090",),
    n_devices=1,
    model=("Mistral-7B",),
    params={"batch": 8, "context_len": 96, "weight_bits": 4},
    hints=frozenset({"open-scope"}),
)


def test_a_rate_at_a_batch_may_be_that_of_all_sequences_where_nobody_says_whose_it_is() -> None:
    """4.1 GB a step at 1,008 GB/s are some 270 tokens/s for each of the eight, and eight times as many for all."""
    assert judge(replace(RATE, hints=frozenset())).verdict == "implausible"
    verdict = judge(RATE)
    assert (verdict.verdict, verdict.requires[0]) == ("conditional", "a rate that counts all 8 sequences together")
    assert judge(replace(RATE, absolute=Quantity(3000, "tokens/s"))).verdict == "implausible"  # nor do all of them
    assert judge(replace(RATE, absolute=Quantity(1100, "tokens/s per user"))).verdict == "implausible"


def test_a_rate_whose_width_only_the_text_around_states_may_be_that_of_another_width() -> None:
    statement = replace(
        RATE, absolute=Quantity(450, "tokens/s"), params={"batch": 1, "weight_bits": 4}, hints=frozenset()
    )
    assert judge(statement).verdict == "implausible"
    verdict = judge(replace(statement, inherited=frozenset({"weight_bits"})))
    assert verdict.verdict == "conditional"
    assert verdict.requires[0] == "a setting other than that of the text around it (4 bits a weight)"


def test_a_large_batch_reads_mostly_cache_which_may_be_narrow_too() -> None:
    """26 GB of weights leave 115 GB of a H200 for the cache: 9,350 tokens/s in 16 bits."""
    statement = Statement(
        kind="measurement",
        metric="throughput",
        absolute=Quantity(12_000, "tokens/s"),
        hardware=("H200",),
        n_devices=1,
        model=("Llama-2-13B",),
    )
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert verdict.requires[0] == "weights of at most 8 bits and a cache of 8, which are not stated"
    assert judge(replace(statement, params={"weight_bits": 16})).verdict == "implausible"


def test_two_chips_ran_a_model_in_a_width_in_which_it_fits() -> None:
    """141 GB in 16 bits fit into neither; in 8 bits 10 GB are left on the H100 for caches, and 70 GB on the H200."""
    statement = Statement(
        technique="hardware-upgrade",
        metric="throughput",
        factor_low=1.9,
        factor_high=1.9,
        baseline="the H100",
        hardware=("H200", "H100"),
        n_devices=1,
        model=("Llama-2-70B",),
    )
    verdict = judge(statement)
    assert (verdict.verdict, verdict.requires[0]) == (
        "conditional",
        "weights of 8 bits on both chips, which is not stated",
    )
    assert judge(replace(statement, params={"weight_bits": 16})).verdict == "implausible"


def test_more_than_kernels_give_says_nothing_of_them_where_only_a_page_speaks_of_kernels() -> None:
    statement = Statement(
        technique="kernel-optimization", metric="throughput", factor_low=15.0, factor_high=15.0, qualifier="at-least"
    )
    assert judge(statement).verdict == "implausible"
    verdict = judge(replace(statement, inherited=frozenset({"technique"})))
    assert verdict.verdict == "unverifiable"
    assert verdict.reason == (
        "Unverifiable: no mechanism is stated, and better kernels, of which only the text around speaks, "
        "give at most 3.2x by themselves."
    )

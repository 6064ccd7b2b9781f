"""Rates, times, sizes and counts against the roof."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from estimator import Quantity, Statement, Verdict, estimate, judge
from estimator.verdicts.absolute import _devices_a_part, _flat, _word, spilled
from estimator.verdicts.case import read
from estimator.verdicts.compare import region
from estimator.verdicts.rates import Roof


def measured(value: float, unit: str, metric: str = "decode", technique: str = "other", **fields: object) -> Verdict:
    statement = Statement(
        kind="measurement", technique=technique, metric=metric, absolute=Quantity(value, unit), **fields  # type: ignore[arg-type]
    )  # fmt: skip
    return judge(statement)


H100 = {"hardware": ("H100",), "n_devices": 1, "model": ("Llama-3.1-8B",)}


def test_a_rate_per_user_and_one_of_the_whole_system_have_different_roofs() -> None:
    params = {"weight_bits": 16, "batch": 64, "context_len": 1024}
    user = measured(100, "tokens/s per user", params=params, **H100)
    system = measured(100, "tokens/s in total", "throughput", params=params, **H100)
    assert user.ceiling is not None
    assert system.ceiling == pytest.approx(64 * user.ceiling)
    assert (user.ceiling_unit, system.ceiling_unit) == ("tokens/s per user", "tokens/s")


def test_a_rate_per_device_is_a_share_of_the_system() -> None:
    fields = {
        "hardware": ("H100",),
        "n_devices": 8,
        "model": ("Llama-3.1-70B",),
        "params": {"weight_bits": 8, "batch": 64},
    }
    device = measured(300, "tokens/s per GPU", "throughput", **fields)
    system = measured(300, "tokens/s", "throughput", **fields)
    assert system.ceiling == pytest.approx(8 * (device.ceiling or 0))
    assert device.ceiling_unit == "tokens/s per device"


def test_a_stated_speculation_raises_the_roof() -> None:
    plain = measured(300, "tokens/s", params={"weight_bits": 16, "batch": 1}, **H100)
    drafted = measured(
        300, "tokens/s", technique="ngram-speculation",
        params={"weight_bits": 16, "batch": 1, "draft_len": 4, "acceptance_len": 2.5}, **H100,
    )  # fmt: skip
    assert plain.verdict == "implausible"
    assert drafted.verdict == "plausible"
    assert drafted.ceiling == pytest.approx(2.5 * (plain.ceiling or 0), rel=0.02)


def test_a_model_that_does_not_fit_is_read_over_the_host_link() -> None:
    found = measured(
        13, "tokens/s", hardware=("A100",), n_devices=1, model=("Llama-2-70B",), params={"weight_bits": 16, "batch": 1}
    )
    assert found.verdict == "implausible"
    assert found.limiter == ("", "host")
    assert "does not fit" in found.reason
    assert found.ceiling == pytest.approx(32e9 / (138e9 - 85.9e9), rel=0.02)


@pytest.mark.parametrize(("rate", "verdict"), [(2.5, "conditional"), (6.0, "conditional"), (60.0, "implausible")])
def test_what_does_not_fit_a_card_at_home_may_be_computed_by_the_host(rate: float, verdict: str) -> None:
    found = measured(
        rate, "tokens/s", hardware=("RTX 4090",), n_devices=1, model=("Llama-3.1-70B",), params={"weight_bits": 4}
    )
    assert found.verdict == verdict
    assert ("computed by a host whose memory gives at least 63.7 GB/s" in found.reason) == (rate == 6.0)


def test_time_to_first_token_and_prompt_rate_agree() -> None:
    params = {"weight_bits": 16, "input_len": 8192}
    time = measured(200, "ms", "ttft", params=params, **H100)
    rate = measured(40_000, "tokens/s", "prefill", params=params, **H100)
    assert time.ceiling is not None
    assert rate.ceiling == pytest.approx(8192 / (time.ceiling / 1e3))
    assert time.ceiling_unit == "ms, smallest possible"


def test_a_count_between_gb_and_gib_is_conditional() -> None:
    """13.5 GB of weights leave 10.5 GB of 24 (12.3 if they are GiB): 9 or 10 sequences of 1.07 GB."""
    fields = {"hardware": ("RTX 4090",), "n_devices": 1, "model": ("Llama-2-7B",), "params": {"context_len": 2048}}
    assert measured(9, "sequences", "memory", **fields).verdict == "plausible"
    assert measured(10, "sequences", "memory", **fields).verdict == "conditional"
    assert measured(40, "sequences", "memory", **fields).verdict == "implausible"


def test_cache_bytes_of_a_token() -> None:
    found = measured(320, "KB per token", "memory", model=("Llama-3.1-70B",))
    assert found.verdict == "plausible"
    assert found.ceiling == pytest.approx(327.68)


def test_a_size_without_a_format_names_the_bits_it_takes() -> None:
    found = measured(40, "GB", "memory", model=("Llama-3.1-70B",))
    assert found.verdict == "conditional"
    assert found.requires == ("weights of at most 4.54 bits",)


@pytest.mark.parametrize(
    ("accepted", "drafted", "word"),
    [(6.2, 4, "implausible"), (3.0, 4, "plausible"), (4.9, 4, "plausible"), (2.0, 1, "plausible")],
)
def test_a_cycle_yields_its_drafts_and_one_token(accepted: float, drafted: int, word: str) -> None:
    found = measured(accepted, "tokens per pass", "other", technique="eagle", params={"draft_len": drafted})
    assert found.verdict == word
    assert found.ceiling == drafted + 1


def test_an_acceptance_above_the_draft_makes_any_factor_impossible() -> None:
    statement = Statement(
        technique="eagle",
        metric="decode",
        factor_low=1.5,
        factor_high=1.5,
        params={"draft_len": 3, "acceptance_len": 4.6},
    )
    assert judge(statement).verdict == "implausible"


def test_a_share_of_the_step_bounds_what_a_kernel_gives() -> None:
    statement = Statement(
        technique="kernel-optimization",
        metric="decode",
        factor_low=1.5,
        factor_high=1.5,
        params={"time_share": 0.25, "kernel_factor": 4},
    )
    found = judge(statement)
    assert found.verdict == "implausible"
    assert found.ceiling == pytest.approx(1 / (0.75 + 0.25 / 4))
    assert found.inverse["time_share"][0] == pytest.approx(4 / 9)


def test_no_device_is_no_roof() -> None:
    found = measured(5000, "tokens/s", "throughput", model=("Llama-3.1-8B",))
    assert found.verdict == "unverifiable"
    assert "On which hardware, and how many devices?" in found.ask


def test_a_rate_needs_only_its_own_side_to_fit() -> None:
    """8.5 GB of INT8 weights fit in 16 GB; the 17 GB of the 16-bit model would not, and nobody ran it."""
    found = measured(
        62, "tokens/s", technique="weight-only-quantization", hardware=("TPU v5e",), n_devices=1, model=("gemma-7B",),
        params={"weight_bits": 8, "batch": 1},
    )  # fmt: skip
    assert found.verdict == "plausible"
    assert found.ceiling == pytest.approx(93.4, rel=0.02)


def test_a_model_that_needs_several_machines_of_which_people_have_one_is_conditional() -> None:
    found = measured(20, "tokens/s", hardware=("M2-Ultra",), model=("DeepSeek-R1",), params={"weight_bits": 4})
    assert found.verdict == "conditional"
    assert found.requires == ("2 x M2-Ultra, of which the text names no number",)  # 346 GB of 2 x 192


def test_a_cache_that_is_kept_nowhere_on_the_device_does_not_divide() -> None:
    found = measured(1.0, "tokens/s", technique="kv-offload", hardware=("H100",), n_devices=1, model=("DeepSeek-V3",))
    assert found.verdict == "conditional"
    assert "does not fit" in found.reason


def test_a_model_whose_experts_alone_are_published_narrow_reads_the_rest_wider() -> None:
    """gpt-oss-120b: 3.58e9 x 4.25 bits of experts and 1.55e9 x 16 bits are 5.00 GB, with 24 MB of cache 667 tokens/s.

    116.8e9 parameters are 65.2 GB so, the 60.8 GiB of its model card (https://arxiv.org/abs/2508.10925).
    """
    open_width = Statement(
        kind="measurement",
        metric="decode",
        absolute=Quantity(500, "tokens/s"),
        hardware=("H100",),
        n_devices=1,
        model=("gpt-oss-120b",),
        params={"batch": 1, "context_len": 512},
    )
    verdict = judge(open_width)
    assert verdict.ceiling == pytest.approx(667.0, abs=0.5)
    assert verdict.ceiling == pytest.approx(
        estimate("gpt-oss-120b", "H100", context=512, engine="vLLM").tokens_per_s_ceiling, rel=1e-3
    )
    more = judge(replace(open_width, absolute=Quantity(900, "tokens/s")))
    assert more.verdict == "conditional"
    assert more.requires == ("weights of at most 4.25 bits outside of the experts too, which are not stated",)
    assert judge(replace(open_width, absolute=Quantity(1400, "tokens/s"))).verdict == "implausible"


@pytest.mark.parametrize(
    ("chip", "rate", "verdict"),
    [
        # 217.9 TFLOPS of AMX over 2 x 6.98e9 FLOP a token (the head runs once) and its attention: 15,300 tokens/s at 1K
        ("Xeon 8480+", 50_000.0, "implausible"),
        # what engines reach is a part of 307 GB/s x 40 = 12.3 TFLOPS
        ("Xeon 8480+", 500.0, "plausible"),
        ("Xeon 8480+", 5_000.0, "conditional"),
        ("Graviton4", 30_000.0, "implausible"),  # 34.4 TFLOPS: 2,460 tokens/s
        ("RX 9070 XT", 100_000.0, "implausible"),  # 195 TFLOPS: 13,800
        ("Gaudi", 30_000.0, "unverifiable"),  # no figure is published
    ],
)
def test_prefill_is_held_against_the_compute_of_every_chip(chip: str, rate: float, verdict: str) -> None:
    statement = Statement(
        kind="measurement",
        metric="prefill",
        absolute=Quantity(rate, "tokens/s"),
        hardware=(chip,),
        model=("Llama-3.1-8B",),
        params={"weight_bits": 16.0},
    )
    assert judge(statement).verdict == verdict


def test_what_one_box_holds_at_all_is_run_on_one() -> None:
    """235e9 x 4.125 bits are 121 GB of the 128 of a Strix Halo: 11.1 GB a token at 256 GB/s, 22.8 tokens/s."""
    found = measured(20, "tokens/s", hardware=("Strix Halo",), model=("Qwen3-235B-A22B",), params={"weight_bits": 4})
    assert (found.verdict, found.inputs["n_devices"]) == ("plausible", (1, "assumed"))
    assert found.ceiling == pytest.approx(22.8, abs=0.1)


def test_an_open_width_may_let_one_box_hold_a_model() -> None:
    """671e9 parameters are 671 GB in FP8, and 346 of the 512 of an M3 Ultra with 4 bits."""
    found = measured(18, "tokens/s", hardware=("M3-Ultra",), model=("DeepSeek-R1",), params={"batch": 1})
    assert found.verdict == "conditional"
    assert found.requires == ("weights of at most 4 bits, or 2 x M3-Ultra, of which the text names no number",)
    # 32.8e9 parameters are 65.5 GB, and with eight bits still more than 32
    found = measured(20, "tokens/s", hardware=("RTX 5090",), model=("Qwen3-32B",), params={"batch": 1})
    assert found.requires == ("weights of at most 4 bits, or 4 x RTX-5090, of which the text names no number",)


def test_devices_in_the_plural_are_as_many_as_it_takes() -> None:
    plural = frozenset({"several-devices"})
    found = measured(20, "tokens/s", hardware=("RTX 4090",), model=("Llama-3.3-70B",), hints=plural)
    assert found.verdict == "plausible"
    assert measured(20, "tokens/s", hardware=("RTX 4090",), model=("Llama-3.3-70B",)).verdict == "conditional"


def test_a_prompt_on_a_chip_without_a_peak_is_not_taken_to_wait_for_memory() -> None:
    """Four bits in place of 16 would seem to give 3.9x where computing takes no time."""
    statement = Statement(
        technique="weight-only-quantization", metric="prefill", factor_low=3.0, factor_high=3.0, hardware=("Gaudi",),
        model=("Llama-3.1-8B",), params={"weight_bits": 4.0, "input_len": 1024.0},
    )  # fmt: skip
    assert judge(statement).reason == "Unverifiable: a prompt waits for compute, and no peak of Gaudi is known."


# a 4090 holds 25.77 GB if its GB are GiB; Llama-3.1-8B takes 16.06 and 131,072 bytes a token, four sequences of 128K 68.7
SMALL: dict[str, Any] = {"model": ("Llama-3.1-8B",), "hardware": ("RTX 4090",)}
# an A100 85.9 GB; Llama-2-70B 137.95 and 327,680 bytes a token, four sequences of 4,096 5.37
LARGE: dict[str, Any] = {"model": ("Llama-2-70B",), "hardware": ("A100",)}
FOUR = {"batch": 4, "context_len": 131_072}
SHORT = {"batch": 4, "context_len": 4096}


@pytest.mark.parametrize(
    ("technique", "fields", "cache", "weights"),
    [
        ("other", SMALL | {"params": FOUR}, 1 - 9.71 / 68.72, 0.0),
        ("other", SMALL | {"params": {"batch": [4, 8], "context_len": [131_072, 262_144]}}, 1 - 9.71 / 68.72, 0.0),
        ("other", SMALL | {"params": {"batch": 4, "context_len": 1024}}, 0.0, 0.0),
        # of a quarter that is read, 17.18 GB, the device holds what is read most
        ("sparse-attention", SMALL | {"params": FOUR | {"sparsity": 0.75}}, 1 - 9.71 / 17.18, 0.0),
        ("sparse-attention", SMALL | {"params": FOUR | {"sparsity": 0.9}}, 0.0, 0.0),
        # 137.95 - 85.9 of the weights and all of the cache
        ("other", LARGE | {"params": SHORT}, 1.0, (137.95 - 85.9) / 137.95),
        ("sparse-attention", LARGE | {"params": SHORT | {"sparsity": 0.75}}, 1.0, (137.95 - 85.9) / 137.95),
        # nine tenths of the rows are seldom needed; half of them, 69, are more than what is away
        ("activation-sparsity", LARGE | {"params": SHORT | {"sparsity": 0.9}}, 1.0, 0.0),
        ("activation-sparsity", LARGE | {"params": SHORT | {"sparsity": 0.3}}, 1.0, (52.05 - 41.39) / 96.57),
        # of widths that nobody states the fewest: two bits of 405.85 billion, 101.5 GB,
        ("weight-only-quantization", LARGE | {"model": ("Llama-3.1-405B",), "params": SHORT}, 1.0, 1 - 85.9 / 101.46),
        ("kv-cache-quantization", SMALL | {"params": FOUR}, 0.0, 0.0),  # and an eighth of 68.7 GB
    ],
)  # fmt: skip
def test_what_does_not_fit_is_read_from_the_host_cache_first(
    technique: str, fields: dict[str, Any], cache: float, weights: float
) -> None:
    case = read(Statement(technique=technique, metric="decode", n_devices=1, **fields))
    found = spilled(case, region(case, case.places[0], "step", limit=False, alone=True))
    assert (found.kv_on_host, found.on_host) == (pytest.approx(cache, abs=1e-3), pytest.approx(weights, abs=2e-3))


def roofs(*highs: list[float], misfit: tuple[str, ...] = ("", "")) -> list[Roof]:
    return [
        cast(
            "Roof",
            SimpleNamespace(high=np.array(high), region=SimpleNamespace(typical=np.ones(len(high), bool), misfit=said)),
        )
        for high, said in zip(highs, misfit, strict=False)
    ]


@pytest.mark.parametrize(
    ("rate", "ceiling", "found", "word"),
    [
        (1.1 * 100.0, 100.0, roofs([200.0]), "plausible"),  # a tenth above is still within it
        (110.1, 100.0, roofs([200.0]), "implausible"),
        (50.0, 100.0, roofs([80.0], [80.0], misfit=("", "does not fit")), "conditional"),
        (50.0, 100.0, roofs([50.0, 49.0]), "plausible"),  # half of the usual points reach it
        (50.0, 100.0, roofs([50.0, 49.0, 49.0]), "conditional"),
        (50.0, 100.0, roofs([49.0], [80.0]), "conditional"),  # the likeliest way of running decides
    ],
)
def test_the_word_on_a_rate(rate: float, ceiling: float, found: list[Roof], word: str) -> None:
    assert _word(rate, ceiling, found) == word


@pytest.mark.parametrize(
    ("devices", "scope", "parts"), [(16, "device", 16.0), (16, "node", 2.0), (4, "node", 1.0), (16, "", 1.0), (16, "system", 1.0)]
)  # fmt: skip
def test_into_how_many_parts_a_rate_is_cut(devices: int, scope: str, parts: float) -> None:
    case = read(Statement(model=("Llama-3.1-8B",), hardware=("H100",), n_devices=devices))
    assert _devices_a_part(case, scope) == parts


def test_a_request_is_told_at_the_point_where_its_steps_are_fastest() -> None:
    steps = Roof(cast("Any", None), *(np.array([1.0, 3.0, 2.0]) for _ in range(3)))
    found = _flat(steps, [0.05, 0.02, 0.04])
    assert (found.best, found.bound.max(), found.low.max(), found.high.max()) == (1, 0.05, 0.02, 0.04)
    assert found.bound.tolist() == pytest.approx([0.05] * 3)


@pytest.mark.parametrize(
    ("batch", "ceiling", "word", "requires"),
    [
        # one prompt of 1,024 tokens reads all experts: 671 GB / 8 at 4.8 TB/s are 17.5 ms
        (1, 1024 / 17.45e-3, "implausible", ()),
        # many compute: 2 x 36.1e9 FLOP a token and 1.2 for its scores on 8 x 1,979 TFLOPS
        (64, 214e3, "conditional", ("a setting that a reader would not expect",)),
        (None, 214e3, "conditional", ("a batch of 8 to 512",)),
    ],
)
def test_prompts_may_be_computed_together(
    batch: int | None, ceiling: float, word: str, requires: tuple[str, ...]
) -> None:
    params = {"input_len": 1024} | ({} if batch is None else {"batch": batch})
    found = measured(120_000, "tokens/s", "prefill", hardware=("8xH200",), model=("DeepSeek-V3",), params=params)
    assert (found.verdict, found.requires) == (word, requires)
    assert found.ceiling == pytest.approx(ceiling, rel=0.01)


def test_a_first_token_waits_for_its_own_prompt_alone() -> None:
    found = measured(20, "ms", "ttft", hardware=("8xH200",), model=("DeepSeek-V3",), params={"input_len": 1024})
    assert found.ceiling == pytest.approx(17.45, rel=0.01)


@pytest.mark.parametrize(
    ("metric", "unit", "best", "other"),
    [
        (
            "prefill",
            "tokens/s",
            8,
            4,
        ),  # eight bits are multiplied at twice the rate of the 16 that four are expanded to
        ("decode", "tokens/s", 4, 8),  # and four are read in half the time
        ("throughput", "tokens/s", 4, 8),
    ],
)
def test_of_a_range_of_widths_the_one_that_allows_more_bounds(metric: str, unit: str, best: int, other: int) -> None:
    def most(bits: int | list[int]) -> float:
        fields = {"hardware": ("RTX 4090",), "n_devices": 1, "model": ("Llama-2-7B",), "params": {"weight_bits": bits}}
        return measured(10, unit, metric, **fields).ceiling or 0.0

    assert most([4, 8]) == most(best) > most(other)


def test_a_token_passes_the_stages_of_a_pipeline_one_after_the_other() -> None:
    """405.8e9 weights of a byte, but for 2.1e9 of the input table that is only looked up, are 50.5 GB on each of 8 ranks.

    That takes 15.1 ms at 3.35 TB/s, however many stages share them.
    """
    fields: dict[str, Any] = {
        "hardware": ("H100",),
        "n_devices": 32,
        "model": ("Llama-3.1-405B",),
        "params": {"weight_bits": 8, "act_bits": 8, "batch": 1, "tp": 8, "pp": 4},
    }
    found = measured(11, "ms/token", **fields)
    assert (found.verdict, found.ceiling) == ("implausible", pytest.approx(15.1, rel=0.005))
    assert (
        "50.5 GB of weights and 33 MB of cache on each of 8 ranks, through 4 stages one after the other" in found.reason
    )

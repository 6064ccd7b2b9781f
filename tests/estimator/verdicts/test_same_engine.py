"""What a better engine may explain depends on what the old side can have been: a format, a framework, an engine, a row."""

from __future__ import annotations

import pytest

from estimator import Statement, judge

HEADING = frozenset({"technique", "params", "hardware", "model"})
PLACE = {"hardware": ("H100",), "model": ("Llama-3.1-8B",), "n_devices": 1}


def claim(technique: str, factor: float, metric: str = "decode", **more: object) -> Statement:
    return Statement(technique=technique, metric=metric, factor_low=factor, factor_high=factor, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("statement", "ceiling"),
    [
        # better kernels on the same engine: the best published 81 % of a roof over the worst, 25 %
        (claim("kernel-optimization", 5.0, baseline="FP16"), 3.24),
        # the same from Python launches, of a small model for all that is said: 81 % over 5 %
        (claim("kernel-optimization", 20.0, baseline="HF Transformers"), 16.2),
        # a CPU's memory is read from the wrong socket (half of 25 %); its prompts ran without matrix units (16 x)
        (
            claim("kernel-optimization", 9.0, "prefill", baseline="llama.cpp", hardware=("Xeon-4th-gen-SPR-48c",)),
            103.68,
        ),
        # nobody says what ran before: it may have been vector units
        (claim("kernel-optimization", 9.0, "prefill", hardware=("H100",)), 51.84),
        # a library on an accelerator multiplies on the units made for it
        (claim("kernel-optimization", 9.0, "prefill", baseline="cuBLAS", hardware=("H100",)), 3.24),
    ],
)
def test_the_most_that_better_kernels_give(statement: Statement, ceiling: float) -> None:
    assert judge(statement).ceiling == pytest.approx(ceiling, rel=0.01)


@pytest.mark.parametrize(
    "statement",
    [
        claim("weight-activation-quantization", 9.0, "other", params={"weight_bits": 8}, inherited=HEADING, **PLACE),
        claim("weight-only-quantization", 12.0, "latency", params={"weight_bits": 4}, inherited=HEADING, **PLACE),
        claim("weight-activation-quantization", 4.4, "other", baseline="FP16", params={"weight_bits": 8}, **PLACE),
        claim("speculative-decoding", 11.0, "latency", params={"draft_len": 4}, inherited=HEADING, **PLACE),
        # a lower rank gives 10x at most on the cache, and kernels take no less memory
        claim("kv-low-rank", 18.0, "memory", inherited=HEADING),
        # 8 bits of the text around may be 4 in this row: 4x on the cache, not 6x
        claim("kv-cache-quantization", 6.0, "memory", params={"kv_bits": 8, "kv_bits_before": 16}, inherited=HEADING),
    ],
    ids=lambda s: f"{s.technique}-{s.metric}",
)
def test_a_row_below_a_heading_is_caught_where_no_setting_gives_its_factor(statement: Statement) -> None:
    assert judge(statement).verdict == "implausible"


def test_a_width_of_the_text_around_is_opened_to_its_half() -> None:
    """8-bit weights give 2x; 4 bits with their scales 15.01 GB to 3.87 GB, 3.8x beside the cache of 512 tokens."""
    statement = claim(
        "weight-only-quantization", 3.5, params={"weight_bits": 8, "batch": 1}, inherited=HEADING, **PLACE
    )
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert verdict.ceiling == pytest.approx(3.83, rel=0.01)


@pytest.mark.parametrize(
    ("technique", "baseline", "ceiling"),
    [
        ("continuous-batching", "vLLM", 3.24),  # batches request by request itself: its kernels may be worse, no more
        ("continuous-batching", "Orca", 3.24),
        ("continuous-batching", "vLLM with static batching", 129.6),  # of 40 places 39 idle
        ("paged-kv-cache", "SGLang", 3.24),
        ("paged-kv-cache", "TGI", 3.24 * 0.96 / 0.204),  # 20.4 % of the cache's memory held tokens
    ],
)
def test_an_engine_that_does_it_itself_gains_nothing_by_it(technique: str, baseline: str, ceiling: float) -> None:
    verdict = judge(claim(technique, 9.0, "throughput", baseline=baseline))
    assert verdict.ceiling == pytest.approx(ceiling, rel=0.12)


def test_experts_that_one_device_cannot_hold_were_cut_up_before() -> None:
    """671 GB do not fit on one B200: the old side is tensor parallel over the same eight, whose caches are copies.

    Eight devices of 671 / 8 = 84 GB each; the cache of a token is 70 kB on every rank before, and a rank's own after.
    """
    place = {"hardware": ("B200",), "n_devices": 8, "model": ("DeepSeek-R1",)}
    params = {"batch": 256, "context_len": 2048}
    verdict = judge(claim("expert-parallelism", 4.3, "throughput", baseline="previous step", params=params, **place))
    assert verdict.verdict == "implausible"
    assert verdict.ceiling is not None
    # 83.7 GB of weights and 256 x 2,048 x 70,272 bytes = 36.8 GB of cache before; after, the attention's weights lie on
    # every rank (93.7 GB) and an eighth of the cache (4.6 GB): 120.5 / 98.3
    assert verdict.ceiling == pytest.approx(1.226, rel=0.01)


def test_a_baseline_called_by_its_format_may_have_had_wider_weights() -> None:
    """1,056 tokens of which 1,024 are cached: 32 tokens wait for the weights, four times fewer bytes in 4 bits."""
    statement = claim(
        "prefix-caching", 11.0, "ttft", baseline="FP16", params={"input_len": 32, "context_len": 1024},
        **PLACE | {"hardware": ("RTX-4090",)},
    )  # fmt: skip
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert verdict.requires[0] == "weights narrower than the 16 bits of the baseline, which is not stated"

"""Whole verdicts on factors, word for word: each ceiling by hand, what is usual, the reason, the conditions."""

from __future__ import annotations

from typing import Any

import pytest

from estimator import Statement, judge

HERE: dict[str, Any] = {"hardware": ("H100",), "model": ("Llama-3.1-8B",), "n_devices": 1}


def claim(technique: str, factor: float, metric: str = "decode", **more: Any) -> Statement:
    """Llama-3.1-8B reads 15.01 GB in 16 bit (7.505 billion), Llama-3.1-70B 139.0; an H100 moves 3,350 GB/s."""
    return Statement(**{"technique": technique, "metric": metric, "factor_low": factor, "factor_high": factor} | more)


CASES = (
    # (4.50 + 32 x 0.3) / 4.50 ms; 2x leaves 4.50 / 32 = 141 us
    (
        claim("cuda-graphs", 2.0, params={"batch": 1, "context_len": 512}, **HERE),
        "conditional",
        3.133,
        (1.138, 1.92),
        ("HBM", "HBM"),
        ("at least 141 us a layer for launches before, where 30 to 100 us are usual",),
        (
            "Conditional: 2.0x is possible for Llama-3.1-8B on H100-SXM-80GB at batch 1 and 512 tokens of context"
            " (at most 3.1x), but it needs at least 141 us a layer for launches before, where 30 to 100 us are "
            "usual. Only launches go: a step takes 4.5 ms at the roof, and launches from Python add at most 9.6 "
            "ms (32 layers of 300 us). Usual are 1.14x to 1.92x."
        ),
    ),
    # the same, and 3 x 4.50 / 32 = 422 us
    (
        claim("cuda-graphs", 4.0, params={"batch": 1, "context_len": 512}, **HERE),
        "implausible",
        3.133,
        (1.138, 1.92),
        ("HBM", "HBM"),
        (),
        (
            "Implausible: at most 3.1x is possible for Llama-3.1-8B on H100-SXM-80GB at batch 1 and 512 tokens of"
            " context, and 4.0x is claimed. Only launches go: a step takes 4.5 ms at the roof, and launches from "
            "Python add at most 9.6 ms (32 layers of 300 us)."
        ),
    ),
    # the square is computed (66.7 ms) and 32 x 4 x 2 x 32 x 4,096^2 = 137 GB pass the memory, 41.0 ms; 62.3 ms without
    (
        claim("io-aware-attention", 1.3, "prefill", baseline="standard attention", params={"input_len": 4096}, **HERE),
        "plausible",
        1.73,
        (1.693, 1.722),
        ("compute", "compute"),
        (),
        (
            "Plausible: 1.30x is claimed, 1.69x to 1.72x is usual, and at most 1.73x is possible for Llama-3.1-8B"
            " on H100-SXM-80GB at a prompt of 4K tokens. A prompt of 4K tokens takes 108 ms at the roof, and 62.3"
            " ms with it."
        ),
    ),
    # (1 - 0.8^5) / 0.2 = 3.36 tokens; four steps of 1.24 billion are 4 x 0.37 ms beside 20.8 ms
    (
        claim(
            "speculative-decoding",
            2.0,
            params={
                "batch": 1,
                "draft_len": 4,
                "acceptance_rate": 0.8,
                "draft_model": "Llama-3.2-1B",
                "context_len": 512,
            },
            hardware=("H100",),
            n_devices=2,
            model=("Llama-3.1-70B",),
        ),
        "plausible",
        3.197,
        (2.3984, 2.983),
        ("HBM", "HBM"),
        (),
        (
            "Plausible: 2.0x is claimed, 2.4x to 3.0x is usual, and at most 3.2x is possible for Llama-3.1-70B on"
            " 2 x H100-SXM-80GB at batch 1 and 512 tokens of context. A cycle of 4 drafted tokens yields 3.36 "
            "tokens here and costs 1.05 to 1.07 plain steps, which is the break-even (a plain step: 20.8 ms at "
            "the roof, 8 ms of launches at 100 us a layer)."
        ),
    ),
    # five times 256 tokens wait for compute
    (
        claim(
            "speculative-decoding",
            2.0,
            params={
                "batch": 256,
                "draft_len": 4,
                "acceptance_rate": 0.8,
                "draft_model": "Llama-3.2-1B",
                "context_len": 512,
            },
            hardware=("H100",),
            n_devices=4,
            model=("Llama-3.1-70B",),
        ),
        "implausible",
        1.309,
        (0.6257, 1.126),
        ("HBM", "compute"),
        (),
        (
            "Implausible: at most 1.31x is possible for Llama-3.1-70B on 4 x H100-SXM-80GB at batch 256 and 512 "
            "tokens of context, and 2.0x is claimed. A cycle of 4 drafted tokens yields 3.36 tokens here and "
            "costs 2.57 to 3.49 plain steps, which is the break-even (a plain step: 13.6 ms at the roof, 8 ms of "
            "launches at 100 us a layer). 2.0x would need at least 3,183 tokens of context."
        ),
    ),
    # seven drafted tokens and one more
    (
        claim("eagle", 4.5),
        "conditional",
        8.0,
        (1.3446, 3.947),
        ("HBM", "HBM"),
        ("a batch of at most 86", "at least 5 accepted tokens a pass"),
        (
            "Conditional: 4.5x is possible for any model on any device (at most 8.0x), but it needs a batch of at"
            " most 86 and at least 5 accepted tokens a pass. With Llama-3.1-70B on 4 x H100-SXM-80GB, for "
            "example, a cycle of 7 drafted tokens yields 8 tokens here and costs 1.11 to 1.19 plain steps, which "
            "is the break-even (a plain step: 10.4 ms at the roof, 8 ms of launches at 100 us a layer). Usual are"
            " 1.34x to 3.9x."
        ),
    ),
    # 46.6 billion against the 12.7 that a token uses
    (
        claim(
            "mixture-of-experts",
            3.0,
            hardware=("H100",),
            n_devices=4,
            model=("Mixtral-8x7B",),
            params={"batch": 1, "context_len": 512},
        ),
        "conditional",
        3.646,
        (1.901, 2.759),
        ("HBM", "overhead"),
        ("at most 19.3 us a layer for launches, where 30 to 100 us are usual",),
        (
            "Conditional: 3.0x is possible for Mixtral-8x7B on 4 x H100-SXM-80GB at batch 1 and 512 tokens of "
            "context (at most 3.6x), but it needs at most 19.3 us a layer for launches, where 30 to 100 us are "
            "usual. The weights that each of 4 devices reads go from 23.3 GB to 6.37 GB beside 16.8 MB of cache, "
            "6.96 ms to 1.91 ms at the roof. Usual are 1.90x to 2.8x."
        ),
    ),
    # 69.5 against 7.50 billion read in 16 bit, over two
    (
        claim(
            "smaller-model",
            5.0,
            hardware=("H100",),
            n_devices=2,
            model=("Llama-3.1-8B", "Llama-3.1-70B"),
            params={"batch": 1, "context_len": 512},
        ),
        "plausible",
        9.231,
        (5.047, 7.217),
        ("HBM", "HBM"),
        (),
        (
            "Plausible: 5.0x is claimed, 5.0x to 7.2x is usual, and at most 9.2x is possible for Llama-3.1-8B on "
            "2 x H100-SXM-80GB at batch 1 and 512 tokens of context. The weights that each of 2 devices reads go "
            "from 69.5 GB to 7.5 GB and its cache from 83.9 MB to 33.6 MB, 20.8 ms to 2.25 ms at the roof."
        ),
    ),
    # 4.8 TB/s over 3.35
    (
        claim(
            "hardware-upgrade",
            1.4,
            hardware=("H200", "H100"),
            model=("Llama-3.1-70B",),
            n_devices=4,
            params={"batch": 1, "context_len": 512},
        ),
        "conditional",
        1.433,
        (1.19, 1.325),
        ("HBM", "HBM"),
        ("at most 7.44 us a layer for launches, where 30 to 100 us are usual",),
        (
            "Conditional: 1.40x is possible for Llama-3.1-70B on 4 x H200-SXM-141GB at batch 1 and 512 tokens of "
            "context (at most 1.43x), but it needs at most 7.44 us a layer for launches, where 30 to 100 us are "
            "usual. A step reads the same 34.8 GB on each of 4 devices before and after, and takes 10.4 ms to "
            "7.25 ms at the roof with a faster chip. Usual are 1.19x to 1.32x."
        ),
    ),
    # the same
    (
        claim(
            "hardware-upgrade",
            3.0,
            hardware=("H200", "H100"),
            model=("Llama-3.1-70B",),
            n_devices=4,
            params={"batch": 1, "context_len": 512},
        ),
        "implausible",
        1.433,
        (1.19, 1.325),
        ("HBM", "HBM"),
        (),
        (
            "Implausible: at most 1.43x is possible for Llama-3.1-70B on 4 x H200-SXM-141GB at batch 1 and 512 "
            "tokens of context, and 3.0x is claimed. A step reads the same 34.8 GB on each of 4 devices before "
            "and after, and takes 10.4 ms to 7.25 ms at the roof with a faster chip. 3.0x would need weights of "
            "at most 7.6 bits."
        ),
    ),
    # 59.9 GB beside 26.0 of weights, 1.68 GB a sequence: 20.4 % of it holds 7, 96 % 34; (4 + 18.4) / 7 to (4 + 40.6) / 34 ms
    (
        claim(
            "paged-kv-cache",
            2.0,
            "throughput",
            hardware=("A100",),
            n_devices=1,
            model=("Llama-2-13B",),
            params={"context_len": 2048},
        ),
        "conditional",
        2.465,
        (1.0, 1.771),
        ("HBM", "HBM"),
        ("at least 73 % of the cache's memory wasted before", "the largest batch that fits on each side"),
        (
            "Conditional: 2.0x is possible for Llama-2-13B on A100-SXM-80GB at the largest batch that fits and 2K"
            " tokens of context (at most 2.5x), but it needs at least 73 % of the cache's memory wasted before "
            "and the largest batch that fits on each side. 6.6 sequences fit before and 31 after; a step goes from "
            "18 ms to 38 ms at the roof (36.7 GB to 77.5 GB), and the factor comes from less wasted cache "
            "memory, so more sequences a step. Usual are 1.00x to 1.77x."
        ),
    ),
    # a fifth of the tokens, which attend to all
    (
        claim("prefix-caching", 4.0, "ttft", params={"input_len": 8192, "hit_rate": 0.8}, **HERE),
        "plausible",
        4.518,
        (4.159, 4.434),
        ("compute", "compute"),
        (),
        (
            "Plausible: 4.0x is claimed, 4.2x to 4.4x is usual, and at most 4.5x is possible for Llama-3.1-8B on "
            "H100-SXM-80GB at a prompt of 8K tokens. A prompt of 8K tokens takes 133 ms at the roof, and 29.5 ms "
            "with it."
        ),
    ),
    # 15.0 ms of prompt and 256 steps of 4.52 or 2.29 ms
    (
        claim(
            "weight-only-quantization",
            1.8,
            "latency",
            params={"weight_bits": 8, "input_len": 1024, "output_len": 256, "batch": 1},
            **HERE,
        ),
        "conditional",
        1.956,
        (1.392, 1.731),
        ("overhead", "overhead"),
        ("at most 14.2 us a layer for launches, where 30 to 100 us are usual",),
        (
            "Conditional: 1.80x is possible for Llama-3.1-8B on H100-SXM-80GB at batch 1 and a prompt of 1K "
            "tokens (at most 1.96x), but it needs at most 14.2 us a layer for launches, where 30 to 100 us are "
            "usual. A whole request takes 1.17 s at the roof before and 600 ms after. Usual are 1.39x to 1.73x."
        ),
    ),
    # (15.0 + 17.2) to (7.5 + 17.2) GB
    (
        claim(
            "weight-only-quantization",
            0.65,
            "throughput",
            params={"weight_bits": 8, "batch": 128, "context_len": 1024},
            **HERE,
        ),
        "plausible",
        1.304,
        (1.209, 1.277),
        ("HBM", "HBM"),
        (),
        (
            "Plausible: at most 1.30x is possible for Llama-3.1-8B on H100-SXM-80GB at batch 128 and 1K tokens of"
            " context, and kernels at 54 % of the rate of the old ones would explain 0.65x. The weights that a "
            "step reads go from 15 GB to 7.5 GB beside 17.2 GB of cache, 9.61 ms to 7.37 ms at the roof."
        ),
    ),
    # 137.4 to 35.4 GB, on a card of 80
    (
        claim(
            "weight-only-quantization",
            2.5,
            hardware=("H100",),
            n_devices=1,
            model=("Llama-2-70B",),
            params={"weight_bits": 4, "batch": 1, "context_len": 512},
        ),
        "conditional",
        3.865,
        (2.6, 3.45),
        ("HBM", "HBM"),
        ("more devices, or more memory, than are stated",),
        (
            "Conditional: 2.5x is possible for Llama-2-70B on H100-SXM-80GB at batch 1 and 512 tokens of context "
            "(at most 3.9x), but it needs more devices, or more memory, than are stated. The 16-bit baseline does"
            " not fit: its weights alone are 138 GB, and 1 x H100-SXM-80GB holds 80 GB, so that it ran on more "
            "devices or from host memory. The weights that a step reads go from 137 GB to 35.4 GB beside 168 MB "
            "of cache, 41.1 ms to 10.6 ms at the roof. Usual are 2.6x to 3.5x."
        ),
    ),
    # (8.59 + 3.75) to (4.29 + 3.75) GB on each of four
    (
        claim(
            "kv-cache-quantization",
            1.8,
            params={"kv_bits": 8, "batch": 32, "context_len": 8192},
            hardware=("H100",),
            n_devices=4,
            model=("Llama-3.1-8B",),
        ),
        "implausible",
        1.534,
        (1.208, 1.377),
        ("HBM", "HBM"),
        (),
        (
            "Implausible: at most 1.53x is possible for Llama-3.1-8B on 4 x H100-SXM-80GB at batch 32 and 8K "
            "tokens of context, and 1.80x is claimed. The cache that each of 4 devices reads goes from 8.59 GB to"
            " 4.29 GB beside 3.75 GB of weights (70 % of the bytes before), 3.68 ms to 2.4 ms at the roof. 1.80x "
            "would need a cache of at most 5.8 bits."
        ),
    ),
    # (15.01 + 8.59) to (3.87 + 4.29) GB
    (
        claim(
            "weight-only-quantization",
            2.2,
            also=("kv-cache-quantization",),
            params={"weight_bits": 4, "kv_bits": 8, "batch": 16, "context_len": 4096},
            **HERE,
        ),
        "plausible",
        2.89,
        (1.795, 2.459),
        ("HBM", "HBM"),
        (),
        (
            "Plausible: 2.2x is claimed, 1.79x to 2.5x is usual, and at most 2.9x is possible for Llama-3.1-8B on"
            " H100-SXM-80GB at batch 16 and 4K tokens of context. The weights that a step reads go from 15 GB to "
            "3.87 GB and its cache from 8.59 GB to 4.29 GB, 7.04 ms to 2.44 ms at the roof."
        ),
    ),
    # 256 x 32,768 x 131,072 bytes are 1,100 GB
    (
        claim("kv-cache-quantization", 1.8, params={"kv_bits": 8, "batch": 256, "context_len": 32768}, **HERE),
        "conditional",
        1.973,
        (1.954, 1.969),
        ("HBM", "HBM"),
        ("more devices, or more memory, than are stated",),
        (
            "Conditional: 1.80x is possible for Llama-3.1-8B on H100-SXM-80GB at batch 256 and 32K tokens of "
            "context (at most 1.97x), but it needs more devices, or more memory, than are stated. It does not "
            "fit: 1,100 GB of cache are too much beside the weights in the 80 GB of H100-SXM-80GB. The cache that"
            " a step reads goes from 1,100 GB to 550 GB beside 15 GB of weights (99 % of the bytes before), 333 "
            "ms to 169 ms at the roof. Usual are 1.95x to 1.97x."
        ),
    ),
    # (13.2 + 0.27) to (3.41 + 0.27) GB at 307 GB/s
    (
        claim(
            "weight-only-quantization",
            3.0,
            hardware=("Xeon-4th-gen-SPR-48c",),
            model=("Llama-2-7B",),
            params={"weight_bits": 4, "batch": 1, "context_len": 512},
        ),
        "plausible",
        3.669,
        (3.084, 3.517),
        ("HBM", "HBM"),
        (),
        (
            "Plausible: 3.0x is claimed, 3.1x to 3.5x is usual, and at most 3.7x is possible for Llama-2-7B on "
            "Xeon-4th-gen-SPR-48c at batch 1 and 512 tokens of context. The weights that a step reads go from "
            "13.2 GB to 3.41 GB beside 268 MB of cache, 43.9 ms to 12 ms at the roof."
        ),
    ),
    # 61.6 TFLOP at 989 TFLOPS on both sides
    (
        claim("weight-only-quantization", 1.5, "prefill", params={"weight_bits": 4, "input_len": 4096}, **HERE),
        "implausible",
        1.0,
        (1.0, 1.0),
        ("compute", "compute"),
        (),
        (
            "Implausible: at most 1.00x is possible for Llama-3.1-8B on H100-SXM-80GB at a prompt of 4K tokens, "
            "and 1.50x is claimed. Prefill waits for compute, 62.3 ms for 4K tokens both before and after. 1.50x "
            "would need prompts of at most 211 tokens."
        ),
    ),
    # (15.0 + 34.4) to (7.5 + 34.4) GB: 1.18x; with half of the cache as well 2x
    (
        claim(
            "weight-activation-quantization",
            1.9,
            "throughput",
            qualifier="up-to",
            params={"weight_bits": 8, "batch": 512, "context_len": 512},
            **HERE,
        ),
        "conditional",
        2.0,
        (1.1751, 1.911),
        ("HBM", "HBM"),
        ("a cache of 8 bits as well, which is not stated",),
        (
            "Conditional: it needs a cache of 8 bits as well, which is not stated; otherwise at most 1.18x is "
            "possible for Llama-3.1-8B on H100-SXM-80GB at batch 512 and 512 tokens of context, and up to 1.90x "
            "is claimed. Up to 1.90x is claimed, 1.18x to 1.91x is usual, and at most 2.0x is possible for "
            "Llama-3.1-8B on H100-SXM-80GB at batch 512 and 512 tokens of context. The weights that a step reads "
            "go from 15 GB to 7.5 GB and its cache from 34.4 GB to 17.2 GB, 14.7 ms to 7.37 ms at the roof."
        ),
    ),
    # 15.07 to 3.94 GB
    (
        claim(
            "weight-only-quantization",
            1.5,
            factor_high=3.0,
            params={"weight_bits": 4, "batch": 1, "context_len": 512},
            **HERE,
        ),
        "plausible",
        3.83,
        (1.733, 2.755),
        ("HBM", "overhead"),
        (),
        (
            "Plausible: 1.50x to 3.0x is claimed, 1.73x to 2.8x is usual, and at most 3.8x is possible for "
            "Llama-3.1-8B on H100-SXM-80GB at batch 1 and 512 tokens of context. The weights that a step reads go"
            " from 15 GB to 3.87 GB beside 67.1 MB of cache, 4.5 ms to 1.18 ms at the roof."
        ),
    ),
    # four tokens a pass of one step
    (
        claim("diffusion-decoding", 5.0, params={"tokens_per_step": 4}, **HERE),
        "implausible",
        4.0,
        (4.0, 4.0),
        ("HBM", "HBM"),
        (),
        (
            "Implausible: at most 4.0x is possible for Llama-3.1-8B on H100-SXM-80GB at batch 1 and 512 tokens of"
            " context, and 5.0x is claimed. A pass yields 4 tokens here and costs 1 plain step, which is the "
            "break-even (a plain step: 4.5 ms at the roof, 3.2 ms of launches at 100 us a layer). 5.0x would need"
            " at least 5 accepted tokens a pass."
        ),
    ),
    # 64 x 8,192 tokens of 61 x 2 x 128 x 128 numbers over eight, against 61 x 576 on each
    (
        claim(
            "multi-head-latent-attention",
            2.0,
            params={"batch": 64, "context_len": 8192},
            hardware=("H200",),
            n_devices=8,
            model=("DeepSeek-V3",),
        ),
        "conditional",
        3.049,
        (2.543, 2.872),
        ("HBM", "HBM"),
        ("more devices, or more memory, than are stated",),
        (
            "Conditional: 2.0x is possible for DeepSeek-V3 on 8 x H200-SXM-141GB at batch 64 and 8K tokens of "
            "context (at most 3.0x), but it needs more devices, or more memory, than are stated. It does not fit:"
            " 262 GB of cache on each device are too much beside the weights in the 141 GB of H200-SXM-141GB. The"
            " cache that each of 8 devices reads goes from 262 GB to 36.8 GB beside 73 GB of weights (78 % of the"
            " bytes before), 69.8 ms to 22.9 ms at the roof. Usual are 2.5x to 2.9x."
        ),
    ),
    # a transformer of the same size has a cache in every layer
    (
        claim(
            "linear-attention-ssm",
            3.0,
            model=("Qwen3-Next-80B-A3B",),
            hardware=("H200",),
            n_devices=2,
            params={"batch": 16, "context_len": 32768},
        ),
        "conditional",
        4.199,
        (2.694, 3.597),
        ("HBM", "HBM"),
        (
            "at most 78.1 us a layer for launches, where 30 to 100 us are usual",
            "more devices, or more memory, than are stated",
        ),
        (
            "Conditional: 3.0x is possible for Qwen3-Next-80B-A3B on 2 x H200-SXM-141GB at batch 16 and 32K "
            "tokens of context (at most 4.2x), but it needs at most 78.1 us a layer for launches, where 30 to 100"
            " us are usual and more devices, or more memory, than are stated. It does not fit: 103 GB of cache on"
            " each device are too much beside the weights in the 141 GB of H200-SXM-141GB. The cache that each of"
            " 2 devices reads goes from 103 GB to 7.05 GB beside 23 GB of weights (82 % of the bytes before), "
            "26.3 ms to 6.25 ms at the roof. Usual are 2.7x to 3.6x."
        ),
    ),
    (
        claim("prefill-decode-disaggregation", 2.0),
        "unverifiable",
        None,
        None,
        ("", ""),
        (),
        (
            "Unverifiable: separating the phases removes interference; what that gains depends on the latency "
            "targets and the arrival pattern, and each phase keeps its own roof."
        ),
    ),
    (claim("other", 2.0), "unverifiable", None, None, ("", ""), (), ("Unverifiable: no mechanism is stated.")),
)


@pytest.mark.parametrize("row", CASES, ids=lambda row: f"{row[0].technique}-{row[0].factor_high:g}")
def test_the_whole_verdict_word_for_word(row: tuple[Statement, str, Any, Any, Any, tuple[str, ...], str]) -> None:
    statement, word, ceiling, usual, limiter, requires, reason = row
    verdict = judge(statement)
    assert (verdict.verdict, verdict.limiter, verdict.requires) == (word, limiter, requires)
    assert verdict.reason == reason
    assert verdict.ceiling == (None if ceiling is None else pytest.approx(ceiling, rel=1e-3))
    assert verdict.expected == (None if usual is None else pytest.approx(usual, rel=1e-3))

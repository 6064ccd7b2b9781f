"""One claim of each mechanism with its whole verdict: ceiling, what is usual, the reason's numbers, the conditions."""

import pytest

from estimator import Statement, judge


def claim(technique: str, factor: float, metric: str = "decode", **more: object) -> Statement:
    return Statement(technique=technique, metric=metric, factor_low=factor, factor_high=factor, **more)  # type: ignore[arg-type]


CASES = {
    "a kernel that shrinks bytes": (
        claim("weight-only-quantization", 4.5, "kernel", params={"weight_bits": 4}),
        ("implausible", 3.8788, (1.0, 3.8788)),
        "gives at most 3.9x where the kernel waits for memory. 4.5x would need an old kernel at 82 % of its roof.",
        (),
    ),
    "better kernels": (
        claim("kernel-optimization", 2.0, hardware=("H100",), model=("Llama-3.1-8B",), params={"batch": 1}),
        ("conditional", 3.24, (1.0, 1.3)),
        "the best that is published, the old one was at 40 %; such engines reach 25 % at worst",
        ("a baseline at no more than 40 % of its roof",),
    ),
    "a cache of which half is dropped": (
        claim(
            "kv-eviction",
            1.5,
            hardware=("A100",),
            model=("Llama-2-7B",),
            n_devices=1,
            params={"batch": 16, "context_len": 4096, "sparsity": 0.5},
        ),
        ("plausible", 1.5645, (1.4613, 1.5392)),
        "The cache that a step reads goes from 34.4 GB to 17.2 GB beside 13.2 GB of weights (72 % of the bytes before)",
        (),
    ),
    "a window": (
        claim(
            "sliding-window-attention",
            3.0,
            hardware=("A100",),
            model=("Mistral-7B",),
            n_devices=1,
            params={"batch": 8, "context_len": 32768, "window": 4096},
        ),
        ("implausible", 2.6238, (2.1852, 2.5045)),
        "from 34.4 GB to 4.29 GB beside 14.2 GB of weights (71 % of the bytes before), 23.8 ms to 9.08 ms at the roof",
        (),
    ),
    "a prompt in a narrower type": (
        claim(
            "weight-activation-quantization",
            1.9,
            "prefill",
            hardware=("H100",),
            model=("Llama-3.1-8B",),
            n_devices=1,
            params={"weight_bits": 8, "act_bits": 8, "batch": 1, "input_len": 4096},
        ),
        ("plausible", 2.0010, (1.1906, 1.9784)),  # at worst 0.6 of the share that 16 bits reach
        "A prompt of 4K tokens takes 62.3 ms at the roof, and 31.1 ms with it.",
        (),
    ),
    "a draft with its acceptance": (
        claim(
            "eagle",
            3.4,
            hardware=("A100",),
            model=("Vicuna-7B",),
            n_devices=1,
            params={"batch": 1, "acceptance_len": 3.8},
        ),
        ("conditional", 3.4509, (2.3707, 3.3594)),
        "A cycle of 3 drafted tokens yields 3.8 tokens here and costs 1.1 to 1.15 plain steps",
        ("at least 57.3 us a layer for launches before, where 30 to 100 us are usual",),
    ),
    "devices side by side": (
        claim(
            "tensor-parallelism",
            3.7,
            "latency",
            hardware=("A100",),
            model=("Llama-2-70B",),
            n_devices=4,
            params={"tp": 4, "batch": 1},
        ),
        ("conditional", 4.0, (2.9052, 3.6740)),
        "The weights that each of 4 devices reads go from 137 GB to 34.4 GB and its cache from 168 MB to 41.9 MB",
        (
            "at most 23.4 us a layer for launches, where 30 to 100 us are usual",
            "more devices, or more memory, than are stated",
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_whole_verdict(name: str) -> None:
    statement, (word, ceiling, expected), reason, requires = CASES[name]
    verdict = judge(statement)
    assert (verdict.verdict, verdict.requires) == (word, requires)
    assert verdict.ceiling == pytest.approx(ceiling, rel=1e-3)
    assert verdict.expected == pytest.approx(expected, rel=1e-3)
    assert reason in verdict.reason


@pytest.mark.parametrize(
    ("baseline", "params", "ceiling"),
    [
        ("MHA", {}, 2 * 128 * 128 / 576),  # DeepSeek-V3: 128 heads of 128 against 512 + 64 numbers
        ("GQA", {}, 2 * 8 * 128 / 576),
        ("GQA", {"n_kv_heads": 16}, 2 * 16 * 128 / 576),
    ],
)
def test_a_latent_cache_is_held_against_the_heads_it_replaces(
    baseline: str, params: dict[str, object], ceiling: float
) -> None:
    statement = claim(
        "multi-head-latent-attention", 3.0, "memory", baseline=baseline, model=("DeepSeek-V3",), params=params
    )
    assert judge(statement).ceiling == pytest.approx(ceiling, rel=1e-3)


def test_a_rival_engine_far_from_its_roof_is_a_condition() -> None:
    statement = claim(
        "weight-only-quantization",
        4.4,
        baseline="TensorRT-LLM FP16",
        hardware=("A100",),
        model=("Llama-2-7B",),
        params={"batch": 1, "context_len": 512, "weight_bits": 4},
    )
    assert judge(statement).requires == ("a baseline at no more than 68 % of its roof, the new engine being at 81 %",)

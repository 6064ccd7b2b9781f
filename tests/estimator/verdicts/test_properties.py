"""What holds for every claim, whatever its numbers."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estimator import TECHNIQUES, Quantity, Statement, judge

MILDNESS = {"plausible": 0, "conditional": 1, "implausible": 2}
STATEMENTS = {
    "weights": Statement(technique="weight-only-quantization", hardware=("A100",), n_devices=1, model=("Llama-2-13B",)),
    "cache": Statement(technique="kv-cache-quantization", hardware=("H100",), n_devices=1, model=("Llama-3.1-8B",)),
    "draft": Statement(technique="speculative-decoding", hardware=("H100",), n_devices=4, model=("Llama-3.1-70B",)),
    "eagle": Statement(technique="eagle", hardware=("RTX 4090",), n_devices=1, model=("Llama-3.1-8B",)),
    "sharding": Statement(technique="tensor-parallelism", hardware=("A100",), n_devices=4, model=("Qwen2.5-32B",)),
    "nothing known": Statement(technique="weight-only-quantization"),
    "graphs": Statement(technique="cuda-graphs", hardware=("H100",), n_devices=1, model=("Llama-3.1-8B",)),
    "prefix": Statement(technique="prefix-caching", hardware=("H100",), n_devices=1, model=("Llama-3.1-8B",)),
    "other engine": Statement(
        technique="weight-only-quantization", hardware=("H100",), n_devices=1, model=("Llama-3.1-8B",), baseline="vLLM"
    ),
}
METRICS = st.sampled_from(["decode", "throughput", "latency", "ttft", "kernel", "memory"])
QUALIFIERS = st.sampled_from(["exact", "up-to", "average"])


def claimed(statement: Statement, factor: float, **changes: object) -> Statement:
    return replace(statement, factor_low=factor, factor_high=factor, **changes)  # type: ignore[arg-type]


@given(st.sampled_from(sorted(STATEMENTS)), METRICS, QUALIFIERS, st.floats(0.2, 50), st.floats(1.0, 20))
@settings(max_examples=150)
def test_a_larger_factor_is_never_judged_more_mildly(
    name: str, metric: str, qualifier: str, factor: float, more: float
) -> None:
    statement = replace(STATEMENTS[name], metric=metric, qualifier=qualifier)  # type: ignore[arg-type]
    small, large = judge(claimed(statement, factor)), judge(claimed(statement, factor * more))
    assert MILDNESS[large.verdict] >= MILDNESS[small.verdict]


@given(
    st.sampled_from(sorted(STATEMENTS)),
    st.floats(1.5, 40),
    st.dictionaries(
        st.sampled_from(["batch", "context_len", "draft_len", "acceptance_len", "weight_bits", "kv_bits"]),
        st.sampled_from([2, 3, 4]),
        min_size=1,
    ),
)
@settings(max_examples=150)
def test_stating_more_never_makes_an_impossible_claim_ordinary(
    name: str, factor: float, stated: dict[str, int]
) -> None:
    stated = {k: v * {"batch": 4, "context_len": 500}.get(k, 1) for k, v in stated.items()}
    if name == "graphs":  # a step of narrow weights is shorter, and launches are more of it: no case of the open one
        stated = {k: v for k, v in stated.items() if not k.endswith("bits")}
    if judge(claimed(STATEMENTS[name], factor, metric="decode")).verdict == "implausible":
        assert judge(claimed(STATEMENTS[name], factor, metric="decode", params=stated)).verdict != "plausible"


@given(st.sampled_from(sorted(STATEMENTS)), METRICS, st.floats(0.2, 50))
@settings(max_examples=60)
def test_the_answer_does_not_change_from_call_to_call(name: str, metric: str, factor: float) -> None:
    statement = claimed(STATEMENTS[name], factor, metric=metric)
    assert judge(statement).record() == judge(statement).record()


PUT_BACK = [
    ("weights", "weight_bits", {"batch": 1, "context_len": 512}, (1.5, 7.0)),
    ("weights", "batch", {"weight_bits": 4, "context_len": 512}, (1.6, 3.5)),
    ("weights", "context_len", {"weight_bits": 4, "batch": 2}, (1.3, 3.4)),
    ("cache", "kv_bits", {"batch": 16, "context_len": 16384}, (1.1, 2.0)),
    ("cache", "context_len", {"kv_bits": 8, "batch": 16}, (1.1, 1.9)),
    ("draft", "acceptance_len", {"draft_len": 4, "batch": 1, "context_len": 512, "draft_params_b": 8}, (1.0, 3.0)),
    ("draft", "batch", {"draft_len": 4, "acceptance_len": 3.5, "context_len": 512, "draft_params_b": 8}, (1.2, 2.2)),
    ("prefix", "hit_rate", {"input_len": 8192}, (1.2, 20.0)),
]


@pytest.mark.parametrize(("name", "unknown", "params", "ends"), PUT_BACK)
@given(share=st.floats(0.02, 0.98))
@settings(max_examples=12)
def test_the_inverse_put_back_in_gives_the_claimed_factor(
    name: str, unknown: str, params: dict[str, float], ends: tuple[float, float], share: float
) -> None:
    factor = ends[0] + share * (ends[1] - ends[0])
    metric = "ttft" if name == "prefix" else "decode"
    found = judge(claimed(STATEMENTS[name], factor, metric=metric, params=params)).inverse[unknown]
    values = [value for value in found if value is not None and not math.isnan(value)]
    assert values, found
    for value in values:
        again = judge(claimed(STATEMENTS[name], factor, metric=metric, params=params | {unknown: value}))
        assert again.ceiling == pytest.approx(factor, rel=0.01)


PARAMETERS = st.dictionaries(
    st.sampled_from("weight_bits kv_bits act_bits batch input_len output_len context_len draft_len "
        "acceptance_rate acceptance_len tp pp "
                    "n_kv_heads window sparsity hit_rate tree_size time_share kernel_factor draft_params_b".split()),
    st.one_of(st.sampled_from([0, 1, 2, 4, 8, 16, 64, 512, 4096, 0.5, 0.9, -1]), st.floats(-5, 1e6), st.just([1, 64])),
    max_size=6,
)  # fmt: skip


@given(
    st.builds(
        Statement,
        technique=st.sampled_from(sorted(TECHNIQUES)),
        also=st.lists(st.sampled_from(sorted(TECHNIQUES)), max_size=2).map(tuple),
        metric=METRICS,
        factor_low=st.one_of(st.none(), st.floats(0.1, 1e4)),
        factor_high=st.one_of(st.none(), st.floats(0.1, 1e4)),
        qualifier=QUALIFIERS,
        absolute=st.one_of(
            st.none(), st.builds(Quantity, st.floats(-1, 1e6), st.sampled_from(["tokens/s", "ms", "GB", "TFLOPS", ""]))
        ),
        baseline=st.sampled_from(["", "vLLM", "one A100", "TP8", "naive", "offload", "FP16 batch 4"]),
        hardware=st.sampled_from([(), ("H100",), ("RTX 4090",), ("no such chip",), ("B200", "H100")]),
        n_devices=st.sampled_from([None, 0, 1, 8, 72]),
        model=st.sampled_from(
            [(), ("Llama-3.1-8B",), ("DeepSeek-V3",), ("no such model",), ("Mixtral-8x7B", "Llama-2-70B")]
        ),
        params=PARAMETERS,
    )
)
@settings(max_examples=120)
def test_any_statement_gets_an_answer_that_json_can_hold(statement: Statement) -> None:
    record = judge(statement).record()
    json.dumps(record, allow_nan=False)
    assert record["verdict"] in ("plausible", "conditional", "implausible", "unverifiable")
    assert record.get("ceiling", 1.0) >= 0.0
    assert "nan" not in record["reason"]

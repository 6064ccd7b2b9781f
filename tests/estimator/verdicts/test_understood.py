"""What a figure rests on where no technique is named, and whose rate it is."""

from __future__ import annotations

from typing import Any

import pytest

from estimator import Quantity, Statement, judge
from estimator.verdicts.case import read
from estimator.verdicts.judge import case_of, paired, understood


def test_an_engine_as_baseline_makes_two_listed_chips_no_upgrade() -> None:
    said = Statement(
        metric="throughput", factor_low=3.5, factor_high=3.5, qualifier="up-to", baseline="Text Generation Inference",
        hardware=("A10G", "A100-40GB"), model=("LLaMA-7B", "LLaMA-13B"),
    )  # fmt: skip
    assert judge(said).verdict == "unverifiable"


def test_with_no_baseline_named_the_faster_chip_is_the_new_one() -> None:
    said = Statement(
        technique="hardware-upgrade", metric="decode", factor_low=1.3, factor_high=1.3,
        hardware=("H100", "H200"), model=("Llama-3.1-8B",), params={"batch": 1},
    )  # fmt: skip
    verdict = judge(said)
    assert (verdict.verdict, round(verdict.ceiling or 0.0, 2)) == ("plausible", 1.43)


def test_a_rate_beside_a_factor_may_be_that_of_all_sequences() -> None:
    said = Statement(
        technique="weight-activation-quantization", metric="decode", factor_low=1.3, factor_high=1.3,
        absolute=Quantity(12_700, "tokens/s"), hardware=("H100",), n_devices=1, model=("Llama-3.1-8B",),
        params={"weight_bits": 8},
    )  # fmt: skip
    assert judge(said).verdict != "implausible"


def test_parameters_of_one_mechanism_show_it_where_nothing_else_does() -> None:
    """One chip is no comparison of chips; 3 % of 131,072 cached tokens are sparse attention: 131 GB to 31, 4.2x at most."""
    said = Statement(
        technique="hardware-upgrade",
        metric="decode",
        factor_low=2.2,
        factor_high=2.2,
        hardware=("H200",),
        n_devices=1,
        model=("Qwen2.5-14B",),
        params={"sparsity": 0.97, "context_len": 131072, "batch": 4},
    )
    verdict = judge(said)
    assert verdict.verdict == "plausible"
    assert verdict.ceiling is not None
    assert 4.0 < verdict.ceiling < 4.4


BOTH = {"weight_bits": 4, "weight_bits_before": 16}
TWO = ("Llama-3.1-8B", "Llama-3.1-70B")
SHOWN: tuple[tuple[dict[str, Any], str], ...] = (
    # one chip is no comparison of chips
    ({"technique": "hardware-upgrade", "hardware": ("M2",), "params": BOTH}, "weight-only-quantization"),
    ({"technique": "hardware-upgrade", "hardware": ("M2",), "params": {"weight_bits": 4}}, "hardware-upgrade"),
    ({"technique": "hardware-upgrade", "hardware": ("M2",), "model": TWO, "params": BOTH}, "smaller-model"),
    ({"technique": "hardware-upgrade", "hardware": ("H100", "A100"), "model": TWO}, "hardware-upgrade"),
    ({"technique": "hardware-upgrade", "hardware": ("H100", "A100"), "params": BOTH}, "hardware-upgrade"),
    # two whole models differ in more than one technique
    ({"technique": "grouped-query-attention", "model": TWO, "metric": "decode"}, "smaller-model"),
    ({"technique": "grouped-query-attention", "model": TWO, "metric": "memory"}, "grouped-query-attention"),
    ({"technique": "grouped-query-attention", "model": TWO[:1], "metric": "decode"}, "grouped-query-attention"),
    ({"technique": "multi-head-latent-attention", "model": ("DeepSeek-V3", "Llama-3.1-70B")}, "mixture-of-experts"),
    ({"technique": "weight-only-quantization", "model": TWO[:1], "baseline": "Llama-3.1-70B"}, "smaller-model"),
    ({"technique": "weight-only-quantization", "model": TWO, "params": {"weight_bits_before": 16}}, "smaller-model"),
    ({"technique": "weight-only-quantization", "model": TWO, "params": BOTH}, "weight-only-quantization"),
    ({"technique": "weight-only-quantization", "model": TWO}, "weight-only-quantization"),
    ({"technique": "kv-eviction", "model": TWO}, "kv-eviction"),
    # parameters of one mechanism alone, beside a factor
    ({"params": {"hit_rate": 0.5}, "factor_high": 2.0}, "prefix-caching"),
    ({"params": {"hit_rate": 0.5}}, "other"),
    ({"params": {"sparsity": 0.5}, "factor_high": 2.0}, "other"),
    ({"params": {"sparsity": 0.5, "context_len": 4096}, "factor_high": 2.0}, "sparse-attention"),
    ({"params": {"draft_len": 4, "batch": 1}, "factor_high": 2.0}, "speculative-decoding"),
    # several chips or models, set against one of them, or against nothing else
    ({"hardware": ("H100", "A100")}, "hardware-upgrade"),
    ({"hardware": ("H100", "A100"), "baseline": "A100"}, "hardware-upgrade"),
    ({"hardware": ("H100", "A100"), "baseline": "A-100 cards"}, "hardware-upgrade"),
    ({"hardware": ("H100", "A100"), "baseline": "version 7"}, "other"),
    ({"hardware": ("H100", "A100"), "baseline": "the old one"}, "other"),
    ({"hardware": ("H100", "A100"), "baseline": "vLLM"}, "other"),
    ({"hardware": ("H100",)}, "other"),
    ({"model": TWO}, "smaller-model"),
    ({"model": TWO, "baseline": "vLLM"}, "other"),
    ({"side": "fewer-steps", "params": {"acceptance_rate": 0.8}}, "speculative-decoding"),
    ({"side": "fewer-steps", "params": {"batch": 1}}, "other"),
    ({"side": "fewer-bytes", "params": {"acceptance_rate": 0.8}}, "other"),
)  # fmt: skip


@pytest.mark.parametrize("row", SHOWN, ids=lambda row: " ".join(map(str, row[0].values())))
def test_what_a_figure_rests_on(row: tuple[dict[str, Any], str]) -> None:
    fields, technique = row
    assert understood(read(Statement(**fields))) == technique


@pytest.mark.parametrize(
    ("technique", "params", "also"),
    [
        ("eagle", BOTH, ("weight-only-quantization",)),
        ("kv-eviction", BOTH, ("weight-only-quantization",)),
        ("layer-skipping", BOTH, ("weight-only-quantization",)),
        ("prefix-caching", BOTH, ()),  # of prompts: their weights are multiplied as before
        ("eagle", {"weight_bits": 8, "weight_bits_before": 8}, ()),
        ("eagle", {"weight_bits": [4, 8], "weight_bits_before": 16}, ("weight-only-quantization",)),
        ("eagle", {"weight_bits": 8, "weight_bits_before": [4, 16]}, ()),  # may be no change
        ("eagle", {"weight_bits": 4}, ()),
        ("weight-only-quantization", BOTH, ()),
    ],
)
def test_widths_that_differ_are_a_part_of_the_figure(
    technique: str, params: dict[str, Any], also: tuple[str, ...]
) -> None:
    assert case_of(Statement(technique=technique, params=params)).statement.also == also


def test_a_technique_stays_a_part_of_what_two_models_differ_in() -> None:
    found = case_of(
        Statement(technique="weight-only-quantization", model=TWO[:1], baseline="Llama-3.1-70B", params=BOTH)
    ).statement
    assert (found.technique, found.also) == ("smaller-model", ("weight-only-quantization",))


def test_a_figure_against_what_carries_bytes_is_of_the_transfer() -> None:
    said = Statement(technique="eagle", also=("kv-eviction",), metric="decode", factor_high=2.0, baseline="NCCL")
    found = case_of(said).statement
    assert (found.technique, found.metric, found.also) == ("communication-kernels", "kernel", ())


@pytest.mark.parametrize(
    ("before", "after", "factor"),
    [
        (Quantity(24, "tokens/s"), Quantity(51, "tokens/s"), 51 / 24),
        (Quantity(18.3, "s"), Quantity(8, "s"), 18.3 / 8),
        (Quantity(40, "ms/token"), Quantity(10, "ms/token"), 4.0),
        (Quantity(16, "GB"), Quantity(4, "GB"), 4.0),
        (Quantity(10, "sequences"), Quantity(40, "sequences"), 4.0),
        (Quantity(24, "tokens/s"), Quantity(8, "s"), None),
        (Quantity(24, "tokens/s"), Quantity(51, "tokens/s/GPU"), None),
        (Quantity(2, "widgets"), Quantity(4, "widgets"), None),
        (Quantity(0, "s"), Quantity(8, "s"), None),
        (Quantity(8, "s"), Quantity(0, "s"), None),
        (None, Quantity(8, "s"), None),
        (Quantity(8, "s"), None, None),
    ],
)
def test_two_figures_have_a_factor(before: Quantity | None, after: Quantity | None, factor: float | None) -> None:
    found = paired(Statement(metric="latency", absolute_before=before, absolute=after))
    wanted = None if factor is None else pytest.approx(factor)
    assert (found.factor_low, found.factor_high) == (wanted, wanted)
    told = Statement(metric="latency", absolute_before=before, absolute=after, factor_high=7.0)
    assert paired(told) == told


@pytest.mark.parametrize(
    ("metric", "pair", "word"),
    [("other", True, "unverifiable"), ("decode", True, "conditional"), ("other", False, "conditional")],
)
def test_times_between_steps_are_a_part_of_a_step(metric: str, pair: bool, word: str) -> None:
    """Work of the host that falls from 8 to 2 ms is no step that takes a quarter of its time."""
    figures: dict[str, Any] = {"absolute_before": Quantity(8, "ms"), "absolute": Quantity(2, "ms")}
    figures = figures if pair else {"factor_low": 4.0, "factor_high": 4.0}
    said = Statement(
        technique="multi-step-scheduling", metric=metric, model=("Llama-3.1-8B",), hardware=("H100",), n_devices=1, **figures  # type: ignore[arg-type]
    )  # fmt: skip
    assert judge(said).verdict == word


@pytest.mark.parametrize(
    ("fields", "ask"),
    [
        ({"hints": frozenset({"training"})}, "Is there a figure for running the model that was trained?"),
        ({"hints": frozenset({"price"}), "metric": "other"},
         "How many tokens a second does one device give, at which batch, before and after?"),
        ({"model": ("BERT-large",)}, "Is there a figure for a model that generates text?"),
        ({"technique": "hardware-upgrade"}, "Which chip replaces which, how many of each, and at which number format?"),
        ({"technique": "smaller-model"}, "Which model replaces which, and at which number format?"),
        ({"technique": "scheduling"}, "What are the arrival rate, the lengths of prompts and outputs, and the latency targets?"),
        ({"technique": "kv-aware-routing"},
         "Which share of the prompt tokens was found in a cache before, and which after?"),
        ({"technique": "eagle", "factor_low": None, "factor_high": None},
         "By how much, on which hardware, with which model and batch?"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)  # fmt: skip
def test_what_cannot_be_judged_is_asked_with_what_is_known(fields: dict[str, Any], ask: str) -> None:
    said = Statement(**({"hardware": ("H100",), "factor_low": 2.0, "factor_high": 2.0} | fields))
    verdict = judge(said)
    assert verdict.ask[0] == ask
    assert verdict.inputs["hardware"] == ("H100-SXM-80GB", "stated")
    assert verdict.verdict == ("conditional" if said.technique == "smaller-model" else "unverifiable")


def test_money_is_no_reason_where_a_rate_is_claimed() -> None:
    said = Statement(
        technique="weight-only-quantization", metric="decode", factor_low=2.0, factor_high=2.0, hints=frozenset({"price"}),
        params={"weight_bits": 4},
    )  # fmt: skip
    assert judge(said).verdict == "plausible"


def test_a_routers_hits_are_judged_where_they_are_stated() -> None:
    said = Statement(
        technique="kv-aware-routing", metric="ttft", factor_low=2.0, factor_high=2.0, hardware=("H100",), n_devices=1,
        model=("Llama-3.1-8B",), params={"hit_rate": 0.6, "input_len": 8192},
    )  # fmt: skip
    assert judge(said).verdict == "plausible"

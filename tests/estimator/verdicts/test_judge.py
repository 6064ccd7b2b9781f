"""The verdicts that the project's own description promises."""

from dataclasses import replace
from typing import Any

import pytest

from estimator import Quantity, Statement, judge
from estimator.statement import Metric
from estimator.verdicts.case import read
from estimator.verdicts.judge import _as_it_runs, _sizeable

INT4_ON_TWO = Statement(
    technique="weight-only-quantization",
    metric="decode",
    factor_low=9.0,
    factor_high=9.0,
    hardware=("H100",),
    n_devices=2,
    model=("Llama-2-70B",),
    params={"weight_bits": 4, "batch": 1},
)


def test_four_bits_do_not_give_nine_times() -> None:
    verdict = judge(INT4_ON_TWO)
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(3.87, rel=0.01)
    assert "1.8 bits" in verdict.reason or "1.7 bits" in verdict.reason


def test_the_same_with_an_ordinary_factor_is_plausible() -> None:
    assert judge(replace(INT4_ON_TWO, factor_low=2.5, factor_high=2.5)).verdict == "plausible"


def test_a_baseline_that_does_not_fit_is_said() -> None:
    verdict = judge(replace(INT4_ON_TWO, factor_low=2.5, factor_high=2.5, n_devices=1))
    assert verdict.verdict == "conditional"
    assert "does not fit" in verdict.reason


def test_speculation_says_which_acceptance_it_needs() -> None:
    statement = Statement(
        technique="speculative-decoding",
        metric="decode",
        factor_low=2.5,
        factor_high=2.5,
        hardware=("H100",),
        n_devices=2,
        model=("Llama-2-70B",),
        params={"batch": 1},
    )
    verdict = judge(statement)
    assert verdict.verdict in ("plausible", "conditional")
    assert verdict.inverse["acceptance_len"][0] == pytest.approx(2.6, abs=0.2)


def test_a_rate_above_the_roof_is_implausible() -> None:
    statement = Statement(
        kind="measurement",
        metric="decode",
        absolute=Quantity(60.0, "tokens/s"),
        hardware=("MI300X",),
        n_devices=1,
        model=("Llama-3.1-70B",),
        params={"weight_bits": 16, "batch": 1},
    )
    verdict = judge(statement)
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(38.1, rel=0.01)
    assert verdict.limiter == ("", "HBM")


def test_a_new_chip_may_run_in_a_format_of_its_own_where_a_whole_server_is_compared() -> None:
    """H100 over A100: 3.2x by the 16-bit peaks, twice that in FP8, which no A100 multiplies."""
    statement = Statement(
        technique="hardware-upgrade",
        metric="throughput",
        factor_low=4.6,
        factor_high=4.6,
        baseline="A100",
        hardware=("H100", "A100"),
        model=("Llama-2-70B",),
    )
    assert judge(statement).verdict == "conditional"
    assert judge(replace(statement, metric="decode", params={"weight_bits": 16, "batch": 1})).ceiling == pytest.approx(
        3350 / 2039, rel=0.01
    )


def test_a_short_question_over_a_cached_history_is_a_hit() -> None:
    statement = Statement(
        technique="prefix-caching",
        metric="ttft",
        factor_low=2.0,
        factor_high=2.0,
        hardware=("H100",),
        n_devices=1,
        model=("Llama-3.1-8B",),
        params={"input_len": 512, "context_len": 7680},
    )
    verdict = judge(statement)
    assert verdict.verdict == "plausible"
    assert verdict.inputs["hit_rate"][0] == pytest.approx(7680 / 8192)


def test_a_rate_without_a_format_names_the_bits_it_takes() -> None:
    statement = Statement(
        kind="measurement",
        metric="decode",
        absolute=Quantity(300.0, "tokens/s"),
        hardware=("H100",),
        n_devices=1,
        model=("Llama-3.1-8B",),
        params={"batch": 1},
    )
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert verdict.requires == ("weights of at most 8 bits, which are not stated",)


def test_a_factor_that_only_a_slow_baseline_explains_is_conditional() -> None:
    statement = Statement(
        technique="weight-only-quantization",
        metric="decode",
        factor_low=4.5,
        factor_high=4.5,
        qualifier="up-to",
        baseline="Hugging Face Transformers",
        hardware=("H100",),
        n_devices=1,
        model=("Llama-3.1-8B",),
        params={"weight_bits": 4, "batch": 1},
    )
    verdict = judge(statement)
    assert verdict.verdict == "conditional"
    assert any("of its roof" in need for need in verdict.requires)
    assert judge(replace(statement, baseline="")).verdict == "implausible"


def test_a_kind_of_chip_is_no_roof_for_a_rate() -> None:
    statement = Statement(
        kind="measurement",
        metric="decode",
        absolute=Quantity(20.0, "tokens/s"),
        hardware=("x86 CPU",),
        model=("Llama-2-7B",),
    )
    assert judge(statement).verdict == "unverifiable"


def test_a_rate_above_the_roof_outweighs_a_factor_that_could_be() -> None:
    statement = replace(INT4_ON_TWO, factor_low=2.5, factor_high=2.5, absolute=Quantity(260.0, "tokens/s"))
    verdict = judge(statement)
    assert verdict.verdict == "implausible"
    assert verdict.ceiling == pytest.approx(188, rel=0.01)
    assert verdict.reason.endswith("The factor by itself would be plausible.")


def test_a_pair_of_figures_has_a_factor() -> None:
    pair = replace(INT4_ON_TWO, factor_low=None, factor_high=None, absolute_before=Quantity(40.0, "ms/token"))
    assert judge(replace(pair, absolute=Quantity(16.0, "ms/token"))).verdict == "plausible"
    assert judge(replace(pair, absolute=Quantity(4.0, "ms/token"))).verdict == "implausible"


def test_a_format_as_baseline_is_no_rival_engine() -> None:
    told = Statement(
        technique="weight-activation-quantization", metric="decode", factor_low=2.5, factor_high=2.5, baseline="FP8",
        hardware=("B200",), n_devices=2, model=("Llama-3.3-70B",),
        params={"weight_bits": 4, "act_bits": 4, "weight_bits_before": 8, "batch": 1},
    )  # fmt: skip
    found = judge(told)
    assert found.verdict == "implausible"
    assert found.ceiling == pytest.approx(1.77, abs=0.02)


def test_a_conditional_verdict_always_names_its_condition() -> None:
    """16/4.125 bits are 3.87x with the cache: 4.1 is a twentieth more, within what data sheets are off by."""
    verdict = judge(replace(INT4_ON_TWO, factor_low=4.1, factor_high=4.1))
    assert (verdict.verdict, verdict.requires) == (
        "conditional",
        ("figures and data sheets that are off by up to a tenth",),
    )


def test_a_width_that_cannot_be_is_not_compared_with_the_one_before() -> None:
    found = judge(
        Statement(technique="diffusion-decoding", factor_high=36.0, params={"weight_bits": 0}, baseline="FP16")
    )
    assert found.verdict == "conditional"
    assert found.derivation[-1] == "weight_bits = 0 cannot be and is left out"


def test_a_model_that_selects_what_it_reads_is_held_against_its_dense_self() -> None:
    """61 layers read 576 16-bit elements of each of 131,072 tokens; now of 2,048, and a key of 128 in 8.25 bits of all."""
    claim = Statement(
        technique="sparse-attention", metric="kernel", factor_low=4.0, factor_high=4.0, hardware=("B200",),
        n_devices=8, model=("DeepSeek-V3.2",), params={"batch": 32, "context_len": 131072},
    )  # fmt: skip
    found = judge(claim)
    assert found.ceiling == pytest.approx(576 * 131072 * 16 / (576 * 2048 * 16 + 128 * 131072 * 8.25), rel=0.001)
    assert judge(replace(claim, factor_low=8.5, factor_high=8.5)).verdict == "implausible"
    decoded = judge(
        replace(claim, metric="decode", factor_low=1.3, factor_high=1.3, model=("DeepSeek-V3.2", "DeepSeek-V3.1"))
    )
    assert decoded.ceiling == pytest.approx(1.543, rel=0.01)  # its indexer keeps eight bits a number


@pytest.mark.parametrize("value", [5e-324, 1e-31, 1e31])
def test_a_number_that_no_measurement_has_is_no_figure(value: float) -> None:
    rate = Statement(
        kind="measurement", metric="decode", absolute=Quantity(value, "ms"), hardware=("H100",), model=("Llama-3.1-8B",)
    )  # fmt: skip
    assert judge(rate).verdict == "unverifiable"
    pair = replace(rate, kind="claim", absolute_before=Quantity(20.0, "ms"))
    assert judge(pair).verdict == "unverifiable"


@pytest.mark.parametrize(
    ("value", "sizeable"),
    [(1e-30, False), (1.05e-30, True), (1.0, True), (0.95e30, True), (1e30, False), (1.05e30, False), (0.0, False)],
)
def test_numbers_whose_quotients_are_numbers(value: float, sizeable: bool) -> None:
    assert _sizeable(Quantity(value, "tokens/s")) is sizeable


@pytest.mark.parametrize(
    ("params", "bits"),
    [
        ({"weight_bits_before": [8, 16]}, (8.0, 8.0)),
        ({"weight_bits_before": 8, "weight_bits": 4}, (4.0, 4.0)),
        ({}, None),
    ],
)
def test_a_rate_alone_runs_at_the_only_width_that_is_stated(
    params: dict[str, float], bits: tuple[float, float] | None
) -> None:
    assert _as_it_runs(read(Statement(technique="eagle", params=params))).params.get("weight_bits") == bits


HERE: dict[str, Any] = {"hardware": ("H100",), "n_devices": 1, "model": ("Llama-3.1-8B",)}
NARROWER = Statement(technique="weight-only-quantization", metric="decode", factor_low=2.0, factor_high=2.0, **HERE)


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        # 4 bits of 7.505 billion and 67 MB of cache: 850 tokens a second of one sequence, many times that of all together
        ({"params": {"weight_bits": 4}}, "plausible"),
        ({"params": {"weight_bits": 4, "batch": 1}}, "implausible"),
        ({"params": {"weight_bits": 4}, "hints": frozenset({"single-user"})}, "implausible"),
        ({"params": {"weight_bits": 4}, "absolute": Quantity(3000.0, "tokens/s per user")}, "implausible"),
        # beside a factor that needs a condition, too
        (
            {"params": {"weight_bits": 4, "batch": 1}, "factor_low": 9.0, "factor_high": 9.0, "baseline": "vLLM"},
            "implausible",
        ),
    ],
)
def test_a_rate_beside_a_factor_may_be_that_of_all_sequences_where_nobody_counts_them(
    fields: dict[str, Any], word: str
) -> None:
    assert judge(replace(NARROWER, **{"absolute": Quantity(3000.0, "tokens/s")} | fields)).verdict == word


def test_a_width_before_is_the_one_that_a_rate_alone_runs_at_and_not_that_of_a_factor() -> None:
    """Eight bits of 7.505 billion and 67 MB: 442 tokens a second; from eight to two bits, with the cache, 3.90x."""
    params = {"weight_bits_before": 8, "batch": 1, "context_len": 512}
    alone = Statement(metric="decode", absolute=Quantity(150.0, "tokens/s"), params=params, **HERE)
    assert judge(alone).ceiling == pytest.approx(3.35e12 / (7.505e9 + 512 * 131_072), rel=1e-3)
    both = judge(replace(NARROWER, absolute=Quantity(150.0, "tokens/s"), params=params))
    assert both.ceiling == pytest.approx((7.505 + 0.0671) / (7.505 / 4 + 0.0671), rel=2e-3)


@pytest.mark.parametrize(
    ("metric", "figure", "said"),
    [
        ("kernel", Quantity(40, "%"), "Plausible: 40 % of a roof is claimed, and tuned kernels reach 95 % at best."),
        ("throughput", Quantity(40, "%"), "Unverifiable: no figure is stated that could be held against the roof."),
        ("kernel", Quantity(5, "ms"),
         "Unverifiable: what a kernel takes depends on the shapes that it works on, and they are not stated."),
        ("latency", Quantity(5, "s"), "Unverifiable: what a whole request takes depends on the lengths of its prompt and its "
         "output, and they are not stated."),
    ],
)  # fmt: skip
def test_a_share_is_one_of_a_roof_where_a_kernel_is_spoken_of(metric: Metric, figure: Quantity, said: str) -> None:
    assert judge(Statement(metric=metric, absolute=figure, **HERE)).reason == said


def test_two_models_of_which_one_is_not_named_need_bytes_that_differ() -> None:
    verdict = judge(Statement(technique="smaller-model", metric="decode", factor_low=3.0, factor_high=3.0, **HERE))
    assert (verdict.verdict, verdict.requires) == ("conditional", ("a model that reads 3.0x fewer bytes a token",))


def test_what_is_not_modelled_still_says_what_it_does_not_know() -> None:
    verdict = judge(Statement(technique="scheduling", factor_low=3.0, factor_high=3.0, hardware=("Foo-9",)))
    assert verdict.verdict == "unverifiable"
    assert verdict.derivation == ("no chip called Foo-9 in the catalog: usual ones stand in",)
    assert "Foo-9" not in verdict.reason  # of which nothing hangs on the chip


def test_of_an_impossible_range_the_lower_end_is_explained() -> None:
    """What is possible is 3.877 times 3.2 for the engines; 14x of it needs a baseline at 0.25 x 12.4 / 14 of its roof."""
    claim = replace(NARROWER, baseline="HF Transformers", params={"weight_bits": 4, "batch": 1})
    verdict = judge(replace(claim, factor_low=14.0, factor_high=40.0))
    assert (verdict.verdict, verdict.ceiling) == ("implausible", pytest.approx(12.41, rel=2e-3))
    assert verdict.inverse["baseline_efficiency"] == (None, pytest.approx(0.25 * 12.41 / 14, rel=2e-3))


@pytest.mark.parametrize(("rate", "word"), [(80_000.0, "implausible"), (89_000.0, "plausible")])  # 94 and 105 times 850
def test_a_rate_a_hundred_times_above_the_roof_is_of_another_unit(rate: float, word: str) -> None:
    beside = replace(NARROWER, absolute=Quantity(rate, "tokens/s"), params={"weight_bits": 4, "batch": 1})
    assert judge(beside).verdict == word


@pytest.mark.parametrize(("before", "word"), [(Quantity(8.0, "ms"), "unverifiable"), (None, "conditional")])
def test_two_times_of_the_hosts_work_are_of_a_part_of_a_step(before: Quantity | None, word: str) -> None:
    claim = replace(NARROWER, technique="multi-step-scheduling", metric="other", factor_low=1.6, factor_high=1.6)
    assert judge(replace(claim, absolute_before=before, absolute=Quantity(5.0, "ms"))).verdict == word


def test_an_overhead_that_shrinks_tenfold_is_no_step_that_does() -> None:
    claim = replace(NARROWER, technique="cuda-graphs", metric="other", factor_low=10.0, factor_high=10.0, params={})
    assert judge(claim).verdict == "implausible"
    verdict = judge(replace(claim, hints=frozenset({"of-overhead"})))
    assert verdict.verdict == "unverifiable"
    assert verdict.reason == "Unverifiable: work on the host outside of the model's steps is not modelled."

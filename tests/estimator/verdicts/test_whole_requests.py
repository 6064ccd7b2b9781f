"""Requests as a whole, and rates of one user or of all: ranges are read where they are fastest, hosts where they may be."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from estimator import Quantity, Statement, Verdict, judge
from estimator.step import Cost
from estimator.verdicts.absolute import _prompt_roof, _rates, _several, _with_host
from estimator.verdicts.case import read
from estimator.verdicts.compare import USUAL_EFFICIENCY, region
from estimator.verdicts.rates import Roof
from estimator.verdicts.sides import Timing


def measured(value: float, unit: str, metric: str, **params: Any) -> Verdict:
    return judge(
        Statement(
            kind="measurement", technique="other", metric=metric, absolute=Quantity(value, unit), hardware=("H100",),
            n_devices=1, model=("Llama-3.1-8B",), params=params,
        )
    )  # fmt: skip


@pytest.mark.parametrize(
    ("params", "seconds", "usual"),
    [
        # 15.01 GB at 3,350 GB/s are 4.481 ms for the prompt and for each of 100 tokens, and 0.7 of cache in all
        ({"input_len": 128, "output_len": 100}, 0.45324, (0.52962, 0.93649)),
        ({"input_len": [128, 4096], "output_len": 100}, 0.45324, (0.52962, 0.93649)),
        # 4,096 tokens of cache are 0.16 ms more in each step; 62 TFLOP of the prompt take 62 ms
        ({"input_len": 4096, "output_len": 100}, 0.52654, (0.61238, 1.14978)),
        ({"input_len": 128, "output_len": 10}, 0.049344, (0.058559, 0.109963)),
        ({"input_len": 128, "output_len": [10, 100]}, 0.049344, (0.058559, 0.109963)),
    ],
)
def test_a_request_takes_its_prompt_and_its_steps(
    params: dict[str, Any], seconds: float, usual: tuple[float, float]
) -> None:
    verdict = measured(1.0, "s", "latency", **params)
    assert (verdict.verdict, verdict.ceiling_unit) == ("plausible", "s, smallest possible")
    assert verdict.ceiling == pytest.approx(seconds, rel=1e-4)
    assert verdict.expected == pytest.approx(usual, rel=1e-4)


@pytest.mark.parametrize(
    ("params", "requests", "usual"),
    [
        # of many prompts at once each computes 1.792 TFLOP, 1.812 ms at 989 TFLOPS; what is usual computes one after the other
        ({"input_len": 128, "output_len": 100}, 299.470, (49.249, 128.794)),  # at the largest batch that fits
        ({"input_len": [128, 4096], "output_len": 100}, 299.470, (49.249, 128.794)),
        ({"input_len": 128, "output_len": [10, 100]}, 509.014, (54.454, 156.503)),
        # 64 sequences of 178 tokens: 16.50 GB a step, 7.697 ms for 100 tokens of one of them
        ({"input_len": 128, "output_len": 100, "batch": 64}, 105.158, (29.9265, 66.3657)),
        ({"input_len": 128, "output_len": 100, "batch": [1, 64]}, 105.158, (29.9265, 66.3657)),
    ],
)
def test_requests_a_second_wait_for_both_phases(
    params: dict[str, Any], requests: float, usual: tuple[float, float]
) -> None:
    verdict = measured(5.0, "req/s", "throughput", **params)
    assert verdict.ceiling_unit == "requests/s"
    assert verdict.ceiling == pytest.approx(requests, rel=1e-4)
    assert verdict.expected == pytest.approx(usual, rel=1e-4)


@pytest.mark.parametrize(
    ("metric", "params", "ceiling"),
    [
        # a step of 15.01 GB and 67 MB of cache for 512 tokens: 4.5007 ms, and 4.5207 for two sequences
        ("latency", {}, 222.19),
        ("latency", {"batch": 1}, 222.19),
        ("latency", {"batch": 2}, 442.41),
        ("decode", {"batch": 2}, 221.21),
        ("throughput", {"batch": 1}, 222.19),
    ],
)
def test_whose_rate_it_is(metric: str, params: dict[str, Any], ceiling: float) -> None:
    verdict = measured(50.0, "tokens/s", metric, **params)
    assert verdict.ceiling_unit == "tokens/s"
    assert verdict.ceiling == pytest.approx(ceiling, rel=1e-4)


@pytest.mark.parametrize(
    ("technique", "chips", "misfit", "params", "host"),
    [
        ("other", ("RTX-4090",), "does not fit", {}, "Threadripper-PRO-7995WX"),
        ("other", ("RTX-4090", "RTX-3090"), "does not fit", {}, "Threadripper-PRO-7995WX"),
        ("other", ("RTX-4090",), "", {}, None),
        ("other", ("RTX-4090",), "does not fit", {"hit_rate": 0.5}, None),
        ("other", ("H100",), "does not fit", {}, None),
        ("other", ("RTX-4090", "H100"), "does not fit", {}, None),  # one of them is a server's
        ("weight-offload-streaming", ("RTX-4090",), "does not fit", {}, None),
        ("expert-offload", ("H100",), "", {}, "2x-Xeon-8592+"),
        ("expert-offload", ("RTX-4090", "Threadripper-PRO-7995WX"), "does not fit", {}, None),  # it is named already
    ],
)
def test_which_host_may_compute_with_what_it_holds(
    technique: str, chips: tuple[str, ...], misfit: str, params: dict[str, Any], host: str | None
) -> None:
    case = read(
        Statement(
            technique=technique, metric="decode", hardware=chips, n_devices=1, model=("Llama-2-70B",), params=params
        )
    )
    found = _with_host(case, cast("Roof", SimpleNamespace(region=SimpleNamespace(misfit=misfit))))
    assert (None if found is None else found.chips[-1].name) == host


@pytest.mark.parametrize(
    ("chip", "model", "params", "said"),
    [
        ("RTX-4090", "Llama-3.1-8B", {}, ""),
        ("RTX-4090", "Llama-2-70B", {}, "8 x RTX-4090, of which the text names no number"),  # 138 GB in 24 each
        # 13.0e9 x 2 bytes are more than 24 GB; a byte each is less
        (
            "RTX-4090",
            "Llama-2-13B",
            {},
            "weights of at most 8 bits, or 2 x RTX-4090, of which the text names no number",
        ),
        ("RTX-4090", "Llama-2-13B", {"weight_bits": 16}, "2 x RTX-4090, of which the text names no number"),
        ("H100", "Llama-2-70B", {}, ""),
    ],
)
def test_a_card_of_which_people_have_one(chip: str, model: str, params: dict[str, Any], said: str) -> None:
    case = read(Statement(technique="other", metric="decode", hardware=(chip,), model=(model,), params=params))
    assert _several(case) == said


@pytest.mark.parametrize(
    ("chip", "bound", "low", "high"),
    [
        # 512 tokens of 14.096 GFLOP each. At 59.39 TFLOP/s, which the units could do, 121.5 ms; at the usual 58.88 TFLOP/s
        # 144.2 and 0.96 ms of launches where 85 % of them are reached, 408.6 and 3.2 where 30 % are
        ("Ryzen-AI-Max-395", 1 / 0.12152, 1 / 0.41178, 1 / 0.14516),
        # 15.08 GB at 1,000 GB/s: the peak of its units is not known, and is 180 TFLOP/s where it is as usual
        ("Gaudi", 1 / 0.015077, 1 / 0.13685, 1 / 0.048131),
        # 989 TFLOP/s
        ("H100", 1 / 0.0072974, 1 / 0.027525, 1 / 0.0095452),
    ],
)
def test_prompts_a_second(chip: str, bound: float, low: float, high: float) -> None:
    params = {"input_len": 512, "batch": 1}
    case = read(
        Statement(
            technique="other", metric="prefill", hardware=(chip,), n_devices=1, model=("Llama-3.1-8B",), params=params
        )
    )
    prompts = _prompt_roof(case, case.places[0], "prompts")
    tokens = _prompt_roof(case, case.places[0], "tokens")
    for name, expected in (("bound", bound), ("low", low), ("high", high)):
        assert float(getattr(prompts, name)[0]) == pytest.approx(expected, rel=2e-4)
        assert float(getattr(tokens, name)[0]) == pytest.approx(512 * expected, rel=2e-4)


def test_usual_rates_pay_for_the_launches_of_drafts_as_well() -> None:
    """6.6 ms of bytes, and 32 layers before and 32 of drafts, of 30 us where engines are fast and of 100 where they are not."""
    case = read(
        Statement(
            technique="other",
            metric="decode",
            hardware=("H100",),
            n_devices=1,
            model=("Llama-3.1-8B",),
            params={"batch": 1},
        )
    )
    nothing = Cost(**dict.fromkeys(Cost.__slots__, 0.0))
    timing = Timing(6.6e-3, 32.0, 32.0, 0.0, 0.0, 1.0, 1.0, 0.0, nothing)
    assert (timing.layers, timing.draft_layers) == (32.0, 32.0)
    roof = _rates(region(case, case.places[0], "step", alone=True), timing, 1.0)
    slow, fast = USUAL_EFFICIENCY
    assert float(roof.bound[0]) == pytest.approx(1 / 6.6e-3)
    assert float(roof.high[0]) == pytest.approx(1 / (6.6e-3 / fast + 64 * 30e-6))
    assert float(roof.low[0]) == pytest.approx(1 / (6.6e-3 / slow + 64 * 100e-6))

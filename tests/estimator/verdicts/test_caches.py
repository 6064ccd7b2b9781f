"""Layers without a growing cache: what they save of a prompt's scores, and of a step at a long context."""

import pytest

from estimator import Statement, Verdict, judge


def linear(metric: str, factor: float, **fields: object) -> Verdict:
    statement = Statement(
        technique="linear-attention-ssm", metric=metric, factor_low=factor, factor_high=factor, **fields  # type: ignore[arg-type]
    )  # fmt: skip
    return judge(statement)


def test_linear_layers_compute_no_scores_of_a_prompt() -> None:
    """Llama-2-7B, 512K tokens: 1.374e11 pairs x 32 layers x 16,384 FLOP = 72.1 PFLOP, and 6.8 for the weights.

    With three of four layers linear: (72.1 + 6.8) / (72.1 / 4 + 6.8) = 3.18.
    """
    found = linear(
        "prefill", 2.5, model=("Llama-2-7B",), hardware=("H100",), n_devices=8,
        params={"input_len": 524_288.0, "sparsity": 0.75},
    )  # fmt: skip
    assert found.ceiling == pytest.approx(3.18, abs=0.01)
    assert found.verdict == "plausible"


@pytest.mark.parametrize(("factor", "verdict"), [(2.9, "plausible"), (4.5, "implausible")])
def test_a_hybrid_s_prompts_are_held_against_its_own_attention_everywhere(factor: float, verdict: str) -> None:
    """Kimi-Linear: 5e11 pairs x 20,480 FLOP x 27 layers = 276.5 PFLOP against 7 layers' 71.7, and 5.9 for the weights.

    (276.5 + 5.9) / (71.7 + 5.9) = 3.64; the paper measured 2.9 (https://arxiv.org/abs/2510.26692).
    """
    found = linear(
        "prefill", factor, model=("Kimi-Linear-48B-A3B",), hardware=("H800",), baseline="full attention",
        params={"input_len": 1_000_000.0},
    )  # fmt: skip
    assert found.ceiling == pytest.approx(3.64, abs=0.03)
    assert found.verdict == verdict


def test_a_prompt_needs_room_for_its_cache_as_a_step_does() -> None:
    """At 1M tokens no usual model's cache fits: a prompt, which gains less, must not be all that is left to judge by."""
    found = linear("throughput", 6.0, baseline="full attention", params={"context_len": 1_000_000.0})
    assert found.verdict == "conditional"
    assert any("more memory" in condition for condition in found.requires)

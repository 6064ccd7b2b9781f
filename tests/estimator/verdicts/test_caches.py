"""Layers without a growing cache: what they save of a prompt's scores, and of a step at a long context."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import pytest

from estimator import Statement, Verdict, judge
from estimator.shape import Attention, Shape, grouped
from estimator.verdicts.caches import (
    attending_everywhere,
    full_twin,
    query_heads,
    selected_ratio,
    transformer_twin,
    unselected,
)
from estimator.verdicts.case import Case, read
from estimator.verdicts.compare import choices_of, effects_of, sides


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


def one(technique: str, *models: str, **more: Any) -> Case:
    return read(Statement(technique=technique, model=models, hardware=("H200",), n_devices=8, **more))


def shapes(technique: str, *models: str, **more: Any) -> tuple[Shape, Shape]:
    case = one(technique, *models, **more)
    effects = effects_of(case)
    pair = sides(case, case.places[0], effects, choices_of(case, [effect for _, effect in effects]))
    return pair[0].setting.shape, pair[1].setting.shape


# ten layers of which two see 500 tokens and keep them, three see 1,000 and keep all
WINDOWED = Shape(
    "round", total=2.5e9, always=2.5e9, layers=10.0, hidden=1280.0, state=7.0,
    attention=(
        grouped(5, 16, 4, 50),
        replace(grouped(2, 8, 2, 50, window=500.0), keeps=500.0),
        grouped(3, 16, 4, 50, window=1000.0),
        Attention(3.0, 0.0, 1.0, 20.0, 0.0, 0.0, bits=8.25),  # the indexer of the last
    ),
)  # fmt: skip


def test_the_query_heads_of_a_model() -> None:
    """The most of any layer; 64 where the model has none, or is not known; what is stated counts first."""
    case, stated = one("grouped-query-attention"), one("grouped-query-attention", params={"n_heads": 40})
    assert [query_heads(case, shape) for shape in (WINDOWED, replace(WINDOWED, attention=()), None)] == [16, 64, 64]
    assert query_heads(stated, WINDOWED) == 40


def test_a_latent_is_held_against_as_many_heads_in_as_many_layers() -> None:
    """A model with grouped heads is given a latent; one with a latent of its own keeps it; without attention 32 heads."""
    rows: tuple[tuple[str, dict[str, Any], tuple[float, ...], tuple[float, ...]], ...] = (
        ("Llama-3.1-8B", {}, (32, 32, 32, 256), (32, 32, 1, 576)),
        ("Llama-3.1-8B", {"params": {"kv_lora_rank": 256}}, (32, 32, 32, 256), (32, 32, 1, 320)),
        ("DeepSeek-V3", {"baseline": "GQA"}, (61, 128, 8, 256), (61, 128, 1, 576)),
        ("DeepSeek-V3", {"params": {"kv_lora_rank": 256}}, (61, 128, 128, 256), (61, 128, 1, 576)),
        ("Falcon-Mamba-7B", {}, (64, 32, 32, 256), (64, 32, 1, 576)),
    )
    for model, more, old, new in rows:
        found = shapes("multi-head-latent-attention", model, **more)
        for shape, wanted in zip(found, (old, new), strict=True):
            (group,) = shape.attention
            assert (group.layers, group.heads, group.heads_kv, group.per_head) == wanted
            assert group.latent is (wanted is new)


def test_the_same_model_without_its_windows_sees_and_keeps_everything() -> None:
    twin = full_twin(WINDOWED)
    assert twin.name == "round without windows"
    assert [(group.window, group.keeps) for group in twin.attention] == [(inf, inf)] * 4
    assert [group.layers for group in twin.attention] == [5, 2, 3, 3]
    before, after = shapes("sliding-window-attention", "gpt-oss-20b")
    assert [group.window for group in before.attention] == [inf, inf]
    assert [group.window for group in after.attention] == [inf, 128]


def test_the_same_model_that_reads_all_it_keeps_has_no_indexer() -> None:
    dense = unselected(WINDOWED)
    assert dense.name == "round with dense attention"
    assert [(group.layers, group.window) for group in dense.attention] == [(5, inf), (2, inf), (3, inf)]
    before, after = shapes("sparse-attention", "DeepSeek-V3.2")
    assert (before.name, after.name) == ("DeepSeek-V3.2 with dense attention", "DeepSeek-V3.2")
    before, after = shapes("sparse-attention", "DeepSeek-V3.2", "DeepSeek-V3")
    assert (before.name, after.name) == ("DeepSeek-V3", "DeepSeek-V3.2")


def test_what_a_selection_saves_of_the_bytes_that_are_read() -> None:
    """4,096 tokens in 16 bits, five layers of 4 heads and 100 elements, two of 2, three of 4 that see 1,000, and its keys."""
    case = replace(one("sparse-attention", params={"context_len": 4096}), shapes=(WINDOWED,))
    dense = (5 * 400 + 2 * 200 + 3 * 400) * 4096 * 16
    read_of = 5 * 400 * 4096 * 16 + 2 * 200 * 500 * 16 + 3 * 400 * 1000 * 16 + 3 * 20 * 4096 * 8.25
    assert selected_ratio(case, {}) == pytest.approx(dense / read_of)


def test_a_model_with_a_state_is_held_against_a_transformer_of_its_size() -> None:
    """A head for each 128 of a width of 1,280; recurrent layers alone are twice as many as a transformer's."""
    for shape, depth in ((WINDOWED, 10.0), (replace(WINDOWED, attention=()), 5.0)):
        twin = transformer_twin(shape)
        assert (twin.name, twin.state, twin.attention) == ("a transformer of 2.5B", 0.0, (grouped(depth, 10, 10, 128),))


def test_a_hybrid_with_its_own_attention_in_every_layer() -> None:
    """Seven layers of 27 attend: 27 of them do in the twin, and no state is left."""
    before, after = shapes("linear-attention-ssm", "Kimi-Linear-48B-A3B", metric="ttft")
    assert (before.name, before.state, after.state) == ("Kimi-Linear-48B-A3B with full attention", 0.0, 10_485_760.0)
    assert [group.layers for group in before.attention] == [pytest.approx(27)]
    assert attending_everywhere(before).attention == before.attention
    before, after = shapes("linear-attention-ssm", "Kimi-Linear-48B-A3B", "Llama-3.1-8B")
    assert (before.name, after.name) == ("Llama-3.1-8B", "Kimi-Linear-48B-A3B")

"""Drafts: how far each family looks, what it costs, and how many tokens a pass are known of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from estimator import Statement
from estimator.setting import Setting
from estimator.shape import Shape
from estimator.verdicts.case import Case, read
from estimator.verdicts.compare import choices_of, effects_of, sides
from estimator.verdicts.drafts import DRAFTERS, _near, diffusion_axes, draft_axes, forced_axes, known, usual
from estimator.verdicts.sides import Side


def one(technique: str, **params: Any) -> Case:
    fields: dict[str, Any] = {"model": ("Llama-3.1-8B",), "hardware": ("H100",), "n_devices": 1}
    return read(Statement(technique=technique, metric="decode", params=params, **fields))


def drafting_side(case: Case) -> Side:
    effects = effects_of(case)
    return sides(case, case.places[0], effects, choices_of(case, [effect for _, effect in effects]))[1]


@pytest.mark.parametrize(
    ("technique", "kind", "tokens", "shares"),
    [
        # tokens a pass that are known of it, and what one draft step may take of a target step
        ("speculative-decoding", "self", (1.9, 3.4), (0.01, 0.03, 0.1, 0.2)),
        ("self-speculation", "self", (2.0, 3.5), (0.1, 0.2, 0.35, 0.5)),
        ("medusa-heads", "heads", (2.2, 3.5), None),
        ("eagle", "layer", (2.6, 4.8), None),
        ("multi-token-prediction", "layer", (1.7, 3.0), None),
        ("lookahead-decoding", "lookup", (1.4, 2.4), None),
        ("ngram-speculation", "lookup", (1.3, 2.8), None),
        ("tree-speculation", "self", (2.5, 4.5), (0.01, 0.03, 0.1)),
        ("parallel-drafting", "parallel", (2.5, 5.0), (0.01, 0.03, 0.1)),
        ("long-context-speculation", "self", (2.5, 6.0), (0.02, 0.1, 0.25, 0.5)),
    ],
)
def test_a_family_of_drafts(
    technique: str, kind: str, tokens: tuple[float, float], shares: tuple[float, ...] | None
) -> None:
    row, case = DRAFTERS[technique], one(technique)
    assert (row.kind, row.usual) == (kind, tokens)
    assert row.source.startswith("arXiv:")
    found = {axis.name: axis.values for axis in draft_axes(case)}
    assert found.get("draft_share") == shares
    assert known(case) == f", and {tokens[0]:g} to {tokens[1]:g} are known of such drafts"


def test_what_is_stated_of_an_acceptance_is_taken_at_its_word() -> None:
    """8 tokens a pass are more than is known of such drafts, and nobody else's figure takes their place."""
    case = one("eagle", acceptance_len=8, draft_len=9)
    length, accepted = draft_axes(case)
    assert (length.stated, accepted.stated, accepted.values) == (True, True, (8.0,))
    assert usual(case, {"acceptance_len": np.array([8.0]), "draft_len": np.array([9.0])}).tolist() == [True]
    assert usual(case, {"acceptance_rate": np.array([1.0]), "draft_len": np.array([9.0])}).tolist() == [True]
    shares = {"accepted_share": np.array([0.1, 0.4, 0.9]), "draft_len": np.array([5.0, 5.0, 5.0])}
    assert usual(case, shares).tolist() == [False, True, False]  # 1.5, 3 and 5.5 tokens


def test_an_accepted_length_needs_as_many_drafted_tokens_but_one() -> None:
    """5.05 tokens need 4.05 drafted ones."""
    assert draft_axes(one("eagle", acceptance_len=5.05))[0].values == (5.0, 6.0, 7.0)
    assert draft_axes(one("eagle", acceptance_len=5))[0].values == (4.0, 5.0, 6.0, 7.0)


def test_the_smallest_tree_of_a_range_is_verified() -> None:
    draft = drafting_side(one("eagle", tree_size=[16, 64], draft_len=4)).draft
    assert draft is not None
    assert (draft.tree, draft.verified) == (16.0, 16.0)


def test_a_target_that_drafts_over_a_window_reads_all_of_it() -> None:
    draft = drafting_side(one("long-context-speculation", window=[512, 4096], draft_len=4)).draft
    assert draft is not None
    assert draft.setting is not None
    assert (draft.setting.window, draft.setting.kv_kept) == (512.0, 1.0)


def test_a_draft_of_its_own_stays_where_it_fits_whole() -> None:
    """2 GB of weights: on 2 GB of memory they stay there, on a little less they do not; so for each target that is tried."""
    whole = Setting(Shape("round", total=1e9, always=1e9), bandwidth=1e12, peak=1e14, weights_on_host=0.5)
    for memory, away in ((2e9, 0.0), (2.1e9, 0.0), (1.9e9, 0.5)):
        assert float(np.asarray(_near(replace(whole, memory=memory)).weights_on_host)) == away
    some = replace(whole, memory=2e9, weights_on_host=np.array([0.0, 1.0]))
    assert np.asarray(_near(some).weights_on_host).tolist() == [0.0, 0.0]
    assert float(np.asarray(_near(replace(whole, memory=1e9), 0.5).weights_on_host)) == 0.0


def test_tokens_of_a_step_of_diffusion() -> None:
    (axis,) = diffusion_axes(one("diffusion-decoding"))
    assert (axis.values, axis.typical) == ((1.5, 2.0, 4.0, 8.0, 16.0, 32.0), (2.0, 6.0))


@pytest.mark.parametrize(("accepted", "forced"), [(1.0, 0.0), (1.05, 0.05 / 1.05), (4.0, 0.75)])
def test_the_share_of_forced_tokens_follows_from_the_tokens_of_a_pass(accepted: float, forced: float) -> None:
    (axis,) = forced_axes(one("jump-forward-decoding", acceptance_len=accepted))
    assert axis.values == (pytest.approx(forced),)

"""Accepted tokens a pass, by themselves: a cycle yields its drafted tokens and the target's own one, and no more."""

from __future__ import annotations

from estimator.verdict import Verdict, Word
from estimator.verdicts import words
from estimator.verdicts.case import Case
from estimator.verdicts.describe import questions
from estimator.verdicts.drafts import DRAFTERS, family

ROUNDING = 1.01


def too_many_accepted(case: Case) -> Verdict | None:
    """A stated acceptance above what the stated draft can yield makes the whole claim impossible."""
    if not {"acceptance_len", "draft_len"} <= case.params.keys():
        return None
    accepted, drafted = case.params["acceptance_len"][0], case.params["draft_len"][-1]
    return judge_accepted(case, accepted) if accepted > (drafted + 1.0) * ROUNDING else None


def judge_accepted(case: Case, accepted: float) -> Verdict:
    """Tokens a pass against the draft length + 1, or what the family of drafts is known to yield."""
    row = DRAFTERS[family(case)]
    stated = "draft_len" in case.params
    length = case.params["draft_len"][-1] if stated else float(row.lengths[-1])
    most = length + 1.0
    usual = min(row.usual[0], most), min(row.usual[1], most)
    if accepted > most * ROUNDING:
        word: Word = "implausible"
    else:
        word = "plausible" if accepted <= usual[1] * 1.1 or "acceptance_rate" in case.params else "conditional"
    drafted = (
        f"{length:g} drafted tokens" if stated else f"at most {length:g} drafted tokens, as far as such drafts look,"
    )
    heads = {"plausible": "Plausible", "conditional": "Conditional", "implausible": "Implausible"}
    reason = (
        f"{heads[word]}: {words.figure(accepted)} tokens a pass are claimed; {drafted} and the target's own token yield "
        f"{words.figure(most)} at most, and {words.figure(usual[0])} to {words.figure(usual[1])} are known of such drafts."
    )
    return Verdict(
        word,
        reason,
        ceiling=most,
        ceiling_unit="tokens a pass",
        expected=usual,
        requires=("a text that is easy to predict",) if word == "conditional" else (),
        ask=questions(case),
        inputs=case.inputs,
        inverse={"draft_len": (max(accepted - 1.0, 0.0), None)},
    )

"""Learning from what was reviewed: whether it would help, and taking it over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from classifier.learning import learned
from classifier.learning.features import features
from classifier.learning.learned import Example, Model

OWN = "review"  # the origin of units that are not of the corpus itself
LEAST = 20  # units below which a score would be chance


@dataclass(frozen=True, slots=True)
class Scores:
    """Shares of held-out units that a model labels as the reviewers did."""

    units: int
    kind: tuple[float, float]  # before, after
    technique: tuple[float, float]  # of those that hold a claim


def examples(units: Sequence[Mapping[str, Any]]) -> list[Example]:
    """Reviewed units as the model's training takes them."""
    return [Example(u["text"], u["unit"], u["section"], u["context"], tuple(u["claims"]), "", OWN) for u in units]


def scores(units: Sequence[Mapping[str, Any]]) -> Scores:
    """Trained without and with half of the reviewed units, tried on the other half, and the same the other way round."""
    own, base = examples(units), learned.corpus()
    base = [example for example in base if example.origin != OWN]
    sides = learned.sides()
    before = learned.train(base, sides)
    halves = own[::2], own[1::2]
    tried = [(held, before, learned.train([*base, *other], sides)) for held, other in (halves, halves[::-1])]
    return Scores(
        len(own),
        (share(tried, 1, "kind"), share(tried, 2, "kind")),
        (share(tried, 1, "technique"), share(tried, 2, "technique")),
    )


def share(tried: Sequence[tuple[Any, ...]], which: int, head: str) -> float:
    """The share of right labels of one head."""
    marks = [right(trial[which], example, head) for trial in tried for example in trial[0]]
    counted = [mark for mark in marks if mark is not None]
    return sum(counted) / len(counted) if counted else 0.0


def right(model: Model, example: Example, head: str) -> bool | None:
    """Whether the likeliest label is one of the reviewers'; None where they gave none."""
    wanted = learned.targets(example)[head]
    if not wanted:
        return None
    found = model.heads[head].probabilities(model.see(features(example.read(), learned.sides())))
    return max(found, key=lambda label: found[label]) in wanted


def take_over(units: Sequence[Mapping[str, Any]]) -> None:
    """Learn from these units from now on."""
    learned.keep_reviewed([dict(unit) for unit in units])
    learned.model()  # trained now, so that the next document does not wait for it


def go_back() -> bool:
    """Learn from the corpus alone again; False where that was so already."""
    known = learned.reviewed_path().exists()
    learned.reviewed_path().unlink(missing_ok=True)
    return known


def taken() -> int:
    """How many reviewed units the model learns from now."""
    path = learned.reviewed_path()
    return len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0

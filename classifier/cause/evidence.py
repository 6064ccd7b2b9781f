"""What speaks for a technique, and how much each source of it is worth."""

from __future__ import annotations

from dataclasses import dataclass, field

# What each source of evidence is worth, in the logarithm of the odds. Set by maximum likelihood over technique labels of
# documents that took no part in training, and rounded, so that no weight can learn a document by heart.
WEIGHTS = {
    "here": 1.2,  # named or described in the unit
    "named": 0.15,  # by its name
    "strong": 0.5,  # by a description as clear as a name
    "near": 0.7,  # of several in the unit: in the figure's own clause
    "compared": 0.2,  # named only as what the new thing is compared with
    "heading": 0.7,
    "chapter": 0.6,  # headings further up, the document's title apart
    "caption": 0.7,
    "sentence": 0.5,  # in the sentence before, or the one that introduces the list
    "paragraph": 0.25,
    "document": 0.58,  # times the logarithm of its share in what the document is about
    "title": 0.2,
    "model": 0.4,  # times the logarithm of the linear model's probability
    "sure": 0.4,  # times that probability
    "format": 0.9,  # a bare bit width, for each kind of quantisation
    "format-here": 0.65,  # times the share of that kind in the document
    "supported": 1.2,  # beside a name that only says where: "fmha: local attention", "paged keys in the flash backend"
    "engine": 2.2,  # another engine is what the figure compares with
}

DESCRIBED = "the description"  # no name, here or around: the words of the unit


@dataclass(slots=True)
class Evidence:
    """The evidence for one technique."""

    score: float = 0.0
    best: float = 0.0
    reason: str = DESCRIBED
    place: tuple[int, int] = (-1, -1)
    seen: dict[str, float] = field(default_factory=dict)

    def add(self, source: str, amount: float, reason: str) -> None:
        """The strongest evidence of each source counts, once."""
        worth = WEIGHTS[source] * amount
        more = worth - self.seen.get(source, 0.0)
        if more <= 0:
            return
        self.seen[source] = worth
        self.score += more
        if worth > self.best:
            self.best, self.reason = worth, reason


def is_compared(cases: dict[str, Evidence], technique: str, reason: str) -> Evidence:
    """All that a name and a comparison are worth together."""
    case = cases.setdefault(technique, Evidence())
    for source in ("here", "strong", "named", "caption"):
        case.add(source, 1.0, reason)
    return case

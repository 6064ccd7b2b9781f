"""One unit with all that is read out of it: the view that every decision is made on."""

from __future__ import annotations

from dataclasses import dataclass

from classifier.figures.amounts import level
from classifier.figures.bits import Bits, bit_widths
from classifier.figures.parameters import parameters
from classifier.figures.quantities import Figures, figures
from classifier.figures.stated import Stated
from classifier.names.mentions import Mentions, mentions
from ingest.document import Kind


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, bullet, row, caption, heading or title with its amounts, names and parameters. Offsets are into `text`."""

    text: str  # levelled: markup and odd signs even, every character at its place
    kind: Kind
    section: str  # the headings above, outermost first
    context: str  # what governs it: intro, caption, column heads
    figures: Figures
    mentions: Mentions
    stated: tuple[Stated, ...]
    bits: tuple[Bits, ...]


# Characters of a unit that are read. Each value is set against every other one, so that the work grows with the square of
# their number; of 18,000 sentences and rows of real documents the longest has 1,400.
LONGEST = 6_000


def unit(text: str, kind: Kind, section: str = "", context: str = "") -> Unit:
    """Read one unit. Amounts whose place is part of a model's or a chip's name are no amounts ("Mixtral-8x7B")."""
    even = level(text[:LONGEST])
    names = mentions(even)
    stated = tuple(p for p in parameters(even) if not any(h.start <= p.start < h.end for h in names.hardware))
    return Unit(even, kind, section, context, _free(figures(even), names, stated), names, stated, bit_widths(even))


# Percentages that are parameters are no effects: "80 % of the prompt found in the cache".
_SHARES = frozenset({"hit_rate", "sparsity", "acceptance_rate", "time_share"})


def _free(found: Figures, names: Mentions, stated: tuple[Stated, ...]) -> Figures:
    places = [(h.counted[0] if h.count else h.start, max(h.end, h.counted[1])) for h in names.hardware] + [
        (m.start, m.end) for m in names.models if not m.bare
    ]
    shares = [(p.start, p.end) for p in stated if p.name in _SHARES]
    if not places and not shares:
        return found
    loose = tuple(x for x in found.loose if not any(a <= x.start < b for a, b in places))
    kept = tuple(
        e
        for e in found.effects
        if not any(
            a <= e.start < b or (e.start <= a < e.end - 1 and e.before is None and len(e.surface) < 16)
            for a, b in places
        )
        and not any(e.start < b and a < e.end and e.before is None for a, b in shares)
    )
    return Figures(kept, loose, found.words)

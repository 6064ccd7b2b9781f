"""How well claims agree with reference annotations: which units were found, and which of their fields are right.

Units are matched by their words, one to one: two belong together when 60 % of the shorter one's words stand in the other and
their lengths are comparable. Of a table row the annotation holds one figure; further
predictions for its other cells cost nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Unit = Mapping[str, Any]  # a claim in the JSON form
WORD = re.compile(r"[a-z0-9]+(?:\.[0-9]+)?")
TOLERANCE = 0.02


@dataclass(slots=True)
class Tally:
    """Hits, inventions and misses."""

    right: int = 0
    invented: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.invented) if self.right else 0.0

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed) if self.right else 0.0

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def n(self) -> int:
        return self.right + self.missed


@dataclass(slots=True)
class Scores:
    """The figures of many documents together."""

    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    sides: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    right: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)
    misses: list[tuple[str, Unit | None, Unit | None]] = field(default_factory=list)  # document, reference, found

    def accuracy(self, name: str) -> float:
        """The share of matched claims whose field is right."""
        return self.right[name] / self.total[name] if self.total[name] else 0.0

    @property
    def side_macro_f1(self) -> float:
        present = [tally for tally in self.sides.values() if tally.n >= 5]
        return sum(t.f1 for t in present) / len(present) if present else 0.0


def words(text: str) -> Counter[str]:
    """The words of a unit, without link targets, tags and entities."""
    return Counter(WORD.findall(re.sub(r"\]\([^)]*\)|<[^>]*>|&[a-z]+;", " ", text).lower()))


def overlap(a: Counter[str], b: Counter[str]) -> float:
    """The share of the shorter unit's words that stand in the other; 0 where one is over four times as long."""
    n, m = sum(a.values()), sum(b.values())
    if not n or not m or max(n, m) > 4 * min(n, m) + 8:
        return 0.0
    return sum((a & b).values()) / min(n, m)


def close(x: Any, y: Any) -> bool:
    """Numbers within 2 %; of a range, one shared end is agreement."""
    if isinstance(x, list) or isinstance(y, list):
        xs, ys = (v if isinstance(v, list) else [v] for v in (x, y))
        return any(close(a, b) for a in xs for b in ys)
    try:
        return abs(float(x) - float(y)) <= TOLERANCE * max(abs(float(x)), abs(float(y)))
    except (TypeError, ValueError):
        return str(x).lower() == str(y).lower()


def same_name(a: Any, b: Any) -> bool:
    """H100 and H100-SXM-80GB agree: one contains the other."""
    one, two = (re.sub(r"[^a-z0-9.]", "", str(v).lower()) for v in (a, b))
    return bool(one and two) and (one in two or two in one)


def same_factor(g: Unit, p: Unit) -> bool:
    return close(g.get("factor_low"), p.get("factor_low")) and close(g.get("factor_high"), p.get("factor_high"))


def is_claim(u: Unit) -> bool:
    return u.get("kind") == "claim"


def is_quantified(u: Unit) -> bool:
    return is_claim(u) and bool(u.get("quantified"))


def pairs_of(gold: Sequence[Unit], found: Sequence[Unit]) -> tuple[list[tuple[Unit, Unit]], list[Unit], list[Unit]]:
    """(pairs, references without a partner, predictions without one)."""
    candidates = []
    gold_words, found_words = ([words(u.get("quote", "")) for u in units] for units in (gold, found))
    for i, a in enumerate(gold_words):
        for j, b in enumerate(found_words):
            shared = overlap(a, b)
            if shared >= 0.6:
                size = min(sum(a.values()), sum(b.values())) / max(sum(a.values()), sum(b.values()))
                fit = round(shared, 1) + round(size, 1)
                candidates.append((fit, _agreement(gold[i], found[j]), shared + size, i, j))
    candidates.sort(reverse=True)
    taken: tuple[set[int], set[int]] = (set(), set())
    pairs = []
    for *_, i, j in candidates:
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            pairs.append((gold[i], found[j]))
    lost = [g for i, g in enumerate(gold) if i not in taken[0]]
    return pairs, lost, [p for j, p in enumerate(found) if j not in taken[1]]


def _agreement(g: Unit, p: Unit) -> float:
    same = sum(bool(g.get(k) == p.get(k)) for k in ("kind", "technique", "side"))
    return same + 2 * (bool(g.get("quantified")) and same_factor(g, p))


def _inside(p: Unit, lines: Sequence[str], coverage: Sequence[Sequence[int]]) -> bool:
    """Whether a prediction stands on annotated lines, or pages where there are none. Unknown places count as inside."""
    if not lines:
        return any(low <= (p.get("page") or 0) <= high for low, high in coverage)
    target = words(p.get("quote", ""))
    best, at = 0.0, 0
    for i in range(len(lines)):
        for span in (1, 3, 6):
            here = words(" ".join(lines[i : i + span]))
            share = sum((target & here).values()) / max(1, sum(target.values())) - 0.01 * span if here else 0.0
            if share > best:
                best, at = share, i + 1
    return best < 0.5 or any(low <= at <= high for low, high in coverage)


def _is_row(quote: str) -> bool:
    return quote.count("|") >= 3 or "<td" in quote


def add_document(scores: Scores, reference: Mapping[str, Any], found: Sequence[Unit], lines: Sequence[str]) -> None:
    """Score one document. `lines` is its text, empty for a PDF, whose coverage counts pages."""
    pairs, lost, extra = pairs_of(reference["claims"], found)
    rows = [words(g["quote"]) for g in reference["claims"] if _is_row(g["quote"])]
    lost = [g for g in lost if not g.get("borderline")]
    extra = [p for p in extra if not any(overlap(words(p.get("quote", "")), row) >= 0.8 for row in rows)]
    extra = [p for p in extra if _inside(p, lines, reference["coverage"])]
    kinds: tuple[tuple[str, Callable[[Unit], bool]], ...] = (
        ("units", lambda u: True),
        ("claims", is_claim),
        ("quantified", is_quantified),
    )
    for name, wanted in kinds:
        _count(scores.tallies[name], pairs, lost, extra, wanted)
    for g, p in pairs:
        _strict(scores, reference["document"], g, p)
        _fields(scores, g, p)
    scores.tallies["strict"].missed += sum(map(is_quantified, lost))
    scores.tallies["strict"].invented += sum(map(is_quantified, extra))
    scores.misses += [(reference["document"], g, None) for g in lost if is_quantified(g)]
    scores.misses += [(reference["document"], None, p) for p in extra if is_quantified(p)]


def _count(
    tally: Tally,
    pairs: Iterable[tuple[Unit, Unit]],
    lost: Sequence[Unit],
    extra: Sequence[Unit],
    wanted: Callable[[Unit], bool],
) -> None:
    for g, p in pairs:
        both = wanted(g) and wanted(p)
        tally.right += both
        tally.missed += wanted(g) and not both
        tally.invented += wanted(p) and not both
    tally.missed += sum(map(wanted, lost))
    tally.invented += sum(map(wanted, extra))


def _strict(scores: Scores, document: str, g: Unit, p: Unit) -> None:
    """A claim with a figure that was found with the right side and the right factor."""
    good = is_quantified(g) and is_quantified(p) and g.get("side") == p.get("side") and same_factor(g, p)
    tally = scores.tallies["strict"]
    tally.right += good
    if good:
        return
    tally.missed += is_quantified(g)
    tally.invented += is_quantified(p)
    if is_quantified(g):
        scores.misses.append((document, g, p))


def _fields(scores: Scores, g: Unit, p: Unit) -> None:
    if is_claim(g) and is_claim(p):
        names = ["side", "technique"] + ["metric"] * (is_quantified(g) and is_quantified(p))
        for name in names:
            scores.total[name] += 1
            scores.right[name] += g.get(name) == p.get(name)
        side, said = str(g.get("side")), str(p.get("side"))
        scores.sides[side].right += side == said
        if side != said:
            scores.sides[side].missed += 1
            scores.sides[said].invented += 1
    if is_quantified(g) and is_quantified(p):
        scores.total["factor"] += 1
        scores.right["factor"] += same_factor(g, p)
    for name in ("hardware", "model"):
        wanted, said_names = list(g.get(name) or []), list(p.get(name) or [])
        hits = [x for x in wanted if any(same_name(x, y) for y in said_names)]
        tally = scores.tallies[name]
        tally.right += len(hits)
        tally.missed += len(wanted) - len(hits)
        tally.invented += sum(not any(same_name(x, y) for x in wanted) for y in said_names)
    _parameters(scores.tallies["params"], g, p)


def _parameters(tally: Tally, g: Unit, p: Unit) -> None:
    wanted, said = (dict(u.get("params") or {}) for u in (g, p))
    for values, unit in ((wanted, g), (said, p)):
        if unit.get("n_devices") is not None:
            values["n_devices"] = unit["n_devices"]
    for name in wanted.keys() | said.keys():
        good = name in wanted and name in said and close(wanted[name], said[name])
        tally.right += good
        tally.missed += name in wanted and not good
        tally.invented += name in said and not good

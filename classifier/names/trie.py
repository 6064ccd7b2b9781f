# ruff: noqa: E501 - one pattern is one row, however long
"""A trie of names: finds the longest known name at each word, whatever its hyphens, spaces and capitals.

"Flash-Attention 2", "FlashAttention2" and "flash attention-2" are one key, `flashattention2`. Names that are also plain words
("REST", "Quest") or short ("TP") must be written as in the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

PIECE = re.compile(r"[A-Za-z]+|\d+")
_GLUE = re.compile(r"[-_\s/.:+&@#]?|-\s|\s-\s?|\+\s")
_KEEP = re.compile(r"[^a-z0-9]+")

# Names that are also words of running text: only with the capitals of the table.
PLAIN_WORDS = frozenset(
    "rest quest swift million teal sam mercury hydra kangaroo marlin wanda outlines fastforward sequoia local sparse fp tf rep cow mla eagle lookahead "
    "splitwise hopper ada ampere turing volta ascend swan dual block slim spark orin thor medusa jamba solar step seed phi yi falcon granite zero mirage".split()
) - {"eagle", "lookahead", "medusa", "mla", "hopper", "ampere"}


def key(name: str) -> str:
    """The letters and digits of a name, small."""
    return _KEEP.sub("", name.lower())


@dataclass(frozen=True, slots=True)
class Hit:
    """A known name at its place."""

    name: str  # what the table calls it
    start: int
    end: int


@dataclass(slots=True)
class Names:
    """The table: keys, and every beginning of a key, so that a walk over the words can stop early."""

    _by_key: dict[str, list[tuple[str, str, bool]]] = field(default_factory=dict)  # key -> [(name, spelling, exact)]
    _beginnings: set[str] = field(default_factory=set)

    def add(self, name: str, spellings: Iterable[str], exact: bool = False) -> None:
        """One row of a catalog. `exact`: only as written. Spellings that have a meaning already keep it."""
        for spelling in spellings:
            k = key(spelling)
            if len(k) < 2:
                continue
            self._by_key.setdefault(k, []).append((name, spelling, exact))
            self._beginnings.update(k[:i] for i in range(1, len(k) + 1))

    def find(self, text: str, pieces: list[tuple[int, int, str]] | None = None) -> list[Hit]:
        """All names of the text, longest first at each place, never overlapping."""
        pieces = split(text) if pieces is None else pieces
        out: list[Hit] = []
        free = 0
        beginnings, by_key = self._beginnings, self._by_key
        for i in [i for i, piece in enumerate(pieces) if piece[2] in beginnings]:  # hardly any
            start, end, low = pieces[i]
            if start < free or (start and text[start - 1].isalnum()) or _compound(text, start):
                continue
            best: Hit | None = None
            grown, stop, j = low, end, i
            while True:
                rows = by_key.get(grown)
                if rows and _ends(text, stop):
                    name = _spelt(rows, text[start : stop + 2 if text.startswith("++", stop) else stop])
                    if name:
                        best = Hit(name, start, stop)
                j += 1
                if j >= len(pieces):
                    break
                grown += pieces[j][2]
                if grown not in beginnings or not _GLUE.fullmatch(text, stop, pieces[j][0]):
                    break
                stop = pieces[j][1]
            if best:
                out.append(best)
                free = best.end
        return out


def split(text: str) -> list[tuple[int, int, str]]:
    """(start, end, small letters) of each run of letters or digits."""
    return [(m.start(), m.end(), m.group().lower()) for m in PIECE.finditer(text)]


_COMPOUND = re.compile(r"(?!Meta-)[A-Z][A-Za-z]{3,}-$")


def _compound(text: str, start: int) -> bool:
    """ "DeepSpeed-FastGen" is another name than FastGen; "self-Medusa" and "GPTQ-Marlin" are read as they stand."""
    return start > 4 and text[start].isupper() and bool(_COMPOUND.search(text, max(0, start - 24), start))


def _ends(text: str, stop: int) -> bool:
    if stop >= len(text) or not text[stop].isalnum():
        return True
    rest = text[stop:]
    return (rest[0].isdigit() and text[stop - 1].isalpha()) or (rest[0] in "sx" and not rest[1:2].isalnum())


def _spelt(rows: list[tuple[str, str, bool]], surface: str) -> str:
    """The first row whose spelling allows this surface."""
    for name, spelling, exact in rows:
        if exact and spelling != surface:
            continue
        k = key(spelling)
        letters = re.sub(r"[^A-Za-z]", "", spelling)
        seen = re.sub(r"[^A-Za-z]", "", surface)
        if k in PLAIN_WORDS and (seen != letters or spelling.endswith("++") > surface.endswith("++")):
            continue  # "zero" is no name, and ZeRO another one than ZeRO++
        if len(letters) <= 4 and letters.isupper() and len(k) <= 4 and not seen.isupper():
            continue
        if len(letters) <= 3 and not letters.islower() and seen.islower() and not any(c.isdigit() for c in k):
            continue
        return name
    return ""

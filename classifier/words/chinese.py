"""Chinese read as English, word by word, so that the one grammar of figures, names and settings holds for it too.

"吞吐提升 30%" becomes "throughput improves 30%", and every character still knows where in the document it stands: quotes and
surfaces stay Chinese. A text without Chinese characters is left as it is. It is no translation: word order stays, and words that
are in no row of `chinese_words` or of the technique catalog are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from classifier.words.chinese_words import FORMS, READS_AS, WORDS
from ingest import Document
from ingest.document import Passage

HAN = re.compile(r"[\u3400-\u9fff]")
_SIGNS = frozenset(",.;:)?!%-")
_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2}
_PARTS = {2: "half", 3: "third", 4: "quarter"} | dict(
    zip(range(5, 11), ("fifth", "sixth", "seventh", "eighth", "ninth", "tenth"), strict=True)
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A span of Chinese text and what it reads in English; `said` is None where it stays as it is."""

    start: int
    end: int
    said: str | None


def english(document: Document) -> Document:
    """The document with its Chinese read as English: the same passages at the same places of `Document.text`."""
    if not HAN.search(document.text):
        return document
    passages = tuple(_passage(p) for p in document.passages)
    return replace(document, title=gloss(document.title), passages=passages)


def gloss(text: str) -> str:
    """The English of one text."""
    if not HAN.search(text):
        return text
    return "".join(before + said for before, said, _ in _spaced(text, _pieces(text, 0, len(text))))


def _passage(p: Passage) -> Passage:
    p = replace(
        p,
        section=tuple(map(gloss, p.section)),
        header=tuple(map(gloss, p.header)),
        caption=gloss(p.caption),
    )
    if not HAN.search(p.text):
        return p
    out = ""
    marks: list[tuple[int, int]] = []
    folded: list[tuple[int, int]] = []
    starts: dict[int, int] = {}  # where a piece begins, and ends, in the English text
    ends: dict[int, int] = {}
    for before, said, piece in _spaced(p.text, _pieces(p.text, 0, len(p.text))):
        first, last = p.to_document(piece.start, piece.end)
        marks.append((len(out), first))
        out += before
        if piece.said is not None:  # each letter stands for the whole of the Chinese word
            folded += [(len(out) + i, last - first) for i in range(len(said))]
            marks += [(len(out) + i, first) for i in range(len(said))]
            starts[piece.start], ends[piece.end] = len(out), len(out) + len(said)
        else:
            shift = len(out) - piece.start
            marks.append((len(out), first))
            marks += [(m + shift, source) for m, source in p.marks if piece.start < m < piece.end]
            folded += [(m + shift, width) for m, width in p.folded if piece.start <= m < piece.end]
            starts |= {i: i + shift for i in range(piece.start, piece.end)}
            ends |= {i + 1: i + 1 + shift for i in range(piece.start, piece.end)}
        out += said
    cells = tuple((_near(starts, a, len(out)), _near(ends, b, 0, -1)) for a, b in p.cells)
    return replace(p, text=out, marks=tuple(marks), folded=tuple(folded), cells=tuple((a, max(a, b)) for a, b in cells))


def _near(places: dict[int, int], at: int, otherwise: int, way: int = 1) -> int:
    """The place of the nearest border from `at` on, or back from it: some characters are left out."""
    for i in range(at, at + 200 * way, way):
        if i in places:
            return places[i]
    return otherwise


def _spaced(text: str, pieces: list[Piece]) -> list[tuple[str, str, Piece]]:
    """(white space before it, its English, the piece) for each piece."""
    out: list[tuple[str, str, Piece]] = []
    last, apart = "", False  # the last character, and whether something was left out since
    for piece in pieces:
        said = text[piece.start : piece.end] if piece.said is None else piece.said
        if not said:
            apart = True
            continue
        glossed = piece.said is not None or apart or (bool(out) and out[-1][2].said is not None)
        gap = glossed and last not in ("", " ", "(") and said[0] not in _SIGNS and said[0] != " "
        out.append(
            (" " if gap and (piece.said is not None or said[0].isalnum() or said[0] in "~`+-(") else "", said, piece)
        )
        last, apart = said[-1], False
    return out


def _pieces(text: str, start: int, end: int, first: int = 0) -> list[Piece]:
    """The pieces of a span: by the forms from `first` on, and between what they match by words."""
    for at in range(first, len(FORMS)):
        pattern, template = _forms()[at]
        m = pattern.search(text, start, end)
        if m is not None and m.end() > m.start():
            return [
                *_pieces(text, start, m.start(), at + 1),
                *_formed(m, template, at + 1),
                *_pieces(text, m.end(), end, at),
            ]
    return _worded(text, start, end)


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), template) for pattern, template in FORMS)


_SLOT = re.compile(r"\{(?:(\w):)?([\w|]+)\}")


def _formed(m: re.Match[str], template: str, later: int) -> list[Piece]:
    """A form with its groups put in: `{what}` is read by itself, `{v:n}` is the value of a number."""
    out: list[Piece] = []
    at = 0
    for slot in _SLOT.finditer(template):
        out.append(Piece(m.start(), m.end(), template[at : slot.start()].strip()))
        at = slot.end()
        group = next((name for name in slot[2].split("|") if m[name]), None)
        if group and slot[1]:
            out.append(Piece(*m.span(group), _VALUE[slot[1]](_value(m[group]))))
        elif group:
            out += _pieces(m.string, *m.span(group), later)
    return [*out, Piece(m.start(), m.end(), template[at:].strip())]


def _value(said: str) -> float:
    """ "三十二" is 32, "两" 2, "1.5" 1.5."""
    if said[-1].isascii():
        return float(said.replace(",", ""))
    total, digit = 0, 0
    for c in said:
        if c in "十百":
            total += (digit or 1) * (10 if c == "十" else 100)
            digit = 0
        else:
            digit = _DIGITS[c]
    return total + digit


def _plain(number: float) -> str:
    return f"{round(number, 6):g}" if abs(number) < 1e5 else str(round(number))


_VALUE: dict[str, Callable[[float], str]] = {
    "v": _plain,
    "m": lambda n: _plain(n * 1e4),
    "b": lambda n: f"{_plain(n / 10)}B",  # of a hundred million each
    "t": lambda n: _plain(n * 10),  # of a tenth each
    "p": lambda n: _plain(n + 1),  # "提升一倍" doubles, "快 0.5 倍" is 1.5 times as fast
    "f": lambda n: f"one {_PARTS.get(round(n), 'tenth')}",
}


def _worded(text: str, start: int, end: int) -> list[Piece]:
    out: list[Piece] = []
    at = start
    while at < end:
        known = _words().get(text[at].lower())
        m = known.match(text, at, end) if known else None
        if m is not None:
            out.append(Piece(at, m.end(), _said()[_key(m.group())]))
            at = m.end()
        elif HAN.match(text[at]):
            out.append(Piece(at, at + 1, ""))
            at += 1
        else:
            joined = bool(out) and out[-1].said is None and out[-1].end == at
            begin = out.pop().start if joined else at
            out.append(Piece(begin, at + 1, None))
            at += 1
    return out


def _key(word: str) -> str:
    return "".join(word.lower().split())


@cache
def _said() -> dict[str, str]:
    """Each Chinese word, small and without white space, and its English: names of techniques before words."""
    from estimator import TECHNIQUES

    words = {_key(word): said for said, block in WORDS for word in block.split()}
    return words | {_key(name): reads_as(row.key) for row in TECHNIQUES.values() for name in row.chinese}


def reads_as(technique: str) -> str:
    """How a technique's Chinese names read in English."""
    return READS_AS.get(technique, technique.replace("-", " "))


@cache
def _words() -> dict[str, re.Pattern[str]]:
    """A pattern for each first letter of a word: the longest first, white space as it comes between Latin and Chinese."""
    by_first: dict[str, list[str]] = {}
    for word in sorted(_said(), key=lambda w: (-len(w), w)):
        by_first.setdefault(word[0], []).append(_spelt(word))
    return {first: re.compile("|".join(ways), re.IGNORECASE) for first, ways in by_first.items()}


def _spelt(word: str) -> str:
    parts = re.findall(r"[!-~]+|[^!-~]+", word)
    loose = r"\s?".join(map(re.escape, parts))
    before = r"(?<![A-Za-z])" if word[0].isascii() and word[0].isalnum() else ""
    return before + loose + (r"(?![A-Za-z])" if word[-1].isascii() and word[-1].isalnum() else "")

# ruff: noqa: E501 - one pattern is one row, however long
"""One parameter as a text states it, and how the numbers in it are read: thousands, parts in words, percentages."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from classifier.figures.number_words import WORD_NUMBERS, spelled

N = r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?"
_FIRST = re.compile(r"\A" + re.escape(r"(?<![\w.])(?P<") + "(?P<name>[a-z]+)" + re.escape(f">{N})"))


def digit_first(pattern: str) -> str:
    """The same pattern, where it begins with a number: what must not stand before is asked behind the first digit.

    So `re` passes over all that is no digit at once, and asks of no other character what stands before it.
    """
    return _FIRST.sub(r"(?P<\g<name>>\\d(?<![\\w.]\\d)(?:\\d{0,2}(?:,\\d{3})+|\\d*(?:\\.\\d+)?))", pattern)


PART = r"(?:(?:a|one|two|three|four|five|six|seven|eight|nine)[\s-])?(?:half|thirds?|quarters?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|sixteenths?|twentieths?)"
SHARE = rf"\d{{1,3}}(?:\.\d+)?\s?%|{PART}"


@dataclass(frozen=True, slots=True)
class Stated:
    """One parameter as the text states it. Offsets are into the text that was read."""

    name: str
    value: Any
    start: int
    end: int
    surface: str


_PARTS = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
}
_PARTS |= {"sixteenth": 16, "twentieth": 20}


def share(said: str) -> float:
    """ "1/32", "5 %", "a quarter" and "nine tenths" as a share of 1."""
    if one := re.fullmatch(r"(?:one|1)\s(?:in|of|out\sof)\s(?:every\s)?([\w-]+)", said, re.IGNORECASE):
        return 1 / (float(one[1]) if one[1].isdigit() else spelled(one[1]))
    if "/" in said:
        return 1 / float(said.split("/")[1])
    if "%" in said:
        return float(said.rstrip("% ")) / 100
    *count, part = re.split(r"[\s-]", said.lower())
    return (WORD_NUMBERS.get(count[0], 1) if count else 1) / _PARTS[part.removesuffix("s")]


_KILO = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s?[kK](?![\w/])")


@lru_cache(maxsize=64)  # asked for each length in a unit
def decimal_thousands(text: str) -> bool:
    """ "20k in and 2k out" counts in thousands; "32K" by itself is a power of two."""
    return any(binary(float(n)) == 1000 for n in _KILO.findall(text))


def numbers(name: str, said: str, k: str | None, after: str, decimal: bool = False) -> list[float]:
    low = said.lower().strip()
    if low in ("one", "single", "a single"):
        return [1.0]
    if low[0].isalpha():
        return [spelled(low)]
    percent = "%" in said
    out = []
    for m in re.finditer(rf"({N}|\.\d+)\s?([kKM])?", said):
        scale = {"k": 1000, "K": 1000, "M": 1e6, "million": 1e6}.get((m[2] or k or "").strip(), 1)
        n = float(m[1].replace(",", ""))
        value = n * (binary(n) if scale == 1000 and not decimal else scale)
        if math.isfinite(value):  # hundreds of digits are no number
            out.append(value / 100 if percent else value)
    if (
        out
        and not k
        and name.endswith("_len")
        and name not in ("acceptance_len", "draft_len")
        and re.match(r"\s?[kK]\b", after)
    ):
        out = [v * (1000 if decimal else binary(v)) if v < 2000 else v for v in out]
    return out


def binary(k: float) -> int:
    """ "128k" tokens is 131072, as windows are powers of two; "20k" is 20000."""
    return 1024 if k in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512) else 1000


def one_number(said: str) -> float:
    m = re.match(r"([\d.,]+)(k)?", said)
    if m is None:
        return 0.0
    n = float(m[1].replace(",", ""))
    return n * binary(n) if m[2] else n

"""Chips by their names in the catalog, where no pattern of `hardware_text` knows them: a new row is seen in texts at once.

A name that could be something else ("X1", "M2", "Groq", "910B") counts only where a chip would stand: "on an X1", "M2 chips".
"""

from __future__ import annotations

import re
from functools import cache

from classifier.names.trie import Hit, Names, key

_LONG_WORDS, _LONG_CODE = (
    7,
    5,
)  # letters and digits from which a name of several words, or one with digits, is no other word
_NUMBER = r"(?:(?:an?|the|one|single|two|four|eight|\d{1,4}\s?[x×]?)\s+(?:[A-Z]\w+\s+)?|\d{1,4}\s?[x×]\s?)?"
_ON = re.compile(rf"\b[Oo]n\s+{_NUMBER}$")
_BY = re.compile(rf"\b(?:[Oo]n|[Uu]sing|[Ww]ith|[Pp]er)\s+{_NUMBER}$|\d\s?[x×]\s?$")
_DEVICE = re.compile(
    r"s?[\s-](?:[GCNT]PUs?|chips?|cards?|accelerators?|processors?|SoCs?|boards?|systems?|servers?|nodes?|devices?|laptops?|phones?)\b"
)


def chip_names(text: str, pieces: list[tuple[int, int, str]] | None = None) -> list[Hit]:
    """The catalog's chips in a text, each by its row's name."""
    return [hit for hit in _names().find(text, pieces) if _is_chip(text, hit)]


@cache
def _names() -> Names:
    from estimator import HARDWARE

    names = Names()
    for row in HARDWARE.values():
        spellings = [name for name in (row.name, *row.aliases) if any(c.isalpha() for c in name)]
        names.add(row.name, [name for name in spellings if _distinct(name)])
        names.add(row.name, [name for name in spellings if not _distinct(name)], exact=True)
    return names


def _distinct(name: str) -> bool:
    """Whether nothing else is called so: "RX 7900 XT", "Trainium3", "Strix Halo"; not "B580", "Thor", "8 Gen 2"."""
    plain = key(name)
    if plain[0].isdigit():
        return False
    code = any(c.isdigit() for c in plain) and len(plain) >= _LONG_CODE
    return code or (len(re.findall(r"[A-Za-z]+", name)) > 1 and len(plain) >= _LONG_WORDS)


def _is_chip(text: str, hit: Hit) -> bool:
    surface = text[hit.start : hit.end]
    if _distinct(surface) or _DEVICE.match(text, hit.end):
        return True
    before = _BY if any(c.isdigit() for c in surface) else _ON
    return bool(before.search(text, max(0, hit.start - 40), hit.start))

"""Lines to running text: line ends, hyphens, and the marks from text back to boxes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from ..builder import WIDE
from .words import Line

WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
# Inside a compound these stand between hyphens: mixture-of-experts, all-to-all, on-the-fly, plug-and-play.
LINKS = frozenset("of to in on the and or by per at as up out off a an for with vs".split())
ENDINGS = frozenset(
    "ing ings tion tions sion sions ment ments ness able ible ally ity ities ive ence ance ously less".split()
)


class Vocabulary:
    """The words of the document, which decide about hyphens at the ends of lines.

    Keep the hyphen if the compound stands elsewhere in the document, join if the joined word does, keep if both parts stand
    alone or in compounds as words, else join. Joining blindly ruins 87 of 618 compounds ("key-value", "first-token").
    """

    def __init__(self) -> None:
        self.words: Counter[str] = Counter()
        self.lefts: set[str] = set()  # what stands before a hyphen: "multi" of multi-query
        self.rights: set[str] = set()  # what stands behind one

    def add(self, lines: Iterable[Line]) -> None:
        """The words of a page; those that a line's end cuts do not count."""
        cut = False
        for line in lines:
            found = [word.lower() for word in WORD.findall(line.text)]
            broken = line.hyphen or line.text.endswith("-")
            if broken and found:
                found.pop()
            whole = found[1:] if cut and found else found
            self.words.update(whole)
            for word in whole:
                if "-" in word:
                    first, *rest = word.split("-")
                    self.lefts.add(first)
                    self.rights.update(rest)
            cut = broken

    def keeps(self, left: str, right: str) -> bool:
        """Whether the hyphen between the two belongs to the word."""
        a, b = left.lower(), right.lower()
        whole, joined = self.words[f"{a}-{b}"], self.words[a + b]
        if whole or joined:
            return whole >= joined  # FlashAttention, but key-value
        if right[:1].isdigit() or left[-1:].isdigit() or (right[:1].isupper() and not left.isupper()):
            return True
        *before, last = a.split("-")
        first, *after = b.split("-")
        if (before and last in LINKS) or (len(first) < 3 and b.isascii()) or (after and first in LINKS):
            return True  # and no one breaks a word two letters before its end: "mixture-/of-experts"
        if b in ENDINGS:
            return False
        known = (self.words[last] or last in self.lefts) and (self.words[b] or b in self.rights)
        return bool(known) and len(last) > 2 and len(b) > 2


def last_word(text: str) -> str:
    found = re.search(r"[\w-]+$", text)
    return found[0] if found else ""


def first_word(text: str) -> str:
    found = re.match(r"[\w-]+", text)
    return found[0] if found else ""


def join(lines: list[Line], words: Vocabulary) -> tuple[str, list[int]]:
    """The text of lines, and where in it each line begins."""
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for number, line in enumerate(lines):
        text = line.text
        starts.append(length)
        if number + 1 < len(lines):
            following = lines[number + 1].text
            if line.hyphen:
                text += "-" if words.keeps(last_word(text), first_word(following)) else ""
            elif text.endswith("-") and len(text) > 1 and text[-2].isalpha() and following[:1].islower():
                text = text if words.keeps(last_word(text[:-1]), first_word(following)) else text[:-1]
            elif WIDE.match(text[-1]) and WIDE.match(following[:1]):
                pass  # Chinese and Japanese have no spaces
            elif not (text[-1] in "/–—-" and len(text) > 1 and not text[-2].isspace()):
                text += " "
        elif line.hyphen:
            text += "-"
        parts.append(text)
        length += len(text)
    return "".join(parts), starts

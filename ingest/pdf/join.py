"""Lines to running text: line ends, hyphens, and the marks from text back to boxes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from ..builder import WIDE
from .words import Line

WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


class Vocabulary:
    """The words of the document, which decide about hyphens at the ends of lines.

    Keep the hyphen if the compound stands elsewhere in the document, join if the joined word does, keep if both parts stand
    alone as words, else join. Joining blindly ruins 87 of 618 compounds ("key-value", "first-token").
    """

    def __init__(self) -> None:
        self.words: Counter[str] = Counter()

    def add(self, lines: Iterable[Line]) -> None:
        """The words of a page; those that a line's end cuts do not count."""
        cut = False
        for line in lines:
            found = [word.lower() for word in WORD.findall(line.text)]
            broken = line.hyphen or line.text.endswith("-")
            if broken and found:
                found.pop()
            self.words.update(found[1:] if cut and found else found)
            cut = broken

    def keeps(self, left: str, right: str) -> bool:
        """Whether the hyphen between the two belongs to the word."""
        if right[:1].isdigit() or left[-1:].isdigit() or (right[:1].isupper() and not left.isupper()):
            return True
        a, b = left.lower(), right.lower()
        if len(b.split("-")[0]) < 3 and b.isascii():
            return True  # no one breaks a word so close to its end: "mixture-/of-experts"
        if self.words[f"{a}-{b}"] or self.words[a + b]:
            return self.words[f"{a}-{b}"] >= self.words[a + b]
        whole = re.split(r"-", a)[-1]
        return bool(self.words[whole] > 0 and self.words[b] > 0 and len(whole) > 2 and len(b) > 2)


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

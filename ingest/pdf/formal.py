"""What is set apart from the prose and is none: displayed formulas, pseudo-code, program code."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .words import Line

RELATION = re.compile(r"[=≤≥<>∈≈∝≡←→⇔⇒≜:]")
SIGN = re.compile(
    r"[=≤≥≠<>∈≈∝≡←→⇔∑∏∫∀∂∇√⎧⎨⎩⎪⎡⎣⎤⎦‖∥ℒℙ𝔼⊙◦∆∪∩|^_{}\u0370-\u03ff\u2212\U0001d400-\U0001d7ff]|^[-+/*·()\[\]]+$"
)
VARIABLE = re.compile(r"^[(\[]*[a-zA-Z]{1,2}\d?[)\],.]*$|\w\(|^\d+[)\],]*$")  # x, Qi, f(x), 2)
PLAIN = re.compile(r"^[(\"']?[A-Za-z][a-z]{2,}(?:-[a-z]+)*[,.;:)\"']*$")
FUNCTIONS = frozenset(
    """max min exp log sin cos tan diag softmax argmax argmin arg sup inf lim mod rank det tr var cov dim ker sign round
    clip""".split()
)
CLAIMED = re.compile(r"\d\s?(?:[×%]|x\b|times\b)|[a-z]/s\b")  # a figure that is a statement even within a formula
OPENED = re.compile(r"(?:We|Let|Since|For|If|As|The|Then|Thus|Hence|Given|Note|Here|Where|With|By|So)\b")  # a sentence
STEP = re.compile(r"^\d{1,3}:$")
OPENING = frozenset("for foreach while if repeat do then procedure function initialize initialise input output".split())
CLOSING = frozenset("else elif end return until require ensure endfor endif endwhile".split())
MONO = re.compile(
    r"mono|courier|cmtt|typewriter|consol|inconsol|sftt|txtt|menlo|nimbusmon|zi4|beramono|sourcecode", re.I
)


def is_formula(lines: Sequence[Line], lefts: Sequence[float]) -> bool:
    """A displayed formula: it stands in, with few words of prose, a relation, and signs and variables for the most part."""
    if len(lines) > 8 or any(abs(lines[0].x0 - left) < 5 for left in lefts[:2]):
        return False
    text = " ".join(line.text for line in lines)
    if not RELATION.search(text) or CLAIMED.search(text) or OPENED.match(text):
        return False
    words = text.split()
    formal = sum(SIGN.search(word) is not None or VARIABLE.search(word) is not None for word in words)
    return len(words) > 2 and spoken(words) <= 0.25 * len(words) and formal >= 0.5 * len(words)


def is_scrap(lines: Sequence[Line]) -> bool:
    """What may be left of a formula beside it: a numerator, a number, no word."""
    words = [word.text for line in lines for word in line.words]
    return len(words) < 9 and not spoken(words) and not CLAIMED.search(" ".join(words))


def spoken(words: Sequence[str]) -> int:
    """How many words are of a language."""
    return sum(PLAIN.match(word) is not None and word.strip("(),.").lower() not in FUNCTIONS for word in words)


def is_code(lines: Sequence[Line]) -> bool:
    """Steps of an algorithm, by their numbers or the words that begin them; or lines in the type of a typewriter."""
    if len(lines) < 2:
        return False
    firsts = [line.words[0].text for line in lines]
    if sum(STEP.match(first) is not None for first in firsts) >= max(2, 0.3 * len(lines)):
        return True
    words = [first.strip(":").lower() for first in firsts]
    closing = sum(word in CLOSING for word in words)
    if closing and closing + sum(word in OPENING for word in words) >= max(2, 0.4 * len(lines)):
        return True
    return all(MONO.search(line.font) for line in lines)

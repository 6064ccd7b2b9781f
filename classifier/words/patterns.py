"""What can be known of the matches of a pattern before it is tried: the letters they begin with, what each of them holds."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import Any

from classifier.words.held import DIGIT, EDGE, apart

# How `re` itself reads a pattern. Whatever is not understood in it counts as open.
_parser: Any = importlib.import_module("re._parser")
_op: Any = importlib.import_module("re._constants")

HEAD = 5  # letters of a word that are looked at
_AT_A_WORD = (r"\b", r"(?<!\w)", r"(?<![\w-])")


Needs = tuple[frozenset[str], ...]  # of each of these sets one string at least
Items = Sequence[tuple[Any, Any]]  # of a pattern, as `re` reads it


def literals(pattern: str) -> Needs:
    """What every match holds, without regard to capitals: of each of these sets one string at least, all of them small.

    `DIGIT` among them stands for any digit, `EDGE` at an end of one for the edge of a word.
    """
    return _telling(_literals(_parser.parse(pattern, re.IGNORECASE)))


def ways(pattern: str) -> tuple[Needs, ...]:
    """The same for each way of the alternation in a pattern that says most: every match is one of these ways.

    `kernel fusion|fused (?:kernels|operators)`: what holds "fused" but no "kernels" and no "operators" is neither.
    """
    items = list(_parser.parse(pattern, re.IGNORECASE))
    offered = [(at, found) for at in range(len(items)) if len(found := _offered(items, at)) > 1]
    if not offered:
        return (_telling(_literals(items)),)
    at, several = max(offered, key=lambda each: sum(map(len, each[1])))
    beside = [*_literals(items[:at], ends=_ends(items, at)), *_literals(items[at + 1 :], _begins(items, at + 1))]
    asked = {frozenset(_telling([*beside, *way])) for way in several}
    least = [way for way in asked if not any(other < way for other in asked)]  # what one asks for the other has too
    return tuple(sorted(map(_in_order, least), key=lambda way: [sorted(each) for each in way]))


def _offered(items: Items, at: int, begins: bool = False, ends: bool = False) -> list[list[frozenset[str]]]:
    """What each way of an item holds, if it is an alternation or a group around one."""
    what, of = items[at]
    begins, ends = _begins(items, at, begins), _ends(items, at + 1, ends)
    if what is _op.BRANCH:
        return [_literals(way, begins, ends) for way in of[1]]
    if what is _op.SUBPATTERN and len(of[-1]) == 1:
        return _offered(of[-1], 0, begins, ends)
    return []


def _telling(needs: Iterable[frozenset[str]]) -> Needs:
    return _in_order(each for each in needs if _worth(each) > 1)


def _in_order(needs: Iterable[frozenset[str]]) -> Needs:
    return tuple(sorted(needs, key=lambda each: (len(each), sorted(each))))


def _literals(items: Items, begins: bool = False, ends: bool = False) -> list[frozenset[str]]:
    """What items hold. `begins`: a word of theirs begins where they do, `ends`: it ends there."""
    known: list[frozenset[str]] = []
    run, first = "", 0
    for at, (what, of) in enumerate(items):
        if what is _op.LITERAL and _is_plain(of):
            run, first = run + chr(of).lower(), first if run else at
            continue
        known += [*_said(run, _begins(items, first, begins), _ends(items, at, ends)), *_held(items, at, begins, ends)]
        run = ""
    return [*known, *_said(run, _begins(items, first, begins), ends)]


def _said(run: str, begins: bool, ends: bool) -> list[frozenset[str]]:
    """What a run of plain characters holds."""
    digit = [frozenset({DIGIT})] if any(map(str.isdecimal, run)) else []
    whole = EDGE * (begins and _is_of_a_word(run[:1])) + run + EDGE * (ends and _is_of_a_word(run[-1:]))
    return [*digit, *(frozenset({word}) for word in apart(whole))] if run else []


def _held(items: Items, at: int, begins: bool, ends: bool) -> list[frozenset[str]]:
    """What every match of one of the items holds."""
    what, of = items[at]
    begins, ends = _begins(items, at, begins), _ends(items, at + 1, ends)
    if what is _op.SUBPATTERN:
        return _literals(of[-1], begins, ends)
    if what in (_op.MAX_REPEAT, _op.MIN_REPEAT):
        return _literals(of[2], begins, ends and of[1] == 1) if of[0] > 0 else []  # the first time
    if what is _op.BRANCH:
        every = [_literals(way, begins, ends) for way in of[1]]
        best = [max(known, key=_worth, default=None) for known in every]
        digit = [frozenset({DIGIT})] if all(frozenset({DIGIT}) in known for known in every) else []
        return digit + ([frozenset[str]().union(*(way for way in best if way))] if all(best) else [])
    if what is _op.IN and all(map(_is_digit, of)):
        return [frozenset({DIGIT})]
    if what is _op.IN and all(kind is _op.LITERAL and _is_plain(value) for kind, value in of):
        return [frozenset(chr(value).lower() for _, value in of)]
    return []


def _begins(items: Items, at: int, begins: bool = False) -> bool:
    """Whether a word that follows the items before a place begins there."""
    for what, of in reversed(items[:at]):
        if what is _op.AT and of in (_op.AT_BOUNDARY, _op.AT_BEGINNING):
            return True
        if what is _op.ASSERT_NOT and of[0] < 0 and _is_a_letter_of_words(of[1]):
            return True
        if what not in (_op.AT, _op.ASSERT, _op.ASSERT_NOT):
            return _is_beside_words(what, of)
    return begins


def _ends(items: Items, at: int, ends: bool = False) -> bool:
    """Whether a word before the items from a place on ends there."""
    for what, of in items[at:]:
        if what is _op.AT and of in (_op.AT_BOUNDARY, _op.AT_END):
            return True
        if what is _op.ASSERT_NOT and of[0] > 0 and _is_a_letter_of_words(of[1]):
            return True
        if what not in (_op.AT, _op.ASSERT, _op.ASSERT_NOT):
            return _is_beside_words(what, of)
    return ends


def _is_a_letter_of_words(items: Items) -> bool:
    """Whether each letter of a word is among what one item stands for."""
    if len(items) != 1:
        return False
    what, of = items[0]
    if what is _op.BRANCH:
        return any(map(_is_a_letter_of_words, of[1]))
    return bool(what is _op.IN and (_op.CATEGORY, _op.CATEGORY_WORD) in of and (_op.NEGATE, None) not in of)


def _is_beside_words(what: Any, of: Any) -> bool:
    """Whether an item stands for characters that are in no word, and for one at least."""
    if what in (_op.MAX_REPEAT, _op.MIN_REPEAT):
        return of[0] > 0 and len(of[2]) == 1 and _is_beside_words(*of[2][0])
    if what is _op.LITERAL:
        return not _is_of_a_word(chr(of))
    others = ((_op.CATEGORY, _op.CATEGORY_SPACE), (_op.CATEGORY, _op.CATEGORY_NOT_WORD))
    return what is _op.IN and all(
        each in others or (each[0] is _op.LITERAL and not _is_of_a_word(chr(each[1]))) for each in of
    )


def _is_of_a_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _is_plain(code: int) -> bool:
    """Whether a character has no other form than its small one: those beyond ASCII may, as a Kelvin sign is a k."""
    letter = chr(code)
    return code < 128 or letter.casefold() == letter == letter.upper() == letter.lower()


def _is_digit(item: tuple[Any, Any]) -> bool:
    kind, value = item
    if kind is _op.RANGE:
        return chr(value[0]) >= "0" and chr(value[1]) <= "9"
    return value is _op.CATEGORY_DIGIT if kind is _op.CATEGORY else kind is _op.LITERAL and chr(value).isdecimal()


def _worth(choice: frozenset[str]) -> int:
    """How much it says that one of these stands in a text: the longer the more, and nothing that is one letter.

    A sign counts like three letters, and a letter that is a whole word like two.
    """
    return min(map(_telling_of, choice))


def _telling_of(one: str) -> int:
    if one == DIGIT:
        return 3
    letters = one.replace(EDGE, "")
    if not letters.strip():
        return 0  # a blank
    return len(letters) + 2 * (not letters.isalpha()) + (one.startswith(EDGE) and one.endswith(EDGE))


def at_start(pattern: str) -> bool:
    """Whether a match can stand at the start of a text only."""
    return bool(list(_parser.parse(pattern))[:1] == [(_op.AT, _op.AT_BEGINNING)])


def beginnings(pattern: str) -> frozenset[str] | None:
    """The small letters, five or where a word ends fewer, that any match begins with; None where that is open.

    With `EDGE` behind fewer than five the word of the text ends there, too.
    """
    if not pattern.startswith(_AT_A_WORD):
        return None
    items = _parser.parse(pattern, re.IGNORECASE)
    ways = items[0][1][1] if items[0][0] is _op.BRANCH else [items]
    if any(way[:1] and way[0][0] not in (_op.AT, _op.ASSERT_NOT) for way in ways):
        return None
    growing, grown = _grow({""}, items)
    every = growing | grown
    return None if "" in every or every.issuperset(ascii_lowercase) else frozenset(every)


def _grow(growing: set[str], items: Items) -> tuple[set[str], set[str]]:
    """(beginnings that what follows may make longer, beginnings that stay as they are) after these items of a pattern."""
    grown: set[str] = set()
    for at, (what, of) in enumerate(items):
        if what in (_op.AT, _op.ASSERT, _op.ASSERT_NOT):
            if _ends(items[at : at + 1], 0):
                growing, grown = growing & {""}, grown | {b + EDGE for b in growing if b}
            continue
        if what is _op.SUBPATTERN:
            growing, more = _grow(growing, of[-1])
        elif what is _op.BRANCH:
            ways = [_grow(growing, way) for way in of[1]]
            growing, more = (set[str]().union(*(way[n] for way in ways)) for n in (0, 1))
        elif what in (_op.MAX_REPEAT, _op.MIN_REPEAT):
            growing, more = _repeat(growing, *of)
        else:
            growing, more = _append(growing, _characters(what, of))
        grown |= more
    return growing, grown


def _repeat(growing: set[str], least: int, most: int, items: Items) -> tuple[set[str], set[str]]:
    longer, grown = _grow(growing, items)
    if most > 1:  # how often is open
        longer, grown = set(), grown | longer
    return (longer | growing if least == 0 else longer), grown


def _append(growing: set[str], characters: set[str] | None) -> tuple[set[str], set[str]]:
    if characters is None:
        return set(), growing
    longer = {b + c.casefold() for b in growing for c in characters if _is_of_a_word(c)}
    ended = {b and b + EDGE for b in growing} if any(not _is_of_a_word(c) for c in characters) else set()
    return {b for b in longer if len(b) < HEAD}, {b for b in longer if len(b) >= HEAD} | ended


def _characters(what: Any, of: Any) -> set[str] | None:
    """The characters that one item stands for; None for many or unknown ones."""
    if what is _op.LITERAL:
        return {chr(of)}
    if what is not _op.IN:
        return None
    out: set[str] = set()
    for kind, value in of:
        if kind is _op.LITERAL:
            out.add(chr(value))
        elif kind is _op.RANGE and value[1] - value[0] < 26:
            out.update(map(chr, range(value[0], value[1] + 1)))
        else:
            return None
    return out

"""What is possible depends on no claimed factor: claims that differ in it alone share the answers.

A document claims several factors of one setting, and other readings of a statement change words that no region asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, fields
from functools import lru_cache, update_wrapper
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, TypeVar

from estimator.statement import Statement
from estimator.verdicts.case import Case

P = ParamSpec("P")
R = TypeVar("R")

# All that is said and known, but the factor that is claimed, and words about it.
_SAID = attrgetter(*(f.name for f in fields(Statement) if f.name not in ("factor_low", "factor_high", "qualifier")))
_KNOWN = attrgetter(*(f.name for f in fields(Case) if f.name not in ("statement", "params", "inputs", "notes")))
_FORGET: list[Callable[[], None]] = []


@dataclass(frozen=True, slots=True)
class _Question:
    """A case that equals each other of which the same is possible."""

    key: tuple[Hashable, ...]
    case: Case = field(compare=False)


def _question(case: Case) -> _Question:
    said = repr(_SAID(case.statement))  # written out: equal parameters may be of different types
    return _Question((said, case.statement.factor_high is None, tuple(case.params.items()), _KNOWN(case)), case)


def remembered(most: int) -> Callable[[Callable[Concatenate[Case, P], R]], Callable[Concatenate[Case, P], R]]:
    """Remember so many answers of a function of a case."""

    def remembering(function: Callable[Concatenate[Case, P], R]) -> Callable[Concatenate[Case, P], R]:
        def answer(question: _Question, *more: P.args, **named: P.kwargs) -> R:
            return function(question.case, *more, **named)

        known: Any = lru_cache(maxsize=most)(answer)

        def asked(case: Case, /, *more: P.args, **named: P.kwargs) -> R:
            found: R = known(_question(case), *more, **named)
            return found

        _FORGET.append(known.cache_clear)
        return update_wrapper(asked, function)

    return remembering


def forget() -> None:
    """Forget all answers: a table that they rest on is another one."""
    for clear in _FORGET:
        clear()

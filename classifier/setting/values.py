"""The values of one claim's setting, each with its place and where it comes from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from estimator.statement import Origin

OF_DOCUMENT = -1  # instead of a passage: offsets are into the document's text itself


class Named(Protocol):
    """Anything that gives a parameter a value."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> Any: ...


N = TypeVar("N", bound=Named)


def unambiguous(found: Iterable[N]) -> list[N]:
    """ "2000 for 2048 contexts, 4000 for 4096 contexts": of several values of one name none governs what stands elsewhere."""
    found = list(found)
    values: dict[str, set[str]] = {}
    for each in found:
        values.setdefault(each.name, set()).add(str(each.value))
    return [each for each in found if len(values[each.name]) == 1]


@dataclass(frozen=True, slots=True)
class Value:
    """A field's value with its place: a passage and the span in its levelled text."""

    name: str
    value: Any
    passage: int
    start: int
    end: int
    origin: Origin


@dataclass(slots=True)
class Setting:
    """All values of one claim."""

    values: list[Value] = field(default_factory=list)

    def put(self, name: str, value: Any, passage: int, start: int, end: int, origin: Origin = "stated") -> None:
        """Several values of one parameter are kept as a tuple."""
        value = tuple(value) if isinstance(value, list) else value
        self.values.append(Value(name, value, passage, start, end, origin))

    def get(self, name: str) -> Any:
        return next((v.value for v in self.values if v.name == name), None)

    def all(self, name: str) -> list[Any]:
        return list(dict.fromkeys(v.value for v in self.values if v.name == name))

    def has(self, name: str) -> bool:
        return any(v.name == name for v in self.values)

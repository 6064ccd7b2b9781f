"""What the estimator refuses, in one line each that names the field and the nearest valid value.

EstimatorError
  UnknownName           no such chip, model or technique in the catalog
  MissingCatalogValue   the chip has no such value (FP8 on an A100); it is never guessed
  BadValue              a value that cannot be: a negative batch, 300-bit weights
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


class EstimatorError(ValueError):
    """Any question that the estimator cannot answer."""


class UnknownName(EstimatorError):
    """`no hardware called 'H1000'; nearest: H100-SXM-80GB, H200-SXM-141GB`"""

    def __init__(self, kind: str, name: str, nearest: Sequence[str] | Callable[[], Sequence[str]] = ()) -> None:
        super().__init__(kind, name)
        self.kind, self.name, self._nearest = kind, name, nearest

    @property
    def nearest(self) -> tuple[str, ...]:
        """Looked for when somebody wants to know: most who ask for a name only want to know whether there is one."""
        return tuple(self._nearest() if callable(self._nearest) else self._nearest)

    def __str__(self) -> str:
        near = ", ".join(self.nearest)
        hint = f"; nearest: {near}" if near else f"; see `twoways catalog {self.kind}`"
        return f"no {self.kind.removesuffix('s')} called {self.name!r}{hint}"

    def __reduce__(self) -> tuple[type[UnknownName], tuple[str, str, tuple[str, ...]]]:
        return UnknownName, (self.kind, self.name, self.nearest)


class MissingCatalogValue(EstimatorError):
    """`A100-SXM-80GB has no fp8 peak in the catalog; it has: fp16, int8`"""

    def __init__(self, chip: str, field: str, present: Sequence[str] = ()) -> None:
        self.chip, self.field, self.present = chip, field, tuple(present)
        super().__init__(f"{chip} has no {field} in the catalog; it has: {', '.join(self.present) or 'none'}")


class BadValue(EstimatorError):
    """`weight_bits = 300: must be 1 to 32`"""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        self.field, self.value, self.allowed = field, value, allowed
        super().__init__(f"{field} = {value!r}: must be {allowed}")

"""The little LaTeX that stands in prose: `$2.7\\times$`, `\\sim 3`, `96\\%`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .strand import View

if TYPE_CHECKING:
    from .layout import Layout

SIGNS = {
    "times": "×", "sim": "~", "approx": "≈", "simeq": "≈", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "pm": "±",
    "to": "→", "rightarrow": "→", "cdot": "·", "ldots": "…", "dots": "…", "cdots": "…", "ll": "≪", "gg": "≫", "neq": "≠",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "lambda": "λ", "mu": "μ", "sigma": "σ",
    "tau": "τ", "theta": "θ", "pi": "π", "infty": "∞", "in": "∈", "uparrow": "↑", "downarrow": "↓", "textasciitilde": "~",
    "div": "÷", "propto": "∝", "equiv": "≡", "quad": " ", "qquad": " ", "Delta": "Δ", "langle": "⟨", "rangle": "⟩",
}  # fmt: skip
COMMAND = re.compile(
    r"\\(?:(?P<name>[a-zA-Z]+)\*?|(?P<sign>[%$#&_{}])|(?P<space>[,;:! >\\]))|(?P<brace>[{}$])|(?P<tie>~)"
)


def math(layout: Layout, view: View, start: int, end: int, outer_start: int, outer_end: int) -> None:
    """Keep a formula's text: signs for commands, braces and fonts dropped.

    A formula that is one sign alone (`$\\times$`) is folded whole, dollars included.
    """
    only = COMMAND.fullmatch(view.text[start:end].strip())
    if only and only["name"] in SIGNS:
        layout.sign(SIGNS[only["name"]], view.at(outer_start), view.at(outer_end - 1) + 1)
        return
    at = start
    for found in COMMAND.finditer(view.text, start, end):
        if found.start() > at:
            layout.text(view, at, found.start())
        at = found.end()
        sign = SIGNS.get(found["name"] or "", "") or found["sign"] or (" " if found["space"] or found["tie"] else "")
        if sign:
            layout.sign(sign, view.at(found.start()), view.at(found.end() - 1) + 1)
    if at < end:
        layout.text(view, at, end)

"""The little LaTeX that stands in prose: `$2.7\\times$`, `\\sim 3`, `96\\%`."""

from __future__ import annotations

import re
from typing import Protocol

from .strand import View


class Target(Protocol):
    """What takes the text of a formula: a layout, or a strand alone."""

    def text(self, view: View, start: int, end: int) -> None:
        """A run as it stands."""

    def sign(self, char: str, start: int, end: int) -> None:
        """One character, or a few, for a longer span of the document."""


SIGNS = {
    "times": "×", "sim": "~", "approx": "≈", "simeq": "≈", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "pm": "±",
    "to": "→", "rightarrow": "→", "cdot": "·", "ldots": "…", "dots": "…", "cdots": "…", "ll": "≪", "gg": "≫", "neq": "≠",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "lambda": "λ", "mu": "μ", "sigma": "σ",
    "tau": "τ", "theta": "θ", "pi": "π", "infty": "∞", "in": "∈", "uparrow": "↑", "downarrow": "↓", "textasciitilde": "~",
    "log": "log", "ln": "ln", "exp": "exp", "max": "max", "min": "min", "star": "*", "ast": "*", "lt": "<", "gt": ">",
    "lesssim": "≲", "gtrsim": "≳", "ell": "ℓ", "eta": "η", "rho": "ρ", "phi": "φ", "omega": "ω", "Omega": "Ω", "circ": "∘",
    "div": "÷", "propto": "∝", "equiv": "≡", "quad": " ", "qquad": " ", "Delta": "Δ", "langle": "⟨", "rangle": "⟩",
}  # fmt: skip
COMMAND = re.compile(
    r"\\(?:(?P<name>[a-zA-Z]+)\*?|(?P<sign>[%$#&_{}])|(?P<space>[,;:! >\\]))|(?P<brace>[{}$])|(?P<tie>~)"
)


def math(layout: Target, view: View, start: int, end: int, outer_start: int, outer_end: int) -> None:
    """Keep a formula's text: signs for commands, braces and fonts dropped.

    A formula that is one sign alone (`$\\times$`) is folded whole, dollars included.
    """
    only = COMMAND.fullmatch(view.text[start:end].strip())
    if only and only["name"] in SIGNS:
        layout.sign(SIGNS[only["name"]], view.at(outer_start), view.at(outer_end - 1) + 1)
        return
    at, depth = start, 0
    fractions: list[int] = []  # the depth of the numerator of each open fraction
    for found in COMMAND.finditer(view.text, start, end):
        if found.start() > at:
            layout.text(view, at, found.start())
        at = found.end()
        if found["name"] in ("frac", "dfrac", "tfrac"):
            fractions.append(depth + 1)
        elif found["brace"] == "}":
            if fractions and fractions[-1] == depth and view.text.startswith("{", at):
                layout.sign("/", view.at(found.start()), view.at(found.start()) + 1)
            if fractions and fractions[-1] >= depth:
                fractions.pop()
            depth -= 1
        elif found["brace"] == "{":
            depth += 1
        sign = SIGNS.get(found["name"] or "", "") or found["sign"] or (" " if found["space"] or found["tie"] else "")
        if sign:
            layout.sign(sign, view.at(found.start()), view.at(found.end() - 1) + 1)
    if at < end:
        layout.text(view, at, end)

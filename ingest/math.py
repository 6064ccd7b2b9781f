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
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ",
    "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
    "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "infty": "∞", "in": "∈", "uparrow": "↑", "downarrow": "↓", "leftarrow": "←", "Rightarrow": "⇒", "textasciitilde": "~",
    "log": "log", "ln": "ln", "exp": "exp", "max": "max", "min": "min", "star": "*", "ast": "*", "lt": "<", "gt": ">",
    "lesssim": "≲", "gtrsim": "≳", "ell": "ℓ", "circ": "∘", "div": "÷", "propto": "∝", "equiv": "≡", "quad": " ", "qquad": " ",
    "langle": "⟨", "rangle": "⟩", "sqrt": "√", "sum": "∑", "prod": "∏", "int": "∫", "partial": "∂", "nabla": "∇", "mid": "|",
    "cup": "∪", "cap": "∩", "subset": "⊂", "forall": "∀", "exists": "∃", "hbar": "ℏ", "dagger": "†", "ddagger": "‡", "mp": "∓",
    "checkmark": "✓", "cmark": "✓", "xmark": "✗", "textbackslash": "\\", "textless": "<", "textgreater": ">", "textbar": "|",
    "textdegree": "°", "degree": "°", "textmu": "µ", "textpm": "±", "texttimes": "×", "textendash": "–", "textemdash": "—",
    "S": "§", "P": "¶", "copyright": "©", "textregistered": "®", "texttrademark": "™", "bullet": "•", "textbullet": "•",
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

"""Colours carry a meaning: they must stay apart for everybody."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from ui import look

# What is left of red, green and blue (linear) for those without one kind of cone: Machado, Oliveira and Fernandes,
# IEEE TVCG 15 (2009), severity 1.0.
SEEN = {
    "usual": np.eye(3),
    "no red": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "no green": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "no blue": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}  # fmt: skip
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = np.array([0.95047, 1.0, 1.08883])


def linear(colour: str) -> np.ndarray:
    """sRGB without its gamma."""
    rgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIE L*a*b*, in which equal distances look about equal; 2 is just seen."""
    scaled = TO_XYZ @ np.clip(rgb, 0, 1) / WHITE
    x, y, z = np.where(scaled > 0.008856, np.cbrt(scaled), 7.787 * scaled + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("colours", [look.COLOURS, look.SIDE_COLOURS], ids=["verdicts", "sides"])
def test_colours_stay_apart_also_for_the_colour_blind(colours: dict[str, str], eyes: str) -> None:
    seen = {name: lab(SEEN[eyes] @ linear(colour)) for name, colour in colours.items()}
    near = [(a, b) for a, b in combinations(seen, 2) if np.linalg.norm(seen[a] - seen[b]) < 19]
    assert near == []


def test_a_verdict_is_told_by_a_sign_and_a_word_too() -> None:
    assert len(set(look.SIGNS.values())) == 4
    for word, sign in look.SIGNS.items():
        assert f"{sign}</b> {word}<" in look.verdict_chip(word)

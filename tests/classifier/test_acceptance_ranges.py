"""An acceptance that is a range has both of its ends."""

from typing import Any

import pytest

from classifier.figures.parameters import parameters


@pytest.mark.parametrize(
    ("text", "rate", "surface"),
    [
        ("An acceptance rate of 85-90 % gives 2.5x.", [0.85, 0.9], "85-90 %"),
        ("At an acceptance rate of 85% to 90% it is 2.5x faster.", [0.85, 0.9], "85% to 90%"),
        ("With acceptance between 85 and 90 % it is 2.5x faster.", [0.85, 0.9], "85 and 90 %"),
        ("70 to 80 % of the drafted tokens are accepted.", [0.7, 0.8], "70 to 80 %"),
        ("Two heads reach acceptance rates of 85 % and 70 %.", [0.85, 0.7], "85 % and 70 %"),
        ("The acceptance rate is 0.7-0.8 here.", [0.7, 0.8], "0.7-0.8"),
        ("The acceptance rate is 80 % here.", 0.8, "80 %"),
        ("At batch 4 and 90 % acceptance it is 2x faster.", 0.9, "90 %"),
        ("With 3 to 5 tokens and 80 % acceptance it is 2x faster.", 0.8, "80 %"),
    ],
)
def test_both_ends_of_an_acceptance_are_read(text: str, rate: Any, surface: str) -> None:
    (found,) = (p for p in parameters(text) if p.name == "acceptance_rate")
    assert (found.value, found.surface) == (rate, surface)

"""How a gain is worded."""

from __future__ import annotations

import pytest

from classifier.gains import Gain, gain

CASES = (
    ("Our kernel substantially reduces the latency of decoding.", Gain(True, True, True, True, False)),
    ("Support for the new tokenizer file was added.", Gain(False, False, False, False, False)),
    ("However, the baseline suffers from higher latency.", Gain(True, True, False, False, True)),
    ("Answers improve on three of five tasks.", Gain(True, False, False, False, False)),
    ("We propose a cache that avoids reading cold keys twice.", Gain(True, True, False, True, False)),
)


@pytest.mark.parametrize(("text", "wanted"), CASES, ids=[text[:30] for text, _ in CASES])
def test_gain_is_read_with_its_object_and_its_owner(text: str, wanted: Gain) -> None:
    assert gain(text) == wanted

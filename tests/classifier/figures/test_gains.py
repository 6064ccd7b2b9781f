"""How a gain is worded."""

from __future__ import annotations

import pytest

from classifier.figures.gains import Gain, gain
from classifier.figures.quantities import figures

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


@pytest.mark.parametrize(
    ("text", "factor"),
    [
        ("One H100 can hold ten times as many 32K-token sequences in the same memory.", 10),
        ("Fewer heads allow eight times the batch in the same memory.", 8),
        ("It now fits four times the users per GPU, in the same memory.", 4),
        ("The engine serves twice as many concurrent users in the same memory.", 2),
        ("An INT4 cache fits 4x longer contexts in memory.", 4),
        ("The maximum batch grows from 16 to 64.", 4),
        ("The context length rises from 8K to 32K on the same card.", 4),
        ("The cache needs only 1/5 of the memory.", 5),
        ("INT4 weights take up only a quarter of the GPU memory.", 4),
        ("The KV cache is one sixteenth the size.", 16),
        ("GQA stores 1/8 of the KV cache.", 8),
        ("It needs a third of the memory for its cache.", 3),
        ("GQA cuts the KV cache to a quarter.", 4),
        ("The new layout halves its memory.", 2),
        ("Peak memory drops to 40% of the baseline.", 2.5),
        ("It uses three times the memory.", 1 / 3),
    ],
)
def test_what_fits_is_counted_upwards_and_what_is_taken_downwards(text: str, factor: float) -> None:
    (effect,) = figures(text).effects
    assert effect.metric == "memory"
    assert effect.low == effect.high == pytest.approx(factor, abs=1e-4)


@pytest.mark.parametrize(
    "text", ["A tenth the size of the target is enough for a draft.", "It was tested on 1/5 of the data."]
)
def test_a_part_of_something_else_is_no_factor(text: str) -> None:
    assert figures(text).effects == ()

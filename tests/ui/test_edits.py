"""What a reviewer writes into a box, and what is changed by it."""

from __future__ import annotations

import pytest

from estimator import Quantity
from tests.made import claim, document
from ui import edits


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4", 4), ("4.16", 4.16), ("4, 8", [4, 8]), ("", None), (" ", None), ("Llama-3.2-1B", "Llama-3.2-1B"), ("true", True),
        ("inf", "inf"), ("4, nan", [4, "nan"]),
    ],
)  # fmt: skip
def test_a_box_is_read_as_number_range_word_or_nothing(text: str, value: object) -> None:
    assert edits.read(text) == value


def test_a_quantity_needs_a_number() -> None:
    assert edits.quantity("1,024 tokens/s") == {"value": 1024.0, "unit": "tokens/s"}
    assert edits.quantity("") is None
    for odd in ("fast", "inf ms", "nan", "1e999 tokens/s"):
        with pytest.raises(ValueError, match=f"'{odd}': give a number and its unit, as in 24 tokens/s"):
            edits.quantity(odd)


def test_untouched_boxes_change_nothing() -> None:
    made = claim(
        document(),
        params={"batch": 8, "input_len": [128, 256]},
        absolute=Quantity(24.0, "tokens/s"),
        model=("Llama-2-7B",),
    )
    assert edits.changes(made, edits.values_of(made)) == {}
    long = claim(document(), baseline="an engine  of\nour own " * 30, params={"draft_model": "a model\nof ours"})
    boxes = edits.values_of(long)
    assert boxes["baseline"].startswith("an engine of our own an engine")
    assert len(boxes["baseline"]) == 200, "what the box holds, and so what comes back from it"
    assert edits.changes(long, boxes) == {}


def test_what_differs_is_kept_as_the_database_takes_it() -> None:
    made = claim(document(), params={"batch": 8}, n_devices=1)
    now = edits.values_of(made) | {"side": "both", "params.batch": "", "params.weight_bits": "4"}
    now |= {"n_devices": 2.0, "hardware": ["H100-SXM"], "absolute": "9 ms"}
    assert edits.changes(made, now) == {
        "side": "both",
        "params.batch": None,
        "params.weight_bits": 4,
        "n_devices": 2,
        "hardware": ["H100-SXM"],
        "absolute": {"value": 9.0, "unit": "ms"},
    }

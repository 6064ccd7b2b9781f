"""Two formats of one model on one chip: it is the width of the weights that differs, and no machine."""

import pytest

from classifier.find import find
from ingest.read import read_bytes


@pytest.mark.parametrize(
    ("text", "new", "old"),
    [
        ("The Q6 file runs 1.3x faster than the Q8 on an M2.", 6, 8),
        ("Q4 runs 1.8x faster than Q8 on my M2 Max.", 4, 8),
        ("On an M1 Pro the 4-bit build generates 1.9x faster than the 8-bit build.", 4, 8),
        ("The 3-bit GGUF is 2.2x as fast as the 8-bit one on an RTX 4070.", 3, 8),
        ("Going from Q8 to Q5 makes the 8B model 1.4x faster on an RTX 3060.", 5, 8),
        ("On an M2, Q4 beats Q8 by 1.7x.", 4, 8),
    ],
)
def test_the_narrower_of_two_formats_is_what_is_new(text: str, new: int, old: int) -> None:
    (claim,) = find(read_bytes(text.encode(), "text.md"))
    assert (claim.technique, claim.side) == ("weight-only-quantization", "fewer-bytes")
    assert (claim.params["weight_bits"], claim.params["weight_bits_before"]) == (new, old)
    assert len(claim.hardware) == 1


def test_a_new_chip_beside_two_formats_stays_a_new_chip() -> None:
    (claim,) = find(read_bytes(b"A B200 decodes Llama-3.1-8B 2.2x faster than an H100.", "text.md"))
    assert claim.technique == "hardware-upgrade"


def test_a_pair_of_cards_is_two() -> None:
    (claim,) = find(read_bytes(b"Llama-3.1-70B in Q4 runs at 15 tokens/s on an RTX 3090 pair.", "text.md"))
    assert (claim.n_devices, claim.params["weight_bits"]) == (2, 4)


def test_a_slice_at_the_end_of_a_sentence_and_a_rate_beside_sequences() -> None:
    (claim,) = find(read_bytes(b"Llama-2-70B decodes at 40 tokens/s for one user on a TPU v5e-16.", "text.md"))
    assert (claim.hardware, claim.n_devices) == (("TPU-v5e",), 16)
    (claim,) = find(
        read_bytes(b"Qwen3-30B-A3B decodes 32 sequences at 4,000 tokens/s in total on one H100.", "text.md")
    )
    assert "context_len" not in claim.params


def test_what_is_left_out_is_no_technique() -> None:
    text = b"DeepSeek-V3 in FP8 gives a single user 600 tokens/s on 8x H200 without speculation."
    (claim,) = find(read_bytes(text, "text.md"))
    assert claim.technique == "weight-activation-quantization"


def test_half_of_the_drafts_is_a_rate() -> None:
    text = b"Half of the drafted tokens are accepted, and with four draft tokens EAGLE makes Llama-2-13B 2.4x faster."
    (claim,) = find(read_bytes(text, "text.md"))
    assert (claim.params["acceptance_rate"], "of-all-drafted" in claim.hints) == (0.5, True)

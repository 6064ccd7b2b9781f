"""Where sentences end."""

import pytest

from ingest.sentences import split


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It is fast. vLLM is too.", ["It is fast.", "vLLM is too."]),
        ("As Fig. 3 shows, Smith et al. (2023) gain 2.7x.", ["As Fig. 3 shows, Smith et al. (2023) gain 2.7x."]),
        (
            "We release v0.6.0. It doubles the rate, e.g. on A100.",
            ["We release v0.6.0.", "It doubles the rate, e.g. on A100."],
        ),
        ("Compared with X, a.k.a. the old one, it wins.", ["Compared with X, a.k.a. the old one, it wins."]),
        ("It takes 4 ms. The next takes 5.", ["It takes 4 ms.", "The next takes 5."]),
        (
            "Why? Because it reads less! (See Sec. 4.) Done.",
            ["Why?", "Because it reads less!", "(See Sec. 4.)", "Done."],
        ),
        ("Table 2. Speed of all.", ["Table 2. Speed of all."]),
        ("推理速度提升2倍。显存减半。", ["推理速度提升2倍。", "显存减半。"]),
        ("1. First thing.", ["1. First thing."]),
        ("The drafts x1, . . . , xn are kept. All of them.", ["The drafts x1, . . . , xn are kept.", "All of them."]),
        ("Proposed by J. Smith. We extend it.", ["Proposed by J. Smith.", "We extend it."]),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert [text[a:b] for a, b in split(text)] == parts

"""How values and texts are written for a reader."""

from __future__ import annotations

import pytest

from ui import show
from ui.access import may_review
from ui.views.add import addresses


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (2.31, "2.31"),
        (41.82, "41.8"),
        (1310.0, "1,310"),
        (0.0, "0"),
        (None, "–"),
        (12345678.0, "12,300,000"),
        (5e12, "5.00e+12"),
    ],
)
def test_three_digits_are_enough(value: float | None, shown: str) -> None:
    assert show.number(value) == shown


def test_units_are_chosen_so_that_numbers_stay_short() -> None:
    assert show.bytes_(140e9) == "140 GB"
    assert show.bytes_(2_684_354_560) == "2.68 GB"
    assert show.seconds(0.0418) == "41.8 ms"
    assert show.seconds(93e-6) == "93 µs"
    assert show.span(1.8, 2.3) == "1.8–2.3×"
    assert show.span(2.0, 2.0) == "2×"
    assert show.span(24.0, None, "tokens/s") == "24 tokens/s"
    assert show.claimed(2.0, 2.0, "up-to") == "up to 2×"


def test_text_of_a_document_means_nothing_to_html_or_markdown() -> None:
    assert show.safe('<b a="x">&') == "&lt;b a=&quot;x&quot;&gt;&amp;"
    assert show.plain("a\u202eb\u0000c\u200bd") == "a·b·c·d"
    assert show.plain("x" * 5000, 10) == "x" * 10 + " … (5,000 characters)"
    assert show.verbatim("[a](http) :red[b] $x$") == "\\[a\\]\\(http\\) \\:red\\[b\\] \\$x\\$"


def test_addresses_are_known_and_paths_of_the_server_are_not() -> None:
    text = """2302.01318
    https://arxiv.org/abs/2302.01318v2
    https://arxiv.org/pdf/2302.01318.pdf
    https://github.com/vllm-project/vllm
    github:ggml-org/llama.cpp@b1
    https://example.org/a.html
    /etc/passwd
    file:///etc/passwd
    ../x.md"""
    names, wrong = addresses(text)
    assert names == [
        "arxiv:2302.01318",
        "arxiv:2302.01318v2",
        "arxiv:2302.01318",
        "github:vllm-project/vllm",
        "github:ggml-org/llama.cpp@b1",
        "https://example.org/a.html",
    ]
    assert wrong == ["/etc/passwd", "file:///etc/passwd", "../x.md"]


@pytest.mark.parametrize(
    ("address", "reviewers", "may"),
    [
        ("ann@lab.org", "", True),
        ("Ann@Lab.org", "ann@lab.org", True),
        ("bob@lab.org", "ann@lab.org", False),
        ("bob@lab.org", "ann@x.org, @lab.org", True),
        ("bob@evil-lab.org", "@lab.org", False),
        ("", "ann@lab.org", False),
    ],
)
def test_who_may_decide(address: str, reviewers: str, may: bool) -> None:
    assert may_review(address, reviewers) is may


@pytest.mark.parametrize(
    ("value", "most", "shown"),
    [
        (40_430.0, 4, "40,430"),
        (1000.0, 3, "1,000"),
        (999.9, 3, "1,000"),
        (1_257_490.0, 4, "1,257,000"),
        (23.934, 4, "23.93"),
        (2.5, 3, "2.5"),
    ],
)
def test_large_figures_have_no_exponent(value: float, most: int, shown: str) -> None:
    assert show.digits(value, most) == shown


def test_memory_is_called_memory_on_every_chip() -> None:
    assert [show.limited(word) for word in ("HBM", "compute", "overhead", "")] == ["memory", "compute", "overhead", ""]

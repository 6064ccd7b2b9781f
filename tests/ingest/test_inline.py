"""The inside of a Markdown paragraph."""

from __future__ import annotations

import pytest

from ingest import read_bytes


@pytest.mark.parametrize(
    ("source", "clean"),
    [
        ("a **bold** and *slanted* and __bold__ and _slanted_ word", "a bold and slanted and bold and slanted word"),
        ("snake_case_name and 2 * 3 * 4 and 2*3", "snake_case_name and 2 * 3 * 4 and 2*3"),
        ("~~2x~~ 3x, ~3 ms, a ~~ b", "3x, ~3 ms, a ~~ b"),
        ("~no more 2x~ now ~3x to ~4x, a~b~c", "now ~3x to ~4x, a~b~c"),
        ("see [the *guide*](https://a.b/c_(d)) now", "see the guide now"),
        ("see [the guide][ref] now\n\n[ref]: https://a.b", "see the guide now"),
        ("\\[2025/06\\] and [2025/06] and [x] y", "[2025/06] and [2025/06] and [x] y"),
        ("<https://a.b> or https://a.b/c_d_e", "https://a.b or https://a.b/c_d_e"),
        ("text ![picture [x] of y](a.png) goes on", "text goes on"),
        ("[![badge](https://a/b.svg)](https://c) text", "text"),
        ("`code **kept**` and ``a ` b`` and lone ` tick", "code **kept** and a ` b and lone tick"),
        ("a note[^1] and 3<sup>2</sup> and <b>bold</b>", "a note and 3^2 and bold"),
        ("$\\sim 3 \\times$ and $96\\%$ and $O(n^2)$", "~ 3 × and 96% and O(n^2)"),
        ("it costs $5 and $10 a day", "it costs $5 and $10 a day"),
        ("$\\mathbf{2.3}\\times$ faster", "2.3× faster"),
        ("&lt;3 ms &amp; 2&times;", "<3 ms & 2×"),
        ("{{ page.title }} fast {% if x %}", "fast"),
        ("one {: .class} two {#anchor} three", "one two three"),
        ("a < b and c > d", "a < b and c > d"),
    ],
)
def test_markup_goes_and_text_stays(source: str, clean: str) -> None:
    assert [passage.text for passage in read_bytes(source.encode(), "a.md").passages] == [clean]


@pytest.mark.parametrize("end", ["  \n", "\\\n", "<br>", "<br/>\n"])
def test_a_forced_line_end_ends_a_unit(end: str) -> None:
    document = read_bytes(f"First line{end}second line".encode(), "a.md")
    assert [passage.text for passage in document.passages] == ["First line", "second line"]

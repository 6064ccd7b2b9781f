"""Text files: change logs and notes with the structure that people give them."""

from __future__ import annotations

from ingest import Document, read_bytes


def read(text: str) -> Document:
    return read_bytes(text.encode(), "NEWS")


def units(text: str) -> list[tuple[str, str]]:
    return [(passage.kind, passage.text) for passage in read(text).passages]


def test_a_line_is_an_entry_where_the_file_has_an_entry_a_line() -> None:
    long = "api: " + "a long entry that says much of what was changed in this release of the library " * 2
    text = (
        "v2.0 (May 2024)\n"
        + f"{long}\n" * 3
        + "Smaller binaries, all of them\nfaster decode by 20%\nNew: a cache\n" * 4
    )
    found = [text for kind, text in units(text)[4:]]
    assert found[:3] == ["Smaller binaries, all of them", "faster decode by 20%", "New: a cache"]
    assert len(found) == 12


def test_wrapped_lines_are_a_paragraph_whatever_they_begin_with() -> None:
    text = (
        "The daemon now uses the new layout by default, as all tools know it.\nAll programs should work.\n"
        "If one does not, say so, and name the place and the name of the\nsystem: it matters for the next release.\n"
    )
    assert units(text) == [
        ("sentence", "The daemon now uses the new layout by default, as all tools know it."),
        ("sentence", "All programs should work."),
        (
            "sentence",
            "If one does not, say so, and name the place and the name of the system: it matters for the next release.",
        ),
    ]


def test_what_is_indented_below_a_bullet_goes_on_and_what_stands_left_of_it_does_not() -> None:
    text = (
        "It has two parts:\n  * A library.\n    Note: it is small.\n  * A tool, which is\n    larger.\nBoth are fast.\n"
    )
    assert units(text) == [
        ("sentence", "It has two parts:"),
        ("bullet", "A library. Note: it is small."),
        ("bullet", "A tool, which is larger."),
        ("sentence", "Both are fast."),
    ]


def test_what_lists_and_notes_hang_under() -> None:
    text = "Speed:\n\n  * Faster on:\n\n    - ARM, by 5%.\n\n    - x86, by 3%.\n\n    Both add up.\n\n  * Smaller.\n"
    passages = read(text).passages
    assert [(passage.text, passage.parent) for passage in passages] == [
        ("Speed:", None),
        ("Faster on:", 0),
        ("ARM, by 5%.", 1),
        ("x86, by 3%.", 1),
        ("Both add up.", 1),
        ("Smaller.", 0),
    ]


def test_headings_by_their_look() -> None:
    text = """zeta (1.9-1) unstable; urgency=medium

  * Twice as fast.

 -- Ada Smith <ada@example.org>  Sun, 28 Aug 2022 12:00:55 +0900

Zeta v1.2.2, Mar 26th 2025:

  * Half the memory.

Changes between Zeta 1.0 and 1.1

  * Fewer steps.

*** Design ***

One part.

## Use

Another.
"""
    assert [(passage.section, passage.text) for passage in read(text).passages if passage.kind != "heading"] == [
        (("zeta (1.9-1) unstable; urgency=medium",), "Twice as fast."),
        (("Zeta v1.2.2, Mar 26th 2025:",), "Half the memory."),
        (("Changes between Zeta 1.0 and 1.1",), "Fewer steps."),
        (("Design",), "One part."),
        (("Use",), "Another."),
    ]


def test_a_drawing_is_not_read() -> None:
    assert units("See:\n\n    +---+   +---+\n    | a |-->| b |\n    +---+   +---+\n\nFast.\n") == [
        ("sentence", "See:"),
        ("sentence", "Fast."),
    ]

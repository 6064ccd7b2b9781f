"""Input made to be slow, deep or wrong. Time is not asserted: the suite's time limit is, and the counts are."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest import UnreadableDocument, read, read_bytes
from scripts.fuzz_reading import case, originals, verdict

TRAPS = {
    "open brackets": b"[" * 50_000,
    "open links": b"[a](" * 20_000,
    "stars": b"**a " * 20_000,
    "ticks": b"`" * 30_001 + b" a",
    "ticks of all lengths": b" ".join(b"`" * n for n in range(1, 300)) + b" a",
    "dollars": b"$a " * 20_000,
    "quotes in tags": b"<a href='" * 20_000,
    "open comments": b"<!-- " * 20_000,
    "open scripts": b"<script " * 20_000,
    "open tables": b"<table><tr><td>" * 3_000,
    "open lists": b"<ul><li>a" * 5_000,
    "closing tags": b"</table></td></li>" * 5_000,
    "ampersands": b"&amp" * 20_000,
    "braces": b"{{" * 20_000,
    "pipes": b"|" * 50_000 + b"\n|---|\n" + b"|" * 50_000,
    "deep quotes": b"> " * 2_000 + b"a",
    "deep lists": b"".join(b" " * (2 * n) + b"- a\n" for n in range(300)),
    "wide span": b"<table><tr><td rowspan=999999 colspan=999999>a<td>b</tr>" + b"<tr><td>c</tr>" * 500 + b"</table>",
    "exclamations": b"a" + b"!" * 30_000 + b" b",
    "one long word": b"a" * 300_000,
    "no letters": b"." * 100_000,
    "backslashes": b"\\" * 50_001,
    "underlines": b"a\n===\n" * 5_000,
    "spaces": b"a" + b" " * 200_000 + b"b",
}


def test_a_file_whose_disk_fails_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("INT4 makes Llama-2-70B decode 3x faster.")

    def fails(_self: Path) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", fails)
    with pytest.raises(UnreadableDocument, match="Input/output error") as caught:
        read(file)
    assert caught.value.reason == "missing"


@pytest.mark.parametrize("name", ["a.md", "a.html", "a.rst", "a.tex", "a.txt"])
@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.timeout(10)
def test_a_trap_ends_with_a_document_or_a_reason(trap: str, name: str) -> None:
    end, find = verdict(name, lambda: read_bytes(TRAPS[trap], name))
    assert end in ("read", "no-text", "empty")
    assert find == ""


def test_a_share_of_the_broken_files(tmp_path: Path) -> None:
    """`scripts/fuzz_reading.py` reads ten thousand; these are some."""
    files = originals(tmp_path)
    finds = []
    for number in range(200_000, 200_150):
        name, data = case(number, files)
        end, find = verdict(name, lambda data=data, name=name: read_bytes(data, name))  # type: ignore[misc]
        finds += [f"{name} {end}: {find}"] if find else []
    assert finds == []

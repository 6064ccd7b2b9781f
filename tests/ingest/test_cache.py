"""The folder of fetched files does not grow for ever."""

from __future__ import annotations

import os
import time
from pathlib import Path

from ingest import Network, Source, discover
from ingest.sources.cache import FRESH, UNUSED, prune
from ingest.sources.source import ABOUT
from tests.ingest.conftest import Answer, Service

NOW = 2_000_000_000.0
DAY = 86_400.0


def put(folder: Path, name: str, size: int, days: float) -> Path:
    """A file of so many bytes, last used so many days ago, with its note."""
    file = folder / name
    file.write_bytes(b"x" * size)
    (folder / f"{name}{ABOUT}").write_text("{}")
    os.utime(file, (NOW - days * DAY,) * 2)
    return file


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_what_was_not_used_for_half_a_year_goes_with_its_note(tmp_path: Path) -> None:
    put(tmp_path, "old.pdf", 10, UNUSED / DAY + 1)
    put(tmp_path, "new.pdf", 10, 3)
    assert prune(tmp_path, 1000, NOW) == 10
    assert names(tmp_path) == ["new.pdf", f"new.pdf{ABOUT}"]


def test_the_longest_unused_goes_first_where_the_folder_is_too_large(tmp_path: Path) -> None:
    for number in range(5):
        put(tmp_path, f"{number}.pdf", 100, 10 - number)
    assert prune(tmp_path, 400, NOW) == 200  # down to four fifths of the limit
    assert [name for name in names(tmp_path) if name.endswith(".pdf")] == ["2.pdf", "3.pdf", "4.pdf"]


def test_files_of_today_stay_whatever_their_size(tmp_path: Path) -> None:
    put(tmp_path, "today.pdf", 1000, FRESH / DAY / 2)
    assert prune(tmp_path, 10, NOW) == 0


def test_half_a_file_of_a_job_that_was_killed_goes_after_a_day(tmp_path: Path) -> None:
    put(tmp_path, "a.pdf.77.part", 10, 2)
    put(tmp_path, "b.pdf.78.part", 10, 0.1)
    prune(tmp_path, 1000, NOW)
    assert [name for name in names(tmp_path) if name.endswith(".part")] == ["b.pdf.78.part"]


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert prune(tmp_path / "none", 10) == 0


def test_a_job_tidies_the_folder_and_what_it_finds_unchanged_counts_as_used(service: Service, network: Network) -> None:
    folder = network.folder()
    folder.mkdir(parents=True)
    service.answers["/a.html"] = Answer(b"<p>Fine.</p>", headers={"ETag": '"1"'})
    url = f"{service.base}/a.html"
    [first] = discover([url], network=network)
    assert isinstance(first, Source)
    long_ago = time.time() - UNUSED + DAY
    os.utime(first.path, (long_ago, long_ago))
    stray = put(folder, "stray.pdf", 10, 0)
    os.utime(stray, (long_ago - 2 * DAY,) * 2)
    [again] = discover([url], network=network)
    assert again == first
    assert not stray.exists()
    assert first.path.stat().st_mtime > time.time() - 60

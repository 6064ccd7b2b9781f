"""The folder of fetched files: what has not been used for long goes, and the oldest where it grows too large."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from .source import ABOUT

UNUSED = 180 * 86_400.0  # seconds after which a file that no one asked for goes
FRESH = 86_400.0  # seconds within which a file is a running job's
SLACK = 0.8  # of the limit that is left when it was passed, so that not every run has to look for more


@dataclass(frozen=True, slots=True)
class Kept:
    """A file with what is noted beside it."""

    path: Path
    used: float  # when it was last fetched, or found unchanged
    size: int

    def remove(self) -> None:
        """Note first: a note without its file would make the next request conditional on nothing."""
        self.path.with_name(self.path.name + ABOUT).unlink(missing_ok=True)
        self.path.unlink(missing_ok=True)


def prune(folder: Path, most: int, now: float | None = None) -> int:
    """Keep the folder below `most` bytes and free of what was not used for half a year; gives the bytes that went.

    Files used within a day stay in any case. Another job may prune at the same time: what it took is gone, and no fault.
    """
    now = time.time() if now is None else now
    files = kept(folder)
    old = [
        file for file in files if now - file.used > UNUSED or (file.path.suffix == ".part" and now - file.used > FRESH)
    ]
    size = sum(file.size for file in files) - sum(file.size for file in old)
    if size > most:
        gone = set(old)
        for file in sorted(files, key=lambda each: each.used):
            if size <= SLACK * most or now - file.used <= FRESH:
                break
            if file not in gone:
                old.append(file)
                size -= file.size
    for file in old:
        file.remove()
    return sum(file.size for file in old)


def kept(folder: Path) -> list[Kept]:
    """The files of the folder, notes aside."""
    found = []
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return []
    for entry in entries:
        if entry.name.endswith(ABOUT):
            continue
        try:
            state = entry.stat(follow_symlinks=False)
        except FileNotFoundError:  # another job was quicker
            continue
        if entry.is_file(follow_symlinks=False):
            found.append(Kept(Path(entry.path), state.st_mtime, state.st_size))
    return found

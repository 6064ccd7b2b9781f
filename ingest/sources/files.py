"""Files, folders, globs and archives on this machine."""

from __future__ import annotations

import glob
import hashlib
import os
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from ..document import UnreadableDocument
from ..read import FORMATS
from .source import ABOUT, Source

READABLE = frozenset(FORMATS) - {"", ".log", ".text"}
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
MEMBERS = 10_000  # an archive with more is refused
UNPACKED = 2_000_000_000  # bytes that an archive may hold in all
RATIO = 200  # times that a member may grow when unpacked
NAMED = frozenset("README CHANGELOG CHANGES HISTORY NEWS RELEASES RELEASE_NOTES".split())  # read without a suffix too
Found = Source | UnreadableDocument


def files(name: str, cache: Path) -> Iterator[Found]:
    """What a path or glob on this machine stands for. What cannot be read is given out as the reason why."""
    path = Path(name)
    if path.is_dir():
        yield from folder(path, cache)
    elif path.exists() or os.path.lexists(path):
        yield from file(path, cache)
    elif glob.has_magic(name):
        matches = sorted(glob.glob(name, recursive=True))
        if not matches:
            yield UnreadableDocument(name, "missing", "nothing matches")
        for match in matches:
            if Path(match).is_file():
                yield from file(Path(match), cache)
    else:
        yield UnreadableDocument(printable(path), "missing")


def file(path: Path, cache: Path) -> Iterator[Found]:
    """A file; an archive stands for what is in it."""
    if path.name.lower().endswith(ARCHIVES) and path.is_file():
        yield from archive(path, cache)
    elif not path.exists():
        yield UnreadableDocument(printable(path), "missing", "a link that leads nowhere")
    elif not path.is_file():
        yield UnreadableDocument(printable(path), "unsupported", "not a file")
    else:
        yield Source(printable(path), path)


def folder(top: Path, cache: Path) -> Iterator[Found]:
    """All readable files in a folder, in order of their names. Links that lead out of it are refused."""
    home = top.resolve()
    for where, below, names in os.walk(top, followlinks=False):
        below[:] = sorted(name for name in below if not name.startswith("."))
        for name in sorted(names):
            path = Path(where, name)
            low = name.lower()
            readable = path.suffix.lower() in READABLE or low.endswith(ARCHIVES) or name.upper() in NAMED
            if name.startswith(".") or not readable or low.endswith(ABOUT):
                continue
            if path.is_symlink() and not path.resolve().is_relative_to(home):
                yield UnreadableDocument(printable(path), "refused", "a link out of the folder")
            else:
                yield from file(path, cache)


def archive(path: Path, cache: Path) -> Iterator[Found]:
    """What is in an archive, unpacked into the cache under names of our own. Archives within are not opened."""
    name = printable(path)
    try:
        if zipfile.is_zipfile(path):
            yield from zipped(path, name, cache)
        else:
            yield from tarred(path, name, cache)
    except (
        zipfile.BadZipFile,
        tarfile.TarError,
        EOFError,
        OSError,
        RuntimeError,
        NotImplementedError,
        ValueError,
    ) as error:
        yield UnreadableDocument(name, "damaged", f"not an archive that can be opened: {error}"[:160])


def zipped(path: Path, name: str, cache: Path) -> Iterator[Found]:
    with zipfile.ZipFile(path) as pack:
        members = [member for member in pack.infolist() if not member.is_dir()]
        if refusal := too_much(name, len(members), sum(member.file_size for member in members)):
            yield refusal
            return
        for member in sorted(members, key=lambda each: each.filename):
            inner = f"{name}!{member.filename}"
            if wrong := wrong_member(inner, member.filename):
                if wrong.reason != "skip":
                    yield wrong
            elif member.file_size > RATIO * max(member.compress_size, 1) and member.file_size > 1_000_000:
                yield UnreadableDocument(
                    inner, "refused", f"grows {member.file_size // max(member.compress_size, 1)} times"
                )
            elif member.flag_bits & 1:
                yield UnreadableDocument(inner, "encrypted")
            else:
                with pack.open(member) as stream:
                    yield Source(inner, unpack(stream.read(member.file_size + 1), inner, cache))


def tarred(path: Path, name: str, cache: Path) -> Iterator[Found]:
    total = 0
    with tarfile.open(path) as pack:
        for number, member in enumerate(pack):
            total += member.size
            if refusal := too_much(name, number, total):
                yield refusal
                return
            inner = f"{name}!{member.name}"
            if wrong := wrong_member(inner, member.name):
                if wrong.reason != "skip":
                    yield wrong
            elif member.issym() or member.islnk():
                yield UnreadableDocument(inner, "refused", "a link inside an archive")
            elif member.isfile() and (stream := pack.extractfile(member)) is not None:
                yield Source(inner, unpack(stream.read(), inner, cache))


def too_much(name: str, members: int, size: int) -> UnreadableDocument | None:
    if members > MEMBERS:
        return UnreadableDocument(name, "refused", f"more than {MEMBERS:,} files in the archive")
    if size > UNPACKED:
        return UnreadableDocument(name, "refused", f"more than {UNPACKED / 1e9:.0f} GB unpacked")
    return None


def wrong_member(inner: str, name: str) -> UnreadableDocument | None:
    """Why a member is not unpacked; reason "skip" where there is nothing to say."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.name.lower().endswith(ARCHIVES):
        return UnreadableDocument(inner, "refused", "an archive inside an archive")
    if path.name.startswith(".") or path.suffix.lower() not in READABLE:
        return UnreadableDocument(inner, "skip")
    return None


def unpack(data: bytes, inner: str, cache: Path) -> Path:
    """Under a name made of the content's hash: no name from an archive ever reaches the file system."""
    suffix = PurePosixPath(inner).suffix.lower()
    place = cache / (hashlib.sha256(data).hexdigest()[:40] + suffix)
    if place.exists():
        os.utime(place)  # in use: the cache keeps it
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(f"{place.name}.{os.getpid()}.part")
        part.write_bytes(data)
        part.replace(place)
    return place


def printable(path: Path) -> str:
    """A path as text that any database and terminal can hold."""
    return os.fsencode(path).decode("utf-8", errors="replace")

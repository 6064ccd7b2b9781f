"""Each thing that goes wrong with a database is one clear line, and no password stands in it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

import db
from db import StoreError
from db.errors import MEANINGS, checked_url, explain, redact
from db.readonly import ask
from tests.made import VERSIONS, analysis, judge


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "no database named: give a file"),
        ("mysql://root:secret@host/x", r"mysql://root:\*\*\*@host/x: mysql is not supported"),
        ("nonsense://user:secret@host", "not a database: give a file"),
        ("postgresql://user:secret@127.0.0.1:1/x", "cannot be reached: check that the server runs"),
        ("postgres://user:secret@127.0.0.1:1/x", "cannot be reached: check that the server runs"),
        ("postgresql://user:secret@host:port/x", "not a database: give a file"),
        ("postgresql://user:secret@[::1/x", "not a database: give a file"),
        ("postgresql://user:a/secret@host:port/x", "not a database: give a file"),
        ("/nowhere/at/all/claims.db", "the folder /nowhere/at/all does not exist"),
        ("/tmp", "/tmp: is a folder: name a file in it"),
    ],
)
def test_a_wrong_address(url: str, said: str) -> None:
    with pytest.raises(StoreError, match=said) as caught:
        db.open(url)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_not_made_by_asking(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such database: make it with twoways ingest"):
        db.open(str(tmp_path / "claims.db"), create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "notes.db"
    file.write_text("These are notes, not a database. " * 100)
    with pytest.raises(StoreError, match="is not a SQLite database: name another file"):
        db.open(str(file))
    assert file.read_text().startswith("These are notes")


def test_a_damaged_file(sqlite_url: str, tmp_path: Path) -> None:
    with db.open(sqlite_url) as store:
        store.save(analysis(), VERSIONS, judge=judge)
    file = tmp_path / "claims.db"
    raw = bytearray(file.read_bytes())
    raw[4096:] = os.urandom(len(raw) - 4096)
    file.write_bytes(raw)
    with pytest.raises(StoreError, match="is damaged: restore it from a backup"), db.open(sqlite_url) as store:
        store.frame("claim_overview")


def test_a_file_that_may_only_be_read_is_read_and_not_written(sqlite_url: str, tmp_path: Path) -> None:
    with db.open(sqlite_url) as store:
        store.save(analysis(), VERSIONS, judge=judge)
    with db.open(f"sqlite:///file:{tmp_path}/claims.db?mode=ro&uri=true") as store:
        assert len(store.frame("claim_overview")) == 3
        with pytest.raises(StoreError, match="may not be written: check the permissions"):
            store.save_failure("a.pdf", "empty", "a.pdf: the file is empty")


LIMITED = """
import resource, sys
import db
from tests.made import VERSIONS, analysis, document, judge

store = db.open(sys.argv[1])
store.save(analysis(), VERSIONS, judge=judge)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    store.save(analysis(document([f"line {n} " * 50 for n in range(1500)])), VERSIONS, judge=judge)
except db.StoreError as error:
    print(error)
print(len(store.frame("documents")))
"""


def test_a_limit_on_the_size_of_files_is_said_and_what_was_kept_before_stays(sqlite_url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, sqlite_url], capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    said, count = done.stdout.splitlines()
    assert "claims.db: has reached the limit of this session on the size of a file, 1,000,000 bytes" in said
    assert "raise it (ulimit -f)" in said
    assert "Traceback" not in done.stderr
    assert count == "1"
    with db.open(sqlite_url) as store:
        assert len(store.frame("claim_overview")) == 3


SEALED = """
import ctypes, sys
for capability in (1, 2):  # a superuser is held to permissions only without the right to override them
    ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)
import os; os.execv(sys.executable, [sys.executable, "-c", sys.argv[1], *sys.argv[2:]])
"""
READS = """
import sys
import db
from db.readonly import ask

with db.open(sys.argv[1]) as store:
    print(len(store.frame("claim_overview")))
    print(ask(sys.argv[1], "SELECT count(*) FROM claims").rows)
    try:
        store.save_failure("a.pdf", "empty", "a.pdf: the file is empty")
    except db.StoreError as error:
        print(error)
"""


def test_what_another_user_keeps_to_himself_is_called_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not missing, and no question of writing: as root may read everything, the answers of the system are made here."""
    told = "may not be read by this user: check the permissions of the file and its folder"
    file = tmp_path / "claims.db"
    db.open(str(file)).close()
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.R_OK)
    for create in (True, False):
        with pytest.raises(StoreError, match=told):
            db.open(str(file), create=create)

    def shut(_path: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", shut)  # of a folder that may not be entered
    with pytest.raises(StoreError, match=told):
        db.open(str(file))


def test_a_database_in_a_folder_that_may_not_be_written_is_read(sqlite_url: str, tmp_path: Path) -> None:
    with db.open(sqlite_url) as store:
        store.save(analysis(), VERSIONS, judge=judge)
    tmp_path.chmod(0o555)
    try:
        done = subprocess.run(
            [sys.executable, "-c", SEALED, READS, sqlite_url],
            capture_output=True,
            text=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
    finally:
        tmp_path.chmod(0o755)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "3",
        "((3,),)",
        f"{tmp_path}/claims.db: may not be written: check the permissions of the file and its folder",
    ]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("database or disk is full", "the disk is full"),
        ('could not extend file "base/1/2": No space left on device', "the disk is full"),
        ("attempt to write a readonly database", "may not be written"),
        ("database disk image is malformed", "is damaged"),
        ("database is locked", "is held by another program"),
        ('FATAL: password authentication failed for user "u"', "refuses the user name or password"),
        ('FATAL: database "x" does not exist', "does not exist on that server"),
        ("server closed the connection unexpectedly", "cannot be reached"),
        ("something else\nwith secret in it", r"something else with \*\*\* in it"),
    ],
)
def test_the_words_of_the_drivers_are_explained(message: str, said: str) -> None:
    error = explain("postgresql+psycopg://u:secret@h/x", sqlite3.OperationalError(message))
    assert str(error).startswith("postgresql://u:***@h/x: ")
    assert said.replace("\\", "") in str(error)


def test_every_meaning_is_one_line() -> None:
    assert all("\n" not in meaning for _, meaning in MEANINGS)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:secret@h/x",
        "postgresql://h/x?password=secret&user=u",
        "postgresql://h:port/x?password=secret&user=u",
        "postgresql://u:a/secret@h/x",
        "postgresql://u:a@secret@h:1x/x",
        "postgresql://u:a@secret@h/x",
        "postgresql://u:a@b/secret@h/x",
        "nonsense u:secret //u:secret@h",
    ],
)
def test_no_password_is_shown(url: str) -> None:
    assert "secret" not in redact(url).replace("nonsense u:secret ", "")


def test_a_bare_sign_in_a_password_is_explained() -> None:
    with pytest.raises(db.StoreError) as caught:
        checked_url("postgresql://u:pass@word@h/x")
    assert str(caught.value) == (
        "postgresql://u:***@h/x: a @ in a password is written %40; safer are ~/.pgpass and PGPASSWORD"
    )
    assert checked_url("postgresql://u:pass%40word@h/x") == "postgresql+psycopg://u:pass%40word@h/x"


def test_a_transaction_that_fails_leaves_nothing(store: db.Store) -> None:
    def half(session: object) -> None:
        session.execute(text("DELETE FROM settings"))  # type: ignore[attr-defined]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.write(half)
    assert len(store.frame("settings")) == 1


def test_a_user_who_may_only_read_reads_and_is_told_so_when_writing(postgres_url: str) -> None:
    with db.open(postgres_url) as store:
        store.save(analysis(), VERSIONS, judge=judge)
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute("CREATE ROLE reader LOGIN")
        admin.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    try:
        with db.open(postgres_url.replace("postgres:@", "reader:secret@")) as store:
            assert len(store.frame("claim_overview")) == 3
            assert ask(store.url, "SELECT count(*) AS n FROM claims").records() == [{"n": 3}]
            with pytest.raises(StoreError, match=r"does not allow that to this user$") as caught:
                store.save_failure("a.pdf", "empty", "a.pdf: the file is empty")
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute("DROP OWNED BY reader")
            admin.execute("DROP ROLE reader")
    assert "secret" not in str(caught.value)


def test_a_view_of_a_users_own_on_one_of_ours_is_said(postgres_url: str) -> None:
    with db.open(postgres_url) as store:
        store.write(lambda s: s.execute(text("CREATE VIEW mine AS SELECT technique FROM claim_overview")))
        store.write(lambda s: s.execute(text("UPDATE settings SET value = 'old' WHERE name = 'views'")))
        try:
            with pytest.raises(StoreError, match="holds a view of your own on one that is to be made anew: drop yours"):
                db.open(postgres_url)
        finally:
            store.write(lambda s: s.execute(text("DROP VIEW mine")))
    with db.open(postgres_url) as store:
        assert len(store.frame("claim_overview")) == 0

"""The database as the program sees it: open it, put analyses in, decide about claims, read it out."""

from __future__ import annotations

import dataclasses
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from sqlalchemy import Engine, Executable, delete, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session

import estimator
from classifier import Claim
from db import engine as engines
from db import save as saving
from db.decisions import Decision, checked, restored
from db.errors import StoreError, checked_url, explained, redact
from db.migrate import migrate
from db.review import claim_of, decide, reviews_of
from db.rows import Versions, clean, cleaned, to_claim, to_document
from db.save import lock, source_of, upsert
from db.schema import (
    AliasRow,
    ClaimRow,
    DocumentRow,
    FailureRow,
    HardwareRow,
    ModelRow,
    ParameterRow,
    PassageRow,
    RunRow,
    SettingRow,
    SourceRow,
    TechniqueRow,
)
from db.types import now
from ingest import Document

if TYPE_CHECKING:
    import pandas as pd

AWAY = r"[Cc]onnection|database system is"  # the words of PostgreSQL and its driver, also while it starts and recovers
T = TypeVar("T")
Seen = Literal["unchanged", "duplicate"]
PATIENCE = 30.0  # seconds for which something is tried again that lost a race with another writer, or its connection


def open(url: str = "twoways.db", *, create: bool = True) -> Store:
    """Open a database, made or brought to the present schema where needed.

    `url` is a file, `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`. With `create=False` a SQLite file must be
    there already.
    """
    url = checked_url(url)
    file = make_url(url).database if url.startswith("sqlite") else None
    if file and file != ":memory:" and not file.startswith("file:"):
        _check_file(Path(file), create)
    engine = engines.connect(url)
    try:
        with explained(url):
            migrate(engine, url)
    except StoreError:
        engine.dispose()
        raise
    return Store(url, engine)


def _check_file(file: Path, create: bool) -> None:
    """SQLite makes an empty file of any missing one: say what is missing instead."""
    if not may_look(file):
        raise StoreError(f"{file}: may not be read by this user: check the permissions of the file and its folder")
    if not file.exists() and not create:
        raise StoreError(f"{file}: no such database: make it with twoways ingest SOURCE --db {file}")
    if not file.parent.is_dir():
        raise StoreError(f"{file}: the folder {file.parent} does not exist: make it first")
    if file.is_dir():
        raise StoreError(f"{file}: is a folder: name a file in it")


def may_look(file: Path) -> bool:
    """Whether this user may find out that there is no such file, or else read it."""
    try:
        return not file.exists() or os.access(file, os.R_OK)
    except PermissionError:
        return False


class Store:
    """One database. Any number of threads and processes may use it at once."""

    def __init__(self, url: str, engine: Engine) -> None:
        self.url, self.engine = url, engine

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Store({redact(self.url)!r})"

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()

    @property
    def dialect(self) -> str:
        """sqlite or postgresql."""
        return self.engine.dialect.name

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session for reading: one consistent state from its first question on."""
        with explained(self.url), Session(self.engine) as session:
            yield session

    def read(self, act: Callable[[Session], T]) -> T:
        """Read something, again when the connection was lost."""

        def once() -> T:
            with Session(self.engine) as session:
                return act(session)

        return self._again(once, lambda error: lost_connection(error))

    def write(self, act: Callable[[Session], T], *, twice: bool = True) -> T:
        """Do something in a transaction of its own, again when it lost a race with another writer, or the connection.

        A connection that is lost at the very end leaves open whether it was done: with `twice=False` it is then not done
        again.
        """
        bind = self.engine.execution_options(writing=True)

        def once() -> T:
            with Session(bind, expire_on_commit=False) as session, session.begin():
                return act(session)

        return self._again(once, lambda error: lost_race(error) or (twice and lost_connection(error)))

    def _again(self, once: Callable[[], T], worth_while: Callable[[BaseException], bool]) -> T:
        from tenacity import Retrying, retry_if_exception, stop_after_delay, wait_random_exponential

        patience, pauses = stop_after_delay(PATIENCE), wait_random_exponential(0.05, 2)
        with explained(self.url):
            return Retrying(retry=retry_if_exception(worth_while), stop=patience, wait=pauses, reraise=True)(once)

    # -- analyses ------------------------------------------------------------------------------------------------------------

    def save(
        self,
        analysis: saving.Analysis,
        versions: Versions,
        *,
        judge: saving.Judge = estimator.judge,
        run_id: int | None = None,
    ) -> saving.Saved:
        """Put one document with its claims in: all of it or nothing. What a person decided stays."""
        return self.write(lambda session: saving.save(session, analysis, versions, judge, run_id))

    def seen(self, source: str, sha256: str) -> Seen | None:
        """Whether there is nothing to do at a source: the same content as last time, or known content at a new place.

        A file that went back to an earlier content has changed. A new place is noted; an old failure there is over.
        """
        last = select(SourceRow.sha256).where(SourceRow.source == source).order_by(SourceRow.seen.desc()).limit(1)
        content = select(DocumentRow.id).where(DocumentRow.sha256 == sha256)
        failure = select(FailureRow.id).where(FailureRow.source == source)
        there, known, stale = self.read(lambda s: (s.scalar(last), s.scalar(content), s.scalar(failure) is not None))
        same = there == sha256
        if not same and known is not None:
            self.write(lambda s: saving.note_source(s, known, source, sha256, ""))
        if stale and (same or known is not None):
            self.write(lambda s: s.execute(delete(FailureRow).where(FailureRow.source == source)))
        return "unchanged" if same else "duplicate" if known is not None else None

    def failed(self, source: str, sha256: str, versions: Versions, limits: Mapping[str, float]) -> FailureRow | None:
        """The failure of the same content under the same reading code and limits no lower than these."""
        query = select(FailureRow).where(FailureRow.source == source, FailureRow.sha256 == sha256)
        row = self.read(lambda session: session.scalar(query))
        if row is None or not sha256 or row.reader_version != versions.reader:
            return None
        raised = any(value > row.limits.get(name, 0) for name, value in limits.items())
        return None if raised else row

    def save_failure(
        self,
        source: str,
        reason: str,
        detail: str,
        *,
        sha256: str = "",
        limits: Mapping[str, float] | None = None,
        reader_version: str = "",
        run_id: int | None = None,
    ) -> None:
        """Note that a source could not be read. A document that stood there before stays."""
        values: dict[str, Any] = {
            "source": clean(source),
            "sha256": sha256,
            "reason": reason,
            "detail": clean(detail)[:2000],
        }
        values |= {"limits": dict(limits or {}), "reader_version": reader_version, "at": now(), "run_id": run_id}

        def act(session: Session) -> None:
            session.execute(upsert(self.dialect, FailureRow, values, "source"))

        self.write(act)

    def recovered(self, sources: Iterable[str]) -> None:
        """What failed at these sources before is over: a feed or a repository that was out of reach is no document of its own."""
        stale = FailureRow.source.in_([clean(source) for source in sources])
        if self.read(lambda session: session.scalar(select(FailureRow.id).where(stale))) is not None:
            self.write(lambda session: session.execute(delete(FailureRow).where(stale)))

    def documents(self, out_of_date: Versions | None = None) -> list[DocumentRow]:
        """All documents, or those that other versions than these made; without their texts."""
        from sqlalchemy.orm import defer

        query = select(DocumentRow).options(defer(DocumentRow.text)).order_by(DocumentRow.id)
        if out_of_date is not None:
            query = query.where(
                (DocumentRow.reader_version != out_of_date.reader)
                | (DocumentRow.classifier_version != out_of_date.classifier)
                | (DocumentRow.estimator_version != out_of_date.estimator)
                | (DocumentRow.catalog_version != out_of_date.catalog)
            )
        with self.session() as session:
            return list(session.scalars(query))

    def document(self, document_id: int) -> Document:
        """A document as it was read."""
        with self.session() as session:
            row = session.get(DocumentRow, document_id)
            if row is None:
                raise StoreError(f"document {document_id}: there is none with this number")
            passages = session.scalars(
                select(PassageRow).where(PassageRow.document_id == document_id).order_by(PassageRow.position)
            )
            return to_document(row, passages, source_of(session, document_id))

    def source(self, document_id: int) -> str:
        """Where a document was seen last."""
        with self.session() as session:
            return source_of(session, document_id)

    def machine_claims(self, document_id: int) -> tuple[Claim, ...]:
        """The claims of a document as the classifier found them, whatever persons decided since."""
        query = select(ClaimRow, PassageRow.position).join(PassageRow, PassageRow.id == ClaimRow.passage_id)
        query = query.where(ClaimRow.document_id == document_id)
        found = []
        with self.session() as session:
            parameters: dict[int, list[ParameterRow]] = {}
            inside = select(ParameterRow).join(ClaimRow).where(ClaimRow.document_id == document_id)
            for parameter in session.scalars(inside.order_by(ParameterRow.id)):
                parameters.setdefault(parameter.claim_id, []).append(parameter)
            for row, position in session.execute(query.order_by(ClaimRow.start_at, ClaimRow.ordinal)):
                found.append(restored(to_claim(row, parameters.get(row.id, ()), position), row.machine))
        return tuple(found)

    # -- runs ----------------------------------------------------------------------------------------------------------------

    def start_run(self, command: str, settings: Mapping[str, Any], versions: Versions) -> int:
        """Note that a job begins; its number."""
        row = RunRow(command=command, started=now(), outcome="running", settings=dict(settings), versions={})
        row.versions = dataclasses.asdict(versions)

        def act(session: Session) -> int:
            session.add(row)
            session.flush()
            return row.id

        return self.write(act)

    def finish_run(self, run_id: int, outcome: str, summary: Mapping[str, Any]) -> None:
        """Note how a job ended."""
        values = {"outcome": outcome, "summary": dict(summary), "finished": now()}
        self.write(lambda session: session.execute(update(RunRow).where(RunRow.id == run_id).values(**values)))

    # -- decisions -----------------------------------------------------------------------------------------------------------

    def review(
        self,
        claim_id: int,
        reviewer: str,
        decision: Decision,
        changes: Mapping[str, Any] | None = None,
        note: str = "",
        *,
        judge: saving.Judge = estimator.judge,
    ) -> int:
        """Append a person's decision; the claim and its verdict follow at once. The decision's number.

        `correct` takes the changed fields: `{"side": "fewer-bytes", "params.batch": 8}`; None means: not stated.
        """
        changes = checked(changes or {})
        if decision == "correct" and not changes:
            raise StoreError(f"claim {claim_id}: a correction needs at least one changed field")
        if decision != "correct" and changes:
            raise StoreError(f"claim {claim_id}: only a correction takes changed fields, {decision} does not")
        if not reviewer.strip():
            raise StoreError("a decision needs the name of its reviewer")
        who = reviewer.strip()
        return self.write(lambda s: decide(s, claim_id, who, decision, changes, note, None, judge), twice=False)

    def undo(self, claim_id: int, reviewer: str, *, judge: saving.Judge = estimator.judge) -> int | None:
        """Take back the reviewer's latest decision on a claim that is not undone yet; None where there is none."""

        def once(session: Session) -> int | None:
            mine = [r for r in reviews_of(session, claim_of(session, claim_id)) if r.reviewer == reviewer.strip()]
            undone = {r.undoes for r in mine if r.decision == "undo"}
            latest = next((r for r in reversed(mine) if r.decision != "undo" and r.id not in undone), None)
            if latest is None:
                return None
            return decide(session, claim_id, reviewer.strip(), "undo", {}, "", latest.id, judge)

        return self.write(once, twice=False)

    # -- catalogs ------------------------------------------------------------------------------------------------------------

    def sync_catalogs(
        self, hardware: Iterable[Any], models: Iterable[Any], techniques: Iterable[Any], version: str
    ) -> bool:
        """Copy the estimator's tables so that they can be joined. False: they were the same already."""
        tables = ((HardwareRow, list(hardware)), (ModelRow, list(models)), (TechniqueRow, list(techniques)))

        def act(session: Session) -> bool:
            lock(session, "catalog")
            if _catalog_version(session) == version:
                return False  # another job did it meanwhile
            session.execute(delete(AliasRow))
            for table, entries in tables:
                session.execute(delete(table))
                values = [catalog_values(table, entry) for entry in entries]
                if values:
                    session.execute(insert(table), values)
                    session.execute(insert(AliasRow), aliases(table.__tablename__.removesuffix("s"), values))
            session.execute(upsert(self.dialect, SettingRow, {"name": "catalog", "value": version}, "name"))
            return True

        with self.session() as session:
            if _catalog_version(session) == version:
                return False
        return self.write(act)

    # -- ways out ------------------------------------------------------------------------------------------------------------

    def frame(self, query: str | Executable, parameters: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """The answer to a query, or a table or view by name, as a pandas frame."""
        import pandas as pd

        if isinstance(query, str):
            query = text(f"SELECT * FROM {query}" if query.isidentifier() else query)
        with self.session() as session:
            result = session.execute(query, dict(parameters or {}))
            return pd.DataFrame([tuple(row) for row in result], columns=list(result.keys()))


def _catalog_version(session: Session) -> str | None:
    return session.scalar(select(SettingRow.value).where(SettingRow.name == "catalog"))


def lost_race(error: BaseException) -> bool:
    """Whether another writer came first."""
    said = str(getattr(error, "orig", "")) if isinstance(error, OperationalError) else ""
    return any(words in said for words in ("deadlock detected", "could not serialize"))


def lost_connection(error: BaseException) -> bool:
    """Whether a server went away, as it does for a moment when it is restarted."""
    if isinstance(error, OperationalError) and re.search(AWAY, str(error.orig)):
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated


def catalog_values(table: type[Any], entry: Any) -> dict[str, Any]:
    """A row of a catalog: the columns that the table names, all other fields as JSON."""
    fields = dataclasses.asdict(entry)
    if "key" in fields:  # the techniques' table calls it so
        fields["name"] = fields.pop("key")
    own = {column.name for column in table.__table__.columns} - {"facts"}
    values: dict[str, Any] = {name: cleaned(fields.pop(name, "")) for name in own}
    values["aliases"] = values["aliases"] or []
    plain = {k: v for k, v in fields.items() if not callable(v)}
    return values | {"facts": cleaned(json.loads(json.dumps(plain, default=str)))}


def aliases(kind: str, catalog: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows of `aliases`. A row's own name beats another's alias; of two equal aliases the first row's counts."""
    names: dict[str, str] = {}
    catalog = list(catalog)
    for row in catalog:
        names.setdefault(row["name"].lower(), row["name"])
    for row in catalog:
        for alias in row["aliases"]:
            names.setdefault(str(alias).lower(), row["name"])
    return [{"kind": kind, "alias": alias, "name": name} for alias, name in names.items()]

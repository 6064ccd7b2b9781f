"""Which code and tables make the rows, and what older ones made."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import ingest
from classifier.learning.learned import corpus_key
from db import Store, Versions
from db.schema import DocumentRow
from pipeline.items import Item, Limits, file_hash, item_of


def present_versions() -> Versions:
    """The versions of the code and tables as they are now: hashes of the files themselves, so that none can be forgotten.

    The classifier's changes too when its model is trained on reviewed claims.
    """
    return Versions(
        reader=digest("ingest", "*.py"),
        classifier=f"{corpus_key()[:6]}{digest('classifier', '*.py')[:6]}",
        estimator=digest("estimator", "*.py"),
        catalog=digest("estimator", "*.csv", "*.toml", "*.json", "*.jsonl"),
    )


@cache  # the code of a running program does not change
def digest(package: str, *patterns: str) -> str:
    """A short hash of a package's files."""
    folder = Path(import_module(package).__file__ or "").parent
    total = hashlib.sha256()
    for file in sorted(path for pattern in patterns for path in folder.rglob(pattern)):
        total.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return total.hexdigest()[:12]


def sync_catalogs(store: Store, versions: Versions) -> None:
    """The estimator's tables, for those who join."""
    estimator = import_module("estimator")
    tables = [getattr(estimator, name, ()) for name in ("HARDWARE", "MODELS", "TECHNIQUES")]
    hardware, models, techniques = [t.values() if isinstance(t, Mapping) else t for t in tables]
    store.sync_catalogs(hardware, models, techniques, versions.catalog)


def out_of_date(store: Store) -> dict[str, int]:
    """How many documents an older version made, by the first stage that has to be done again."""
    late = {"to read": 0, "to search": 0, "to judge": 0, "whose file is gone": 0}
    now = present_versions()
    for row in store.documents(now):
        late[stage(row, store.source(row.id), now)] += 1
    return late


def stage(row: DocumentRow, source: str, now: Versions) -> str:
    """What has to be done again for a document. Without its file the text that is kept is searched."""
    if row.reader_version != now.reader and there(source, row.sha256):
        return "to read"
    if row.classifier_version != now.classifier:
        return "to search"
    if (row.estimator_version, row.catalog_version) != (now.estimator, now.catalog):
        return "to judge"
    return "whose file is gone"


def there(source: str, sha256: str) -> bool:
    """Whether the same bytes can be read again: a file as it was, or an address."""
    return re.match(r"\w+:(?!\\)", source) is not None or file_hash(Path(source), Limits()) == sha256


def renewals(store: Store, limits: Limits) -> Iterator[Item]:
    """What is out of date, each from the first stage on that has to be done again."""
    now = present_versions()
    for row in store.documents(now):
        source = store.source(row.id)
        todo = stage(row, source, now)
        if todo == "to read":
            yield from (item_of(found, limits) for found in ingest.discover([source]))
        elif todo != "whose file is gone":
            claims = store.machine_claims(row.id) if todo == "to judge" else None
            document = store.document(row.id)
            yield Item(source, "", row.sha256, document, claims, reader_version=row.reader_version)

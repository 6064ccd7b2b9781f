"""Every page opens over 100,000 claims; how long it takes is measured by `benchmarks/dashboard.py`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.ui.conftest import FILES, Opened, html_of

pytestmark = pytest.mark.timeout(300)  # on a busy machine

CLAIMS = 100_000
# What is new in a copy of a row, by table; the rest stays. Texts of documents and the longer parts of verdicts are left out.
COPIES = {
    "documents": {"id": "id + n * 1000", "work": "work || n", "sha256": "sha256 || n", "text": "''"},
    "claims": {"id": "id + n * 1000", "document_id": "document_id + n * 1000"},
    "parameters": {"id": "id + n * 100000", "claim_id": "claim_id + n * 1000"},
    "estimates": {"claim_id": "claim_id + n * 1000", "derivation": "'[]'", "inputs": "'{}'", "after": "NULL"},
}


@pytest.fixture(scope="module")
def many(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo so many times over, by SQL: analysing it as often would take an hour."""
    file = tmp_path_factory.mktemp("many") / "claims.db"
    file.write_bytes(demo.read_bytes())
    base = sqlite3.connect(file)
    for setting in ("synchronous = off", "journal_mode = off", "cache_size = -200000", "temp_store = memory"):
        base.execute(f"PRAGMA {setting}")
    # Indexes are built at the end, which is faster; the copies stay out of the full-text search.
    again = base.execute("SELECT name, type, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql <> ''")
    made = again.fetchall()
    for name, kind, _ in made:
        base.execute(f"DROP {kind} {name}")
    (there,) = base.execute("SELECT count(*) FROM claims").fetchone()
    numbers = f"WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {CLAIMS // there})"
    for table, new in COPIES.items():
        columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
        values = ", ".join(new.get(name, name) for name in columns)
        some = "WHERE name IN ('hardware', 'model')" if table == "parameters" else ""
        base.execute(f"{numbers} INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM n, {table} {some}")
    for _, _, sql in made:
        base.execute(sql)
    base.commit()
    base.close()
    return file


@pytest.mark.parametrize("file", FILES)
def test_a_page_opens_over_many_claims_and_shows_no_more_than_a_reader_can_take(
    file: str, opened: Opened, many: Path
) -> None:
    shown = html_of(opened(file, many, **({"claim": "50003"} if file in ("claim", "review") else {})))
    assert len(shown) < 100_000
    if file in ("overview", "claims"):
        assert f"{CLAIMS // 1000 - 1}," in shown or f"{CLAIMS // 1000}," in shown

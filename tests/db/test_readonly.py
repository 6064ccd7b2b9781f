"""Any question, no harm: the database itself refuses what is no reading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

import db
from db import StoreError
from db.readonly import ask
from db.schema import ClaimRow
from tests.made import VERSIONS, analysis, judge


@pytest.fixture
def filled(store: db.Store) -> Iterator[db.Store]:
    """Three claims."""
    store.save(analysis(), VERSIONS, judge=judge)
    yield store
    with store.session() as session:
        assert session.scalar(select(func.count()).select_from(ClaimRow)) == 3


def test_a_query_is_answered(filled: db.Store) -> None:
    answer = ask(filled.url, "SELECT technique, factor_low FROM claims ORDER BY factor_low;")
    assert answer.columns == ("technique", "factor_low")
    assert answer.rows == (("speculative-decoding", 1.8), ("weight-only-quantization", 2.5), ("paged-kv", 9.0))
    assert not answer.more


def test_percent_signs_and_comments_are_taken_as_written(filled: db.Store) -> None:
    answer = ask(filled.url, "SELECT count(*) AS n FROM claims WHERE quote LIKE '%draft%' -- with a remark")
    assert answer.records() == [{"n": 1}]


def test_common_table_expressions_and_views_are_queries(filled: db.Store) -> None:
    query = "WITH fast AS (SELECT * FROM claim_overview WHERE factor_low > 2) SELECT count(*) AS n FROM fast"
    assert ask(filled.url, query).rows == ((2,),)


def test_more_rows_than_the_limit_are_said(filled: db.Store) -> None:
    answer = ask(filled.url, "SELECT id FROM claims", rows=2)
    assert (len(answer.rows), answer.more) == (2, True)


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM claims",
        "UPDATE claims SET quote = ''",
        "INSERT INTO settings (name, value) VALUES ('a', 'b')",
        "DROP TABLE claims",
        "DROP VIEW claim_overview",
        "CREATE TABLE x (a INTEGER)",
        "WITH gone AS (DELETE FROM claims RETURNING id) SELECT * FROM gone",
        "SELECT 1; DELETE FROM claims",
        "SELECT 1) AS answer; DELETE FROM claims; --",
        "COMMIT",
        "COMMIT; DELETE FROM claims",
        "EXPLAIN ANALYZE DELETE FROM claims",
        "VACUUM",
        "",
        ";",
        "nonsense",
        "SELECT nothing FROM nowhere",
    ],
)
def test_what_is_no_query_is_refused(filled: db.Store, query: str) -> None:
    with pytest.raises(StoreError) as caught:
        ask(filled.url, query)
    assert "\n" not in str(caught.value)


def test_a_refusal_is_in_the_words_of_the_one_who_asked(filled: db.Store) -> None:
    for query in ("DELETE FROM claims", "-- all\nUPDATE claims SET quote = ''", "DROP TABLE claims"):
        with pytest.raises(StoreError, match=r"^only reading is allowed here: give a SELECT$"):
            ask(filled.url, query)
    with pytest.raises(StoreError, match="nowhere") as caught:
        ask(filled.url, "SELECT * FROM nowhere")
    assert "LINE" not in str(caught.value)


@pytest.mark.parametrize(
    "query",
    [
        "ATTACH DATABASE '/tmp/twoways-attached.db' AS other",
        "PRAGMA writable_schema = ON",
        "PRAGMA journal_mode = DELETE",
        "SELECT load_extension('x')",
        "VACUUM INTO '/tmp/twoways-vacuumed.db'",
        "REINDEX",
    ],
)
def test_sqlite_refuses_what_reaches_beyond_the_file(sqlite_url: str, query: str) -> None:
    with db.open(sqlite_url) as store, pytest.raises(StoreError):
        ask(store.url, query)
    assert not Path("/tmp/twoways-attached.db").exists()
    assert not Path("/tmp/twoways-vacuumed.db").exists()


@pytest.mark.parametrize(
    "query",
    [
        "COPY claims TO PROGRAM 'cat > /tmp/twoways-copied'",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT lo_import('/etc/passwd')",
        "SET TRANSACTION READ WRITE",
        "SELECT nextval('claims_id_seq')",
        "SELECT set_config('role', 'postgres', false), pg_read_file('/etc/hostname')",
    ],
)
def test_postgres_refuses_what_reaches_beyond_the_tables(postgres_url: str, query: str) -> None:
    with db.open(postgres_url) as store, pytest.raises(StoreError):
        ask(store.url, query)
    assert not Path("/tmp/twoways-copied").exists()


def test_a_query_that_takes_too_long_is_ended(store: db.Store) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n"
    with pytest.raises(StoreError, match=r"took longer than 0\.3 s"):
        ask(store.url, endless, seconds=0.3)


def test_an_answer_that_is_too_large_is_refused(store: db.Store) -> None:
    cell = "hex(zeroblob(2400000))" if store.dialect == "sqlite" else "repeat('x', 4800000)"
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)"
    with pytest.raises(StoreError, match=r"the answer has \d+ million characters"):
        ask(store.url, f"{numbers} SELECT {cell} AS x FROM n")


def test_an_answer_larger_than_memory_is_given_up_early(store: db.Store) -> None:
    cell = "hex(zeroblob(500000))" if store.dialect == "sqlite" else "repeat('x', 1000000)"
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)"
    with pytest.raises(StoreError, match=r"the answer has 2[0-9] million characters"):
        ask(store.url, f"{numbers} SELECT {cell} AS x FROM n", seconds=60)


def test_an_empty_answer_has_columns(store: db.Store) -> None:
    answer = ask(store.url, "SELECT id, quote FROM claims WHERE id < 0")
    assert (answer.columns, answer.rows, answer.more) == (("id", "quote"), (), False)


def test_a_cell_that_is_too_large_is_refused_in_sqlite(sqlite_url: str) -> None:
    with db.open(sqlite_url) as store, pytest.raises(StoreError, match="a cell has more than 5 MB"):
        ask(store.url, "SELECT hex(zeroblob(5000000)) AS x")

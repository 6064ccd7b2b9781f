"""A database comes to the present schema by itself, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

import db
from db import StoreError, migrate
from db.schema import Base
from db.views import VIEWS


def test_the_migrations_make_exactly_the_tables_of_the_schema(store: db.Store) -> None:
    def ours(thing: object, name: str | None, kind: str, *_: object) -> bool:
        return not (name or "").endswith("_search") and "_search_" not in (name or "")

    options = {"include_object": ours, "compare_type": store.dialect == "postgresql", "compare_server_default": False}
    with store.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata)
    # What a column means is documented from the schema; its comment in PostgreSQL may lag behind.
    assert [change for change in found if change[0][0] != "modify_comment"] == []


def test_the_newest_migration_is_the_one_the_program_looks_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == migrate.HEAD


def test_opening_twice_changes_nothing(url: str) -> None:
    for _ in range(2):
        with db.open(url) as store:
            assert len(store.frame("claim_overview")) == 0


def test_a_view_whose_text_changed_is_made_anew(store: db.Store) -> None:
    store.write(lambda s: s.execute(text("UPDATE settings SET value = 'old' WHERE name = 'views'")))
    store.write(lambda s: s.execute(text("DROP VIEW unread")))
    with db.open(store.url) as again:
        assert len(again.frame("unread")) == 0


def test_a_newer_schema_is_refused_and_left_alone(store: db.Store) -> None:
    store.write(lambda s: s.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(StoreError, match=r"was written by a newer twoways .* upgrade twoways"):
        db.open(store.url)
    with store.session() as session:
        assert session.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
    store.write(lambda s: s.execute(text("UPDATE alembic_version SET version_num = :head"), {"head": migrate.HEAD}))


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with create_engine(f"sqlite:///{file}").begin() as connection:
        connection.execute(text("CREATE TABLE documents (name TEXT)"))
    with pytest.raises(StoreError, match="holds tables of another program"):
        db.open(str(file))


def test_every_view_says_what_its_columns_are(store: db.Store) -> None:
    for view in VIEWS:
        frame = store.frame(view.name)
        assert list(frame.columns) == [name for name, _ in view.columns], view.name


def test_catalogs_are_copied_once_for_each_version(store: db.Store) -> None:
    from estimator import HARDWARE, MODELS, TECHNIQUES

    assert store.sync_catalogs(HARDWARE.values(), MODELS.values(), TECHNIQUES.values(), "v1")
    assert not store.sync_catalogs([], [], [], "v1")
    counts = [len(store.frame(f"SELECT name FROM {table}")) for table in ("hardware", "models", "techniques")]
    assert counts == [len(HARDWARE), len(MODELS), len(TECHNIQUES)]
    found = store.frame("SELECT name FROM aliases WHERE kind = 'technique' AND alias = 'awq'")
    assert found["name"].tolist() == ["weight-only-quantization"]

"""Column types that mean the same on both databases and pass SQLite's strict typing."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.dialects import postgresql
from sqlalchemy.types import DateTime, Double, Integer, Text, TypeDecorator, TypeEngine

ENCODE = json.JSONEncoder(ensure_ascii=False).encode


class Json(TypeDecorator[Any]):
    """A list or an object: JSONB in PostgreSQL, JSON text in SQLite. Keys keep their order in SQLite only."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        postgres = dialect.name == "postgresql"
        return dialect.type_descriptor(postgresql.JSONB(none_as_null=True) if postgres else Text())

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        if value is None or dialect.name == "postgresql":
            return value
        return ENCODE(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return json.loads(value) if isinstance(value, str) and dialect.name != "postgresql" else value


class Moment(TypeDecorator[datetime]):
    """A moment in UTC: a time stamp with zone in PostgreSQL, "2026-03-01 12:30:05.123456" in SQLite, where text sorts by time."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(DateTime(timezone=True) if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        value = value.astimezone(UTC)
        return value if dialect.name == "postgresql" else value.strftime("%Y-%m-%d %H:%M:%S.%f")

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if isinstance(value, str):
            return datetime.fromisoformat(value).replace(tzinfo=UTC)
        return value.astimezone(UTC) if isinstance(value, datetime) else None


class Flag(TypeDecorator[bool]):
    """True or false: a boolean in PostgreSQL, 1 or 0 in SQLite, whose strict tables know no boolean."""

    impl = Integer
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(postgresql.BOOLEAN() if dialect.name == "postgresql" else Integer())

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> Any:
        return value if value is None or dialect.name == "postgresql" else int(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> bool | None:
        return None if value is None else bool(value)


class Real(TypeDecorator[float]):
    """A double: `DOUBLE PRECISION` in PostgreSQL, `REAL` in SQLite, the only word its strict tables take."""

    impl = Double
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        from sqlalchemy.types import REAL

        return dialect.type_descriptor(Double() if dialect.name == "postgresql" else REAL())


def now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)

"""PostgreSQL searches the words that SQLite does: its own parser takes names with hyphens, points and slashes apart otherwise."""

from alembic import op

from db import search

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for table in search.SEARCHED:
            op.execute(f"DROP INDEX {table}_search")
        for statement in search.create("postgresql"):
            op.execute(statement)

"""Alembic runs this: the connection is handed over by `db.migrate`, inside its transaction."""

from alembic import context

from db.schema import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()

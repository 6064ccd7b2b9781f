"""The numbers printed on a PDF's pages, where they are not the pages' own."""

import sqlalchemy as sa
from alembic import op

from db import types

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("documents") as batch_op:
        batch_op.add_column(sa.Column("page_labels", types.Json(), nullable=False, server_default="[]"))

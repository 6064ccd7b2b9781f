"""What each of several techniques contributes to a factor."""

import sqlalchemy as sa
from alembic import op

from db import types

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    comment = "Where several techniques act: the factor of each; their product is the whole."
    op.add_column("estimates", sa.Column("attribution", types.Json(), nullable=True, comment=comment))

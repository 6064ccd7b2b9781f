"""The result, kept: tables, views, migrations and queries. No analysis here."""

from db import queries
from db.errors import StoreError
from db.queries import Filter
from db.rows import Versions
from db.store import Store, open

__all__ = ["Filter", "Store", "StoreError", "Versions", "open", "queries"]

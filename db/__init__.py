"""The result, kept: tables, views, migrations and queries. No analysis here."""

"""The order of things: read a document, find its claims, judge each; many documents at once, into one database."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pipeline.analysis import Analysis, Judged, analyse, judged, record, record_at
from pipeline.items import Item, Limits, item_of, without_user
from pipeline.outcome import Outcome, Summary, reason_of
from pipeline.workers import Cluster, ClusterError, Executor, Workers, work

if TYPE_CHECKING:
    from pipeline.job import run
    from pipeline.versions import out_of_date, present_versions, renewals

__all__ = [
    "Analysis",
    "Cluster",
    "ClusterError",
    "Executor",
    "Item",
    "Judged",
    "Limits",
    "Outcome",
    "Summary",
    "Workers",
    "analyse",
    "item_of",
    "judged",
    "out_of_date",
    "present_versions",
    "reason_of",
    "record",
    "record_at",
    "renewals",
    "run",
    "without_user",
    "work",
]

_WITH_DATABASE = {"out_of_date": "versions", "present_versions": "versions", "renewals": "versions", "run": "job"}


def __getattr__(name: str) -> Any:
    """What needs the database, at first use: one sentence is checked without it, and SQLAlchemy takes half of the start."""
    if name in _WITH_DATABASE:
        return getattr(import_module(f"pipeline.{_WITH_DATABASE[name]}"), name)
    raise AttributeError(f"module 'pipeline' has no attribute {name!r}")

"""The order of things: read a document, find its claims, judge each; many documents at once, into one database."""

from pipeline.analysis import Analysis, Judged, analyse, judged, record, record_at
from pipeline.items import Item, Limits, item_of, without_user
from pipeline.job import run
from pipeline.outcome import Outcome, Summary, reason_of
from pipeline.versions import out_of_date, present_versions, renewals
from pipeline.workers import Cluster, ClusterError, Executor, Workers, work

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

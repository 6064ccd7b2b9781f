"""Where documents come from: files, folders, archives, addresses, arXiv, GitHub releases, feeds, object stores."""

from .discover import discover
from .network import Fetcher, Network
from .source import Source

__all__ = ["Fetcher", "Network", "Source", "discover"]

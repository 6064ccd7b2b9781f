"""Text into physics: which passages are claims, and what they state."""

from classifier.claim import Claim, Parameter
from classifier.find import find

__all__ = ["Claim", "Parameter", "find"]

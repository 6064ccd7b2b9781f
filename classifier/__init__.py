"""Text into physics: which passages are claims, and what they state."""

from classifier.claim import Claim, Parameter

__all__ = ["Claim", "Parameter"]

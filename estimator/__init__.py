"""Physics: how fast a decode step or a prefill can be, and whether a claimed speed-up can be so."""

from estimator.statement import Quantity, Statement

__all__ = ["Quantity", "Statement"]

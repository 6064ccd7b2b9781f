"""Physics: how fast a decode step or a prefill can be, and whether a claimed speed-up can be so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from estimator.errors import BadValue, EstimatorError, MissingCatalogValue, UnknownName
from estimator.estimate import Estimate, estimate
from estimator.formats import named_format
from estimator.hardware import HARDWARE, Hardware, find_hardware, parse_hardware
from estimator.model_names import find_model
from estimator.models import MODELS, Model
from estimator.sheet import estimates
from estimator.statement import Quantity, Statement
from estimator.techniques import TECHNIQUES, Technique, find_technique, technique_in, with_effect
from estimator.verdict import StepCost, Verdict

if TYPE_CHECKING:
    from estimator.verdicts import CLAIM_COLUMNS, SpeedupMap, claim_statement, judge, judge_rows, speedup_map

__all__ = [
    "CLAIM_COLUMNS",
    "HARDWARE",
    "MODELS",
    "TECHNIQUES",
    "BadValue",
    "Estimate",
    "EstimatorError",
    "Hardware",
    "MissingCatalogValue",
    "Model",
    "Quantity",
    "SpeedupMap",
    "Statement",
    "StepCost",
    "Technique",
    "UnknownName",
    "Verdict",
    "claim_statement",
    "estimate",
    "estimates",
    "find_hardware",
    "find_model",
    "find_technique",
    "judge",
    "judge_rows",
    "named_format",
    "parse_hardware",
    "speedup_map",
    "technique_in",
    "with_effect",
]


def __getattr__(name: str) -> Any:
    """The verdicts, at first use: the calculator alone starts without them."""
    if name in ("CLAIM_COLUMNS", "SpeedupMap", "claim_statement", "judge", "judge_rows", "speedup_map"):
        from estimator import verdicts

        return getattr(verdicts, name)
    raise AttributeError(f"module 'estimator' has no attribute {name!r}")

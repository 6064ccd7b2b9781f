"""Physics: how fast a decode step or a prefill can be, and whether a claimed speed-up can be so."""

from estimator.errors import BadValue, EstimatorError, MissingCatalogValue, UnknownName
from estimator.estimate import Estimate, estimate
from estimator.hardware import HARDWARE, Hardware, find_hardware, parse_hardware
from estimator.model_names import find_model
from estimator.models import MODELS, Model
from estimator.sheet import estimates
from estimator.statement import Quantity, Statement
from estimator.techniques import TECHNIQUES, Technique, find_technique, technique_in
from estimator.verdict import StepCost, Verdict
from estimator.verdicts import claim_statement, judge, judge_rows

__all__ = [
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
    "parse_hardware",
    "technique_in",
]

"""What each package offers to the others, and the examples in docstrings."""

from __future__ import annotations

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOORS = {
    "ingest": """
        Box Document Fetcher Isolation Network Passage Source UnreadableDocument discover limit_memory locate
        page_picture passage_picture read read_bytes reason_of
    """,
    "classifier": "Claim Parameter find",
    "estimator": """
        HARDWARE MODELS TECHNIQUES BadValue CLAIM_COLUMNS Estimate EstimatorError Hardware MissingCatalogValue Model Quantity
        SpeedupMap Statement StepCost Technique UnknownName Verdict claim_statement estimate estimates find_hardware
        find_model find_technique judge judge_rows named_format parse_hardware speedup_map technique_in with_effect
    """,
    "db": "Filter Store StoreError Versions open queries",
    "pipeline": """
        Analysis Cluster ClusterError Executor Item Judged Limits Outcome Summary Workers analyse item_of judged
        out_of_date present_versions reason_of record record_at renewals run without_user work
    """,
}
# Modules behind a front door that others may open too: each is a subject of its own, with a page or a docstring about it.
BESIDE = set(
    """
    classifier.learning classifier.learning.features classifier.learning.learned classifier.scoring db.copy
    db.decisions db.describe db.errors db.labels db.queries db.readonly db.schema db.views estimator.engine_names
    estimator.formats estimator.model_config estimator.sheet estimator.statement estimator.verdict estimator.whatif
    ingest.document ingest.sources.source
    """.split()
)


@pytest.mark.parametrize("package", DOORS)
def test_the_front_door_offers_these_names(package: str) -> None:
    module = import_module(package)
    assert sorted(module.__all__) == sorted(DOORS[package].split())
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


def test_packages_enter_each_other_by_the_front_door() -> None:
    layers = (*DOORS, "ui")
    strange = []
    for file in (file for layer in layers for file in sorted((ROOT / layer).rglob("*.py"))):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module and "." in node.module:
                top = node.module.split(".")[0]
                if top in layers and top != file.relative_to(ROOT).parts[0] and node.module not in BESIDE:
                    strange.append(f"{file.relative_to(ROOT)}:{node.lineno} imports {node.module}")
    assert strange == []


def with_examples() -> list[str]:
    """Modules whose docstrings hold examples."""
    files = (file for layer in DOORS for file in sorted((ROOT / layer).rglob("*.py")))
    found = [file for file in files if "\n    >>> " in file.read_text(encoding="utf-8")]
    return [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in found]


@pytest.mark.parametrize("module", with_examples())
def test_examples_in_docstrings_print_what_they_say(module: str) -> None:
    results = doctest.testmod(import_module(module))
    assert results.attempted > 0
    assert results.failed == 0

"""Imports go downward only: ui > pipeline > db > classifier > {ingest, estimator}, and the two leaves never meet."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "ingest": set(),
    "estimator": set(),
    "classifier": {"ingest", "estimator", "corpus"},
    "db": {"classifier", "ingest", "estimator"},
    "pipeline": {"db", "classifier", "ingest", "estimator"},
    "ui": {"pipeline", "db", "classifier", "ingest", "estimator", "corpus"},
}


def imports(file: Path) -> list[tuple[int, str]]:
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.append((node.lineno, node.module or ""))
    return found


def files(layer: str) -> list[Path]:
    return sorted((ROOT / layer).rglob("*.py"))


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_imports_go_downward_only(layer: str) -> None:
    upward = [
        f"{file.relative_to(ROOT)}:{line} imports {name}"
        for file in files(layer)
        for line, name in imports(file)
        if (top := name.split(".")[0]) in MAY_IMPORT and top != layer and top not in MAY_IMPORT[layer]
    ]
    assert upward == []


FLOORS = "words figures names unit setting learning around cause deciding".split()
"""Inside `classifier/`, from the bottom up; what has no floor here stands above them all, but for the contract `claim`."""


def floor(name: str) -> int:
    """Where a module of the classifier stands: `classifier.cause.linking` on that of `cause`."""
    place = name.split(".")[1] if "." in name else "find"
    return -1 if place == "claim" else FLOORS.index(place) if place in FLOORS else len(FLOORS)


def test_imports_inside_the_classifier_go_downward_only() -> None:
    own = {file: ".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files("classifier")}
    upward = [
        f"{file.relative_to(ROOT)}:{line} imports {name}"
        for file, module in own.items()
        for line, name in imports(file)
        if name.split(".")[0] == "classifier" and floor(name) > floor(module)
    ]
    assert upward == []


def test_no_file_beside_the_dashboard_is_named_like_a_package() -> None:
    """Streamlit puts `ui/` first on the path: `ui/db.py` would hide `db`."""
    assert {path.stem for path in (ROOT / "ui").glob("*.py")} & (MAY_IMPORT.keys() - {"ui"}) == set()

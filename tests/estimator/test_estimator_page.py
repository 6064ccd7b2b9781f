"""The page on the library runs as it stands."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent.parent / "docs" / "estimator.md"


def test_every_snippet_runs() -> None:
    snippets = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(snippets) == 5
    names: dict[str, Any] = {}
    for snippet in snippets:
        exec(compile(snippet, str(PAGE), "exec"), names)


def test_every_argument_is_described() -> None:
    import inspect

    from estimator import estimate

    text = PAGE.read_text(encoding="utf-8")
    for name in inspect.signature(estimate).parameters:
        assert f"`{name}`" in text or name in ("model", "hardware", "phase"), name

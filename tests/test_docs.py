"""The pages say what the program does: examples are run, tables come from the code, links lead somewhere."""

from __future__ import annotations

import difflib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

import db
import estimator
from db.readonly import ask
from db.views import VIEWS
from scripts import docs

ROOT = Path(__file__).parents[1]
PAGES = {str(page.relative_to(ROOT)): page for page in docs.pages()}
TEXT = {name: page.read_text(encoding="utf-8") for name, page in PAGES.items()}
LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)")
GROUP: Any = typer.main.get_command(docs.program())


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_its_examples_print(name: str) -> None:
    now = docs.render(PAGES[name])
    late = list(difflib.unified_diff(TEXT[name].splitlines(), now.splitlines(), "page", "now", n=0, lineterm=""))
    assert not late, "run `make docs` and look at the difference:\n" + "\n".join(late[:30])


def typed() -> list[tuple[str, str]]:
    """Each command of the program that a page says, whether it is run or not."""
    found = []
    for name, text in TEXT.items():
        for fence in docs.FENCE.finditer(text):
            if fence["info"].split()[0] in ("console", "sh"):
                body = fence["body"].replace("\\\n", " ")
                found += [(name, line) for line in re.findall(r"^(?:\$ )?(twoways .*)$", body, re.M)]
    return found


@pytest.mark.parametrize(("name", "line"), typed())
def test_a_command_on_a_page_exists_with_its_options(name: str, line: str) -> None:
    words = shlex.split(line.split(" | ")[0], comments=True)[1:]
    if words[0].startswith("-"):
        return
    options = [word.split("=")[0] for word in words if word.startswith("-") and word != "-"]
    known = {option for p in GROUP.commands[words[0]].params for option in (*p.opts, *p.secondary_opts)}
    assert set(options) <= known | {"--help"}, f"{name}: {line}"


def test_a_query_on_a_page_can_be_answered(tmp_path: Path) -> None:
    """Those of `sh` fences too, which are not run."""
    with db.open(str(tmp_path / "empty.db")) as store:
        url = store.url
    asked = [words[2] for _, line in typed() if (words := shlex.split(line.split(" | ")[0]))[1] == "sql"]
    assert len(asked) > 5
    for query in asked:
        assert ask(url, query).columns, query


def test_every_command_is_explained() -> None:
    page = TEXT["docs/reference/commands.md"]
    assert [name for name in GROUP.commands if f"### {name}\n" not in page] == []


def test_every_command_has_an_example_in_its_help() -> None:
    assert [name for name, command in GROUP.commands.items() if "Example: twoways " not in (command.help or "")] == []


def test_every_technique_and_view_is_on_a_page() -> None:
    techniques, tables = TEXT["docs/reference/techniques.md"], TEXT["docs/database.md"]
    assert [key for key in estimator.TECHNIQUES if f"`{key}`" not in techniques] == []
    assert [view.name for view in VIEWS if f"### {view.name}\n" not in tables] == []


def test_the_map_leads_to_every_page() -> None:
    linked = {(ROOT / "docs" / target).resolve() for target in LINK.findall(TEXT["docs/index.md"])}
    assert [name for name, page in PAGES.items() if page not in linked and name != "docs/index.md"] == []


def anchors(text: str) -> set[str]:
    """The names under which a page's headings are linked to."""
    heads = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def links() -> list[tuple[str, str]]:
    """Each link inside of the repository."""
    named = TEXT | {"CONTRIBUTING.md": (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")}
    return [(name, to) for name, text in named.items() for to in LINK.findall(text) if not re.match(r"\w+:", to)]


def test_every_link_leads_somewhere() -> None:
    lost = []
    for name, target in links():
        path, _, anchor = target.partition("#")
        page = ((ROOT / name).parent / path).resolve() if path else ROOT / name
        if not page.exists() or (anchor and anchor not in anchors(page.read_text(encoding="utf-8"))):
            lost.append(f"{name}: {target}")
    assert lost == []


def test_every_picture_is_shown_and_can_be_taken_again() -> None:
    """`make pictures` takes them; each is as wide as the others, and stands on a page."""
    from scripts.pictures import PICTURES

    files = {file.stem: file.read_bytes() for file in (ROOT / "docs/images").iterdir()}
    assert sorted(files) == sorted(picture.name for picture in PICTURES)
    assert {name for name in files if not any(f"images/{name}.png" in text for text in TEXT.values())} == set()
    assert {int.from_bytes(content[16:20], "big") for content in files.values()} == {1440}


def test_a_page_that_lies_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ twoways catalog techniques --find medusa --format jsonl\nold\n```\n")
    assert "medusa-heads" in docs.render(page)
    assert "\nold\n" not in docs.render(page)


def test_seconds_alone_do_not_make_a_page_late(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```console\n$ echo 10 documents in 3.1 s, 3.2/s: 10 new\n10 documents in 9.9 s, 1.0/s: 10 new\n```\n"
    )
    assert docs.render(page) == page.read_text()


def test_make_help_names_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.M)
    assert phony is not None
    told = re.findall(r"^# make (\w+) ", makefile, re.M)
    assert sorted(told) == sorted(set(phony[1].split()) - {"browser"})


def test_the_workflow_finds_the_claim_that_a_change_brings(tmp_path: Path) -> None:
    """Its script as it stands, over a branch whose files have names that try something."""
    steps = yaml.safe_load((ROOT / "docs/workflows/claims.yml").read_text(encoding="utf-8"))["jobs"]["check"]["steps"]
    assert "cache" not in steps[1]["with"]  # of pip: fails where the repository holds no Python
    (tmp_path / "twoways").write_text(
        f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {sys.executable} -m ui.cli "$@"\n'
    )
    (tmp_path / "twoways").chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    environment = os.environ | {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "BASE": "main",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    environment |= {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}

    def run(script: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["bash", "-ec", script], cwd=work, env=environment, capture_output=True, text=True)

    claim = "INT4 weights make Llama-2-70B decode 9x faster on two H100s at batch 1."
    made = run(
        "git init -qb main; echo Nothing. > old.md; git add .; git commit -qm 1; git checkout -qb change; "
        f"echo '{claim}' | tee -- -x.md code.py > 'with a blank: 100%.md'; rm old.md; git add .; git commit -qm 2"
    )
    assert made.returncode == 0, made.stderr
    done = run(steps[-1]["run"])
    assert done.returncode != 0
    named = re.findall(r"^::error file=(.+),line=1,", done.stdout, re.M)
    assert named == ["-x.md", "with a blank%3A 100%25.md"], done.stderr


def test_nobody_is_told_to_fetch_the_project_from_an_index() -> None:
    """It is installed from its checkout: under this name an index would give somebody else's package."""
    files = [
        *ROOT.rglob("*.md"),
        *(file for folder in ("ui", "db", "pipeline") for file in (ROOT / folder).rglob("*.py")),
    ]
    told = re.compile(r"pip install ['\"]?twoways(?! @)")
    assert [
        str(file) for file in files if ".venv" not in file.parts and told.search(file.read_text(encoding="utf-8"))
    ] == []

"""Documents as people have them, by the thousand: release notes, pages and papers in which one unit of ten claims something.

Of 160 release notes, blogs and pages of projects, and of papers of 15 pages, that were looked at, a note has some 140 units and
15 claims, a paper some 530 and 65. Those that are made here have about as many, so that a share of time says something.
"""

from __future__ import annotations

import random
from pathlib import Path

from scripts.make_truth_papers import escaped, sentences, source, table_rows
from tests.notes import note

PARTS = (
    "tokenizer",
    "scheduler",
    "loader",
    "server",
    "sampler",
    "cache manager",
    "benchmark script",
    "Docker image",
    "logger",
)
PLAIN = (
    "The {part} now reads its settings from the {other} before the first request of case {n} arrives.",
    "We thank everybody who reported problems with the {part} in the last {n} weeks.",
    "A description of the {part} stands beside that of the {other}, with example {n} in both languages.",
    "Fixed a crash of the {part} when the {other} was restarted, reported as #{n}.",
    "The {part} keeps a list of open files and hands each to the {other} in turn, as step {n} shows.",
    "Earlier work ({n}) looked at the {part} alone and left the {other} as it was.",
    "Whoever changes the {part} finds its tests in folder {n}, next to those of the {other}.",
    "Attention over a long prompt is computed in blocks, of which the {part} holds number {n} at a time.",
    "During decoding, the {part} waits until the {other} has written token {n} of the answer.",
    "The {part} serves language models of any size and gives each request to the {other}, as listing {n} shows.",
    "Let x denote the state of the {part} and y that of the {other} after round {n}.",
)
STYLES = ("two-columns", "two-columns-grid", "one-column")
SET = 12  # different papers: setting one takes longer than reading it, so the others are copies with other bytes


def plain(chance: random.Random, count: int) -> list[str]:
    """Sentences that claim nothing."""
    return [
        chance.choice(PLAIN).format(part=chance.choice(PARTS), other=chance.choice(PARTS), n=chance.randint(2, 900))
        for _ in range(count)
    ]


def page(number: int) -> str:
    """A release note: what is said of speed, and four times as much of everything else, in lists and paragraphs."""
    chance = random.Random(number)
    parts = [note(number, paragraphs=24)]
    for heading in ("Changes", "Fixes", "Notes", "Upgrading"):
        parts.append(f"## {heading}\n\n" + "\n".join(f"* {line}" for line in plain(chance, 15)))
        parts.append(" ".join(plain(chance, 12)))
    return "\n\n".join(parts) + "\n"


def paper(number: int) -> str:
    """The Typst source of a paper of some eight dense pages: 400 sentences, of which a tenth claims something, and 30 rows."""
    chance = random.Random(number)
    claims = sentences(chance, 40, set())
    body = [claims.pop() if i % 10 == 3 else sentence for i, sentence in enumerate(plain(chance, 400))]
    rows = table_rows(chance, 30)
    return source(STYLES[number % len(STYLES)], body, [rows[start : start + 6] for start in range(0, 30, 6)])


def html(number: int) -> str:
    """The same as a web page."""
    lines = "".join(f"<p>{escaped(line)}</p>" for line in page(number).splitlines() if line and "|" not in line)
    return f"<html><head><title>Release 0.{number}.0</title></head><body><main>{lines}</main></body></html>"


def write(folder: Path, count: int, papers: float) -> Path:
    """So many documents: a share of papers, a tenth of the others web pages."""
    import typst

    folder.mkdir(parents=True, exist_ok=True)
    pdfs = int(count * papers)
    made: list[bytes] = []
    for number in range(min(pdfs, SET)):
        file = folder / "paper.typ"
        file.write_text(paper(number))
        made.append(typst.compile(str(file)))
        file.unlink()
    for number in range(pdfs):  # bytes behind the end of a PDF change its hash and nothing else
        (folder / f"paper-{number:05d}.pdf").write_bytes(made[number % len(made)] + f"\n% copy {number}\n".encode())
    for number in range(count - pdfs):
        kind, text = ("html", html(number)) if number % 10 == 9 else ("md", page(number))
        (folder / f"note-{number:05d}.{kind}").write_text(text)
    return folder

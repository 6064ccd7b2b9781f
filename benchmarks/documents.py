"""Documents as people have them, by the thousand: release notes, pages and papers that claim as much as real ones.

Counted in 216 release notes, blogs and pages of projects, and in 7 papers; beside it what is made here:

| | units | of them rows | claims with a factor | without | measurements | numbers | pages |
|---|---|---|---|---|---|---|---|
| a note | 100 | 11 | 8 | 7 | 3 | 132 | |
| as made | 91 | 11 | 8 | 8 | 3 | 137 | |
| a paper | 482 | 69 | 16 | 20 | 27 | 905 | 17 |
| as made | 462 | 66 | 17 | 16 | 30 | 718 | 18 |

Of the factors 3 in 100 are impossible in real notes and 4 in real papers, 1 in a note as made and 19 in a paper as made: what is
impossible is judged under every other reading, too, so papers are judged here for nearly twice as long as real ones.

A claim with a factor takes some ten times as long to judge as a measurement, and a page takes its time to be read whatever
stands on it, so a share of time says something only where both are as many as in real documents. Figures and references, of
which no units are made, fill a paper's pages: 26 units stand on one, and 28 on that of a real paper.
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
# What is said to be better without a figure.
GAINS = (
    "Added support for an INT8 KV cache to the {part}.",
    "The {part} now uses paged attention, which improves the throughput of decoding.",
    "Speculative decoding in the {part} reduces the latency of each token.",
    "4-bit weights reduce the memory traffic of the {part} and make decoding faster.",
    "Our prefix caching lowers the time to first token of the {part}.",
    "CUDA graphs reduce the launch overhead of the {part} during decoding.",
)
STYLES = ("two-columns", "two-columns-grid", "one-column")
SET = 12  # different papers: setting one takes longer than reading it, so the others are copies with other bytes


def plain(chance: random.Random, count: int, kinds: tuple[str, ...] = PLAIN) -> list[str]:
    """Sentences that claim nothing, or nothing in figures."""
    return [
        chance.choice(kinds).format(part=chance.choice(PARTS), other=chance.choice(PARTS), n=chance.randint(2, 900))
        for _ in range(count)
    ]


def page(number: int) -> str:
    """A release note: what is said of speed, a table of timings, and everything else in lists and paragraphs."""
    chance = random.Random(number)
    rows = [f"| {model} | {chance.randint(1, 64)} | {size} | - |" for model, _, size, *_ in table_rows(chance, 6)]
    timed = [
        f"| {model} | {batch} | {chance.randint(4, 80)} | {took} |"
        for model, _, batch, took, _ in table_rows(chance, 3)
    ]
    parts = [
        note(number, paragraphs=12),
        "\n".join(["| Model | Batch | GPUs | Latency |", "|---|---|---|---|", *rows, *timed]),
    ]
    for heading in ("Changes", "Fixes", "Notes", "Upgrading"):
        lines = [*plain(chance, 2, GAINS), *plain(chance, 9)]
        parts.append(f"## {heading}\n\n" + "\n".join(f"* {line}" for line in lines))
        parts.append(" ".join(plain(chance, 5)))
    return "\n\n".join(parts) + "\n"


def paper(number: int) -> str:
    """The Typst source of a paper: 360 sentences, 66 rows of tables, a dozen figures, and six score references."""
    chance = random.Random(number)
    said = [*sentences(chance, 18, set()), *plain(chance, 40, GAINS)]
    chance.shuffle(said)
    body = [said.pop() if said and i % 6 == 3 else sentence for i, sentence in enumerate(plain(chance, 360))]
    body[1::3] = [
        f"{one[:-1]}, while {two[0].lower()}{two[1:]}" for one, two in zip(body[1::3], plain(chance, 120), strict=True)
    ]
    rows = [
        row[:keep] + ["-"] * (5 - keep)
        for row, keep in zip(table_rows(chance, 66), [5, *[4] * 5, *[3] * 5] * 6, strict=True)
    ]
    text = source(STYLES[number % len(STYLES)], body, [rows[start : start + 6] for start in range(0, 66, 6)])
    before, *sections = text.split("\n= Section")
    drawn = [f"{figure(chance) if n % 3 else ''}\n= Section{section}" for n, section in enumerate(sections)]
    return "\n".join([before, *drawn, references(chance)])


def figure(chance: random.Random) -> str:
    """A plot of bars and lines with its numbers: drawn, and no text that anything is found in."""
    bars = "; ".join(
        f"place(dx: {3 * i}%, dy: {chance.randint(5, 70)}%, rect(width: 2%, height: 12%))" for i in range(32)
    )
    ticks = "; ".join(f"place(dx: {6 * i}%, dy: 92%, text(size: 6pt)[{16 * i}])" for i in range(16))
    ends = [(chance.randint(0, 90), chance.randint(0, 85)) for _ in range(120)]
    lines = "; ".join(f"place(dx: {x}%, dy: {y}%, line(length: 5%, angle: {x + y}deg))" for x, y in ends)
    drawing = f"block(width: 100%, height: 5cm, {{{bars}; {ticks}; {lines}}})"
    said = f"The {chance.choice(PARTS)} in case {chance.randint(2, 900)}, beside the {chance.choice(PARTS)}."
    return f"#place(auto, float: true, clearance: 1em, figure({drawing}, caption: [{said}]))\n"


def references(chance: random.Random) -> str:
    """What stands at a paper's end."""
    lines = [f"A. Smith, B. Jones, and C. {chance.choice(PARTS).title()}. {line}" for line in plain(chance, 120)]
    return "\n\n".join(
        f"\\[{n}\\] {escaped(line)} Proc. of Nothing, {1990 + n % 30}." for n, line in enumerate(lines, 9)
    )


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

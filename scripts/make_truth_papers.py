"""Set papers whose every sentence and table row is known, in three styles, and write down what stands in them.

    python scripts/make_truth_papers.py FOLDER [--seed 7]

Writes `two-columns.pdf`, `two-columns-grid.pdf` and `one-column.pdf`, each with a `.json` of `sentences` and `rows`: 300
sentences and 90 rows in all, with running heads, footnotes, floats in the middle of paragraphs, hyphens at line ends and a list
of references. `benchmarks/reading.py` measures how many are read whole.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from string import ascii_uppercase

SUBJECTS = (
    "The quantised key-value cache",
    "Our memory-bound kernel",
    "A first-token scheduler",
    "The verification pass",
    "Each draft head",
    "This two-level page table",
    "The compressed attention state",
    "A group-wise codebook",
    "The look-up based drafter",
    "An asynchronous copy engine",
    "The layer-skipping decoder",
    "A head-parallel layout",
    "The low-rank projection",
)
VERBS = (
    "reduces the transferred bytes by",
    "raises the accepted length to",
    "lowers the inter-token latency by",
    "cuts recomputation by",
    "improves single-stream throughput by",
    "shortens the longest queue by",
    "increases the sustainable concurrency by",
    "brings down the communication volume by",
)
WHERE = (
    "on a single accelerator",
    "when the batch holds 32 sequences",
    "for prompts of 8,192 tokens",
    "at the same acceptance rate",
    "with eight-way tensor parallelism",
    "under a latency target of 50 ms",
    "for mixture-of-experts models",
    "in offline evaluation",
)
WHY = (
    "because the weights are read only once per step",
    "since neighbouring requests share their prefixes",
    "although the arithmetic stays unchanged",
    "while the remaining layers keep sixteen bits",
    "as the measurements in Sec. 4 and Fig. 2 confirm",
    "so that fragmentation, e.g. of half-filled pages, disappears",
    "which earlier systems (Smith et al., 2023) had to recompute",
    "even though dequantisation needs additional instructions",
)
MODELS = ("Alder-7B", "Birch-13B", "Cedar-34B", "Elm-70B", "Fir-8x7B")
STYLES = ("two-columns", "two-columns-grid", "one-column")


def sentences(rng: random.Random, count: int, taken: set[str]) -> list[str]:
    """Sentences that are all different."""
    out: list[str] = []
    while len(out) < count:
        figure = rng.choice(
            [f"{rng.randint(11, 89)}%", f"{rng.uniform(1.1, 4.9):.1f}×", f"{rng.uniform(2, 5):.2f} tokens"]
        )
        parts = [rng.choice(SUBJECTS), rng.choice(VERBS), figure, rng.choice(WHERE)]
        text = " ".join(parts) + (f", {rng.choice(WHY)}." if rng.random() < 0.7 else ".")
        if text not in taken:
            taken.add(text)
            out.append(text)
    return out


def table_rows(rng: random.Random, count: int) -> list[list[str]]:
    """Rows of a model, a method and three figures."""
    methods = ["baseline", "int4 weights", "draft model", "paged cache", "both together", "tree draft"]
    return [
        [
            rng.choice(MODELS),
            methods[number % len(methods)],
            f"{rng.randint(8, 512)}",
            f"{rng.uniform(5, 99):.1f} ms",
            f"{rng.uniform(0.8, 4.9):.2f}×",
        ]
        for number in range(count)
    ]


HEADS = ["Model", "Method", "Batch", "Latency", "Speed-up"]


def escaped(text: str) -> str:
    for sign in "\\#*_$@<>[]`~":
        text = text.replace(sign, "\\" + sign)
    return text


def typst_table(number: int, rows: list[list[str]], style: str) -> str:
    """A table with its caption: three rules, a full grid, or none but the head's."""
    cells = "".join(", ".join(f"[{escaped(cell)}]" for cell in row) + ",\n" for row in rows)
    head = "table.header(" + ", ".join(f"[*{name}*]" for name in HEADS) + "),"
    stroke = "0.5pt" if style == "two-columns-grid" else "none"
    rule = "" if style == "two-columns-grid" else "table.hline(stroke: 0.8pt),"
    table = f"table(columns: 5, align: left, stroke: {stroke}, inset: 3pt, {rule}\n{head}\n{rule}\n{cells}{rule})"
    caption = f"figure.caption(position: top)[Speed of all settings, part {number}.]"
    figure = f"figure(kind: table, supplement: [Table], caption: {caption}, text(size: 7.5pt, {table}))"
    return f'#place(auto, float: true, scope: "column", clearance: 1em, {figure})\n'


def source(style: str, body: list[str], tables: list[list[list[str]]]) -> str:
    """The Typst source of a paper: a section for every twenty sentences."""
    columns = 1 if style == "one-column" else 2
    size = {"two-columns": 9.5, "two-columns-grid": 9, "one-column": 11}[style]
    font = {
        "two-columns": "New Computer Modern",
        "two-columns-grid": "Libertinus Serif",
        "one-column": "Libertinus Serif",
    }[style]
    lines = [
        f'#set page(paper: "a4", columns: {columns}, margin: (x: 2cm, y: 2.4cm), numbering: "1", header: context if '
        "counter(page).get().first() > 1 [#text(size: 8pt)[Known sentences in known places]])",
        f'#set text(font: "{font}", size: {size}pt, hyphenate: true)',
        "#set par(justify: true, first-line-indent: 1em)",
        '#set heading(numbering: "1.1")',
        "#show figure.caption: set text(size: 8pt)",
        '#place(top + center, float: true, scope: "parent", clearance: 2em)[#text(size: 17pt, weight: "bold")'
        f"[Known Sentences in Known Places: {style.replace('-', ' ')}] \\ #v(0.5em) Ada Smith, Ben Jones]",
    ]
    at, waiting = 0, list(enumerate(tables, 1))
    for section in range(len(body) // 20):
        lines.append(f"= Section of measurements {ascii_uppercase[section]}\n")
        for paragraph in range(4):
            part = body[at : at + 5]
            at += 5
            text = [escaped(sentence) for sentence in part]
            if paragraph == 1:
                text[1] += (
                    f" #footnote[A note of part {section} that stands at the foot of the page and tells nothing new.]"
                )
            middle = len(text) // 2
            if waiting and paragraph % 2:
                number, rows = waiting.pop(0)
                text.insert(middle, "\n" + typst_table(number, rows, style))
            lines.append(" ".join(text) + "\n")
    lines.append("#heading(numbering: none)[References]\n")
    lines += [
        f"[{n}] A. Smith, B. Jones. A study of cached decoding, part {n}. Proc. of Nothing, {2000 + n}.\n"
        for n in range(1, 9)
    ]
    return "\n".join(lines)


def write(folder: Path, seed: int) -> list[Path]:
    """Set the papers; gives the PDFs."""
    import typst

    rng, taken = random.Random(seed), set[str]()
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for style in STYLES:
        body = sentences(rng, 100, taken)
        rows = table_rows(rng, 30)
        tables = [rows[start : start + 6] for start in range(0, 30, 6)]
        paper = folder / f"{style}.typ"
        paper.write_text(source(style, body, tables))
        pdf = paper.with_suffix(".pdf")
        pdf.write_bytes(typst.compile(str(paper)))
        pdf.with_suffix(".json").write_text(
            json.dumps({"sentences": body, "rows": rows, "header": HEADS}, ensure_ascii=False)
        )
        made.append(pdf)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description="Set papers whose every sentence and row is known.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    for pdf in write(given.folder, given.seed):
        print(pdf)


if __name__ == "__main__":
    main()

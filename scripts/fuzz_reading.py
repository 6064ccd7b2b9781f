"""Read broken files, many of them: mutated PDFs, web pages, Markdown, reStructuredText, LaTeX, notebooks and texts.

    python scripts/fuzz_reading.py [--files 10000] [--seed 0] [--jobs 1] [--keep FOLDER]

Each file is made from a number, so that a find can be made again: `--seed N --files 1`. A reader must give a document or one of
the known reasons; "timeout", "memory", "crashed", a text format called "damaged", or a passage outside the text is a find. Exit
code 1 if there is any; the files are kept in `--keep`.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import ingest

MARKDOWN = """---
title: "Zeta 2: **2x** faster"
description: >
  It halves the cache.
---
# Zeta [![ci](https://a.b/c.svg)](https://d.e)

Speed is $2.7\\times$ at `int4`, see [the *guide*](https://x.y/z_(1) "t") and &lt;3 ms.[^1]  \nNext line.

- item one
  - nested **two**: from 24 to 51 tokens/s

    > a quote

1. first

| Model | Speed | \\| |
|:--|--:|---|
| A | **1.9x** | `a|b` |

<details><summary>More</summary>
<table><tr><th rowspan=2>M</th><th colspan="3">B</th></tr><tr><td>1<td>2<td>3</tr></table>

{{< figure src="a.png" caption="Figure 1: a caption of some length" >}}
</details>

:::tip
```python
print("3x")
```
:::

[^1]: A note.
"""
HTML = """<!DOCTYPE html><html><head><title>Zeta</title><meta name="description" content="It halves."><style>p{}</style></head>
<body><nav><a href="#x">x</a></nav><h1>Zeta <small>2</small></h1><p>It is 2&times; faster &amp; smaller.<br>More
<b>bold <i>text</b></i>
<ul><li>one<ul><li>two</ul></ul><!-- c --><script>if (a < b) {}</script><table><caption>Table 1: S</caption><thead>
<tr><th>A
<th colspan=2>B</thead><tr><td rowspan="2">x<td>1<td>2</tr><tr><td>3<td>4</tr></table><figure><figcaption>F</figcaption></figure>
<svg><text>no</text></svg><pre>code</pre></body></html>"""
RST = """Zeta
====

It is *fast*, see :ref:`a <b>` and ``c`` [1]_.

.. note:: Mind.

.. code-block:: c

   int a;

* one
  two

  - three

+---+----+
| A | B  |
+===+====+
| 1 | 2x |
+---+----+

== ===
A  B
== ===
1  2x
== ===

.. list-table:: T
   :header-rows: 1

   * - A
     - B
   * - 1
     - 2
"""
LATEX = r"""\documentclass{a}\newcommand{\z}{Zeta}\title{A}\begin{document}\section{One}\z{} is $2\times$~\cite{a} faster -- 50\%.
\begin{itemize}\item one \item two\end{itemize}\begin{table}\caption{C}\begin{tabular}{ll}\toprule A & \multicolumn{2}{c}{B}\\
\midrule 1 & 2\\ \bottomrule\end{tabular}\end{table}\footnote{no}\begin{equation}a\end{equation}\end{document}"""
TEXT = "NEWS\n====\n\nv1.2 (Mar 2024)\nperf: 20% faster\nfix: x\n\n * a bullet\n   goes on\n\nA paragraph. With two sentences.\n"
NOTEBOOK = (
    '{"cells": [{"cell_type": "markdown", "source": ["# A\\n", "B is 2x."]}, {"cell_type": "code", "source": "x"}]}'
)
# What breaks readers more often than chance would.
TOKENS = (
    *(
        b"<",
        b">",
        b"</",
        b"<table>",
        b"<td rowspan=999999999>",
        b"</table>",
        b"<!--",
        b"-->",
        b"&",
        b"&#x10ffff;",
        b"<a href='",
    ),
    *(
        b"|",
        b"\n|---|\n",
        b"```",
        b"$",
        b"$$",
        b"*",
        b"__",
        b"[",
        b"](",
        b")",
        b"\n\n",
        b"\r",
        b"\t",
        b"    ",
        b"- ",
        b"> " * 50,
    ),
    *(
        b"\\",
        b"{",
        b"}",
        b"{{",
        b"%}",
        b"\x00",
        b"\xff\xfe",
        b"\xe2\x80\x8b",
        b"\xf0\x9f\x9a\x80",
        b"+---+",
        b"===",
        b".. a::",
    ),
    *(
        b"endobj",
        b"stream\n",
        b"endstream",
        b"/Kids [2 0 R]",
        b"<<",
        b">>",
        b"obj",
        b"0 R",
        b"/Length 99999999",
        b"/Count -1",
    ),
    *(b"xref", b"trailer", b"\\begin{tabular}", b"\\item", b"&", b"\\\\", b"\\caption{"),
)


def originals(folder: Path) -> list[tuple[str, bytes]]:
    """Whole files to be broken."""
    from scripts.make_truth_papers import write

    papers = [(f"{pdf.stem}.pdf", pdf.read_bytes()) for pdf in write(folder, 1)]
    texts = {"a.md": MARKDOWN, "a.html": HTML, "a.rst": RST, "a.tex": LATEX, "a.txt": TEXT, "a.ipynb": NOTEBOOK}
    written = [(name, text.encode()) for name, text in texts.items()]
    return papers + 2 * written[:2] + written


def mutated(data: bytes, rng: random.Random) -> bytes:
    """A file with some things gone, doubled, swapped or put in."""
    work = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 3, 8, 30))):
        at = rng.randrange(len(work) + 1)
        length = min(int(rng.expovariate(1 / 30)) + 1, len(work))
        kind = rng.randrange(7)
        if kind == 0 and work:
            work[at % len(work)] = rng.randrange(256)
        elif kind == 1:
            del work[at : at + length]
        elif kind == 2:
            work[at:at] = work[at : at + length] * rng.choice((1, 2, 50))
        elif kind == 3:
            work[at:at] = rng.choice(TOKENS) * rng.choice((1, 1, 1, 3, 200))
        elif kind == 4 and rng.random() < 0.3:
            del work[at:]
        elif kind == 5 and work:
            there = rng.randrange(len(work))
            work[at:at] = work[there : there + length]
        else:
            work[at : at + 4] = rng.randbytes(4)
        if len(work) > 4 * len(data) + 100_000:
            break
    return bytes(work)


def case(number: int, files: list[tuple[str, bytes]]) -> tuple[str, bytes]:
    """The file of a number."""
    rng = random.Random(number)
    name, data = files[number % len(files)]
    return f"{number}-{name}", mutated(data, rng)


def wrong(document: ingest.Document) -> str:
    """What is wrong with a document that was read, if anything."""
    for number, passage in enumerate(document.passages):
        if not 0 <= passage.start < passage.end <= len(document.text):
            return f"passage {number} is outside the text"
        start, end = passage.to_document(0, len(passage.text))
        if not 0 <= start <= len(document.text) or not 0 <= end <= len(document.text) or not passage.text:
            return f"the marks of passage {number} lead outside the text"
        if any(not 0 <= a <= b <= len(passage.text) for a, b in passage.cells):
            return f"a cell of passage {number} is outside it"
    return ""


def verdict(name: str, read: Callable[[], ingest.Document]) -> tuple[str, str]:
    """How a reading ended, and what is wrong with that."""
    try:
        document = read()
    except ingest.UnreadableDocument as error:
        bad = error.reason in ("timeout", "memory", "crashed") or (
            error.reason == "damaged" and not name.endswith((".pdf", ".ipynb"))
        )
        return error.reason, str(error) if bad else ""
    return "read", wrong(document)


def main() -> None:
    parser = argparse.ArgumentParser(description="Read broken files.")
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="the number of the first file")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--keep", type=Path, default=Path("fuzz-finds"))
    given = parser.parse_args()
    ends: collections.Counter[str] = collections.Counter()
    finds: list[str] = []
    slowest, began = (0.0, ""), time.monotonic()
    with tempfile.TemporaryDirectory() as temporary, ingest.Isolation(1, seconds=given.seconds) as workers:
        files = originals(Path(temporary))
        for number in range(given.seed, given.seed + given.files):
            name, data = case(number, files)
            path = Path(temporary, name)
            path.write_bytes(data)
            start = time.monotonic()
            end, find = verdict(name, lambda path=path: workers.read(path))  # type: ignore[misc]
            slowest = max(slowest, (time.monotonic() - start, name))
            ends[f"{path.suffix} {end}"] += 1
            if find:
                finds.append(f"{name}: {find}")
                given.keep.mkdir(parents=True, exist_ok=True)
                path.rename(given.keep / name)
            path.unlink(missing_ok=True)
    for end, count in sorted(ends.items()):
        print(f"{count:7} {end}")
    print(f"{given.files} files in {time.monotonic() - began:.0f} s, the slowest {slowest[1]} in {slowest[0]:.1f} s")
    print("\n".join(finds[:50]) or "no finds")
    sys.exit(1 if finds else 0)


if __name__ == "__main__":
    main()

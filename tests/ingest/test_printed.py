"""Tables that programs print into code blocks, text files and the outputs of notebooks."""

from __future__ import annotations

import json

import pytest

from ingest import Document, read_bytes

REPORT = """============ Serving Result ============
Finished requests:              1000
Duration (s):                   34.56
Requests (1/s):                 29.0
----------- First Token ------------
Mean (ms):                      123
P99 (ms):                       456
========================================
"""
PARTS = """First run:
Zeta first run (base): 0.35 s
Zeta+graph first run:  0.18 s

Best run:
Zeta:                  0.024 s
Zeta+graph:            0.012 s
"""
COLUMNS = """Model          Batch    tok/s   Memory (GB)
------------  ------  -------  ------------
zeta-7b            1     35.2          13.1
zeta 13b           8    210.3          26.0
"""
FRAME = """     model  batch   tok/s
0  zeta-7b      1    35.2
1  zeta-7b      8   210.3
"""
OPEN = """ a | gain
---+------
 1 | 2.5x
 2 | 3.5x
"""
BOXED = """┏━━━━━━━┳━━━━━━┓
┃ Model ┃ Rate ┃
┡━━━━━━━╇━━━━━━┩
│ Zeta  │ 2.0x │
│ Eta   │ 3.0x │
└───────┴──────┘
"""


def read(text: str, name: str) -> Document:
    return read_bytes(text.encode(), name)


def rows(document: Document) -> list[tuple[str, tuple[str, ...], str]]:
    return [(p.text, p.header, p.caption) for p in document.passages if p.kind == "row"]


PRINTED = [
    (
        REPORT,
        [
            ("Finished requests | 1000", (), "Serving Result"),
            ("Duration (s) | 34.56", (), "Serving Result"),
            ("Requests (1/s) | 29.0", (), "Serving Result"),
            ("Mean (ms) | 123", (), "Serving Result First Token"),
            ("P99 (ms) | 456", (), "Serving Result First Token"),
        ],
    ),
    (
        PARTS,
        [
            ("Zeta first run (base) | 0.35 s", (), "First run"),
            ("Zeta+graph first run | 0.18 s", (), "First run"),
            ("Zeta | 0.024 s", (), "Best run"),
            ("Zeta+graph | 0.012 s", (), "Best run"),
        ],
    ),
    (
        COLUMNS,
        [
            ("zeta-7b | 1 | 35.2 | 13.1", ("Model", "Batch", "tok/s", "Memory (GB)"), ""),
            ("zeta 13b | 8 | 210.3 | 26.0", ("Model", "Batch", "tok/s", "Memory (GB)"), ""),
        ],
    ),
    (
        FRAME,
        [
            ("zeta-7b | 1 | 35.2", ("model", "batch", "tok/s"), ""),
            ("zeta-7b | 8 | 210.3", ("model", "batch", "tok/s"), ""),
        ],
    ),
    (OPEN, [("1 | 2.5x", ("a", "gain"), ""), ("2 | 3.5x", ("a", "gain"), "")]),
    (BOXED, [("Zeta | 2.0x", ("Model", "Rate"), ""), ("Eta | 3.0x", ("Model", "Rate"), "")]),
]


@pytest.mark.parametrize(("text", "expected"), PRINTED, ids=["report", "parts", "columns", "frame", "open", "boxed"])
def test_a_printed_table_is_read_in_every_format(text: str, expected: list[tuple[str, tuple[str, ...], str]]) -> None:
    inset = "".join(f"    {line}\n" for line in text.splitlines())
    output = {"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)}
    notebook = {"cells": [{"cell_type": "code", "source": "run()", "outputs": [output]}]}
    assert rows(read(f"It prints:\n\n```\n{text}```\n", "a.md")) == expected
    assert rows(read(f"It prints:\n\n{inset}\n", "a.md")) == expected
    assert rows(read(f"It prints::\n\n{inset}\n", "a.rst")) == expected
    assert rows(read(f"It prints:\n\n.. code-block:: console\n\n{inset}\n", "a.rst")) == expected
    assert rows(read(f"It prints:\n\n{text}\n", "a.txt")) == expected
    assert rows(read(json.dumps(notebook), "a.ipynb")) == expected


def test_a_printed_row_hangs_under_what_introduces_it_and_knows_its_line() -> None:
    document = read(f"It prints:\n\n```\n{COLUMNS}```\n", "a.md")
    row = document.passages[1]
    assert (row.parent, row.line) == (0, 6)
    assert document.quote(row) == "zeta-7b            1     35.2          13.1"
    assert read(f"It prints::\n\n  {COLUMNS}".replace("\n", "\n  "), "a.rst").passages[1].parent == 0


@pytest.mark.parametrize(
    "text",
    [
        "total 12\n-rw-r--r--  1 root root  4096 Nov 30 11:13 a\n-rw-r--r--  1 root root  4097 Nov 30 11:13 b\n",
        "x    = 1\nyy   = 2.5\nzzz  = 3\n",
        "name:   zeta\nkind:   model\nfrom:   here\nrank:   8\n",
        "step:  1  loss: 12.2  rate: 375\nstep: 10  loss: 10.7  rate: 7034\nstep: 20  loss: 8.9  rate: 7022\n",
        "one   two   three\nfour  five  six\nseven eight nine\n",
        "newton  2.80x  (heavy)\ndeepar  2.78x  (light)\nidxgrad 2.00x  (light)\n",
    ],
    ids=["files", "assignments", "settings", "log", "words", "no heads"],
)
def test_code_and_logs_are_no_tables(text: str) -> None:
    assert [p.text for p in read(f"See here:\n\n```\n{text}```\n", "a.md").passages] == ["See here:"]


def test_the_html_table_that_a_cell_puts_out_is_read() -> None:
    page = (
        "<style>\n\ntd {}\n</style>\n<table><tr><th>m</th><th>x</th></tr>\n\n<tr><td>Zeta</td><td>2x</td></tr></table>"
    )
    output = {"output_type": "execute_result", "data": {"text/html": page, "text/plain": "   m   x\n0  Zeta  2x"}}
    notebook = {"cells": [{"cell_type": "code", "source": "frame", "outputs": [output, "odd", {"data": []}]}]}
    assert rows(read(json.dumps(notebook), "a.ipynb")) == [("Zeta | 2x", ("m", "x"), "")]

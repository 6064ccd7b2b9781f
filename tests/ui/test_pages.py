"""Every page opens with nothing, with the demo, and with documents that try to do harm."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import db
from pipeline import Analysis, Judged
from tests.made import VERSIONS, analysis, document, verdict
from tests.made import claim as made_claim
from tests.ui.conftest import FILES, Opened, html_of


@pytest.mark.parametrize("file", FILES)
def test_a_page_says_what_to_do_where_there_is_nothing(file: str, opened: Opened, tmp_path: Path) -> None:
    db.open(str(tmp_path / "empty.db")).close()
    shown = html_of(opened(file, tmp_path / "empty.db"))
    if file not in ("what_if", "sql", "add"):
        assert "tw-empty" in shown


@pytest.mark.parametrize("file", FILES)
def test_a_page_opens_with_the_demo(file: str, opened: Opened, demo: Path) -> None:
    shown = html_of(opened(file, demo, **({"claim": "3"} if file in ("claim", "review") else {})))
    if file != "agreement":
        assert "tw-empty" not in shown


def test_a_claim_shows_its_verdict_its_words_and_its_charts(opened: Opened, demo: Path) -> None:
    with db.open(str(demo)) as store, store.session() as session:
        line = db.queries.claims_page(
            session, db.Filter(technique=("speculative-decoding",), verdict=("plausible",))
        ).lines[0]
    test = opened("claim", demo, claim=str(line.claim_id))
    shown = html_of(test)
    assert "tw-chip tw-plausible tw-large" in shown
    assert "What the source says" in shown
    assert "<mark>" in shown
    assert len(test.get("vega_lite_chart") or test.get("arrow_vega_lite_chart")) >= 2


def test_an_unknown_claim_is_told_kindly(opened: Opened, demo: Path) -> None:
    assert "claim 999999: there is none with this number" in html_of(opened("claim", demo, claim="999999"))
    assert "Which claim?" in html_of(opened("claim", demo, claim="1;DROP"))
    test = opened("review", demo, claim="999999")
    assert "claim 999999: there is none with this number" in html_of(test)
    test.button[0].click().run()
    assert "tw-verdict" in html_of(test), "the queue goes on"


@pytest.mark.parametrize("odd", ["²", "٣", "-1", "1e3", "9" * 30, "", " 1"])
@pytest.mark.parametrize("file", ["claim", "review"])
def test_what_is_no_number_of_a_claim_opens_no_claim(file: str, odd: str, opened: Opened, demo: Path) -> None:
    shown = html_of(opened(file, demo, claim=odd))
    assert ("Which claim?" in shown) if file == "claim" else ("tw-verdict" in shown)


@pytest.mark.parametrize("odd", ["1e400", "-inf", "nan", "0", "x", "9" * 400])
def test_a_setting_that_is_no_number_leaves_the_usual_one(odd: str, opened: Opened, demo: Path) -> None:
    names = [f"{side}-{name}" for side in "ab" for name in ("devices", "batch", "context", "weight", "kv")]
    test = opened("what_if", demo, **dict.fromkeys(names, odd))
    assert [box.value for box in test.number_input if box.label in ("Batch", "Devices")] == [4, 1, 4, 32]


def test_a_claim_that_went_away_while_it_was_looked_at_is_told_kindly(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    with db.open(str(file)) as store:
        store.save(analysis(), VERSIONS)
        test = opened("review", file)
        number = int(test.query_params["claim"][0])
        for sentences in (("Nothing is left of it.",), ("Nor here.",)):
            store.save(Analysis(document(sentences), ()), VERSIONS)
        test.button(f"a{number}").click().run()
        assert not test.exception
        assert f"claim {number}: there is none with this number" in html_of(test)
        with store.session() as session:
            assert db.history.recent(session, "root", 5) == []


def test_a_claim_that_somebody_else_decided_meanwhile_is_not_decided_against_them_unawares(
    opened: Opened, tmp_path: Path
) -> None:
    file = tmp_path / "some.db"
    with db.open(str(file)) as store:
        store.save(analysis(), VERSIONS)
        test = opened("review", file, **{"as": "ben"})
        number = int(test.query_params["claim"][0])
        store.review(number, "ann", "accept", {})
        test.button(f"x{number}").click().run()
        assert [error.value.replace("\\", "") for error in test.error] == [
            "ann accepted this claim while it stood on this page: decide once more if you see it otherwise."
        ]
        assert store.frame("SELECT reviewer FROM reviews")["reviewer"].tolist() == ["ann"]
        test.button(f"x{number}").click().run()
        assert store.frame("SELECT reviewer, decision FROM reviews ORDER BY id").to_numpy().tolist() == [
            ["ann", "accept"],
            ["ben", "reject"],
        ]


def test_a_database_that_was_taken_away_or_replaced_is_noticed(opened: Opened, tmp_path: Path) -> None:
    file, other = tmp_path / "some.db", tmp_path / "other.db"
    for place, title in ((file, "First"), (other, "Second")):
        with db.open(str(place)) as store:
            store.save(analysis(document(title=title)), VERSIONS)
    assert "First" in html_of(opened("claims", file))
    for part in tmp_path.glob("some.db*"):
        part.unlink()
    with pytest.raises(AssertionError, match="such database: make it with twoways ingest"):
        opened("claims", file)
    assert not file.exists(), "it was not made anew"
    other.rename(file)
    shown = html_of(opened("claims", file))
    assert "Second" in shown
    assert "First" not in shown


HOSTILE = (
    '<script>document.title="owned"</script> makes Llama-2-70B 2x faster.',
    "![x](http://127.0.0.1:9/x.png) [a](javascript:alert(1)) **2x** :red[faster] decoding.",
    '<img src=x onerror="document.title=1"> decodes 3x faster.',
    '=HYPERLINK("http://evil.example","2x faster")',
    "+cmd|' /C calc'!A0 2x faster",
    "\u202egnp.exe 2x faster\u202c \u2066hidden\u2069",
    "$$\\href{javascript:alert(1)}{2x}$$ faster",
    "A" * 1_000_000 + " 2x faster",
)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A database whose every text tries something."""
    made = document(HOSTILE, title=HOSTILE[0] + HOSTILE[5], source="notes/<b>x</b>.md")
    row = replace(made.passages[3], kind="row", header=(HOSTILE[0], HOSTILE[5]), cells=((0, 4), (4, len(HOSTILE[3]))))
    made = replace(made, passages=(*made.passages[:3], row, *made.passages[4:]))
    claims = []
    for i, text in enumerate(HOSTILE):
        more: dict[str, Any] = {"technique": "weight-only-quantization", "baseline": text[:200], "model": (text[:80],)}
        more |= {"params": {text[:80]: text[:80], "batch": text[:80]}, "hardware": (text[:80],)}
        claims.append(
            (
                made_claim(made, i, factor_low=2.0, factor_high=2.0, **more),
                verdict("implausible", reason=text, ask=(text,)),
            )
        )
    file = tmp_path / "hostile.db"
    with db.open(str(file)) as store:
        store.save(Analysis(made, tuple(Judged(c, v) for c, v in claims)), VERSIONS)
        store.save_failure("<script>alert(1)</script>", "damaged", "<img src=x onerror=alert(1)>")
        for reviewer in ("<i>ann</i>", "bob"):
            store.review(1, reviewer, "correct", {"baseline": "<script>1</script>"}, note="<script>2</script>")
    return file


HARM = ("<script", "<img", "<i>ann", "<b>x", 'onerror="', 'href="javascript', "\u202e", "\u2066")
WRITTEN = ("label", "help", "body", "placeholder", "header", "text")  # of an element: what Streamlit takes for Markdown
OPENINGS = [(file, {}) for file in FILES if file not in ("claim", "review")]
OPENINGS += [(file, {"claim": str(number)}) for file in ("claim", "review") for number in range(1, 9)]
OPENINGS += [("compare", {"by": by}) for by in ("document", "publisher", "hardware")]
OPENINGS += [("claims", {"q": '"2x faster"'}), ("sql", {"query": "SELECT * FROM claim_overview"})]


def markdown_of(test: AppTest) -> list[str]:
    """All text that Streamlit reads as Markdown, whatever shows it: labels, hints, messages, tabs."""
    elements = [e for e in test.main if hasattr(e, "proto") and e.type not in ("html", "text", "code")]
    return [str(getattr(e.proto, name)) for e in elements for name in WRITTEN if hasattr(e.proto, name)]


@pytest.mark.parametrize(("file", "params"), OPENINGS)
def test_hostile_text_is_inert_on_every_page(file: str, params: dict[str, str], opened: Opened, hostile: Path) -> None:
    test = opened(file, hostile, **params)
    shown = html_of(test)
    assert [harm for harm in HARM if harm in shown] == []
    assert len(shown) < 400_000
    written = " ".join(markdown_of(test))
    assert [harm for harm in (*HARM, "evil", "127.0.0.1:9", "javascript") if harm in written] == []


def test_the_tables_own_way_to_save_it_holds_no_formula(opened: Opened, hostile: Path) -> None:
    frame = opened("sql", hostile, query="SELECT quote, reason FROM claim_overview").dataframe[0].value
    cells = [str(cell) for cell in frame.to_numpy().ravel()]
    assert any(cell.startswith("'=HYPERLINK") for cell in cells)
    assert not [cell for cell in cells if cell[:1] in FORMULAS or "\u202e" in cell or len(cell) > 3000]


def test_the_data_of_the_picture_holds_no_formula(hostile: Path) -> None:
    from ui.views import compare

    with db.open(str(hostile)) as store, store.session() as session:
        lines = db.trends.claimed_and_possible(session, db.Filter(), 100)
    rows = [compare.point(line, "document") for line in lines]
    assert len(rows) == len(HOSTILE)
    saved = [cell for row in csv.reader(io.StringIO(compare.as_csv(rows))) for cell in row]
    for text in [str(cell) for row in rows for cell in row.values()] + saved:
        assert text[:1] not in FORMULAS
        assert "\u202e" not in text


FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def test_no_cell_of_an_export_is_a_formula(hostile: Path) -> None:
    from ui.views.claims import as_csv

    with db.open(str(hostile)) as store, store.session() as session:
        text = as_csv(list(db.queries.claims_page(session, limit=100).lines))
    limit = csv.field_size_limit(2_000_000)  # of the process, so that other tests need it back
    try:
        rows = list(csv.reader(io.StringIO(text)))
    finally:
        csv.field_size_limit(limit)
    assert len(rows) == 1 + len(HOSTILE)
    assert any(cell.startswith("'=HYPERLINK") for row in rows for cell in row)
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell.lstrip(" ")[:1] in FORMULAS or "\u202e" in cell or "\u2066" in cell]
    assert max(map(len, cells)) > 1_000_000  # nothing is lost


def test_an_answer_of_sql_is_exported_without_formulas() -> None:
    from db.readonly import Answer
    from ui.views.sql import as_csv

    text = as_csv(Answer(("=a",), (("=1+1",), ("@x",), (3,), ("-7",), ("+1.5e3",), ("-7+1",)), False, 0.0))
    assert text == "'=a\n'=1+1\n'@x\n3\n-7\n+1.5e3\n'-7+1\n", "a number is no formula, also where it is a text"


def test_filters_of_the_address_choose_the_claims(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    with db.open(str(file)) as store:
        store.save(analysis(), VERSIONS)
    shown = html_of(opened("claims", file, verdict="implausible"))
    assert "Paged caches raise throughput 9x" in shown
    assert "Speculative decoding with a 1B draft" not in shown
    assert "No claim fits these filters" in html_of(opened("claims", file, q="nothing-like-it"))

"""What goes in comes out, what a person decided stays."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import pytest
from sqlalchemy import func, select, text

import db
from db import Filter, Store, StoreError, queries
from db.schema import Base, ClaimRow, DocumentRow, ParameterRow, PassageRow, ReviewRow, SourceRow
from pipeline import Analysis, Judged
from tests.made import SENTENCES, VERSIONS, analysis, claim, document, judge, verdict
from ui.places import page_name


def counted(store: Store, table: type[Base]) -> int:
    with store.session() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def numbers(store: Store) -> list[int]:
    with store.session() as session:
        return list(session.scalars(select(ClaimRow.id).order_by(ClaimRow.start_at)))


def test_a_claim_comes_back_as_it_was(store: Store) -> None:
    put = analysis()
    assert store.save(put, VERSIONS, judge=judge) == "new"
    with store.session() as session:
        found = queries.whole(session, numbers(store)[0])
    assert found.claim == put.claims[0].claim
    assert found.verdict == put.claims[0].verdict
    assert found.passage == put.document.passages[0]
    assert found.source == "notes/release.md"


def test_a_document_comes_back_as_it_was(store: Store) -> None:
    put = analysis()
    store.save(put, VERSIONS, judge=judge)
    assert store.document(1) == put.document


def test_printed_page_numbers_and_folded_signs_come_back(store: Store) -> None:
    made = document(page_labels=("iv", "1"), pages=2)
    first = replace(made.passages[0], page=1, folded=((3, 7),))
    put = replace(made, passages=(first, *made.passages[1:]))
    store.save(analysis(put), VERSIONS, judge=judge)
    assert store.document(1) == put
    with store.session() as session:
        line = queries.claims_page(session, order="id").lines[0]
    assert (line.page, line.page_label) == (1, "iv")
    assert page_name(line.page, line.page_label) == "page iv (1 in the file)"
    assert page_name(3) == "page 3"


def test_saving_twice_changes_nothing(store: Store) -> None:
    store.save(analysis(), VERSIONS, judge=judge)
    first = numbers(store)
    assert store.save(analysis(), VERSIONS, judge=judge) == "renewed"
    assert numbers(store) == first
    assert [counted(store, t) for t in (DocumentRow, SourceRow, PassageRow, ClaimRow)] == [1, 1, 4, 3]


def test_parameters_keep_their_place_and_origin(store: Store) -> None:
    store.save(analysis(), VERSIONS, judge=judge)
    with store.session() as session:
        rows = session.scalars(select(ParameterRow).where(ParameterRow.claim_id == numbers(store)[0])).all()
    found = {row.name: (row.value, row.number, row.surface, row.origin) for row in rows}
    assert found == {
        "hardware": ("H100-SXM", None, "H100s", "stated"),
        "model": ("Llama-2-70B", None, "", "stated"),
        "n_devices": ("2", 2.0, "", "inherited"),
        "batch": ("1", 1.0, "", "stated"),
        "weight_bits": ("4", 4.0, "", "stated"),
    }


def test_the_same_content_elsewhere_is_a_second_source(store: Store) -> None:
    store.save(analysis(), VERSIONS, judge=judge)
    store.save(analysis(document(source="https://example.org/release.md")), VERSIONS, judge=judge)
    assert (counted(store, DocumentRow), counted(store, SourceRow), counted(store, ClaimRow)) == (1, 2, 3)


def test_a_new_version_takes_the_place_of_the_old_and_keeps_its_reviews(store: Store) -> None:
    names = {"identifier": "arxiv:2302.01318", "source": "arxiv:2302.01318"}
    store.save(analysis(document(version="v1", **names)), VERSIONS, judge=judge)
    store.review(numbers(store)[0], "ann", "reject", judge=judge)
    longer = document((*SENTENCES, "One more line."), version="v2", **names)
    assert store.save(analysis(longer), VERSIONS, judge=judge) == "renewed"
    with store.session() as session:
        assert session.scalar(select(DocumentRow.version)) == "v2"
        assert [r.status for r in session.scalars(select(ClaimRow).order_by(ClaimRow.start_at))] == [
            "rejected",
            "open",
            "open",
        ]


def test_an_older_version_does_not_come_back(store: Store) -> None:
    names = {"identifier": "arxiv:2302.01318", "source": "arxiv:2302.01318"}
    old = document(("Old text.", "b", "c", "d"), version="v2", **names)
    store.save(analysis(document(version="v10", **names)), VERSIONS, judge=judge)
    assert store.save(analysis(old), VERSIONS, judge=judge) == "superseded"
    with store.session() as session:
        assert session.scalar(select(DocumentRow.version)) == "v10"
    assert store.seen("arxiv:2302.01318", old.sha256)


def test_releases_of_one_repository_stand_side_by_side(store: Store) -> None:
    for tag in ("v1.0", "v2.0"):
        made = document(
            (f"Release {tag}.", "b", "c", "d"), identifier="github:a/b", version=tag, source=f"github:a/b@{tag}"
        )
        store.save(analysis(made), VERSIONS, judge=judge)
    with store.session() as session:
        assert session.scalars(select(DocumentRow.work).order_by(DocumentRow.work)).all() == [
            "github:a/b@v1.0",
            "github:a/b@v2.0",
        ]
        assert set(session.scalars(select(DocumentRow.publisher))) == {"github:a"}


def test_claims_that_are_no_longer_found_go_unless_someone_decided(store: Store) -> None:
    store.save(analysis(), VERSIONS, judge=judge)
    first, second, _ = numbers(store)
    store.review(first, "ann", "accept", judge=judge)
    put = analysis()
    store.save(type(put)(put.document, put.claims[2:]), VERSIONS, judge=judge)
    with store.session() as session:
        left = {row.id: (row.found, row.status) for row in session.scalars(select(ClaimRow))}
    assert second not in left
    assert left[first] == (False, "accepted")
    assert len(left) == 2


def test_hostile_text_is_kept(store: Store) -> None:
    lines = ("nul \0 here", "half \ud800 pair", "<script>alert(1)</script>", "'; DROP TABLE claims; --")
    made = document(lines, sha256="1" * 64)
    store.save(analysis(made), VERSIONS, judge=judge)
    found = store.document(1)
    assert found.text == "\n".join(lines).replace("\0", "\ufffd").replace("\ud800", "\ufffd") + "\n"
    assert counted(store, ClaimRow) == 3


def test_content_that_is_known_is_not_read_again(store: Store) -> None:
    put = analysis()
    assert not store.seen("notes/release.md", put.document.sha256)
    store.save(put, VERSIONS, judge=judge)
    assert store.seen("notes/release.md", put.document.sha256)
    assert store.seen("copy/release.md", put.document.sha256)
    assert counted(store, SourceRow) == 2


def test_a_failure_is_known_until_limits_rise_or_the_reader_changes(store: Store) -> None:
    store.save_failure(
        "slow.pdf",
        "timeout",
        "slow.pdf: took too long",
        sha256="f" * 64,
        limits={"seconds": 60},
        reader_version="reader-1",
    )
    assert store.failed("slow.pdf", "f" * 64, VERSIONS, {"seconds": 60}) is not None
    assert store.failed("slow.pdf", "f" * 64, VERSIONS, {"seconds": 120}) is None
    assert store.failed("slow.pdf", "e" * 64, VERSIONS, {"seconds": 60}) is None
    assert store.failed("slow.pdf", "f" * 64, db.Versions("reader-2"), {"seconds": 60}) is None


def test_a_failure_goes_when_its_source_is_read_after_all(store: Store) -> None:
    for _ in range(2):
        store.save_failure("notes/release.md", "empty", "notes/release.md: the file is empty")
    with store.session() as session:
        assert queries.overview(session).failures == {"empty": 1}
    store.save(analysis(), VERSIONS, judge=judge)
    with store.session() as session:
        assert queries.overview(session).failures == {}


def test_a_correction_changes_claim_parameters_and_verdict_and_undo_restores_them(store: Store) -> None:
    put = analysis()
    store.save(put, VERSIONS, judge=judge)
    number = numbers(store)[0]
    changes = {"factor_low": 9.0, "factor_high": 9.0, "params.batch": 8, "hardware": ["A100-SXM-80GB"]}
    store.review(number, "ann", "correct", changes, judge=judge)
    with store.session() as session:
        found = queries.whole(session, number)
    assert (found.claim.factor_low, found.claim.params["batch"], found.claim.hardware) == (9.0, 8, ("A100-SXM-80GB",))
    assert (found.row.status, found.verdict.verdict, found.row.verdict) == ("corrected", "implausible", "implausible")
    origins = {p.name: (p.value, p.origin) for p in found.parameters}
    assert origins["batch"] == ("8", "reviewer")
    assert origins["hardware"] == ("A100-SXM-80GB", "reviewer")
    store.undo(number, "ann", judge=judge)
    with store.session() as session:
        back = queries.whole(session, number)
    assert back.claim == put.claims[0].claim
    assert (back.row.status, back.row.machine, back.verdict.verdict) == ("open", None, "plausible")
    assert [r.decision for r in back.reviews] == ["correct", "undo"]


def test_a_correction_survives_re_analysis_and_is_judged_anew(store: Store) -> None:
    store.save(analysis(), VERSIONS, judge=judge)
    number = numbers(store)[0]
    store.review(number, "ann", "correct", {"factor_low": 9.0, "factor_high": 9.0}, judge=judge)
    store.save(analysis(), VERSIONS, judge=judge)
    with store.session() as session:
        found = queries.whole(session, number)
    assert (found.claim.factor_low, found.row.status, found.verdict.verdict) == (9.0, "corrected", "implausible")
    assert found.row.machine is not None
    assert found.row.machine["factor_low"] == 2.5


def test_an_accepted_claim_keeps_its_verdict_and_is_not_judged_anew(store: Store) -> None:
    store.save(analysis(), VERSIONS, judge=judge)

    def never(_: object) -> object:
        raise AssertionError("judged without a change")

    store.review(numbers(store)[0], "ann", "accept", judge=never)  # type: ignore[arg-type]
    with store.session() as session:
        assert queries.whole(session, numbers(store)[0]).verdict == verdict()


def test_two_reviewers_and_an_undo_leave_the_other_decision(store: Store) -> None:
    store.save(analysis(), VERSIONS, judge=judge)
    number = numbers(store)[0]
    store.review(number, "ann", "correct", {"side": "neither"}, judge=judge)
    store.review(number, "bob", "reject", judge=judge)
    store.undo(number, "bob", judge=judge)
    assert store.undo(number, "bob", judge=judge) is None
    with store.session() as session:
        found = queries.whole(session, number)
    assert (found.row.status, found.claim.side) == ("corrected", "neither")


@pytest.mark.parametrize(
    ("decision", "changes", "said"),
    [
        ("correct", {}, "a correction needs at least one changed field"),
        ("accept", {"side": "both"}, "only a correction takes changed fields"),
        ("correct", {"side": "left"}, "side: 'left' is none of fewer-bytes, fewer-steps, both, neither"),
        ("correct", {"quote": "x"}, "quote: cannot be corrected"),
        ("correct", {"factor_low": -1}, "factor_low: -1 is not a number above 0"),
    ],
)
def test_a_wrong_decision_is_refused_and_nothing_is_written(
    store: Store, decision: db.store.Decision, changes: dict[str, object], said: str
) -> None:
    store.save(analysis(), VERSIONS, judge=judge)
    with pytest.raises(StoreError, match=said):
        store.review(numbers(store)[0], "ann", decision, changes, judge=judge)
    assert counted(store, ReviewRow) == 0


def test_reviews_cannot_be_given_for_a_claim_that_is_not_there(store: Store) -> None:
    with pytest.raises(StoreError, match="claim 99: there is none with this number"):
        store.review(99, "ann", "accept", judge=judge)


def test_a_frame_by_view_name_and_by_query(store: Store) -> None:
    store.save(analysis(), VERSIONS, judge=judge)
    assert len(store.frame("claim_overview")) == 3
    frame = store.frame("SELECT technique, factor_low FROM claims WHERE side = :side", {"side": "fewer-steps"})
    assert frame.to_dict("records") == [{"technique": "speculative-decoding", "factor_low": 1.8}]


def test_sqlite_is_in_write_ahead_mode_with_foreign_keys_and_strict_types(sqlite_url: str) -> None:
    with db.open(sqlite_url) as store, store.session() as session:
        assert session.scalar(text("PRAGMA journal_mode")) == "wal"
        assert session.scalar(text("PRAGMA foreign_keys")) == 1
        tables = session.execute(text("PRAGMA table_list")).all()
    loose = {
        row.name for row in tables if row.type == "table" and not row.strict and not row.name.startswith("sqlite_")
    }
    assert loose == {"alembic_version"}


def test_a_document_goes_with_all_its_parts(store: Store) -> None:
    store.save(analysis(), VERSIONS, judge=judge)
    store.write(lambda session: session.execute(text("DELETE FROM documents")))
    assert [counted(store, t) for t in (SourceRow, PassageRow, ClaimRow, ParameterRow)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("llama 70b", [1]),
        ("Llama-2-70B", [1]),
        ("70B-2", []),  # the parts of a name in their order
        ("gptq", [2]),
        ("int4", [1, 2]),
        ("GPTQ/INT4", [2]),
        ("h100", [2]),
        ("INT4 -GPTQ/INT4", [1]),
    ],
)
def test_a_name_is_found_by_its_parts_on_either_database(store: Store, words: str, found: list[int]) -> None:
    names = ("INT4 weights make Llama-2-70B decode 2.5x faster.", "GPTQ/INT4 on H100-SXM: 2.5x.", "Thanks.", "Paged.")
    store.save(analysis(document(names)), VERSIONS, judge=judge)
    with store.session() as session:
        assert [line.claim_id for line in queries.claims_page(session, Filter(search=words)).lines] == found


def test_filters_find_claims(store: Store) -> None:
    store.save(analysis(), VERSIONS, judge=judge)
    first, second, third = numbers(store)
    cases: list[tuple[Filter, list[int]]] = [
        (Filter(), [first, second, third]),
        (Filter(technique=("speculative-decoding", "paged-kv")), [second, third]),
        (Filter(side=("fewer-bytes",)), [first, third]),
        (Filter(verdict=("implausible",)), [third]),
        (Filter(hardware="h100"), [first]),
        (Filter(model="70b"), [first]),
        (Filter(min_factor=2), [first, third]),
        (Filter(document="release"), [first, second, third]),
        (Filter(document="99"), []),
        (Filter(search="draft"), [second]),
        (Filter(search='"paged caches"'), [third]),
        (Filter(search="decoding -draft"), [first]),
        (Filter(search="-draft"), [first, third]),
        (Filter(search="-draft -paged"), [first]),
        (Filter(search="draft or paged"), [second, third]),
        (Filter(search="'; DROP TABLE claims; --"), []),
        (Filter(search='"*" AND ('), []),
    ]
    for chosen, expected in cases:
        with store.session() as session:
            page = queries.claims_page(session, chosen)
        assert [line.claim_id for line in page.lines] == expected, chosen
        assert page.total == len(expected)


def test_what_each_of_several_techniques_gives_is_kept(store: Store) -> None:
    made = document()
    shares = {"eagle": 2.9, "weight-only-quantization": 2.25}
    judged = (Judged(claim(made), verdict("conditional", attribution=shares)), Judged(claim(made, 1), verdict()))
    store.save(Analysis(made, judged), VERSIONS)
    with store.session() as session:
        assert [queries.whole(session, number).verdict.attribution for number in (1, 2)] == [shares, {}]


def test_an_unknown_that_no_value_of_helps_is_not_kept_as_any_value(store: Store) -> None:
    made = document()
    never, any_value = (float("nan"), float("nan")), (None, None)
    judged = Judged(
        claim(made), verdict("implausible", inverse={"batch": never, "context_len": any_value, "tp": (2.0, None)})
    )
    store.save(Analysis(made, (judged,)), VERSIONS)
    with store.session() as session:
        inverse = queries.whole(session, 1).verdict.inverse
    assert isnan(inverse["batch"][0] or 0.0)
    assert inverse["context_len"] == any_value
    assert inverse["tp"] == (2.0, None)


def test_bullets_under_the_first_passage_stay_under_it(store: Store) -> None:
    made = document(("What is new:", "INT4 weights", "faster drafts"))
    passages = (made.passages[0], *(replace(p, kind="bullet", parent=0) for p in made.passages[1:]))
    made = replace(made, passages=passages)
    store.save(Analysis(made, ()), VERSIONS)
    with store.session() as session:
        number = session.scalars(select(DocumentRow.id)).one()
    assert store.document(number).passages == passages


def test_numbers_go_on_from_those_of_the_document_before(store: Store) -> None:
    for n in range(3):
        made = document((f"INT4 weights make decode {n + 2}x faster.", "Thanks."), source=f"notes/{n}.md")
        store.save(Analysis(made, (Judged(claim(made), verdict()),)), VERSIONS)
    with store.session() as session:
        claims = session.execute(
            select(ClaimRow.id, PassageRow.position, PassageRow.document_id, ClaimRow.document_id).join(
                PassageRow, PassageRow.id == ClaimRow.passage_id
            )
        ).all()
    assert len({number for number, *_ in claims}) == 3
    assert all((position, own) == (0, its) for _, position, own, its in claims)

"""Scoring against annotations: matching by words, and what counts for what."""

from __future__ import annotations

from typing import Any

import pytest

from classifier.scoring import Scores, add_document, close, overlap, same_name, words


def claim(quote: str, **fields: Any) -> dict[str, Any]:
    return {
        "quote": quote,
        "kind": "claim",
        "quantified": "factor_low" in fields,
        "technique": "eagle",
        "side": "fewer-steps",
        **fields,
    }


def scored(gold: list[dict[str, Any]], found: list[dict[str, Any]], text: str = "") -> Scores:
    scores = Scores()
    lines = (text or "\n".join(c["quote"] for c in (*gold, *found))).splitlines()
    add_document(scores, {"document": "a.md", "claims": gold, "coverage": [[1, len(lines)]]}, found, lines)
    return scores


SENTENCE = "EAGLE makes decoding of the large model three times faster than before"


def test_the_same_claim_is_right_in_everything() -> None:
    one = claim(SENTENCE, factor_low=3, factor_high=3, metric="decode", hardware=["A100"], params={"batch": 1})
    scores = scored([one], [{**one, "hardware": ["A100-SXM-80GB"]}])
    assert [scores.tallies[n].f1 for n in ("units", "claims", "quantified", "strict", "hardware", "params")] == [
        1.0
    ] * 6
    assert [scores.accuracy(n) for n in ("side", "technique", "metric", "factor")] == [1.0] * 4
    assert not scores.misses


def test_a_wrong_factor_is_found_but_not_strictly() -> None:
    gold = claim(SENTENCE, factor_low=3, factor_high=3)
    scores = scored([gold], [{**gold, "factor_low": 2}])
    assert scores.tallies["quantified"].f1 == 1.0
    assert scores.tallies["strict"].f1 == 0.0
    assert scores.accuracy("factor") == 0.0
    assert len(scores.misses) == 1


def test_an_invented_claim_lowers_precision_only_where_lines_are_annotated() -> None:
    gold = claim(SENTENCE)
    other = claim("Nothing of this second sentence stands anywhere near the first one")
    assert scored([gold], [gold, other]).tallies["claims"].precision == 0.5
    scores = Scores()
    lines = [gold["quote"], other["quote"]]
    add_document(scores, {"document": "a.md", "claims": [gold], "coverage": [[1, 1]]}, [gold, other], lines)
    assert scores.tallies["claims"].precision == 1.0


def test_further_cells_of_an_annotated_row_cost_nothing() -> None:
    row = "| Llama-2-7B | 16.0 | 8.0 | 2.0x | 1.5x |"
    gold = claim(row, factor_low=2.0, factor_high=2.0)
    scores = scored([gold], [{**gold, "factor_low": 1.5, "factor_high": 1.5}, gold])
    assert (scores.tallies["strict"].f1, scores.tallies["claims"].invented) == (1.0, 0)


def test_a_borderline_reference_may_be_missed() -> None:
    assert scored([{**claim(SENTENCE), "borderline": True}], []).tallies["claims"].missed == 0


@pytest.mark.parametrize(
    ("x", "y", "same"),
    [(100, 101, True), (100, 104, False), ([1, 2], 2, True), ("INT4", "int4", True), (1, "one", False)],
)
def test_values_agree_within_two_percent(x: Any, y: Any, same: bool) -> None:
    assert close(x, y) is same


def test_names_agree_when_one_holds_the_other() -> None:
    assert same_name("H100", "H100-SXM-80GB")
    assert not same_name("H100", "H200")


def test_words_leave_out_markup() -> None:
    assert words("**2x** [faster](http://example.org/x) &nbsp; <b>now</b>") == {"2x": 1, "faster": 1, "now": 1}
    assert overlap(words("a b c"), words("a b c d e f g h i j k l m n o p q r s t u v w")) == 0.0

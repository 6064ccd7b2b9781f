"""Reviewed claims become training, with scores and a way back."""

from __future__ import annotations

from pathlib import Path

import pytest

import db
from classifier import learned
from db import labels
from tests.made import VERSIONS, analysis
from ui import learning


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for reviewed units and models."""
    monkeypatch.setenv("TWOWAYS_CACHE", str(tmp_path / "cache"))
    return tmp_path


def test_decided_sentences_become_labelled_units(tmp_path: Path) -> None:
    with db.open(str(tmp_path / "some.db")) as store:
        store.save(analysis(), VERSIONS)
        store.review(1, "ann", "correct", {"technique": "kv-cache-quantization"})
        store.review(2, "ann", "reject")
        with store.session() as session:
            units = labels.decided_units(session)
    assert [(u["text"][:12], [c["technique"] for c in u["claims"]]) for u in units] == [
        ("INT4 weights", ["kv-cache-quantization"]),
        ("Speculative ", []),
    ]
    assert units[0]["section"] == "Speed"


def test_the_model_changes_with_what_was_reviewed_and_goes_back(own: Path) -> None:
    before = learned.corpus_key()
    learned.keep_reviewed(
        [{"text": "Grobnik makes decode 3x faster.", "unit": "sentence", "claims": [{"kind": "claim"}]}]
    )
    assert learned.corpus_key() != before
    assert learned.corpus()[-1].text == "Grobnik makes decode 3x faster."
    assert learning.taken() == 1
    assert learning.go_back()
    assert learned.corpus_key() == before
    assert not learning.go_back()


def test_scores_tell_that_learning_helps(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that the corpus never uses for a technique is learned from half of the sentences and known in the other."""
    known = ([], ["weight-only-quantization"], ["speculative-decoding"])
    some = [example for example in learned.corpus() if learned.targets(example)["technique"] in known][::30]
    monkeypatch.setattr(learned, "corpus", lambda: some)
    label = {"kind": "claim", "technique": "paged-kv-cache", "side": "fewer-bytes", "metric": "throughput"}
    units = [
        {
            "text": f"Grobnik {n} gives {n}.5x more throughput.",
            "unit": "sentence",
            "section": "",
            "context": "",
            "claims": [label],
        }
        for n in range(2, 26)
    ]
    found = learning.scores(units)
    assert found.units == 24
    assert found.technique[1] == 1.0
    assert found.technique[1] > found.technique[0]

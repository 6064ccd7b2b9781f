"""Reviewed claims become training, with scores and a way back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import db
import ingest
from classifier import find
from classifier.learning import learned
from db import labels
from tests.made import VERSIONS, analysis
from ui import learning


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for reviewed units and models."""
    monkeypatch.setenv("TWOWAYS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TWOWAYS_DATA", str(tmp_path / "data"))
    return tmp_path


ALL = learned.corpus(learned.CORPUS)


def few() -> list[learned.Example]:
    """A corpus that is trained on in a moment."""
    known = ([], ["weight-only-quantization"], ["speculative-decoding"])
    return [
        example for example in ALL if example.origin != "review" and learned.targets(example)["technique"] in known
    ][::30]


def kept() -> list[dict[str, Any]]:
    """What was learned from reviews."""
    path = learned.reviewed_path()
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


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


def test_what_was_learned_is_no_cache_and_the_old_place_is_read_once(own: Path) -> None:
    old, new = own / "cache" / "reviewed.jsonl", own / "data" / "reviewed.jsonl"
    old.parent.mkdir()
    old.write_text('{"text": "Grobnik decodes 3x faster.", "unit": "sentence", "claims": []}\n', encoding="utf-8")
    assert learning.taken() == 1
    assert new.exists()
    assert not old.exists()


NOTE = b"# Speed\n\n* Grobnik gives 3.5x more throughput.\n"


def found() -> list[str]:
    return [claim.technique for claim in find(ingest.read_bytes(NOTE, "notes.md", source="notes.md"))]


def test_a_new_model_holds_from_the_next_document_on_and_so_does_the_old_one(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where another process trained it: the reviews' file alone says which model holds."""
    monkeypatch.setattr(learned, "corpus", lambda: [*few(), *learning.examples(kept())])
    before = found()
    label = {"kind": "claim", "technique": "paged-kv-cache", "metric": "throughput", "quantified": True}
    units = [
        {
            "text": f"Grobnik gives {n}.5x more throughput.",
            "unit": "bullet",
            "section": "Speed",
            "context": "",
            "claims": [label],
        }
        for n in range(2, 40)
    ]
    learned.keep_reviewed(units)
    assert "paged-kv-cache" not in before
    assert found() == ["paged-kv-cache"]
    assert learning.go_back()
    assert found() == before


def test_scores_tell_that_learning_helps(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that the corpus never uses for a technique is learned from half of the sentences and known in the other."""
    monkeypatch.setattr(learned, "corpus", few)
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

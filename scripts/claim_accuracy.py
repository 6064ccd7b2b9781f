"""What carries the accuracy of the claims found: names, the model, or both; and whether its probabilities mean what they say.

    python scripts/claim_accuracy.py GOLD_DIR DOCS_DIR

Prints the same figures as `twoways evaluate` for three variants, then a reliability table of the claims' confidence.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

import classifier
from classifier.learning import learned
from classifier.scoring import Scores, add_document, is_claim, pairs_of
from ui.commands.evaluate import annotated, figures

# Facts that come from names and descriptions of techniques.
NAMED = (
    "t:",
    "tn:",
    "ts:",
    "tq:",
    "side:",
    "named",
    "strong",
    "weak",
    "ct:",
    "cside:",
    "ctech",
    "x:tech",
    "x:sup",
    "x:share",
)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("gold", type=Path)
    options.add_argument("docs", type=Path)
    chosen = options.parse_args()
    find = sys.modules["classifier.find"]
    plain, model = find.features, find.model
    for title, prepare in (("names only", names_only), ("model only", model_only), ("both", lambda _: None)):
        prepare(find)
        scores = Scores()
        for reference, found, lines in annotated(chosen.gold, chosen.docs):
            add_document(scores, reference, found, lines)
        print(
            title.ljust(11),
            "  ".join(f"{name} {row.get('f1', row.get('accuracy', 0)):.3f}" for name, row in figures(scores)),
        )
        find.features, find.model = plain, model
        sys.modules["classifier.cause.linking"].WEIGHTS.update(WEIGHTS)
    reliability(chosen.gold, chosen.docs)


WEIGHTS = dict(sys.modules["classifier.cause.linking"].WEIGHTS)


def names_only(find: Any) -> None:
    """A unit is a claim when it names a technique and says that something improves or is supported; no learnt weight."""
    model = learned.model()

    class Names:
        """Stands in for the model: certain where the shape of a claim is there, ignorant of everything else."""

        heads: ClassVar[dict[str, Any]] = {}

        def see(self, names: list[str]) -> list[str]:
            return names

        def why(self, *_: Any) -> list[tuple[str, float]]:
            return []

    class Rule:
        def __init__(self, answer: Callable[[list[str]], dict[str, float]]) -> None:
            self.probabilities = answer

    def kind(names: list[str]) -> dict[str, float]:
        shape = any(n.startswith(("x:sup>", "x:tech&")) for n in names) or "e:worded" in names
        told = bool("named=0" not in names or "strong=0" not in names)
        yes = 0.9 if shape and told else 0.02
        return {"claim": yes, "measurement": 0.0, "neither": 1 - yes}

    Names.heads = {
        "kind": Rule(kind),
        "technique": Rule(lambda _: dict.fromkeys(model.heads["technique"].labels, 0.01)),
        "metric": Rule(lambda _: dict.fromkeys(model.heads["metric"].labels, 0.125)),
    }
    find.model = Names


def model_only(find: Any) -> None:
    """The model without any name: trained and asked without the facts that come from names; names decide no technique."""
    plain = find.features

    def without(u: Any, sides: dict[str, str]) -> list[str]:
        return [name for name in plain(u, sides) if not name.startswith(NAMED)]

    seen, learned.features = learned.features, without
    trained = learned.train(learned.corpus(), learned.sides())
    learned.features = seen
    find.features, find.model = without, lambda: trained
    linking = sys.modules["classifier.cause.linking"]
    linking.WEIGHTS.update({name: 0.0 for name in WEIGHTS if name not in ("model", "sure")})
    linking.WEIGHTS.update({"model": 1.0})


def reliability(gold: Path, docs: Path) -> None:
    """How often a claim of each confidence is one and has the right side."""
    sure, hits = (np.array(v, dtype=float) for v in zip(*judged(gold, docs), strict=True))
    print("\nconfidence  claims  mean  right, with its side")
    error = 0.0
    for low in np.arange(0.0, 1.0, 0.1):
        here = (sure >= low) & (sure < low + 0.1 + 1e-9 * (low > 0.85))
        if here.any():
            span = f"{low:.1f}-{low + 0.1:.1f}"
            print(f"{span:10}  {here.sum():6d}  {sure[here].mean():.2f}  {hits[here].mean():.2f}")
            error += here.sum() * abs(sure[here].mean() - hits[here].mean())
    print(f"expected calibration error {error / len(sure):.3f}")


def judged(gold: Path, docs: Path) -> Iterator[tuple[float, bool]]:
    """(confidence, a claim of the annotations with its side) of each claim found on annotated lines; one of each table row."""
    for reference, found, lines in annotated(gold, docs):
        pairs, _, _ = pairs_of(reference["claims"], found)
        partner = {id(p): g for g, p in pairs}
        for p in filter(is_claim, found):
            g = partner.get(id(p))
            if g is None:
                alone = Scores()
                add_document(alone, reference, [p], lines)
                if not alone.tallies["units"].invented:
                    continue  # another cell of an annotated row, or outside of what was annotated
            yield float(p["confidence"]), g is not None and is_claim(g) and g.get("side") == p.get("side")


if __name__ == "__main__":
    assert classifier.find
    main()

"""What the labelled units hold: balance, near-duplicates, cross-validation, a learning curve.

python scripts/corpus_report.py [--duplicates 0.8] [--curve]
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from classifier.learning import learned
from classifier.learning.features import features


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--folder", type=Path, default=learned.CORPUS)
    options.add_argument("--duplicates", type=float, default=0.8, help="share of word triples in common")
    options.add_argument("--curve", action="store_true", help="cross-validate, and with ever more units")
    chosen = options.parse_args()
    examples = learned.corpus(chosen.folder)
    balance(examples)
    pairs = list(near_duplicates([e.text for e in examples], chosen.duplicates))
    print(f"\nnear-duplicates (at least {chosen.duplicates:.0%} of word triples in common): {len(pairs)}")
    for i, j, share in pairs[:10]:
        print(f"  {share:.2f}  {examples[i].text[:70]!r} / {examples[j].text[:70]!r}")
    if chosen.curve:
        curve(examples)


def balance(examples: Sequence[learned.Example]) -> None:
    """Counts of what there is, and the two shares that were asked for."""
    claims = [c for e in examples for c in e.claims]
    print(f"{len(examples)} units, {len(claims)} claims and measurements")
    for title, count in (
        ("kind", Counter(map(learned.kind_of, examples))),
        ("unit", Counter(e.unit for e in examples)),
        ("voice", Counter(e.voice for e in examples)),
        ("origin", Counter(e.origin for e in examples)),
        ("side", Counter(str(c.get("side")) for c in claims if c["kind"] == "claim")),
        ("metric", Counter(str(c.get("metric")) for c in claims)),
    ):
        print(f"{title:8}", ", ".join(f"{name or '-'} {n}" for name, n in count.most_common()))
    techniques = Counter(str(c.get("technique")) for c in claims if c["kind"] == "claim")
    rare = [f"{name} {n}" for name, n in techniques.items() if n < 10]
    print(f"techniques {len(techniques)}, fewest: {', '.join(sorted(rare)) or 'none under 10'}")
    plain = sum(not any(c.get("quantified") for c in e.claims) for e in examples) / len(examples)
    made = sum(e.origin == "template" for e in examples) / len(examples)
    print(f"without a figure or no claim {plain:.0%}, from templates {made:.0%}")


def near_duplicates(texts: Sequence[str], least: float) -> Iterator[tuple[int, int, float]]:
    """Pairs of units that share most of their word triples."""
    triples = [_triples(text) for text in texts]
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i, found in enumerate(triples):
        shared: Counter[int] = Counter(j for t in found for j in holders[t])
        for j, n in shared.items():
            share = n / max(len(found | triples[j]), 1)
            if share >= least:
                yield j, i, share
        for t in found:
            holders[t].append(i)


def _triples(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z]+|\d+(?:\.\d+)?|[\u4e00-\u9fff]", text.lower())
    return {tuple(words[i : i + 3]) for i in range(max(len(words) - 2, 1))}


def curve(examples: Sequence[learned.Example]) -> None:
    """Five folds of the kind, technique and metric heads; then the kind head with ever more units."""
    names = [features(e.read(), learned.sides()) for e in examples]
    order = np.random.default_rng(0).permutation(len(examples))
    for head in learned.HEADS:
        rows = [(names[i], label) for i in order for label in learned.targets(examples[i])[head][:1]]
        print(f"{head:10} {len(rows)} units, accuracy in five folds {folds(head, rows):.3f}")
    rows = [(names[i], learned.kind_of(examples[i])) for i in order]
    test, rest = rows[: len(rows) // 5], rows[len(rows) // 5 :]
    for share in (0.1, 0.2, 0.4, 0.6, 0.8, 1.0):
        train = rest[: int(share * len(rest))]
        print(f"kind with {len(train):5} units: accuracy {accuracy('kind', train, test):.3f}")


def folds(head: str, rows: list[tuple[list[str], str]], n: int = 5) -> float:
    """Mean accuracy on the held-out parts."""
    return float(np.mean([accuracy(head, [r for i, r in enumerate(rows) if i % n != k], rows[k::n]) for k in range(n)]))


def accuracy(head: str, train: list[tuple[list[str], str]], test: list[tuple[list[str], str]]) -> float:
    """Share of right labels on `test` of a model that has seen `train`."""
    vocabulary = learned.vocabulary_of([names for names, _ in train])
    rarity = learned.rarity_of([names for names, _ in train], vocabulary)
    fitted: Any = learned.estimator(head)
    fitted.fit(learned.matrix([names for names, _ in train], vocabulary, rarity), [label for _, label in train])
    said = fitted.predict(learned.matrix([names for names, _ in test], vocabulary, rarity))
    return float(np.mean([a == b for a, (_, b) in zip(said, test, strict=True)]))


if __name__ == "__main__":
    main()

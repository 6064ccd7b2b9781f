"""The linear models: trained from `corpus/` with scikit-learn in seconds, kept as plain arrays, applied with NumPy alone.

Three heads share one vocabulary: kind (claim, measurement, neither), technique, and metric. Temperatures fitted on held-out
folds make their probabilities mean what they say. The cache holds arrays and text, never a pickle; its name is a hash of all that
went in.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from classifier.features import VERSION, features
from classifier.unit import Unit, unit

Floats = npt.NDArray[np.float32]
HEADS = ("kind", "technique", "metric")
CORPUS = Path(__file__).resolve().parent.parent / "corpus" / "units"
NEITHER = "neither"
_MIN_COUNT = 2  # a feature seen once teaches nothing that holds elsewhere
_STRENGTH = {
    "kind": 0.35,
    "technique": 2.0,
    "metric": 0.5,
}  # inverse of the penalty on large weights, by cross-validation


@dataclass(frozen=True, slots=True)
class Head:
    """One decision: a weight for each feature and label."""

    labels: tuple[str, ...]
    weights: Floats  # (features, labels)
    bias: Floats  # (labels,)
    temperature: float

    def probabilities(self, rows: Sequence[int]) -> dict[str, float]:
        """The probability of each label."""
        scores = self.bias + self.weights[list(rows)].sum(axis=0) if rows else self.bias
        scaled = scores / self.temperature
        odds = np.exp(scaled - scaled.max())
        return dict(zip(self.labels, (odds / odds.sum()).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Model:
    """The heads with their vocabulary."""

    vocabulary: dict[str, int]
    heads: dict[str, Head]
    key: str

    def rows(self, names: Iterable[str]) -> list[int]:
        """The known features among these."""
        known = self.vocabulary
        return [known[n] for n in names if n in known]

    def why(self, head: str, label: str, names: Iterable[str], n: int = 4) -> list[tuple[str, float]]:
        """The features that spoke most for a label, with their weights against the mean of the others."""
        h = self.heads[head]
        at = h.labels.index(label)
        rest = h.weights.mean(axis=1)
        scored = [(f, float(h.weights[i, at] - rest[i])) for f in names if (i := self.vocabulary.get(f)) is not None]
        return sorted((s for s in scored if s[1] > 0), key=lambda s: -s[1])[:n]


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled unit of the corpus."""

    text: str
    unit: str
    section: str
    context: str
    claims: tuple[dict[str, Any], ...]
    voice: str = ""
    origin: str = "hand"

    def read(self) -> Unit:
        """The unit with its names and amounts."""
        return unit(self.text, cast(Any, self.unit), self.section, self.context)


def corpus(folder: Path = CORPUS) -> list[Example]:
    """All labelled units, in the order of the files' names."""
    out = []
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                out.append(_example(json.loads(line), f"{path.name}:{number}"))
    return out


def _example(row: dict[str, Any], where: str) -> Example:
    try:
        return Example(
            row["text"],
            row["unit"],
            row.get("section", ""),
            row.get("context", ""),
            tuple(row["claims"]),
            row.get("voice", ""),
            row.get("origin", "hand"),
        )
    except KeyError as error:
        raise ValueError(f"{where}: no field {error}: a unit has text, unit and claims") from error


def kind_of(example: Example) -> str:
    """A unit that holds a claim is one, whatever else it holds."""
    kinds = {c["kind"] for c in example.claims}
    return "claim" if "claim" in kinds else "measurement" if kinds else NEITHER


def targets(example: Example) -> dict[str, list[str]]:
    """The labels of each head; several techniques are several labels."""
    claims = [c for c in example.claims if c["kind"] == "claim"]
    return {
        "kind": [kind_of(example)],
        "technique": list(dict.fromkeys(c.get("technique") or "other" for c in claims)),
        "metric": list(dict.fromkeys(c.get("metric") or "other" for c in claims)),
    }


def train(examples: Sequence[Example], side_of: dict[str, str], key: str = "") -> Model:
    """Fit all heads. Deterministic: equal examples give equal weights."""
    names = [features(e.read(), side_of) for e in examples]
    vocabulary = _vocabulary(names)
    wanted = [targets(e) for e in examples]
    heads = {head: _fit(head, names, [w[head] for w in wanted], vocabulary) for head in HEADS}
    return Model(vocabulary, heads, key)


def _vocabulary(names: Sequence[Sequence[str]]) -> dict[str, int]:
    count: dict[str, int] = {}
    for row in names:
        for name in row:
            count[name] = count.get(name, 0) + 1
    return {name: i for i, name in enumerate(sorted(n for n, c in count.items() if c >= _MIN_COUNT))}


def matrix(names: Sequence[Sequence[str]], vocabulary: dict[str, int]) -> Any:
    """A sparse 0/1 matrix, a row for each unit."""
    from scipy.sparse import csr_matrix

    indptr, indices = [0], []
    for row in names:
        indices.extend(sorted(vocabulary[n] for n in row if n in vocabulary))
        indptr.append(len(indices))
    data = np.ones(len(indices), dtype=np.float64)
    return csr_matrix((data, indices, indptr), shape=(len(names), len(vocabulary)))


def _fit(
    head: str, names: Sequence[Sequence[str]], wanted: Sequence[Sequence[str]], vocabulary: dict[str, int]
) -> Head:
    rows = [(n, label) for n, labels in zip(names, wanted, strict=True) for label in labels]
    x = matrix([n for n, _ in rows], vocabulary)
    y = np.array([label for _, label in rows])
    fitted = estimator(head).fit(x, y)
    weights, bias = _two_columns(fitted)
    temperature = _temperature(head, x, y)
    labels = tuple(str(c) for c in fitted.classes_)
    return Head(labels, weights.astype(np.float32), bias.astype(np.float32), temperature)


def estimator(head: str) -> Any:
    """The scikit-learn model of one head."""
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=_STRENGTH[head], max_iter=300, tol=1e-3)


def _two_columns(fitted: Any) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    coef, bias = fitted.coef_.T, fitted.intercept_
    if coef.shape[1] == 1:  # two classes: scikit-learn keeps one column
        coef, bias = np.hstack([-coef / 2, coef / 2]), np.concatenate([-bias / 2, bias / 2])
    return coef, bias


def _temperature(head: str, x: Any, y: npt.NDArray[np.str_]) -> float:
    """The temperature at which held-out scores are most probable; 1 where there is too little to say."""
    from sklearn.model_selection import KFold

    if len(y) < 50:
        return 1.0
    scores, truth = [], []
    for fit, test in KFold(3, shuffle=True, random_state=0).split(y):
        fitted = estimator(head).fit(x[fit], y[fit])
        weights, bias = _two_columns(fitted)
        at = {c: i for i, c in enumerate(fitted.classes_)}
        keep = [i for i in test if y[i] in at]
        scores.append(np.asarray(x[keep] @ weights + bias))
        truth.append(np.array([at[y[i]] for i in keep]))
    grid = np.linspace(0.5, 3.0, 51)
    return float(
        grid[int(np.argmin([sum(_loss(s / t, y_) for s, y_ in zip(scores, truth, strict=True)) for t in grid]))]
    )


def _loss(scores: npt.NDArray[np.float64], truth: npt.NDArray[np.int_]) -> float:
    top = scores.max(axis=1, keepdims=True)
    logs = scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True))
    return float(-logs[np.arange(len(truth)), truth].sum())


# --- the cache ------------------------------------------------------------------------------------------------------


def corpus_key(folder: Path = CORPUS) -> str:
    """A hash of all that a model is made from: the labelled units, and the code that reads them."""
    digest = hashlib.sha256(f"{VERSION} {_MIN_COUNT} {sorted(_STRENGTH.items())}".encode())
    for path in [*sorted(folder.glob("*.jsonl")), *sorted(Path(__file__).parent.glob("*.py"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def cache_folder() -> Path:
    """Where trained models are kept: `TWOWAYS_CACHE`, or the user's cache folder."""
    import platformdirs

    return Path(os.environ.get("TWOWAYS_CACHE") or platformdirs.user_cache_dir("twoways"))


def save(model: Model, path: Path) -> None:
    """Arrays and text into one file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {"vocabulary": np.array("\n".join(model.vocabulary))}
    for name, head in model.heads.items():
        arrays[f"{name}.labels"] = np.array("\n".join(head.labels))
        arrays[f"{name}.weights"], arrays[f"{name}.bias"] = head.weights, head.bias
        arrays[f"{name}.temperature"] = np.array(head.temperature)
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with draft.open("wb") as file:
        np.savez(file, **arrays)
    draft.replace(path)


def load(path: Path, key: str) -> Model:
    """A model as `save` wrote it. Nothing in the file can run."""
    with np.load(path, allow_pickle=False) as stored:
        vocabulary = {name: i for i, name in enumerate(str(stored["vocabulary"]).split("\n"))}
        heads = {
            name: Head(
                tuple(str(stored[f"{name}.labels"]).split("\n")),
                stored[f"{name}.weights"],
                stored[f"{name}.bias"],
                float(stored[f"{name}.temperature"]),
            )
            for name in HEADS
        }
    return Model(vocabulary, heads, key)


@cache
def model() -> Model:
    """The model of this corpus: from the cache, or trained now and kept."""
    key = corpus_key()
    path = cache_folder() / f"model-{key}.npz"
    if path.exists():
        return load(path, key)
    trained = train(corpus(), sides(), key)
    save(trained, path)
    return trained


@cache
def sides() -> dict[str, str]:
    """Each technique's side, from the catalog."""
    from estimator import TECHNIQUES

    return {key: str(technique.side) for key, technique in TECHNIQUES.items()}

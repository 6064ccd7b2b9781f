"""The linear models: trained from `corpus/` with scikit-learn in seconds, kept as plain arrays, applied with NumPy alone.

Three heads share one vocabulary: kind (claim, measurement, neither), technique, and metric. Temperatures fitted on held-out
folds make their probabilities mean what they say. The cache holds arrays and text, never a pickle; its name is a hash of all that
went in.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from classifier.learning.features import VERSION, features
from classifier.unit import Unit, unit
from classifier.words.chinese import HAN, gloss

if TYPE_CHECKING:
    from estimator import Technique

Floats = npt.NDArray[np.float32]
HEADS = ("kind", "technique", "metric")
CORPUS = Path(__file__).resolve().parents[2] / "corpus" / "units"
NEITHER = "neither"
REVIEWED = "reviewed.jsonl"  # the file of labelled units from reviews
WORDS = ("w:", "b:")  # features that are words; all others are facts
FACT_SCALE, WORD_SCALE = 0.3, 2.0  # facts are few and sure, words many and each weak
_MIN_COUNT = 2  # a feature seen once teaches nothing that holds elsewhere
PACKAGE = Path(__file__).resolve().parents[1]
# All that the model sees a unit through; what works on what it says, in the other folders, leaves it as it is.
_SEEN_THROUGH = ("words/*.py", "figures/*.py", "names/*.py", "learning/*.py", "unit.py")
_STRENGTH = {
    "kind": 0.2,
    "technique": 5.0,
    "metric": 1.0,
}  # inverse of the penalty on large weights, by cross-validation


@dataclass(frozen=True, slots=True)
class Seen:
    """A unit as the model sees it: rows of its facts, rows of its words, and the length of the vector of words."""

    facts: npt.NDArray[np.intp]
    words: npt.NDArray[np.intp]
    norm: float


@dataclass(frozen=True, slots=True)
class Head:
    """One decision: a weight for each feature and label."""

    labels: tuple[str, ...]
    weights: Floats  # (features, labels); scale and rarity of a feature are already in it
    bias: Floats  # (labels,)
    temperature: float

    def probabilities(self, seen: Seen) -> dict[str, float]:
        """The probability of each label."""
        # `reduce` and `take`: of so few numbers the way through `sum` and brackets takes longer than they do
        scores = (
            self.bias
            + np.add.reduce(self.weights.take(seen.facts, 0))
            + np.add.reduce(self.weights.take(seen.words, 0)) / seen.norm
        )
        scaled = scores / self.temperature
        odds = np.exp(scaled - np.maximum.reduce(scaled))
        return dict(zip(self.labels, (odds / np.add.reduce(odds)).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Model:
    """The heads with their vocabulary."""

    vocabulary: dict[str, int]
    rarity: Floats  # (features,) inverse document frequency of words; 0 for facts
    heads: dict[str, Head]
    key: str
    names: tuple[str, ...] = field(
        init=False
    )  # of the features, in the order of their rows, which is that of the alphabet
    squares: Floats = field(init=False)  # of the rarities
    word_rows: tuple[tuple[int, int], ...] = field(init=False)  # the runs of features that are words

    def __post_init__(self) -> None:
        names = tuple(self.vocabulary)
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "squares", self.rarity**2)
        runs = tuple((bisect_left(names, start), bisect_left(names, start + chr(0x10FFFF))) for start in sorted(WORDS))
        object.__setattr__(self, "word_rows", runs)

    def see(self, names: Iterable[str]) -> Seen:
        """The known features among these, in the order of the vocabulary: those that are words stand together in it."""
        rows = sorted(map(self.vocabulary.__getitem__, self.vocabulary.keys() & names))
        facts, words, at = [], [], 0
        for first, last in self.word_rows:
            begin, end = bisect_left(rows, first, at), bisect_left(rows, last, at)
            facts += rows[at:begin]
            words += rows[begin:end]
            at = end
        facts += rows[at:]
        square = float(np.add.reduce(self.squares.take(words))) if words else 1.0
        return Seen(np.array(facts, dtype=np.intp), np.array(words, dtype=np.intp), square**0.5)

    def why(self, head: str, label: str, seen: Seen, n: int = 4) -> list[tuple[str, float]]:
        """The features that spoke most for a label, with their weights against the mean of the others."""
        h = self.heads[head]
        rows = np.sort(np.concatenate([seen.facts, seen.words]))
        weights = h.weights[rows]
        over = weights[:, h.labels.index(label)] - weights.mean(axis=1)
        most = np.argsort(-over, kind="stable")[:n]
        return [(self.names[rows[at]], float(over[at])) for at in most if over[at] > 0]


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
        return unit(gloss(self.text), cast(Any, self.unit), gloss(self.section), gloss(self.context))


def corpus(folder: Path | None = None) -> list[Example]:
    """All labelled units in the order of the files' names, then what a person's reviews have added."""
    out = []
    for path in [*_unit_files(folder or CORPUS), *([reviewed_path()] if reviewed_path().exists() else [])]:
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
    """The labels of each head; several techniques are several labels.

    A unit in Chinese teaches only what is a claim. Its technique and metric are read from words that the glossary chose: what
    is learnt of them from English holds for it, and its own would blur that.
    """
    claims = [c for c in example.claims if c["kind"] == "claim" and not HAN.search(example.text)]
    return {
        "kind": [kind_of(example)],
        "technique": list(dict.fromkeys(c.get("technique") or "other" for c in claims)),
        "metric": list(dict.fromkeys(c.get("metric") or "other" for c in claims)),
    }


def train(examples: Sequence[Example], side_of: dict[str, str], key: str = "") -> Model:
    """Fit all heads. Deterministic: equal examples give equal weights."""
    names = [features(e.read(), side_of) for e in examples]
    vocabulary = vocabulary_of(names)
    rarity = rarity_of(names, vocabulary)
    wanted = [targets(e) for e in examples]
    heads = {head: _fit(head, names, [w[head] for w in wanted], vocabulary, rarity) for head in HEADS}
    return Model(vocabulary, rarity.astype(np.float32), heads, key)


def rarity_of(names: Sequence[Collection[str]], vocabulary: dict[str, int]) -> npt.NDArray[np.float64]:
    count = np.zeros(len(vocabulary))
    for row in names:
        for name in row:
            if name in vocabulary:
                count[vocabulary[name]] += 1
    is_word = np.array([name.startswith(WORDS) for name in vocabulary])
    return np.where(is_word, np.log((1 + len(names)) / (1 + count)) + 1, 0.0)


def vocabulary_of(names: Sequence[Collection[str]]) -> dict[str, int]:
    count: dict[str, int] = {}
    for row in names:
        for name in row:
            count[name] = count.get(name, 0) + 1
    return {name: i for i, name in enumerate(sorted(n for n, c in count.items() if c >= _MIN_COUNT))}


def matrix(names: Sequence[Collection[str]], vocabulary: dict[str, int], rarity: npt.NDArray[np.float64]) -> Any:
    """A sparse matrix, a row for each unit: facts at one small value, words by rarity in a vector of fixed length."""
    from scipy.sparse import csr_matrix

    indptr: list[int] = [0]
    indices: list[int] = []
    data: list[npt.NDArray[np.float64]] = []
    for row in names:
        here = sorted(vocabulary[n] for n in row if n in vocabulary)
        rare = rarity[here]
        norm = max(float(np.sqrt((rare**2).sum())), 1e-9)
        data.append(np.where(rare > 0, WORD_SCALE * rare / norm, FACT_SCALE))
        indices.extend(here)
        indptr.append(len(indices))
    return csr_matrix((np.concatenate(data), indices, indptr), shape=(len(names), len(vocabulary)))


def _fit(
    head: str,
    names: Sequence[Collection[str]],
    wanted: Sequence[Sequence[str]],
    vocabulary: dict[str, int],
    rarity: npt.NDArray[np.float64],
) -> Head:
    rows = [(n, label) for n, labels in zip(names, wanted, strict=True) for label in labels]
    x = matrix([n for n, _ in rows], vocabulary, rarity)
    y = np.array([label for _, label in rows])
    fitted = estimator(head).fit(x, y)
    weights, bias = _two_columns(fitted)
    weights = weights * np.where(rarity > 0, WORD_SCALE * rarity, FACT_SCALE)[:, None]
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
    if len(y) < 50:
        return 1.0
    held = np.random.default_rng(0).permutation(len(y)) < len(y) // 4
    fitted = estimator(head).fit(x[~held], y[~held])
    weights, bias = _two_columns(fitted)
    at = {c: i for i, c in enumerate(fitted.classes_)}
    keep = [i for i in np.flatnonzero(held) if y[i] in at]
    scores = np.asarray(x[keep] @ weights + bias)
    truth = np.array([at[y[i]] for i in keep])
    grid = np.linspace(0.5, 3.0, 51)
    return float(grid[int(np.argmin([_loss(scores / t, truth) for t in grid]))])


def _loss(scores: npt.NDArray[np.float64], truth: npt.NDArray[np.int_]) -> float:
    top = scores.max(axis=1, keepdims=True)
    logs = scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True))
    return float(-logs[np.arange(len(truth)), truth].sum())


# --- the cache ------------------------------------------------------------------------------------------------------


def _unit_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl"))


def reviewed_path() -> Path:
    """Labelled units from reviews: what persons decided is data, which the clearing of a cache must not take."""
    path, before = data_folder() / REVIEWED, cache_folder() / REVIEWED
    if before.exists() and not path.exists():  # it stood in the cache at first
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(before, path)
    return path


def keep_reviewed(rows: Sequence[dict[str, Any]]) -> None:
    """Replace what was learnt from reviews."""
    path = reviewed_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    draft.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    draft.replace(path)


def model_path(key: str) -> Path:
    """Where the model of this key is kept."""
    return cache_folder() / f"model-{key}.npz"


def corpus_key(folder: Path = CORPUS) -> str:
    """A hash of all that a model is made from: the labelled units, and the code that reads them."""
    digest = hashlib.sha256(f"{VERSION} {_MIN_COUNT} {sorted(_STRENGTH.items())}".encode())
    code = [path for pattern in _SEEN_THROUGH for path in sorted(PACKAGE.glob(pattern))]
    for path in [*_unit_files(folder), reviewed_path(), *code]:
        digest.update(path.read_bytes() if path.exists() else b"")
    digest.update(repr([(t.key, t.side, t.names) for t in _techniques()]).encode())
    return digest.hexdigest()[:20]


def cache_folder() -> Path:
    """Where trained models are kept: `TWOWAYS_CACHE`, or the user's cache folder."""
    import platformdirs

    return Path(os.environ.get("TWOWAYS_CACHE") or platformdirs.user_cache_dir("twoways"))


def data_folder() -> Path:
    """What is kept for good: `TWOWAYS_DATA`, or the user's data folder."""
    import platformdirs

    return Path(os.environ.get("TWOWAYS_DATA") or platformdirs.user_data_dir("twoways"))


def save(model: Model, path: Path) -> None:
    """Arrays and text into one file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {"vocabulary": np.array("\n".join(model.vocabulary)), "rarity": model.rarity}
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
        rarity = stored["rarity"]
    return Model(vocabulary, rarity, heads, key)


def model() -> Model:
    """The model of the corpus and of what reviews have added. It follows the reviews at once, whichever process kept them."""
    return _model_of(_stamp(reviewed_path()))


def _stamp(file: Path) -> tuple[Path, int, int]:
    """Changes whenever a file is written or taken away."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return file, 0, 0
    return file, found.st_mtime_ns, found.st_size


@lru_cache(maxsize=1)
def _model_of(_reviewed: tuple[Path, int, int]) -> Model:
    """The model of the files as they are: from the cache, or trained now and kept."""
    key = corpus_key()
    path = model_path(key)
    if path.exists():
        return load(path, key)
    logging.getLogger(__name__).info("learning to read from the corpus: some twenty seconds, once for each version")
    trained = train(corpus(), sides(), key)
    try:
        save(trained, path)
    except OSError as error:  # costs time only
        told = "it cannot be kept in %s (%s), and is learnt again each time: name a folder in TWOWAYS_CACHE"
        logging.getLogger(__name__).info(told, path.parent, error.strerror)
    return trained


def _techniques() -> list[Technique]:
    from estimator import TECHNIQUES

    return list(TECHNIQUES.values())


@cache
def sides() -> dict[str, str]:
    """Each technique's side, from the catalog."""
    return {technique.key: str(technique.side) for technique in _techniques()}

"""Fit the engine classes' constants on published measurements, and say how well they carry over.

    python scripts/fit_engines.py MEASURED.csv SERVING.csv ...            writes estimator/engines.csv
    python scripts/fit_engines.py MEASURED.csv SERVING.csv ... --check    prints leave-one-out tables, writes nothing

Rows have the columns that `twoways estimate --from` reads, with `metric` and `value`. Each class has a handful of
constants. A class that is a kind of another one is drawn towards it, the others towards stated priors, so that a class
with few rows stays sane. A source with many rows counts for less than their number: rows of one source share their
machine, their version and their way to measure. The loss of a step is its relative error, that of a prefill the
logarithm of the ratio, which a driver or a date moves by factors; tails grow only linearly, because published figures
hold outliers (several tokens a pass that nobody mentions). The width of an interval is that of sources that the fit has
not seen.
"""

from __future__ import annotations

import argparse
import csv
import math
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from estimator.engines import Engine, Work, engine_table
from estimator.errors import BadValue, EstimatorError
from estimator.sheet import question
from estimator.step import Cost

TARGET = Path(__file__).parent.parent / "estimator" / "engines.csv"
TERMS = (
    "memory", "cache", "compute", "small", "layer", "expert", "host", "exchange", "node", "link", "arrival", "sequence",
)  # fmt: skip
PROMPT_TERMS = ("prompt", "prompt_layer", "prompt_start", "prompt_scores")
LEFT_OUT = ("source", "hardware", "model")
NARROWEST = 1.2  # half width that no class goes below
COVERED, WIDEST = 0.76, 4.0  # share of unseen measurements that it holds before it is widened, and the widest it may be
TAIL = 0.1  # relative error from which the loss grows linearly
PULL, KIN = 0.01, 0.05  # weight of a prior, and of the class that this one is a kind of, against one measurement
BALANCE, EVEN = 0.4, 0.8  # a source's rows count as their number to the power of 1 less this: in a fit, for a width
# The passes over attention's scores of a framework that writes them down: 24 bytes a score against the leanest 8. Long
# prompts of few models show them, so that the prior weighs more.
SCORES = 3.0
# What a server does before and after a prompt: tokenising, queueing, the answer's way back. Most rows are of engines
# without a server in front, so that the prior weighs more here too.
START = 10e-3
HELD = {"prompt_scores": 0.3, "prompt_start": 0.3}  # weights of these priors

# What a class may use, and where its constants are drawn: without evidence they stay there. 0 keeps a term out.
PRIORS: dict[str, dict[str, float]] = {
    "serving": {
        "memory": 1.1, "cache": 1.2, "compute": 1.2, "layer": 60e-6, "node": 30e-6, "link": 1.5, "arrival": 50e-6,
        "sequence": 30e-6,
    },
    "serving-experts": {
        "memory": 1.1, "cache": 1.2, "compute": 1.5, "layer": 100e-6, "exchange": 20e-6, "node": 30e-6, "link": 3.0,
        "arrival": 100e-6, "sequence": 30e-6,
    },
    "compiled": {"memory": 1.25, "cache": 1.5, "compute": 1.5, "layer": 50e-6, "expert": 30e-6, "link": 1.5},
    "local": {"memory": 1.2, "cache": 2.0, "small": 3.0, "layer": 60e-6, "expert": 60e-6},
    "local-cpu": {"memory": 1.5, "cache": 2.0, "small": 3.0, "layer": 200e-6, "expert": 60e-6},
    "eager": {"memory": 1.2, "cache": 1.5, "compute": 1.5, "layer": 30e-6, "expert": 100e-6, "host": 500e-6},
    "host": {"memory": 1.5, "cache": 1.5, "compute": 1.5, "layer": 200e-6, "expert": 60e-6},
    "offload": {"memory": 2.5, "cache": 2.5, "compute": 2.0, "layer": 200e-6, "expert": 100e-6},
}  # fmt: skip
# A class and the one that it is a kind of: its constants are drawn to those that were fitted for the other.
KINDS = {
    "serving-young": "serving",
    "serving-experts-young": "serving-experts",
    "local-hbm": "local",
    "local-unified": "local",
    "local-other": "local",
    "local-mlx": "local-unified",
    "local-integrated": "local-unified",
    "local-vulkan": "local-other",
}
CLASSES = (*PRIORS, *KINDS)


@dataclass(frozen=True, slots=True)
class Sample:
    """One measurement as the fit sees it."""

    row: dict[str, str]
    engine: str
    parts: Work | Cost  # of a decode step, or of a prefill
    floor: float
    slack: float
    measured: float  # seconds

    @property
    def source(self) -> str:
        """The repository or page, without the file in it."""
        return self.row["source"].split(": ")[0]

    def value(self, column: str) -> str:
        """What the row says in this column, to group rows by."""
        return self.source if column == "source" else self.row[column]


def measured_seconds(row: dict[str, str]) -> float | None:
    """The step, or the prefill, that the row's metric stands for; `None` for metrics that stand for neither."""
    value, metric, phase = float(row["value"]), row["metric"], row["phase"]
    batch = float(row["batch"] or 1)
    if phase == "decode":
        if metric in ("ms_per_token", "tpot_ms"):
            return value / 1e3
        if metric == "tok_s_per_user":
            return 1 / value
        return batch / value if metric == "tok_s_total" and row["batch"] else None
    if phase == "prefill":
        if metric == "ttft_ms":
            return value / 1e3
        return float(row["input_len"]) * batch / value if metric == "tok_s_total" and row["input_len"] else None
    return None


def samples(paths: Iterable[str], phase: str) -> list[Sample]:
    """The rows of this phase that a plain estimate is about."""
    found = []
    for path in paths:
        with open(path, newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["phase"] == phase]
        for row in rows:
            seconds = None if row["speculative"] or row["doubtful"] else measured_seconds(row)
            if seconds is None:
                continue
            try:
                found.append(_sample(row, seconds))
            except EstimatorError:
                continue  # a chip or model without a row, several tokens a pass: nothing to fit
    return found


def _sample(row: dict[str, str], seconds: float) -> Sample:
    run, batch, length, phase, cached = question(row)
    if run.most_tokens > 1.0:
        raise BadValue("engine", row["engine"], "one that yields a token a pass")
    if phase == "prefill":
        cost = run.usual_prompt(batch, length, cached)
        return Sample(row, run.engine.name, cost, float(run.prompt_times(batch, length, cached)[1]), run.slack, seconds)
    cost = run.cost(batch, length)
    work = run.work((cost.weights, cost.kv, cost.flops, cost.network), batch, length)
    return Sample(row, run.engine.name, work, float(cost.floor), run.slack, seconds)


class Rows:
    """The samples of a class as arrays, of decode steps or of prefills."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self.samples = samples
        self.measured = np.array([row.measured for row in samples])
        self.floor = np.array([row.floor for row in samples])
        counts = Counter(row.source for row in samples)
        self.counts = np.array([float(counts[row.source]) for row in samples])
        kind = type(samples[0].parts)
        names = Work._fields if kind is Work else Cost.__slots__
        self.parts = kind(*(np.array([float(getattr(row.parts, name)) for row in samples]) for name in names))

    def times(self, engine: Engine) -> NDArray[np.float64]:
        """Middle of the expectation, never under the floor."""
        parts = self.parts
        middle = parts.seconds(engine) if isinstance(parts, Work) else engine.prompt_seconds(parts)
        return np.maximum(np.asarray(middle), self.floor)


def fit(engine: Engine, rows: Rows, terms: Sequence[str], weight: float) -> Engine:
    """The class with these terms fitted; their present values are where they are drawn, with this weight."""
    start = np.log([getattr(engine, name) for name in terms])
    pull = np.sqrt([HELD.get(name, weight) for name in terms])
    counts = rows.counts ** (-BALANCE / 2.0)

    def loss(point: NDArray[np.float64]) -> NDArray[np.float64]:
        values = {name: float(value) for name, value in zip(terms, np.exp(point), strict=True)}
        ratio = rows.times(replace(engine, **values)) / rows.measured
        error = ratio - 1 if isinstance(rows.parts, Work) else np.log(ratio)
        tailed = np.sign(error) * TAIL * np.sqrt(2 * (np.sqrt(1 + (error / TAIL) ** 2) - 1))
        return np.concatenate([counts * tailed, pull * (point - start)])

    # no byte is read faster than the data sheet says
    least = np.array(
        [0.0 if name in ("memory", "cache") else value - 4 for name, value in zip(terms, start, strict=True)]
    )
    point = np.exp(least_squares(loss, np.maximum(start, least + 1e-3), bounds=(least, start + 4)).x)
    return replace(engine, **{name: float(f"{value:.3g}") for name, value in zip(terms, point, strict=True)})


def unfitted(name: str) -> Engine:
    """The class before any measurement: its priors."""
    prior = PRIORS[base(name)]
    split = name.startswith("local") or base(name) == "local"
    scores = SCORES if split and name != "local-mlx" else 0.0  # the others keep the scores on chip
    blank: dict[str, float] = {field.name: 0.0 for field in fields(Engine) if field.type == "float"}
    blank |= {term: prior.get(term, 0.0) for term in TERMS}
    start = START if name.startswith("serving") else 0.0
    blank |= {"prompt": 2.0, "prompt_layer": 100e-6, "prompt_start": start, "prompt_scores": scores}
    return Engine(**(blank | {"name": name, "rows": 0, "prompt_rows": 0, "split": split, "source": ""}))  # type: ignore[arg-type]


def base(name: str) -> str:
    """The class with priors of its own that a class is a kind of."""
    return base(KINDS[name]) if name in KINDS else name


def constants(decode: Sequence[Sample], prompts: Sequence[Sample], names: Iterable[str] = CLASSES) -> dict[str, Engine]:
    """The classes fitted on these samples, each kind after the class that it belongs to."""
    table: dict[str, Engine] = {}
    for name in names:
        engine, pull = unfitted(name), PULL
        if (parent := KINDS.get(name)) is not None:
            drawn = {
                term: getattr(table[parent], term) for term in (*TERMS, *PROMPT_TERMS) if getattr(engine, term) > 0.0
            }
            engine, pull = replace(engine, **drawn), KIN
        steps, texts = ([row for row in rows if row.engine == name] for rows in (decode, prompts))
        if steps:
            engine = fit(engine, Rows(steps), list(PRIORS[base(name)]), pull)
        if texts:
            engine = fit(engine, Rows(texts), [term for term in PROMPT_TERMS if getattr(engine, term) > 0.0], pull)
        table[name] = engine
    return table


def line(name: str) -> list[str]:
    """The classes that a class is a kind of, the first one first."""
    return [*line(KINDS[name]), KINDS[name]] if name in KINDS else []


def group_keys(rows: Sequence[Sample], column: str) -> list[str]:
    """What each row is left out with. A source that is most of its class goes chip by chip: without it there is no fit."""
    counts, own = Counter(row.engine for row in rows), Counter((row.engine, row.source) for row in rows)
    most = {pair for pair, count in own.items() if 2 * count > counts[pair[0]]}
    chips = [column == "source" and (row.engine, row.source) in most for row in rows]
    return [
        f"{row.source}, {row.row['hardware']}" if chip else row.value(column)
        for row, chip in zip(rows, chips, strict=True)
    ]


def unseen(
    decode: Sequence[Sample], prompts: Sequence[Sample], column: str, phase: str = "decode"
) -> list[tuple[Sample, float]]:
    """Each row with expected / measured, its whole group of this column kept out of all fits."""
    keys = {id(row): key for rows in (decode, prompts) for row, key in zip(rows, group_keys(rows, column), strict=True)}
    groups = defaultdict(list)
    for row in decode if phase == "decode" else prompts:
        groups[keys[id(row)]].append(row)
    found: list[tuple[Sample, float]] = []
    for group, out in groups.items():
        rest = [[row for row in rows if keys[id(row)] != group] for rows in (decode, prompts)]
        needed = [name for name in CLASSES if any(name in (*line(row.engine), row.engine) for row in out)]
        table = constants(*rest, needed)
        for name in needed:
            if samples := [row for row in out if row.engine == name]:
                rows = Rows(samples)
                found += list(zip(samples, (rows.times(table[name]) / rows.measured).tolist(), strict=True))
    return found


def half_width(found: Sequence[tuple[Sample, float]]) -> float:
    """The factor around the middle that holds the wanted share of rows of unseen sources, each source alike.

    What few sources say of the spread between sources is itself uncertain: the logarithm is widened by 1/n, which is
    about what Student's t asks of a prediction from n.
    """
    if not found:
        return math.sqrt(WIDEST)
    counts = Counter(row.source for row, _ in found)
    weights = np.array([counts[row.source] ** -EVEN for row, _ in found])
    away = np.array([abs(math.log(ratio)) for _, ratio in found])
    order = np.argsort(away)
    reached = np.cumsum(weights[order]) / weights.sum()
    inside = max(float(away[order][np.searchsorted(reached, COVERED)]), math.log(NARROWEST))
    return min(math.exp(inside * (1.0 + 1.0 / len(counts))), math.sqrt(WIDEST))


def fitted(decode: list[Sample], prompts: list[Sample]) -> dict[str, Engine]:
    """All classes. The intervals are those of rows whose source the fit has not seen."""
    table = constants(decode, prompts)
    apart, prompts_apart = (unseen(decode, prompts, "source", phase) for phase in ("decode", "prefill"))
    for name, engine in table.items():
        mine, texts = ([row for row in rows if row.engine == name] for rows in (decode, prompts))
        around, around_prompt = (
            half_width([pair for pair in pairs if pair[0].engine == name]) for pairs in (apart, prompts_apart)
        )
        errors = np.abs(Rows(mine).times(engine) / Rows(mine).measured - 1) if mine else np.zeros(1)
        table[name] = replace(
            engine,
            low=round(1 / around, 3),
            high=round(around, 3),
            rows=len(mine),
            error=round(float(errors.mean()), 3),
            prompt_low=round(1 / around_prompt, 3),
            prompt_high=round(around_prompt, 3),
            prompt_rows=len(texts),
            source=provenance(mine),
        )
    return table


def provenance(rows: Sequence[Sample]) -> str:
    """What a class was fitted on, in one line; a class without rows stands on its priors."""
    if not rows:
        return "priors alone: no measurement"
    first_words = (re.match(r"[A-Za-z./-]+", row.row["engine"]) for row in rows)
    engines = Counter(word[0].lower() for word in first_words if word)
    chips, models = ({row.row[column] for row in rows} for column in ("hardware", "model"))
    names = " | ".join(name for name, _ in engines.most_common(5))
    return f"fit: {names}; {len(chips)} chips, {len(models)} models"


def write(table: dict[str, Engine], path: Path) -> None:
    """The constants as the package reads them."""
    names = [field.name for field in fields(Engine)]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        for engine in table.values():
            writer.writerow([_cell(getattr(engine, name)) for name in names])


def _cell(value: object) -> object:
    return int(value) if isinstance(value, bool) else f"{value:.4g}" if isinstance(value, float) else value


def leave_one_out(
    decode: list[Sample], prompts: list[Sample], column: str, minimum: int = 8
) -> list[tuple[str, int, float, float, float]]:
    """(group, rows, mean error, median of expected / measured, share inside) for groups that the fit has not seen."""
    groups: dict[str, list[tuple[Sample, float]]] = defaultdict(list)
    for row, ratio in unseen(decode, prompts, column):
        groups[row.value(column)].append((row, ratio))
    table = engine_table()
    results = []
    for group, out in sorted(groups.items(), key=lambda item: -len(item[1])):
        if len(out) >= minimum:
            errors = [abs(ratio - 1) for _, ratio in out]
            inside = [table[row.engine].low <= 1 / ratio <= table[row.engine].high for row, ratio in out]
            middle = statistics.median(ratio for _, ratio in out)
            results.append((group, len(out), statistics.fmean(errors), middle, statistics.fmean(inside)))
    return results


FACTORS = ("weight_bits", "weight_format", "n_devices", "tp", "hardware")
SETTING = (
    *FACTORS,
    "model",
    "batch",
    "input_len",
    "output_len",
    "context_len",
    "engine",
    "kv_bits",
    "act_bits",
    "ep",
    "notes",
)


def one_thing_apart(rows: list[Sample], table: dict[str, Engine]) -> list[tuple[str, int, float, float]]:
    """(what differs, pairs, mean error, median error) of the speed-up between rows that differ in that alone."""
    results = []
    for name, apart in (("weight bits", FACTORS[:2]), ("devices", FACTORS[2:4]), ("chip", FACTORS[4:])):
        groups = defaultdict(list)
        for row in rows:
            same = [
                _plain_notes(row.row[key])
                for key in SETTING
                if key not in apart and not (name == "devices" and key == "ep")
            ]
            groups[tuple(same)].append(row)
        errors = []
        for group in groups.values():
            times = np.array([Rows([row]).times(table[row.engine])[0] for row in group])
            for i, first in enumerate(group):
                for j in range(i):
                    if all(first.row[key] == group[j].row[key] for key in apart):
                        continue
                    real = first.measured / group[j].measured
                    errors.append(abs(times[i] / times[j] / real - 1))
        if errors:
            results.append((name, len(errors), statistics.fmean(errors), statistics.median(errors)))
    return results


def _plain_notes(text: str) -> str:
    return re.sub(r"expert tp \d+", "", text)  # follows from the number of devices


def main() -> None:
    """Fit and write, or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheets", nargs="+", help="CSV files of measurements")
    parser.add_argument("--check", action="store_true", help="print leave-one-out tables, write nothing")
    args = parser.parse_args()
    decode, prompts = samples(args.sheets, "decode"), samples(args.sheets, "prefill")
    if args.check:
        for column in LEFT_OUT:
            print(f"| left out: {column} | rows | mean error | median of expected / measured | inside |")
            print("|---|---|---|---|---|")
            table = leave_one_out(decode, prompts, column)
            for group, count, error, middle, inside in table:
                print(f"| {group} | {count} | {error:.3f} | {middle:.2f} | {inside:.2f} |")
            total = sum(row[1] for row in table)
            error, inside = (sum(row[1] * row[i] for row in table) / total for i in (2, 4))
            print(f"| all | {total} | {error:.3f} | | {inside:.2f} |\n")
        print("| rows that differ in | pairs | mean error of the speed-up | median |\n|---|---|---|---|")
        for name, count, mean, median in one_thing_apart(decode, engine_table()):
            print(f"| {name} | {count} | {mean:.3f} | {median:.3f} |")
        return
    table = fitted(decode, prompts)
    write(table, TARGET)
    for engine in table.values():
        print(
            f"{engine.name:<16} {engine.rows:>5} rows, mean error {engine.error:.3f}, interval {engine.low:g} to {engine.high:g}"
        )


if __name__ == "__main__":
    main()

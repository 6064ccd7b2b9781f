"""Fit the engine classes' constants on published measurements, and say how well they carry over.

    python scripts/fit_engines.py MEASURED.csv SERVING.csv            writes estimator/engines.csv
    python scripts/fit_engines.py MEASURED.csv SERVING.csv --check    prints leave-one-out tables, writes nothing

Rows have the columns that `twoways estimate --from` reads, with `metric` and `value`. Each class has a handful of
constants, drawn towards stated priors, so that a class with few rows stays sane. The loss is the relative error, with
tails that grow only linearly: published figures hold outliers (several tokens a pass that nobody mentions).
"""

from __future__ import annotations

import argparse
import csv
import math
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from estimator.engines import Engine, Work, engine_table
from estimator.errors import EstimatorError
from estimator.sheet import question
from estimator.step import Cost

TARGET = Path(__file__).parent.parent / "estimator" / "engines.csv"
TERMS = ("memory", "cache", "compute", "layer", "expert", "host", "exchange", "node", "link", "arrival", "sequence")
LEFT_OUT = ("hardware", "model")
NARROWEST, FEW = 1.1, 1.3  # half widths that no class goes below, and none with fewer than 20 rows
COVERED, WIDEST = 0.85, 2.2  # share of measurements that the interval should hold, and the widest it may be
TAIL = 0.1  # relative error from which the loss grows linearly
PULL = 0.01  # weight of the prior against one measurement
# The passes over attention's scores of a framework that writes them down: 24 bytes a score against the leanest 8. Long
# prompts of few models show them, so that the prior weighs more.
SCORES, SCORES_PULL = 3.0, 0.3

# What a class may use, and where its constants are drawn: without evidence they stay there. 0 keeps a term out.
PRIORS: dict[str, dict[str, float]] = {
    "serving": {
        "memory": 1.1,
        "cache": 1.2,
        "compute": 1.2,
        "layer": 60e-6,
        "node": 30e-6,
        "link": 1.5,
        "arrival": 50e-6,
        "sequence": 30e-6,
    },
    "serving-experts": {
        "memory": 1.1,
        "cache": 1.2,
        "compute": 1.5,
        "layer": 100e-6,
        "exchange": 20e-6,
        "node": 30e-6,
        "link": 3.0,
        "arrival": 100e-6,
        "sequence": 30e-6,
    },
    "compiled": {"memory": 1.25, "cache": 1.5, "compute": 1.5, "layer": 50e-6, "expert": 30e-6, "link": 1.5},
    "local": {"memory": 1.2, "cache": 2.0, "compute": 1.5, "layer": 60e-6, "expert": 60e-6},
    "local-hbm": {"memory": 1.8, "cache": 3.0, "compute": 1.5, "layer": 80e-6, "expert": 60e-6},
    "local-unified": {"memory": 1.2, "cache": 2.0, "compute": 1.5, "layer": 100e-6, "expert": 60e-6},
    "local-other": {"memory": 1.8, "cache": 2.0, "compute": 1.5, "layer": 150e-6, "expert": 60e-6},
    "local-cpu": {"memory": 1.5, "cache": 2.0, "compute": 1.5, "layer": 200e-6, "expert": 60e-6},
    "eager": {"memory": 1.2, "cache": 1.5, "compute": 1.5, "layer": 30e-6, "expert": 100e-6, "host": 500e-6},
    "host": {"memory": 1.5, "cache": 1.5, "compute": 1.5, "layer": 200e-6, "expert": 60e-6},
    "offload": {"memory": 2.5, "cache": 2.5, "compute": 2.0, "layer": 200e-6, "expert": 100e-6},
}


@dataclass(frozen=True, slots=True)
class Sample:
    """One measurement as the fit sees it."""

    row: dict[str, str]
    engine: str
    parts: Work | Cost  # of a decode step, or of a prefill
    floor: float
    slack: float
    measured: float  # seconds


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
                continue  # a chip or model without a row: nothing to fit
    return found


def _sample(row: dict[str, str], seconds: float) -> Sample:
    run, batch, length, phase = question(row)
    if phase == "prefill":
        cost = run.usual_prompt(batch, length)
        return Sample(row, run.engine.name, cost, float(run.prompt_times(batch, length)[1]), run.slack, seconds)
    cost = run.cost(batch, length)
    work = run.work((cost.weights, cost.kv, cost.flops, cost.network), batch, length)
    return Sample(row, run.engine.name, work, float(cost.floor), run.slack, seconds)


def stacked(rows: Sequence[Sample], kind: type[Work] | type[Cost]) -> Work | Cost:
    """The parts of all samples as arrays."""
    names = Work._fields if kind is Work else Cost.__slots__
    return kind(*(np.array([float(getattr(row.parts, name)) for row in rows]) for name in names))


def decode_times(engine: Engine, rows: Sequence[Sample]) -> NDArray[np.float64]:
    """Middle of the expectation, never under the floor."""
    work = stacked(rows, Work)
    assert isinstance(work, Work)
    return np.maximum(np.asarray(work.seconds(engine)), np.array([row.floor for row in rows]))


def prompt_times(engine: Engine, rows: Sequence[Sample]) -> NDArray[np.float64]:
    """Middle of the expected prefill."""
    cost = stacked(rows, Cost)
    assert isinstance(cost, Cost)
    return np.maximum(np.asarray(engine.prompt_seconds(cost)), np.array([row.floor for row in rows]))


Times = Callable[[Engine, Sequence[Sample]], NDArray[np.float64]]


def fit(engine: Engine, rows: Sequence[Sample], terms: Sequence[str], times: Times) -> Engine:
    """The class with these terms fitted; their present values are the priors."""
    start = np.log([getattr(engine, name) for name in terms])
    pull = np.sqrt([SCORES_PULL if name == "prompt_scores" else PULL for name in terms])
    measured = np.array([row.measured for row in rows])

    def loss(point: NDArray[np.float64]) -> NDArray[np.float64]:
        values = {name: float(value) for name, value in zip(terms, np.exp(point), strict=True)}
        error = times(replace(engine, **values), rows) / measured - 1
        tailed = np.sign(error) * TAIL * np.sqrt(2 * (np.sqrt(1 + (error / TAIL) ** 2) - 1))
        return np.concatenate([tailed, pull * (point - start)])

    point = np.exp(least_squares(loss, start, bounds=(start - 4, start + 4)).x)
    return replace(engine, **{name: float(f"{value:.3g}") for name, value in zip(terms, point, strict=True)})


def half_width(ratios: NDArray[np.float64]) -> float:
    """The factor around the middle that holds the wanted share of measured / expected, bounded by the widest allowed."""
    inside = float(np.quantile(np.abs(np.log(ratios)), COVERED))
    return min(max(math.exp(inside), FEW if len(ratios) < 20 else NARROWEST), math.sqrt(WIDEST))


def unfitted(name: str) -> Engine:
    """The class before any measurement: its priors."""
    return replace(engine_table()[name], **{term: PRIORS[name].get(term, 0.0) for term in TERMS})


def unseen(name: str, rows: Sequence[Sample], column: str) -> list[tuple[Sample, float]]:
    """Each row of a class with expected / measured, its whole group of this column kept out of the fit."""
    groups = defaultdict(list)
    for row in rows:
        groups[row.row[column]].append(row)
    found: list[tuple[Sample, float]] = []
    for group, out in groups.items():
        rest = [row for row in rows if row.row[column] != group]
        engine = fit(unfitted(name), rest, list(PRIORS[name]), decode_times) if rest else unfitted(name)
        ratios = decode_times(engine, out) / np.array([row.measured for row in out])
        found += list(zip(out, ratios.tolist(), strict=True))
    return found


def fitted(decode: list[Sample], prompts: list[Sample]) -> dict[str, Engine]:
    """All classes. The interval is that of rows whose chip, or whose model, the fit has not seen."""
    table = {}
    for name, prior in PRIORS.items():
        mine = [row for row in decode if row.engine == name]
        engine = unfitted(name)
        if mine:
            engine = fit(engine, mine, list(prior), decode_times)
            errors = np.abs(decode_times(engine, mine) / np.array([row.measured for row in mine]) - 1)
            around = half_width(np.array([r for column in LEFT_OUT for _, r in unseen(name, mine, column)]))
            low, high = round(1 / around, 3), round(around, 3)
            engine = replace(engine, low=low, high=high, rows=len(mine), error=round(float(errors.mean()), 3))
        engine = replace(engine, source=provenance(mine))
        table[name] = fit_prompts(engine, [row for row in prompts if row.engine == name])
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


def fit_prompts(engine: Engine, rows: list[Sample]) -> Engine:
    """The prefill constants of a class."""
    unfused = engine.name.startswith("local")  # the others keep the scores on chip
    engine = replace(
        engine, prompt=2.0, prompt_layer=100e-6, prompt_scores=SCORES if unfused else 0.0, prompt_rows=len(rows)
    )
    if not rows:
        return replace(engine, prompt_low=round(1 / math.sqrt(WIDEST), 3), prompt_high=round(math.sqrt(WIDEST), 3))
    terms = ["prompt", "prompt_layer", *(["prompt_scores"] if unfused else [])]
    engine = fit(engine, rows, terms, prompt_times)
    ratios = np.array([row.measured for row in rows]) / prompt_times(engine, rows)
    around = half_width(ratios)
    around = max(around, math.sqrt(WIDEST) if len(rows) < 20 else around)
    return replace(engine, prompt_low=round(1 / around, 3), prompt_high=round(around, 3))


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


def leave_one_out(rows: list[Sample], column: str, minimum: int = 8) -> list[tuple[str, int, float, float, float]]:
    """(group, rows, mean error, median of expected / measured, share inside) for groups that the fit has not seen."""
    groups: dict[str, list[tuple[Sample, float]]] = defaultdict(list)
    for name in PRIORS:
        for row, ratio in unseen(name, [row for row in rows if row.engine == name], column):
            groups[row.row[column]].append((row, ratio))
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
            times = np.array([decode_times(table[row.engine], [row])[0] for row in group])
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
            table = leave_one_out(decode, column)
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

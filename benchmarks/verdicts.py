"""How long a verdict with its whole admissible region takes, beside one scalar estimate in the same run on one core.

    python benchmarks/verdicts.py

Statements vary from call to call; the names are warm. The target is under 5 ms a verdict and 1,000 claims in 10 s.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path[0] = str(Path(__file__).parent.parent)

from estimator import Statement, estimate, judge  # noqa: E402

H100 = {"hardware": ("H100",), "n_devices": 4, "model": ("Llama-3.1-70B",)}
KINDS = {
    "weights, all stated": Statement(
        technique="weight-only-quantization",
        metric="decode",
        params={"weight_bits": 4, "batch": 1, "context_len": 512},
        **H100,
    ),
    "weights, batch and context open": Statement(technique="weight-only-quantization", metric="decode", **H100),
    "throughput through capacity": Statement(technique="kv-cache-quantization", metric="throughput", **H100),
    "speculation, everything open": Statement(technique="speculative-decoding", metric="decode", **H100),
    "time to first token": Statement(technique="prefix-caching", metric="ttft", **H100),
    "no chip and no model": Statement(technique="weight-only-quantization", metric="decode"),
}
ROUNDS = 60


def seconds(statement: Statement) -> list[float]:
    """Time of each of some verdicts on slightly different factors."""
    times = []
    for i in range(ROUNDS):
        factor = 1.2 + 0.05 * i
        asked = replace(statement, factor_low=factor, factor_high=factor)
        start = time.perf_counter()
        judge(asked)
        times.append(time.perf_counter() - start)
    return times


def main() -> None:
    estimate("Llama-3.1-70B", "H100", devices=4)
    start = time.perf_counter()
    for i in range(500):
        estimate("Llama-3.1-70B", "H100", devices=4, batch=1 + i % 64, context=512 + i)
    one = (time.perf_counter() - start) / 500
    print(f"{'':34}{'median ms':>10}{'slowest ms':>12}{'estimates':>11}")
    everything: list[float] = []
    for name, statement in KINDS.items():
        seconds(statement)
        times = seconds(statement)
        everything += times
        middle = statistics.median(times)
        print(f"{name:34}{middle * 1e3:10.2f}{max(times) * 1e3:12.2f}{middle / one:11.0f}")
    print(f"1,000 claims: {statistics.mean(everything) * 1000:.1f} s")


if __name__ == "__main__":
    main()

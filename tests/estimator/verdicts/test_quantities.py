"""Units as people write them."""

import pytest

from estimator import Quantity, Statement
from estimator.verdicts.quantities import known_unit, measure


@pytest.mark.parametrize(
    ("value", "unit", "kind", "si", "scope"),
    [
        (24, "tokens/s", "rate", 24, ""),
        (24, "tok/s/user", "rate", 24, "user"),
        (24, "tokens/s per user", "rate", 24, "user"),
        (2, "k tokens/s per GPU", "rate", 2000, "device"),
        (3.1, "million tokens/s", "rate", 3.1e6, ""),
        (900, "tokens per second in total", "rate", 900, "system"),
        (13, "ms/token", "token_time", 0.013, ""),
        (13, "ms", "time", 0.013, ""),
        (2, "min", "time", 120, ""),
        (740, "TFLOPS", "flops", 740e12, ""),
        (3.2, "TB/s", "bandwidth", 3.2e12, ""),
        (800, "GB/s", "bandwidth", 800e9, ""),
        (800, "GBps", "bandwidth", 800e9, ""),
        (400, "Gbps", "bandwidth", 50e9, ""),
        (400, "Gb/s", "bandwidth", 50e9, ""),
        (4.58, "GiB", "bytes", 4.58 * 2**30, ""),
        (40, "GB", "bytes", 40e9, ""),
        (40, "sequences", "sequences", 40, ""),
        (128, "K tokens", "tokens", 128e3, ""),
        (20, "requests/s", "requests", 20, ""),
        (90, "%", "share", 0.9, ""),
        (42_000, "prompt tokens/s", "prompt_rate", 42_000, ""),
        (5, "widgets", "", 5, ""),
    ],
)
def test_a_unit_is_read(value: float, unit: str, kind: str, si: float, scope: str) -> None:
    found = measure(Quantity(value, unit), Statement(metric="throughput"))
    assert (found.kind, found.scope) == (kind, scope)
    assert found.value == pytest.approx(si)


def test_a_bare_time_of_a_decode_figure_is_that_of_a_token() -> None:
    assert measure(Quantity(13, "ms"), Statement(metric="decode")).kind == "token_time"


@pytest.mark.parametrize(
    ("unit", "kind", "si"),
    [
        ("us/token", "token_time", 1e-6),
        ("s/token", "token_time", 1.0),
        ("KB per token", "bytes_per_token", 1e3),
        ("KiB/token", "bytes_per_token", 1024),
        ("MB/token", "bytes_per_token", 1e6),
        ("bytes per token", "bytes_per_token", 1.0),
        ("thousand tokens/s", "rate", 1e3),
        ("TPS", "rate", 1.0),
        ("tokens/user/s", "rate", 1.0),
        ("tokens per minute", "rate", 1 / 60),
        ("QPS", "requests", 1.0),
        ("requests/min", "requests", 1 / 60),
        ("PFLOPS", "flops", 1e15),
        ("TOPS", "flops", 1e12),
        ("GFLOP/s", "flops", 1e9),
        ("terabytes per second", "bandwidth", 1e12),
        ("GBps", "bandwidth", 1e9),
        ("GiB/s", "bandwidth", 2**30),
        ("TiB", "bytes", 2**40),
        ("MiB", "bytes", 2**20),
        ("TB", "bytes", 1e12),
        ("megabytes", "bytes", 1e6),
        ("KB", "bytes", 1e3),
        ("users", "sequences", 1.0),
        ("million tokens", "tokens", 1e6),
        ("tokens", "tokens", 1.0),
        ("us", "time", 1e-6),
        ("minutes", "time", 60.0),
        ("s", "time", 1.0),
        ("accepted tokens", "accepted", 1.0),
        ("tokens per pass", "accepted", 1.0),
        ("percent", "share", 0.01),
    ],
)
def test_every_unit_has_its_measure_in_si(unit: str, kind: str, si: float) -> None:
    found = measure(Quantity(3.0, unit), Statement(metric="throughput"))
    assert (found.kind, found.value) == (kind, pytest.approx(3.0 * si, rel=1e-12))


@pytest.mark.parametrize(
    ("unit", "known"),
    [
        ("tokens/s", True),
        (" ms/token ", True),
        ("GB", True),
        ("%", True),
        ("furlongs", False),
        ("x", False),
        ("", False),
    ],
)
def test_units_that_a_figure_can_be_held_against_a_roof_in(unit: str, known: bool) -> None:
    assert known_unit(unit) is known

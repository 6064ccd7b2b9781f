"""Numbers and phrases as people write them."""

from __future__ import annotations

import math


def figure(value: float, digits: int = 3) -> str:
    """Three significant digits, no exponent: 0.0418, 3.67, 137, 61,400."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else "unlimited"
    places = digits - 1 - math.floor(math.log10(abs(value)))
    rounded = round(value, places)
    if places <= 0:
        return f"{int(rounded):,}"
    text = f"{rounded:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def factor(value: float) -> str:
    """`3.7x`; two digits behind the point below 2, where they matter: `1.02x`; three just above 1: `1.002x`."""
    if 1.0 < value < 1.01:
        return f"{value:.3f}x"
    if value >= 10:
        return f"{float(f'{value:.3g}'):g}x" if value < 1e6 else "any number of times"
    return f"{value:.2f}x" if value < 2 else f"{value:.1f}x"


def size(value: float) -> str:
    """Bytes in the unit that fits."""
    for unit, scale in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if abs(value) >= scale * (1 if unit != "TB" else 2):
            return f"{figure(value / scale)} {unit}"
    return f"{figure(value)} bytes"


def time(seconds: float) -> str:
    """Seconds in the unit that fits."""
    if seconds >= 1:
        return f"{figure(seconds)} s"
    if seconds >= 1e-3:
        return f"{figure(seconds * 1e3)} ms"
    return f"{figure(seconds * 1e6)} us"


def share(value: float) -> str:
    """`2 %`, `0.5 %`."""
    return f"{figure(value * 100, 2)} %"


def tokens(value: float) -> str:
    """`512`, `8K`, `131K`: lengths as they are written."""
    if value >= 2**20 and value % 2**20 == 0:
        return f"{value / 2**20:g}M"
    if value >= 1024 and value % 1024 == 0:
        return f"{value / 1024:g}K"
    return f"{round(value):,}" if value < 10_000 else f"{figure(value / 1000)}K"


def several(value: float, noun: str) -> str:
    """`1 token`, `1.33 tokens`."""
    said = figure(value)
    return f"{said} {noun}{'' if said == '1' else 's'}"


def sequences(count: float) -> str:
    """`1 sequence fits`, `1.9 sequences fit`, `33 sequences fit`."""
    said = held(count)
    return "1 sequence fits" if said == "1" else f"{said} sequences fit"


def held(count: float) -> str:
    """How many sequences fit on the average: a tenth of one matters where they are few."""
    return figure(count, 2) if count < 10 else f"{count:,.0f}"


def joined(parts: list[str]) -> str:
    """`a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""


def sentence(text: str) -> str:
    """First letter in upper case, a full stop at the end."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")

"""Which stated parameters can be believed: shares written as percentages are mended, the impossible is left out and said."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

Ends = tuple[float, ...]  # (low, high), or every value to be tried

_TOKENS = (1.0, 3e7)
# parameter -> the values that it can have
LIMITS: dict[str, tuple[float, float]] = {
    "weight_bits": (1.0, 32.0),
    "weight_bits_before": (1.0, 32.0),
    "kv_bits": (1.0, 32.0),
    "kv_bits_before": (1.0, 32.0),
    "act_bits": (1.0, 32.0),
    "comm_bits": (1.0, 32.0),
    "group_size": (4.0, 1e6),
    "batch": (1.0, 1e5),
    "input_len": _TOKENS,
    "output_len": _TOKENS,
    "context_len": _TOKENS,
    "window": _TOKENS,
    "draft_len": (1.0, 256.0),
    "acceptance_len": (1.0, 256.0),
    "tokens_per_step": (1.0, 4096.0),
    "tree_size": (1.0, 65_536.0),
    "draft_params_b": (1e-3, 1e4),
    "n_kv_heads": (1.0, 1024.0),
    "n_heads": (1.0, 1024.0),
    "kv_lora_rank": (1.0, 65_536.0),
    "kernel_factor": (1e-2, 1e4),
    "block_size": (1.0, 65_536.0),
    **dict.fromkeys(("tp", "pp", "ep", "dp"), (1.0, 16_384.0)),
}
_SHARES = {"sparsity": 0.999, "hit_rate": 0.999, "acceptance_rate": 1.0, "time_share": 1.0}


def numbers(params: Mapping[str, Any]) -> tuple[dict[str, Ends], list[str]]:
    """Parameters that are numbers, or ranges of two, as (low, high), and what was left out.

    `hit_rate = 80` is 80 percent; a batch of 0 is no batch.
    """
    found: dict[str, Ends] = {}
    notes: list[str] = []
    for name, value in params.items():
        ends = value if isinstance(value, (list, tuple)) else (value,)
        plain = [float(v) for v in ends if isinstance(v, (int, float)) and not isinstance(v, bool) and math.isfinite(v)]
        if not plain:
            continue
        low, high = _mended(name, min(plain)), _mended(name, max(plain))
        if low is None or high is None:
            notes.append(f"{name} = {value} cannot be and is left out")
        else:
            found[name] = (low, high)
    return found, notes


def believable(name: str, value: float) -> str:
    """What the parameter may be, where it cannot be this value; else ""."""
    if _mended(name, value) is not None:
        return ""
    if name in _SHARES:
        return "a share above 0 and at most 1, or a percentage"
    low, high = LIMITS[name]
    return f"{low:,.10g} to {high:,.10g}"


def _mended(name: str, value: float) -> float | None:
    """The value if it can be, a percentage as a share, else `None`."""
    if name in _SHARES:
        share = value / 100 if value > 1.0 else value
        least = 0.0 if name == "hit_rate" else 1e-9  # a cache may hold nothing of what is asked for
        return min(share, _SHARES[name]) if least <= share <= 1.0 else None
    low, high = LIMITS.get(name, (-math.inf, math.inf))
    return value if low <= value <= high else None

"""The share of a part, how much faster it got, and what the whole gains, in one sentence or in several."""

from __future__ import annotations

import pytest

from classifier import Claim, find
from ingest import read_bytes


def claims(text: str) -> dict[float | None, Claim]:
    return {c.factor_high: c for c in find(read_bytes(text.encode(), "note.txt"))}


@pytest.mark.parametrize(
    ("text", "whole", "share", "part"),
    [
        (
            "Dequantisation was half of the decode step. A new GEMV kernel does it 4x faster; tokens per second rise by 35 %.",
            1.35, 0.5, 4,
        ),
        ("Softmax is 10 % of the prefill time. The softmax kernel is 5x faster now. TTFT fell by 20 %.", 1.25, 0.1, 5),
        ("INT8 all-reduce halves the bytes. Communication took a third of prefill time; TTFT improved 1.15x.", 1.15, 0.3333, 2),
        ("MoE kernels took 40 % of each step; they are 2x faster now. Output tokens/s go up by 22 %.", 1.22, 0.4, 2),
    ],
)  # fmt: skip
def test_share_and_factor_of_a_part_go_with_the_gain_of_the_whole(
    text: str, whole: float, share: float, part: float
) -> None:
    found = claims(text)[whole]
    assert {k: found.params[k] for k in ("time_share", "kernel_factor")} == {"time_share": share, "kernel_factor": part}


@pytest.mark.parametrize(
    "text",
    [
        "The softmax kernel, which takes 8 % of the decode time, is now 5x faster.",
        "All-reduce is 5x faster, and it accounts for 20 % of each step.",
        "Fused RMSNorm kernels are 5x quicker but account for just 5 % of the step time.",
    ],
)
def test_a_part_by_itself_is_a_kernel(text: str) -> None:
    assert claims(text)[5].metric == "kernel"

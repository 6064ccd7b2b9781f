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


@pytest.mark.parametrize(
    ("text", "whole", "share", "part"),
    [
        ("All-reduce takes 6 of the 20 ms of a step; our kernel needs only 2 ms, and decoding gets 1.25x faster.", 1.25, 0.3, 3),
        ("The MLP kernel went from 8 ms to 4 ms of a 16 ms step, so that tokens per second rise by 30 %.", 1.3, 0.5, 2),
    ],
)  # fmt: skip
def test_two_times_of_one_sentence_are_a_share(text: str, whole: float, share: float, part: float) -> None:
    found = claims(text)[whole].params
    assert (found["time_share"], found["kernel_factor"]) == (share, part)


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("Softmax takes 20 % of a decode step; without it Qwen3-8B decodes 1.25x faster.", "kernel-optimization"),
        ("Communication takes 20 % of a decode step; hiding it makes decoding 1.25x faster.", "communication-kernels"),
        ("num_speculative_tokens=4 makes GLM-4.5-Air decode 1.9x faster.", "speculative-decoding"),
    ],
)
def test_what_parameters_show_is_the_technique_where_none_is_named(text: str, technique: str) -> None:
    assert [c.technique for c in find(read_bytes(text.encode(), "note.txt"))] == [technique]


def test_cheaper_is_money_and_faster_is_speed() -> None:
    found = claims("FP4 makes serving 8x cheaper and decoding 2.5x faster on a B200.")
    assert (found[8].metric, found[2.5].metric) == ("other", "decode")


def test_two_batches_before_two_figures_belong_to_them() -> None:
    found = claims("At batch sizes of 2 and 64, GPTQ speeds up Llama-2-7B decoding by 2.7x and 1.3x on an A40.")
    assert [found[f].params["batch"] for f in (2.7, 1.3)] == [2, 64]

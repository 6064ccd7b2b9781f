"""Prefill: attention over a triangle, windows, prefix hits, and what an unfused attention adds."""

from dataclasses import replace

import numpy as np
import pytest

from estimator import estimate
from estimator.prefill import attended, prefill, score_bytes
from estimator.setting import Setting
from estimator.shape import Shape, grouped

LLAMA_8B = Shape(
    "Llama-3.1-8B", 8.03e9, always=7.505e9, head=0.5253e9, layers=32, hidden=4096, attention=(grouped(32, 32, 8, 128),)
)
H100 = Setting(LLAMA_8B, bandwidth=3.35e12, peak=989e12)


def test_attended_tokens_are_counted_one_by_one() -> None:
    assert attended(10.0, np.inf) == 55
    assert attended(10.0, 4.0) == 1 + 2 + 3 + 4 * 7
    assert attended(10.0, 4.0, 6.0) == 16
    assert attended(10.0, np.inf, 6.0) == 7 + 8 + 9 + 10


def test_8k_tokens_of_llama_8b_run_at_61_400_a_second_at_most() -> None:
    assert 8192 / prefill(H100, 8192.0).floor == pytest.approx(61_400, rel=0.005)


def test_prefix_hits_leave_the_rest_to_attend_to_all() -> None:
    full, hit = prefill(H100, 8192.0), prefill(H100, 8192.0, cached=0.8 * 8192)
    assert full.floor / hit.floor == pytest.approx(4.519, abs=0.01)


def test_an_unfused_attention_moves_and_computes_the_square() -> None:
    fused, unfused = prefill(H100, 2048.0), prefill(H100, 2048.0, fused=False)
    assert unfused.activations == 32 * 4 * 2 * 32 * 2048 * 2048
    assert fused.activations == 0
    extra = 32 * 4 * 32 * 128 * (2048 * 2048 - 2048 * 2049 / 2)
    assert unfused.flops - fused.flops == pytest.approx(extra)


def test_the_head_runs_for_the_last_token_only() -> None:
    plain = prefill(H100, 100.0).flops
    attention = 32 * 4 * 32 * 128 * 5050
    assert plain == pytest.approx(2 * (7.505e9 - 0.5253e9) * 100 + 2 * 0.5253e9 + attention)


def test_scores_that_go_to_memory_are_passed_over_four_times_in_two_bytes() -> None:
    """32 layers of 32 heads, 512 tokens against 1,000: 4 x 2 bytes a score."""
    assert score_bytes(H100, 512.0, 1000.0) == 32 * 32 * 512 * 1000 * 4 * 2
    assert score_bytes(replace(H100, tp=4.0), 512.0, 1000.0) == 32 * 8 * 512 * 1000 * 4 * 2


def test_one_prompt_does_not_keep_all_ranks_busy() -> None:
    # DeepSeek-V3 on 8 x H200 with data-parallel attention: one prompt leaves seven ranks' attention idle
    floors = [
        estimate("DeepSeek-V3", "8xH200", dp=8, batch=batch, context=4096, phase="prefill").t_floor_s
        for batch in (1, 8, 16)
    ]
    assert floors[0] < 0.6 * floors[1]
    assert floors[2] == pytest.approx(2 * floors[1], rel=0.01)

"""Capacity: what fits, with which unit of memory, and what waste costs."""

from dataclasses import replace

import numpy as np

from estimator.capacity import capacity
from estimator.setting import Setting
from estimator.shape import Shape, grouped, nominal

LLAMA_7B = Shape("Llama-2-7B", 6.738e9, always=6.607e9, layers=32, hidden=4096, attention=(grouped(32, 32, 32, 128),))
RTX_4090 = Setting(LLAMA_7B, bandwidth=1008e9, peak=165e12, memory=24e9)


def test_nine_to_eleven_sequences_of_2048_tokens_fit_beside_llama_7b_on_24_gb() -> None:
    room = capacity(RTX_4090, 2048.0)
    assert room.per_sequence == 2 * 32 * 32 * 128 * 2048 * 2
    assert (room.batch, room.batch_gib) == (9, 11)


def test_a_model_of_70_billion_at_16_bit_does_not_fit_80_gb() -> None:
    room = capacity(Setting(nominal(70e9), 3.35e12, 989e12, memory=80e9), 1.0)
    assert room.batch == 0
    assert not room.fits(1.0)


def test_waste_costs_sequences_and_paging_gives_them_back() -> None:
    reserved, paged = capacity(RTX_4090, 512.0, waste=0.7), capacity(RTX_4090, 512.0, waste=0.04)
    assert (reserved.batch, paged.batch) == (11, 37)


def test_copied_heads_take_room_on_every_device() -> None:
    two = replace(LLAMA_7B, attention=(grouped(32, 32, 2, 128),))
    at_two = capacity(replace(RTX_4090, shape=two, tp=2.0), 4096.0)
    at_eight = capacity(replace(RTX_4090, shape=two, tp=8.0), 4096.0)
    assert at_two.per_sequence == at_eight.per_sequence


def test_contexts_broadcast() -> None:
    room = capacity(RTX_4090, np.array([512.0, 2048.0, 8192.0]))
    assert room.batch.tolist() == [39.0, 9.0, 2.0]

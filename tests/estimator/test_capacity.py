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


def test_constant_state_takes_two_bytes_an_element_on_its_share_of_the_devices() -> None:
    recurrent = replace(LLAMA_7B, attention=(), state=1e6)
    room = capacity(replace(RTX_4090, shape=recurrent, tp=4.0), 4096.0)
    assert room.per_sequence == 1e6 * 2 / 4
    staged = capacity(replace(RTX_4090, shape=recurrent, pp=2.0), 4096.0)
    assert staged.per_sequence == 1e6 * 2 / 2


def test_a_cache_of_nothing_fits_any_number_of_times_beside_weights_that_fit() -> None:
    none = replace(LLAMA_7B, attention=())
    assert capacity(replace(RTX_4090, shape=none), 4096.0).batch == np.inf
    assert capacity(replace(RTX_4090, shape=none, memory=10e9), 4096.0).batch == 0


def test_ranks_of_data_parallel_attention_hold_all_of_its_weights() -> None:
    """6.738 billion in 16 bit, of which 2 are attention: (6.738 - 2) / 8 + 2 on each of eight ranks."""
    shape = replace(LLAMA_7B, attending=2e9)
    room = capacity(replace(RTX_4090, shape=shape, dp=8.0), 2048.0)
    assert room.weights == (4.738e9 / 8 + 2e9) * 2


def test_a_window_and_a_part_on_the_host_take_less_room() -> None:
    each = 2 * 32 * 32 * 128 * 2
    assert capacity(replace(RTX_4090, window=512.0), 2048.0).per_sequence == each * 512
    assert capacity(replace(RTX_4090, kv_on_host=0.75), 2048.0).per_sequence == each * 2048 / 4
    assert capacity(replace(RTX_4090, kv_heads=8.0), 2048.0).per_sequence == each * 2048 / 4
    assert capacity(replace(RTX_4090, cp=2.0), 2048.0).per_sequence == each * 2048 / 2
    assert capacity(replace(RTX_4090, weights_on_host=0.5), 2048.0).weights == 6.738e9

"""The worked numbers of a decode step, and what each field of a setting must do to it."""

from dataclasses import replace

import numpy as np
import pytest

from estimator import find_model
from estimator.setting import Setting
from estimator.shape import Attention, Shape, grouped, latent, nominal, shape_of
from estimator.step import decode, plan

H100 = {"bandwidth": 3.35e12, "peak": 989e12, "memory": 80e9, "link": 450e9}
LLAMA_70B = Shape(
    "Llama-70B",
    total=70.552e9,
    always=69.502e9,
    head=1.0506e9,
    layers=80,
    hidden=8192,
    vocabulary=128256,
    attention=(grouped(80, 64, 8, 128),),
)
DEEPSEEK = Shape(
    "DeepSeek-V3",
    total=671.025e9,
    always=16.2e9,
    routed=653.6e9,
    experts=256,
    experts_per_token=8,
    layers=61,
    hidden=7168,
    attention=(latent(61, 128, 512, 64, 128),),
)


def test_seventy_billion_parameters_on_an_h100_take_42_ms() -> None:
    cost = decode(Setting(nominal(70e9), **H100), 1.0, 1.0)
    assert cost.weights == 140e9
    assert cost.floor == pytest.approx(0.0418, abs=5e-5)
    assert 1 / cost.floor == pytest.approx(23.9, abs=0.05)


def test_cache_of_80_layers_8_heads_8192_tokens() -> None:
    cost = decode(Setting(LLAMA_70B, **H100), 1.0, 8192.0)
    assert cost.kv == 2_684_354_560
    assert cost.kv / 3.35e12 == pytest.approx(0.80e-3, abs=5e-6)


def test_four_bits_ideal_is_96_tokens_a_second() -> None:
    cost = decode(Setting(nominal(70e9), weight_bits=4.0, **H100), 1.0, 1.0)
    assert cost.weights == 35e9
    assert cost.floor == pytest.approx(10.4e-3, abs=5e-5)
    assert round(1 / cost.floor) == 96


def test_eight_instead_of_64_kv_heads_is_an_eighth_of_the_cache() -> None:
    many = replace(LLAMA_70B, attention=(grouped(80, 64, 64, 128),))
    before = decode(Setting(many, **H100), 4.0, 4096.0)
    after = decode(Setting(many, kv_heads=8.0, **H100), 4.0, 4096.0)
    assert before.kv == 8 * after.kv


def test_kv_heads_are_copied_where_tensor_parallelism_exceeds_them() -> None:
    four = replace(LLAMA_70B, attention=(grouped(80, 32, 4, 128),))
    at_four = decode(Setting(four, tp=4.0, **H100), 8.0, 4096.0)
    at_eight = decode(Setting(four, tp=8.0, **H100), 8.0, 4096.0)
    assert at_eight.kv == at_four.kv
    assert at_eight.weights == at_four.weights / 2


def test_latent_cache_is_not_cut_by_tensor_parallelism_but_by_data_parallel_attention() -> None:
    one = decode(Setting(DEEPSEEK, **H100), 64.0, 4096.0)
    tp = decode(Setting(DEEPSEEK, tp=8.0, **H100), 64.0, 4096.0)
    dp = decode(Setting(DEEPSEEK, dp=8.0, **H100), 64.0, 4096.0)
    assert one.kv == 61 * 576 * 2 * 4096 * 64
    assert tp.kv == one.kv
    assert dp.kv == one.kv / 8


def test_experts_read_grow_with_the_tokens_of_a_step() -> None:
    one = decode(Setting(DEEPSEEK, **H100), 1.0, 0.0)
    four = decode(Setting(DEEPSEEK, **H100), 1.0, 0.0, 4.0)
    assert one.weights == pytest.approx(2 * DEEPSEEK.active, rel=1e-12)
    assert four.weights == decode(Setting(DEEPSEEK, **H100), 4.0, 0.0).weights
    assert four.weights == pytest.approx(2 * (16.2e9 + 653.6e9 * (1 - (1 - 8 / 256) ** 4)))


def test_a_window_bounds_the_tokens_that_are_read() -> None:
    mixed = replace(LLAMA_70B, attention=(grouped(40, 64, 8, 128, window=128), grouped(40, 64, 8, 128)))
    cost = decode(Setting(mixed, **H100), 1.0, 8192.0)
    assert cost.kv == 40 * 4096 * (128 + 8192)


def test_absorbed_latent_attention_computes_four_times_the_plain_scores() -> None:
    plain = 4 * 128 * 128
    (group,) = DEEPSEEK.attention
    assert group.scores / plain == 4.25
    assert isinstance(group, Attention)


def test_a_large_batch_is_bound_by_compute() -> None:
    cost = decode(Setting(nominal(8e9), **H100), 4096.0, 1.0)
    assert cost.floor == cost.compute_s
    assert cost.flops == 2 * 8e9 * 4096


def test_a_pipeline_leaves_one_sequence_alone() -> None:
    one = decode(Setting(LLAMA_70B, **H100), 1.0, 4096.0)
    deep = decode(Setting(LLAMA_70B, pp=4.0, **H100), 1.0, 4096.0)
    assert deep.floor == one.floor


def test_weights_on_the_host_cross_the_slower_link() -> None:
    cost = decode(Setting(nominal(70e9), host_link=32e9, weights_on_host=1.0, **H100), 1.0, 1.0)
    assert cost.floor == pytest.approx(140e9 / 32e9)


def test_scalars_and_arrays_agree_to_the_last_bit() -> None:
    batch, context = np.arange(1.0, 65.0)[:, None], np.linspace(100.0, 1e5, 50)[None, :]
    setting = Setting(DEEPSEEK, dp=8.0, weight_bits=8.0, **H100)
    grid = decode(setting, batch, context, 2.0)
    for i, j in ((0, 0), (7, 33), (63, 49)):
        point = decode(setting, float(batch[i, 0]), float(context[0, j]), 2.0)
        assert isinstance(point.floor, float)
        assert point.floor == np.broadcast_to(grid.floor, (64, 50))[i, j]
        assert point.flops == np.broadcast_to(grid.flops, (64, 50))[i, j]


def test_settings_broadcast_too() -> None:
    bits = np.array([16.0, 8.0, 4.0])
    cost = decode(Setting(LLAMA_70B, weight_bits=bits, **H100), 1.0, 0.0)
    assert np.array_equal(cost.weights, 69.502e9 * bits / 8)


def test_ranks_without_a_sequence_share_the_experts_work() -> None:
    # 8 ranks: one prompt keeps one rank's attention busy, but the experts of all; 8 prompts 8 times the experts' work
    setting = Setting(shape_of(find_model("DeepSeek-V3")), 4.8e12, 1979e12, dp=8.0, ep=8.0, weight_bits=8.0)
    one, eight, sixteen = (decode(setting, batch, 4096.0).flops for batch in (1.0, 8.0, 16.0))
    attention = 2.0 * setting.shape.attending + 61 * 2 * 128 * (2 * 512 + 64) * 4096
    rest = 2.0 * (setting.shape.active - setting.shape.attending)
    assert one == pytest.approx(attention + rest / 8)
    assert eight == pytest.approx(attention + rest)
    assert sixteen == pytest.approx(2 * eight)


def test_narrow_products_leave_what_devices_send_each_other_wide() -> None:
    setting = Setting(shape_of(find_model("Llama-3.1-70B")), 3.35e12, 1979e12, tp=8.0, act_bits=8.0)
    assert decode(setting, 1.0, 0.0).network == 80 * 2 * (2 * 7 / 8) * 8192 * 2  # two all-reduces a layer, 16 bits


def test_all_but_the_experts_are_wider_where_a_model_is_published_so() -> None:
    # gpt-oss-120b: MXFP4 experts, the rest in BF16 (arXiv:2508.10925)
    shape = shape_of(find_model("gpt-oss-120b"))
    told = Setting(shape, 3.35e12, 989e12, weight_bits=4.25)
    wide = decode(replace(told, published=True), 1.0, 0.0).weights - decode(told, 1.0, 0.0).weights
    assert wide == pytest.approx(shape.always * (16 - 4.25) / 8)
    assert replace(told, published=True, weight_bits=8.0).rest_bits == 8.0


@pytest.mark.parametrize(
    ("batch", "q", "pp", "share"),
    [(1.0, 1.0, 1.0, 0.1), (64.0, 1.0, 1.0, 1 - 0.9**64), (8.0, 2.0, 2.0, 1 - 0.9**8)],  # of a stage's four sequences
)
def test_a_batch_reads_the_union_of_the_rows_that_its_tokens_need(
    batch: float, q: float, pp: float, share: float
) -> None:
    whole = Setting(nominal(70e9), pp=pp, **H100)
    found = plan(replace(whole, rows_kept=0.1)).read(batch, q)
    assert found == pytest.approx(plan(whole).read(batch, q) * share)

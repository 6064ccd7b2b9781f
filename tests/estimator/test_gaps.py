"""What is not stated: the best case in the bound, the usual in the expectation, and what engines leave unused."""

from __future__ import annotations

import math
from typing import Any

import pytest

from estimator import BadValue, estimate
from estimator.options import Options
from estimator.run import Run, prepare


def run(model: str, chip: str, **stated: Any) -> Run:
    return prepare(model, chip, Options(**stated))


@pytest.mark.parametrize(
    ("model", "chip", "bound", "likely"),
    [
        ("Llama-3.1-8B", "H100", 4.0, 16.0),  # a data-centre card serves as published
        ("Llama-3.1-8B", "RTX 4090", 4.0, 4.5),  # a desk has 4-bit files
        ("Llama-3.1-405B", "H100", 4.0, 8.0),  # beyond 200 billion in FP8 where the chip has it
        ("Llama-3.1-405B", "A100", 4.0, 16.0),
        ("DeepSeek-V3", "H100", 4.0, 8.0),  # published in FP8
        ("DeepSeek-V3", "B200", 4.0, 4.5),  # and run in FP4 where the chip has it
        ("Llama-3.1-8B", "TPU v5e", 4.0, 16.0),
    ],
)
def test_bits_that_nobody_states(model: str, chip: str, bound: float, likely: float) -> None:
    found = run(model, chip, bound_gaps=True)
    assert (found.setting.weight_bits, found.likely.weight_bits) == (bound, likely)
    assert found.slack == pytest.approx(max(min(1.15, math.sqrt(4.0) / found.engine.high), 1.0))
    assert run(model, chip).slack == 1.0


def test_the_cache_that_nobody_states() -> None:
    open_ = run("Llama-3.1-405B", "H100", bound_gaps=True)
    assert (open_.setting.kv_bits, open_.likely.kv_bits) == (8.0, 8.0)
    wide = run("Llama-3.1-8B", "H100", bound_gaps=True)
    assert (wide.setting.kv_bits, wide.likely.kv_bits) == (8.0, 16.0)
    person = run("Llama-3.1-8B", "H100")
    assert (person.setting.kv_bits, person.likely.kv_bits) == (16.0, 16.0)
    assert run("Llama-3.1-8B", "H100", kv_bits=8.0).inputs["kv_bits"] == (8.0, "stated")


@pytest.mark.parametrize(
    ("chip", "stated", "bound", "likely"),
    [
        ("H100", {"weight_format": "AWQ"}, 989e12, 989e12),
        ("H100", {"weight_format": "fp8"}, 1979e12, 1979e12),
        ("H100", {"weight_format": "Q4_K_M"}, 1979e12, 989e12),  # int8 units in the bound, 16-bit rates in practice
        ("H100", {"weight_format": "int8"}, 1979e12, 1979e12),
        ("RTX 4090", {"weight_bits": 16, "engine": "vLLM"}, 330e12, 165e12),  # FP16 accumulation counts in the bound,
        ("RTX 4090", {"weight_bits": 16, "engine": "TinyChat"}, 330e12, 330e12),  # and in kernels made for such cards
        ("RTX 4090", {"weight_format": "Q4_K_M", "engine": "llama.cpp"}, 660e12, 1.4 * 165e12),  # integer products
        ("RTX 4090", {"weight_format": "Q4_K_M", "engine": "llama.cpp (May 2024)"}, 660e12, 165e12),
        ("A100", {"weight_format": "AWQ", "engine": "AutoAWQ"}, 312e12, 104e12),  # expanded before they are multiplied
        ("MI300X", {"weight_format": "fp8", "engine": "vLLM"}, 2615e12, 1307e12),  # young kernels multiply in 16 bit
        ("H100", {"weight_bits": 8, "act_bits": 16}, 989e12, 989e12),
        ("A100", {"weight_bits": 4}, 1248e12, 624e12),  # four-bit activations are a bound's guess, and rare
        ("A100", {"weight_bits": 4, "act_bits": 4}, 1248e12, 1248e12),
        ("A100", {"weight_format": "QuaRot"}, 1248e12, 1248e12),
        ("A100", {"weight_format": "QuaRot", "act_bits": 4}, 1248e12, 1248e12),
        ("A100", {"weight_format": "fp8", "act_bits": 8}, 312e12, 312e12),  # its integer units multiply no FP8,
        ("B300", {"weight_format": "int8", "act_bits": 8}, 2250e12, 2250e12),  # nor floating ones INT8
        ("H100", {"weight_format": "NVFP4", "act_bits": 4}, 1979e12, 1979e12),  # widened to the FP8 that it has
        ("A100 40GB", {"weight_bits": 16}, 312e12, 312e12),  # of 2020, the first with asynchronous copies
        ("V100", {"weight_bits": 16}, 125e12, 62.5e12),
    ],
)
def test_the_rate_of_the_operands(chip: str, stated: dict[str, Any], bound: float, likely: float) -> None:
    found = run("Llama-3.1-8B", chip, **stated)
    assert (found.setting.peak, found.likely.peak) == (pytest.approx(bound, rel=2e-3), pytest.approx(likely, rel=2e-3))


def test_weight_only_formats_expand_their_weights_and_keep_their_head() -> None:
    awq = run("Llama-3.1-8B", "H100", weight_format="AWQ")
    assert (awq.expansion, awq.likely.head_bits, awq.setting.head_bits) == (3.0, 16.0, None)
    fp8 = run("Llama-3.1-8B", "H100", weight_format="fp8")
    assert (fp8.expansion, fp8.likely.head_bits) == (1.0, None)
    assert run("Llama-3.1-8B", "H100", weight_format="bf16").expansion == 1.0


def test_an_unknown_format_is_said() -> None:
    assert (
        "no weight format is called 'cheese': it is left out"
        in run("Llama-3.1-8B", "H100", weight_format="cheese").notes
    )


@pytest.mark.parametrize(
    ("stated", "tp", "pp", "dp", "replicas"),
    [
        ({}, 1, 1, 1, 1),
        ({"devices": 8}, 8, 1, 1, 1),
        ({"devices": 8, "tp": 2}, 2, 1, 1, 4),
        ({"devices": 8, "pp": 2}, 4, 2, 1, 1),
        ({"devices": 8, "dp": 4}, 2, 1, 4, 1),
        ({"tp": 4, "pp": 2}, 4, 2, 1, 1),
        ({"devices": 0.5}, 0.5, 1, 1, 1),
    ],
)
def test_devices_to_a_layout(stated: dict[str, Any], tp: float, pp: float, dp: float, replicas: float) -> None:
    found = run("Llama-3.1-8B", "H100", **stated)
    assert (found.setting.tp, found.setting.pp, found.setting.dp, found.replicas) == (tp, pp, dp, replicas)
    assert found.inputs["devices"][1] == ("stated" if stated else "assumed")


def test_engines_that_split_layers_hold_them_on_devices_in_turn() -> None:
    local = run("Llama-3.1-8B", "RTX 3090", devices=4, engine="llama.cpp")
    assert (local.setting.tp, local.likely.tp, local.likely.pp) == (4, 1, 4)
    assert run("Llama-3.1-8B", "RTX 3090", devices=0.5, engine="llama.cpp").likely.tp == 0.5
    told = run("Llama-3.1-8B", "RTX 3090", devices=4, tp=4, engine="llama.cpp")
    assert (told.likely.tp, told.likely.pp) == (4, 1)


def test_ranks_exchange_the_tokens_of_experts_and_of_nothing_else() -> None:
    assert run("DeepSeek-V3", "H200", devices=8, dp=8).setting.ep == 8
    assert run("DeepSeek-V3", "H200", devices=8, dp=8).exchange_layers == 61
    assert run("DeepSeek-V3", "H200", devices=8).setting.ep == 1
    assert run("DeepSeek-V3", "H200", devices=8, ep=4).setting.ep == 4
    assert run("Llama-3.1-8B", "H100", devices=8, dp=8).setting.ep == 1


def test_links_between_machines_are_slower() -> None:
    assert run("Llama-3.1-405B", "H100", devices=16).likely.link == 50e9
    assert run("Llama-3.1-405B", "H100", devices=8).likely.link == 450e9
    assert run("Llama-3.1-405B", "GB200", devices=16).node_layers == 0  # 72 share one fast domain


def test_a_workstation_card_runs_local_kernels_at_its_siblings_rate() -> None:
    card = run("Llama-3.1-8B", "RTX A6000", engine="llama.cpp", weight_bits=16)
    assert card.likely.peak == run("Llama-3.1-8B", "RTX A6000", engine="vLLM", weight_bits=16).likely.peak / 2


def test_what_does_not_fit_is_read_by_the_host() -> None:
    """70.55 billion in 4.89 bits are 43.1 GB; 24 fit on the card, the host reads the rest at 75 GB/s, less the embedding."""
    local = run("Llama-3.1-70B", "RTX 4090", engine="llama.cpp", weight_format="Q4_K_M")
    assert local.spilled == pytest.approx((70.55e9 * 4.89 / 8 - 24e9) / 75e9 * 69.5 / 70.55, rel=1e-3)
    assert run("Llama-3.1-8B", "RTX 4090", engine="llama.cpp", weight_format="Q4_K_M").spilled == 0.0
    assert run("Llama-3.1-70B", "M3 Max", engine="llama.cpp", weight_format="Q4_K_M").spilled == 0.0
    assert run("Llama-3.1-70B", "RTX 4090", engine="vLLM", weight_format="Q4_K_M").spilled == 0.0


def test_an_offloading_engine_keeps_a_tenth_of_the_card_free() -> None:
    """46.7 billion in 4 bits are 23.4 GB; nine tenths of 24 GB hold 92.5 % of them."""
    found = run("Mixtral-8x7B", "RTX 4090", engine="KTransformers", weight_bits=4)
    assert found.likely.weights_on_host == pytest.approx(1 - 21.6e9 / (46.7e9 / 2), rel=0.02)
    dense = run("Llama-2-7B", "RTX 4090", engine="TriForce", weight_bits=16)
    assert dense.free == pytest.approx(21.6e9 - 13.476e9, rel=0.01)
    assert found.free == math.inf
    assert run("Llama-2-7B", "RTX 4090", engine="vLLM").free == math.inf


def test_a_steady_run_mixes_prompts_into_its_steps() -> None:
    """1,000 tokens of prompt for 100 of output: a hundredth of a prompt's FLOPs and launches a step and sequence."""
    found = run("Llama-3.1-8B", "H100", input_len=1000.0, output_len=100.0)
    flops = 2 * (7.505e9 - 0.5253e9) * 1000 + 2 * 0.5253e9 + 4 * 32 * 32 * 128 * 1000 * 1001 / 2
    assert found.mixed == pytest.approx(flops / 989e12 / 100, rel=2e-3)
    assert found.arrivals == 32 / 100
    alone = run("Llama-3.1-8B", "H100")
    assert (alone.mixed, alone.arrivals, alone.mixed_link) == (0.0, 0.0, 0.0)
    assert alone.room == alone.most_room == math.inf
    half = run("Llama-3.1-8B", "H100", input_len=1000.0)
    assert (half.mixed, half.arrivals, half.room) == (0.0, 0.0, math.inf)


def test_a_steady_run_holds_what_fits() -> None:
    """80 - 16.06 GB beside weights, 1,050 tokens of 131,072 bytes: 464; 86 % of it 399; in GiB 507."""
    found = run("Llama-3.1-8B", "H100", input_len=1000.0, output_len=100.0)
    assert found.room == pytest.approx(63.94e9 * 0.86 / (1050 * 131_072), abs=1.01)
    assert found.most_room == pytest.approx(69.84e9 / (1050 * 131_072), abs=1.01)


def test_several_tokens_a_pass() -> None:
    many = run("Llama-3.1-8B", "H100", several_tokens=True)
    assert (many.most_tokens, many.usual_tokens) == (16.0, 3.0)
    assert many.notes[0] == "several tokens a pass: floor with 16, expected with 3"
    one = run("Llama-3.1-8B", "H100")
    assert (one.most_tokens, one.usual_tokens) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("engine", "stated", "launches", "copied"),
    [
        ("Transformers", {"weight_bits": 16.0}, 1.0, 1.0),
        ("Transformers", {"weight_format": "fp8"}, 3.4, 5.0),  # 1 byte read, 2 written, 2 read
        ("Transformers", {"weight_format": "GPTQ int8"}, 3.4, 1 + 4 / (8.125 / 8)),
        ("Transformers", {"weight_format": "bitsandbytes 4-bit"}, 3.4, 1.0),  # one kernel reads them, many are launched
        ("Transformers", {"weight_format": "AWQ"}, 1.0, 1.0),
        ("Transformers", {"weight_format": "FP6"}, 1.0, 1.0),  # FP6-LLM's kernel reads six bits and multiplies 16
        ("Transformers", {"weight_bits": 6.0}, 3.4, 1 + 4 / (6 / 8)),
        ("Transformers", {"weight_bits": 5.0}, 1.0, 1.0),
        ("vLLM", {"weight_format": "fp8"}, 1.0, 1.0),
    ],
)
def test_a_framework_pays_for_narrow_weights(
    engine: str, stated: dict[str, Any], launches: float, copied: float
) -> None:
    found = run("Llama-2-7B", "A10G", engine=engine, **stated)
    assert (found.launches, found.copied) == (launches, pytest.approx(copied))


def test_weight_only_experts_are_launched_more_often_by_serving_engines() -> None:
    assert run("Qwen3-30B-A3B", "H100", engine="vLLM", weight_format="AWQ").launches == 1.6
    assert run("Qwen3-30B-A3B", "H100", engine="vLLM", weight_format="fp8").launches == 1.0
    assert run("Qwen3-32B", "H100", engine="vLLM", weight_format="AWQ").launches == 1.0


def test_four_bits_of_mlx_hold_the_head_too() -> None:
    assert run("Qwen2.5-7B", "M4 Max", engine="MLX", weight_format="MLX 4-bit").likely.head_bits is None
    assert run("Qwen2.5-7B", "RTX 4090", engine="TinyChat", weight_format="AWQ 4-bit").likely.head_bits == 16.0


def test_what_is_published_is_read_as_it_is_published() -> None:
    # gpt-oss-120b: 1.8 billion parameters beside the experts in 16 bits, 4 of 128 experts in 4.25
    told = estimate("gpt-oss-120b", "H100")
    assert told.bytes["weights"] == pytest.approx(4.98e9, rel=0.02)
    assert any("all but the routed experts 16" in note for note in told.notes)
    assert (
        estimate("gpt-oss-120b", "H100", weight_format="MXFP4").bytes["weights"] < 2.8e9
    )  # as a bound: GGUF's rest is narrow


def test_a_cache_that_is_known_as_an_upper_bound_only_is_no_part_of_the_floor() -> None:
    told = estimate("Llama-3.3-Nemotron-Super-49B", "H200", context=100_000)
    assert told.bytes["kv"] == 0.0
    assert any("have no cache" in note for note in told.notes)


@pytest.mark.parametrize(
    ("model", "stated", "layout"),
    [
        # 671 GB in FP8 need more than four cards of 80 GB: four such groups are ranks that share the weights
        ("DeepSeek-V3", {"devices": 16, "tp": 4}, (4, 1, 4, 1)),
        ("DeepSeek-V3", {"devices": 16, "tp": 2, "pp": 2}, (2, 2, 4, 1)),
        ("DeepSeek-V3", {"devices": 32, "tp": 2, "dp": 2}, (2, 1, 16, 1)),
        # 141 GB in 16 bit: one card of 80 GB (85.9 if they are GiB) holds no replica, two do, however they share it
        ("Llama-3.1-70B", {"devices": 8, "tp": 1}, (1, 1, 8, 1)),
        ("Llama-3.1-70B", {"devices": 8, "tp": 2}, (2, 1, 1, 4)),
        ("Llama-3.1-70B", {"devices": 8, "tp": 1, "pp": 2}, (1, 2, 1, 4)),
        ("Llama-3.1-70B", {"devices": 8, "tp": 1, "dp": 2}, (1, 1, 2, 4)),
        ("Llama-3.1-70B", {"devices": 8, "tp": 2, "pp": 2}, (2, 2, 1, 2)),
        ("42B", {"devices": 2, "tp": 1, "weight_bits": 16}, (1, 1, 1, 2)),  # 84 GB in 80 GiB
        ("44B", {"devices": 2, "tp": 1, "weight_bits": 16}, (1, 1, 2, 1)),
    ],
)
def test_devices_that_no_layout_uses_are_replicas_where_one_fits(
    model: str, stated: dict[str, Any], layout: tuple[float, float, float, float]
) -> None:
    found = run(model, "H100", **stated)
    assert (found.setting.tp, found.setting.pp, found.setting.dp, found.replicas) == layout


def test_more_ranks_than_devices_name_their_product() -> None:
    with pytest.raises(BadValue, match=r"tp x pp x dp = 16"):
        run("Llama-3.1-8B", "H100", devices=8, tp=2, pp=2, dp=4)
    for tp, pp, dp in ((2, 2, 2), (4, 2, 1), (1, 4, 2), (2, 4, 1)):
        for sheet in (False, True):
            with pytest.raises(BadValue, match="at most the 4 devices"):
                run("Llama-3.1-8B", "H100", devices=4, tp=tp, pp=pp, dp=dp, bound_gaps=sheet)
    assert run("Llama-3.1-8B", "H100", devices=8, tp=2, pp=2, dp=2).replicas == 1
    assert run("Llama-3.1-8B", "8xH100", tp=16, bound_gaps=True).setting.tp == 16  # a name of another origin


def test_a_typical_shape_has_a_cache_that_is_expected_and_does_not_bound() -> None:
    found = run("Foo-30B", "H100", bound_gaps=True)
    assert (found.setting.kv_width, found.likely.kv_width) == (0.0, 1.0)


def test_devices_beyond_the_heads_share_their_tokens_in_the_bound() -> None:
    """Eight KV heads on sixteen devices: two devices a head; a latent is one head."""
    assert run("Llama-3.1-70B", "H100", devices=16).setting.cp == 2
    assert run("Llama-3.1-70B", "H100", devices=8).setting.cp == 1
    assert run("DeepSeek-V3", "H200", devices=8).setting.cp == 8
    assert run("gemma-4-31B", "H100", devices=8).setting.cp == 2  # its full layers have four heads, its windows sixteen


def test_layers_of_local_engines_lie_on_the_devices_of_a_rank() -> None:
    local = run("Llama-3.1-8B", "RTX 3090", devices=4, dp=2, engine="llama.cpp")
    assert (local.likely.tp, local.likely.pp, local.likely.dp) == (1, 2, 2)


def test_offloading_over_two_cards() -> None:
    """46.7 billion in 8 bits beside two cards of 24 GB less a tenth each; a dense model's cache has what is left of each."""
    found = run("Mixtral-8x7B", "2xRTX 4090", engine="KTransformers", weight_bits=8)
    assert found.likely.weights_on_host == pytest.approx(1 - 43.2e9 / found.model.params_total)
    dense = run("Llama-2-13B", "2xRTX 4090", engine="TriForce", weight_bits=16)
    assert dense.free == pytest.approx(21.6e9 - dense.model.params_total)

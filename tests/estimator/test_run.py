"""Gaps are filled and marked; a layout is what was said, or the best case."""

import pytest

from estimator import BadValue, estimate, find_model
from estimator.options import Options
from estimator.prefill import prefill
from estimator.run import prepare


def test_nothing_said_cuts_evenly_and_copies_no_cache() -> None:
    run = prepare("DeepSeek-V3", "8xH200", Options())
    assert (run.setting.tp, run.setting.cp) == (8, 8)
    assert run.likely.cp == 1
    assert run.inputs["tp"] == (8.0, "assumed")
    assert run.inputs["devices"] == (8.0, "stated")


def test_a_stated_layout_is_kept() -> None:
    run = prepare("DeepSeek-V3", "H200", Options(tp=2, dp=4, devices=8))
    assert (run.setting.tp, run.setting.dp, run.setting.cp) == (2, 4, 1)
    assert run.setting.ep == 8  # data-parallel ranks share the experts
    assert run.replicas == 1


def test_devices_beyond_the_layout_are_replicas_that_share_the_batch() -> None:
    two = estimate("Llama-3.1-8B", "H100", devices=2, tp=1, batch=64, context=4096)
    one = estimate("Llama-3.1-8B", "H100", devices=1, tp=1, batch=32, context=4096)
    assert two.t_floor_s == one.t_floor_s
    assert two.tokens_per_s_ceiling == 2 * one.tokens_per_s_ceiling


def test_more_ranks_than_devices_are_refused() -> None:
    with pytest.raises(BadValue, match="at most the 4 devices"):
        prepare("Llama-3.1-8B", "H100", Options(devices=4, tp=8))


@pytest.mark.parametrize(("field", "value"), [("tp", -1), ("devices", 0), ("input_len", -5), ("kv_bits", 64)])
def test_nonsense_names_the_field(field: str, value: float) -> None:
    with pytest.raises(BadValue, match=f"{field} = {value}"):
        prepare("Llama-3.1-8B", "H100", Options(**{field: value}))


def test_half_a_chip_has_half_its_bandwidth() -> None:
    half = estimate("Llama-2-7B", "MI250X", devices=0.5)
    assert half.t_floor_s == 2 * estimate("Llama-2-7B", "MI250X").t_floor_s


def test_nodes_cost_where_devices_leave_the_fast_domain() -> None:
    assert prepare("Llama-3.1-70B", "H100", Options(devices=8)).node_layers == 0
    assert prepare("Llama-3.1-70B", "H100", Options(devices=16)).node_layers == 80
    assert prepare("Llama-3.1-70B", "GB200", Options(devices=64)).node_layers == 0


def test_a_chip_without_peaks_has_a_floor_of_memory_alone_and_says_so() -> None:
    answer = estimate("Llama-3.1-8B", "M3 Max", batch=4096, context=16)
    assert answer.cost.compute_s == 0
    assert any("the floor is that of memory alone" in note for note in answer.notes)
    assert float(answer.low) > 2 * float(answer.t_floor_s)  # the expectation takes a usual 16-bit rate


def test_a_model_row_and_a_chip_row_serve_as_well_as_names() -> None:
    row = find_model("Llama-3.1-8B")
    assert estimate(row, "H100").t_floor_s == estimate("Llama-3.1-8B", "H100").t_floor_s


def test_awq_keeps_the_head_at_16_bit_in_the_expectation_only() -> None:
    run = prepare("Llama-3.1-8B", "H100", Options(weight_format="AWQ"))
    assert run.setting.head_bits is None
    assert run.likely.head_bits == 16


def test_unstated_weights_are_taken_as_published() -> None:
    assert prepare("DeepSeek-V3", "8xH200", Options()).inputs["weight_bits"] == (8.0, "assumed")
    assert prepare("Llama-3.1-8B", "H100", Options()).inputs["weight_bits"] == (16.0, "assumed")


def test_a_named_format_of_the_stated_width_says_which_type_multiplies() -> None:
    run = prepare("Llama-3.1-8B", "A100", Options(weight_format="fp8", act_bits=8))
    assert run.setting.peak == 312e12
    assert prepare("Llama-3.1-8B", "A100", Options(weight_format="int8", act_bits=8)).setting.peak == 624e12
    assert prepare("Llama-3.1-8B", "H100", Options(weight_format="fp8", act_bits=16)).setting.peak == 989e12


def test_local_engines_write_the_scores_of_a_prompt_chunk_by_chunk() -> None:
    """4,096 tokens in chunks of 512 meet (4,096 + 512) / 2 others on average; an RTX 3090 moves 936.2 GB/s."""
    run = prepare("Llama-3-8B", "RTX 3090", Options(engine="llama.cpp (May 2024)"))
    cost = run.usual_prompt(1.0, 4096.0)
    assert cost.scores_s == pytest.approx(32 * 32 * 4096 * 2304 * 8 / 936.2e9, rel=1e-3)
    short = run.usual_prompt(1.0, 100.0)  # one chunk, which meets itself
    assert short.scores_s == pytest.approx(32 * 32 * 100 * 100 * 8 / 936.2e9, rel=1e-3)
    assert prepare("Llama-3-8B", "H100", Options(engine="vLLM")).usual_prompt(1.0, 4096.0).scores_s == 0
    today = prepare("Llama-3-8B", "RTX 3090", Options(engine="llama.cpp"))
    assert today.usual_prompt(1.0, 4096.0).scores_s == 0
    assert prepare("Llama-3-8B", "RX 7900 XTX", Options(engine="llama.cpp")).usual_prompt(1.0, 4096.0).scores_s > 0


def test_each_expert_fills_its_tiles() -> None:
    """A chunk of 512 tokens touches nearly all of 128 experts: each computes 16 rows more, of the 32 that come to it."""
    run = prepare("Qwen3-30B-A3B", "RTX 3090", Options(engine="llama.cpp"))
    shape = run.likely.shape
    bare = prefill(run.likely, 4096.0)
    more = run.usual_prompt(1.0, 4096.0).compute_s - bare.compute_s
    assert more == pytest.approx(2 * shape.routed * 16 * 8 / run.likely.peak, rel=1e-3)
    dense = prepare("Qwen3-8B", "RTX 3090", Options(engine="llama.cpp"))
    assert dense.usual_prompt(1.0, 4096.0).compute_s == prefill(dense.likely, 4096.0).compute_s


def test_cards_before_ampere_reach_half_in_a_prompt() -> None:
    for chip, share in (("T4", 0.5), ("A100", 1.0)):
        run = prepare("Llama-3-8B", chip, Options(engine="vLLM", weight_bits=16))
        assert run.likely.peak == share * run.peak16
        assert run.setting.peak == run.peak16


def test_cached_tokens_are_met_by_the_new_ones() -> None:
    """Of 4,096 tokens 3,072 are cached: 1,024 new ones in two chunks meet 3,072 + (1,024 + 512) / 2."""
    run = prepare("Llama-3-8B", "RTX 3090", Options(engine="llama.cpp (May 2024)"))
    cost = run.usual_prompt(1.0, 4096.0, 3072.0)
    assert cost.scores_s == pytest.approx(32 * 32 * 1024 * (3072 + 768) * 8 / 936.2e9, rel=1e-3)


def test_stages_wait_for_their_first_chunk() -> None:
    """8 chunks on 4 stages take 11 steps where one device takes 8 x 4: 11/32 of its time."""
    one = prepare("Llama-3-8B", "RTX 3090", Options(engine="llama.cpp (May 2024)")).usual_prompt(1.0, 4096.0)
    four = prepare("Llama-3-8B", "RTX 3090", Options(engine="llama.cpp (May 2024)", devices=4)).usual_prompt(
        1.0, 4096.0
    )
    assert four.compute_s / one.compute_s == pytest.approx(11 / 32)
    assert four.scores_s / one.scores_s == pytest.approx(11 / 32)


def test_a_jetson_computes_on_its_gpu_alone() -> None:
    """170 sparse INT8 TOPS are 85 dense ones, and 42.5 TFLOPS in 16 bit; the rest of "275" is another unit's."""
    assert estimate("Llama-3-8B", "AGX Orin", context=2048, phase="prefill").run.peak16 == 42.5e12

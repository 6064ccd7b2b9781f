"""Gaps are filled and marked; a layout is what was said, or the best case."""

from dataclasses import replace

import pytest

from estimator import BadValue, estimate, find_model
from estimator.options import Options
from estimator.prefill import prefill
from estimator.run import Run, prepare


def test_nothing_said_cuts_evenly_and_copies_no_cache() -> None:
    run = prepare("DeepSeek-V3", "8xH200", Options())
    assert (run.setting.tp, run.setting.cp) == (8, 8)
    assert run.likely.cp == 1
    assert run.inputs["tp"] == (8.0, "assumed")
    assert run.inputs["devices"] == (8.0, "stated")
    assert run.inputs["hardware"] == ("H200-SXM-141GB", "stated")


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
    answer = estimate("Llama-3.1-8B", "Intel Gaudi", batch=4096, context=16)
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


def test_a_prompt_of_one_chunk_passes_the_stages_in_turn() -> None:
    stated = {"engine": "llama.cpp (May 2024)", "weight_bits": 16}
    one, four = (prepare("Llama-3-8B", "RTX 3090", Options(devices=n, **stated)) for n in (1, 4))
    assert four.usual_prompt(1.0, 100.0).compute_s == one.usual_prompt(1.0, 100.0).compute_s
    # two prompts write twice the scores of one: 32 layers of 32 heads, 100 x 100, 8 bytes
    assert one.usual_prompt(2.0, 100.0).scores_s == pytest.approx(2 * 32 * 32 * 100 * 100 * 8 / 936.2e9, rel=1e-3)


def test_a_jetson_computes_on_its_gpu_alone() -> None:
    """170 sparse INT8 TOPS are 85 dense ones, and 42.5 TFLOPS in 16 bit; the rest of "275" is another unit's."""
    assert estimate("Llama-3-8B", "AGX Orin", context=2048, phase="prefill").run.peak16 == 42.5e12


STEADY = Options(tp=2, engine="vLLM", weight_bits=16, input_len=1000.0, output_len=100.0)
PROMPT = (
    2 * (7.505e9 - 525_336_576) * 1000 + 2 * 525_336_576 + 32 * 4 * 32 * 128 * 1000 * 1001 / 2
)  # FLOP of 1,000 tokens


def test_what_a_steady_run_asks_of_the_engine() -> None:
    """Llama-3.1-8B, 64 sequences on four pairs of H100: 16 each pair, beside which 15 prompts join in the course of 100 steps."""
    run = prepare("Llama-3.1-8B", "8xH100", STEADY)
    work = run.work(run.steps.parts(16.0, 4096.0, 1.0), 64.0, 4096.0)
    assert work._asdict() == pytest.approx(
        {
            "weights": 2 * 7.505e9 / 2 / 3.35e12,
            "cache": 16 * 4096 * 131_072 / 2 / 3.35e12,
            "matmuls": 16 * (2 * 7.505e9 + 32 * 4 * 32 * 128 * 4096) / 2 / 989e12,
            "mixed": 15 * PROMPT / 2 / 989e12 / 100,
            "layers": 32,
            "experts": 0,
            "exchanges": 0,
            "nodes": 0,
            "link": (16 + 15 * 1000 / 100)
            * 32
            * 2
            * (2 * 1 / 2)
            * 4096
            * 2
            / 450e9,  # two all-reduces a layer, 16 bits
            "arrivals": 15 * 32 / 100,
            "sequences": 16,
            "spilled": 0,
        }
    )
    assert run.work(run.steps.parts(0.25, 4096.0, 1.0), 1.0, 4096.0).mixed == 0  # alone: nobody joins


def test_stages_and_ranks_share_the_prompts_that_join() -> None:
    """A device of two stages, or of two ranks, does half of the work for twice its own sequences."""
    for layout in ({"pp": 2}, {"dp": 2}):
        run = prepare("Llama-3.1-8B", "2xH100", Options(weight_bits=16, input_len=1000.0, output_len=100.0, **layout))
        assert run.mixed == pytest.approx(PROMPT / 989e12 / 100)
        assert run.work(run.steps.parts(32.0, 4096.0, 1.0), 32.0, 4096.0).sequences == 16
    staged = prepare("Llama-3.1-8B", "2xH100", Options(pp=2, input_len=1000.0, output_len=100.0))
    assert staged.mixed_link == 0  # of a single stage nothing is sent


def test_the_interval_is_the_class_s_around_its_middle() -> None:
    run = prepare("Llama-3.1-8B", "8xH100", STEADY)
    floor, low, high = run.times(64.0, 4096.0, 1.0)
    parts = run.steps.parts(16.0, 4096.0, 1.0)
    middle = run.work(parts, 64.0, 4096.0).seconds(run.engine)
    assert floor == pytest.approx((7.505e9 + 16 * 4096 * 65_536) / 3.35e12)
    assert (low, high) == (pytest.approx(middle * run.engine.low), pytest.approx(middle * run.engine.high))
    assert run.cost(64.0, 4096.0).floor == floor
    wide = replace(run, slack=1.25).times(64.0, 4096.0, 1.0)
    assert wide == (floor, pytest.approx(low / 1.25), pytest.approx(high * 1.25))
    several = replace(run, most_tokens=16.0, usual_tokens=3.0).times(64.0, 4096.0, 1.0)
    assert several == (pytest.approx(floor / 16), pytest.approx(low / 3), pytest.approx(high / 3))


def test_no_engine_of_this_name_widens_the_interval_by_a_fifth() -> None:
    run = prepare("Llama-3.1-8B", "H100", Options(engine="Zephyrus"))
    assert (run.slack, run.inputs["engine"]) == (1.2, ("Zephyrus", "stated"))
    assert "no engine is called 'Zephyrus': taken as serving, as is usual on H100-SXM-80GB" in run.notes
    open_bits = prepare("Llama-3.1-8B", "H100", Options(engine="Zephyrus", bound_gaps=True))
    assert open_bits.slack == 2.0 / open_bits.engine.high  # 1.2 x 1.15 would pass twice either way
    usual = prepare("Llama-3.1-8B", "H100", Options())
    assert (usual.slack, usual.inputs["engine"]) == (1.0, ("serving", "assumed"))
    assert usual.notes == ("weight bits not stated: 16, as published",)
    sized = prepare("8B", "H100", Options())
    assert (sized.inputs["model"][1], usual.inputs["model"][1]) == ("assumed", "stated")
    assert sized.model.basis in sized.notes


def test_what_fits_nowhere_is_run_one_at_a_time() -> None:
    assert prepare("Llama-3.1-70B", "H100", Options(weight_bits=16, input_len=1000.0, output_len=100.0)).room == 1


def test_prompts_of_replicas_are_computed_side_by_side() -> None:
    two = prepare("Llama-3.1-8B", "2xH100", Options(tp=1, weight_bits=16))
    one = prepare("Llama-3.1-8B", "H100", Options(weight_bits=16))
    assert two.prompt_times(8.0, 1000.0) == one.prompt_times(4.0, 1000.0)
    old = {"engine": "llama.cpp (May 2024)", "weight_bits": 16, "tp": 1}  # writes its scores
    two, one = (prepare("Llama-3-8B", "RTX 3090", Options(devices=n, **old)) for n in (2, 1))
    assert two.usual_prompt(8.0, 1000.0) == one.usual_prompt(4.0, 1000.0)


def test_tiles_of_experts_are_filled_up_in_each_chunk_of_a_server() -> None:
    """gpt-oss-120b, 36 layers of 128 experts: 16,384 tokens in two chunks of 8,192 touch all of them, so 32 rows each.

    Two tokens touch 1 - (1 - 4/128)^2 of them, and one that a cache leaves of the prompt 4/128.
    """
    run = prepare("gpt-oss-120b", "2xH100", Options(weight_bits=4.25))
    shape, peak = run.likely.shape, run.likely.peak
    for batch, prompt, cached, rows in (
        (2.0, 8192.0, 0.0, 32.0),
        (1.0, 2.0, 0.0, 16 * (1 - (1 - 4 / 128) ** 2)),
        (1.0, 2.0, 1.0, 16 * 4 / 128),
    ):
        more = run.usual_prompt(batch, prompt, cached).compute_s - prefill(run.likely, prompt, batch, cached).compute_s
        assert more == pytest.approx(2 * shape.routed * rows / 2 / peak), (batch, prompt, cached)


def test_experts_are_read_as_usual_where_the_bound_allows_for_favourites() -> None:
    """Mixtral-8x7B: eight tokens that take two of eight experts each leave (3/4)^8 of them unread."""
    run = prepare("Mixtral-8x7B", "2xH100", Options(weight_bits=16))
    shape = run.setting.shape
    work = run.work(run.steps.parts(8.0, 100.0, 1.0), 8.0, 100.0)
    assert work.weights == pytest.approx(2 * (shape.always + shape.routed * (1 - 0.75**8)) / 2 / 3.35e12)
    assert (work.experts, work.exchanges) == (32, 0)
    assert run.steps.read(8.0, 1.0) < likely_weights(run)


def likely_weights(run: Run) -> float:
    return float(run.likely_steps.read(8.0, 1.0))


def test_a_cache_that_differs_between_bound_and_expectation() -> None:
    """Nothing is said of bits: the bound's cache has 8, the likely one 16."""
    run = prepare("Llama-3.1-8B", "H100", Options(weight_bits=16, bound_gaps=True))
    assert run.same == "weights"
    work = run.work(run.steps.parts(4.0, 1000.0, 1.0), 4.0, 1000.0)
    assert work.cache == pytest.approx(4 * 1000 * 131_072 / 3.35e12)
    assert prepare("Llama-3.1-8B", "H100", Options(weight_bits=16)).same == "all"
    assert prepare("Llama-3.1-8B", "H100", Options(bound_gaps=True)).same == ""


def test_links_of_several_nodes() -> None:
    far = prepare("Llama-3.1-405B", "16xH100", Options())
    assert (far.likely.link, far.setting.link) == (50e9, 450e9)
    no_link = prepare("Llama-3.1-8B", "16xRTX 4090", Options(tp=16))
    assert no_link.likely.link == min(no_link.hardware.link or 50e9, 50e9)


def test_a_cache_beside_an_offloading_engine_crosses_the_host_link_where_it_does_not_fit() -> None:
    """Llama-2-7B: 21.6 - 13.476 GB are free; 32 sequences of 1,000 tokens hold 32,000 x 524,288 bytes, the rest is fetched."""
    run = prepare("Llama-2-7B", "RTX 4090", Options(engine="TriForce", weight_bits=16))
    more = 32 * 1000 * 524_288 - (0.9 * 24e9 - 2 * run.model.params_total)
    assert run.work(run.steps.parts(32.0, 1000.0, 1.0), 32.0, 1000.0).spilled == pytest.approx(more / 32e9)
    assert run.work(run.steps.parts(1.0, 1000.0, 1.0), 1.0, 1000.0).spilled == 0


@pytest.mark.parametrize(("batch", "sequences"), [(1.0, 1.0), (4.0, 4.0)])
def test_a_stage_of_an_offloading_engine_holds_its_layers_of_every_sequence(batch: float, sequences: float) -> None:
    """Two stages share 13.476 GB of weights and, a token, 524,288 bytes of cache; of 24 GB nine tenths are used."""
    run = prepare("Llama-2-7B", "RTX 4090", Options(engine="TriForce", weight_bits=16, devices=2, pp=2))
    work = run.work(run.steps.parts(batch, 65_536.0, 1.0), batch, 65_536.0)
    over = sequences * 65_536 * 524_288 / 2 - (21.6e9 - 13.476e9 / 2)
    assert work.spilled == pytest.approx(over / 32e9, rel=2e-3)

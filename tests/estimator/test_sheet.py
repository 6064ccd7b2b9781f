"""A sheet: one answer a row, blank cells fall back to a sound bound, a bad row says what is wrong with it."""

from __future__ import annotations

import pytest

from estimator import estimate, estimates
from estimator.sheet import estimate_row, largest_batch, question

ROW = {
    "id": "1",
    "hardware": "H200-SXM-141GB",
    "n_devices": "8",
    "tp": "8",
    "model": "Llama-3.1-70B",
    "weight_bits": "8",
    "weight_format": "fp8",
    "kv_bits": "8",
    "batch": "1",
    "context_len": "2048",
    "phase": "decode",
    "engine": "vllm 0.9",
}


def one(**cells: str) -> dict[str, object]:
    (answer,) = estimates([ROW | cells])
    return answer


def test_a_row_gives_every_field() -> None:
    answer = one()
    assert list(answer) == [
        "id", "t_floor_s", "t_expected_s", "tokens_per_s_ceiling", "limiter", "bytes", "flops", "inputs", "fits", "notes",
    ]  # fmt: skip
    assert answer["id"] == "1"
    assert answer["fits"] is True
    plain = estimate(
        "Llama-3.1-70B", "H200", devices=8, tp=8, weight_bits=8, weight_format="fp8", kv_bits=8, context=2048
    )
    assert answer["t_floor_s"] == plain.t_floor_s


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"hardware": ""}, "hardware = '': must be given"),
        ({"model": ""}, "model = '': must be given"),
        ({"hardware": "H1000"}, "no hardware called 'H1000'"),
        ({"model": "GEMM kernel"}, "no model called 'GEMM kernel'"),
        ({"batch": "many"}, "batch = 'many': must be a number"),
        ({"batch": "-3"}, "batch = -3.0: must be above 0"),
        ({"weight_bits": "300"}, "weight_bits = 300.0: must be 1 to 32"),
        ({"tp": "16"}, "tp x pp x dp = 16.0: must be at most the 8 devices"),
        ({"phase": "prefill", "input_len": "0", "context_len": "0"}, "context = 0.0"),
    ],
)
def test_a_row_that_cannot_be_answered_says_why(cells: dict[str, str], said: str) -> None:
    answer = one(**cells)
    assert list(answer) == ["id", "error"]
    assert said in str(answer["error"])


def test_the_rest_goes_on_after_a_bad_row() -> None:
    answers = list(estimates([ROW | {"hardware": ""}, ROW]))
    assert ["error" in answer for answer in answers] == [True, False]


def test_blank_weight_bits_leave_a_bound_at_the_fewest_in_use_and_say_so() -> None:
    blank = estimate_row(ROW | {"weight_bits": "", "weight_format": ""})
    assert blank.inputs["weight_bits"] == (4.0, "assumed")
    assert [note for note in blank.notes if "weight" in note] == [
        "weight bits not stated: floor with 4, expected with 16"
    ]
    assert blank.t_floor_s < estimate_row(ROW).t_floor_s


def test_a_blank_cache_type_leaves_a_bound_at_8_bit() -> None:
    wide = estimate_row(ROW | {"kv_bits": "16", "context_len": "100000", "batch": "4"})
    blank = estimate_row(ROW | {"kv_bits": "", "context_len": "100000", "batch": "4"})
    assert blank.bytes["kv"] == wide.bytes["kv"] / 2


def test_context_of_a_run_is_the_input_and_half_the_output() -> None:
    run = estimate_row(ROW | {"context_len": "", "input_len": "1000", "output_len": "500"})
    assert run.context == 1250


def test_prompts_that_join_slow_a_running_batch_but_not_the_floor() -> None:
    alone = estimate_row(ROW | {"batch": "64", "engine": "vllm"})
    serving = estimate_row(ROW | {"batch": "64", "engine": "vllm", "input_len": "8192", "output_len": "128"})
    assert serving.t_floor_s == alone.t_floor_s
    assert float(serving.low) > 1.5 * float(alone.low)


def test_a_running_batch_is_no_larger_than_what_fits() -> None:
    stated = {"n_devices": "1", "tp": "1", "input_len": "8192", "output_len": "1024", "context_len": "8704"}
    asked = estimate_row(ROW | stated | {"batch": "512"})
    more = estimate_row(ROW | stated | {"batch": "1024"})
    assert asked.t_floor_s == more.t_floor_s
    assert float(asked.bytes["kv"]) + float(asked.bytes["weights"]) < 141 * 2**30


def test_attention_ranks_are_read_from_their_column_or_the_notes() -> None:
    cells = {"model": "DeepSeek-V3", "tp": "1", "batch": "64"}
    column = estimate_row(ROW | cells | {"attention_dp": "8"})
    notes = estimate_row(ROW | cells | {"notes": "attention dp 8, expert tp 1"})
    assert column.run.setting.dp == notes.run.setting.dp == 8
    assert column.t_floor_s == notes.t_floor_s


def test_a_row_of_prefill_is_timed_by_its_prompt() -> None:
    answer = estimate_row(ROW | {"phase": "prefill", "input_len": "4096", "context_len": ""})
    assert answer.phase == "prefill"
    assert answer.limiter == "compute"


@pytest.mark.parametrize(
    ("context", "cached"),
    [("600", 0.0), ("768", 0.0), ("769", 769.0), ("2000", 2000.0)],  # 512 tokens in and 256 out are the row's own
)
def test_a_context_beyond_what_a_row_reads_and_writes_lies_before_its_prompt(context: str, cached: float) -> None:
    answer = estimate_row(ROW | {"phase": "prefill", "input_len": "512", "output_len": "256", "context_len": context})
    assert (answer.cached, answer.context) == (cached, cached + 512)


@pytest.mark.parametrize(
    ("cells", "layout"),
    [
        ({"attention_dp": "16", "n_devices": "8"}, (1.0, 8.0)),  # ranks of a chip's cores are one rank
        ({"attention_dp": "4", "n_devices": "8"}, (2.0, 4.0)),
        ({"attention_dp": "4", "n_devices": "", "tp": "8"}, (2.0, 4.0)),
        ({"attention_dp": "4", "n_devices": "", "tp": ""}, (1.0, 4.0)),
        ({"attention_dp": "4", "n_devices": "", "tp": "2"}, (1.0, 4.0)),
        ({"attention_dp": "1", "tp": "4", "model": "Llama-3.1-70B"}, (4.0, 1.0)),  # one rank: two replicas of four
    ],
)
def test_ranks_and_devices_of_a_row(cells: dict[str, str], layout: tuple[float, float]) -> None:
    found = estimate_row(ROW | {"model": "DeepSeek-V3", "batch": "64"} | cells).run.setting
    assert (found.tp, found.dp) == layout


def test_several_tokens_a_pass_lower_the_floor() -> None:
    plain, drafted = estimate_row(ROW), estimate_row(ROW | {"speculative": "1"})
    assert drafted.t_floor_s == float(plain.t_floor_s) / 16
    assert any("several tokens a pass" in note for note in drafted.notes)


def test_two_sockets_are_one_row() -> None:
    answer = estimate_row(ROW | {"hardware": "2x-Xeon-6980P", "n_devices": "1", "tp": "", "engine": "llama.cpp"})
    assert answer.inputs["devices"][0] in (1.0, 2.0)
    assert float(answer.inputs["bandwidth_GB_s"][0]) * float(answer.inputs["devices"][0]) == pytest.approx(
        1706, rel=0.01
    )


def test_a_row_of_whole_requests_adds_the_prompt_and_all_steps() -> None:
    """FasterTransformer on one A100: 20B parameters, batch 1, 60 tokens in and 20 out took 0.560 s."""
    cells = {"hardware": "A100-SXM-80GB", "n_devices": "1", "tp": "", "model": "Megatron-GPT-20B", "weight_bits": "16"}
    cells |= {"weight_format": "fp16", "kv_bits": "16", "engine": "FasterTransformer", "context_len": ""}
    answer = one(**cells, phase="e2e", input_len="60", output_len="20")
    step, total = answer["t_floor_s"], answer["e2e_floor_s"]
    assert isinstance(step, float)
    assert isinstance(total, float)
    assert 20 * step < total < 22 * step
    low, high = answer["e2e_expected_s"]  # type: ignore[misc]
    assert total <= low < high
    assert total < 0.560
    assert "e2e_floor_s" not in one()
    long = one(**cells, phase="e2e", input_len="8192", output_len="20")["e2e_floor_s"]
    assert isinstance(long, float)
    assert long > 1.0 + 20 * step  # 2 x 20e9 x 8,192 FLOP take 1.05 s at 312e12 a second


@pytest.mark.parametrize(
    ("cells", "steady"),
    [
        ({"batch": "8", "engine": "vllm"}, True),
        ({"batch": "8", "engine": ""}, True),
        ({"batch": "8", "engine": "llama.cpp"}, False),  # its runs start and end together
        ({"batch": "1", "engine": "vllm"}, False),
        ({"batch": "", "engine": "vllm"}, False),
    ],
)
def test_prompts_join_the_batches_of_servers(cells: dict[str, str], steady: bool) -> None:
    run, *_ = question(ROW | {"input_len": "1000", "output_len": "100"} | cells)
    assert (run.mixed > 0.0) == steady


@pytest.mark.parametrize(
    ("cells", "asked"),
    [
        ({}, (1.0, 0.0, "decode", 0.0)),
        ({"input_len": "512"}, (1.0, 512.0, "decode", 0.0)),
        ({"output_len": "100"}, (1.0, 50.0, "decode", 0.0)),
        ({"input_len": "512", "phase": "prefill"}, (1.0, 512.0, "prefill", 0.0)),
        ({"input_len": "512", "context_len": "513", "phase": "prefill"}, (1.0, 1025.0, "prefill", 513.0)),
    ],
)
def test_what_a_row_leaves_blank(cells: dict[str, str], asked: tuple[float, float, str, float]) -> None:
    assert question(ROW | {"batch": "", "context_len": ""} | cells)[1:] == asked


@pytest.mark.parametrize(
    ("cells", "field", "value"),
    [
        ({"tp": "4", "pp": "2"}, "pp", 2.0),
        ({"model": "DeepSeek-V3", "ep": "4"}, "ep", 4.0),
        ({"hardware": "H100", "weight_format": "", "act_bits": "16"}, "peak", 989e12),  # 8-bit weights alone
    ],
)
def test_a_column_reaches_the_setting(cells: dict[str, str], field: str, value: float) -> None:
    assert getattr(estimate_row(ROW | cells).run.setting, field) == value


@pytest.mark.parametrize(("engine", "tokens"), [("vLLM + EAGLE", 16.0), ("vLLM EAGLE, no speculation", 1.0)])
def test_an_engine_that_drafts_yields_several_tokens_a_pass(engine: str, tokens: float) -> None:
    assert estimate_row(ROW | {"engine": engine}).run.most_tokens == tokens


def test_the_largest_batch_of_a_row_with_its_throughput() -> None:
    """Four replicas: each holds 487 times 131,072,000 bytes in 63.94 GB, or 532 in 69.84."""
    answer = estimate("Llama-3.1-8B", "4xH100", tp=1, context=1000)
    full = estimate("Llama-3.1-8B", "4xH100", tp=1, context=1000, batch=4 * 487)
    floor, (low, high) = (2 * 7.505e9 + 487 * 131_072_000) / 3.35e12, full.t_expected_s
    found = largest_batch(answer)
    assert (found["sequences"], found["sequences_if_GiB"], found["bytes_each"]) == (4 * 487, 4 * 532, 131_072_000)
    assert found["tokens_per_s_ceiling"] == pytest.approx(4 * 487 / floor)
    assert found["tokens_per_s_expected"] == pytest.approx([4 * 487 / high, 4 * 487 / low])
    none = largest_batch(estimate("Llama-3.1-70B", "H100", weight_bits=16, context=1000))
    assert (none["sequences"], none["tokens_per_s_ceiling"], none["tokens_per_s_expected"]) == (0, None, None)

"""One setting in other spellings: bare notes, identifiers of models, roles by their labels, cards and formats in tables."""

from __future__ import annotations

from typing import Any

import pytest

from classifier import Claim, find
from classifier.around.setup_words import figure_note, lists_values
from classifier.figures.amounts import level
from classifier.figures.parameters import parameters
from classifier.names.drafts import drafts
from classifier.names.hardware_text import hardware_hits
from classifier.names.mentions import mentions
from classifier.setting.values import Setting
from classifier.setting.widths import put_widths
from classifier.tables import read_row
from classifier.unit import unit
from ingest import read_bytes


def row(text: str, words: str) -> Claim:
    return next(claim for claim in find(read_bytes(text.encode(), "notes.md")) if words in claim.quote)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("(request=1, input/output=512/256)", {"batch": 1, "input_len": 512, "output_len": 256}),
        ("in/out 2048/512", {"input_len": 2048, "output_len": 512}),
        ("Prompt/output tokens: 2K/256", {"input_len": 2048, "output_len": 256}),
        ("conc=8, 768 in / 64 out", {"batch": 8, "input_len": 768, "output_len": 64}),
        ("32 tokens in, 64 tokens out", {"input_len": 32, "output_len": 64}),
        ("in=3072, out=384", {"input_len": 3072, "output_len": 384}),
        ("BS: 2 - 128", {"batch": [2, 128]}),
        ("TTFT at conc. 32", {"batch": 32}),
        ("memory @ 4K tokens", {"context_len": 4096}),
        ("decode speed @ 16K", {"context_len": 16384}),
        ("tokens/sec (32K ctx)", {"context_len": 32768}),
        ("max_new_tokens=192", {"output_len": 192}),
        ("cores @ 3 GHz, 40 tok/s @ 20 tokens/s", {}),
        ("requests=1000", {}),
    ],
)
def test_one_setting_has_many_spellings(text: str, stated: dict[str, Any]) -> None:
    assert {p.name: p.value for p in parameters(level(text))} == stated


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(request=1, input/output=512/256)", True),
        ("INT8, 4xL40S GPUs, Single Engine, ISL/OSL: 256/1024, BS: 1 - 64", True),
        ("Batch size 4, 96 output tokens.", True),
        ("* Single A100-80GB, sequence length 2048", True),
        ("Llama-3-8B on one A100", True),
        ("This needs 4 GPUs.", False),
        ("We will use batch size 16 in all of the next few examples here.", False),
        ("TTFT of 512 ms at batch 8", False),
        ("1.4x at batch 8", False),
    ],
)
def test_a_note_may_be_a_bare_list_of_values(text: str, expected: bool) -> None:
    assert lists_values(unit(text, "sentence")) is expected


NOTED = """# Kernels of our LLM server

| Model | TPOT before (ms) | TPOT after (ms) | Speedup |
|---|---|---|---|
| Llama-2-7B | 30.1 | 15.0 | 2.0x |

{note}
"""


@pytest.mark.parametrize(
    "note",
    [
        "(Request=1, INPUT/OUTPUT=512/256)",
        "Batch size 1, 512 input tokens, 256 output tokens.",
        "Results were obtained with batch size 1, 512 input tokens and 256 output tokens.",
        "Numbers are reported for batch size 1, ISL/OSL 512/256.",
        "bs=1; in=512, out=256",
        "All measurements were taken with 512 in / 256 out at batch size 1.",
    ],
)
def test_what_stands_under_a_table_governs_its_rows(note: str) -> None:
    claim = row(NOTED.format(note=note), "2.0x")
    assert {"batch": 1, "input_len": 512, "output_len": 256}.items() <= claim.params.items()


def test_a_later_step_is_no_note_of_a_measurement() -> None:
    document = read_bytes(b"# A\n\nWe then quantize with batch size 1.\n", "notes.md")
    assert not figure_note(document.passages[-1])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("facebook/opt-6.7b with facebook/opt-125m", ["OPT-6.7B", "OPT-125M"]),
        ("meta-llama/Llama-3.1-8B", ["Llama-3.1-8B"]),
        ("meta-llama/Meta-Llama-3-8B-Instruct", ["Llama-3-8B"]),
        ("Qwen/Qwen2.5-7B-Instruct", ["Qwen2.5-7B"]),
        ("deepseek-ai/DeepSeek-R1", ["DeepSeek-R1"]),
        ("microsoft/phi-2", ["Phi-2"]),
        ("phi3-mini-4k-instruct", ["Phi-3-mini"]),
        ("tiiuae/falcon-7b", ["Falcon-7B"]),
        ("gpt2-xl and openai-community/gpt2", ["GPT-2-XL", "GPT-2"]),
        ("llama3.2:3b", ["Llama-3.2-3B"]),
        ("Llama/Qwen2.5-7B", ["Llama", "Qwen2.5-7B"]),
        ("set opt-level 3 and step 2", []),
    ],
)
def test_a_model_may_be_called_by_its_identifier(text: str, names: list[str]) -> None:
    assert [m.name for m in mentions(text).models] == names


@pytest.mark.parametrize(
    ("text", "drafting"),
    [
        ("Draft models: a small one like gemma-2-2b-it or Qwen2-0.5B", ["Gemma-2-2B", "Qwen2-0.5B"]),
        ("I took GPT-2-Medium (355M params) as my draft model.", ["GPT-2-Medium"]),
        ("Qwen3-32B (target) and Qwen3-0.6B (draft)", ["Qwen3-0.6B"]),
        ("target = Qwen3-32B, draft = Qwen3-0.6B", ["Qwen3-0.6B"]),
        ("Llama-2-70B (draft: TinyLlama-1.1B)", ["TinyLlama-1.1B"]),
        ("Draft: Qwen3-0.6B, target: Qwen3-32B", ["Qwen3-0.6B"]),
        ("Vicuna-7B (draft length 4)", []),
    ],
)
def test_what_drafts_is_told_by_its_label(text: str, drafting: list[str]) -> None:
    assert [m.name for m in mentions(text).models if drafts(text, m)] == drafting


ROLES = """# Speculative decoding on my own cards

## First try: the T4

* **Target:** `Qwen2.5-3B-Instruct` (float16)
* **Draft:** `Qwen2.5-0.5B-Instruct` (float16)

| Run | Tokens/Sec | Speedup (x) |
|---|---|---|
| Plain | 20.0 | 1.00x |
| Speculative, k=6 | 12.0 | 0.60x |
"""


def test_a_list_of_roles_names_the_model_and_its_drafter() -> None:
    claim = row(ROLES, "0.60x")
    assert (claim.model, claim.hardware) == (("Qwen2.5-3B",), ("T4",))
    assert claim.params == {"draft_model": "Qwen2.5-0.5B", "draft_params_b": 0.5, "draft_len": 6, "weight_bits": 16}


def test_the_one_drafter_of_a_page_drafts_in_all_its_claims() -> None:
    text = (
        "# Speculative decoding\n\nI used GPT-2 as my draft model.\n\n## Results\n\nSpeculative decoding gave 1.3x.\n"
    )
    assert row(text, "1.3x").params == {"draft_model": "GPT-2"}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("H100 PCIe 80GB * 4", 4),
        ("4090 24GB * 2", 2),
        ("RTX 3090 24GB *6", 6),
        ("A100 80GB × 8", 8),
        ("**H100** 4", None),
    ],
)
def test_cards_may_be_multiplied_by_a_star(text: str, count: int | None) -> None:
    assert [h.count for h in hardware_hits(level(text))] == [count]


@pytest.mark.parametrize("label", ["H100 80GB × 2", "2× A100", "L40S 48GB * 4"])
def test_a_number_of_cards_in_a_label_is_no_speed_up(label: str) -> None:
    text = f"# An LLM engine\n\n| GPU | 8B tok/s |\n|---|---|\n| {label} | 100.2 |\n"
    p = read_bytes(text.encode(), "notes.md").passages[-1]
    assert read_row(p, "").effects == ()


FORMATS = """# Kernel fusion in our LLM engine

Fused kernels make decoding faster.

| Model | {head} | Sockets | TPOT before (ms) | TPOT after (ms) | Speedup |
|---|---|---|---|---|---|
| Llama-3.1-8B | {cell} | 2 | 80.0 | 40.0 | 2.0x |
"""


@pytest.mark.parametrize(
    ("head", "cell", "bits"),
    [
        ("Data type", "INT8", 8),
        ("dtype", "bf16", 16),
        ("Precision", "FP8", 8),
        ("Weight format", "Q4_0", 4),
        ("Model dtype", "FP16", 16),
    ],
)
def test_a_column_of_formats_says_what_ran(head: str, cell: str, bits: int) -> None:
    claim = row(FORMATS.format(head=head, cell=cell), "2.0x")
    assert (claim.params.get("weight_bits"), claim.n_devices) == (bits, 2)


OWN = """# Self-made speculative decoding for our LLM server

An A100 reads its weights in seven milliseconds.

## Results

Speculative decoding gave 1.2x.

## Limits

{words}, so figures vary.
"""


@pytest.mark.parametrize(
    ("words", "hardware"),
    [
        ("All of this ran on my M1 MacBook", ("M1",)),
        ("Runs were timed on our four L40S cards", ("L40S",)),
        ("I measured with my own RTX 3090", ("RTX-3090",)),
        ("The laptops of others have an M1", ()),
    ],
)
def test_what_the_author_owns_is_what_a_page_was_measured_on(words: str, hardware: tuple[str, ...]) -> None:
    assert row(OWN.format(words=words), "1.2x").hardware == hardware


def test_a_page_for_apple_silicon_is_about_no_one_chip_of_it() -> None:
    text = "# KV cache quantization for Apple Silicon\n\n- It cuts the memory of the cache by 40%\n\nM1/M2/M3 chips run it.\n"
    assert row(text, "40%").hardware == ("Apple Silicon",)


@pytest.mark.parametrize(
    ("head", "cell", "hardware"),
    [
        ("GPU", "QXT 170", ("QXT 170",)),
        ("Device", "Fooboard 5 (8 GB)", ("Fooboard 5",)),
        ("NPU", "Zeta-9", ("Zeta-9",)),
        ("Device", "CPU", ()),
        ("Hardware", "all", ()),
        ("Backend", "Zeta-9", ()),
    ],
)
def test_a_column_of_devices_may_hold_a_name_that_nobody_knows(head: str, cell: str, hardware: tuple[str, ...]) -> None:
    table = f"| {head} | Base tokens/s | New tokens/s | Speedup |\n|---|---|---|---|\n| {cell} | 39 | 78 | 2.0x |\n"
    text = f"# LLM kernels\n\n{table}"
    assert row(text, "2.0x").hardware == hardware


def test_the_model_of_a_title_is_one_of_several_where_tables_measure_others() -> None:
    table = "| Model | Speedup |\n|---|---|\n| Llama-3.1-8B | 1.5x |\n| Qwen3-14B | 1.4x |\n"
    text = f"# Serving DeepSeek-R1 with our LLM engine\n\nFused kernels make decoding 1.9x faster.\n\n{table}"
    assert row(text, "1.9x").model == ()
    assert row(text.replace("Qwen3-14B", "Llama-3.1-8B"), "1.9x").model == ("DeepSeek-R1",)


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("Our W4A8 quantization is up to 2.2x and 1.3x faster than FP16 and W8A8, respectively.", [(4, 16), (4, 8)]),
        ("INT8 and INT4 weights decode 1.6x and 2.4x faster, respectively.", [(8, None), (4, None)]),
        ("In FP16 and INT4 it runs up to 5x and 10x faster than PyTorch, respectively.", [(16, None), (4, None)]),
    ],
)
def test_widths_of_a_list_belong_to_the_figures_in_their_order(text: str, bits: list[tuple[int, int | None]]) -> None:
    document = f"# Quantization of LLM weights\n\n{text}\n"
    found = [c.params for c in find(read_bytes(document.encode(), "notes.md")) if c.quantified]
    assert [(p.get("weight_bits"), p.get("weight_bits_before")) for p in found] == bits


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("We support BF16, INT8 and FP8 weights to speed up decoding.", None),
        ("Adds quantization of FP16 weights to INT4 to cut memory traffic.", 16),
        ("Adds weight quantization, BF16 -> INT8, for faster decoding.", 16),
        ("INT4 weights are read faster than FP16 ones.", 16),
    ],
)
def test_a_format_that_is_supported_beside_others_is_not_what_was_left_behind(text: str, before: int | None) -> None:
    u = unit(text, "sentence")
    out = Setting()
    put_widths(out, 0, u, "weight-only-quantization", "plain")
    assert out.get("weight_bits_before") == before


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Phi-3 quantized with AWQ and a block size of 64 on Windows.", "group_size"),
        ("RTN INT4 with block_size=64", "group_size"),
        ("Weights are quantized in blocks, block size 64, to INT4.", "group_size"),
        ("GPTQ, 4 bits, block size: 64", "group_size"),
        ("Block-wise INT8 with block size 64", "group_size"),
        ("A paged KV cache with block size 64", "block_size"),
        ("Sparse attention at block size 64", "block_size"),
        ("AWQ weights and a KV cache of block size 64", "block_size"),
    ],
)
def test_the_block_of_quantised_weights_is_their_group(text: str, name: str) -> None:
    assert {p.name: p.value for p in parameters(text) if p.value == 64} == {name: 64}

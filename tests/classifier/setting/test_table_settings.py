"""Which parameter a column holds, by its head."""

from __future__ import annotations

import pytest

from classifier import find
from classifier.figures.bits import bit_widths
from classifier.setting.table_settings import head_of
from ingest import read_bytes


@pytest.mark.parametrize(
    ("head", "parameter"),
    [
        ("prompt_tokens", "input_len"),
        ("prompt_length(tokens)", "input_len"),
        ("Input Len", "input_len"),
        ("output_tokens", "output_len"),
        ("gen_len (toks)", "output_len"),
        ("max_batch_size", "batch"),
        ("Context length (tokens)", "context_len"),
        ("max input length", "input_len"),
        ("Maximum output len", "output_len"),
        ("cache length", "context_len"),
        ("cache size", ""),
        ("Num GPUs", "n_devices"),
        ("TP size", "tp"),
        ("Tokens/s", ""),
        ("Prompt #", ""),
        ("output tokens/s", ""),
        ("model", ""),
    ],
)
def test_a_column_is_known_by_its_head(head: str, parameter: str) -> None:
    assert head_of(head) == parameter


def test_outputs_beside_inputs_are_lengths_and_tokens_elsewhere_are_what_came_out() -> None:
    text = """# LLM serving on one L4

| Model | Input | Output | Tokens | Throughput (tokens/s) |
|---|---|---|---|---|
| Llama-3-8B | 128 | 2048 | 200 | 151.5 |
"""
    (claim,) = find(read_bytes(text.encode(), "notes.md"))
    assert dict(claim.params) == {"input_len": 128, "output_len": 2048}
    assert dict(find(read_bytes(text.replace("Input", "Scenario").encode(), "notes.md"))[0].params) == {}


def test_a_heading_states_the_batch_and_the_lengths_of_what_stands_below() -> None:
    text = """# LLM serving on one L4

## Batch size 16, ISL/OSL 1024/256

| Engine | Throughput (tokens/s) |
|---|---|
| engine A | 151.5 |
"""
    (claim,) = find(read_bytes(text.encode(), "notes.md"))
    assert dict(claim.params) == {"batch": 16, "input_len": 1024, "output_len": 256}


def test_two_widths_with_one_sign() -> None:
    assert [b.bits for b in bit_widths("weights in INT3/4 and FP8")] == [3, 4, 8]
    assert [b.bits for b in bit_widths("INT4/2x")] == [4]

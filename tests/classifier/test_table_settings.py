"""Which parameter a column holds, by its head."""

from __future__ import annotations

import pytest

from classifier.table_settings import head_of


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
        ("output tokens/s", ""),
        ("model", ""),
    ],
)
def test_a_column_is_known_by_its_head(head: str, parameter: str) -> None:
    assert head_of(head) == parameter

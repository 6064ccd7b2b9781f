"""One whole engine against another: the format that both run with is no cause."""

from __future__ import annotations

import pytest

from classifier import find
from ingest import read_bytes

REPORT = """# Gannet 3.1 benchmarks

Decoding speed of quantized models in tokens per second; ratios are Gannet divided by the other engine on the same file.
Both engines read the same 8-bit weights, so that weight quantization saves both the same traffic.

## Qwen2.5-7B Q8, RTX 4090

| Prompt | Gannet | llama.cpp | Ratio |
|---|---|---|---|
| 512 | 84.1 | 70.2 | 1.198x |
| 4096 | 79.0 | 66.7 | 1.184x |

## Qwen2.5-7B: FP16 against 4-bit weights

| Prompt | FP16 (llama.cpp) | 4-bit weights (Gannet) | Speedup |
|---|---|---|---|
| 512 | 40.3 | 118.9 | 2.95x |
"""


@pytest.fixture(scope="module")
def rows() -> dict[float, tuple[str, str]]:
    claims = find(read_bytes(REPORT.encode(), "gannet.md"))
    return {c.factor_high: (c.technique, c.side) for c in claims if c.factor_high is not None}


@pytest.mark.parametrize("factor", [1.198, 1.184])
def test_a_format_that_both_engines_run_with_is_not_the_cause(
    rows: dict[float, tuple[str, str]], factor: float
) -> None:
    assert rows[factor] == ("other", "neither")


def test_a_format_that_only_one_engine_runs_with_is(rows: dict[float, tuple[str, str]]) -> None:
    assert rows[2.95] == ("weight-only-quantization", "fewer-bytes")


LEVEL = """# Gannet 3.2 against vLLM

Both engines serve LLMs from the same BF16 weights; quantized weights are not part of this run.

## Results

On prefill of Qwen2.5-7B Gannet is level with vLLM, on one card 1.30x faster on decode and on another 1.21x faster on decode.
"""


def test_where_no_technique_is_named_a_rival_in_the_sentence_is_what_every_figure_is_against() -> None:
    claims = find(read_bytes(LEVEL.encode(), "gannet.md"))
    assert {(c.technique, c.side) for c in claims if c.quantified} == {("other", "neither")}


def test_an_engine_that_beats_another_is_a_whole_engine() -> None:
    text = (
        "# Local models on a laptop\n\n## Setup\n\nAll files are Q8_0 quantizations.\n\n## Findings\n\n"
        "llama.cpp outperforms MLX by 15% in decoding on this machine.\n\n## Files\n\nQ8_0 and Q4_0 were tried.\n"
    )
    (found,) = [c for c in find(read_bytes(text.encode(), "notes.md")) if c.quantified]
    assert (found.technique, found.side) == ("other", "neither")

"""What sets one thing against another in tables, lists and sentences, and what only looks like it."""

import pytest

from classifier import Claim, find
from ingest import read_bytes


def claims(text: str) -> tuple[Claim, ...]:
    return find(read_bytes(text.encode(), "notes.md"))


CHIPS = """# Llama-3.1-70B on two cards

At batch 1 the H200 decodes 1.4x faster than the H100 with Llama-3.1-70B in FP8.

Output tokens per second of Llama-3.1-70B over all sequences:

| Batch | H100 | H200 | H200 / H100 |
|---|---|---|---|
| largest that fits | 690 | 1,310 | 1.90x |
"""


def test_columns_of_two_chips_compare_hardware_and_the_batch_of_the_text_is_not_the_row_s() -> None:
    row = next(claim for claim in claims(CHIPS) if "690" in claim.quote)
    assert (row.technique, row.side, row.metric, row.factor_high) == ("hardware-upgrade", "neither", "throughput", 1.9)
    assert "batch" not in row.params


SCALING = """# Scaling of Qwen2.5-32B

Qwen2.5-32B in BF16, tokens/s for one user:

| GPUs | TP | tokens/s | Scaling |
|---|---|---|---|
| 1x A100 80GB | 1 | 27 | 1.0x |
| 4x A100 80GB | 4 | 74 | 2.7x |
"""


def test_a_column_of_scaling_over_devices_is_tensor_parallelism() -> None:
    row = next(claim for claim in claims(SCALING) if "74" in claim.quote)
    assert (row.technique, row.factor_high, row.params["tp"]) == ("tensor-parallelism", 2.7, 4)


def test_a_column_of_devices_is_no_rate() -> None:
    row = next(claim for claim in claims(SCALING) if "27" in claim.quote)
    assert row.absolute is not None
    assert (row.absolute.value, row.absolute.unit) == (27.0, "tokens/s")


def test_devices_that_something_is_spread_over_are_no_baseline() -> None:
    text = "Tensor parallelism over four A100 80GB brings the step of Qwen2.5-32B at batch 8 down to 38 % of its time on one."
    (claim,) = claims(text)
    assert (claim.factor_high, claim.baseline) == (2.6316, "")


def test_the_number_after_a_batch_is_the_next_factor() -> None:
    found = claims(
        "Speculative decoding makes Llama-3.1-70B 2.1x faster at batch 1 and 1.1x faster at batch 32 on 4x H100."
    )
    assert [claim.factor_high for claim in found] == [2.1, 1.1]
    assert all(claim.params["batch"] != [1, 1] for claim in found)


def test_a_share_of_a_time_is_no_factor() -> None:
    found = claims("One-shot all-reduce is up to 1.8x faster than NCCL on 8 H100s, and takes about 6 % of TPOT at TP8.")
    assert [claim.factor_high for claim in found] == [1.8]


NOTES = """# Halyard 1.2

INT4 weights make Llama-3.1-8B decode 2.6x faster on an H100 at batch 1.

The FP8 cache halves the memory of the KV cache. Prefix caching cuts time to first token by 70 % on an H100.

{}
"""


@pytest.mark.parametrize(
    "text",
    [
        "Next year we would like to look at drafts: speculative decoding could make decoding 3x faster.",
        "In future work we hope to make speculative decoding 5x faster with better trees.",
    ],
)
def test_a_forecast_in_a_document_is_no_claim(text: str) -> None:
    assert [claim.factor_high for claim in claims(NOTES.format(text)) if claim.quantified and claim.quote == text] == []
    stated = (
        text.replace("could make", "makes")
        .replace("In future work we hope to make", "We make")
        .replace("Next year we would like to look at drafts: ", "")
    )
    assert [claim.quote for claim in claims(NOTES.format(stated)) if claim.factor_high in (3, 5)] != []


SPOKEN_OF = """# Llama-3.1-8B in FP8 on two cards, without speculation

The L40S has 864 GB/s of memory bandwidth where the L4 has 300. For a decode step that waits for memory this is worth 2.88x.

Questions about speculative decoding go to the forum: speculative decoding needs a draft.

| Batch | L4 | L40S | L40S / L4 |
|---|---|---|---|
| 1 | 12 | 33 | 2.75x |
"""


def test_two_chips_beside_a_figure_are_what_is_new_whatever_the_page_speaks_of() -> None:
    made = {claim.factor_high: claim for claim in claims(SPOKEN_OF) if claim.factor_high}
    assert [(x, made[x].technique, made[x].hardware) for x in (2.88, 2.75)] == [
        (2.88, "hardware-upgrade", ("L40S", "L4")),
        (2.75, "hardware-upgrade", ("L4", "L40S")),
    ]

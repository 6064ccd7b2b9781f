"""Rows of a sheet and JSON lines to statements."""

import pytest

from estimator import BadValue, Quantity, claim_statement, judge_rows
from estimator.verdicts.claims_in import metric_of, technique_of


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("EAGLE-3 (tree 60)", "eagle"),
        ("AWQ W4A16 g128", "weight-only-quantization"),
        ("FP8 KV cache", "kv-cache-quantization"),
        ("KV int4", "kv-cache-quantization"),
        ("n-gram speculation with suffix trees", "ngram-speculation"),
        ("H200 FP8 vs H100 FP16", "hardware-upgrade"),
        ("tensor parallelism 4-way", "tensor-parallelism"),
        ("custom GQA kernel", "kernel-optimization"),
        ("prefill/decode split", "prefill-decode-disaggregation"),
        ("something else entirely", "other"),
    ],
)
def test_a_free_text_names_its_technique(text: str, technique: str) -> None:
    assert technique_of(text) == technique


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("wall-clock decode speedup, mean", "decode"),
        ("serving throughput, code", "throughput"),
        ("max generation throughput", "throughput"),
        ("median TTFT", "ttft"),
        ("requests per second", "throughput"),
        ("linear layer time", "kernel"),
        ("TPOT at 1M context", "decode"),
        ("acceptance length", "other"),
        ("peak memory", "memory"),
    ],
)
def test_a_free_text_names_its_metric(text: str, metric: str) -> None:
    assert metric_of(text) == metric


def test_columns_of_a_sheet_become_fields_and_parameters() -> None:
    row = {
        "id": "7",
        "technique": "GPTQ 3-bit",
        "metric": "ms per token",
        "factor_low": "3.2",
        "factor_high": "3.2",
        "hardware": "A100",
        "n_devices": "5 to 1",
        "model": "OPT-175B",
        "weight_bits_before": "16",
        "batch": "1-4",
        "draft_len": "",
    }
    statement = claim_statement(row)
    assert statement.technique == "weight-only-quantization"
    assert statement.metric == "decode"
    assert statement.n_devices == 1
    assert statement.params == {"weight_bits": 3.0, "weight_bits_before": 16.0, "batch": [1.0, 4.0]}


def test_json_fields_are_taken_as_they_are() -> None:
    statement = claim_statement(
        {
            "technique": "other",
            "metric": "decode",
            "absolute": {"value": 24, "unit": "tokens/s"},
            "hardware": ["H100-SXM-80GB"],
            "params": {"batch": 1},
        }
    )
    assert statement.absolute == Quantity(24.0, "tokens/s")
    assert statement.hardware == ("H100-SXM-80GB",)


def test_what_the_wording_implies_becomes_hints() -> None:
    assert "max-throughput" in claim_statement({"technique": "AWQ", "metric": "max throughput"}).hints
    assert "single-user" in claim_statement({"technique": "EAGLE", "metric": "latency at QPS 1"}).hints


def test_a_row_that_cannot_be_answered_says_why_and_the_rest_go_on() -> None:
    rows = [
        {"id": "a", "technique": "AWQ", "metric": "decode", "factor_low": "fast", "factor_high": "2"},
        {"id": "b", "technique": "AWQ", "metric": "decode", "factor_low": "2", "factor_high": "2"},
    ]
    first, second = judge_rows(rows)
    assert first == {"id": "a", "error": "factor_low = 'fast': must be a number"}
    assert second["id"] == "b"
    assert second["verdict"] == "plausible"  # AWQ is of four bits


def test_a_word_that_is_no_qualifier_is_refused() -> None:
    with pytest.raises(BadValue, match="qualifier"):
        claim_statement({"technique": "AWQ", "qualifier": "roughly"})


def test_parameters_that_are_no_json_are_an_error_of_their_row() -> None:
    (answer,) = judge_rows([{"id": 1, "technique": "AWQ", "factor_low": 2, "params": "batch=1"}])
    assert answer == {"id": 1, "error": "params = 'batch=1': must be a JSON object"}


@pytest.mark.parametrize(
    ("cells", "error"),
    [
        ({"absolute": "3 furlongs"}, "absolute = 'furlongs': must be a unit like tokens/s, ms/token, ms, s, req/s, GB"),
        ({"absolute": "24", "absolute_unit": "parsec"}, "absolute_unit = 'parsec': must be a unit like tokens/s"),
        ({"absolute": "24"}, "absolute = '24': must be a number with its unit, like 24 tokens/s"),
        ({"factor_high": "2", "batch": "-1"}, "batch = '-1': must be 1 to 100,000"),
        ({"factor_high": "2", "batch": "0-8"}, "batch = '0-8': must be 1 to 100,000"),
        ({"factor_high": "2", "params": {"batch": -1}}, "batch = -1: must be 1 to 100,000"),
        (
            {"factor_high": "2", "hit_rate": "130"},
            "hit_rate = '130': must be a share above 0 and at most 1, or a percent",
        ),
    ],
)
def test_a_value_that_cannot_be_is_an_error_of_its_row_and_not_taken_as_unstated(
    cells: dict[str, object], error: str
) -> None:
    (answer,) = judge_rows([{"id": 1, "technique": "AWQ", "metric": "decode"} | cells])
    assert str(answer["error"]).startswith(error)


def test_a_unit_in_json_that_no_roof_has_is_named() -> None:
    figure = {"value": 3, "unit": "furlongs"}
    (answer,) = judge_rows([{"id": 1, "technique": "AWQ", "metric": "decode", "absolute": figure}])
    assert answer["verdict"] == "unverifiable"
    assert answer["reason"] == "Unverifiable: no roof is measured in furlongs."


def test_a_sheet_in_its_own_words_leaves_open_what_a_rate_counts() -> None:
    """Chances of 0.65 give 2.6 tokens of five drafts, a share of 0.65 gives 4.25; a field of the guidelines is the chance."""
    row = {"technique": "speculative decoding", "factor_low": "3.1", "draft_len": "5", "acceptance_rate": "0.65"}
    (sheet, fields) = judge_rows([row | {"metric": "wall-clock decode speedup"}, row | {"metric": "decode"}])
    assert (sheet["verdict"], fields["verdict"]) == ("conditional", "implausible")


@pytest.mark.parametrize(
    ("row", "params"),
    [
        ({"technique": "eagle", "params": {"context_len": "4k"}}, {"context_len": 4096}),
        ({"technique": "eagle", "params": {"context_len": "2k-8K"}}, {"context_len": [2048, 8192]}),
        ({"technique": "eagle", "params": {"batch": "8 to 16"}}, {"batch": [8, 16]}),
        ({"technique": "activation sparsity 40%"}, {"sparsity": 0.4}),
    ],
)
def test_numbers_as_people_write_them(row: dict[str, object], params: dict[str, object]) -> None:
    assert claim_statement(row).params == params


@pytest.mark.parametrize(
    ("technique", "fields"),
    [
        ("activation sparsity 40%", {"params": {"sparsity": 0.4}}),
        ("FP8 KV cache quantization", {"params": {"kv_bits": 8.0}}),
        ("KV cache quantization, int4 kv", {"params": {"kv_bits": 4.0}}),
        ("GPTQ 3-bit", {"params": {"weight_bits": 3.0}}),
        ("INT8 weight-only quantization", {"params": {"weight_bits": 8.0}}),
        ("W8A8 quantization", {"params": {"act_bits": 8.0}}),
        ("Blackwell vs Hopper", {"hardware": ("Blackwell",)}),
        ("GB200 over H100 over A100", {"hardware": ("GB200",)}),
        ("PagedAttention over FasterTransformer", {"hardware": ()}),
        ("hardware-upgrade", {"hardware": ()}),
        ("drafting + INT4", {"technique": "speculative-decoding", "also": ("weight-only-quantization",)}),
        ("weights in int4 + 4-bit", {"technique": "weight-only-quantization", "also": ()}),
        ("W4A8KV4", {"technique": "weight-activation-quantization", "also": ("kv-cache-quantization",)}),
    ],
)
def test_a_free_text_states_numbers_and_chips(technique: str, fields: dict[str, object]) -> None:
    found = claim_statement({"technique": technique, "factor_low": 2})
    for name, value in fields.items():
        assert getattr(found, name) == (pytest.approx(value) if isinstance(value, dict) else value)


def test_fields_of_a_row_that_are_words_or_lists() -> None:
    row = {
        "technique": "eagle", "kind": "measurement", "side": "fewer-steps", "factor_high": "3x", "n_devices": "8.0",
        "inherited": "hardware; batch", "model": "Llama-2-7B | ; Llama-2-13B", "hardware": "H100",
    }  # fmt: skip
    found = claim_statement(row)
    assert (found.kind, found.side, found.inherited) == ("measurement", "fewer-steps", {"hardware", "batch"})
    assert (found.factor_low, found.factor_high, found.n_devices) == (3.0, 3.0, 8)
    assert found.model == ("Llama-2-7B", "Llama-2-13B")
    assert claim_statement({"factor_low": 2}).factor_high == 2.0
    both = claim_statement({"factor_low": 2, "factor_high": 3})
    assert (both.factor_low, both.factor_high) == (2.0, 3.0)
    assert claim_statement({"n_devices": "8 to 1"}).n_devices == 1
    assert claim_statement({"n_devices": "1"}).n_devices == 1


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"factor_low": 0}, "factor_low = 0: must be a finite number above 0"),
        ({"factor_low": "inf"}, "factor_low = 'inf': must be a finite number above 0"),
        ({"n_devices": "0"}, "n_devices = '0': must be a count of at least 1"),
        ({"n_devices": "many"}, "n_devices = 'many': must be a count of at least 1"),
        ({"batch": "4-1e999"}, "batch = '4-1e999': must be a number, or two ends like 8-16"),
        ({"batch": "4-8-16"}, "batch = '4-8-16': must be a number, or two ends like 8-16"),
    ],
)
def test_a_number_that_cannot_be_names_its_field(row: dict[str, object], said: str) -> None:
    with pytest.raises(BadValue) as error:
        claim_statement(row)
    assert str(error.value) == said


def test_rows_without_an_id_are_counted_from_one() -> None:
    rows = judge_rows([{"technique": "eagle"}, {"technique": "eagle", "id": "x"}, {"technique": "eagle"}])
    assert [row["id"] for row in rows] == [1, "x", 3]


@pytest.mark.parametrize("blank", [None, "", "  ", float("nan")])
def test_a_blank_kind_is_a_claim(blank: object) -> None:
    row = {"technique": "eagle", "metric": "decode", "factor_high": 2, "model": "Llama-3.1-8B", "kind": blank}
    assert claim_statement(row).kind == "claim"

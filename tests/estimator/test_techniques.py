"""The table of techniques: complete, unambiguous, each with its sources."""

import pytest

from estimator import TECHNIQUES, Technique, UnknownName, find_technique
from estimator.techniques import names, plain_key, technique_in

ROWS = list(TECHNIQUES.values())

SIDES = {
    "weight-only-quantization": "fewer-bytes",
    "weight-activation-quantization": "fewer-bytes",
    "binary-ternary-weights": "fewer-bytes",
    "kv-cache-quantization": "fewer-bytes",
    "grouped-query-attention": "fewer-bytes",
    "multi-query-attention": "fewer-bytes",
    "multi-head-latent-attention": "fewer-bytes",
    "sliding-window-attention": "fewer-bytes",
    "kv-eviction": "fewer-bytes",
    "sparse-attention": "fewer-bytes",
    "cross-layer-kv-sharing": "fewer-bytes",
    "kv-low-rank": "fewer-bytes",
    "linear-attention-ssm": "fewer-bytes",
    "io-aware-attention": "fewer-bytes",
    "paged-kv-cache": "fewer-bytes",
    "continuous-batching": "fewer-bytes",
    "prefix-caching": "fewer-bytes",
    "kv-aware-routing": "fewer-bytes",
    "kv-offload": "fewer-bytes",
    "prompt-compression": "fewer-bytes",
    "tensor-parallelism": "fewer-bytes",
    "expert-parallelism": "fewer-bytes",
    "data-parallel-attention": "fewer-bytes",
    "quantized-communication": "fewer-bytes",
    "weight-sparsity": "fewer-bytes",
    "activation-sparsity": "fewer-bytes",
    "mixture-of-experts": "fewer-bytes",
    "expert-offload": "fewer-bytes",
    "weight-offload-streaming": "fewer-bytes",
    "layer-skipping": "fewer-bytes",
    "smaller-model": "fewer-bytes",
    "kernel-fusion": "fewer-bytes",
    "vocabulary-reduction": "fewer-bytes",
    "speculative-decoding": "fewer-steps",
    "self-speculation": "fewer-steps",
    "medusa-heads": "fewer-steps",
    "eagle": "fewer-steps",
    "multi-token-prediction": "fewer-steps",
    "lookahead-decoding": "fewer-steps",
    "ngram-speculation": "fewer-steps",
    "tree-speculation": "fewer-steps",
    "parallel-drafting": "fewer-steps",
    "long-context-speculation": "both",
    "diffusion-decoding": "fewer-steps",
    "jump-forward-decoding": "fewer-steps",
    "multi-step-scheduling": "neither",
    "cuda-graphs": "neither",
    "kernel-optimization": "neither",
    "split-kv-decoding": "neither",
    "compute-format": "neither",
    "scheduling": "neither",
    "prefill-decode-disaggregation": "neither",
    "pipeline-parallelism": "neither",
    "communication-kernels": "neither",
    "hardware-upgrade": "neither",
    "host-overhead": "neither",
    "structured-output-overhead": "neither",
    "other": "neither",
}


def test_no_technique_of_the_taxonomy_is_lost_or_changes_its_side() -> None:
    """A new technique needs no line here; whatever was labelled with one of these stays what it was."""
    assert {row.key: row.side for row in ROWS if row.key in SIDES} == SIDES


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_every_technique_has_sources_and_typical_values_within_their_ranges(row: Technique) -> None:
    assert row.source
    assert row.note
    assert "\n" not in row.note
    for knob in row.knobs:
        assert knob.low <= knob.typical <= knob.high
        assert knob.source
    assert len({knob.name for knob in row.knobs}) == len(row.knobs)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_every_name_finds_its_technique(row: Technique) -> None:
    assert [find_technique(name).key for name in row.names] == [row.key] * len(row.names)
    assert row.key == "other" or len(row.names) >= 2


def test_a_word_that_needs_its_capitals_is_no_plain_alias_as_well() -> None:
    both = [
        name
        for row in ROWS
        for name in row.cased
        if plain_key(name) in {plain_key(alias) for other in ROWS for alias in other.aliases}
    ]
    assert both == []


def test_a_parameter_of_a_technique_is_found_by_its_name() -> None:
    technique = find_technique("EAGLE-3")
    assert [knob.name for knob in technique.knobs if technique.knob(knob.name) is not knob] == []
    assert technique.knob("weight_bits") is None


@pytest.mark.parametrize("row", [row for row in ROWS if row.side == "fewer-steps"], ids=lambda row: row.key)
def test_fewer_steps_say_how_many_tokens_a_step_gives(row: Technique) -> None:
    steps = ("acceptance_len", "acceptance_rate", "tokens_per_step", "forced_share")
    assert any(row.knob(name) for name in steps)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("AWQ", "weight-only-quantization"),
        ("QuIP#", "weight-only-quantization"),
        ("w4a16", "weight-only-quantization"),
        ("SmoothQuant", "weight-activation-quantization"),
        ("KIVI", "kv-cache-quantization"),
        ("H2O", "kv-eviction"),
        ("Quest", "sparse-attention"),
        ("FlashMLA", "multi-head-latent-attention"),
        ("Flash Attention 2", "io-aware-attention"),
        ("PagedAttention", "paged-kv-cache"),
        ("RadixAttention", "prefix-caching"),
        ("EAGLE-3", "eagle"),
        ("eagle3", "eagle"),
        ("Medusa", "medusa-heads"),
        ("MTP", "multi-token-prediction"),
        ("REST", "ngram-speculation"),
        ("PLD", "ngram-speculation"),
        ("DFlash", "parallel-drafting"),
        ("TriForce", "long-context-speculation"),
        ("LLaDA", "diffusion-decoding"),
        ("CUDA graphs", "cuda-graphs"),
        ("DeepEP", "communication-kernels"),
        ("chunked prefill", "scheduling"),
    ],
)
def test_named_methods_of_the_literature(name: str, key: str) -> None:
    assert find_technique(name).key == key


def test_an_unknown_technique_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"^no technique called 'eagel-3'; nearest: eagle"):
        find_technique("eagel-3")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("EAGLE-3 (tree 60)", "eagle"),
        ("GPTQ 3-bit", "weight-only-quantization"),
        ("Medusa-2, coding", "medusa-heads"),
        ("TriForce with KV offloading", "long-context-speculation"),
        ("the rest of the requests", None),
        ("REST with a large datastore", "ngram-speculation"),
        ("all of our work together", None),
    ],
)
def test_the_first_name_within_a_text(text: str, key: str | None) -> None:
    found = technique_in(text)
    assert (found.key if found else None) == key


@pytest.mark.parametrize(
    ("block", "found"),
    [("a | b c|d", ("a", "b c", "d")), ("one\n  two | three", ("one two", "three")), (" | ", ()), ("", ())],
)
def test_names_of_a_block(block: str, found: tuple[str, ...]) -> None:
    assert names(block) == found

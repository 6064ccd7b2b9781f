"""What each technique changes on the two sides of a comparison: the fields that it sets, and no others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from estimator import Statement, judge
from estimator.speculation import drafting
from estimator.step import decode
from estimator.verdicts.case import Case, read
from estimator.verdicts.compare import choices_of, effects_of, sides
from estimator.verdicts.drafts import draft_shape
from estimator.verdicts.effects import Pair

LLAMA = {"hardware": ("H100",), "model": ("Llama-3.1-8B",), "n_devices": 1}


def case(technique: str, **more: Any) -> Case:
    return read(Statement(**{"technique": technique, "metric": "decode"} | LLAMA | more))


def pair(technique: str, **more: Any) -> Pair:
    found = case(technique, **more)
    effects = effects_of(found)
    return sides(found, found.places[0], effects, choices_of(found, [effect for _, effect in effects]))


def values(technique: str, **more: Any) -> dict[str, list[float]]:
    found = case(technique, **more)
    return {k: v.tolist() for k, v in choices_of(found, [e for _, e in effects_of(found)]).values.items()}


def ratio(technique: str, **more: Any) -> Any:
    found = case(technique, **more)
    ((_, effect),) = effects_of(found)
    assert effect.ratio is not None
    return np.asarray(effect.ratio(found, choices_of(found, [effect]).values)).ravel().tolist()


DIFFERENCES: tuple[tuple[str, str, dict[str, Any], dict[str, tuple[Any, Any]]], ...] = (
    # technique, what is stated -> field: (before, after)
    ("4-bit weights in groups", "weight-only-quantization", {"params": {"weight_bits": 4}}, {"weight_bits": (16, [4.125])}),
    (
        "8-bit weights and activations", "weight-activation-quantization", {"params": {"weight_bits": 8}},
        {"weight_bits": (16, [8]), "peak": (989e12, 1979e12), "act_bits": (16, 8)},
    ),
    (
        "8-bit ternary units", "binary-ternary-weights", {"params": {"weight_bits": 1.58}},
        {"weight_bits": (16, [1.58]), "peak": (989e12, 1979e12), "act_bits": (16, 8)},
    ),
    ("8-bit cache", "kv-cache-quantization", {"params": {"kv_bits": 8}}, {"kv_bits": (16, [8])}),
    ("a rival's cache", "kv-cache-quantization", {"params": {"kv_bits": 4}, "baseline": "KIVI"}, {"kv_bits": (4, [4])}),
    ("eight groups of heads", "grouped-query-attention", {"params": {"n_kv_heads": 8}}, {"kv_heads": (32, [8])}),
    ("one head", "multi-query-attention", {}, {"kv_heads": (32, [1])}),
    ("a window", "sliding-window-attention", {"params": {"window": 1024}}, {"window": (np.inf, [1024])}),
    ("dropped tokens", "kv-eviction", {"params": {"sparsity": 0.75}}, {"kv_width": (1, [0.25])}),
    ("tokens that are not read", "sparse-attention", {"params": {"sparsity": 0.75}}, {"kv_kept": (1, [0.25])}),
    ("layers that share", "cross-layer-kv-sharing", {"params": {"sparsity": 0.5}}, {"kv_width": (1, [0.5])}),
    ("pruned weights", "weight-sparsity", {"params": {"sparsity": 0.4}},
     {"weight_density": (1, [0.6]), "flop_density": (1, [0.6]), "head_share": (1, [0.6])}),
    ("rows at zero, of all tokens or of each", "activation-sparsity", {"params": {"sparsity": 0.4}},
     {"rows_kept": (1, [0.6, 0.6]), "rows_own": (1, [0, 1]), "flop_density": (1, [0.6, 1]), "weight_density": (1, 1)}),
    ("skipped layers", "layer-skipping", {"params": {"sparsity": 0.25}}, {"layer_share": (1, [0.75])}),
    ("a trimmed head", "vocabulary-reduction", {"params": {"sparsity": 0.5}}, {"head_share": (1, [0.5])}),
    ("four devices", "tensor-parallelism", {"params": {"tp": 4}, "n_devices": None}, {"tp": ([1], [4])}),
    ("four after two", "tensor-parallelism", {"params": {"tp": 4}, "n_devices": 4, "baseline": "TP2"}, {"tp": ([2], [4])}),
    ("attention on each rank", "data-parallel-attention", {"params": {"dp": 8}, "n_devices": 8},
     {"tp": ([8], 1), "dp": (1, [8])}),
    ("experts on each rank", "expert-parallelism", {"params": {"ep": 8}, "n_devices": 8, "baseline": "TP8"},
     {"tp": ([8], 1), "dp": (1, [8])}),
    ("experts against one device", "expert-parallelism", {"params": {"ep": 8}, "n_devices": 8, "baseline": "1 GPU"},
     {"tp": (1, 1), "dp": (1, [8])}),
    ("stages", "pipeline-parallelism", {"params": {"pp": 4}, "n_devices": 4}, {"tp": (1, 1), "pp": (1, [4])}),
    ("stages of machines", "pipeline-parallelism", {"params": {"pp": 2}, "n_devices": 16, "baseline": "TP16"},
     {"tp": ([2], [2]), "pp": (1, [1]), "link": (1.5e9, 450e9)}),
    ("half of the weights on the host", "expert-offload", {"model": ("Mixtral-8x7B",), "hardware": ("RTX 4090",)},
     {"host_link": (32e9, 32e9)}),
)  # fmt: skip
FIELDS = (
    "weight_bits kv_bits act_bits peak kv_heads window kv_width kv_kept weight_density flop_density layer_share head_share "
    "tp dp pp cp link host_link"
).split()


@pytest.mark.parametrize("row", DIFFERENCES, ids=lambda row: row[0])
def test_a_technique_changes_its_own_fields(
    row: tuple[str, str, dict[str, Any], dict[str, tuple[Any, Any]]],
) -> None:
    _, technique, more, wanted = row
    before, after = pair(technique, **more)
    for name in FIELDS:
        old, new = getattr(before.setting, name), getattr(after.setting, name)
        if name in wanted:
            assert np.asarray(old, dtype=float).tolist() == pytest.approx(wanted[name][0]), name
            assert np.asarray(new, dtype=float).tolist() == pytest.approx(wanted[name][1]), name
        else:
            assert np.array_equal(np.asarray(old, float), np.asarray(new, float), equal_nan=True), name


def test_a_side_may_differ_in_more_than_its_setting() -> None:
    old, new = pair("paged-kv-cache", metric="throughput")
    assert np.asarray(old.waste).tolist() == [0.3, 0.5, 0.618, 0.796]  # arXiv:2309.06180: 20.4 to 38.2 % hold tokens
    assert (new.waste, old.useful, new.useful) == (0.04, 1.0, 1.0)
    eager, _ = pair("paged-kv-cache", metric="throughput", baseline="HF Transformers")
    assert eager.useful == 0.2  # it also waits for the longest of its batch
    old, new = pair("continuous-batching", metric="throughput", baseline="sequential requests")
    assert (old.batch, new.batch) == (1.0, None)
    old, new = pair("continuous-batching", metric="decode")
    assert (old.useful, new.useful) == (1.0, 1.0)
    old, new = pair("prefix-caching", metric="ttft", params={"hit_rate": 0.5})
    assert (old.hit, np.asarray(new.hit).tolist()) == (0.0, [0.5])
    old, new = pair("kv-offload", metric="ttft", params={"hit_rate": 0.5})
    assert (np.asarray(new.hit).tolist(), new.setting.kv_on_host, old.setting.kv_on_host) == ([0.5], 1.0, 0.0)
    old, new = pair("prompt-compression", metric="ttft", params={"sparsity": 0.8})
    assert (old.prompt, np.asarray(new.prompt).tolist()) == (1.0, pytest.approx([0.2]))
    old, new = pair("quantized-communication", params={"comm_bits": 8}, n_devices=8)
    assert (old.links, new.links, old.network, np.asarray(new.network).tolist()) == (1.0, 1.0, 1.0, [0.5])
    old, new = pair("jump-forward-decoding", params={"acceptance_len": 2.5})
    assert np.asarray(new.accepted).tolist() == pytest.approx([2.5])
    assert np.asarray(new.verified).tolist() == pytest.approx([2.5])
    old, new = pair("multi-step-scheduling")
    assert np.asarray(old.host_s).tolist() == [0.5e-3, 2e-3, 5e-3, 10e-3, 20e-3]
    assert new.host_s == 0.0
    old, new = pair("split-kv-decoding")
    # 32 blocks, one a query head, on 148 cores, each of which reads a cache that four heads share: 148 / 32 x 4 = 18.5
    assert np.asarray(old.kv_seconds).tolist() == [1.0, 2.0, 4.0, 8.0, 16.0, 18.5]
    old, new = pair("communication-kernels", n_devices=8)
    assert np.asarray(old.host_s).tolist() == pytest.approx([s * 2 * 32 for s in (5e-6, 10e-6, 20e-6, 50e-6)])
    assert (old.links, new.links, new.host_s) == (1.0, 0.0, 0.0)


def test_standard_attention_writes_its_scores_and_a_framework_copies_its_heads() -> None:
    """Four passes of 2 bytes over 32 scores, beside 8 heads x 256 elements x 2 bytes: 256 / 4,096 = 1/16 more.

    A framework also copies 8 heads to 32, written and read as wide as the queries: 2 x 4 more.
    """
    old, new = pair("io-aware-attention", baseline="standard attention")
    assert (old.fused, new.fused) == (False, True)
    assert old.kv_seconds == pytest.approx(1 + 1 / 16)
    eager, _ = pair("io-aware-attention", baseline="HF Transformers")
    assert eager.kv_seconds == pytest.approx(1 + 8 + 1 / 16)


@pytest.mark.parametrize(
    ("technique", "more", "wanted"),
    [
        ("weight-only-quantization", {"params": {"weight_bits": 4}}, [16 / 4.125]),
        ("weight-only-quantization", {"params": {"weight_bits": 4, "group_size": 32}}, [16 / 4.5]),
        ("weight-only-quantization", {"params": {"weight_bits": 4, "weight_bits_before": 8}}, [8 / 4.125]),
        ("weight-activation-quantization", {"params": {"weight_bits": 8}}, [2.0]),
        ("weight-activation-quantization", {"params": {"weight_bits": 8, "kv_bits": 4}}, [4.0]),
        ("kv-cache-quantization", {"params": {"kv_bits": 4}}, [4.0]),
        ("kv-cache-quantization", {"params": {"kv_bits": 4, "kv_bits_before": 8}}, [2.0]),
        ("grouped-query-attention", {"params": {"n_kv_heads": 8}}, [4.0]),
        ("multi-query-attention", {"params": {"n_heads": 40}}, [40.0]),
        ("sliding-window-attention", {"params": {"window": 4096, "context_len": 32768}}, [8.0]),
        ("sliding-window-attention", {"params": {"window": 4096, "input_len": 16384}}, [4.0]),
        ("sliding-window-attention", {"params": {"window": 4096}}, [32.0]),
        ("sliding-window-attention", {"params": {"window": 4096, "context_len": 1024}}, [1.0]),
        ("kv-eviction", {"params": {"sparsity": 0.9}}, [10.0]),
        ("kv-eviction", {"params": {"sparsity": 0.9999}}, [1000.0]),  # a share above 0.999 is taken as that
        ("weight-sparsity", {"params": {"sparsity": 0.9999}}, [1000.0]),
        ("weight-sparsity", {"params": {"sparsity": 0.5}, "hints": frozenset({"2:4"})}, [16 / 9]),  # an index for each kept one
        ("linear-attention-ssm", {"params": {"sparsity": 1.0, "context_len": 8}}, [1.0]),  # no shorter than its state
        ("grouped-query-attention", {"model": ("Llama-3.1-8B", "Falcon-Mamba-7B"), "params": {"n_kv_heads": 8}}, [4.0]),
        ("multi-head-latent-attention", {"model": ("Llama-3.1-8B", "Falcon-Mamba-7B")}, [2 * 32 * 128 / 576]),
        ("prefix-caching", {"params": {"hit_rate": 0.8}}, [5.0]),
        ("prefix-caching", {"params": {"hit_rate": 0.9999}}, [1000.0]),
        ("prompt-compression", {"params": {"sparsity": 0.5}}, [4.0]),  # attention falls with the square
        ("tensor-parallelism", {"params": {"tp": 8}, "n_devices": 8, "baseline": "2 GPUs"}, [4.0]),
        ("quantized-communication", {"params": {"comm_bits": 4}}, [4.0]),
        ("vocabulary-reduction", {"params": {"sparsity": 0.5}}, [1.25]),  # the head is at most 40 % of what is read
        ("compute-format", {}, [2.0]),
        ("compute-format", {"params": {"act_bits": 4}}, [4.0]),
        ("jump-forward-decoding", {"params": {"acceptance_len": 4}}, [4.0]),
        ("paged-kv-cache", {}, [0.96 / 0.7, 0.96 / 0.5, 0.96 / 0.382, 0.96 / 0.204]),
        ("continuous-batching", {"baseline": "one request at a time", "params": {"batch": 32}}, [32.0]),
        # four bits of eight, operands of four, a cache of four
        ("weight-activation-quantization", {"params": {"weight_bits": 4, "act_bits": 8}}, [4.0]),
        ("weight-activation-quantization", {"params": {"weight_bits": 8, "act_bits": 4}}, [4.0]),
        ("weight-activation-quantization", {"params": {"weight_bits": 8, "act_bits": 8, "kv_bits": 4}}, [4.0]),
        ("weight-activation-quantization", {"params": {"weight_bits": 8, "act_bits": 8, "kv_bits": 8}}, [2.0]),
        # two models: 40 layers of 40 heads against 80 of 8, 256 elements each; 126 of 8 against 61 of 576
        ("grouped-query-attention", {"model": ("Llama-3.1-70B", "Llama-2-13B")}, [2.5]),
        ("multi-head-latent-attention", {"model": ("DeepSeek-V3", "Llama-3.1-405B")}, [258_048 / 35_136]),
        ("multi-head-latent-attention", {"baseline": "GQA"}, [2 * 8 * 128 / 576]),
        (
            "continuous-batching", {"metric": "throughput", "baseline": "static batching"},
            [40.0, 20.0, 10.0, 5.0, 10 / 3, 2.0, 10 / 7],
        ),
        ("continuous-batching", {"metric": "throughput", "baseline": "vLLM"}, [1.0] * 7),
        ("linear-attention-ssm", {"params": {"sparsity": 1.0, "context_len": 1600}}, [100.0]),  # a state is 16 tokens
        (
            "prefix-caching", {"model": ("LLaDA-8B",), "metric": "throughput"},
            [r / b for r in (256, 512, 1024, 2048) for b in (4, 8, 16, 32, 64)],
        ),
    ],
)  # fmt: skip
def test_the_most_that_a_mechanism_gives_by_itself(technique: str, more: dict[str, Any], wanted: list[float]) -> None:
    found = ratio(technique, **more)
    assert (found if len(wanted) > 1 else [max(found)]) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("technique", "unknown", "wanted"),
    [
        ("weight-only-quantization", "weight_bits", [2, 3, 4, 6, 8]),
        ("weight-activation-quantization", "weight_bits", [4, 8]),
        ("binary-ternary-weights", "weight_bits", [1, 1.58, 2]),
        ("kv-cache-quantization", "kv_bits", [2, 3, 4, 8]),
        ("grouped-query-attention", "n_kv_heads", [4, 8]),
        ("sliding-window-attention", "window", [512, 1024, 2048, 4096]),
        ("kv-eviction", "sparsity", [0.5, 0.75, 0.9, 0.95, 0.98]),
        ("cross-layer-kv-sharing", "sparsity", [0.5, 0.667, 0.75, 0.9375]),
        ("kv-low-rank", "sparsity", [0.3, 0.5, 0.75, 0.9]),
        ("linear-attention-ssm", "sparsity", [0.75, 0.9, 1.0]),
        ("layer-skipping", "sparsity", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
        ("vocabulary-reduction", "sparsity", [0.25, 0.5, 0.75, 0.9]),
        ("prefix-caching", "hit_rate", [0.3, 0.5, 0.7, 0.9, 0.95, 0.99]),
        ("prompt-compression", "prompt_kept", [0.05, 0.1, 0.2, 0.25, 0.5, 0.75]),
        ("quantized-communication", "comm_bits", [4, 8]),
        ("jump-forward-decoding", "forced", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]),
        ("communication-kernels", "exchange_s", [5e-6, 10e-6, 20e-6, 50e-6]),
        ("continuous-batching", "useful", [0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7]),
    ],
)
def test_what_is_admitted_where_nothing_is_stated(technique: str, unknown: str, wanted: list[float]) -> None:
    assert sorted(set(values(technique)[unknown])) == wanted


@pytest.mark.parametrize(
    ("technique", "lengths"),
    [
        ("speculative-decoding", [1, 2, 3, 4, 5, 7]),
        ("self-speculation", [2, 4, 6, 8, 12]),
        ("medusa-heads", [2, 3, 4, 5]),
        ("eagle", [1, 2, 3, 4, 5, 6, 7]),
        ("multi-token-prediction", [1, 2, 3, 4, 5]),
        ("lookahead-decoding", [3, 5, 7]),
        ("ngram-speculation", [2, 3, 5, 7, 10, 16, 32, 64]),
        ("tree-speculation", [3, 5, 7, 10]),
        ("parallel-drafting", [3, 5, 7, 10, 15]),
        ("long-context-speculation", [2, 4, 6, 8, 12, 15]),
    ],
)
def test_drafts_that_are_admitted(technique: str, lengths: list[float]) -> None:
    assert sorted(set(values(technique)["draft_len"])) == lengths
    # a stated acceptance needs a draft of at least one token less
    assert min(values(technique, params={"acceptance_len": 3.5})["draft_len"]) >= 2.5
    assert set(values(technique, params={"acceptance_len": 80})["draft_len"]) == {79.0}
    assert set(values(technique, params={"draft_len": 3})["accepted_share"]) == {0.1, 0.25, 0.5, 0.75, 0.9, 1.0}


@pytest.mark.parametrize(
    ("hints", "bits", "density", "factor"),
    [
        (frozenset(), 16, 0.5, 2.0),  # whole rows: no index
        (frozenset({"2:4"}), 16, 0.5625, 16 / 9),  # (16 + 2) / 16 / 2
        (frozenset({"2:4"}), 4, 0.75, 4 / 3),  # Sparse-Marlin: 3 bits a weight of what took 4
    ],
)
def test_two_of_four_weights_bring_two_bits_each_that_say_where_they_stood(
    hints: frozenset[str], bits: float, density: float, factor: float
) -> None:
    stated = {"params": {"sparsity": 0.5, "weight_bits": bits}, "hints": hints}
    _, after = pair("weight-sparsity", **stated)
    narrow = np.asarray(after.setting.weight_bits) / bits  # scales of groups are no part of this
    assert np.asarray(after.setting.weight_density).tolist() == pytest.approx([0.5 + (density - 0.5) / float(narrow)])
    assert after.setting.flop_density == 0.5
    assert ratio("weight-sparsity", **stated) == pytest.approx([factor])


def test_a_draft_on_a_tenth_of_the_cache_reads_a_tenth_of_it() -> None:
    """Llama-3.1-8B caches 32 x 8 x 2 x 128 elements of two bytes a token; four draft steps at 32,768 tokens."""
    _, new = pair("long-context-speculation", params={"sparsity": 0.9, "draft_len": 4})
    assert new.draft is not None
    cost = drafting(new.setting, new.draft, 1.0, 32_768.0)
    assert np.asarray(cost.kv).ravel() == pytest.approx(4 * 32_768 * 131_072 * 0.1)
    assert np.asarray(cost.weights).ravel() == pytest.approx(4 * 2 * 7.505e9)


def test_a_draft_of_a_share_of_the_target_costs_this_share_of_its_step() -> None:
    """No size is stated: weights, head, cache, FLOPs and layers of a draft step are a hundredth to a fifth of the target's."""
    found = case("speculative-decoding", params={"draft_len": 1})
    _, new = pair("speculative-decoding", params={"draft_len": 1})
    assert new.draft is not None
    share = choices_of(found, [e for _, e in effects_of(found)]).values["draft_share"]
    plain, cost = decode(new.setting, 1.0, 4096.0), drafting(new.setting, new.draft, 1.0, 4096.0)
    for term in ("weights", "kv", "flops", "layers"):
        assert np.asarray(getattr(cost, term)) == pytest.approx(getattr(plain, term) * share), term


def test_a_draft_stays_on_the_device_where_it_fits_beside_a_target_on_the_host() -> None:
    """Llama-2-70B from the host: a drafter of 7 billion fits 80 GB and one of 66 billion does not, nor do the target's layers."""
    here: dict[str, Any] = {"model": ("Llama-2-70B",), "hardware": ("A100",), "baseline": "offloading"}

    def host_seconds(technique: str, **params: Any) -> list[float]:
        found = replace(case(technique, params={"draft_len": 4} | params, **here), on_host=1.0)
        effects = effects_of(found)
        _, new = sides(found, found.places[0], effects, choices_of(found, [effect for _, effect in effects]))
        assert new.draft is not None
        return np.unique(np.ravel(drafting(new.setting, new.draft, 1.0, 512.0).host_s)).tolist()

    link = 32e9  # bytes/s
    assert host_seconds("speculative-decoding", draft_model="Llama-2-7B") == [0]
    assert host_seconds("speculative-decoding", draft_model="OPT-66B")[0] > 4 * 2 * 65e9 / link
    assert host_seconds("speculative-decoding") == [0]  # a fifth of the target at most
    assert host_seconds("self-speculation", sparsity=0.5)[0] > 4 * 2 * 34e9 / link
    assert host_seconds("eagle") == [0]
    assert host_seconds("medusa-heads") == [0]


def test_a_draft_is_as_long_as_its_accepted_tokens_need() -> None:
    """9.5 tokens a pass need 8.5 drafted ones, 4 need 3 at least, 3.2 more than two."""
    assert sorted(set(values("eagle", params={"acceptance_len": 9.5})["draft_len"])) == [9]
    assert sorted(set(values("eagle", params={"acceptance_len": 4})["draft_len"])) == [3, 4, 5, 6, 7]
    assert sorted(set(values("eagle", params={"acceptance_len": 3.2})["draft_len"])) == [3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("params", "active"),
    [
        ({"draft_params_b": [0.5, 1.5]}, 0.5e9),  # of a range the one that costs least
        ({"draft_model": "Mixtral-8x7B"}, 12.75e9),
        ({"draft_model": "Mixtral-8x7B", "draft_params_b": 7}, 12.75e9),
        ({"draft_model": "a small one", "draft_params_b": 7}, 7e9),
        ({}, None),
    ],
)
def test_the_size_of_a_draft_model(params: dict[str, Any], active: float | None) -> None:
    found = draft_shape(case("speculative-decoding", params=params))
    assert (found.active if found else None) == (None if active is None else pytest.approx(active, rel=0.01))


def test_narrow_weights_that_are_sparse_as_well_store_fewer_of_them_with_where_they_stood() -> None:
    """Two of four weights with 4.125 bits and a 2-bit index each: 3.06 bits, 13.2 GB become 2.5; with 268 MB of cache 4.8x."""
    sparse = Statement(
        technique="weight-only-quantization",
        metric="decode",
        factor_low=4.5,
        factor_high=4.5,
        hardware=("A100",),
        n_devices=1,
        model=("Llama-2-7B",),
        params={"weight_bits": 4, "weight_bits_before": 16, "batch": 1},
    )
    assert judge(sparse).verdict == "implausible"
    found = judge(replace(sparse, hints=frozenset({"2:4"})))
    assert found.verdict == "conditional"
    assert found.ceiling == pytest.approx(4.82, abs=0.01)
    other_way = replace(sparse, technique="weight-sparsity", params={**sparse.params, "sparsity": 0.5})
    assert judge(replace(other_way, hints=frozenset({"2:4"}))).ceiling == pytest.approx(4.82, abs=0.01)


def test_two_formats_on_one_chip_are_no_new_chip() -> None:
    """6 bits in groups of 128 are 6.125: 8 / 6.125 = 1.31."""
    formats = Statement(
        technique="hardware-upgrade",
        metric="decode",
        factor_low=1.25,
        factor_high=1.25,
        hardware=("M2",),
        params={"weight_bits": 6, "weight_bits_before": 8},
    )
    assert judge(formats).ceiling == pytest.approx(8 / 6.125, rel=1e-6)
    assert judge(replace(formats, params={"weight_bits": 6})).verdict == "unverifiable"

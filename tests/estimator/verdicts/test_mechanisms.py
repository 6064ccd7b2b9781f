"""Which mechanism a technique is judged by."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from estimator import TECHNIQUES, Statement, judge
from estimator.verdicts import mechanisms
from estimator.verdicts.case import Case, read
from estimator.verdicts.compare import choices_of, effects_of, plain_side
from estimator.verdicts.effects import Effect


def test_every_technique_is_judged_or_says_why_not() -> None:
    assert [key for key in TECHNIQUES if key not in mechanisms.EFFECTS and key not in mechanisms.UNMODELLED] == []


def test_a_new_row_is_judged_as_the_row_with_the_same_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    new = replace(TECHNIQUES["weight-only-quantization"], key="a-new-row", aliases=("NewRow",), cased=())
    monkeypatch.setattr(mechanisms, "TECHNIQUES", {**TECHNIQUES, new.key: new})
    assert mechanisms._by_effect() == {new.key: mechanisms.EFFECTS["weight-only-quantization"]}


def test_a_constant_state_is_read_too_and_bounds_the_factor() -> None:
    """Mamba keeps 16 numbers for each of twice the width, as much as 16 tokens of a multi-head cache."""
    claim = Statement(
        technique="linear-attention-ssm", metric="memory", factor_low=20.0, factor_high=20.0, hardware=("H100",),
        model=("Llama-2-7B",), params={"context_len": 32768},
    )  # fmt: skip
    assert judge(claim).ceiling == pytest.approx(32768 / 16)
    decode = judge(replace(claim, metric="decode", factor_low=1.5, factor_high=1.5, n_devices=1))
    assert decode.after is not None
    assert (
        decode.after.bytes["kv"] >= 32 * 2 * 4096 * 16 * 2 * 2 * 0.75
    )  # three quarters of 32 layers or more, 16 bits, read and written


def test_a_model_without_a_cache_is_held_against_a_transformer_of_its_size() -> None:
    claim = Statement(
        technique="linear-attention-ssm", metric="memory", factor_low=20.0, factor_high=20.0, model=("Falcon-Mamba-7B",)
    )
    assert judge(replace(claim, params={"context_len": 1024})).ceiling == pytest.approx(
        1024 * 32 * 2 * 4096 / (64 * 8192 * 16)
    )


def one(technique: str, **more: Any) -> tuple[Case, Effect]:
    fields: dict[str, Any] = {
        "metric": "decode",
        "model": ("Llama-3.1-8B",),
        "hardware": ("H100",),
        "n_devices": 1,
    } | more
    case = read(Statement(technique=technique, **fields))
    ((_, effect),) = effects_of(case)
    return case, effect


USUAL: tuple[tuple[str, dict[str, Any], dict[str, tuple[float, float]]], ...] = (
    # technique, what is stated, and for each unknown the values from and to that a reader would expect
    ("weight-only-quantization", {}, {"weight_bits": (4, 8)}),
    ("weight-activation-quantization", {}, {"weight_bits": (8, 8)}),
    ("binary-ternary-weights", {}, {"weight_bits": (1.58, 2)}),
    ("kv-cache-quantization", {}, {"kv_bits": (4, 8)}),
    ("grouped-query-attention", {}, {"n_kv_heads": (8, 8)}),
    ("multi-query-attention", {}, {"n_kv_heads": (1, 1)}),
    ("sliding-window-attention", {}, {"window": (1024, 4096)}),
    ("kv-eviction", {}, {"sparsity": (0.5, 0.9)}),
    ("sparse-attention", {}, {"sparsity": (0.5, 0.9)}),
    ("cross-layer-kv-sharing", {}, {"sparsity": (0.5, 0.5)}),
    ("kv-low-rank", {}, {"sparsity": (0.3, 0.5)}),
    ("linear-attention-ssm", {}, {"sparsity": (0.75, 0.9)}),
    ("paged-kv-cache", {}, {"waste": (0.5, 0.8)}),
    ("continuous-batching", {}, {"useful": (0.3, 0.7)}),
    ("prefix-caching", {}, {"hit_rate": (0.3, 0.9)}),
    ("kv-offload", {}, {"hit_rate": (0.3, 0.9)}),
    ("kv-offload", {"baseline": "recomputation"}, {"hit_rate": (0.9, 0.99)}),
    ("prompt-compression", {}, {"prompt_kept": (0.25, 0.5)}),
    ("prompt-compression", {"params": {"sparsity": [0.5, 0.9]}}, {"prompt_kept": (0.1, 0.5)}),
    ("tensor-parallelism", {}, {"devices": (2, 8)}),
    ("quantized-communication", {}, {"comm_bits": (8, 8)}),
    ("weight-sparsity", {}, {"sparsity": (0.4, 0.5)}),
    ("activation-sparsity", {}, {"sparsity": (0.4, 0.5), "rows_own": (1, 1)}),
    ("expert-offload", {}, {"on_host": (0.25, 1)}),
    ("weight-offload-streaming", {"metric": "throughput"},
     {"on_host": (0.25, 1), "batch_before": (4, 64), "kv_on_host": (0, 1)}),
    ("layer-skipping", {}, {"sparsity": (0.1, 0.3)}),
    ("vocabulary-reduction", {}, {"sparsity": (0.5, 0.75)}),
    ("speculative-decoding", {}, {"draft_len": (1, 7), "accepted_share": (0, 1), "draft_share": (0.03, 0.1)}),
    ("self-speculation", {}, {"draft_len": (2, 12), "accepted_share": (0, 1), "draft_share": (0.2, 0.5)}),
    ("tree-speculation", {}, {"draft_len": (3, 10), "accepted_share": (0, 1), "draft_share": (0.01, 0.1)}),
    ("parallel-drafting", {}, {"draft_len": (3, 15), "accepted_share": (0, 1), "draft_share": (0.02, 0.1)}),
    ("long-context-speculation", {}, {"draft_len": (2, 15), "accepted_share": (0, 1), "draft_share": (0.1, 0.5)}),
    ("diffusion-decoding", {}, {"acceptance_len": (2, 6)}),
    ("jump-forward-decoding", {}, {"forced": (0.1, 0.5)}),
    ("multi-step-scheduling", {}, {"host_s": (0.5e-3, 5e-3)}),
    ("split-kv-decoding", {}, {"idle": (1, 4)}),
    ("communication-kernels", {}, {"exchange_s": (5e-6, 20e-6)}),
    ("prefix-caching", {"model": ("LLaDA-8B",)}, {"recomputed": (512, 2048), "block": (16, 32)}),
)  # fmt: skip


@pytest.mark.parametrize("row", USUAL, ids=lambda row: f"{row[0]} {row[1] or ''}")
def test_what_is_expected_of_an_unknown(row: tuple[str, dict[str, Any], dict[str, tuple[float, float]]]) -> None:
    technique, more, wanted = row
    case, effect = one(technique, **more)
    found = {axis.name: axis.typical for axis in effect.axes(case)}
    assert found == {name: pytest.approx(ends) for name, ends in wanted.items()}


OTHERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("weight-only-quantization", {"params": {"weight_bits": 4, "kv_bits": 8}}),
    ("weight-activation-quantization", {"params": {"weight_bits": 8, "kv_bits": 8}}),
    ("io-aware-attention", {"model": ("Falcon-Mamba-7B",)}),
    ("paged-kv-cache", {"baseline": "vLLM"}),
    ("continuous-batching", {"metric": "throughput", "baseline": "static batching"}),
    ("continuous-batching", {"metric": "throughput", "baseline": "vLLM"}),
    ("prefix-caching", {"model": ("LLaDA-8B",)}),
    ("pipeline-parallelism", {"params": {"pp": 2}, "n_devices": 16, "baseline": "TP16"}),
    ("tensor-parallelism", {"params": {"tp": 4}, "n_devices": 4, "baseline": "TP4"}),
    ("sliding-window-attention", {"model": ("gpt-oss-20b",)}),
    ("sparse-attention", {"model": ("DeepSeek-V3.2",)}),
    ("sparse-attention", {"model": ("DeepSeek-V3.2", "DeepSeek-V3")}),
    ("linear-attention-ssm", {"model": ("Falcon-Mamba-7B",)}),
    ("linear-attention-ssm", {"model": ("Falcon-Mamba-7B", "Llama-3.1-8B")}),
    ("smaller-model", {"model": ("Llama-3.1-8B", "Llama-3.1-70B")}),
    ("hardware-upgrade", {"hardware": ("H100", "A100")}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("technique", "more"), [*((key, {}) for key in mechanisms.EFFECTS), *OTHERS], ids=lambda value: str(value)
)
def test_what_a_mechanism_leaves_alone_stays_on_its_side(technique: str, more: dict[str, Any]) -> None:
    """Two sides that differ in a batch of their own and in the bytes/s of the link between devices."""
    case, effect = one(technique, **more)
    side = plain_side(case, case.places[0], ())
    old, new = (
        replace(side, batch=batch, network=network, setting=replace(side.setting, peer_bits=bits))
        for batch, network, bits in ((3.0, 0.3, 13.0), (5.0, 0.5, 15.0))
    )
    before, after = effect.apply(case, case.places[0], (old, new), choices_of(case, [effect]).values)
    assert (before.batch, after.batch) == (3.0, 5.0)
    assert before.network == 0.3
    assert (before.setting.peer_bits, after.setting.peer_bits) == (13.0, 15.0)


def test_a_mixture_is_held_against_a_dense_model_of_its_size() -> None:
    """Mixtral-8x7B: 46.7 billion parameters, all of which a dense model reads."""
    for models, old, new in (
        (("Mixtral-8x7B",), "a dense model of 46.7B", "Mixtral-8x7B"),
        ((), "a dense model of 6.74B", "Llama-2-7B"),  # the first of the usual ones
        (("Mixtral-8x7B", "Llama-2-70B"), "Llama-2-70B", "Mixtral-8x7B"),
    ):
        case, effect = one("mixture-of-experts", model=models)
        side = plain_side(case, case.places[0], ())
        other = replace(side, setting=replace(side.setting, shape=replace(side.setting.shape, name="neither")))
        before, after = effect.apply(case, case.places[0], (other, other), {})
        assert (before.setting.shape.name, after.setting.shape.name) == (old, new)
    case, effect = one("mixture-of-experts", model=("Mixtral-8x7B",))
    side = plain_side(case, case.places[0], ())
    twin, mixture = (s.setting.shape for s in effect.apply(case, case.places[0], (side, side), {}))
    assert (twin.routed, twin.experts, twin.experts_per_token) == (0.0, 1.0, 1.0)
    assert twin.always == twin.active == mixture.always + mixture.routed


@pytest.mark.parametrize(
    ("technique", "name", "reason"),
    [
        ("weight-only-quantization", "weight_bits", "no width is stated"),
        ("kv-cache-quantization", "kv_bits", "no width is stated"),
        ("quantized-communication", "comm_bits", "no width is stated"),
        ("grouped-query-attention", "n_kv_heads", "no number of KV heads is stated"),
        ("multi-query-attention", "n_kv_heads", "by definition"),
        ("sliding-window-attention", "window", "no window is stated"),
        ("kv-eviction", "sparsity", "no share of the cache is stated"),
        ("cross-layer-kv-sharing", "sparsity", "no share of layers is stated"),
        ("kv-low-rank", "sparsity", "no rank is stated"),
        ("linear-attention-ssm", "sparsity", "no share of linear layers is stated"),
        ("weight-sparsity", "sparsity", "no sparsity is stated"),
        ("layer-skipping", "sparsity", "no share of skipped layers is stated"),
        ("vocabulary-reduction", "sparsity", "no share of the vocabulary is stated"),
        ("prefix-caching", "hit_rate", "no hit rate is stated"),
        ("tensor-parallelism", "devices", "no number of devices is stated"),
        ("expert-offload", "on_host", "no share found on the card is stated"),
        ("eagle", "draft_len", "no draft length is stated: 1 to 7 tokens"),
        ("eagle", "accepted_share", "no acceptance is stated: up to every drafted token"),
        ("speculative-decoding", "draft_share", "the draft's size is not stated"),
        ("diffusion-decoding", "acceptance_len", "no tokens a step are stated: up to a block of 32"),
        ("jump-forward-decoding", "forced", "the share of tokens that the grammar forces is not stated"),
        ("paged-kv-cache", "waste", "reserved caches hold tokens in 20 to 38 % of their memory (arXiv:2309.06180)"),
        ("continuous-batching", "useful",
         "a static batch waits for its longest request, and is as small as its longest output needs: mean over longest"),
        ("prompt-compression", "prompt_kept", "compressors keep a half to a twentieth of a prompt (arXiv:2310.05736)"),
        ("activation-sparsity", "rows_own",
         "whether the tokens of a batch leave the same rows at zero is not said, and independent ones do not"),
        ("multi-step-scheduling", "host_s", "engines spend 0.5 to 20 ms of host time a step"),
        ("split-kv-decoding", "idle", "one block a head leaves most of 100 to 150 cores idle at batch 1"),
        ("communication-kernels", "exchange_s", "an all-reduce of a few kilobytes takes 5 to 50 us"),
    ],
)  # fmt: skip
def test_what_is_left_open_is_told_with_the_reason_for_its_values(technique: str, name: str, reason: str) -> None:
    case = read(Statement(technique=technique, hardware=("H100",), model=("Llama-3.1-8B",)))
    assert {axis.name: axis.reason for axis in mechanisms.EFFECTS[technique].axes(case)}[name] == reason

"""The table: every technique of the taxonomy to its mechanism, or to what is missing to judge it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from estimator.techniques import TECHNIQUES
from estimator.verdicts import caches, drafts, effects, layouts, overheads, serving, weights
from estimator.verdicts.case import Case
from estimator.verdicts.effects import Effect, Values

_drafted = Effect(
    "several tokens for each pass of the target model",
    drafts.draft_axes,
    drafts.draft_apply,
    drafts.draft_ratio,
    "steps",
)


def _kv(
    what: str, axes: Any, apply: Any = caches.evict, ratio: Callable[[Case, Values], Any] = effects.density_ratio
) -> Effect:
    return Effect(what, axes, apply, ratio, "kv", ratio, prompt=apply in (caches.read_less, caches.windowed))


EFFECTS: dict[str, Effect] = {
    "weight-only-quantization": Effect(
        "narrower weights",
        weights.weight_axes((2.0, 3.0, 4.0, 6.0, 8.0), (4.0, 8.0)),
        weights.weight_only,
        weights.weight_ratio,
        "weights",
        weights.weight_ratio,
    ),
    "weight-activation-quantization": Effect(
        "narrower weights and faster matrix units",
        weights.weight_axes((4.0, 8.0), (8.0, 8.0)),
        weights.weight_activation,
        weights.activation_ratio,
        "weights",
        weights.weight_ratio,
    ),
    "binary-ternary-weights": Effect(
        "weights of one or two bits",
        weights.weight_axes((1.0, 1.58, 2.0), (1.58, 2.0)),
        weights.ternary,
        weights.weight_ratio,
        "weights",
        weights.weight_ratio,
    ),
    "kv-cache-quantization": _kv("a narrower KV cache", caches.kv_axes, caches.kv_quant, caches.kv_ratio),
    "grouped-query-attention": _kv("fewer KV heads", caches.grouped_axes, caches.heads, caches.heads_ratio),
    "multi-query-attention": _kv("one KV head", caches.single_axes, caches.heads, caches.heads_ratio),
    "multi-head-latent-attention": _kv(
        "a latent vector in place of KV heads", effects.no_axes, caches.latent_heads, caches.latent_ratio
    ),
    "sliding-window-attention": _kv("a window on the cache", caches.window_axes, caches.windowed, caches.window_ratio),
    "kv-eviction": _kv("fewer cached tokens", caches.kept_axes),
    "sparse-attention": _kv("fewer cached tokens read", caches.select_axes, caches.read_less, caches.selected_ratio),
    "cross-layer-kv-sharing": _kv("layers that share a cache", caches.shared_axes),
    "kv-low-rank": _kv("a cache of lower rank", caches.rank_axes),
    "linear-attention-ssm": _kv(
        "a constant state in place of a cache", caches.linear_axes, caches.linear, caches.linear_ratio
    ),
    "io-aware-attention": Effect("no score matrix in memory", effects.no_axes, serving.io_aware, None, "attention"),
    "paged-kv-cache": Effect(
        "less wasted cache memory, so more sequences a step",
        serving.waste_axes,
        serving.paged,
        serving.paged_ratio,
        "waste",
        serving.paged_ratio,
    ),
    "continuous-batching": Effect(
        "no idle places in the batch", serving.batching_axes, serving.batching, serving.batching_ratio, "batch"
    ),
    "prefix-caching": Effect(
        "prompt tokens that need no computing", serving.hit_axes, serving.prefix, serving.hit_ratio, "prompt"
    ),
    "kv-aware-routing": Effect(
        "more prompts that find their cache", serving.hit_axes, serving.prefix, serving.hit_ratio, "prompt"
    ),
    "kv-offload": Effect(
        "a cache that is read back instead of computed again",
        serving.stored_axes,
        serving.reload,
        serving.hit_ratio,
        "prompt",
    ),
    "prompt-compression": Effect(
        "shorter prompts", serving.compress_axes, serving.compress, serving.compress_ratio, "prompt"
    ),
    "tensor-parallelism": Effect(
        "weights and cache shared out over more devices",
        layouts.device_axes("tp"),
        layouts.layout,
        layouts.device_ratio,
        "devices",
        layouts.shared_out,
    ),
    "expert-parallelism": Effect(
        "experts shared out over more devices",
        layouts.device_axes("ep", "tp"),
        layouts.experts_apart,
        layouts.device_ratio,
        "devices",
        layouts.device_ratio,
    ),
    "data-parallel-attention": Effect(
        "a cache that is not copied to every device",
        layouts.device_axes("dp", "tp", "ep"),
        layouts.attention_apart,
        layouts.copies_spared,
        "devices",
        layouts.copies_spared,
    ),
    "quantized-communication": Effect(
        "fewer bytes between devices", layouts.link_axes, layouts.narrow_links, layouts.link_ratio, "network"
    ),
    "weight-sparsity": Effect(
        "weights that are not stored",
        weights.density,
        weights.sparse_weights,
        weights.sparse_ratio,
        "weights",
        weights.sparse_ratio,
        prompt=True,
    ),
    "activation-sparsity": Effect(
        "weights that are not read", weights.row_axes, weights.sparse_rows, effects.density_ratio, "weights"
    ),
    "mixture-of-experts": Effect(
        "only the routed experts are read", effects.no_axes, effects.other_model, None, "model"
    ),
    "expert-offload": Effect(
        "experts found on the card instead of fetched", layouts.host_axes, layouts.offload, None, "host"
    ),
    "weight-offload-streaming": Effect(
        "one transfer of the weights for more tokens", layouts.streaming_axes, layouts.streaming, None, "host"
    ),
    "layer-skipping": Effect(
        "fewer layers a token",
        weights.skip_axes,
        weights.skip_layers,
        effects.density_ratio,
        "weights",
        effects.density_ratio,
        prompt=True,
    ),
    "smaller-model": Effect("a smaller model", effects.no_axes, effects.other_model, None, "model"),
    "kernel-fusion": Effect(
        "fewer launches and intermediates that stay on chip", effects.no_axes, effects.nothing, None, "overhead"
    ),
    "vocabulary-reduction": Effect(
        "fewer rows of the LM head",
        weights.vocabulary_axes,
        weights.trim_vocabulary,
        weights.vocabulary_ratio,
        "weights",
    ),
    **dict.fromkeys(drafts.DRAFTERS, _drafted),
    "diffusion-decoding": Effect(
        "several tokens a pass", drafts.diffusion_axes, drafts.diffusion_apply, drafts.draft_ratio, "steps"
    ),
    "jump-forward-decoding": Effect(
        "forced tokens without a pass", drafts.forced_axes, drafts.forced_apply, drafts.forced_ratio, "steps"
    ),
    "multi-step-scheduling": Effect(
        "less host time between steps", overheads.host_work_axes, overheads.host_work, None, "overhead"
    ),
    "cuda-graphs": Effect("fewer kernel launches", effects.no_axes, effects.nothing, None, "overhead"),
    "kernel-optimization": Effect("kernels closer to the roof", effects.no_axes, effects.nothing, None, "utilisation"),
    "split-kv-decoding": Effect("all cores at work on a long cache", overheads.split_axes, overheads.split, None, "kv"),
    "compute-format": Effect(
        "faster matrix units", effects.no_axes, overheads.narrow_compute, overheads.compute_ratio, "compute"
    ),
    "pipeline-parallelism": Effect(
        "layers shared out over more devices",
        layouts.device_axes("pp"),
        layouts.pipelined,
        layouts.device_ratio,
        "stages",
        layouts.device_ratio,
    ),
    "communication-kernels": Effect(
        "faster or hidden exchanges between devices", layouts.exchange_axes, layouts.fast_links, None, "network"
    ),
    "hardware-upgrade": Effect("a faster chip", overheads.chip_axes, overheads.new_chip, None, "roof"),
}

# A diffusion model without a cache computes its whole sequence in every pass: there, a cache is fewer tokens a pass.
RECOMPUTED = Effect(
    "a cache in place of computing the whole sequence in every pass",
    serving.recomputed_axes,
    serving.recomputed,
    serving.recomputed_ratio,
    "steps",
)

# What a roofline does not model: what is missing, and what to ask.
UNMODELLED: dict[str, tuple[str, str]] = {
    "scheduling": (
        "scheduling changes who waits for whom, not what a step costs; its effect depends on the arrival "
        "pattern and the latency targets",
        "What are the arrival rate, the lengths of prompts and outputs, and the latency targets?",
    ),
    "prefill-decode-disaggregation": (
        "separating the phases removes interference; what that gains depends on the latency targets and the "
        "arrival pattern, and each phase keeps its own roof",
        "What are the latency targets, the arrival rate, and the split of devices between prefill and decode?",
    ),
    "kv-aware-routing": (
        "what a router finds in caches depends on how often prompts repeat and on the queues at each replica",
        "Which share of the prompt tokens was found in a cache before, and which after?",
    ),
    "host-overhead": (
        "work on the host outside of the model's steps is not modelled",
        "Which share of a request's time did this host work take before?",
    ),
    "structured-output-overhead": (
        "grammar and mask work on the host is not modelled, and its share of a decode step is not stated",
        "Which share of a decode step did the masks take before?",
    ),
    "other": (
        "no mechanism is stated",
        "What moves: which bytes, or which passes of the model, become fewer, and against which baseline?",
    ),
}


# Hints of a statement that its figure is not one of inference, or was not measured: why it cannot be judged, what to ask.
ELSEWHERE: dict[str, tuple[str, str]] = {
    "forecast": (
        "what is hoped for has not been measured",
        "What was measured, on which hardware and with which model?",
    ),
    "start-up": (
        "what is done once, before anything is served, is no part of a step or of a prompt",
        "How long do a token and a prompt take once the server runs?",
    ),
    "training": (
        "the figure is of training, and only inference is modelled",
        "Is there a figure for running the model that was trained?",
    ),
    "pictures": (
        "the figure is of a model that makes pictures, and only language models are modelled",
        "Is there a figure for a model that writes text?",
    ),
    "price": (
        "money depends on prices, on how busy the machines are and on the batch, which a roofline does not know",
        "How many tokens a second does one device give, at which batch, before and after?",
    ),
}


def _by_effect() -> dict[str, Effect]:
    """A row of the catalog without a mechanism of its own has that of the first row with the same effect."""
    first: dict[str, Effect] = {}
    for row in TECHNIQUES.values():
        if row.key in EFFECTS:
            first.setdefault(row.effect, EFFECTS[row.key])
    known = EFFECTS.keys() | UNMODELLED.keys()
    return {row.key: first[row.effect] for row in TECHNIQUES.values() if row.key not in known and row.effect in first}


EFFECTS |= _by_effect()

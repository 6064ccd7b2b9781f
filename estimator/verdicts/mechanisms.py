"""The table: every technique of the taxonomy to its mechanism, or to what is missing to judge it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from estimator.verdicts import drafts
from estimator.verdicts import effects as fx
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
    what: str, axes: Any, apply: Any = fx._evict, ratio: Callable[[Case, Values], Any] = fx._density_ratio
) -> Effect:
    return Effect(what, axes, apply, ratio, "kv", ratio, prompt=apply in (fx._read_less, fx._windowed))


EFFECTS: dict[str, Effect] = {
    "weight-only-quantization": Effect(
        "narrower weights",
        fx._weight_axes((2.0, 3.0, 4.0, 6.0, 8.0), (4.0, 8.0)),
        fx._weight_only,
        fx._weight_ratio,
        "weights",
        fx._weight_ratio,
    ),
    "weight-activation-quantization": Effect(
        "narrower weights and faster matrix units",
        fx._weight_axes((4.0, 8.0), (8.0, 8.0)),
        fx._weight_activation,
        fx._activation_ratio,
        "weights",
        fx._weight_ratio,
    ),
    "binary-ternary-weights": Effect(
        "weights of one or two bits",
        fx._weight_axes((1.0, 1.58, 2.0), (1.58, 2.0)),
        fx._weight_only,
        fx._weight_ratio,
        "weights",
        fx._weight_ratio,
    ),
    "kv-cache-quantization": _kv("a narrower KV cache", fx._kv_axes, fx._kv_quant, fx._kv_ratio),
    "grouped-query-attention": _kv("fewer KV heads", fx._grouped_axes, fx._heads, fx._heads_ratio),
    "multi-query-attention": _kv("one KV head", fx._single_axes, fx._heads, fx._heads_ratio),
    "multi-head-latent-attention": _kv(
        "a latent vector in place of KV heads", fx._no_axes, fx._latent, fx._latent_ratio
    ),
    "sliding-window-attention": _kv("a window on the cache", fx._window_axes, fx._windowed, fx._window_ratio),
    "kv-eviction": _kv("fewer cached tokens", fx._kept_axes),
    "sparse-attention": _kv("fewer cached tokens read", fx._kept_axes, fx._read_less),
    "cross-layer-kv-sharing": _kv("layers that share a cache", fx._shared_axes),
    "kv-low-rank": _kv("a cache of lower rank", fx._rank_axes),
    "linear-attention-ssm": _kv("a constant state in place of a cache", fx._linear_axes, fx._linear, fx._linear_ratio),
    "io-aware-attention": Effect("no score matrix in memory", fx._no_axes, fx._io_aware, None, "attention"),
    "paged-kv-cache": Effect(
        "less wasted cache memory, so more sequences a step",
        fx._waste_axes,
        fx._paged,
        fx._paged_ratio,
        "waste",
        fx._paged_ratio,
    ),
    "continuous-batching": Effect(
        "no idle places in the batch", fx._batching_axes, fx._batching, fx._batching_ratio, "batch"
    ),
    "prefix-caching": Effect("prompt tokens that need no computing", fx._hit_axes, fx._prefix, fx._hit_ratio, "prompt"),
    "kv-aware-routing": Effect("more prompts that find their cache", fx._hit_axes, fx._prefix, fx._hit_ratio, "prompt"),
    "kv-offload": Effect(
        "a cache that is read back instead of computed again", fx._hit_axes, fx._reload, fx._hit_ratio, "prompt"
    ),
    "prompt-compression": Effect("shorter prompts", fx._compress_axes, fx._compress, fx._compress_ratio, "prompt"),
    "tensor-parallelism": Effect(
        "weights and cache shared out over more devices",
        fx._device_axes("tp"),
        fx._layout,
        fx._device_ratio,
        "devices",
        fx._device_ratio,
    ),
    "expert-parallelism": Effect(
        "experts shared out over more devices",
        fx._device_axes("ep", "tp"),
        fx._experts_apart,
        fx._device_ratio,
        "devices",
        fx._device_ratio,
    ),
    "data-parallel-attention": Effect(
        "a cache that is not copied to every device",
        fx._device_axes("dp", "tp", "ep"),
        fx._attention_apart,
        fx._device_ratio,
        "devices",
        fx._device_ratio,
    ),
    "quantized-communication": Effect(
        "fewer bytes between devices", fx._link_axes, fx._narrow_links, fx._link_ratio, "network"
    ),
    "weight-sparsity": Effect(
        "weights that are not stored",
        fx._density,
        fx._sparse_weights,
        fx._density_ratio,
        "weights",
        fx._density_ratio,
        prompt=True,
    ),
    "activation-sparsity": Effect(
        "weights that are not read", fx._density, fx._sparse_weights, fx._density_ratio, "weights"
    ),
    "mixture-of-experts": Effect("only the routed experts are read", fx._no_axes, fx._other_model, None, "model"),
    "expert-offload": Effect("experts found on the card instead of fetched", fx._host_axes, fx._offload, None, "host"),
    "weight-offload-streaming": Effect(
        "one transfer of the weights for more tokens", fx._streaming_axes, fx._streaming, None, "host"
    ),
    "layer-skipping": Effect(
        "fewer layers a token",
        fx._skip_axes,
        fx._skip_layers,
        fx._density_ratio,
        "weights",
        fx._density_ratio,
        prompt=True,
    ),
    "smaller-model": Effect("a smaller model", fx._no_axes, fx._other_model, None, "model"),
    "kernel-fusion": Effect(
        "fewer launches and intermediates that stay on chip", fx._no_axes, fx._nothing, None, "overhead"
    ),
    "vocabulary-reduction": Effect(
        "fewer rows of the LM head", fx._vocabulary_axes, fx._trim_vocabulary, fx._vocabulary_ratio, "weights"
    ),
    **dict.fromkeys(drafts.DRAFTERS, _drafted),
    "diffusion-decoding": Effect(
        "several tokens a pass", drafts.diffusion_axes, drafts.diffusion_apply, drafts.draft_ratio, "steps"
    ),
    "jump-forward-decoding": Effect(
        "forced tokens without a pass", drafts.forced_axes, drafts.forced_apply, drafts.forced_ratio, "steps"
    ),
    "multi-step-scheduling": Effect(
        "less host time between steps", fx._host_work_axes, fx._host_work, None, "overhead"
    ),
    "cuda-graphs": Effect("fewer kernel launches", fx._no_axes, fx._nothing, None, "overhead"),
    "kernel-optimization": Effect("kernels closer to the roof", fx._no_axes, fx._nothing, None, "utilisation"),
    "split-kv-decoding": Effect("all cores at work on a long cache", fx._split_axes, fx._split, None, "kv"),
    "compute-format": Effect("faster matrix units", fx._no_axes, fx._narrow_compute, fx._compute_ratio, "compute"),
    "pipeline-parallelism": Effect(
        "layers shared out over more devices",
        fx._device_axes("pp"),
        fx._pipelined,
        fx._device_ratio,
        "stages",
        fx._device_ratio,
    ),
    "communication-kernels": Effect(
        "faster or hidden exchanges between devices", fx._exchange_axes, fx._fast_links, None, "network"
    ),
    "hardware-upgrade": Effect("a faster chip", fx._chip_axes, fx._new_chip, None, "roof"),
}

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

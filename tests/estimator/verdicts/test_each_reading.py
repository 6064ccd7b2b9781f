"""Every other reading of a claim, by itself: its condition in words, and what is read otherwise. The likeliest stands first."""

from dataclasses import fields
from typing import Any

import pytest

from estimator import Statement
from estimator.verdicts.readings import readings

PLACE: dict[str, Any] = {"metric": "decode", "model": ("Llama-3.1-8B",), "hardware": ("H100",), "n_devices": 1}


@pytest.mark.parametrize(
    ("technique", "more", "read"),
    [
        (
            "weight-only-quantization",
            {"params": {"weight_bits": 4, "batch": 1}, "inherited": frozenset({"weight_bits"})},
            [
                (
                    "a setting other than that of the text around it (4 bits a weight)",
                    {"params": {"batch": 1, "weight_bits": [2.0, 4.0]}},
                )
            ],
        ),
        (
            "weight-only-quantization",
            {"params": {"weight_bits": 4.2, "batch": 1}, "inherited": frozenset({"batch", "weight_bits"})},
            [
                (
                    "a setting other than that of the text around it (4.2 bits a weight)",
                    {"params": {"batch": 1, "weight_bits": [2.1, 4.2]}},
                )
            ],
        ),
        (
            "weight-only-quantization",
            {"params": {"weight_bits": [4, 8], "kv_bits": 8}, "inherited": frozenset({"weight_bits"})},
            [
                (
                    "a setting other than that of the text around it ([4, 8] bits a weight)",
                    {"params": {"kv_bits": 8, "weight_bits": [2.0, 8.0]}},
                )
            ],
        ),
        (
            "weight-only-quantization",
            {"params": {"weight_bits": [3, 8]}, "inherited": frozenset({"weight_bits"})},
            [("a setting other than that of the text around it ([3, 8] bits a weight)", {"params": {}})],
        ),
        ("weight-only-quantization", {"params": {"weight_bits": 4}}, []),
        (
            "kv-cache-quantization",
            {"params": {"kv_bits": 8}, "metric": "memory", "inherited": frozenset({"kv_bits"})},
            [
                (
                    "a setting other than that of the text around it (8 bits of cache)",
                    {"params": {"kv_bits": [4.0, 8.0]}},
                )
            ],
        ),
        (
            "kv-cache-quantization",
            {"params": {"kv_bits": 8}, "inherited": frozenset({"kv_bits"})},
            [("a setting other than that of the text around it (8 bits of cache)", {"params": {}})],
        ),
        (
            "weight-activation-quantization",
            {"params": {"act_bits": 8, "weight_bits": 8}, "metric": "memory", "inherited": frozenset({"act_bits"})},
            [
                (
                    "a setting other than that of the text around it (8 bits of activations)",
                    {"params": {"weight_bits": 8}},
                )
            ],
        ),
        (
            "activation-sparsity",
            {"params": {"sparsity": 0.5}, "model": (), "hardware": (), "inherited": frozenset({"sparsity"})},
            [("a setting other than that of the text around it (0.5 sparsity)", {"params": {}})],
        ),
        (
            "eagle",
            {"params": {"acceptance_len": 3.25, "batch": 1}, "hints": frozenset({"one-of-several"})},
            [
                (
                    "more accepted tokens a pass on this task than the 3.25 that stand for all of them",
                    {"params": {"batch": 1}},
                )
            ],
        ),
        ("eagle", {"params": {"acceptance_len": 3.25, "batch": 1}}, []),
        (
            "eagle",
            {"also": ("kv-cache-quantization",), "inherited": frozenset({"technique"})},
            [
                (
                    "more than eagle, which only the text around it names",
                    {"technique": "kernel-optimization", "also": (), "hints": frozenset({"same-engine"})},
                )
            ],
        ),
        ("eagle", {"inherited": frozenset({"technique"}), "hints": frozenset({"described"})}, []),
        ("kernel-optimization", {"inherited": frozenset({"technique"})}, []),
        ("weight-only-quantization", {"inherited": frozenset({"technique"}), "metric": "memory"}, []),
        (
            "activation-sparsity",
            {"model": (), "hardware": ()},
            [
                (
                    "a baseline that reads from host memory, or from flash, a model that does not fit on the device",
                    {"baseline": "(offload)"},
                )
            ],
        ),
        (
            "activation-sparsity",
            {"model": (), "hardware": (), "baseline": "llama.cpp"},
            [
                (
                    "a baseline that reads from host memory, or from flash, a model that does not fit on the device",
                    {"baseline": "llama.cpp (offload)"},
                )
            ],
        ),
        ("activation-sparsity", {"model": (), "hardware": (), "baseline": "llama.cpp with offloading"}, []),
        ("activation-sparsity", {"model": (), "hardware": (), "params": {"sparsity": 0.5}}, []),
        ("activation-sparsity", {}, []),
        (
            "weight-only-quantization",
            {"model": ("Llama-2-70B",), "hardware": ("RTX-4090",), "n_devices": 5},
            [
                (
                    "a baseline that reads from host memory what does not fit on the device",
                    {"hints": frozenset({"spilled"})},
                )
            ],
        ),
        ("weight-only-quantization", {"model": ("Llama-2-70B",), "hardware": ("RTX-4090",), "n_devices": 6}, []),
        ("weight-only-quantization", {"model": ("Llama-2-70B",), "hardware": ("RTX-4090",), "n_devices": 8}, []),
        (
            "weight-only-quantization",
            {"model": ("Llama-2-70B",), "hardware": ("RTX-4090",), "n_devices": 4, "hints": frozenset({"spilled"})},
            [],
        ),
        (
            "weight-only-quantization",
            {"model": ("Llama-2-70B",), "hardware": ("RTX-4090",), "n_devices": 4, "metric": "prefill"},
            [],
        ),
        (
            "weight-only-quantization",
            {"model": ("Llama-2-70B",), "hardware": ("RTX-4090",), "n_devices": 4, "baseline": "FP16 on 8 GPUs"},
            [],
        ),
        ("weight-only-quantization", {"model": ("Llama-2-70B",), "hardware": ("RTX-4090",), "n_devices": None}, []),
        ("weight-only-quantization", {"model": (), "hardware": ("RTX-4090",), "n_devices": 4}, []),
        (
            "weight-activation-quantization",
            {"metric": "throughput"},
            [
                ("a cache of 8 bits as well, which is not stated", {"params": {"kv_bits": 8.0}}),
                (
                    "weights, activations and a cache of 4 bits, which is not stated",
                    {"params": {"kv_bits": 4.0, "weight_bits": 4.0, "act_bits": 4.0}},
                ),
            ],
        ),
        (
            "weight-activation-quantization",
            {"metric": "throughput", "params": {"act_bits": 4}},
            [("a cache of 4 bits as well, which is not stated", {"params": {"act_bits": 4, "kv_bits": 4.0}})],
        ),
        ("weight-activation-quantization", {"metric": "throughput", "params": {"kv_bits": 8}}, []),
        ("weight-activation-quantization", {}, []),
        ("weight-only-quantization", {"metric": "throughput"}, []),
        (
            "multi-head-latent-attention",
            {"model": ("DeepSeek-V2",), "baseline": "DeepSeek 67B"},
            [
                (
                    "a baseline that reads from host memory what does not fit on the device",
                    {"hints": frozenset({"spilled"})},
                ),
                (
                    "weights of 8 bits and a cache of 8 on the new side, against 16 before, which is not stated",
                    {
                        "also": ("weight-activation-quantization",),
                        "params": {
                            "weight_bits": 8.0,
                            "weight_bits_before": 16.0,
                            "kv_bits": 8.0,
                            "kv_bits_before": 16.0,
                        },
                    },
                ),
                (
                    "weights of 8 bits and a cache of 6 on the new side, against 16 before, which is not stated",
                    {
                        "also": ("weight-activation-quantization",),
                        "params": {
                            "weight_bits": 8.0,
                            "weight_bits_before": 16.0,
                            "kv_bits": 6.0,
                            "kv_bits_before": 16.0,
                        },
                    },
                ),
            ],
        ),
        (
            "multi-head-latent-attention",
            {"model": ("DeepSeek-V2",), "baseline": "DeepSeek 67B", "hints": frozenset({"same-width"})},
            [
                (
                    "a baseline that reads from host memory what does not fit on the device",
                    {"hints": frozenset({"same-width", "spilled"})},
                )
            ],
        ),
        (
            "multi-head-latent-attention",
            {"model": ("DeepSeek-V2",), "baseline": "DeepSeek 67B", "params": {"kv_bits_before": 8}},
            [
                (
                    "a baseline that reads from host memory what does not fit on the device",
                    {"hints": frozenset({"spilled"})},
                )
            ],
        ),
        (
            "multi-head-latent-attention",
            {"model": ("DeepSeek-V2",), "baseline": "DeepSeek 67B", "params": {"kv_bits": 4, "weight_bits": 4}},
            [
                (
                    "a baseline that reads from host memory what does not fit on the device",
                    {"hints": frozenset({"spilled"})},
                ),
                (
                    "weights of 4 bits and a cache of 4 on the new side, against 16 before",
                    {
                        "also": ("weight-activation-quantization",),
                        "params": {
                            "kv_bits": 4.0,
                            "weight_bits": 4.0,
                            "weight_bits_before": 16.0,
                            "kv_bits_before": 16.0,
                        },
                    },
                ),
            ],
        ),
        (
            "multi-head-latent-attention",
            {"model": ("DeepSeek-V2",), "baseline": "DeepSeek 67B", "metric": "memory"},
            [
                (
                    "a cache of 8 bits on the new side, against 16 before, which is not stated",
                    {"also": ("kv-cache-quantization",), "params": {"kv_bits": 8.0}},
                ),
                (
                    "a cache of 6 bits on the new side, against 16 before, which is not stated",
                    {"also": ("kv-cache-quantization",), "params": {"kv_bits": 6.0}},
                ),
            ],
        ),
        (
            "kv-cache-quantization",
            {"model": ("DeepSeek-V2",), "baseline": "DeepSeek 67B", "metric": "memory", "params": {"kv_bits": 4}},
            [
                (
                    "a cache of 4 bits on the new side, against 16 before",
                    {"technique": "multi-head-latent-attention", "also": ("kv-cache-quantization",)},
                ),
            ],
        ),
        (
            "kv-cache-quantization",
            {"model": ("Llama-3.1-8B",), "baseline": "Llama-2-7B", "metric": "memory"},
            [
                (
                    "a cache of 8 bits on the new side, against 16 before, which is not stated",
                    {
                        "technique": "grouped-query-attention",
                        "also": ("kv-cache-quantization",),
                        "params": {"kv_bits": 8.0},
                    },
                ),
                (
                    "a cache of 6 bits on the new side, against 16 before, which is not stated",
                    {
                        "technique": "grouped-query-attention",
                        "also": ("kv-cache-quantization",),
                        "params": {"kv_bits": 6.0},
                    },
                ),
            ],
        ),
        (
            "eagle",
            {"baseline": "FP16"},
            [
                (
                    "weights narrower than the 16 bits of the baseline, which is not stated",
                    {"also": ("weight-only-quantization",), "params": {"weight_bits_before": 16.0}},
                )
            ],
        ),
        (
            "eagle",
            {"baseline": "FP8"},
            [
                (
                    "weights narrower than the 8 bits of the baseline, which is not stated",
                    {"also": ("weight-only-quantization",), "params": {"weight_bits_before": 8.0}},
                )
            ],
        ),
        ("eagle", {"baseline": "INT4"}, []),
        ("eagle", {"baseline": "FP16", "params": {"weight_bits": 8}}, []),
        ("weight-only-quantization", {"baseline": "FP16"}, []),
        (
            "kv-cache-quantization",
            {"metric": "prefill", "params": {"act_bits": 8, "kv_bits": 8}},
            [
                (
                    "weights and activations of 8 bits on the new side alone, against 16 before",
                    {"also": ("weight-activation-quantization",)},
                )
            ],
        ),
        ("kv-cache-quantization", {"metric": "memory", "params": {"act_bits": 8, "kv_bits": 8}}, []),
        ("kv-cache-quantization", {"metric": "prefill", "params": {"act_bits": 16, "kv_bits": 8}}, []),
        (
            "kv-cache-quantization",
            {"metric": "prefill", "params": {"act_bits": 8, "kv_bits": 8, "kv_bits_before": 16}},
            [],
        ),
        (
            "kv-cache-quantization",
            {"metric": "prefill", "params": {"act_bits": 8, "kv_bits": 8}, "hints": frozenset({"same-width"})},
            [],
        ),
        (
            "expert-offload",
            {"model": ("Mixtral-8x7B",)},
            [("experts computed by a host whose memory gives 717 GB/s", {"hints": frozenset({"host-computes"})})],
        ),
        (
            "expert-offload",
            {"model": ("Mixtral-8x7B",), "baseline": "offloading"},
            [("experts computed by a host whose memory gives 717 GB/s", {"hints": frozenset({"host-computes"})})],
        ),
        ("expert-offload", {"model": ("Mixtral-8x7B",), "baseline": "llama.cpp"}, []),
        ("expert-offload", {"model": ("Mixtral-8x7B",), "hints": frozenset({"host-computes"})}, []),
        (
            "prefix-caching",
            {"params": {"batch": 8}},
            [
                (
                    "a prefix that all sequences of the batch share, and that is read once for all of them",
                    {"hints": frozenset({"shared-prefix"})},
                )
            ],
        ),
        (
            "prefix-caching",
            {"params": {"batch": 1.05}},
            [
                (
                    "a prefix that all sequences of the batch share, and that is read once for all of them",
                    {"hints": frozenset({"shared-prefix"})},
                )
            ],
        ),
        ("prefix-caching", {"params": {"batch": 1}}, []),
        ("prefix-caching", {"params": {}}, []),
        ("prefix-caching", {"params": {"batch": 8, "hit_rate": 0.5}}, []),
        ("prefix-caching", {"params": {"batch": 8}, "hints": frozenset({"shared-prefix"})}, []),
        (
            "kv-cache-quantization",
            {"metric": "other"},
            [("a figure of the attention kernel alone", {"metric": "kernel"})],
        ),
        ("eagle", {"metric": "other"}, []),
        (
            "hardware-upgrade",
            {"hardware": ("H100", "A100")},
            [("launches that take half as long on the new machine", {"hints": frozenset({"faster-launches"})})],
        ),
        ("hardware-upgrade", {"hardware": ("H100", "A100"), "hints": frozenset({"faster-launches"})}, []),
        (
            "io-aware-attention",
            {},
            [
                (
                    "attention before that passed over its scores three times as often as it need have",
                    {"hints": frozenset({"many-passes"})},
                )
            ],
        ),
        ("io-aware-attention", {"metric": "kernel"}, []),
        ("io-aware-attention", {"hints": frozenset({"many-passes"})}, []),
        ("paged-kv-cache", {}, []),
    ],
)
def test_what_may_be_read_otherwise(
    technique: str, more: dict[str, Any], read: list[tuple[str, dict[str, Any]]]
) -> None:
    statement = Statement(technique=technique, **PLACE | more)
    found = [
        (
            need,
            {
                f.name: getattr(changed, f.name)
                for f in fields(Statement)
                if getattr(changed, f.name) != getattr(statement, f.name)
            },
        )
        for changed, need in readings(statement)
    ]
    assert found == read

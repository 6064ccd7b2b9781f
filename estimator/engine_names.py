"""The one table of engines by name: how people write each, which family it belongs to, and what is known of it.

A family is a way to work, and a name that stands in no row says nothing: then the kind of chip decides.

| family | its engines |
|---|---|
| `offload` | leave weights or caches in host memory |
| `vulkan` | run the same shaders on any graphics card |
| `mlx` | Apple's own array library |
| `local` | one user, any machine: llama.cpp and what is built on it |
| `host` | run on the processor's cores through a vendor's library |
| `eager` | a framework launches each operator from Python |
| `serving` | batch the requests of many users, launches recorded as graphs |
| `compiled` | made for one user on one graphics card |
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Family = Literal["", "offload", "vulkan", "mlx", "local", "host", "eager", "serving", "compiled"]


@dataclass(frozen=True, slots=True)
class EngineName:
    """`pattern` is how it is written, in lower case. `pages`: caches; `batches`: request by request, as all that page do."""

    name: str
    family: Family
    pattern: str
    pages: bool = False
    batches: bool = False
    rival: bool = False  # a whole engine that others are compared with by name: "1.3x faster than vLLM"


# A text that matches several belongs to the first of them: "KTransformers + SGLang" offloads, "llama.cpp CPU" is local.
ENGINE_NAMES: tuple[EngineName, ...] = (
    EngineName("offloading", "offload", r"offload"),
    EngineName("KTransformers", "offload", r"ktransformers|kt-kernel", rival=True),
    EngineName("FlexGen", "offload", r"flexgen"),
    EngineName("PowerInfer", "offload", r"powerinfer"),
    EngineName("TriForce", "offload", r"triforce"),
    EngineName("Fiddler", "offload", r"fiddler"),
    EngineName("Vulkan", "vulkan", r"vulkan|opencl|directml|webgpu"),
    EngineName("MLX", "mlx", r"mlx(?:[-_](?:lm|vlm))?|mlxcel|\bomlx\b", rival=True),
    EngineName("llama.cpp", "local", r"llama\.?cpp", rival=True),
    EngineName("Ollama", "local", r"ollama", rival=True),
    EngineName("GGML", "local", r"ggml|gguf|ik_llama"),
    EngineName("LM Studio", "local", r"lm ?studio"),
    EngineName("KoboldCpp", "local", r"koboldcpp"),
    EngineName("llamafile", "local", r"llamafile"),
    EngineName("mistral.rs", "local", r"mistral\.rs", rival=True),
    EngineName("T-MAC", "local", r"t-mac|bitnet\.cpp"),
    EngineName("IPEX", "host", r"ipex|intel extension"),
    EngineName("OpenVINO", "host", r"openvino", rival=True),
    EngineName("oneDNN", "host", r"onednn"),
    EngineName("xFasterTransformer", "host", r"xfastertransformer"),
    EngineName("CPU", "host", r"\bcpu\b"),
    EngineName("AutoAWQ", "eager", r"auto-?awq"),
    EngineName("AutoGPTQ", "eager", r"auto-?gptq|gptqmodel"),
    EngineName("Transformers", "eager", r"transformers|hugging ?face|\bhf\b|\baccelerate\b"),
    EngineName("quanto", "eager", r"quanto|\boptimum[- ](?!nvidia)"),
    EngineName("bitsandbytes", "eager", r"bitsandbytes|\bbnb\b"),
    EngineName("PyTorch", "eager", r"eager|(?<!jetstream[- ])pytorch|^ar$|^fp16$"),
    EngineName("AQLM", "eager", r"aqlm|quip"),
    EngineName("vLLM", "serving", r"vllm", pages=True, rival=True),
    EngineName("SGLang", "serving", r"sglang", pages=True, rival=True),
    EngineName("TGI", "serving", r"\btgi\b|text-generation-inference", batches=True, rival=True),
    EngineName("Orca", "serving", r"\borca\b", batches=True),
    EngineName("LMDeploy", "serving", r"lmdeploy|turbomind", pages=True, rival=True),
    EngineName("TensorRT-LLM", "serving", r"tensorrt-?llm|trt-?llm", pages=True, rival=True),
    EngineName("TensorRT", "serving", r"tensorrt|trt|optimum-nvidia", rival=True),
    EngineName("FasterTransformer", "serving", r"fastertransformer", rival=True),
    EngineName("DeepSpeed", "serving", r"deepspeed(?:-(?:mii|fastgen|inference))?|\bmii\b", rival=True),
    EngineName("LightLLM", "serving", r"lightllm", pages=True, rival=True),
    EngineName("NIM", "serving", r"\bnim\b|dynamo"),
    EngineName("Aphrodite", "serving", r"aphrodite", pages=True),
    EngineName("JetStream", "serving", r"jetstream|maxtext|saxml|tpu-inference"),
    EngineName("gpt-fast", "compiled", r"gpt-?fast", rival=True),
    EngineName("TinyChat", "compiled", r"tinychat|llm-awq"),
    EngineName("ExLlama", "compiled", r"exllama(?:v2)?", rival=True),
    EngineName("MLC", "compiled", r"mlc(?:-llm)?", rival=True),
    EngineName("calm", "compiled", r"\bcalm\b|\byalm\b"),
    EngineName("compiled", "compiled", r"awq|marlin|compile|megakernel|torchao"),
    EngineName("ONNX Runtime", "", r"onnx ?runtime", rival=True),
)
ENGINE_FAMILIES: tuple[Family, ...] = ("offload", "vulkan", "mlx", "local", "host", "eager", "serving", "compiled")


def any_of(rows: tuple[EngineName, ...]) -> str:
    """One pattern for the names of these rows."""
    return "|".join(row.pattern for row in rows)


_FAMILY = tuple(
    (family, re.compile(any_of(tuple(row for row in ENGINE_NAMES if row.family == family))))
    for family in ENGINE_FAMILIES
)
PAGING = re.compile(any_of(tuple(row for row in ENGINE_NAMES if row.pages)), re.IGNORECASE)
RIVALS = any_of(tuple(row for row in ENGINE_NAMES if row.rival))
BATCHING = re.compile(any_of(tuple(row for row in ENGINE_NAMES if row.batches)), re.IGNORECASE)


@lru_cache(maxsize=4096)
def family_of(text: str) -> Family:
    """The family that an engine's name belongs to, or "" for none."""
    lowered = text.lower()
    return next((family for family, pattern in _FAMILY if pattern.search(lowered)), "")


# CUDA graphs came to vLLM with 0.2.7 at the turn to 2024 (https://github.com/vllm-project/vllm/pull/1926); until then
# every serving engine in Python launched each operator by itself, as `--enforce-eager` does today.
_BEFORE_GRAPHS = re.compile(r"\b20(?:22|23)\b|vllm v?0\.(?:1\.|2\.[0-6]\b)|enforce[-_ ]eager")


def launches_by_itself(text: str) -> bool:
    """Whether a serving engine of this name and date has no recorded launches: `vLLM (Oct 2023)`."""
    return bool(_BEFORE_GRAPHS.search(text.lower()))


# llama.cpp multiplies quantised weights on the INT8 units by default since June 2024, build 3200 or so
# (https://github.com/ggml-org/llama.cpp/pull/8062 and those after it); before, it expanded them for the 16-bit ones.
_MONTHS = "jan|feb|mar|apr|may|jun"
_BEFORE_INT8 = re.compile(
    rf"\b20(?:22|23)\b|\b(?:{_MONTHS})[a-z]* 2024\b|\bb(?:[12]?\d{{3}}|3[01]\d\d)\b|build \d{{3,4}}\b"
)


# Fused attention is llama.cpp's default since September 2025, build 6325 (https://github.com/ggml-org/llama.cpp/pull/15434).
# Its kernels for matrix units are those of CUDA; elsewhere long prompts still wait for the scores.
_BEFORE_FUSED = re.compile(
    rf"\b20(?:22|23|24)\b|\b(?:{_MONTHS}|jul|aug)[a-z]* 2025\b|\bb(?:[1-5]?\d{{3}}|6[0-2]\d\d)\b|build \d{{3,4}}\b"
)


def fuses_attention(text: str) -> bool:
    """Whether a local engine of this date keeps attention's scores on an NVIDIA chip: `llama.cpp (May 2024)` did not."""
    return not _BEFORE_FUSED.search(text.lower())


def multiplies_integers(text: str) -> bool:
    """Whether a local engine of this date multiplies narrow weights as integers: `llama.cpp (May 2024)` did not."""
    return not _BEFORE_INT8.search(text.lower())

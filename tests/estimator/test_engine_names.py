"""The table of engines: every name has its family, and what other parts of the house read from it."""

from __future__ import annotations

import re

import pytest

from estimator.engine_names import (
    BATCHING,
    ENGINE_FAMILIES,
    ENGINE_NAMES,
    PAGING,
    RIVALS,
    EngineName,
    family_of,
    fuses_attention,
    launches_by_itself,
    multiplies_integers,
)


@pytest.mark.parametrize("row", ENGINE_NAMES, ids=lambda row: row.name)
def test_a_name_belongs_to_its_family(row: EngineName) -> None:
    assert row.family in ("", *ENGINE_FAMILIES)
    spelled = {"offloading": "CPU offloading", "calm": "calm CUDA", "AQLM": "AQLM 2-bit"}.get(row.name, row.name)
    assert family_of(spelled) == row.family
    assert not row.pages or PAGING.search(row.name)
    assert not row.batches or BATCHING.search(row.name)
    assert bool(re.search(rf"\b(?:{RIVALS})\b", row.name, re.IGNORECASE)) == row.rival


def test_names_are_unique() -> None:
    assert len({row.name for row in ENGINE_NAMES}) == len(ENGINE_NAMES)


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("KTransformers + SGLang", "offload"),
        ("llama.cpp CPU", "local"),
        ("llama.cpp b5863 Vulkan", "vulkan"),
        ("MLX (LM Studio)", "mlx"),
        ("AutoAWQ CPU (IPEX)", "host"),
        ("AutoAWQ GEMM", "eager"),
        ("HF Transformers + quanto 0.0.10", "eager"),
        ("optimum-quanto", "eager"),
        ("Optimum-NVIDIA", "serving"),
        ("JetStream-PyTorch", "serving"),
        ("vLLM tpu-inference (June 2026)", "serving"),
        ("trtllm 1.2.0rc6", "serving"),
        ("llm-awq", "compiled"),
        ("a minimum of code", ""),
        ("mysterious engine", ""),
    ],
)
def test_the_first_family_that_matches_wins(text: str, family: str) -> None:
    assert family_of(text) == family


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("vLLM (Oct 2023)", True),
        ("vLLM 0.2.6", True),
        ("vLLM 0.2.7", False),
        ("vLLM v0.1.3", True),
        ("vLLM 0.19.2", False),
        ("vLLM --enforce-eager", True),
        ("SGLang 0.5.6", False),
    ],
)
def test_launches_were_not_recorded_before_2024(text: str, alone: bool) -> None:
    assert launches_by_itself(text) is alone


@pytest.mark.parametrize(
    ("text", "integers", "fused"),
    [
        ("llama.cpp (May 2024)", False, False),
        ("llama.cpp CUDA (Jul 2024)", True, False),
        ("llama.cpp CUDA (Nov 2025)", True, True),
        ("llama.cpp CUDA build 992 (Aug 2023)", False, False),
        ("llama.cpp b2500", False, False),
        ("llama.cpp b3622", True, False),
        ("llama.cpp CUDA b6918", True, True),
        ("llama.cpp CUDA b10809", True, True),
        ("llama.cpp", True, True),  # without a date: as it is today
    ],
)
def test_what_a_local_engine_could_at_its_date(text: str, integers: bool, fused: bool) -> None:
    assert (multiplies_integers(text), fuses_attention(text)) == (integers, fused)

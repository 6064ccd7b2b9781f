"""Chips in texts by the names of the catalog: a new row is seen without a line of code."""

import pytest

from classifier.names.chip_names import chip_names
from classifier.names.hardware_text import hardware_hits
from estimator import HARDWARE, UnknownName, find_hardware


def row_of(text: str) -> str:
    hit = hardware_hits(text)[0]
    try:
        return find_hardware(hit.name).name
    except UnknownName:
        return hit.name


@pytest.mark.parametrize("row", HARDWARE.values(), ids=lambda row: row.name)
def test_every_chip_of_the_catalog_is_seen_in_a_sentence(row: object) -> None:
    assert hardware_hits(f"It decodes twice as fast on one {row.name} at batch 1.")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2.1x faster on an RX 7900 XT", "RX-7900-XT"),
        ("4-bit weights on a Jetson Orin Nano", "Jetson-Orin-Nano-8GB"),
        ("on the RTX 4070 Super we see 1.8x", "RTX-4070-Super"),
        ("an RTX 4060 Laptop GPU reaches 40 tokens/s", "RTX-4060-Laptop"),
        ("Trainium3 doubles throughput", "Trainium3"),
        ("Llama-3.1-8B on Groq at batch 1", "Groq-LPU"),
        ("16 tokens/s on Strix Halo", "Ryzen-AI-Max-395"),
        ("with two MI50 cards", "MI50"),
        ("on 4x MI50", "MI50"),
        ("on M2, decoding is memory bound", "M2"),
    ],
)
def test_a_chip_that_no_pattern_knows_is_seen_by_its_name(text: str, name: str) -> None:
    assert row_of(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "Method M2 outperforms M1 by 1.3x.",
        "we process the traces with Spark and a wormhole router",
        "a model of 910B parameters",
        "the Thor benchmark suite",
        "Turin, Italy",
        "1070 tokens and 2080 prompts",
    ],
)
def test_a_word_that_is_also_a_chip_is_none_where_no_chip_would_stand(text: str) -> None:
    assert chip_names(text) == []
    assert hardware_hits(text) == []


def test_how_many_of_a_named_chip() -> None:
    hits = hardware_hits("on four Trainium2 chips and on 8x MI60")
    assert [(hit.name, hit.count) for hit in hits] == [("Trainium2", 4), ("MI60", 8)]


@pytest.mark.parametrize(
    ("text", "name"), [("on an A100-80GB", "A100"), ("on two H100 SXM", "H100-SXM"), ("on a 4th Gen Xeon", "Xeon")]
)
def test_a_pattern_that_reads_the_same_chip_keeps_its_name(text: str, name: str) -> None:
    assert [hit.name for hit in hardware_hits(text)] == [name]


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [
        ("on TPU v5e-8", "TPU-v5e", 8),  # https://docs.cloud.google.com/tpu/docs/v5e: chips
        ("on a v6e-4", "TPU-v6e", 4),
        ("on a TPU v4-8", "TPU-v4", 4),  # https://docs.cloud.google.com/tpu/docs/v4: cores, two a chip
        ("on a v5p-16 slice", "TPU-v5p", 8),  # https://docs.cloud.google.com/tpu/docs/v5p: likewise
        ("on two TPU v5e-8 slices", "TPU-v5e", 16),
        ("on TPU v5litepod-16", "TPU-v5e", 16),
        ("on TPU v5e (8 chips)", "TPU-v5e", 8),
        ("on 8 TPU v5e chips", "TPU-v5e", 8),
        ("on a TPU v5e", "TPU-v5e", 1),
    ],
)
def test_a_slice_is_as_many_chips_in_a_text_as_for_the_calculator(text: str, name: str, count: int) -> None:
    (hit,) = hardware_hits(f"It decodes twice as fast {text} at batch 1.")
    assert (find_hardware(hit.name).name, hit.count) == (name, count)


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [
        ("on a 3-node cluster of DGX H200 systems", "H200", 24),
        ("across two 8xB200 nodes", "B200", 16),
        ("on two 4-GPU L40S servers", "L40S", 8),
        ("on 5 nodes with 8 MI300X each", "MI300X", 40),
        ("on 2x4 A100", "A100", 8),
        ("in one GB300 NVL72 rack", "GB300", 72),
        ("over two GB200 NVL72 systems", "GB200", 144),
        ("on 16 GB200 NVL72", "GB200", 16),
        ("an NVL72 rack", "GB200", 72),
        ("on a quad-A6000 workstation", "RTX-A6000", 4),
        ("with dual RTX 4090s", "RTX-4090", 2),
        ("on an MI355X platform with 8 GPUs", "MI355X", 8),
        ("one 8-way H100 box", "H100", 8),
    ],
)
def test_machines_times_what_each_holds(text: str, name: str, count: int) -> None:
    (hit,) = hardware_hits(text)
    assert (hit.name, hit.count) == (name, count)


def test_a_rack_by_its_size_alone_is_no_second_chip() -> None:
    assert [h.name for h in hardware_hits("the GB300 system, in an NVL72 rack")] == ["GB300"]

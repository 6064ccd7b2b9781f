"""The table of chips, and the names that people give them."""

from dataclasses import replace
from pathlib import Path

import pytest

from estimator import HARDWARE, BadValue, Hardware, MissingCatalogValue, UnknownName, find_hardware, parse_hardware
from estimator.hardware import PeakType, _system
from estimator.units import TERA


@pytest.mark.parametrize("row", HARDWARE.values(), ids=lambda row: row.name)
def test_every_chip_has_a_source_and_sane_figures(row: Hardware) -> None:
    assert row.source
    assert 5e9 < row.bandwidth < 1e17
    assert row.memory is None or 0.1e9 < row.memory < 1e12
    assert all(5e10 < peak < 2e17 for peak in row.peaks.values())
    if row.fp16 and row.fp8:
        assert row.fp8 >= row.fp16
    if row.fp8 and row.fp4:
        assert row.fp4 >= row.fp8  # Trainium3 multiplies MXFP4 at the rate of MXFP8


@pytest.mark.parametrize("row", HARDWARE.values(), ids=lambda row: row.name)
def test_geforce_alone_halves_its_rate_for_32_bit_sums(row: Hardware) -> None:
    """Ada: 4,096 FP16 operations a multiprocessor and cycle in every card, half of it in GeForce if sums have 32 bits.

    https://images.nvidia.com/aem-dam/Solutions/Data-Center/l4/nvidia-ada-gpu-architecture-whitepaper-v2.1.pdf
    """
    if row.vendor == "NVIDIA" and row.fp16_acc16 is not None:
        assert row.kind == "consumer"
        assert row.fp16_acc16 / row.peak("fp16") == pytest.approx(2, rel=0.01)


@pytest.mark.parametrize("row", HARDWARE.values(), ids=lambda row: row.name)
def test_every_name_and_alias_finds_its_chip(row: Hardware) -> None:
    assert [find_hardware(name).name for name in (row.name, *row.aliases)] == [row.name] * (1 + len(row.aliases))
    assert [parse_hardware(system) for system, _ in row.systems] == [(row, count) for _, count in row.systems]


def test_the_table_is_large_enough_to_be_useful() -> None:
    assert len(HARDWARE) >= 150
    assert sum(row.kind == "cpu" for row in HARDWARE.values()) >= 20


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [
        ("H100", "H100-SXM-80GB", None),
        ("H100 SXM5", "H100-SXM-80GB", None),
        ("H100 80GB", "H100-SXM-80GB", None),
        ("NVIDIA H100 GPU", "H100-SXM-80GB", None),
        ("NVIDIA H100 80GB HBM3", "H100-SXM-80GB", None),
        ("H100 PCIe", "H100-PCIe-80GB", None),
        ("H100-NVL", "H100-NVL-94GB", None),
        ("A100", "A100-SXM-80GB", None),
        ("A100-80G", "A100-SXM-80GB", None),
        ("A100 40GB", "A100-SXM-40GB", None),
        ("A100-PCIE-40GB", "A100-PCIe-40GB", None),
        ("NVIDIA A100 80GB Tensor Core GPU", "A100-SXM-80GB", None),
        ("B200 192GB", "B200-SXM-180GB", None),
        ("AMD Instinct MI300X", "MI300X", None),
        ("4090", "RTX-4090", None),
        ("GeForce RTX4090", "RTX-4090", None),
        ("L40s", "L40S", None),
        ("Orin", "Jetson-AGX-Orin-64GB", None),
        ("MacBook Pro M3 Max", "M3-Max-40GPU", None),
        ("TPU v5e", "TPU-v5e", None),
        ("Intel Xeon Platinum 8480+", "Xeon-8480", None),
        ("8xH100", "H100-SXM-80GB", 8),
        ("8×H100", "H100-SXM-80GB", 8),
        ("8 x H100 SXM", "H100-SXM-80GB", 8),
        ("2x H100s", "H100-SXM-80GB", 2),
        ("four H100s", "H100-SXM-80GB", 4),
        ("two H100 SXM", "H100-SXM-80GB", 2),
        ("H200 143GB", "H200-SXM-141GB", None),  # as nvidia-smi counts it
        ("H100 (8x)", "H100-SXM-80GB", 8),
        ("8xA100 (40GB)", "A100-SXM-40GB", 8),
        ("4x3090", "RTX-3090", 4),
        ("A100 SXM 80GB (NVLink)", "A100-SXM-80GB", None),
        ("AMD MI300X OAM", "MI300X", None),
        ("2S EPYC 9755", "EPYC-9755", 2),
        ("B200 HGX", "B200-SXM-180GB", 8),
        ("2S-Xeon-4th-gen-SPR", "Xeon-4th-gen-SPR-48c", 2),
        ("TPU v5e-8", "TPU-v5e", 8),
        ("DGX H100", "H100-SXM-80GB", 8),
        ("2x DGX H100", "H100-SXM-80GB", 16),
        ("GB200 NVL72", "GB200-186GB", 72),
    ],
)
def test_a_chip_is_found_as_people_write_it(text: str, name: str, count: int | None) -> None:
    found, devices = parse_hardware(text)
    assert (found.name, devices) == (name, count)


def test_memory_is_a_matter_of_configuration_where_it_is_unified() -> None:
    assert find_hardware("Apple M2 Ultra 128GB").memory == 128e9
    assert find_hardware("M2 Ultra").memory == 192e9


@pytest.mark.parametrize("text", ["H1000", "A100 96GB", "A100 87GB", "MI300A 64GB", "Foo", "8", ""])
def test_an_unknown_chip_is_refused(text: str) -> None:
    with pytest.raises(UnknownName, match="no hardware called"):
        find_hardware(text)


def test_the_refusal_names_the_nearest_chips() -> None:
    with pytest.raises(UnknownName, match=r"^no hardware called 'RTX 4095'; nearest: .*RTX-409"):
        find_hardware("RTX 4095")


def test_units_are_si() -> None:
    h100 = find_hardware("H100")
    assert (h100.memory, h100.bandwidth, h100.fp16, h100.fp8, h100.link) == (80e9, 3.35e12, 989e12, 1979e12, 450e9)


def test_a_peak_that_the_chip_lacks_is_never_guessed() -> None:
    with pytest.raises(MissingCatalogValue, match="A100-SXM-80GB has no fp8 peak in the catalog; it has: fp16, int8"):
        find_hardware("A100").peak("fp8")


def test_a_bound_uses_the_faster_accumulation_of_consumer_cards() -> None:
    card = find_hardware("RTX 4090")
    assert (card.peak("fp16"), card.best_peak("fp16")) == (165.2e12, 330.3e12)
    assert find_hardware("H100").best_peak("fp16") == 989e12


def test_a_chip_is_read_from_a_toml_file(tmp_path: Path) -> None:
    file = tmp_path / "x1.toml"
    file.write_text(
        'name = "X1"\nkind = "npu"\nmemory_GB = 96\nbandwidth_GB_s = 4000\nfp8_tflops = 800\naliases = ["Example X1"]\n'
    )
    chip = Hardware.from_toml(file)
    assert (chip.name, chip.kind, chip.memory, chip.bandwidth) == ("X1", "npu", 96e9, 4e12)
    assert (chip.peaks, chip.aliases) == ({"fp8": 8e14}, ("Example X1",))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "X1"', r"x1\.toml: bandwidth_GB_s = None: must be given"),
        ('name = "X1"\nbandwidth_GB_s = 1\nmemory_GB = 0', "memory_GB = 0: must be above 0"),
        ('name = "X1"\nbandwidth_GB_s = 1\nvendor = 5', "vendor = 5: must be a text in quotes"),
        ('name = "X1"\nbandwidth_GB_s = 1\naliases = 5', "aliases = 5: must be a list of texts"),
        ('name = "X1"\nbandwidth_GB_s = 1\naliases = ["X", 5]', "must be a list of texts"),
        ('name = "X1"\nbandwidth_GB_s = -1', "bandwidth_GB_s = -1: must be above 0"),
        ('name = "X1"\nbandwidth_GB_s = "fast"', "bandwidth_GB_s = 'fast': must be a number"),
        ('name = "X1"\nbandwith = 1', "key = 'bandwith': must be one of .*bandwidth_GB_s"),
        ('name = "X1"\nbandwidth_GB_s = 1\nkind = "toaster"', "kind = 'toaster': must be one of datacenter, "),
    ],
)
def test_a_bad_toml_file_is_one_line_that_names_the_field(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "x1.toml"
    file.write_text(text)
    with pytest.raises(BadValue, match=message):
        Hardware.from_toml(file)


@pytest.mark.parametrize(("said", "found"), [("", False), ("unified = true", True), ("unified = false", False)])
def test_a_flag_of_a_toml_file_is_off_until_it_is_said(tmp_path: Path, said: str, found: bool) -> None:
    file = tmp_path / "x1.toml"
    file.write_text(f'name = "X1"\nbandwidth_GB_s = 1\n{said}')
    assert Hardware.from_toml(file).unified is found


def test_a_name_for_several_editions_means_the_fastest() -> None:
    # 188 SMs of 2,048 FLOP a clock at 2,617 MHz with FP32 accumulation come to half of this: 16-bit products, dense
    assert find_hardware("RTX PRO 6000").peak("fp16") == pytest.approx(188 * 1024 * 2.617e9, rel=0.001)
    assert find_hardware("GTX 1660 Super").bandwidth == 336e9
    assert find_hardware("GTX 1660").bandwidth == 192e9  # GDDR5: 8 Gb/s x 192 bits / 8
    assert find_hardware("1660 Ti").bandwidth == 288e9
    # three kinds of one name: what a product ends in is told apart
    peaks = {name: find_hardware(f"Ascend 910{name}").best_peak("fp16") for name in ("B", "B2", "B3", "B4", "C")}
    assert peaks == {"B": 313e12, "B2": 376e12, "B3": 313e12, "B4": 280e12, "C": 752e12}
    assert find_hardware("Ascend 910B4").memory == 32e9
    assert find_hardware("RTX 6000 Ada").best_peak("fp8") == 728.5e12
    assert find_hardware("Vera Rubin").best_peak("fp4") == 50_000e12
    assert find_hardware("Max 1100").best_peak("fp16") * 2 == find_hardware("Max 1100").best_peak("int8")


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [
        # docs.cloud.google.com/tpu/docs: slices of v2, v3, v4 and v5p are named by their cores, two a chip
        ("TPU v2-8", "TPU-v2", 4),
        ("TPU v3-8", "TPU-v3", 4),
        ("TPU v4-8", "TPU-v4", 4),
        ("TPU v5p-8", "TPU-v5p", 4),
        ("v4-16", "TPU-v4", 8),
        ("v5p-16", "TPU-v5p", 8),
        ("v5e-16", "TPU-v5e", 16),
        ("TPU v5litepod-4", "TPU-v5e", 4),
        ("Cloud TPU v4-32", "TPU-v4", 16),
        ("TPU v5e-8", "TPU-v5e", 8),
        ("TPU v6e-8", "TPU-v6e", 8),
        ("H100 96GB", "H100-SXM-96GB", None),
        ("H100 94GB", "H100-NVL-94GB", None),
        ("GH200 144GB", "GH200-144GB", None),
        ("GH200 NVL32", "GH200-144GB", 32),
        ("RTX 2070 Super", "RTX-2070-Super", None),
        ("RTX 2070", "RTX-2070", None),
    ],
)
def test_slices_and_versions_of_a_chip_are_told_apart(text: str, name: str, count: int | None) -> None:
    chip, counted = parse_hardware(text)
    assert (chip.name, counted) == (name, count)


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("TPU-v5e", "link", 200e9),  # https://docs.cloud.google.com/tpu/docs/v5e: 400 GB/s in both directions
        ("TPU-v6e", "link", 400e9),  # https://docs.cloud.google.com/tpu/docs/v6e: 800 GB/s in both directions
        ("TPU-v5p", "link", 600e9),  # https://docs.cloud.google.com/tpu/docs/v5p: 1200 GB/s in both directions
        ("Gaudi3", "fp8", 1835e12),  # https://www.yobitel.com/knowledge-base/intel-gaudi-3
        ("Gaudi3", "fp16", 1835e12),
        ("Gaudi2", "link", 262.5e9),  # 21 ports of 100 GbE within a machine
        ("MI455X", "bandwidth", 23.3e12),  # AMD's product page of July 2026; 19.6 as announced before
        ("MI455X", "fp4", 40_300e12),
        ("MI455X", "link", 1800e9),  # 3.6 TB/s in both directions
        ("Trainium3", "fp4", 2517e12),  # https://awsdocs-neuron.readthedocs-hosted.com, Trainium3 architecture
        ("Trainium3", "link", 2560e9 / 2),
        ("TPU-v5p", "fp8", 459e12),  # https://docs.cloud.google.com/tpu/docs/v5p
        ("TPU-8i", "bandwidth", 8601e9),  # https://www.sipoch.com/en/article/300330021435853
        ("Ascend-950DT", "link", 1000e9),  # 2 TB/s in both directions, 2.5 times the 784 GB/s of 910C
        ("Graphcore-Bow", "fp16", 1.4e15 / 4),  # https://docs.graphcore.ai: four in a Bow-2000
        ("Snapdragon-X2-Elite-Extreme", "bandwidth", 228.6e9),  # 192 / 8 x 9,523 MT/s
        ("RTX-5080-Laptop", "fp4", 667e12),  # 1,334 sparse TOPS
        ("RX-7900-XTX", "int4", 245.6e12),  # 96 units x 1,024 x 2.498 GHz
        ("Radeon-VII", "int8", 53.8e12),  # the chip of MI50: 60 units x 512 x 1.75 GHz
        ("MI355X", "link", 7 * 153.6e9 / 2),
        ("Rubin-SXM-288GB", "link", 1800e9),  # NVLink 6: 3.6 TB/s in both directions
        ("Xeon-6980P", "bandwidth", 12 * 8 * 8.8e9),  # channels, bytes, transfers
        ("2x-Xeon-6980P", "bandwidth", 2 * 12 * 8 * 8.8e9),
        ("Ryzen-AI-9-HX-370", "bandwidth", 16 * 8.0e9),  # 128 bit of LPDDR5X-8000
        ("GH200-144GB", "bandwidth", 4900e9),
        ("Jetson-AGX-Orin-32GB", "int8", 54e12),  # half of 108 sparse TOPS, without the DLA
        ("Jetson-Orin-NX-16GB", "int8", 30e12),
        ("Tenstorrent-p150", "fp8", 774e12),  # 664 for 120 cores, of which it has 140
        ("RTX-2070-Super", "fp16", 36.3e12),
        ("A100-SXM-80GB", "int4", 1248e12),  # data sheet, dense
        ("L40S", "int4", 733e12),  # data sheet, no faster than INT8
    ],
)
def test_figures_of_data_sheets(name: str, field: str, value: float) -> None:
    assert getattr(HARDWARE[name], field) == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize(
    ("name", "devices"),
    [
        ("H100", 8),
        ("GB200", 72),
        ("Rubin", 72),
        ("GH200 144GB", 32),
        ("TPU v5e", 256),
        ("TPU v5p", 8960),
        ("MI300X", 8),
    ],
)
def test_each_chip_says_how_many_its_link_joins(name: str, devices: int) -> None:
    assert find_hardware(name).domain == devices


@pytest.mark.parametrize("row", HARDWARE.values(), ids=lambda row: row.name)
def test_what_is_from_memory_is_marked_as_unconfirmed(row: Hardware) -> None:
    assert "from memory" not in row.notes or row.unconfirmed


@pytest.mark.parametrize("row", HARDWARE.values(), ids=lambda row: row.name)
def test_four_bit_integers_came_with_turing_and_went_with_hopper(row: Hardware) -> None:
    """Radeon multiplies them since RDNA 3, and the NPU of the RK3588 does."""
    has = row.int4 is not None
    nvidia = row.vendor == "NVIDIA" and 2018 <= (row.year or 0) <= 2024 and not row.name.startswith(("H", "V", "P"))
    assert not has or nvidia or row.vendor == "Rockchip" or (row.vendor == "AMD" and (row.year or 0) >= 2022)
    assert not has or (row.int8 is not None and 0.99 < row.int4 / row.int8 < 2.01)


@pytest.mark.parametrize(
    ("name", "kind", "tera"),
    [
        ("Xeon 8480+", "fp16", 217.9),  # AMX: 56 cores x 1,024 x 3.8 GHz
        ("Xeon 8480+", "int8", 435.8),  # 2,048 a cycle
        ("EPYC 9654", "fp16", 22.73),  # Zen 4: 96 cores x 64 x 3.7 GHz, BF16 in two 256-bit units
        ("EPYC 7742", "fp16", 6.963),  # Zen 2: 64 cores x 2 units x 8 lanes x 2 x 3.4 GHz in FP32
        ("Graviton4", "fp16", 34.41),  # 96 cores x 4 units x 32 x 2.8 GHz
        ("M4 Max", "fp16", 36.86),  # 40 cores x 128 x 2 x 1.8 GHz, FP16 at twice the rate
        ("RX 9070 XT", "fp16", 194.6),  # 64 units x 1,024 x 2.97 GHz
        ("RX 9070 XT", "fp8", 389.3),
        ("RX 7900 XT", "fp16", 103.0),  # 84 x 512 x 2.394 GHz
        ("Arc B580", "int8", 233.5),  # 20 cores x 4,096 x 2.85 GHz
        ("GTX 1080 Ti", "fp16", 11.34),  # 3,584 x 2 x 1.582 GHz: FP32 is the faster one
        ("RTX 4090 Laptop", "int8", 343),  # 686 sparse TOPS
    ],
)
def test_peaks_follow_from_units_and_clock(name: str, kind: PeakType, tera: float) -> None:
    assert find_hardware(name).peak(kind) == pytest.approx(tera * TERA, rel=1e-3)


def test_hardly_a_chip_is_left_without_a_compute_roof() -> None:
    assert {row.name for row in HARDWARE.values() if not row.peaks} == {"Gaudi", "Tensor-G3"}


def test_chips_of_which_only_narrow_peaks_are_published() -> None:
    assert {row.name for row in HARDWARE.values() if row.fp16 is None and row.peaks} == {"TPU-8i", "TPU-8t", "Maia-200"}


@pytest.mark.parametrize("row", [row for row in HARDWARE.values() if row.derived], ids=lambda row: row.name)
def test_peaks_of_our_own_arithmetic_show_it(row: Hardware) -> None:
    assert "peaks: " in row.source


def test_a_system_is_a_name_and_a_count() -> None:
    assert _system("DGX H100=8", "systems") == ("DGX H100", 8)
    for text in ("DGX H100", "=8", " =8", "DGX H100=", "DGX H100=eight", "DGX H100=-8"):
        with pytest.raises(BadValue) as caught:
            _system(text, "systems")
        assert str(caught.value) == f"systems = {text!r}: must be a name and a count, like 'DGX H100=8'"


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("one", 1),
        ("two", 2),
        ("Dual", 2),
        ("three", 3),
        ("four", 4),
        ("five", 5),
        ("six", 6),
        ("eight", 8),
        ("sixteen", 16),
    ],
)
def test_counts_in_words(word: str, count: int) -> None:
    chip, number = parse_hardware(f"{word} RTX 4090")
    assert (chip.name, number) == ("RTX-4090", count)


def test_a_chip_has_some_bandwidth() -> None:
    chip = find_hardware("H100")
    assert replace(chip, bandwidth=1.0).bandwidth == 1.0
    for none in (0.0, -1.0):
        with pytest.raises(BadValue) as caught:
            replace(chip, bandwidth=none)
        assert str(caught.value) == f"H100-SXM-80GB: bandwidth = {none}: must be above 0 bytes/s"


@pytest.mark.parametrize(
    ("bound_only", "unconfirmed", "derived"),
    [(True, ("peaks",), True), (True, (), False), (False, ("peaks",), False), (False, (), False)],
)
def test_peaks_are_derived_where_they_bound_alone_and_nothing_confirms_them(
    bound_only: bool, unconfirmed: tuple[str, ...], derived: bool
) -> None:
    assert replace(find_hardware("H100"), bound_only=bound_only, unconfirmed=unconfirmed).derived is derived


def test_the_best_peak_is_the_faster_one_of_two() -> None:
    chip = find_hardware("H100")
    assert replace(chip, fp16=0.5, fp16_acc16=None).best_peak() == 0.5
    assert replace(chip, fp16=0.5, fp16_acc16=0.75).best_peak() == 0.75
    assert replace(chip, fp16=0.5, fp16_acc16=0.25).best_peak() == 0.5

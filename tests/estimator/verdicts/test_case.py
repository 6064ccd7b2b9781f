"""Names to chips and models: who is before, who is after, how many devices, and what stands in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from estimator import Statement, find_hardware, find_model
from estimator.shape import nominal, shape_of
from estimator.verdicts.case import _target, batch_before, chip_before, devices_before, devices_needed, read


@pytest.mark.parametrize(
    ("baseline", "devices"),
    [
        ("two GPUs", 2), ("four A100s", 4),
        ("one A100", 1), ("a single GPU", 1), ("TP2", 2), ("tp = 4", 4), ("2 GPUs", 2), ("eight devices", 8),
        ("sixteen H100s", 16), ("4x RTX 4090", 4), ("0 GPUs", 1), ("vLLM", None), ("FP16", None),
    ],
)  # fmt: skip
def test_devices_that_the_baseline_names(baseline: str, devices: float | None) -> None:
    assert devices_before(baseline) == devices


@pytest.mark.parametrize(
    ("baseline", "batch"), [("FP16 batch 4", 4), ("batch size of 16", 16), ("FP16", None), ("0 users", 1)]
)
def test_the_batch_that_the_baseline_names(baseline: str, batch: float | None) -> None:
    assert batch_before(baseline) == batch


@pytest.mark.parametrize(
    ("params", "chip", "bits", "room", "devices"),
    [
        (70e9, "H100", 16.0, 0.85, 4),  # 140 GB in 68 GB each: 2.06, so 4
        (70e9, "H100", 8.0, 0.85, 2),  # 70 GB: 1.03
        (70e9, "H100", 8.0, 1.0, 1),  # 70 of 80 GB
        (80e9, "H100", 8.0, 1.0, 1),
        (80.1e9, "H100", 8.0, 1.0, 2),
        (7e9, "H100", 16.0, 0.85, 1),
        (671e9, "H200", 8.0, 0.85, 8),  # 671 GB in 119.85 GB each: 5.6
        (405e9, "Xeon-4th-gen-SPR-48c", 16.0, 0.85, 1),  # its memory is a matter of configuration
    ],
)
def test_devices_that_hold_the_weights(params: float, chip: str, bits: float, room: float, devices: float) -> None:
    assert devices_needed(nominal(params), find_hardware(chip), bits, room) == devices


def test_the_faster_chip_is_the_new_one_unless_the_baseline_says_otherwise() -> None:
    two = Statement(technique="hardware-upgrade", hardware=("A100", "H200"))
    assert [chip.name for chip in read(two).chips] == ["H200-SXM-141GB", "A100-SXM-80GB"]
    named = Statement(technique="hardware-upgrade", hardware=("A100", "H200"), baseline="H200")
    assert [chip.name for chip in read(named).chips] == ["A100-SXM-80GB", "H200-SXM-141GB"]
    three = replace(named, hardware=("B200", "A100", "H200"))
    assert [chip.name for chip in read(three).chips] == ["B200-SXM-180GB", "H200-SXM-141GB"]


@pytest.mark.parametrize(
    ("fields", "chip"),
    [
        ({"hardware": ("H100",), "baseline": "A100 with FP16"}, "A100-SXM-80GB"),
        ({"hardware": ("H100",), "baseline": "H100 FP16"}, None),
        ({"hardware": ("H100",), "baseline": ""}, None),
        ({"hardware": ("H100", "B200"), "baseline": "A100"}, None),
        ({"hardware": ("H100",), "baseline": "A100", "technique": "hardware-upgrade"}, None),
    ],
)
def test_the_chip_of_the_baseline(fields: dict[str, object], chip: str | None) -> None:
    found = chip_before(read(Statement(**fields)))  # type: ignore[arg-type]
    assert (found.name if found else None) == chip


def test_a_count_in_the_chips_name_is_the_devices() -> None:
    assert read(Statement(hardware=("8xH100",))).devices == 8
    assert read(Statement(hardware=("H100",), n_devices=2)).devices == 2
    assert read(Statement(hardware=("8xH100", "A100"))).devices == 8
    assert read(Statement(hardware=("H100",), params={"tp": [2, 4]})).devices == 4
    assert read(Statement(hardware=("H100",))).devices is None
    assert read(Statement(hardware=("RTX 4090",), technique="expert-offload")).devices == 1
    assert read(Statement(technique="expert-offload")).devices is None


def test_of_two_models_with_drafts_the_larger_is_the_target_and_a_much_smaller_one_the_draft() -> None:
    two = read(Statement(technique="speculative-decoding", model=("Llama-3.2-1B", "Llama-3.1-70B")))
    assert [shape.name for shape in two.shapes] == ["Llama-3.1-70B"]
    assert two.statement.params["draft_model"] == "Llama-3.2-1B"
    alike = read(Statement(technique="speculative-decoding", model=("Llama-3.1-8B", "Llama-2-7B")))
    assert [shape.name for shape in alike.shapes] == ["Llama-3.1-8B", "Llama-2-7B"]
    named = read(
        Statement(
            technique="speculative-decoding", model=("Llama-3.2-1B", "Llama-3.1-70B"), params={"draft_model": "68M"}
        )
    )
    assert [shape.name for shape in named.shapes] == ["Llama-3.1-70B", "Llama-3.2-1B"]
    other = read(Statement(technique="smaller-model", model=("Llama-3.2-1B", "Llama-3.1-70B")))
    assert other.shapes[0].name == "Llama-3.2-1B"


def test_a_baseline_that_is_a_model_is_the_other_one() -> None:
    assert [s.name for s in read(Statement(model=("DeepSeek-V2",), baseline="DeepSeek-67B")).shapes] == [
        "DeepSeek-V2",
        "DeepSeek-67B",
    ]
    assert len(read(Statement(model=("DeepSeek-V2",), baseline="DeepSeek-V2")).shapes) == 1
    assert len(read(Statement(model=("DeepSeek-V2", "Llama-2-7B"), baseline="DeepSeek-67B")).shapes) == 2


def test_a_history_that_is_cached_is_the_part_that_is_found() -> None:
    """A question of 24 tokens over 1,000 cached ones: 1,024 tokens, 97.7 % of them found."""
    case = read(Statement(technique="prefix-caching", params={"input_len": 24, "context_len": 1000}))
    assert case.value("input_len", 0) == 1024
    assert case.value("hit_rate", 0) == pytest.approx(1000 / 1024)
    plain = read(Statement(technique="prefix-caching", params={"input_len": 1000, "context_len": 24}))
    assert "hit_rate" not in plain.params
    other = read(Statement(technique="eagle", params={"input_len": 24, "context_len": 1000}))
    assert "hit_rate" not in other.params


def test_usual_places_stand_in_where_nothing_is_named() -> None:
    nothing = read(Statement(technique="eagle", metric="decode", factor_high=2.0))
    assert {place.chip.name for place in nothing.places} == {"A100-SXM-80GB", "H100-SXM-80GB"}
    assert {place.shape.name for place in nothing.places} == {"Llama-2-7B", "Llama-3.1-70B"}
    chip = read(Statement(technique="eagle", hardware=("L40S",)))
    assert [place.shape.name for place in chip.places] == ["Llama-2-7B", "Llama-3.1-70B", "Llama-3.1-8B"]
    model = read(Statement(technique="eagle", model=("Llama-3.1-8B",)))
    assert len(model.places) == 4
    assert all(place.devices <= 8 for place in nothing.places + chip.places + model.places)


def test_a_place_is_named_by_its_devices() -> None:
    one = read(Statement(hardware=("H100",), model=("Llama-3.1-8B",))).places[0]
    two = read(Statement(hardware=("H100",), model=("Llama-2-70B",), n_devices=2)).places[0]
    assert (one.name, two.name) == ("Llama-3.1-8B on H100-SXM-80GB", "Llama-2-70B on 2 x H100-SXM-80GB")
    assert shape_of(find_model("Llama-2-70B")) == two.shape


def test_what_stands_in_is_said() -> None:
    found = read(Statement(hardware=("Hopper", "Foo-9"), model=("Bar-x",)))
    assert found.notes == (
        "Hopper: H100-SXM-80GB stands in",
        "no chip called Foo-9 in the catalog: usual ones stand in",
        "no model called Bar-x in the catalog: usual ones stand in",
    )
    assert (found.stand_in, found.known_place) == (True, False)
    assert read(Statement(hardware=("H100",), model=("Llama-3.1-8B",))).known_place


def test_a_cpu_beside_an_accelerator_comes_second_and_reads_at_its_own_rate() -> None:
    found = read(Statement(hardware=("Xeon-4th-gen-SPR-48c", "H100")))
    assert [chip.name for chip in found.chips] == ["H100-SXM-80GB", "Xeon-4th-gen-SPR-48c"]
    assert found.host_link(found.chips[0]) == 307e9
    alone = read(Statement(hardware=("H100",)))
    assert alone.host_link(replace(alone.chips[0], host_link=None)) == 64e9  # PCIe 5.0 x16


@pytest.mark.parametrize(
    ("params", "found"),
    [({"input_len": 100, "context_len": 100}, False), ({"input_len": 0, "context_len": 100}, False),
     ({"input_len": 100, "context_len": 101}, True), ({"input_len": 1, "context_len": 100}, True),
     ({"input_len": 100, "context_len": 1000, "hit_rate": 0.5}, False)],
)  # fmt: skip
def test_a_history_is_longer_than_what_is_asked(params: dict[str, Any], found: bool) -> None:
    case = read(Statement(technique="prefix-caching", params=params))
    assert (case.value("input_len", 0.0) == params["input_len"] + params["context_len"]) is found


def test_a_model_of_seven_tenths_of_the_target_is_still_a_draft() -> None:
    large = nominal(10e9)
    for small, count in ((7e9, 1), (7.2e9, 2)):
        shapes, _ = _target([nominal(small), large], Statement(technique="speculative-decoding"))
        assert (shapes[0], len(shapes)) == (large, count)


@pytest.mark.parametrize(
    ("fields", "places"),
    [
        # DeepSeek-V3 in four bits needs 335 GB with room: 8 x 80 or 4 x 180 GB; the old side has twice as much
        ({"model": ("DeepSeek-V3",), "params": {"weight_bits": 4}}, [("A100", 8), ("H100", 8), ("B200", 4)]),
        ({"model": ("DeepSeek-V3",), "params": {"weight_bits": 4}, "factor_high": 2.0}, [("B200", 8)]),
        ({"model": ("DeepSeek-V3",), "params": {"weight_bits": 4, "weight_bits_before": 16}}, [("B200", 16)]),
        # where the chip is named, it is the new side that has to fit
        ({"model": ("DeepSeek-V3",), "hardware": ("H100",), "params": {"weight_bits": 4}, "factor_high": 2.0}, [("H100", 8)]),
        ({"model": ("DeepSeek-V3",), "hardware": ("H100",)}, [("H100", 16)]),
        # 22.8 GB on the 24 of a card at home, of which people have one; a data centre's leave room for a cache
        ({"model": ("11.4B",), "hardware": ("RTX 4090",)}, [("RTX", 1)]),
        ({"model": ("12.5B",), "hardware": ("RTX 4090",)}, [("RTX", 2)]),  # 25 GB
        ({"model": ("11.4B",), "hardware": ("A10",)}, [("A10", 2)]),
        # of several the first is the one that is judged
        ({"model": ("Llama-3.1-8B", "Llama-3.1-70B"), "hardware": ("H100", "A100")}, [("H100", 1)]),
        ({"model": ("11.4B",)}, [("A100", 1), ("H100", 1), ("B200", 1), ("RTX", 2)]),
        # throughput with no model: as tight as it goes
        ({"hardware": ("B200",), "metric": "throughput"}, [("B200", 1), ("B200", 1), ("B200", 1)]),
        ({"hardware": ("B200",), "metric": "decode"}, [("B200", 1), ("B200", 1), ("B200", 1)]),
        ({"hardware": ("A100",), "metric": "throughput"}, [("A100", 1), ("A100", 2), ("A100", 1)]),
        ({"hardware": ("A100",), "metric": "decode"}, [("A100", 1), ("A100", 4), ("A100", 1)]),
        ({"model": ("Llama-3.1-8B",), "n_devices": 16}, [("A100", 16), ("H100", 16), ("B200", 16), ("RTX", 16)]),
    ],
)  # fmt: skip
def test_where_a_claim_is_tried_out(fields: dict[str, Any], places: list[tuple[str, float]]) -> None:
    found = read(Statement(technique="weight-only-quantization", **fields)).places
    assert [(place.chip.name.split("-")[0], place.devices) for place in found] == places


def test_the_devices_that_are_taken_are_said_to_be_assumed() -> None:
    known = read(Statement(hardware=("H100",), model=("Llama-3.1-70B",)))
    assert known.inputs["n_devices"] == (4, "assumed")
    assert known.inputs["params_read"][1] == "catalog"
    assert read(Statement(hardware=("H100",), n_devices=2)).inputs["n_devices"] == (2, "stated")
    assert "n_devices" not in read(Statement(model=("Llama-3.1-70B",))).inputs


@pytest.mark.parametrize(
    ("params", "shown"),
    [({"batch": 8}, 8.0), ({"batch": [8, 8]}, 8.0), ({"batch": [1, 64]}, (1.0, 64.0)), ({"batch": [1, 4, 64]}, (1.0, 64.0))],
)  # fmt: skip
def test_a_range_is_shown_by_its_ends(params: dict[str, Any], shown: float | tuple[float, float]) -> None:
    assert read(Statement(technique="eagle", params=params)).inputs["batch"] == (shown, "stated")


def test_of_a_range_the_upper_end_is_the_value_and_the_lower_one_the_least() -> None:
    case = read(Statement(params={"batch": [4, 8]}))
    assert (case.value("batch", 1.0), case.value("tp", 2.0)) == (8.0, 2.0)
    assert (case.least("batch", 1.0), case.least("tp", 2.0)) == (4.0, 2.0)

"""Names to chips and models: who is before, who is after, how many devices, and what stands in."""

from __future__ import annotations

import pytest

from estimator import Statement, find_hardware, find_model
from estimator.shape import nominal, shape_of
from estimator.verdicts.case import batch_before, chip_before, devices_before, devices_needed, read


@pytest.mark.parametrize(
    ("baseline", "devices"),
    [
        ("one A100", 1), ("a single GPU", 1), ("TP2", 2), ("tp = 4", 4), ("2 GPUs", 2), ("eight devices", 8),
        ("sixteen H100s", 16), ("4x RTX 4090", 4), ("vLLM", None), ("FP16", None),
    ],
)  # fmt: skip
def test_devices_that_the_baseline_names(baseline: str, devices: float | None) -> None:
    assert devices_before(baseline) == devices


@pytest.mark.parametrize(("baseline", "batch"), [("FP16 batch 4", 4), ("batch size of 16", 16), ("FP16", None)])
def test_the_batch_that_the_baseline_names(baseline: str, batch: float | None) -> None:
    assert batch_before(baseline) == batch


@pytest.mark.parametrize(
    ("params", "chip", "bits", "room", "devices"),
    [
        (70e9, "H100", 16.0, 0.85, 4),  # 140 GB in 68 GB each: 2.06, so 4
        (70e9, "H100", 8.0, 0.85, 2),  # 70 GB: 1.03
        (70e9, "H100", 8.0, 1.0, 1),  # 70 of 80 GB
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
    assert read(Statement(hardware=("H100",), params={"tp": 4})).devices == 4
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

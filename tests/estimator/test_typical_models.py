"""Models of which only the size is known, and what a model cannot be."""

from typing import Any

import pytest

from estimator import BadValue, Model
from estimator.models import _typical


@pytest.mark.parametrize(
    ("size", "layers", "hidden", "heads", "kv_heads", "head_dim", "ffn"),
    [
        # halfway between two sizes, by their ratio, the shape is that of the larger one
        ("100M", 12, 768, 12, 12, 64, 3072),
        ("228M", 24, 1024, 16, 8, 64, 2816),
        ("790M", 16, 2048, 16, 8, 128, 8192),
        ("2.0B", 28, 3072, 24, 8, 128, 8192),
        ("5.15B", 32, 4096, 32, 8, 128, 14336),
        ("10.8B", 40, 5120, 40, 8, 128, 17408),
        ("21.6B", 64, 5120, 40, 8, 128, 25600),
        ("48.3B", 80, 8192, 64, 8, 128, 28672),
        ("94.6B", 88, 12288, 96, 8, 128, 28672),
        ("227B", 126, 16384, 128, 8, 128, 53248),
        ("649B", 61, 7168, 56, 8, 128, 18432),
    ],
)
def test_the_shape_is_that_of_the_size_next_to_it(
    size: str, layers: int, hidden: int, heads: int, kv_heads: int, head_dim: int, ffn: int
) -> None:
    model = Model.nominal_of(size)
    found = (model.layers, model.hidden, model.heads, model.kv_heads, model.head_dim, model.ffn, model.experts)
    assert repr(found) == repr((layers, hidden, heads, kv_heads, head_dim, ffn, 0))


def test_what_is_said_of_a_model_of_which_only_the_size_is_known() -> None:
    model = Model.nominal_of("30B-A3B")
    assert repr((model.experts, model.experts_per_token, model.moe_ffn)) == "(128, 8, 3200)"
    assert (model.name, model.nominal, model.source) == ("30B-A3B", True, "size in the name")
    assert model.basis == "only the size is known (30B); the shape is a typical one for it"
    assert Model.nominal_of("30B-A3B", "Mine").name == "Mine"


def test_a_model_has_some_parameters_and_finitely_many() -> None:
    assert _typical("x", 1.0, 1.0).params_total == 1.0
    for total, allowed in ((0.0, "above 0"), (-1.0, "above 0"), (float("inf"), "finite")):
        with pytest.raises(BadValue) as caught:
            _typical("x", total, total)
        assert str(caught.value) == f"x: parameters = {total}: must be {allowed}"


def model(**more: Any) -> Model:
    plain: dict[str, Any] = {"params_total": 1e9, "params_active": 1e9, "layers": 20, "hidden": 64, "heads": 4}
    return Model("x", **plain | {"kv_heads": 4, "head_dim": 16} | more)


@pytest.mark.parametrize(
    "more",
    [
        {"experts": 8, "experts_per_token": 8},
        {"experts": 1, "experts_per_token": 1},
        {"layers": 26, "window_pattern": "SSSSSSSSSSSSF"},  # thirteen letters, twice
        {"layers": 36, "window_pattern": "SSSSSSSSSSSSF"},
        {"window_pattern": "SSSSSSSSSSSF"},  # twelve repeat as they are
        {"window_pattern": "S" * 19 + "F"},
        {"window_pattern": "FSLNCH"},
    ],
)
def test_what_a_model_can_be(more: dict[str, Any]) -> None:
    assert model(**more).layers == more.get("layers", 20)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"experts": 8, "experts_per_token": 9}, "x: experts_per_token = 9: must be 1 to 8"),
        ({"experts": 8}, "x: experts_per_token = 0: must be 1 to 8"),
        ({"window_pattern": "SSSSSSSSSSSSF"}, "x: letters of window_pattern = 13: must be 20, one a layer"),
        ({"window_pattern": "S" * 21}, "x: letters of window_pattern = 21: must be 20, one a layer"),
        ({"window_pattern": ""}, "x: window_pattern = '': must be letters F, S, L, N, C, H"),
        ({"window_pattern": "FX"}, "x: window_pattern = 'FX': must be letters F, S, L, N, C, H"),
        ({"layers": 0}, "x: layers = 0: must be above 0"),
        ({"params_active": 0.0}, "x: params_active = 0.0: must be above 0"),
        ({"head_dim": -1}, "x: head_dim = -1: must be above 0"),
    ],
)
def test_what_a_model_cannot_be(more: dict[str, Any], said: str) -> None:
    with pytest.raises(BadValue) as caught:
        model(**more)
    assert str(caught.value) == said


def test_what_a_model_without_further_words_is() -> None:
    plain = model()
    assert (plain.gated, plain.is_moe, plain.is_mla, plain.routed_params, plain.shared_params) == (
        True,
        False,
        False,
        0.0,
        1e9,
    )
    assert (model(experts=1, experts_per_token=1).is_moe, model(kv_lora_rank=1).is_mla) == (True, True)


def test_routed_experts_are_what_two_counts_leave() -> None:
    """Of 8e9 parameters 2e9 are multiplied: 6e9 are the six of eight experts that idle, so that all are 8e9."""
    moe = {"experts": 8, "experts_per_token": 2}
    assert model(params_total=8e9, params_active=2e9, **moe).routed_params == pytest.approx(8e9)
    assert model(params_total=8e9, params_active=2e9, **moe).shared_params == pytest.approx(0.0)
    assert model(params_total=8e9, params_active=5e9, **moe).routed_params == pytest.approx(4e9)
    assert model(params_total=8e9, params_active=5e9, **moe).shared_params == pytest.approx(4e9)
    assert model(params_total=8e9, params_active=5e9, vocab=1000, **moe).routed_params == pytest.approx(
        (3e9 - 64_000) / 0.75
    )
    assert model(params_total=1e9, params_active=1e9, vocab=1000, **moe).routed_params == 0.0  # none idles
    assert model(experts=8, experts_per_token=8).routed_params == 0.0


def test_entries_that_four_tokens_share_are_whole_numbers_of_elements() -> None:
    compressed = model(window_pattern="C", head_dim=510, kv_heads=1, sliding_window=64, read_top=512)
    assert repr([group.elements for group in compressed.kv_groups]) == "[127, 510]"

"""From the catalog's row to what the roofline sees."""

import math

import pytest

from estimator import MODELS, find_model
from estimator.setting import Setting
from estimator.shape import nominal, shape_of
from estimator.step import decode


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.name)
def test_every_model_has_a_sane_shape(model) -> None:
    shape = shape_of(model)
    assert 0 < shape.active <= shape.total * 1.001
    assert shape.active == pytest.approx(model.params_active, rel=1e-9)
    assert 0 <= shape.head <= shape.always
    assert 0 <= shape.attending <= shape.always - shape.head + 1
    assert shape.attention_layers <= 2 * shape.layers  # an indexer counts once more
    assert shape.state >= 0


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.name)
def test_one_token_adds_to_the_cache_what_the_catalog_says(model) -> None:
    kept = [group for group in shape_of(model).attention if group.heads]
    assert sum(g.layers * g.per_head * g.heads_kv for g in kept) * 2 == pytest.approx(model.kv_bytes_per_token(16))


def test_five_windows_to_one_full_layer() -> None:
    full, window = shape_of(find_model("gemma-3-27B")).attention
    assert (full.layers, full.window) == (10, math.inf)  # layers 6, 12, ... of 62
    assert (window.layers, window.window) == (52, 1024)


def test_recurrent_layers_keep_a_state_and_no_cache() -> None:
    shape = shape_of(find_model("Nemotron-H-56B"))
    assert shape.attention_layers == 10
    assert shape.layers == 118
    one, many = (decode(Setting(shape, 1e12, 1e15), 1.0, context).kv for context in (0.0, 1000.0))
    assert many - one == 1000 * 40_960


def test_sparse_attention_reads_few_and_keeps_all() -> None:
    shape = shape_of(find_model("DeepSeek-V3.2"))
    (main,) = (group for group in shape.attention if group.heads)
    assert main.window == 2048
    assert main.keeps == math.inf


def test_a_size_alone_reads_all_of_it() -> None:
    assert nominal(70e9).name == "70B"
    assert decode(Setting(nominal(70e9), 3.35e12, 1e15), 1.0, 8192.0).kv == 0

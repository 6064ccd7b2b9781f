"""Chinese is read as English, word by word, and every value keeps its place in the Chinese text."""

from __future__ import annotations

from pathlib import Path

import pytest

import ingest
from classifier import Claim, find
from classifier.figures.metrics import metric_words
from classifier.figures.quantities import figures
from classifier.unit import unit
from classifier.words.chinese import HAN, english, gloss, reads_as
from classifier.words.chinese_words import READS_AS, WORDS
from estimator import TECHNIQUES, Technique, find_technique

NOTE = """# 快舟引擎 1.3 更新日志

所有测试都在单张 H100 上进行，模型为 Llama-3-8B。

- 新增 INT4 权重量化：批大小为 1 时，解码速度是 FP16 的 2.4 倍。
- 前缀缓存默认开启，首字延迟从 1.2 秒降到 300 毫秒。
- 支持推测解码，减少目标模型的前向次数以加速生成。
- 修复提示为空时崩溃的问题。
- 计划在下个版本支持 PD 分离。

| 模型 | FP16 吞吐（tok/s） | INT4 吞吐（tok/s） | 加速比 |
|---|---|---|---|
| Llama-3-8B | 60 | 150 | 2.5x |

训练阶段的吞吐提升了 40%。
"""


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> ingest.Document:
    path = Path(tmp_path_factory.mktemp("note")) / "note.md"
    path.write_text(NOTE, encoding="utf-8")
    return ingest.read(path)


@pytest.fixture(scope="module")
def claims(document: ingest.Document) -> tuple[Claim, ...]:
    return find(document)


def _with(claims: tuple[Claim, ...], words: str) -> list[Claim]:
    return [c for c in claims if words in c.quote]


def test_a_factor_is_found_with_its_setting(claims: tuple[Claim, ...]) -> None:
    (claim,) = _with(claims, "权重量化")
    assert (claim.kind, claim.technique, claim.side) == ("claim", "weight-only-quantization", "fewer-bytes")
    assert (claim.factor_low, claim.factor_high, claim.metric) == (2.4, 2.4, "decode")
    assert (claim.hardware, claim.n_devices, claim.model) == (("H100",), 1, ("Llama-3-8B",))
    assert (claim.params["weight_bits"], claim.params["batch"], claim.baseline) == (4, 1, "FP16")


def test_before_and_after_make_a_factor(claims: tuple[Claim, ...]) -> None:
    (claim,) = _with(claims, "前缀缓存")
    assert (claim.technique, claim.metric, claim.factor_low) == ("prefix-caching", "ttft", 4.0)


def test_a_claim_without_a_figure_is_found(claims: tuple[Claim, ...]) -> None:
    (claim,) = _with(claims, "推测解码")
    assert (claim.technique, claim.side, claim.quantified) == ("speculative-decoding", "fewer-steps", False)


@pytest.mark.parametrize("words", ["崩溃", "下个版本", "训练阶段"])
def test_fixes_plans_and_training_are_none(claims: tuple[Claim, ...], words: str) -> None:
    assert not _with(claims, words)


def test_a_row_is_read_under_its_chinese_heads(claims: tuple[Claim, ...]) -> None:
    assert [c.factor_low for c in claims if "150" in c.quote] == [2.5]


def test_every_value_stands_where_its_words_stand(document: ingest.Document, claims: tuple[Claim, ...]) -> None:
    said = {p.name: p.surface for c in _with(claims, "权重量化") for p in c.parameters if p.origin == "stated"}
    assert said["technique"] == "INT4 权重量化"
    assert (said["weight_bits"], said["factor"]) == ("INT4", "2.4 倍")
    assert all(p.surface == document.text[p.start : p.end] for c in claims for p in c.parameters)
    assert all(c.quote in NOTE for c in claims)


def test_without_chinese_a_document_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Notes\n\nINT4 decodes 2x faster — «vite» на H100.\n", encoding="utf-8")
    read = ingest.read(path)
    assert english(read) is read
    assert gloss("décodage 2× plus rapide") == "décodage 2× plus rapide"


def test_cells_stay_cells(document: ingest.Document) -> None:
    row = next(p for p in english(document).passages if p.kind == "row")
    assert row.header == ("model", "FP16 throughput (tok/s)", "INT4 throughput (tok/s)", "speedup")
    assert row.cell_texts() == ("Llama-3-8B", "60", "150", "2.5x")


# What is written, the range of the factor, its metric, its qualifier.
FIGURES = [
    ("吞吐提升 35%", 1.35, 1.35, "throughput", "exact"),
    ("快近 12 倍", 12, 12, None, "about"),
    ("生成速度提升了2-3倍", 2, 3, "decode", "exact"),
    ("延迟降低 40%", 1.6667, 1.6667, "latency", "exact"),
    ("降低 40% 的延迟", 1.6667, 1.6667, "latency", "exact"),
    ("吞吐提升：平均8.5%", 1.085, 1.085, "throughput", "average"),
    ("吞吐最高提升 3.5 倍", 3.5, 3.5, "throughput", "up-to"),
    ("吞吐提升一倍", 2, 2, "throughput", "exact"),
    ("推理速度提高 0.6 倍", 1.6, 1.6, "other", "exact"),
    ("吞吐翻倍", 2, 2, "throughput", "exact"),
    ("显存占用减半", 2, 2, "memory", "exact"),
    ("首字延迟下降了一半", 2, 2, "ttft", "exact"),
    ("时延降低三成", 1.4286, 1.4286, "latency", "exact"),
    ("显存占用降到原来的四分之一", 4, 4, "memory", "exact"),
    ("延迟缩短到原来的 1/5", 5, 5, "latency", "exact"),
    ("吞吐是基线的 4.2 倍", 4.2, 4.2, "throughput", "exact"),
    ("加速比达到 2.6", 2.6, 2.6, None, "exact"),
    ("获得 1.9 倍的解码加速", 1.9, 1.9, "decode", "exact"),
    ("速度从 25 tok/s 提升到 100 tok/s", 4, 4, "throughput", "exact"),
    ("每 token 延迟由 48 毫秒下降至 12 毫秒", 4, 4, "decode", "exact"),
    ("显存由 16 GB 压缩到 4 GB", 4, 4, "memory", "exact"),
]


@pytest.mark.parametrize(("text", "low", "high", "metric", "qualifier"), FIGURES, ids=[row[0] for row in FIGURES])
def test_figures_are_read(text: str, low: float, high: float, metric: str | None, qualifier: str) -> None:
    (effect,) = figures(gloss(text)).effects
    assert (effect.low, effect.high, effect.metric, effect.qualifier) == (low, high, metric, qualifier)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("批大小为 16，输入长度 1024，输出长度 128", {"batch": 16, "input_len": 1024, "output_len": 128}),
        ("64 路并发、32K 上下文", {"batch": 64, "context_len": 32768}),
        ("每步起草 5 个 token，平均接受长度 3.4", {"draft_len": 5, "acceptance_len": 3.4}),
        ("接受率达到 80%，命中率 65%", {"acceptance_rate": 0.8, "hit_rate": 0.65}),
        ("TP=4 的张量并行", {"tp": 4}),
    ],
)
def test_parameters_are_read(text: str, stated: dict[str, float]) -> None:
    assert {s.name: s.value for s in unit(gloss(text), "sentence").stated} == stated


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [
        ("在两块 H100 上", "H100", 2),
        ("8 卡 H800", "H800", 8),
        ("十六张英伟达 A100", "A100", 16),
        ("单卡 4090", "RTX-4090", 1),
        ("单张 A10", "A10", 1),
    ],
)
def test_cards_are_counted(text: str, name: str, count: int) -> None:
    (hit,) = unit(gloss(text), "sentence").mentions.hardware
    assert (hit.name, hit.count) == (name, count)


@pytest.mark.parametrize(
    ("text", "value", "unit_"),
    [
        ("每秒可生成 3000 个 token", 3000, "tokens/s"),
        ("吞吐达到 1.2 万 tokens/s", 12000, "tokens/s"),
        ("每秒处理 45 个请求", 45, "requests/s"),
        ("平均延迟为 1.8 秒", 1.8, "s"),
    ],
)
def test_rates_and_times_are_read(text: str, value: float, unit_: str) -> None:
    (amount,) = figures(gloss(text)).loose
    assert (amount.low, amount.unit) == (value, unit_)


@pytest.mark.parametrize("row", [row for row in TECHNIQUES.values() if row.chinese], ids=lambda row: row.key)
def test_every_chinese_name_reads_as_its_technique(row: Technique) -> None:
    for name in row.chinese:
        assert HAN.search(name)
        assert find_technique(name) is row
        assert find_technique(name.replace(" ", "")) is row
        assert {h.technique for h in unit(gloss(f"使用{name}"), "sentence").mentions.techniques} == {row.key}, name


def test_a_name_that_would_read_as_a_metric_reads_otherwise() -> None:
    assert set(READS_AS) <= set(TECHNIQUES)
    assert not any(metric_words(reads_as(key)) for key in READS_AS)


def test_a_chinese_word_stands_in_one_row() -> None:
    words = [word for _, block in WORDS for word in block.split()]
    names = {name.replace(" ", "") for row in TECHNIQUES.values() for name in row.chinese}
    assert sorted({word for word in words if words.count(word) > 1}) == []
    assert sorted(names & set(words)) == []


@pytest.mark.parametrize(
    "sentence",
    ["使用 INT4 权重量化，Llama-2-70B 在两块 H100 上的解码速度提升 9 倍", "一", "的", "，。；", "倍", "提升倍"],
)
def test_any_text_can_be_read(sentence: str) -> None:
    assert not HAN.search(gloss(sentence))

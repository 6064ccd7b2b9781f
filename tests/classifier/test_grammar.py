"""The quantity grammar against its tables of phrases, and against texts that nobody wrote."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classifier.figures.amounts import amounts, level
from classifier.figures.bits import bit_widths
from classifier.figures.parameters import parameters
from classifier.figures.quantities import figures

HERE = Path(__file__).parent


def rows(name: str) -> list[tuple[str, str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    pairs = [line.rsplit(" => ", 1) for line in lines if line and not line.startswith("#")]
    return [(phrase, said) for phrase, said in pairs]


EFFECTS, AMOUNTS, PARAMETERS = (rows(f"{kind}_phrases.txt") for kind in ("effect", "amount", "parameter"))


def test_the_tables_hold_more_than_three_hundred_phrases() -> None:
    phrases = [phrase for phrase, _ in (*EFFECTS, *AMOUNTS, *PARAMETERS)]
    assert len(set(phrases)) >= 300


def _shown(number: float) -> str:
    return f"{number:g}" if abs(number) >= 1000 and number == int(number) else f"{round(number, 4):.10g}"


@pytest.mark.parametrize(("phrase", "said"), EFFECTS, ids=[phrase for phrase, _ in EFFECTS])
def test_a_phrase_has_its_effects(phrase: str, said: str) -> None:
    wanted = [] if said == "-" else said.split(", ")
    found = figures(phrase).effects
    assert len(found) == len(wanted), found
    for effect, want in zip(found, wanted, strict=True):
        factor, _, metric = want.partition(":")
        low, _, high = factor.partition("..")
        assert effect.low == pytest.approx(float(low), rel=1e-3)
        assert effect.high == pytest.approx(float(high or low), rel=1e-3)
        if metric:
            assert effect.metric == metric


@pytest.mark.parametrize(("phrase", "said"), AMOUNTS, ids=[phrase for phrase, _ in AMOUNTS])
def test_a_phrase_has_its_amount(phrase: str, said: str) -> None:
    found = amounts(level(phrase))
    if said == "-":
        assert not found
        return
    kind, value, unit = said.split(" ")
    low, _, high = value.partition("..")
    (amount,) = found
    assert (amount.kind, amount.low, amount.high, amount.unit) == (kind, float(low), float(high or low), unit)
    assert amount.surface.strip() == level(phrase)[amount.start : amount.end].strip()


@pytest.mark.parametrize(("phrase", "said"), PARAMETERS, ids=[phrase for phrase, _ in PARAMETERS])
def test_a_phrase_has_its_parameters(phrase: str, said: str) -> None:
    found = {s.name: s.value for s in parameters(level(phrase))}
    wanted: dict[str, object] = {}
    for pair in [] if said == "-" else said.split(" "):
        name, _, value = pair.partition("=")
        numbers = [float(v) for v in value.split(",")]
        wanted[name] = numbers if len(numbers) > 1 else numbers[0]
    assert found == wanted


@pytest.mark.parametrize(
    ("phrase", "bits"),
    [
        ("W4A16", [(4, "weight")]),
        ("W8A8", [(8, "weight")]),
        ("INT4 weights", [(4, "weight")]),
        ("4-bit weights", [(4, "weight")]),
        ("FP8 KV cache", [(8, "kv")]),
        ("int4/int8 kv quantization", [(4, "kv"), (8, "kv")]),
        ("the KV cache in FP8", [(8, "kv")]),
        ("KV8", [(8, "kv")]),
        ("K4V2", [(3, "kv")]),
        ("Q4_K_M", [(4, "weight")]),
        ("FP8 all-reduce", [(8, "act")]),
        ("BF16", [(16, "")]),
        ("3.5 bits per weight", [(3.5, "weight")]),
        ("H100", []),
        ("bitsandbytes", []),
    ],
)
def test_a_bit_width_is_that_of_its_neighbour(phrase: str, bits: list[tuple[float, str]]) -> None:
    found = [(b.bits, b.of) for b in bit_widths(level(phrase))]
    assert [b for b, _ in found] == [b for b, _ in bits]
    assert [of for _, of in found if of] == [of for _, of in bits if of] or phrase == "3.5 bits per weight"


PIECES = st.sampled_from(
    "2.3x 40% from to tokens/s ms GB faster slower latency throughput memory by of up ~ - – × $\\times$ 3,000 1.5k "
    "half twice vs. than ( ) , ; . | KV FP8 INT4 H100 8x Llama-2-7B batch 64 -7.3% 1e-05 … 一 \u00a0 \n".split(" ")
)
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=14).map(" ".join))


@settings(max_examples=300)
@given(TEXTS)
def test_any_text_is_read_without_an_error_and_stands_where_it_says(text: str) -> None:
    even = level(text)
    assert len(even) == len(text)
    for amount in amounts(even):
        assert even[amount.start : amount.end] == amount.surface or amount.surface in even
        assert amount.low <= amount.high
    for stated in parameters(even):
        assert even[stated.start : stated.end] == stated.surface
    figures(text)


@settings(max_examples=300)
@given(TEXTS)
def test_no_digit_is_invented(text: str) -> None:
    even = level(text)
    for amount in amounts(even):
        if amount.kind == "word" or not re.search(r"\d", amount.surface):
            continue
        digits = set(re.findall(r"\d", amount.surface))
        for end in (amount.low, amount.high):
            said = set(re.findall(r"[1-9]", f"{end:.10g}".partition("e")[0]))
            assert said <= digits, (amount, end)


def test_what_only_waits_for_memory_needs_no_less_of_it() -> None:
    phrases = (
        "a step that waits for memory gets 1.4x",
        "layers limited by memory gain 1.4x",
        "1.4x less memory is used",
    )
    assert [figures(phrase).effects[0].metric for phrase in phrases] == [None, None, "memory"]

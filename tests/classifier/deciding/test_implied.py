"""What the wording implies without a number."""

from __future__ import annotations

import pytest

from classifier.deciding.implied import hints, of_rate, of_training_alone, of_whom
from classifier.find import find
from estimator import judge
from ingest.read import read_bytes


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("For a single user, decoding is twice as fast.", "single-user"),
        ("Under load the engine keeps 1.4x the throughput.", "high-load"),
        ("The gain grows with long contexts.", "long-context"),
        ("FP8 weights double the speed of prefill.", "fp8"),
        ("MXFP4 kernels triple the rate of prefill.", "fp4"),
        ("SmoothQuant makes prefill 1.5x faster.", "int8"),
        ("W4A4 with INT4 operands triples prefill.", "int4"),
        ("Two designs, both caches kept in BF16.", "same-width"),
        ("The two models are compared at equal precision.", "same-width"),
        ("The bill for serving is down by half.", "price"),
        ("Cost per million tokens fell 3x.", "price"),
        ("TP=4 leaves a quarter of the KV cache on each GPU.", "of-cache"),
        ("Half of the weights stay on each card.", "of-weights"),
        ("The pipeline renders an image 1.4x faster.", "pictures"),
        ("Text-to-image generation is 2x faster in FP8.", "pictures"),
        ("The new kernels train a 3B model 1.6x faster.", "training"),
        ("Narrow weights fit twice as many sequences.", "more-fit"),
        ("INT8 weights allow for a context window twice as long.", "more-fit"),
        ("Our sparse INT4 Marlin kernels are 5x faster.", "2:4"),
        ("Our sparse INT4 kernels are 5x faster.", "sparse-weights"),
        ("INT4 weights with 2:4 sparsity are 5x faster.", "sparse-weights"),
        ("Each extra 1K of context adds 0.2 ms.", "slope"),
        ("TPOT rises 1.3 ms per 10K tokens of context.", "slope"),
        ("An extra user adds 0.3 ms to the step.", "slope"),
        ("The slope of ITL is halved.", "slope"),
        ("Llama-3.3-70B generates 20 tokens/s on RTX 4090s.", "several-devices"),
        ("A pair of M2 Ultra boxes holds it.", "several-devices"),
        ("Graphs cut the launch overhead by 9x.", "of-overhead"),
        ("Host-side overhead falls to a fifth.", "of-overhead"),
    ],
)
def test_wording_gives_the_hint(text: str, hint: str) -> None:
    assert hint in hints(text)


@pytest.mark.parametrize("text", ["An FP8 KV cache doubles the batch.", "An INT8 cache halves what a step reads."])
def test_the_format_of_a_cache_is_not_that_of_what_is_multiplied(text: str) -> None:
    assert not {"fp8", "int8"} & set(hints(text))


def test_a_model_that_reads_pictures_and_writes_text_is_a_language_model() -> None:
    assert "pictures" not in hints("Dropping image tokens halves TTFT of a VLM that reads 448 x 448 pixel images.")


@pytest.mark.parametrize(
    "text",
    [
        "A training-free draft speeds up decoding 1.7x.",
        "We train a small draft; decoding is 2.1x faster.",
        "Quantisation-aware training keeps quality, and tokens/s double.",
        "Decoding is 2x faster.",
    ],
)
def test_running_a_model_that_was_trained_is_not_training(text: str) -> None:
    assert not of_training_alone(text)


@pytest.mark.parametrize(
    ("text", "verdict", "said"),
    [
        ("FP8 makes serving cheap: the cost per million tokens fell 5x.", "unverifiable", "money depends on prices"),
        (
            "We hope to ship INT4 kernels next quarter that triple decode speed.",
            "unverifiable",
            "has not been measured",
        ),
        (
            "On an A100, FP8 weights and activations make 4K-token prompts of Llama-3.1-8B prefill 1.7x faster than BF16.",
            "implausible",
            "at most 1.00x is possible",
        ),
    ],
)
def test_figures_of_something_else_are_told(text: str, verdict: str, said: str) -> None:
    judged = judge(find(read_bytes(text.encode(), "text.md"))[0].statement())
    assert judged.verdict == verdict
    assert said in judged.reason


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("A per-token acceptance rate of 60 % gives 2.2x.", ()),
        ("Each drafted token is accepted with a probability of 0.6.", ()),
        ("With alpha = 0.6 and four drafts, decoding is 2.2x faster.", ()),
        ("A draft acceptance rate of 60 % gives 2.9x.", ("of-all-drafted",)),
        ("60% of the drafted tokens are accepted, for 2.9x.", ("of-all-drafted",)),
        ("Half of all speculated tokens are kept and accepted.", ("of-all-drafted",)),
        ("The acceptance rate is 60 %, and decoding 2.9x faster.", ("open-rate",)),
        ("Four drafts, accepted at a rate of 60 %.", ("open-rate",)),
    ],
)
def test_what_an_acceptance_rate_counts_is_said_or_left_open(text: str, hint: tuple[str, ...]) -> None:
    assert of_rate({"acceptance_rate": 0.6}, text) == hint
    assert of_rate({"acceptance_len": 2.9}, text) == ()


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("With an 8K context decoding is 2x faster.", "slope"),
        ("Each 8K prompt takes 300 ms.", "slope"),
        ("A sparse model with 16 experts is 2x faster.", "sparse-weights"),
        ("It serves 3x more requests per second.", "more-fit"),
        ("One RTX 4090 gives 100 tokens/s.", "several-devices"),
    ],
)
def test_wording_that_only_looks_like_it_gives_no_hint(text: str, hint: str) -> None:
    assert hint not in hints(text)


@pytest.mark.parametrize(
    ("text", "open_scope"),
    [
        ("At batch 8 the card decodes 900 tokens/s.", True),
        ("At batch 8 each of the users gets 90 tokens/s.", False),
        ("At batch 8 a request is answered with 90 tokens/s.", False),
        ("At batch 8 every stream decodes 90 tokens/s.", False),
    ],
)
def test_whose_tokens_a_rate_counts_is_said_or_left_open(text: str, open_scope: bool) -> None:
    assert of_whom({"batch": 8}, text) == (("open-scope",) if open_scope else ())
    assert of_whom({"batch": 1}, text) == ()

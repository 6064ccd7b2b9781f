"""What a figure rests on where no technique is named, and whose rate it is."""

from estimator import Quantity, Statement, judge


def test_an_engine_as_baseline_makes_two_listed_chips_no_upgrade() -> None:
    said = Statement(
        metric="throughput", factor_low=3.5, factor_high=3.5, qualifier="up-to", baseline="Text Generation Inference",
        hardware=("A10G", "A100-40GB"), model=("LLaMA-7B", "LLaMA-13B"),
    )  # fmt: skip
    assert judge(said).verdict == "unverifiable"


def test_with_no_baseline_named_the_faster_chip_is_the_new_one() -> None:
    said = Statement(
        technique="hardware-upgrade", metric="decode", factor_low=1.3, factor_high=1.3,
        hardware=("H100", "H200"), model=("Llama-3.1-8B",), params={"batch": 1},
    )  # fmt: skip
    verdict = judge(said)
    assert (verdict.verdict, round(verdict.ceiling or 0.0, 2)) == ("plausible", 1.43)


def test_a_rate_beside_a_factor_may_be_that_of_all_sequences() -> None:
    said = Statement(
        technique="weight-activation-quantization", metric="decode", factor_low=1.3, factor_high=1.3,
        absolute=Quantity(12_700, "tokens/s"), hardware=("H100",), n_devices=1, model=("Llama-3.1-8B",),
        params={"weight_bits": 8},
    )  # fmt: skip
    assert judge(said).verdict != "implausible"


def test_parameters_of_one_mechanism_show_it_where_nothing_else_does() -> None:
    """One chip is no comparison of chips; 3 % of 131,072 cached tokens are sparse attention: 131 GB to 31, 4.2x at most."""
    said = Statement(
        technique="hardware-upgrade",
        metric="decode",
        factor_low=2.2,
        factor_high=2.2,
        hardware=("H200",),
        n_devices=1,
        model=("Qwen2.5-14B",),
        params={"sparsity": 0.97, "context_len": 131072, "batch": 4},
    )
    verdict = judge(said)
    assert verdict.verdict == "plausible"
    assert verdict.ceiling is not None
    assert 4.0 < verdict.ceiling < 4.4

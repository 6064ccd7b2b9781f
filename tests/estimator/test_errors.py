"""What the estimator refuses, in the words in which it does, also from another process."""

import pickle

import pytest

from estimator import BadValue, EstimatorError, MissingCatalogValue, UnknownName


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (UnknownName("hardware", "H1000", ("H100", "H200")), "no hardware called 'H1000'; nearest: H100, H200"),
        (UnknownName("hardware", "H1000", lambda: ["H100"]), "no hardware called 'H1000'; nearest: H100"),
        (UnknownName("models", "Octave"), "no model called 'Octave'; see `twoways catalog models`"),
        (
            MissingCatalogValue("A100", "fp8 peak", ("fp16", "int8")),
            "A100 has no fp8 peak in the catalog; it has: fp16, int8",
        ),
        (MissingCatalogValue("A100", "fp8 peak"), "A100 has no fp8 peak in the catalog; it has: none"),
        (BadValue("weight_bits", 300, "1 to 32"), "weight_bits = 300: must be 1 to 32"),
    ],
)
def test_each_refusal_is_one_line(error: EstimatorError, words: str) -> None:
    assert str(error) == words


def test_a_name_that_is_unknown_can_be_sent_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(UnknownName("models", "Octave", lambda: ["Octavia"])))
    assert (type(error), error.kind, error.name, error.nearest) == (UnknownName, "models", "Octave", ("Octavia",))

"""Names of models as people spell them."""

import pytest

from estimator import MODELS, Model, UnknownName, find_model


@pytest.mark.parametrize("row", MODELS.values(), ids=lambda row: row.name)
def test_every_name_and_alias_finds_its_model(row: Model) -> None:
    names = (row.name, *(alias.removeprefix("~") for alias in row.aliases))
    assert [find_model(name).name for name in names] == [row.name] * len(names)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("meta-llama/Meta-Llama-3.1-70B-Instruct", "Llama-3.1-70B"),
        ("Llama 3.1 70B Instruct", "Llama-3.1-70B"),
        ("llama3.1:8b", "Llama-3.1-8B"),
        ("llama3-70b", "Llama-3-70B"),
        ("LLaMA2 7b", "Llama-2-7B"),
        ("llama-2-7b-chat-hf", "Llama-2-7B"),
        ("neuralmagic/Meta-Llama-3.1-405B-Instruct-FP8", "Llama-3.1-405B"),
        ("RedHatAI/Llama-3.3-70B-Instruct-quantized.w4a16", "Llama-3.3-70B"),
        ("Llama-3.1-70B (Q4_K_M)", "Llama-3.1-70B"),
        ("unsloth/Llama-3.2-3B-Instruct-bnb-4bit", "Llama-3.2-3B"),
        ("Qwen/Qwen2.5-7B-Instruct", "Qwen2.5-7B"),
        ("Qwen2.5-72B-Instruct-GPTQ-Int4", "Qwen2.5-72B"),
        ("Qwen-2.5-32B", "Qwen2.5-32B"),
        ("Qwen3-30B-A3B-Thinking-2507", "Qwen3-30B-A3B"),
        ("Mixtral 8x7B", "Mixtral-8x7B"),
        ("mistralai/Mixtral-8x7B-Instruct-v0.1", "Mixtral-8x7B"),
        ("Mistral 7B v0.2", "Mistral-7B"),
        ("Mistral-Small-3.1-24B-Instruct-2503", "Mistral-Small-24B"),
        ("lmsys/vicuna-7b-v1.3", "Vicuna-7B"),
        ("DeepSeek R1", "DeepSeek-R1"),
        ("nvidia/DeepSeek-R1-0528-NVFP4-v2", "DeepSeek-R1"),
        ("DeepSeek-V3-0324", "DeepSeek-V3"),
        ("DeepSeek-R1-Distill-Qwen-32B-AWQ", "DeepSeek-R1-Distill-Qwen-32B"),
        ("Kimi-K2-Thinking", "Kimi-K2-Thinking"),
        ("google/gemma-3-27b-it", "gemma-3-27B"),
        ("OPT 6.7B", "OPT-6.7B"),
        ("GPT-OSS 20B", "gpt-oss-20b"),
        ("Phi-3-mini-4k-instruct", "Phi-3-mini"),
        ("Mixtral-8×7B", "Mixtral-8x7B"),
        ("70B Llama 2", "Llama-2-70B"),
        ("the Llama 3.1 70B model", "Llama-3.1-70B"),
        ("DeepSeek-V3-671B-A37B", "DeepSeek-V3"),
        ("Mixtral-8x7B-A13B", "Mixtral-8x7B"),
    ],
)
def test_a_model_is_found_as_people_write_it(text: str, name: str) -> None:
    assert find_model(text) is MODELS[name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Nous-Hermes-2-Mixtral-8x7B", "Mixtral-8x7B"),
        ("Llama-Guard-3-8B", "Llama-3-8B"),
        ("Foo-Llama-2-7B-Bar", "Llama-2-7B"),
        ("Llama-2-7B-Bar-Instruct", "Llama-2-7B"),
        ("Foo-DeepSeek-R1-Distill-Qwen-14B-Bar", "DeepSeek-R1-Distill-Qwen-14B"),  # the longest part, not Qwen-14B
        ("Foo-Megatron-GPT-175B-Bar", "Megatron-GPT-175B"),  # and not GPT-175B
    ],
)
def test_a_fine_tune_is_taken_for_the_model_that_its_name_holds(text: str, name: str) -> None:
    found = find_model(text)
    assert (found.name, found.basis.endswith(f"{text!r} taken for {name}")) == (name, True)


def test_a_name_that_leaves_the_version_open_says_what_it_was_taken_for() -> None:
    assert find_model("Llama 70B").basis.endswith("'Llama 70B' taken for Llama-3.1-70B")
    assert "taken for" not in find_model("Llama-3.1-70B").basis


@pytest.mark.parametrize(
    "text",
    [
        "Qwen 27B",
        "Llama 38B",
        "Gemma 29B",
        "Llama 270B",
        "Llama-3.1-80B",
        "Llama-2-9B",
        "Qwen3-9B",
        "Mistral-70B",
        "Vicuna-30B-A3B",
        "DeepSeek-R1-7B",
    ],
)
def test_a_name_never_resolves_to_another_size(text: str) -> None:
    with pytest.raises(UnknownName):
        find_model(text)


def test_an_unknown_model_with_a_size_is_nominal_on_request() -> None:
    model = find_model("Foo-30B-A3B", allow_nominal=True)
    assert (model.name, model.nominal, model.params_total, model.params_active) == ("Foo-30B-A3B", True, 30e9, 3e9)
    assert find_model("a 13B model", allow_nominal=True).params_total == 13e9


@pytest.mark.parametrize(
    ("text", "name"),
    [("Qwen3.9-27B", "Qwen3.5-27B"), ("Llama-3.9-70B-Instruct", "Llama-3.3-70B"), ("Qwen4-30B-A3B", "Qwen3-30B-A3B")],
)
def test_a_new_generation_has_the_shape_of_the_last_one_on_request(text: str, name: str) -> None:
    assert find_model(text, allow_nominal=True).name == name
    with pytest.raises(UnknownName):
        find_model(text)


@pytest.mark.parametrize("text", ["Foo", "GPT-4", "", "DeepSeek-V9"])
def test_an_unknown_model_is_refused(text: str) -> None:
    with pytest.raises(UnknownName, match="no model called"):
        find_model(text, allow_nominal=True)


def test_the_refusal_names_the_nearest_models() -> None:
    with pytest.raises(UnknownName, match=r"^no model called 'Lama-3.1-8B'; nearest: Llama-3.1-8B"):
        find_model("Lama-3.1-8B")

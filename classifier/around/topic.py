# ruff: noqa: E501 - one pattern is one row, however long
"""What a document is about, and what a unit by itself speaks of: language models and running them, training, or another field."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from classifier.words.at_words import AtWords
from ingest import Document

_SUBJECTS = AtWords(
    (
        ("llm", r"\b(?:llms?|large language models?|language models?|tokens?/s|kv[- ]?cache|prefill|decoding|transformers?|gpt|llama|attention|speculative(?! (?:execution|loads?)\b)|autoregressive|vllm|tensorrt-llm|inference|tokens?)\b"),
        ("core", r"\b(?:llms?|large language models?|ttft|tpot|time[- ]to[- ]first[- ]token|kv[- ]?cache|prefill|decod\w+|speculative(?! (?:execution|loads?)\b)|autoregressive|vllm|tensorrt-llm|sglang|llama\w*|flash-?attention|serving|serves? (?:\w+ ){0,2}(?:streams?|users?|requests?|chats?)|token generation|tok(?:en)?s?/s(?:ec)?|(?<=\()t/s|tokens per second|quanti[sz]\w+|gemms?|moe|mixture[- ]of[- ]experts|expert[- ]parallel\w*|mla|mqa|gqa|fp8|fp4|nvfp4|mxfp4)\b"),
        ("own", r"\b(?:llms?|language models?|ttft|tpot|time[- ]to[- ]first[- ]token|kv[- ]?cach\w*|prefill|(?:token|auto-?regressive|parallel|greedy|lookahead|jacobi|guided|beam|batch)[- ]decod\w+|decod(?:e|ing)[- ](?:phases?|stages?|steps?|kernels?|tokens?|attention|batch\w*|workers?|nodes?|instances?)|speculative(?! (?:execution|loads?)\b)|autoregressive|vllm|tensorrt-llm|sglang|llama\w*|flash-?attention|token generation|tok(?:en)?s?/s(?:ec)?|(?<=\()t/s|tokens per second|quanti[sz]\w+|moe|mixture[- ]of[- ]experts|expert[- ]parallel\w*|mla|mqa|gqa|fp8|fp4|nvfp4|mxfp4)\b"),  # of the core what is said of language models alone: any model may be served
        ("elsewhere", r"\b(?:sql|parquet|database|rocksdb|dataframe|javascript|browser|jit|bytecode|numpy|ndarray|compaction|image generation|text-to-image|stable diffusion|flux|denoising|gpt pretraining|pre-?training|optimizer state|adam|gradient\w*|rlhf|regex|compression (?:level|ratio)|speech recognition|rasteri\w+|rendering|diffusion (?:models?|transformers?|pipelines?)|comfyui|sdxl|controlnet|image (?:generation|quality|editing|synthesis)|text-to-video|video generation|diffusion (?:caching|caches?|acceleration|workloads?)|cache-dit|teacache|(?:images?|frames?|videos?)(?:/s| per second))\b"),
        ("elsewhere", r"\b(?:(?:vector|similarity|semantic|embedding) (?:search\w*|databases?|index(?:es|ing)?|indices|stores?)|nearest[- ]neighbou?rs?|vector quanti[sz]ation|hnsw|ivf|faiss|milvus|qdrant|pgvector|weaviate|recall@\d+|ann[- ]benchmarks?)\b"),
        ("elsewhere", r"\b(?:postgres\w*|mysql|sqlite|mongodb|redis|dynamodb|supabase|elasticsearch|prometheus|kafka|webpack|npm|css|page loads?|bundle size|faster queries|db queries|bulk (?:writes|inserts?)|ffmpeg|codecs?|jpe?g|webp|h\.?26[45]|playback|barcodes?|video decod\w+|(?:image|object|face|lesion|tumou?r) (?:classif\w+|detect\w+|recognition)|yolo\w*|resnet\w*|convolution\w*|mesh(?:es)?|shaders?)\b"),
        ("elsewhere", r"\b(?:img|imgs|images?|frames?)\s?/\s?s(?:ec)?\b"),
        ("elsewhere", r"\b(?!(?:single|multi|two|three|four|per|cross|text)-)[A-Za-z]\w+-(?:image|video)(?:-edit\w*)?\b"),  # a row of its own: whatever word it begins with
        ("decoding", r"\bdecod\w+"),
        ("models", r"\b(?:inference|gpus?|[abhv][12]00s?|h20s?|l4|l40s?|[at]10g?|rtx[\s-]?\w*\d{4}|mi\d{3}x?|tpus?|gaudi)\b"),
        ("language", r"\b(?:llms?|language models?|ttft|tpot|kv[- ]?cach\w*|tokens?|toks?|t/s|prefill\w*|speculative(?! (?:execution|loads?)\b)|autoregressive|vllm|sglang|tensorrt-llm|llama[\w.-]*|gpt[\w-]*|qwen[\w.-]*|mistral|mixtral|deepseek[\w-]*|gemma|phi-\d|falcon|bloom|opt-\d\w*|transformers?|attention|bert|prompts?|text generation|gguf|mlp|moe|experts?|gemms?|gemv|fp8|fp4|nvfp4|mxfp4|w\da\d+)\b"),  # what has to do with language models, decoding apart
        ("training", r"\b(?:train(?:ing|er)?|fine-?tun\w+|pre-?train\w*|adam|gradients?|optimizer)\b"),
        ("running", r"\b(?:inference|decod\w+|serving|serves? (?:\w+ ){0,2}(?:streams?|users?|requests?|chats?)|prefill|token generation)\b"),
        ("the word training", r"\btraining\b"),
        ("training, by name", r"(?<!no )(?<!without )(?<!extra )(?<!additional )(?<!any )\b(?:pre-?)?train(?:s|ing)?\b(?!-free)"),
    )
)  # fmt: skip


LEAST_TRAINED = 0.1  # of a page's units, from which on training is what it is about, if nothing in it is run


@dataclass(frozen=True, slots=True)
class Topic:
    """What a document is about, in shares of its units."""

    llm: float  # units that speak of language models or their inference
    core: float  # units that speak of serving or decoding itself
    elsewhere: float  # units that speak of another field
    training: float
    own: float = 1.0  # units that speak of what only language models have
    running: float = 0.0  # units that speak of running a model, whichever
    language: float = 1.0  # units with a word that is said of language models

    @property
    def inference(self) -> bool:
        """Whether claims about LLM inference are to be expected at all."""
        if not self.language:
            return False  # pictures are decoded and classified too, and any model may be quantised
        if self.runs_language_models:
            return True
        if self.own < max(0.02, 0.5 * self.elsewhere):
            return False
        if self.llm == self.running == 0.0 and self.elsewhere > 0.05:
            return False  # quantised, served or searched: but no language model, no token and no inference anywhere
        trains = self.core <= 0.4 * self.training and self.running <= 0.6 * self.training
        trains = trains or (
            self.training >= LEAST_TRAINED and self.running <= 0.1 * self.training
        )  # nothing in it is run
        return self.core >= 0.035 and self.core > 0.8 * self.elsewhere and not trains

    @property
    def runs_language_models(self) -> bool:
        """An engine's page that speaks of models, latency and inference all over, and hardly of decoding."""
        spoken = self.running >= 0.1 and self.llm >= 0.1 and self.own >= 0.01
        return spoken and self.running > 3.0 * self.elsewhere and self.running > 2.0 * self.training


@lru_cache(maxsize=512)  # a unit is asked for by the document, and again when it is judged
def subjects(text: str) -> frozenset[str]:
    """Which subjects a text speaks of."""
    return frozenset(_SUBJECTS.present(text))


def topic(document: Document) -> Topic:
    """The shares of the units, title included, that speak of each subject."""
    # A row says what its figures are in the heads of its columns: "Speed (tok/s)".
    texts = [document.title, *(" | ".join((*p.header, p.text)) for p in document.passages)]
    spoken = [subjects(text) for text in texts]
    count = Counter(subject for each in spoken for subject in each)
    if count["models"] and count["language"]:  # else frames or images are decoded
        count["own"] += sum("decoding" in each and "own" not in each for each in spoken)
    llm, core, elsewhere, training, own, running, language = (
        count[subject] / len(texts)
        for subject in ("llm", "core", "elsewhere", "training", "own", "running", "language")
    )
    return Topic(llm, core, elsewhere, training, own, running, language)


def speaks_of_inference(text: str) -> bool:
    """Whether a unit by itself is about running language models, not about training or another field."""
    spoken = subjects(text)
    if "running" not in spoken or spoken.isdisjoint(("llm", "core")):
        return False
    return spoken.isdisjoint(("elsewhere", "the word training"))

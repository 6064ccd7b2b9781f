# ruff: noqa: E501 - one pattern is one row, however long
"""The words by which a passage says what was measured on what: setups, notes under tables and figures, tables of conditions."""

from __future__ import annotations

import re

from classifier.unit import Unit
from classifier.words.at_words import Quick
from ingest.document import Passage

SETUP = Quick(
    r"\b(?:benchmark\w*|evaluat\w+|experiments?|measur\w+|test(?:ed|s|ing)?|setup|settings?|run(?:ning|s)? on|(?:is|are|was|were) run|we (?:run|use|serve|send|issue|replay|deploy(?:ed)?|served|replayed|expand(?:ed)? to|scaled? to)|case stud(?:y|ies)|executed|ran|conduct\w*|perform\w* on|hardware|environment|platform|tested|using an?|on an?|results?|compar\w+|figures?|shows?|speedups?)\b"
)
NOTE = Quick(
    r"\b(?:above|these|this table|all(?: the)?) (?:\w+ )?(?:benchmarks?|results?|numbers|figures|measurements|tests|experiments|runs)\b"
    r"|\btest(?:ing|ed)?[- ](?:config\w*|environment|setup|settings?|on|with)\b"
    r"|^\W*(?:experimental set-?up|notes?|settings?|config\w*|environment|hardware|setup|measured|benchmarked|tested|executed|run|ran|evaluated|experiments?|all)\b"
)
SETUP_BULLET = re.compile(
    r"^\W*(?:hardware|gpus?|cpu|device|setup|environment|machine|platform|models?|target(?: models?)?|draft(?:er)?(?: models?)?|assistant(?: models?)?|verifier|settings?|experimental|experiments?|tested|measured|benchmarked|evaluated)\b",
    re.IGNORECASE,
)
# "- **Model**: Qwen3-4B", "- GPU: one T4": the label of a condition, also in Chinese
MODEL_LABEL = re.compile(
    r"^\W*(?:(?:base|target|served|tested|test)\s+)?(?:models?|LLM|(?:测试|基座|大)?模型)\W{0,4}[:：]", re.IGNORECASE
)
_BEFORE_LABEL = r"^\W*(?:(?:test|server)\s+)?"
_CHIPS = r"GPUs?|NPU|hardware|devices?|(?:graphics )?card|accelerators?|machine"
CHIP_LABEL = re.compile(
    rf"{_BEFORE_LABEL}(?:{_CHIPS}|CPU|显卡|硬件|机器|处理器)(?:\s+(?:model|type|型号))?\W{{0,4}}[:：]", re.IGNORECASE
)
CHIP_ROW = re.compile(
    rf"{_BEFORE_LABEL}(?:{_CHIPS}|(?:graphics )?cards)(?:\s+(?:model|type))?\W{{0,4}}\|", re.IGNORECASE
)
OF_ALL = Quick(
    r"\b(?:all|every|each)\s+(?:of\s+)?(?:the\s+|our\s+|these\s+)?(?:[\w-]+\s+){0,2}?(?:experiments?|benchmarks?|measurements?|tests|evaluations?|runs|numbers|results|latenc(?:y|ies)|speeds?)\b[^.]{0,40}?\b(?:run|ran|conducted|performed|measured|done|executed|carried out|obtained|use|used|on)\b|\bunless (?:otherwise|stated)\b"
)
# "All experiments", not "all Hopper experiments" or "all of these runs": said for the whole page
WITHOUT_EXCEPTION = re.compile(
    r"\b(?:all|every)\s+(?:of\s+)?(?:the\s+|our\s+|reported\s+)*(?:experiments?|benchmarks?|measurements?|tests|evaluations?|runs|numbers|results)\b",
    re.IGNORECASE,
)
SETUP_HEADING = re.compile(
    r"\b(?:set-?ups?|settings?|implementation(?: details)?|test-?bed|environment|configurations?|methodology|hardware|experimental details)\b",
    re.IGNORECASE,
)
# What a page that is no paper calls the section that says on what it measured; "Setup" alone may be an installation.
TESTED_WITH = re.compile(
    r"\b(?:experiment\w*|benchmark\w*|test\w*|evaluation|hardware|measurement|deployment)\s+(?:[\w-]+\s+)?(?:set-?ups?|settings?|environments?|configurations?|conditions|platforms?|details)\b|\btest-?bed\b|\bmethodology\b|\bhow\s(?:we|it\swas|they\swere|this\swas|everything\swas)\s(?:measured?|tested|benchmarked?|evaluated?|ran)\b|^\W*[\d.]*\s*(?:hardware|environment)\W*$",
    re.IGNORECASE,
)
_CONDITIONS = re.compile(
    r"^\W*(?:parameters?|settings?|items?|projects?|components?|property|properties|config\w*|spec\w*|options?|environment|conditions?)\W*$",
    re.IGNORECASE,
)


def condition(p: Passage) -> bool:
    """A row of a table of conditions: "Parameter | Value", "GPU | 8x H100"."""
    return p.kind == "row" and len(p.cells) == 2 and bool(p.header) and bool(_CONDITIONS.match(p.header[0]))


def is_condition(p: Passage) -> bool:
    """What in a section of conditions states one."""
    return p.kind in ("sentence", "bullet") or condition(p)


def says_setup(p: Passage) -> bool:
    """Whether a passage says how something was measured."""
    if p.kind == "bullet":
        return bool(SETUP_BULLET.search(p.text))
    return condition(p) or (p.kind in ("sentence", "caption") and bool(SETUP.search(p.text)))


_MEASURED = Quick(
    r"^\W*(?:(?:all|the|our|these|reported|shown)\s)*(?:(?:results?|numbers|figures|measurements?|timings?|tests?|benchmarks?|runs|experiments?|data|speeds?|rates|latenc(?:y|ies))\s(?:(?:above|below|here|shown)\s)?(?:(?:is|are|was|were)\s)?)?"
    r"(?:tested|measured|benchmarked|evaluated|run|ran|executed|computed|obtained|collected|recorded|reported|taken|timed|conducted|performed|gathered|carried out|done)\s(?:\w+\s)?(?:on|with|using|at|under|for)\b",
    seldom=True,
)
# "The table below shows the gain ...": what follows it is measured so
_OF_TABLE = re.compile(
    r"^\W*the\s(?:\w+\s)?(?:tables?|charts?|figures?|graphs?|plots?|comparisons?|results?|numbers|data)\b.{0,160}\b(?:measured|benchmarked|tested|evaluated|collected|obtained|recorded|run)\s(?:on|with|using)\b",
    re.IGNORECASE,
)
_BARS = re.compile(r"\s\|\s[^|]+\s\|\s")


def figure_note(p: Passage) -> bool:
    """ "Tested with 4K inputs on two H100s", "engine v1.2 | Qwen2.5-32B | 1x L40S | batch 8": what stands under a figure."""
    return p.kind in ("sentence", "bullet", "caption") and bool(
        _MEASURED.search(p.text) or _OF_TABLE.search(p.text) or _BARS.search(p.text)
    )


_WORD = re.compile(r"[A-Za-z]{2,}")
WORDS_A_VALUE = 2.5  # in a list of values; a sentence that states one has more


def lists_values(u: Unit) -> bool:
    """ "(request=1, input/output=1024/1024)", "FP8, 8x H100, batch 16": hardly more than the values of a setting."""
    if u.kind not in ("sentence", "caption") or u.figures.effects or u.figures.loose:
        return False
    stated = {(p.start, p.name) for p in u.stated} | {(b.start, "bits") for b in u.bits}
    named = {h.start for h in u.mentions.hardware} | {m.start for m in u.mentions.models}
    if not stated and not any(h.count for h in u.mentions.hardware):
        return False
    return len(_WORD.findall(u.text)) <= WORDS_A_VALUE * (len(stated) + len(named))

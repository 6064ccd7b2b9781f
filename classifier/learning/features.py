# ruff: noqa: E501 - one pattern is one row, however long
"""What the linear model sees of a unit: its words, what was found in it, and the wording of its surroundings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from classifier.figures.amounts import level
from classifier.figures.gains import gain
from classifier.names.mentions import TechniqueHit, mentions
from classifier.unit import Unit
from classifier.words.at_words import AtWords

VERSION = 3  # goes into the cache key: a change of features makes an old model useless

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:\.\d+)?%?|[?!×→%]")

# (flag, pattern): wording that decides what a unit is for.
_FLAGS: tuple[tuple[str, str], ...] = (
    ("faster", r"\b(?:faster|speed-?\s?ups?|speeds? up|accelerat\w+|quicker|boost\w*|outperform\w*)\b"),
    ("reduces", r"\b(?:reduc\w+|lower\w*|decreas\w+|sav(?:e|es|ing|ings)|shrink\w*|cuts?|minimi[sz]\w+|eliminat\w+|avoid\w*|smaller|fewer|less)\b"),
    ("improves", r"\b(?:improv\w+|increas\w+|higher|better|enhanc\w+|gains?|optimi[sz]\w+|efficien\w+|maximi[sz]\w+)\b"),
    ("support", r"^\W*(?:\[[^\]]*\]|\([^)]*\)|[\w/.-]{1,20}:)?\W*(?:feat\w*(?:\([^)]*\))?:?\s*)?(?:initial |experimental |preliminary |full |native |new )?(?:add(?:s|ed)?|support(?:s|ed)?|enabl\w+|introduc\w+|integrat\w+|implement\w*|bring\w*|allow\w*|landed?|new)\b"),
    ("supports", r"\b(?:supports?|supported|supporting|adds?|added|introduc\w+|implement\w*|enabl\w+|now (?:uses?|runs?|supports?))\b"),
    ("fix", r"^\W*(?:\[[^\]]*\]|[\w/.-]{1,20}:)?\W*(?:bug\s?)?(?:fix(?:e[sd])?|bug|hotfix|revert\w*|correct\w*|remov\w+|deprecat\w+|refactor\w*|rename\w*|clean\w*|bump\w*|document\w*|docs?|test\w*|ci|chore|typo|update docs)\b"),
    ("fixed", r"\b(?:fix(?:e[sd])?|bug|crash\w*|regression|typo|error|leak|incorrect|wrong)\b"),
    ("future", r"\b(?:will|plan(?:s|ned|ning)?|roadmap|future|upcoming|soon|todo|would|hope|expect\w*|we aim|coming|next release|in the works|later)\b"),
    ("could", r"\b(?:could|might|may|should|potentially|theoretical\w*|ideally|suppose|imagine|assum\w+)\b"),
    ("question", r"\?\s*$|^(?:how|what|why|when|which|is|are|does|do|can)\b[^.]*\?"),
    ("training", r"\b(?:train(?:ing|ed|s)?|fine-?tun\w+|pre-?train\w*|backward|gradient\w*|optimizer|epochs?|lora|rlhf|sft|dataset\w*)\b"),
    ("other-field", r"\b(?:image|video|speech|asr|audio|diffusion models?|stable diffusion|sql|quer(?:y|ies) (?:plan|engine)|database|browser|javascript|compil\w+ time|parquet|table scan|rendering|dataframe)\b"),
    ("quality", r"\b(?:accura\w+|perplexity|ppl|quality|scores?|mmlu|gsm8k|benchmark accuracy|bleu|rouge|correctness|lossless|win rate)\b"),
    ("install", r"\b(?:pip|conda|install\w*|git clone|docker|build from|requirements|cmake|python\s?\d|pypi|clone|download\w*|export \w+=|--\w+)\b"),
    ("instruct", r"^\W*(?:run|use|set|see|check|please|make sure|note|you can|to (?:run|use|enable|install|build)|refer|click|follow|visit|try|download|install|create|specify|pass|add the)\b"),
    ("figure", r"\b(?:figure|fig\.|table|section|appendix|eq\.|equation)\s*\d"),
    ("related", r"\b(?:et al|related work|prior work|previous work|concurrent work|proposed? (?:by|in)|\[\d+\])"),
    ("compare", r"\b(?:compared|than|versus|vs\.?|over|relative to|baseline|against|outperform\w*)\b"),
    ("we", r"\b(?:we|our)\b"),
    ("code", r"[{}<>=]{1}.*[;(){}]|\w+\(\)|\w+_\w+|`"),
    ("link-only", r"^\W*(?:https?://\S+|\[[^\]]+\]\([^)]*\))\W*$"),
    ("cold", r"\b(?:startup|start-?up|cold[- ]start|load(?:ing)? time|compil\w+ time|quantization time|to quantize|conversion|download|build time|calibration)\b"),
    ("inference", r"\b(?:inference|decod\w+|generation|serving|llms?|tokens?|throughput|latency|kv|prefill|attention|gpu|weights?|batch\w*)\b"),
    ("memory", r"\b(?:memory|vram|footprint|cache|bandwidth|bytes|gb)\b"),
    ("parity", r"\b(?:same|match(?:es|ing)?|on par|comparable|similar|equivalent|identical|no (?:loss|drop|degradation)|without (?:loss|degrading))\b"),
    ("cause", r"\b(?:because|since|due to|thanks to|so that|by (?:\w+ing)|which (?:reduces|improves|means|makes|allows)|this (?:allows|enables|reduces|improves|makes|means)|thereby|thus|leading to|resulting in|results in)\b"),
    ("is-a", r"\b(?:is an?|are (?:the )?|refers to|known as|stands for|consists of)\b"),
    ("person", r"@\w+|thanks to @|contribut\w+|community|acknowledg\w*|welcome"),
)  # fmt: skip
_SAID = AtWords(_FLAGS)
_SECTIONS = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "how",
            r"install|usage|quick ?start|getting started|how to|requirement|build|example|setup|run |tutorial|demo|docker",
        ),
        (
            "meta",
            r"citation|cite|acknowledg|license|contribut|reference|contact|community|contents|support$|model zoo|adopters",
        ),
        ("future", r"roadmap|todo|future|limitation|coming|plans?\b"),
        ("training", r"train|fine-?tun|dataset"),
        ("accuracy", r"accura|quality|perplexity|evaluation results|downstream"),
        ("speed", r"performance|speed|benchmark|latency|throughput|efficien|results|inference"),
        ("news", r"news|what.s new|highlights|release|v?\d+\.\d+|changelog|changes|added|improve|updates?"),
        ("about", r"abstract|introduction|overview|features?|about|motivation|method|design|background|tl;?dr|summary"),
    )
)


_ENDINGS = (
    "ations",
    "ation",
    "ingly",
    "ings",
    "ing",
    "ies",
    "edly",
    "ed",
    "ers",
    "er",
    "ly",
    "es",
    "s",
    "ment",
    "able",
    "ive",
)


@lru_cache(maxsize=50_000)  # a language has few words, and says them often
def stem(word: str) -> str:
    """ "reduces", "reducing" and "reduced" are one word; a number is its kind only, so that no figure is learnt by heart."""
    if word[0].isdigit():
        return "#%" if word.endswith("%") else "#"
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def words(text: str) -> list[str]:
    """Small stems."""
    return [stem(w) for w in _WORD.findall(text.lower())]


def _counted(prefix: str, n: int) -> str:
    return f"{prefix}={min(n, 3)}"


def strong(hits: Iterable[TechniqueHit], least: float = 0.8) -> list[str]:
    """Techniques that are named, or described as clearly as by name; in order, each once."""
    return list(dict.fromkeys(h.technique for h in hits if h.strength >= least))


def features(u: Unit, side_of: dict[str, str]) -> set[str]:
    """The names of all features that are present."""
    tokens = words(u.text)
    found = {f"w:{w}" for w in tokens}
    found.update([f"b:{a} {b}" for a, b in pairwise(tokens)])
    found.add(f"kind={u.kind}")
    found.add(_counted("len", len(tokens) // 8))
    flags = [f"f:{name}" for name in _SAID.present(u.text)]
    found.update(flags)
    if u.kind == "bullet":
        found.update(f"{f}&bullet" for f in flags)
    _found(u, found, side_of)
    _sense(u, found)
    _gain(u, found)
    _around(u, found, side_of)
    key = "tech" if u.mentions.techniques else "none"
    effect = "effect" if u.figures.effects else "plain"
    found.update(f"{f}&{key}" for f in flags)
    found.update(f"{f}&{effect}" for f in flags)
    return found


def _found(u: Unit, found: set[str], side_of: dict[str, str]) -> None:
    hits = u.mentions.techniques
    found.add(_counted("named", len({h.technique for h in hits if h.named})))
    found.add(_counted("strong", len(strong(hits))))
    found.add(_counted("weak", len(hits)))
    for h in hits:
        level_ = "n" if h.named else "s" if h.strength >= 0.8 else "q"
        found.add(f"t{level_}:{h.technique}")
        found.add(f"t:{h.technique}")
        found.add(f"side:{side_of.get(h.technique, 'neither')}")
    effects = u.figures.effects
    found.add(_counted("effects", len(effects)))
    for e in effects:
        found.add(f"e:{e.metric or 'none'}")
        found.add("e:worded" if e.word else "e:bare")
        if e.before is not None:
            found.add("e:pair")
        if e.high < 1:
            found.add("e:slow")
    for a in u.figures.loose:
        found.add(f"l:{a.kind}")
        found.add(f"lu:{a.unit}")
    for w in u.figures.words:
        found.add(f"m:{w.metric}")
    found.add(f"hw={bool(u.mentions.hardware)}")
    found.add(f"model={bool(u.mentions.models)}")
    for s in u.stated:
        found.add(f"p:{s.name}")
    for b in u.bits:
        found.add(f"bits:{b.of}")


_EFFECT = AtWords(
    (sense, rf"\b(?:{words})\b")
    for sense, words in (
        ("down", r"reduc\w+|lower\w*|decreas\w+|sav(?:e|es|ed|ing|ings)|shrink\w*|cuts?|cutting|minimi[sz]\w+|eliminat\w+|avoid\w*|smaller|fewer|less|halv\w+|remov\w+|hid(?:e|es|ing)|alleviat\w+|mitigat\w+|without"),
        ("up", r"improv\w+|increas\w+|higher|better|enhanc\w+|gains?|boost\w*|optimi[sz]\w+|maximi[sz]\w+|raise\w*|larger|bigger|more|longer|greater|state-of-the-art|best|high"),
        ("fast", r"faster|fastest|fast|speed-?\s?ups?|speeds?(?:\s\w+)? up|speeding up|accelerat\w+|quicker|quickly|expedit\w+|efficient\w*|outperform\w*|low-latency|high-throughput"),
    )
)  # fmt: skip
_SUPPORT = re.compile(
    r"\b(?:support\w*|add(?:s|ed|ing)?|introduc\w+|implement\w*|enabl\w+|integrat\w+|provid\w+|offer\w*|leverag\w+|use[sd]?|using|adopt\w*|appl(?:y|ies|ied)|propos\w+|featur\w+|includ\w+|with)\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not?|never|cannot|hardly|without|n't|neither|nor|fails?|unable|little|negligible|minimal)\W+(?:\w+\W+){0,3}$",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"\b(?:inference|decoding|generation|llms?|serving|token generation|attention|gpu utili[sz]ation|utili[sz]ation|performance|speed|efficiency|latency|throughput|memory|bandwidth|overhead|batch\w*|requests|cache|vram|footprint|ttft|tpot|compute|computation|bottleneck|capacity|concurrency)\b",
    re.IGNORECASE,
)


def _sense(u: Unit, found: set[str]) -> None:
    """Whether a technique is said to have an effect on inference, or to be supported: the shape of a claim."""
    techniques = [h for h in u.mentions.techniques if h.strength >= 0.6]
    for way, m in _EFFECT.matches(u.text):
        thing = _OBJECT.search(u.text, m.end(), min(len(u.text), m.end() + 45)) or (
            _OBJECT.search(u.text, max(0, m.start() - 30), m.start()) if way == "fast" else None
        )
        if thing is None:
            continue
        negated = bool(_NOT.search(u.text[max(0, m.start() - 30) : m.start()]))
        sense = ("not-" if negated else "") + way
        found.add(f"x:{sense}")
        found.add(f"x:{sense}>{thing.group().lower()[:8]}")
        if techniques:
            found.add(f"x:tech&{sense}")
            if any(h.end <= m.start() and m.start() - h.end < 70 for h in techniques):
                found.add(f"x:tech>{sense}")
        elif u.section:
            found.add(f"x:plain&{sense}")
    for m in _SUPPORT.finditer(u.text) if techniques else ():
        near = [h for h in techniques if 0 <= h.start - m.end() < 45]
        if near:
            verb = m.group().lower()[:4]
            found.update(("x:sup>tech", f"x:{verb}>tech"))
            if len(u.text[: m.start()].split()) <= 3:
                found.update(("x:sup0>tech", f"x:{verb}0>tech"))
    if techniques and techniques[0].start < 12:
        found.add("x:tech-first")
    share = sum(h.end - h.start for h in techniques) / max(len(u.text), 1)
    found.add(f"x:share={min(int(share * 8), 4)}")


def _gain(u: Unit, found: set[str]) -> None:
    """How a gain is spoken of, with the shape of the unit and whether it names a technique."""
    g = gain(u.text)
    tech = "tech" if any(h.strength >= 0.6 for h in u.mentions.techniques) else "none"
    if g.of_inference:
        found.update(("g:of", f"g:of&{tech}", f"g:of&{u.kind}"))
        if not g.doubtful:
            found.update(("g:sure", f"g:sure&{tech}"))
    else:
        found.update(("g:no", f"g:no&{tech}", f"g:no&{u.kind}"))
    if g.own:
        found.update(("g:own", "g:own&of" if g.of_inference else "g:own&no"))
    if g.clear:
        found.update(("g:clear", f"g:clear&{tech}"))
    if g.doubtful:
        found.add("g:doubt")
    if g.said:
        found.add("g:said")


def _around(u: Unit, found: set[str], side_of: dict[str, str]) -> None:
    section = u.section.lower()
    last = section.rsplit(">", 1)[-1]
    found.update(_in_section(section))
    found.add(f"ctx={bool(u.context)}")
    around = _strong_around(f"{last} . {u.context}")
    for t in around:
        found.add(f"ct:{t}")
        found.add(f"cside:{side_of.get(t, 'neither')}")
    found.add(_counted("ctech", len(around)))


# The units of a section stand under one heading, which is read once.
@lru_cache(maxsize=256)
def _in_section(section: str) -> tuple[str, ...]:
    return tuple(f"in:{name}" for name, pattern in _SECTIONS if pattern.search(section))


@lru_cache(maxsize=256)
def _strong_around(text: str) -> tuple[str, ...]:
    return tuple(strong(mentions(level(text)).techniques))

"""A unit that may hold a claim: where it stands, what the model sees of it, and how likely it is one there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from classifier.around.references import is_paper_title
from classifier.around.surroundings import Surroundings
from classifier.around.topic import speaks_of_inference, subjects
from classifier.deciding.not_claims import is_wished, odds_of_kind, of_training
from classifier.deciding.own import odds_of_own
from classifier.figures.effect import Effect
from classifier.learning.learned import Model, Seen
from classifier.unit import Unit
from classifier.words.at_words import Quick
from ingest.document import Passage

# How much rarer than in the corpus, where half of the units hold something, claims are in running text.
ODDS_WITH_FIGURE = 1.5  # a factor in a document about inference is rarely anything else
ODDS_SPED_UP = 4.0  # outside of papers, which speak of others' speed-ups too, a "2x speed-up" is one
ODDS_WITHOUT = 0.11
ODDS_IN_ROWS = 1.0  # its columns say what the numbers of a row are
ODDS_BY_HAND = 3.0  # a sentence or two given by hand were given for a reason
LEAST_BY_HAND = 1.8
ODDS_TRAINING = 0.3  # where training is spoken of
ODDS_OF_LOADING = 0.0005  # where it is one of loading or building, which is done before anything is served
ODDS_OF_TRAINING = 0.0005  # where the figure is one of training
ODDS_OF_A_TITLE = 0.02  # where it is a paper's title in a list
ODDS_OF_WISHES = 0.002  # where it is said to be hoped for
ODDS_OF_PICTURES = 0.05  # where an engine's page speaks of pictures or searches, and of no language model
ODDS_ELSEWHERE = 0.2  # in documents about something else, a unit that speaks of inference itself


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit in its document, with its features. What is decided about it is decided from these."""

    s: Surroundings
    i: int  # index of the passage
    u: Unit
    learnt: Model
    seen: Seen  # its features, as the model sees them
    _known: dict[str, dict[str, float]] = field(default_factory=dict)  # by head

    @property
    def passage(self) -> Passage:
        return self.s.document.passages[self.i]

    def probabilities(self, head: str) -> dict[str, float]:
        """What the model makes of it; of the kind and the technique it is asked more than once."""
        known = self._known.get(head)
        if known is None:
            known = self._known[head] = self.learnt.heads[head].probabilities(self.seen)
        return known

    def likely(self, odds: float) -> tuple[float, float]:
        """(claim, measurement): the model has seen as many claims as other units; documents hold far fewer."""
        kinds = self.probabilities("kind")
        claim, measure, rest = kinds.get("claim", 0.0), kinds.get("measurement", 0.0), kinds.get("neither", 0.0)
        total = odds * (claim + measure) + rest
        return odds * claim / total, odds * measure / total


def odds_where_it_stands(s: Surroundings, i: int, u: Unit, effects: list[Effect]) -> float:
    """What the document, the section and the kind of sentence leave of the odds; 0 in documents about something else."""
    odds = ODDS_WITHOUT if not effects else ODDS_SPED_UP if _sped_up(s, u, effects) else ODDS_WITH_FIGURE
    if s.short:
        odds = max(odds * ODDS_BY_HAND, LEAST_BY_HAND)
    if not s.topic.inference:
        own = speaks_of_inference(u.text) and subjects(u.text).issuperset(("own", "language"))
        odds = odds if of_a_kernel(s, u) else odds * ODDS_ELSEWHERE if own else 0.0
    if not odds or (effects and _TAKES.search(u.text)):
        return 0.0
    if effects and (_LOADED.search(u.text) or _MINUTES.search(" | ".join(s.document.passages[i].header))):
        odds *= ODDS_OF_LOADING
    if effects and (_ONCE.search(u.text) or _ONCE.search(u.context)):
        odds *= ODDS_TRAINING
    if any("training, by name" in subjects(text) for text in (u.text, *s.document.passages[i].section[1:])):
        odds *= 1.0 if speaks_of_inference(u.text) else ODDS_TRAINING
    if effects and "elsewhere" in subjects(u.text) and subjects(u.text).isdisjoint(("own", "running")):
        odds *= ODDS_OF_PICTURES
    if effects and is_wished(s, i):
        odds *= ODDS_OF_WISHES
    odds *= odds_of_kind(u, bool(effects))
    if not effects and not u.figures.loose:
        odds *= odds_of_own(s, i, u)
        if u.kind != "row" and is_paper_title(s.document.quote(s.document.passages[i])):
            odds *= ODDS_OF_A_TITLE
    if u.kind == "row" and s.topic.inference and not effects:
        odds *= ODDS_IN_ROWS / ODDS_WITHOUT
    return odds


_KERNEL = re.compile(
    r"\b(?:kernels?|gemms?|gemv|matmuls?|attention|flash-?(?:mla|attention|infer|decoding)[\w-]*|deepgemm|cublas|cutlass|marlin)\b",
    re.IGNORECASE,
)


def of_a_kernel(s: Surroundings, u: Unit) -> bool:
    """ "The kernel reaches 2.9 TB/s on an H100", given by hand: held against a chip's roof, whatever the kernel is for."""
    rated = any(a.kind in ("flops", "bandwidth") for a in u.figures.loose)
    return s.short and rated and bool(u.mentions.hardware) and bool(_KERNEL.search(u.text))


def _sped_up(s: Surroundings, u: Unit, effects: list[Effect]) -> bool:
    trains = "training, by name" in subjects(u.text)
    return not (s.paper or trains) and any(_SPEED.search(e.word) for e in effects)


_SPEED = re.compile(r"speed|fast|accelerat|slow", re.IGNORECASE)


def odds_of_training(s: Surroundings, i: int) -> float:
    """What is left of the odds where the figure is one of training. It looks far around: ask only where it decides."""
    return ODDS_OF_TRAINING if of_training(s, i) else 1.0


# A column in minutes or hours is of what is done once: no token waits so long.
_MINUTES = re.compile(
    r"\b(?:run-?time|time|duration|cost)\b[^|]{0,12}\((?:min(?:ute)?s?|h(?:ours?|rs?)?)\)", re.IGNORECASE
)
_LOADED = Quick(
    r"\b(?:model|weights?|checkpoints?) load(?:s|ing)?\b"
    r"|\b(?:start-?\s?up|initiali[sz]ation|init|boot)[- ](?:time|overhead|latency)\b(?:[^.;,]{0,24}\d|\s?\W{0,3}\|)"
    r"|\bload(?:s|ing)? (?:of )?(?:the )?(?:models?|weights?|checkpoints?)\b|\bbuild[- ]times?\b",
    seldom=True,
)
_TAKES = Quick(
    r"\b(?:quanti[sz](?:ing|ation)|calibrat(?:ing|ion)|conver(?:ting|sion)|compil(?:ing|ation)|packing|pruning)\b[^.;,]{0,60}?"
    r"\b(?:takes?|took|finish(?:es|ed)|complete[sd]?|need(?:s|ed)?|runs?|ran)\b[^.;]{0,30}?\d\s?(?:minutes?|mins?|hours?|hrs?|h)\b",
    seldom=True,
)
# What is done once, before anything is served.
_ONCE = Quick(
    r"quanti[sz](?:ation|ing) (?:time|cost|speed|algorithm|runtime)|tuning (?:time|cost)|time to quanti[sz]e"
    r"|calibration time|(?:down|up)load (?:time|speed)|conversion (?:time|speed)",
    seldom=True,
)

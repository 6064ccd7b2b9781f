"""`judge`: one statement in, one verdict out."""

from __future__ import annotations

import re
from dataclasses import replace

from estimator.engine_names import family_of
from estimator.statement import Quantity, Statement
from estimator.techniques import with_effect
from estimator.verdict import Verdict
from estimator.verdicts import words
from estimator.verdicts.absolute import judge_absolute
from estimator.verdicts.acceptance import judge_accepted, too_many_accepted
from estimator.verdicts.case import Case, read
from estimator.verdicts.decide import Asked
from estimator.verdicts.factor import judge_factor, with_all_accepted
from estimator.verdicts.kernels import judge_kernel_factor, judge_peak, judge_share, judge_utilisation
from estimator.verdicts.mechanisms import EFFECTS, ELSEWHERE, UNMODELLED
from estimator.verdicts.memory import judge_bytes, judge_count, judge_memory_factor
from estimator.verdicts.overheads import host_work
from estimator.verdicts.quantities import Measure, known_unit, measure
from estimator.verdicts.readings import milder
from estimator.verdicts.slopes import SLOPE, judge_slope
from estimator.verdicts.weights import SEMI_STRUCTURED, SPARSE_WEIGHTS


def judge(statement: Statement) -> Verdict:
    """Can this be so, and what would have to be true?"""
    statement = paired(statement)
    return _with_stand_ins(statement, milder(statement, _as_stated(statement), _as_stated))


def _with_stand_ins(statement: Statement, verdict: Verdict) -> Verdict:
    """A name that the catalog does not know is said where it is read, and not only in the derivation."""
    unknown = [note for note in read(statement).notes if "stand in" in note or "stands in" in note]
    if not unknown or verdict.verdict == "unverifiable":
        return verdict
    said = " ".join(words.sentence(note) for note in unknown)
    return replace(verdict, reason=f"{verdict.reason} {said}")


def _as_stated(statement: Statement) -> Verdict:
    """The verdict where all that is said is taken at its word."""
    case = case_of(statement)
    statement = case.statement
    if (spoken := of_something_else(case)) is not None:
        return spoken
    if not case.shapes and any(_ENCODER.search(name) for name in statement.model):
        return writes_nothing(case)
    if statement.absolute is not None and statement.factor_high is None:
        case = _as_it_runs(case)
    asked = Asked.of(statement)
    figure = statement.absolute if statement.absolute is not None and _sizeable(statement.absolute) else None
    if SLOPE in statement.hints and asked is None and figure is not None:
        return judge_slope(case, measure(figure, statement))
    if (impossible := too_many_accepted(case)) is not None:
        return impossible if asked is None else with_all_accepted(case, impossible)
    if asked is not None:
        verdict = _factor(case, asked)
        return _above_the_roof(case, verdict) or verdict
    if figure is not None:
        return _absolute(case, measure(figure, statement))
    return no_figure(case)


def case_of(statement: Statement) -> Case:
    """What is judged: the statement with its names looked up, and with the technique that it shows."""
    statement = paired(statement)
    alone = "time_share" not in statement.params
    if alone and _TRANSPORT.search(statement.baseline) and statement.factor_high is not None:
        statement = replace(statement, technique="communication-kernels", metric="kernel", also=())
    case = read(statement)
    found = understood(case)
    narrowed = (*_narrowed(case, found), *_thinned(case, found))
    if found == statement.technique and not narrowed:
        return case
    return read(replace(statement, technique=found, also=(*statement.also, *narrowed)))


def _narrowed(case: Case, found: str) -> tuple[str, ...]:
    """The technique that the figure rests on besides: widths before and after that differ are a part of it."""
    statement = case.statement
    if not {"weight_bits", "weight_bits_before"} <= statement.params.keys() & case.params.keys():
        return ()
    if statement.technique in with_effect("weight_bits", "weight_act_bits"):
        return (statement.technique,) if found != statement.technique else ()
    if found not in EFFECTS or EFFECTS[found].term not in ("steps", "kv", "weights"):
        return ()
    narrower = case.params["weight_bits"][-1] < case.params["weight_bits_before"][0]
    return ("weight-only-quantization",) if narrower else ()


def _thinned(case: Case, found: str) -> tuple[str, ...]:
    """Narrow weights that are sparse as well: fewer of them are stored, each with where it stood."""
    statement = case.statement
    sparse = SPARSE_WEIGHTS in statement.hints or SEMI_STRUCTURED in statement.hints
    narrow = found in with_effect("weight_bits", "weight_act_bits")
    return ("weight-sparsity",) if sparse and narrow and "weight-sparsity" not in statement.also else ()


_RATES = frozenset({"rate", "prompt_rate", "token_time", "time", "requests"})
_OF_TOKENS = frozenset({"rate", "token_time"})  # held against the roof whatever is claimed to have done it
_FEWER_IS_BETTER = frozenset({"token_time", "time", "bytes", "bytes_per_token"})
MISREAD = 100.0  # times the roof: more than that is another unit, not a bold claim


def _sizeable(figure: Quantity) -> bool:
    """Whether a number can be one of a measurement in any unit, and its quotients are numbers, too."""
    return 1e-30 < figure.value < 1e30


def paired(statement: Statement) -> Statement:
    """A pair of absolute figures without a factor has one: 24 to 51 tokens/s is 2.1x, 18.3 to 8 s is 2.3x."""
    before, after = statement.absolute_before, statement.absolute
    if statement.factor_high is not None or before is None or after is None:
        return statement
    if not (_sizeable(before) and _sizeable(after)):
        return statement
    old, new = measure(before, statement), measure(after, statement)
    if not old.kind or (old.kind, old.scope) != (new.kind, new.scope):
        return statement
    factor = old.value / new.value if old.kind in _FEWER_IS_BETTER else new.value / old.value
    return replace(statement, factor_low=factor, factor_high=factor)


# what carries bytes between devices: a figure against it is of the transfer itself
_TRANSPORT = re.compile(r"\b(?:nccl|rccl|gloo|u?mpi|ucx|nixl|tcp|rdma\sbaseline)\b", re.IGNORECASE)
# models that read a text or a picture at once and write nothing token after token
_ENCODER = re.compile(
    r"\b(?:\w*bert\w*|electra|\w*vit|resnet\w*|clip|whisper\w*|wav2vec\w*|stable[- ]diffusion\w*|sdxl|unet|yolo\w*)\b",
    re.IGNORECASE,
)


# a sentence may speak of prices, or of a server's start, beside a figure of another kind
_ELSEWHERE_AS = {"price": ("other",), "start-up": ("other", "latency")}


def of_something_else(case: Case) -> Verdict | None:
    """A figure of training, of money, or of what is hoped for."""
    figure = case.statement.absolute
    hints = case.statement.hints | ({"price"} if figure is not None and "$" in figure.unit else frozenset())
    for hint, (why, ask) in ELSEWHERE.items():
        if hint in hints and case.statement.metric in _ELSEWHERE_AS.get(hint, (case.statement.metric,)):
            return Verdict("unverifiable", f"Unverifiable: {why}.", ask=(ask,), inputs=case.inputs)
    return None


def writes_nothing(case: Case) -> Verdict:
    """A figure of a model that does not decode."""
    name = case.statement.model[0]
    return Verdict(
        "unverifiable",
        f"Unverifiable: {name} does not write token after token, and only decoding and prefill of language models are modelled.",
        ask=("Is there a figure for a model that generates text?",),
        inputs=case.inputs,
    )


def _above_the_roof(case: Case, verdict: Verdict) -> Verdict | None:
    """A factor that could be, with a rate beside it that could not: the rate decides."""
    figure = case.statement.absolute
    if verdict.verdict == "implausible" or figure is None or not _sizeable(figure) or not case.known_place:
        return None
    found = measure(figure, case.statement)
    if found.kind not in (_RATES if verdict.verdict != "unverifiable" else _OF_TOKENS):
        return None
    alone = judge_absolute(case, found)
    if alone.verdict == "implausible" and found.scope == "" and _nobody_counted(case):
        # tokens a second of how many sequences is not said: all of them together may reach it
        together = replace(case, statement=replace(case.statement, metric="throughput"))
        alone = judge_absolute(together, found)
    passes = alone.inverse.get("tokens_per_pass", (None, None))[0]
    above = (passes or 0.0) / (alone.after.tokens if alone.after else 1.0)
    if alone.verdict != "implausible" or above > MISREAD:
        return None
    return replace(alone, reason=f"{alone.reason} The factor by itself would be {verdict.verdict}.")


def _nobody_counted(case: Case) -> bool:
    """Neither a batch nor a user is stated."""
    return "batch" not in case.params and "single-user" not in case.statement.hints


def _as_it_runs(case: Case) -> Case:
    """A rate alone has no before: a width that is stated as the one before is the one it runs at."""
    before = case.params.get("weight_bits_before")
    if before is None or "weight_bits" in case.params:
        return case
    params = {**case.statement.params, "weight_bits": before[0]}
    return read(replace(case.statement, params=params))


def understood(case: Case) -> str:
    """The technique, also of figures that name none but show what they rest on: two models, two chips, accepted tokens."""
    statement = case.statement
    widths = {"weight_bits", "weight_bits_before"} & statement.params.keys()
    another = len(statement.model) == 1  # the other model is the baseline
    same_width = statement.technique in with_effect("weight_bits", "weight_act_bits") and (
        another or widths == {"weight_bits_before"}
    )
    one_chip = statement.technique == "hardware-upgrade" and len(case.chips) < 2
    if one_chip and len(case.shapes) < 2 and {"weight_bits", "weight_bits_before"} <= statement.params.keys():
        return "weight-only-quantization"  # two formats of one model, compared on one chip
    of_one_model = statement.technique in _OF_ONE_MODEL and statement.metric != "memory"
    if len(case.shapes) > 1 and (of_one_model or one_chip or same_width):
        return "mixture-of-experts" if case.shapes[0].routed else "smaller-model"
    if (statement.technique == "other" or one_chip) and (shown := _shown(statement)):
        return shown
    if statement.technique != "other":
        return statement.technique
    if len(statement.hardware) > 1 and _compares(statement.baseline, statement.hardware):
        return "hardware-upgrade"
    if len(case.shapes) > 1 and _compares(statement.baseline, statement.model):
        return "smaller-model"
    if statement.side == "fewer-steps" and {"acceptance_len", "draft_len", "acceptance_rate"} & statement.params.keys():
        return "speculative-decoding"
    return statement.technique


# parameters that belong to one mechanism alone, and the technique that they show
_SHOWN = (
    (frozenset({"hit_rate"}), "prefix-caching"),
    (frozenset({"window"}), "sliding-window-attention"),
    (frozenset({"sparsity", "context_len"}), "sparse-attention"),
    (frozenset({"draft_len"}), "speculative-decoding"),
    (frozenset({"acceptance_len"}), "speculative-decoding"),
)


def _shown(statement: Statement) -> str:
    """The technique of a factor whose parameters say it, or ""."""
    if statement.factor_high is None:
        return ""
    return next((name for needed, name in _SHOWN if needed <= statement.params.keys()), "")


def _compares(baseline: str, names: tuple[str, ...]) -> bool:
    """Whether the figure sets one of several chips, or models, against another: its baseline is none, or one of them."""
    plain = [re.sub(r"[^a-z0-9]", "", name.lower()) for name in names]
    words = re.findall(r"[a-z-]*\d[a-z0-9.-]*", baseline.lower())
    return not family_of(baseline) and (
        not baseline or any(re.sub(r"[^a-z0-9]", "", word) in name for word in words for name in plain)
    )


# techniques that two whole models differ in along with everything else
_OF_ONE_MODEL = frozenset({"multi-head-latent-attention", "grouped-query-attention", "multi-query-attention"})


def _factor(case: Case, asked: Asked) -> Verdict:
    statement = case.statement
    if "time_share" in case.params and statement.metric != "kernel":
        return judge_share(case, asked)
    if statement.technique not in EFFECTS or _depends_on_traffic(case):
        return unmodelled(case)
    if of_the_host(case):
        return unmodelled(read(replace(statement, technique="host-overhead")))
    if statement.technique == "hardware-upgrade" and len(case.chips) < 2:
        return which_chips(case)
    if EFFECTS[statement.technique].term == "model" and len(case.shapes) < 2 and not _twin(case):
        return which_models(case, asked)
    if statement.metric == "memory":
        return judge_memory_factor(case, asked)
    if SLOPE in statement.hints and statement.metric in ("decode", "other"):
        return judge_kernel_factor(case, asked)  # what a longer cache adds is what attention over it takes
    if statement.metric == "kernel":
        return judge_kernel_factor(case, asked)
    if EFFECTS[statement.technique].term == "utilisation":
        return judge_utilisation(case, asked)
    return judge_factor(case, asked)


def _depends_on_traffic(case: Case) -> bool:
    """Whether what routing finds in the caches is left open: it is not the router's, but the traffic's."""
    return case.statement.technique == "kv-aware-routing" and "hit_rate" not in case.params


def _absolute(case: Case, found: Measure) -> Verdict:
    if found.kind == "accepted":
        return judge_accepted(case, found.value)
    if found.kind in ("flops", "bandwidth") or (found.kind == "share" and case.statement.metric == "kernel"):
        return judge_peak(case, found)
    if found.kind in ("sequences", "tokens"):
        return judge_count(case, found)
    if found.kind in ("bytes", "bytes_per_token"):
        return judge_bytes(case, found)
    if found.kind in ("rate", "prompt_rate", "token_time", "time", "requests"):
        return judge_absolute(case, found)
    return no_figure(case)


def _twin(case: Case) -> bool:
    """Whether one mixture of experts is held against a dense model of its size."""
    return bool(case.shapes and case.shapes[0].routed and case.statement.technique == "mixture-of-experts")


def which_models(case: Case, asked: Asked) -> Verdict:
    """Two models are compared, and one of them is not known."""
    return Verdict(
        "conditional",
        f"Conditional: {words.factor(asked.usual)} needs a model that reads {words.factor(asked.usual)} fewer bytes a token; "
        "the two models are not both named, so their bytes cannot be compared.",
        requires=(f"a model that reads {words.factor(asked.usual)} fewer bytes a token",),
        ask=("Which model replaces which, and at which number format?",),
        inputs=case.inputs,
    )


def which_chips(case: Case) -> Verdict:
    """Two chips are compared, and one of them is not known."""
    return Verdict(
        "unverifiable",
        "Unverifiable: two chips are compared, and not both are named, so there are no two roofs to compare.",
        ask=("Which chip replaces which, how many of each, and at which number format?",),
        inputs=case.inputs,
    )


OF_OVERHEAD = "of-overhead"  # a hint of a statement: what gets less is what a step spends beside the device's work


def of_the_host(case: Case) -> bool:
    """Whether a figure is of the host's work between steps itself, which is a part of a step: a pair of times, or an overhead."""
    statement = case.statement
    if (
        OF_OVERHEAD in statement.hints
        and statement.metric == "other"
        and EFFECTS[statement.technique].term == "overhead"
    ):
        return True
    pair = statement.absolute is not None and statement.absolute_before is not None
    host = EFFECTS[statement.technique].apply is host_work
    return host and pair and statement.metric == "other"


def no_figure(case: Case) -> Verdict:
    """Nothing to hold against the roof."""
    figure = case.statement.absolute
    missing = "no figure is stated that could be held against the roof"
    if figure is not None and figure.unit and not known_unit(figure.unit):
        missing = f"no roof is measured in {figure.unit}"
    return Verdict(
        "unverifiable",
        f"Unverifiable: {missing}.",
        ask=("By how much, on which hardware, with which model and batch?",),
        inputs=case.inputs,
    )


def unmodelled(case: Case) -> Verdict:
    """What cannot be judged, with the reason and the question to ask."""
    why, ask = UNMODELLED.get(case.statement.technique, UNMODELLED["other"])
    return Verdict("unverifiable", f"Unverifiable: {why}.", ask=(ask,), inputs=case.inputs, derivation=case.notes)

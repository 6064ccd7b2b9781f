"""Other readings of a figure that is impossible as it stands: what the source leaves open, at its most favourable.

A heading's technique, a format that stands a paragraph above, weights whose width nobody states, a baseline that cannot
have fitted: each of them may be other than a reader takes it to be. Where one such reading makes the figure possible, it
is not called impossible: the reading becomes the condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from estimator.engine_names import family_of
from estimator.statement import Statement
from estimator.verdict import Verdict
from estimator.verdicts import words
from estimator.verdicts.axes import ANY_LENGTH, MOST_CONTEXT
from estimator.verdicts.baselines import baseline_of
from estimator.verdicts.case import UNEVEN, Case, devices_before, read
from estimator.verdicts.compare import SHARED, SPILLED, effects_of, measured_short
from estimator.verdicts.decide import ROUNDED, TOLERANCE
from estimator.verdicts.drafts import OF_ALL_DRAFTED, OPEN_RATE, draft_axes
from estimator.verdicts.kernels import SAME_ENGINE
from estimator.verdicts.launches import FASTER_LAUNCHES, OVERHEADS, SLOW_LAUNCHES, SLOWEST_EAGER
from estimator.verdicts.layouts import HOST_COMPUTES, HOST_MEMORY
from estimator.verdicts.overheads import width_in
from estimator.verdicts.quantities import measure
from estimator.verdicts.serving import MANY_PASSES
from estimator.verdicts.targets import at_target
from estimator.verdicts.weights import act_bits, bits_before

Judge = Callable[[Statement], Verdict]
Reading = tuple[Statement, str]  # the claim as it is read then, and the condition in words

# what a technique is set to: a paragraph away it may well be another technique's, or another row's
GUESSED = (
    "weight_bits", "weight_bits_before", "kv_bits", "kv_bits_before", "act_bits", "group_size", "sparsity", "hit_rate",
    "window", "n_kv_heads", "draft_len", "acceptance_len", "acceptance_rate", "tree_size", "tp", "ep", "pp",
)  # fmt: skip
_WRITTEN = {"weight_bits": "bits a weight", "kv_bits": "bits of cache", "act_bits": "bits of activations"}
ONE_OF_SEVERAL = "one-of-several"  # a hint of a statement: the row holds figures of several tasks
SAME_WIDTH = "same-width"  # a hint of a statement: what is compared is said to be as wide as one another
DESCRIBED = "described"  # a hint of a statement: the sentence names no technique and describes one
OPEN_SCOPE = "open-scope"  # a hint of a statement: a rate at a batch may be that of one sequence or of all together
ANOTHER = "kernel-optimization"  # whatever it was: the old side was that far from its roof


def milder(statement: Statement, verdict: Verdict, judged: Judge) -> Verdict:
    """The verdict, or the first reading under which an impossible factor is possible."""
    if (counted := _counted(statement, verdict, judged)) is not None:
        return counted
    if verdict.verdict != "implausible":
        return verdict
    if (paced := at_target(statement, verdict)) is not None:
        return paced
    if (routed := _unevenly(statement, verdict, judged)) is not None:
        return routed
    if statement.factor_high is None:
        return _rate_as_read(statement, verdict, judged)
    if (
        (longer := _longer(statement, judged)) is not None
        and longer.verdict == "conditional"
        and _within(statement, longer)
    ):
        return longer  # its conditions name the length
    if (other := _first_possible(readings(statement), statement, verdict, judged)) is not None:
        return other
    if statement.technique == ANOTHER and statement.origin("technique") == "inherited" and statement.metric != "kernel":
        return _no_mechanism(verdict)
    return _at_any_length(verdict, longer)


def _first_possible(tried: Iterable[Reading], statement: Statement, verdict: Verdict, judged: Judge) -> Verdict | None:
    """The verdict under the first of some readings that makes a figure possible, with that reading as its condition."""
    for changed, need in tried:
        found = judged(changed)
        if found.verdict in ("plausible", "conditional") and _within(statement, found):
            return _conditional(found, need, verdict)
    return None


def _no_mechanism(verdict: Verdict) -> Verdict:
    """More than kernels can give, of which only the text around speaks: then it is the sum of things that are not named."""
    most = f"better kernels, of which only the text around speaks, give at most {words.factor(verdict.ceiling or 1.0)}"
    reason = f"Unverifiable: no mechanism is stated, and {most} by themselves."
    ask = ("What was changed, and what is the baseline?",)
    return replace(verdict, verdict="unverifiable", reason=reason, ask=ask, requires=())


def _rate_as_read(statement: Statement, verdict: Verdict, judged: Judge) -> Verdict:
    """The verdict on a rate or a time, or the first reading under which an impossible one is possible."""
    case = read(statement)
    tried = (*_all_sequences(case), *_settings_around(case))
    return _first_possible(tried, statement, verdict, judged) or verdict


def _all_sequences(case: Case) -> Iterator[Reading]:
    """Tokens a second of a batch, of which nobody says whether they are those of one sequence or of all."""
    statement = case.statement
    figure, batch = statement.absolute, case.value("batch", 1.0)
    if figure is None or statement.metric != "decode" or batch <= 1.0 or OPEN_SCOPE not in statement.hints:
        return
    found = measure(figure, statement)
    if found.kind == "rate" and found.scope == "":
        yield replace(statement, metric="throughput"), f"a rate that counts all {batch:g} sequences together"


def _longer(statement: Statement, judged: Judge) -> Verdict | None:
    """The verdict where contexts and prompts may be as long as can be, if no length is stated.

    What is usual of a measurement is short, and its ceiling is that of short ones: drafts are tried on chats, prompts are
    seldom longer than 16K. A longer one is no misreading, only a setting that a reader would not expect.
    """
    if {"context_len", "input_len"} & statement.params.keys():
        return None
    if statement.metric == "decode" and not measured_short(statement.technique):
        return None  # a step is tried at any length as it stands
    return judged(replace(statement, hints=statement.hints | {ANY_LENGTH}))


def _at_any_length(verdict: Verdict, longer: Verdict | None) -> Verdict:
    """The verdict with the ceiling at any length, where that is another and no more reached."""
    if (
        longer is None
        or longer.ceiling_unit != "x"
        or (longer.ceiling or 0.0) < TOLERANCE * (verdict.ceiling or float("inf"))
    ):
        return verdict
    most = f"With up to {words.tokens(MOST_CONTEXT)} tokens it is at most {words.factor(longer.ceiling or 0.0)}."
    return replace(verdict, reason=f"{verdict.reason} {most}")


def _counted(statement: Statement, verdict: Verdict, judged: Judge) -> Verdict | None:
    """The verdict where an acceptance rate is the share of all drafted tokens, as engines count it, if it needs less then."""
    if OPEN_RATE not in statement.hints or verdict.verdict not in ("implausible", "conditional"):
        return None
    case = read(replace(statement, hints=statement.hints - {OPEN_RATE} | {OF_ALL_DRAFTED}))
    if "accepted_share" not in (axis.name for axis in draft_axes(case)):
        return None
    found = judged(case.statement)
    if found.verdict == "implausible":  # under both readings: the ceiling is that of the more favourable one
        said = (
            "The rate is taken for the share of all drafted tokens; as the chance of each next one it yields no more."
        )
        return replace(found, reason=f"{found.reason} {said}")
    if verdict.verdict == found.verdict:
        return None
    rate = words.share(case.value("acceptance_rate", 0.0))
    return _conditional(
        found, f"an acceptance rate of {rate} that counts all drafted tokens, not each next one", verdict
    )


# How much faster than even routing allows a published run is: 16 sequences of gpt-oss-120b on 273 GB/s, which would read
# 103 ms' worth of experts and took 90.7 (https://github.com/ggml-org/llama.cpp/blob/master/benches/dgx-spark/dgx-spark.md)
UNEVEN_GAIN = 1.14


def _unevenly(statement: Statement, verdict: Verdict, judged: Judge) -> Verdict | None:
    """The verdict where few experts take most of the tokens, if a figure is no further above the even ceiling than measured.

    The ceiling takes routing as even. That reads the most experts, so that a batch's rate, and drafts, may come out
    somewhat higher. How skewed a router is at most nobody knows: so it is a condition, and no part of the ceiling.
    """
    case = read(statement)
    if not (case.known_place and case.shapes[0].routed and verdict.ceiling):
        return None
    found = judged(replace(statement, hints=statement.hints | {UNEVEN}))
    if found.verdict == "implausible" or not found.ceiling or found.ceiling_unit != verdict.ceiling_unit:
        return None
    most = max(found.ceiling / verdict.ceiling, verdict.ceiling / found.ceiling)
    if most < EVEN or _excess(statement, verdict) > TOLERANCE * min(most, UNEVEN_GAIN):
        return None
    return _conditional(found, "routing by which few of the experts take most of the tokens", verdict)


EVEN = 1.005  # what makes less of a difference than that is no other reading


def _excess(statement: Statement, verdict: Verdict) -> float:
    """How many times above the ceiling a factor, or a rate, is."""
    if statement.factor_high is not None:
        return (statement.factor_low or statement.factor_high) / (verdict.ceiling or 1.0)
    passes = verdict.inverse.get("tokens_per_pass", (None, None))[0]
    return (passes or float("inf")) / (verdict.after.tokens if verdict.after else 1.0)


def _within(statement: Statement, found: Verdict) -> bool:
    """Below the ceiling itself, as far as figures are rounded: a reading is allowance enough, and takes no tolerance on top."""
    least = statement.factor_low or statement.factor_high or 0.0
    return found.ceiling is None or found.ceiling_unit != "x" or least <= ROUNDED * found.ceiling


def readings(statement: Statement) -> Iterator[Reading]:
    """Every other reading, the likeliest first."""
    case = read(statement)
    for one in (
        _settings_around,
        _of_one_task,
        _technique_around,
        _from_host,
        _narrow_cache,
        _narrower_model,
        _narrow_weights,
        _widths_beside,
        _host_computes,
        _shared,
        _part,
        _that_fits,
        _launches,
        _slow_launches,
        _passes,
    ):
        yield from one(case)


def _settings_around(case: Case) -> Iterator[Reading]:
    """Settings that only the text around states are open."""
    statement = case.statement
    guessed = [name for name in GUESSED if name in statement.params and statement.origin(name) == "inherited"]
    if guessed:
        open_params = {name: value for name, value in statement.params.items() if name not in guessed}
        open_params |= {
            name: [case.params[name][0] / 2, case.params[name][-1]] for name in guessed if _halved(case, name)
        }
        said = ", ".join(f"{_plain(statement.params[n])} {_WRITTEN.get(n, n.replace('_', ' '))}" for n in guessed)
        yield replace(statement, params=open_params), f"a setting other than that of the text around it ({said})"


def _halved(case: Case, name: str) -> bool:
    """Whether a width is opened to its half only: tables that hold several widths hold neighbours, like 8 and 4 bits.

    Not that of a cache whose figure may be a slope over the context, which narrows more than any whole step.
    """
    whole = name == "weight_bits" or (name == "kv_bits" and case.statement.metric == "memory")
    return whole and name in case.params and case.params[name][0] >= 4.0


def _of_one_task(case: Case) -> Iterator[Reading]:
    """One of several figures of a row: the accepted tokens beside them are a mean, and this task may accept more."""
    statement = case.statement
    if ONE_OF_SEVERAL in statement.hints and "acceptance_len" in statement.params:
        said = _plain(statement.params["acceptance_len"])
        open_params = {name: value for name, value in statement.params.items() if name != "acceptance_len"}
        need = f"more accepted tokens a pass on this task than the {said} that stand for all of them"
        yield replace(statement, params=open_params), need


def _technique_around(case: Case) -> Iterator[Reading]:
    """The sentence names no technique: then it is a matter of kernels and engines. These take no less memory."""
    statement = case.statement
    named = statement.origin("technique") != "inherited" or DESCRIBED in statement.hints
    if not named and statement.technique != ANOTHER and statement.metric != "memory":
        name = statement.technique.replace("-", " ")
        changed = replace(statement, technique=ANOTHER, also=(), hints=statement.hints | {SAME_ENGINE})
        yield changed, f"more than {name}, which only the text around it names"


def _from_host(case: Case) -> Iterator[Reading]:
    """A baseline that cannot have fitted on the stated devices read the rest of its weights from the host."""
    statement, place = case.statement, case.places[0] if case.places else None
    terms = {effect.term for _, effect in effects_of(case)}
    if (
        statement.technique in _HOSTED
        and not case.known_place
        and "sparsity" not in case.params
        and not baseline_offloads(case)
    ):
        need = "a baseline that reads from host memory, or from flash, a model that does not fit on the device"
        yield replace(statement, baseline=f"{statement.baseline} (offload)".strip()), need
    if place is None or place.chip.memory is None or SPILLED in statement.hints or "host" in terms:
        return
    if case.devices is None or devices_before(statement.baseline) or statement.metric not in _STEPS:
        return
    stored = place.shape.total * bits_before(case, place) / 8.0
    if case.known_place and stored > 1.1 * place.devices * place.chip.memory:
        need = "a baseline that reads from host memory what does not fit on the device"
        yield replace(statement, hints=statement.hints | {SPILLED}), need


_HOSTED = frozenset({"activation-sparsity"})  # made for models that do not fit
_STEPS = frozenset({"decode", "throughput", "latency", "other"})


def baseline_offloads(case: Case) -> bool:
    """Whether the baseline says that it reads from the host."""
    return baseline_of(case.statement.baseline).kind == "offload"


def _narrow_cache(case: Case) -> Iterator[Reading]:
    """Systems that narrow weights and activations often narrow the cache along, and serve more sequences with it.

    Where no width is stated at all, everything may be of four bits (as in Atom, https://arxiv.org/abs/2310.19102).
    """
    statement = case.statement
    quantised = statement.technique == "weight-activation-quantization" and statement.metric == "throughput"
    if not quantised or "kv_bits" in case.params:
        return
    yield _with_cache(case, act_bits(case))
    if not {"weight_bits", "act_bits"} & case.params.keys():
        yield _with_cache(case, 4.0, {"weight_bits": 4.0, "act_bits": 4.0})


def _with_cache(case: Case, bits: float, others: Mapping[str, float] | None = None) -> Reading:
    """The claim with a cache, and other operands, of stated widths."""
    params = {**case.statement.params, "kv_bits": bits, **(others or {})}
    what = f"weights, activations and a cache of {bits:g} bits" if others else f"a cache of {bits:g} bits as well"
    return replace(case.statement, params=params), f"{what}, which is not stated"


def _narrower_model(case: Case) -> Iterator[Reading]:
    """Of two models the new one may be served in narrower weights, and with a narrower cache, than the old one.

    So was DeepSeek-V2 against its predecessor: FP8 weights and about six bits of cache (https://arxiv.org/abs/2405.04434).
    """
    statement = case.statement
    compared = len(statement.model) == 1 and len(case.shapes) == 2  # the other one is the baseline
    if not compared or SAME_WIDTH in statement.hints or {"weight_bits_before", "kv_bits_before"} & case.params.keys():
        return
    for weights, cache in dict.fromkeys((case.value("weight_bits", w), case.value("kv_bits", c)) for w, c in _WIDTHS):
        if statement.metric == "memory":
            yield _narrower_cache(case, cache)
            continue
        params = {
            **statement.params,
            "weight_bits": weights,
            "weight_bits_before": 16.0,
            "kv_bits": cache,
            "kv_bits_before": 16.0,
        }
        also = (*statement.also, "weight-activation-quantization")
        said = _not_stated(case, "weight_bits", "kv_bits")
        need = f"weights of {weights:g} bits and a cache of {cache:g} on the new side, against 16 before{said}"
        yield replace(statement, params=params, also=also), need


_WIDTHS = ((8.0, 8.0), (8.0, 6.0))  # of weights and cache, where none are stated: what has been served so


def _narrower_cache(case: Case, bits: float) -> Reading:
    """The caches of two models, of which the new one's is narrower as well."""
    statement = case.statement
    narrows = statement.technique == "kv-cache-quantization"
    heads = (
        "multi-head-latent-attention"
        if case.shapes[0].attention[:1] and case.shapes[0].attention[0].latent
        else "grouped-query-attention"
    )
    changed = replace(
        statement,
        technique=heads if narrows else statement.technique,
        also=(*statement.also, "kv-cache-quantization"),
        params={**statement.params, "kv_bits": bits},
    )
    return changed, f"a cache of {bits:g} bits on the new side, against 16 before{_not_stated(case, 'kv_bits')}"


def _not_stated(case: Case, *names: str) -> str:
    return "" if set(names) <= case.params.keys() else ", which is not stated"


def _narrow_weights(case: Case) -> Iterator[Reading]:
    """A baseline that is called by its number format, beside a technique that is none: the new side has another format."""
    statement, wide = case.statement, width_in(case.statement.baseline)
    terms = {effect.term for _, effect in effects_of(case)}
    if wide >= 8.0 and terms and not {"weights", "compute", "roof", "kv"} & terms and "weight_bits" not in case.params:
        params = {**statement.params, "weight_bits_before": wide}
        changed = replace(statement, params=params, also=(*statement.also, "weight-only-quantization"))
        yield changed, f"weights narrower than the {wide:g} bits of the baseline, which is not stated"


def _widths_beside(case: Case) -> Iterator[Reading]:
    """Weights and activations of eight bits beside a narrow cache: the old side may have had neither.

    What only stores narrower numbers makes no prompt faster; matrix units that multiply eight bits do.
    """
    statement = case.statement
    acts = case.value("act_bits", 16.0)
    stated = statement.origin("act_bits") == "stated" and statement.metric != "memory"
    if statement.technique != "kv-cache-quantization" or not (acts < 16.0 and stated):
        return
    if not {"weight_bits_before", "kv_bits_before"} & case.params.keys() and SAME_WIDTH not in statement.hints:
        changed = replace(statement, also=(*statement.also, "weight-activation-quantization"))
        yield changed, f"weights and activations of {acts:g} bits on the new side alone, against 16 before"


def _host_computes(case: Case) -> Iterator[Reading]:
    """Experts in host memory need not cross the link: a large host can compute them."""
    statement = case.statement
    streamed = baseline_of(statement.baseline).kind in ("same", "offload")  # another engine computes there itself
    if streamed and statement.technique == "expert-offload" and HOST_COMPUTES not in statement.hints:
        need = f"experts computed by a host whose memory gives {HOST_MEMORY / 1e9:.0f} GB/s"
        yield replace(statement, hints=statement.hints | {HOST_COMPUTES}), need


def _shared(case: Case) -> Iterator[Reading]:
    """Many sequences that decode over one prefix may read it once for all of them."""
    statement = case.statement
    many = case.value("batch", 1.0) > 1.0 and "hit_rate" not in case.params
    if statement.technique == "prefix-caching" and many and SHARED not in statement.hints:
        need = "a prefix that all sequences of the batch share, and that is read once for all of them"
        yield replace(statement, hints=statement.hints | {SHARED}), need


def _part(case: Case) -> Iterator[Reading]:
    """A speed-up of nothing in particular may be that of the attention kernel alone."""
    if case.statement.metric == "other" and any(effect.term == "kv" for _, effect in effects_of(case)):
        yield replace(case.statement, metric="kernel"), "a figure of the attention kernel alone"


def _that_fits(case: Case) -> Iterator[Reading]:
    """Two chips, and a model that fits on neither in 16 bits: then both ran it in a width that does."""
    statement, place = case.statement, case.places[0] if case.places else None
    if statement.technique != "hardware-upgrade" or {"weight_bits", "weight_bits_before"} & case.params.keys():
        return
    if place is None or place.chip.memory is None or case.devices is None or not case.known_place:
        return
    stored, room = place.shape.total * bits_before(case, place) / 8.0, place.devices * place.chip.memory
    for bits in (8.0, 4.0):
        if stored > room * FULL >= stored * bits / bits_before(case, place):
            need = f"weights of {bits:g} bits on both chips, which is not stated"
            yield replace(statement, params={**statement.params, "weight_bits": bits}), need


FULL = 0.97  # of a memory: what weights may take at most, with something left to run in


def _launches(case: Case) -> Iterator[Reading]:
    """A newer chip may also launch its kernels faster."""
    statement = case.statement
    if statement.technique == "hardware-upgrade" and FASTER_LAUNCHES not in statement.hints:
        need = "launches that take half as long on the new machine"
        yield replace(statement, hints=statement.hints | {FASTER_LAUNCHES}), need


def _slow_launches(case: Case) -> Iterator[Reading]:
    """A framework that launches each operator from Python may take longer over it than is usual."""
    statement = case.statement
    eager = statement.technique in OVERHEADS and family_of(statement.baseline) == "eager"
    if eager and SLOW_LAUNCHES not in statement.hints:
        need = f"launches that took up to {words.time(SLOWEST_EAGER)} a layer before"
        yield replace(statement, hints=statement.hints | {SLOW_LAUNCHES}), need


def _passes(case: Case) -> Iterator[Reading]:
    """Attention as a framework writes it down passes over the scores more often than it needs to."""
    statement = case.statement
    if (
        statement.technique == "io-aware-attention"
        and statement.metric != "kernel"
        and MANY_PASSES not in statement.hints
    ):
        need = "attention before that passed over its scores three times as often as it need have"
        yield replace(statement, hints=statement.hints | {MANY_PASSES}), need


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)


def _conditional(found: Verdict, need: str, as_stated: Verdict) -> Verdict:
    said = as_stated.reason.split(". ")[0].split(": ", 1)[-1].rstrip(".")
    rest = found.reason.split(": ", 1)[-1]
    reason = f"Conditional: it needs {need}; otherwise {said[:1].lower()}{said[1:]}. {rest[:1].upper()}{rest[1:]}"
    return replace(found, verdict="conditional", reason=reason, requires=(need, *found.requires))

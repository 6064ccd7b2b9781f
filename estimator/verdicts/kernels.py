"""Verdicts on kernels: achieved FLOP/s and bytes/s, factors of one kernel, and what a kernel gives end to end."""

from __future__ import annotations

from typing import Any

import numpy as np

from estimator.engine_names import family_of
from estimator.speculation import kernel_speedup
from estimator.techniques import with_effect
from estimator.verdict import Limiter, Verdict, Word
from estimator.verdicts import words
from estimator.verdicts.axes import MOST_BATCH
from estimator.verdicts.baselines import BEST, NAIVE, WORST, Baseline, baseline_of
from estimator.verdicts.case import Case
from estimator.verdicts.compare import SHARED, choices_of, effects_of
from estimator.verdicts.decide import ROUNDED, TOLERANCE, Asked
from estimator.verdicts.describe import questions
from estimator.verdicts.formats import operands, peak
from estimator.verdicts.quantities import Measure
from estimator.verdicts.weights import act_bits, bits_before

UTILISATION = frozenset({"utilisation", "overhead", "compute"})
KERNEL_BEST = 0.95  # of the memory's bandwidth that a tuned kernel reaches
COMPUTE_BEST = 0.85  # of the peak: measured maxima of matrix products are 0.75 to 0.83 of it on A100 to B200
EAGER = 0.05  # of its roof that a small model reaches in a framework that launches every operation from Python
CORES = 128.0  # that one block a head leaves idle at worst
VECTOR = 16.0  # matrix units against vector units


def judge_share(case: Case, asked: Asked) -> Verdict:
    """Amdahl: a kernel `f` times faster at share `s` of the step."""
    share = case.params["time_share"][-1]
    kernel = case.value("kernel_factor", np.inf)
    ceiling = float(kernel_speedup(kernel, share)) if np.isfinite(kernel) else 1.0 / max(1.0 - share, 1e-9)
    verdict: Word = "implausible" if asked.least > TOLERANCE * ceiling else "plausible"
    needed = share_needed(asked.least, kernel)
    made = f"{words.factor(kernel)} faster" if np.isfinite(kernel) else "infinitely fast"
    reason = (
        f"{'Implausible' if verdict == 'implausible' else 'Plausible'}: a part that takes {words.share(share)} "
        f"of the time and becomes "
        f"{made} gives at most {words.factor(ceiling)} in all (1 / ({words.figure(1 - share)} + {words.figure(share)}"
        f"{f' / {words.figure(kernel)}' if np.isfinite(kernel) else ' x 0'})). "
    )
    if needed is not None:
        reason += f"{words.factor(asked.least)} would need a share of {words.share(needed)}."
    else:
        reason += f"No share of the time gives {words.factor(asked.least)}, which is more than the part itself gains."
    return Verdict(
        verdict, reason, ceiling=ceiling, expected=(1.0, ceiling), inverse={"time_share": (needed, None)}, ask=questions(case),
        inputs=case.inputs,
    )  # fmt: skip


def share_needed(claimed: float, kernel: float) -> float | None:
    """The share of the time at which a kernel of that factor gives the claimed one."""
    gain = 1.0 - (1.0 / kernel if np.isfinite(kernel) else 0.0)
    needed = (1.0 - 1.0 / claimed) / gain if gain > 0 else 2.0
    return needed if needed <= 1.0 else None


def judge_peak(case: Case, measure: Measure) -> Verdict:
    """Achieved TFLOPS or GB/s against the data sheet."""
    if not case.chips:
        return Verdict(
            "unverifiable",
            "Unverifiable: the hardware is not stated, so there is no roof.",
            ask=questions(case),
            inputs=case.inputs,
        )
    chip = case.chips[0]
    devices = (case.devices or 1.0) if measure.scope in ("node", "system", "") else 1.0
    best = KERNEL_BEST if measure.kind == "bandwidth" else COMPUTE_BEST
    if measure.kind == "share":
        roof, unit, scale, what, best = 1.0, "% of the roof", 0.01, "roof", KERNEL_BEST
    elif measure.kind == "bandwidth":
        roof, unit, scale, what = chip.bandwidth * devices, "GB/s", 1e9, "memory bandwidth"
    else:
        wide = case.value("act_bits", case.value("weight_bits", 8.0)) >= 16
        narrow = (
            16.0
            if wide
            else act_bits(case)
            if {"act_bits", "weight_bits"} & case.params.keys() or _narrow(case)
            else 16.0
        )
        highest = peak(chip, narrow, operands(case.statement.hints, narrow))
        roof, unit, scale, what = highest * devices, "TFLOPS", 1e12, f"{narrow:g}-bit peak"
    if not np.isfinite(roof):
        return Verdict(
            "unverifiable",
            f"Unverifiable: no {what} of {chip.name} is known.",
            ask=("What is the chip's peak?",),
            inputs=case.inputs,
        )
    limit: Limiter = "HBM" if measure.kind == "bandwidth" else "compute" if measure.kind == "flops" else ""
    share = measure.value / roof
    verdict: Word = "implausible" if share > TOLERANCE else "plausible" if share <= best else "conditional"
    heads = {"plausible": "Plausible", "conditional": "Conditional", "implausible": "Implausible"}
    if measure.kind == "share":
        reached = f"tuned kernels reach {words.share(best)} at best"
        reason = f"{heads[verdict]}: {words.share(share)} of a roof is claimed, and {reached}."
    else:
        reason = (
            f"{heads[verdict]}: {words.figure(measure.value / scale)} {unit} is {words.share(share)} of the {what} of "
            f"{f'{devices:g} x ' if devices > 1 else ''}{chip.name}, {words.figure(roof / scale)} {unit}."
        )
    requires = ("data that stays in the cache, or a clock above the data sheet's",) if verdict == "conditional" else ()
    return Verdict(
        verdict, reason, ceiling=roof / scale, ceiling_unit=unit, expected=(0.3 * roof / scale, best * roof / scale),
        limiter=("", limit), requires=requires, inputs=case.inputs,
    )  # fmt: skip


def _narrow(case: Case) -> bool:
    return case.statement.technique in ("weight-activation-quantization", "compute-format")


def _end_to_end(case: Case, asked: Asked) -> str:
    if "time_share" not in case.params:
        return "End to end it says nothing without the kernel's share of the step"
    share = case.params["time_share"][-1]
    whole = float(kernel_speedup(asked.usual, share))
    return f"End to end it gives {words.factor(whole)} where the kernel takes {words.share(share)} of the time"


def judge_kernel_factor(case: Case, asked: Asked) -> Verdict:
    """One kernel against another: by its bytes where they shrink, else by how badly the old one must have run."""
    baseline = baseline_of(case.statement.baseline)
    named = effects_of(case)
    effects = [effect for _, effect in named]
    choices = choices_of(case, effects)
    ratio = ordinary = by_bytes = 1.0
    for name, effect in named:
        if SHARED in case.statement.hints and effect.term == "prompt":
            shared = case.value("hit_rate", 1.0)
            ratio, ordinary = 1.0 / (1.0 - shared + shared / case.value("batch", MOST_BATCH)), 1.3
        elif effect.ratio is not None and effect.term not in UTILISATION - {"compute"}:
            found = np.broadcast_to(np.asarray(effect.ratio(case, choices.values), dtype=float), (len(choices),))
            by_bytes *= float(found.max())
            found = _product(case, found) if name in _NARROW_WEIGHTS else found
            ratio *= float(found.max())
            ordinary *= float(np.median(found[choices.typical] if choices.typical.any() else found))
    usual = max(ordinary, _scores_alone(case, baseline)) if ratio == 1.0 else ordinary
    bytes_shrink = max(ratio, by_bytes) > 1.0
    gain = _kernel_gain(case, baseline, bytes_shrink)
    ceiling = ratio * gain
    if asked.least > TOLERANCE * ceiling:
        verdict: Word = "implausible"
    elif asked.usual <= (ordinary if bytes_shrink else max(usual, 1.3)) * ROUNDED:
        verdict = "plausible"
    else:
        verdict = "conditional"
    least = KERNEL_BEST * ratio / asked.usual
    what = words.joined([effect.what for effect in effects]) or "the same work done better"
    heads = {"plausible": "Plausible", "conditional": "Conditional", "implausible": "Implausible"}
    reason = [f"{heads[verdict]}: {words.factor(asked.usual)} is claimed of one kernel"]
    if bytes_shrink:
        computes = f"for {words.figure(_tokens(case))} tokens at once, which computing takes longer than reading"
        where = "where the kernel waits for memory" if ratio == by_bytes else computes
        reason.append(f"{what} gives at most {words.factor(ratio)} {where}")
    if asked.usual > ratio:
        worst = f", and such kernels reach {words.share(KERNEL_BEST / gain)} at worst" if gain > 1.0 else ""
        reason.append(
            f"{words.factor(asked.usual)} would need an old kernel at {words.share(least)} of its roof{worst}"
        )
    reason.append(_end_to_end(case, asked))
    slow = f"an old kernel at no more than {words.share(least)} of its roof"
    fewer = f"{what} to 1/{words.figure(asked.usual)} or less, and a kernel that waits for memory"
    requires = (slow if least < 1.0 else fewer,) if verdict == "conditional" else ()
    return Verdict(
        verdict,
        " ".join(words.sentence(s) for s in reason),
        ceiling=ceiling,
        expected=(1.0, max(usual, 1.3)),
        requires=requires,
        ask=("Which share of a step did this kernel take before?", *questions(case)),
        inputs=case.inputs,
        inverse={"baseline_efficiency": (None, min(least, 1.0))},
    )


_NARROW_WEIGHTS = with_effect("weight_bits", "weight_act_bits")


def _tokens(case: Case) -> float:
    """Rows of activations that a kernel multiplies at the least: of experts each sees its share. 1 where nothing is said."""
    prompts = case.statement.metric in ("ttft", "prefill")
    rows = case.params.get("batch", (1.0,))[0] * (case.params.get("input_len", (1.0,))[0] if prompts else 1.0)
    experts = [shape for shape in case.shapes if shape.routed]
    return max(rows * min((s.experts_per_token / s.experts for s in experts), default=1.0), 1.0)


def _product(case: Case, by_bytes: Any) -> Any:
    """The factor of a matrix product whose weights take so many times fewer bytes, from a batch on less: it computes too.

    A weight of 16 bits is 2 bytes to be read and 2 FLOP for each row. An A100 (312 TFLOPS, 2.04 TB/s) reads longer than
    it computes up to 153 rows; at 256 rows four bits instead of 16 gain nothing where products stay at 16 bits.
    """
    read, rows = bits_before(case) / 8.0, _tokens(case)
    chip = case.chips[0] if case.chips else None
    acts = act_bits(case) if case.statement.technique in with_effect("weight_act_bits") else 16.0
    faster = (
        peak(chip, acts, operands(case.statement.hints, acts)) / chip.bandwidth if chip else INTENSITY * 16.0 / acts
    )
    slower = (chip.fp16 or np.inf) / chip.bandwidth if chip else INTENSITY
    before = np.maximum(read, 2.0 * rows / slower)
    return before / np.maximum(read / by_bytes, 2.0 * rows / faster)


def _kernel_gain(case: Case, baseline: Baseline, bytes_shrink: bool) -> float:
    """How much slower than its roof the old kernel may have been, against a tuned new one."""
    if bytes_shrink:
        return baseline.gain
    if case.statement.metric in ("ttft", "prefill"):
        return VECTOR
    if case.statement.technique == "split-kv-decoding":
        return CORES
    if not case.statement.baseline:
        return KERNEL_BEST / NAIVE  # which kernel it replaces is not said: it may be a reference implementation
    unfused = _unfused(case) if case.statement.technique == "io-aware-attention" and baseline.kind != "tuned" else 1.0
    return max(KERNEL_BEST / WORST, baseline.gain, unfused)


UNFUSED_BYTES = (
    24.0  # a score: what attention moves where scaling, mask and a softmax in 32 bit are passes of their own
)
HEAD = 64.0  # elements of the small heads, where the scores weigh most
INTENSITY = 300.0  # FLOP for each byte of memory traffic of the chips that have most


def _unfused(case: Case) -> float:
    """How many times longer the scores' traffic takes than the products of attention itself, 4 FLOP a head element."""
    chip = case.chips[0] if case.chips else None
    each = peak(chip, 16.0) / chip.bandwidth if chip is not None else INTENSITY
    return UNFUSED_BYTES / (4.0 * HEAD) * (each if np.isfinite(each) else INTENSITY)


LEANEST = 8.0  # bytes a score: four passes of attention that writes its scores
USUAL_HEAD = 128.0


def _scores_alone(case: Case, baseline: Baseline) -> float:
    """What is gained where attention that wrote its scores, in the leanest way, is held against one that does not."""
    fused = "flash" in case.statement.baseline.lower() or baseline.kind == "tuned"
    if case.statement.technique != "io-aware-attention" or fused or not case.chips:
        return 1.0
    each = peak(case.chips[0], 16.0) / case.chips[0].bandwidth
    return float(1.0 + LEANEST / (4.0 * USUAL_HEAD) * each) if np.isfinite(each) else 1.0


_VECTOR_CODE = frozenset(
    {"local", "vulkan", "mlx", "host", "offload"}
)  # engines that also run where nothing else multiplies


def _on_vector_units(case: Case, baseline: Baseline) -> bool:
    """Whether the old side may have computed its prompts without matrix units.

    A library or a framework on an accelerator multiplies 16-bit matrices on the units made for it. Code of its own may
    not, nor does a CPU without them; of a baseline that nobody names, either may be true, but not beside a row's own engine.
    """
    if case.chips and case.chips[0].kind == "cpu":
        return True
    if baseline.kind == "naive" or family_of(case.statement.baseline) in _VECTOR_CODE:
        return True
    return not case.statement.baseline and SAME_ENGINE not in case.statement.hints


SAME_ENGINE = "same-engine"  # a hint of a statement: both sides are rows of one table


def judge_utilisation(case: Case, asked: Asked) -> Verdict:
    """Whole steps that get faster because kernels come closer to the roof: the old engine must have been that far away."""
    baseline = baseline_of(case.statement.baseline)
    said = case.statement.baseline
    eager = baseline.kind == "other" and (family_of(said) == "eager" or "tensorflow" in said.lower())
    floor = NAIVE if baseline.kind == "naive" else EAGER if eager else WORST
    if case.chips and case.chips[0].kind == "cpu":
        floor /= 2  # threads that read from the other socket's memory halve the bandwidth
    ceiling, units = BEST / floor, ""
    if case.statement.metric in ("ttft", "prefill", "other", "latency") and _on_vector_units(case, baseline):
        units = f", and matrix units compute a prompt up to {VECTOR:g} times as fast as vector units"
        ceiling = VECTOR * BEST / floor  # prompts: matrix units in place of vector units
    verdict: Word = (
        "implausible" if asked.least > TOLERANCE * ceiling else "plausible" if asked.usual <= 1.3 else "conditional"
    )
    least = BEST / asked.usual
    heads = {"plausible": "Plausible", "conditional": "Conditional", "implausible": "Implausible"}
    reason = [
        f"{heads[verdict]}: better kernels move the same bytes, so {words.factor(asked.usual)} is a matter of "
        f"how far from the roof the old ones were",
        f"With the new engine at {words.share(BEST)} of its roof, the best that is published, the old one was "
        f"at {words.share(least)}; "
        f"such engines reach {words.share(floor)} at worst{units}, which gives {words.factor(ceiling)}",
    ]
    requires = (f"a baseline at no more than {words.share(least)} of its roof",) if verdict == "conditional" else ()
    return Verdict(
        verdict,
        " ".join(words.sentence(s) for s in reason),
        ceiling=ceiling,
        expected=(1.0, 1.3),
        limiter=("overhead", "HBM"),
        requires=requires,
        ask=("What share of its roof did the old engine reach?", *questions(case)),
        inputs=case.inputs,
        inverse={"baseline_efficiency": (None, min(least, 1.0))},
    )

"""The whole admissible region of a factor at once: what is possible and what is usual at each of its points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from estimator.capacity import GIB_PER_GB, capacity
from estimator.setting import Setting
from estimator.step import BITS
from estimator.techniques import with_effect
from estimator.verdicts import drafts
from estimator.verdicts.axes import (
    Array,
    Axis,
    Choices,
    batch_axis,
    combine,
    context_axis,
    fixed,
    prompt_axis,
    prompts_axis,
    stated,
)
from estimator.verdicts.case import Case, Place, batch_before
from estimator.verdicts.drafts import DRAFTERS
from estimator.verdicts.effects import Effect, Pair
from estimator.verdicts.formats import operands, peak, weight_bits
from estimator.verdicts.launches import costs
from estimator.verdicts.mechanisms import EFFECTS, RECOMPUTED
from estimator.verdicts.remembered import remembered
from estimator.verdicts.serving import diffuses
from estimator.verdicts.sides import (
    Side,
    Timing,
    largest_batch,
    prompt_timing,
    request_timing,
    sequences_held,
    step_timing,
)

Mode = Literal["step", "largest", "prompt", "request"]
USUAL_EFFICIENCY = (0.75, 1.05)
SETTLED = ("weight_bits", "kv_bits", "act_bits", "output_len")  # one value in a region where no technique varies them
SPILLED = "spilled"  # a hint of a statement: what does not fit on the devices is read from host memory
SHARED = "shared-prefix"  # a hint of a statement: the sequences of a batch read the prefix that they share once


@dataclass(frozen=True, slots=True)
class Region:
    """Points of the region, flattened over batch, context and the technique's unknowns; only those that fit."""

    place: Place
    mode: Mode
    bound: Array  # the largest factor that is possible at each point
    low: Array  # the interval of what is usual
    high: Array
    even: Array  # its low end where memory and matrix units reach equal shares of their rates
    typical: NDArray[np.bool_]  # points that a reader would expect
    grid: Mapping[str, Array]  # coordinates, to be broadcast over the shape
    axes: tuple[Axis, ...]
    before: Timing
    after: Timing
    pair: Pair
    shape: tuple[int, int, int]
    inside: NDArray[np.intp]  # which points of the whole grid, counted in its order, are in the region
    misfit: str = ""  # why nothing fits, and the region is judged as if memory were no limit

    def best(self) -> int:
        """The point with the largest possible factor; a usual one where memory would forbid them all."""
        if self.misfit:
            return int(np.argmax(np.where(self.typical, self.bound, 0.0)))
        near = self.bound >= 0.999 * self.bound.max()  # of equal points a usual one
        return int(np.argmax(near & self.typical)) if (near & self.typical).any() else int(np.argmax(near))

    def index(self, at: int) -> tuple[int, int, int]:
        """Where in the grid a point of the region stands."""
        rows, cell = divmod(int(self.inside[at]), self.shape[2])
        return (*divmod(rows, self.shape[1]), cell)

    def at(self, name: str) -> Array:
        """The values of a coordinate at the points of the region."""
        values: Array = flat(self.grid[name], self.shape, self.inside)
        return values

    def here(self, at: int) -> dict[str, float]:
        """The coordinates of one point."""
        return {name: point(values, self, at) for name, values in self.grid.items()}


def flat(value: Any, shape: tuple[int, int, int], inside: NDArray[np.intp]) -> Any:
    """An array of the grid at the points of the region."""
    array = np.asarray(value)
    if array.shape != shape:  # `broadcast_to` takes longer than to fill a grid of this size
        whole = np.empty(shape, dtype=array.dtype)
        whole[...] = array
        array = whole
    return array.ravel()[inside]


def point(value: Any, region: Region, at: int) -> float:
    """One number of the grid at a point of the region."""
    array = np.asarray(value)
    if array.ndim == 0:
        return float(array)
    place = region.index(at)[-array.ndim :]
    return float(array[tuple(i if n > 1 else 0 for i, n in zip(place, array.shape, strict=True))])


def effects_of(case: Case) -> list[tuple[str, Effect]]:
    """The mechanisms that a figure rests on; several of the steps side share one draft."""
    found: list[tuple[str, Effect]] = []
    for technique in dict.fromkeys((case.statement.technique, *case.statement.also)):
        effect = EFFECTS.get(technique)
        if effect is not None and effect.term == "prompt" and case.statement.metric not in _PROMPTS and diffuses(case):
            effect = RECOMPUTED
        if effect is None or (effect.apply is drafts.draft_apply and any(e.apply is effect.apply for _, e in found)):
            continue
        found.append((technique, effect))
    return found


_PROMPTS = frozenset({"ttft", "prefill"})


def choices_of(case: Case, effects: Iterable[Effect]) -> Choices:
    """All combinations of the unknowns of these mechanisms."""
    axes: dict[str, Axis] = {}
    for effect in effects:
        for axis in effect.axes(case):
            axes.setdefault(axis.name, stated(axis.name, case.params) or axis)
    choices = combine(tuple(axes.values()))
    if "draft_len" in choices.values:
        choices = replace(choices, typical=choices.typical & drafts.usual(case, choices.values))
    return choices


def by_ends(case: Case, mode: Mode) -> list[Case]:
    """Ranges of what is no unknown of the technique at both ends: which of them bounds depends on the mechanism.

    What cuts prompts gains most where outputs are short, what cuts steps where they are long; weights on the host weigh most
    where they are wide, and a cache where weights are narrow.
    """
    unknown = {axis.name for _, effect in effects_of(case) for axis in effect.axes(case)}
    names = [name for name in SETTLED if name in case.params and name not in unknown]
    names = [name for name in names if name != "output_len" or mode == "request"]
    ends = product(*(dict.fromkeys(case.params[name]) for name in names))
    return [replace(case, params={**case.params, **{n: (v, v) for n, v in zip(names, of, strict=True)}}) for of in ends]


def plain_side(case: Case, place: Place, effects: Iterable[tuple[str, Effect]]) -> Side:
    """The model as it runs on both sides, before any technique: widths that no technique changes are the stated ones.

    Of a range the narrower end, at which a rate is highest and what another technique cuts is most of the bytes.
    """
    names = {name for name, _ in effects}
    chip = place.chip
    bits = place.shape.native_bits
    acts = 16.0
    told = "weight_bits" in case.params and not names & with_effect("weight_bits", "weight_act_bits", "hardware")
    if told:
        given = case.params["weight_bits"][0]
        block = given == 4 and "fp4" in chip.peaks
        bits = weight_bits(given, case.params.get("group_size", (None,))[-1], block=block)
        usual = 8.0 if given == 8 else 4.0 if block else 16.0
        acts = case.least("act_bits", case.weights.act_bits if case.weights else usual)
    elif bits <= 8:
        acts = 8.0 if bits > 5 else 16.0
    kv = case.least("kv_bits", 16.0) if not names & with_effect("kv_bits") else 16.0
    stages = _stages(case, place)
    return Side(
        Setting(
            place.shape,
            bandwidth=chip.bandwidth,
            peak=peak(chip, acts, operands(case.statement.hints, acts)),
            memory=chip.memory if chip.memory is not None else np.inf,
            link=chip.link or np.inf,
            host_link=case.host_link(chip),
            weights_on_host=case.on_host,
            kv_on_host=case.kv_on_host,
            weight_bits=bits,
            published=not told,
            skewed=place.skewed,
            kv_bits=kv,
            act_bits=acts,
            tp=place.devices / stages,
            pp=stages,
        )
    )


def _stages(case: Case, place: Place) -> float:
    """Pipeline stages that both sides run in: "TP8 PP4" on 32 devices. A sequence passes one after the other.

    A stated batch is left its benefit of the doubt: whether it is that of one stage or of all the text hardly ever says.
    """
    stages = case.value("pp", 1.0)
    deals = any(effect.term in ("devices", "stages") for _, effect in effects_of(case))
    if (
        deals
        or (case.statement.metric == "throughput" and "batch" in case.params)
        or case.value("tp", 1.0) * stages > place.devices
    ):
        return 1.0
    return stages if place.devices % stages == 0 else 1.0


def best_layout(case: Case, place: Place, side: Side) -> Side:
    """Without a stated layout no device needs to hold a copy of another one's cache, as it would beyond the KV heads."""
    laid_out = {"tp", "pp", "ep", "dp"} & case.params.keys()
    if laid_out or any(effect.term in ("devices", "stages") for _, effect in effects_of(case)):
        return side
    heads = min((group.heads_kv for group in side.setting.shape.attention), default=place.devices)
    return replace(side, setting=replace(side.setting, cp=max(place.devices / heads, 1.0)))


def sides(
    case: Case,
    place: Place,
    effects: list[tuple[str, Effect]],
    choices: Choices,
    only: frozenset[str] | None = None,
) -> Pair:
    """Both sides of the comparison at a place."""
    side = plain_side(case, place, effects)
    pair = (replace(side, batch=batch_before(case.statement.baseline)), side)
    for name, effect in effects:  # what is left out comes first: of it only the side before stays
        if only is not None and name not in only:
            pair = (effect.apply(case, place, pair, choices.values)[0],) * 2
    for name, effect in effects:
        if only is None or name in only:
            pair = effect.apply(case, place, pair, choices.values)
    if case.kv_slower != 1.0:
        pair = (replace(pair[0], kv_seconds=pair[0].kv_seconds * case.kv_slower), pair[1])
    return pair


@dataclass(frozen=True, slots=True)
class Grid:
    """Both sides timed over everything that is admissible, whether it fits or not."""

    pair: Pair
    timings: tuple[Timing, Timing]
    axes: tuple[Axis, ...]  # batch, context or prompt, then those of the choices
    choices: Choices
    fits: Any

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self.axes[0].values), len(self.axes[1].values), len(self.choices)

    def inside(self) -> tuple[NDArray[np.intp], bool]:
        """The points that fit, counted in the grid's order; all of them where none does, and whether any does."""
        whole = np.empty(self.shape, dtype=bool)
        whole[...] = self.fits
        found = np.flatnonzero(whole)
        return (found, True) if found.size else (np.arange(whole.size), False)


@remembered(32)  # one holds 20 kB, rarely 600
def region(
    case: Case,
    place: Place,
    mode: Mode,
    *,
    engines: float = 1.0,
    limit: bool = True,
    only: frozenset[str] | None = None,
    alone: bool = False,
) -> Region:
    """Everything that is admissible, in one evaluation. `engines` is how much better the new engine may be than the old.

    Without `limit` memory is taken as large enough. With `only` the other mechanisms stay as they were before. With
    `alone` there is no comparison: only the side after has to fit.
    """
    grid = _grid(case, place, mode, limit, only, alone)
    (old, new), (first, second), shape = grid.timings, grid.axes[:2], grid.shape
    inside, fits = grid.inside()
    usual = first.usual()[:, None, None] & second.usual()[None, :, None] & grid.choices.typical
    typical = flat(usual, shape, inside)
    at = {first.name: first.array()[:, None, None], second.name: second.array()[:, None], **grid.choices.values}
    if "draft_len" in at:
        at["acceptance_len"] = np.asarray(drafts.tokens(grid.choices.values))
    at |= {name: np.asarray(case.params[name][0]) for name in SETTLED if name in case.params and name not in at}
    gain = _gain(mode, old, new)
    bound = _bound(case, old, new, gain, engines)
    low, high, even = _usual(case, grid.pair, old, new, gain, bound, engines)
    return Region(
        place=place,
        mode=mode,
        bound=flat(bound, shape, inside),
        low=flat(low, shape, inside),
        high=flat(high, shape, inside),
        even=flat(even, shape, inside),
        typical=typical if typical.any() else np.ones_like(typical),
        grid=at,
        axes=grid.axes,
        before=old,
        after=new,
        pair=grid.pair,
        shape=shape,
        inside=inside,
        misfit="" if fits else "does not fit",  # then as if memory were no limit
    )


@remembered(128)
def largest(case: Case, place: Place, mode: Mode, engines: float = 1.0) -> Array:
    """The largest factor that is possible at each point, memory no limit: all that a line along one unknown needs."""
    grid = _grid(case, place, mode, limit=False)
    old, new = grid.timings
    found: Array = flat(_bound(case, old, new, _gain(mode, old, new), engines), grid.shape, grid.inside()[0])
    return found


def measured_short(technique: str) -> bool:
    """Whether what is published of a technique was as a rule measured on short chats and questions."""
    return technique in DRAFTERS and technique != "long-context-speculation"


def _grid(
    case: Case, place: Place, mode: Mode, limit: bool, only: frozenset[str] | None = None, alone: bool = False
) -> Grid:
    effects = effects_of(case)
    choices = choices_of(case, [effect for _, effect in effects])
    before, after = sides(case, place, effects, choices, only)
    if alone or case.statement.technique in ("smaller-model", "mixture-of-experts") or len(case.shapes) > 1:
        before, after = (best_layout(case, place, side) for side in (before, after))
    before = after if alone else before
    hints, params = case.statement.hints, case.params
    if SPILLED in hints:
        before, after, limit = spilled_over(before), spilled_over(after), False
    first = batch_axis(params, hints, case.statement.metric)
    short = measured_short(case.statement.technique)
    if mode == "request":
        second = prompt_axis(params, hints)
    elif mode == "prompt":
        long = hints | {"long-context"} if any(effect.term == "kv" for effect in (e for _, e in effects)) else hints
        second = prompt_axis(params, long, alone)
    else:
        second = context_axis(params, hints, short)
    alone_there = case.statement.metric in ("latency", "ttft")
    if mode in ("prompt", "request") and alone_there and "batch" not in params:
        first = fixed("batch", 1.0, "one request at a time")
    elif mode == "prompt" and not first.stated:
        first = prompts_axis()
    length = second.array()[None, :, None]
    if mode == "step" and limit and not first.stated and any(effect.term == "kv" for _, effect in effects):
        first = up_to_the_last(first, before, second.array())
    batch = first.array()[:, None, None]
    if SHARED in hints and mode == "step" and "hit_rate" in choices.values:
        after = shared_reads(after, choices.values["hit_rate"], batch)
    fits: Any = True
    if mode == "largest":
        first = Axis("batch", (1.0,), (1.0, 1.0), "the largest that fits, on each side")
        before, after = _filled(before, after, length)
        fits = (np.asarray(before.batch) >= 1) & (np.asarray(after.batch) >= 1)
        before, after = (replace(side, batch=np.maximum(np.asarray(side.batch), 1.0)) for side in (before, after))
    elif mode == "prompt" and limit:
        fits = _fitting(before, after, 1.0 if alone else length, 1.0, alone)
        if not second.stated:  # a stated one ran, in pieces if need be
            fits = fits & _scores_fit(before, length) & _scores_fit(after, length)
    elif mode in ("step", "request") and limit:
        fits = _fitting(before, after, length, batch, alone)
    old, new = (timed(case, mode, side, batch, length) for side in (before, after))
    return Grid((before, after), (old, new), (first, second, *choices.axes), choices, fits)


def up_to_the_last(batch: Axis, side: Side, context: Array) -> Axis:
    """The axis with the largest batches that fit at each context, too: there a cache is most of what a step reads."""
    fit = np.min(np.atleast_2d(largest_batch(side, context[:, None])), axis=-1)
    more = {float(n) for n in fit if batch.values[0] < n < batch.values[-1]}
    return replace(batch, values=tuple(sorted({*batch.values, *more})))


FULL = 0.95  # of a device's memory that weights can take


def spilled_over(side: Side) -> Side:
    """The same side with those weights on the host that its devices cannot hold; what is read least goes first."""
    setting = side.setting
    need = np.asarray(capacity(replace(setting, weights_on_host=0.0), 1.0).weights)
    read = need * np.asarray(setting.rows_kept)  # the rows that are needed most stay
    away = np.maximum(1.0 - FULL * np.asarray(setting.memory) / read, 0.0)
    return replace(side, setting=replace(setting, weights_on_host=away))


def shared_reads(side: Side, share: Array, batch: Any) -> Side:
    """One reading of a shared prefix serves every sequence of the batch; each still reads what is its own."""
    return replace(side, setting=replace(side.setting, kv_kept=1.0 - share + share / batch))


def timed(case: Case, mode: Mode, side: Side, batch: Any, length: Any) -> Timing:
    """What a side takes in this mode."""
    if mode == "prompt":
        return prompt_timing(side, batch, length)
    if mode == "request":
        shared = case.statement.metric == "throughput"
        return request_timing(side, batch, length, case.params["output_len"][0], shared)
    return step_timing(side, batch, length)


def _filled(before: Side, after: Side, context: Any) -> Pair:
    """Both sides with as many sequences as fit; counted in GiB only where a GB as vendors print it leaves no room."""
    for generous in (False, True):
        pair = tuple(
            replace(side, batch=sequences_held(side, context, generous) if side.batch is None else side.batch)
            for side in (before, after)
        )
        if all((np.asarray(side.batch) >= 1).any() for side in pair):
            break
    return pair[0], pair[1]


def _fitting(before: Side, after: Side, context: Any, batch: Any, alone: bool) -> Any:
    """Where both sides fit. A GiB is taken for the GB that vendors print where nothing fits otherwise, and for one side alone."""
    fits: Any = False
    for generous in (True,) if alone else (False, True):
        fits = largest_batch(before, context, generous) >= batch
        if after.setting is not before.setting or after.waste is not before.waste:  # else the same is kept in memory
            fits = fits & (largest_batch(after, context, generous) >= batch)
        if np.any(fits):
            break
    return fits


def _scores_fit(side: Side, prompt: Array) -> Any:
    """Where the scores of one layer fit beside the weights, if attention writes them: they grow with the square."""
    if side.fused:
        return True
    setting = side.setting
    heads = max((group.heads for group in setting.shape.attention), default=0.0)
    scores = heads * prompt * prompt * np.asarray(setting.act_bits) / BITS / setting.tp
    return scores <= np.asarray(setting.memory) * GIB_PER_GB - np.asarray(capacity(setting, 1.0).weights)


def _bound(case: Case, old: Timing, new: Timing, gain: Any, engines: float) -> Any:
    """The largest possible factor at each point."""
    bound: Any = 0.0
    allowed, _, gains = costs(case, engines, old)
    for (before, after), better in zip(allowed, gains, strict=True):
        bound = np.maximum(bound, gain * better * old.seconds(before) / new.seconds(after))
    return bound


def _usual(
    case: Case, pair: Pair, old: Timing, new: Timing, gain: Any, bound: Any, engines: float
) -> tuple[Any, Any, Any]:
    """The low and the high end of what is usual at each point, and the low end at equal shares of memory and of the peak.

    Where a pass waits for the matrix units, a part of the peak is reached that is smaller, and less certain, than that of
    memory. It is the same on both sides, but for units that only the new side uses.
    """
    low: Any = np.inf
    even: Any = np.inf
    high: Any = 0.0
    slower = np.where(_on_faster_units(*pair), NARROW_UNITS, 1.0)
    # The quotient depends on cost x efficiency alone: its ends lie where both are small, and where both are large.
    for (before, after), efficiency in zip(costs(case, engines, old)[1], USUAL_EFFICIENCY, strict=True):
        for computing in COMPUTE_EFFICIENCY:
            b = old.seconds(before, efficiency, links=True, computing=computing)
            a = new.seconds(after, efficiency, links=True, drafting=True, computing=computing * slower)
            low = np.minimum(low, gain * b / a)
        b = old.seconds(before, efficiency, links=True)
        a = new.seconds(after, efficiency, links=True, drafting=True)
        even, high = np.minimum(even, gain * b / a), np.maximum(high, gain * b / a)
    high = np.minimum(high, bound / engines)
    even = np.minimum(even, high)
    if pair[1].draft is not None:
        low = low * drafts.slack(case)
    return np.minimum(low, even), high * (1.0 if engines == 1.0 else USUAL_ENGINES), even


COMPUTE_EFFICIENCY = (0.3, 0.85)  # of the peak of the matrix units that passes reach which wait for them
# What of this share units for narrow and for sparse operands reach at worst: their operands have to be scaled, and the rest
# of a layer stays as it was. Eight bits make prompts some 1.2 to 1.8 times faster where the peak is twice as high.
NARROW_UNITS = 0.6


def _on_faster_units(before: Side, after: Side) -> Any:
    """Whether only the new side multiplies narrower, or sparser, operands than 16 bits."""
    faster = np.asarray(after.setting.peak) > 1.01 * np.asarray(before.setting.peak)
    narrower = np.asarray(after.setting.act_bits) < np.asarray(before.setting.act_bits)
    return (faster & narrower) | (np.asarray(after.setting.flop_density) < np.asarray(before.setting.flop_density))


USUAL_ENGINES = 1.5  # how much faster an engine made for the purpose usually is than a general one


def _gain(mode: Mode, old: Timing, new: Timing) -> Any:
    """At a batch of the grid both sides serve equally many; where a side has a batch of its own, rates are compared."""
    served = np.asarray(old.rate)
    return np.asarray(new.rate) / (np.maximum(served, 1e-30) if mode == "largest" else served)

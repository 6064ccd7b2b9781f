"""Fewer steps: how many tokens a cycle can yield with each way of drafting, and what the drafting costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from estimator.capacity import capacity
from estimator.numbers import Numbers
from estimator.setting import Setting
from estimator.shape import Shape
from estimator.speculation import Draft, DraftKind, accepted_length, accepted_of_share
from estimator.verdicts.axes import Axis, fixed, stated
from estimator.verdicts.case import Case, Place, shape_named
from estimator.verdicts.effects import Pair, Values
from estimator.verdicts.sides import Side


@dataclass(frozen=True, slots=True)
class Drafter:
    """A family of drafters: what it runs, how far it looks, and how many tokens a pass it is known to yield."""

    kind: DraftKind | Literal["self"]  # the target or a smaller model of any size
    lengths: tuple[float, ...]  # admissible draft lengths where none is stated
    usual: tuple[float, float]  # tokens a pass in published measurements, the target's own included
    shares: tuple[float, ...] = ()  # of a target step, that one draft step takes; where it is a matter of choice
    usual_shares: tuple[float, float] = (0.0, 1.0)
    source: str = ""
    overhead: float = 1.2  # times its passes that a cycle usually takes at worst: see `slack`
    least: float = 0.0  # tokens a pass that a tenth of published runs stay below, where less than usual; 0: as usual


DRAFTERS: dict[str, Drafter] = {
    "speculative-decoding": Drafter(
        "self",
        (1, 2, 3, 4, 5, 7),
        (1.9, 3.4),
        (0.01, 0.03, 0.1, 0.2),
        (0.03, 0.1),
        "arXiv:2211.17192, arXiv:2302.01318",
        overhead=1.1,
        least=1.6,
    ),
    "self-speculation": Drafter(
        "self", (2, 4, 6, 8, 12), (2.0, 3.5), (0.1, 0.2, 0.35, 0.5), (0.2, 0.5), "arXiv:2404.16710"
    ),
    "medusa-heads": Drafter("heads", (2, 3, 4, 5), (2.2, 3.5), source="arXiv:2401.10774", overhead=1.4),
    "eagle": Drafter(
        "layer", (1, 2, 3, 4, 5, 6, 7), (2.6, 4.8), source="arXiv:2401.15077, arXiv:2503.01840", least=1.8
    ),
    "multi-token-prediction": Drafter("layer", (1, 2, 3, 4, 5), (1.7, 3.0), source="arXiv:2412.19437", overhead=1.3),
    "lookahead-decoding": Drafter("lookup", (3, 5, 7), (1.4, 2.4), source="arXiv:2402.02057", overhead=1.3, least=1.3),
    "ngram-speculation": Drafter(
        "lookup",
        (2, 3, 5, 7, 10, 16, 32, 64),
        (1.3, 2.8),
        source="arXiv:2304.04487, arXiv:2411.04975",
        overhead=1.25,
        least=1.2,
    ),
    "tree-speculation": Drafter(
        "self", (3, 5, 7, 10), (2.5, 4.5), (0.01, 0.03, 0.1), (0.01, 0.1), "arXiv:2305.09781, arXiv:2402.12374"
    ),
    "parallel-drafting": Drafter(
        "parallel", (3, 5, 7, 10, 15), (2.5, 5.0), (0.01, 0.03, 0.1), (0.02, 0.1), "arXiv:2504.18583", overhead=1.6
    ),
    "long-context-speculation": Drafter(
        "self", (2, 4, 6, 8, 12, 15), (2.5, 6.0), (0.02, 0.1, 0.25, 0.5), (0.1, 0.5), "arXiv:2404.11912"
    ),
}
SHARES = (0.1, 0.25, 0.5, 0.75, 0.9, 1.0)  # of the drafted tokens that are accepted

# Hints of a statement: its acceptance rate is the share of all drafted tokens, as engines count it, or may be that. Without
# either it is the chance of each next token.
OF_ALL_DRAFTED, OPEN_RATE = "of-all-drafted", "open-rate"


def draft_axes(case: Case) -> tuple[Axis, ...]:
    """Draft length, accepted share and, where it is a matter of choice, the cost of a draft step."""
    row = DRAFTERS[family(case)]
    return (_length(case, row), *_accepted(case), *_share(case, row))


def family(case: Case) -> str:
    """The row of the table that a claim's draft belongs to."""
    for technique in (case.statement.technique, *case.statement.also):
        if technique in DRAFTERS:
            return technique
    return "speculative-decoding"


def _length(case: Case, row: Drafter) -> Axis:
    if (axis := stated("draft_len", case.params)) is not None:
        return axis
    least = max(case.value("acceptance_len", 0.0) - 1.0, 0.0)
    values = tuple(float(k) for k in row.lengths if k >= least)
    if not values:
        values = (float(np.ceil(least)),)
    return Axis(
        "draft_len",
        values,
        (values[0], values[-1]),
        f"no draft length is stated: {values[0]:g} to {values[-1]:g} tokens",
    )


def _accepted(case: Case) -> tuple[Axis, ...]:
    for name in ("acceptance_len", "tokens_per_step"):
        if (axis := stated(name, case.params)) is not None:
            return (Axis("acceptance_len", axis.values, axis.typical, axis.reason, stated=True),)
    if (axis := stated("acceptance_rate", case.params)) is not None:
        if OF_ALL_DRAFTED in case.statement.hints:
            return (Axis("accepted_share", axis.values, axis.typical, "the rate is the share of all drafted tokens"),)
        return (axis,)
    return (Axis("accepted_share", SHARES, (0.0, 1.0), "no acceptance is stated: up to every drafted token"),)


def draft_shape(case: Case) -> Shape | None:
    """The draft model, where it is named or sized; of a range of sizes the smallest, which costs least."""
    name = case.statement.params.get("draft_model")
    shape = shape_named(name) if isinstance(name, str) else None
    if shape is None and "draft_params_b" in case.params:
        return shape_named(f"{case.params['draft_params_b'][0]:g}B")
    return shape


def _share(case: Case, row: Drafter) -> tuple[Axis, ...]:
    if row.kind not in ("self", "parallel") or draft_shape(case) is not None or _own_model(case):
        return ()
    return (Axis("draft_share", row.shares, row.usual_shares, "the draft's size is not stated"),)


def _own_model(case: Case) -> bool:
    """Whether the target itself drafts in a way whose cost is stated: a share of its layers, or of its cache."""
    stated = {"self-speculation": {"sparsity"}, "long-context-speculation": {"sparsity", "window"}}
    return bool(stated.get(family(case), set()) & case.params.keys())


def tokens(values: Values) -> Any:
    """Tokens a cycle yields, the target's own included."""
    if "acceptance_len" in values:
        return values["acceptance_len"]
    length = values["draft_len"]
    if "acceptance_rate" in values:
        return accepted_length(values["acceptance_rate"], length)
    return accepted_of_share(values["accepted_share"], length)


def usual(case: Case, values: Values) -> NDArray[np.bool_]:
    """Which combinations give as many tokens a pass as is known of this family."""
    if "acceptance_len" in values or "acceptance_rate" in values:
        return np.ones(values["draft_len"].shape, dtype=bool)
    low, high = DRAFTERS[family(case)].usual
    got = tokens(values)
    return np.asarray((got >= low) & (got <= high))


def slack(case: Case) -> float:
    """What the low end of the usual is multiplied by, for what a cycle does beside its passes, and for seldom accepted drafts.

    A cycle also chooses candidates, builds their tree, samples, and drops from the cache what is refused: on the host, and
    in a framework between its launches. The shares are those below which a tenth of 470 published factors lie, by family,
    where the tokens a pass are stated; without them drafts are accepted more seldom, too, than what papers report first.
    """
    row = DRAFTERS[family(case)]
    told = {"acceptance_len", "acceptance_rate", "tokens_per_step"} & case.params.keys()
    return (1.0 if told or not row.least else row.least / row.usual[0]) / row.overhead


def known(case: Case) -> str:
    """What published measurements of this family yield: `, and 2.6 to 4.8 are known of such drafts`."""
    low, high = DRAFTERS[family(case)].usual
    return f", and {low:g} to {high:g} are known of such drafts"


def draft_apply(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Before: one token a pass. After: a cycle of drafting and verifying."""
    before, after = pair
    return before, replace(after, draft=_draft(case, place, after, values), accepted=tokens(values))


def _draft(case: Case, place: Place, side: Side, values: Values) -> Draft:
    row, length = DRAFTERS[family(case)], values["draft_len"]
    tree = case.params["tree_size"][0] if "tree_size" in case.params else None
    shape = draft_shape(case)
    if row.kind in ("self", "parallel") and shape is not None:
        own = _near(replace(side.setting, shape=shape))
        return Draft("parallel" if row.kind == "parallel" else "model", length, tree, own)
    if _own_model(case):
        left = 1.0 - case.value("sparsity", 0.0)
        if family(case) == "self-speculation":
            return Draft("model", length, tree, replace(side.setting, layer_share=left))
        window = case.least("window", np.inf)
        return Draft("model", length, tree, replace(side.setting, kv_kept=left, window=window))
    if row.kind == "self" or row.kind == "parallel":
        share = values["draft_share"]
        small = replace(side.setting, layer_share=share, head_share=share)
        small = small if family(case) == "self-speculation" else _near(small, share)
        return Draft("parallel" if row.kind == "parallel" else "model", length, tree, small)
    return Draft(row.kind, length, tree)


def _near(setting: Setting, share: Numbers = 1.0) -> Setting:
    """A draft of its own stays on the devices where they have room for it, wherever the target's weights are."""
    if not np.any(setting.weights_on_host):
        return setting
    need = share * capacity(replace(setting, weights_on_host=0.0), 1.0).weights
    return replace(setting, weights_on_host=np.where(need <= setting.memory, 0.0, setting.weights_on_host))


def draft_ratio(case: Case, values: Values) -> Any:
    """Nothing gains more than the tokens of a cycle, less what drafting them costs where its share is known."""
    got = tokens(values)
    if "draft_share" in values and DRAFTERS[family(case)].kind == "self":
        return got / (1.0 + values["draft_share"] * values["draft_len"])
    return got


# Without a draft


def diffusion_axes(case: Case) -> tuple[Axis, ...]:
    for name in ("tokens_per_step", "acceptance_len"):
        if (axis := stated(name, case.params)) is not None:
            return (Axis("acceptance_len", axis.values, axis.typical, axis.reason, stated=True),)
    return (
        Axis(
            "acceptance_len",
            (1.5, 2.0, 4.0, 8.0, 16.0, 32.0),
            (2.0, 6.0),
            "no tokens a step are stated: up to a block of 32",
        ),
    )


def diffusion_apply(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """A pass yields several tokens. Of the block that it computes only these are counted, so that the ceiling stays a bound."""
    got = values["acceptance_len"]
    return pair[0], replace(pair[1], verified=got, accepted=got)


def forced_axes(case: Case) -> tuple[Axis, ...]:
    if (tokens := case.value("acceptance_len", 0.0)) >= 1.0:  # tokens a pass, the sampled one included
        return (fixed("forced", 1.0 - 1.0 / tokens),)
    return (
        Axis(
            "forced",
            (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8),
            (0.1, 0.5),
            "the share of tokens that the grammar forces is not stated",
        ),
    )


def forced_apply(case: Case, place: Place, pair: Pair, values: Values) -> Pair:
    """Forced tokens need no pass of their own; they are computed along with the next one."""
    got = 1.0 / (1.0 - values["forced"])
    return pair[0], replace(pair[1], verified=got, accepted=got)


def forced_ratio(case: Case, values: Values) -> Any:
    return 1.0 / (1.0 - values["forced"])

"""A sheet of settings: one row in, one estimate or one error out. A blank cell falls back to the nearest sound bound.

Columns: `id, hardware, n_devices, tp, pp, ep, model, weight_bits, weight_format, kv_bits, act_bits, batch, input_len,
output_len, context_len, phase, engine`; others are left alone, but `attention_dp` is read if there, and "attention dp 8"
in `notes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from estimator.engine_names import family_of
from estimator.engines import ALONE
from estimator.errors import BadValue, EstimatorError
from estimator.estimate import Estimate, answer
from estimator.options import Options
from estimator.run import Run, prepare

_SEVERAL = re.compile(r"speculat|eagle|medusa|\bmtp|lookahead|dflash|dspark|diffusion|triforce|nextn|\bsps\b|\brest\b")
PHASES = ("decode", "prefill", "e2e")
COLUMNS = (
    "id hardware n_devices tp pp ep model weight_bits weight_format kv_bits act_bits batch input_len output_len context_len "
    "phase engine attention_dp notes"
).split()
_DP = re.compile(r"attention (?:sharded )?dp ?(\d+)", re.IGNORECASE)


def estimates(rows: Iterable[Mapping[str, str]]) -> Iterator[dict[str, Any]]:
    """One JSON-like object a row, in order: `id` with the estimate's fields, or with `error`."""
    for row in rows:
        try:
            yield {"id": row.get("id", "")} | as_fields(estimate_row(row)) | end_to_end(row)
        except EstimatorError as error:
            yield {"id": row.get("id", ""), "error": str(error)}


def estimate_row(row: Mapping[str, str]) -> Estimate:
    """The estimate of one row."""
    run, batch, length, phase, cached = question(row)
    return answer(run, batch, length, phase=phase, cached=cached)


def end_to_end(row: Mapping[str, str]) -> dict[str, Any]:
    """For a row of whole requests: the prompt and all steps together, in seconds. The other fields are those of one step."""
    input_len, output_len = _cell(row, "input_len"), _cell(row, "output_len")
    if row.get("phase") != "e2e" or not input_len or not output_len:
        return {}
    run, batch, length, *_ = question(row)
    prompt, step = answer(run, batch, input_len, phase="prefill"), answer(run, batch, length)
    ends = [_plain(p + output_len * s) for p, s in ((prompt.low, step.low), (prompt.high, step.high))]
    return {"e2e_floor_s": _plain(prompt.t_floor_s + output_len * step.t_floor_s), "e2e_expected_s": ends}


def question(row: Mapping[str, str]) -> tuple[Run, float, float, str, float]:
    """A row as a prepared run, its batch, its context or prompt length, its phase, and the cached tokens of a prompt.

    A prefill whose context is longer than its input works on top of a cache: "pp512 at a depth of 32,768".
    """
    for needed in ("hardware", "model"):
        if not row.get(needed, "").strip():
            raise BadValue(needed, "", "given")
    phase = (row.get("phase") or "decode").strip()
    if phase not in PHASES:
        raise BadValue("phase", phase, f"one of {', '.join(PHASES)}")
    batch, context = _cell(row, "batch"), _cell(row, "context_len")
    input_len, output_len = _cell(row, "input_len"), _cell(row, "output_len")
    dp = _cell(row, "attention_dp") or (float(found[1]) if (found := _DP.search(row.get("notes") or "")) else None)
    devices, tp = _cell(row, "n_devices"), _cell(row, "tp")
    if dp is not None and dp > 1.0:
        dp = min(dp, devices or dp)  # ranks of a chip's cores are one rank here
        tp = max((devices or tp or dp) / dp, 1.0)  # `tp` in such rows is that of the experts or of each rank
    steady = phase == "decode" and (batch or 1.0) > 1.0 and family_of(row.get("engine") or "") not in ALONE
    options = Options(
        weight_bits=_cell(row, "weight_bits"),
        weight_format=row.get("weight_format") or "",
        kv_bits=_cell(row, "kv_bits"),
        act_bits=_cell(row, "act_bits"),
        devices=devices,
        tp=tp,
        pp=_cell(row, "pp"),
        ep=_cell(row, "ep") or None,
        dp=dp,
        engine=row.get("engine") or "",
        input_len=input_len if steady else None,
        output_len=output_len if steady else None,
        several_tokens=_several(row),
        bound_gaps=True,
    )
    run = prepare(row["model"], row["hardware"], options)
    if phase == "prefill":
        prompt = context if input_len is None else input_len
        if prompt is None:
            raise BadValue("input_len", "", "given for a prefill")
        depth = context if context and context > prompt + (output_len or 0.0) else 0.0
        return run, batch or 1.0, depth + prompt, phase, depth
    if context is None:  # of a run that starts with the input and grows by the output
        context = (input_len or 0.0) + (output_len or 0.0) / 2.0
    return run, batch or 1.0, context, "decode", 0.0


def _several(row: Mapping[str, str]) -> bool:
    """Whether a pass of this row yields several tokens: drafts are verified, or a block is denoised."""
    engine = (row.get("engine") or "").lower()
    return bool(row.get("speculative") or (_SEVERAL.search(engine) and "no speculation" not in engine))


def as_fields(estimate: Estimate) -> dict[str, Any]:
    """An estimate as its JSON fields."""
    return {
        "t_floor_s": _plain(estimate.t_floor_s),
        "t_expected_s": [_plain(end) for end in estimate.t_expected_s],
        "tokens_per_s_ceiling": _plain(estimate.tokens_per_s_ceiling),
        "limiter": _plain(estimate.limiter),
        "bytes": {term: _plain(value) for term, value in estimate.bytes.items()},
        "flops": _plain(estimate.flops),
        "inputs": {name: {"value": value, "origin": origin} for name, (value, origin) in estimate.inputs.items()},
        "fits": _plain(estimate.fits),
        "notes": list(estimate.notes),
    }


def largest_batch(estimate: Estimate) -> dict[str, Any]:
    """The largest batch that fits at this context, with the memory's GB as they are and as GiB, and its throughput."""
    room, full = estimate.capacity, estimate.at_largest_batch()
    return {
        "sequences": _plain(room.batch * estimate.run.replicas),
        "sequences_if_GiB": _plain(room.batch_gib * estimate.run.replicas),
        "bytes_each": _plain(room.per_sequence),
        "tokens_per_s_ceiling": None if full is None else _plain(full.tokens_per_s_ceiling),
        "tokens_per_s_expected": None
        if full is None
        else [_plain(full.batch / full.high), _plain(full.batch / full.low)],
    }


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def _cell(row: Mapping[str, str], name: str) -> float | None:
    text = (row.get(name) or "").strip()
    if not text:
        return None
    try:
        return float(text)
    except ValueError:
        raise BadValue(name, text, "a number") from None

"""`twoways estimate`: how fast a step can be at most, and how fast competent engines are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ui.commands._common import fail, one_of, show_table
from ui.show import digits, limited

if TYPE_CHECKING:
    from estimator import Estimate

COLUMNS = ("batch", "context", "floor ms", "expected ms", "tokens/s at most", "tokens/s expected", "limiter", "fits")


def estimate(
    model: Annotated[str, typer.Option("--model", "-m", help="Name as people write it, `70B`, or a config.json.")] = "",
    hardware: Annotated[str, typer.Option("--hardware", "-d", help="Chip, `8xH100`, or a TOML file.")] = "",
    batch: Annotated[float, typer.Option(help="Sequences decoded together.")] = 1,
    context: Annotated[str, typer.Option(help="Cached tokens of each sequence: 4096, 32k.")] = "0",
    prompt: Annotated[str, typer.Option(help="Prefill a prompt of so many tokens instead of decoding.")] = "",
    cached: Annotated[str, typer.Option(help="Tokens of the prompt that a prefix cache holds.")] = "0",
    weight_bits: Annotated[float | None, typer.Option(help="Bits of a weight, scales included.")] = None,
    weight_format: Annotated[str, typer.Option(help="The same by name: AWQ, NVFP4, Q4_K_M, FP8.")] = "",
    kv_bits: Annotated[float | None, typer.Option(help="Bits of a cached element.")] = None,
    act_bits: Annotated[float | None, typer.Option(help="Bits of the operands of matrix products.")] = None,
    devices: Annotated[float | None, typer.Option(help="Devices in all.")] = None,
    tp: Annotated[float | None, typer.Option(help="Tensor-parallel ranks.")] = None,
    pp: Annotated[float | None, typer.Option(help="Pipeline stages.")] = None,
    dp: Annotated[float | None, typer.Option(help="Ranks of data-parallel attention.")] = None,
    ep: Annotated[float | None, typer.Option(help="Devices that experts are dealt to.")] = None,
    engine: Annotated[
        str, typer.Option(help="vLLM, llama.cpp, Transformers, ...: what is expected depends on it.")
    ] = "",
    output_len: Annotated[
        float | None, typer.Option(help="Generated tokens of each request: with --input-len, a steady serving run.")
    ] = None,
    input_len: Annotated[float | None, typer.Option(help="Prompt tokens of each request of such a run.")] = None,
    techniques: Annotated[
        list[str] | None, typer.Option("--with", help="TECHNIQUE[:k=v,...], as often as wanted: after against before.")
    ] = None,
    sweep: Annotated[
        str, typer.Option(help="A table over ranges: batch=1:512 context=1k:128k doubles, batch=1,8,64 lists.")
    ] = "",
    axes: Annotated[
        list[str] | None, typer.Argument(help="More ranges, after that of --sweep.", metavar="RANGE")
    ] = None,
    sheet: Annotated[Path | None, typer.Option("--from", help="CSV of settings, one estimate a row.")] = None,
    output: Annotated[str, typer.Option("--format", help="table, json or jsonl.")] = "table",
) -> None:
    """How fast a step can be at most, and how fast competent engines are.

    Example: twoways estimate --model Llama-3.1-70B --hardware 8xH100 --weight-bits 8 --batch 64 --context 4k
    """
    one_of("--format", output, ("table", "json", "jsonl"))
    if axes and not sweep:
        fail(f"{axes[0]!r}: ranges belong to --sweep", 2)
    if sheet is not None:
        raise typer.Exit(_sheet(sheet, output))
    for name, value in (("--model", model), ("--hardware", hardware)):
        if not value:
            fail(f"{name} is missing: name one, or give a sheet with --from", 2)
    from estimator import EstimatorError
    from estimator.formats import find_format

    if weight_format and find_format(weight_format) is None:
        fail(f"--weight-format {weight_format!r}: no such format; known are AWQ, GPTQ, NVFP4, Q4_K_M, FP8, INT8 ...", 2)
    stated = {
        "weight_bits": weight_bits,
        "weight_format": weight_format,
        "kv_bits": kv_bits,
        "act_bits": act_bits,
        "devices": devices,
        "tp": tp,
        "pp": pp,
        "dp": dp,
        "ep": ep,
        "engine": engine,
        "input_len": input_len,
        "output_len": output_len,
    }
    if (input_len is None) != (output_len is None):
        fail("--input-len and --output-len describe a serving run together: give both", 2)
    point = _point(batch, context, prompt, cached)
    try:
        if sweep:
            _sweep(model, hardware, stated, point, [sweep, *(axes or [])], techniques or [], output)
        else:
            _one(model, hardware, stated, point, techniques or [], output)
    except EstimatorError as error:
        fail(str(error), 2)


def _point(batch: float, context: str, prompt: str, cached: str) -> dict[str, Any]:
    """What a step works on: a batch that decodes over its context, or a prompt."""
    if prompt and context not in ("", "0"):
        fail("--context is of decoding: tokens that stand before a --prompt in the cache are --cached", 2)
    if cached not in ("", "0") and not prompt:
        fail("--cached belongs to --prompt: it is the part of it that a prefix cache holds", 2)
    point: dict[str, Any] = {"batch": within(batch, "--batch"), "context": _count(context, "--context")}
    if prompt:
        point |= {"context": _count(prompt, "--prompt"), "cached": _count(cached, "--cached"), "phase": "prefill"}
    return point


def _one(
    model: str, hardware: str, stated: dict[str, Any], point: dict[str, Any], techniques: list[str], output: str
) -> None:
    """A single point, perhaps with techniques on top."""
    import json

    from estimator import estimate as ask
    from estimator.sheet import as_fields, largest_batch

    answer = ask(_model(model), _hardware(hardware), **point, **stated)
    fields = as_fields(answer)
    if answer.phase == "decode" and answer.fits is not None and point["context"] > 0:
        fields["largest_batch"] = largest_batch(answer)
    if techniques:
        from estimator.whatif import compare

        fields["speedup"] = compare(answer, techniques)
    if output == "table":
        _show(answer, fields)
    else:
        typer.echo(json.dumps(fields, indent=2 if output == "json" else None))


def _show(answer: Estimate, fields: dict[str, Any]) -> None:
    """The figures for a reader, a line each."""
    low, high = fields["t_expected_s"]
    tokens = fields["tokens_per_s_ceiling"] * fields["t_floor_s"]
    rates = f"{_figure(tokens / high)} to {_figure(tokens / low)}"
    lines: list[tuple[str, Any]] = [
        (
            "floor",
            f"{_figure(fields['t_floor_s'] * 1e3)} ms, {_figure(fields['tokens_per_s_ceiling'])} tokens/s at most",
        ),
        ("expected", f"{_figure(low * 1e3)} to {_figure(high * 1e3)} ms, {rates} tokens/s"),
        ("limiter", limited(fields["limiter"])),
        *((term, f"{digits(value / 1e9, 4)} GB a device") for term, value in fields["bytes"].items() if value),
        ("compute", f"{digits(fields['flops'] / 1e12, 4)} TFLOP a device"),
        ("fits", fields["fits"]),
    ]
    if room := fields.get("largest_batch"):
        count, generous = room["sequences"], room["sequences_if_GiB"]
        said = f"{count:,.0f} sequences" + (f", {generous:,.0f} if GB are GiB" if generous > count else "")
        top = room["tokens_per_s_ceiling"]
        lines.append(("largest batch", said if top is None else f"{said}; {_figure(top)} tokens/s at most"))
    lines += _inputs(fields)
    lines += [("note", note) for note in fields["notes"]]
    show_table(("", ""), lines)
    for row in fields.get("speedup", ()):
        typer.echo()
        show_table(("with", row["technique"]), _gain(row))


def _gain(row: dict[str, Any]) -> list[tuple[str, Any]]:
    """What a technique gives, a line each."""
    if "ceiling" not in row:
        return [("note", row["note"])]
    if "before" not in row:
        return [("speed-up", f"{digits(row['ceiling'])}x at most: a share of the step"), *_inputs(row)]
    before, after = row["before"], row["after"]
    times = f"{_figure(before['t_floor_s'] * 1e3)} to {_figure(after['t_floor_s'] * 1e3)} ms"
    usual = " to ".join(f"{digits(end)}x" for end in row["expected"])
    lines = [
        ("speed-up", f"{digits(row['ceiling'])}x at most, {usual} expected"),
        (
            "floor",
            f"{times}, {_figure(before['tokens_per_s'])} to {_figure(after['tokens_per_s'])} tokens/s a sequence",
        ),
        ("limiter", " to ".join(map(limited, row["limiter"]))),
    ]
    if "break_even_tokens" in row:
        tokens, even = row["tokens_per_cycle"], row["break_even_tokens"]
        lines.append(("tokens a pass", f"{tokens:.3g}; break-even at {even:.3g}"))
    return [*lines, *_inputs(row)]


def _inputs(fields: dict[str, Any]) -> list[tuple[str, Any]]:
    """Each input with its origin."""
    return [(name, f"{_short(entry['value'])} ({entry['origin']})") for name, entry in fields["inputs"].items()]


def _short(value: Any) -> Any:
    return f"{value:.6g}" if isinstance(value, float) else value


def _sweep(
    model: str,
    hardware: str,
    stated: dict[str, Any],
    point: dict[str, Any],
    ranges: list[str],
    techniques: list[str],
    output: str,
) -> None:
    """A grid over batch and context in one call; what techniques give at each of its points."""
    import json

    import numpy as np

    from estimator import estimate as ask

    for text in (part for words in ranges for part in words.split()):
        name, _, values = text.partition("=")
        if name not in ("batch", "context") or not values:
            fail(f"--sweep {text!r}: write batch=1:512 or context=1k,8k,32k", 2)
        point[name] = np.array(_range(values, text))
    batch, context = np.atleast_1d(point["batch"]), np.atleast_1d(point["context"])
    answer = ask(
        _model(model), _hardware(hardware), **(point | {"batch": batch[:, None], "context": context}), **stated
    )
    shape = (len(batch), len(context))
    grids = [
        np.broadcast_to(values, shape).ravel()
        for values in (batch[:, None], context, answer.t_floor_s, *answer.t_expected_s)
    ]
    limiter = np.broadcast_to(answer.limiter, shape).ravel()
    fits = np.broadcast_to(np.asarray(answer.fits, dtype=object), shape).ravel()
    ceiling = np.broadcast_to(answer.tokens_per_s_ceiling, shape).ravel()
    rows = []
    for b, c, floor, low, high, top, what, fit in zip(*grids, ceiling, limiter, fits, strict=True):
        rows.append((float(b), float(c), float(floor), [float(low), float(high)], float(top), str(what), fit))
    gains = [_gains(model, hardware, stated, point | {"batch": b, "context": c}, techniques) for b, c, *_ in rows]
    if output == "table":
        heads = (*COLUMNS, *(gain["technique"] for gain in gains[0]))
        lines = [(*_line(row), *map(_spoken, each)) for row, each in zip(rows, gains, strict=True)]
        show_table(heads, lines)
        return
    names = ("batch", "context", "t_floor_s", "t_expected_s", "tokens_per_s_ceiling", "limiter", "fits")
    objects: list[dict[str, Any]] = []
    for row, each in zip(rows, gains, strict=True):
        at = dict(zip(names, (*row[:6], None if row[6] is None else bool(row[6])), strict=True))
        objects.append(at | ({"speedup": each} if each else {}))
    typer.echo(json.dumps(objects, indent=2) if output == "json" else "\n".join(map(json.dumps, objects)))


def _gains(
    model: str, hardware: str, stated: dict[str, Any], point: dict[str, Any], techniques: list[str]
) -> list[dict[str, Any]]:
    """What each technique gives at one point."""
    if not techniques:
        return []
    from estimator import estimate as ask
    from estimator.whatif import compare

    return compare(ask(_model(model), _hardware(hardware), **point, **stated), techniques)


def _spoken(gain: dict[str, Any]) -> str:
    """A gain in a cell."""
    if "ceiling" not in gain:
        return "not modelled"
    return f"at most {digits(gain['ceiling'])}x, {digits(gain['expected'][0])}x to {digits(gain['expected'][1])}x"


def _figure(value: float) -> str:
    """Four significant digits, as a reader writes them: 23.93, 11,040."""
    return digits(value, 4)


def _line(row: tuple[Any, ...]) -> tuple[Any, ...]:
    batch, context, floor, (low, high), top, limiter, fits = row
    tokens = top * floor
    expected, rate = (
        f"{digits(low * 1e3)} to {digits(high * 1e3)}",
        f"{_figure(tokens / high)} to {_figure(tokens / low)}",
    )
    fitting = None if fits is None else bool(fits)
    return int(batch), int(context), floor * 1e3, expected, _figure(top), rate, limited(limiter), fitting


def _range(text: str, whole: str) -> list[float]:
    """`1:512` doubles from 1 to 512; `1,4,16` is a list."""
    if ":" not in text:
        return [_count(part, f"--sweep {whole}") for part in text.split(",")]
    low, high = (_count(part, f"--sweep {whole}") for part in text.split(":", 1))
    if not 0 < low <= high:
        fail(f"--sweep {whole}: the range must rise from above 0", 2)
    values = [low]
    while values[-1] * 2 < high:
        values.append(values[-1] * 2)
    return values if values[-1] == high else [*values, high]


def _count(text: str, where: str) -> float:
    """`4096`, `4k` and `0.5M` as tokens: k is 1,024 as in model names."""
    factor = {"k": 1024.0, "m": 1024.0**2}.get(text[-1:].lower())
    try:
        return within(float(text[:-1]) * factor if factor else float(text), where)
    except ValueError:
        fail(f"{where} {text!r}: give a number like 4096 or 32k", 2)


def within(value: float, where: str) -> float:
    """Beyond a billion a slip of the pen is likelier than a setting, and floats lose their digits."""
    if value > 1e9:
        fail(f"{where} {value:g}: give at most a billion", 2)
    return value


def _model(name: str) -> Any:
    """A name, or the model of a Hugging Face `config.json`."""
    if not name.endswith(".json"):
        return name
    from estimator.model_config import model_from_config

    return model_from_config(name)


def _hardware(name: str) -> Any:
    """A name, or the chip of a TOML file."""
    if not name.endswith(".toml"):
        return name
    from estimator import Hardware

    try:
        return Hardware.from_toml(name)
    except OSError as error:
        fail(f"{name}: {error.strerror}: give a readable TOML file", 2)


def _sheet(path: Path, output: str) -> int:
    """A row in, an object out. Exit code 1 where some rows cannot be answered."""
    import json

    from estimator import estimates
    from estimator.sheet import COLUMNS as KNOWN
    from ui.commands._sheet import report, rows

    answers = list(estimates(rows(path, KNOWN)))
    if output == "jsonl":
        typer.echo("\n".join(map(json.dumps, answers)))
    elif output == "json":
        typer.echo(json.dumps(answers, indent=2))
    else:
        show_table(
            ("id", "floor ms", "expected ms", "limiter", "fits", "error"), map(_sheet_line, answers), wide="error"
        )
    return report(path, answers)


def _sheet_line(answer: dict[str, Any]) -> tuple[Any, ...]:
    if "error" in answer:
        return answer["id"], "", "", "", "", answer["error"]
    low, high = answer["t_expected_s"]
    floor = f"{answer['t_floor_s'] * 1e3:.4g}"
    return (
        answer["id"],
        floor,
        f"{digits(low * 1e3)} to {digits(high * 1e3)}",
        limited(answer["limiter"]),
        answer["fits"],
        "",
    )

"""Prefill: all tokens of a prompt at once. Token i attends to i tokens, so attention grows with the square."""

from __future__ import annotations

from estimator.numbers import Numbers, least, most
from estimator.setting import Setting
from estimator.step import BITS, Cost, plan

SCORE_PASSES = 4  # unfused attention writes the scores, reads and writes them in the softmax, reads them for the values


def attended(prompt: Numbers, window: Numbers, cached: Numbers = 0.0) -> Numbers:
    """Tokens that all new ones attend to together: the sum of `min(i, window)` for `i = cached + 1 .. prompt`."""
    return _triangle(prompt, window) - _triangle(cached, window)


def score_bytes(setting: Setting, new: Numbers, columns: Numbers) -> Numbers:
    """Bytes that one device moves for the scores of `new` tokens against `columns` others, passed over as seldom as can be."""
    scores: Numbers = 0.0
    for group in setting.shape.attention:
        square = group.heads * new * columns * setting.act_bits / BITS
        scores = scores + SCORE_PASSES * group.layers * square / setting.tp
    return scores


def _triangle(length: Numbers, window: Numbers) -> Numbers:
    inside = least(length, window)
    beyond = length - inside
    # `beyond` is 0 wherever the window is infinite, where 0 x inf would be no number
    return inside * (inside + 1.0) / 2.0 + beyond * least(window, length)


def prefill(
    setting: Setting, prompt: Numbers, batch: Numbers = 1.0, cached: Numbers = 0.0, *, fused: bool = True
) -> Cost:
    """Cost of computing `batch` prompts of `prompt` tokens each, of which the first `cached` are found in a prefix cache.

    Cached tokens are not computed, but the others attend to them. The LM head runs for the last token only. `fused` is
    IO-aware attention; without it the score matrix goes to memory four times and its whole square is computed. A
    pipeline works on several chunks at once, so all of its devices share the work.
    """
    steps, shape = plan(setting), setting.shape
    spread = setting.pp
    mine = most(batch / setting.dp, 1.0)
    new = prompt - cached
    work: Numbers = steps.linear * new
    shared = most(batch, 1.0) * ((steps.shared - steps.head) * new + steps.head)
    scores = 0.0 if fused else score_bytes(setting, new, prompt)
    for group in shape.attention:
        window = least(group.window, setting.window)
        pairs = attended(prompt, window, cached) if fused else new * prompt
        each = group.scores_prompt * setting.kv_kept * setting.layer_share / setting.tp
        work = work + group.layers * each * pairs
    one = steps.step(batch * setting.pp, prompt, most(new, 1.0))  # weights touched by all of these tokens
    weights, kv = one.weights / spread, one.kv / spread
    flops, scores = (mine * work + shared) / spread, mine * scores / spread
    network = mine * new * steps.peer
    return Cost(
        weights=weights,
        kv=kv,
        activations=scores,
        network=network,
        flops=flops,
        memory_s=(weights + kv + scores) / setting.bandwidth,
        compute_s=flops / setting.peak,
        host_s=weights * steps.host + kv * steps.host_kv,
        network_s=network / setting.link,
        layers=steps.layers,
    )

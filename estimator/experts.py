"""Mixture of experts: how many experts a step touches."""

from __future__ import annotations

from estimator.numbers import Numbers, least, power


def missed(experts: Numbers, per_token: Numbers, tokens: Numbers) -> Numbers:
    """Expected share of a layer's experts that none of `tokens` tokens is routed to: `(1 - k/E)^tokens`.

    Routing is taken as uniform and independent. Real routing is skewed, which touches fewer experts, never more; tokens
    of one prompt are correlated, which again touches fewer. The share of experts read is one less this.
    """
    return power(1.0 - per_token / experts, tokens)


# A bound has to allow for skew: three quarters of all tokens go to a quarter of the experts. Our own assumption. Served
# routers are about so skewed (expert counts of DeepSeek-R1, https://github.com/sgl-project/sglang/issues/5309), and a
# published run is faster than uniform routing allows: 16 sequences of gpt-oss-120b in 90.7 ms, for which it would read
# 28 GB at 273 GB/s (https://github.com/ggml-org/llama.cpp/blob/master/benches/dgx-spark/dgx-spark.md).
HOT, LOAD = 0.25, 0.75


def missed_at_most(experts: Numbers, per_token: Numbers, tokens: Numbers) -> Numbers:
    """The same where a few hot experts take most of the tokens. One token misses as many either way, very many miss none."""
    share = per_token / experts
    hot = least(share * (LOAD / HOT), 1.0)  # no expert is chosen twice by one token
    cold = (share - HOT * hot) / (1.0 - HOT)
    return HOT * power(1.0 - hot, tokens) + (1.0 - HOT) * power(1.0 - cold, tokens)

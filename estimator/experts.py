"""Mixture of experts: how many experts a step touches."""

from __future__ import annotations

from estimator.numbers import Numbers, power


def missed(experts: Numbers, per_token: Numbers, tokens: Numbers) -> Numbers:
    """Expected share of a layer's experts that none of `tokens` tokens is routed to: `(1 - k/E)^tokens`.

    Routing is taken as uniform and independent. Real routing is skewed, which touches fewer experts, never more; tokens
    of one prompt are correlated, which again touches fewer. The share of experts read is one less this.
    """
    return power(1.0 - per_token / experts, tokens)

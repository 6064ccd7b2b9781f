"""Mixture of experts: how many experts a step touches, and which weights are routed."""

from __future__ import annotations

from estimator.numbers import Numbers, power


def missed(experts: Numbers, per_token: Numbers, tokens: Numbers) -> Numbers:
    """Expected share of a layer's experts that none of `tokens` tokens is routed to: `(1 - k/E)^tokens`.

    Routing is taken as uniform and independent. Real routing is skewed, which touches fewer experts, never more; tokens
    of one prompt are correlated, which again touches fewer. The share of experts read is one less this.
    """
    return power(1.0 - per_token / experts, tokens)


def split(total: float, active: float, unread: float, experts: float, per_token: float) -> tuple[float, float]:
    """`(always, routed)` parameters from the two published counts.

    `total` holds all, `active` what one token uses, `unread` what no step reads (the input embedding). Right also where
    only every second layer has experts, because it never looks at a layer.
    """
    share = per_token / experts
    routed = (total - unread - active) / (1.0 - share)
    routed = min(max(routed, 0.0), active / share)
    return active - routed * share, routed

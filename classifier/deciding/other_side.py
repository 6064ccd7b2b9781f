"""A figure told from the other side: "its time is 1.4x that of ours" says what ours gains."""

from __future__ import annotations

import re
from dataclasses import replace

from classifier.cause.method import own_name
from classifier.figures.effect import Effect
from classifier.setting.baseline import baseline
from classifier.unit import Unit

_OURS = re.compile(
    r"^(?:ours|us|our (?:own )?(?:method|system|approach|engine|work|framework|implementation|solution))\b",
    re.IGNORECASE,
)


def seen_from_own(title: str, u: Unit, e: Effect) -> Effect:
    """The other side's loss, turned round, where what it is compared with is the document's own method."""
    found = baseline(u, e)
    if found is None or e.high >= 1:
        return e
    own = own_name(title)
    if not (_OURS.match(found[0]) or (own and found[0].lower().startswith(own.lower()))):
        return e
    # three places: the factor was rounded to four itself
    low, high = sorted((round(1 / e.low, 3), round(1 / e.high, 3)))
    return replace(e, low=low, high=high, before=e.after, after=e.before)

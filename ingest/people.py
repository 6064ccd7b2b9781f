"""The names of people among the lines between a paper's title and its abstract."""

from __future__ import annotations

import re

NAME = re.compile(r"^[^\W\d_][\w.'’\-]*(?:\s+(?:[^\W\d_][\w.'’\-]*|de|van|der|von|la|el|bin)){1,4}$")
NO_NAME = re.compile(
    r"universit|institut|college|school|department|laborator|research|inc\b|corp|google|microsoft|nvidia|meta\b|openai|team|"
    r"equal|contribut|correspond|author|abstract|https?:|@|\bai\b|academy|center|centre|technolog|\bof\b|\bthe\b|preprint",
    re.IGNORECASE,
)


def names(texts: list[str]) -> tuple[str, ...]:
    """The people among the lines between title and abstract."""
    found: list[str] = []
    for text in texts:
        plain = re.sub(r"\s*[\d*†‡§¶⋄♠♣♢♡∗✉#{}()\[\]^][\d\s,*†‡§¶⋄♠♣♢♡∗✉]*", ", ", text)  # marks part the names
        for piece in re.split(r"\s*(?:,|;|\band\b|&|\s{3,}|·)\s*", plain):
            name = re.sub(r"\s+", " ", piece).strip(" .")
            if (
                NAME.match(name)
                and not NO_NAME.search(name)
                and name[0].isupper()
                and name not in found
                and len(name) < 50
            ):
                found.append(name)
    return tuple(found[:60])

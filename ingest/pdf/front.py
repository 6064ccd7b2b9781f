"""What the first page and the file itself say of the paper: title and date."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .blocks import NAMED, NUMBERED
from .words import Line

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
STAMPED = re.compile(r"(\d{1,2})\s+(\w{3})\w*\s+(\d{4})")
PDF_DATE = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")
USELESS = re.compile(r"^(?:untitled|microsoft word|.*\.(?:docx?|tex|dvi|pdf|indd)$|title|document\d*$)", re.IGNORECASE)


def title_lines(lines: list[Line], height: float) -> list[Line]:
    """The lines set largest in the upper part of the first page, as far as they stand together."""
    upper = [line for line in lines if line.y0 > 0.45 * height and sum(map(str.isalpha, line.text)) >= 4]
    if not upper:
        return []
    size = max(line.size for line in upper)
    if size < 1.12 * sorted(line.size for line in lines)[len(lines) // 2]:
        return []
    first = next(number for number, line in enumerate(upper) if line.size > size - 0.3)
    if NAMED.match(upper[first].text) or NUMBERED.match(upper[first].text):
        return []
    out = [upper[first]]
    for line in upper[first + 1 :]:
        if abs(line.size - size) > 0.4 or out[-1].y0 - line.y0 > 2.2 * size or len(out) > 4:
            break
        out.append(line)
    return out


def date_of(stamp: str, information: Mapping[str, str]) -> str:
    """ISO date of the preprint's stamp, else the one that the file carries."""
    if found := STAMPED.search(stamp):
        month = found[2].lower()[:3]
        if month in MONTHS:
            return f"{found[3]}-{MONTHS.index(month) + 1:02d}-{int(found[1]):02d}"
    found = PDF_DATE.match(information.get("CreationDate", ""))
    return "-".join(part for part in found.groups() if part) if found and 1985 < int(found[1]) < 2100 else ""


def useful(title: str) -> str:
    """A title that the file carries, unless it is the name of a file."""
    title = " ".join(title.split())
    return "" if USELESS.match(title) or len(title) < 6 or len(title) > 300 else title

"""PDFs made in the tests: by hand, a line at a time."""

from __future__ import annotations

from collections.abc import Sequence

Placed = tuple[float, float, float, str]  # x, y, size, text


def pdf(*texts: str) -> bytes:
    """One page with a line for each text."""
    return pages([[(72.0, 720.0 - 14 * row, 10.0, text) for row, text in enumerate(texts)]])


def pages(contents: Sequence[Sequence[Placed]], rules: Sequence[Sequence[tuple[float, float, float]]] = ()) -> bytes:
    """A PDF of pages of placed lines in Helvetica; `rules` are (x0, x1, y) for each page. Text is Latin-1."""
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(contents)))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>".encode())
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    for number, lines in enumerate(contents):
        stream = b"".join(
            b"BT /F1 %.1f Tf %.1f %.1f Td (%s) Tj ET\n"
            % (size, x, y, text.encode("cp1252").replace(b"(", b"\\(").replace(b")", b"\\)"))
            for x, y, size, text in lines
        )
        for x0, x1, y in rules[number] if number < len(rules) else ():
            stream += b"0.8 w %.1f %.1f m %.1f %.1f l S\n" % (x0, y, x1, y)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * number} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    return (
        out
        + head
        + table
        + b"trailer\n<< /Root 1 0 R /Size %d >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    )

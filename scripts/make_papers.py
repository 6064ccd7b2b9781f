"""Set the demo papers: `python scripts/make_papers.py` turns corpus/sources/*.typ into corpus/documents/*.pdf.

The PDFs are committed, so that nobody needs the typesetter to run or test the project. The creation date is fixed: equal
sources give equal bytes.
"""

from pathlib import Path

import typst

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Compile each source but the style into the folder of demo documents."""
    for source in sorted((ROOT / "corpus" / "sources").glob("*.typ")):
        if source.stem != "style":
            target = ROOT / "corpus" / "documents" / f"{source.stem}.pdf"
            typst.compile(source, output=target, timestamp=1_750_000_000)
            print(target.relative_to(ROOT))


if __name__ == "__main__":
    main()

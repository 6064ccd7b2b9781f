"""Take the pictures of the dashboard in docs/images again, from the demo documents.

    python -m scripts.pictures [--width 1440] [--to docs/images] [NAME...]

Look at each before you keep it, and at a narrow window too: `--width 800 --to /tmp/narrow`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import shlex
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

import db
from db import Filter, queries
from scripts.docs import ROOT, Run
from tests.ui.conftest import ARGUMENTS, CHROMIUM, free_port, running

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLAIM = "One poster at a recent workshop"  # what no setting allows, on a page of a paper
REVIEWER = "ann"


@dataclass(frozen=True, slots=True)
class Picture:
    """A page of the dashboard. `{claim}` in its address is the number of the claim; `until` is the last that it draws."""

    name: str
    address: str
    height: int
    until: str
    dark: bool = False


PICTURES = (
    Picture("overview", "/", 815, "The two ways over time"),
    Picture("review", f"/review?claim={{claim}}&as={REVIEWER}", 1000, "Everything about this claim"),
    Picture("claim", "/claim?claim={claim}", 1330, "What the estimate takes"),
    Picture("compare", "/compare", 800, "By technique"),
    Picture("what-if", "/what-if?a-with=weight-only-quantization", 1290, "Sweep", dark=True),
)


def take(page: Page, server: str, picture: Picture, claim: int, target: Path) -> None:
    """Open the page, wait until it stands still, and keep what the window shows."""
    page.emulate_media(color_scheme="dark" if picture.dark else "light", reduced_motion="reduce")
    page.goto(server + picture.address.format(claim=claim))
    page.get_by_text(picture.until, exact=True).first.wait_for()
    page.locator("[data-test-script-state='notRunning']").wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)  # charts are drawn, and what fades in has done so
    seen = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    colours = seen.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)  # a third of the bytes
    colours.save(target, optimize=True)


@contextlib.contextmanager
def window(width: int) -> Iterator[Page]:
    """A window of the system's Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = chromium.new_page(viewport={"width": width, "height": 900})
        page.set_default_timeout(60_000)
        yield page
        chromium.close()


def read_into(database: Path) -> int:
    """The demo documents, by the names that they have in the project; the number of the claim that is shown."""
    with contextlib.chdir(ROOT):
        print(Run().command(f"twoways ingest corpus/documents --db {shlex.quote(str(database))}"))
    with db.open(str(database)) as store, store.session() as session:
        return queries.claims_page(session, Filter(search=f'"{CLAIM}"'), limit=1).lines[0].claim_id


def main() -> None:
    """All pictures, or those that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--width", type=int, default=1440, help="of the window, in pixels")
    parser.add_argument("--to", type=Path, default=ROOT / "docs/images", help="folder")
    parser.add_argument("names", nargs="*", choices=[[], *(picture.name for picture in PICTURES)], metavar="NAME")
    options = parser.parse_args()
    options.to.mkdir(parents=True, exist_ok=True)
    chosen = [picture for picture in PICTURES if picture.name in (options.names or [p.name for p in PICTURES])]
    with tempfile.TemporaryDirectory(prefix="pictures") as name:
        database = Path(name) / "claims.db"
        claim = read_into(database)
        with running(database, free_port()) as server, window(options.width) as page:
            for picture in chosen:
                page.set_viewport_size({"width": options.width, "height": picture.height})
                take(page, server, picture, claim, options.to / f"{picture.name}.png")
                print(options.to / f"{picture.name}.png")


if __name__ == "__main__":
    main()

"""`twoways review`: the dashboard on this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Annotated

import typer

from ui.commands._common import DEFAULT_DB, Database, fail, opened

APP = Path(__file__).parent.parent / "app.py"


LOCAL = "127.0.0.1"


def signs_in() -> bool:
    """Whether an identity provider is configured: `[auth]` in Streamlit's secrets."""
    for folder in (Path.home(), Path.cwd(), APP.parent):
        try:
            if "auth" in tomllib.loads((folder / ".streamlit" / "secrets.toml").read_text(encoding="utf-8")):
                return True
        except OSError:
            continue
        except ValueError as error:  # broken TOML, or no UTF-8
            fail(f"{folder / '.streamlit' / 'secrets.toml'}: {error}")
    return False


def review(
    database: Database = DEFAULT_DB,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen at.")] = 8501,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    address: Annotated[
        str, typer.Option(help="Where to listen; beyond this machine only with signing in (docs/dashboard.md).")
    ] = LOCAL,
) -> None:
    """Open the dashboard on 127.0.0.1. Ctrl-C ends it.

    Example: twoways review --db claims.db
    """
    if address not in (LOCAL, "localhost", "::1") and not signs_in():
        fail(f"--address {address}: anybody could decide: set up signing in first (docs/dashboard.md)", 2)
    if not APP.exists():
        fail(f"{APP}: the dashboard is not there: install twoways again")
    with opened(database, create=True):
        pass  # a wrong database is said here, in one line, rather than on the page
    settings = {
        "server.address": address,
        "server.port": str(port),
        "server.headless": str(not browser or not sys.stdout.isatty()).lower(),
        "browser.gatherUsageStats": "false",
        "server.maxUploadSize": "200",
    }
    options = [part for name, value in settings.items() for part in (f"--{name}", value)]
    # The database's URL may hold a password: it goes by the environment, which other users cannot list.
    environment = os.environ | {"TWOWAYS_DB": database}
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # `kill` ends the server too
    try:
        code = subprocess.run(
            [sys.executable, "-m", "streamlit", "run", str(APP), *options], env=environment
        ).returncode
    except KeyboardInterrupt:
        code = 0
    finally:
        signal.signal(signal.SIGTERM, before)
    raise typer.Exit(code)

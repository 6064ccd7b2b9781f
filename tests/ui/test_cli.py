"""The command line as a whole: what goes wrong outside of any command is one line."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ui import cli


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError(), "twoways: not enough memory: give it some 1.5 GB"),
        (OSError(28, "No space left on device"), "twoways: the output: No space left on device"),
        (OSError(30, "Read-only file system", "/x/cache"), "twoways: /x/cache: Read-only file system"),
    ],
)
def test_a_fault_of_the_machine_is_one_line(
    error: BaseException, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def app() -> None:
        raise error

    monkeypatch.setattr(cli, "app", app)
    monkeypatch.setattr(cli, "register", lambda: None)
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert str(left.value).startswith(message)
    assert "\n" not in str(left.value)


def test_nobody_who_reads_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def app() -> None:
        raise BrokenPipeError

    monkeypatch.setattr(cli, "app", app)
    monkeypatch.setattr(cli, "register", lambda: None)
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 0


# Sends itself Ctrl-C when a module of this name is about to be loaded.
INTERRUPTED = """
import os, signal, sys

last = sys.argv.pop(1)
signal.signal(signal.SIGINT, {"heard": signal.default_int_handler, "ignored": signal.SIG_IGN}[sys.argv.pop(1)])
sys.argv += ["check", "INT4 weights make decode 2x faster"]

class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == last:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder)
from ui.cli import main
main()
"""


def interrupted(module: str, interrupt: str) -> subprocess.CompletedProcess[str]:
    """What a call does that gets Ctrl-C at this module; what started it may have let it hear that, or not."""
    command = [sys.executable, "-c", INTERRUPTED, module, interrupt]
    return subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=60)


@pytest.mark.parametrize("module", ["typer", "ui.commands.sql", "classifier.find"])
def test_an_interrupt_while_the_program_loads_shows_no_trace(module: str) -> None:
    done = interrupted(module, "heard")
    assert done.returncode in (-signal.SIGINT, 130)
    assert done.stdout == ""
    assert done.stderr.strip() in ("", "Aborted.")


@pytest.mark.parametrize("module", ["typer", "ui.commands.sql"])
def test_what_runs_in_the_background_does_not_hear_an_interrupt(module: str) -> None:
    """`nohup twoways ... &`: Ctrl-C is meant for what stands in front."""
    done = interrupted(module, "ignored")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("plausible: at most")


def test_an_interrupt_is_heard_again_once_all_is_loaded() -> None:
    assert signal.getsignal(signal.SIGINT) == cli._INTERRUPT

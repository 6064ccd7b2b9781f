"""The command line as a whole: what goes wrong outside of any command is one line."""

import sys

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

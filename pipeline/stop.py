"""Ctrl-C, a request to end, a terminal that is closed: the job stops between two documents."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
END = object()


class Stop:
    """Hears signals and keeps them until the job is at a place where it can stop.

    An exception in the middle of the pool's own locks would leave them held, and the pool could never be ended. A second
    signal ends the process on the spot, as a kill does: what was reported is in the database all the same.
    """

    def __init__(self) -> None:
        self.asked = False
        self._at_once = False  # nothing is held: the exception may be raised right away

    def check(self) -> None:
        """A place where the job can stop."""
        if self.asked:
            raise KeyboardInterrupt

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """The items. Looking for the next one may take long (it is fetched, or hashed) and is given up at once."""
        source = iter(items)
        while True:
            self._at_once = True
            try:
                self.check()
                item: Any = next(source, END)
            finally:
                self._at_once = False
            if item is END:
                return
            yield item

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Signals are heard from here on. Only the main thread can; elsewhere somebody else has to."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = [(number, signal.signal(number, self._heard)) for number in SIGNALS]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)

    def _heard(self, number: int, _frame: Any) -> None:
        if self.asked:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        self.asked = True
        if self._at_once:
            raise KeyboardInterrupt

"""How far a long work is: a bar that is redrawn in a terminal, plain lines everywhere else."""

import sys
import time
from collections.abc import Callable
from typing import TextIO

WIDTH = 30


class Progress:
    """Tells how much of a total is done and how long the rest will take at the same pace."""

    def __init__(
        self,
        name: str,
        total: int,
        *,
        done: int = 0,
        out: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name, self._total, self._first = name, total, done
        self._out = out or sys.stdout
        self._clock, self._begin = clock, clock()

    def tell(self, done: int, news: str = "") -> None:
        passed = self._clock() - self._begin
        made = max(1, done - self._first)
        rest = passed / made * (self._total - done)
        parts = [f"{done} of {self._total}", news, f"{duration(rest)} to go" if rest else ""]
        text = f"{self._name}: {', '.join(part for part in parts if part)}"
        if not self._out.isatty():
            print(text, file=self._out, flush=True)
            return
        full = WIDTH * done // max(1, self._total)
        bar = f"[{'#' * full}{'.' * (WIDTH - full)}]"
        end = "\n" if done >= self._total else ""
        print(f"\r{bar} {text}\x1b[K", end=end, file=self._out, flush=True)


def duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 100:
        return f"{whole} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"

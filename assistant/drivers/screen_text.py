"""Announcements as plain lines, as a screen reader or a pipe wants them."""

import sys
from typing import TextIO


class Driver:
    def __init__(self, target: TextIO | None = None) -> None:
        self._target = target or sys.stdout

    def show(self, line: str) -> None:
        self._target.write(f"{line}\n")
        self._target.flush()

"""Words from a keyboard or any other stream of lines; one line is one utterance."""

import sys
from collections.abc import Iterator
from typing import TextIO


class Driver:
    def __init__(self, source: TextIO | None = None, prompt: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._prompt = prompt or sys.stdout
        self.interactive = self._source.isatty()
        self._prompted = False

    def words(self) -> Iterator[str]:
        """Lines until the source ends; bytes that are no text become replacement signs."""
        while True:
            try:
                line = self._source.readline()
            except (OSError, ValueError):  # the terminal was closed under us
                return
            self._prompted = False
            if not line:
                if self.interactive:
                    self._prompt.write("\n")
                return
            yield line.rstrip("\r\n")

    def ready(self) -> None:
        if self.interactive and not self._prompted:
            self._prompted = True
            self._prompt.write("> ")
            self._prompt.flush()

    def interrupted(self) -> None:
        if self._prompted:
            self._prompted = False
            self._prompt.write("\n")

    def close(self) -> None:
        """The stream is the caller's."""

"""Single keys from a terminal, without Enter; after `e` a whole line, because it is edited."""

import os
import sys
from collections.abc import Iterator

if sys.platform != "win32":
    import termios
    import tty

from assistant.errors import DeviceError


class Driver:
    interactive = True

    def __init__(self) -> None:
        """Takes the terminal; `close` gives it back as it was.

        :raises DeviceError: if there is no terminal.
        """
        if sys.platform == "win32" or not sys.stdin.isatty():
            raise DeviceError("Single keys need a terminal. Give whole lines with --input -.")
        self._descriptor = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._descriptor)
        tty.setcbreak(self._descriptor)

    def words(self) -> Iterator[str]:
        while True:
            try:
                key = os.read(self._descriptor, 1).decode("utf-8", errors="replace")
            except OSError:
                return
            if not key or key == "\x04":
                return
            if key.casefold() == "e":
                yield self._line()
            elif key == "\x1b":
                os.read(self._descriptor, 8)  # an arrow or function key is no command here
            else:
                yield "" if key in " \r\n" else key

    def _line(self) -> str:
        """The rest of a line, shown as it is typed, with backspace."""
        typed = "e "
        self._show(typed)
        while (key := os.read(self._descriptor, 1).decode("utf-8", errors="replace")) not in "\r\n":
            if key in "\x7f\x08":
                if len(typed) > 2:
                    typed = typed[:-1]
                    self._show("\b \b")
            else:
                typed += key
                self._show(key)
        self._show("\n")
        return typed

    def _show(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    def ready(self) -> None:
        """A prompt would be read aloud at every press."""

    def interrupted(self) -> None:
        """There is no prompt to be pushed aside."""

    def close(self) -> None:
        if sys.platform != "win32":
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)

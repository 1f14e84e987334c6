"""Announcements as plain lines, as a screen reader or a pipe wants them."""

import sys
from typing import TextIO

from assistant.core.output.announcement import Announcement
from assistant.core.output.scene import Scene


class Driver:
    def __init__(self, target: TextIO | None = None) -> None:
        self._target = target or sys.stdout

    def tell(self, announcement: Announcement, line: str) -> None:  # noqa: ARG002 - the words suffice
        self._target.write(f"{line}\n")
        self._target.flush()

    def see(self, scene: Scene) -> None:
        """Lines tell what happens, not what is."""

    def hush(self) -> None:
        """Text makes no noise."""

    def close(self) -> None:
        """Every line has been written already."""

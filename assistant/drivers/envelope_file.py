"""Keeps a sealed move in a file of its own, synced before the journal speaks of it."""

import os
from pathlib import Path

from assistant.errors import JournalError


class Driver:
    def __init__(self, path: Path) -> None:
        self.path = path

    def seal(self, content: str) -> None:
        beside = self.path.with_name(f".{self.path.name}.new")
        try:
            with beside.open("w", encoding="utf-8") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
            _sync_folder(self.path.parent)
        except OSError as error:
            problem = (error.strerror or "unknown problem").lower()
            raise JournalError(
                f"The sealed move cannot be saved in {self.path}: {problem}. Make room there."
            ) from None

    def content(self) -> str | None:
        try:
            return self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None


def _sync_folder(folder: Path) -> None:
    """A new name survives a power cut only when its folder is on disk too."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

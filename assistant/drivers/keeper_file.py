"""Keeps a game's journal on disk: every event is written and synced before `keep` returns."""

import contextlib
import os
import sys
from pathlib import Path

from assistant.core.play.events import Event
from assistant.core.record import journal
from assistant.errors import JournalError

if sys.platform != "win32":
    import fcntl


class Driver:
    """One open journal. Use `create` for a new game and `reopen` for one that goes on."""

    def __init__(self, path: Path, descriptor: int, last: str) -> None:
        self.path = path
        self._descriptor = descriptor
        self._last = last

    @classmethod
    def create(cls, folder: Path, name: str) -> "Driver":
        """A new journal `name.jsonl`, or `name-2.jsonl` and so on if that is taken.

        :raises JournalError: if the folder cannot be written.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for number in range(1, 1000):
                path = folder / (f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl")
                with contextlib.suppress(FileExistsError):
                    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
                    driver = cls(path, os.open(path, flags, 0o644), journal.start())
                    driver._lock()
                    _sync_folder(folder)
                    return driver
        except OSError as error:
            raise _unwritable(folder, error) from None
        raise JournalError(f"The folder {folder} is full of games. Choose another with --folder.")

    @classmethod
    def reopen(cls, path: Path) -> tuple["Driver", journal.Reading, Path | None]:
        """The journal, what it holds, and the file where a torn last line was set aside.

        :raises JournalError: if it cannot be read, is in use, or was changed.
        """
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise JournalError(
                f"The game {path} cannot be opened: {_reason(error)}. Check the path."
            ) from None
        driver = cls(path, descriptor, "")
        try:
            driver._lock()
            reading = journal.read(path.read_bytes())
            aside = driver._set_aside(reading)
        except OSError as error:
            driver.close()
            raise _unwritable(path, error) from None
        except JournalError as error:
            driver.close()
            raise JournalError(f"{path}: {error}") from None
        driver._last = reading.last
        return driver, reading, aside

    def keep(self, *events: Event) -> None:
        lines = []
        last = self._last
        for event in events:
            encoded, last = journal.encode(event, last)
            lines.append(encoded)
        line = b"".join(lines)
        try:
            size = os.fstat(self._descriptor).st_size
            try:
                written = 0
                while written < len(line):
                    written += os.write(self._descriptor, line[written:])
                self._sync()
            except OSError:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._descriptor, size)
                raise
        except OSError as error:
            raise _unwritable(self.path, error) from None
        self._last = last

    def _sync(self) -> None:
        os.fsync(self._descriptor)

    def close(self) -> None:
        os.close(self._descriptor)

    def _lock(self) -> None:
        if sys.platform == "win32":
            return  # two writers are found there by the hash chain, later
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(
                "This game is open in another window. Close it there, then try again."
            ) from None

    def _set_aside(self, reading: journal.Reading) -> Path | None:
        if not reading.torn:
            return None
        aside = self.path.with_suffix(".torn")
        with aside.open("ab") as file:
            file.write(reading.torn + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.ftruncate(self._descriptor, reading.sound)
        os.fsync(self._descriptor)
        return aside


def _reason(error: OSError) -> str:
    return (error.strerror or "unknown problem").lower()


def _unwritable(path: Path, error: OSError) -> JournalError:
    return JournalError(
        f"The game cannot be saved in {path}: {_reason(error)}. "
        "Put that right, or choose another folder with --folder."
    )


def _sync_folder(folder: Path) -> None:
    """A new file survives a power cut only when its folder is on disk too."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

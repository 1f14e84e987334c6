"""A sound file, or a folder of them in the order of their names, in place of a microphone."""

from collections.abc import Iterator
from pathlib import Path

from assistant import files, pcm
from assistant.core.spoken.endpoint import RATE
from assistant.errors import FileError
from assistant.ports import Frame, Pause, Plugged, Sound

_SUFFIXES = frozenset({".wav", ".flac", ".ogg", ".aif", ".aiff"})


def listed(path: Path) -> list[Path]:
    """The sound files that a path means, in the order of their names.

    :raises FileError: if there is none.
    """
    try:
        if not path.is_dir():
            path.stat()
            return [path]
        found = sorted(one for one in path.iterdir() if one.suffix.casefold() in _SUFFIXES)
    except OSError as error:
        raise files.unreadable(path, error) from None
    if not found:
        raise FileError(f"There is no sound file in {path}. Put WAV or FLAC files there.")
    return found


class Driver:
    live = False
    waits = True

    def __init__(self, path: Path | str, channel: int | None = None) -> None:
        """:raises FileError: if there is no such file, or none in the folder."""
        self.files = listed(Path(path))
        self._channel = channel
        self._closed = False

    def sounds(self) -> Iterator[Sound]:
        """One file after the other, each whole; a file is read when its turn has come.

        :raises FileError: naming the file that cannot be read.
        """
        at = 0.0
        for path in self.files:
            yield Plugged(path.name)
            for piece in pcm.open_sound(path, self._channel).pieces():
                if self._closed:
                    return
                yield Frame(piece, at)
                at += len(piece) / 2 / RATE
            yield Pause(path.name)

    def close(self) -> None:
        self._closed = True

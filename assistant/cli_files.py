"""Where games are kept, which was the last, and how this program is called."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import platformdirs

from assistant.core.play.events import Event
from assistant.core.record import journal
from assistant.errors import JournalError, UsageError


def games_folder() -> Path:
    return Path(platformdirs.user_data_dir("chess-assistant", appauthor=False)) / "games"


def last_unfinished(
    folder: Path, kind: str, unfinished: Callable[[tuple[Event, ...]], bool]
) -> Path:
    """The journal of that kind that was written last and is not finished.

    :raises UsageError: if there is none.
    """
    found: list[tuple[int, Path]] = []
    damaged: list[tuple[int, Path]] = []
    for path in folder.glob(f"{kind}-*.jsonl") if folder.is_dir() else ():
        try:
            events = journal.read(path.read_bytes()).events
            if events and unfinished(events):
                found.append((path.stat().st_mtime_ns, path))
        except JournalError:
            damaged.append((path.stat().st_mtime_ns, path))
        except OSError:
            continue
    for _, path in filter(lambda one: not found or one > max(found), damaged):
        print(f"{path.name} is damaged and was passed over.", file=sys.stderr)
    if not found:
        raise UsageError(f"Nothing unfinished is in {folder}. Start anew without --resume.")
    return max(found)[1]


def myself() -> list[str]:
    """How this program is called from where the user is."""
    if shutil.which("chess-assistant"):
        return ["chess-assistant"]
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return [Path(sys.executable).name, "-m", "assistant"]
    return [str(called)]

"""Games on disk: where they are kept, which was the last, how one is reopened and begun."""

import random
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import platformdirs

from assistant.core.output.announcement import Written
from assistant.core.play.events import Event
from assistant.core.record import journal
from assistant.drivers.keeper_file import Driver as Keeper
from assistant.errors import JournalError, UsageError

_State = TypeVar("_State")


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


def reopen(path: Path, replay: Callable[[tuple[Event, ...]], _State]) -> tuple[_State, Keeper]:
    """What the journal tells, and the journal open for more; a torn last line is reported.

    :raises JournalError: naming the file, if it is not the journal of such a game.
    """
    keeper, reading, aside = Keeper.reopen(path)
    try:
        state = replay(reading.events)
    except JournalError as error:
        keeper.close()
        raise JournalError(f"{path}: {error}") from None
    if aside is not None:
        print(
            f"The last line of {path.name} was torn; it was set aside in {aside.name}.",
            file=sys.stderr,
        )
    return state, keeper


def chess960(wish: str | None) -> int | None:
    """The number of a start position as it was wished for; drawn if only Chess960 was said.

    :raises UsageError: if it is no number.
    """
    if wish is None:
        return None
    if wish == "random":
        return random.SystemRandom().randrange(960)
    if not wish.isascii() or not wish.isdigit():
        raise UsageError(f"{wish!r} is no Chess960 number. Give 0 to 959, or none to draw one.")
    return int(wish)


def resuming(command: str, path: Path) -> Written:
    """How a game goes on another time; a voice leaves out what nobody could type after it."""
    words = [*myself(), command, "--resume", str(path)]
    return Written(shlex.join(words), f"chess-assistant {command} resume")


def named(path: Path) -> Written:
    """A file; a voice says its name alone, its figures two by two."""
    name = re.sub(r"[-_]+", " ", path.stem)
    return Written(str(path), re.sub(r"(\d\d)(?=\d)", r"\1 ", name))

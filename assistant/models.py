"""Folders with speech models: where one is found for a language, and whether it is whole.

A broken model can bring the recogniser's library down with the whole program. So a folder that
has not been seen before is first tried in a process of its own.
"""

import contextlib
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from assistant.errors import FileError, NoModelError
from assistant.offers import catalogue

_PROGRAM = "chess-assistant"
_PACKAGE = Path(__file__).parent
_NEEDED = ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf")
_GRAPHS = ("graph/HCLr.fst", "graph/Gr.fst")
_TRIAL_SECONDS = 120
_ERROR = "ERROR:"
_TRIAL = 2
"""The number of the trial: what an older one has found whole is tried again."""


def find(language: str, given: str | None = None, profile: str | None = None) -> Path:
    """The model to listen with: the one given, that of the player's profile, one that was
    installed, one that came with the program.

    :raises NoModelError: if there is none.
    :raises FileError: if the folder is no usable model.
    """
    for named in (given, profile):
        if named:
            return examined(Path(named).expanduser())
    own = standing(language)
    if own is None:
        raise NoModelError(_missing(language))
    return examined(own)


def standing(language: str) -> Path | None:
    """The model that listens for a language where none is named, whether it is whole or not."""
    return next(installed(language), None) or included(language)


def included(language: str) -> Path | None:
    """The model of that language that comes with the program."""
    place = _PACKAGE / "models" / language
    return place if place.is_dir() else None


def _missing(language: str) -> str:
    lacking = f"There is no speech model for the language {language}"
    offered = catalogue().models
    if language in offered:
        return (
            f"{lacking}. Install one: {installing(language)}; "
            "or give the folder of one with --model."
        )
    return (
        f"{lacking}, and no official one that could be installed. Type the moves, use --language "
        f"with one of: {', '.join(sorted(offered))}; or give the folder of a model with --model."
    )


def installing(language: str) -> str:
    """The command that fetches the model of a language."""
    return f"{_PROGRAM} models install {language}"


def came_along(place: Path) -> bool:
    """Whether it is a model that comes with the program."""
    return place.parent == _PACKAGE / "models"


def folder() -> Path:
    """Where models are installed for this user."""
    return Path(platformdirs.user_data_dir(_PROGRAM, appauthor=False)) / "models"


def installed(language: str) -> Iterator[Path]:
    """The installed model of a language: one folder in the folder of that language."""
    try:
        yield from sorted(path for path in (folder() / language).iterdir() if path.is_dir())
    except OSError:
        return


def examined(place: Path) -> Path:
    """The folder, if a model is in it that can be listened with.

    :raises FileError: saying what is wrong with it.
    """
    try:
        if place.is_file():
            raise FileError(f"{place} is a file. Unpack the model and give its folder.")
        if not place.is_dir():
            raise FileError(f"There is no folder {place}. Give the folder of a Vosk model.")
        inner = [path for path in place.iterdir() if path.is_dir()]
        if len(inner) == 1 and (inner[0] / "am").is_dir():
            place = inner[0]  # the folder into which the archive was unpacked
        _check(place)
        stamp = _stamp(place)
    except OSError as error:
        reason = (error.strerror or "unknown problem").lower()
        raise FileError(
            f"The model in {place} cannot be read: {reason}. "
            "Give yourself the right to read it, or choose another with --model."
        ) from None
    if not _tried(stamp):
        _try(place)
        _remember(stamp)
    return place


def _check(place: Path) -> None:
    if (place / "graph/HCLG.fst").exists() and not (place / _GRAPHS[0]).exists():
        raise FileError(
            f"{place} is a model that cannot listen for a list of phrases. "
            "Choose a small model of the language."
        )
    for name in (*_NEEDED, *_GRAPHS):
        path = place / name
        if not path.is_file() or not path.stat().st_size:
            raise FileError(
                f"{place} is no whole Vosk model: {name} is missing or empty. Unpack it again."
            )
        with path.open("rb") as file:
            file.read(1)  # whether we may read it is found out here, not within the library


def _stamp(place: Path) -> str:
    """A name for the model's files as they are now."""
    known = hashlib.sha256(f"{_TRIAL} {place.resolve()}".encode())
    for path in sorted(place.rglob("*")):
        if path.is_file():
            facts = path.stat()
            known.update(f"{path.name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return known.hexdigest()


def _try(place: Path) -> None:
    """:raises FileError: if the model cannot be loaded, or only in part.

    The library reads on behind some of its errors, and hears badly or not at all with what it
    has; so what it writes counts as much as how it ends.
    """
    command = [sys.executable, "-m", "assistant.drivers.decoder_vosk", str(place)]
    environment = os.environ | {"PYTHONPATH": str(_PACKAGE.parent)}
    said, fine = "", False
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        tried = subprocess.run(  # noqa: S603 - our own program
            command, capture_output=True, timeout=_TRIAL_SECONDS, check=False, env=environment
        )
        said = tried.stderr.decode(errors="replace")
        fine = tried.returncode == 0 and _ERROR not in said
    if fine:
        return
    errors = "".join(line for line in said.splitlines() if _ERROR in line)
    files = (path for path in sorted(place.rglob("*")) if path.is_file())
    names = (path.relative_to(place).as_posix() for path in files)
    damaged = next((f": {name} is damaged" for name in names if name in errors), "")
    raise FileError(f"{place} is a broken Vosk model{damaged}. Unpack it again, or choose another.")


def _memory() -> Path:
    return Path(platformdirs.user_cache_dir(_PROGRAM, appauthor=False)) / "models-tried"


def _tried(stamp: str) -> bool:
    try:
        return stamp in _memory().read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return False


def _remember(stamp: str) -> None:
    path = _memory()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="ascii") as file:
            file.write(f"{stamp}\n")
    except OSError:
        return  # then it is tried again the next time

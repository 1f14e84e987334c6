"""The profiles of speakers: plain TOML files in the user's own folder."""

import re
import tomllib
from pathlib import Path

import platformdirs

from assistant import files
from assistant.core.spoken.profile import Profile, check
from assistant.errors import DataError, FileError, UsageError

_NAME = re.compile(r"[^\W_][\w .-]{0,39}")


def folder() -> Path:
    return Path(platformdirs.user_data_dir("chess-assistant", appauthor=False)) / "profiles"


def place(name: str) -> Path:
    """Where a profile is, whether it is there or not.

    :raises UsageError: if no file can be called so.
    """
    if not _NAME.fullmatch(name) or name.endswith("."):
        raise UsageError(
            f"A profile cannot be called {name!r}. Use letters, figures, blanks and hyphens."
        )
    return folder() / f"{name}.toml"


def names() -> list[str]:
    return sorted(path.stem for path in folder().glob("*.toml")) if folder().is_dir() else []


def read(name: str) -> Profile:
    """:raises UsageError: if there is none of that name; the message lists those there are.
    :raises FileError: if it cannot be read.
    :raises DataError: naming file, key and remedy.
    """
    path = place(name)
    if not path.exists():
        known = ", ".join(names()) or "none yet"
        raise UsageError(
            f"There is no profile {name!r}; there are: {known}. "
            f"Make it: chess-assistant enroll {name}"
        )
    try:
        raw = tomllib.loads(files.read(path).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(str(path), "", f"not a TOML file: {error}", "Correct that place") from None
    return check(raw, str(path))


def write(profile: Profile) -> Path:
    """:raises FileError: if it cannot be written; an older one is then as it was."""
    import tomlkit  # noqa: PLC0415 - wanted only when a profile is made

    path = place(profile.name)
    document = tomlkit.document()
    document.add(tomlkit.comment("Made by chess-assistant enroll; may be edited or deleted."))
    for name in ("name", "language", "made", "model", "level"):
        document.add(name, getattr(profile, name))
    if profile.talk is not None:
        document.add("talk", profile.talk)
    document.add(tomlkit.nl())
    document.add(tomlkit.comment("Word said, word heard instead: the further lead that it needs."))
    document.add("confusions", profile.confusions)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "unknown problem").lower()
        raise FileError(f"{path.parent} cannot be made: {reason}.") from None
    files.write(path, tomlkit.dumps(document).encode())
    return path


def delete(name: str) -> Path:
    """:raises UsageError: if there is none of that name.
    :raises FileError: if it cannot be deleted.
    """
    path = place(name)
    if not path.exists():
        raise UsageError(f"There is no profile {name!r}. Nothing was deleted.")
    try:
        path.unlink()
    except OSError as error:
        reason = (error.strerror or "unknown problem").lower()
        raise FileError(f"{path} cannot be deleted: {reason}.") from None
    return path

"""Files that a user names: read with one sentence on trouble, written whole or not at all."""

import contextlib
import os
import sys
import tempfile
from pathlib import Path

from assistant.errors import FileError

LARGEST = 64 * 1024 * 1024
"""Bytes; no event file and no journal of a game comes near."""


def read(path: Path) -> bytes:
    """:raises FileError: if the file cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise unreadable(path, error) from None
    if len(content) > LARGEST:
        raise FileError(f"{path} is too large to be a file of this program. Check the path.")
    return content


def unreadable(path: Path, error: OSError) -> FileError:
    """What hinders the reading of a file or a folder, and what helps."""
    advice = "Check the path."
    if isinstance(error, PermissionError):  # the path is right
        advice = "Give yourself the right to read it, or name a copy that you may read."
    return FileError(f"{path} cannot be read: {_reason(error)}. {advice}")


def check_new(path: Path, *, replace: bool) -> None:
    """That a file can be made there, before anybody answers questions for it.

    :raises FileError: if it is there and must not be replaced, or its folder is not there.
    """
    try:
        if path.exists() and not replace:
            raise _exists(path)
        if not path.parent.is_dir():
            raise FileError(f"There is no folder {path.parent}. Make it, or give another file.")
    except OSError as error:
        raise _unwritable(path, error) from None


def write(path: Path, content: bytes, *, replace: bool = True) -> None:
    """Puts the whole content there at once; whoever reads the path sees the old file or this one.

    :raises FileError: if it cannot be written, or is there and must not be replaced.
    """
    beside = ""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a device or a pipe takes what it is given
            return
        descriptor, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            _public(Path(beside))
        if replace:
            Path(beside).replace(path)
        else:
            _claim(Path(beside), path)
    except OSError as error:
        with contextlib.suppress(OSError):
            Path(beside).unlink()
        if isinstance(error, FileExistsError):
            raise _exists(path) from None
        raise _unwritable(path, error) from None


def _claim(beside: Path, path: Path) -> None:
    """Gives the file its name, but takes that name from nobody."""
    try:
        path.hardlink_to(beside)  # unlike a rename, this never replaces
    except FileExistsError:
        raise
    except OSError:  # a file system without links, as on many memory sticks
        if path.exists():
            raise FileExistsError from None
        beside.replace(path)
    else:
        beside.unlink()


def _exists(path: Path) -> FileError:
    return FileError(f"{path} is there already. Give another name, or --force to replace it.")


def give(content: bytes, output: str | None, source: Path) -> None:
    """Writes to the file that was named, or else to standard output.

    :raises FileError: if it cannot be written, or is the source itself.
    """
    if output and output != "-":
        path = Path(output)
        if _same(path, source):
            raise FileError(f"{path} is what this is made from. Give another file to --output.")
        write(path, content)
        return
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:  # one of them is not there
        return False


def _public(path: Path) -> None:
    """The rights that any new file of this user has; a temporary file has fewer."""
    mask = os.umask(0)
    os.umask(mask)
    path.chmod(0o666 & ~mask)


def _reason(error: OSError) -> str:
    return (error.strerror or "unknown problem").lower()


def _unwritable(path: Path, error: OSError) -> FileError:
    return FileError(f"{path} cannot be written: {_reason(error)}. Give another file.")

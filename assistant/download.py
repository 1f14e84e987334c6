"""Fetches a file over an unreliable network: what has arrived is kept, and the rest is asked for.

A file under its own name is whole; what is still incomplete is called `.part`.
"""

import contextlib
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from assistant.errors import FileError, UsageError

if sys.platform != "win32":
    import fcntl

Progress = Callable[[int, int], None]
"""Called with the bytes that are there and those that there will be; 0 if nobody knows."""

_PATIENCE = 30.0
"""Seconds without a byte after which a connection is given up."""
_ATTEMPTS = 6
"""Connections in a row that may bring nothing."""
_PIECE = 1 << 16


def fetch(url: str, target: Path, progress: Progress, *, pause: float = 2.0) -> None:
    """The file is whole when this returns; if it fails, the next call goes on from there.

    :raises FileError: if the network or the disk refuses; what has arrived stays if the next call
        can go on from it.
    :raises UsageError: if another process is fetching the same file.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        _fetch(url, target, part, progress, pause)
    except (FileError, KeyboardInterrupt):
        if not _useful(part):
            for left in (part, _tag(part)):
                with contextlib.suppress(OSError):
                    left.unlink()
        raise


def _useful(part: Path) -> bool:
    """Whether a later call can go on from what has arrived: nobody else could tell if it fits."""
    return bool(_size(part) and _read_tag(part))


def _fetch(url: str, target: Path, part: Path, progress: Progress, pause: float) -> None:
    failures = 0
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with part.open("ab") as file:
            _lock(file.fileno(), target)
            while True:
                before = _size(part)
                try:
                    if _receive(url, part, file, progress):
                        break
                    problem = "the connection broke off"
                except urllib.error.HTTPError as error:
                    raise _refused(url, error) from None
                except (OSError, http.client.HTTPException) as error:
                    if isinstance(error, OSError) and error.errno in _DISK:
                        raise
                    problem = _reason(error)
                failures = 0 if _size(part) > before else failures + 1
                if failures >= (_ATTEMPTS if before or _size(part) else 2):
                    raise _broken_off(url, part, problem)
                time.sleep(pause)
            os.fsync(file.fileno())
        part.replace(target)
        _tag(part).unlink(missing_ok=True)
    except OSError as error:
        raise FileError(
            f"{target} cannot be written: {_reason(error)}. Make room, then try again."
        ) from None


_DISK = frozenset({13, 27, 28, 30, 122})
"""Errors of the disk, not of the network: no permission, too large, full, read-only, quota."""


def _receive(url: str, part: Path, file: Any, progress: Progress) -> bool:
    """One connection: True if the file is whole after it."""
    have = _size(part)
    request = urllib.request.Request(url, headers={"User-Agent": "chess-assistant"})  # noqa: S310 - the caller's own address
    tag = _read_tag(part)
    if have and tag:
        request.add_header("Range", f"bytes={have}-")
        request.add_header("If-Range", tag)
    elif have:
        have = _restart(file)  # nobody can tell whether the rest would fit
    try:
        answer = urllib.request.urlopen(request, timeout=_PATIENCE)  # noqa: S310 - as above
    except urllib.error.HTTPError as error:
        if error.code != http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            raise
        error.close()
        if error.headers.get("Content-Range", "").rpartition("/")[2] == str(have):
            return True
        _restart(file)
        return False
    with answer:
        total = int(answer.headers.get("Content-Length") or 0)
        if answer.status == http.HTTPStatus.PARTIAL_CONTENT:
            start = answer.headers.get("Content-Range", "").partition("-")[0].split()[-1:]
            if start != [str(have)]:
                _restart(file)
                return False
            total += have
        else:
            have = _restart(file)
            _write_tag(part, answer.headers)
        progress(have, total)
        while piece := answer.read(_PIECE):
            file.write(piece)
            have += len(piece)
            progress(have, total)
        file.flush()
        return have == total if total else True


def _restart(file: Any) -> int:
    file.truncate(0)
    return 0


def _tag(part: Path) -> Path:
    return part.with_name(f"{part.name}.tag")


def _read_tag(part: Path) -> str:
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return _tag(part).read_text().strip()
    return ""


def _write_tag(part: Path, headers: Any) -> None:
    """What tells whether the file on the server is still the one that was begun."""
    etag = headers.get("ETag") or ""
    strong = "" if etag.startswith("W/") else etag
    _tag(part).write_text(strong or headers.get("Last-Modified") or "")


def text(url: str) -> Any:
    """The JSON document at an address; None if it cannot be had, for it is only wished for."""
    try:
        request = urllib.request.Request(url, headers={"User-Agent": "chess-assistant"})  # noqa: S310 - as above
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:  # noqa: S310 - as above
            return json.loads(answer.read(1 << 24))
    except (OSError, ValueError, http.client.HTTPException):
        return None


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _lock(descriptor: int, target: Path) -> None:
    if sys.platform == "win32":
        return  # an open file cannot be renamed there; the second process fails by itself
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(
            f"{target.name} is being fetched in another window. Wait until that is done."
        ) from None


def _reason(error: Exception) -> str:
    inner = getattr(error, "reason", None)
    if isinstance(inner, Exception):
        return _reason(inner)
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()


def _refused(url: str, error: urllib.error.HTTPError) -> FileError:
    error.close()
    return FileError(
        f"{url} was refused by the server: {error.code} {error.reason}. "
        "Try again later, or give a file that you have with --from."
    )


def _broken_off(url: str, part: Path, problem: str) -> FileError:
    if have := _size(part):
        again = (
            "goes on from there" if _useful(part) else "begins anew, since the server marks no file"
        )
        return FileError(
            f"{url} broke off after {have / 1e6:.1f} MB: {problem}. "
            f"Give the same command again: it {again}."
        )
    return FileError(
        f"{url} cannot be reached: {problem}. Connect to the internet and try again, "
        "or fetch it elsewhere and give it with --from FILE."
    )

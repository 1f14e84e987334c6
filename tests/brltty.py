"""A real brltty with a display that the test plays: its cells are read, its keys are pressed."""

import contextlib
import random
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from assistant.core.output.cells import Cells, unicode

NEEDS_BRLTTY = pytest.mark.skipif(shutil.which("brltty") is None, reason="brltty is not installed")
FIRST_PORT = 4101
_KEY = 0.05
"""Seconds between two keys."""
_STILL = 0.4
"""After so many seconds without a change it is time to see whether a key got stuck."""
T = TypeVar("T")


def free_number() -> int:
    """The number of a BrlAPI host whose TCP port nobody uses."""
    for _ in range(100):
        number = random.SystemRandom().randrange(200, 20_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", FIRST_PORT + number))
            except OSError:
                continue
            return number
    raise OSError("no port is free")


def until(look: Callable[[], T], what: str, seconds: float = 10.0) -> T:
    """What `look` gives once it is true; fails with `what` if that takes too long."""
    end = time.monotonic() + seconds
    while True:
        if found := look():
            return found
        assert time.monotonic() < end, what
        time.sleep(0.002)


def cells_of(line: str) -> Cells:
    """`Braille "1|23| |"` as cells."""
    dots = line.partition('"')[2].rpartition('"')[0].split("|")
    return tuple(sum(1 << (int(dot) - 1) for dot in one.strip()) for one in dots)


class Display:
    """The far side of brltty's virtual display: what a finger would feel, and the keys."""

    def __init__(self, path: Path, width: int) -> None:
        found = until(lambda: _connected(path), "brltty opens no virtual display")
        assert found is not None
        self._socket = found
        self._socket.sendall(f"cells {width} 1\n".encode())
        self.history: list[Cells] = []
        self.changed = threading.Condition()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        waiting = b""
        with contextlib.suppress(OSError):
            while data := self._socket.recv(65536):
                waiting += data
                *lines, waiting = waiting.split(b"\n")
                with self.changed:
                    for line in lines:
                        if line.startswith(b"Braille"):
                            self.history.append(cells_of(line.decode()))
                    self.changed.notify_all()

    @property
    def cells(self) -> Cells:
        return self.history[-1] if self.history else ()

    def await_cells(self, look: Callable[[Cells], bool], seconds: float = 15.0) -> bool:
        """Waits until the cells are as wanted; whether they are.

        The virtual display takes one line at a time, and the next one only when more comes: what
        does nothing is sent now and then, so that no key stays on the way.
        """
        end = time.monotonic() + seconds
        with self.changed:
            while not (found := bool(self.cells) and look(self.cells)):
                if time.monotonic() > end:
                    break
                if not self.changed.wait(_STILL):
                    with contextlib.suppress(OSError):
                        self._socket.sendall(b"NOOP\n")
        return found

    def shows(self, cells: Cells, what: str = "") -> None:
        """Waits until these cells stand at the beginning of the display, blank behind them."""
        self.await_cells(lambda shown: _bare(shown) == _bare(cells))
        found, wanted = unicode(_bare(self.cells)), unicode(_bare(cells))
        assert found == wanted, f"{what}\n{found}\n{wanted}"

    def press(self, *keys: str) -> None:
        """Presses keys by brltty's names, `FWINRT`, `ROUTE 5`, `PASSDOTS 3`, as fast as a person."""
        for key in keys:
            self._socket.sendall(f"{key}\n".encode())
            time.sleep(_KEY)

    def unplug(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(5)


def _bare(cells: Cells) -> Cells:
    shown = list(cells)
    while shown and not shown[-1]:
        shown.pop()
    return tuple(shown)


def _connected(path: Path) -> socket.socket | None:
    made = socket.socket(socket.AF_UNIX)
    try:
        made.connect(str(path))
    except OSError:
        made.close()
        return None
    return made


class Brltty:
    """The program; it can be killed and started again on the same port."""

    def __init__(self, folder: Path, auth: str = "none") -> None:
        self._folder = folder
        self._auth = auth
        self._number = free_number()
        self.host = f"127.0.0.1:{self._number}"
        self.process: subprocess.Popen[bytes] | None = None
        self._displays: list[Display] = []
        self._ready = False

    @property
    def socket(self) -> Path:
        return self._folder / "vr.sock"

    def start(self, driver: str = "vr") -> None:
        for name in ("vr.sock", "brltty.pid"):
            (self._folder / name).unlink(missing_ok=True)
        (self._folder / "empty.conf").touch()
        with (self._folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [
                    *("brltty", "-n", "-e", "-q", "-l", "debug"),
                    *("-f", str(self._folder / "empty.conf")),
                    *("-P", str(self._folder / "brltty.pid")),
                    *("-b", driver, "-d", f"server:{self.socket}"),
                    *("-x", "no", "-s", "no", "-o", "alert-tunes=no"),
                    *("-A", f"auth={self._auth},host={self.host}"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )

    def display(self, width: int = 40) -> Display:
        """Connects a display of that width and waits until BrlAPI can be used."""
        found = Display(self.socket, width)
        self._displays.append(found)
        if not self._ready:
            until(self._listens, "brltty offers no BrlAPI")
            self._ready = True
        return found

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", FIRST_PORT + self._number)) == 0

    def kill(self) -> None:
        """At once: brltty may take many seconds to end when it is asked to."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
            self._ready = False
        for display in self._displays:
            display.unplug()

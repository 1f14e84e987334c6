"""The parent's side of a child process: starts it, talks to it, and never leaves it behind."""

import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, cast

from assistant.children import frames
from assistant.children.frames import Head
from assistant.errors import DeviceError

_GRACE = 1.0
"""Seconds that a child has to go by itself."""
_ROOT = str(Path(__file__).resolve().parents[2])


class Child:
    """One child. When it is closed or killed, it has ended and was waited for: no zombies."""

    def __init__(self, module: str, *arguments: str) -> None:
        """:raises DeviceError: if it cannot be started at all."""
        path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH"))))
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", module, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": path},
            )
        except OSError as error:
            problem = (error.strerror or "unknown problem").lower()
            raise DeviceError(f"A process for sound cannot be started: {problem}.") from None
        self.pid = self._process.pid
        self._news: queue.SimpleQueue[tuple[Head, bytes] | None] = queue.SimpleQueue()
        self._orders: queue.SimpleQueue[tuple[Head, bytes] | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._read, self._write)
        ]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        with cast("BinaryIO", self._process.stdout) as stream:
            while (frame := frames.read(stream)) is not None:
                self._news.put(frame)
        self._news.put(None)

    def _write(self) -> None:
        with (
            suppress(OSError),
            cast("BinaryIO", self._process.stdin) as stream,
        ):  # it may have gone; `receive` tells
            while (frame := self._orders.get()) is not None:
                frames.write(stream, *frame)

    def send(self, head: Head, body: bytes = b"") -> None:
        """Returns at once, from any thread; whether it arrived is told by `receive`."""
        self._orders.put((head, body))

    def receive(self, within: float) -> tuple[Head, bytes] | None:
        """The next frame; None if none came within so many seconds.

        :raises DeviceError: if the child has gone.
        """
        try:
            frame = self._news.get(timeout=within) if within > 0 else self._news.get_nowait()
        except queue.Empty:
            return None
        if frame is None:
            self._news.put(None)
            raise DeviceError("Its process has ended.")
        return frame

    def kill(self) -> None:
        """Ends it at once, whatever it is doing."""
        self._process.kill()
        self._finish()

    def close(self) -> None:
        """Lets it go: it has a moment to end by itself."""
        self._orders.put(None)
        try:
            self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._finish()

    def _finish(self) -> None:
        self._orders.put(None)
        self._process.wait()
        for thread in self._threads:
            thread.join()

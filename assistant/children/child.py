"""The parent's side of a child process: starts it, talks to it, and never leaves it behind."""

import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

from assistant.children import frames
from assistant.children.frames import Head
from assistant.errors import DeviceError

_GRACE = 1.0
"""Seconds that a child has to go by itself."""
_ROOT = str(Path(__file__).resolve().parents[2])


class Child:
    """One child. When it is closed or lost, it has ended and was waited for: no zombies."""

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
            raise DeviceError(f"Speech cannot be started: {problem}.") from None
        self.pid = self._process.pid
        self._frames: queue.SimpleQueue[tuple[Head, bytes] | None] = queue.SimpleQueue()
        self._writing = threading.Lock()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while (frame := frames.read(stream)) is not None:
            self._frames.put(frame)
        self._frames.put(None)

    def send(self, head: Head, body: bytes = b"") -> None:
        """May be called from any thread.

        :raises DeviceError: if the child has gone.
        """
        stream = self._process.stdin
        assert stream is not None
        try:
            with self._writing:
                frames.write(stream, head, body)
        except (OSError, ValueError):
            raise DeviceError("The process has ended.") from None

    def receive(self, within: float) -> tuple[Head, bytes] | None:
        """The next frame; None if none came within so many seconds.

        :raises DeviceError: if the child has gone.
        """
        try:
            frame = self._frames.get(timeout=within)
        except queue.Empty:
            return None
        if frame is None:
            self._frames.put(None)
            raise DeviceError("The process has ended.")
        return frame

    def kill(self) -> None:
        """Ends it at once, whatever it is doing."""
        self._process.kill()
        self._finish()

    def close(self) -> None:
        """Lets it go: it has a moment to end by itself."""
        stream = self._process.stdin
        assert stream is not None
        try:
            with self._writing:
                stream.close()
        except OSError:
            pass  # it has gone already
        try:
            self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._finish()

    def _finish(self) -> None:
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            try:
                stream.close()
            except OSError:
                continue  # what was not sent can no longer be

"""A connection to brltty: found, greeted, and allowed in. Every trouble is a sentence."""

import os
import socket
import sys
from collections import deque
from pathlib import Path

from assistant.core.braille import brlapi
from assistant.core.braille.address import key_path, places
from assistant.core.braille.brlapi import Kind, Packet, ProtocolError
from assistant.errors import DeviceError

ANSWER = 3.0
"""Seconds within which brltty answers a request."""


class AbsentError(DeviceError):
    """Nobody listens there."""


class Connection:
    """Requests, each with its answer, and all that comes unasked.

    Nothing should be requested once keys may come: brltty's threads write at the same time, and
    a key that gets between the bytes of an answer is read as another key.
    """

    def __init__(self, host: str, auth: str) -> None:
        """:raises DeviceError: if brltty is not there or does not let us in; it says what to do."""
        self._socket = connect(host)
        self._stream = brlapi.Stream()
        self._answers: deque[Packet] = deque()
        self.waiting: deque[Packet] = deque()
        """What came and was not asked for, oldest first."""
        try:
            self._greet(auth)
        except (OSError, ProtocolError) as error:
            self.close()
            raise DeviceError(
                f"brltty does not answer as it should ({error}). Restart brltty."
            ) from None
        except DeviceError:
            self.close()
            raise

    def _greet(self, auth: str) -> None:
        offered = self._answer(Kind.VERSION)
        if brlapi.numbers(offered.content)[:1] != (brlapi.VERSION,):
            raise DeviceError("This brltty speaks another BrlAPI. Install brltty 4.0 or later.")
        self.send(brlapi.version())
        ways = brlapi.numbers(self._answer(Kind.AUTHORISE).content)
        if brlapi.NONE in ways:
            return
        if brlapi.KEY_FILE not in ways:
            raise DeviceError("brltty wants an authorisation that is not known here.")
        path = key_path(auth)
        try:
            accepted = self.done(brlapi.authorise(_key(path)))
        except OSError:
            accepted = False  # some versions hang up instead of answering
        if not accepted:
            raise DeviceError(
                f"brltty does not accept the key in {path}. Use the key file that brltty uses."
            )

    def send(self, packet: Packet) -> None:
        """:raises OSError: if the connection is lost."""
        self._socket.sendall(packet.encoded())

    def done(self, request: Packet) -> bool:
        """Whether brltty did what was asked.

        :raises OSError: if the connection is lost.
        :raises ProtocolError: if what came is no BrlAPI.
        """
        self.send(request)
        return self._answer(Kind.DONE, Kind.REFUSED).kind == Kind.DONE

    def watched_width(self) -> int:
        """The width now; from now on every change comes unasked, if this brltty can do that.

        :raises OSError: if the connection is lost.
        :raises ProtocolError: if what came is no BrlAPI.
        """
        self.send(brlapi.watch_size())
        found = self._answer(Kind.VALUE, Kind.REFUSED)
        if found.kind == Kind.VALUE:
            return brlapi.width(brlapi.value(found.content)[1])
        self.send(Packet(Kind.SIZE))
        return brlapi.width(self._answer(Kind.SIZE).content)

    def _answer(self, *kinds: Kind) -> Packet:
        while True:
            while self._answers:
                packet = self._answers.popleft()
                if packet.kind in kinds:
                    return packet
                self.waiting.append(packet)
            self._answers.extend(self._received(ANSWER))

    def listen(self, seconds: float) -> None:
        """Waits for what comes unasked, at most so long.

        :raises OSError: if the connection is lost.
        :raises ProtocolError: if what came is no BrlAPI.
        """
        try:
            self.waiting.extend(self._received(seconds))
        except TimeoutError:
            return

    def _received(self, seconds: float) -> list[Packet]:
        self._socket.settimeout(seconds)
        data = self._socket.recv(4096)
        if not data:
            raise ConnectionError("it hung up")
        return list(self._stream.feed(data))

    def close(self) -> None:
        """A thread that listens hears of it."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the other side was faster
        finally:
            self._socket.close()


def connect(host: str) -> socket.socket:
    """A connection to brltty, not greeted yet.

    :raises AbsentError: if brltty is not there.
    :raises DeviceError: if we may not use it; the message says what to do.
    """
    problem: Exception | None = None
    for place in places(host):
        try:
            return _connected(place)
        except (OSError, UnicodeError, OverflowError) as error:
            problem = problem or error
    if isinstance(problem, PermissionError):
        raise DeviceError(
            "You may not use brltty's display. Ask for it: your user belongs into the group brlapi."
        )
    where = f" at {host}" if host else ""
    raise AbsentError(f"brltty is not running{where}. Start it, or give --braille off.")


def reach(host: str, auth: str) -> None:
    """Returns if brltty is there and lets us in; empty: as BRLAPI_HOST and BRLAPI_AUTH say.

    :raises AbsentError: if it is not there.
    :raises DeviceError: if we may not use it; the message says what to do.
    """
    found = host or os.environ.get("BRLAPI_HOST", "")
    Connection(found, auth or os.environ.get("BRLAPI_AUTH", "")).close()


def _connected(place: str | tuple[str, int]) -> socket.socket:
    if isinstance(place, tuple):
        made = socket.create_connection(place, ANSWER)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made
    if sys.platform == "win32":
        raise FileNotFoundError(place)
    made = socket.socket(socket.AF_UNIX)
    try:
        made.settimeout(ANSWER)
        made.connect(place)
    except OSError:
        made.close()
        raise
    return made


def _key(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        problem = (error.strerror or "unknown problem").lower()
        raise DeviceError(
            f"brltty wants the key in {path}, which cannot be read: {problem}. "
            "Name the right file in BRLAPI_AUTH, or join the group brlapi."
        ) from None

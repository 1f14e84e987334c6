"""A refreshable braille display through brltty, by its protocol BrlAPI; no library is needed.

A connection that is lost is made again, with growing pauses, for as long as the program runs; the
width may change at any time. Only dots are sent, and only the keys asked for are taken from
brltty, so that its menus and its help keep working.
"""

import os
import socket
import struct
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from assistant.core.braille import brlapi
from assistant.core.braille.address import key_path, places, tty_path
from assistant.core.braille.brlapi import Kind, Packet, ProtocolError
from assistant.core.output.cells import BLANK, Cells
from assistant.core.settings import Settings
from assistant.errors import DeviceError
from assistant.ports import DisplayEvent, Finding, Found, Lost, Pressed, Resized

_ANSWER = 3.0
"""Seconds within which brltty answers a request."""
_LOOK = 1.0
"""Seconds between two looks at the width, in case brltty does not tell of a change."""
_PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between attempts to connect; the last is repeated."""

NO_DISPLAY = "brltty is running but has no braille display. Connect one; the game goes on."


class Driver:
    def __init__(
        self, host: str = "", auth: str = "", tty: str = "", keys: Iterable[str] = brlapi.NAMES
    ) -> None:
        """Nothing is connected before `events` is read.

        `host`, `auth` and `tty` are as brltty's own programs take them from BRLAPI_HOST,
        BRLAPI_AUTH and WINDOWPATH, and are taken from there if empty. `keys` are asked for.
        """
        self._host = host or os.environ.get("BRLAPI_HOST", "")
        self._auth = auth or os.environ.get("BRLAPI_AUTH", "")
        self._path = tty_path(tty, os.environ, _terminal())
        self._keys = frozenset(keys)
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._early: deque[Packet] = deque()
        self._closed = threading.Event()
        self.width = 0

    def show(self, cells: Cells, cursor: int | None = None, text: str = "") -> None:  # noqa: ARG002
        """Puts the cells on the display, blank to its end; lost silently if there is none now.

        Whoever shows something learns from `events` when it has to be shown again.
        """
        with self._lock:
            width, connection = self.width, self._socket
            if connection is None or not width:
                return
            shown = (cells + (BLANK,) * width)[:width]
            place = cursor if cursor is not None and cursor < width else None
            try:
                connection.sendall(brlapi.write(shown, place).encoded())
            except OSError:
                self._drop()

    def events(self) -> Iterator[DisplayEvent]:
        """What happens at the display, until it is closed. To be read by a thread of its own."""
        told = ""
        attempt = 0
        while not self._closed.is_set():
            try:
                connection, stream = self._open()
            except DeviceError as error:
                if str(error) != told:
                    told = str(error)
                    yield Lost(told)
                self._closed.wait(_PAUSES[min(attempt, len(_PAUSES) - 1)])
                attempt += 1
                continue
            attempt = 0
            if told:
                yield Found("The connection to brltty is there again.")
            yield from self._serve(connection, stream)
            told = "The connection to brltty is lost. It is tried again; the game goes on."
            if not self._closed.is_set():
                yield Lost(told)

    def close(self) -> None:
        self._closed.set()
        with self._lock:
            if self._socket is not None:
                try:
                    self._socket.sendall(Packet(Kind.LEAVE).encoded())
                    self._socket.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass  # it is gone already
            self._drop()

    def _drop(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    def _open(self) -> tuple[socket.socket, brlapi.Stream]:
        connection = connect(self._host)
        try:
            stream = brlapi.Stream()
            talk = _Talk(connection, stream)
            talk.greet(self._auth)
            if not talk.done(brlapi.enter(self._path)):
                raise DeviceError(
                    "brltty does not give its display to this terminal. "
                    "Close other programs that use it, or set braille.tty."
                )
            talk.done(brlapi.set_parameter(brlapi.RETAIN_DOTS, b"\x01"))
            talk.done(brlapi.ignore_commands())
            talk.done(brlapi.accept(self._keys))
            talk.done(brlapi.watch_size())
            connection.sendall(Packet(Kind.SIZE).encoded())
            self._early = talk.early
        except (OSError, ProtocolError, struct.error) as error:
            connection.close()
            raise DeviceError(
                f"brltty does not answer as it should ({error}). Restart brltty."
            ) from None
        except DeviceError:
            connection.close()
            raise
        connection.settimeout(_LOOK)
        with self._lock:
            self._socket = connection
        return connection, stream

    def _serve(
        self, connection: socket.socket, stream: brlapi.Stream
    ) -> Iterator[DisplayEvent]:
        """The events of one connection, until it ends."""
        self.width = 0
        known = False
        ask = Packet(Kind.SIZE).encoded()
        try:
            while not self._closed.is_set():
                while self._early:
                    packet = self._early.popleft()
                    if packet.kind == Kind.SIZE:
                        width = _width(packet)
                        if width != self.width or not known:
                            if width and known and not self.width:
                                yield Found(f"A braille display is there: {width} cells.")
                            self.width = width
                            yield Resized(width)
                            if not width:
                                yield Lost(NO_DISPLAY)
                        known = True
                    elif packet.kind in (Kind.UPDATE, Kind.FAILED):
                        # What an update says is not used: brltty 6.5 sends some with their
                        # bytes in the wrong order. After it the old content may be gone.
                        known = packet.kind == Kind.FAILED
                        connection.sendall(ask)
                    elif packet.kind == Kind.KEY and (key := brlapi.key(packet.content)):
                        yield Pressed(key)
                try:
                    data = connection.recv(4096)
                except TimeoutError:
                    connection.sendall(ask)
                    continue
                if not data:
                    break
                self._early.extend(stream.feed(data))
        except (OSError, ProtocolError):
            pass  # the caller tells that the connection is lost
        with self._lock:
            self._drop()


def _width(packet: Packet) -> int:
    columns, rows = brlapi.numbers(packet.content)[:2]
    return columns if rows else 0


class _Talk:
    """The requests at the start of a connection, each with its answer."""

    def __init__(self, connection: socket.socket, stream: brlapi.Stream) -> None:
        self._connection = connection
        self._stream = stream
        self.early: deque[Packet] = deque()
        connection.settimeout(_ANSWER)
        self._waiting: deque[Packet] = deque()

    def greet(self, auth: str) -> None:
        offered = self._next(Kind.VERSION)
        if brlapi.numbers(offered.content)[:1] != (brlapi.VERSION,):
            raise DeviceError("This brltty speaks another BrlAPI. Install brltty 4.0 or later.")
        self._connection.sendall(brlapi.version().encoded())
        ways = brlapi.numbers(self._next(Kind.AUTHORISE).content)
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

    def done(self, request: Packet) -> bool:
        """Whether brltty did what was asked."""
        self._connection.sendall(request.encoded())
        return self._next(Kind.DONE, Kind.VALUE, Kind.REFUSED).kind != Kind.REFUSED

    def _next(self, *kinds: Kind) -> Packet:
        while True:
            while self._waiting:
                packet = self._waiting.popleft()
                if packet.kind in kinds:
                    return packet
                self.early.append(packet)
            data = self._connection.recv(4096)
            if not data:
                raise ConnectionError("it hung up")
            self._waiting.extend(self._stream.feed(data))


def connect(host: str) -> socket.socket:
    """A connection to brltty.

    :raises DeviceError: if brltty is not there; the message says what to do.
    """
    problem: OSError | None = None
    for place in places(host):
        family = socket.AF_INET if isinstance(place, tuple) else getattr(socket, "AF_UNIX", None)
        if family is None:
            continue
        try:
            if isinstance(place, tuple):
                made = socket.create_connection(place, _ANSWER)
                made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return made
            made = socket.socket(family)
            try:
                made.settimeout(_ANSWER)
                made.connect(place)
            except OSError:
                made.close()
                raise
        except OSError as error:
            problem = problem or error
        else:
            return made
    if isinstance(problem, PermissionError):
        raise DeviceError(
            "You may not use brltty's display. Ask for it: your user belongs into the group brlapi."
        )
    raise DeviceError(
        f"brltty is not running{f' at {host}' if host else ''}. Start it, or play with --braille off."
    )


def _key(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        problem = (error.strerror or "unknown problem").lower()
        raise DeviceError(
            f"brltty wants the key in {path}, which cannot be read: {problem}. "
            "Name the right file in BRLAPI_AUTH, or join the group brlapi."
        ) from None


def _terminal() -> str:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        try:
            return os.ttyname(stream.fileno())
        except (OSError, ValueError, AttributeError):
            continue
    return ""


def examine(settings: Settings) -> Iterator[Finding]:
    """Whether brltty is there, lets us in, and has a display."""
    if settings.braille.display in ("off", "terminal", "null"):
        return
    driver = Driver(settings.braille.host, settings.braille.auth, settings.braille.tty)
    try:
        for event in driver.events():
            match event:
                case Lost(sentence):
                    needed = settings.braille.display == "brlapi" or sentence == NO_DISPLAY
                    yield Finding(not needed, f"Braille display: {sentence}")
                    return
                case Resized(width) if width:
                    yield Finding(fine=True, sentence=f"Braille display: {width} cells, by brltty.")
                    return
    finally:
        driver.close()

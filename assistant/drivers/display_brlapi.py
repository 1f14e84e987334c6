"""A refreshable braille display through brltty, by its protocol BrlAPI; no library is needed.

A connection that is lost is made again, with growing pauses, for as long as the program runs; the
width may change at any time. Only dots are sent, and only the keys asked for are taken from
brltty, so that its menus and its help keep working.
"""

import os
import sys
import threading
from collections.abc import Iterable, Iterator

from assistant.brltty import AbsentError, Connection, reach
from assistant.core.braille import brlapi
from assistant.core.braille.address import tty_path
from assistant.core.braille.brlapi import Kind, Packet, ProtocolError
from assistant.core.output.cells import BLANK, Cells
from assistant.core.settings import Settings
from assistant.errors import DeviceError
from assistant.ports import DisplayEvent, Finding, Found, Lost, Pressed, Resized

_LOOK = 1.0
"""Seconds between two looks at whether it was closed."""
_PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between attempts to connect; the last is repeated."""

NO_DISPLAY = "brltty is running but has no braille display. Connect one; everything else goes on."
_LOST = "The connection to brltty is lost. It is tried again; everything else goes on."


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
        self._connection: Connection | None = None
        self._width = 0
        self._closed = threading.Event()

    def show(self, cells: Cells, cursor: int | None = None, text: str = "") -> None:  # noqa: ARG002 - brltty has no place for it
        """Puts the cells on the display, blank to its end; lost silently if there is none now.

        Whoever shows something learns from `events` when it has to be shown again.
        """
        with self._lock:
            width, connection = self._width, self._connection
            if connection is None or not width:
                return
            shown = (cells + (BLANK,) * width)[:width]
            place = cursor if cursor is not None and cursor < width else None
            try:
                connection.send(brlapi.write(shown, place))
            except OSError:
                connection.close()  # the thread that listens hears of it

    def events(self) -> Iterator[DisplayEvent]:
        """What happens at the display, until it is closed. To be read by a thread of its own."""
        told = ""
        attempt = 0
        while not self._closed.is_set():
            try:
                connection, width = self._open()
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
            try:
                yield from self._serve(connection, width)
            except (OSError, ProtocolError):
                if not self._closed.is_set():
                    told = _LOST
                    yield Lost(told)
            finally:
                with self._lock:
                    self._connection = None
                connection.close()

    def close(self) -> None:
        self._closed.set()
        with self._lock:
            if self._connection is not None:
                self._connection.close()

    def _open(self) -> tuple[Connection, int]:
        connection = Connection(self._host, self._auth)
        width = 0
        try:
            entered = connection.done(brlapi.enter(self._path))
            if entered:
                connection.done(brlapi.set_parameter(brlapi.RETAIN_DOTS, b"\x01"))
                connection.done(brlapi.ignore_commands())
                width = connection.watched_width()
                connection.done(brlapi.accept(self._keys))
        except (OSError, ProtocolError):
            connection.close()
            raise DeviceError(_LOST) from None
        if not entered:
            connection.close()
            raise DeviceError(
                "brltty does not give its display to this terminal. "
                "Close other programs that use it, or set braille.tty."
            )
        with self._lock:
            self._connection = connection
        return connection, width

    def _serve(self, connection: Connection, width: int) -> Iterator[DisplayEvent]:
        """The events of one connection, until it is lost or closed.

        :raises OSError: if it is lost.
        :raises ProtocolError: if what came is no BrlAPI.
        """
        self._width = width
        yield from self._sized(width)
        while not self._closed.is_set():
            connection.listen(_LOOK)
            while connection.waiting:
                packet = connection.waiting.popleft()
                if packet.kind == Kind.KEY and (key := brlapi.key(packet.content)):
                    yield Pressed(key)
                elif packet.kind == Kind.FAILED:
                    connection.send(Packet(Kind.SIZE))  # the display may have become narrower
                elif (size := _size(packet)) is not None:
                    missing, self._width = not self._width, size
                    if missing and size:
                        yield Found(f"A braille display is there: {size} cells.")
                    yield from self._sized(size)

    @staticmethod
    def _sized(width: int) -> Iterator[DisplayEvent]:
        yield Resized(width)
        if not width:
            yield Lost(NO_DISPLAY)


def _size(packet: Packet) -> int | None:
    if packet.kind == Kind.SIZE:
        return brlapi.width(packet.content)
    if packet.kind == Kind.UPDATE:
        parameter, size = brlapi.value(packet.content)
        return brlapi.width(size) if parameter == brlapi.DISPLAY_SIZE else None
    return None


def _terminal() -> str:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        try:
            return os.ttyname(stream.fileno())
        except (OSError, ValueError, AttributeError):
            continue
    return ""


def examine(settings: Settings) -> Iterator[Finding]:
    """Whether brltty is there, lets us in, and has a display."""
    wish = settings.braille
    if wish.driver not in ("auto", "brlapi"):
        return
    try:
        reach(wish.host, wish.auth)
    except AbsentError as error:
        if wish.driver == "auto":
            yield Finding(fine=True, sentence="Braille display: none, since brltty is not running.")
        else:
            yield Finding(fine=False, sentence=f"Braille display: {error}")
        return
    except DeviceError as error:
        yield Finding(fine=False, sentence=f"Braille display: {error}")
        return
    driver = Driver(wish.host, wish.auth, wish.tty)
    try:
        for event in driver.events():
            match event:
                case Lost(sentence):
                    yield Finding(fine=False, sentence=f"Braille display: {sentence}")
                    return
                case Resized(width) if width:
                    yield Finding(fine=True, sentence=f"Braille display: {width} cells, by brltty.")
                    return
    finally:
        driver.close()

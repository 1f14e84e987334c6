"""The BrlAPI protocol, version 8, as bytes and values: what a client and brltty say to each other.

A packet is its size and its type, both as four bytes with the highest first, and its content.
Nothing here opens a connection; `Stream` is given the bytes that came and gives the packets.
"""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from assistant.core.braille.keys import Key
from assistant.core.output.cells import Cells

VERSION = 8
FIRST_PORT = 4101
"""The TCP port of host number 0; number 1 is the next one."""
_LARGEST = 4096


class Kind(IntEnum):
    """The types of packet that we know."""

    VERSION = ord("v")
    AUTHORISE = ord("a")
    SIZE = ord("s")
    ENTER = ord("t")
    LEAVE = ord("L")
    KEY = ord("k")
    IGNORE_KEYS = ord("m")
    ACCEPT_KEYS = ord("u")
    WRITE = ord("w")
    DONE = ord("A")
    REFUSED = ord("e")
    """A request was refused; the answer to it."""
    FAILED = ord("E")
    """Something that has no answer, such as a write, could not be done."""
    VALUE = (ord("P") << 8) + ord("V")
    REQUEST = (ord("P") << 8) + ord("R")
    UPDATE = (ord("P") << 8) + ord("U")


NONE = ord("N")
KEY_FILE = ord("K")
"""Ways of authorisation."""

_REGION, _AND, _OR, _CURSOR = 0x02, 0x08, 0x10, 0x20

DISPLAY_SIZE = 6
RETAIN_DOTS = 10
COMMAND_NAME = 21
"""Parameters."""

_GLOBAL, _GET, _SUBSCRIBE = 0x01, 0x100, 0x200

_IS_COMMAND = 0x20000000
_TYPES = 0xE0000000
_CODES = 0x1FFFFFFF
_UNICODE = 0x01000000

_BASIC = (  # noqa: SIM905 - a list would be a page long
    "NOOP LNUP LNDN WINUP WINDN PRDIFLN NXDIFLN ATTRUP ATTRDN TOP BOT TOP_LEFT BOT_LEFT PRPGRPH "
    "NXPGRPH PRPROMPT NXPROMPT PRSEARCH NXSEARCH CHRLT CHRRT HWINLT HWINRT FWINLT FWINRT "
    "FWINLTSKIP FWINRTSKIP LNBEG LNEND HOME BACK RETURN FREEZE DISPMD SIXDOTS SLIDEWIN SKPIDLNS "
    "SKPBLNKWINS CSRVIS CSRHIDE CSRTRK CSRSIZE CSRBLINK ATTRVIS ATTRBLINK CAPBLINK TUNES "
    "AUTOREPEAT AUTOSPEAK HELP INFO LEARN PREFMENU PREFSAVE PREFLOAD MENU_FIRST_ITEM "
    "MENU_LAST_ITEM MENU_PREV_ITEM MENU_NEXT_ITEM MENU_PREV_SETTING MENU_NEXT_SETTING MUTE "
    "SPKHOME SAY_LINE SAY_ABOVE SAY_BELOW SAY_SLOWER SAY_FASTER SAY_SOFTER SAY_LOUDER "
    "SWITCHVT_PREV SWITCHVT_NEXT CSRJMP_VERT PASTE RESTARTBRL RESTARTSPEECH OFFLINE SHIFT UPPER "
    "CONTROL META TIME"
).split()
"""brltty's commands without an argument, numbered from 0."""
_BLOCKS = {"ROUTE": 1, "DESCCHAR": 9, "SETLEFT": 10, "GOTOLINE": 13, "PASSDOTS": 0x22}
"""Commands with an argument: the cell that was pressed, or the dots."""
_SYMBOLS = {
    "KEY_BACKSPACE": 0xFF08,
    "KEY_TAB": 0xFF09,
    "KEY_ENTER": 0xFF0D,
    "KEY_ESCAPE": 0xFF1B,
    "KEY_HOME": 0xFF50,
    "KEY_CURSOR_LEFT": 0xFF51,
    "KEY_CURSOR_UP": 0xFF52,
    "KEY_CURSOR_RIGHT": 0xFF53,
    "KEY_CURSOR_DOWN": 0xFF54,
    "KEY_PAGE_UP": 0xFF55,
    "KEY_PAGE_DOWN": 0xFF56,
    "KEY_END": 0xFF57,
    "KEY_INSERT": 0xFF63,
    "KEY_DELETE": 0xFFFF,
    **{f"KEY_F{number}": 0xFFBD + number for number in range(1, 13)},
}
_SYMBOL_NAMES = {code: name for name, code in _SYMBOLS.items()}
_BLOCK_NAMES = {number: name for name, number in _BLOCKS.items()}
_OWN = {"NOOP", "RESTARTBRL", "RESTARTSPEECH", "OFFLINE", "SWITCHVT_PREV", "SWITCHVT_NEXT"}
"""brltty's own business: a client that takes RESTARTBRL keeps a new display from being found."""
NAMES = frozenset((*_BASIC, *_BLOCKS, *_SYMBOLS)) - _OWN
"""Every key that a client may ask for; typed characters, `CHAR`, come unasked."""


@dataclass(frozen=True, slots=True)
class Packet:
    kind: int
    content: bytes = b""

    def encoded(self) -> bytes:
        return struct.pack(">II", len(self.content), self.kind) + self.content


class ProtocolError(ValueError):
    """What came is no BrlAPI."""


class Stream:
    """Cuts a stream of bytes into packets, however they are torn on the way."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def feed(self, data: bytes) -> Iterator[Packet]:
        """The packets that are complete now.

        :raises ProtocolError: if a packet would be larger than the protocol allows.
        """
        self._waiting += data
        while len(self._waiting) >= 8:
            size, kind = struct.unpack_from(">II", self._waiting)
            if size > _LARGEST:
                raise ProtocolError("a packet is too large")
            if len(self._waiting) < 8 + size:
                return
            content = bytes(self._waiting[8 : 8 + size])
            del self._waiting[: 8 + size]
            yield Packet(kind, content)


def numbers(content: bytes) -> tuple[int, ...]:
    """The content of a packet as whole numbers.

    :raises ProtocolError: if it is not made of them.
    """
    if len(content) % 4:
        raise ProtocolError("a packet is torn")
    return struct.unpack(f">{len(content) // 4}I", content)


def _packed(*values: int) -> bytes:
    return struct.pack(f">{len(values)}I", *values)


def version() -> Packet:
    return Packet(Kind.VERSION, _packed(VERSION))


def authorise(key: bytes) -> Packet:
    return Packet(Kind.AUTHORISE, _packed(KEY_FILE) + key)


def enter(path: Iterable[int]) -> Packet:
    """Asks for the display while the terminal or window with this path has the focus."""
    path = tuple(path)
    return Packet(Kind.ENTER, _packed(len(path), *path) + b"\0")


def write(cells: Cells, cursor: int | None = None) -> Packet:
    """Dots for the whole display; brltty's own text table has no say in them.

    `cursor` is the cell, from 0, that brltty marks as its user wants cursors marked.
    """
    content = _packed(_REGION | _AND | _OR | _CURSOR, 1, len(cells))
    mask = bytes(len(cells))
    place = 0 if cursor is None else cursor + 1
    return Packet(Kind.WRITE, content + mask + bytes(cells) + _packed(place))


def set_parameter(parameter: int, value: bytes) -> Packet:
    return Packet(Kind.VALUE, _packed(0, parameter, 0, 0) + value)


def watch_size() -> Packet:
    """Asks for the display's size now and whenever it changes."""
    return Packet(Kind.REQUEST, _packed(_GLOBAL | _GET | _SUBSCRIBE, DISPLAY_SIZE, 0, 0))


def width(content: bytes) -> int:
    """The number of cells in a line, of a size; 0 if there is no display.

    brltty 6.5 sends some sizes with their bytes in the wrong order; no display is that wide.

    :raises ProtocolError: if the packet is torn.
    """
    columns, rows = (*numbers(content), 0, 0)[:2]
    if columns > 0xFFFF:
        columns = int.from_bytes(columns.to_bytes(4, "big"), "little")
    return columns if rows else 0


def ask_name(code: int) -> Packet:
    """Asks how brltty calls the command with this code."""
    return Packet(Kind.REQUEST, _packed(_GLOBAL | _GET, COMMAND_NAME, 0, code))


def value(content: bytes) -> tuple[int, bytes]:
    """The parameter that a packet tells of, and what it is.

    :raises ProtocolError: if the packet is torn.
    """
    if len(content) < 16:
        raise ProtocolError("a packet is torn")
    return numbers(content[:16])[1], content[16:]


def code(name: str) -> int:
    """The code of a key without its argument."""
    if name in _SYMBOLS:
        return _SYMBOLS[name]
    if name in _BLOCKS:
        return _IS_COMMAND | _BLOCKS[name] << 16
    return _IS_COMMAND | _BASIC.index(name)


def ignore_commands() -> Packet:
    """Leaves every command to brltty: its menus and its help keep working."""
    return Packet(Kind.IGNORE_KEYS, _range(_IS_COMMAND, _IS_COMMAND | _CODES))


def accept(names: Iterable[str]) -> Packet:
    """Asks for these keys, with every argument and modifier."""
    return Packet(
        Kind.ACCEPT_KEYS,
        b"".join(
            _range(code(name), code(name) | (0xFFFF if name in _BLOCKS else 0))
            for name in sorted(NAMES.intersection(names))
        ),
    )


def _range(first: int, last: int) -> bytes:
    return _packed(0, first, 0xFFFFFFFF, last)


def key(content: bytes) -> Key | None:
    """The key that a packet tells of; None if it has no name here.

    :raises ProtocolError: if the packet is torn.
    """
    fields = numbers(content)
    if len(fields) != 2:
        raise ProtocolError("a packet is torn")
    number = fields[1]
    low = number & _CODES
    if number & _TYPES == _IS_COMMAND:
        block, argument = low >> 16, low & 0xFFFF
        if block in _BLOCK_NAMES:
            return Key(_BLOCK_NAMES[block], argument)
        if block == 0 and argument < len(_BASIC):
            return Key(_BASIC[argument])
        return None
    if low in _SYMBOL_NAMES:
        return Key(_SYMBOL_NAMES[low])
    if low & _UNICODE:
        return Key("CHAR", low & (_UNICODE - 1))
    return Key("CHAR", low) if 0x20 <= low <= 0xFF else None

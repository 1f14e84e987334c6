"""The protocol of displays as bytes, where brltty is, and the table of keys."""

import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant import data
from assistant.core.braille import address, brlapi
from assistant.core.braille.brlapi import Kind, Packet, ProtocolError, Stream
from assistant.core.braille.keys import Action, Key, Say, check
from assistant.errors import DataError

packets = st.lists(
    st.builds(Packet, st.sampled_from([int(kind) for kind in Kind]), st.binary(max_size=80)),
    max_size=6,
)


@given(packets, st.integers(1, 50))
def test_packets_are_the_same_however_the_bytes_are_torn(sent: list[Packet], size: int) -> None:
    data = b"".join(packet.encoded() for packet in sent)
    stream = Stream()
    torn = [data[at : at + size] for at in range(0, len(data), size)]
    assert [packet for part in torn for packet in stream.feed(part)] == sent


def test_what_is_no_packet_is_an_error_and_never_waits_for_gigabytes() -> None:
    with pytest.raises(ProtocolError, match="too large"):
        list(Stream().feed(b"HTTP/1.1 400 Bad Request\r\n"))
    for torn in (b"", b"\0\0\0", b"\0\0\0\0"):
        with pytest.raises(ProtocolError):
            brlapi.key(torn)
    with pytest.raises(ProtocolError):
        brlapi.value(b"\0" * 15)


@given(st.lists(st.integers(0, 255), min_size=1, max_size=80), st.integers(0, 90))
def test_a_write_holds_every_dot_and_masks_the_text_table(cells: list[int], cursor: int) -> None:
    content = brlapi.write(tuple(cells), cursor).content
    count = len(cells)
    flags, first, size = struct.unpack_from(">III", content)
    assert (flags, first, size) == (0x02 | 0x08 | 0x10 | 0x20, 1, count)
    assert content[12 : 12 + count] == bytes(count)
    assert content[12 + count : 12 + 2 * count] == bytes(cells)
    assert struct.unpack(">I", content[12 + 2 * count :]) == (cursor + 1,)


@pytest.mark.parametrize("name", sorted(brlapi.NAMES))
def test_every_key_is_read_as_the_name_that_it_was_asked_for_by(name: str) -> None:
    content = struct.pack(">II", 0, brlapi.code(name))
    assert brlapi.key(content) == Key(name)


@pytest.mark.parametrize(
    ("code", "key"),
    [
        (0x20010005, Key("ROUTE", 5)),
        (0x20220003, Key("PASSDOTS", 3)),
        (0x00000041, Key("CHAR", ord("A"))),
        (0x010001BE, Key("CHAR", 0x1BE)),
        (0x20000FFF, None),
        (0x0000FFEE, None),
    ],
)
def test_keys_have_their_arguments_and_what_has_no_name_is_none(code: int, key: Key | None) -> None:
    assert brlapi.key(struct.pack(">II", 0, code)) == key


@pytest.mark.parametrize(
    ("size", "width"),
    [((40, 1), 40), ((0, 0), 0), ((20, 0), 0), ((40 << 24, 1 << 24), 40), ((), 0)],
)
def test_a_width_is_read_in_either_order_of_bytes(size: tuple[int, ...], width: int) -> None:
    assert brlapi.width(struct.pack(f">{len(size)}I", *size)) == width


@pytest.mark.parametrize(
    ("host", "places"),
    [
        ("", ["/var/lib/BrlAPI/0", ("127.0.0.1", 4101)]),
        (":2", ["/var/lib/BrlAPI/2", ("127.0.0.1", 4103)]),
        ("example.org", [("example.org", 4101)]),
        ("example.org:7", [("example.org", 4108)]),
        ("::1:0", [("::1", 4101)]),
        ("/run/brl.sock", ["/run/brl.sock"]),
    ],
)
def test_brltty_is_looked_for_where_its_own_programs_look(host: str, places: list[Any]) -> None:
    assert address.places(host) == places


@pytest.mark.parametrize(
    ("auth", "path"),
    [
        ("", "/etc/brlapi.key"),
        ("none", "/etc/brlapi.key"),
        ("keyfile:/home/a/key", "/home/a/key"),
        ("/home/a/key", "/home/a/key"),
        ("polkit+keyfile:/b", "/b"),
    ],
)
def test_the_key_file_is_the_one_that_is_named(auth: str, path: str) -> None:
    assert address.key_path(auth) == path


@pytest.mark.parametrize(
    ("wish", "environment", "terminal", "path"),
    [
        ("", {}, "/dev/pts/3", ()),
        ("", {}, "/dev/tty2", (2,)),
        ("", {"CONTROLVT": "5"}, "/dev/tty2", (5,)),
        ("", {"XDG_VTNR": "1"}, "/dev/pts/3", (1,)),
        ("", {"WINDOWPATH": "7", "WINDOWID": "0x40"}, "/dev/pts/3", (7, 64)),
        ("", {"DISPLAY": ":0", "XDG_VTNR": "2", "WINDOWID": "77"}, "/dev/pts/3", (2, 77)),
        ("3:9", {"WINDOWPATH": "7"}, "/dev/tty2", (3, 9)),
        ("", {"WINDOWPATH": "nonsense"}, "/dev/pts/3", ()),
    ],
)
def test_the_terminal_is_told_as_brltty_counts(
    wish: str, environment: dict[str, str], terminal: str, path: tuple[int, ...]
) -> None:
    assert address.tty_path(wish, environment, terminal) == path


def test_the_keys_that_come_with_the_program_do_everything_that_keys_can_do() -> None:
    keys = data.display_keys()
    assert set(Action) <= set(keys.values())
    said = {action.command for action in keys.values() if isinstance(action, Say)}
    assert {"time", "repeat", "help", "yes", "no", "correct"} <= said


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"keys": {"FWINRT": "fly"}}, "'fly' is nothing that a key can do"),
        ({"keys": {"FWINRT": "say square"}}, "'say square' is nothing that a key can do"),
        ({"keys": {"RESTARTBRL": "news"}}, "there is no such key"),
        ({}, "keys"),
    ],
)
def test_a_broken_table_of_keys_is_told(table: dict[str, Any], problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        check(table, "keys.toml", brlapi.NAMES)

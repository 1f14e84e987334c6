"""The client for braille displays against a real brltty: cells, keys, loss and return."""

import queue
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from brltty import NEEDS_BRLTTY, Brltty, Display
from command import COMMAND, environment

from assistant.brltty import connect
from assistant.core.braille import brlapi
from assistant.core.braille.keys import Key
from assistant.drivers import display_brlapi
from assistant.errors import DeviceError
from assistant.ports import DisplayEvent, Found, Lost, Pressed, Resized

pytestmark = NEEDS_BRLTTY


CLIENTS: list["Client"] = []


class Client:
    """The driver with a thread that reads its events."""

    def __init__(self, host: str, auth: str = "") -> None:
        self.driver = display_brlapi.Driver(host, auth or "none")
        CLIENTS.append(self)
        self.events: queue.SimpleQueue[DisplayEvent] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        for event in self.driver.events():
            self.events.put(event)

    def next(self) -> DisplayEvent:
        return self.events.get(timeout=10)


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Every client is closed, and its thread ends."""
    yield
    while CLIENTS:
        client = CLIENTS.pop()
        client.driver.close()
        client.thread.join(5)
        assert not client.thread.is_alive()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Brltty]:
    found = Brltty(tmp_path)
    found.start()
    yield found
    found.kill()


def opened(server: Brltty, width: int = 40) -> tuple[Client, Display]:
    display = server.display(width)
    client = Client(server.host)
    first = client.next()
    if first == Resized(0):  # brltty had not found its display yet
        first = client.next()
    assert first == Resized(width)
    return client, display


def test_cells_arrive_as_they_were_sent_with_all_eight_dots(server: Brltty) -> None:
    client, display = opened(server)
    cells = tuple(range(0, 256, 7))
    client.driver.show(cells)
    display.shows(cells)
    client.driver.show((1, 2))
    display.shows((1, 2), "what stood behind a shorter line must go")
    client.driver.show((1, 2, 0), 2)
    display.shows((1, 2, 0xC0), "brltty marks the cursor in its own way")


def test_the_numbers_of_the_keys_are_those_of_brltty(server: Brltty) -> None:
    display = server.display()
    connection = connect(server.host)
    stream = brlapi.Stream()

    def answer(packet: brlapi.Packet) -> brlapi.Packet:
        connection.sendall(packet.encoded())
        while True:
            for found in stream.feed(connection.recv(4096)):
                if found.kind in (brlapi.Kind.AUTHORISE, brlapi.Kind.VALUE):
                    return found

    answer(brlapi.version())
    for name in sorted(brlapi.NAMES):
        if not name.startswith("KEY_"):
            _, called = brlapi.value(answer(brlapi.ask_name(brlapi.code(name))).content)
            assert called.decode().split()[0] == name
    connection.close()
    display.unplug()


def test_keys_arrive_with_their_arguments(server: Brltty) -> None:
    client, display = opened(server)
    client.driver.show((1,))
    display.shows((1,))
    for sent, key in (
        ("FWINRT", Key("FWINRT")),
        ("FWINLT", Key("FWINLT")),
        ("LNUP", Key("LNUP")),
        ("LNDN", Key("LNDN")),
        ("HOME", Key("HOME")),
        ("DISPMD", Key("DISPMD")),
        ("ROUTE 5", Key("ROUTE", 5)),
        ("PASSDOTS 3", Key("PASSDOTS", 3)),
        ("PASSDOTS 255", Key("PASSDOTS", 255)),
        ("PASSCHAR 65", Key("CHAR", 65)),
        ("KEY_ENTER", Key("KEY_ENTER")),
        ("KEY_BACKSPACE", Key("KEY_BACKSPACE")),
        ("KEY_CURSOR_UP", Key("KEY_CURSOR_UP")),
    ):
        display.press(sent)
        assert client.next() == Pressed(key)


def test_a_brltty_that_is_killed_and_started_again_is_found_again(server: Brltty) -> None:
    client, display = opened(server)
    server.kill()
    assert isinstance(client.next(), Lost)
    client.driver.show((1, 2, 3))  # nobody is there, and nothing breaks
    display.unplug()
    server.start()
    display = server.display()
    events = [client.next(), client.next()]
    while not isinstance(events[-1], Resized):
        events.append(client.next())
    assert any(isinstance(event, Found) for event in events)
    assert events[-1] == Resized(40)
    client.driver.show((4, 5, 6))
    display.shows((4, 5, 6))


def test_a_narrower_display_in_the_place_of_the_first_is_told_and_used(server: Brltty) -> None:
    client, display = opened(server)
    client.driver.show(tuple(range(1, 41)))
    display.shows(tuple(range(1, 41)))
    display.unplug()
    display = server.display(20)
    while (event := client.next()) != Resized(20):
        assert event in (Resized(40), Resized(0), Lost(display_brlapi.NO_DISPLAY)) or isinstance(
            event, Found
        )
    client.driver.show(tuple(range(1, 41)))
    display.shows(tuple(range(1, 21)))


def test_a_display_that_is_plugged_in_again_shows_what_stood_there(server: Brltty) -> None:
    client, display = opened(server)
    client.driver.show(tuple(range(1, 41)))
    display.shows(tuple(range(1, 41)))
    display.unplug()
    server.display().shows(tuple(range(1, 41)))


def test_a_brltty_without_a_display_is_told_in_a_sentence(server: Brltty) -> None:
    client = Client(server.host)
    while not isinstance(event := client.next(), Resized):
        pass  # it may take a moment until brltty listens
    assert event == Resized(0)
    assert client.next() == Lost(display_brlapi.NO_DISPLAY)
    server.display(14)
    assert isinstance(client.next(), Found)
    assert client.next() == Resized(14)


def test_the_right_key_opens_and_a_wrong_or_missing_key_is_told(tmp_path: Path) -> None:
    key = tmp_path / "right.key"
    key.write_text("secret\n")
    server = Brltty(tmp_path, f"keyfile:{key}")
    server.start()
    try:
        server.display()
        assert Client(server.host, f"keyfile:{key}").next() == Resized(40)
        wrong = tmp_path / "wrong.key"
        wrong.write_text("guess\n")
        event = Client(server.host, str(wrong)).next()
        assert isinstance(event, Lost)
        assert "does not accept the key" in event.sentence
        event = Client(server.host, str(tmp_path / "none.key")).next()
        assert isinstance(event, Lost)
        assert "cannot be read" in event.sentence
    finally:
        server.kill()


def test_a_brltty_that_refuses_us_is_told_unasked_and_the_game_goes_on(tmp_path: Path) -> None:
    key, wrong = tmp_path / "right.key", tmp_path / "wrong.key"
    key.write_text("secret\n")
    wrong.write_text("guess\n")
    server = Brltty(tmp_path, f"keyfile:{key}")
    server.start()
    try:
        server.display()
        for auth, sentence in (
            (key, ""),
            (wrong, "brltty does not accept the key in"),
            (tmp_path / "none.key", "brltty wants the key in"),
        ):
            done = subprocess.run(
                [*COMMAND, "practice", "--opponent", "builtin"],
                input="Eva vier\n",
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
                env=environment(tmp_path)
                | {"BRLAPI_HOST": server.host, "BRLAPI_AUTH": f"keyfile:{auth}", "WINDOWPATH": "1"},
            )
            assert done.returncode == 0
            assert "Weiß: Eva zwei Eva vier" in done.stdout
            assert done.stderr.startswith(sentence)
            assert len(done.stderr.splitlines()) == bool(sentence)
            assert ("Everything else goes on." in done.stderr) == bool(sentence)
    finally:
        server.kill()


def test_without_brltty_one_sentence_says_what_to_do() -> None:
    with pytest.raises(DeviceError, match=r"brltty is not running at 127\.0\.0\.1:19"):
        connect("127.0.0.1:19")
    event = Client("/nonexistent/BrlAPI").next()
    assert isinstance(event, Lost)
    assert "--braille off" in event.sentence

"""The shell round the conversation at a braille display.

It is an outlet for announcements and a recogniser for keys. One thread reads the display's
events; one thread owns the conversation and paints, so that every call returns at once. Only
`close` waits: somebody who has pressed keys gets the time to read the last messages.
"""

import queue
import sys
import threading
import time
from collections.abc import Iterator

from assistant.core.braille.keys import Key
from assistant.core.braille.reader import Reader
from assistant.core.braille.view import Picture
from assistant.core.output.announcement import Announcement
from assistant.core.output.scene import Scene
from assistant.ports import (
    BrailleDisplay,
    DisplayEvent,
    Found,
    Lost,
    Pressed,
    Recognizer,
    Resized,
    Words,
)
from assistant.relay import Relay

LAST_WORDS = 30.0
"""Seconds for which the last messages stay for somebody who has used the keys."""
_PAN = {"<": "FWINLT", ">": "FWINRT"}


class _Asked:
    """Something was said: what is told next answers it."""


class _Close:
    """Nothing more will be told."""


_Item = Announcement | Scene | DisplayEvent | _Asked


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


class BrailleOutlet:
    def __init__(
        self,
        display: BrailleDisplay,
        reader: Reader,
        *,
        threaded: bool = True,
        quiet: bool = False,
        typed_keys: bool = False,
    ) -> None:
        """Without a thread everything is shown before a call returns, in the order of the calls.

        `quiet`: trouble is told only once a display has been there. `typed_keys`: a line `/ROUTE 5`
        of the keyboard is a key of the display, `<` and `>` pan.
        """
        self.interactive = threaded
        self._display = display
        self._reader = reader
        self._quiet = quiet
        self._typed_keys = typed_keys
        self._items: queue.SimpleQueue[_Item | _Close] = queue.SimpleQueue()
        self._words: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._shown = Picture()
        self._used = False
        self._complaint = ""
        self._closed = False
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        if threaded:
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()
            threading.Thread(target=self._watch, daemon=True).start()
        else:
            self._watch()

    # As an outlet

    def tell(self, announcement: Announcement, line: str) -> None:  # noqa: ARG002 - worded anew
        self._put(announcement)

    def see(self, scene: Scene) -> None:
        self._put(scene)

    def hush(self) -> None:
        """What was told stays where it can be read."""

    def heard(self, words: str) -> str | None:
        """The words; of a key of the display, what the key says. What is told next answers them."""
        if self._typed_keys and (key := _typed(words)) and self._reader.knows(key):
            with self._lock:
                said = self._reader.press(key)
                self._paint()
            return (said[0] or None) if said else None
        self._put(_Asked())
        return words

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._thread is not None:
            self._items.put(_Close())
            self._thread.join()
        self.silence()
        self._display.close()

    # As a recogniser

    def words(self) -> Iterator[str]:
        while (words := self._words.get()) is not None:
            yield words

    def ready(self) -> None:
        """The line is always ready."""

    def interrupted(self) -> None:
        """What is typed stays where it is."""

    def silence(self) -> None:
        """No more words will come from the keys."""
        self._words.put(None)

    # The conversation

    def _put(self, item: _Item) -> None:
        if self._thread is not None:
            self._items.put(item)
            return
        with self._lock:
            self._take(item)
            self._paint()

    def _watch(self) -> None:
        for event in self._display.events():
            self._put(event)

    def _work(self) -> None:
        end: float | None = None
        while True:
            try:
                item = self._items.get(timeout=None if end is None else end - time.monotonic())
            except (queue.Empty, ValueError):
                return  # the time for the last messages is over
            if isinstance(item, _Close):
                end = time.monotonic() + (LAST_WORDS if self._used else 0.0)
            try:
                if not isinstance(item, _Close):
                    self._take(item)
                if self._items.empty():  # several messages at once are one picture
                    self._paint()
            except Exception as error:  # noqa: BLE001 - without braille the game still goes on
                self._complain(f"The braille line failed ({error!r}). Everything else goes on.")
            if end is not None and self._items.empty():
                if not (self._used and self._reader.unread()):
                    return
                self._complain("The last message waits on the braille display; Ctrl-C ends it.")

    def _take(self, item: _Item) -> None:
        match item:
            case Announcement():
                self._reader.tell(item, _now())
            case Scene():
                self._reader.see(item)
            case _Asked():
                self._reader.asked()
            case Pressed(key):
                self._used = True
                for words in self._reader.press(key):
                    self._words.put(words)
            case Resized(width):
                self._quiet = self._quiet and not width
                self._reader.resize(width)
                self._shown = Picture()
            case Lost(sentence) | Found(sentence):
                if not self._quiet:
                    print(sentence, file=sys.stderr, flush=True)

    def _complain(self, sentence: str) -> None:
        if sentence != self._complaint:
            self._complaint = sentence
            print(sentence, file=sys.stderr, flush=True)

    def _paint(self) -> None:
        picture = self._reader.paint(_now())
        if picture != self._shown:
            self._shown = picture
            self._display.show(picture.cells, picture.cursor, picture.text)


def _typed(line: str) -> Key | None:
    """The key that a line names: `>`, `/HOME`, `/ROUTE 5`."""
    line = line.strip()
    if line in _PAN:
        return Key(_PAN[line])
    name, _, argument = line.removeprefix("/").partition(" ")
    if not line.startswith("/") or not (argument.isdecimal() or not argument):
        return None
    return Key(name.upper(), int(argument or 0))


class Beside(Relay):
    """The keyboard beside the keys of a display: when it ends, the words of the keys end too."""

    def __init__(self, source: Recognizer, braille: BrailleOutlet) -> None:
        super().__init__(source)
        self._braille = braille
        braille.interactive = source.interactive  # the words of a script keep their order

    def words(self) -> Iterator[Words]:
        yield from super().words()
        self._braille.silence()

"""The shell round the conversation at a braille display: one thread reads the display's events,
one thread owns the conversation and paints.

It is an outlet for announcements and a recogniser for keys. Every call returns at once, except
`close`, which gives a reader who has pressed keys the time to read the last messages.
"""

import queue
import sys
import threading
import time
from collections.abc import Iterator

from assistant.core.braille.reader import Picture, Reader
from assistant.core.output.announcement import Announcement
from assistant.core.output.scene import Scene
from assistant.ports import BrailleDisplay, DisplayEvent, Found, Lost, Pressed, Resized

LAST_WORDS = 30.0
"""Seconds for which the last messages stay for somebody who has used the keys."""


class _Close:
    """Nothing more will be told."""


_Item = Announcement | Scene | DisplayEvent | _Close


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


class BrailleOutlet:
    interactive = True

    def __init__(self, display: BrailleDisplay, reader: Reader) -> None:
        self._display = display
        self._reader = reader
        self._items: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._words: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._shown: Picture | None = None
        self._used = False
        self._parting = threading.Event()
        self._idle = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()
        threading.Thread(target=self._watch, daemon=True).start()

    # As an outlet

    def tell(self, announcement: Announcement, line: str) -> None:  # noqa: ARG002 - worded anew
        self._items.put(announcement)

    def see(self, scene: Scene) -> None:
        self._items.put(scene)

    def hush(self) -> None:
        """What was told stays where it can be read."""

    def close(self) -> None:
        if self._parting.is_set():
            return
        self._parting.set()
        self._items.put(_Close())
        self._thread.join()
        self._words.put(None)
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
        """No more words will come."""
        self._words.put(None)

    # Threads

    def _watch(self) -> None:
        for event in self._display.events():
            self._items.put(event)

    def _work(self) -> None:
        end: float | None = None
        while True:
            wait = None if end is None else max(0.0, end - time.monotonic())
            try:
                item = self._items.get(timeout=wait)
            except queue.Empty:
                return
            if isinstance(item, _Close):
                end = time.monotonic() + (LAST_WORDS if self._used else 0.0)
            else:
                self._take(item)
            if self._items.empty():  # several messages at once are one picture
                self._paint()
            if end is not None and self._items.empty() and not self._reader.unread:
                return

    def _take(self, item: Announcement | Scene | DisplayEvent) -> None:
        match item:
            case Announcement():
                self._reader.tell(item, _now())
            case Scene():
                self._reader.see(item)
            case Pressed(key):
                self._used = True
                for words in self._reader.press(key):
                    self._words.put(words)
            case Resized(width):
                self._reader.resize(width)
                self._shown = None
            case Lost(sentence) | Found(sentence):
                print(sentence, file=sys.stderr, flush=True)

    def _paint(self) -> None:
        picture = self._reader.paint(_now())
        if picture != self._shown:
            self._shown = picture
            self._display.show(picture.cells, picture.cursor, picture.text)

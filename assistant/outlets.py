"""All the ways out at once: what is announced reaches text, speech and braille alike."""

from collections.abc import Callable, Sequence

from assistant.core.output.announcement import Announcement
from assistant.core.output.scene import Scene
from assistant.core.output.wording import Phrasebook
from assistant.ports import Attentive, Outlet, Talking


class Outlets:
    def __init__(self, book: Phrasebook, outlets: Sequence[Outlet]) -> None:
        self.book = book
        self._outlets = tuple(outlets)
        self._seen: Scene | None = None

    def tell(self, announcement: Announcement) -> None:
        line = self.book.say(announcement)
        for outlet in self._outlets:
            outlet.tell(announcement, line)

    def see(self, scene: Callable[[], Scene]) -> None:
        """Shows what is so now, unless the outlets have been shown just that."""
        now = scene()
        if now != self._seen:
            self._seen = now
            for outlet in self._outlets:
                outlet.see(now)

    def heard(self, words: str) -> str | None:
        """The words for the session; None if they were meant for one of the outlets alone."""
        heard: str | None = words
        for outlet in self._outlets:
            if heard is not None and isinstance(outlet, Attentive):
                heard = outlet.heard(heard)
        return heard

    def on_speaking(self, told: Callable[[bool], None]) -> None:
        """`told` hears True before the first sound of a voice, and False after its last."""
        for outlet in self._outlets:
            if isinstance(outlet, Talking):
                outlet.on_speaking(told)

    def settle(self) -> None:
        """Returns when everything told so far was heard; a script waits for that, people do not."""
        for outlet in self._outlets:
            if isinstance(outlet, Talking):
                outlet.settle()

    def join(self, outlet: Outlet) -> None:
        """One more that is told and shown everything from now on."""
        self._outlets = (*self._outlets, outlet)
        if self._seen is not None:
            outlet.see(self._seen)

    def hush(self) -> None:
        for outlet in self._outlets:
            outlet.hush()

    def close(self) -> None:
        """Everything that was told is told to its end before this returns."""
        for outlet in self._outlets:
            outlet.close()

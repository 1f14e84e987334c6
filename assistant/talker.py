"""Speaks to one listener: a thread that takes announcements in their order, renders and plays them.

A synthesiser that fails costs one announcement its sound, and that is reported; a device that is
lost costs nothing: what was not heard to its end is said when the device is back.
"""

import threading
import time
from collections.abc import Callable, Iterator

from assistant.core.output.announcement import Announcement
from assistant.core.output.order import Order, Told
from assistant.core.output.speech import Utterance
from assistant.errors import AssistantError, DeviceError
from assistant.ports import Speaker
from assistant.repertoire import Repertoire
from assistant.samples import Samples, join, silence

_RETRY, _LONGEST_RETRY = 0.3, 2.0
"""Seconds until a device that is away is tried again, at first and after a while."""
_FAREWELL = 3.0
"""Seconds that the end of a game waits for a device that is away."""
_BEFORE_WORDS = 0.04
"""Seconds of silence between an earcon and the words."""


class Talker:
    def __init__(
        self,
        *,
        speak: Callable[[Announcement, int], Utterance],
        devices: Callable[[], tuple[Repertoire, Speaker] | None],
        earcon: Callable[[Announcement], Samples | None],
        failure: Samples | None,
        report: Callable[[str], None],
        on_speaking: Callable[[bool], None],
    ) -> None:
        """`speak` words an announcement that was told so many milliseconds ago.

        `devices` opens voice and speaker; it is called in our own thread and may take its time.
        None, or an error, which is reported: this listener hears nothing. `failure` is heard in
        place of words that could not be rendered.
        """
        self._speak = speak
        self._devices = devices
        self._repertoire: Repertoire | None = None
        self._speaker: Speaker | None = None
        self._earcon = earcon
        self._failure = failure
        self._report = report
        self._on_speaking = on_speaking
        self._order: Order[Announcement] = Order()
        self._changed = threading.Condition()
        self._cut = threading.Event()
        self._closing: float | None = None
        self._foreseen: Iterator[Announcement] = iter(())
        self._speaking = False
        self._lost: str | None = None
        self._failed: str | None = None
        self._ever_heard = False
        self._pause = _RETRY
        self._deaf = False
        self._over = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def tell(self, announcement: Announcement) -> None:
        """Takes it in; returns at once."""
        with self._changed:
            if self._deaf:
                return
            if self._order.add(Told(announcement, announcement.urgency, _now())):
                self._interrupt()
            self._changed.notify()

    def foresee(self, announcements: Iterator[Announcement]) -> None:
        """What may be told soon is prepared while there is nothing to say."""
        with self._changed:
            self._foreseen = announcements
            self._changed.notify()

    def hush(self) -> None:
        """Silence within 50 ms, and nothing of what has been told so far is said later."""
        with self._changed:
            if self._order.hush():
                self._interrupt()

    def settle(self) -> None:
        """Returns when what has been told was heard, or cannot be heard now."""
        with self._changed:
            while not (self._order.quiet or self._deaf or self._lost is not None):
                self._changed.wait(0.05)

    def close(self) -> None:
        """Says everything that must not be lost, then lets voice and device go.

        Ctrl-C meanwhile stops the talking, and lets them go at once.
        """
        with self._changed:
            self._closing = time.monotonic()
            if self._order.drop_chatter():
                self._interrupt()
            self._changed.notify()
        try:
            while not self._over.wait(0.5):  # in steps, so that Ctrl-C is heard
                continue
        except KeyboardInterrupt:
            self.hush()
            self._over.wait(_FAREWELL)
        finally:
            if self._repertoire is not None:
                self._repertoire.close()
            if self._speaker is not None:
                self._speaker.close()

    def _interrupt(self) -> None:
        self._cut.set()
        if self._speaker is not None:
            self._speaker.stop()

    def _run(self) -> None:
        try:
            self._open_and_talk()
        except Exception as error:  # noqa: BLE001 - silence must never come without a word
            self._report(f"Speech has failed ({error!r}): text goes on without it.")
            self._give_up()
        finally:
            self._over.set()

    def _give_up(self) -> None:
        """Whatever is told from now on is not spoken."""
        with self._changed:
            self._deaf = True
            self._order.hush()

    def _open_and_talk(self) -> None:
        try:
            found = self._devices()
        except AssistantError as error:
            self._report(f"{str(error).rstrip('.')}. Text goes on without speech.")
            found = None
        if found is None:
            self._give_up()
            return
        self._repertoire, self._speaker = found
        self._talk(*found)

    def _talk(self, repertoire: Repertoire, speaker: Speaker) -> None:
        while (told := self._next(repertoire)) is not None:
            try:
                samples = self._rendered(told, repertoire)
            except DeviceError as error:
                samples = self._failed_for(error)
            try:
                heard = self._play(samples, speaker)
            except DeviceError as error:
                self._lose(told, error)
                continue
            self._finish(told, heard=heard)
        self._say_speaking(speaking=False)

    def _next(self, repertoire: Repertoire) -> Told[Announcement] | None:
        """Waits for something to say, and prepares what may come; None at the end."""
        while True:
            with self._changed:
                self._cut.clear()
                told = self._order.begin(_now())
                if told is not None:
                    return told
            self._say_speaking(speaking=False)
            with self._changed:
                if self._order.waiting:
                    continue
                if self._closing is not None:
                    return None
            if not self._prepare(repertoire):
                with self._changed:
                    if not self._order.waiting and self._closing is None:
                        self._changed.wait(1.0)

    def _prepare(self, repertoire: Repertoire) -> bool:
        """Renders one thing that may be told soon; False if there is nothing to prepare."""
        if not repertoire.eager or self._failed is not None:
            return False
        announcement = next(self._foreseen, None)
        if announcement is None:
            return False
        try:
            repertoire.utter(self._speak(announcement, 0))
        except DeviceError as error:
            self._failed = str(error)
        return True

    def _rendered(self, told: Told[Announcement], repertoire: Repertoire) -> Samples:
        words = repertoire.utter(self._speak(told.what, max(0, _now() - told.at_ms)))
        self._failed = None
        if not len(words.pcm):
            return words  # for the fingers only
        before = self._earcon(told.what)
        if before is None:
            return words
        return join([before, words], _BEFORE_WORDS, words.rate)

    def _play(self, samples: Samples, speaker: Speaker) -> bool:
        if self._cut.is_set():
            return False
        if not len(samples.pcm):
            return True
        if self._lost is None:
            self._say_speaking(speaking=True)
        speaker.begin(samples)
        self._say_speaking(speaking=True)
        if self._cut.is_set():
            speaker.stop()  # it was asked for before there was anything to stop
        heard = speaker.wait()
        self._ever_heard = True
        self._pause = _RETRY
        if self._lost is not None:
            self._lost = None
            self._report("The sound device is back.")
        return heard

    def _finish(self, told: Told[Announcement], *, heard: bool) -> None:
        with self._changed:
            if self._order.saying is not told:
                return  # nobody wants to hear it any more
            if heard:
                self._order.ended()
            else:
                self._order.broken_off()

    def _failed_for(self, error: DeviceError) -> Samples:
        """What is heard in place of the words, which stand in the text; reported once."""
        if str(error) != self._failed:
            self._failed = str(error)
            self._report(f"{error} What is not spoken stands in the text.")
        return self._failure or silence(22_050, 0)

    def _lose(self, told: Told[Announcement], error: DeviceError) -> None:
        """Waits a moment for the device; at the end of a game, not for ever."""
        self._finish(told, heard=False)
        self._say_speaking(speaking=False)
        if self._lost is None:
            self._lost = str(error)
            self._report(f"{error} Text goes on, and speech when the device is back.")
        with self._changed:
            closing = self._closing
            if closing is None:
                self._changed.wait(self._pause)
                self._pause = min(2 * self._pause, _LONGEST_RETRY)
        if closing is None:
            return
        if self._ever_heard and time.monotonic() - closing < _FAREWELL:
            time.sleep(_RETRY)
            return
        with self._changed:
            count = self._order.waiting
            self._order.hush()
        if count:
            self._report(f"Announcements that were not spoken: {count}. They stand in the text.")

    def _say_speaking(self, *, speaking: bool) -> None:
        if speaking != self._speaking:
            self._speaking = speaking
            self._on_speaking(speaking)


def _now() -> int:
    return time.monotonic_ns() // 1_000_000

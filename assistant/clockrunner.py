"""The loop of a clock that stands alone: keys and time → session → journal → words."""

import queue
import threading
from collections.abc import Callable

from assistant.clocksession import ClockSession
from assistant.core.output.announcement import Announcement
from assistant.core.output.scene import Scene, face
from assistant.core.play.clockevents import noticed_gap
from assistant.messages import Announce, Hush, Leave, Output, Record
from assistant.outlets import Outlets
from assistant.ports import Keeper, Notice, Recognizer, Timer
from assistant.timed import timed

_LONGEST_WAIT = 1.0
"""Seconds between two looks at the machine's clocks, so that a sleep is noticed soon."""


class ClockRunner:
    def __init__(
        self,
        session: ClockSession,
        *,
        outlets: Outlets,
        keeper: Keeper,
        timer: Timer,
        time_of_day: Callable[[], int],
    ) -> None:
        self.session = session
        self._outlets = outlets
        self._keeper = keeper
        self._timer = timer
        self._time_of_day = time_of_day
        self._left = False

    def carry_out(self, outputs: list[Output]) -> None:
        """In order: what is recorded is safe before it is told.

        :raises JournalError: if a fact could not be made safe; nothing was said about it.
        """
        for output in outputs:
            match output:
                case Record(event):
                    self._keeper.keep(event)
                case Announce(what):
                    self.say(what)
                case Hush():
                    self._outlets.hush()
                case Leave():
                    self._left = True
        self._outlets.see(self._scene)

    def _scene(self) -> Scene:
        return Scene(clock=face(self.session.record.state, self._timer.now().monotonic_ms))

    def say(self, announcement: Announcement) -> None:
        self._outlets.tell(announcement)

    def run(self, recognizer: Recognizer) -> None:
        """Runs by the machine's time until the user leaves or no more keys come."""
        keys: queue.SimpleQueue[str | None] = queue.SimpleQueue()

        def listen() -> None:
            for key in recognizer.words():
                if not isinstance(key, Notice):
                    keys.put(key if isinstance(key, str) else key.text)
            keys.put(None)

        threading.Thread(target=listen, daemon=True).start()
        before = self._timer.now()
        while not self._left:
            news = self.session.next_news(before.monotonic_ms)
            wait = _LONGEST_WAIT if news is None else min(_LONGEST_WAIT, (news + 1) / 1000)
            try:
                key = keys.get(timeout=wait)
            except queue.Empty:
                key = "tick"
            after = self._timer.now()
            gap = noticed_gap(before, after)
            before = after
            if gap is not None:
                self.carry_out(self.session.slept(gap, self._time_of_day()))
            if key is None:
                return
            if key == "tick":
                self.carry_out(self.session.tick(after.monotonic_ms, self._time_of_day()))
            else:
                self._press(key, after.monotonic_ms)

    def replay(self, recognizer: Recognizer, set_time: Callable[[int], None]) -> None:
        """Runs by the times that the lines give: `@12.5 f` is a press after 12.5 seconds."""
        for line in recognizer.words():
            if isinstance(line, Notice):
                continue
            self._outlets.settle()
            ms, key = timed(line if isinstance(line, str) else line.text)
            if ms is not None:
                set_time(ms)
            self._press(key, self._timer.now().monotonic_ms)
            if self._left:
                return

    def leave(self) -> None:
        """The last thing: nothing of the time until now is lost."""
        self.carry_out(self.session.leave(self._timer.now().monotonic_ms, self._time_of_day()))

    def _press(self, key: str, now_ms: int) -> None:
        heard = self._outlets.heard(key)
        if heard is not None:
            self.carry_out(self.session.press(heard, now_ms, self._time_of_day()))

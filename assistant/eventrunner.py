"""The loop of a game at an event: a line comes in, facts go to disk, words go out.

Time comes from a clock that nobody can set, and is looked at every second while nobody speaks; a
script may bring its own: `@12.5 Eva vier` is said 12.5 seconds after the start.
"""

import queue
import sys
import threading
import time
from collections.abc import Iterator

import chess

from assistant.core.output.announcement import Announcement, tell
from assistant.core.output.scene import Scene, face
from assistant.core.play.clockevents import Reading, noticed_gap
from assistant.core.spoken.decision import Spoken
from assistant.errors import FileError
from assistant.messages import Announce, Heard, Hush, KeepSound, Leave, Output, Record, Seal
from assistant.outlets import Outlets
from assistant.ports import Envelope, Keeper, Notice, Recognizer, SoundKeeper, Timer, Words
from assistant.timed import timed
from assistant.tournament import Tournament

_SILENCE = 1.0
"""Seconds after which time is looked at though nobody has spoken."""


class GameTime:
    """Milliseconds of the game's own clock, and of the day."""

    def __init__(self, timer: Timer, start_ms: int) -> None:
        """`start_ms` is what the game's clock shows now."""
        self._timer = timer
        self._origin = timer.now().monotonic_ms - start_ms
        self._day = _day() - start_ms
        self._scripted: int | None = None

    def set(self, ms: int) -> None:
        """From now on time is what a script says."""
        self._scripted = ms

    @property
    def scripted(self) -> bool:
        return self._scripted is not None

    def reading(self) -> Reading:
        return self._timer.now()

    def ms(self) -> int:
        if self._scripted is not None:
            return self._scripted
        return self._timer.now().monotonic_ms - self._origin

    def at(self) -> int:
        return self._day + self._scripted if self._scripted is not None else _day()


def _day() -> int:
    return time.time_ns() // 1_000_000


class EventRunner:
    def __init__(
        self,
        tournament: Tournament,
        *,
        recognizer: Recognizer,
        outlets: Outlets,
        keeper: Keeper,
        envelope: Envelope,
        timer: GameTime,
        sounds: SoundKeeper | None = None,
    ) -> None:
        self.tournament = tournament
        self._sounds = sounds
        self._recognizer = recognizer
        self._outlets = outlets
        self._keeper = keeper
        self._envelope = envelope
        self._timer = timer
        self._left = False

    def run(self, *, resumed: bool) -> None:
        """Plays until somebody leaves or no more lines come.

        :raises JournalError: if a fact could not be made safe; nothing was said about it.
        """
        timer = self._timer
        self._carry_out(self.tournament.open(timer.at(), timer.ms(), resumed=resumed))
        before = timer.reading()
        self._recognizer.ready()
        for line in self._lines():
            if line is None:
                self._tick(before)
            elif isinstance(line, Notice):
                self._recognizer.interrupted()
                self.say(line.what)
            else:
                self._hear(line, before)
            if self._left:
                return
            before = timer.reading()
            if line is not None:
                self._recognizer.ready()

    def _lines(self) -> Iterator[Words | None]:
        """What is said; None for every second of silence, if a person is there to be silent."""
        if not self._recognizer.interactive:
            for said in self._recognizer.words():
                self._outlets.settle()
                yield said
            return
        lines: queue.SimpleQueue[Words | None] = queue.SimpleQueue()

        def listen() -> None:
            for line in self._recognizer.words():
                lines.put(line)
            lines.put(None)

        threading.Thread(target=listen, daemon=True).start()
        while True:
            try:
                line = lines.get(timeout=_SILENCE)
            except queue.Empty:
                yield None
                continue
            if line is None:
                return
            yield line

    def _tick(self, before: Reading) -> None:
        at, ms = self._timer.at(), self._timer.ms()
        if self._timer.scripted:
            return
        if gap := noticed_gap(before, self._timer.reading()):
            self._recognizer.interrupted()
            self._carry_out(self.tournament.slept(at, ms, gap.length_ms))
        outputs = self.tournament.tick(at, ms)
        if outputs:
            self._recognizer.interrupted()
        self._carry_out(outputs)
        if outputs:
            self._recognizer.ready()

    def _hear(self, line: str | Spoken, before: Reading) -> None:
        spoken = line if isinstance(line, Spoken) else None
        scripted, text = (None, line.text) if isinstance(line, Spoken) else timed(line)
        if scripted is not None:
            self._timer.set(scripted)
        at, ms = self._timer.at(), self._timer.ms()
        if not self._timer.scripted and (gap := noticed_gap(before, self._timer.reading())):
            self._carry_out(self.tournament.slept(at, ms, gap.length_ms))
        self._carry_out(self.tournament.tick(at, ms))
        words = self._outlets.heard(text) if text.strip() else None
        if words is not None:
            outputs = self.tournament.receive(Heard(words, at, ms, spoken))
            if spoken is not None and outputs:
                self._recognizer.interrupted()  # nobody has ended the line of the prompt
            self._carry_out(outputs)
        elif scripted is None and spoken is None and not text.strip():
            self._outlets.hush()  # Enter alone: the quickest way to silence

    def say(self, announcement: Announcement) -> None:
        self._outlets.tell(announcement)

    def _carry_out(self, outputs: list[Output]) -> None:
        facts = [output.event for output in outputs if isinstance(output, Record)]
        for output in outputs:
            if isinstance(output, Seal):
                self._envelope.seal(output.content)
        sounds = [output for output in outputs if isinstance(output, KeepSound)]
        kept = [sound.event for sound in sounds if self._keep_sound(sound)]
        if facts:
            self._keeper.keep(*facts)
        for event in kept:
            self._keeper.keep(event)
        for output in outputs:
            match output:
                case Announce(what):
                    self.say(what)
                case Hush():
                    self._outlets.hush()
                case Leave():
                    self._left = True
                    if self._recognizer.interactive:
                        self._outlets.hush()  # whoever goes does not want to listen
        if len(kept) < len(sounds) and self._sounds is not None:
            self.say(tell("sound_not_kept"))
        self._outlets.see(self._scene)

    def _keep_sound(self, sound: KeepSound) -> bool:
        """Whether a sound is safe; one that cannot be saved never stops a game."""
        if self._sounds is None:
            return False
        try:
            self._sounds.keep(sound.event.file, sound.pcm)
        except FileError as error:
            print(error, file=sys.stderr)
            return False
        return True

    def _scene(self) -> Scene:
        contest = self.tournament.contest
        white, black = contest.blind(chess.WHITE), contest.blind(chess.BLACK)
        player = None if white == black else white
        return Scene(contest.board, player, face(contest.clock, self._timer.ms()))

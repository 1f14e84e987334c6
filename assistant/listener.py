"""A microphone as a source of words: its sound is cut into utterances, and each is made out.

Laws of this module:
- while the program speaks, only the command to stop is let through;
- an utterance is made out in the position that the session is in when it ends;
- a recording waits until words are awaited, so that each of its announcements meets its own
  position; the sound of a real microphone does not wait;
- of two microphones that hear the same voice only the one that hears it louder counts.
"""

import threading
import time
from collections.abc import Iterator, Sequence

import chess

from assistant.core.output.announcement import Announcement, Urgency, tell
from assistant.core.output.scene import Scene
from assistant.core.spoken.command import Command
from assistant.core.spoken.decision import Spoken
from assistant.core.spoken.endpoint import (
    BLOCK,
    Begun,
    Boundary,
    Dropped,
    Ended,
    Endpointer,
    Going,
    Rules,
    level,
)
from assistant.core.spoken.evidence import Ear
from assistant.core.spoken.utterance import understand
from assistant.crosstalk import Crosstalk
from assistant.errors import DeviceError
from assistant.ports import (
    Decoder,
    Frame,
    Microphone,
    Notice,
    Pause,
    Plugged,
    Recognizer,
    Sound,
    Unplugged,
    Words,
)
from assistant.relay import Relay

_ECHO = 0.3
"""Seconds for which the room still carries our own voice."""
_STOP = "stop"
"""The command that is heard even while we speak."""
_BREATH = 10
"""Soft blocks behind which somebody else may have begun to speak."""


class Listener:
    """A recogniser that also is an outlet: it is shown the position in which moves are said."""

    def __init__(
        self,
        microphone: Microphone,
        decoder: Decoder,
        ear: Ear,
        *,
        speaker: chess.Color | None = None,
        push: bool = False,
        rules: Rules | None = None,
        room: Crosstalk | None = None,
    ) -> None:
        """`speaker` is who speaks into this microphone; `push`: it is closed until `talk`; `room`
        is shared with the other microphones beside the board.
        """
        # A recording runs by no clock: what it brings and what is said now do not meet.
        self._room = Crosstalk() if room is None or microphone.waits else room
        self._number = self._room.join()
        self.interactive = microphone.live
        self._microphone = microphone
        self._decoder = decoder
        self._ear = ear
        self._speaker = speaker
        self.push = push and not microphone.waits
        """Closed until `talk`; nobody could press a key at the right moment of a recording."""
        self._rules = rules
        self._endpointer = Endpointer(rules)
        self.board = chess.Board()
        """The position in which moves are said."""
        self._attended: chess.Board | None = None
        self._ready = threading.Event()
        self._talk = threading.Event()
        self._quiet_at = 0.0
        """When our own voice has died away; infinite while we speak."""
        self._disturbed = False
        """Our own voice was heard during this utterance."""
        self._since = 0.0
        """When this utterance began, or went on after its last pause."""
        self._begun = 0.0
        """When this utterance began."""
        self._soft = 0
        """Soft blocks in a row."""
        self._turned = False
        """Somebody else speaks than in the utterance that goes on."""
        self._paused = 0
        """Bytes of the utterance up to the end of its last pause."""
        self._own: int | None = None
        """Bytes of it before somebody else began."""
        self._sound = bytearray()
        self._begin = 0
        self._lost = False

    # As a recogniser

    def words(self) -> Iterator[Words]:
        for sound in self._microphone.sounds():
            yield from self._hear(sound)
        for boundary in self._endpointer.finish():
            yield from self._bound(boundary)

    def ready(self) -> None:
        self._ready.set()

    def interrupted(self) -> None:
        """A microphone shows no prompt."""

    def close(self) -> None:
        """May be called from any thread, and twice."""
        self._microphone.close()
        self._ready.set()

    def talk(self) -> bool:
        """The key of push-to-talk: pressed to speak, and again when it was said. True: speak."""
        if self._talk.is_set():
            self._talk.clear()
            return False
        self._talk.set()
        return True

    # As an outlet

    def tell(self, announcement: Announcement, line: str) -> None:
        """What is announced is not listened to."""

    def see(self, scene: Scene) -> None:
        if scene.board is not None:
            self.board = scene.board

    def hush(self) -> None:
        """It makes no noise."""

    def speaking(self, now: bool) -> None:
        """Our own voice begins, or has ended; from any thread."""
        self._quiet_at = float("inf") if now else time.monotonic() + _ECHO

    # Sound

    def _hear(self, sound: Sound) -> Iterator[Words]:
        try:
            yield from self._heard(sound)
        except DeviceError:  # the recogniser has failed at this utterance; the next may do
            self._endpointer = Endpointer(self._rules)
            yield Notice(tell("heard_badly"))

    def _heard(self, sound: Sound) -> Iterator[Words]:
        match sound:
            case Frame():
                yield from self._frame(sound.pcm)
            case Pause():
                for boundary in self._endpointer.finish():
                    yield from self._bound(boundary)
                self._endpointer = Endpointer(self._rules)
            case Unplugged():
                self._endpointer = Endpointer(self._rules)
                self._talk.clear()
                if not self._lost:
                    self._lost = True
                    yield Notice(tell("microphone_lost", Urgency.ALARM))
            case Plugged() if self._lost:
                self._lost = False
                yield Notice(tell("microphone_back"))
            case Notice():
                yield sound

    def _frame(self, pcm: bytes) -> Iterator[Words]:
        ear, quiet = self._endpointer, time.monotonic() >= self._quiet_at
        boundaries: list[Boundary] = []
        if self.push:
            if self._talk.is_set() and (quiet or ear.open):
                boundaries = ear.hold() + ear.hear(pcm)
            elif not self._talk.is_set():
                boundaries = ear.finish()
        else:
            if (self._disturbed and quiet) or self._turned:
                # Our voice has ended, or one player's: what comes now is another utterance,
                # perhaps the answer.
                boundaries = ear.finish()
            boundaries += ear.hear(pcm)
        for boundary in boundaries:
            yield from self._bound(boundary)

    def _bound(self, boundary: Boundary) -> Iterator[Words]:
        match boundary:
            case Begun(at, pcm):
                if self._microphone.waits:
                    self._ready.wait()
                self._begin = at
                self._disturbed = self._turned = False
                self._own = None
                self._begun = self._since = time.monotonic()
                self._soft = 0
                self._room.hear(self._number, self._begun, level(pcm[-2 * BLOCK :]))
                self._start()
                self._take(pcm)
            case Going(pcm, loud):
                self._turn(pcm, loud=loud)
                self._take(pcm)
            case Ended(at):
                self._talk.clear()
                yield from self._made_out(at)
            case Dropped():
                self._disturbed = self._turned = False

    def _turn(self, pcm: bytes, *, loud: bool) -> None:
        """Notices where one player ends and the other begins, sooner than the pause would tell."""
        now = time.monotonic()
        if not loud:
            self._soft += 1
            if self._soft == _BREATH and not self._room.wins(self._number, self._since):
                self._turned = True
            return
        if self._soft >= _BREATH:
            self._since, self._paused = now, len(self._sound)
        self._soft = 0
        self._room.hear(self._number, now, level(pcm))
        if self._since != self._begun and not self._room.wins(self._number, self._since):
            self._turned, self._own = True, self._own or self._paused

    def _start(self) -> None:
        self._sound.clear()
        board = self.board
        if self._attended == board:
            self._decoder.reset()
        else:
            self._decoder.attend(board)
            self._attended = board

    def _take(self, pcm: bytes) -> None:
        now = time.monotonic()
        if now < self._quiet_at:
            self._disturbed = True
        self._sound += pcm
        self._decoder.accept(pcm)

    def _made_out(self, end: int) -> Iterator[Words]:
        disturbed, self._disturbed = self._disturbed and not self.push, False
        self._turned = False
        if not self._room.wins(self._number, self._begun):
            return
        if self._attended != self.board or self._own is not None:
            # A move was made while this one was said, or another voice was heard at its end.
            whole = bytes(self._sound[: self._own])
            self._start()
            self._take(whole)
        hearing = self._decoder.finish()
        trimmed = bytes(self._sound[: 2 * (end - self._begin)])
        spoken = Spoken(hearing, self._ear, self._speaker, trimmed)
        if disturbed and not self._stops(spoken):
            return
        if self._microphone.waits:
            self._ready.clear()
        # A wrong stop costs nothing but a word: it needs no further evidence.
        yield spoken.text if disturbed else spoken

    def _stops(self, spoken: Spoken) -> bool:
        said = understand(spoken.text, self._ear.lexicon)
        return isinstance(said, Command) and said.name == _STOP


class TalkKey(Relay):
    """A keyboard whose empty line is the key of push-to-talk.

    When somebody at a terminal ends his input, he leaves: the microphones are closed with it.
    """

    def __init__(
        self, keyboard: Recognizer, listeners: Sequence[Listener], *, push: bool = False
    ) -> None:
        super().__init__(keyboard)
        self._listeners = listeners
        self._push = push and any(listener.push for listener in listeners)

    def words(self) -> Iterator[Words]:
        for words in super().words():
            if self._push and isinstance(words, str) and not words.strip():
                pressed = [one.talk() for one in self._listeners if one.push]
                if any(pressed):
                    yield Notice(tell("talk_on", Urgency.CHATTER))
            else:
                yield words
        if self.interactive:
            for listener in self._listeners:
                listener.close()

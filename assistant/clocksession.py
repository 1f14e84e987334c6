"""The conversation with a clock that stands alone, without I/O: keys come in, outputs go out.

Laws of this module:
- what happens to the clock is recorded before anything is said about it;
- time and moves are told when asked, a fallen flag as soon as it is noticed;
- the keys are the same in every language; f and j can be felt on a keyboard.
"""

import re
from collections.abc import Iterator

import chess

from assistant.core.output import clocktold
from assistant.core.output.announcement import Announcement, Colour, Urgency, tell
from assistant.core.output.durations import control, duration
from assistant.core.play import clock, clockrecord
from assistant.core.play.alarms import NO_ALARMS, Alarms
from assistant.core.play.clock import FlagFall, Phase
from assistant.core.play.clockevents import (
    ClockEvent,
    FlagNoticed,
    MovesSet,
    Paused,
    Pressed,
    Refused,
    Resumed,
    Started,
    Stopped,
    Suspended,
    TimeAdded,
    TimeSet,
)
from assistant.core.play.clockrecord import Record as ClockRecord
from assistant.core.play.events import PressTakenBack
from assistant.core.play.rate import Classification
from assistant.core.spoken.command import Command, Side
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.utterance import understand
from assistant.messages import Announce, Hush, Leave, Output, Record

_ADJUSTMENT = re.compile(
    r"e\s+(?P<side>[wb])\s+(?:moves\s+(?P<moves>\d{1,4})"
    r"|(?P<sign>[+-]?)(?P<parts>\d{1,4}(?::\d{1,2}){0,2}))"
)
_ADJUSTING = re.compile(r"e(\s.*)?")
_TIMES = {chess.WHITE: "w", chess.BLACK: "b"}
_QUESTIONS = ("w", "b", "t", "m", "c", "d")
_WORDS = {
    "time": "t",
    "move_number": "m",
    "to_control": "c",
    "hands": "d",
    "help": "h",
    "leave": "q",
    "press": "",
    "start_clock": "",
    "halt": "s",
    "go_on": "r",
    "take_back": "u",
    "stop": "x",
    "repeat": "a",
}
"""Words that stand for a key, by the names of their commands."""


class ClockSession:
    """One clock. `record` is always the replay of what was recorded."""

    def __init__(
        self, record: ClockRecord, lexicon: Lexicon | None = None, alarms: Alarms = NO_ALARMS
    ) -> None:
        """With a lexicon, words are understood as well as keys."""
        self.record = record
        self._lexicon = lexicon
        self._alarms = alarms
        self._flags_told: tuple[FlagFall, ...] = ()
        self._said: list[Announcement] = []
        """What was told last."""
        self._question: str | None = None
        """The key of the question that this answered; repeated, it is answered anew."""
        self._answering: str | None = None

    def open(self, rate: Classification, *, resumed: bool, at: int) -> list[Output]:
        """The first words: the time control, what it makes of the game, and how to begin."""
        return self._noted(list(self._open(rate, resumed=resumed, at=at)))

    def press(self, key: str, now_ms: int, at: int) -> list[Output]:
        """What follows from a key, or from a line that begins with one."""
        news = self.tick(now_ms, at)
        told = self._noted(list(self._pressed(key, now_ms, at)))
        return [*news, *told, *self.tick(now_ms, at)]

    def tick(self, now_ms: int, at: int) -> list[Output]:
        """What follows from time alone: flags that have fallen since, alarms."""
        return self._noted([*self._flags(now_ms, at), *self._warnings(now_ms)])

    def leave(self, now_ms: int, at: int) -> list[Output]:
        """The user goes; a clock that runs is halted, and the time until now is charged."""
        if self.record.state.phase is not Phase.RUNNING:
            return []
        return list(self._happened(Paused(now_ms), at, tell("clock_paused")))

    def slept(self, gap: Suspended, at: int) -> list[Output]:
        """The machine was suspended; the clock was not running then."""
        told = tell("clock_slept", Urgency.ALARM, time=duration(gap.length_ms))
        return self._noted(list(self._happened(gap, at, told)))

    def next_news(self, now_ms: int) -> int | None:
        """Milliseconds until a flag can fall or an alarm is due, if nothing happens before."""
        state = self.record.state
        if state.phase is not Phase.RUNNING or self._down(state.turn, now_ms):
            return None
        side = clock.settled(state, now_ms).side(state.turn)
        alarm = self._alarms.next_ms(state, now_ms)
        flag = side.main_ms + side.free_ms
        return flag if alarm is None else min(flag, alarm)

    def _noted(self, outputs: list[Output]) -> list[Output]:
        """Remembers what is told now, for who wants to hear it again."""
        if told := [output.what for output in outputs if isinstance(output, Announce)]:
            self._said, self._question = told, self._answering
        self._answering = None
        return outputs

    def _again(self, now: int, at: int) -> Iterator[Output]:
        if self._question is not None:
            yield from self._asked(self._question, now, at)
        else:
            yield from map(Announce, self._said or [tell("nothing_to_repeat")])

    def _open(self, rate: Classification, *, resumed: bool, at: int) -> Iterator[Output]:
        state = self.record.state
        yield Announce(tell("control_is", control=control(state.control)))
        edition = self.record.set.edition
        yield Announce(tell(f"rate_{rate.rate.value}", edition=edition, article=rate.article))
        if not resumed:
            yield Announce(tell("clock_ready"))
            return
        if state.phase is Phase.RUNNING:
            # Nobody knows what happened since the last entry: nothing of it is charged.
            yield from self._happened(Paused(state.since_ms), at, None)
        self._flags_told = clock.fallen(self.record.state, state.since_ms)
        for side in (chess.WHITE, chess.BLACK):
            yield self._time(side, self.record.state.since_ms)
        yield Announce(tell("clock_stood_still", Urgency.ALARM))

    def _happened(
        self, happened: ClockEvent, at: int, told: Announcement | None
    ) -> Iterator[Output]:
        following = clockrecord.after(self.record, happened)
        if isinstance(following, Refused):
            yield Announce(tell(f"clock_refused_{following.why.value}"))
            return
        self.record = following
        yield Record(clockrecord.written(happened, at))
        if told is not None:
            yield Announce(told)

    def _pressed(self, key: str, now: int, at: int) -> Iterator[Output]:
        state = self.record.state
        key = key.strip().casefold()
        match key:
            case "" if state.phase is Phase.READY:
                runs = tell("clock_runs", side=Colour(chess.WHITE))
                yield from self._happened(Started(now), at, runs)
            case "f" | "j" if state.phase is Phase.READY:
                # As on a real clock: who presses first starts the other side's time.
                other = key == "j"
                runs = tell("clock_runs", side=Colour(other))
                yield from self._happened(Started(now, other), at, runs)
            case "" | "f" | "j":
                side = state.turn if not key else key == "f"
                runs = tell("clock_runs", Urgency.CHATTER, side=Colour(not side))
                yield from self._happened(Pressed(now, side), at, runs)
            case "p" if state.phase is Phase.RUNNING:
                yield from self._happened(Paused(now), at, tell("clock_paused"))
            case "p" | "r":
                goes_on = tell("clock_goes_on", side=Colour(state.turn))
                yield from self._happened(Resumed(now, by_arbiter=key == "r"), at, goes_on)
            case "s":
                yield from self._happened(Stopped(now), at, tell("clock_stopped", Urgency.ALARM))
            case "u":
                yield from self._take_back(at)
            case "q":
                yield Leave()
            case "x":
                yield Hush()
            case "a":
                yield from self._again(now, at)
            case _:
                yield from self._asked(key, now, at)

    def _asked(self, key: str, now: int, at: int) -> Iterator[Output]:
        turn = self.record.state.turn
        if key in _QUESTIONS:
            self._answering = key
        match key:
            case "w" | "b":
                yield self._time(key == "w", now)
            case "t":
                yield self._time(turn, now)
                yield self._time(not turn, now)
            case "m":
                for side in (turn, not turn):
                    moves = self.record.state.side(side).moves
                    yield Announce(tell("clock_moves", side=Colour(side), count=moves))
            case "c":
                for side in (turn, not turn):
                    yield Announce(clocktold.to_control(self.record.state, side))
            case "d":
                for side in (turn, not turn):
                    yield from map(Announce, clocktold.hands(self.record.state, side, now))
            case "h" | "?":
                for part in ("press", "ask", "arbiter", "quiet"):
                    yield Announce(tell(f"clock_help_{part}"))
            case _ if _ADJUSTING.fullmatch(key):
                yield from self._adjust(key, now, at)
            case _ if (meant := self._meant(key)) is not None:
                yield from self._pressed(meant, now, at)
            case _:
                yield Announce(tell("clock_unknown_key", words=key[:20]))

    def _meant(self, words: str) -> str | None:
        """The key that the words stand for."""
        said = understand(words, self._lexicon) if self._lexicon else None
        if not isinstance(said, Command):
            return None
        turn = self.record.state.turn
        sides = {Side.WHITE: chess.WHITE, Side.BLACK: chess.BLACK, Side.THEIRS: not turn}
        match said.name, said.side:
            case ("own_time", _) | ("their_time", _):
                return _TIMES[turn if said.name == "own_time" else not turn]
            case "time", Side() as side:
                return _TIMES[sides.get(side, turn)]
        return _WORDS.get(said.name)

    def _time(self, side: chess.Color, now: int) -> Announce:
        left = clocktold.left(self.record.state, side, now)
        return Announce(tell("clock_time", side=Colour(side), time=left))

    def _take_back(self, at: int) -> Iterator[Output]:
        before = clockrecord.without_last_press(self.record)
        if before is None:
            yield Announce(tell("clock_nothing_to_undo"))
            return
        self.record = before
        yield Record(PressTakenBack(at=at))
        yield Announce(tell("clock_undone", side=Colour(before.state.turn)))

    def _adjust(self, key: str, now: int, at: int) -> Iterator[Output]:
        found = _ADJUSTMENT.fullmatch(key)
        if found is None:
            yield Announce(tell("clock_adjust_how"))
            return
        side = found["side"] == "w"
        if found["moves"]:
            moves = int(found["moves"])
            told = tell("clock_moves_set", side=Colour(side), count=moves)
            yield from self._happened(MovesSet(now, side, moves), at, told)
            return
        time = _milliseconds(found["parts"])
        left = clock.remaining(self.record.state, side, now)
        event: ClockEvent = TimeSet(now, side, time)
        if sign := found["sign"]:
            by = time if sign == "+" else -time
            event, time = TimeAdded(now, side, by), left + by
        told = tell("clock_time_set", side=Colour(side), time=duration(max(0, time)))
        yield from self._happened(event, at, told)

    def _flags(self, now: int, at: int) -> Iterator[Output]:
        fallen = clock.fallen(self.record.state, now)
        for flag in fallen:
            if flag in self._flags_told:
                continue
            told = tell(
                "clock_flag",
                Urgency.ALARM,
                side=Colour(flag.colour),
                number=flag.period + 1,
                count=flag.moves,
            )
            yield from self._happened(FlagNoticed(now, flag.colour), at, told)
            if len({one.colour for one in fallen}) == 2:
                yield Announce(tell("clock_flags", Urgency.ALARM, side=Colour(fallen[0].colour)))
        self._flags_told = fallen

    def _warnings(self, now: int) -> Iterator[Output]:
        self._alarms, news = self._alarms.look(self.record.state, now)
        for side, threshold in news:
            yield Announce(clocktold.alarm(side, threshold))

    def _down(self, side: chess.Color, now: int) -> bool:
        return any(flag.colour == side for flag in clock.fallen(self.record.state, now))


def _milliseconds(parts: str) -> int:
    """Minutes and seconds, or hours, minutes and seconds; a single number is minutes."""
    figures = [int(part) for part in parts.split(":")]
    if len(figures) == 1:
        figures.append(0)
    total = 0
    for figure in figures:
        total = 60 * total + figure
    return 1000 * total

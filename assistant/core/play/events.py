"""What happened in a game: facts in the past tense, each with its time.

Times are milliseconds since the epoch. A game's state is the replay of its events; nothing else
is kept. A new kind of event is one more class in `KINDS`; the journal needs no other change.
"""

from dataclasses import dataclass

import chess


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    at: int
    ms: int = 0
    """The same moment on the game's own clock, which never stops nor is set; 0 without one."""
    more: int = 0
    """How many facts of the same moment follow; all of them hold, or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Event):
    fen: str
    chess960: bool = False
    chess960_number: int | None = None
    player: bool = chess.WHITE
    """The side of the person; the program plays the other."""
    opponent: str = ""
    level: int | None = None
    elo: int | None = None
    language: str = "de"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResumed(Event):
    """The game goes on after a break; the time in between belongs to nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentChanged(Event):
    opponent: str
    level: int | None = None
    elo: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePlayed(Event):
    side: bool
    move: str
    """UCI; castling as king to rook in Chess960."""
    clock_ms: int | None = None
    """What the mover's clock showed after the move; None without a clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesTakenBack(Event):
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(Event):
    side: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclined(Event):
    side: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Event):
    result: str
    """`1-0`, `0-1`, `1/2-1/2`, or `*` for a game that is annulled."""
    reason: str
    """A key of the phrases that begin with `reason_`."""
    article: str = ""
    """Of the edition by which a game at an event is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet(Event):
    """A clock was set, for a game that is played elsewhere."""

    control: str
    """The time control as `timecontrol` writes it."""
    edition: str
    language: str = "de"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRan(Event):
    """Something happened to the clock; `clockrecord` knows what."""

    what: str
    """The name of a class in `clockevents`."""
    at_ms: int
    """The moment by the clock that never stops; `at` is only the time of day."""
    colour: bool | None = None
    figure: int | None = None
    by_arbiter: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PressTakenBack(Event):
    """The last press was a mistake: all is as if it had not been."""


KINDS: dict[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        GameStarted,
        GameResumed,
        OpponentChanged,
        MovePlayed,
        MovesTakenBack,
        DrawOffered,
        DrawDeclined,
        GameEnded,
        ClockSet,
        ClockRan,
        PressTakenBack,
    )
}

"""What happened in a game at an event, besides what `events` has for every game.

`ms` is the moment on the game's clock; by it a replay gives every player the same milliseconds.
"""

from dataclasses import dataclass
from typing import Any

from assistant.core.play.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestStarted(Event):
    regulations: dict[str, Any]
    """The event file, with every default filled in."""
    fen: str
    chess960: bool = False
    chess960_number: int | None = None

    @property
    def language(self) -> str | None:
        """In which the game is played."""
        speech = self.regulations.get("speech")
        return speech.get("language") if isinstance(speech, dict) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestResumed(Event):
    """The program goes on after a break. The clocks stand since the fact before it."""


# The turn (D.2.1 to D.2.4)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfTurn(Event):
    side: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAnnounced(OfTurn):
    move: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementWithdrawn(OfTurn):
    """A slip of the tongue was taken back before the opponent's clock was started (D.2.8)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRepeated(OfTurn):
    """By the opponent, as it was announced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepetitionDiffered(OfTurn):
    move: str | None = None
    """What the opponent said instead; None if it was no possible move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceTouched(OfTurn):
    square: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CapturedPieceRemoved(OfTurn):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecePlaced(OfTurn):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherBoardSet(OfTurn):
    """The move was made on the opponent's board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherBoardDiffered(Event):
    """What was reported from the other board is not the move of this record."""

    side: bool
    """Whose move it was."""
    ply: int
    """The half-move, counted from 1."""
    move: str | None = None
    """As UCI; None if what was reported cannot be played here."""


# The clock


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStarted(Event):
    side: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStopped(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeAdded(Event):
    side: bool
    by_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSet(Event):
    side: bool
    to_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineSlept(Event):
    length_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagCalled(Event):
    by: str
    """`arbiter` or `player`."""
    result: str
    reason: str
    article: str


# The sound record (D.2.7)


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundKept(Event):
    """The sound of an announcement or of its repetition is on disk."""

    side: bool
    """Who spoke."""
    what: str
    """`announced` or `repeated`."""
    number: int
    """Of the move, as on a scoresheet."""
    mover: bool
    """Whose move it was about."""
    move: str | None
    """What it became; None if it was no possible move."""
    file: str
    """Its name within the folder of this game's sounds."""
    sha256: str
    """Of the samples: 16 kHz, mono, 16-bit little-endian."""
    length_ms: int


# Rulings


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawClaimed(Event):
    side: bool
    ground: str
    """A key of the phrases that begin with `reason_`."""
    move: str | None = None
    right: bool = False
    article: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OffenceCounted(Event):
    """A completed illegal move, or what the edition treats as one."""

    side: bool
    offence: str
    article: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityNoted(Event):
    kind: str
    side: bool | None = None
    article: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionRestored(Event):
    """The last half-moves do not count; the clock is with the side to move again."""

    count: int
    article: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyImposed(Event):
    side: bool
    kind: str
    article: str


# Adjournment


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjournmentOrdered(Event):
    side: bool
    """Who has to seal a move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSealed(Event):
    side: bool
    commitment: str
    """The envelope's content can be checked against it; the move cannot be read from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeOpened(Event):
    side: bool
    written: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeLost(Event):
    side: bool


KINDS: dict[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        ContestStarted,
        ContestResumed,
        MoveAnnounced,
        AnnouncementWithdrawn,
        MoveRepeated,
        RepetitionDiffered,
        PieceTouched,
        CapturedPieceRemoved,
        PiecePlaced,
        OtherBoardSet,
        OtherBoardDiffered,
        ClockStarted,
        ClockStopped,
        ClockResumed,
        TimeAdded,
        TimeSet,
        MachineSlept,
        FlagCalled,
        SoundKept,
        DrawClaimed,
        OffenceCounted,
        IrregularityNoted,
        PositionRestored,
        PenaltyImposed,
        AdjournmentOrdered,
        MoveSealed,
        EnvelopeOpened,
        EnvelopeLost,
    )
}

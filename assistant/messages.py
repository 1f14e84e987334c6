"""What goes into a conversation and what comes out of it."""

from dataclasses import dataclass

import chess

from assistant.core.output.announcement import Announcement
from assistant.core.play.contestevents import SoundKept
from assistant.core.play.events import Event
from assistant.core.play.game import Game
from assistant.core.spoken.decision import Spoken


@dataclass(frozen=True, slots=True)
class Heard:
    text: str
    at: int
    ms: int = 0
    """The same moment on the game's own clock, in a game at an event."""
    spoken: Spoken | None = None
    """If it was heard and not typed: the evidence, from which `text` is only the likeliest."""


@dataclass(frozen=True, slots=True)
class Replied:
    """The opponent has chosen; `ply` tells for which position it was asked."""

    move: chess.Move
    offers_draw: bool
    ply: int
    at: int


@dataclass(frozen=True, slots=True)
class DrawAnswered:
    accepted: bool
    ply: int
    at: int


@dataclass(frozen=True, slots=True)
class OpponentLost:
    """The opponent can no longer play; another takes its place."""

    substitute: str
    level: int | None
    at: int


Input = Heard | Replied | DrawAnswered | OpponentLost


@dataclass(frozen=True, slots=True)
class Record:
    event: Event


@dataclass(frozen=True, slots=True)
class Announce:
    what: Announcement


@dataclass(frozen=True, slots=True)
class Hush:
    """Whatever is being said stops at once."""


@dataclass(frozen=True, slots=True)
class AskMove:
    """The opponent is to choose a move in `game`."""

    game: Game


@dataclass(frozen=True, slots=True)
class AskDraw:
    """The opponent is to accept a draw or not."""

    game: Game


@dataclass(frozen=True, slots=True)
class KeepSound:
    """The sound of an announcement, to be made safe before the journal speaks of it."""

    event: SoundKept
    pcm: bytes


@dataclass(frozen=True, slots=True)
class Seal:
    """The content of an envelope, to be made safe before the journal speaks of it."""

    content: str


@dataclass(frozen=True, slots=True)
class Leave:
    """The player goes; the game stays as it is."""


Output = Record | Announce | Hush | AskMove | AskDraw | KeepSound | Seal | Leave

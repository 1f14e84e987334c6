"""The scoresheet of a game: headers, plies and result, before any form is chosen.

Guarantees: the plies are legal from the start position that the headers give; a draw offer stands
on a move of the player who made it; nothing of the record depends on a language.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import chess

from assistant.core.output.announcement import Argument, Colour, Phrase
from assistant.core.output.phrases import PHRASES
from assistant.core.play import contestevents as happened
from assistant.core.play.contest import begin
from assistant.core.play.events import (
    DrawOffered,
    Event,
    GameEnded,
    GameStarted,
    MovePlayed,
    MovesTakenBack,
    OpponentChanged,
)
from assistant.core.record import headers
from assistant.core.record.headers import UNFINISHED
from assistant.errors import JournalError


@dataclass(frozen=True, slots=True)
class Ply:
    number: int
    """Of the move, as sheets count: White's and Black's share it."""
    colour: chess.Color
    move: chess.Move
    san: str
    """With English letters, as PGN wants it."""
    clock_ms: int | None = None
    """What the mover's clock showed after the move."""
    draw_offered: bool = False
    """The mover offered a draw with it, written (=)."""
    en_passant: bool = False
    comments: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    headers: Mapping[str, str]
    """Tags of PGN by their names; a start position of its own stands under `FEN`."""
    plies: tuple[Ply, ...] = ()
    result: str = UNFINISHED
    comments: tuple[Phrase, ...] = ()
    """What belongs to no move, because none was made."""


def sheet_of(events: Iterable[Event], player: str = "?") -> Sheet:
    """The sheet that these events make; kinds of events that a sheet does not show are passed over.

    :raises JournalError: if there is no game, or a move cannot be played in it.
    """
    writer: _Writer | None = None
    for event in events:
        if isinstance(event, GameStarted):
            started = event
            writer = _Writer.begin(event.fen, event.chess960, headers.of_practice(event, player))
            continue
        if isinstance(event, happened.ContestStarted):
            told = headers.of_event(begin(event).regulations, event.at)
            writer = _Writer.begin(event.fen, event.chess960, told)
            continue
        if writer is None:
            raise JournalError("The journal does not begin with the start of a game.")
        match event:
            case MovePlayed():
                writer.move(event)
            case MovesTakenBack():
                writer.take_back(event.count)
            case DrawOffered():
                writer.offer(event.side)
            case OpponentChanged():
                writer.headers |= headers.of_opponent(started, event)
            case GameEnded():
                writer.result = event.result
                writer.remark(ending(event))
            case happened.PositionRestored() if event.count:
                writer.take_back(event.count)
            case _ if remark := irregular(event):
                writer.remark(remark)
    if writer is None:
        raise JournalError("The journal is empty: there is no game in it. Name another file.")
    return writer.sheet()


def ending(event: GameEnded) -> Phrase:
    """How a game ended, as one phrase."""
    key = {"1-0": "white_wins", "0-1": "black_wins", "*": "annulled"}.get(event.result, "drawn")
    reason = f"reason_{event.reason}"
    told: Argument = Phrase(reason) if reason in PHRASES else event.reason.replace("_", " ")
    return Phrase(key, {"reason": told})


def irregular(event: Event) -> Phrase | None:
    """What a sheet notes of a claim, an offence, a penalty or another irregularity."""
    match event:
        case happened.DrawClaimed(side=side, ground=ground, right=False):
            reason = _known(f"reason_{ground}")
            return Phrase("claim_wrong", {"side": Colour(side), "reason": reason})
        case happened.OffenceCounted(side=side, offence=offence):
            what = _known(f"offence_{offence}")
        case happened.PenaltyImposed(side=side, kind=kind):
            what = _known(f"penalty_{kind}")
        case happened.IrregularityNoted(side=bool(side), kind=kind):
            what = _known(f"irregular_{kind}")
        case happened.IrregularityNoted(kind=kind):
            return _known(f"irregular_{kind}")
        case _:
            return None
    return Phrase("irregular", {"side": Colour(side), "what": what})


def _known(key: str) -> Phrase:
    """The phrase of a key that comes from a journal, or the bare word where there is none."""
    if key in PHRASES:
        return Phrase(key)
    return Phrase("journal_fact", {"name": key.replace("_", " ")})


@dataclass
class _Writer:
    """Keeps the score move by move."""

    board: chess.Board
    headers: dict[str, str]
    result: str = UNFINISHED
    plies: list[Ply] = field(default_factory=list)
    comments: list[Phrase] = field(default_factory=list)
    offered: chess.Color | None = None
    """Who offered a draw while thinking: it is written on his next move."""

    @classmethod
    def begin(cls, fen: str, chess960: bool, told: dict[str, str]) -> "_Writer":
        try:
            board = chess.Board(fen, chess960=chess960)
        except ValueError:
            raise JournalError(f"The game's start position cannot be read: {fen!r}.") from None
        return cls(board, told | headers.of_position(board))

    def move(self, event: MovePlayed) -> None:
        try:
            move = self.board.parse_uci(event.move)
        except ValueError:
            move = chess.Move.null()
        if not move or event.side != self.board.turn:
            raise JournalError(f"The move {event.move} cannot be played in this game.")
        number, en_passant = self.board.fullmove_number, self.board.is_en_passant(move)
        ply = Ply(
            number,
            event.side,
            move,
            self.board.san_and_push(move),
            clock_ms=getattr(event, "clock_ms", None),
            draw_offered=self.offered == event.side,
            en_passant=en_passant,
        )
        self.offered = None
        self.plies.append(ply)

    def take_back(self, count: int) -> None:
        if not 0 < count <= len(self.plies):
            raise JournalError(f"{count} moves cannot be taken back in this game.")
        self.offered = None
        for _ in range(count):
            self.plies.pop()
            self.board.pop()

    def offer(self, side: chess.Color) -> None:
        """An offer belongs to the move just made (9.1.2.1), or else to the next one."""
        if self.plies and self.plies[-1].colour == side:
            self.plies[-1] = replace(self.plies[-1], draw_offered=True)
        else:
            self.offered = side

    def remark(self, comment: Phrase) -> None:
        """Notes something about the last move."""
        if self.plies:
            last = self.plies[-1]
            self.plies[-1] = replace(last, comments=(*last.comments, comment))
        else:
            self.comments.append(comment)

    def sheet(self) -> Sheet:
        if self.offered is not None:
            # No move followed the offer: it is written on the last one of that player.
            for place in range(len(self.plies) - 1, -1, -1):
                if self.plies[place].colour == self.offered:
                    self.plies[place] = replace(self.plies[place], draw_offered=True)
                    break
        told = self.headers | {"Result": self.result}
        return Sheet(told, tuple(self.plies), self.result, tuple(self.comments))

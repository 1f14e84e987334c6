"""The facts of a game at an event, each as one phrase; for whoever reads its journal."""

import chess

from assistant.core.output.announcement import Argument, Colour, Phrase, Place
from assistant.core.output.durations import control, duration
from assistant.core.output.moves import told
from assistant.core.play import contestevents as happened
from assistant.core.play.contest import begin
from assistant.core.play.events import Event
from assistant.errors import JournalError

_OF_A_SIDE = {
    happened.AnnouncementWithdrawn: "withdrawn",
    happened.MoveRepeated: "journal_repeated",
    happened.RepetitionDiffered: "journal_differed",
    happened.CapturedPieceRemoved: "journal_removed",
    happened.PiecePlaced: "journal_placed",
    happened.OtherBoardSet: "journal_other_board",
    happened.ClockStarted: "clock_started",
    happened.AdjournmentOrdered: "seal_now",
    happened.MoveSealed: "journal_sealed",
    happened.EnvelopeLost: "envelope_lost",
}
_ALONE = {
    happened.ContestResumed: "journal_resumed",
    happened.ClockStopped: "clocks_stopped",
    happened.ClockResumed: "journal_clock_resumed",
}


def of_event(event: Event, board: chess.Board) -> Phrase | None:
    """What a fact tells in the position before it; None if it has no words of its own."""
    kind = type(event)
    if kind in _ALONE:
        return Phrase(_ALONE[kind])
    side = Colour(getattr(event, "side", None) is True)
    if kind in _OF_A_SIDE:
        return Phrase(_OF_A_SIDE[kind], {"side": side})
    match event:
        case happened.ContestStarted():
            return _started(event)
        case happened.MoveAnnounced(move=text) if move := _legal(board, text):
            return Phrase("journal_announced", {"side": side, "move": told(board, move)})
        case happened.OtherBoardDiffered(move=text):
            return Phrase(
                "journal_other_record", {"side": side, "move": _reported(board, event, text)}
            )
        case happened.PieceTouched(square=square) if 0 <= square < 64:
            return Phrase("piece_touched", {"side": side, "square": Place(square)})
        case happened.TimeAdded(by_ms=by):
            key = "time_given" if by > 0 else "time_taken"
            return Phrase(key, {"side": side, "time": duration(abs(by))})
        case happened.TimeSet(to_ms=to):
            return Phrase("time_set", {"side": side, "time": duration(to)})
        case happened.MachineSlept(length_ms=length):
            return Phrase("slept", {"time": duration(length)})
        case happened.PositionRestored(count=count):
            turn = Colour(board.turn if count % 2 == 0 else not board.turn)
            return Phrase("restored", {"count": count, "side": turn})
        case happened.SoundKept(number=number):
            return Phrase("journal_sound", {"side": side, "number": number})
        case happened.EnvelopeOpened(written=written):
            return Phrase("sealed_was", {"side": side, "written": written})
    return None


def _reported(board: chess.Board, event: Event, text: str | None) -> Argument:
    """The move of the other board, in the position before it."""
    if getattr(event, "side", None) is not board.turn and board.move_stack:
        board = board.copy()
        board.pop()
    move = _legal(board, text or "")
    return told(board, move) if move else text or "?"


def _legal(board: chess.Board, text: str) -> chess.Move | None:
    try:
        return board.parse_uci(text) or None
    except ValueError:
        return None


def _started(event: happened.ContestStarted) -> Phrase | None:
    try:
        regulations = begin(event).regulations
    except JournalError:
        return None
    return Phrase(
        "contest_open",
        {
            "white": regulations.white.name,
            "black": regulations.black.name,
            "time": control(regulations.time_control),
            "edition": regulations.rules.edition,
        },
    )

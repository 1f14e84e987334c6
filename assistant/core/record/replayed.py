"""A braille scoresheet played through: as much of it as is certain becomes a sheet of plies.

Guarantee: every ply is the one legal move that its entry can mean; the first entry that is no
move, no legal one, or may be several, ends the game there, and is named.
"""

from dataclasses import dataclass

import chess

from assistant.core.braille.sheet import BrailleSheet, Entry
from assistant.core.record.headers import UNFINISHED, of_position
from assistant.core.record.scoresheet import Ply, Sheet
from assistant.core.spoken.reading import Ambiguous, Exact, read_all


@dataclass(frozen=True, slots=True)
class Replay:
    sheet: Sheet
    stopped_at: Entry | None = None
    """The first entry that could not be played."""
    may_be: tuple[str, ...] = ()
    """What that entry may mean, if it is several legal moves."""


def replay(written: BrailleSheet, start: chess.Board | None = None) -> Replay:
    """The game on the sheet, from the usual position if no other is given."""
    board = chess.Board() if start is None else start.copy()
    headers = _headers(board)
    plies: list[Ply] = []
    stopped: Entry | None = None
    may_be: tuple[str, ...] = ()
    for entry in written.entries:
        reading = read_all(board, entry.moves) if entry.moves else None
        if not isinstance(reading, Exact) or entry.colour != board.turn:
            stopped = entry
            if isinstance(reading, Ambiguous):
                may_be = tuple(map(board.san, reading.moves))
            break
        move = reading.move
        plies.append(
            Ply(
                board.fullmove_number,
                board.turn,
                move,
                board.san(move),
                clock_ms=_milliseconds(entry.clock),
                draw_offered=entry.draw_offered,
                en_passant=board.is_en_passant(move),
            )
        )
        board.push(move)
    result = written.result if written.result and stopped is None else UNFINISHED
    return Replay(Sheet(headers | {"Result": result}, tuple(plies), result), stopped, may_be)


def _headers(board: chess.Board) -> dict[str, str]:
    names = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
    unknown = dict.fromkeys(names, "?") | {"Date": "????.??.??"}
    return unknown | of_position(board)


def _milliseconds(clock: str) -> int | None:
    if not clock:
        return None
    seconds = 0
    for part in clock.split(":"):
        seconds = 60 * seconds + int(part)
    return 1000 * (seconds if clock.count(":") == 2 else 60 * seconds)

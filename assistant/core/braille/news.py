"""Announcements as messages on the line: news of a move is its number and the move itself."""

import chess

from assistant.core.braille.script import Script
from assistant.core.braille.tape import Message
from assistant.core.output.announcement import Announcement, Colour, MoveTold, Phrase, Urgency
from assistant.core.output.scene import Scene

_ENDS = {"white_wins", "black_wins", "drawn", "annulled"}
_NUMBERED = {"numbered_white": chess.WHITE, "numbered_black": chess.BLACK}


def message(announcement: Announcement, scene: Scene, script: Script) -> Message:
    """The announcement as the reader gets it, with the urgency that it has for him."""
    side, move = announcement.args.get("side"), announcement.args.get("move")
    number = announcement.args.get("number")
    urgency = announcement.urgency
    if isinstance(move, MoveTold):
        if announcement.key == "played" and isinstance(side, Colour) and scene.board is not None:
            if side.colour == scene.player:
                urgency = Urgency.ANSWER  # he knows his own move; the reply must not wait for it
            black = side.colour == chess.BLACK
            part = script.move(move, _number(scene.board, side.colour), black=black)
            return Message((part,), urgency)
        if announcement.key in _NUMBERED and isinstance(number, int):
            black = _NUMBERED[announcement.key] == chess.BLACK
            return Message((script.move(move, number, black=black),), urgency)
    return Message(script.tell(announcement), urgency)


def ends(announcement: Announcement) -> bool:
    """Whether it tells that the game is over."""
    what = announcement.args.get("what")
    return announcement.key in _ENDS or (isinstance(what, Phrase) and what.key in _ENDS)


def _number(board: chess.Board, side: chess.Color) -> int:
    """The number of the move that a side makes or has just made on this board."""
    made = board.turn != side
    return board.fullmove_number - (made and side == chess.BLACK)

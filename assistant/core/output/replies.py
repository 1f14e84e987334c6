"""What is said about a reading: the question to ask, the reason of a refusal."""

import chess

from assistant.core.output.announcement import (
    Announcement,
    Argument,
    Kind,
    Listing,
    Man,
    Place,
    tell,
)
from assistant.core.output.moves import told
from assistant.core.spoken.reading import Ambiguous, Doubt
from assistant.core.spoken.refusal import Illegal
from assistant.core.spoken.utterance import NotUnderstood


def ask(board: chess.Board, reading: Ambiguous) -> Announcement:
    """The question that lets a listener choose between the moves."""
    moves = reading.moves
    to = Place(moves[0].to_square)
    choices = Listing(tuple(told(board, move) for move in moves), "or")
    same_target = len({move.to_square for move in moves}) == 1
    pieces = {board.piece_type_at(move.from_square) for move in moves}
    origins = {move.from_square for move in moves}
    by_sound = reading.doubt is Doubt.HEARING and len(moves) > 1
    promoting = by_sound and same_target and all(move.promotion for move in moves)
    if (promoting or reading.doubt is Doubt.PROMOTION) and len(origins) == 1:
        promotions = Listing(tuple(Kind(m.promotion) for m in moves if m.promotion), "or")
        return tell("which_promotion", to=to, choices=promotions)
    if by_sound or reading.doubt in (Doubt.SEVERAL, Doubt.PROMOTION):
        if same_target and len(pieces) == 1:
            # Where the piece comes from is asked first, what it becomes afterwards.
            squares = Listing(
                tuple(Place(square) for square in dict.fromkeys(m.from_square for m in moves)), "or"
            )
            piece = Kind(next(iter(pieces)) or chess.PAWN)
            return tell("which_origin", piece=piece, to=to, choices=squares)
        return tell("which_move", choices=choices)
    if reading.doubt is Doubt.NOT_CAPTURE:
        return tell("ask_not_capture", to=to, choices=choices)
    man = board.piece_at(moves[0].to_square)
    if reading.doubt is Doubt.NOT_CAPTURED and man is not None:
        told_man = Man(man.piece_type, man.color)
        return tell("ask_not_captured", to=to, man=told_man, choices=choices)
    return tell(f"ask_{reading.doubt.value}", choices=choices)


def refuse(illegal: Illegal) -> Announcement:
    """The reason why a move is not legal."""
    args: dict[str, Argument] = {}
    if illegal.piece is not None:
        args["piece"] = Kind(illegal.piece)
    if illegal.to is not None:
        args["to"] = Place(illegal.to)
    if illegal.at is not None:
        args["at"] = illegal.at
    if illegal.man is not None:
        args["man"] = illegal.man
    return tell(f"illegal_{illegal.why.value}", **args)


_SHOWN = 5
"""Words that are repeated to the speaker; more would tire the listener."""


def unclear(words: NotUnderstood, suggestion: str | None = None) -> Announcement:
    """That the words were not understood, and which; with the word that may be meant."""
    shown = " ".join(words.words[:_SHOWN]) + (" …" if len(words.words) > _SHOWN else "")
    shown = "".join(sign if sign.isprintable() else "·" for sign in shown)
    key = f"unclear_{words.why.value}"
    if key in ("unclear_empty", "unclear_long"):
        return tell(key)
    if key == "unclear_words" and suggestion:
        return tell("unclear_words_suggestion", words=shown, suggestion=suggestion)
    return tell(key, words=shown)

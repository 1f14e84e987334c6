"""Positions from outside: FEN and Chess960 numbers, refused in words if they cannot be."""

import re
from collections.abc import Mapping

import chess

from assistant.errors import FenError, UsageError

_FIELDS = (
    "1 (pieces)",
    "2 (side to move)",
    "3 (castling)",
    "4 (en passant)",
    "5 (half-move clock)",
    "6 (move number)",
)

_IMPOSSIBLE = (
    (chess.STATUS_NO_WHITE_KING, 0, "White has no king; put one K on the board"),
    (chess.STATUS_NO_BLACK_KING, 0, "Black has no king; put one k on the board"),
    (chess.STATUS_TOO_MANY_KINGS, 0, "a side has more than one king; leave one of each colour"),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS, 0, "White has more than eight pawns; remove some"),
    (chess.STATUS_TOO_MANY_BLACK_PAWNS, 0, "Black has more than eight pawns; remove some"),
    (chess.STATUS_PAWNS_ON_BACKRANK, 0, "a pawn stands on the first or the last rank; move it"),
    (chess.STATUS_TOO_MANY_WHITE_PIECES, 0, "White has more than sixteen men; remove some"),
    (chess.STATUS_TOO_MANY_BLACK_PIECES, 0, "Black has more than sixteen men; remove some"),
    (
        chess.STATUS_OPPOSITE_CHECK,
        1,
        "the side that is not to move stands in check; change the side to move",
    ),
    (
        chess.STATUS_BAD_CASTLING_RIGHTS,
        2,
        "king or rook does not stand where this castling right needs it; remove the right",
    ),
    (
        chess.STATUS_INVALID_EP_SQUARE,
        3,
        "no pawn has just passed this square; write - instead",
    ),
)


def start(fen: str | None = None, chess960: int | None = None) -> chess.Board:
    """The position to begin with: ordinary, Chess960 by number, or any legal FEN.

    :raises FenError: naming the field.
    :raises UsageError: if the number is none of the 960.
    """
    if chess960 is not None:
        if not 0 <= chess960 < 960:
            raise UsageError(f"There is no Chess960 position {chess960}. Give a number, 0 to 959.")
        return chess.Board.from_chess960_pos(chess960)
    return chess.Board() if fen is None else parse_fen(fen)


def parse_fen(fen: str) -> chess.Board:
    """The position of a FEN with four or six fields; castling as in Chess960 where it says so.

    :raises FenError: naming the field that is broken and what to do.
    """
    if len(fen) > 200:
        raise FenError("This FEN is far too long. Give the one line of a position.")
    fields = fen.split()
    if len(fields) not in (4, 5, 6):
        raise FenError(
            f"A FEN has six fields, this one has {len(fields)}: pieces, side to move, castling, "
            "en passant, half-move clock, move number."
        )
    _check_pieces(fields[0])
    _check(fields, 1, r"[wb]", "write w or b")
    _check(fields, 2, r"-|[KQkqA-Ha-h]{1,4}", "write letters of KQkq, or - for none")
    _check(fields, 3, r"-|[a-h][36]", "write a square on the third or sixth rank, or - for none")
    _check(fields, 4, r"\d{1,3}", "write a number from 0")
    _check(fields, 5, r"\d{1,4}", "write a number from 1")
    try:
        board = chess.Board(" ".join(fields), chess960=True)
    except ValueError as error:
        raise FenError(f"This FEN cannot be read: {error}. Check its six fields.") from None
    status = board.status()
    for flag, field, problem in _IMPOSSIBLE:
        if status & flag:
            raise _broken(fields, field, problem)
    if not board.has_chess960_castling_rights():
        board.chess960 = False
    return board


def _broken(fields: list[str], field: int, problem: str) -> FenError:
    return FenError(f"FEN field {_FIELDS[field]}, {fields[field]!r}: {problem}.")


def _check(fields: list[str], field: int, pattern: str, remedy: str) -> None:
    if field < len(fields) and not re.fullmatch(pattern, fields[field], re.ASCII):
        raise _broken(fields, field, remedy)


def _check_pieces(pieces: str) -> None:
    ranks = pieces.split("/")
    if len(ranks) != 8:
        raise _broken([pieces], 0, f"it has {len(ranks)} ranks; write eight, parted by /")
    for number, rank in zip("87654321", ranks, strict=True):
        if wrong := re.search(r"[^KQRBNPkqrbnp1-8]", rank):
            raise _broken(
                [pieces],
                0,
                f"rank {number} has the sign {wrong[0]!r}; write KQRBNP, kqrbnp or digits",
            )
        squares = sum(int(sign) if sign.isdigit() else 1 for sign in rank)
        if squares != 8:
            raise _broken([pieces], 0, f"rank {number} has {squares} squares; write eight")


def parse_move(
    board: chess.Board, text: str, letters: Mapping[str, chess.PieceType]
) -> chess.Move | None:
    """A written move: UCI, or SAN with English letters, or with others that English lacks.

    None if it cannot be read, is not legal, or could be two moves. A letter that English uses
    for a piece keeps its English meaning, so that no piece is exchanged for another.
    """
    english = "".join(
        chess.piece_symbol(letters[sign]).upper()
        if sign in letters and sign not in "KQRBN"
        else sign
        for sign in text
    )
    for parse, written in (
        (board.parse_uci, text),
        (board.parse_san, text),
        (board.parse_san, english),
    ):
        try:
            move = parse(written)
        except ValueError:
            continue
        if move:
            return move
    return None

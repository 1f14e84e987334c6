"""Questions about the game and the position, answered as announcements; news first."""

from collections.abc import Callable, Iterable, Sequence

import chess

from assistant.core.output.announcement import (
    Announcement,
    Argument,
    Colour,
    FileOf,
    Kind,
    Kinds,
    Listing,
    Man,
    Phrase,
    Place,
    RankOf,
    tell,
)
from assistant.core.output.moves import told
from assistant.core.spoken.command import Command, Side

_VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
_BY_RANK = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)

Answer = list[Announcement]


def answer(board: chess.Board, command: Command, me: chess.Color | None = None) -> Answer | None:
    """The answer to a question, or None if the command asks nothing of the position.

    `me` is the side of the one who asks; without it, the side to move.
    """
    mine = board.turn if me is None else me
    question = _QUESTIONS.get(command.name)
    return None if question is None else question(board, command, mine)


def _colour(side: Side | None, mine: chess.Color) -> chess.Color:
    match side:
        case Side.WHITE:
            return chess.WHITE
        case Side.BLACK:
            return chess.BLACK
        case Side.THEIRS:
            return not mine
    return mine


def last_moves(board: chess.Board, count: int) -> Answer:
    """The last moves, oldest first, each with its number if there are several."""
    past = board.copy()
    moves: list[tuple[int, chess.Color, Argument]] = []
    while past.move_stack and len(moves) < count:
        move = past.pop()
        moves.append((past.fullmove_number, past.turn, told(past, move)))
    if not moves:
        return [tell("no_last_move")]
    if count == 1:
        _, side, move_told = moves[0]
        return [tell("last_move", side=Colour(side), move=move_told)]
    return [
        tell("numbered_white" if side else "numbered_black", number=number, move=move_told)
        for number, side, move_told in reversed(moves)
    ]


def _last_move(board: chess.Board, _command: Command, _mine: chess.Color) -> Answer:
    return last_moves(board, 1)


def _last_moves(board: chess.Board, command: Command, _mine: chess.Color) -> Answer:
    return last_moves(board, command.number or 1)


def _turn(board: chess.Board, _command: Command, _mine: chess.Color) -> Answer:
    return [tell("turn", side=Colour(board.turn))]


def _move_number(board: chess.Board, _command: Command, _mine: chess.Color) -> Answer:
    return [tell("move_number", number=board.fullmove_number, side=Colour(board.turn))]


def _square(board: chess.Board, command: Command, _mine: chess.Color) -> Answer:
    square = command.squares[0]
    man = board.piece_at(square)
    if man is None:
        return [tell("square_empty", square=Place(square))]
    return [tell("on_square", square=Place(square), man=Man(man.piece_type, man.color))]


def _where(board: chess.Board, command: Command, mine: chess.Color) -> Answer:
    piece = command.piece or chess.KING
    if command.side is None:
        return [_where_of(board, piece, mine), _where_of(board, piece, not mine)]
    return [_where_of(board, piece, _colour(command.side, mine))]


def _where_of(board: chess.Board, piece: chess.PieceType, colour: chess.Color) -> Announcement:
    squares = _by_file(board.pieces(piece, colour))
    if not squares:
        return tell("where_none", side=Colour(colour), piece=Kind(piece))
    return tell(
        "where",
        side=Colour(colour),
        piece=Kinds(piece, len(squares)),
        squares=Listing(tuple(map(Place, squares))),
    )


def _by_file(squares: Iterable[chess.Square]) -> list[chess.Square]:
    return sorted(squares, key=lambda square: (chess.square_file(square), square))


def men_on(board: chess.Board, squares: Iterable[chess.Square]) -> Listing:
    """The men on these squares, each with its square."""
    return Listing(
        tuple(
            Phrase("man_at", {"man": Man(man.piece_type, man.color), "square": Place(square)})
            for square in squares
            if (man := board.piece_at(square)) is not None
        )
    )


def _rank(board: chess.Board, command: Command, _mine: chess.Color) -> Answer:
    rank = command.rank or 0
    men = men_on(board, (chess.square(file, rank) for file in range(8)))
    if not men.items:
        return [tell("rank_empty", rank=RankOf(rank))]
    return [tell("on_rank", rank=RankOf(rank), men=men)]


def _file(board: chess.Board, command: Command, _mine: chess.Color) -> Answer:
    file = command.file or 0
    men = men_on(board, (chess.square(file, rank) for rank in range(8)))
    if not men.items:
        return [tell("file_empty", file=FileOf(file))]
    return [tell("on_file", file=FileOf(file), men=men)]


def _diagonal(board: chess.Board, command: Command, _mine: chess.Color) -> Answer:
    """Both diagonals through one square, or the part of one between two squares."""
    first = command.squares[0]
    if len(command.squares) == 1:
        return [
            line
            for slope in (1, -1)
            if len(squares := _slanted(first, slope)) > 1
            for line in _along(board, squares)
        ]
    last = command.squares[1]
    for slope in (1, -1):
        squares = _slanted(first, slope)
        if last in squares and last != first:
            start, end = squares.index(first), squares.index(last)
            part = squares[start : end + 1] if start < end else squares[end : start + 1][::-1]
            return _along(board, part)
    return [tell("no_diagonal", square=Place(first), to=Place(last))]


def _slanted(square: chess.Square, slope: int) -> list[chess.Square]:
    """The squares of a diagonal from left to right."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return [
        chess.square(file + step, rank + slope * step)
        for step in range(-7, 8)
        if 0 <= file + step < 8 and 0 <= rank + slope * step < 8
    ]


def _along(board: chess.Board, squares: Sequence[chess.Square]) -> Answer:
    ends: dict[str, Argument] = {"square": Place(squares[0]), "to": Place(squares[-1])}
    men = men_on(board, squares)
    if not men.items:
        return [tell("diagonal_empty", **ends)]
    return [tell("on_diagonal", men=men, **ends)]


def _pieces(board: chess.Board, command: Command, mine: chess.Color) -> Answer:
    return pieces_of(board, _colour(command.side, mine))


def pieces_of(board: chess.Board, colour: chess.Color) -> Answer:
    """All pieces of a side, a line for each kind, pawns from the a-file to the h-file."""
    lines = [
        tell(
            "pieces_of", side=Colour(colour), count=len(chess.SquareSet(board.occupied_co[colour]))
        )
    ]
    for piece in _BY_RANK:
        squares = _by_file(board.pieces(piece, colour))
        if squares:
            places = Listing(tuple(map(Place, squares)))
            lines.append(tell("pieces_row", piece=Kinds(piece, len(squares)), squares=places))
    return lines


def _attackers(board: chess.Board, command: Command, _mine: chess.Color) -> Answer:
    square = command.squares[0]
    lines = []
    for colour in (board.turn, not board.turn):
        attackers = _by_file(board.attackers(colour, square))
        if attackers:
            lines.append(
                tell(
                    "attacked",
                    square=Place(square),
                    side=Colour(colour),
                    men=men_on(board, attackers),
                )
            )
        else:
            lines.append(tell("not_attacked", square=Place(square), side=Colour(colour)))
    return lines


def _moves_of(board: chess.Board, command: Command, _mine: chess.Color) -> Answer:
    """The legal moves of the pieces that were named, a line for each piece."""
    squares = [
        square
        for square in _by_file(chess.SquareSet(board.occupied_co[board.turn]))
        if (not command.squares or square == command.squares[0])
        and command.piece in (None, board.piece_type_at(square))
    ]
    if not squares:
        if command.squares:
            return _square(board, command, board.turn)
        return [tell("moves_of_none", piece=Kind(command.piece or chess.KING))]
    return [_moves_from(board, square) for square in squares]


def _moves_from(board: chess.Board, square: chess.Square) -> Announcement:
    piece = board.piece_type_at(square) or chess.PAWN
    man = Man(piece, board.turn)
    moves = list(board.generate_legal_moves(chess.BB_SQUARES[square]))
    plain = {move.to_square for move in moves if not board.is_castling(move)}
    targets: list[Argument] = [Place(target) for target in _by_file(plain)]
    targets += [told(board, move) for move in moves if board.is_castling(move)]
    if not targets:
        return tell("moves_none", man=man, square=Place(square))
    return tell("moves_of", man=man, square=Place(square), moves=Listing(tuple(targets)))


def _material(board: chess.Board, _command: Command, _mine: chess.Color) -> Answer:
    totals = {}
    lines = []
    for colour in (chess.WHITE, chess.BLACK):
        counts = {piece: len(board.pieces(piece, colour)) for piece in _BY_RANK}
        totals[colour] = sum(_VALUES.get(piece, 0) * count for piece, count in counts.items())
        men = tuple(
            Phrase("count_of", {"count": count, "piece": Kinds(piece, count)})
            for piece, count in counts.items()
            if count
        )
        lines.append(tell("material", side=Colour(colour), men=Listing(men)))
    ahead = totals[chess.WHITE] - totals[chess.BLACK]
    if not ahead:
        return [tell("material_equal"), *lines]
    return [tell("material_ahead", side=Colour(ahead > 0), count=abs(ahead)), *lines]


def _check(board: chess.Board, _command: Command, _mine: chess.Color) -> Answer:
    side = Colour(board.turn)
    if not board.is_check():
        return [tell("not_in_check", side=side)]
    return [tell("in_check", side=side, men=men_on(board, _by_file(board.checkers())))]


_QUESTIONS: dict[str, Callable[[chess.Board, Command, chess.Color], Answer]] = {
    "last_move": _last_move,
    "last_moves": _last_moves,
    "turn": _turn,
    "move_number": _move_number,
    "square": _square,
    "where": _where,
    "rank": _rank,
    "file": _file,
    "diagonal": _diagonal,
    "pieces": _pieces,
    "attackers": _attackers,
    "moves_of": _moves_of,
    "material": _material,
    "check": _check,
}

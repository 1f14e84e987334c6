"""What is reported from the other board, held against the record: the boards must not part.

Laws of this module:
- a report that names the move of the record is the move made on the other board;
- a report of anything else is a fact of its own and an alarm, whatever was reported before (D.2.9);
- a report is corrected by a new one about the same half-move;
- a move that nobody has announced yet is not taken for one of the side that moved last.
"""

import chess

from assistant.core.dispute.live import Watch
from assistant.core.output import replies
from assistant.core.output.announcement import Argument, Colour, Urgency
from assistant.core.output.moves import told
from assistant.core.play import contestevents as happened
from assistant.core.play import execution
from assistant.core.play.case import Case
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.reading import Ambiguous, Exact, read_all
from assistant.core.spoken.suggestion import suggest
from assistant.core.spoken.utterance import NotUnderstood, SpokenMove, Understood


def hear(case: Case, said: Understood, lexicon: Lexicon, watch: Watch | None) -> None:
    """A move is said to stand on the other board; it is read where it was to be made."""
    about = concerned(case)
    if isinstance(said, NotUnderstood):
        case.said.append(replies.unclear(said, suggest(said, lexicon)))
    elif not isinstance(said, tuple):
        case.say("cannot_be")
    elif case.contest.ended is not None:
        case.say("game_is_over")
    elif about is None:
        case.say("nothing_announced")
    else:
        moves = _read(about[1], said)
        if _too_early(case, about[2], moves, _read(case.board, said)):
            case.say("nothing_announced")
        else:
            report(case, moves, watch)


def _read(board: chess.Board, said: tuple[SpokenMove, ...]) -> tuple[chess.Move, ...]:
    reading = read_all(board, said)
    if isinstance(reading, Exact):
        return (reading.move,)
    return tuple(reading.moves) if isinstance(reading, Ambiguous) else ()


def _too_early(
    case: Case,
    expected: chess.Move,
    moves: tuple[chess.Move, ...],
    coming: tuple[chess.Move, ...],
) -> bool:
    """Nothing is announced, and the report fits the side that is to move now."""
    if case.contest.announced is not None or expected in moves or not coming:
        return False
    return not moves or not case.contest.behind


def parting(case: Case, watch: Watch | None) -> int | None:
    """The half-move at which the records of both boards part."""
    contest = case.contest
    impossible = [ply for ply, move in contest.other if move is None]
    reported = {ply: move for ply, move in contest.other if move is not None}
    if watch is None or not reported:
        return min([*impossible, *reported], default=None)
    moves = list(contest.board.move_stack)
    if contest.announced is not None:
        moves.append(contest.announced)
    row = watch.parting(contest.board.root(), moves, reported)
    return min([*impossible, *([row.ply] if row else [])], default=None)


def concerned(case: Case) -> tuple[int, chess.Board, chess.Move] | None:
    """The half-move that a report is about, its position, and the move of the record."""
    board = case.board
    made = len(board.move_stack)
    if case.contest.announced is not None:
        return made + 1, board, case.contest.announced
    if not made:
        return None
    before = board.copy()
    move = before.pop()
    return made, before, move


def report(case: Case, moves: tuple[chess.Move, ...], watch: Watch | None) -> None:
    """A move is reported from the other board.

    `moves` are all that the report can mean; none if it cannot be played.
    """
    about = concerned(case)
    if about is None:
        case.say("nothing_announced")
        return
    ply, board, expected = about
    before = parting(case, watch)
    if expected in moves:
        execution.mirror(case)
        if before is not None and parting(case, watch) is None:
            case.say("live_boards_agree")
        return
    other = moves[0].uci() if moves else None
    case.record(happened.OtherBoardDiffered(side=board.turn, ply=ply, move=other, **case.now))
    _alarm(case, board, expected, moves)


def _alarm(
    case: Case, board: chess.Board, expected: chess.Move, moves: tuple[chess.Move, ...]
) -> None:
    article = case.article("sheets_disagree")
    case.record(happened.IrregularityNoted(kind="boards_differ", article=article, **case.now))
    args: dict[str, Argument] = {
        "number": board.fullmove_number,
        "side": Colour(board.turn),
        "move": told(board, expected),
    }
    key = "live_board_illegal"
    if moves:
        key, args["other"] = "live_boards_part", told(board, moves[0])
    case.rule(key, article, Urgency.ALARM, **args)

"""Can a side still mate by any legal sequence? The question of a fallen flag (art. 6.9) and of a
dead position (art. 5.2.2).

Laws of this module:
- a verdict is certain or it is NOT_DECIDED; more time decides more, never otherwise;
- CAN_MATE carries a line of legal moves to checkmate by the winner; every move of it was checked
  when it was found, and a line of the long search is replayed by python-chess as well;
- CANNOT_MATE carries the reason as a key with its figures, not as a sentence;
- move counters and repetitions do not matter: any legal sequence counts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import chess

from assistant.core.deadness import ghosts
from assistant.core.deadness.ambush import ambush
from assistant.core.deadness.helpmate import Exhausted, Found, Search
from assistant.core.deadness.material import cannot_mate
from assistant.core.deadness.mobility import estimate
from assistant.core.deadness.position import State, checkers, freeze, unpack
from assistant.core.deadness.succession import is_stuck

_FIRST: Final = 4
_PORTION: Final = 64
"""Positions that one search opens before the other takes its turn, at first and later on."""


class Outcome(StrEnum):
    CAN_MATE = "can_mate"
    CANNOT_MATE = "cannot_mate"
    NOT_DECIDED = "not_decided"


class Reason(StrEnum):
    """Why a verdict is what it is; the number it takes, if any, is named."""

    HELPMATE = "helpmate"
    """The line is the proof. Argument: its length in plies."""
    GAME_OVER = "game_over"
    """Checkmate or stalemate stands on the board."""
    MATERIAL = "material"
    """The material alone excludes mate."""
    BLOCKED = "blocked"
    """No square that the pieces can ever reach allows a mate."""
    WALLED = "walled"
    """Neither king can ever come to where a mate is possible, whatever the free pieces do."""
    FORCED = "forced"
    """Every move is forced, to another end. Argument: number of positions."""
    EXHAUSTED = "exhausted"
    """Every line was looked at. Argument: number of positions."""
    BUDGET = "budget"
    """The time allowed was spent. Argument: number of positions."""


@dataclass(frozen=True, slots=True)
class Verdict:
    outcome: Outcome
    reason: Reason
    figure: int = 0
    """The argument of the reason."""
    line: tuple[chess.Move, ...] = ()
    """For CAN_MATE, legal moves from the position to checkmate by the winner."""


def judge(board: chess.Board, winner: chess.Color, spent: Callable[[], bool]) -> Verdict:
    """Whether ``winner`` can still mate by any legal sequence of moves.

    The board has to be a valid position; it is left as it is. ``spent`` is asked again and again
    and ends the work soon after it first says yes; an answer already certain is given anyway.
    """
    return _judge(board, (winner,), spent)[winner]


def judge_both(board: chess.Board, spent: Callable[[], bool]) -> dict[chess.Color, Verdict]:
    """The verdicts for both colours, in less time than one after the other."""
    return _judge(board, (chess.WHITE, chess.BLACK), spent)


def is_dead(board: chess.Board, spent: Callable[[], bool]) -> bool | None:
    """Whether neither side can mate by any legal sequence; None if time did not suffice."""
    outcomes = {verdict.outcome for verdict in judge_both(board, spent).values()}
    if Outcome.CAN_MATE in outcomes:
        return False
    return None if Outcome.NOT_DECIDED in outcomes else True


def _judge(
    board: chess.Board, winners: tuple[chess.Color, ...], spent: Callable[[], bool]
) -> dict[chess.Color, Verdict]:
    state = freeze(board)
    verdicts = dict.fromkeys(winners, Verdict(Outcome.NOT_DECIDED, Reason.BUDGET))
    if is_stuck(state):
        for winner in winners:
            mated = winner != state[8] and checkers(state, state[8])
            verdicts[winner] = Verdict(
                Outcome.CAN_MATE if mated else Outcome.CANNOT_MATE, Reason.GAME_OVER
            )
        return verdicts
    for winner in winners:
        if cannot_mate(state, winner):
            verdicts[winner] = Verdict(Outcome.CANNOT_MATE, Reason.MATERIAL)
        elif not spent():
            line = ambush(state, winner)
            if line is not None:
                moves = tuple(map(unpack, line))
                verdicts[winner] = Verdict(Outcome.CAN_MATE, Reason.HELPMATE, len(moves), moves)
    if _open(verdicts) and not spent():
        _search(board, state, verdicts, spent)
    return verdicts


def _search(
    board: chess.Board,
    state: State,
    verdicts: dict[chess.Color, Verdict],
    spent: Callable[[], bool],
) -> None:
    """Settles what is still open, the cheap proofs first."""
    mobility = estimate(state)
    for winner in _open(verdicts):
        if mobility.excludes_mate(winner):
            verdicts[winner] = Verdict(Outcome.CANNOT_MATE, Reason.BLOCKED)
    for winner in ghosts.excludes_mate(state, mobility, _open(verdicts), spent):
        verdicts[winner] = Verdict(Outcome.CANNOT_MATE, Reason.WALLED)
    searches = [Search(state, winner, mobility) for winner in _open(verdicts)]
    portion = _FIRST
    while searches and not spent():
        for search in searches:
            search.proceed(portion, spent)
            if not spent():
                search.leap()
            verdicts[search.winner] = _conclude(
                board, search.winner, search.result, search.positions
            )
            other = not search.winner
            if other in _open(verdicts):
                # What one side's search has seen of the other's chances need not be sought again.
                seen: Found | Exhausted | None = search.reverse
                if seen is None and not search.pruned and isinstance(search.result, Exhausted):
                    seen = search.result
                if seen is not None:
                    verdicts[other] = _conclude(board, other, seen, search.positions)
        portion = min(2 * portion, _PORTION)
        still = _open(verdicts)
        searches = [
            search for search in searches if search.result is None and search.winner in still
        ]


def _open(verdicts: dict[chess.Color, Verdict]) -> tuple[chess.Color, ...]:
    return tuple(
        winner for winner, verdict in verdicts.items() if verdict.outcome is Outcome.NOT_DECIDED
    )


def _conclude(
    board: chess.Board,
    winner: chess.Color,
    result: Found | Exhausted | None,
    positions: int,
) -> Verdict:
    match result:
        case Found(line=packed):
            line = tuple(map(unpack, packed))
            if not mates(board, line, winner):
                return Verdict(Outcome.NOT_DECIDED, Reason.BUDGET, positions)
            return Verdict(Outcome.CAN_MATE, Reason.HELPMATE, len(line), line)
        case Exhausted(forced=forced):
            reason = Reason.FORCED if forced else Reason.EXHAUSTED
            return Verdict(Outcome.CANNOT_MATE, reason, positions)
        case None:
            return Verdict(Outcome.NOT_DECIDED, Reason.BUDGET, positions)


def mates(board: chess.Board, line: tuple[chess.Move, ...], winner: chess.Color) -> bool:
    """Whether the moves are legal one after the other and end in checkmate by ``winner``."""
    replay = board.copy(stack=False)
    for move in line:
        if not replay.is_legal(move):
            return False
        replay.push(move)
    return replay.turn != winner and replay.is_checkmate()

"""The search for a helpmate: both sides play for the same mate.

Laws of this module:
- a line found is legal move by move and ends in checkmate by the winner;
- "exhausted" means that every position the game can still reach was visited or belongs to a
  branch where mate is excluded for certain;
- time is the caller's: the search asks ``spent`` before every position it opens.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

import chess

from assistant.core.play.material import cannot_mate
from assistant.core.play.position import Move, State, checkers, guarded, is_stuck, succeed

_KING: Final = chess.BB_KING_ATTACKS
_DISTANCE: Final = [
    [chess.square_distance(a, b) for b in chess.SQUARES] for a in chess.SQUARES
]
_FAR: Final = 8


@dataclass(frozen=True, slots=True)
class Found:
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Exhausted:
    positions: int


@dataclass(frozen=True, slots=True)
class Interrupted:
    positions: int


def search(
    start: State,
    winner: chess.Color,
    mating_squares: int,
    spent: Callable[[], bool],
) -> Found | Exhausted | Interrupted:
    """Looks for a helpmate, most promising positions first, several ideas of promise in turn."""
    came: dict[State, tuple[State, Move] | None] = {start: None}
    if checkers(start, start[8]) and is_stuck(start):
        return Found(()) if start[8] != winner else Exhausted(1)
    away = _walk(start, winner, mating_squares)
    by_net: list[tuple[int, int, State]] = [(0, 0, start)]
    by_progress: list[tuple[int, int, State]] = [(0, 0, start)]
    by_age = [(0, 0, start)]
    depths = {start: 0}
    opened: set[State] = set()
    count = 0
    turn = 0
    while by_age:
        turn = (turn + 1) % W[10]
        if turn == 0:
            state = heappop(by_age)[2]
        elif turn & 1 and by_net:
            state = heappop(by_net)[2]
        elif by_progress:
            state = heappop(by_progress)[2]
        else:
            state = heappop(by_age)[2]
        if state in opened:
            continue
        if spent():
            return Interrupted(len(opened))
        opened.add(state)
        mover_wins = state[8] == winner
        men = state[6] | state[7]
        for move, child in succeed(state):
            if child in came:
                continue
            came[child] = state, move
            if mover_wins:
                if checkers(child, child[8]) and is_stuck(child):
                    return Found(_line(came, child))
            elif child[6] | child[7] != men and cannot_mate(child, winner):
                continue
            count += STEP
            net, progress = _promise(child, winner, away)
            heappush(by_net, (net, count, child))
            heappush(by_progress, (progress, count, child))
            depth = depths[child] = depths[state] + 1
            heappush(by_age, (W[8] * depth + W[9] * net, count, child))
    return Exhausted(len(opened))


def _line(came: dict[State, tuple[State, Move] | None], state: State) -> tuple[Move, ...]:
    moves = []
    while (step := came[state]) is not None:
        state, move = step
        moves.append(move)
    return tuple(reversed(moves))


def _walk(start: State, winner: chess.Color, mating_squares: int) -> list[int]:
    """The distance of every square to the nearest one where the mate is likely to happen."""
    pawns, knights, bishops, rooks, queens, kings, white, black = start[:8]
    own = white if winner else black
    targets = mating_squares
    if not (pawns | rooks | queens) & own:
        corners = chess.BB_CORNERS
        if not knights & own:
            if not bishops & own & chess.BB_DARK_SQUARES:
                corners &= chess.BB_LIGHT_SQUARES
            elif not bishops & own & chess.BB_LIGHT_SQUARES:
                corners &= chess.BB_DARK_SQUARES
        targets = targets & corners or targets
    squares = list(chess.scan_forward(targets)) or list(chess.SQUARES)
    return [min(_DISTANCE[square][target] for target in squares) for square in chess.SQUARES]


def _promise(state: State, winner: chess.Color, away: list[int]) -> tuple[int, int]:
    """How far the position looks from mate, and how far from a piece that can give it."""
    pawns, knights, bishops, rooks, queens, kings, white, black = state[:8]
    own, enemy = (white, black) if winner else (black, white)
    occupied = white | black
    prey = (kings & enemy).bit_length() - 1
    hunter = (kings & own).bit_length() - 1
    flights = _KING[prey] & ~enemy & ~guarded(state, winner, occupied)
    net = W[0] * flights.bit_count() + W[1] * away[prey] + W[2] * _DISTANCE[prey][hunter]
    progress = W[3] * occupied.bit_count() + W[7] * away[prey]
    if not (rooks | queens) & own:
        best = W[4]
        rest = pawns & own
        while rest:
            bit = rest & -rest
            rest ^= bit
            square = bit.bit_length() - 1
            if winner:
                togo = 7 - (square >> 3)
                ahead = (chess.BB_FILE_A << (square & 7)) & -(bit << 1)
            else:
                togo = square >> 3
                ahead = (chess.BB_FILE_A << (square & 7)) & bit - 1
            togo += 2 * (ahead & occupied).bit_count()
            if togo < best:
                best = togo
        net += W[5] * best
        progress += W[6] * best
    if not pawns & own:
        rest = own
        while rest:
            bit = rest & -rest
            rest ^= bit
            progress += _DISTANCE[bit.bit_length() - 1][prey]
    return net, progress

W = [4, 2, 1, 2, 16, 4, 4, 1, 8, 1, 8]
STEP = -1

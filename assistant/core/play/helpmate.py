"""The search for a helpmate: both sides play for the same mate.

Laws of this module:
- a line found is legal move by move and ends in checkmate by the winner;
- "exhausted" means that every position the game can still reach was visited or belongs to a
  branch where mate is excluded for certain;
- time is the caller's: the search asks ``spent`` before every position it opens.
"""

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, TypeAlias

import chess

from assistant.core.play.material import cannot_mate
from assistant.core.play.position import Move, State, checkers, guarded, is_stuck, succeed

_KING: Final = chess.BB_KING_ATTACKS
_DISTANCE: Final = [
    [chess.square_distance(a, b) for b in chess.SQUARES] for a in chess.SQUARES
]
_Entry: TypeAlias = tuple[int, int, State]


@dataclass(frozen=True, slots=True)
class Found:
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Exhausted:
    positions: int
    """How many positions were opened."""
    forced: bool
    """Whether no side ever had a choice."""


class Search:
    """One search for a mate by ``winner``, carried on in portions."""

    def __init__(self, start: State, winner: chess.Color, mating_squares: int) -> None:
        self.winner = winner
        self.result: Found | Exhausted | None = None
        self.positions = 0
        self._forced = True
        self._count = 0
        self._came: dict[State, tuple[State, Move, int] | None] = {start: None}
        self._opened: set[State] = set()
        self._away = _walk(start, winner, mating_squares)
        self._queues: tuple[list[_Entry], ...] = ([(0, 0, start)], [(0, 0, start)], [(0, 0, start)])
        if checkers(start, start[8]) and is_stuck(start):
            self.result = Found(()) if start[8] != winner else Exhausted(1, forced=True)

    def proceed(self, portion: int, spent: Callable[[], bool]) -> None:
        """Opens at most ``portion`` positions; ``result`` is set once the answer is known."""
        nets, progresses, ages = self._queues
        opened = self._opened
        turn = 0
        while portion and self.result is None:
            turn = (turn + 1) % 8
            queue = (ages if turn == 0 else nets if turn & 1 else progresses) or ages
            if not ages:
                self.result = Exhausted(len(opened), self._forced)
                return
            state = heappop(queue)[2]
            if state in opened:
                continue
            if spent():
                return
            opened.add(state)
            portion -= 1
            self._open(state)
        self.positions = len(opened)

    def _open(self, state: State) -> None:
        winner, came = self.winner, self._came
        nets, progresses, ages = self._queues
        mover_wins = state[8] == winner
        men = state[6] | state[7]
        step = came[state]
        depth = step[2] + 1 if step else 1
        moves = 0
        for move, child in succeed(state):
            moves += 1
            if child in came:
                continue
            came[child] = state, move, depth
            if mover_wins and checkers(child, child[8]) and is_stuck(child):
                self.result = Found(self._line(child))
                return
            if child[6] | child[7] != men and cannot_mate(child, winner):
                continue
            self._count -= 1
            net, progress = _promise(child, winner, self._away)
            heappush(nets, (net, self._count, child))
            heappush(progresses, (progress, self._count, child))
            heappush(ages, (W[8] * depth + W[9] * net, self._count, child))
        if moves > 1:
            self._forced = False

    def _line(self, state: State) -> tuple[Move, ...]:
        moves = []
        while (step := self._came[state]) is not None:
            state, move, _ = step
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

"""The search for a helpmate: both sides play for the same mate.

Laws of this module:
- a line found is legal move by move and ends in checkmate by the winner;
- "exhausted" means that every position the game can still reach was visited or belongs to a
  branch where mate is excluded for certain;
- time is the caller's: the search asks ``spent`` before every position it opens.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, TypeAlias

import chess

from assistant.core.deadness.ambush import ambush
from assistant.core.deadness.geometry import leap_knight
from assistant.core.deadness.material import cannot_mate
from assistant.core.deadness.mobility import Mobility
from assistant.core.deadness.position import Move, State, checkers, guarded
from assistant.core.deadness.succession import is_stuck, succeed

_KING: Final = chess.BB_KING_ATTACKS
_DISTANCE: Final = [[chess.square_distance(a, b) for b in chess.SQUARES] for a in chess.SQUARES]


def _leaps(square: chess.Square) -> list[int]:
    """The knight's distance from a square to every other."""
    distances = [0] * 64
    reached = front = chess.BB_SQUARES[square]
    distance = 0
    while front := leap_knight(front) & ~reached:
        distance += 1
        reached |= front
        for target in chess.scan_forward(front):
            distances[target] = distance
    return distances


_LEAPS: Final = [_leaps(square) for square in chess.SQUARES]
_NO_RUN: Final = 16
_LONG: Final = 40
"""Plies beyond which it is worth while to look for a shorter line."""
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
    """One search for a mate by ``winner``, carried on in portions.

    Three queues order the same positions by three ideas of promise and take turns, so that one
    idea that leads nowhere costs a constant factor only. Among equals the newest comes first:
    following one plan to its end beats looking at all plans.
    """

    def __init__(self, start: State, winner: chess.Color, mobility: Mobility) -> None:
        self.winner = winner
        self.result: Found | Exhausted | None = None
        self.reverse: Found | None = None
        """A mate by the other side, met by the way."""
        self.pruned = False
        """Whether positions were left out that matter to the other side only."""
        self._forced = True
        self._count = 0
        self._came: dict[State, tuple[State, Move, int] | None] = {start: None}
        self._opened: set[State] = set()
        self._last: State | None = None
        self._away = _walk(start, winner, mobility)
        first = (0, 0, start)
        self._queues: tuple[list[_Entry], list[_Entry], list[_Entry]] = ([first], [first], [first])

    @property
    def positions(self) -> int:
        """How many positions were opened."""
        return len(self._opened)

    def proceed(self, portion: int, spent: Callable[[], bool]) -> None:
        """Opens at most ``portion`` positions; ``result`` is set once the answer is known."""
        nets, progresses, ages = self._queues
        opened = self._opened
        turn = 0
        while portion and self.result is None:
            turn = (turn + 1) % 8
            queue = (ages if turn == 0 else nets if turn & 1 else progresses) or ages
            if not queue:
                self.result = Exhausted(len(opened), self._forced)
                return
            entry = heappop(queue)
            state = entry[2]
            if state in opened:
                continue
            if spent():
                # Nothing may be lost from a queue, or an empty one would prove too much.
                heappush(queue, entry)
                return
            opened.add(state)
            portion -= 1
            self._last = state
            self._open(state)

    def leap(self) -> None:
        """Looks whether a quick plan works from the position opened last."""
        if self.result is None and self._last is not None:
            line = ambush(self._last, self.winner)
            if line is not None:
                self.result = self._line(self._last, self.winner, line)

    def _open(self, state: State) -> None:
        winner, came = self.winner, self._came
        nets, progresses, ages = self._queues
        mover_wins = state[8] == winner
        men = (state[6] | state[7]).bit_count()
        step = came[state]
        depth = step[2] + 1 if step else 1
        moves = 0
        for move, child in succeed(state):
            moves += 1
            if child in came:
                continue
            came[child] = state, move, depth
            if mover_wins and checkers(child, child[8]) and is_stuck(child):
                self.result = self._line(child, winner)
                return
            if (child[6] | child[7]).bit_count() < men and cannot_mate(child, winner):
                self.pruned = True
                continue
            self._count -= 1
            net, progress = self._promise(child)
            heappush(nets, (net, self._count, child))
            heappush(progresses, (progress, self._count, child))
            heappush(ages, (8 * depth + net, self._count, child))
        if moves > 1:
            self._forced = False
        elif not moves and mover_wins and self.reverse is None and checkers(state, winner):
            self.reverse = self._line(state, not winner)

    def _promise(self, state: State) -> tuple[int, int]:
        """How far the position looks from mate, and how far from the force and place for it."""
        pawns, knights, _, rooks, queens, kings, white, black = state[:8]
        winner, away = self.winner, self._away
        own, enemy = (white, black) if winner else (black, white)
        occupied = white | black
        prey = (kings & enemy).bit_length() - 1
        hunter = (kings & own).bit_length() - 1
        flights = _KING[prey] & ~enemy & ~guarded(state, winner, occupied)
        net = 6 * flights.bit_count() + 2 * away[prey] + _DISTANCE[prey][hunter]
        progress = occupied.bit_count() + away[prey]
        if not (rooks | queens) & own:
            run = 4 * _run(pawns & own, pawns, winner)
            net += run
            progress += run
        if not pawns & own:
            far = _DISTANCE[prey]
            rest = own
            while rest:
                bit = rest & -rest
                rest ^= bit
                progress += far[bit.bit_length() - 1]
            rest = knights & own
            while rest:
                bit = rest & -rest
                rest ^= bit
                net += _LEAPS[prey][bit.bit_length() - 1]
        return net, progress

    def _line(self, state: State, winner: chess.Color, rest: tuple[Move, ...] = ()) -> Found:
        """The way to a position and the rest of the line, or a quick plan from halfway there."""
        path = [state]
        while (step := self._came[state]) is not None:
            state = step[0]
            path.append(state)
        path.reverse()
        index = 1
        while 2 * index < len(path) and len(path) > _LONG:
            quick = ambush(path[index], winner)
            if quick is not None:
                return Found(_shorten(path[: index + 1]) + quick)
            index += (index + 3) // 4
        return Found(_shorten(path) + rest)


def _shorten(path: list[State]) -> tuple[Move, ...]:
    """The moves along a path, cutting across wherever one move leads to a later position."""
    place = {state: index for index, state in enumerate(path)}
    moves = []
    index = 0
    while index < len(path) - 1:
        index, move = max(
            (place[child], move) for move, child in succeed(path[index]) if child in place
        )
        moves.append(move)
    return tuple(moves)


def _colors(squares: int) -> int:
    """All squares of the colours that the squares have."""
    dark, light = chess.BB_DARK_SQUARES, chess.BB_LIGHT_SQUARES
    return (dark if squares & dark else 0) | (light if squares & light else 0)


def _only(squares: int) -> int:
    """All squares of the one colour that the squares have, or none."""
    colors = _colors(squares)
    return 0 if colors == chess.BB_ALL else colors


def _walk(start: State, winner: chess.Color, mobility: Mobility) -> list[int]:
    """The distance of every square to the nearest one where the mate is likely to happen."""
    pawns, knights, bishops, rooks, queens, _, white, black = start[:8]
    own, enemy = (white, black) if winner else (black, white)
    targets = mobility.mating_squares(winner)
    if not (rooks | queens) & own and not mobility.may_promote(winner):
        corners = chess.BB_CORNERS
        if not knights & own:
            # Bishops mate on their own colour,
            corners &= _colors(bishops & own)
        elif not bishops & own and not (pawns | knights | rooks) & enemy and bishops & enemy:
            # and a bishop blocks beside the corner, on the colour the corner has not.
            corners &= ~_only(bishops & enemy)
        targets = targets & corners or targets
    squares = list(chess.scan_forward(targets)) or list(chess.SQUARES)
    return [min(_DISTANCE[square][target] for target in squares) for square in chess.SQUARES]


@lru_cache(maxsize=4096)
def _run(runners: int, pawns: int, winner: chess.Color) -> int:
    """The steps of the best pawn to promotion; each pawn in its way costs two more."""
    best = _NO_RUN
    for square in chess.scan_forward(runners):
        file, bit = chess.BB_FILES[square & 7], chess.BB_SQUARES[square]
        if winner:
            steps = 7 - (square >> 3)
            ahead = file & -(bit << 1)
        else:
            steps = square >> 3
            ahead = file & bit - 1
        best = min(best, steps + 2 * (ahead & pawns).bit_count())
    return best

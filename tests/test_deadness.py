"""Who can still mate: hand-made positions, chance positions against brute force, shared data."""

import itertools
import os
import random
from collections import deque
from collections.abc import Callable
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.deadness.helpmate import Exhausted, Search
from assistant.core.deadness.material import cannot_mate
from assistant.core.deadness.mobility import estimate
from assistant.core.deadness.position import checkers, freeze, thaw, unpack
from assistant.core.deadness.succession import is_stuck, succeed
from assistant.core.deadness.verdict import Outcome, Reason, is_dead, judge, judge_both, mates

SHARED = Path(
    os.environ.get("CHESS_ASSISTANT_SHARED")
    or Path(__file__).resolve().parents[1].parent / "shared"
)
DATA = SHARED / "data" / "deadness"

W, B = chess.WHITE, chess.BLACK


def looks(count: int) -> Callable[[], bool]:
    """A budget that is the same on every machine: it is spent after so many questions."""
    left = itertools.count(count, -1)
    return lambda: next(left) <= 0


def board(fen: str) -> chess.Board:
    return chess.Board(f"{fen} 0 1")


KNOWN = [
    # who, position, what it shows
    ("--", "4k3/8/8/8/8/8/8/4K3 w - -", "two bare kings"),
    ("--", "4k3/8/8/8/8/8/8/4KN2 w - -", "a lone knight has nobody to help it"),
    ("--", "4k3/8/8/8/8/8/8/4KB2 w - -", "a lone bishop likewise"),
    ("WB", "4k3/4p3/8/8/8/8/8/4KN2 w - -", "a pawn can stand in its own king's way"),
    ("WB", "4kr2/8/8/8/8/8/8/4KN2 w - -", "so can a rook"),
    ("WB", "4kb2/8/8/8/8/8/8/4KN2 w - -", "so can a bishop"),
    ("WB", "4kn2/8/8/8/8/8/8/4KN2 w - -", "so can a knight"),
    ("-B", "4kq2/8/8/8/8/8/8/4KN2 w - -", "a queen can not"),
    ("--", "4kb2/8/8/8/8/8/8/2B1K3 w - -", "bishops on one colour"),
    ("WB", "2b1k3/8/8/8/8/8/8/2B1K3 w - -", "bishops on both colours"),
    ("-B", "4kr2/8/8/8/8/8/8/2B1K3 w - -", "a bishop against a rook"),
    ("WB", "4kn2/8/8/8/8/8/8/2B1K3 w - -", "a bishop against a knight"),
    ("W-", "4k3/8/8/8/8/8/8/2BNK3 w - -", "bishop and knight"),
    ("W-", "4k3/8/8/8/8/8/8/1NN1K3 w - -", "two knights, with help"),
    ("W-", "8/8/8/3k4/3P4/3K4/8/8 w - -", "a pawn that can still promote"),
    ("--", "1k6/8/8/p1p1p1p1/P1P1P1P1/8/8/1K6 b - -", "a wall of pawns across the board"),
    ("--", "4k3/5p2/4pP2/3pP3/2pP4/1pP5/pP6/K7 w - -", "a slanting wall"),
    ("--", "1b1b1b1b/4k3/8/p1p1p1p1/P1P1P1P1/8/8/1B1BKB1B w - -", "bishops that see no pawn"),
    ("WB", "8/2k5/5b2/p1p1p1p1/P1P1P1P1/5K2/4B1N1/8 w - -", "a knight opens the wall"),
    ("--", "1b2kBRQ/2p1P1PP/1pP1P3/1P6/8/8/6K1/8 w - -", "a queen and a rook shut in"),
    ("--", "k1b5/1pBp4/1P1P4/K7/8/8/8/8 b - -", "stalemate"),
    ("W-", "7k/6Q1/6K1/8/8/8/8/8 b - -", "checkmate on the board"),
    ("--", "7k/8/8/8/8/8/6q1/7K w - -", "the only move captures the last piece"),
    ("--", "1bk5/2Q5/2K1Pr2/6q1/6P1/8/8/8 b - -", "forced to a dead end"),
    ("--", "8/1p6/1Pp5/k1P5/p1P5/P1K1B3/3B4/8 w - -", "a king that cannot come out"),
    ("WB", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "the starting position"),
    ("W-", "6k1/8/6KP/8/8/8/8/8 w - -", "promotion to a queen or a rook"),
    ("WB", "6k1/6P1/5pK1/6P1/8/8/8/8 w - -", "both sides promote"),
]


@pytest.mark.parametrize(("label", "fen", "what"), KNOWN, ids=[what for *_, what in KNOWN])
def test_the_verdict_on_a_known_position_is_true(label: str, fen: str, what: str) -> None:
    position = board(fen)
    for winner, verdict in judge_both(position, looks(20_000)).items():
        expected = Outcome.CAN_MATE if "BW"[winner] in label else Outcome.CANNOT_MATE
        assert verdict.outcome is expected, what
        if expected is Outcome.CAN_MATE:
            assert mates(position, verdict.line, winner)


REASONS = [
    ("4k3/8/8/8/8/8/8/4K3 w - -", W, Reason.MATERIAL),
    ("k1b5/1pBp4/1P1P4/K7/8/8/8/8 b - -", W, Reason.GAME_OVER),
    ("1k6/8/8/p1p1p1p1/P1P1P1P1/8/8/1K6 b - -", B, Reason.BLOCKED),
    ("8/1p6/1Pp5/k1P5/p1P5/P1K5/3B4/8 w - -", W, Reason.WALLED),
    ("7k/8/8/8/8/8/6q1/7K w - -", B, Reason.FORCED),
    ("8/8/8/8/8/2K5/N7/kB6 b - -", W, Reason.FORCED),
    ("6k1/p1p1ppP1/5q1K/3N1P1P/8/8/P1P5/8 w - -", W, Reason.EXHAUSTED),
    ("4k3/8/8/8/8/8/8/3QK3 w - -", W, Reason.HELPMATE),
]


@pytest.mark.parametrize(("fen", "winner", "reason"), REASONS)
def test_every_verdict_names_its_reason(fen: str, winner: chess.Color, reason: Reason) -> None:
    assert judge(board(fen), winner, looks(20_000)).reason is reason


def test_a_spent_budget_leaves_a_hard_position_undecided() -> None:
    hard = board("8/p1p1p3/8/8/8/6p1/P1P1P1Pp/k6K w - -")
    verdict = judge(hard, W, lambda: True)
    assert (verdict.outcome, verdict.reason) == (Outcome.NOT_DECIDED, Reason.BUDGET)
    assert is_dead(hard, lambda: True) is None


def test_a_search_broken_off_at_every_step_loses_no_position() -> None:
    state = freeze(board("6k1/p1p1ppP1/5q1K/3N1P1P/8/8/P1P5/8 w - -"))
    whole = Search(state, W, estimate(state))
    whole.proceed(10_000, lambda: False)
    broken = Search(state, W, estimate(state))
    for _ in range(10_000):
        answers = iter((False, True))
        broken.proceed(10, lambda answers=answers: next(answers))  # type: ignore[misc]
    assert isinstance(whole.result, Exhausted)
    assert broken.result == whole.result


def test_judging_leaves_the_board_as_it_was() -> None:
    position = chess.Board()
    position.push_san("e4")
    before = position.copy()
    judge_both(position, looks(2000))
    assert position == before
    assert position.move_stack == before.move_stack


def test_a_dead_position_is_dead_and_a_live_one_is_not() -> None:
    assert is_dead(board("1k6/8/8/p1p1p1p1/P1P1P1P1/8/8/1K6 b - -"), looks(1000)) is True
    assert is_dead(board("8/8/8/3k4/3P4/3K4/8/8 w - -"), looks(20_000)) is False


def test_en_passant_can_be_what_opens_the_position() -> None:
    wall = "7k/8/p1p1p3/P1P1Pp1p/5P1P/8/8/K7 w - -"
    opened = "7k/8/p1p1p3/P1P1Pp1p/5P1P/8/8/K7 w - f6"
    assert is_dead(board(wall), looks(20_000)) is True
    assert is_dead(board(opened), looks(20_000)) is False


def test_a_line_that_is_illegal_or_no_mate_is_not_accepted() -> None:
    position = chess.Board()
    assert not mates(position, (chess.Move.from_uci("e2e5"),), W)
    assert not mates(position, (chess.Move.from_uci("e2e4"),), W)
    fool = tuple(map(chess.Move.from_uci, ("f2f3", "e7e5", "g2g4", "d8h4")))
    assert mates(position, fool, B)
    assert not mates(position, fool, W)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_light_positions_have_the_moves_of_python_chess(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    position = chess.Board.from_chess960_pos(chance.randrange(960)) if seed % 2 else chess.Board()
    position.chess960 = False
    if seed % 2:
        position.castling_rights = 0
    for _ in range(80):
        state = freeze(position)
        assert freeze(thaw(state)) == state
        legal = list(position.legal_moves)
        after = {unpack(move): child for move, child in succeed(state)}
        assert set(after) == set(legal)
        assert bool(checkers(state, position.turn)) == position.is_check()
        assert is_stuck(state) == (not legal)
        if not legal:
            break
        special = [m for m in legal if position.is_castling(m) or position.is_en_passant(m)]
        move = chance.choice(special or legal)
        position.push(move)
        assert after[move] == freeze(position)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_a_played_game_never_leaves_the_static_estimate(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    position = chance_position(chance)
    mobility = estimate(freeze(position))
    reach: dict[tuple[int, bool], int] = {}
    for unit in mobility.units:
        kinds = [unit.kind] if unit.kind != chess.PAWN else list(chess.PIECE_TYPES[:5])
        for kind in kinds:
            squares = unit.reach if kind == unit.kind else unit.promoted
            reach[kind, unit.color] = reach.get((kind, unit.color), 0) | squares
    fixed = [(unit.home, unit.kind) for unit in mobility.units if unit.home & mobility.fixed]
    for _ in range(120):
        if not any(position.legal_moves):
            break
        position.push(chance.choice(list(position.legal_moves)))
        for square, piece in position.piece_map().items():
            assert reach[piece.piece_type, piece.color] >> square & 1
        for home, kind in fixed:
            assert position.pieces_mask(kind, W) & home or position.pieces_mask(kind, B) & home


def chance_position(chance: random.Random) -> chess.Board:
    """Kings, blocked pairs of pawns and now and then something loose."""
    while True:
        position = chess.Board(None)
        for file in chance.sample(range(8), chance.randint(1, 4)):
            rank = chance.randint(1, 5)
            position.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, W))
            position.set_piece_at(chess.square(file, rank + 1), chess.Piece(chess.PAWN, B))
        loose = chance.choices(["", "b", "n", "p", "B", "N", "P", "R"], k=chance.randint(0, 2))
        for symbol in ["K", "k", *filter(None, loose)]:
            free = [square for square in chess.SQUARES if position.piece_at(square) is None]
            position.set_piece_at(chance.choice(free), chess.Piece.from_symbol(symbol))
        position.turn = chance.random() < 0.5
        if position.is_valid():
            return position


def explore(position: chess.Board, limit: int) -> dict[chess.Color, bool | None]:
    """Brute force with python-chess alone: every position there is, or the limit."""
    can: dict[chess.Color, bool | None] = {W: None, B: None}
    start = position.copy(stack=False)
    seen = {start.epd()}
    waiting = deque([start])
    while waiting:
        current = waiting.popleft()
        if current.is_checkmate():
            can[not current.turn] = True
            if can[W] and can[B]:
                return can
        for move in current.legal_moves:
            after = current.copy(stack=False)
            after.push(move)
            key = after.epd()
            if key not in seen:
                seen.add(key)
                waiting.append(after)
        if len(seen) > limit:
            return can
    return {color: bool(found) for color, found in can.items()}


@pytest.mark.parametrize("seed", range(40))
def test_verdicts_agree_with_brute_force_on_chance_positions(seed: int) -> None:
    position = chance_position(random.Random(seed))  # noqa: S311
    truth = explore(position, 2500)
    for winner, verdict in judge_both(position, looks(3000)).items():
        if verdict.outcome is Outcome.NOT_DECIDED or truth[winner] is None:
            continue
        assert (verdict.outcome is Outcome.CAN_MATE) == truth[winner], position.fen()


@pytest.mark.parametrize("prey", [chess.A8, chess.B8, chess.C8, chess.D8, chess.B7, chess.D5])
def test_no_queen_can_stand_in_its_own_kings_way_against_a_lone_knight(prey: chess.Square) -> None:
    """Proves the material rule: queens on all unguarded flight squares never make it mate.

    More queens than needed only add captures: the one nearest to the knight can take it.
    """
    for knight, king in itertools.product(
        chess.SquareSet(chess.BB_KNIGHT_ATTACKS[prey]), range(64)
    ):
        if king in {prey, knight} or chess.BB_KING_ATTACKS[king] >> prey & 1:
            continue
        position = chess.Board(None)
        position.set_piece_at(prey, chess.Piece(chess.KING, B))
        position.set_piece_at(knight, chess.Piece(chess.KNIGHT, W))
        position.set_piece_at(king, chess.Piece(chess.KING, W))
        for flight in chess.SquareSet(chess.BB_KING_ATTACKS[prey]):
            if not position.is_attacked_by(W, flight):
                position.set_piece_at(flight, chess.Piece(chess.QUEEN, B))
        position.turn = B
        assert not position.is_checkmate(), position.fen()


def labelled(step: int) -> list[tuple[str, str]]:
    if not DATA.exists():
        return []
    lines = (DATA / "positions.txt").read_text(encoding="utf-8").splitlines()
    return [(line[:2], line[3:]) for line in lines[::step]]


@pytest.mark.skipif(not DATA.exists(), reason="the shared deadness positions are not here")
def test_no_verdict_on_the_shared_positions_is_wrong() -> None:
    decided = total = 0
    for label, fen in labelled(8):
        position = board(fen)
        for winner, verdict in judge_both(position, looks(2500)).items():
            total += 1
            if verdict.outcome is Outcome.NOT_DECIDED:
                continue
            decided += 1
            can = "BW"[winner] in label
            assert (verdict.outcome is Outcome.CAN_MATE) == can, fen
    assert decided >= 0.8 * total


@pytest.mark.skipif(not DATA.exists(), reason="the shared deadness positions are not here")
def test_the_material_rule_and_the_static_estimate_never_deny_a_mate_of_the_shared_data() -> None:
    for label, fen in labelled(1):
        position = board(fen)
        state = freeze(position)
        mobility = estimate(state)
        for winner in chess.COLORS:
            if "BW"[winner] in label and not position.is_checkmate():
                assert not cannot_mate(state, winner), fen
                assert not mobility.excludes_mate(winner), fen

"""The command `winnable`, as an arbiter and as a script use it."""

import json
from pathlib import Path

import chess
import pytest
from command import run

BLOCKED = "8/8/1k6/p1p1p1p1/P1P1P1P1/1K6/8/8 w - - 0 1"


def test_a_line_to_mate_is_given_and_really_mates() -> None:
    fen = "8/4P3/8/8/8/k7/8/K7 w - - 0 1"
    done = run("winnable", "--json", "--language", "en", fen)
    assert done.returncode == 0
    result = json.loads(done.stdout)
    assert list(result) == ["fen", "white", "black"]
    assert result["fen"] == fen
    assert result["white"]["verdict"] == "can mate"
    board = chess.Board(fen)
    for move in result["white"]["line"]:
        board.push_uci(move)
    assert board.is_checkmate()
    assert result["black"] == {
        "verdict": "cannot mate",
        "line": [],
        "reason": "The material allows no mate",
    }


def test_a_blocked_position_is_dead_though_there_is_material() -> None:
    done = run("winnable", "--language", "en", BLOCKED)
    assert done.stdout.splitlines()[0].startswith("White cannot mate: ")
    assert done.stdout.splitlines()[1].startswith("Black cannot mate: ")
    assert not chess.Board(BLOCKED).is_insufficient_material()


def test_a_fen_may_be_given_without_quotation_marks() -> None:
    assert run("winnable", *BLOCKED.split()).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["winnable"], "Give a position"),
        (["winnable", "rubbish"], "six fields"),
        (["winnable", "8/8/8/8/8/8/8/K7 w - - 0 1"], "Black has no king"),
        (["winnable", "k6R/8/8/8/8/8/8/K7 w - - 0 1"], "stands in check"),
        (["winnable", "--budget", "0", BLOCKED], "budget"),
        (["winnable", "--budget", "x", BLOCKED], "--help"),
        (["winnable", "--batch", BLOCKED], "standard input"),
    ],
)
def test_what_cannot_be_judged_is_one_sentence(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_a_batch_judges_line_by_line() -> None:
    done = run(
        "winnable",
        "--batch",
        "--budget",
        "100",
        stdin=f"{BLOCKED}\nrubbish\n{chess.STARTING_FEN}\n",
    )
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [r["white"]["verdict"] for r in results] == ["cannot mate", "not decided", "can mate"]
    assert results[1]["black"]["reason"].startswith("Line 2: A FEN has six fields")
    assert done.returncode == 1


def test_a_dead_position_ends_a_practice_game(tmp_path: Path) -> None:
    done = run(
        "practice", "--opponent", "builtin", "--folder", str(tmp_path), "--fen",
        "8/8/1k6/p1p1p1p1/P1P1P3/1K4P1/8/8 w - - 0 1",
        stdin="Gustav vier\n",
    )  # fmt: skip
    assert "Remis: keiner kann mehr mattsetzen." in done.stdout

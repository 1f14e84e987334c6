"""Practice games as a person plays them: with real files, real engines and real accidents."""

import io
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import chess
import chess.pgn
import pytest
from command import COMMAND, environment, run

from assistant import drivers
from assistant.core.play.game import replay
from assistant.core.record import journal
from assistant.drivers import opponent_uci

NEEDS_STOCKFISH = pytest.mark.skipif(
    opponent_uci.stockfish() is None, reason="Stockfish is not installed"
)
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"
BUILTIN = ("--opponent", "builtin", "--level", "1")


def practice(home: Path, *arguments: str, said: str = "") -> list[str]:
    done = run("practice", *arguments, stdin=said, home=home)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout.splitlines()


def journals(home: Path) -> list[Path]:
    return sorted((home / "chess-assistant" / "games").glob("*.jsonl"))


def test_without_any_input_the_game_is_kept_and_the_way_back_is_said(tmp_path: Path) -> None:
    lines = practice(tmp_path)
    assert len(journals(tmp_path)) == 1
    assert lines[-1].startswith("Die Partie ist gesichert. Weiter mit: ")
    assert f"practice --resume {journals(tmp_path)[0]}" in lines[-1]
    assert len(journals(tmp_path)) == 1


def test_a_game_to_mate_leaves_a_pgn_that_python_chess_reads(tmp_path: Path) -> None:
    lines = practice(tmp_path, *BUILTIN, "--fen", MATE_IN_ONE, said="Turm Eva acht\n")
    assert "Weiß gewinnt: Schachmatt." in lines
    path = Path(lines[-1].removeprefix("Partie geschrieben: "))
    game = chess.pgn.read_game(io.StringIO(path.read_text(encoding="utf-8")))
    assert game is not None
    assert not game.errors
    assert game.headers["Result"] == "1-0"
    assert game.end().board().is_checkmate()


@NEEDS_STOCKFISH
def test_stockfish_answers_and_the_game_is_resumed(tmp_path: Path) -> None:
    lines = practice(tmp_path, "--level", "1", said="Eva vier\nDavid vier\nletzte 9 züge\n")
    assert lines[0].startswith("Übungspartie gegen Stockfish")
    again = practice(tmp_path, "--resume", said="letzte 9 züge\n")
    assert again[0] == "Die Partie geht weiter, 4 Halbzüge sind gespielt."
    moves = [line for line in lines if line[:1].isdigit()]
    assert moves == [line for line in again if line[:1].isdigit()]
    assert len(moves) == 4


def test_chess960_is_announced_piece_by_piece(tmp_path: Path) -> None:
    lines = practice(tmp_path, *BUILTIN, "--chess960", "0", "--colour", "white")
    assert "Chess960, Stellung 0." in lines
    assert "König: Gustav eins." in lines
    assert "König: Gustav acht." in lines


def test_black_waits_for_the_first_move(tmp_path: Path) -> None:
    lines = practice(tmp_path, *BUILTIN, "--colour", "black", said="letzter zug\n")
    assert any(line.startswith("Weiß: ") for line in lines)


def test_the_language_of_a_game_is_kept_for_its_continuation(tmp_path: Path) -> None:
    practice(tmp_path, *BUILTIN, "--language", "en", said="e4\n")
    assert practice(tmp_path, "--resume")[0] == "The game goes on after 2 half-moves."


def test_a_pgn_can_be_written_at_any_time(tmp_path: Path) -> None:
    target = tmp_path / "my game.pgn"
    practice(tmp_path, *BUILTIN, "--pgn", str(target), said="e4\n")
    assert "1. e4" in target.read_text(encoding="utf-8")


def test_a_pgn_that_cannot_be_written_loses_nothing(tmp_path: Path) -> None:
    target = tmp_path / "folder.pgn"
    target.mkdir()
    done = run("practice", *BUILTIN, "--pgn", str(target), stdin="e4\n", home=tmp_path)
    assert done.returncode == 1
    assert "The game itself is safe" in done.stderr
    assert replay(journal.read(journals(tmp_path)[0].read_bytes()).events).board.move_stack


def test_two_people_cannot_open_one_game(tmp_path: Path) -> None:
    practice(tmp_path, *BUILTIN, said="e4\n")
    path = journals(tmp_path)[0]
    keeper, _, _ = drivers.find("keeper", "file").reopen(path)
    done = run("practice", "--resume", str(path), home=tmp_path)
    keeper.close()
    assert done.returncode == 1
    assert "another window" in done.stderr


def test_a_changed_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    practice(tmp_path, *BUILTIN, said="e4\n")
    path = journals(tmp_path)[0]
    changed = path.read_bytes().replace(b"e2e4", b"d2d4")
    path.write_bytes(changed)
    done = run("practice", "--resume", str(path), home=tmp_path)
    assert done.returncode == 1
    assert "Line 2" in done.stderr
    assert path.read_bytes() == changed


def test_a_damaged_newer_game_is_named_when_an_older_one_goes_on(tmp_path: Path) -> None:
    practice(tmp_path, *BUILTIN, said="e4\n")
    (journals(tmp_path)[0].parent / "practice-99990101-000000.jsonl").write_text("rubbish\n")
    done = run("practice", "--resume", home=tmp_path)
    assert done.returncode == 0
    assert "practice-99990101-000000.jsonl is damaged" in done.stderr


def begin(home: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, "practice", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(home),
    )


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    with begin(tmp_path, *BUILTIN) as game:
        assert game.stdin
        assert game.stdout
        game.stdin.write("Eva vier\n")
        game.stdin.flush()
        while not game.stdout.readline().startswith("Schwarz: "):
            pass
        game.send_signal(signal.SIGINT)
        game.wait(timeout=20)  # its input stays open: an end of input is another way to leave
        out, err = game.communicate()
    assert "--resume" in out
    assert not err
    assert game.returncode == 130
    assert practice(tmp_path, "--resume")[0].startswith("Die Partie geht weiter, 2 Halbzüge")


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM])
def test_what_was_read_back_survives_any_end(sign: signal.Signals, tmp_path: Path) -> None:
    """At random instants: every move that was announced is in the game that goes on."""
    chance = random.Random(int(sign))  # noqa: S311 - a fixed choice, not a secret
    said = ["Eva vier", "David vier", "Springer Felix drei", "Springer Cesar drei", "Anna drei"]
    for attempt in range(6):
        home = tmp_path / str(attempt)
        with begin(home, *BUILTIN) as game:
            assert game.stdin
            assert game.stdout
            game.stdin.write("\n".join(said) + "\n")
            game.stdin.flush()
            first = game.stdout.readline()
            time.sleep(chance.random() * 0.2)
            os.kill(game.pid, sign)
            heard = [first.strip(), *game.communicate(timeout=20)[0].splitlines()]
        announced = sum(line.startswith(("Weiß: ", "Schwarz: ")) for line in heard)
        resumed = practice(home, "--resume", said="letzte 99 züge\n")
        kept = replay(journal.read(journals(home)[0].read_bytes()).events)
        assert len(kept.board.move_stack) >= announced
        assert resumed[0].startswith("Die Partie geht weiter")


@NEEDS_STOCKFISH
def test_an_engine_that_dies_is_replaced_and_the_game_goes_on(tmp_path: Path) -> None:
    script = tmp_path / "engine"
    path = opponent_uci.stockfish()
    # An engine that ends itself when it is asked for its second move.
    script.write_text(
        "#!/bin/sh\nn=0\n"
        f"mkfifo '{tmp_path}/in'\n'{path}' < '{tmp_path}/in' &\nexec 3> '{tmp_path}/in'\n"
        'while read -r line; do\n  case "$line" in go*) n=$((n + 1)); [ $n = 2 ] && kill $! && exit;;\n'
        '  esac\n  echo "$line" >&3\ndone\n'
    )
    script.chmod(0o755)
    done = run(
        "practice", "--engine", str(script), "--level", "1",
        stdin="Eva vier\nDavid vier\nletzter Zug\n", home=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Der Gegner ist ausgefallen" in done.stdout
    assert done.stdout.count("Schwarz: ") == 2
    assert "Traceback" not in done.stderr

"""The board in cells, and the commands that list, prove and show."""

import json
import shutil
from pathlib import Path

import chess
import pytest
from command import ROOT, environment, run
from positions import varied

from assistant import data
from assistant.core.output import boardcells
from assistant.core.output.cells import DOT_7, DOT_8, from_unicode, unicode

MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


def position(cells: tuple[int, ...], squares: tuple[int, ...], name: str) -> chess.BaseBoard:
    """The men that one-cell squares tell, as a finger would."""
    letters = data.notation(name).letters
    encode = data.notation(name).code.encode
    kinds = {encode(letters.of(kind).lower()).cells[0]: kind for kind in chess.PIECE_TYPES}
    board = chess.BaseBoard.empty()
    for cell, square in zip(cells, squares, strict=True):
        dark = bool(chess.BB_SQUARES[square] & chess.BB_DARK_SQUARES)
        assert bool(cell & DOT_8) == dark
        if letter := cell & ~(DOT_7 | DOT_8):
            board.set_piece_at(square, chess.Piece(kinds[letter], not cell & DOT_7))
    return board


@pytest.mark.parametrize("name", data.notations())
def test_sixty_four_cells_tell_the_whole_position(name: str) -> None:
    notation = data.notation(name)
    for board in varied(60):
        for side in chess.COLORS:
            cells, squares = boardcells.sixty_four(board, notation, side)
            assert position(cells, squares, name).board_fen() == board.board_fen()
            assert squares[0] == (chess.A8 if side else chess.H1)


@pytest.mark.parametrize("name", [n for n in data.notations() if data.notation(n).header.dots == 6])
def test_two_cells_a_square_tell_as_much_as_one(name: str) -> None:
    notation = data.notation(name)
    for board in varied(30):
        one = boardcells.rows(board, notation)
        two = boardcells.rows(board, notation, one_cell=False)
        for row, pairs in zip(one, two, strict=True):
            assert len(pairs) == 16
            assert max(pairs) < 64
            for cell, mark, letter in zip(row, pairs[::2], pairs[1::2], strict=True):
                assert letter == cell & ~(DOT_7 | DOT_8)
                assert bool(mark & 0x20) == bool(cell & DOT_7)
                assert bool(mark & 0x04) == bool(cell & DOT_8)


def test_the_board_in_braille_reads_from_the_eighth_rank_down() -> None:
    lines = run("board", "--language", "de").stdout.split("\n")
    assert lines[0] == "⠳⠀⡞⣎⡇⣙⡅⣇⡎⣞"
    assert lines[3] == "⠱⠀⢀⠀⢀⠀⢀⠀⢀"
    assert lines[7] == "⠡⠀⢞⠎⢇⠙⢅⠇⢎⠞"
    assert lines[8] == "⠀⠀⠁⠃⠉⠙⠑⠋⠛⠓"


def test_the_board_as_text_and_in_words_and_for_the_embosser() -> None:
    text = run("board", "--form", "text", "-l", "en", "--side", "black", "--fen", MATE).stdout
    assert text.split("\n")[0] == "1 R N B K Q B N R"
    assert text.split("\n")[4] == "5 - + - p - + - +"
    words = run("board", "--form", "spoken", "-l", "en", "--fen", MATE).stdout
    assert "Queen: Hector vier." in words
    assert words.endswith("White to move.\n")
    paper = run("board", "--form", "brf", "-l", "en").stdout
    assert paper.startswith("#H ,R-N,B-Q,K-B,N-R\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["board", "--fen", "nonsense"], "FEN"),
        (["board", "--notation", "xx"], "Unknown braille notation 'xx'"),
        (["board", "--form", "brf", "--notation", "de-8"], "de-8 has eight dots"),
        (["braille"], "For help type: chess-assistant braille --help"),
        (["braille", "read", "/nowhere.brf"], "/nowhere.brf cannot be read"),
        (["braille", "tables", "--check", "--positions", "0"], "at least 1"),
    ],
)
def test_wrong_use_is_one_sentence(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode in (1, 2)
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_list_shows_every_notation_with_a_sample() -> None:
    told = run("braille", "tables")
    assert told.returncode == 0
    for name in data.notations():
        assert f"\n{name}: " in f"\n{told.stdout}"
        assert unicode(data.notation(name).sample[1]) in told.stdout


def test_the_proof_is_printed_for_every_notation() -> None:
    rows = json.loads(run("braille", "tables", "--check", "--positions", "12", "--json").stdout)
    assert [row["name"] for row in rows] == data.notations()
    for row in rows:
        assert row["lost"] == []
        assert row["moves"] > 200
        assert from_unicode(row["braille"])


def test_a_broken_file_is_named_and_the_others_still_work(tmp_path: Path) -> None:
    """Of a copy of the program, since the data of this one must stay whole."""
    for name in ("assistant", "grammars", "braille"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    broken = tmp_path / "braille" / "de-8.toml"
    broken.write_text(broken.read_text(encoding="utf-8").replace('b = "⠃"', 'b = "⠁"'), "utf-8")

    def run_there(*arguments: str) -> tuple[int, str, str]:
        import subprocess
        import sys

        done = subprocess.run(
            [sys.executable, "-m", "assistant", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            cwd=tmp_path,
            env=environment() | {"PYTHONPATH": str(tmp_path)},
        )
        return done.returncode, done.stdout, done.stderr

    problem = "de-8.toml, key cells: ⠁ has two meanings, 'a' and 'b'."
    status, told, trouble = run_there("braille", "tables")
    assert status == 1
    assert problem in trouble
    assert "cs-8: " in told
    assert "de-8: " not in told
    status, told, trouble = run_there("board", "--language", "de")
    assert (status, told) == (1, "")
    assert problem in trouble
    status, told, trouble = run_there("board", "--language", "cs")
    assert (status, trouble) == (0, "")
    assert "Not fine: de-8.toml" in run_there("doctor")[1]


def test_the_setting_chooses_the_notation(tmp_path: Path) -> None:
    settings = str(tmp_path / "settings.toml")
    assert run("settings", "--settings", settings, "braille.notation", "cs-8").returncode == 0
    shown = run("board", "--settings", settings, "-l", "de").stdout
    assert shown == run("board", "--notation", "cs-8", "-l", "de").stdout

"""Braille notations: every file keeps every move apart, agrees with liblouis, or is refused."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import chess
import pytest
from positions import BY_HAND, varied

from assistant import data
from assistant.core.braille import notation as notations
from assistant.core.braille.roundtrip import prove
from assistant.core.braille.roundtrip import varied as games
from assistant.core.output.announcement import MoveTold
from assistant.core.output.cells import Cells, unicode
from assistant.core.output.moves import told
from assistant.core.spoken.reading import Exact, Reading, read_all
from assistant.core.spoken.utterance import SpokenMove
from assistant.drivers import translator_louis
from assistant.errors import DataError, LibraryError, UsageError

NAMES = data.notations()
POSITIONS = 1800

Moves = list[tuple[chess.Move, MoveTold, dict[tuple[SpokenMove, ...], Reading]]]


@lru_cache(maxsize=1)
def everything() -> list[tuple[chess.Board, Moves]]:
    """All legal moves of thousands of positions; each reading is worked out once for all files."""
    return [
        (board, [(move, told(board, move), {}) for move in board.legal_moves])
        for board in (*varied(300), *(board.copy(stack=False) for board in games(POSITIONS)))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_move_goes_to_cells_and_back(name: str) -> None:
    notation = data.notation(name)
    written: dict[MoveTold, tuple[Cells, tuple[SpokenMove, ...]]] = {}
    for board, moves in everything():
        seen = set()
        for move, what, readings in moves:
            if what not in written:
                cells = notation.told(what).cells
                written[what] = cells, notation.read(cells)
            cells, spoken = written[what]
            if spoken not in readings:
                readings[spoken] = read_all(board, spoken) if spoken else Exact(chess.Move.null())
            assert readings[spoken] == Exact(move), (board.fen(), move, unicode(cells))
            assert cells not in seen, (board.fen(), move, unicode(cells))
            seen.add(cells)


@pytest.mark.parametrize("name", NAMES)
def test_the_proof_of_the_command_finds_nothing_lost(name: str) -> None:
    proof = prove(data.notation(name), len(BY_HAND))
    assert proof.moves > 100
    assert proof.lost == ()


def test_the_proof_finds_a_notation_that_loses_capitals() -> None:
    german = data.notation("de-6")
    cells = {**german.code.cells, "D": german.code.cells["d"]}
    lost = prove(replace(german, code=replace(german.code, cells=cells)), 30).lost
    assert lost
    assert all("d" in sentence.split()[0] for sentence in lost)


def louis() -> translator_louis.Driver:
    try:
        return translator_louis.Driver()
    except LibraryError:
        pytest.skip("liblouis is not installed")


@pytest.mark.parametrize("name", [name for name in NAMES if data.notation(name).header.dots == 8])
def test_computer_braille_has_the_signs_of_its_table(name: str) -> None:
    notation = data.notation(name)
    for sign, cells in (*notation.code.cells.items(), *notation.code.writing.items()):
        assert louis().translate(sign, notation.header.table).cells == cells, sign


@pytest.mark.parametrize("name", ["cs-6", "en-6"])
def test_six_dots_write_moves_as_their_table_does(name: str) -> None:
    notation = data.notation(name)
    translate = louis().translate
    for board in varied(60):
        for move in board.legal_moves:
            text = notation.written(told(board, move))
            cells = translate(text, notation.header.table).cells
            assert notation.move(board, move).cells == cells, text


@pytest.mark.parametrize(
    ("name", "moves", "braille"),
    [
        ("en-uk-chess", "Nf3", "⠎⠋⠒"),  # as the Braille Chess Association prints it
        ("en-6", "Nf3", "⠠⠝⠋⠼⠉"),
        ("de-8", "Nf3", "⡎⠋⠩"),
        ("cs-8", "Nf3", "⡚⠋⢉"),
        ("pl-8", "Nf3", "⡎⠋⢉"),
        ("fr-6", "Nf3", "⠨⠉⠋⠠⠩"),
        ("de-6", "Nf3", "⠨⠎⠋⠼⠉"),
    ],
)
def test_a_move_has_the_cells_that_readers_know(name: str, moves: str, braille: str) -> None:
    board = chess.Board()
    assert unicode(data.notation(name).move(board, board.parse_san(moves)).cells) == braille


def spoken(name: str, text: str) -> tuple[SpokenMove, ...]:
    notation = data.notation(name)
    return notation.read(notation.code.encode(text).cells)


@pytest.mark.parametrize("text", ["Sg1f3", "Sg1-f3", "Sgf3", "S1f3", "Sf3+", "Sxf3", "S:f3"])
def test_other_ways_to_write_a_move_are_read_too(text: str) -> None:
    (move,) = spoken("de-8", text)
    assert move.piece == chess.KNIGHT
    assert move.to == chess.F3


@pytest.mark.parametrize("text", ["e8D", "e8=D", "exd8D", "e7e8D#"])
def test_a_promotion_is_read_with_and_without_its_sign(text: str) -> None:
    (move,) = spoken("de-8", text)
    assert move.promotion == chess.QUEEN


@pytest.mark.parametrize(
    "text", ["", "S", "f", "Sf9", "Sf", "e4e", "Weiß", "12", "0-0-0-0", "Ke8D"]
)
def test_what_is_no_move_is_read_as_none(text: str) -> None:
    assert spoken("de-8", text) == ()


def test_a_letter_that_is_piece_and_file_is_read_in_both_ways() -> None:
    assert {move.piece for move in spoken("en-uk-chess", "bxc3")} == {chess.BISHOP, chess.PAWN}
    assert [move.piece for move in spoken("en-uk-chess", "bb5")] == [chess.BISHOP]


def test_the_position_maps_lead_from_cells_to_characters_and_back() -> None:
    board = chess.Board()
    notation = data.notation("en-6")
    translation = notation.move(board, board.parse_san("Nf3"))
    assert unicode(translation.cells) == "⠠⠝⠋⠼⠉"
    assert translation.to_text == (0, 0, 1, 2, 2)
    assert translation.to_cell == (0, 2, 3)


@pytest.mark.parametrize("language", data.languages())
@pytest.mark.parametrize("dots", [6, 8])
def test_every_language_has_a_notation_of_six_and_of_eight_dots(language: str, dots: int) -> None:
    notation = data.notation_for(language, dots)
    assert language in notation.header.languages
    letters = data.language(language)[0].letters
    for kind in ("king", "queen", "rook", "bishop", "knight"):
        assert getattr(notation.letters, kind) == getattr(letters, kind)


def test_an_unknown_notation_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="cs-6, cs-8, de-6"):
        data.notation("klingon")


GERMAN = (data.folder("braille") / "de-6.toml").read_text(encoding="utf-8")


def instead(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


BROKEN = [
    ("cells", "'d' and 'D'", instead('d = "⠙"', 'd = "⠙"\nD = "⠙"')),  # Dxc4 would be dxc4
    ("cells", "⠁ has two meanings, 'a' and 'b'", instead('b = "⠃"', 'b = "⠁"')),
    ("cells", "'+' and '#'", instead('"#" = "⠈⠼"', '"#" = "⠈⠖"')),
    ("cells", "has two meanings", instead('letter = "⠠"', 'letter = ""')),
    ("cells", "has two meanings", instead('capital = ["⠨", "⠘"]', 'capital = ["⠼"]')),
    ("cells", "'S' stands in moves", instead('capital = ["⠨", "⠘"]', "capital = []")),
    ("cells", "'x' stands in moves", instead('x = "⠭"\n', "")),
    ("cells.x", "no braille", instead('x = "⠭"', 'x = "x"')),
    ("cells.x", "six dots", instead('x = "⠭"', 'x = "⡭"')),
    ("letters.rook", "letter of the queen", instead('rook = "T"', 'rook = "D"')),
    ("letters.pawn", "letter of a file", instead('pawn = "B"', 'pawn = "b"')),
    ("letters.king", "missing", instead('king = "K"\n', "")),
    ("header.dots", "7", instead("dots = 6", "dots = 7")),
    ("marks.capture", "length", instead('capture = ["x", ":"]', "capture = []")),
    ("header.colour", "no such key", instead("[header]", '[header]\ncolour = "red"')),
]


@pytest.mark.parametrize(("key", "problem", "change"), BROKEN)
def test_a_broken_notation_names_file_key_and_problem(
    key: str, problem: str, change: Callable[[str], str]
) -> None:
    with pytest.raises(DataError) as caught:
        notations.check(tomllib.loads(change(GERMAN)), "mine.toml")
    assert str(caught.value).startswith(f"mine.toml, key {key}: ")
    assert problem in str(caught.value)

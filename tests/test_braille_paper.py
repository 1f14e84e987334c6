"""A scoresheet on braille paper: its pages, and the same game read back from its cells."""

import random
import re
from pathlib import Path

import chess
import pytest
from command import run
from hypothesis import given, settings
from hypothesis import strategies as st
from test_scoresheet import TimedMove, played, started

from assistant import data
from assistant.cli_translator import built_in
from assistant.core.braille import embossing, sheet
from assistant.core.output.cells import Cells, unicode
from assistant.core.output.wording import Phrasebook
from assistant.core.play.events import DrawOffered, Event, GameEnded, MovePlayed
from assistant.core.record import journal
from assistant.core.record.columns import Form
from assistant.core.record.paper import Paper, Writer
from assistant.core.record.replayed import replay
from assistant.core.record.scoresheet import Sheet, sheet_of
from assistant.errors import UsageError

GRAMMAR = data.language("en")[0]
FORM = Form(Phrasebook(GRAMMAR), GRAMMAR.letters, "en")
TRANSLATE = built_in().translate
EVERY = data.usable_notations()[0]
CODES = {one.header.table: one.code for one in EVERY if one.header.table}
NAMES = data.notations()


def game(seed: int, plies: int, *, clocks: bool = False, fen: str = chess.STARTING_FEN) -> Sheet:
    """A game without a plan, with draw offers and, if wished, clock times."""
    chance = random.Random(seed)  # noqa: S311 - a fixed choice, not a secret
    board = chess.Board(fen)
    events: list[Event] = [started(fen)]
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = chance.choice(moves)
        fact = {"at": 0, "side": board.turn, "move": move.uci()}
        if clocks:
            events.append(TimedMove(**fact, clock_ms=chance.randrange(7_200_000)))  # type: ignore[arg-type]
        else:
            events.append(MovePlayed(**fact))  # type: ignore[arg-type]
        if chance.random() < 0.05:
            events.append(DrawOffered(at=0, side=board.turn))
        board.push(move)
    events.append(GameEnded(at=0, result="1-0", reason="resigned"))
    return sheet_of(events)


def pages(what: Sheet, name: str, paper: Paper | None = None) -> list[list[Cells]]:
    return Writer(data.notation(name), TRANSLATE, FORM, paper or Paper()).pages(what)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("clocks", [False, True])
def test_a_whole_game_is_read_back_from_its_pages(name: str, clocks: bool) -> None:
    wanted = game(7 + clocks, 90, clocks=clocks)
    text = embossing.braille(pages(wanted, name)).decode()
    found = sheet.read(text, [data.notation(name)], CODES)
    back = replay(found).sheet
    assert found.unreadable == ()
    seconds = [None if p.clock_ms is None else p.clock_ms // 1000 for p in wanted.plies]
    assert [(p.move, p.draw_offered) for p in back.plies] == [
        (p.move, p.draw_offered) for p in wanted.plies
    ]
    assert [None if p.clock_ms is None else p.clock_ms // 1000 for p in back.plies] == seconds
    assert back.result == "1-0"


@settings(max_examples=15)
@given(
    wanted=st.builds(game, st.integers(0, 10**6), st.integers(0, 80), clocks=st.booleans()),
    paper=st.builds(Paper, st.integers(20, 80), st.integers(8, 60)),
    name=st.sampled_from([one.name for one in EVERY if one.header.dots == 6]),
)
def test_paper_of_any_size_holds_the_game(wanted: Sheet, paper: Paper, name: str) -> None:
    written = pages(wanted, name, paper)
    for page in written:
        assert len(page) <= paper.height
        assert all(len(line) <= paper.width for line in page)
    content = embossing.brf(written)
    assert content.count(b"\f") == len(written)
    assert b"\n" not in content.replace(b"\r\n", b"")
    found = sheet.read(content.decode(), [data.notation(name)], CODES)
    assert [p.move for p in replay(found).sheet.plies] == [p.move for p in wanted.plies]


def test_a_pair_of_moves_is_never_broken_between_pages() -> None:
    wanted = game(3, 160, clocks=True)
    notation = data.notation("en-6")
    for width in (20, 24, 32, 40):
        seen: dict[int, int] = {}
        for number, page in enumerate(pages(wanted, "en-6", Paper(width, 9))):
            text = embossing.braille([page]).decode()
            for entry in sheet.read(text, [notation]).entries:
                assert seen.setdefault(entry.number, number) == number


def test_every_page_begins_with_players_round_and_number() -> None:
    wanted = game(5, 160)
    headers = dict(wanted.headers) | {"White": "Anna Berg", "Black": "Jan", "Round": "3"}
    written = pages(Sheet(headers, wanted.plies, wanted.result), "en-6")
    assert len(written) > 2
    for number, page in enumerate(written, 1):
        head = embossing.brf([[page[0]]]).decode().rstrip("\r\n\f")
        digits = "".join("JABCDEFGHI"[int(digit)] for digit in str(number))
        assert re.fullmatch(rf',ANNA ,BERG - ,JAN "<#C"> +#{digits}', head), head
        assert len(head) == 40


def test_long_names_are_cut_and_the_round_is_not() -> None:
    headers = {"White": "Wolfeschlegelsteinhausen " * 3, "Black": "B", "Round": "11"}
    (page, *_) = pages(Sheet(headers), "en-6")
    assert embossing.brf([[page[0]]]).decode().rstrip().endswith(' "<#AA">  #A')


@pytest.mark.parametrize(
    ("white", "black", "head"),
    [
        ("Annemarie Bergengruen", "Jan Novak", ",BERGENGRUEN - ,JAN ,NOVAK"),
        ("Bergengruen, Annemarie", "Maximilian Novak", ",BERGENGRUEN - ,MAXIMILIAN ,NOVAK"),
        ("Annemarie Bergengruen", "Bartholomew Featherstone", ",BERGENGRUEN - ,FEATHERSTONE"),
        ("Annemarie Bergengruen", "stockfish (level 3)", ",BERGENGRUEN - STOCKFISH"),
    ],
)
def test_long_names_are_shortened_at_whole_names(white: str, black: str, head: str) -> None:
    (page, *_) = pages(Sheet({"White": white, "Black": black, "Round": "-"}), "en-6")
    written = embossing.brf([[page[0]]]).decode().rstrip()
    assert len(written) == 40
    assert re.fullmatch(r"(.*?) {2,}#A", written)[1] == head  # type: ignore[index]


def test_a_game_that_black_begins_has_a_mark_in_whites_place() -> None:
    fen = "4k3/8/8/8/8/8/4p3/K7 b - - 0 30"
    for name in NAMES:
        wanted = game(1, 3, fen=fen)
        text = embossing.braille(pages(wanted, name)).decode()
        found = sheet.read(text, [data.notation(name)], CODES, chess.Board(fen))
        assert found.entries[0].number == 30
        assert not found.entries[0].colour
        back = replay(found, chess.Board(fen)).sheet
        assert [p.move for p in back.plies] == [p.move for p in wanted.plies]


@pytest.mark.parametrize(("cells", "lines"), [(19, 25), (81, 25), (40, 7), (40, 61), (-1, 25)])
def test_paper_on_which_nothing_fits_is_a_sentence(cells: int, lines: int) -> None:
    with pytest.raises(UsageError, match=r"has \d+ to \d+"):
        Paper(cells, lines)


@pytest.mark.parametrize("name", NAMES)
def test_the_notation_of_a_game_is_found_out(name: str) -> None:
    wanted = game(11, 60)
    found = sheet.read(embossing.braille(pages(wanted, name)).decode(), EVERY, CODES)
    assert found.rivals == ()
    assert [p.move for p in replay(found).sheet.plies] == [p.move for p in wanted.plies]


def braille(name: str, text: str) -> str:
    notation = data.notation(name)
    return "\n".join(unicode(notation.code.encode(line).cells) for line in text.split("\n"))


def entries(name: str, text: str) -> list[tuple[int, bool, str]]:
    found = sheet.read(braille(name, text), [data.notation(name)])
    return [(entry.number, entry.colour, entry.text) for entry in found.entries]


W, B = chess.WHITE, chess.BLACK


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5\n2. Sf3",
        "1. e4 e5 2. Sf3",
        "1.e4 e5 2.Sf3",
        "1. e4\n e5\n2. Sf3",
        "1. e4 e5\n\n2.Sf3",
    ],
)
def test_sheets_are_read_however_their_lines_are_set(text: str) -> None:
    for name in ("de-8", "de-6"):
        assert entries(name, text) == [(1, W, "e4"), (1, B, "e5"), (2, W, "Sf3")]


def test_a_row_without_numbers_counts_on() -> None:
    found = entries("de-8", "1. e4 e5 Sf3 Sc6 3. Lb5")
    assert [number for number, _, _ in found] == [1, 1, 2, 2, 3]


def test_a_sign_of_en_passant_belongs_to_its_move() -> None:
    board = chess.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9")
    for text in ("9. exd6 e.p. Kd7", "9. exd6e.p. Kd7", "9. exd6 ep Kd7", "9. exd6! Kd7?"):
        found = sheet.read(braille("de-8", text), [data.notation("de-8")])
        assert [ply.san for ply in replay(found, board).sheet.plies] == ["exd6", "Kd7"]


def test_a_move_of_black_alone_has_its_colour() -> None:
    for text in ("7... Sf6", "7. ... Sf6", "7...Sf6", "7. ...Sf6"):
        assert entries("de-8", text) == [(7, B, "Sf6")]
    assert entries("en-uk-chess", "7 -sf6") == [(7, B, "sf6")]


def test_names_and_remarks_are_notes_and_no_moves() -> None:
    text = "Anna - Jan  3\nRunde: 3\n3 Punkte\n1. e4 e5 1:29:45\n1-0\nGewonnen durch Aufgabe."
    found = sheet.read(braille("de-8", text), [data.notation("de-8")])
    assert [entry.text for entry in found.entries] == ["e4", "e5"]
    assert found.entries[1].clock == "1:29:45"
    assert found.result == "1-0"
    assert found.notes == ("Anna - Jan 3", "Runde: 3", "3 Punkte", "Gewonnen durch Aufgabe.")


def test_a_cell_without_meaning_is_marked_and_not_guessed() -> None:
    torn = braille("de-6", "1. e4 e5\n2. Sf3 Sc6").replace("⠋⠼⠉", "⠋⠼⠿")
    found = sheet.read(torn, [data.notation("de-6")])
    (entry,) = found.unreadable
    assert (entry.number, entry.colour, entry.line) == (2, chess.WHITE, 2)
    assert entry.text == "Sf⍰⠼⍰⠿"
    assert unicode(entry.cells) == "⠨⠎⠋⠼⠿"
    back = replay(found)
    assert back.stopped_at == entry
    assert len(back.sheet.plies) == 2
    assert found.text == "1. e4 e5\n2. Sf⍰⠼⍰⠿ Sc6\n"


def test_signs_that_are_no_cells_are_reported_with_their_line() -> None:
    found = sheet.read("1ü\n\n€#A' E#D E#E\n", [data.notation("de-6")])
    assert [(one.line, one.sign) for one in found.foreign] == [(1, "ü"), (3, "€")]
    assert [entry.text for entry in found.entries] == ["e4", "e5"]


def test_an_entry_with_two_meanings_ends_the_game_and_names_both() -> None:
    fen = "6k1/8/8/8/8/2n5/1P1B4/K7 w - - 0 1"
    found = sheet.read(braille("en-uk-chess", "1 bxc3 kf7"), [data.notation("en-uk-chess")])
    back = replay(found, chess.Board(fen))
    assert back.stopped_at == found.entries[0]
    assert set(back.may_be) == {"bxc3", "Bxc3"}


def test_two_notations_that_mean_other_moves_are_rivals() -> None:
    # Before any other piece has moved, S is a knight in Polish and a bishop in Czech.
    found = sheet.read(braille("pl-8", "1. Sb5"), [data.notation("pl-8"), data.notation("cs-8")])
    assert found.rivals == ("cs-8",)
    clear = sheet.read(braille("pl-8", "1. Sf3"), [data.notation("cs-8"), data.notation("pl-8")])
    assert clear.notation.name == "pl-8"
    assert clear.rivals == ()


@settings(max_examples=60)
@given(st.text(max_size=200) | st.text(alphabet="⠁⠃⠼⠨⠋⠙⠲⠀⡎\n\f1aE#D' ", max_size=200))
def test_any_text_is_read_without_an_error(text: str) -> None:
    found = sheet.read(text, EVERY, CODES)
    replay(found)
    assert found.text.count("\n") <= len(found.entries)


@given(st.lists(st.lists(st.integers(0, 63), max_size=40).map(tuple), max_size=25))
def test_cells_survive_braille_ascii_and_unicode(lines: list[Cells]) -> None:
    def trimmed(line: Cells) -> Cells:
        return tuple(map(int, re.sub(r"(?: 0)+$", "", " ".join(["", *map(str, line)])).split()))

    for content in (embossing.brf([lines]), embossing.braille([lines])):
        found, foreign = embossing.lines(content.decode())
        read = [cells for _, cells in found if cells is not None][: len(lines)]
        if content.decode().strip("\r\n\f \u2800"):
            assert [trimmed(cells) for cells in read] == [trimmed(line) for line in lines]
        assert foreign == []


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(journal.write(played("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")))
    return path


def test_the_command_writes_paper_and_reads_it_again(kept: Path, tmp_path: Path) -> None:
    paper = tmp_path / "sheet.brf"
    done = run("scoresheet", str(kept), "--form", "brf", "--language", "de", "--out", str(paper))
    assert (done.returncode, done.stderr) == (0, "")
    assert paper.read_bytes().endswith(b"\r\n\f")
    text = run("braille", "read", str(paper))
    assert text.returncode == 0
    assert text.stdout == "1. e4 e5\n2. Sf3 Sc6\n3. Lb5 a6\n"
    assert text.stderr == "Read in the notation de-6: 6 entries.\n"
    game = run("braille", "read", str(paper), "--form", "pgn").stdout
    assert "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *" in game


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--form", "brf", "--notation", "de-8"], "de-8 has eight dots, and an embosser six"),
        (["--form", "brf", "--cells", "3"], "A line has 20 to 80 cells, not 3."),
        (["--form", "brf", "--lines", "0"], "A page has 8 to 60 lines, not 0."),
        (
            ["--form", "brf", "--notation", "xx"],
            "Unknown braille notation 'xx'. Choose one of: cs-6",
        ),
        (["--notation", "de-6"], "Give long or short, or --form brf or braille"),
    ],
)
def test_a_wrong_wish_for_paper_is_one_sentence(
    kept: Path, options: list[str], sentence: str
) -> None:
    done = run("scoresheet", str(kept), *options)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe", b"root:x:0:0:root\n", b"#A' ,,,\r\n\f"])
def test_a_broken_brf_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.brf"
    path.write_bytes(content)
    done = run("braille", "read", str(path))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("chess-assistant: ") or "is no move" in done.stderr


def test_what_cannot_be_read_is_named_and_the_rest_written(tmp_path: Path) -> None:
    path = tmp_path / "torn.txt"
    path.write_text(braille("de-6", "1. e4 e5\n2. Sf3 Sc6\n3. Lb5 a6").replace("⠨⠎⠉", "⠨⠿⠉"))
    done = run("braille", "read", str(path), "--notation", "de-6")
    assert done.returncode == 1
    assert done.stdout == "1. e4 e5\n2. Sf3 ⍰⠨⍰⠿c6\n3. Lb5 a6\n"
    assert "Line 2, move 2, Black: ⠨⠿⠉⠼⠋ is no move (⍰⠨⍰⠿c6)." in done.stderr
    assert "PGN" not in done.stderr
    done = run("braille", "read", str(path), "--notation", "de-6", "--form", "pgn")
    assert "The PGN ends before move 2, Black." in done.stderr


def test_a_move_that_cannot_be_played_is_named_and_pgn_only_where_it_is_written(
    tmp_path: Path,
) -> None:
    path = tmp_path / "sheet.txt"
    path.write_text(braille("de-6", "1. e4 e5\n2. Sf6 Sc6"))
    for form, ends in (("text", "."), ("pgn", "; the PGN ends before it.")):
        done = run("braille", "read", str(path), "--notation", "de-6", "--form", form)
        assert f"Line 2, move 2, White: Sf6 cannot be played there{ends}\n" in done.stderr


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1. e4 e5\n3. Sf3 Sc6\n4. Lb5", [(2, 3, 2)]),
        ("1. e4 e5\n1. Sf3 Sc6\n3. Lb5", [(2, 1, 2)]),
        ("1. e4 e5\n22. Sf3 Sc6\n3. Lb5", [(2, 22, 2)]),
        ("1. e4\n1... e5\n2. Sf3\n2. ... Sc6\n3. Lb5", []),
        ("12. e4 e5 13. Sf3 Sc6 14. Lb5", []),
    ],
)
def test_a_wrong_number_is_reported_with_its_line(
    text: str, wrong: list[tuple[int, int, int]], tmp_path: Path
) -> None:
    found = sheet.read(braille("de-8", text), [data.notation("de-8")])
    assert [(one.line, one.written, one.expected) for one in found.misnumbered] == wrong
    assert [entry.text for entry in found.entries] == ["e4", "e5", "Sf3", "Sc6", "Lb5"]
    path = tmp_path / "sheet.txt"
    path.write_text(braille("de-8", text))
    told = run("braille", "read", str(path), "--notation", "de-8").stderr
    for line, written, expected in wrong:
        assert f"Line {line}: the number {written} stands where {expected} belongs." in told


def test_a_sheet_that_can_be_two_things_asks_which(tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_text(braille("pl-8", "1. Sb5"))
    done = run("braille", "read", str(path))
    assert done.returncode == 2
    assert "Say which one with --notation." in done.stderr

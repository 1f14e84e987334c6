"""The scoresheet: the same game in every form, letters of the language, (=), clocks, remarks."""

import io
import random
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import chess
import chess.pgn
import pytest
from command import run
from positions import varied
from test_sample_games import BENONI, BENONI_ENGLISH

from assistant import data
from assistant.core.output.wording import Phrasebook
from assistant.core.play.events import (
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameResumed,
    GameStarted,
    MovePlayed,
    MovesTakenBack,
    OpponentChanged,
)
from assistant.core.play.game import replay
from assistant.core.play.regulations import Event as EventOf
from assistant.core.play.regulations import Player, Regulations
from assistant.core.record import columns, headers, journal
from assistant.core.record.columns import Form
from assistant.core.record.notation import Notation, written
from assistant.core.record.pgn import pgn
from assistant.core.record.scoresheet import sheet_of
from assistant.core.spoken.reading import Exact, read_all
from assistant.core.spoken.utterance import understand
from assistant.errors import JournalError

BOOK = Phrasebook(data.language("en")[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedMove(MovePlayed):
    """A move of an event that carries what the clock showed."""

    clock_ms: int


def started(fen: str = chess.STARTING_FEN, *, chess960: bool = False) -> GameStarted:
    return GameStarted(at=0, fen=fen, chess960=chess960, opponent="Jan", language="en")


def played(*moves: str, board: chess.Board | None = None) -> list[Event]:
    """The events of a game, from its moves as SAN; `W=` and `B=` are draw offers."""
    board = board.copy() if board else chess.Board()
    events: list[Event] = [started(board.fen(), chess960=board.chess960)]
    for move in moves:
        if move in ("W=", "B="):
            events.append(DrawOffered(at=1, side=move == "W="))
        else:
            side, parsed = board.turn, board.push_san(move)
            events.append(MovePlayed(at=1, side=side, move=parsed.uci()))
    return events


def form(language: str, notation: Notation = Notation.SHORT) -> Form:
    grammar, _ = data.language(language)
    return Form(Phrasebook(grammar), grammar.letters, language, notation)


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    return game


# Which game


def random_game(board: chess.Board, chance: random.Random) -> list[Event]:
    board = board.copy(stack=False)
    events: list[Event] = [started(board.fen(), chess960=board.chess960)]
    for number in range(chance.randint(0, 60)):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = chance.choice(moves)
        left = chance.randrange(6_000_000)
        events.append(TimedMove(at=number, side=board.turn, move=move.uci(), clock_ms=left))
        board.push(move)
        if chance.random() < 0.1:
            events.append(DrawOffered(at=number, side=chance.random() < 0.5))
    result = chance.choice(["1-0", "0-1", "1/2-1/2"])
    events.append(GameEnded(at=99, result=result, reason="agreement"))
    return events


def test_python_chess_reads_the_same_game_from_the_pgn() -> None:
    chance = random.Random(5)  # noqa: S311 - a fixed choice, not a secret
    for board in varied(120):
        events = random_game(board, chance)
        sheet = sheet_of(events, "Anna")
        game = read(pgn(sheet, BOOK))
        assert list(game.mainline_moves()) == replay(_plain(events)).board.move_stack
        assert game.board().fen() == board.fen()
        assert game.headers["Result"] == sheet.result
        for node, ply in zip(game.mainline(), sheet.plies, strict=True):
            assert ply.clock_ms is not None
            assert node.clock() == ply.clock_ms // 1000
            assert ("(=)" in node.comment) is ply.draw_offered
            assert node.san() == ply.san


def _plain(events: Iterable[Event]) -> list[Event]:
    """Without clocks, for the replay of a practice game, which knows none."""
    return [
        MovePlayed(at=e.at, side=e.side, move=e.move) if isinstance(e, TimedMove) else e
        for e in events
    ]


@pytest.mark.parametrize("language", data.languages())
@pytest.mark.parametrize("notation", Notation)
def test_every_written_move_is_understood_as_that_move(language: str, notation: Notation) -> None:
    grammar, lexicon = data.language(language)
    for board in varied(60):
        for move in board.legal_moves:
            events = [
                started(board.fen(), chess960=board.chess960),
                MovePlayed(at=1, side=board.turn, move=move.uci()),
            ]
            (ply,) = sheet_of(events).plies
            text = written(ply, grammar.letters, notation)
            heard = understand(text, lexicon)
            assert isinstance(heard, tuple), text
            assert read_all(board, heard) == Exact(move), text


def test_the_sample_game_of_the_laws_is_written_as_the_laws_print_it() -> None:
    sheet = sheet_of(played(*BENONI_ENGLISH))
    grammar, _ = data.language("cs")
    assert [written(ply, grammar.letters, Notation.SHORT) for ply in sheet.plies] == BENONI


@pytest.mark.parametrize(
    ("language", "short", "long"),
    [
        ("de", "Sf3", "Sg1f3"),
        ("en", "Nf3", "Ng1f3"),
        ("cs", "Jf3", "Jg1f3"),
        ("sk", "Jf3", "Jg1f3"),
        ("es", "Cf3", "Cg1f3"),
        ("fr", "Cf3", "Cg1f3"),
        ("it", "Cf3", "Cg1f3"),
        ("pl", "Sf3", "Sg1f3"),
    ],
)
def test_letters_are_those_of_the_language(language: str, short: str, long: str) -> None:
    (ply,) = sheet_of(played("Nf3")).plies
    letters = data.language(language)[0].letters
    assert written(ply, letters, Notation.SHORT) == short
    assert written(ply, letters, Notation.LONG) == long


@pytest.mark.parametrize(
    ("fen", "san", "short", "long"),
    [
        ("8/8/8/2PpP3/8/8/8/K6k w - d6 0 1", "exd6", "exd6 e.p.", "e5xd6 e.p."),
        ("1n1r3k/2P1P3/8/8/8/8/8/K7 w - - 0 1", "exd8=Q+", "exd8D+", "e7xd8D+"),
        ("1n1r3k/2P1P3/8/8/8/8/8/K7 w - - 0 1", "c8=N", "c8S", "c7c8S"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "0-0", "0-0"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "0-0-0", "0-0-0"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+", "0-0+", "0-0+"),
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "Re8#", "Te8#", "Te1e8#"),
        ("7k/8/8/N3N3/8/N3N3/2K5/8 w - - 0 1", "Na5c4", "Sa5c4", "Sa5c4"),
    ],
)
def test_marks_are_written_as_the_laws_have_them(fen: str, san: str, short: str, long: str) -> None:
    (ply,) = sheet_of(played(san, board=chess.Board(fen))).plies
    letters = data.language("de")[0].letters
    assert written(ply, letters, Notation.SHORT) == short
    assert written(ply, letters, Notation.LONG) == long


# What is written beside the moves


@pytest.mark.parametrize(
    ("moves", "marked"),
    [
        ("e4 W= e5", ["e4"]),  # after his move, as 9.1.2.1 has it
        ("e4 B= e5", ["e5"]),  # while thinking: on the move he then makes
        ("e4 e5 B= Nf3", ["e5"]),
        ("e4 e5 W= Nf3", ["Nf3"]),
        ("e4 e5 W=", ["e4"]),  # accepted before a move: on his last one
        ("e4 e5 Nf3 W= Nc6 B=", ["Nf3", "Nc6"]),
        ("W= e4 e5", ["e4"]),
        ("e4 B=", []),  # nobody of that colour has moved
        ("W= W= e4 e5", ["e4"]),
    ],
)
def test_a_draw_offer_stands_on_the_move_it_belongs_to(moves: str, marked: list[str]) -> None:
    sheet = sheet_of(played(*moves.split()))
    assert [ply.san for ply in sheet.plies if ply.draw_offered] == marked


def test_moves_taken_back_are_not_on_the_sheet() -> None:
    events = [*played("e4", "e5", "W=", "Nf3", "W="), MovesTakenBack(at=2, count=2)]
    events += [
        MovePlayed(at=3, side=False, move="c7c5"),
        GameResumed(at=4),
        DrawDeclined(at=5, side=True),
    ]
    assert [ply.san for ply in sheet_of(events).plies] == ["e4", "c5"]
    assert not any(ply.draw_offered for ply in sheet_of(events).plies)


def test_the_end_is_a_remark_on_the_last_move() -> None:
    events = [*played("f3", "e5", "g4", "Qh4#"), GameEnded(at=9, result="0-1", reason="checkmate")]
    sheet = sheet_of(events)
    assert sheet.result == sheet.headers["Result"] == "0-1"
    assert read(pgn(sheet, BOOK)).end().comment == "Black wins: checkmate."


def test_a_game_without_moves_keeps_its_remark() -> None:
    events = [started(), GameEnded(at=9, result="1-0", reason="default {time}\n")]
    sheet = sheet_of(events)
    game = read(pgn(sheet, BOOK))
    assert game.comment == "White wins: default (time) ."
    assert game.headers["Result"] == "1-0"
    for text in (columns.text(sheet, form("en")), columns.html(sheet, form("en"))):
        assert "White wins: default" in text
        assert "<table>" not in text


def test_headers_name_players_strength_and_start() -> None:
    fen = "8/8/8/2PpP3/8/8/8/K6k w - d6 0 1"
    events = [
        GameStarted(at=0, fen=fen, player=False, opponent='A "B" \\ C', elo=1500),
        OpponentChanged(at=1, opponent="Other", level=2),
    ]
    first, second = sheet_of(events[:1], "Anna"), sheet_of(events, "Anna")
    assert first.headers["WhiteElo"] == "1500"
    assert (first.headers["White"], first.headers["Black"]) == ('A "B" \\ C', "Anna")
    assert read(pgn(first, BOOK)).headers["White"] == "A 'B' / C"
    assert second.headers["White"] == "Other (level 2)"
    assert second.headers["FEN"] == fen
    assert second.headers["Date"] == "1970.01.01"


@pytest.mark.parametrize(
    ("date", "told"),
    [
        ("2026-11-16", "2026.11.16"),
        ("2026.11.16", "2026.11.16"),
        ("today", "1970.01.02"),
        ("", "1970.01.02"),
    ],
)
def test_headers_of_an_event_come_from_its_file(date: str, told: str) -> None:
    rules = Regulations(
        white=Player(name="Anna", visually_disabled=True),
        black=Player(name="Jan"),
        event=EventOf(name="Open", place="Ulm", date=date, round="3", board="7"),
    )
    assert headers.of_event(rules, 86_400_000) == {
        "Event": "Open",
        "Site": "Ulm",
        "Date": told,
        "Round": "3",
        "White": "Anna",
        "Black": "Jan",
        "Result": "*",
        "TimeControl": "5400+30",
        "Board": "7",
    }


def test_an_absurd_date_is_an_unknown_one() -> None:
    assert (
        sheet_of([GameStarted(at=10**20, fen=chess.STARTING_FEN)]).headers["Date"] == "????.??.??"
    )


@pytest.mark.parametrize(
    "events",
    [
        [],
        [MovePlayed(at=1, side=True, move="e2e4")],
        [started("rubbish")],
        [started(), MovePlayed(at=1, side=True, move="e2e5")],
        [started(), MovePlayed(at=1, side=True, move="rubbish")],
        [started(), MovePlayed(at=1, side=True, move="0000")],
        [started(), MovePlayed(at=1, side=False, move="e2e4")],
        [started(), MovesTakenBack(at=1, count=1)],
    ],
)
def test_what_makes_no_game_is_refused(events: list[Event]) -> None:
    with pytest.raises(JournalError):
        sheet_of(events)


# The forms for readers


def test_text_has_three_columns_and_every_remark() -> None:
    events = [
        *played("e4", "e5", "B=", "Nf3", "Nc6"),
        GameEnded(at=9, result="1-0", reason="resignation"),
    ]
    events[4] = TimedMove(at=1, side=True, move="g1f3", clock_ms=5_385_900)
    assert columns.text(sheet_of(events, "Anna"), form("de")).splitlines() == [
        "Partieformular",
        "Turnier: Practice",
        "Datum: 1970.01.01",
        "Weiß: Anna",
        "Schwarz: Jan",
        "Ergebnis: 1-0",
        "",
        " Zug  Weiß         Schwarz",
        "  1.  e4           e5 (=)",
        "  2.  Sf3 1:29:45  Sc6",
        "",
        "Anmerkungen",
        "Zug 2, Schwarz: Weiß gewinnt: Aufgabe.",
    ]


def test_a_game_that_begins_with_black_says_so() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R b K - 0 30")
    lines = columns.text(sheet_of(played("Kd7", "O-O", board=board)), form("en")).splitlines()
    assert "Start position: 4k3/8/8/8/8/8/8/4K2R b K - 0 30" in lines
    assert lines[-2:] == [" 30.  ...    Kd7", " 31.  0-0"]


class Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.scopes: list[str] = []
        self.cells: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        if tag == "th":
            self.scopes.append(dict(attrs)["scope"] or "")
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "td":
            self.cells[-1] += data


@pytest.mark.parametrize("language", data.languages())
def test_html_is_a_table_with_headings_for_rows_and_columns(language: str) -> None:
    page = columns.html(sheet_of(played("e4", "e5", "Nf3", "W="), "<Anna>"), form(language))
    cells = Cells()
    cells.feed(page)
    assert not cells.open
    assert cells.scopes == ["col", "col", "col", "row", "row"]
    knight = data.language(language)[0].letters.knight
    assert cells.cells == ["e4", "e5", f"{knight}f3 (=)", ""]
    assert f'<html lang="{language}">' in page
    assert "&lt;Anna&gt;" in page


# The command


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(journal.write(played("e4", "e5", "W=", "Nf3", "Nc6")))
    return path


@pytest.mark.parametrize("name", ["text", "html", "pgn"])
def test_a_form_goes_to_standard_output_or_to_a_file(name: str, game: Path, tmp_path: Path) -> None:
    target = tmp_path / "sheet"
    shown = run("scoresheet", str(game), "--form", name)
    done = run("scoresheet", str(game), "--form", name, "--output", str(target))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert target.read_text(encoding="utf-8") == shown.stdout
    assert shown.stdout


def test_language_and_notation_are_options(game: Path) -> None:
    assert "  2.  Nf3 (=)  Nc6\n" in run("scoresheet", str(game)).stdout
    done = run("scoresheet", str(game), "--language", "cs", "--notation", "long")
    assert "  2.  Jg1f3 (=)  Jb8c6\n" in done.stdout


def test_the_pgn_has_english_letters_whatever_the_language(game: Path) -> None:
    text = run("scoresheet", str(game), "--form", "pgn", "--language", "cs").stdout
    assert [move.uci() for move in read(text).mainline_moves()] == ["e2e4", "e7e5", "g1f3", "b8c6"]


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--form", "pdf"], 2, "--help"),
        (["--notation", "loud"], 2, "Give long or short"),
        (["--language", "xx"], 2, "Choose one of: "),
        (["--output", "/nonexistent/sheet"], 1, "cannot be written"),
    ],
)
def test_wrong_use_is_one_sentence(
    arguments: list[str], status: int, said: str, game: Path
) -> None:
    done = run("scoresheet", str(game), *arguments)
    assert done.returncode == status
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_a_journal_of_an_impossible_game_is_one_sentence(game: Path) -> None:
    game.write_bytes(journal.write([started(), MovePlayed(at=1, side=True, move="e2e5")]))
    done = run("scoresheet", str(game))
    assert done.returncode == 1
    assert done.stderr == f"chess-assistant: {game}: The move e2e5 cannot be played in this game.\n"

"""The command `reconcile`, as an arbiter calls it."""

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import chess
import pytest
import scribes
from command import run

from assistant import data
from assistant.core.dispute import boards, page, report, source
from assistant.core.dispute.reconciliation import Paper, reconcile
from assistant.core.dispute.verdict import judge
from assistant.core.output.wording import Phrasebook
from assistant.core.play.events import GameStarted, MovePlayed
from assistant.core.record import journal
from assistant.core.record.brf import translate

WHITE = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7\n"
BLACK = "1.\te4\te5\n2.\tSf3\tSc6\n3.\tLb5\ta6\n4.\tLa4\tSf6\n5.\t0-0\tLe7\n"


@pytest.fixture
def sheets(tmp_path: Path) -> tuple[str, str]:
    for name, text in (("anna.txt", WHITE), ("jan.txt", BLACK)):
        (tmp_path / name).write_text(text)
    return str(tmp_path / "anna.txt"), str(tmp_path / "jan.txt")


def verdict(*arguments: str) -> dict[str, Any]:
    found = run("reconcile", "--json", "-l", "en", *arguments)
    assert found.returncode == 0, found.stderr
    result: dict[str, Any] = json.loads(found.stdout)
    return result


def test_sheets_that_agree_give_all_keys(sheets: tuple[str, str]) -> None:
    found = verdict(*sheets)
    assert found["agree"] is True
    assert (found["plies_a"], found["plies_b"]) == (10, 10)
    assert found["last_agreed"]["ply"] == 10
    assert found["first_difference"] is None
    assert found["entries"][2]["a"] == "Nf3"
    assert found["entries"][2]["b"] == "Sf3"
    assert found["entries"][2]["move"] == "g1f3"
    assert found["entries"][2]["status"] == "agree"
    assert found["findings"] == []
    assert found["ruling"] == {"article": "D.2.9", "who_adjusts": None, "go_back_to": None}
    assert found["languages"] == ["en", "de"]


def test_sheets_that_part_say_where_and_to_what_position_the_game_goes_back(
    sheets: tuple[str, str],
) -> None:
    Path(sheets[1]).write_text(BLACK.replace("La4", "Lc4"))
    found = verdict(*sheets, "--edition", "2009")
    assert found["agree"] is False
    assert found["first_difference"] == {
        "ply": 7, "move_number": 4, "side": "white", "a": "Ba4", "b": "Lc4"
    }  # fmt: skip
    board = chess.Board()
    for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]:
        board.push_san(san)
    assert found["last_agreed"] == {"ply": 6, "fen": board.fen()}
    assert found["ruling"]["article"] == "E2.8"
    assert found["ruling"]["go_back_to"] == board.fen()


def test_the_board_that_does_not_match_is_adjusted_piece_by_piece(sheets: tuple[str, str]) -> None:
    board = chess.Board()
    for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]:
        board.push_san(san)
    wrong = chess.BaseBoard(board.board_fen())
    wrong.remove_piece_at(chess.F3)
    wrong.set_piece_at(chess.H3, chess.Piece(chess.KNIGHT, chess.WHITE))
    names = ("--names", "the tactile board", "Jan")
    found = verdict(*sheets, *names, "--board-a", wrong.board_fen(), "--board-b", board.fen())
    assert found["ruling"]["who_adjusts"] == "a"
    told = [one["text"] for one in found["findings"] if one["kind"] == "board"]
    assert "white knight from g1 stands on h3 and must go to f3." in told[0]
    assert "rightly" in told[1]


def test_a_board_may_be_listed_in_words_or_letters() -> None:
    _, lexicon = data.language("de")
    listed = boards.read("Weiß Ke1 Dd1 a2 b2 Schwarz König Eva acht Bauer Eva fünf", lexicon)
    assert listed.board_fen() == "4k3/8/8/4p3/8/8/PP6/3QK3"


def test_the_text_gives_the_verdict_first_then_a_table(sheets: tuple[str, str]) -> None:
    Path(sheets[1]).write_text(BLACK.replace("Lb5", "Lc4"))
    lines = run("reconcile", *sheets, "-l", "en").stdout.splitlines()
    assert lines[0] == "The sheets part at move 3, White: anna has Bb5; jan has Lc4."
    assert any(line.split() == ["3.", "Bb5", "Lc4", "DIFFERENT"] for line in lines)


@pytest.mark.parametrize("language", data.languages())
def test_every_language_words_the_verdict(language: str) -> None:
    black = BLACK.replace("Lb5", "Lc4").replace("Sc6", "Sc7")
    papers = [
        Paper(name, source.read(text.encode(), name))
        for name, text in (("Anna", WHITE), ("Jan", black))
    ]
    found = reconcile(papers[0], papers[1], data.alphabets(), data.slips())
    grammar, _ = data.language(language)
    book, laws = Phrasebook(grammar), data.laws("2018")
    stands = chess.BaseBoard(), chess.BaseBoard()
    written = judge(found, laws, report.in_letters(grammar.letters), stands)
    html = page.html(written, book, grammar.letters, language)
    assert f'<html lang="{language}">' in html
    assert "{" not in html.partition("</style>")[2]
    assert report.text(written, book, grammar.letters).startswith(book.say(written.headline))
    for announcement in report.spoken(judge(found, laws, report.IN_WORDS, stands)):
        assert book.say(announcement)


class _Outline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.heads = 0
        self.captions = 0
        self.rows: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)
        told = dict(attrs)
        self.heads += tag == "th" and "scope" in told
        self.captions += tag == "caption"
        if tag == "tr":
            self.rows.append(told.get("id"))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_its_tables_have_headings(
    sheets: tuple[str, str], tmp_path: Path
) -> None:
    Path(sheets[1]).write_text(BLACK.replace("Lb5", "Lc4"))
    target = tmp_path / "report.html"
    run("reconcile", *sheets, "-l", "en", "--names", "A<b>", "J&n", "--html", str(target))
    outline = _Outline()
    outline.feed(target.read_text())
    assert outline.open == []
    assert outline.captions == 2
    assert outline.heads == 8 + 8 + 4 + 10
    assert outline.rows.count("parting") == 1
    assert "white king" in target.read_text()


def test_the_embosser_gets_pages_that_fit(sheets: tuple[str, str], tmp_path: Path) -> None:
    target = tmp_path / "report.brf"
    assert run("reconcile", *sheets, "-l", "de", "--brf", str(target)).returncode == 0
    for sheet in target.read_bytes().split(b"\f"):
        lines = sheet.split(b"\r\n")
        assert len(lines) <= 26
        assert all(len(line) <= 40 for line in lines)


def test_the_spoken_verdict_announces_moves_and_squares(sheets: tuple[str, str]) -> None:
    Path(sheets[1]).write_text(BLACK.replace("La4", "Lc4"))
    said = run("reconcile", *sheets, "-l", "de", "--speak").stdout
    assert "Läufer Bella fünf Anna vier" in said
    assert "Gustav acht" in said


def test_a_journal_and_braille_are_sheets(tmp_path: Path) -> None:
    started = GameStarted(at=0, fen=chess.STARTING_FEN, opponent="x", level=3)
    moves = [
        MovePlayed(at=1, side=True, move="e2e4", clock_ms=5_000_000),
        MovePlayed(at=2, side=False, move="e7e5", clock_ms=4_000_000),
        MovePlayed(at=3, side=True, move="g1f3", clock_ms=4_900_000),
    ]
    (tmp_path / "game.jsonl").write_bytes(journal.write([started, *moves]))
    text = "\r\n".join(translate(line).cells for line in ("1. e4 e5", "2. Sh3"))
    (tmp_path / "sheet.brf").write_text(text)
    found = verdict(str(tmp_path / "game.jsonl"), str(tmp_path / "sheet.brf"))
    assert found["first_difference"]["a"] == "Nf3"
    assert found["first_difference"]["b"] == "Sh3"
    assert any("1 hour" in one for one in found["say"])


@pytest.mark.parametrize(
    ("notation", "form", "stated"),
    [
        ("de-6", "brf", False),
        ("en-uk-chess", "brf", True),
        ("cs-8", "braille", False),
        ("fr-6", "brf", False),
        ("en-uk-chess", "brf", False),
        ("pl-6", "braille", True),
    ],
)
def test_a_braille_scoresheet_agrees_with_the_written_one(
    tmp_path: Path, notation: str, form: str, *, stated: bool
) -> None:
    sans = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 dxe5 Nxe5"
    board = chess.Board()
    moves = []
    for at, san in enumerate(sans.split()):
        move = board.push_san(san).uci()
        moves.append(MovePlayed(at=at, side=at % 2 == 0, move=move))
    started = GameStarted(at=0, fen=chess.STARTING_FEN, opponent="x", level=3)
    game, sheet = tmp_path / "game.jsonl", tmp_path / "sheet"
    game.write_bytes(journal.write([started, *moves]))
    words = ["--form", form, "--notation", notation, "--output", str(sheet)]
    assert run("scoresheet", str(game), *words).returncode == 0
    found = verdict(str(game), str(sheet), *(["--braille-b", notation] if stated else []))
    assert found["agree"] is True
    assert found["plies_b"] == len(moves)
    assert found["findings"] == []


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"),
        (b"\0\1\2" * 50, "is no text"),
        (b"Dear arbiter, I lost my sheet.", "no move"),
        (b"1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7", "no move in common"),
        (b'[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4', "cannot be"),
        (b'{"v":1,"event":"x"}\n', "journal"),
    ],
)
def test_unusable_files_get_one_sentence(
    sheets: tuple[str, str], content: bytes, sentence: str
) -> None:
    Path(sheets[1]).write_bytes(content)
    found = run("reconcile", *sheets)
    assert found.returncode == 1
    assert found.stdout == ""
    assert len(found.stderr.strip().splitlines()) == 1
    assert sentence in found.stderr


@pytest.mark.parametrize(
    "wrong",
    [
        ("--language-a", "xx"),
        ("--board-a", "nonsense"),
        ("--edition", "1850"),
        ("--braille-a", "unknown"),
        ("--chess960", "1000"),
    ],
)
def test_wrong_use_says_what_to_do(sheets: tuple[str, str], wrong: tuple[str, str]) -> None:
    found = run("reconcile", *sheets, *wrong)
    assert found.returncode == 2
    assert len(found.stderr.strip().splitlines()) == 1


def test_real_sheets_in_two_hands_agree_in_meaning(shared: Path) -> None:
    folder = shared / "data" / "hcs"
    found = verdict(str(folder / "019_0.txt"), str(folder / "019_1.txt"))
    assert found["agree"] is True
    assert found["last_agreed"]["ply"] == 30
    kinds = {one["kind"] for one in found["findings"]}
    assert kinds == {"slip"}


def test_a_damaged_pair_is_compared_in_time(tmp_path: Path) -> None:
    rng = scribes.chance(4)
    moves = scribes.game(rng, 80)
    for name in "ab":
        how = scribes.Scribe(data.alphabets()["en"])
        (tmp_path / name).write_text(scribes.sheet(moves, how, rng, 0.3).text)
    found = verdict(str(tmp_path / "a"), str(tmp_path / "b"))
    assert sum(one["a"] is not None for one in found["entries"]) == found["plies_a"]


LONG = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O "
    "9. h3 Nb8 10. d4 Nbd7"
)


def _after(text: str) -> chess.Board:
    board = chess.Board()
    for word in text.split():
        if not word.endswith("."):
            board.push_san(word)
    return board


def _written(folder: Path, first: str, second: str) -> tuple[str, ...]:
    (folder / "a.txt").write_text(first)
    (folder / "b.txt").write_text(second)
    return str(folder / "a.txt"), str(folder / "b.txt"), "--names", "Anna", "Jan"


def test_nobody_adjusts_to_moves_that_stand_on_one_sheet_alone(tmp_path: Path) -> None:
    short = LONG.split(" 9.", maxsplit=1)[0]
    agreed, end = _after(short), _after(LONG)
    both = _written(tmp_path, short, LONG)
    boards_given = ("--board-a", agreed.board_fen(), "--board-b", end.board_fen())
    for given in ((), boards_given):
        found = verdict(*both, *given)
        assert found["last_agreed"] == {"ply": 16, "fen": agreed.fen()}
        assert found["ruling"]["who_adjusts"] is None
        assert "They agree up to move 8 of Black." in found["say"]
        assert any(
            "one sheet alone, that of Jan: the arbiter decides" in one for one in found["say"]
        )
        assert not any("adjust" in one for one in found["say"])
    told = [one["text"] for one in found["findings"] if one["kind"] == "board"]
    assert told == [
        "Board of Anna: stands as after move 8, Black.",
        "Board of Jan: stands as after move 10, Black.",
    ]
    text = run("reconcile", "-l", "en", *both, *boards_given).stdout
    assert f"FEN: {agreed.fen()}" in text
    assert "must" not in text


def test_a_board_that_fits_no_position_is_told_piece_by_piece(tmp_path: Path) -> None:
    short = LONG.split(" 9.", maxsplit=1)[0]
    wrong = chess.BaseBoard(_after(short).board_fen())
    wrong.remove_piece_at(chess.A7)
    wrong.remove_piece_at(chess.A6)
    found = verdict(*_written(tmp_path, short, LONG), "--board-a", wrong.board_fen())
    told = [one["text"] for one in found["findings"] if one["kind"] == "board"]
    assert told[0].startswith("Board of Anna: stands in no position of the sheets.")
    assert told[1] == "Board of Anna: black pawn is missing and must be put on a6."


def test_an_impossible_entry_is_shown_against_what_the_other_sheet_has(tmp_path: Path) -> None:
    for first, second in (("Qh8", "Nbd2"), ("Nbd2", "Qh8"), ("Qh8", "Nbd2 Nc5 12. Nf1")):
        found = verdict(*_written(tmp_path, f"{LONG} 11. {first}", f"{LONG} 11. {second}"))
        assert found["first_difference"] == {
            "ply": 21, "move_number": 11, "side": "white", "a": first, "b": second.split()[0]
        }  # fmt: skip


def test_the_same_impossible_entries_on_both_sheets_part_nothing(tmp_path: Path) -> None:
    pairs = (
        ("1. f4 f5 2. O-O O-O-O", "1. f4 f5 2. 0-0 0-0-0"),
        (f"{LONG} 11. Qh8", f"{LONG} 11. Qh8"),
    )
    for pair in pairs:
        found = verdict(*_written(tmp_path, *pair))
        assert found["agree"] is True
        assert found["first_difference"] is None
    castled = verdict(*_written(tmp_path, *pairs[0]))["findings"]
    assert [one["kind"] for one in castled] == ["unread", "unread"]
    assert castled[0]["text"] == (
        "Move 2, White: both sheets have O-O, which is no legal move there."
    )


def test_the_note_on_what_is_likely_comes_only_with_something_likely(tmp_path: Path) -> None:
    note = "What is called likely here decides nothing: the arbiter decides."
    undecided = verdict(*_written(tmp_path, f"{LONG} 11. Qd3", f"{LONG} 11. Nbd2"))
    assert note not in undecided["say"]
    slip = verdict(*_written(tmp_path, LONG, LONG.replace("Nc6", "Na6")))
    assert any(one["likely"] for one in slip["findings"])
    assert note in slip["say"]


def test_an_edition_without_such_a_procedure_orders_nothing(tmp_path: Path) -> None:
    for other in (LONG, LONG.replace("9. h3", "9. d4")):
        found = verdict(*_written(tmp_path, LONG, other), "--edition", "1997")
        assert found["ruling"] == {"article": None, "who_adjusts": None, "go_back_to": None}
        assert any("has no article" in one and "1997" in one for one in found["say"])
        assert not any("goes back" in one or "adjust" in one for one in found["say"])


def test_results_that_contradict_each_other_are_told(tmp_path: Path) -> None:
    found = verdict(*_written(tmp_path, f"{LONG} 1-0", f"{LONG} 0-1"))
    told = [one["text"] for one in found["findings"] if one["kind"] == "result"]
    assert told == ["The sheets have different results: Anna has 1-0; Jan has 0-1."]
    for first, second in (("1-0", "1-0"), ("1-0", ""), ("*", "1-0")):
        found = verdict(*_written(tmp_path, f"{LONG} {first}", f"{LONG} {second}"))
        assert not [one for one in found["findings"] if one["kind"] == "result"]


def test_a_number_that_is_right_is_no_finding_even_in_shifted_columns(tmp_path: Path) -> None:
    moves = [word for word in LONG.split() if not word.endswith(".")]
    shifted = [*moves[:8], *moves[9:]]
    lines = [f"{at // 2 + 1}.\t" + "\t".join(shifted[at : at + 2]) for at in range(0, 19, 2)]
    found = verdict(*_written(tmp_path, LONG, "\n".join(lines)))
    assert not [one for one in found["findings"] if one["kind"] == "number"]
    wrong = verdict(*_written(tmp_path, LONG, LONG.replace("7. Bb3", "9. Bb3")))
    assert [one["text"] for one in wrong["findings"]] == ["Move 7, White: Jan numbers Bb3 as 9."]


def test_a_sheet_in_capitals_is_no_braille(tmp_path: Path) -> None:
    assert verdict(*_written(tmp_path, LONG, LONG.upper()))["agree"] is True


def test_only_the_sheet_that_fails_is_named_with_what_helps(tmp_path: Path) -> None:
    prose = "1. Install it\n2. Open it\n3. Read it\n4. Close it\n"
    said = run("reconcile", *_written(tmp_path, LONG, prose)).stderr
    assert "Jan" in said
    assert "Anna" not in said
    assert "--fen" not in said
    cells = "1 PK4 PK4\n2 SZ9 SZ9\n3 BQ9 QZ9\n4 XX1 YY1\n"
    assert "--braille-b" in run("reconcile", *_written(tmp_path, LONG, cells)).stderr


GAME = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 "
    "8. c3 O-O 9. h3 Nb8 10. d4 Nbd7"
)


def of_texts(folder: Path, a: str, b: str, *arguments: str) -> dict[str, Any]:
    for name, text in (("a.txt", a), ("b.txt", b)):
        (folder / name).write_text(text)
    return verdict(str(folder / "a.txt"), str(folder / "b.txt"), *arguments)


@pytest.mark.parametrize("entry", ["Qa8", "Qa5", "Rh8", "Kh8"])
def test_an_illegal_entry_is_never_called_legal_and_a_far_reading_is_called_likely(
    tmp_path: Path, entry: str
) -> None:
    found = of_texts(tmp_path, GAME.replace("9. h3", f"9. {entry}"), GAME)
    told = found["say"] + [one["text"] for one in found["findings"]]
    about = [text for text in told if entry in text]
    assert any(f"{entry} is no legal move there" in text for text in about) or any(
        f"{entry}, which is no legal move there; likely h3" in text for text in about
    )
    assert not any("is legal there" in text for text in about)
    assert not any("Both moves are possible" in text for text in told)
    assert all(one["likely"] for one in found["findings"] if one["kind"] == "slip")


def test_no_board_is_changed_because_of_a_move_that_no_sheet_says(tmp_path: Path) -> None:
    board = chess.Board()
    for san in GAME.split():
        if not san.endswith("."):
            board.push_san(san)
    wrong = GAME.replace("6. Re1", "6. Re5")
    stands = ("--board-a", board.board_fen(), "--board-b", board.board_fen())
    found = of_texts(tmp_path, wrong, wrong, *stands)
    slips = [one for one in found["findings"] if one["kind"] == "slip"]
    assert len(slips) == 2
    assert all(one["likely"] and "Re5, which is no legal move" in one["text"] for one in slips)
    assert found["ruling"]["who_adjusts"] is None
    assert not any(one["kind"] == "board" for one in found["findings"])
    assert any("because of a guess" in text for text in found["say"])
    assert any("Re5, which is no legal move" in text for text in found["say"])


def test_after_an_undecided_parting_what_is_exact_in_its_own_line_is_no_slip(
    tmp_path: Path,
) -> None:
    found = of_texts(
        tmp_path,
        "1. e4 a6 2. e5 d5 3. exd6 cxd6 4. d4 Nc6",
        "1. e4 a6 2. e5 d5 3. e6 fxe6 4. d4 Nc6",
    )
    assert any("does not tell" in text for text in found["say"])
    assert not any(one["kind"] in ("slip", "likely") for one in found["findings"])


def test_two_possible_orders_of_the_same_moves_blame_neither_sheet(tmp_path: Path) -> None:
    found = of_texts(tmp_path, GAME, GAME.replace("8. c3 O-O 9. h3", "8. h3 O-O 9. c3"))
    assert found["last_agreed"]["ply"] == 20
    assert [(found["entries"][at]["a"], found["entries"][at]["b"]) for at in (14, 16)] == [
        ("c3", "h3"),
        ("h3", "c3"),
    ]
    assert [(one["kind"], one["sheet"], one["likely"]) for one in found["findings"]] == [
        ("swapped", None, True),
        ("swapped", None, True),
    ]
    assert "both orders are possible" in found["findings"][0]["text"]


PROMOTED = "1. h4 g5 2. hxg5 h6 3. gxh6 a6 4. h7 a5 5. hxg8 a4 6. d4 d5"


def test_a_promotion_without_its_piece_is_a_question(tmp_path: Path) -> None:
    found = of_texts(tmp_path, PROMOTED, PROMOTED.replace("hxg8", "h7xg8"))
    asked = [one for one in found["findings"] if one["kind"] == "promotion"]
    assert [one["sheet"] for one in asked] == ["a", "b"]
    assert all("which one was it?" in one["text"] for one in asked)
    assert not any(one["kind"] == "slip" for one in found["findings"])
    assert found["entries"][8]["move"] is None
    knight = found["last_agreed"]["fen"].split()[0].replace("bQ", "bN")
    both = of_texts(tmp_path, PROMOTED, PROMOTED, "--board-a", knight, "--board-b", knight)
    assert both["ruling"]["who_adjusts"] is None
    assert any("likely hxg8N" in text and "boards show" in text for text in both["say"])
    one = of_texts(tmp_path, PROMOTED, PROMOTED, "--board-b", knight)
    assert one["ruling"]["who_adjusts"] is None


def test_what_follows_or_the_other_sheet_tells_a_promoted_piece_likely(tmp_path: Path) -> None:
    later = PROMOTED.replace("6. d4", "6. Nf6+").replace("d5", "exf6")
    found = of_texts(tmp_path, later, later)
    told = [one for one in found["findings"] if one["kind"] == "promotion"]
    assert told
    assert all(one["likely"] and "likely hxg8N" in one["text"] for one in told)
    found = of_texts(tmp_path, PROMOTED, PROMOTED.replace("hxg8", "hxg8=R"))
    told = [one for one in found["findings"] if one["kind"] == "promotion"]
    assert [(one["sheet"], one["likely"]) for one in told] == [("a", True)]
    assert "the other sheet" in told[0]["text"]


def test_what_is_unreadable_on_one_sheet_and_missing_on_the_other_is_not_invented(
    tmp_path: Path,
) -> None:
    scrawl, lacking = GAME.replace("9. h3", "9. ~~~"), GAME.replace("9. h3", "9. ...")
    found = of_texts(tmp_path, scrawl, lacking)
    assert found["last_agreed"]["ply"] == 20
    assert [(one["kind"], one["sheet"]) for one in found["findings"]] == [
        ("unread", "a"),
        ("omitted", "b"),
    ]
    assert [(found["entries"][at]["a"], found["entries"][at]["b"]) for at in (16, 17)] == [
        ("~~~", None),
        ("Nb8", "Nb8"),
    ]
    assert found["entries"][16]["move"] is None
    assert any("no sheet says the move" in text for text in found["say"])


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (GAME.replace("6. Re1", "6. Re5"), GAME.replace("6. Re1", "6. Re5")),
        (PROMOTED, PROMOTED),
        (GAME.replace("9. h3", "9. ~~~"), GAME.replace("9. h3", "9. ...")),
    ],
)
def test_without_boards_nobody_is_sent_to_a_guessed_position(
    tmp_path: Path, a: str, b: str
) -> None:
    found = of_texts(tmp_path, a, b)
    assert not any("adjusts it" in text for text in found["say"])
    assert any("because of a guess" in text for text in found["say"])

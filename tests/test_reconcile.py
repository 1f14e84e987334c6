"""Two scoresheets of one game: read, aligned, compared."""

import contextlib

import chess
import pytest
import scribes
from hypothesis import given
from hypothesis import strategies as st

from assistant import data
from assistant.core.dispute import entry, sheet, source
from assistant.core.dispute.reconciliation import Paper, reconcile
from assistant.core.dispute.rows import Comparison, Status
from assistant.core.dispute.slip import SlipKind
from assistant.errors import AssistantError, FileError

RUY = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8"


def paper(text: str, name: str = "A", language: str | None = None) -> Paper:
    return Paper(name, source.read(text.encode(), name), language)


def compare(a: str, b: str, start: chess.Board | None = None) -> Comparison:
    first, second = paper(a, "A"), paper(b, "B")
    return reconcile(first, second, data.alphabets(), data.slips(), start).comparison


def texts(text: str) -> list[str]:
    return [one.text for one in sheet.read(text).entries]


@pytest.mark.parametrize(
    ("written", "entries"),
    [
        ("1. e4 e5 2. Nf3 Nc6 1-0", ["e4", "e5", "Nf3", "Nc6"]),
        ("1.e4 e5 2.Nf3 Nc6 *", ["e4", "e5", "Nf3", "Nc6"]),
        ("1 e4 e5\n2 Nf3 Nc6\n", ["e4", "e5", "Nf3", "Nc6"]),
        ("e4 e5 Sf3 Sc6 0-0", ["e4", "e5", "Sf3", "Sc6", "0-0"]),
        ("1.\te4\te5\n2.\t\tNc6\n3.\tBb5\t\n", ["e4", "e5", "", "Nc6", "Bb5"]),
        ("16. Qxb5\n17. Nxc5 Bxc5", ["Qxb5", "", "Nxc5", "Bxc5"]),
        ("1. e4 {good} e5 2. d4 $1 (2. Nf3 Nc6) exd4 ; end", ["e4", "e5", "d4", "exd4"]),
        ("12... Nf6 13. e5 Nd5", ["Nf6", "e5", "Nd5"]),
        ("1. e2 - e4 e7 - e5 2. Sg1 - f3", ["e2-e4", "e7-e5", "Sg1-f3"]),
        ("5. exd6 e.p. Nxd6 6. O - O", ["exd6e.p.", "Nxd6", "O-O"]),
        (
            "1. e4 e5 21. Rd1 Rd8\n2. Nf3 Nc6 22. a3 a5",
            ["e4", "e5", "Nf3", "Nc6", "Rd1", "Rd8", "a3", "a5"],
        ),
        ("1. e4 xx?? 2. Nf3", ["e4", "xx??", "Nf3"]),
    ],
)
def test_a_sheet_is_read_in_every_layout(written: str, entries: list[str]) -> None:
    assert texts(written) == entries


def test_times_and_draw_offers_stand_beside_their_moves() -> None:
    read = sheet.read("  1.  e4 1:29:45  e5\n 2. Kb1 (=) 1:20:00 Nc6\n")
    assert [one.text for one in read.entries] == ["e4", "e5", "Kb1", "Nc6"]
    assert read.entries[0].clock_ms == 5_385_000
    assert read.entries[2].draw_offered


def test_what_is_no_move_is_kept_as_a_note() -> None:
    read = sheet.read(
        "Scoresheet\nWhite: Anna\nMove White Black\n1. e4 e5\n\nNotes\nWhite was late today\n"
    )
    assert [one.text for one in read.entries] == ["e4", "e5"]
    assert read.notes == (
        "Scoresheet",
        "White: Anna",
        "Move White Black",
        "Notes",
        "White was late today",
    )


@pytest.mark.parametrize(
    ("fen", "language", "text", "moves"),
    [
        (chess.STARTING_FEN, "en", "Nf3", {"g1f3"}),
        (chess.STARTING_FEN, "de", "Sg1-f3", {"g1f3"}),
        (chess.STARTING_FEN, "cs", "Jf3!", {"g1f3"}),
        (chess.STARTING_FEN, "ru", "Кf3", {"g1f3"}),
        (chess.STARTING_FEN, "en", "♘f3", {"g1f3"}),
        (chess.STARTING_FEN, "en", "Nxf3", set()),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "en", "ed", {"e4d5"}),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "en", "ed5", {"e4d5"}),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "en", "exd", {"e4d5"}),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "en", "PxP", {"e4d5"}),
        ("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "en", "QxQ+", {"d1d8"}),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "de", "a8D+", {"a7a8q"}),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "en", "a8=Q", {"a7a8q"}),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "en", "a8", {"a7a8q", "a7a8r", "a7a8b", "a7a8n"}),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "en", "0-0", {"e1g1"}),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "en", "O-O-O", {"e1c1"}),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "en", "Nd2", {"b1d2", "f3d2"}),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "en", "Nbd2", {"b1d2"}),
        ("4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", "en", "ef6 e.p.", {"e5f6"}),
    ],
)
def test_an_entry_says_legal_moves(fen: str, language: str, text: str, moves: set[str]) -> None:
    form = entry.form(text, data.alphabets()[language])
    assert form is not None
    assert {move.uci() for move in entry.exact(chess.Board(fen), form)} == moves


def test_sheets_in_two_languages_agree() -> None:
    german = "1. e2-e4 e7-e5\n2. Sg1-f3 Sb8-c6\n3. Lf1-b5 a7-a6\n4. Lb5-a4 Sg8-f6\n"
    found = compare("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6", german)
    assert found.agree
    assert found.agreed()[0] == 8
    assert {row.status for row in found.rows} == {Status.AGREE}


def test_a_different_legal_move_parts_the_sheets_even_if_all_else_fits() -> None:
    found = compare(RUY, RUY.replace("h3", "a3"))
    assert found.parting is not None
    assert (found.parting.ply, found.parting.a and found.parting.a.entry.text) == (17, "h3")
    assert found.agreed()[0] == 16
    assert not found.likely  # Nb8 fits to both


def test_a_slip_is_called_likely_where_only_one_move_fits_what_follows() -> None:
    found = compare(RUY, RUY.replace("3. Bb5", "3. Be2"))
    assert found.parting is not None
    assert found.parting.ply == 5
    (likely,) = found.likely
    assert (likely.move.uci(), likely.sheet) == ("f1b5", "b")
    assert found.rows[found.rejoined[0]].ply == 6


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ("Nf4", SlipKind.RANK), ("Ne3", SlipKind.FILE), ("Sf3", SlipKind.LANGUAGE), ("nf3", SlipKind.CASE),
        ("Nxf3", SlipKind.CAPTURE), ("Bf3", SlipKind.PIECE), ("N3f", SlipKind.EXCHANGED), ("Nff3", None),
    ],
)  # fmt: skip
def test_a_slip_of_the_pen_is_explained(wrong: str, kind: SlipKind | None) -> None:
    found = compare(RUY, RUY.replace("Nf3", wrong, 1))
    row = found.rows[2]
    assert row.move == chess.Move.from_uci("g1f3")
    if kind is not None and row.status is not Status.DIFFER:
        assert row.b is not None
        assert row.b.slip is not None
        assert row.b.slip.kind is kind
        assert found.agree


def test_an_omitted_line_is_found_and_the_sheets_agree() -> None:
    found = compare(RUY, RUY.replace("4. Ba4 Nf6 ", ""))
    assert found.agree
    assert [row.ply for row in found.rows if row.status is Status.OMITTED] == [7, 8]


def test_an_entry_written_twice_and_two_that_changed_places_are_explained() -> None:
    doubled = compare(RUY, RUY.replace("Nf6", "Nf6 Nf6"))
    assert doubled.agree
    assert any(row.status is Status.EXTRA and row.b and row.b.doubled for row in doubled.rows)
    swapped = compare(RUY, RUY.replace("Ba4 Nf6", "Nf6 Ba4"))
    assert swapped.agree
    assert [row.ply for row in swapped.rows if row.b and row.b.swapped] == [7, 8]


def test_sheets_that_go_on_differently_are_two_games_from_there() -> None:
    found = compare(
        RUY, "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 Nf6 5. Nxc6 bxc6 6. e5 Qe7 7. Qe2 Nd5"
    )
    assert found.parting is not None
    assert found.parting.ply == 5
    assert all(row.status is Status.PARTED for row in found.rows[4:])
    shown = [row.b.entry.text for row in found.rows if row.b]
    assert shown[-1] == "Nd5"


def test_a_transposition_leads_the_sheets_together_again() -> None:
    found = compare(
        "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Nf3 Be7 5. Bg5 O-O 6. e3 h6",
        "1. d4 Nf6 2. Nf3 d5 3. c4 e6 4. Nc3 Be7 5. Bg5 O-O 6. e3 h6",
    )
    assert found.parting is not None
    assert found.parting.ply == 2
    assert found.rows[found.rejoined[0]].board.fullmove_number == 4


def test_every_entry_is_in_exactly_one_row() -> None:
    rng = scribes.chance(5)
    for _ in range(2):
        moves = scribes.game(rng, 40)
        sheets = [scribes.sheet(moves, scribes.scribe(rng), rng, 0.1).text for _ in range(2)]
        papers = [paper(text, name) for text, name in zip(sheets, "AB", strict=True)]
        rows = reconcile(papers[0], papers[1], data.alphabets(), data.slips()).comparison.rows
        for side in (0, 1):
            claims = [(row.a, row.b)[side] for row in rows]
            used = sorted(claim.index for claim in claims if claim is not None)
            assert used == list(range(len(papers[side].sheet.entries)))


@pytest.mark.parametrize("seed", range(12))
def test_sheets_that_differ_only_in_notation_agree(seed: int) -> None:
    rng = scribes.chance(seed)
    moves = scribes.game(rng, 60)
    a, b = (scribes.sheet(moves, scribes.scribe(rng), rng).text for _ in range(2))
    found = compare(a, b)
    assert found.agree
    assert [row.move for row in found.rows] == moves


@pytest.mark.parametrize("seed", range(8))
def test_a_real_disagreement_is_found_where_it_is(seed: int) -> None:
    rng = scribes.chance(seed)
    moves = scribes.game(rng, 40)
    at = rng.randrange(6, len(moves) - 4)
    board = chess.Board()
    for move in moves[:at]:
        board.push(move)
    other = rng.choice([move for move in board.legal_moves if move != moves[at]])
    theirs = board.copy()
    theirs.push(other)
    own = [*moves[:at], other, *scribes.game(rng, 8, theirs)]
    a = scribes.sheet(moves, scribes.scribe(rng), rng).text
    b = scribes.sheet(own, scribes.scribe(rng), rng).text
    found = compare(a, b)
    assert found.parting is not None
    assert found.parting.ply == at + 1


def test_every_slip_is_explained_or_shown_as_a_parting_with_the_truth_in_it() -> None:
    rng = scribes.chance(2)
    slips = 0
    for _ in range(4):
        moves = scribes.game(rng, 50)
        a, b = (scribes.sheet(moves, scribes.scribe(rng), rng, 0.04) for _ in range(2))
        rows = compare(a.text, b.text).rows
        for ply, _kind in a.slips + b.slips:
            slips += 1
            (row,) = [one for one in rows if one.ply == ply and one.status is not Status.EXTRA]
            claims = [claim.move for claim in (row.a, row.b) if claim]
            assert moves[ply - 1] in [row.move, *claims]
    assert slips > 10


def test_sheets_with_different_starts_are_refused() -> None:
    other = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Ke7'
    with pytest.raises(FileError, match="different positions"):
        compare(other, "1. e4 e5")


def test_a_chess960_game_is_compared() -> None:
    board = chess.Board.from_chess960_pos(0)
    moves = scribes.game(scribes.chance(1), 30, board)
    rng = scribes.chance(3)
    how = scribes.Scribe(data.alphabets()["en"])
    text = scribes.sheet(moves, how, rng, start=board).text
    tagged = f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{board.fen()}"]\n\n{text}'
    found = compare(tagged, tagged)
    assert found.agree
    assert [row.move for row in found.rows] == moves


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_real_encodings_and_line_ends_are_read(encoding: str) -> None:
    content = "Müller\r\n1. e4 e5\r\n2. Nf3 Nc6\r\n".encode(encoding)
    read = source.read(content, "x")
    assert [one.text for one in read.entries] == ["e4", "e5", "Nf3", "Nc6"]


@pytest.mark.parametrize("content", [b"", b"\n \t", b"\0\1\2\3" * 100, bytes(range(256)) * 4])
def test_what_is_no_sheet_is_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(FileError):
        source.read(content, "x")


def test_more_entries_than_any_game_has_are_refused() -> None:
    with pytest.raises(FileError, match="more than any game"):
        source.read(b"1. e4 e5 " * 2000, "x")


@given(st.text(max_size=300))
def test_any_text_is_read_without_a_crash(text: str) -> None:
    sheet.read(text)


@given(st.binary(max_size=200))
def test_any_file_is_a_sheet_or_a_sentence(content: bytes) -> None:
    with contextlib.suppress(AssistantError):
        assert source.read(content, "x").plies


_SIGNS = st.text("abcdefghKQRBNSO0x+-=12345678 .\t\n?", min_size=2, max_size=120)


@given(_SIGNS, _SIGNS)
def test_any_two_sheets_are_compared_and_nothing_is_lost(a: str, b: str) -> None:
    try:
        papers = [paper(a, "A", "en"), paper(b, "B", "en")]
    except FileError:
        return
    found = reconcile(papers[0], papers[1], data.alphabets(), data.slips()).comparison
    for side in (0, 1):
        claims = [(row.a, row.b)[side] for row in found.rows]
        used = sorted(claim.index for claim in claims if claim is not None)
        assert used == list(range(len(papers[side].sheet.entries)))
    for row in found.rows:
        assert row.move is None or row.move in row.board.legal_moves


def test_a_missing_first_line_does_not_hide_a_later_parting() -> None:
    found = compare(
        "1. Nf3 Nc6 2. Bb5 a6 3. Ba4 Nf6 4. d4 exd4 5. Nxd4 Nxd4 6. Qxd4 c5",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
    )
    assert found.parting is not None
    assert found.parting.ply == 9

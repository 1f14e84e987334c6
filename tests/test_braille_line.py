"""What stands on a braille line of any width, what takes its place, and what the keys do."""

from collections.abc import Iterable

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant import data
from assistant.cli_display import spellings
from assistant.cli_translator import built_in
from assistant.core.braille.keys import Key
from assistant.core.braille.line import Part, find, lay
from assistant.core.braille.reader import Reader
from assistant.core.braille.script import Script
from assistant.core.braille.status import MINE, MORE, NOBODY, THEIRS
from assistant.core.braille.tape import READING_MS, Message, Tape
from assistant.core.output.announcement import Announcement, Colour, Phrase, Urgency, tell
from assistant.core.output.cells import from_unicode
from assistant.core.output.moves import told
from assistant.core.output.scene import ClockFace, Scene
from assistant.core.play.regulations import Questions

WIDTHS = (1, 2, 7, 8, 12, 14, 18, 20, 32, 40, 70, 80)
ITALIAN = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"]


def script(language: str = "de", notation: str = "de-8") -> Script:
    translator = built_in()
    grammar, _ = data.language(language)
    return Script(grammar, data.notation(notation), translator.translate, translator.back)


def reader(
    width: int = 40,
    *,
    board: chess.Board | None = None,
    player: chess.Color | None = chess.WHITE,
    clock: ClockFace | None = None,
    allowed: Iterable[Questions] = Questions,
    **choice: str,
) -> Reader:
    found = Reader(
        script(**choice),
        data.display_keys(),
        spellings(data.language(choice.get("language", "de"))[0]),
        frozenset(allowed),
    )
    found.resize(width)
    found.see(Scene(board or chess.Board(), player, clock))
    return found


def after(moves: Iterable[str]) -> chess.Board:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return board


def played(board: chess.Board, move: str) -> Announcement:
    side, legal = board.turn, chess.Move.from_uci(move)
    return tell("played", Urgency.MOVE, side=Colour(side), move=told(board, legal))


def text(found: Reader, at: int = 0) -> str:
    """What stands there, without the status."""
    return found.paint(at).text.lstrip("*~- ")


def pressed(found: Reader, *names: str) -> list[str]:
    said: list[str] = []
    for name in names:
        key, _, argument = name.partition(" ")
        said += found.press(Key(key, int(argument or 0)))
    return said


def all_pages(found: Reader, at: int = 0) -> str:
    """What stands on the line and on every page behind it."""
    pages = [text(found, at)]
    while found.unread():
        pressed(found, "FWINRT")
        pages.append(text(found, at))
    return " ".join(pages)


# The layout

parts = st.lists(
    st.tuples(st.integers(1, 30), st.integers(0, 2)).map(
        lambda made: Part("x", (1,) * made[0], gap=made[1])
    ),
    max_size=12,
)


@given(parts, st.integers(1, 90))
def test_pages_hold_every_cell_once_and_break_no_part_that_fits(
    made: list[Part], width: int
) -> None:
    pages = lay(made, width)
    assert all(len(page.cells) <= width for page in pages)
    for number, part in enumerate(made):
        on = [page for page in pages if number in page.parts]
        assert sum(page.parts.count(number) for page in pages) == len(part.cells)
        assert len(on) == 1 or len(part.cells) > width
    assert pages[-1].complete == len(made)
    assert [find(pages, page.start) for page in pages] == list(range(len(pages)))


@given(parts, st.integers(1, 90), st.integers(1, 90))
def test_a_place_is_found_again_when_the_width_changes(
    made: list[Part], width: int, other: int
) -> None:
    for page in lay(made, width):
        again = lay(made, other)
        found = again[find(again, page.start)]
        assert found.start <= page.start
        first = next((part for part in page.parts if part is not None), None)
        if first is not None and len(made[first].cells) <= min(width, other):
            assert first in found.parts


# What takes the line

messages = st.lists(
    st.tuples(
        st.sampled_from(list(Urgency)), st.integers(1, 9), st.integers(0, 9000), st.booleans()
    ),
    min_size=1,
    max_size=10,
)


@given(messages, st.integers(1, 40))
def test_no_message_leaves_the_line_before_it_was_shown_to_its_end(
    made: list[tuple[Urgency, int, int, bool]], width: int
) -> None:
    tape = Tape()
    shown: list[Message] = []
    at = 0
    for number, (urgency, words, pause, looked) in enumerate(made):
        message = Message(tuple(Part(f"{number}", (1, 2)) for _ in range(words)), urgency)
        before = list(tape.messages)
        tape.put(message, at)
        assert any(one is message for one in tape.messages)
        assert tape.told[-1] is message
        for one in before:
            stays = any(other is one for other in tape.messages)
            read = any(other is one for other in shown)
            assert stays or read or one.urgency == Urgency.CHATTER
        at += pause
        if looked:
            complete = tape.look(width, at).complete
            for one in tape.messages:
                complete -= len(one.parts)
                shown += [one] if complete >= 0 else []


def test_what_is_more_urgent_takes_the_line_and_the_rest_comes_again() -> None:
    found = reader(20)
    found.tell(tell("draw_claim_wrong"), 0)
    first = text(found)
    assert found.unread()
    found.tell(tell("opponent_lost", Urgency.ALARM, opponent="Stockfish"), 10)
    assert text(found, 10).startswith("Der")
    assert first in all_pages(found, 10)


def test_an_alarm_stays_until_somebody_pans_past_it() -> None:
    found = reader(80)
    found.tell(tell("stopped_talking", Urgency.ALARM), 0)
    alarm = text(found)
    board = chess.Board()
    found.tell(played(board, "e2e4"), READING_MS * 10)
    assert text(found, READING_MS * 10).startswith(alarm)
    pressed(found, "FWINRT")
    found.tell(tell("nothing_asked"), READING_MS * 11)
    assert not text(found).startswith(alarm)


def test_what_is_as_urgent_waits_while_the_line_is_read_and_then_takes_it() -> None:
    found = reader(12)
    found.tell(tell("game_is_over"), 0)
    while found.unread():
        pressed(found, "FWINRT")
        shown = text(found, 100)
    found.tell(tell("nothing_asked"), 200)
    assert text(found, 200) == shown
    assert found.unread()
    pressed(found, "FWINRT")
    assert text(found, 300) != shown
    found.tell(tell("no_draw_offer"), 300 + READING_MS)
    assert found.unread()


def test_an_answer_takes_the_line_from_what_the_reader_has_done_with() -> None:
    found = reader(12)
    for key in ("help_questions", "help_board", "help_game"):
        found.tell(tell(key), 0)
    text(found)
    assert found.unread()
    assert pressed(found, "INFO") == ["zeit"]
    found.tell(tell("nothing_asked"), 50)
    book = script().tell(tell("nothing_asked"))
    assert all_pages(found) == " ".join(part.text for part in book)


def test_the_opponents_reply_does_not_wait_for_the_echo_of_ones_own_move() -> None:
    board = chess.Board()
    found = reader(20, board=board)
    found.asked()
    found.tell(played(board, "e2e4"), 0)
    assert text(found) == "1. e4"
    board = after(["e2e4"])
    found.see(Scene(board, chess.WHITE))
    found.tell(played(board, "e7e5"), 20)
    assert text(found, 20) == "1... e5"


def test_every_message_can_be_recalled() -> None:
    found = reader(40)
    keys = ["nothing_asked", "no_draw_offer", "game_is_over"]
    for number, key in enumerate(keys):
        found.asked()
        found.tell(tell(key), number)
        text(found, number)
    newest = text(found)
    pressed(found, "PRDIFLN")
    middle = text(found)
    pressed(found, "FWINLT")
    oldest = text(found)
    assert len({newest, middle, oldest}) == 3
    pressed(found, "NXDIFLN")
    assert text(found) == middle
    pressed(found, "NXDIFLN", "NXDIFLN")
    assert text(found) == newest


# The status


@pytest.mark.parametrize("width", WIDTHS)
def test_every_width_shows_everything_that_is_told(width: int) -> None:
    clock = ClockFace(5_400_000, 1_800_000, chess.WHITE)
    head = len(reader(width, clock=clock).paint(0).cells)
    found = reader(width, clock=clock)
    found.tell(tell("draw_claim_wrong"), 0)
    pages = [found.paint(0).cells]
    while found.unread():
        pressed(found, "FWINRT")
        pages.append(found.paint(0).cells)
    assert all(len(page) <= width for page in pages)
    read = [cell for page in pages for cell in page[head:] if cell]
    told_cells = [cell for part in script().tell(tell("draw_claim_wrong")) for cell in part.cells]
    assert read == told_cells


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (7, ""),
        (12, "*"),
        (14, "*"),
        (18, "* 1:29"),
        (20, "* 1:29"),
        (32, "* 1:29"),
        (40, "* 1:29 0:30"),
    ],
)
def test_the_status_has_as_much_as_the_width_allows(width: int, shown: str) -> None:
    clock = ClockFace(5_399_000, 1_800_000, chess.WHITE)
    assert reader(width, clock=clock).paint(0).text == shown


def test_the_status_tells_who_is_to_move_and_whether_there_is_more() -> None:
    found = reader(12)
    assert found.paint(0).cells[:2] == (MINE, 0)
    found.see(Scene(after(["e2e4"]), chess.WHITE))
    assert found.paint(0).cells[0] == THEIRS
    found.see(Scene(after(["f2f3", "e7e5", "g2g4", "d8h4"]), chess.WHITE))
    assert found.paint(0).cells[0] == NOBODY
    found.tell(tell("draw_claim_wrong"), 0)
    assert found.paint(0).cells[1] == MORE


def test_nobody_is_to_move_when_the_game_has_ended_until_it_goes_on() -> None:
    found = reader(20)
    found.tell(tell("black_wins", Urgency.MOVE, reason=Phrase("reason_resignation")), 0)
    assert found.paint(0).cells[0] == NOBODY
    found.see(Scene(chess.Board(), chess.WHITE))
    assert found.paint(0).cells[0] == NOBODY
    found.see(Scene(after(["e2e4"]), chess.WHITE))
    assert found.paint(0).cells[0] == THEIRS


def test_the_last_minute_is_shown_in_seconds() -> None:
    clock = ClockFace(59_900, 60_000, chess.WHITE)
    assert reader(40, clock=clock).paint(0).text == "* :59 0:01"


def test_time_is_not_shown_where_it_may_not_be_asked() -> None:
    clock = ClockFace(59_900, 60_000, chess.WHITE)
    found = reader(40, clock=clock, allowed=[Questions.MOVES])
    assert found.paint(0).text == "*"


# Moves and the board


def test_up_and_down_go_through_the_list_of_moves() -> None:
    found = reader(20, board=after(ITALIAN))
    pressed(found, "LNUP")
    assert text(found) == "3. Lc4 Lc5"
    pressed(found, "LNUP")
    assert text(found) == "2. Sf3 Sc6"
    pressed(found, "TOP")
    assert text(found) == "1. e4 e5"
    pressed(found, "BOT", "LNDN")
    assert text(found) == ""


def test_a_routing_key_on_a_move_gives_its_details() -> None:
    found = reader(20, board=after(ITALIAN))
    pressed(found, "LNUP", "ROUTE 5")
    assert all_pages(found) == "Läufer Felix eins Cesar vier"


def test_a_list_of_moves_that_black_begins_has_dots() -> None:
    board = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    board.push_uci("e7e5")
    board.push_uci("g1f3")
    found = reader(20, board=board)
    pressed(found, "TOP")
    assert text(found) == "1... e5"
    pressed(found, "LNDN")
    assert text(found) == "2. Sf3"


def test_the_board_is_read_rank_by_rank_and_each_square_has_its_name() -> None:
    found = reader(12, board=after(["e2e4"]))
    pressed(found, "DISPMD")
    assert text(found) == "8 r n b q k b n r"
    assert len(found.paint(0).cells) == 12
    pressed(found, "LNDN", "LNDN", "LNDN", "LNDN")
    assert text(found) == "4 . . . . P . . ."
    pressed(found, "ROUTE 8")
    assert all_pages(found) == "e4: weißer Bauer."
    pressed(found, "DISPMD")
    assert text(found) == "4 . . . . P . . ."
    pressed(found, "FWINRT")
    assert text(found).startswith("3")
    pressed(found, "DISPMD")
    assert text(found) == "Bauer."


def test_black_sees_the_board_from_his_side() -> None:
    found = reader(20, player=chess.BLACK)
    pressed(found, "DISPMD")
    assert text(found) == "1 R N B K Q B N R"


@pytest.mark.parametrize("width", [64, 70, 80])
def test_a_wide_display_has_the_whole_board_in_one_view(width: int) -> None:
    found = reader(width, clock=ClockFace(60_000, 60_000))
    pressed(found, "DISPMD")
    picture = found.paint(0)
    assert len(picture.cells) <= width
    assert picture.text.count(" ") >= 63
    first = len(picture.cells) - 64
    pressed(found, f"ROUTE {first + 63}")
    assert text(found).endswith("h1: weißer Turm.")


def test_the_board_and_the_moves_are_not_shown_where_they_may_not_be_asked() -> None:
    found = reader(40, board=after(ITALIAN), allowed=[Questions.TIME])
    for key in ("DISPMD", "FREEZE", "LNUP"):
        pressed(found, key)
        assert all_pages(found) == "Diese Frage ist bei dieser Partie nicht erlaubt."


def test_the_british_code_has_its_mark_right_before_blacks_move() -> None:
    board = after(["e2e4"])
    found = reader(20, board=board, language="en", notation="en-uk-chess")
    found.tell(played(board, "g8f6"), 0)
    notation = data.notation("en-uk-chess")
    mark = notation.marks.skipped[0]
    wanted = notation.code.encode(f"1 {mark}sf6").cells
    assert found.paint(0).cells[2:] == wanted


def test_what_is_braille_already_stays_as_it_is() -> None:
    (part,) = script().words("⠿⠀⡇")
    assert part.cells == from_unicode("⠿⠀⡇")


# Typing


def dots(cells: Iterable[int]) -> list[str]:
    return [f"PASSDOTS {cell}" for cell in cells]


def test_a_typed_move_is_said_in_the_letters_of_the_language() -> None:
    found = reader(20)
    cells = data.notation("de-8").code.encode("Sf3").cells
    assert pressed(found, *dots(cells)) == []
    picture = found.paint(0)
    assert picture.cells[2:] == cells
    assert picture.cursor == 2 + len(cells)
    assert pressed(found, "KEY_ENTER") == ["Sf3"]


def test_the_british_chess_code_is_typed_with_its_own_knight() -> None:
    found = reader(20, language="en", notation="en-uk-chess")
    assert pressed(found, *dots(from_unicode("⠎⠋⠒")), "KEY_ENTER") == ["Nf3"]


def test_typing_is_erased_chord_by_chord_and_discarded() -> None:
    found = reader(20)
    pressed(found, "CHAR 101", "CHAR 53", "KEY_BACKSPACE", "CHAR 52")
    assert text(found) == "e4"
    assert pressed(found, "KEY_ENTER") == ["e4"]
    pressed(found, "CHAR 101", "KEY_ESCAPE")
    assert pressed(found, "KEY_ENTER") == [""]


def test_who_types_is_interrupted_by_an_alarm_only_and_loses_nothing() -> None:
    board = after(["e2e4"])
    found = reader(20, board=board)
    pressed(found, "CHAR 101")
    found.tell(played(board, "e7e5"), 0)
    assert text(found) == "e"
    found.tell(tell("stopped_talking", Urgency.ALARM), 0)
    assert text(found) != "e"
    pressed(found, "CHAR 52")
    assert text(found) == "e4"
    assert pressed(found, "KEY_ENTER") == ["e4"]
    assert "1... e5" in all_pages(found)


def test_the_end_of_what_is_typed_stays_visible_on_a_short_line() -> None:
    found = reader(8)
    pressed(found, *("CHAR 97" for _ in range(20)))
    picture = found.paint(0)
    assert len(picture.cells) <= 8
    assert picture.cursor == 7


@pytest.mark.parametrize("key", ["KEY_ENTER", "MUTE", "KEY_F11"])
def test_the_key_to_talk_is_an_empty_line_and_leaves_what_is_read(key: str) -> None:
    found = reader(20)
    before = found.paint(0)
    assert pressed(found, key) == [""]
    assert found.paint(0) == before


def test_a_key_without_a_meaning_does_nothing() -> None:
    found = reader(20)
    before = found.paint(0)
    assert pressed(found, "PREFMENU", "NOOP") == []
    assert found.paint(0) == before


@given(
    st.lists(
        st.one_of(
            st.sampled_from([key for key in data.display_keys() if key != "CHAR"]).map(
                lambda name: Key(name, 3)
            ),
            st.integers(0, 90).map(lambda cell: Key("ROUTE", cell)),
            st.integers(0, 255).map(lambda cell: Key("PASSDOTS", cell)),
        ),
        max_size=30,
    ),
    st.sampled_from(WIDTHS),
    st.sampled_from(WIDTHS),
)
def test_no_row_of_keys_breaks_the_line(keys: list[Key], width: int, other: int) -> None:
    found = reader(width, board=after(ITALIAN), clock=ClockFace(60_000, 60_000))
    for number, key in enumerate(keys):
        if number == 10:
            found.resize(other)
            width = other
        if number == 15:
            found.see(Scene(chess.Board(), chess.BLACK))
        found.press(key)
        if number % 4 == 0:
            found.tell(tell("nothing_asked"), number * 1000)
        picture = found.paint(number * 1000)
        assert len(picture.cells) <= width
        assert picture.cursor is None or picture.cursor < width


def test_what_the_opponent_alone_asked_never_stands_on_the_line() -> None:
    foreign = Announcement("nothing_asked", audience=chess.BLACK)
    found = reader(40)
    found.tell(tell("no_draw_offer"), 0)
    before = text(found)
    found.asked()
    found.tell(foreign, 0)
    assert all_pages(found) == before
    pressed(found, "FWINLT")
    assert text(found) == before
    found.asked()
    found.tell(Announcement("nothing_asked", audience=chess.WHITE), 0)
    assert text(found).endswith("gefragt.")
    both = reader(40, player=None)
    both.tell(foreign, 0)
    assert text(both).endswith("gefragt.")

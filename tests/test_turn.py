"""The turn: one table, every state reachable, and what each article asks of it."""

from itertools import permutations
from typing import Any

import chess
import pytest
from contests import Table

from assistant.core.play.contestevents import IrregularityNoted, RepetitionDiffered
from assistant.core.play.turn import NO_FACTS, TABLE, Fact, Step, Turn, bound, required

CAPTURE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def begun(fen: str = chess.STARTING_FEN, **tables: Any) -> Table:
    table = Table(fen, **tables)
    table.hear("start")
    return table


def test_every_state_of_the_table_is_reached_and_leads_into_the_table() -> None:
    reached = {NO_FACTS.facts}
    todo = list(reached)
    while todo:
        for following in TABLE[todo.pop()].values():
            assert following in TABLE
            if following not in reached:
                reached.add(following)
                todo.append(following)
    assert reached == set(TABLE)


def test_what_rests_on_the_announcement_never_stands_without_it() -> None:
    for facts in TABLE:
        assert Fact.ANNOUNCED in facts or not facts & {Fact.REPEATED, Fact.MIRRORED}


def test_the_other_board_and_a_repetition_need_an_announcement() -> None:
    for step in (Step.REPEAT, Step.DIFFER, Step.MIRROR, Step.WITHDRAW):
        assert not NO_FACTS.may(step)


def test_a_new_announcement_voids_what_was_repeated_and_keeps_what_stands_on_the_board() -> None:
    turn = NO_FACTS.take(Step.PLACE).take(Step.ANNOUNCE, "e2e4").take(Step.REPEAT)
    again = turn.take(Step.ANNOUNCE, "e2e3")
    assert again == Turn(frozenset({Fact.ANNOUNCED, Fact.PLACED}), "e2e3")
    assert turn.take(Step.WITHDRAW) == Turn(frozenset({Fact.PLACED}))


def test_d_2_5_a_sighted_player_needs_no_witness_for_his_own_board() -> None:
    assert required(blind=False, capture=True, repetition=False) == {Fact.ANNOUNCED}
    assert required(blind=True, capture=True, repetition=True) == set(Fact) - {Fact.MIRRORED}
    assert Fact.REMOVED not in required(blind=True, capture=False, repetition=True)


@pytest.mark.parametrize("order", list(permutations(["exd5", "stein weg", "gesetzt"])))
def test_d_2_3_three_facts_in_any_order_execute_a_capture(order: tuple[str, ...]) -> None:
    table = begun(CAPTURE, speech={"repetition_required": False})
    for place, words in enumerate(order):
        table.hear(words)
        if place < 2:
            assert table.hear("gedrückt")[0].startswith("Die Uhr läuft weiter. Es fehlt:")
            assert not table.board.move_stack
    table.hear("gedrückt")
    assert [move.uci() for move in table.board.move_stack] == ["e4d5"]


def test_d_2_1_a_different_repetition_is_an_alarm_and_makes_nothing_true() -> None:
    table = begun()
    table.hear("Eva vier")
    said = table.hear("Eva drei")
    assert said[0].startswith("Achtung, verschieden! Angesagt: Eva zwei Eva vier. Wiederholt: Eva")
    assert said[0].endswith("Regeln 2018, Artikel D.2.1.")
    assert isinstance(table.new[0], RepetitionDiffered)
    table.hear("ausgeführt")
    assert "die Wiederholung" in table.hear("gedrückt")[0]
    assert table.hear("Eva vier") == ["Wiederholt."]
    table.hear("gedrückt")
    assert table.board.peek().uci() == "e2e4"


def test_d_2_1_a_repetition_that_is_no_possible_move_is_an_alarm_too() -> None:
    table = begun()
    table.hear("Eva vier")
    assert table.hear("Eva fünf")[0].startswith(
        "Achtung, verschieden! Angesagt: Eva zwei Eva vier. Was wiederholt wurde, ist kein "
    )
    assert table.contest.announced == chess.Move.from_uci("e2e4")
    assert table.hear("Weiß Eva fünf")[0].startswith("Nicht möglich")


def test_a_repetition_after_a_difference_must_be_made_again() -> None:
    table = begun()
    table.hear_all("Eva vier", "wiederholt", "ausgeführt", "Schwarz Eva drei")
    assert "die Wiederholung" in table.hear("gedrückt")[0]


@pytest.mark.parametrize(
    "words", [["Korrektur", "Eva drei"], ["Korrektur Eva drei"], ["Weiß Eva drei"], ["z", "e3"]]
)
def test_d_2_8_a_slip_is_corrected_until_the_clock_is_started(words: list[str]) -> None:
    table = begun()
    table.hear_all("Eva vier", "ausgeführt", *words, "Eva drei", "gedrückt")
    assert table.board.peek().uci() == "e2e3"


def test_d_2_8_announcing_again_corrects_where_no_repetition_is_awaited() -> None:
    table = begun(speech={"repetition_required": False})
    table.hear("Eva vier")
    assert table.hear("Eva drei") == ["Weiß berichtigt: Eva zwei Eva drei"]


def test_d_2_8_after_the_clock_is_started_nothing_is_corrected() -> None:
    table = begun()
    table.play("e2e4")
    assert table.hear("Korrektur") == [
        "Zu spät: die Uhr des Gegners läuft schon. Regeln 2018, Artikel D.2.8."
    ]
    assert table.board.peek().uci() == "e2e4"


def test_d_2_4_an_early_press_is_recorded_where_the_event_says_so() -> None:
    table = begun(speech={"early_press": "record"})
    table.hear("Eva vier")
    said = table.hear("gedrückt")
    assert said[0].startswith("Zu früh gedrückt, vermerkt.")
    assert isinstance(table.new[0], IrregularityNoted)
    assert table.contest.irregularities[0].kind == "early_press"
    assert table.board.peek().uci() == "e2e4"


def test_a_recorded_early_press_without_any_move_starts_no_clock() -> None:
    table = begun(speech={"early_press": "record"})
    table.hear("gedrückt")
    assert not table.board.move_stack
    assert table.contest.clock.turn == chess.WHITE
    assert len(table.contest.irregularities) == 1


def test_the_other_board_may_follow_the_clock() -> None:
    table = begun()
    table.play("e2e4")
    behind = table.contest.behind
    assert table.hear("anderes Brett") == ["Notiert."]
    assert (behind, table.contest.behind) == (True, False)
    assert table.hear("anderes Brett") == ["Es ist kein Zug angesagt."]


def test_d_2_2_a_touched_piece_binds_the_mover() -> None:
    table = begun()
    assert table.hear("berührt Gustav eins") == [
        "Weiß hat Gustav eins berührt. Regeln 2018, Artikel D.2.2."
    ]
    said = table.hear("Eva vier")
    assert said[0].startswith("Achtung: Weiß hat Gustav eins berührt")
    assert table.contest.irregularities[-1].kind == "touch_move"
    assert table.hear_all("Korrektur", "Springer Felix drei") == [
        "Weiß: Springer Gustav eins Felix drei"
    ]


def test_a_touch_of_the_sighted_player_is_reported_only_with_that_duty() -> None:
    table = begun(duties=["announce", "record"])
    table.play("e2e4")
    assert table.hear("berührt Eva sieben") == [
        "Diese Aufgabe hat das Programm bei dieser Partie nicht."
    ]
    table = begun()
    table.play("e2e4")
    assert table.hear("berührt Eva sieben")[0].endswith("Artikel 4.3.")


@pytest.mark.parametrize(
    ("fen", "touched", "moves"),
    [
        (chess.STARTING_FEN, ["a1"], set()),  # it cannot move: any move is allowed (4.5)
        (chess.STARTING_FEN, ["a1", "g1"], {"g1f3", "g1h3"}),
        (CAPTURE, ["e4", "d5"], {"e4d5"}),
        (CAPTURE, ["d5"], {"e4d5"}),
        (CAPTURE, ["g1", "d5"], {"g1f3", "g1h3", "g1e2"}),
        (chess.STARTING_FEN, ["e7"], set()),
    ],
)
def test_4_3_to_4_5_what_touched_pieces_leave(
    fen: str, touched: list[str], moves: set[str]
) -> None:
    squares = tuple(map(chess.parse_square, touched))
    assert {move.uci() for move in bound(chess.Board(fen), squares)} == moves


def test_a_mating_move_ends_the_game_once_it_is_executed() -> None:
    table = begun("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")
    table.hear_all("Turm Eva acht", "Turm Eva acht")
    assert table.contest.ended is None
    said = table.hear("ausgeführt")
    assert said[-1] == "Weiß gewinnt: Schachmatt. Regeln 2018, Artikel 5.1.1."
    assert table.hear("Eva vier")[0].startswith("Die Partie ist beendet.")


def test_without_the_duty_to_announce_moves_are_only_noted() -> None:
    table = begun(duties=["record"])
    assert table.hear("Eva vier") == ["Notiert."]


def test_nothing_is_announced_before_the_clock_runs() -> None:
    table = Table()
    assert table.hear("Eva vier") == ["Die Uhr steht. Start oder weiter sagen."]
    assert table.hear("gedrückt") == ["Die Uhr steht. Start oder weiter sagen."]

"""Every row of the facts about the editions: played out, by article and edition.

`test_no_row_is_left_out` holds this file against the page of facts itself.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import chess
import pytest
from contests import BOOK, Table, everyone_mates, nobody_mates

from assistant import data
from assistant.core.output.announcement import tell
from assistant.core.play import claims, flagfall
from assistant.core.play.case import Case, rulebook
from assistant.core.play.clock import remaining
from assistant.core.play.contestevents import PieceTouched
from assistant.core.play.flagfall import CanMate, Situation
from assistant.core.play.laws import Caller, Rate
from assistant.core.play.rate import classify, may_stop_recording
from assistant.core.play.regulations import Duty
from assistant.core.play.timecontrol import MINUTE, parse

EDITIONS = ("1997", "2009", "2018")
COVERED: set[str] = set()
ELSEWHERE = {
    "D.1.1–D.1.4": "the checklist for board and clock is part of the event's sheet",
    "D.2.6.2": "the same checklist",
    "D.2.9": "two scoresheets are compared by the reconciler; here the position is restored",
}
Test = TypeVar("Test", bound=Callable[..., None])


def row(name: str) -> Callable[[Test], Test]:
    COVERED.add(name)
    return lambda test: test


def table(
    edition: str, control: str = "90+30", fen: str = chess.STARTING_FEN, **more: Any
) -> Table:
    can_mate = more.pop("can_mate", everyone_mates)
    rules = {"edition": edition, "time_control": control, **more.pop("rules", {})}
    found = Table(fen, can_mate=can_mate, rules=rules, **more)
    found.hear("start", after=0)
    return found


def left(found: Table, side: chess.Color) -> int:
    return remaining(found.contest.clock, side, int(found.seconds * 1000))


def gained(found: Table, side: chess.Color, words: str) -> int:
    """How many milliseconds the words gave to a side, apart from those that passed."""
    before = left(found, side)
    found.hear(words, after=0)
    return left(found, side) - before


def cited(edition: str, article: str) -> str:
    return f"Regeln {edition}, Artikel {article}."


# Section 1: the appendix for blind players


@row("D.1")
def test_d_1_every_rule_is_a_setting_with_the_laws_value_as_default() -> None:
    found = Table()
    speech = found.contest.regulations.speech
    assert speech.repetition_required
    assert speech.ranks == "german"
    assert set(found.contest.regulations.duties) == set(Duty)
    relaxed = table("2018", speech={"repetition_required": False})
    relaxed.hear_all("Eva vier", "ausgeführt", "gedrückt")
    assert relaxed.board.move_stack


@row("D.2.1")
def test_d_2_1_a_move_is_announced_repeated_and_executed() -> None:
    found = table("2018")
    assert found.hear("Springer Gustav eins Felix drei") == [
        "Weiß: Springer Gustav eins Felix drei"
    ]
    assert found.hear("Springer Gustav eins Felix drei") == ["Wiederholt."]
    found.hear_all("ausgeführt", "gedrückt")
    assert found.board.peek().uci() == "g1f3"


@row("D.2.1")
def test_d_2_1_a_promotion_names_its_piece_and_is_asked_for_otherwise() -> None:
    found = table("2018", fen="8/4P3/8/8/8/k7/8/K7 w - - 0 1")
    assert found.hear("Eva acht") == ["Umwandlung auf Eva acht: Dame, Turm, Läufer oder Springer?"]
    assert found.hear("Läufer") == ["Weiß: Eva sieben Eva acht Läufer"]


@row("D.2.1")
@pytest.mark.parametrize("words", ["Läufer Bella fünf", "Laeuffer Bella fuenf", "LAEUFER BELLA 5"])
def test_d_2_1_and_e2_1_the_words_of_both_editions_are_understood(words: str) -> None:
    found = table("2009", fen="rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    assert found.hear(words) == ["Weiß: Läufer Felix eins Bella fünf"]


@row("D.2.2")
@pytest.mark.parametrize(("edition", "article"), [("2009", "E2.2"), ("2018", "D.2.2")])
def test_d_2_2_a_piece_is_touched_once_out_of_its_hole(edition: str, article: str) -> None:
    found = table(edition)
    assert found.hear("berührt Eva zwei")[0].endswith(cited(edition, article))
    assert isinstance(found.new[0], PieceTouched)


@row("D.2.3")
def test_d_2_3_a_capture_is_executed_by_three_facts() -> None:
    found = table("2018", fen="4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    found.hear_all("gesetzt", "Eva schlägt David fünf", "wiederholt")
    assert "der geschlagene Stein" in found.hear("gedrückt")[0]
    found.hear_all("stein weg", "gedrückt")
    assert found.board.peek().uci() == "e4d5"


@row("D.2.4")
@pytest.mark.parametrize(("edition", "article"), [("2009", "E2.3"), ("2018", "D.2.4")])
def test_d_2_4_only_then_may_the_clock_be_started(edition: str, article: str) -> None:
    found = table(edition)
    found.hear_all("Eva vier", "wiederholt")
    assert found.hear("gedrückt")[0].endswith(cited(edition, article))
    assert found.contest.clock.turn == chess.WHITE


@row("D.2.5")
def test_d_2_5_for_the_sighted_player_the_ordinary_rules_apply() -> None:
    found = table("2018")
    found.play("e2e4")
    found.hear_all("Eva fünf", "Eva fünf", "gedrückt")
    assert found.board.peek().uci() == "e7e5"
    found.play("g1f3")
    assert found.hear("berührt Bella acht")[0].endswith(cited("2018", "4.3"))


@row("D.2.6.1")
@row("D.2.10.1–6")
@pytest.mark.parametrize(("edition", "article"), [("2009", "E2.9d"), ("2018", "D.2.10.4")])
def test_d_2_10_4_time_and_moves_are_told_on_request_and_by_duty(
    edition: str, article: str
) -> None:
    found = table(edition)
    found.play("e2e4")
    assert found.hear("Zeit")[0].startswith("Weiß: verbraucht")
    assert found.hear("Zugnummer") == ["Vollständige Züge: 0."]
    silent = table(edition, duties=["announce"])
    assert silent.hear("Zeit") == [
        "Diese Frage ist bei dieser Partie nicht erlaubt. " + cited(edition, article)
    ]


@row("D.2.10.1–6")
def test_d_2_10_the_six_duties_are_six_switches() -> None:
    assert [duty.value for duty in Duty] == [
        "move",
        "announce",
        "record",
        "tell",
        "claim",
        "adjourn",
    ]
    without = table("2018", duties=["announce"])
    assert without.hear("hängepartie")[0].startswith("Diese Aufgabe hat das Programm")
    assert table("2018").hear("hängepartie")[0].startswith("Vertagt.")


@row("D.2.10.1–6")
def test_nothing_about_the_position_is_told_unless_the_arbiter_allows_it() -> None:
    found = table("2018")
    for words in ("was steht auf Eva zwei", "material", "züge springer", "letzter zug"):
        assert found.hear(words)[0].startswith("Diese Frage ist bei dieser Partie nicht erlaubt.")
    allowed = table("2018", speech={"questions": ["position", "moves"]})
    assert allowed.hear("was steht auf Eva zwei") == ["Eva zwei: weißer Bauer."]
    assert allowed.hear("letzter zug") == ["Noch kein Zug."]


@row("D.2.7")
def test_d_2_7_the_record_holds_every_move_and_offer_of_both() -> None:
    found = table("2018")
    found.play("e2e4", "e7e5")
    found.hear_all("Springer Felix drei", "remis")
    assert found.contest.offers == ((2, chess.WHITE),)
    assert [move.uci() for move in found.board.move_stack] == ["e2e4", "e7e5"]


@row("D.2.8")
@pytest.mark.parametrize(("edition", "article"), [("2009", "E2.6"), ("2018", "D.2.8")])
def test_d_2_8_a_slip_is_corrected_before_the_clock_and_not_after(
    edition: str, article: str
) -> None:
    found = table(edition)
    found.hear_all("Eva vier", "Korrektur")
    assert found.contest.announced is None
    found.play("d2d4")
    assert found.hear("Korrektur")[0].endswith(cited(edition, article))


@row("D.2.11")
def test_d_2_11_with_two_blind_players_both_boards_need_their_facts() -> None:
    blind = {"name": "Bea", "visually_disabled": True}
    found = table("2018", black=blind)
    found.play("e2e4")
    found.hear_all("Eva fünf", "Eva fünf")
    assert "der Stein auf seinem neuen Feld" in found.hear("gedrückt")[0]


# Section 2: figures that differ by edition


@row("default (waiting) time")
@pytest.mark.parametrize(
    ("edition", "minutes", "article"),
    [("1997", 60, "6.6"), ("2009", 0, "6.6a"), ("2018", 0, "6.7.1")],
)
def test_default_time(edition: str, minutes: int, article: str) -> None:
    found = table(edition)
    found.hear("Schwarz fehlt", after=60 * minutes)
    assert found.result() is None
    found.hear("Schwarz fehlt", after=1)
    assert found.result() == ("1-0", "absence", article)
    later = table(edition, rules={"default_time": 30})
    later.hear("Weiß fehlt", after=30 * 60)
    assert later.result() is None
    later.hear("Weiß fehlt", after=1)
    assert later.result() == ("0-1", "absence", article)


@row("illegal move, standard")
@pytest.mark.parametrize(
    ("edition", "loses_at", "article"),
    [("1997", 3, "10.3"), ("2009", 3, "7.4b"), ("2018", 2, "7.5.5")],
)
def test_illegal_moves_in_standard_chess(edition: str, loses_at: int, article: str) -> None:
    found = table(edition)
    for _ in range(loses_at - 1):
        assert gained(found, chess.BLACK, "illegaler Zug Weiß") == 2 * MINUTE
        assert found.result() is None
    said = found.hear("illegaler Zug Weiß")
    assert said[-1].endswith(cited(edition, article))
    assert found.result() == ("0-1", "illegal_moves", article)


@row("illegal move, standard")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_completed_illegal_move_is_taken_back_and_the_clock_with_it(edition: str) -> None:
    found = table(edition)
    found.play("e2e4", "e7e5")
    found.hear("illegaler Zug Schwarz")
    assert found.board.turn == chess.BLACK
    assert len(found.board.move_stack) == 1
    assert found.contest.clock.turn == chess.BLACK
    assert found.contest.clock.side(chess.BLACK).moves == 0


@row("illegal move, blitz")
@pytest.mark.parametrize(("edition", "article"), [("1997", "C3"), ("2009", "B3c")])
def test_illegal_moves_in_blitz_are_claimed_before_ones_own_move(
    edition: str, article: str
) -> None:
    blitz: dict[str, Any] = {"control": "5", "rules": {"supervised": False}}
    found = table(edition, **blitz)
    found.play("e2e4")
    assert found.hear("illegaler Zug Weiß")[0].endswith(cited(edition, article))
    assert found.result() is None
    found.hear("Schwarz illegaler Zug Weiß")
    assert found.result() == ("0-1", "illegal_moves", article)
    late = table(edition, **blitz)
    late.play("e2e4")
    late.hear_all("Eva fünf", "Schwarz illegaler Zug Weiß")
    assert late.result() is None


@row("illegal move, blitz")
def test_illegal_moves_in_blitz_2018_b_2() -> None:
    found = table("2018", "3+2", rules={"supervised": False})
    assert gained(found, chess.BLACK, "illegaler Zug Weiß") == MINUTE
    found.hear("illegaler Zug Weiß")
    assert found.result() == ("0-1", "illegal_moves", "B.2")


@row("draw instead of loss when the other side cannot mate by any legal sequence")
@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        ("1997", ("0-1", "illegal_moves", "10.3")),
        ("2009", ("1/2-1/2", "cannot_mate", "7.4b")),
        ("2018", ("1/2-1/2", "cannot_mate", "7.5.5")),
    ],
)
def test_a_loss_by_illegal_moves_is_a_draw_if_the_other_cannot_mate(
    edition: str, expected: tuple[str, str, str]
) -> None:
    found = table(edition, can_mate=nobody_mates)
    for _ in range(3):
        found.hear("illegaler Zug Weiß")
    assert found.result() == expected


@row("draw instead of loss when the other side cannot mate by any legal sequence")
@pytest.mark.parametrize("edition", EDITIONS)
def test_6_9_nobody_wins_on_time_who_cannot_mate(edition: str) -> None:
    for judge, result in ((everyone_mates, "0-1"), (nobody_mates, "1/2-1/2")):
        found = table(edition, "90", can_mate=judge)
        found.hear("zeit überschritten", after=90 * 60)
        assert found.ending()[0] == result
        assert found.ending()[2] == "6.9"


@row("pawn left on the last rank and clock pressed")
@pytest.mark.parametrize(
    ("edition", "queen", "article"),
    [("1997", False, "7.4"), ("2009", False, "7.4a"), ("2018", True, "7.5.2")],
)
def test_a_pawn_left_on_the_last_rank(edition: str, queen: bool, article: str) -> None:
    found = table(edition, fen="8/4P3/8/8/8/k7/8/K7 w - - 0 1")
    found.hear("Eva acht")
    said = found.hear("bauer nicht umgewandelt weiß")
    assert said[0].endswith(cited(edition, article))
    assert found.contest.illegal.of(chess.WHITE) == 1
    assert bool(found.board.move_stack) == queen
    assert (found.board.piece_type_at(chess.E8) == chess.QUEEN) == queen


@row("clock pressed without a move; move made with both hands")
@pytest.mark.parametrize(
    ("words", "article"), [("uhr ohne zug weiß", "7.5.3"), ("beide hände weiß", "7.5.4")]
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_7_5_3_and_7_5_4_are_illegal_moves_in_2018_only(
    edition: str, words: str, article: str
) -> None:
    found = table(edition)
    said = found.hear(words)
    assert found.contest.illegal.of(chess.WHITE) == (edition == "2018")
    if edition == "2018":
        assert said[0].endswith(cited("2018", article))
    else:
        assert said[0].endswith(f"Regeln {edition}.")


@row("wrong draw claim (9.5)")
@pytest.mark.parametrize(
    ("edition", "control", "gets", "article"),
    [
        ("1997", "90", 3, "9.5b"),
        ("2009", "90", 3, "9.5b"),
        ("2018", "90", 2, "9.5.3"),
        ("2018", "5", 1, "B.2"),
    ],
)
def test_a_wrong_claim(edition: str, control: str, gets: int, article: str) -> None:
    found = table(edition, control)
    before = left(found, chess.WHITE)
    assert gained(found, chess.BLACK, "stellungswiederholung") == gets * MINUTE
    lost = 3 * MINUTE if edition == "1997" else 0
    assert before - left(found, chess.WHITE) == lost
    assert found.contest.wrong_claims.of(chess.WHITE) == 1
    assert found.contest.offer == chess.WHITE  # a claim is an offer too
    assert article == {"5": "B.2"}.get(control, "9.5.3" if edition == "2018" else "9.5b")


@row("wrong draw claim (9.5)")
def test_1997_a_wrong_claim_takes_half_of_what_is_left_if_that_is_less() -> None:
    found = table("1997", "90")
    found.hear("remis reklamieren", after=86 * 60)
    assert left(found, chess.WHITE) == 2 * MINUTE


@row("wrong draw claim (9.5)")
def test_9_5_3_an_intended_move_must_be_made_after_a_wrong_claim() -> None:
    found = table("2018")
    assert found.hear("stellungswiederholung Eva vier")[-1] == "Weiß: Eva zwei Eva vier"
    assert found.contest.announced == chess.Move.from_uci("e2e4")


@row("draw by agreement")
@pytest.mark.parametrize(
    ("edition", "article", "at_once"),
    [("1997", "5.3", True), ("2009", "5.2c", True), ("2018", "5.2.3", False)],
)
def test_agreement(edition: str, article: str, at_once: bool) -> None:
    found = table(edition)
    found.hear_all("remis", "angenommen")
    assert (found.result() is not None) == at_once
    if not at_once:
        found.play("e2e4", "e7e5")
        found.hear_all("remis", "angenommen")
    assert found.result() == ("1/2-1/2", "agreement", article)


@row("draw by agreement")
@pytest.mark.parametrize(("edition", "article"), [("2009", "9.1a"), ("2018", "9.1.1")])
def test_9_1_1_the_regulations_may_forbid_agreement_before_some_move(
    edition: str, article: str
) -> None:
    found = table(edition, rules={"no_draw_before": 2})
    found.play("e2e4", "e7e5")
    assert found.hear("remis")[0].endswith(cited(edition, article))
    found.play("g1f3", "b8c6")
    found.hear_all("remis", "Schwarz remis")
    assert found.result() is not None


QUIET = [
    move
    for file in "abcdefgh"
    for move in (f"{file}2{file}3", f"{file}7{file}6", f"{file}3{file}4", f"{file}6{file}5")
]
"""Moves by both that take nothing and repeat nothing."""
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")


@row("automatic draws")
@pytest.mark.parametrize(
    ("edition", "article"), [("1997", "9.6"), ("2009", "5.2b"), ("2018", "5.2.2")]
)
def test_a_dead_position_ends_the_game_in_every_edition(edition: str, article: str) -> None:
    from contests import mates_unless_bare

    found = table(edition, fen="4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", can_mate=mates_unless_bare)
    found.play("e1e2")
    assert found.result() == ("1/2-1/2", "dead_position", article)


@row("automatic draws")
@pytest.mark.parametrize("edition", EDITIONS)
def test_9_6_1_fivefold_repetition_ends_the_game_in_2018_only(edition: str) -> None:
    found = table(edition)
    found.play(*KNIGHTS * 4)
    assert found.result() == (("1/2-1/2", "fivefold", "9.6.1") if edition == "2018" else None)


@row("automatic draws")
@pytest.mark.parametrize("edition", EDITIONS)
def test_9_6_2_seventy_five_moves_end_the_game_in_2018_only(edition: str) -> None:
    found = table(edition, fen="4k3/7r/8/8/8/8/R7/4K3 w - - 149 90")
    found.play("a2a3")
    expected = ("1/2-1/2", "seventyfive_moves", "9.6.2")
    assert found.result() == (expected if edition == "2018" else None)


@row("automatic draws")
@pytest.mark.parametrize(
    ("edition", "mate", "stalemate"),
    [("1997", "5.1a", "5.2"), ("2009", "5.1a", "5.2a"), ("2018", "5.1.1", "5.2.1")],
)
def test_mate_and_stalemate(edition: str, mate: str, stalemate: str) -> None:
    found = table(edition, fen="6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")
    found.play("e1e8")
    assert found.result() == ("1-0", "checkmate", mate)
    found = table(edition, fen="k7/8/8/1Q6/8/8/8/7K w - - 0 1")
    found.play("b5b6")
    assert found.result() == ("1/2-1/2", "stalemate", stalemate)


@row("claimed draws")
@pytest.mark.parametrize("edition", EDITIONS)
def test_9_2_threefold_with_and_without_an_intended_move(edition: str) -> None:
    found = table(edition)
    found.play(*KNIGHTS * 2)
    found.hear("stellungswiederholung")
    assert found.result() == ("1/2-1/2", "threefold", "9.2")
    found = table(edition)
    found.play(*(KNIGHTS * 2)[:-1])
    found.hear("stellungswiederholung Springer Gustav acht")
    assert found.result() == ("1/2-1/2", "threefold", "9.2")


@row("claimed draws")
@pytest.mark.parametrize("edition", EDITIONS)
def test_9_3_fifty_moves_with_and_without_an_intended_move(edition: str) -> None:
    for clock, words in ((100, "fünfzig züge"), (99, "fünfzig züge Turm Anna drei")):
        found = table(edition, fen=f"4k3/7r/8/8/8/8/R7/4K3 w - - {clock} 90")
        found.hear(words)
        assert found.result() == ("1/2-1/2", "fifty_moves", "9.3")
    found = table(edition, fen="4k3/7r/8/8/8/8/R7/4K3 w - - 99 90")
    found.hear("fünfzig züge")
    assert found.result() is None


@row("claimed draws")
def test_9_4_who_has_touched_a_piece_or_is_not_to_move_may_not_claim() -> None:
    found = table("2018", fen="4k3/7r/8/8/8/8/R7/4K3 w - - 100 90")
    assert found.hear("Schwarz fünfzig züge")[0].startswith("Schwarz ist nicht am Zug")
    found.hear_all("berührt Anna zwei", "fünfzig züge")
    assert found.result() is None
    assert found.contest.wrong_claims.of(chess.WHITE) == 0


@row("both flags down, order unknown")
@pytest.mark.parametrize(
    ("edition", "last", "result", "article"),
    [
        ("1997", False, "goes_on", "6.11"),
        ("1997", True, "draw", "10.4"),
        ("2009", False, "goes_on", "6.11a"),
        ("2009", True, "draw", "6.11b"),
        ("2018", False, "goes_on", "III.3.1.1"),
        ("2018", True, "draw", "III.3.1.2"),
    ],
)
def test_both_flags_down(edition: str, last: bool, result: str, article: str) -> None:
    situation = Situation(
        (chess.WHITE, chess.BLACK),
        order_known=False,
        last_period=last,
        noticed_by=Caller.ARBITER,
        white_can_mate=CanMate.YES,
        black_can_mate=CanMate.YES,
    )
    verdict = flagfall.judge(situation, data.laws(edition), Rate.STANDARD)
    assert (verdict.result.value, verdict.article) == (result, article)


@row("reversed colours discovered")
@pytest.mark.parametrize(
    ("edition", "article"), [("1997", "7.2"), ("2009", "7.2"), ("2018", "7.3")]
)
@pytest.mark.parametrize("moves", [9, 10])
def test_reversed_colours(edition: str, article: str, moves: int) -> None:
    found = table(edition)
    found.play(*QUIET[: 2 * moves])
    said = found.hear("farben vertauscht")
    annulled = edition == "2018" and moves < 10
    assert found.result() == (("*", "colours_reversed", article) if annulled else None)
    assert said[-1].endswith(cited(edition, article))


@row("rapid")
@row("blitz")
@pytest.mark.parametrize(
    ("edition", "control", "rate"),
    [
        ("1997", "15", Rate.RAPID),
        ("1997", "60", Rate.RAPID),
        ("1997", "61", Rate.STANDARD),
        ("1997", "14", Rate.BLITZ),
        ("2009", "15", Rate.RAPID),
        ("2009", "5+10", Rate.RAPID),
        ("2009", "59", Rate.RAPID),
        ("2009", "60", Rate.STANDARD),
        ("2009", "4+10", Rate.BLITZ),
        ("2018", "30+30", Rate.STANDARD),
        ("2018", "10+5", Rate.RAPID),
        ("2018", "5+5", Rate.BLITZ),
        ("2018", "11", Rate.RAPID),
    ],
)
def test_the_rate_of_a_game(edition: str, control: str, rate: Rate) -> None:
    assert classify(parse(control), data.laws(edition)).rate is rate


@row("no claim on wrong set-up after")
@pytest.mark.parametrize(
    ("edition", "limit", "article", "ordinary"),
    [("1997", 3, "B4", "7.1a"), ("2009", 3, "A4a", "7.1a"), ("2018", 10, "A.4.1", "7.2.1")],
)
def test_a_wrong_set_up(edition: str, limit: int, article: str, ordinary: str) -> None:
    for count in (limit - 1, limit):
        found = table(edition, "20", rules={"supervised": False})
        found.play(*QUIET[: 2 * count])
        said = found.hear("falsch aufgestellt")
        if count < limit:
            assert found.result() == ("*", "wrong_set_up", ordinary)
        else:
            assert found.result() is None
            assert said[-1].endswith(cited(edition, article))
    standard = table(edition)
    standard.play(*QUIET[:24])
    standard.hear("falsch aufgestellt")
    assert standard.result() == ("*", "wrong_set_up", ordinary)


@row("no claim on wrong set-up after")
@pytest.mark.parametrize(
    ("edition", "words", "article"),
    [
        ("1997", "brett gedreht", "7.1b"),
        ("2009", "brett gedreht", "7.1b"),
        ("2018", "brett gedreht", "7.2.2"),
        ("1997", "steine verschoben", "7.4"),
        ("2009", "steine verschoben", "7.5"),
        ("2018", "steine verschoben", "7.6"),
    ],
)
def test_a_turned_board_and_displaced_pieces(edition: str, words: str, article: str) -> None:
    found = table(edition)
    assert found.hear(words)[0].endswith(cited(edition, article))
    assert found.result() is None
    assert found.contest.irregularities[0].article == article


@row("recording may stop")
@pytest.mark.parametrize("edition", EDITIONS)
def test_8_4_recording_may_stop(edition: str) -> None:
    laws = data.laws(edition)
    assert may_stop_recording(laws, Rate.STANDARD, 5 * MINUTE - 1, 0)
    assert not may_stop_recording(laws, Rate.STANDARD, 5 * MINUTE, 0)
    assert not may_stop_recording(laws, Rate.STANDARD, MINUTE, 30_000)
    again = may_stop_recording(laws, Rate.STANDARD, 6 * MINUTE, 0, was_allowed=True)
    assert again == (edition == "2018")


@row("assistant for a player who cannot record/operate the clock")
@pytest.mark.parametrize(
    ("edition", "time", "adjusted"),
    [("1997", "deducted", True), ("2009", "adjusted", True), ("2018", "adjusted", False)],
)
def test_an_assistant_costs_a_disabled_player_no_time_in_2018(
    edition: str, time: str, adjusted: bool
) -> None:
    rule = data.laws(edition).assistant
    assert (rule.time, rule.adjusted_if_disabled) == (time, adjusted)


@row("quickplay finish (under 2 min left)")
@pytest.mark.parametrize(
    ("edition", "article", "rejected"),
    [("1997", "10.2", 0), ("2009", "10.2", 2), ("2018", "III.5", 2)],
)
def test_the_quickplay_finish(edition: str, article: str, rejected: int) -> None:
    found = table(edition, "90")
    assert found.hear("endspurtremis")[0].startswith("Dieser Antrag steht Weiß jetzt nicht offen.")
    said = found.hear("endspurtremis", after=88 * 60)
    assert said[0].endswith(cited(edition, article))
    assert gained(found, chess.BLACK, "antrag abgelehnt") == rejected * MINUTE
    found.hear("endspurtremis")
    assert gained(found, chess.BLACK, "antrag vertagt") == 2 * MINUTE
    found.hear_all("endspurtremis", "entscheidung remis")
    assert found.ending()[:2] == ("1/2-1/2", "decision")


@row("quickplay finish (under 2 min left)")
def test_guidelines_iii_are_not_for_games_with_increment() -> None:
    found = table("2018", "90+1")
    found.hear("endspurtremis", after=89 * 60 + 30)
    assert found.contest.irregularities == ()


@row("penalties")
@pytest.mark.parametrize(
    ("edition", "count", "article", "loss"),
    [("1997", 5, "13.4", 4), ("2009", 7, "13.4", 4), ("2018", 9, "12.9", 6)],
)
def test_penalties(edition: str, count: int, article: str, loss: int) -> None:
    found = table(edition)
    kinds = data.laws(edition).penalties.kinds
    assert len(kinds) == count
    assert found.hear("strafen")[0].endswith(cited(edition, article))
    for number, kind in enumerate(kinds, start=1):
        one = table(edition)
        one.hear(f"strafe schwarz {number}")
        assert [p.kind for p in one.contest.penalties] == [kind]
        assert BOOK.say(tell(f"penalty_{kind}"))
    one = table(edition)
    one.hear(f"strafe schwarz {loss}")
    assert one.result() == ("1-0", "penalty", article)
    assert found.hear("strafe weiß 99")[0].startswith("Strafen:")


@row("penalties")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_arbiter_adds_takes_and_sets_time(edition: str) -> None:
    found = table(edition, "90")
    assert gained(found, chess.BLACK, "zeit dazu schwarz 5") == 5 * MINUTE
    assert gained(found, chess.BLACK, "schwarz verliert 10 minuten") == -10 * MINUTE
    found.hear("zeit stellen schwarz 7", after=0)
    assert left(found, chess.BLACK) == 7 * MINUTE
    assert gained(found, chess.BLACK, "zeit abziehen schwarz 7") == 0
    found.hear("zeit stellen schwarz 0", after=0)
    assert left(found, chess.BLACK) == 7 * MINUTE
    found.hear("Weiß gewinnt")
    assert found.ending()[:2] == ("1-0", "decision")


@row("who calls flag fall")
@pytest.mark.parametrize(
    ("edition", "control", "by_arbiter", "article"),
    [
        ("1997", "90", True, "6.9"),
        ("2009", "90", True, "6.9"),
        ("2018", "90", True, "6.9"),
        ("1997", "20", False, "6.9"),
        ("2009", "20", False, "6.9"),
        ("2018", "20", True, "A.4.3"),
        ("1997", "5", False, "C4"),
        ("2009", "5", False, "6.9"),
        ("2018", "5", True, "A.4.3"),
    ],
)
def test_who_calls_a_flag(edition: str, control: str, by_arbiter: bool, article: str) -> None:
    found = table(edition, control, rules={"supervised": False})
    assert found.hear("fahne")[0].startswith("Die Partie geht weiter: ")
    found.hear("fahne", after=90 * 60)
    assert (found.result() is not None) == by_arbiter
    if not by_arbiter:
        found.hear("Schwarz fahne")
    assert found.result() == ("0-1", "time", article)


def test_no_row_is_left_out(shared: Path) -> None:
    text = (shared / "laws" / "EDITIONS.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    rows: set[str] = set()
    for section in sections:
        if section.startswith(("1.", "2.")):
            lines = [line for line in section.splitlines() if line.startswith("|")]
            rows |= {line.split("|")[1].strip() for line in lines[2:]}
    assert rows == COVERED | set(ELSEWHERE)


def test_9_2_positions_with_other_rights_are_not_the_same() -> None:
    found = table("2018")
    found.play("e2e4", "e7e5", "e1e2", "e8e7", "e2e1", "e7e8")
    found.play("e1e2", "e8e7", "e2e1", "e7e8")
    case = Case(found.contest, rulebook(data.laws("2018"), parse("90"), supervised=True), 0, 0)
    assert not claims.holds(case.board, claims.THREEFOLD, 3, None)

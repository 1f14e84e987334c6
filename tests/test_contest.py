"""The contest: always the replay of its facts, whatever is said, and whatever is torn off."""

import re

import chess
import pytest
from command import ROOT
from contests import BOOK, Table, everyone_mates, same, started
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.output.moves import told
from assistant.core.output.phrases import PHRASES
from assistant.core.play.clock import Phase, remaining
from assistant.core.play.contest import apply, begin, replay
from assistant.core.play.contestevents import ContestResumed, MoveRepeated, OffenceCounted
from assistant.core.play.events import Event, GameStarted, MovePlayed, MovesTakenBack
from assistant.core.play.turn import Fact
from assistant.core.record import journal
from assistant.errors import JournalError
from assistant.messages import Announce, Record

WORDS = [
    "start", "weiter", "uhren anhalten", "wiederholt", "ausgeführt", "gesetzt", "stein weg",
    "gedrückt", "gedrückt", "Korrektur", "anderes Brett", "berührt Gustav eins", "berührt Eva zwei",
    "remis", "Schwarz remis", "angenommen", "abgelehnt", "ja", "nein", "aufgeben", "Schwarz gibt auf",
    "stellungswiederholung", "stellungswiederholung Springer Felix drei", "fünfzig züge", "fahne",
    "Schwarz fahne", "illegaler Zug Weiß", "illegaler Zug Schwarz", "Weiß illegaler Zug Schwarz",
    "bauer nicht umgewandelt weiß", "uhr ohne zug schwarz", "stellung zurück 1", "stellung zurück 3",
    "zeit dazu weiß 2", "zeit abziehen schwarz 80", "zeit stellen weiß 1", "strafe weiß 1",
    "strafe schwarz 6", "brett gedreht", "steine verschoben", "hängepartie", "Abgabezug Eva vier",
    "Abgabezug quatsch", "umschlag öffnen", "umschlag verloren", "Weiß fehlt", "Zeit", "Zugnummer",
    "endspurtremis", "antrag vertagt", "quatsch", "Eva", "Hilfe", "farben vertauscht", "wiederholen",
]  # fmt: skip


def talk(table: Table, inputs: list[str | int]) -> None:
    """Words as they are; a number is a legal move, announced, or the program interrupted."""
    for said in inputs:
        if isinstance(said, str):
            table.hear(said, after=3)
        elif said == 0:
            table.seconds += 100
            table.resume(replay(table.events))
        else:
            moves = list(table.board.legal_moves)
            if moves:
                table.hear(BOOK.move(told(table.board, moves[said % len(moves)])), after=7)


INPUTS = st.lists(
    st.one_of(st.sampled_from(WORDS), st.integers(0, 40), st.integers(1, 40)), max_size=40
)
RULES = st.fixed_dictionaries(
    {
        "edition": st.sampled_from(["1997", "2009", "2018"]),
        "time_control": st.sampled_from(["90+30", "3+2", "20", "2/1, 5 d3", "25 b10"]),
        "supervised": st.booleans(),
    }
)


@settings(max_examples=150)
@given(INPUTS, RULES)
def test_the_live_contest_is_the_replay_of_its_facts(
    inputs: list[str | int], rules: dict[str, object]
) -> None:
    table = Table(rules=rules, can_mate=everyone_mates)
    table.hear("start")
    talk(table, inputs)
    assert same(replay(table.events), table.contest)
    again = journal.read(journal.write(table.events)).events
    assert again == tuple(table.events)
    assert same(replay(again), table.contest)


@settings(max_examples=60)
@given(INPUTS)
def test_facts_stand_before_words_and_the_facts_of_one_input_are_counted(
    inputs: list[str | int],
) -> None:
    table = Table()
    for said in ["start", *(i for i in inputs if isinstance(i, str))]:
        table.hear(said)
        kinds = [type(output) for output in table.outputs if isinstance(output, Record | Announce)]
        assert kinds == sorted(kinds, key=lambda kind: kind is Announce)
        count = len(table.new)
        assert [event.more for event in table.new] == list(range(count - 1, -1, -1))


@settings(max_examples=60)
@given(INPUTS, st.floats(0, 1))
def test_a_journal_cut_anywhere_gives_a_state_that_was_announced(
    inputs: list[str | int], where: float
) -> None:
    table = Table()
    states = [table.contest]
    for said in ["start", *inputs]:
        talk(table, [said])
        states.append(table.contest)
    data = journal.write(table.events)
    cut = data[: int(len(data) * where)]
    reading = journal.read(cut)
    assert cut == data[: reading.sound] + reading.torn
    if reading.events:
        found = replay(reading.events)
        assert any(same(found, state) for state in states)


@settings(max_examples=100)
@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_changed_byte_is_found_or_tears_off_the_end(place: int, change: int) -> None:
    table = Table()
    table.hear("start")
    table.play("e2e4", "e7e5")
    table.hear("illegaler Zug Weiß")
    data = bytearray(journal.write(table.events))
    place %= len(data)
    data[place] ^= change
    try:
        reading = journal.read(bytes(data))
    except JournalError:
        return
    # Only the last line feed can be lost without a line being found changed.
    assert reading.events == tuple(table.events[: len(reading.events)])
    assert reading.torn


def test_facts_of_one_moment_hold_together_or_not_at_all() -> None:
    table = Table()
    table.hear("start")
    before = table.contest
    table.hear("illegaler Zug Weiß")
    assert len(table.new) > 1
    lines = journal.write(table.events).splitlines(keepends=True)
    reading = journal.read(b"".join(lines[:-1]))
    assert same(replay(reading.events), before)
    assert reading.torn.startswith(b'{"v":1,"event":"OffenceCounted"')


def test_the_clocks_stand_still_from_the_last_fact_on() -> None:
    table = Table(rules={"edition": "2009", "time_control": "90+30"})
    table.hear_all("start", "Eva vier", "remis")
    left = 90 * 60_000 + 30_000 - 2_000
    table.seconds += 5000
    said = table.resume(replay(table.events))
    assert isinstance(table.new[0], ContestResumed)
    assert table.contest.clock.phase is Phase.STOPPED
    assert table.contest.halted
    assert remaining(table.contest.clock, chess.WHITE, 9_000_000) == left
    assert said[-1].startswith("Die Uhren stehen seit dem letzten Eintrag: Weiß 1 Stunde")
    assert "Angesagt und nicht abgeschlossen: Eva zwei Eva vier." in said
    assert table.hear_all("weiter", "wiederholt", "ausgeführt", "gedrückt") == [
        "Die Uhr von Schwarz läuft."
    ]
    assert not table.contest.halted


def test_counters_offers_and_touched_pieces_are_as_they_were() -> None:
    table = Table(rules={"edition": "2009"})
    table.hear("start")
    table.play("e2e4", "e7e5")
    table.hear_all(
        "illegaler Zug Weiß", "stellungswiederholung", "berührt Gustav eins", "brett gedreht"
    )
    contest = replay(table.events)
    assert same(contest, table.contest)
    assert contest.illegal.of(chess.WHITE) == 1
    assert contest.wrong_claims.of(chess.WHITE) == 1
    assert contest.offer == chess.WHITE
    assert contest.turn.touched == (chess.G1,)
    assert [noted.kind for noted in contest.irregularities] == ["board_turned"]


def test_an_offer_stands_until_it_is_answered_or_the_opponent_moves() -> None:
    table = Table()
    table.hear("start")
    table.play("e2e4", "e7e5")
    table.hear_all("Springer Felix drei", "wiederholt", "ausgeführt", "remis", "gedrückt")
    standing = table.contest.offer
    table.hear("berührt Bella acht")  # touching a piece declines (9.1.2.1)
    assert (standing, table.contest.offer) == (chess.WHITE, None)
    table.play("b8c6")
    table.hear("remis")
    table.play("f1b5", "a7a6")
    assert table.contest.offer is None
    assert table.contest.offers == ((2, chess.WHITE), (4, chess.WHITE))


def test_an_ambiguous_sign_of_resignation_is_asked_back() -> None:
    table = Table()
    table.hear("start")
    assert table.hear("ich gebe auf") == ["Gibt Weiß auf? Ja oder nein."]
    table.hear("nein")
    assert table.result() is None
    table.hear("Schwarz gibt auf")
    assert table.hear("ja") == ["Weiß gewinnt: Aufgabe. Regeln 2018, Artikel 5.1.2."]


def test_the_machines_sleep_is_nobodys_time() -> None:
    table = Table()
    table.hear("start")
    outputs = table.tournament.slept(2000, 2000, 60_000)
    assert isinstance(outputs[0], Record)
    assert table.contest.clock.suspended_ms == 60_000
    assert remaining(table.contest.clock, chess.WHITE, 2000) == 90 * 60_000 + 30_000 - 1000


@pytest.mark.parametrize("number", [0, 518, 959])
def test_chess960_is_announced_piece_by_piece(number: int) -> None:
    table = Table(number=number)
    assert table.opening[1] == f"Chess960, Stellung {number}."
    assert table.opening[2].count(",") == 7
    if number == 518:
        assert "Turm, Springer, Läufer, Dame, König, Läufer, Springer, Turm" in table.opening[2]


def test_all_960_starts_begin_a_contest() -> None:
    for number in range(960):
        contest = begin(started(number=number))
        assert contest.board.chess960_pos() == number


def test_chess960_castling_is_announced_and_explained() -> None:
    table = Table(number=518)
    table.hear("start")
    assert table.hear("ich will rochieren")[0].startswith("Angekündigt: Rochade. Erst den König")
    table.play("g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7")
    said = table.hear("Kurze Rochade")
    assert said[0] == "Weiß: Kurze Rochade"
    assert said[1].startswith("Angekündigt: Rochade.")
    table.hear_all("wiederholt", "ausgeführt", "gedrückt")
    assert table.board.king(chess.WHITE) == chess.G1


@pytest.mark.parametrize(
    "events",
    [
        [],
        [GameStarted(at=0, fen=chess.STARTING_FEN)],
        [started(), MovePlayed(at=0, side=True, move="e2e5")],
        [started(), MovePlayed(at=0, side=True, move="zz")],
        [started(), MoveRepeated(at=0, side=False)],
        [started(), MovesTakenBack(at=0, count=1)],
    ],
)
def test_events_of_no_such_game_are_refused(events: list[Event]) -> None:
    with pytest.raises(JournalError):
        replay(events)


def test_what_the_clock_does_not_admit_changes_nothing() -> None:
    table = Table(rules={"time_control": "1/1, 5"})
    table.hear("start")
    table.play("e2e4")
    table.hear("zeit stellen weiß 2")
    before = table.contest
    # The move taken back would take five minutes back with it.
    assert table.hear("stellung zurück 1") == ["Das geht jetzt nicht. Nichts ist geändert."]
    assert table.contest is before
    assert table.new == []
    with pytest.raises(JournalError):
        apply(before, MovePlayed(at=0, side=chess.WHITE, move="d2d4"))


def test_counting_an_offence_clears_the_turn() -> None:
    table = Table()
    table.hear_all("start", "Eva vier")
    contest = apply(
        table.contest, OffenceCounted(at=0, side=True, offence="illegal_move", article="7.5.1")
    )
    assert contest.turn.move is None


def test_every_key_that_is_said_has_its_phrase() -> None:
    said = re.compile(r"(?:say|rule|tell|Phrase)\(\s*\"([a-z0-9_]+)\"")
    files = [*(ROOT / "assistant/core/play").glob("*.py"), ROOT / "assistant/tournament.py"]
    keys = {key for file in files for key in said.findall(file.read_text())}
    assert len(keys) > 80
    assert keys <= set(PHRASES)


def test_the_program_claims_a_fallen_flag_for_the_visually_disabled_player() -> None:
    """D.2.10.5: the sighted player's flag, once, and only with that duty."""
    for duties, ends in ((["claim"], True), (["tell"], False)):
        table = Table(rules={"time_control": "1"}, duties=duties)
        table.hear_all("start", "Eva vier", "Eva vier", "gesetzt", "p")
        ms = int(table.seconds * 1000)
        assert table.tick(ms + 59_000) == []
        said = table.tick(ms + 61_000)
        assert (table.tournament.contest.ended is not None) == ends
        assert bool(said) == ends
        assert table.tick(ms + 62_000) == []


def test_the_program_does_not_claim_against_the_visually_disabled_player() -> None:
    table = Table(rules={"time_control": "1"})
    table.hear("start")
    assert table.tick(70_000) == []
    assert table.tournament.contest.ended is None


FOOLS_MATE = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"


def test_a_silent_opponent_cannot_win_on_time_against_mate() -> None:
    """D.2.3: repetition is no part of executing a move; 5.1.1: mate ends the game."""
    for last in ("fahne", "p"):
        table = Table(FOOLS_MATE, rules={"time_control": "60"})
        table.hear("start")
        table.hear("Dame Hector vier")
        table.hear(last, after=4000)
        ended = table.tournament.contest.ended
        assert ended is not None
        assert (ended.result, ended.reason) == ("0-1", "checkmate")


def test_a_touch_is_never_charged_to_the_other_player() -> None:
    table = Table()
    table.hear_all("start", "Eva vier", "Eva vier", "gesetzt", "p")
    assert table.hear("Weiß berührt David zwei") == ["Das geht jetzt nicht. Nichts ist geändert."]
    assert table.tournament.contest.turn.touched == ()


def test_a_touch_reported_after_the_announcement_is_held_against_it() -> None:
    table = Table()
    table.hear_all("start", "David vier")
    said = table.hear("berührt Eva zwei")
    assert any(line.startswith("Achtung") for line in said)


def test_an_offer_ends_when_the_opponent_begins_to_move() -> None:
    table = Table()
    table.hear_all("start", "Eva vier", "Eva vier", "gesetzt", "p")
    table.hear_all("Eva fünf", "Eva fünf", "p")
    table.hear_all("Springer Felix drei", "Springer Felix drei", "gesetzt", "p", "Weiß remis")
    table.hear("Springer Cesar sechs")
    table.hear("Schwarz angenommen")
    assert table.tournament.contest.ended is None


def test_a_refusal_tells_nothing_of_the_position_where_that_is_not_allowed() -> None:
    plain = Table()
    assert plain.hear_all("start", "Dame Hector fünf") == [
        "Nicht möglich: das ist kein legaler Zug."
    ]
    assert "leer" not in " ".join(plain.hear("berührt Eva fünf"))
    told = Table(speech={"questions": ["position"]})
    assert "versperrt" in told.hear_all("start", "Dame Hector fünf")[0]


def test_the_same_move_said_a_third_time_corrects_nothing() -> None:
    table = Table()
    table.hear_all("start", "Eva vier", "Eva vier")
    assert table.hear("Eva vier") == ["Notiert."]
    assert Fact.REPEATED in table.tournament.contest.turn.facts


def test_a_pawn_that_never_came_to_the_last_rank_is_no_offence() -> None:
    table = Table()
    table.hear_all("start", "Eva vier", "Eva vier", "gesetzt", "p")
    table.hear("nicht umgewandelt Weiß")
    assert table.tournament.contest.illegal.of(chess.WHITE) == 0
    assert len(table.tournament.contest.board.move_stack) == 1


def test_a_quickplay_claim_is_answered_once() -> None:
    table = Table(rules={"edition": "2009", "time_control": "60"})
    table.hear("start")
    table.hear("endspurtremis", after=3550)
    before = table.tournament.contest.clock.black.main_ms
    table.hear("antrag abgelehnt")
    once = table.tournament.contest.clock.black.main_ms
    table.hear_all("antrag vertagt", "antrag abgelehnt")
    assert table.tournament.contest.clock.black.main_ms == once == before + 120_000

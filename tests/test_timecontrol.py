"""Time controls: as people write them, as PGN writes them, and what is refused."""

import time

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.core.play.timecontrol import (
    LONGEST_INCREMENT_MS,
    LONGEST_PERIOD_MS,
    MINUTE,
    SECOND,
    Mode,
    Period,
    TimeControl,
    TimeControlError,
    Untimed,
    facts,
    parse,
    parse_pgn,
    pgn,
)
from assistant.errors import UsageError


def fischer(minutes: int, seconds: int = 0, moves: int | None = None) -> Period:
    return Period(moves, minutes * MINUTE, seconds * SECOND)


WRITTEN = {
    "90+30": (fischer(90, 30),),
    "40/90+30, 30+30": (fischer(90, 30, 40), fischer(30, 30)),
    "40/90+30; 30+30": (fischer(90, 30, 40), fischer(30, 30)),
    "40/90+30 then 30+30": (fischer(90, 30, 40), fischer(30, 30)),
    "40/90 + 30, then 30 + 30": (fischer(90, 30, 40), fischer(30, 30)),
    "40/120, 20/60, 30": (fischer(120, 0, 40), fischer(60, 0, 20), fischer(30)),
    "40/120,20/60,SD/30": (fischer(120, 0, 40), fischer(60, 0, 20), fischer(30)),
    "5+3": (fischer(5, 3),),
    "3 | 2": (fischer(3, 2),),
    "3|2": (fischer(3, 2),),
    "25 d10": (Period(None, 25 * MINUTE, 10 * SECOND, Mode.DELAY),),
    "G/60 delay 5": (Period(None, 60 * MINUTE, 5 * SECOND, Mode.DELAY),),
    "G/60; d5": (Period(None, 60 * MINUTE, 5 * SECOND, Mode.DELAY),),
    "10 bronstein 5": (Period(None, 10 * MINUTE, 5 * SECOND, Mode.BRONSTEIN),),
    "10 b5": (Period(None, 10 * MINUTE, 5 * SECOND, Mode.BRONSTEIN),),
    "2h": (fischer(120),),
    "1h30": (fischer(90),),
    "1.5h": (fischer(90),),
    "1 h 30 min + 30 s": (fischer(90, 30),),
    "40/2h, 1h": (fischer(120, 0, 40), fischer(60)),
    "40 moves in 2h, 1h": (fischer(120, 0, 40), fischer(60)),
    "30s": (Period(None, 30 * SECOND),),
    "180s+2s": (fischer(3, 2),),
    "2m30": (Period(None, 150 * SECOND),),
    "45'+15\"": (fischer(45, 15),),
    "90 min": (fischer(90),),
    "90m": (fischer(90),),
    "5+1m": (fischer(5, 60),),
    "sudden death 30": (fischer(30),),
    "0+10": (fischer(0, 10),),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_a_time_control_is_understood_as_people_write_it(text: str) -> None:
    assert parse(text) == TimeControl(WRITTEN[text])


@pytest.mark.parametrize("text", ["W 5+3 B 4+2", "white 5+3, black 4+2", "w: 5+3; b: 4+2"])
def test_the_two_players_may_have_different_times(text: str) -> None:
    control = parse(text)
    assert control.of(chess.WHITE) == (fischer(5, 3),)
    assert control.of(chess.BLACK) == (fischer(4, 2),)
    assert str(control) == "W 5+3 B 4+2"


def test_the_same_times_written_for_both_players_are_one_time_control() -> None:
    assert parse("W 5+3 B 5+3") == parse("5+3")


def test_the_written_form_is_canonical() -> None:
    assert str(parse("40/2h+30s ; 1h  d10")) == "40/120+30, 60 d10"
    assert str(parse("90s")) == "90s"


REFUSED = {
    "": "empty",
    "x": "'x'",
    "40/90, thirty": "'thirty'",
    "90++30": "'90++30'",
    "-5": "'-5'",
    "1:30": "'1:30'",
    "0": "without any time",
    "0+0": "without any time",
    "25h": "25 h",
    "5+601": "10 min 1 s",
    "201/5": "201 moves",
    "0/5": "0 moves",
    "40/90, 30, 10": "'30'",
    "5/1, 5/1, 5/1, 5/1, 5/1, 5/1, 5/1, 5/1, 5/1, 5/1, 5": "11 periods",
    "1h30h": "'1h30h'",
    "1s30": "'1s30'",
    "0.001": "whole seconds",
    "9" * 300: "'9999",
    "9" * 500: "too long",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_read_or_is_absurd_is_named_in_one_sentence(text: str) -> None:
    with pytest.raises(TimeControlError) as caught:
        parse(text)
    assert REFUSED[text] in str(caught.value)
    assert len(str(caught.value)) < 200
    assert isinstance(caught.value, UsageError)


@pytest.mark.parametrize(
    "figures", [(None, -1000, 0), (None, 5000, -1000), (None, 1500, 0), (-1, 5000, 0)]
)
def test_a_period_out_of_bounds_cannot_be_made_by_hand_either(
    figures: tuple[int | None, int, int],
) -> None:
    with pytest.raises(TimeControlError):
        Period(*figures)


def test_a_time_control_needs_a_period() -> None:
    with pytest.raises(TimeControlError):
        TimeControl(())


PGN = {
    "40/5400+30:1800+30": "40/90+30, 30+30",
    "300+3": "5+3",
    "40/7200:20/3600:1800": "40/120, 20/60, 30",
    "40/9000": "40/150",
    "30": "30s",
}


@pytest.mark.parametrize("tag", PGN)
def test_a_pgn_tag_is_read_and_written(tag: str) -> None:
    control = parse_pgn(tag)
    assert str(control) == PGN[tag]
    assert pgn(control) == tag


@pytest.mark.parametrize("tag", ["?", "-"])
def test_a_pgn_tag_may_say_that_there_is_no_time_control(tag: str) -> None:
    control = parse_pgn(tag)
    assert isinstance(control, Untimed)
    assert pgn(control) == tag


def test_a_sandclock_in_a_pgn_tag_is_refused_by_its_name() -> None:
    with pytest.raises(TimeControlError, match="sandclock"):
        parse_pgn("*30")


@pytest.mark.parametrize("tag", ["", "abc", "40/", "300+", "1:2", "5:" * 300])
def test_a_broken_pgn_tag_is_refused(tag: str) -> None:
    with pytest.raises(TimeControlError):
        parse_pgn(tag)


@pytest.mark.parametrize("text", ["25 d10", "10 b5", "W 5 B 4"])
def test_pgn_says_unknown_for_what_it_cannot_express(text: str) -> None:
    assert pgn(parse(text)) == "?"


def test_the_facts_of_a_time_control_are_figures_for_a_sentence() -> None:
    first, last = facts(parse("40/1h40+30, 20/50").periods)
    assert (first.number, first.moves, first.repeats) == (1, 40, False)
    assert (first.hours, first.minutes, first.seconds) == (1, 40, 0)
    assert (first.increment_minutes, first.increment_seconds) == (0, 30)
    assert (last.number, last.moves, last.repeats, last.minutes) == (2, 20, True, 50)


SECONDS = st.integers(0, LONGEST_PERIOD_MS // SECOND)
INCREMENTS = st.integers(0, LONGEST_INCREMENT_MS // SECOND)


@st.composite
def player_periods(draw: st.DrawFn, modes: st.SearchStrategy[Mode]) -> tuple[Period, ...]:
    count = draw(st.integers(1, 10))
    made = []
    for number in range(1, count + 1):
        moves = st.integers(1, 200)
        increment = draw(INCREMENTS)
        time_s = draw(SECONDS if increment else SECONDS.filter(bool))
        made.append(
            Period(
                draw(moves if number < count else moves | st.none()),
                time_s * SECOND,
                increment * SECOND,
                draw(modes),
            )
        )
    return tuple(made)


MODES = st.sampled_from(Mode)


@given(player_periods(MODES), st.just(()) | player_periods(MODES))
def test_reading_the_written_form_gives_the_same_time_control(
    white: tuple[Period, ...], black: tuple[Period, ...]
) -> None:
    control = TimeControl(white, black)
    assert parse(str(control)) == control


@given(player_periods(st.just(Mode.CUMULATIVE)))
def test_reading_the_pgn_tag_gives_the_same_time_control(periods: tuple[Period, ...]) -> None:
    control = TimeControl(periods)
    assert parse_pgn(pgn(control)) == control


ALPHABET = st.text(st.sampled_from("0123456789+/|,;:.hmsdbwgG '\"-thenWBi")) | st.text()


@given(ALPHABET)
def test_any_text_is_a_time_control_or_an_error(text: str) -> None:
    for read in (parse, parse_pgn):
        try:
            control = read(text)
        except TimeControlError:
            continue
        assert isinstance(control, TimeControl | Untimed)


@pytest.mark.parametrize("unit", ["1h", "1 ", "w 1 ", "1,", "then ", " ", "1h1 1 ", "b ", "40/"])
def test_long_nonsense_is_refused_quickly(unit: str) -> None:
    began = time.perf_counter()
    with pytest.raises(TimeControlError):
        parse((unit * 400)[:399])
    with pytest.raises(TimeControlError):
        parse(unit * 100_000)
    assert time.perf_counter() - began < 1

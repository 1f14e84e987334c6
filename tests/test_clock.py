"""The chess clock: single rules, refusals, and a machine that sleeps."""

import chess
import pytest

from assistant.core.play import clock
from assistant.core.play.clock import ClockState, FlagFall, apply, fallen, remaining, used
from assistant.core.play.clockevents import (
    GAP_MS,
    LONGEST_TIME_MS,
    ClockEvent,
    FlagLifted,
    MovesSet,
    Paused,
    Pressed,
    Reading,
    Refused,
    Resumed,
    Started,
    Stopped,
    Suspended,
    TimeAdded,
    TimeSet,
    TurnSet,
    Why,
    noticed_gap,
)
from assistant.core.play.timecontrol import parse

W, B = chess.WHITE, chess.BLACK
S = 1_000


def after(state: ClockState, *events: ClockEvent) -> ClockState:
    for event in events:
        following = apply(state, event)
        assert isinstance(following, ClockState), following
        state = following
    return state


def running(control: str, at_ms: int = 0) -> ClockState:
    return after(clock.new(parse(control)), Started(at_ms))


def refusal(state: ClockState, event: ClockEvent) -> Why:
    refused = apply(state, event)
    assert isinstance(refused, Refused), refused
    assert refused.event == event
    return refused.why


def test_white_runs_from_the_start_and_black_stands() -> None:
    state = running("5")
    assert (remaining(state, W, 2 * S), remaining(state, B, 2 * S)) == (298 * S, 300 * S)


def test_the_delay_runs_before_the_main_time() -> None:
    state = running("5 d10")
    assert (remaining(state, W, 4 * S), clock.delay_left(state, W, 4 * S)) == (300 * S, 6 * S)
    assert (remaining(state, W, 12 * S), clock.delay_left(state, W, 12 * S)) == (298 * S, 0)


def test_a_pause_within_the_delay_neither_lengthens_nor_shortens_it() -> None:
    state = after(running("5 d10"), Paused(4 * S), Resumed(60 * S))
    assert clock.delay_left(state, W, 63 * S) == 3 * S
    assert remaining(state, W, 67 * S) == 299 * S


def test_a_flag_falls_the_moment_nothing_is_left() -> None:
    state = running("1", at_ms=500)
    assert fallen(state, 60_499) == ()
    assert fallen(state, 60_500) == (FlagFall(W, period=0, moves=0, at_ms=60_500),)
    assert remaining(state, W, 99_999) == 0


@pytest.mark.parametrize(("control", "falls_after"), [("1 d10", 70), ("1 b10", 70), ("1+10", 70)])
def test_the_time_added_for_a_move_comes_before_the_flag_falls(
    control: str, falls_after: int
) -> None:
    state = running(control)
    assert not fallen(state, falls_after * S - 1)
    assert fallen(state, falls_after * S)


def test_both_flags_are_known_in_the_order_of_their_falls() -> None:
    state = after(running("1"), Pressed(61 * S, W))
    assert [flag.colour for flag in fallen(state, 121 * S)] == [W, B]
    assert [flag.at_ms for flag in fallen(state, 121 * S)] == [60 * S, 121 * S]


def test_a_fallen_flag_stays_recorded_and_brings_no_increment() -> None:
    state = after(running("1+10"), Pressed(71 * S, W), Pressed(72 * S, B))
    assert remaining(state, W, 72 * S) == 0
    assert [flag.colour for flag in fallen(state, 72 * S)] == [W]
    assert state.white.overrun_ms == 1 * S
    state = after(state, TimeAdded(72 * S, W, 60 * S))
    assert remaining(state, W, 72 * S) == 60 * S
    assert [flag.colour for flag in fallen(state, 72 * S)] == [W]


def test_the_period_of_a_fall_is_known() -> None:
    state = after(running("1/1, 1"), Pressed(10 * S, W), Pressed(20 * S, B))
    assert fallen(state, 130 * S) == (FlagFall(W, period=1, moves=1, at_ms=130 * S),)


def test_a_completed_move_count_brings_the_next_period_and_no_fall() -> None:
    state = after(running("1/1, 1"), Pressed(60 * S - 1, W))
    assert remaining(state, W, 60 * S) == 60 * S + 1
    assert fallen(state, 60 * S) == ()


def test_a_move_count_completed_too_late_leaves_the_fall_and_gives_the_next_period() -> None:
    state = after(running("1/1, 2"), Pressed(63 * S, W))
    assert [flag.period for flag in fallen(state, 63 * S)] == [0]
    assert remaining(state, W, 63 * S) == 120 * S


def test_a_corrected_move_counter_lifts_a_fall_in_a_period_that_was_completed() -> None:
    state = after(running("2/1, 2"), Pressed(10 * S, W), Pressed(20 * S, B))
    assert [flag.moves for flag in fallen(state, 75 * S)] == [1]
    state = after(state, MovesSet(75 * S, W, 2))
    assert fallen(state, 75 * S) == ()
    assert [flag.lifted for flag in state.flags] == [True]
    assert remaining(state, W, 75 * S) == 120 * S


def test_a_move_counter_set_back_takes_the_next_period_back() -> None:
    state = after(running("1/1, 2"), Pressed(10 * S, W), MovesSet(10 * S, W, 0))
    assert remaining(state, W, 10 * S) == 50 * S
    assert state.white.period == 0


def test_a_move_counter_that_would_leave_no_time_is_refused() -> None:
    state = after(running("1/1, 2"), Pressed(10 * S, W), Pressed(11 * S, B), Paused(160 * S))
    assert remaining(state, W, 160 * S) == 21 * S
    assert refusal(state, MovesSet(160 * S, W, 0)) is Why.NO_TIME_LEFT


def test_moves_are_counted_down_to_the_next_time_control() -> None:
    state = running("2/1, 3/1, 1")
    assert clock.moves_left(state, W) == 2
    assert clock.moves_left(after(state, MovesSet(0, W, 2)), W) == 3
    assert clock.moves_left(after(state, MovesSet(0, W, 5)), W) is None
    assert clock.moves_left(after(running("40/60"), MovesSet(0, B, 41)), B) == 39


def test_the_arbiter_sets_what_the_display_shows() -> None:
    for control in ("5", "5+3", "5 d3", "5 b3"):
        state = after(running(control), TimeSet(1 * S, B, 100 * S), TimeSet(1 * S, W, 2 * S))
        assert remaining(state, B, 1 * S) == 100 * S
        assert remaining(state, W, 1 * S) == 2 * S


def test_the_arbiter_lifts_a_flag_only_when_there_is_time_again() -> None:
    state = after(running("1"), Stopped(61 * S))
    assert refusal(state, FlagLifted(61 * S, W)) is Why.NO_TIME_LEFT
    state = after(state, TimeSet(61 * S, W, 60 * S), FlagLifted(61 * S, W))
    assert fallen(state, 61 * S) == ()


def test_the_arbiter_decides_whose_half_runs() -> None:
    state = after(running("5 d10"), Pressed(8 * S, W), TurnSet(12 * S, W))
    assert state.turn == W
    assert clock.delay_left(state, W, 12 * S) == 10 * S
    assert refusal(state, Pressed(13 * S, B)) is Why.NOT_YOUR_TURN


def test_giving_the_turn_back_does_not_raise_a_fallen_flag() -> None:
    state = after(running("1 d10"), Pressed(71 * S, W), TurnSet(72 * S, W))
    assert (remaining(state, W, 72 * S), clock.delay_left(state, W, 72 * S)) == (0, 0)


def test_what_the_arbiter_stopped_only_the_arbiter_resumes() -> None:
    state = after(running("5"), Stopped(1 * S))
    assert refusal(state, Resumed(2 * S)) is Why.ARBITER_STOPPED
    state = after(state, Resumed(60 * S, by_arbiter=True))
    assert remaining(state, W, 61 * S) == 298 * S


def test_a_game_may_be_resumed_with_black_to_move() -> None:
    state = after(clock.new(parse("5")), Started(0, B))
    assert remaining(state, B, 1 * S) == 299 * S


REFUSALS: dict[Why, tuple[ClockState, ClockEvent]] = {
    Why.NOT_YOUR_TURN: (running("5"), Pressed(1 * S, B)),
    Why.NOT_RUNNING: (clock.new(parse("5")), Pressed(1 * S, W)),
    Why.ALREADY_STARTED: (running("5"), Started(1 * S)),
    Why.NOT_HALTED: (running("5"), Resumed(1 * S)),
    Why.ABSURD_TIME: (running("5"), Pressed(-1, W)),
    Why.ABSURD_MOVES: (running("5"), MovesSet(1 * S, W, -1)),
    Why.NO_TIME_LEFT: (running("5"), TimeAdded(1 * S, B, -300 * S)),
}


@pytest.mark.parametrize("why", REFUSALS)
def test_what_cannot_be_is_refused_with_its_reason(why: Why) -> None:
    assert refusal(*REFUSALS[why]) is why


@pytest.mark.parametrize(
    "event",
    [
        TimeSet(0, W, -1),
        TimeSet(0, W, LONGEST_TIME_MS + 1),
        TimeAdded(0, W, LONGEST_TIME_MS + 1),
        Suspended(0, 0),
    ],
)
def test_absurd_figures_are_refused(event: ClockEvent) -> None:
    assert refusal(running("5"), event) is Why.ABSURD_TIME


def test_a_halted_clock_cannot_be_halted_by_the_arbiter_twice() -> None:
    assert refusal(after(running("5"), Stopped(1)), Stopped(2)) is Why.NOT_RUNNING


def test_time_that_goes_backwards_is_no_time() -> None:
    state = running("5", at_ms=100 * S)
    assert remaining(state, W, 1 * S) == 300 * S
    assert (used(state, W, 1 * S), clock.delay_left(state, W, 1 * S)) == (0, 0)
    state = after(state, Pressed(1 * S, W))
    assert remaining(state, W, 1 * S) == 300 * S
    assert remaining(state, B, 3 * S) == 298 * S


# --- A machine that sleeps ---------------------------------------------------------------------


def test_sleep_is_noticed_recorded_and_charged_to_nobody() -> None:
    state = running("5")
    gap = noticed_gap(Reading(0, 1_000_000), Reading(2 * S, 1_602_000))
    assert gap == Suspended(at_ms=2 * S, length_ms=600 * S)
    state = after(state, gap)
    assert remaining(state, W, 2 * S) == 298 * S
    assert state.suspended_ms == 600 * S


@pytest.mark.parametrize("slept", [-100_000, 0, GAP_MS])
def test_small_differences_and_a_day_time_set_back_are_no_sleep(slept: int) -> None:
    assert noticed_gap(Reading(0, 0), Reading(1_000, 1_000 + slept)) is None


def test_the_least_sleep_is_noticed() -> None:
    assert noticed_gap(Reading(0, 0), Reading(0, GAP_MS + 1)) == Suspended(0, GAP_MS + 1)

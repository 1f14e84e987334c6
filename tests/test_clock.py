"""The chess clock: whole games against times worked out by hand, and laws that always hold."""

from dataclasses import replace

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.core.play import clock
from assistant.core.play.clock import ClockState, FlagFall, Phase, apply, fallen, remaining, used
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
from assistant.core.play.timecontrol import Mode, Period, TimeControl, parse

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


# --- Whole games of 90 moves -------------------------------------------------------------------
#
# White thinks 60 s for each of the moves 1-40, 45 s for 41-60 and 20 s for 61-90.
# Black thinks 3 s for each odd move and 100 s for each even one: 103 s a pair.
# Both together: 40*60 + 20*45 + 30*20 = 3900 s, and 45*103 = 4635 s.
#
# Each table: move -> (White's time, Black's time), in seconds, after both completed the move.
# Increment, White: -60+30 = -30, -45+30 = -15, -20+30 = +10 a move.
# Increment, Black: -3+30 = +27, -100+30 = -70, so -43 a pair.
GAMES = {
    # 5400+30 = 5430 at the start. White 5430-39*30 = 4260; 5430-40*30+1800 = 6030;
    # 6030-20*15 = 5730; 5730+30*10 = 6030. Black 5430-19*43+27 = 4640; 5430-20*43+1800 = 6370;
    # 6370-10*43 = 5940; 5940-15*43 = 5295.
    "40/90+30, 30+30": {
        0: (5430, 5430),
        39: (4260, 4640),
        40: (6030, 6370),
        60: (5730, 5940),
        90: (6030, 5295),
    },
    # Charged beyond the 30 s: White 30, 15, 0 a move; Black 0 and 70. The display has 30 more.
    # White 5400-39*30 = 4230; 5400-1200+1800 = 6000; 6000-300 = 5700; 5700.
    # Black 5400-19*70 = 4070; 5400-1400+1800 = 5800; 5800-700 = 5100; 5100-15*70 = 4050.
    "40/90 b30, 30 b30": {
        0: (5430, 5430),
        39: (4260, 4100),
        40: (6030, 5830),
        60: (5730, 5130),
        90: (5730, 4080),
    },
    # As Bronstein, and the display shows the main time alone.
    "40/90 d30, 30 d30": {
        0: (5400, 5400),
        39: (4230, 4070),
        40: (6000, 5800),
        60: (5700, 5100),
        90: (5700, 4050),
    },
    # No increment until move 60. White 7200-39*60 = 4860; 4800+3600 = 8400;
    # 8400-900+900+30 = 8430; +10 a move: 8730. Black 7200-19*103-3 = 5240; 5140+3600 = 8740;
    # 8740-1030+900+30 = 8640; 8640-15*43 = 7995.
    "40/120, 20/60, 15+30": {
        0: (7200, 7200),
        39: (4860, 5240),
        40: (8400, 8740),
        60: (8430, 8640),
        90: (8730, 7995),
    },
    # Fischer first, then a delay of 10 s. White 5430-39*30 = 4260; 4260-60+1800 = 6000;
    # 6000-20*35 = 5300; 5300-30*10 = 5000. Black 4640; 4640-100+1800 = 6340;
    # 6340-10*90 = 5440; 5440-15*90 = 4090.
    "40/90+30, 30 d10": {
        0: (5430, 5430),
        39: (4260, 4640),
        40: (6000, 6340),
        60: (5300, 5440),
        90: (5000, 4090),
    },
    # The one period repeats every 40 moves. White 3600-2340 = 1260; 1200+3600 = 4800;
    # 4800-900 = 3900; 3900-400+3600-200 = 6900. Black 3600-1960 = 1640; 1540+3600 = 5140;
    # 5140-1030 = 4110; 4110-1030+3600-515 = 6165.
    "40/60": {
        0: (3600, 3600),
        39: (1260, 1640),
        40: (4800, 5140),
        60: (3900, 4110),
        90: (6900, 6165),
    },
    # Different times. White 5430+... as above with 100 min: all 600 s more; Black as Fischer.
    "W 40/100+30, 30+30 B 40/90+30, 30+30": {
        0: (6030, 5430),
        39: (4860, 4640),
        40: (6630, 6370),
        60: (6330, 5940),
        90: (6630, 5295),
    },
}


def thought(move: int, colour: chess.Color) -> int:
    if colour == B:
        return 3 if move % 2 else 100
    return 60 if move <= 40 else 45 if move <= 60 else 20


@pytest.mark.parametrize("control", GAMES)
def test_a_game_of_ninety_moves_shows_the_times_worked_out_by_hand(control: str) -> None:
    now = 7_777
    state = clock.new(parse(control))
    shown = {0: (remaining(state, W, 5), remaining(state, B, 5))}
    state = after(state, Started(now))
    for move in range(1, 91):
        for colour in (W, B):
            now += thought(move, colour) * S
            state = after(state, Pressed(now, colour))
        shown[move] = (remaining(state, W, now), remaining(state, B, now))
    for move, (white, black) in GAMES[control].items():
        assert shown[move] == (white * S, black * S), f"after move {move}"
    assert (used(state, W, now), used(state, B, now)) == (3900 * S, 4635 * S)
    assert (state.white.moves, state.black.moves) == (90, 90)
    assert fallen(state, now) == ()


# --- Single rules ------------------------------------------------------------------------------


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


# --- Laws that always hold ---------------------------------------------------------------------

SMALL = st.integers(1, 20).map(lambda seconds: seconds * S)


@st.composite
def controls(draw: st.DrawFn) -> TimeControl:
    def periods() -> tuple[Period, ...]:
        count = draw(st.integers(1, 3))
        last = draw(st.none() | st.integers(1, 3))
        counts = [draw(st.integers(1, 3)) for _ in range(count - 1)]
        increment = st.integers(0, 5).map(lambda seconds: seconds * S)
        mode = st.sampled_from(Mode)
        return tuple(
            Period(moves, draw(SMALL), draw(increment), draw(mode)) for moves in (*counts, last)
        )

    return TimeControl(periods(), periods() if draw(st.booleans()) else ())


COLOURS = st.sampled_from([W, B])
STEPS = st.integers(0, 80).map(lambda tenths: tenths * 100)
ON_MOVE = None
"""Stands for a press by whoever is to move."""
Story = list[tuple[int, ClockEvent | None]]
"""What happens, and how long after what came before it."""


@st.composite
def happenings(draw: st.DrawFn) -> Story:
    kinds = st.one_of(
        st.just(ON_MOVE),
        st.just(ON_MOVE),
        st.just(ON_MOVE),
        st.sampled_from([Paused(0), Stopped(0), Resumed(0, by_arbiter=True), Started(0)]),
        st.builds(TimeAdded, st.just(0), COLOURS, st.integers(-50, 50).map(lambda n: n * 100)),
        st.builds(TimeSet, st.just(0), COLOURS, SMALL),
        st.builds(MovesSet, st.just(0), COLOURS, st.integers(0, 8)),
        st.builds(TurnSet, st.just(0), COLOURS),
        st.builds(Suspended, st.just(0), st.just(5 * S)),
    )
    return draw(st.lists(st.tuples(STEPS, kinds), max_size=40))


def played(
    control: TimeControl, story: Story, start: int = 0
) -> list[tuple[ClockState, ClockEvent, ClockState]]:
    """Each event that was not refused, with the clock before and after it."""
    state = after(clock.new(control), Started(start))
    now = start
    steps = []
    for delta, what in story:
        now += delta
        event: ClockEvent = Pressed(now, state.turn)
        if what is not ON_MOVE:
            event = replace(what, at_ms=now)
        following = apply(state, event)
        if isinstance(following, Refused):
            following = after(state, Suspended(now, 1))
            event = Suspended(now, 1)
        steps.append((state, event, following))
        state = following
    return steps


@given(controls(), happenings())
def test_every_millisecond_is_charged_to_exactly_one_side_or_to_none(
    control: TimeControl, story: Story
) -> None:
    for before, event, later in played(control, story):
        passed = event.at_ms - before.since_ms
        white = later.white.used_ms - before.white.used_ms
        black = later.black.used_ms - before.black.used_ms
        if before.phase is Phase.RUNNING:
            assert (white, black) == ((passed, 0) if before.turn else (0, passed))
        else:
            assert (white, black) == (0, 0)


@given(controls(), happenings())
def test_the_clock_agrees_with_one_that_counts_tenths_of_a_second(
    control: TimeControl, story: Story
) -> None:
    for before, event, later in played(control, story):
        if isinstance(event, TimeAdded | TimeSet | MovesSet | TurnSet):
            continue
        colour = before.turn
        side = before.side(colour)
        main, free, moves, period = side.main_ms, side.free_ms, side.moves, side.period
        periods = control.of(colour)
        down = any(
            flag.colour == colour and flag.period == period and not flag.lifted
            for flag in before.flags
        )
        for _ in range((event.at_ms - before.since_ms) // 100):
            if before.phase is not Phase.RUNNING:
                break
            if free:
                free -= 100
            elif main:
                main -= 100
        down = down or (before.phase is Phase.RUNNING and main + free == 0)
        if isinstance(event, Pressed):
            moves += 1
            ends: list[int] = []
            for number in range(20):
                length = periods[min(number, len(periods) - 1)].moves
                ends.append((ends[-1] if ends else 0) + (length or 1_000))
            if moves in ends:
                period += 1
                main += periods[min(period, len(periods) - 1)].time_ms
                down = False
            now_in = periods[min(period, len(periods) - 1)]
            if not down and now_in.mode is Mode.CUMULATIVE:
                main, free = main + now_in.increment_ms, 0
            elif not down:
                free = now_in.increment_ms
        got = later.side(colour)
        assert (got.main_ms, got.free_ms, got.moves, got.period) == (main, free, moves, period)
        assert later.side(not colour) == before.side(not colour)


@given(controls(), happenings(), st.lists(STEPS))
def test_reading_or_settling_the_clock_however_often_changes_nothing(
    control: TimeControl, story: Story, polls: list[int]
) -> None:
    for before, event, later in played(control, story):
        polled = before
        for moment in sorted(before.since_ms + delta for delta in polls):
            if moment <= event.at_ms:
                remaining(polled, W, moment)
                fallen(polled, moment)
                polled = clock.settled(polled, moment)
        assert apply(polled, event) == later


@given(controls(), happenings(), st.integers(0, 10**12))
def test_the_same_events_at_another_time_of_day_give_the_same_milliseconds(
    control: TimeControl, story: Story, shift: int
) -> None:
    first = played(control, story)
    assert played(control, story) == first
    for (_, _, there), (_, _, here) in zip(played(control, story, shift), first, strict=True):
        assert (there.white, there.black, there.turn) == (here.white, here.black, here.turn)
        assert [flag.at_ms - shift for flag in there.flags] == [flag.at_ms for flag in here.flags]


@given(controls(), happenings())
def test_no_half_ever_shows_less_than_nothing_and_falls_are_in_order(
    control: TimeControl, story: Story
) -> None:
    for _, _, later in played(control, story):
        assert min(later.white.main_ms, later.black.main_ms) >= 0
        assert min(later.white.free_ms, later.black.free_ms) >= 0
        falls = [flag.at_ms for flag in later.flags]
        assert falls == sorted(falls)


ANY_INT = st.integers(-(10**15), 10**15)


@given(
    controls(),
    st.lists(
        st.one_of(
            st.builds(Pressed, ANY_INT, COLOURS),
            st.builds(Started, ANY_INT, COLOURS),
            st.builds(Resumed, ANY_INT, st.booleans()),
            st.builds(TimeAdded, ANY_INT, COLOURS, ANY_INT),
            st.builds(TimeSet, ANY_INT, COLOURS, ANY_INT),
            st.builds(MovesSet, ANY_INT, COLOURS, ANY_INT),
            st.builds(Suspended, ANY_INT, ANY_INT),
            st.sampled_from([Paused(5), Stopped(5), FlagLifted(5, W), TurnSet(5, B)]),
        )
    ),
)
def test_no_event_however_absurd_breaks_the_clock(
    control: TimeControl, events: list[ClockEvent]
) -> None:
    state = clock.new(control)
    for event in events:
        following = apply(state, event)
        if isinstance(following, ClockState):
            state = following
        assert remaining(state, W, event.at_ms) >= 0
        assert remaining(state, B, event.at_ms) >= 0

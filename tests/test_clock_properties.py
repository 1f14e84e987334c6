"""Laws that hold for any story of a chess clock."""

from dataclasses import replace

import chess
from hypothesis import given
from hypothesis import strategies as st

from assistant.core.play import clock
from assistant.core.play.clock import ClockState, Phase, apply, fallen, remaining
from assistant.core.play.clockevents import (
    ClockEvent,
    FlagLifted,
    MovesSet,
    Paused,
    Pressed,
    Refused,
    Resumed,
    Started,
    Stopped,
    Suspended,
    TimeAdded,
    TimeSet,
    TurnSet,
)
from assistant.core.play.timecontrol import Mode, Period, TimeControl

W, B = chess.WHITE, chess.BLACK
S = 1_000


def after(state: ClockState, *events: ClockEvent) -> ClockState:
    for event in events:
        following = apply(state, event)
        assert isinstance(following, ClockState), following
        state = following
    return state


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

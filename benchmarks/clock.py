"""How many presses and readings of the chess clock a second allows."""

import time

import chess

from assistant.core.play import clock
from assistant.core.play.clock import ClockState
from assistant.core.play.clockevents import Pressed, Started
from assistant.core.play.timecontrol import parse

CONTROLS = ("40/90+30, 30+30", "40/90 b30, 30 b30", "40/90 d30, 30 d30", "40/60")
ROUNDS = 20_000


def presses(control: str) -> tuple[ClockState, float]:
    """A clock after many presses, and how many a second were made."""
    state = clock.apply(clock.new(parse(control)), Started(0))
    began = time.perf_counter()
    for number in range(1, ROUNDS + 1):
        assert isinstance(state, ClockState)
        state = clock.apply(state, Pressed(number * 100, state.turn))
    taken = time.perf_counter() - began
    assert isinstance(state, ClockState)
    return state, ROUNDS / taken


def readings(state: ClockState) -> float:
    """How many times a second both halves and the flags can be read."""
    began = time.perf_counter()
    for number in range(ROUNDS):
        now = state.since_ms + number
        clock.remaining(state, chess.WHITE, now)
        clock.remaining(state, chess.BLACK, now)
        clock.fallen(state, now)
    return ROUNDS / (time.perf_counter() - began)


def parses() -> float:
    """How many time controls a second can be read."""
    began = time.perf_counter()
    for number in range(ROUNDS):
        parse(CONTROLS[number % len(CONTROLS)])
    return ROUNDS / (time.perf_counter() - began)


def main() -> None:
    for control in CONTROLS:
        state, rate = presses(control)
        print(f"{control}: {rate:,.0f} presses a second")
        print(f"{control}: {readings(state):,.0f} readings of both halves and the flags a second")
    print(f"{parses():,.0f} time controls read a second")


if __name__ == "__main__":
    main()

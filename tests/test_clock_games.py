"""Whole games of 90 moves, in every mode, against times worked out by hand."""

import chess
import pytest

from assistant.core.play import clock
from assistant.core.play.clock import ClockState, apply, fallen, remaining, used
from assistant.core.play.clockevents import (
    ClockEvent,
    Pressed,
    Started,
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

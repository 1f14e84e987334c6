"""What is so now, whatever was announced last: the board, the clock, whose assistant this is."""

from dataclasses import dataclass

import chess

from assistant.core.play import clock
from assistant.core.play.clock import ClockState, Phase


@dataclass(frozen=True, slots=True)
class ClockFace:
    """Both times at one moment."""

    white_ms: int
    black_ms: int
    running: chess.Color | None = None
    """The side whose time runs."""

    def ms(self, colour: chess.Color) -> int:
        return self.white_ms if colour else self.black_ms


@dataclass(frozen=True, slots=True)
class Scene:
    board: chess.Board | None = None
    """The position with all moves before it; not to be changed in place."""
    player: chess.Color | None = None
    """The side of the visually disabled player; None if that is both or neither."""
    clock: ClockFace | None = None


def face(state: ClockState, now_ms: int) -> ClockFace:
    """What a clock shows."""
    return ClockFace(
        clock.remaining(state, chess.WHITE, now_ms),
        clock.remaining(state, chess.BLACK, now_ms),
        state.turn if state.phase is Phase.RUNNING else None,
    )

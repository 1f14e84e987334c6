"""The status cells at the beginning of the line: who is to move, and the time, as width allows.

The first cell is never blank: while the program and the display are connected, something is
there. Between the status and the rest of the line one cell tells whether more can be read.
"""

from collections.abc import Callable
from dataclasses import dataclass

import chess

from assistant.core.output.cells import BLANK, Cells
from assistant.core.output.scene import Scene

MINE = 0x07
"""Dots 1 2 3: you are to move; where the line serves both sides, White."""
THEIRS = 0x38
"""Dots 4 5 6: the opponent is to move; where the line serves both sides, Black."""
NOBODY = 0x36
"""Dots 2 3 5 6: nobody is to move."""
MORE = 0x24
"""Dots 3 6: panning forward shows more."""

_MARK = 8
"""The least width for the first cell, and for the one that tells of more."""
_MY_TIME = 18
_BOTH_TIMES = 40


@dataclass(frozen=True, slots=True)
class Status:
    text: str = ""
    cells: Cells = ()


def status(
    scene: Scene,
    width: int,
    clock: Callable[[str], Cells],
    *,
    over: bool = False,
    timed: bool = True,
    need: int = 0,
) -> Status:
    """What of the status has its place on a line of that width.

    `over`: the game has ended. `clock` writes a time; times are shown only if `timed`. `need` are
    the cells that must stay for the rest; half of the line stays in any case.
    """
    if width < _MARK:
        return Status()
    mark = NOBODY if over else _mark(scene)
    need = max(need, (width + 1) // 2)
    short = Status(_SIGN[mark], (mark,))
    cells, text = short.cells, short.text
    for time in _times(scene, width) if timed else ():
        cells = (*cells, BLANK, *clock(time))
        text = f"{text} {time}"
    for found in (Status(text, cells), short):
        if len(found.cells) + 1 + need <= width:
            return found
    return Status()


_SIGN = {MINE: "*", THEIRS: "~", NOBODY: "-"}
"""The same for those who see; not the sign with which a terminal asks for words."""


def _mark(scene: Scene) -> int:
    turn = _turn(scene)
    if turn is None:
        return NOBODY
    return MINE if turn == (chess.WHITE if scene.player is None else scene.player) else THEIRS


def _turn(scene: Scene) -> chess.Color | None:
    if scene.board is not None:
        return scene.board.turn if any(scene.board.generate_legal_moves()) else None
    return scene.clock.running if scene.clock is not None else None


def _times(scene: Scene, width: int) -> tuple[str, ...]:
    if scene.clock is None or width < _MY_TIME:
        return ()
    first = chess.WHITE if scene.player is None else scene.player
    if width >= _BOTH_TIMES:
        return tuple(_time(scene.clock.ms(side)) for side in (first, not first))
    return () if scene.player is None else (_time(scene.clock.ms(first)),)


def _time(ms: int) -> str:
    """Hours and minutes, so that the line is still; in the last minute, seconds behind a colon."""
    if ms < 60_000:
        return f":{max(0, ms) // 1000:02}"
    minutes = ms // 60_000
    return f"{minutes // 60}:{minutes % 60:02}"

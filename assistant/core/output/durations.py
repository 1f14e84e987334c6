"""Times as a person says them, and time controls in words."""

from collections.abc import Mapping

import chess

from assistant.core.output.announcement import Argument, ClockTime, Colour, Hands, Listing, Phrase
from assistant.core.play.timecontrol import (
    HOUR,
    MINUTE,
    SECOND,
    Mode,
    Period,
    TimeControl,
)

_MODES = {
    Mode.CUMULATIVE: "control_increment",
    Mode.BRONSTEIN: "control_bronstein",
    Mode.DELAY: "control_delay",
}


def duration(milliseconds: int) -> Listing:
    """Hours, minutes and seconds, only those that are not zero; never "05:00"."""
    parts: list[Argument] = []
    for key, unit, rest in (
        ("hours", HOUR, milliseconds),
        ("minutes", MINUTE, milliseconds % HOUR),
        ("seconds", SECOND, milliseconds % MINUTE),
    ):
        if count := rest // unit:
            parts.append(Phrase(key, {"count": count}))
    return Listing(tuple(parts) or (Phrase("seconds", {"count": 0}),), ",")


def later(args: Mapping[str, Argument], late_ms: int) -> Mapping[str, Argument]:
    """The arguments as they are so many milliseconds later: running clocks have gone on."""
    if not late_ms:
        return args
    return {name: _later(value, late_ms) for name, value in args.items()}


def _later(value: Argument, late_ms: int) -> Argument:
    match value:
        case ClockTime():
            return value.after(late_ms)
        case Hands(left):
            return Hands(left.after(late_ms))
        case Listing(items, joined_by):
            return Listing(tuple(_later(item, late_ms) for item in items), joined_by)
        case Phrase(key, args):
            return Phrase(key, later(args, late_ms))
    return value


def control(time_control: TimeControl) -> Phrase | Listing:
    """A time control in words; for each side if they differ."""
    white, black = time_control.of(chess.WHITE), time_control.of(chess.BLACK)
    if white == black:
        return _periods(white)
    return Listing(
        tuple(
            Phrase("control_of", {"side": Colour(side), "control": _periods(periods)})
            for side, periods in ((chess.WHITE, white), (chess.BLACK, black))
        ),
        ";",
    )


def _periods(periods: tuple[Period, ...]) -> Phrase | Listing:
    return Listing(tuple(_period(periods, number) for number in range(len(periods))), "then")


def _period(periods: tuple[Period, ...], number: int) -> Phrase:
    period = periods[number]
    time = duration(period.time_ms)
    last = number == len(periods) - 1
    if period.moves is None:
        said = Phrase("control_rest" if number else "control_game", {"time": time})
    else:
        key = "control_every" if last else "control_moves"
        said = Phrase(key, {"count": period.moves, "time": time})
    if not period.increment_ms:
        return said
    bonus = duration(period.increment_ms)
    return Phrase(_MODES[period.mode], {"period": said, "time": bonus})

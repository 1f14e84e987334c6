"""The settings of an event as phrases: labels, values, choices, and the time control in words."""

import chess

from assistant.core.output.announcement import Argument, Colour, Listing, Phrase
from assistant.core.play.setting import Kind, Setting, Value
from assistant.core.play.timecontrol import Mode, PeriodFacts, TimeControl, facts

_ADDED = {
    Mode.CUMULATIVE: "event_period_added",
    Mode.BRONSTEIN: "event_period_given_back",
    Mode.DELAY: "event_period_delayed",
}


def label(setting: Setting) -> Phrase:
    return Phrase(setting.phrase)


def value_of(setting: Setting, value: Value) -> Argument:
    """A value as it is told; one that is not there is told as well."""
    if value is None:
        return Phrase(setting.unset)
    if isinstance(value, bool):
        return Phrase("event_yes" if value else "event_no")
    if value == "":
        return Phrase("event_none")
    if setting.worded:
        return Phrase(f"{setting.phrase}_{value}")
    return value


def choices_of(setting: Setting, languages: tuple[str, ...] = ()) -> Argument | None:
    """What may be answered, if that is a short list; choices in words are numbered."""
    match setting.kind:
        case Kind.YES_NO:
            return Listing((Phrase("event_yes"), Phrase("event_no")), "or")
        case Kind.LANGUAGE:
            return Listing(languages, "or")
        case Kind.CHOICE if setting.worded:
            numbered = tuple(
                Phrase("event_numbered", {"number": number, "what": value_of(setting, choice)})
                for number, choice in enumerate(setting.choices, start=1)
            )
            return Listing(numbered, "or")
        case Kind.CHOICE:
            return Listing(setting.choices, "or")
    return None


def told_as(what: Argument, value: Argument) -> Phrase:
    return Phrase("event_line", {"what": what, "value": value})


def line(setting: Setting, value: Value) -> Phrase:
    """One setting with its value."""
    return told_as(label(setting), value_of(setting, value))


def control(times: TimeControl) -> Argument:
    """A time control in words; both sides where they differ."""
    white = _periods(facts(times.of(chess.WHITE)))
    if not times.black:
        return white
    black = _periods(facts(times.of(chess.BLACK)))
    sides = ((chess.WHITE, white), (chess.BLACK, black))
    return Listing(tuple(told_as(Colour(colour), times) for colour, times in sides), ",")


def _periods(periods: tuple[PeriodFacts, ...]) -> Phrase:
    *earlier, told = (_period(period, only=len(periods) == 1) for period in periods)
    for first in reversed(earlier):
        told = Phrase("event_period_then", {"first": first, "then": told})
    return told


def _period(period: PeriodFacts, *, only: bool) -> Phrase:
    time = _duration(period.hours * 60 + period.minutes, period.seconds)
    if period.moves is None:
        told = Phrase("event_period_game" if only else "event_period_rest", {"time": time})
    else:
        key = "event_period_repeats" if period.repeats else "event_period_moves"
        told = Phrase(key, {"count": period.moves, "time": time})
    if not period.increment_minutes + period.increment_seconds:
        return told
    added = _duration(period.increment_minutes, period.increment_seconds)
    return Phrase(_ADDED[period.mode], {"period": told, "time": added})


def _duration(minutes: int, seconds: int) -> Phrase:
    exact = Phrase("seconds", {"count": seconds})
    whole = Phrase("minutes", {"count": minutes})
    if not minutes:
        return exact
    return whole if not seconds else Phrase("duration", {"minutes": whole, "seconds": exact})

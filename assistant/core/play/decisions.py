"""What the arbiter decides: clocks, time, penalties of the edition's list, the result."""

import chess

from assistant.core.output.announcement import Argument, Colour, Listing, Phrase, Urgency
from assistant.core.output.durations import duration
from assistant.core.play import contestevents as happened
from assistant.core.play.case import Case, minutes
from assistant.core.play.clock import Phase


def start(case: Case) -> None:
    """White's clock is started, or that of the side to move in a position set up."""
    if case.contest.clock.phase is not Phase.READY:
        case.say("clock_already_runs" if case.running else "clock_stands")
        return
    side = case.board.turn
    case.record(happened.ClockStarted(side=side, **case.now))
    case.say("clock_started", Urgency.MOVE, side=Colour(side))


def halt(case: Case) -> None:
    if not case.running:
        case.say("clock_stands")
        return
    case.record(happened.ClockStopped(**case.now))
    case.rule("clocks_stopped", case.article("clock_stopped"))


def go_on(case: Case) -> None:
    phase = case.contest.clock.phase
    if phase is Phase.READY:
        start(case)
    elif phase is Phase.RUNNING:
        case.say("clock_already_runs")
    elif case.contest.adjournment is not None:
        case.say("envelope_first")
    else:
        case.record(happened.ClockResumed(**case.now))
        case.say("clock_started", Urgency.MOVE, side=Colour(case.contest.clock.turn))


def give_time(case: Case, side: chess.Color, count: int) -> None:
    """Minutes added, or taken where negative."""
    case.give(side, minutes(count), case.laws.penalties.article)


def set_time(case: Case, side: chess.Color, count: int) -> None:
    case.record(happened.TimeSet(side=side, to_ms=minutes(count), **case.now))
    time = duration(minutes(count))
    case.rule("time_set", case.article("clock_restored"), side=Colour(side), time=time)


def penalties(case: Case) -> None:
    """The edition's penalties, numbered."""
    rule = case.laws.penalties
    rows: tuple[Argument, ...] = tuple(
        Phrase("numbered", {"number": number, "what": Phrase(f"penalty_{kind}")})
        for number, kind in enumerate(rule.kinds, start=1)
    )
    case.rule("penalties", rule.article, list=Listing(rows))


def penalize(case: Case, side: chess.Color, number: int) -> None:
    """A penalty by its number in the edition's list."""
    rule = case.laws.penalties
    if not 1 <= number <= len(rule.kinds):
        penalties(case)
        return
    kind = rule.kinds[number - 1]
    case.record(happened.PenaltyImposed(side=side, kind=kind, article=rule.article, **case.now))
    case.rule(
        "penalty", rule.article, Urgency.MOVE, side=Colour(side), what=Phrase(f"penalty_{kind}")
    )
    if kind in ("lose_game", "expel"):
        case.lose(side, "penalty", rule.article)


def award(case: Case, result: str) -> None:
    case.end(result, "decision", case.article("decision"))

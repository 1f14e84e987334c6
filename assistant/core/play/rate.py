"""Standard, rapid or blitz: what a time control makes of a game, and what follows from that.

Every figure comes from a file of the Laws; nothing here depends on the edition.
"""

from dataclasses import dataclass

import chess

from assistant.core.play.laws import Caller, Flag, IllegalMove, Laws, Rate
from assistant.core.play.timecontrol import MINUTE, Period, TimeControl


@dataclass(frozen=True, slots=True)
class Classification:
    rate: Rate
    article: str
    thinking_ms: int
    """The thinking time that decided, of the player who has more of it."""


@dataclass(frozen=True, slots=True)
class Penalty:
    article: str
    loses: bool = False
    """The offender loses the game."""
    draw_if_no_mate: bool = False
    """But it is a draw if the opponent cannot mate."""
    opponent_gets_ms: int = 0
    offender_loses_ms: int = 0


def classify(control: TimeControl, laws: Laws) -> Classification:
    """The rate of a game.

    With different times the longer one decides: a game is fast only if it is for both players.
    """
    total = max(thinking_ms(control.of(colour), laws) for colour in (chess.WHITE, chess.BLACK))
    for rate, begins in ((Rate.STANDARD, laws.rate.standard), (Rate.RAPID, laws.rate.rapid)):
        boundary = begins.minutes * MINUTE
        if total > boundary or (total == boundary and begins.included):
            return Classification(rate, begins.article, total)
    return Classification(Rate.BLITZ, laws.rate.blitz_article, total)


def thinking_ms(periods: tuple[Period, ...], laws: Laws) -> int:
    """A player's thinking time as the edition reckons it: start + 60 × increment.

    With several periods: the time of every period that the counted moves enter, and the
    increment that belongs to each of those moves.
    """
    total = 0
    left = laws.rate.moves
    for number in range(laws.rate.moves):
        period = periods[min(number, len(periods) - 1)]
        moves = left if period.moves is None else min(left, period.moves)
        total += period.time_ms
        if laws.rate.counts_increments:
            total += moves * period.increment_ms
        left -= moves
        if not left:
            break
    return total


def illegal_move_rule(laws: Laws, rate: Rate, *, supervised: bool = False) -> IllegalMove:
    """The row of the Laws for illegal moves.

    `supervised`: there are enough arbiters for the rapid or blitz games (A.3, B.3).
    """
    rules = laws.illegal_move
    match rate:
        case Rate.STANDARD:
            return rules.standard
        case Rate.RAPID:
            return (rules.rapid_supervised if supervised else None) or rules.rapid
        case Rate.BLITZ:
            return (rules.blitz_supervised if supervised else None) or rules.blitz


def flag_rule(laws: Laws, rate: Rate, *, supervised: bool = False) -> Flag:
    """The row of the Laws for flag falls; supervised games follow the ordinary rules."""
    match rate:
        case Rate.RAPID if not (supervised and laws.supervision):
            return laws.flag.rapid
        case Rate.BLITZ if not (supervised and laws.supervision):
            return laws.flag.blitz
        case _:
            return laws.flag.standard


def illegal_move_penalty(
    laws: Laws, rate: Rate, offence: int, *, supervised: bool = False
) -> Penalty:
    """What a player's first, second, … illegal move costs; offences are counted from 1."""
    rule = illegal_move_rule(laws, rate, supervised=supervised)
    if offence >= rule.loses_at:
        return Penalty(rule.article, loses=True, draw_if_no_mate=rule.draw_if_no_mate)
    return Penalty(rule.article, opponent_gets_ms=rule.opponent_gets_minutes * MINUTE)


def wrong_claim_penalty(laws: Laws, rate: Rate, claimant_left_ms: int) -> Penalty:
    """What a wrong claim of a draw costs the claimant, who has so much time left."""
    rules = laws.wrong_claim
    rule = {
        Rate.STANDARD: rules.standard,
        Rate.RAPID: rules.rapid,
        Rate.BLITZ: rules.blitz,
    }[rate]
    share = max(0, claimant_left_ms) * rule.claimant_loses_percent // 100
    return Penalty(
        rule.article,
        opponent_gets_ms=rule.opponent_gets_minutes * MINUTE,
        offender_loses_ms=min(share, rule.claimant_loses_at_most_minutes * MINUTE),
    )


def may_call_flag(
    laws: Laws, rate: Rate, caller: Caller, *, both_down: bool = False, supervised: bool = False
) -> bool:
    """Whether a flag fall counts when this person points it out."""
    rule = flag_rule(laws, rate, supervised=supervised)
    if caller in rule.called_by:
        return True
    return caller is Caller.ARBITER and both_down and rule.arbiter_may_call_both


def may_stop_recording(
    laws: Laws, rate: Rate, left_ms: int, increment_ms: int, *, was_allowed: bool = False
) -> bool:
    """Whether a player need not record now.

    `was_allowed`: he was free of it earlier in this period, before time was added.
    """
    rule = laws.recording
    if rate in rule.not_required.rates:
        return True
    if increment_ms >= rule.unless_increment_seconds * 1_000:
        return False
    if was_allowed and rule.for_rest_of_period:
        return True
    return left_ms < rule.may_stop_below_minutes * MINUTE

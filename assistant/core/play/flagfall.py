"""What a flag fall does to the game, edition by edition (6.8, 6.9 and their kin).

Guarantees:
- a fall counts when it is noticed or claimed by someone who may, not when it happened (6.8);
- nobody wins on time who cannot mate (6.9); where that is not decided, the arbiter decides;
- every verdict names the article of the edition that it rests on.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from assistant.core.play.clock import FlagFall
from assistant.core.play.laws import Caller, Flag, Laws, Rate
from assistant.core.play.rate import flag_rule, may_call_flag
from assistant.core.play.timecontrol import TimeControl


class CanMate(StrEnum):
    """Whether a side could still mate, by the test that the edition asks for."""

    YES = "yes"
    NO = "no"
    NOT_DECIDED = "not_decided"


class Result(StrEnum):
    WIN = "win"
    DRAW = "draw"
    ARBITER = "arbiter"
    """The arbiter must decide."""
    GOES_ON = "goes_on"
    STANDS = "stands"
    """The game had ended before the fall was noticed; its result stands."""


class Reason(StrEnum):
    NO_FLAG = "no_flag"
    GAME_ENDED = "game_ended"
    NOT_NOTICED = "not_noticed"
    MAY_NOT_CALL = "may_not_call"
    """The one who noticed it may not say so."""
    TIME = "time"
    CANNOT_MATE = "cannot_mate"
    MATE_NOT_DECIDED = "mate_not_decided"
    BOTH_DOWN = "both_down"
    ORDER_UNKNOWN = "order_unknown"


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a verdict depends on, but for the edition and the rate."""

    fallen: tuple[chess.Color, ...]
    """Whose flags are down; in the order of their falls, if that is known."""
    order_known: bool = True
    """A digital clock knows it."""
    last_period: bool = True
    """The first fall was in a period where all moves had to be completed."""
    noticed_by: Caller | None = None
    """None: nobody has noticed or claimed it yet."""
    white_can_mate: CanMate = CanMate.NOT_DECIDED
    black_can_mate: CanMate = CanMate.NOT_DECIDED
    game_ended: bool = False
    """By mate, resignation, stalemate, a dead position, agreement or an automatic draw."""
    with_increment: bool = False
    supervised: bool = False


@dataclass(frozen=True, slots=True)
class FlagVerdict:
    result: Result
    reason: Reason
    article: str
    winner: chess.Color | None = None


def seen(control: TimeControl, falls: tuple[FlagFall, ...]) -> Situation:
    """What the clock knows of a situation; the rest is for the caller to `replace`."""
    fallen = tuple(dict.fromkeys(fall.colour for fall in falls))
    if not falls:
        return Situation(fallen)
    periods = control.of(falls[0].colour)
    number = min(falls[0].period, len(periods) - 1)
    return Situation(
        fallen,
        last_period=periods[number].moves is None,
        with_increment=periods[number].increment_ms > 0,
    )


def judge(situation: Situation, laws: Laws, rate: Rate) -> FlagVerdict:
    """What the Laws say of the flags that are down."""
    rule = flag_rule(laws, rate, supervised=situation.supervised)
    both = len(set(situation.fallen)) == 2
    if not situation.fallen:
        return FlagVerdict(Result.GOES_ON, Reason.NO_FLAG, rule.article)
    if situation.game_ended:
        return FlagVerdict(Result.STANDS, Reason.GAME_ENDED, rule.article)
    caller = situation.noticed_by
    if caller is None:
        return FlagVerdict(Result.GOES_ON, Reason.NOT_NOTICED, rule.article)
    if not may_call_flag(laws, rate, caller, both_down=both, supervised=situation.supervised):
        return FlagVerdict(Result.GOES_ON, Reason.MAY_NOT_CALL, rule.article)
    if both and rule.both_down == "draw":
        return FlagVerdict(Result.DRAW, Reason.BOTH_DOWN, rule.both_down_article)
    if both and not situation.order_known:
        return _order_unknown(situation, rule)
    article = rule.both_down_article if both else rule.loss_article
    return _lost_on_time(situation, article)


def _order_unknown(situation: Situation, rule: Flag) -> FlagVerdict:
    if situation.last_period:
        outcome, article = rule.unknown_order_last, rule.unknown_order_last_article
    else:
        outcome, article = rule.unknown_order_earlier, rule.unknown_order_earlier_article
    if situation.with_increment:
        outcome = rule.unknown_order_with_increment or outcome
    return FlagVerdict(Result(outcome), Reason.ORDER_UNKNOWN, article)


def _lost_on_time(situation: Situation, article: str) -> FlagVerdict:
    winner = not situation.fallen[0]
    can_mate = situation.white_can_mate if winner else situation.black_can_mate
    match can_mate:
        case CanMate.YES:
            return FlagVerdict(Result.WIN, Reason.TIME, article, winner)
        case CanMate.NO:
            return FlagVerdict(Result.DRAW, Reason.CANNOT_MATE, article)
        case CanMate.NOT_DECIDED:
            return FlagVerdict(Result.ARBITER, Reason.MATE_NOT_DECIDED, article)

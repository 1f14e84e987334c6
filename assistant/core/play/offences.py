"""Illegal moves and what an edition treats as such: counted, punished, the position restored."""

import chess

from assistant.core.output.announcement import Colour, Phrase, Urgency
from assistant.core.play import contestevents as happened
from assistant.core.play.case import Case
from assistant.core.play.ends import end_by_itself
from assistant.core.play.laws import IllegalMove
from assistant.core.play.rate import illegal_move_penalty, illegal_move_rule

ILLEGAL, PAWN, NO_MOVE, TWO_HANDS = (
    "illegal_move",
    "pawn_not_replaced",
    "pressed_without_move",
    "two_hands",
)


def offend(
    case: Case,
    side: chess.Color,
    offence: str,
    claimant: chess.Color | None = None,
    queening: chess.Move | None = None,
) -> None:
    """Deals with an offence that the arbiter found, or a player claimed.

    `queening` is the move of a pawn that was left on the last rank, with the queen that it
    becomes in some editions.
    """
    article = case.laws.offences.get(offence)
    if article is None:
        case.rule("no_offence", "", what=Phrase(f"offence_{offence}"))
        return
    rule = illegal_move_rule(case.laws, case.book.rate, supervised=case.book.supervised)
    if not _timely(case, side, rule, claimant):
        return
    case.record(happened.OffenceCounted(side=side, offence=offence, article=article, **case.now))
    count = case.contest.illegal.of(side)
    what = Phrase(f"offence_{offence}")
    case.rule("offence", article, Urgency.ALARM, side=Colour(side), what=what, number=count)
    restore(case, 0 if side == case.board.turn else 1, article)
    penalty = illegal_move_penalty(
        case.laws, case.book.rate, count, supervised=case.book.supervised
    )
    if penalty.loses:
        case.lose(side, "illegal_moves", penalty.article, draw_if_no_mate=penalty.draw_if_no_mate)
        return
    case.give(not side, penalty.opponent_gets_ms, penalty.article)
    if offence == PAWN and case.laws.pawn_not_replaced.becomes_queen and queening is not None:
        _queen(case, queening)


def _timely(case: Case, side: chess.Color, rule: IllegalMove, claimant: chess.Color | None) -> bool:
    if rule.only_claimed and claimant is None:
        case.rule("only_claimed", rule.article, side=Colour(not side))
        return False
    moved = side != case.board.turn and bool(case.contest.turn.facts or case.contest.turn.touched)
    if rule.before_own_move and moved:
        case.rule("claim_too_late", rule.article, side=Colour(not side))
        return False
    return True


def _queen(case: Case, move: chess.Move) -> None:
    """The pawn on the last rank is a queen, and the move counts (7.5.2)."""
    queened = chess.Move(move.from_square, move.to_square, chess.QUEEN)
    if not case.running or not case.board.is_legal(queened):
        return
    side = case.board.turn
    case.complete(queened)
    case.rule("became_queen", case.laws.pawn_not_replaced.article, side=Colour(side))
    end_by_itself(case)


def restore(case: Case, count: int, article: str) -> None:
    """Puts the position before the last half-moves back; the arbiter sets the clocks (7.1)."""
    if count > len(case.board.move_stack):
        case.say("nothing_to_take_back")
        return
    case.record(happened.PositionRestored(count=count, article=article, **case.now))
    if count:
        restored = case.article("clock_restored")
        case.rule("restored", restored, count=count, side=Colour(case.board.turn))

"""Claims: threefold repetition, fifty moves, a flag that has fallen, the quickplay finish."""

from dataclasses import replace

import chess

from assistant.core.output.announcement import Colour, Phrase, Urgency
from assistant.core.play import clock, contestevents, flagfall
from assistant.core.play.case import Case, minutes
from assistant.core.play.events import DrawOffered
from assistant.core.play.execution import announce
from assistant.core.play.flagfall import CanMate, Result
from assistant.core.play.laws import Caller
from assistant.core.play.rate import flag_rule, wrong_claim_penalty
from assistant.core.play.turn import Fact

THREEFOLD, FIFTY = "threefold", "fifty_moves"


def claim_draw(case: Case, side: chess.Color, ground: str, move: chess.Move | None) -> None:
    """A claim by repetition or by fifty moves, of the position or of one after an intended move."""
    draws = case.laws.draws
    rule = draws.repetition_claimed if ground == THREEFOLD else draws.moves_claimed
    if side != case.board.turn:
        case.rule("claim_not_to_move", rule.article, side=Colour(side))
        return
    turn = case.contest.turn
    if turn.touched or Fact.PLACED in turn.facts:
        # Who has touched a piece has lost the right to claim on this move (9.4).
        case.rule("claim_too_late", rule.article, side=Colour(side))
        return
    right = holds(case.board, ground, rule.count, move)
    case.record(
        contestevents.DrawClaimed(
            side=side,
            ground=ground,
            move=None if move is None else move.uci(),
            right=right,
            article=rule.article,
            **case.now,
        )
    )
    if right:
        case.draw(ground, rule.article)
    else:
        _wrong(case, side, ground, rule.article, move)


def holds(board: chess.Board, ground: str, count: int, move: chess.Move | None) -> bool:
    """Whether the ground of a claim is there, now or after the intended move."""
    if move is not None:
        board = board.copy()
        board.push(move)
    if ground == THREEFOLD:
        return board.is_repetition(count)
    return board.halfmove_clock >= 2 * count


def _wrong(
    case: Case, side: chess.Color, ground: str, article: str, move: chess.Move | None
) -> None:
    reason = Phrase(f"reason_{ground}")
    case.rule("claim_wrong", article, side=Colour(side), reason=reason)
    penalty = wrong_claim_penalty(case.laws, case.book.rate, case.left_ms(side))
    case.give(not side, penalty.opponent_gets_ms, penalty.article)
    case.give(side, -penalty.offender_loses_ms, penalty.article)
    if case.contest.offer is None:
        # A claim is an offer too (9.1); it stands though the claim was wrong.
        case.record(DrawOffered(side=side, **case.now))
        case.rule("offer_made", case.article("offered"), side=Colour(side))
    if move is not None and case.running:
        announce(case, move)  # the move that was said must be made


def call_flag(case: Case, caller: Caller) -> None:
    """Someone points out that a flag has fallen."""
    contest, book = case.contest, case.book
    falls = clock.fallen(contest.clock, case.now["ms"])
    material = flag_rule(case.laws, book.rate, supervised=book.supervised).mate_test
    situation = replace(
        flagfall.seen(contest.clock.control, falls),
        noticed_by=caller,
        supervised=book.supervised,
        white_can_mate=_can_mate(case, chess.WHITE, material),
        black_can_mate=_can_mate(case, chess.BLACK, material),
    )
    verdict = flagfall.judge(situation, case.laws, book.rate)
    case.record(
        contestevents.FlagCalled(
            by=caller.value,
            result=verdict.result.value,
            reason=verdict.reason.value,
            article=verdict.article,
            **case.now,
        )
    )
    match verdict.result:
        case Result.WIN:
            case.end("1-0" if verdict.winner else "0-1", "time", verdict.article)
        case Result.DRAW:
            case.draw(f"flag_{verdict.reason.value}", verdict.article)
        case Result.ARBITER:
            reason = Phrase(f"reason_flag_{verdict.reason.value}")
            case.rule("arbiter_decides", verdict.article, Urgency.ALARM, reason=reason)
        case _:
            reason = Phrase(f"reason_flag_{verdict.reason.value}")
            case.rule("game_goes_on", verdict.article, reason=reason)


def _can_mate(case: Case, side: chess.Color, test: str) -> CanMate:
    judged = case.book.can_mate(case.board, side)
    if test == "mating_material" and judged is CanMate.NOT_DECIDED:
        return CanMate.NO if case.board.has_insufficient_material(side) else CanMate.YES
    return judged


def claim_quickplay(case: Case, side: chess.Color) -> None:
    """The opponent makes no effort to win, or cannot; the arbiter decides, at once or later."""
    rule = case.laws.quickplay
    watch = case.contest.clock
    periods = watch.control.of(side)
    period = periods[min(watch.side(side).period, len(periods) - 1)]
    allowed = (
        side == case.board.turn
        and case.book.rate in rule.rates
        and period.moves is None
        and (rule.with_increment or not period.increment_ms)
        and case.left_ms(side) < minutes(rule.below_minutes)
    )
    if not allowed:
        case.rule("quickplay_not_open", rule.article, side=Colour(side))
        return
    if case.running:
        case.record(contestevents.ClockStopped(**case.now))
    case.record(
        contestevents.IrregularityNoted(
            kind="quickplay_claim", side=side, article=rule.article, **case.now
        )
    )
    case.rule("quickplay_claimed", rule.article, Urgency.ALARM, side=Colour(side))


def reject_quickplay(case: Case, *, postponed: bool) -> None:
    """The arbiter's answer to a claim that the game be drawn: not, or not yet."""
    rule = case.laws.quickplay
    claims = [i for i in case.contest.irregularities if i.kind.startswith("quickplay_")]
    answer = "quickplay_postponed" if postponed else "quickplay_rejected"
    if not claims or claims[-1].kind in (answer, "quickplay_rejected"):
        case.say("nothing_asked")  # none is open, or it was answered so already
        return
    side = bool(claims[-1].side)
    case.record(
        contestevents.IrregularityNoted(kind=answer, side=side, article=rule.article, **case.now)
    )
    count = (
        rule.postponed_opponent_gets_minutes if postponed else rule.rejected_opponent_gets_minutes
    )
    case.rule(answer, rule.article)
    case.give(not side, minutes(count), rule.article)
    if not case.running:
        case.record(contestevents.ClockResumed(**case.now))

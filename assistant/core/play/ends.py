"""What ends a game without a claim: the position, the players' word, their absence."""

from dataclasses import dataclass

import chess

from assistant.core.output.announcement import Colour
from assistant.core.output.durations import duration
from assistant.core.play.case import Case, Rulebook, minutes
from assistant.core.play.events import DrawDeclined, DrawOffered


@dataclass(frozen=True, slots=True)
class End:
    result: str
    reason: str
    article: str


def ends_by_itself(board: chess.Board, book: Rulebook) -> End | None:
    """How the position ends the game, if it does, by the edition that counts."""
    laws = book.laws
    if not any(board.generate_legal_moves()):
        if board.is_check():
            won = "0-1" if board.turn else "1-0"
            return End(won, "checkmate", laws.articles["checkmate"])
        return End("1/2-1/2", "stalemate", laws.articles["stalemate"])
    if book.is_dead(board):
        return End("1/2-1/2", "dead_position", laws.draws.dead_position)
    repeated, moves = laws.draws.repetition_automatic, laws.draws.moves_automatic
    if repeated and board.is_repetition(repeated.count):
        return End("1/2-1/2", "fivefold", repeated.article)
    if moves and board.halfmove_clock >= 2 * moves.count:
        return End("1/2-1/2", "seventyfive_moves", moves.article)
    return None


def end_by_itself(case: Case) -> None:
    end = ends_by_itself(case.board, case.book)
    if end is not None:
        case.end(end.result, end.reason, end.article)


def resign(case: Case, side: chess.Color) -> None:
    case.lose(side, "resignation", case.article("resignation"))


def offer(case: Case, side: chess.Color) -> None:
    """A draw offer; recorded as (=) by both, and valid until the opponent answers or moves."""
    if case.contest.offer == (not side):
        accept(case, side)
    elif case.contest.offer == side:
        case.say("offer_stands", side=Colour(side))
    elif not _may_agree(case):
        return
    else:
        case.record(DrawOffered(side=side, **case.now))
        case.rule("offer_made", case.article("offered"), side=Colour(side))


def accept(case: Case, side: chess.Color) -> None:
    if case.contest.offer != (not side):
        case.say("no_draw_offer")
    elif _may_agree(case):
        case.draw("agreement", case.laws.agreement.article)


def decline(case: Case, side: chess.Color) -> None:
    if case.contest.offer != (not side):
        case.say("no_draw_offer")
        return
    case.record(DrawDeclined(side=side, **case.now))
    case.say("draw_declined", side=Colour(side))


def _may_agree(case: Case) -> bool:
    rule = case.laws.agreement
    by_event = case.contest.regulations.rules.no_draw_before
    count = max(rule.moves_by_both, by_event)
    if case.moves_by_both() >= count:
        return True
    article = rule.article if rule.moves_by_both >= by_event else rule.restricted_by_regulations
    case.rule("no_agreement_yet", article, count=count)
    return False


def absent(case: Case, side: chess.Color) -> None:
    """A player has not come: to the start, or to the resumption of an adjourned game."""
    contest, laws = case.contest, case.laws
    rule = laws.default_time
    allowed = rule.minutes
    if contest.regulations.rules.default_time is not None and rule.set_by_regulations:
        allowed = contest.regulations.rules.default_time
    article = rule.article
    if contest.adjournment is not None:
        article = laws.adjournment.absent
        if laws.adjournment.absent_minutes is not None:
            allowed = laws.adjournment.absent_minutes
    elif contest.clock.side(side).moves:
        case.say("has_played", side=Colour(side))
        return
    left = minutes(allowed) - (case.now["ms"] - contest.since_ms)
    if left >= 0:
        case.rule("awaited", article, side=Colour(side), time=duration(left))
    else:
        case.lose(side, "absence", article)

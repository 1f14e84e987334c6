"""Boards and pieces that stand wrongly (article 7): what each edition makes of it."""

import chess

from assistant.core.output.announcement import Urgency
from assistant.core.play.case import Case
from assistant.core.play.contestevents import IrregularityNoted


def _note(case: Case, kind: str, article: str, side: chess.Color | None = None) -> None:
    case.record(IrregularityNoted(kind=kind, side=side, article=article, **case.now))


def wrong_set_up(case: Case) -> None:
    """The pieces stood wrongly at the start: a new game, but not late in a fast one."""
    rule = case.laws.wrong_set_up
    if not case.book.ordinary and case.moves_by_both() >= rule.no_claim_after_moves:
        _note(case, "wrong_set_up", rule.article)
        case.rule("set_up_stands", rule.article)
        return
    article = case.article("set_up")
    _note(case, "wrong_set_up", article)
    case.end("*", "wrong_set_up", article)


def board_turned(case: Case) -> None:
    """The position is put on a board that lies rightly, and the game goes on."""
    article = case.article("board_turned")
    _note(case, "board_turned", article)
    case.rule("board_turned", article, Urgency.ALARM)


def colours_reversed(case: Case) -> None:
    rule = case.laws.reversed_colours
    _note(case, "colours_reversed", rule.article)
    if case.moves_by_both() < rule.new_game_below_moves:
        case.end("*", "colours_reversed", rule.article)
    else:
        key = "colours_stay_or_arbiter" if rule.arbiter_may_differ else "colours_stay"
        case.rule(key, rule.article)


def displaced(case: Case) -> None:
    """Pieces were moved from their squares; the position of the record is put back."""
    article = case.article("displaced")
    _note(case, "displaced", article, case.board.turn)
    case.rule("displaced", article, Urgency.ALARM)

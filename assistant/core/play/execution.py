"""Making a move at an event: announced, repeated, executed on two boards, the clock started."""

import chess

from assistant.core.output.announcement import Argument, Colour, Listing, Phrase, Place, Urgency
from assistant.core.output.moves import told
from assistant.core.play import contestevents as happened
from assistant.core.play.case import Case
from assistant.core.play.ends import end_by_itself, ends_by_itself
from assistant.core.play.regulations import Duty, EarlyPress
from assistant.core.play.turn import Fact, Facts, Step, bound, required


def announce(case: Case, move: chess.Move) -> None:
    """The side to move says its move, for the first time or in place of an earlier one (D.2.8)."""
    board, side = case.board, case.board.turn
    if not case.running:
        case.say("clock_stands")
        return
    if case.contest.adjournment is not None:
        # Whoever has to seal does not say his move.
        case.rule("seal_now", case.laws.adjournment.sealed, side=Colour(side))
        return
    if case.contest.turn.move == move.uci():
        case.say("noted", Urgency.CHATTER)  # said once more; nothing is corrected by it
        return
    again = case.contest.turn.move is not None
    case.record(happened.MoveAnnounced(side=side, move=move.uci(), **case.now))
    _hold_to_touch(case, move)
    if Duty.ANNOUNCE in case.contest.regulations.duties:
        key = "announced_again" if again else "played"
        case.say(key, Urgency.MOVE, side=Colour(side), move=told(board, move))
    else:
        case.say("noted")
    _finish_if_over(case)


def _hold_to_touch(case: Case, move: chess.Move) -> None:
    """A touched piece binds its player; an announcement of another one is an alarm (4.3)."""
    binding = bound(case.board, case.contest.turn.touched)
    if not binding or move in binding:
        return
    side, article = case.board.turn, case.article("touched")
    case.record(
        happened.IrregularityNoted(kind="touch_move", side=side, article=article, **case.now)
    )
    square = Place(case.contest.turn.touched[0])
    case.rule("touch_move", article, Urgency.ALARM, side=Colour(side), square=square)


def repeat(case: Case, move: chess.Move | None = None) -> None:
    """The opponent repeats the announced move; another move than that is an alarm (D.2.1)."""
    announced, opponent = case.contest.announced, not case.board.turn
    if announced is None:
        case.say("nothing_announced")
    elif move is None or move == announced:
        case.record(happened.MoveRepeated(side=opponent, **case.now))
        case.say("repeated", Urgency.CHATTER)
        _finish_if_over(case)
    else:
        case.record(happened.RepetitionDiffered(side=opponent, move=move.uci(), **case.now))
        case.rule(
            "repetition_differs",
            case.article("announced"),
            Urgency.ALARM,
            move=told(case.board, announced),
            other=told(case.board, move),
        )


def repeat_impossibly(case: Case) -> None:
    """What the opponent repeated is no legal move; so he has heard another one (D.2.1)."""
    announced = case.contest.announced
    if announced is None:
        case.say("nothing_announced")
        return
    case.record(happened.RepetitionDiffered(side=not case.board.turn, **case.now))
    move = told(case.board, announced)
    case.rule("repetition_impossible", case.article("announced"), Urgency.ALARM, move=move)


def awaits_repetition(case: Case) -> bool:
    facts = case.contest.turn.facts
    wanted_here = case.contest.regulations.speech.repetition_required
    return wanted_here and Fact.ANNOUNCED in facts and Fact.REPEATED not in facts


def withdraw(case: Case) -> None:
    """The announcement was a slip of the tongue (D.2.8)."""
    if case.contest.turn.may(Step.WITHDRAW):
        case.record(happened.AnnouncementWithdrawn(side=case.board.turn, **case.now))
        case.say("withdrawn", Urgency.MOVE, side=Colour(case.board.turn))
    elif case.board.move_stack:
        case.rule("too_late_to_correct", case.article("corrected"))
    else:
        case.say("nothing_announced")


def remove(case: Case) -> None:
    case.record(happened.CapturedPieceRemoved(side=case.board.turn, **case.now))
    case.say("noted", Urgency.CHATTER)
    _finish_if_over(case)


def place(case: Case) -> None:
    case.record(happened.PiecePlaced(side=case.board.turn, **case.now))
    case.say("noted", Urgency.CHATTER)
    _finish_if_over(case)


def execute(case: Case) -> None:
    """The whole move stands on the mover's board."""
    side, move = case.board.turn, case.contest.announced
    if move is not None and case.board.is_capture(move):
        case.record(happened.CapturedPieceRemoved(side=side, **case.now))
    place(case)


def mirror(case: Case) -> None:
    """The announced move, or the last completed one, stands on the other board."""
    turn = case.contest.turn
    if not turn.may(Step.MIRROR) and not case.contest.behind:
        case.say("nothing_announced")
        return
    side = case.board.turn if turn.may(Step.MIRROR) else not case.board.turn
    case.record(happened.OtherBoardSet(side=side, **case.now))
    case.say("noted", Urgency.CHATTER)


def touch(case: Case, square: chess.Square, toucher: chess.Color | None = None) -> None:
    """The side to move took a piece out of its hole, or a sighted player laid hand on it."""
    side = case.board.turn
    if toucher not in (None, side):
        case.say("cannot_be")  # whoever is not to move is bound by nothing he touches
        return
    article = case.article("touched_blind" if case.contest.blind(side) else "touched")
    if not case.contest.blind(side) and Duty.CLAIM not in case.contest.regulations.duties:
        case.say("not_a_duty")  # that a sighted player touched a piece is reported (D.2.10.5)
        return
    if case.board.piece_type_at(square) is None:
        case.say("cannot_be")
        return
    case.record(happened.PieceTouched(side=side, square=square, **case.now))
    case.rule("piece_touched", article, side=Colour(side), square=Place(square))
    if case.contest.announced is not None:
        _hold_to_touch(case, case.contest.announced)


def press(case: Case) -> None:
    """The side to move wants the opponent's clock to be started (D.2.4)."""
    side = case.board.turn
    if not case.running:
        case.say("clock_stands")
        return
    if finish_executed(case):
        return
    missing = wanted(case) - case.contest.turn.facts
    if missing:
        _press_early(case, missing)
    if case.contest.announced is None or (missing and _refuses(case)):
        return
    _complete(case, case.contest.announced)
    if case.contest.ended is None:
        case.say("clock_started", Urgency.CHATTER, side=Colour(not side))


def wanted(case: Case) -> Facts:
    """What must be true before the clock may be pressed in this turn."""
    move, side = case.contest.announced, case.board.turn
    return required(
        blind=case.contest.blind(side),
        capture=move is not None and case.board.is_capture(move),
        repetition=case.contest.regulations.speech.repetition_required,
    )


def _refuses(case: Case) -> bool:
    return case.contest.regulations.speech.early_press is EarlyPress.REFUSE


def _press_early(case: Case, missing: Facts) -> None:
    article = case.article("executed")
    if not _refuses(case):
        side = case.board.turn
        case.record(
            happened.IrregularityNoted(kind="early_press", side=side, article=article, **case.now)
        )
    lacking: tuple[Argument, ...] = tuple(
        Phrase(f"lacks_{fact.value}") for fact in Fact if fact in missing
    )
    key = "press_refused" if _refuses(case) else "press_noted"
    case.rule(key, article, Urgency.ALARM, missing=Listing(lacking))


def _complete(case: Case, move: chess.Move) -> None:
    case.complete(move)
    end_by_itself(case)


def _finish_if_over(case: Case) -> None:
    """A move that ends the game ends it once executed; the clock has no part in it (5.1.1)."""
    if not wanted(case) - case.contest.turn.facts:
        finish_executed(case)


def finish_executed(case: Case) -> bool:
    """Ends the game by a move that was announced and executed, though nobody has repeated it.

    Repetition is no part of executing a move (D.2.3): an opponent who keeps silent cannot win on
    time against mate.
    """
    move, side = case.contest.announced, case.board.turn
    if move is None or not case.running:
        return False
    needed = required(
        blind=case.contest.blind(side), capture=case.board.is_capture(move), repetition=False
    )
    after = case.board.copy()
    after.push(move)
    if needed - case.contest.turn.facts or ends_by_itself(after, case.book) is None:
        return False
    _complete(case, move)
    return True

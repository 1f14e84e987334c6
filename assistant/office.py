"""Who does what at an event: each command of players, assistant and arbiter, and its ruling.

A command that is not here asks about the position, and that is answered only if the arbiter
allows it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import chess

from assistant.core.output import clocktold, queries
from assistant.core.output.announcement import Announcement, tell
from assistant.core.play import (
    adjournment,
    claims,
    decisions,
    ends,
    execution,
    irregularities,
    offences,
)
from assistant.core.play.case import Case
from assistant.core.play.clock import ClockState
from assistant.core.play.laws import Caller
from assistant.core.play.regulations import Duty, Questions
from assistant.core.spoken.command import CLOCK, Command, Side

Announcements = list[Announcement]


@dataclass(frozen=True, slots=True)
class Matter:
    case: Case
    command: Command
    speaker: chess.Color | None
    """The side that said so, if it was named."""
    move: chess.Move | None
    """A move that was said with the command."""

    @property
    def side(self) -> chess.Color:
        """Whose matter it is: the speaker's, or that of the side to move."""
        return self.case.board.turn if self.speaker is None else self.speaker

    @property
    def other(self) -> chess.Color:
        """Who answers an offer."""
        if self.speaker is not None:
            return self.speaker
        offer = self.case.contest.offer
        return not self.case.board.turn if offer is None else not offer

    @property
    def named(self) -> chess.Color:
        """The side that the command names."""
        match self.command.side:
            case Side.WHITE:
                return chess.WHITE
            case Side.BLACK:
                return chess.BLACK
            case Side.THEIRS:
                return not self.side
        return self.side

    @property
    def asker(self) -> chess.Color:
        """Who hears the answer: the speaker, or the only player who cannot read the clock."""
        blind = [side for side in (chess.WHITE, chess.BLACK) if self.case.contest.blind(side)]
        if self.speaker is None and len(blind) == 1:
            return blind[0]
        return self.side

    @property
    def asked_about(self) -> chess.Color:
        """The side that a question names; mine and theirs are meant as the asker sees them."""
        return replace(self, speaker=self.asker).named

    @property
    def number(self) -> int:
        return self.command.number or 0


def _correct(m: Matter) -> None:
    if m.move is None:
        execution.withdraw(m.case)
    else:
        execution.announce(m.case, m.move)


def _claim(m: Matter) -> None:
    """A claim without its ground: the one that holds, else that of repetition."""
    draws = m.case.laws.draws
    fifty = claims.holds(m.case.board, claims.FIFTY, draws.moves_claimed.count, m.move)
    ground = claims.FIFTY if fifty else claims.THREEFOLD
    claims.claim_draw(m.case, m.side, ground, m.move)


def _flag(m: Matter) -> None:
    if execution.finish_executed(m.case):
        return
    caller = Caller.ARBITER if m.speaker is None else Caller.PLAYER
    claims.call_flag(m.case, caller)


def _offence(kind: str) -> Callable[[Matter], None]:
    return lambda m: offences.offend(m.case, m.named, kind, m.speaker, m.move)


def _restore(m: Matter) -> None:
    offences.restore(m.case, m.number, m.case.article("clock_restored"))


def _may_ask(m: Matter, question: Questions) -> bool:
    regulations = m.case.contest.regulations
    told = question is not Questions.TIME or Duty.TELL in regulations.duties
    if told and question in regulations.speech.questions:
        return True
    m.case.rule("not_allowed", m.case.article("told"))
    return False


def _clock(
    answer: Callable[[ClockState, chess.Color, int], Announcements],
) -> Callable[[Matter], None]:
    """What the clock tells of one side: of that which is named, else of the asker's own."""

    def told(m: Matter) -> None:
        side = m.asker if m.command.side is None else m.asked_about
        _tell_asker(m, answer(m.case.contest.clock, side, m.case.now["ms"]))

    return told


def _tell_asker(m: Matter, answer: Announcements) -> None:
    """Times and the number of moves: on request, and to nobody but the one who asked."""
    if _may_ask(m, Questions.TIME):
        m.case.said += (replace(one, audience=m.asker) for one in answer)


def _time(m: Matter) -> None:
    watch, ms = m.case.contest.clock, m.case.now["ms"]
    sides = (m.asker, not m.asker) if m.command.side is None else (m.asked_about,)
    _tell_asker(m, [clocktold.times(watch, side, ms) for side in sides])


def _their_time(m: Matter) -> None:
    watch, ms = m.case.contest.clock, m.case.now["ms"]
    _tell_asker(m, [clocktold.times(watch, not m.asker, ms)])


def _move_count(m: Matter) -> None:
    _tell_asker(m, [tell("moves_told", count=m.case.moves_by_both())])


def _past(m: Matter) -> None:
    if _may_ask(m, Questions.MOVES):
        m.case.said += queries.answer(m.case.board, m.command, m.side) or []


def _position(m: Matter) -> None:
    if _may_ask(m, Questions.POSITION):
        m.case.said += queries.answer(m.case.board, m.command, m.side) or []


def _turn(m: Matter) -> None:
    m.case.said += queries.answer(m.case.board, m.command) or []


OFFICE: dict[str, Callable[[Matter], None]] = {
    # the turn
    "correct": _correct,
    "take_back": _correct,
    "press": lambda m: execution.press(m.case),
    "repeated": lambda m: execution.repeat(m.case, m.move),
    "removed": lambda m: execution.remove(m.case),
    "placed": lambda m: execution.place(m.case),
    "executed": lambda m: execution.execute(m.case),
    "other_board": lambda m: execution.mirror(m.case),
    "touched": lambda m: execution.touch(m.case, m.command.squares[0], m.speaker),
    "castle_intended": lambda m: m.case.say("castle_how"),
    # the players' word
    "resign": lambda m: ends.resign(m.case, m.side),
    "offer_draw": lambda m: ends.offer(m.case, m.side),
    "accept_draw": lambda m: ends.accept(m.case, m.other),
    "decline_draw": lambda m: ends.decline(m.case, m.other),
    "claim_draw": _claim,
    "claim_threefold": lambda m: claims.claim_draw(m.case, m.side, claims.THREEFOLD, m.move),
    "claim_fifty": lambda m: claims.claim_draw(m.case, m.side, claims.FIFTY, m.move),
    "claim_quickplay": lambda m: claims.claim_quickplay(m.case, m.side),
    "flag": _flag,
    # the arbiter
    "start_clock": lambda m: decisions.start(m.case),
    "halt": lambda m: decisions.halt(m.case),
    "go_on": lambda m: decisions.go_on(m.case),
    "reject_claim": lambda m: claims.reject_quickplay(m.case, postponed=False),
    "postpone_claim": lambda m: claims.reject_quickplay(m.case, postponed=True),
    "illegal": _offence(offences.ILLEGAL),
    "pawn_left": _offence(offences.PAWN),
    "no_move": _offence(offences.NO_MOVE),
    "two_hands": _offence(offences.TWO_HANDS),
    "wrong_set_up": lambda m: irregularities.wrong_set_up(m.case),
    "board_turned": lambda m: irregularities.board_turned(m.case),
    "colours_reversed": lambda m: irregularities.colours_reversed(m.case),
    "displaced": lambda m: irregularities.displaced(m.case),
    "restore": _restore,
    "absent": lambda m: ends.absent(m.case, m.named),
    "add_time": lambda m: decisions.give_time(m.case, m.named, m.number),
    "take_time": lambda m: decisions.give_time(m.case, m.named, -m.number),
    "set_time": lambda m: decisions.set_time(m.case, m.named, m.number),
    "penalty": lambda m: decisions.penalize(m.case, m.named, m.number),
    "penalties": lambda m: decisions.penalties(m.case),
    "wins": lambda m: decisions.award(m.case, "1-0" if m.named else "0-1"),
    "draw_decided": lambda m: decisions.award(m.case, "1/2-1/2"),
    "adjourn": lambda m: adjournment.order(m.case),
    "seal": lambda m: m.case.say("no_sealing"),
    "envelope_lost": lambda m: adjournment.lose_envelope(m.case),
    # questions, as far as the event allows them (D.2.10.4)
    "time": _time,
    "own_time": _clock(lambda *now: [clocktold.times(*now)]),
    "their_time": _their_time,
    "to_control": _clock(lambda watch, side, _: [clocktold.to_control(watch, side)]),
    "hands": _clock(clocktold.hands),
    "move_number": _move_count,
    "last_move": _past,
    "last_moves": _past,
    "turn": _turn,
} | dict.fromkeys(
    [
        "square",
        "where",
        "rank",
        "file",
        "diagonal",
        "pieces",
        "attackers",
        "moves_of",
        "material",
        "check",
    ],
    _position,
)

WITH_MOVE = frozenset(
    {
        "correct",
        "repeated",
        "claim_draw",
        "claim_threefold",
        "claim_fifty",
        "seal",
        "other_board",
    }
)
"""Commands that may be followed by a move."""

ANSWERED_WHEN_OVER = frozenset({*CLOCK, "move_number", "last_move", "last_moves"})

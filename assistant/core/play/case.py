"""A matter to be decided: a contest, a moment, and what follows, as facts and as words.

Laws of this module:
- a contest changes only by facts; what is said about them comes after them;
- whatever is ruled cites the edition and, if it has one, its article.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

import chess

from assistant.core.output.announcement import Announcement, Argument, Colour, Phrase, Urgency, tell
from assistant.core.output.durations import duration
from assistant.core.play import clock, rate
from assistant.core.play.clock import Phase
from assistant.core.play.clockevents import Pressed, Refused
from assistant.core.play.contest import Contest, apply
from assistant.core.play.contestevents import TimeAdded
from assistant.core.play.events import Event, GameEnded, MovePlayed
from assistant.core.play.flagfall import CanMate
from assistant.core.play.laws import Laws, Rate
from assistant.core.play.timecontrol import MINUTE, TimeControl

Judgement = Callable[[chess.Board, chess.Color], CanMate]


def by_material(board: chess.Board, side: chess.Color) -> CanMate:
    """Whether a side could mate, as far as its material alone tells."""
    if board.has_insufficient_material(side):
        return CanMate.NO
    return CanMate.NOT_DECIDED


@dataclass(frozen=True, slots=True)
class Rulebook:
    """By what a contest is judged."""

    laws: Laws
    rate: Rate
    supervised: bool
    can_mate: Judgement = by_material
    is_dead: Callable[[chess.Board], bool] = chess.Board.is_insufficient_material
    """Whether neither side can mate any more; asked after every move, so it must be quick."""

    @property
    def ordinary(self) -> bool:
        """The rules of standard chess hold: the game is one, or has its own arbiter (A.3, B.3)."""
        return self.rate is Rate.STANDARD or (self.supervised and self.laws.supervision is not None)

    def law(self, article: str) -> Phrase:
        edition = self.laws.header.edition
        if not article:
            return Phrase("law_edition", {"edition": edition})
        return Phrase("law", {"edition": edition, "article": article})


def rulebook(
    laws: Laws,
    control: TimeControl,
    *,
    supervised: bool,
    can_mate: Judgement = by_material,
    is_dead: Callable[[chess.Board], bool] = chess.Board.is_insufficient_material,
) -> Rulebook:
    return Rulebook(laws, rate.classify(control, laws).rate, supervised, can_mate, is_dead)


class Now(TypedDict):
    at: int
    ms: int


class Case:
    def __init__(self, contest: Contest, book: Rulebook, at: int, ms: int) -> None:
        self.contest = contest
        self.book = book
        self.now: Now = {"at": at, "ms": ms}
        self.events: list[Event] = []
        self.said: list[Announcement] = []

    @property
    def laws(self) -> Laws:
        return self.book.laws

    @property
    def board(self) -> chess.Board:
        return self.contest.board

    @property
    def running(self) -> bool:
        return self.contest.clock.phase is Phase.RUNNING

    def record(self, event: Event) -> None:
        self.contest = apply(self.contest, event)
        self.events.append(event)

    def complete(self, move: chess.Move) -> None:
        """The move counts, and the opponent's clock runs; the record keeps what the clock shows.

        :raises JournalError: if the clock does not run for the side to move.
        """
        side, ms = self.board.turn, self.now["ms"]
        after = clock.apply(self.contest.clock, Pressed(ms, side))
        left = None if isinstance(after, Refused) else clock.remaining(after, side, ms)
        self.record(MovePlayed(side=side, move=move.uci(), clock_ms=left, **self.now))

    def say(self, key: str, urgency: Urgency = Urgency.ANSWER, /, **args: Argument) -> None:
        self.said.append(tell(key, urgency, **args))

    def rule(
        self, key: str, article: str, urgency: Urgency = Urgency.MOVE, /, **args: Argument
    ) -> None:
        """Says a ruling with its source."""
        self.say("ruled", urgency, what=Phrase(key, args), law=self.book.law(article))

    def article(self, subject: str) -> str:
        return self.laws.articles[subject]

    def left_ms(self, side: chess.Color) -> int:
        return clock.remaining(self.contest.clock, side, self.now["ms"])

    def moves_by_both(self) -> int:
        """How many moves both players have completed."""
        return len(self.board.move_stack) // 2

    def give(self, side: chess.Color, by_ms: int, article: str) -> None:
        """Adds time to a side's clock, or takes it where negative."""
        if not by_ms:
            return
        if by_ms < 0 and self.left_ms(side) + by_ms <= 0:
            self.rule("not_so_much_time", article, side=Colour(side))
            return
        self.record(TimeAdded(side=side, by_ms=by_ms, **self.now))
        key = "time_given" if by_ms > 0 else "time_taken"
        self.rule(key, article, side=Colour(side), time=duration(abs(by_ms)))

    def end(self, result: str, reason: str, article: str) -> None:
        self.record(GameEnded(result=result, reason=reason, article=article, **self.now))
        key = {"1-0": "white_wins", "0-1": "black_wins", "*": "annulled"}.get(result, "drawn")
        self.rule(key, article, reason=Phrase(f"reason_{reason}"))

    def draw(self, reason: str, article: str) -> None:
        self.end("1/2-1/2", reason, article)

    def lose(
        self, side: chess.Color, reason: str, article: str, *, draw_if_no_mate: bool = False
    ) -> None:
        """The game is lost for a side; drawn, or for the arbiter, if its opponent cannot mate."""
        can = self.book.can_mate(self.board, not side) if draw_if_no_mate else CanMate.YES
        match can:
            case CanMate.YES:
                self.end("0-1" if side else "1-0", reason, article)
            case CanMate.NO:
                self.draw("cannot_mate", article)
            case CanMate.NOT_DECIDED:
                self.rule("arbiter_decides", article, Urgency.ALARM, reason=Phrase("if_can_mate"))


def minutes(count: int) -> int:
    return count * MINUTE

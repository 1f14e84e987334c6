"""A game at an event for tests: words in, words and facts out, time as the test wants it."""

from typing import TYPE_CHECKING, Any

import chess

from assistant import data
from assistant.core.dispute.live import Watch
from assistant.core.output.moves import told
from assistant.core.output.wording import Phrasebook
from assistant.core.play import regulations
from assistant.core.play.alarms import NO_ALARMS, Alarms
from assistant.core.play.case import Judgement, by_material, rulebook
from assistant.core.play.contest import Contest, begin, replay
from assistant.core.play.contestevents import ContestStarted
from assistant.core.play.flagfall import CanMate
from assistant.core.record import journal
from assistant.core.spoken.decision import Spoken
from assistant.drivers.envelope_null import Driver as Envelope
from assistant.messages import Announce, Heard, Output, Record, Seal
from assistant.tournament import Tournament

if TYPE_CHECKING:
    from assistant.core.play.events import Event

GRAMMAR, LEXICON = data.language("de")
BOOK = Phrasebook(GRAMMAR)


def everyone_mates(_board: chess.Board, _side: chess.Color) -> CanMate:
    return CanMate.YES


def nobody_mates(_board: chess.Board, _side: chess.Color) -> CanMate:
    return CanMate.NO


def mates_unless_bare(board: chess.Board, side: chess.Color) -> CanMate:
    judged = by_material(board, side)
    return CanMate.NO if judged is CanMate.NO else CanMate.YES


def started(
    fen: str = chess.STARTING_FEN, *, number: int | None = None, **tables: Any
) -> ContestStarted:
    raw: dict[str, Any] = {
        "white": {"name": "Anna", "visually_disabled": True},
        "black": {"name": "Sven"},
        **tables,
    }
    checked = regulations.check(raw, "event.toml")
    board = chess.Board(fen) if number is None else chess.Board.from_chess960_pos(number)
    return ContestStarted(
        at=0,
        regulations=regulations.as_written(checked),
        fen=board.fen(),
        chess960=board.chess960,
        chess960_number=number,
    )


class Table:
    """A board at an event, with its conversation."""

    def __init__(
        self,
        fen: str = chess.STARTING_FEN,
        *,
        can_mate: Judgement = mates_unless_bare,
        number: int | None = None,
        alarms: Alarms = NO_ALARMS,
        **tables: Any,
    ) -> None:
        self.alarms = alarms
        first = started(fen, number=number, **tables)
        self.events: list[Event] = [first]
        self.envelope = Envelope()
        self.can_mate = can_mate
        self.seconds = 0.0
        self.said: list[str] = []
        self._sit(begin(first))
        self.opening = self._take(self.tournament.open(0, 0, resumed=False))

    def _sit(self, contest: Contest) -> None:
        rules = contest.regulations.rules
        self.book = rulebook(
            data.laws(rules.edition),
            contest.regulations.time_control,
            supervised=rules.supervised,
            can_mate=self.can_mate,
        )
        self.tournament = Tournament(
            contest,
            self.book,
            LEXICON,
            nonce=lambda: "00" * 16,
            envelope=self.envelope.content,
            watch=Watch(data.alphabets(), data.slips()),
            alarms=self.alarms,
        )

    def _take(self, outputs: list[Output]) -> list[str]:
        self.outputs = outputs
        self.new = [output.event for output in outputs if isinstance(output, Record)]
        self.events += self.new
        for output in outputs:
            if isinstance(output, Seal):
                self.envelope.seal(output.content)
        return [BOOK.say(output.what) for output in outputs if isinstance(output, Announce)]

    def hear(self, words: str, *, after: float = 1) -> list[str]:
        self.seconds += after
        ms = int(self.seconds * 1000)
        return self._take(self.tournament.receive(Heard(words, ms, ms)))

    def listen(self, spoken: Spoken) -> list[str]:
        self.seconds += 1
        ms = int(self.seconds * 1000)
        return self._take(self.tournament.receive(Heard(spoken.text, ms, ms, spoken)))

    def tick(self, ms: int) -> list[str]:
        return self._take(self.tournament.tick(ms, ms))

    def hear_all(self, *lines: str) -> list[str]:
        """All lines; what the last one brought."""
        said: list[str] = []
        for line in lines:
            said = self.hear(line)
        return said

    def resume(self, contest: Contest) -> list[str]:
        """As after a crash: a new conversation about the contest of the journal."""
        self._sit(contest)
        ms = int(self.seconds * 1000)
        return self._take(self.tournament.open(ms, ms, resumed=True))

    def play(self, *moves: str) -> list[str]:
        """Completed moves, in UCI, each with everything that belongs to it."""
        said: list[str] = []
        for move in moves:
            words = BOOK.move(told(self.board, self.board.parse_uci(move)))
            said = self.hear_all(words, "wiederholt", "ausgeführt")
            if self.contest.ended is None:
                said = self.hear("gedrückt")
        return said

    @property
    def contest(self) -> Contest:
        return self.tournament.contest

    @property
    def board(self) -> chess.Board:
        return self.contest.board

    def ending(self) -> tuple[str, str, str]:
        """The same, of a game that has ended."""
        result = self.result()
        assert result is not None
        return result

    def result(self) -> tuple[str, str, str] | None:
        """Result, reason and article, once the game has ended."""
        ended = self.contest.ended
        return None if ended is None else (ended.result, ended.reason, ended.article)


def same(one: Contest, other: Contest) -> bool:
    """Equal in everything, the moves played included."""
    return one == other and one.board.move_stack == other.board.move_stack


def replay_of(table: Table) -> Contest:
    """The contest as a new process finds it in the journal."""
    return replay(journal.read(journal.write(table.events)).events)

"""The conversation of a game at an event, without I/O: an input comes in, outputs go out.

Laws of this module:
- a fact is recorded before anything is said about it, and the facts of one input stand together;
- no engine, no hint; questions are answered as far as the event allows, and on request only;
- a move is an announcement if it comes from the side to move, and a repetition if it comes from
  the other; nobody being named, it is a repetition as long as one is awaited;
- whoever speaks for a side may name it first: "Schwarz remis". The arbiter names nobody.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import chess

from assistant.core.dispute.live import Watch
from assistant.core.output import clocktold, queries, replies
from assistant.core.output.announcement import Announcement, Colour, Urgency, tell
from assistant.core.output.durations import duration
from assistant.core.play import adjournment, claims, clock, execution, otherboard, welcome
from assistant.core.play import contestevents as happened
from assistant.core.play.alarms import NO_ALARMS, Alarms
from assistant.core.play.case import Case, Rulebook
from assistant.core.play.contest import Contest
from assistant.core.play.laws import Caller
from assistant.core.play.regulations import Duty, Questions
from assistant.core.record.soundrecord import Moment, SoundRecord
from assistant.core.spoken.address import hear
from assistant.core.spoken.attention import Sound, Words, take
from assistant.core.spoken.choice import Choice, offer
from assistant.core.spoken.command import CLOCK, Command
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.reading import Ambiguous, Exact, read_all
from assistant.core.spoken.suggestion import suggest
from assistant.core.spoken.utterance import (
    NotUnderstood,
    SpokenMove,
    as_fragment,
    understand,
)
from assistant.errors import JournalError
from assistant.messages import Announce, Heard, Hush, KeepSound, Leave, Output, Record, Seal
from assistant.office import ANSWERED_WHEN_OVER, OFFICE, WITH_MOVE, Matter


@dataclass(frozen=True, slots=True)
class _Choice:
    """Which of these moves was said, and for what?"""

    choice: Choice
    speaker: chess.Color | None
    purpose: Command | None


_ABOUT_THE_QUESTION = ("yes", "no", "help", "repeat", "stop")


@dataclass(frozen=True, slots=True)
class _Resignation:
    side: chess.Color


class Tournament:
    """One game at an event. `contest` is always the replay of what was recorded."""

    def __init__(
        self,
        contest: Contest,
        book: Rulebook,
        lexicon: Lexicon,
        *,
        nonce: Callable[[], str],
        envelope: Callable[[], str | None],
        alarms: Alarms = NO_ALARMS,
        watch: Watch | None = None,
    ) -> None:
        self.contest = contest
        self._alarms = alarms
        self._book = book
        self._lexicon = lexicon
        self._nonce = nonce
        self._envelope = envelope
        self._watch = watch
        self._question: _Choice | _Resignation | None = None
        self._sounds = SoundRecord()
        self._said: list[Announcement] = []
        self._asked: tuple[Command, chess.Color | None] | None = None
        """The question about the clock that was answered last; repeated, it is answered anew."""
        self._asks: tuple[Command, chess.Color | None] | None = None
        self._falls_seen: tuple[clock.FlagFall, ...] = ()

    def open(self, at: int, ms: int, *, resumed: bool) -> list[Output]:
        """The first words of a game, or of its continuation."""
        case = Case(self.contest, self._book, at, ms)
        if resumed and self.contest.ended is None:
            case.record(happened.ContestResumed(**case.now))
        welcome.introduce(case, resumed=resumed)
        return self._outputs(case)

    def receive(self, heard: Heard) -> list[Output]:
        """What follows from an input: facts first, then words."""
        case, question = Case(self.contest, self._book, heard.at, heard.ms), self._question
        try:
            extra = self._listen(case, heard)
        except JournalError:
            # A fact that the clock or the position does not admit: then nothing happened.
            case, extra = Case(self.contest, self._book, heard.at, heard.ms), None
            case.say("cannot_be")
        return self._sound(case, heard, question) + self._outputs(case, extra)

    def _sound(
        self, case: Case, heard: Heard, question: _Choice | _Resignation | None
    ) -> list[Output]:
        """The sound of what became a move, if this event keeps it (D.2.7)."""
        if not case.contest.regulations.speech.keep_sound:
            return []
        before = self.contest
        kept = self._sounds.take(
            heard.spoken.sound if heard.spoken is not None else b"",
            case.events,
            Moment(before.board, before.turn.move),
            about_it=self._question is not question,
            open_question=isinstance(self._question, _Choice),
        )
        return [] if kept is None else [KeepSound(*kept)]

    def tick(self, at: int, ms: int) -> list[Output]:
        """What follows from time alone: a flag whose fall the assistant may claim (D.2.10.5)."""
        case = Case(self.contest, self._book, at, ms)
        falls = clock.fallen(self.contest.clock, ms)
        if falls != self._falls_seen and self.contest.ended is None:
            self._falls_seen = falls
            may = Duty.CLAIM in self.contest.regulations.duties
            mine = may and any(self.contest.blind(not fall.colour) for fall in falls)
            if mine and not execution.finish_executed(case):
                claims.call_flag(case, Caller.PLAYER)
        self._warn(case)
        return self._outputs(case)

    def _warn(self, case: Case) -> None:
        """A visually disabled player hears that his own time runs short, if the event allows it."""
        if not case.contest.regulations.speech.alarms or case.contest.ended is not None:
            return
        blind = [side for side in (chess.WHITE, chess.BLACK) if case.contest.blind(side)]
        self._alarms, news = self._alarms.look(case.contest.clock, case.now["ms"], blind)
        for side, threshold in news:
            case.said.append(replace(clocktold.alarm(side, threshold), audience=side))

    def slept(self, at: int, ms: int, length_ms: int) -> list[Output]:
        """The machine slept for so long; nobody is charged for it."""
        case = Case(self.contest, self._book, at, ms)
        case.record(happened.MachineSlept(length_ms=length_ms, **case.now))
        case.say("slept", Urgency.ALARM, time=duration(length_ms))
        return self._outputs(case)

    def _outputs(self, case: Case, extra: Output | None = None) -> list[Output]:
        self.contest = case.contest
        outputs: list[Output] = []
        if isinstance(extra, Seal | Hush):
            outputs.append(extra)
        for left, event in zip(range(len(case.events) - 1, -1, -1), case.events, strict=True):
            outputs.append(Record(replace(event, more=left) if left else event))
        outputs += map(Announce, case.said)
        if isinstance(extra, Leave):
            outputs.append(extra)
        if case.said and not isinstance(extra, Hush):  # what was cut short can be asked for
            self._said = case.said
            self._asked, self._asks = self._asks, None
        return outputs

    # Hearing

    def _listen(self, case: Case, heard: Heard) -> Output | None:
        """Words are heard as they are; sound only so far as it leaves no doubt."""
        if heard.spoken is None:
            return self._hear(case, heard.text)
        question = self._question if isinstance(self._question, _Choice) else None
        speaker = heard.spoken.speaker
        if question is not None and speaker is not None and question.speaker == (not speaker):
            return self._listen_aside(case, heard, question)
        awaited = case.contest.announced if _repeats(case, speaker) else None
        match take(
            heard.spoken, case.board, None if question is None else question.choice, awaited
        ):
            case Words(text):
                return self._hear(case, text, speaker)
            case (Exact() | Choice()) as answer if question is not None:
                self._settle(case, question, answer)
            case Choice() as choice if case.contest.ended is None:
                self._question = _Choice(choice, speaker, None)
                case.said.append(replies.ask(case.board, choice.reading))
            case Sound.UNCLEAR if case.contest.ended is None:
                case.say("heard_badly")
                self._ask_again(case)
        return None

    def _listen_aside(self, case: Case, heard: Heard, question: _Choice) -> Output | None:
        """What is said by the player who was not asked; the question stays for the other one."""
        self._question = None
        extra = self._listen(case, heard)
        if self._question is None and not case.events:
            self._question = question
        return extra

    def _hear(self, case: Case, text: str, speaker: chess.Color | None = None) -> Output | None:
        heard = hear(text, self._lexicon, WITH_MOVE)
        if heard.speaker is None and speaker is not None:
            heard = replace(heard, speaker=speaker)
        said, question = heard.said, self._question
        if heard.purpose is not None and heard.purpose.name == "seal":
            return self._seal(case, heard.rest)
        if heard.purpose is not None and heard.purpose.name == "other_board":
            otherboard.hear(case, said, self._lexicon, self._watch)
            return None
        if isinstance(said, Command):
            if isinstance(question, _Resignation) and said.name not in _ABOUT_THE_QUESTION:
                self._question = None  # a yes to something else must never resign
            return self._obey(case, said, heard.speaker)
        if isinstance(question, _Choice):
            fragment = as_fragment(text, self._lexicon)
            answer = question.choice.answer(case.board, fragment) if fragment else None
            if answer is not None:
                self._settle(case, question, answer)
                return None
        if isinstance(said, NotUnderstood):
            case.said.append(replies.unclear(said, suggest(said, self._lexicon)))
            self._ask_again(case)
        else:
            self._read(case, said, heard.speaker, heard.purpose)
        return None

    def _read(
        self,
        case: Case,
        spoken: tuple[SpokenMove, ...],
        speaker: chess.Color | None,
        purpose: Command | None,
    ) -> None:
        self._question = None
        if case.contest.ended is not None:
            case.say("game_is_over")
            return
        reading = read_all(case.board, spoken)
        if isinstance(reading, Exact):
            self._move(case, reading.move, speaker, purpose)
        elif isinstance(reading, Ambiguous):
            self._question = _Choice(offer(reading, spoken), speaker, purpose)
            case.said.append(replies.ask(case.board, reading))
        elif purpose is None and _repeats(case, speaker):
            execution.repeat_impossibly(case)
        elif Questions.POSITION in case.contest.regulations.speech.questions:
            case.said.append(replies.refuse(reading))
        else:
            case.say("illegal_plain")  # the reason would tell what stands where (D.2.10.4)

    def _settle(self, case: Case, question: _Choice, answer: Exact | Choice) -> None:
        if isinstance(answer, Exact):
            self._question = None
            self._move(case, answer.move, question.speaker, question.purpose)
        else:
            self._question = replace(question, choice=answer)
            case.said.append(replies.ask(case.board, answer.reading))

    def _ask_again(self, case: Case) -> None:
        """The open question once more, so that yes and no never answer a forgotten one."""
        if isinstance(self._question, _Choice):
            case.said.append(replies.ask(case.board, self._question.choice.reading))
        elif self._question is not None:
            case.say("who_resigns", side=Colour(self._question.side))

    def _move(
        self,
        case: Case,
        move: chess.Move,
        speaker: chess.Color | None,
        purpose: Command | None,
    ) -> None:
        if purpose is not None:
            OFFICE[purpose.name](Matter(case, purpose, speaker, move))
            return
        if _repeats(case, speaker):
            execution.repeat(case, move)
            return
        explain = case.board.chess960 and case.board.is_castling(move)
        execution.announce(case, move)
        if explain and case.events:
            case.say("castle_how")

    # Commands

    def _obey(self, case: Case, command: Command, speaker: chess.Color | None) -> Output | None:
        contest = case.contest
        match command.name:
            case "leave":
                return Leave()
            case "repeat" if self._asked is not None:
                return self._obey(case, *self._asked)
            case "repeat":
                case.said += self._said or [tell("nothing_to_repeat")]
            case "help":
                case.say("help_event")
                case.say("help_clock")
            case "stop":
                case.say("stopped_talking", Urgency.ALARM)
                return Hush()
            case name if contest.ended is not None and name not in ANSWERED_WHEN_OVER:
                case.say("game_is_over")
            case "yes" | "no":
                self._answer(case, speaker, yes=command.name == "yes")
            case "resign":
                # Any sign of resignation may be a misunderstanding: it is asked back.
                side = case.board.turn if speaker is None else speaker
                self._question = _Resignation(side)
                case.say("who_resigns", side=Colour(side))
            case "open_envelope":
                adjournment.unseal(case, self._envelope(), self._reader)
            case "absent" if contest.adjournment is not None:
                self._absent(case, command, speaker)
            case name if name in OFFICE:
                queening = self._queening(case) if name == "pawn_left" else None
                if name == "pawn_left" and queening is None:
                    case.say("cannot_be")  # no pawn can have reached the last rank
                    return None
                self._asks = (command, speaker) if name in CLOCK else None
                OFFICE[name](Matter(case, command, speaker, queening))
                self._question = None
            case _:
                case.said += queries.answer(case.board, command) or [tell("not_allowed")]
        return None

    def _answer(self, case: Case, speaker: chess.Color | None, *, yes: bool) -> None:
        question, self._question = self._question, None
        if isinstance(question, _Resignation) and yes:
            OFFICE["resign"](Matter(case, Command("resign"), question.side, None))
        elif isinstance(question, _Choice) and yes:
            if len(question.choice.reading.moves) == 1:
                self._move(
                    case, question.choice.reading.moves[0], question.speaker, question.purpose
                )
            else:
                self._question = question
                case.said.append(replies.ask(case.board, question.choice.reading))
        elif question is not None:
            case.say("cancelled")
        elif case.contest.offer is not None:
            name = "accept_draw" if yes else "decline_draw"
            OFFICE[name](Matter(case, Command(name), speaker, None))
        else:
            case.say("nothing_asked")

    def _queening(self, case: Case) -> chess.Move | None:
        """The pawn's move that was not completed by a piece, if it is known which."""
        moves = (
            self._question.choice.reading.moves
            if isinstance(self._question, _Choice)
            else tuple(case.board.legal_moves)
        )
        queens = [move for move in moves if move.promotion == chess.QUEEN]
        return queens[0] if len(queens) == 1 else None

    # Adjournment

    def _seal(self, case: Case, written: str) -> Output | None:
        content = adjournment.seal(case, written, self._nonce())
        return None if content is None else Seal(content)

    def _reader(self, board: chess.Board, written: str) -> chess.Move | None:
        spoken = understand(written, self._lexicon)
        if not isinstance(spoken, tuple):
            return None
        reading = read_all(board, spoken)
        return reading.move if isinstance(reading, Exact) else None

    def _absent(self, case: Case, command: Command, speaker: chess.Color | None) -> None:
        """An absent sealer whose move ends the game does not lose by his absence."""
        matter, adjourned = Matter(case, command, speaker, None), case.contest.adjournment
        sealer = adjourned is not None and adjourned.side == matter.named
        if sealer and adjournment.sealed_move_ends(case, self._envelope(), self._reader):
            adjournment.unseal(case, self._envelope(), self._reader)
        else:
            OFFICE["absent"](matter)


def _repeats(case: Case, speaker: chess.Color | None) -> bool:
    """A move that is said now comes from the opponent of the side to move."""
    if speaker is None:
        return execution.awaits_repetition(case)
    return speaker != case.board.turn

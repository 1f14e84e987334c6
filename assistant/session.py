"""The conversation of a practice game, without I/O: an input comes in, outputs go out.

Laws of this module:
- a fact is recorded before anything is said about it: `Record` stands before its `Announce`;
- nothing is played that was not understood exactly, or chosen by the player from a question;
- a question to the player stays open until it is answered, cancelled or replaced by a move.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from assistant.core.output import practice, queries, replies
from assistant.core.output.announcement import (
    Announcement,
    Colour,
    Urgency,
    tell,
)
from assistant.core.output.moves import told
from assistant.core.play.events import (
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameResumed,
    MovePlayed,
    MovesTakenBack,
    OpponentChanged,
)
from assistant.core.play.game import Game, apply, automatic_end, claimable
from assistant.core.spoken.attention import Sound, Words, take
from assistant.core.spoken.choice import Choice, offer
from assistant.core.spoken.command import AT_EVENT, CLOCK, Command
from assistant.core.spoken.decision import Spoken
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.reading import Ambiguous, Exact, read_all
from assistant.core.spoken.suggestion import suggest
from assistant.core.spoken.utterance import (
    NotUnderstood,
    SpokenMove,
    as_fragment,
    understand,
    without_offer,
)
from assistant.messages import (
    Announce,
    AskDraw,
    AskMove,
    DrawAnswered,
    Heard,
    Hush,
    Input,
    Leave,
    OpponentLost,
    Output,
    Record,
    Replied,
)

_KEEP_QUESTION = ("yes", "no", "help", "repeat", "stop", "take_back", "correct")


@dataclass(frozen=True, slots=True)
class _Resignation:
    """A question: really resign?"""


class Session:
    """One practice game. `game` is always the replay of what was recorded."""

    def __init__(
        self,
        game: Game,
        lexicon: Lexicon,
        is_dead: Callable[[chess.Board], bool] = chess.Board.is_insufficient_material,
    ) -> None:
        """`is_dead` tells whether neither side can mate any more; it may take a little time."""
        self.game = game
        self._is_dead = is_dead
        self._lexicon = lexicon
        self._question: Choice | _Resignation | None = None
        self._awaited: int | None = None
        self._reply: Replied | None = None
        """A reply that waits for the answer to a draw offer."""
        self._said: list[Announcement] = []
        self._asked: Command | None = None
        """The question about the clock that was answered last; repeated, it is answered anew."""
        self._asks: Command | None = None

    @property
    def awaits_opponent(self) -> bool:
        """The opponent was asked something and has not answered yet."""
        return self._awaited is not None

    def open(self, at: int, *, resumed: bool) -> list[Output]:
        """The first words of a game, or of its continuation."""
        return self._collect(self._open(at, resumed=resumed))

    def receive(self, heard: Input) -> list[Output]:
        """What follows from an input, in the order in which it has to happen."""
        match heard:
            case Heard():
                return self._collect(self._heard(heard))
            case Replied():
                return self._collect(self._replied(heard))
            case DrawAnswered():
                return self._collect(self._draw_answered(heard))
            case OpponentLost():
                return self._collect(self._opponent_lost(heard))

    def _collect(self, outputs: Iterator[Output]) -> list[Output]:
        collected = list(outputs)
        said = [output.what for output in collected if isinstance(output, Announce)]
        if said and Hush() not in collected:  # what was cut short can be asked for
            self._said = said
            self._asked, self._asks = self._asks, None
        return collected

    def _record(self, event: Event) -> Record:
        self.game = apply(self.game, event)
        return Record(event)

    def _open(self, at: int, *, resumed: bool) -> Iterator[Output]:
        game = self.game
        if resumed:
            yield self._record(GameResumed(at=at))
            yield Announce(tell("resumed", count=len(game.board.move_stack)))
            yield Announce(tell("you_play", side=Colour(game.player)))
            if game.board.move_stack:
                yield from map(Announce, queries.last_moves(game.board, 1))
        else:
            yield Announce(tell("welcome", opponent=practice.opponent(game)))
            yield Announce(tell("you_play", side=Colour(game.player)))
        number = game.started.chess960_number
        if number is not None and not resumed:
            yield Announce(tell("chess960_start", number=number))
        if not resumed and game.started.fen != chess.STARTING_FEN:
            for side in (chess.WHITE, chess.BLACK):
                yield from map(Announce, queries.pieces_of(game.board, side))
        if game.ended is not None:
            yield Announce(practice.result(game.ended))
            yield Announce(tell("game_is_over"))
            return
        if not resumed:
            yield Announce(tell("welcome_help", Urgency.CHATTER, move=practice.example(game)))
        if game.players_turn:
            yield Announce(tell("your_turn", Urgency.CHATTER))
        yield from self._after_move(at)

    # What the player says

    def _listened(self, spoken: Spoken, at: int) -> Iterator[Output]:
        """Sound: nothing is played by it that leaves a doubt."""
        choice = self._question if isinstance(self._question, Choice) else None
        match take(spoken, self.game.board, choice):
            case Words(text):
                yield from self._heard(Heard(text, at))
            case Exact(move):
                yield from self._play(move, at)
            case Choice() as choice if self.game.players_turn and self.game.ended is None:
                yield self._ask(choice)
            case Sound.UNCLEAR if self.game.players_turn and self.game.ended is None:
                yield Announce(tell("heard_badly"))
                yield from self._asked_again()

    def _heard(self, heard: Heard) -> Iterator[Output]:
        if heard.spoken is not None:
            yield from self._listened(heard.spoken, heard.at)
            return
        understood = understand(heard.text, self._lexicon)
        if isinstance(understood, Command):
            yield from self._commanded(understood, heard.at)
            return
        if isinstance(self._question, Choice):
            fragment = as_fragment(heard.text, self._lexicon)
            answer = self._question.answer(self.game.board, fragment) if fragment else None
            if isinstance(answer, Exact):
                yield from self._play(answer.move, heard.at)
                return
            if answer is not None:
                yield self._ask(answer)
                return
        if isinstance(understood, NotUnderstood):
            yield from self._not_understood(heard, understood)
        elif self.game.ended is not None:
            yield Announce(tell("game_is_over"))
        elif not self.game.players_turn:
            yield Announce(tell("not_your_turn"))
        else:
            yield from self._announced(understood, heard.at)

    def _announced(self, spoken: tuple[SpokenMove, ...], at: int) -> Iterator[Output]:
        reading = read_all(self.game.board, spoken)
        if isinstance(reading, Exact):
            yield from self._play(reading.move, at)
        elif isinstance(reading, Ambiguous):
            yield self._ask(offer(reading, spoken))
        else:
            self._question = None
            yield Announce(replies.refuse(reading))

    def _not_understood(self, heard: Heard, unclear: NotUnderstood) -> Iterator[Output]:
        move = without_offer(heard.text, self._lexicon)
        if move is not None and self.game.players_turn:
            before = len(self.game.board.move_stack)
            yield from self._heard(Heard(move, heard.at))
            if len(self.game.board.move_stack) > before and self.game.ended is None:
                yield from self._offer(heard.at)
            return
        yield Announce(replies.unclear(unclear, suggest(unclear, self._lexicon)))
        yield from self._asked_again()

    def _asked_again(self) -> Iterator[Output]:
        """The open question once more, so that yes and no never answer a forgotten one."""
        if isinstance(self._question, Choice):
            yield Announce(replies.ask(self.game.board, self._question.reading))
        elif self._question is not None:
            yield Announce(tell("resign_confirm"))

    def _ask(self, choice: Choice) -> Announce:
        self._question = choice
        return Announce(replies.ask(self.game.board, choice.reading))

    def _play(self, move: chess.Move, at: int) -> Iterator[Output]:
        self._question = None
        board = self.game.board
        played = tell("played", Urgency.MOVE, side=Colour(board.turn), move=told(board, move))
        yield self._record(MovePlayed(at=at, side=board.turn, move=move.uci()))
        yield Announce(played)
        yield from self._after_move(at)

    def _after_move(self, at: int) -> Iterator[Output]:
        end = automatic_end(self.game.board, self._is_dead)
        if end is not None:
            yield from self._end(*end, at)
        elif not self.game.players_turn:
            self._awaited = len(self.game.board.move_stack)
            yield AskMove(self.game)

    def _end(self, result: str, reason: str, at: int) -> Iterator[Output]:
        self._question = None
        self._awaited = None
        ended = GameEnded(at=at, result=result, reason=reason)
        yield self._record(ended)
        yield Announce(practice.result(ended))

    # What the opponent does

    def _replied(self, reply: Replied) -> Iterator[Output]:
        if reply.ply != self._awaited:
            return  # the move was asked for in a position that was taken back
        if self.game.offer == self.game.player and self._reply is None:
            self._reply = reply
            yield AskDraw(self.game)
            return
        self._awaited = None
        self._reply = None
        side = self.game.board.turn
        yield from self._play(reply.move, reply.at)
        if reply.offers_draw and self.game.ended is None:
            yield self._record(DrawOffered(at=reply.at, side=side))
            yield Announce(tell("draw_offered", side=Colour(side)))

    def _draw_answered(self, answer: DrawAnswered) -> Iterator[Output]:
        if answer.ply != self._awaited:
            return
        self._awaited = None
        opponent = not self.game.player
        if answer.accepted:
            yield from self._end("1/2-1/2", "agreement", answer.at)
        else:
            yield self._record(DrawDeclined(at=answer.at, side=opponent))
            yield Announce(tell("draw_declined", side=Colour(opponent)))
            reply, self._reply = self._reply, None
            if reply is not None:
                yield from self._play(reply.move, answer.at)
            else:
                yield from self._after_move(answer.at)

    def _opponent_lost(self, lost: OpponentLost) -> Iterator[Output]:
        yield self._record(OpponentChanged(at=lost.at, opponent=lost.substitute, level=lost.level))
        yield Announce(tell("opponent_lost", Urgency.ALARM, opponent=practice.opponent(self.game)))
        if self._awaited is not None:
            self._awaited = None
            yield from self._after_move(lost.at)

    # Commands

    def _commanded(self, command: Command, at: int) -> Iterator[Output]:
        answer = queries.answer(self.game.board, command, self.game.player)
        if isinstance(self._question, _Resignation) and command.name not in _KEEP_QUESTION:
            self._question = None  # a yes to something else must never resign
        if answer is not None:
            yield from map(Announce, answer)
            return
        if command.name in AT_EVENT:
            yield Announce(tell("only_at_event"))
            return
        match command.name:
            case "repeat":
                again = self._said or [tell("nothing_to_repeat")]
                yield from self._clock(self._asked, at) if self._asked else map(Announce, again)
            case name if name in CLOCK:
                yield from self._clock(command, at)
            case "help":
                yield from map(Announce, self._help())
            case "stop":
                yield Hush()
                yield Announce(tell("stopped_talking", Urgency.ALARM))
            case "leave":
                yield Leave()
            case "yes":
                yield from self._yes(at)
            case "no":
                yield from self._no(at)
            case "correct" | "take_back":
                yield from self._take_back(at)
            case "resign":
                yield from self._resign()
            case _:
                yield from self._draw(command.name, at)

    def _clock(self, asked: Command, at: int) -> Iterator[Output]:
        self._asks = asked
        yield from map(Announce, practice.clock(self.game, asked, at))

    def _yes(self, at: int) -> Iterator[Output]:
        question = self._question
        if isinstance(question, _Resignation):
            yield from self._end("0-1" if self.game.player else "1-0", "resignation", at)
        elif question is None:
            yield from self._answer_offer("accept_draw", at)
        elif len(question.reading.moves) == 1:
            yield from self._play(question.reading.moves[0], at)
        else:
            yield Announce(replies.ask(self.game.board, question.reading))

    def _no(self, at: int) -> Iterator[Output]:
        if self._question is None:
            yield from self._answer_offer("decline_draw", at)
        else:
            self._question = None
            yield Announce(tell("cancelled"))

    def _answer_offer(self, name: str, at: int) -> Iterator[Output]:
        """A plain yes or no, when nothing else was asked, answers a draw offer that stands."""
        if self.game.offer == (not self.game.player):
            yield from self._draw(name, at)
        else:
            yield Announce(tell("nothing_asked"))

    def _take_back(self, at: int) -> Iterator[Output]:
        if self._question is not None:
            yield from self._no(at)
            return
        count = 2 if self.game.players_turn else 1
        if self.game.ended is not None:
            yield Announce(tell("game_is_over"))
        elif len(self.game.board.move_stack) < count:
            yield Announce(tell("nothing_to_take_back"))
        else:
            self._awaited = None
            self._reply = None
            yield self._record(MovesTakenBack(at=at, count=count))
            yield Announce(tell("taken_back", Urgency.MOVE, count=count))
            yield from map(Announce, queries.last_moves(self.game.board, 1))
            yield from self._after_move(at)

    def _resign(self) -> Iterator[Output]:
        if self.game.ended is not None:
            yield Announce(tell("game_is_over"))
            return
        self._question = _Resignation()
        yield Announce(tell("resign_confirm"))

    def _draw(self, name: str, at: int) -> Iterator[Output]:
        game = self.game
        if game.ended is not None:
            yield Announce(tell("game_is_over"))
        elif name == "claim_draw":
            yield from self._claim(at)
        elif name == "offer_draw":
            yield from self._offer(at)
        elif game.offer != (not game.player):
            yield Announce(tell("no_draw_offer"))
        elif name == "accept_draw":
            yield from self._end("1/2-1/2", "agreement", at)
        else:
            yield self._record(DrawDeclined(at=at, side=game.player))
            yield Announce(tell("draw_declined", side=Colour(game.player)))

    def _claim(self, at: int) -> Iterator[Output]:
        if not self.game.players_turn:
            yield Announce(tell("not_your_turn"))
            return
        ground = claimable(self.game.board)
        if ground is None:
            yield Announce(tell("draw_claim_wrong"))
        else:
            yield from self._end("1/2-1/2", ground, at)

    def _offer(self, at: int) -> Iterator[Output]:
        game = self.game
        if game.offer == (not game.player):
            yield from self._end("1/2-1/2", "agreement", at)
        elif game.offer == game.player:
            yield Announce(tell("draw_offer_pending"))
        else:
            yield self._record(DrawOffered(at=at, side=game.player))
            yield Announce(tell("draw_offer_sent"))
            if game.players_turn:
                self._awaited = len(game.board.move_stack)
                yield AskDraw(self.game)
            # Otherwise it is put to the opponent with the reply he is thinking about (9.1.2.1).

    def _help(self) -> list[Announcement]:
        if self.game.ended is not None:
            return [tell("help_over")]
        if isinstance(self._question, _Resignation) or (
            self._question is not None and len(self._question.reading.moves) == 1
        ):
            return [tell("help_yes_no")]
        if self._question is not None:
            return [tell("help_choice")]
        first = "help_move" if self.game.players_turn else "help_waiting"
        return [tell(key) for key in (first, "help_questions", "help_board", "help_game")]

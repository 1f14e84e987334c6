"""The state of a game at an event: what follows from its events, and from nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import chess
import msgspec

from assistant.core.play import clock, clockevents
from assistant.core.play import contestevents as happened
from assistant.core.play.clock import ClockState, Phase
from assistant.core.play.clockevents import ClockEvent, Refused
from assistant.core.play.events import DrawDeclined, DrawOffered, Event, GameEnded, MovePlayed
from assistant.core.play.regulations import Regulations
from assistant.core.play.turn import NO_FACTS, Fact, Step, Turn
from assistant.errors import JournalError


@dataclass(frozen=True, slots=True)
class Tally:
    """A count for each side."""

    white: int = 0
    black: int = 0

    def of(self, side: chess.Color) -> int:
        return self.white if side else self.black

    def one_more(self, side: chess.Color) -> "Tally":
        return Tally(self.white + side, self.black + (not side))


NONE = Tally()


@dataclass(frozen=True, slots=True)
class Adjournment:
    side: chess.Color
    """Who has to seal, or has sealed."""
    commitment: str = ""
    """Empty until the move is sealed."""


@dataclass(frozen=True, slots=True)
class Contest:
    started: happened.ContestStarted
    regulations: Regulations
    board: chess.Board
    """The position after the last completed move, with all moves before; never changed in place."""
    clock: ClockState
    turn: Turn = NO_FACTS
    behind: bool = False
    """The last completed move was not yet reported as made on the other board."""
    other: tuple[tuple[int, str | None], ...] = ()
    """Half-moves that were reported differently from the other board, with the move there."""
    ms: int = 0
    """When the last fact was, on the game's clock."""
    since_ms: int = 0
    """When the game, or its continuation, began: from there absent players are waited for."""
    offer: chess.Color | None = None
    """The side whose draw offer stands."""
    offers: tuple[tuple[int, chess.Color], ...] = ()
    """Every offer, recorded as (=): the number of half-moves then completed, and the side."""
    illegal: Tally = NONE
    """Completed illegal moves, and what the edition treats as such."""
    wrong_claims: Tally = NONE
    irregularities: tuple[happened.IrregularityNoted, ...] = ()
    penalties: tuple[happened.PenaltyImposed, ...] = ()
    adjournment: Adjournment | None = None
    halted: bool = False
    """The clocks stand since the program was interrupted; the arbiter lets them go on."""
    ended: GameEnded | None = None

    def blind(self, side: chess.Color) -> bool:
        """The player of that side is visually disabled."""
        player = self.regulations.white if side else self.regulations.black
        return player.visually_disabled

    @property
    def announced(self) -> chess.Move | None:
        return chess.Move.from_uci(self.turn.move) if self.turn.move else None


def begin(started: happened.ContestStarted) -> Contest:
    """A game before its first move.

    :raises JournalError: if its start cannot be read.
    """
    try:
        board = chess.Board(started.fen, chess960=started.chess960)
        regulations = msgspec.convert(started.regulations, Regulations)
    except (ValueError, msgspec.ValidationError) as error:
        raise JournalError(f"The game's start cannot be read: {error}.") from None
    watch = clock.settled(clock.new(regulations.time_control), started.ms)
    return Contest(started, regulations, board, watch, ms=started.ms, since_ms=started.ms)


def apply(contest: Contest, event: Event) -> Contest:
    """The contest after the event.

    :raises JournalError: if the event cannot follow; the journal is then not of this game.
    """
    if event.more:
        event = replace(event, more=0)  # of the journal, not of the game
    if isinstance(event, happened.OfTurn):
        after = _turned(contest, event)
    elif (change := _clock_event(event)) is not None:
        after = _clocked(contest, change)
    else:
        after = _ruled(contest, event)
    halted = after.halted and after.clock.phase is not Phase.RUNNING
    return replace(after, ms=event.ms, halted=halted)


def replay(events: Iterable[Event]) -> Contest:
    """The contest that these events made.

    :raises JournalError: if they are not the events of one game at an event.
    """
    contest: Contest | None = None
    for event in events:
        if contest is not None:
            contest = apply(contest, event)
        elif isinstance(event, happened.ContestStarted):
            contest = begin(event)
        else:
            raise JournalError("The journal does not begin with the start of a game at an event.")
    if contest is None:
        raise JournalError("The journal is empty: there is no game in it. Name another file.")
    return contest


_STEPS: dict[type[Event], Step] = {
    happened.MoveAnnounced: Step.ANNOUNCE,
    happened.AnnouncementWithdrawn: Step.WITHDRAW,
    happened.MoveRepeated: Step.REPEAT,
    happened.RepetitionDiffered: Step.DIFFER,
    happened.CapturedPieceRemoved: Step.REMOVE,
    happened.PiecePlaced: Step.PLACE,
    happened.OtherBoardSet: Step.MIRROR,
}


def _turned(contest: Contest, event: happened.OfTurn) -> Contest:
    turn = contest.turn
    if isinstance(event, happened.PieceTouched):
        touched = replace(contest, turn=replace(turn, touched=(*turn.touched, event.square)))
        # Touching a piece in order to move it declines an offer of the opponent (9.1.2.1).
        return replace(touched, offer=None) if contest.offer == (not event.side) else touched
    step = _STEPS[type(event)]
    if step is Step.MIRROR:
        made = len(contest.board.move_stack)
        contest = _mended(contest, made + 1 if turn.may(step) else made)
    if step is Step.MIRROR and contest.behind and not turn.may(step):
        return replace(contest, behind=False)
    if not turn.may(step):
        raise JournalError(f"{type(event).__name__} cannot follow in this turn.")
    move = event.move if isinstance(event, happened.MoveAnnounced) else None
    # Whoever begins to move declines the offer that was made to him (9.1.2.1).
    begins = step in (Step.ANNOUNCE, Step.REMOVE, Step.PLACE) and contest.offer == (not event.side)
    offer = None if begins else contest.offer
    return replace(contest, turn=turn.take(step, move), offer=offer)


def _mended(contest: Contest, ply: int) -> Contest:
    """The other board has this half-move as the record has it."""
    return replace(contest, other=tuple(one for one in contest.other if one[0] != ply))


def _differing(contest: Contest, ply: int, move: str | None) -> Contest:
    """The other board has another move; the one of the record does not stand there any more."""
    contest = _mended(contest, ply)
    made = len(contest.board.move_stack)
    turn = contest.turn
    if ply > made:
        turn = replace(turn, facts=turn.facts - {Fact.MIRRORED})
    return replace(
        contest,
        turn=turn,
        behind=contest.behind or ply == made,
        other=tuple(sorted((*contest.other, (ply, move)), key=_ply)),
    )


def _clock_event(event: Event) -> ClockEvent | None:
    match event:
        case happened.ClockStarted(ms=ms, side=side):
            return clockevents.Started(ms, side)
        case happened.ClockStopped(ms=ms):
            return clockevents.Stopped(ms)
        case happened.ClockResumed(ms=ms):
            return clockevents.Resumed(ms, by_arbiter=True)
        case happened.TimeAdded(ms=ms, side=side, by_ms=by):
            return clockevents.TimeAdded(ms, side, by)
        case happened.TimeSet(ms=ms, side=side, to_ms=to):
            return clockevents.TimeSet(ms, side, to)
        case happened.MachineSlept(ms=ms, length_ms=length):
            return clockevents.Suspended(ms, length)
    return None


def _clocked(contest: Contest, change: ClockEvent) -> Contest:
    watch = clock.apply(contest.clock, change)
    if isinstance(watch, Refused):
        raise JournalError(f"The clock cannot go on like this: {watch.why.value}.")
    return replace(contest, clock=watch)


def _ruled(contest: Contest, event: Event) -> Contest:
    match event:
        case MovePlayed():
            return _moved(contest, event)
        case happened.ContestResumed():
            return _resumed(contest, event)
        case DrawOffered(side=side):
            made = (len(contest.board.move_stack), side)
            return replace(contest, offer=side, offers=(*contest.offers, made))
        case DrawDeclined():
            return replace(contest, offer=None)
        case happened.DrawClaimed(side=side, right=right):
            wrong = contest.wrong_claims if right else contest.wrong_claims.one_more(side)
            return replace(contest, wrong_claims=wrong)
        case happened.OffenceCounted(side=side):
            return replace(contest, illegal=contest.illegal.one_more(side), turn=NO_FACTS)
        case happened.OtherBoardDiffered(ply=ply, move=move):
            return _differing(contest, ply, move)
        case happened.IrregularityNoted():
            return replace(contest, irregularities=(*contest.irregularities, event))
        case happened.PenaltyImposed():
            return replace(contest, penalties=(*contest.penalties, event))
        case happened.PositionRestored():
            return _restored(contest, event)
        case happened.AdjournmentOrdered(side=side):
            return replace(contest, adjournment=Adjournment(side))
        case happened.MoveSealed(side=side, commitment=commitment):
            return replace(contest, adjournment=Adjournment(side, commitment), turn=NO_FACTS)
        case happened.EnvelopeOpened() | happened.EnvelopeLost():
            return replace(contest, adjournment=None)
        case happened.FlagCalled() | happened.SoundKept():
            return contest
        case GameEnded():
            return replace(_halted(contest, event.ms), ended=event, offer=None, turn=NO_FACTS)
    raise JournalError(f"A game at an event cannot go on with {type(event).__name__}.")


def _ply(one: tuple[int, str | None]) -> int:
    return one[0]


def _halted(contest: Contest, ms: int) -> Contest:
    if contest.clock.phase is not Phase.RUNNING:
        return contest
    return _clocked(contest, clockevents.Stopped(ms))


def _resumed(contest: Contest, event: happened.ContestResumed) -> Contest:
    """The clocks are stopped as of the fact before; what passed since belongs to nobody."""
    running = contest.clock.phase is Phase.RUNNING
    stopped = _halted(contest, contest.ms)
    watch = clock.settled(stopped.clock, event.ms)
    # An adjourned game waits anew for those who are late; an interrupted one goes on waiting.
    since = contest.since_ms if contest.adjournment is None else event.ms
    return replace(stopped, clock=watch, halted=running or contest.halted, since_ms=since)


def _moved(contest: Contest, event: MovePlayed) -> Contest:
    """The move is completed: it counts on the board, and the opponent's clock runs (6.2.1)."""
    try:
        move = chess.Move.from_uci(event.move)
    except ValueError:
        move = chess.Move.null()
    if not move or event.side != contest.board.turn or not contest.board.is_legal(move):
        raise JournalError(f"The move {event.move} cannot be played in this game.")
    board = contest.board.copy()
    board.push(move)
    return replace(
        _clocked(contest, clockevents.Pressed(event.ms, event.side)),
        board=board,
        turn=NO_FACTS,
        behind=Fact.MIRRORED not in contest.turn.facts,
        # An offer stands until the opponent of the one who made it has moved (9.1.2.1).
        offer=contest.offer if contest.offer == event.side else None,
    )


def _restored(contest: Contest, event: happened.PositionRestored) -> Contest:
    if not 0 <= event.count <= len(contest.board.move_stack):
        raise JournalError(f"{event.count} half-moves cannot be taken back in this game.")
    board = contest.board.copy()
    for _ in range(event.count):
        board.pop()
        side = board.turn
        counted = contest.clock.side(side).moves
        contest = _clocked(contest, clockevents.MovesSet(event.ms, side, max(0, counted - 1)))
    contest = _clocked(contest, clockevents.TurnSet(event.ms, board.turn))
    left = len(board.move_stack)
    other = tuple(one for one in contest.other if one[0] <= left)
    return replace(contest, board=board, turn=NO_FACTS, behind=False, offer=None, other=other)

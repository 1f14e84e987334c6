"""An adjourned game: the sealed move, its envelope, and how the game goes on (D.2.10.6).

Laws of this module:
- the journal holds a commitment to the sealed move, from which the move cannot be found; the
  envelope holds the move, so that it can be checked and not be read at a glance;
- what was written is kept as it was written; whether it is a move is found when it is opened;
- a sealed move that is ambiguous, cannot be established, or is illegal loses the game.
"""

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass

import chess

from assistant.core.output import queries
from assistant.core.output.announcement import (
    Announcement,
    Colour,
    Listing,
    Phrase,
    Urgency,
    Written,
    tell,
)
from assistant.core.output.durations import duration
from assistant.core.output.moves import told
from assistant.core.play import clock
from assistant.core.play import contestevents as happened
from assistant.core.play.case import Case
from assistant.core.play.contest import Contest
from assistant.core.play.ends import end_by_itself, ends_by_itself
from assistant.core.play.regulations import Duty

Reader = Callable[[chess.Board, str], chess.Move | None]
"""The one legal move that was written, or None."""


@dataclass(frozen=True, slots=True)
class Envelope:
    nonce: str
    written: str

    @property
    def commitment(self) -> str:
        return hashlib.sha256(f"{self.nonce}\n{self.written}".encode()).hexdigest()


def _masked(data: bytes, nonce: str) -> bytes:
    mask = hashlib.shake_256(nonce.encode()).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, mask, strict=True))


def pack(envelope: Envelope) -> str:
    """The content of an envelope file: nobody reads the move in passing."""
    masked = _masked(envelope.written.encode(), envelope.nonce).hex()
    return json.dumps({"envelope": 1, "nonce": envelope.nonce, "sealed": masked}) + "\n"


def unpack(text: str) -> Envelope | None:
    """The envelope in a file; None if it is none."""
    try:
        fields = json.loads(text)
        nonce = fields["nonce"]
        return Envelope(nonce, _masked(bytes.fromhex(fields["sealed"]), nonce).decode())
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def order(case: Case) -> None:
    """The arbiter has the player to move seal a move."""
    if Duty.ADJOURN not in case.contest.regulations.duties:
        case.say("not_a_duty")
        return
    if case.contest.adjournment is not None:
        case.say("envelope_first")
        return
    side = case.board.turn
    case.record(happened.AdjournmentOrdered(side=side, **case.now))
    case.rule("seal_now", case.laws.adjournment.sealed, side=Colour(side))


def seal(case: Case, written: str, nonce: str) -> str | None:
    """Seals what was written; gives the content of the envelope's file."""
    adjournment = case.contest.adjournment
    if adjournment is None or adjournment.commitment:
        case.say("no_sealing")
        return None
    envelope = Envelope(nonce, written.strip())
    if case.running:
        case.record(happened.ClockStopped(**case.now))
    side = adjournment.side
    case.record(happened.MoveSealed(side=side, commitment=envelope.commitment, **case.now))
    case.rule("sealed", case.laws.adjournment.sealed, side=Colour(side))
    case.said += entries(case.contest, case.now["ms"])
    return pack(envelope)


def entries(contest: Contest, ms: int) -> list[Announcement]:
    """The seven entries on the envelope (I.2.1 to I.2.7)."""
    event, watch = contest.regulations.event, contest.clock
    sealer = contest.adjournment.side if contest.adjournment else contest.board.turn
    player = contest.regulations.white if sealer else contest.regulations.black
    pending = contest.offer
    offer = Phrase("no_offer") if pending is None else Phrase("offer_of", {"side": Colour(pending)})
    return [
        tell(
            "envelope_players",
            white=contest.regulations.white.name,
            black=contest.regulations.black.name,
        ),
        tell("envelope_position", fen=Written(contest.board.fen(), _position(contest.board))),
        tell(
            "envelope_times",
            white=duration(clock.used(watch, chess.WHITE, ms)),
            black=duration(clock.used(watch, chess.BLACK, ms)),
        ),
        tell("envelope_sealer", name=player.name),
        tell("envelope_number", number=contest.board.fullmove_number),
        tell("envelope_offer", offer=offer),
        tell("envelope_resumption", place=event.place or "–"),
    ]


def _position(board: chess.Board) -> Listing:
    """What a voice says of a position: every man, White's first, the king first of all."""
    return queries.men_on(
        board,
        sorted(
            chess.SquareSet(board.occupied),
            key=lambda square: (
                not board.color_at(square),
                -(board.piece_type_at(square) or 0),
                chess.square_file(square),
            ),
        ),
    )


def unseal(case: Case, text: str | None, read: Reader) -> None:
    """Opens the envelope: the player who must reply is there, and the sealed move is played."""
    adjournment, rules = case.contest.adjournment, case.laws.adjournment
    if adjournment is None or not adjournment.commitment:
        case.say("no_envelope")
        return
    envelope = unpack(text) if text else None
    if envelope is None:
        case.rule("envelope_missing", rules.lost, Urgency.ALARM)
        return
    if not hmac.compare_digest(envelope.commitment, adjournment.commitment):
        case.rule("envelope_changed", rules.lost, Urgency.ALARM)
        return
    side, written = adjournment.side, envelope.written
    case.record(happened.EnvelopeOpened(side=side, written=written, **case.now))
    move = read(case.board, written)
    if move is None:
        case.say("sealed_was", Urgency.MOVE, side=Colour(side), written=written)
        case.lose(side, "sealed_move", rules.not_established)
        return
    if not case.running:
        case.record(happened.ClockResumed(**case.now))
    played = tell("played", Urgency.MOVE, side=Colour(side), move=told(case.board, move))
    case.complete(move)
    case.rule("envelope_opened", rules.opened, side=Colour(not side))
    case.said.append(played)
    end_by_itself(case)


def lose_envelope(case: Case) -> None:
    """The envelope is lost: the sealer plays the move that he says he sealed (I.12)."""
    adjournment = case.contest.adjournment
    if adjournment is None:
        case.say("no_envelope")
        return
    case.record(happened.EnvelopeLost(side=adjournment.side, **case.now))
    case.rule(
        "envelope_lost", case.laws.adjournment.lost, Urgency.ALARM, side=Colour(adjournment.side)
    )


def sealed_move_ends(case: Case, text: str | None, read: Reader) -> bool:
    """An absent sealer does not lose by his absence if his sealed move ends the game (I.11)."""
    adjournment = case.contest.adjournment
    envelope = unpack(text) if text and adjournment else None
    if adjournment is None or envelope is None or envelope.commitment != adjournment.commitment:
        return False
    move = read(case.board, envelope.written)
    if move is None:
        return False
    after = case.board.copy()
    after.push(move)
    return ends_by_itself(after, case.book) is not None

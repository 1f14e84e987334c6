"""From evidence to one decision: accept, ask, not legal, not for me.

Laws of this module:
- nothing is accepted that was not among the best explanations of the sound by itself, without
  being told which moves are legal; so a clearly announced illegal move is never bent into a
  legal one, and only a slight lead of an illegal reading is forgiven;
- the decoding that knows the legal moves must agree, and no other reading may come near;
- what may be talk is asked or passed over, never accepted;
- where a question about the position explains the sound better than any announcement, no move is
  offered.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from math import inf

import chess

from assistant.core.spoken.choice import Choice
from assistant.core.spoken.command import ABOUT_POSITION, HARMLESS, Command
from assistant.core.spoken.evidence import Candidate, Ear, Kind, audible, spoken_seconds
from assistant.core.spoken.hypotheses import Alternatives, Hearing
from assistant.core.spoken.reading import Ambiguous, Doubt
from assistant.core.spoken.tuning import Tuning


class Verdict(StrEnum):
    ACCEPT = "accept"
    ASK = "ask"
    """Heard with doubt: the moves are offered, or the speaker is asked to repeat."""
    NOT_LEGAL = "not legal"
    """Heard clearly, and it is no legal move."""
    NOT_FOR_ME = "not for me"
    """Talk, a cough, another board."""


Odds = tuple[tuple[chess.Move, float], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    verdict: Verdict
    text: str = ""
    """The announcement or command that was heard, in the grammar's spelling."""
    moves: tuple[chess.Move, ...] = ()
    """The move that was accepted, or those that are offered, likeliest first."""
    command: Command | None = None
    margin: float = 0.0
    """How far the reading leads the next one; negative if it is behind."""
    lead: float | None = None
    """How far it leads the background, a second of speech."""
    clear: bool = False
    """The words are beyond doubt, whatever they mean here."""
    odds: Odds = ()
    """How far each legal move that may have been said is behind the best reading, 0 or less."""


_OFFERED = 3


@dataclass(frozen=True)
class Spoken:
    """An utterance that was heard, and the ear that heard it."""

    hearing: Hearing
    ear: Ear
    speaker: chess.Color | None = None
    """Whose microphone it came from, if each player has his own."""
    sound: bytes = field(default=b"", compare=False, repr=False)
    """What was heard, trimmed, for a record of it; 16 kHz, mono, 16-bit."""

    @cached_property
    def alternatives(self) -> Alternatives:
        """What may have been said: announcements, commands and questions, likeliest first."""
        asked = filter(self.ear.asks, self.hearing.asked)
        return tuple(sorted((*self.hearing.general, *asked), key=lambda one: -one.score))

    @cached_property
    def text(self) -> str:
        """The likeliest words."""
        best = self.alternatives[:1]
        return self.ear.vocabulary.spell(audible(best[0], self.ear.tuning)) if best else ""

    def decide(self, board: chess.Board, awaited: chess.Move | None = None) -> Decision:
        """What to make of it in a position, when a certain move is to be repeated or none.

        The same move from two people is stronger than from one (D.2.1); another move than the
        awaited one needs so much more evidence.
        """
        return _Weighing(self, board, awaited).decision()

    @cached_property
    def lead(self) -> float | None:
        """How far the likeliest words lead the background, a second of speech."""
        background, heard = self.hearing.background, self.alternatives
        if background is None or not heard:
            return None
        return (heard[0].score - background) / max(spoken_seconds(heard), 0.2)

    def leads(self, least: float) -> bool:
        """Whether it is so far from talk, as far as the model can tell."""
        return self.lead is None or self.lead >= least


class _Weighing:
    def __init__(self, spoken: Spoken, board: chess.Board, awaited: chess.Move | None) -> None:
        ear = spoken.ear
        self.ear, self.board, self.tuning = ear, board, ear.tuning
        self.spoken, self.awaited = spoken, awaited
        self.general = sorted(
            ear.candidates(board, spoken.alternatives), key=lambda one: -self._expected(one)
        )
        self.fitting = ear.candidates(board, spoken.hearing.fitting)
        self.question = self._question()
        self.lead = spoken.lead if self.general else None

    def _question(self) -> Candidate | None:
        """The question about the position that the sound alone speaks for: "Reihe vier".

        No announcement explains it as well; words that make no sense may, a little better.
        """
        if not self.general:
            return None
        senseless = (Kind.HALF, Kind.NOTHING)
        best = max(self.general, key=lambda one: (one.kind not in senseless, one.score))
        asks = isinstance(best.reading, Command) and best.reading.name in ABOUT_POSITION
        heard = max(one.score for one in self.general)
        return best if asks and heard - best.score <= self.tuning.near else None

    def _expected(self, candidate: Candidate) -> float:
        """The score with what is expected before anything is heard."""
        awaited = candidate.move is not None and candidate.move == self.awaited
        return self.ear.expected(candidate) + (self.tuning.repetition if awaited else 0.0)

    def decision(self) -> Decision:
        if not self.general or not self.general[0].text:
            return Decision(Verdict.NOT_FOR_ME, lead=self.lead)
        best = self.general[0]
        if self.lead is not None and self.lead < self.tuning.talk:
            return self._decided(Verdict.NOT_FOR_ME, best)
        match best.kind:
            case Kind.MOVE:
                return self._move(best)
            case Kind.SEVERAL:
                return self._several(best)
            case Kind.ILLEGAL:
                return self._illegal(best)
            case Kind.COMMAND:
                return self._command(best)
            case _:
                return self._unclear(best)

    def _decided(
        self, verdict: Verdict, best: Candidate, moves: tuple[chess.Move, ...] = ()
    ) -> Decision:
        margin = self._margin(best)
        return Decision(
            verdict,
            best.text,
            moves,
            best.reading if isinstance(best.reading, Command) else None,
            margin,
            self.lead,
            clear=margin >= self.tuning.accept and not self._doubtful,
            odds=() if self.question else self._odds(),
        )

    def _ask(self, best: Candidate, moves: tuple[chess.Move, ...] = ()) -> Decision:
        """A question about what was said, so that the words are never taken as if typed."""
        if self.question is not None:
            best, moves = self.question, ()
        return replace(self._decided(Verdict.ASK, best, moves), clear=False)

    @property
    def _doubtful(self) -> bool:
        return self.lead is not None and self.lead < self.tuning.doubtful

    def _margin(self, best: Candidate) -> float:
        """How far the candidate leads in both decodings, known confusions taken off."""
        margins = [self.tuning.unseen]
        for rival in self.general:
            if rival.meaning != best.meaning:
                lead = self._expected(best) - self._against(best, rival)
                margins.append(lead - self._confusable(best, rival))
        if best.kind is not Kind.MOVE:
            return round(min(margins), 2)
        fits = [one for one in self.fitting if one.meaning == best.meaning]
        if not fits:
            return round(min(*margins, -self.tuning.near), 2)
        for rival in self.fitting:
            if rival.meaning != best.meaning:
                lead = self._expected(fits[0]) - self._expected(rival)
                margins.append(lead - self._confusable(fits[0], rival))
        named = {one.move for one in (*self.general, *self.fitting)}
        margins += (
            2 * self.tuning.unseen - weight  # neither of two decodings has named it
            for move, weight in self.ear.mistaken(self.board, best)
            if move not in named
        )
        return round(min(margins), 2)

    def _against(self, best: Candidate, rival: Candidate) -> float:
        """The rival's score; nothing is forgiven where the move would be heard for want of words.

        "David vier Anna fünf" is not to become "David Eva fünf" because that is legal.
        """
        fuller = len(rival.heard.split()) > len(best.heard.split())
        if best.kind is Kind.MOVE and (
            rival.kind is Kind.COMMAND or (rival.kind is Kind.ILLEGAL and fuller)
        ):
            return rival.score
        return self._expected(rival)

    def _confusable(self, best: Candidate, rival: Candidate) -> float:
        if rival.kind is not Kind.MOVE:
            return 0.0
        return self.ear.confusable(best.heard, rival.heard)

    def _behind(self) -> dict[chess.Move, float]:
        """Every legal move that was named, with its distance from the best reading."""
        moves: dict[chess.Move, float] = {}
        for found in (self.general, self.fitting):
            top = max((self._expected(one) for one in found), default=0.0)
            for one in found:
                if one.move is not None:
                    behind = top - self._expected(one)
                    moves[one.move] = min(behind, moves.get(one.move, behind))
        return moves

    def _odds(self) -> Odds:
        return tuple((move, -behind) for move, behind in self._behind().items())

    def _near(self, best: Candidate) -> tuple[chess.Move, ...]:
        """The legal moves that may have been said, likeliest first."""
        behind = self._behind()
        near = [move for move in behind if behind[move] <= self.tuning.near]
        near.sort(key=lambda move: (move != best.move, behind[move]))
        return tuple(near[:_OFFERED])

    def _move(self, best: Candidate) -> Decision:
        decision = self._decided(Verdict.ACCEPT, best, (best.move,) if best.move else ())
        doubted = best.move != self.awaited and (self._like_talk(best) or self._outdone(best))
        if decision.clear and not doubted:
            return decision
        return self._ask(best, self._near(best))

    def _outdone(self, best: Candidate) -> bool:
        """Words that make no sense explain the sound clearly better: it may have been illegal."""
        senseless = (one for one in self.general if one.kind in (Kind.HALF, Kind.NOTHING))
        lead = self.tuning.accept if self.tuning.senseless is None else self.tuning.senseless
        return any(one.text and one.score > best.score + lead for one in senseless)

    def _like_talk(self, best: Candidate) -> bool:
        """Two words that hardly lead, or one word twice: "David fährt" is not David vier."""
        words = best.heard.split()
        twice = any(one == other for one, other in pairwise(words))
        short = len(words) <= 2 and self.lead is not None and self.lead < self.tuning.two_words
        return twice or short

    def _several(self, best: Candidate) -> Decision:
        if self.question is not None:
            return self._ask(best)
        moves = best.reading.moves if isinstance(best.reading, Ambiguous) else ()
        return self._decided(Verdict.ASK, best, moves)

    def _illegal(self, best: Candidate) -> Decision:
        near = self._near(best)
        if self._doubtful:
            return self._ask(best, near) if near else self._decided(Verdict.NOT_FOR_ME, best)
        confused = self._confused(best)
        if confused or (near and self._margin(best) < self.tuning.accept):
            moves = tuple(dict.fromkeys((*confused, *near)))
            return self._ask(best, moves[:_OFFERED])
        if self._heard_clearly(best):
            return self._decided(Verdict.NOT_LEGAL, best)
        if self.spoken.leads(self.tuning.broken):
            return self._ask(best)
        return self._decided(Verdict.NOT_FOR_ME, best)

    def _heard_clearly(self, best: Candidate) -> bool:
        """By the sound alone; half the evidence will do to say of a move that it is not legal."""
        rivals = (one.score for one in self.general if one.meaning != best.meaning)
        return best.score - max(rivals, default=-inf) >= self.tuning.accept / 2

    def _confused(self, best: Candidate) -> tuple[chess.Move, ...]:
        """The legal move that a known confusion may have made illegal, if it comes first there."""
        first = next((one for one in self.fitting if one.kind is Kind.MOVE), None)
        if first is None or first.move is None:
            return ()
        return (first.move,) if self.ear.known_confusion(best.heard, first.heard) else ()

    def _command(self, best: Candidate) -> Decision:
        decision = self._decided(Verdict.ACCEPT, best)
        # A question that nobody asked costs an answer: it needs no more than to be no talk.
        harmless = isinstance(best.reading, Command) and best.reading.name in HARMLESS
        if decision.clear or (harmless and decision.margin >= self.tuning.accept):
            return decision
        near = self._near(best)
        return self._ask(best, near) if near else self._decided(Verdict.NOT_FOR_ME, best)

    def _unclear(self, best: Candidate) -> Decision:
        """No announcement: a move that comes near is offered, half of one is asked for again."""
        near = self._near(best)
        if near:
            return self._ask(best, near)
        broken = best.kind is Kind.HALF and self.spoken.leads(self.tuning.broken)
        return self._decided(Verdict.ASK if broken else Verdict.NOT_FOR_ME, best)


def combine(first: Odds, second: Decision, tuning: Tuning) -> Decision:
    """One decision from two utterances that should be the same move.

    A move that was doubtful twice, said by one person or by two (D.2.1: the opponent repeats it),
    may be beyond doubt by both together; what differs clearly is asked, with the second first.
    """
    if second.verdict is Verdict.ACCEPT or not second.odds or not first:
        return second
    before, after = dict(first), dict(second.odds)
    total = {
        move: before.get(move, -tuning.unseen) + after.get(move, -tuning.unseen)
        for move in before | after
    }
    ranked = sorted(total, key=lambda move: -total[move])
    best = ranked[0]
    margin = total[best] - total[ranked[1]] if len(ranked) > 1 else tuning.unseen
    doubtful = second.lead is not None and second.lead < tuning.doubtful
    together = min(before.get(best, -tuning.near), after.get(best, -tuning.near)) > -tuning.near
    if together and margin >= tuning.accept and not doubtful:
        return replace(
            second, verdict=Verdict.ACCEPT, moves=(best,), margin=round(margin, 2), clear=True
        )
    near = [move for move in ranked if total[best] - total[move] <= tuning.near]
    return replace(second, verdict=Verdict.ASK, moves=tuple(near[:_OFFERED]), clear=False)


def asked(decision: Decision, awaited: chess.Move | None = None) -> Choice:
    """The question by which the moves of a doubtful hearing are offered.

    A move that is to be repeated is always among them, so that nobody must say no to be asked
    about it.
    """
    moves = decision.moves
    if awaited is not None and awaited not in moves:
        moves = (awaited, *moves[: _OFFERED - 1])
    return Choice(Ambiguous(moves, Doubt.HEARING), odds=decision.odds)

"""One turn: what must happen from a player's announcement until his opponent's clock runs.

Laws of this module:
- a move is announced, and repeated by the opponent where the event asks for it (D.2.1);
- it is executed when it has been announced, a captured piece is off the mover's board and a
  piece stands in another hole; these three facts come in any order (D.2.3);
- only then may the opponent's clock be started (D.2.4); for a sighted player the ordinary rules
  hold, and his hand on his own board needs no witness (D.2.5);
- the other board may follow at any time after the announcement, even after the clock;
- an announcement is corrected by a new one, or withdrawn, until the clock is started and not
  after (D.2.8); what was repeated or set on the other board after the old one is void, what
  stands on the mover's own board is not;
- a repetition that differs makes nothing true.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

import chess


class Fact(StrEnum):
    ANNOUNCED = "announced"
    REPEATED = "repeated"
    REMOVED = "removed"
    """The captured piece is off the mover's board."""
    PLACED = "placed"
    """A piece stands in another hole of the mover's board."""
    MIRRORED = "mirrored"
    """The move was made on the other board."""


class Step(StrEnum):
    ANNOUNCE = "announce"
    REPEAT = "repeat"
    DIFFER = "differ"
    REMOVE = "remove"
    PLACE = "place"
    MIRROR = "mirror"
    WITHDRAW = "withdraw"


Facts = frozenset[Fact]

_HEARD = frozenset({Fact.REPEATED, Fact.MIRRORED})
"""What rests on the announcement."""

_STEPS: dict[Step, tuple[Facts, Facts, Facts]] = {
    # step: it needs, it makes true, it makes void
    Step.ANNOUNCE: (frozenset(), frozenset({Fact.ANNOUNCED}), _HEARD),
    Step.REPEAT: (frozenset({Fact.ANNOUNCED}), frozenset({Fact.REPEATED}), frozenset()),
    Step.DIFFER: (frozenset({Fact.ANNOUNCED}), frozenset(), frozenset({Fact.REPEATED})),
    Step.REMOVE: (frozenset(), frozenset({Fact.REMOVED}), frozenset()),
    Step.PLACE: (frozenset(), frozenset({Fact.PLACED}), frozenset()),
    Step.MIRROR: (frozenset({Fact.ANNOUNCED}), frozenset({Fact.MIRRORED}), frozenset()),
    Step.WITHDRAW: (frozenset({Fact.ANNOUNCED}), frozenset(), _HEARD | {Fact.ANNOUNCED}),
}


def _states() -> Iterator[Facts]:
    for count in range(len(Fact) + 1):
        for facts in map(frozenset, combinations(Fact, count)):
            if Fact.ANNOUNCED in facts or not facts & _HEARD:
                yield facts


TABLE: dict[Facts, dict[Step, Facts]] = {
    state: {
        step: (state - void) | true
        for step, (needed, true, void) in _STEPS.items()
        if needed <= state
    }
    for state in _states()
}
"""Every state of a turn, what may come next, and where it leads. A step that is not in the row
of a state cannot be; the clock may be started in the states that `ready` accepts."""


@dataclass(frozen=True, slots=True)
class Turn:
    facts: Facts = frozenset()
    move: str | None = None
    """The announced move, as UCI."""
    touched: tuple[chess.Square, ...] = ()
    """Pieces taken out of their holes, in order (D.2.2)."""

    def may(self, step: Step) -> bool:
        return step in TABLE[self.facts]

    def take(self, step: Step, move: str | None = None) -> "Turn":
        """The turn after a step that it `may` take."""
        facts = TABLE[self.facts][step]
        if step is Step.ANNOUNCE:
            return replace(self, facts=facts, move=move)
        return replace(self, facts=facts, move=self.move if Fact.ANNOUNCED in facts else None)


NO_FACTS = Turn()


def required(*, blind: bool, capture: bool, repetition: bool) -> Facts:
    """What must be true before the opponent's clock may be started."""
    facts = {Fact.ANNOUNCED}
    if repetition:
        facts.add(Fact.REPEATED)
    if blind:
        facts.add(Fact.PLACED)
    if blind and capture:
        facts.add(Fact.REMOVED)
    return frozenset(facts)


def bound(board: chess.Board, touched: tuple[chess.Square, ...]) -> frozenset[chess.Move]:
    """The moves that touched pieces leave to a player; empty if they bind him to nothing (4.3-4.5).

    The first own piece that can move, the first piece of the opponent that can be captured, and
    both together where that is possible.
    """
    if not touched:
        return frozenset()
    legal = list(board.legal_moves)
    own = [s for s in touched if board.color_at(s) == board.turn]
    others = [s for s in touched if board.color_at(s) == (not board.turn)]
    for mine in own:
        for theirs in others:
            if both := {m for m in legal if m.from_square == mine and m.to_square == theirs}:
                return frozenset(both)
    for square in touched:
        by_own = square in own
        found = {m for m in legal if square == (m.from_square if by_own else m.to_square)}
        if found:
            return frozenset(found)
    return frozenset()

"""What can never happen: a static over-estimate of where every unit may ever stand.

Laws of this module:
- a square outside a unit's reach can never be entered by it in any legal continuation;
- a unit called fixed stays on its square, uncaptured, in every legal continuation;
- hence "no mate" is certain, while "mate not excluded" says nothing.

The estimate only grows: it starts from the position as it stands and adds every square that a
unit could enter if all the others were as helpful as already shown possible. Whose turn it is,
pins and tempo are not looked at, except that a king never enters a square guarded by a unit that
is fixed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from assistant.core.deadness.geometry import ALL, RAYS, leap_knight, slide, step_king, strike_pawn
from assistant.core.deadness.position import State


@dataclass(slots=True)
class Unit:
    """One man of the position, with the squares it may ever stand on.

    It grows while the estimate is made; afterwards nobody changes it.
    """

    home: int
    kind: chess.PieceType
    color: chess.Color
    reach: int
    """Where it may stand unpromoted; includes its home."""
    arrivals: int = 0
    """Where it may arrive by a move and capture."""
    promoted: int = 0
    """Where it may stand once promoted."""
    captured: bool = False
    """Whether it may ever be captured."""

    def stands(self) -> int:
        return self.reach | self.promoted


@dataclass(frozen=True, slots=True)
class Mobility:
    """The finished estimate."""

    units: tuple[Unit, ...]
    fixed: int
    """Squares whose unit never moves and is never captured."""
    guards: tuple[int, int]
    """Squares that Black's (0) and White's (1) fixed units guard forever."""

    def excludes_mate(self, winner: chess.Color) -> bool:
        """Whether no legal continuation at all can end in checkmate by ``winner``."""
        return not self.mating_squares(winner)

    def lines(self) -> int:
        """The squares that a line of attack may cross when it comes to mate.

        A king's own square is one of them: a king in check cannot flee along the line.
        """
        kings = sum(unit.home for unit in self.units if unit.kind == chess.KING)
        return ALL & ~self.fixed | kings

    def may_promote(self, color: chess.Color) -> bool:
        """Whether a promotion of the colour is not excluded."""
        return any(unit.promoted for unit in self.units if unit.color == color)

    def mating_squares(self, winner: chess.Color) -> int:
        """Squares outside of which the other king can never be mated."""
        through = self.lines()
        strikes = covers = prey = 0
        blockers = []
        for unit in self.units:
            if unit.color != winner:
                if unit.kind == chess.KING:
                    prey = unit.reach
                else:
                    blockers.append(unit.stands())
            elif unit.kind == chess.KING:
                covers |= step_king(unit.reach)
            else:
                strikes |= attacks(unit, through)
        covers |= strikes
        found = 0
        for square in chess.scan_forward(prey & strikes):
            flights = chess.BB_KING_ATTACKS[square] & ~covers
            if not flights or can_be_taken(flights, blockers):
                found |= chess.BB_SQUARES[square]
        return found


def can_be_taken(flights: int, blockers: Sequence[int]) -> bool:
    """Whether every flight square may be taken by a different one of the blockers."""
    taken: dict[int, int] = {}

    def place(flight: int, tried: set[int]) -> bool:
        for index, stands in enumerate(blockers):
            if stands >> flight & 1 and index not in tried:
                tried.add(index)
                if index not in taken or place(taken[index], tried):
                    taken[index] = flight
                    return True
        return False

    return all(place(flight, set()) for flight in chess.scan_forward(flights))


def attacks(unit: Unit, through: int) -> int:
    """Every square the unit may ever attack, if only those of ``through`` may be empty."""
    kind, reach = unit.kind, unit.reach
    if kind == chess.PAWN:
        struck = strike_pawn(reach, unit.color)
        if unit.promoted:
            struck |= slide(unit.promoted, through, RAYS[chess.QUEEN]) | leap_knight(unit.promoted)
        return struck
    if kind == chess.KNIGHT:
        return leap_knight(reach)
    if kind == chess.KING:
        return step_king(reach)
    return slide(reach, through, RAYS[kind])


def estimate(state: State) -> Mobility:
    """The over-estimate for a position, whoever is to move."""
    units = _muster(state)
    white, black, kings = state[6], state[7], state[5]
    side = (black, white)
    fixed = white | black
    pawns = [unit for unit in units if unit.kind == chess.PAWN]
    grew = True
    while grew:
        grew = False
        through = ALL & ~fixed
        stands = [0, 0]
        occupied = 0
        for unit in units:
            squares = unit.reach | unit.promoted
            occupied |= squares
            if unit.kind != chess.KING:
                stands[unit.color] |= squares
        guards = _guards(units, fixed, ALL & ~occupied)
        hits = [0, 0]
        for unit in units:
            enemy = not unit.color
            enter = through | (fixed & side[enemy] & ~kings)
            if unit.kind == chess.PAWN:
                lane = through & _lane(unit, pawns)
                grew |= _advance(unit, lane, through, enter, stands[enemy])
            else:
                step = attacks(unit, through) & enter
                if unit.kind == chess.KING:
                    step &= ~guards[enemy]
                if step & ~unit.arrivals:
                    unit.arrivals |= step
                    unit.reach |= step
                    grew = True
            hits[unit.color] |= unit.arrivals
        for unit in units:
            squares = unit.reach | unit.promoted
            if not unit.captured and unit.kind != chess.KING and squares & hits[not unit.color]:
                unit.captured = grew = True
            if unit.home & fixed and (unit.captured or squares != unit.home):
                fixed &= ~unit.home
                grew = True
    return Mobility(tuple(units), fixed, (guards[0], guards[1]))


def _muster(state: State) -> list[Unit]:
    """The units where they stand, with what only the first move may still do."""
    pawns, knights, bishops, rooks, _, kings, white, black, turn, castling, ep = state
    units = []
    rest = white | black
    while rest:
        home = rest & -rest
        rest ^= home
        kind = (
            chess.PAWN
            if home & pawns
            else chess.KING
            if home & kings
            else chess.BISHOP
            if home & bishops
            else chess.KNIGHT
            if home & knights
            else chess.ROOK
            if home & rooks
            else chess.QUEEN
        )
        units.append(Unit(home, kind, bool(home & white), home))
    # The pawn just moved may be taken as if it stood one square back.
    victim = ep >> 8 if turn else ep << 8
    for unit in units:
        if unit.home & victim:
            unit.reach |= ep
        elif castling and unit.home & (castling | kings):
            _let_castle(unit, castling)
    return units


def _lane(pawn: Unit, pawns: list[Unit]) -> int:
    """Where a pawn may step straight ahead, given that pawns never jump over each other.

    The order of the pawns on a file holds until one of them captures, is captured or promotes.
    """
    open_ = ALL
    if not pawn.arrivals:
        file = pawn.home % 255
        for other in pawns:
            if other.arrivals or other.captured or other.promoted or other.home % 255 != file:
                continue
            if pawn.color:
                if other.home > pawn.home:
                    open_ &= (1 << other.reach.bit_length() - 1) - 1
            elif other.home < pawn.home:
                lowest = other.reach & -other.reach
                open_ &= ~((lowest << 1) - 1)
    return open_


def _advance(unit: Unit, lane: int, through: int, enter: int, targets: int) -> bool:
    """Adds a pawn's next squares; ``arrivals`` holds only those where it may capture."""
    white = unit.color
    # A double step needs the single one, so repeating single steps finds its square, too.
    step = (unit.reach << 8 if white else unit.reach >> 8) & lane
    strike = strike_pawn(unit.reach, white) & targets
    last = chess.BB_RANK_8 if white else chess.BB_RANK_1
    moved = step | strike
    before = unit.reach, unit.arrivals, unit.promoted
    unit.promoted |= moved & last
    unit.reach |= moved & ~last
    unit.arrivals |= strike
    if unit.promoted:
        onward = slide(unit.promoted, through, RAYS[chess.QUEEN]) | leap_knight(unit.promoted)
        unit.promoted |= onward & enter
        unit.arrivals |= onward & enter
    return before != (unit.reach, unit.arrivals, unit.promoted)


def _guards(units: list[Unit], fixed: int, empty: int) -> list[int]:
    """The squares each side guards forever, by units that are fixed, over squares never entered."""
    guarded = [0, 0]
    for unit in units:
        if unit.home & fixed:
            if unit.kind in RAYS:
                guarded[unit.color] |= slide(unit.home, empty, RAYS[unit.kind])
            else:
                still = Unit(unit.home, unit.kind, unit.color, unit.home)
                guarded[unit.color] |= attacks(still, 0)
    return guarded


def _let_castle(unit: Unit, rooks: int) -> None:
    """Adds the squares that castling with any of the rooks may bring a king or a rook to."""
    rank = chess.BB_RANK_1 if unit.color else chess.BB_RANK_8
    if rooks & rank:
        files = (
            chess.BB_FILE_C | chess.BB_FILE_G
            if unit.kind == chess.KING
            else chess.BB_FILE_D | chess.BB_FILE_F
        )
        if unit.home & rank:
            unit.reach |= files & rank

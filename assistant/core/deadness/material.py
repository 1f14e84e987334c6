"""Which material can never mate, whatever stands where.

Laws of this module:
- "never" is a theorem about every position with that material from which the game goes on;
  a position that is checkmate already must be noticed before asking;
- the other side's units count: they may take flight squares from their own king.
"""

import chess

from assistant.core.deadness.position import State


def cannot_mate(state: State, winner: chess.Color) -> bool:
    """Whether the material alone excludes every checkmate by ``winner`` from now on.

    Three cases, each closed under every move of either side:

    - a bare king;
    - one knight against nothing but queens: a queen that takes a flight square from its own king
      can always capture the knight that gives check, or another queen in between can;
    - bishops on squares of one colour, no pawns, no knights, and no bishop on the other colour:
      of the two squares that touch both the mated king and the square from which the check comes
      in, the enemy king can guard only one; the other holds a rook or queen that can interpose
      there or capture, and no bishop of that colour can pin it.
    """
    pawns, knights, bishops, rooks, queens, kings, white, black = state[:8]
    own, enemy = (white, black) if winner else (black, white)
    if (pawns | rooks | queens) & own:
        return False
    own ^= kings & own
    if not own:
        return True
    if own & knights:
        return not own & own - 1 and not enemy & ~kings & ~queens
    if pawns | knights:
        return False
    return not (bishops & chess.BB_DARK_SQUARES and bishops & chess.BB_LIGHT_SQUARES)

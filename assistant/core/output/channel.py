"""Who hears what: the visually disabled player in his earphone, or both players in the room.

The announcement of a move is for both (D.2.1); what one player asks about, and above all the time,
is for his ears alone (D.2.6.1, D.2.10.4). The table `channels` of `announcer.toml` names the rest.
"""

from collections.abc import Collection
from enum import StrEnum

import chess

from assistant.core.output.announcement import Announcement, Urgency


class Channel(StrEnum):
    EARPHONE = "earphone"
    """Heard by the visually disabled player only."""
    LOUDSPEAKER = "loudspeaker"
    """Heard by both players."""


def concerns(announcement: Announcement, player: chess.Color | None) -> bool:
    """Whether the visually disabled `player` is told it: all but what his opponent alone asked.

    That the opponent reads for himself; if both are visually disabled, `player` is None.
    """
    audience = announcement.audience
    return audience is None or player is None or audience == player


def channels(
    announcement: Announcement, public: Collection[str], player: chess.Color | None
) -> frozenset[Channel]:
    """Where an announcement is spoken; `public` names the keys that concern both players.

    The visually disabled `player` hears what concerns him. Both hear moves and what is ruled.
    """
    if not concerns(announcement, player):
        return frozenset()
    if announcement.audience is not None:
        return frozenset({Channel.EARPHONE})
    if announcement.urgency is Urgency.MOVE or announcement.key in public:
        return frozenset(Channel)
    return frozenset({Channel.EARPHONE})

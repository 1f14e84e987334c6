"""A tactile clock: where its hands stand, in words and as a row of braille cells.

The clock is set as players know it: the time is used up when it shows six o'clock. It has one
raised dot every five minutes and two every fifteen, and its flag can be felt to rise during the
last five minutes of an hour (D.2.6.2). A minute that has begun is used up, so that the hands never
promise more time than there is.
"""

from dataclasses import dataclass

from assistant.core.output.announcement import Phrase
from assistant.core.play.timecontrol import MINUTE

_SIX = 6 * 60
_ROUND = 12 * 60
_ONE_DOT, _TWO_DOTS, _HAND_ON_DOT, _BLANK = "⠂", "⠒", "⠿", "⠀"
_BEYOND = ("⠀", "⠁", "⠃", "⠉", "⠙")
"""Minutes beyond a dot in the gap behind it: nothing, then braille's 1 to 4."""


@dataclass(frozen=True, slots=True)
class Face:
    hour: int
    """1 to 12: the hour that the small hand has reached."""
    minute: int
    """0 to 59: the large hand."""
    flag: str = ""
    """`rises` in the last five minutes of an hour, `last` in the last of all, then `fallen`."""

    @property
    def dot(self) -> int:
        """The minute of the dot that the large hand has reached."""
        return self.minute // 5 * 5

    @property
    def beyond(self) -> int:
        """How many minutes the large hand is beyond that dot, 0 to 4."""
        return self.minute % 5


def face(left_ms: int) -> Face:
    """The hands when so much time is left."""
    shown = (_SIX - left_ms // MINUTE) % _ROUND
    if left_ms < MINUTE:
        flag = "last" if left_ms > 0 else "fallen"
    else:
        flag = "rises" if shown % 60 >= 55 else ""
    return Face(shown // 60 or 12, shown % 60, flag)


def phrase(hands: Face) -> Phrase:
    """Both hands in words, the large one by the dot that it has reached."""
    dots = "two_dots" if hands.dot % 15 == 0 else "dot"
    place = (
        Phrase(f"hands_beyond_{dots}", {"count": hands.beyond, "number": hands.dot})
        if hands.beyond
        else Phrase(f"hands_on_{dots}", {"number": hands.dot})
    )
    key = f"hands_{hands.flag}".rstrip("_")
    return Phrase(key, {"number": hands.hour, "place": place})


def cells(hands: Face) -> str:
    """The hour as a row of 25 braille cells: twelve dots from 0 to 55 and their gaps, then 60.

    One dot every five minutes, two every fifteen; a full cell where the large hand is on a dot,
    else 1 to 4 in the gap behind the dot it has passed.
    """
    row = []
    for dot in range(0, 65, 5):
        here = dot == hands.dot
        plain = _TWO_DOTS if dot % 15 == 0 else _ONE_DOT
        row.append(_HAND_ON_DOT if here and not hands.beyond else plain)
        row.append(_BEYOND[hands.beyond] if here else _BLANK)
    return "".join(row[:-1])

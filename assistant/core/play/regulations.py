"""The regulations of one game at an event: the shape of `event.toml`.

Every rule of the Laws' appendix for blind players is a setting here, with the Laws' value as its
default (D.1). The six duties are those that the Laws allow an assistant to take over (D.2.10).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

import msgspec

from assistant.core.play import timecontrol
from assistant.core.play.timecontrol import TimeControl
from assistant.core.table import convert
from assistant.errors import DataError

EDITIONS = ("1997", "2009", "2018")


class Duty(StrEnum):
    """What an assistant may do for the visually disabled player, in the order of D.2.10.1–6."""

    MOVE = "move"
    """Make the moves of either player on the opponent's board."""
    ANNOUNCE = "announce"
    """Announce the moves of both players."""
    RECORD = "record"
    """Keep the score and start the opponent's clock."""
    TELL = "tell"
    """Tell the number of moves and the time used, on request only."""
    CLAIM = "claim"
    """Claim that time is overstepped; report that the sighted player touched a piece."""
    ADJOURN = "adjourn"
    """Carry out the formalities of an adjournment."""


class EarlyPress(StrEnum):
    """What happens when a clock is pressed before the move is complete (D.2.4)."""

    REFUSE = "refuse"
    RECORD = "record"


class Questions(StrEnum):
    """What a player may ask the program during the game."""

    TIME = "time"
    """Time used and number of moves, as D.2.10.4 allows."""
    MOVES = "moves"
    """The moves played so far."""
    POSITION = "position"
    """What stands where; only if the arbiter allows it."""


class Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    pass


class Player(Table, frozen=True, kw_only=True):
    name: str
    visually_disabled: bool = False


class Event(Table, frozen=True, kw_only=True):
    name: str = ""
    place: str = ""
    date: str = ""
    round: str = ""
    board: str = ""


class Rules(Table, frozen=True, kw_only=True):
    edition: str = "2018"
    time_control: str = "90+30"
    supervised: bool = True
    """Every game has an arbiter's eye on it; decides some penalties in rapid and blitz."""
    default_time: Annotated[int, msgspec.Meta(ge=0, le=240)] | None = None
    """Minutes a player may be late; None: what the edition says."""
    no_draw_before: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    """Moves by both before which no draw may be agreed (9.1.1)."""
    chess960: Annotated[int, msgspec.Meta(ge=0, le=959)] | None = None


class Speech(Table, frozen=True, kw_only=True):
    language: str = "de"
    ranks: str = "german"
    """`german` as in the Laws, or `local` if the arbiter decides so (D.2.1)."""
    repetition_required: bool = True
    """The opponent repeats each announced move (D.2.1)."""
    early_press: EarlyPress = EarlyPress.REFUSE
    questions: tuple[Questions, ...] = (Questions.TIME,)
    keep_sound: bool = False
    """The announcements as the microphone hears them are kept (D.2.7: a recording device)."""
    alarms: bool = False
    """Warn a visually disabled player when his time runs short; the Laws know only answers on
    request (D.2.6.1, D.2.10.4)."""


class Regulations(Table, frozen=True, kw_only=True):
    white: Player
    black: Player
    event: Event = Event()
    rules: Rules = Rules()
    speech: Speech = Speech()
    duties: tuple[Duty, ...] = tuple(Duty)

    @property
    def time_control(self) -> TimeControl:
        return timecontrol.parse(self.rules.time_control)


def as_written(regulations: Regulations) -> dict[str, Any]:
    """The regulations as plain values that a journal gives back unchanged."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(regulations))
    return plain


def check(raw: Mapping[str, Any], file: str) -> Regulations:
    """Regulations whose every value can be used.

    :raises DataError: naming file, key and remedy.
    :raises TimeControlError: if the time control cannot be read.
    """
    regulations = convert(raw, Regulations, file, "event")
    if regulations.rules.edition not in EDITIONS:
        known = ", ".join(EDITIONS)
        raise DataError(
            file, "rules.edition", "no such edition of the Laws", f"Choose one of {known}"
        )
    if regulations.speech.ranks not in ("german", "local"):
        raise DataError(file, "speech.ranks", "not a choice", "Write german or local")
    if not (regulations.white.visually_disabled or regulations.black.visually_disabled):
        raise DataError(
            file,
            "white.visually_disabled",
            "neither player is visually disabled",
            "Set it to true for White or for Black",
        )
    timecontrol.parse(regulations.rules.time_control)
    return regulations

"""The shape of a file of the Laws: one edition, its figures and article numbers, no prose.

Guarantee: what `check` returns has every table, each value of its type and within bounds.
"""

import datetime as dt
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec

from assistant.core.table import convert
from assistant.errors import DataError


class Rate(StrEnum):
    """How fast a game is, by its thinking time."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class Caller(StrEnum):
    """Who points out that a flag has fallen."""

    ARBITER = "arbiter"
    PLAYER = "player"


Count = Annotated[int, msgspec.Meta(ge=0)]
Article = str
"""The number of an article as its edition writes it; empty if the edition has none."""


class Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    pass


class Header(Table, frozen=True, kw_only=True):
    edition: str
    in_force_from: dt.date
    blind_play: Article
    """The appendix for blind and visually disabled players."""


class DefaultTime(Table, frozen=True, kw_only=True):
    article: Article
    minutes: Count
    """How late a player may come."""
    set_by_regulations: bool


class Boundary(Table, frozen=True, kw_only=True):
    article: Article
    minutes: Count
    included: bool
    """A game of exactly so many minutes belongs to the slower rate."""


class Rates(Table, frozen=True, kw_only=True):
    moves: Count
    """The thinking time is that for so many moves."""
    counts_increments: bool
    rapid: Boundary
    """Where rapid begins; anything faster is blitz."""
    standard: Boundary
    blitz_article: Article


class Supervised(Table, frozen=True, kw_only=True):
    article: Article
    games_per_arbiter: Count
    """With no more games than this to each arbiter, the ordinary rules apply."""


class Supervision(Table, frozen=True, kw_only=True):
    rapid: Supervised
    blitz: Supervised


class IllegalMove(Table, frozen=True, kw_only=True):
    article: Article
    opponent_gets_minutes: Count
    loses_at: Annotated[int, msgspec.Meta(ge=1)]
    """Which offence of one player loses the game."""
    draw_if_no_mate: bool = False
    """The game is drawn if the opponent cannot mate."""
    before_own_move: bool = False
    """It must be dealt with before the opponent makes his next move."""
    only_claimed: bool = False
    """The arbiter does not act by himself."""


class IllegalMoves(Table, frozen=True, kw_only=True):
    standard: IllegalMove
    rapid: IllegalMove
    blitz: IllegalMove
    rapid_supervised: IllegalMove | None = None
    blitz_supervised: IllegalMove | None = None


class PawnNotReplaced(Table, frozen=True, kw_only=True):
    article: Article
    becomes_queen: bool


class WrongClaim(Table, frozen=True, kw_only=True):
    article: Article
    opponent_gets_minutes: Count
    claimant_loses_percent: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Of what the claimant has left."""
    claimant_loses_at_most_minutes: Count = 0


class WrongClaims(Table, frozen=True, kw_only=True):
    standard: WrongClaim
    rapid: WrongClaim
    blitz: WrongClaim


Outcome = Literal["draw", "goes_on", "arbiter"]


class Flag(Table, frozen=True, kw_only=True):
    article: Article
    called_by: list[Caller]
    arbiter_may_call_both: bool = False
    """The arbiter may speak once both flags are down, even where he else may not."""
    loss_article: Article
    mate_test: Literal["any_sequence", "mating_material"]
    """What a side must be able to do, or have, in order to win on time."""
    both_down: Literal["draw", "first_loses"]
    both_down_article: Article
    unknown_order_last: Outcome
    unknown_order_last_article: Article
    unknown_order_earlier: Outcome
    unknown_order_earlier_article: Article
    unknown_order_with_increment: Literal["arbiter"] | None = None


class Flags(Table, frozen=True, kw_only=True):
    standard: Flag
    rapid: Flag
    blitz: Flag


class Agreement(Table, frozen=True, kw_only=True):
    article: Article
    moves_by_both: Count
    """How many moves both must have made before they may agree on a draw."""
    restricted_by_regulations: Article = ""


class Counted(Table, frozen=True, kw_only=True):
    article: Article
    count: Annotated[int, msgspec.Meta(ge=1)]


class Draws(Table, frozen=True, kw_only=True):
    dead_position: Article
    repetition_claimed: Counted
    moves_claimed: Counted
    repetition_automatic: Counted | None = None
    moves_automatic: Counted | None = None


class ReversedColours(Table, frozen=True, kw_only=True):
    article: Article
    new_game_below_moves: Count = 0
    """With fewer moves by both a new game is played; from there on the game goes on."""
    arbiter_may_differ: bool


class WrongSetUp(Table, frozen=True, kw_only=True):
    article: Article
    no_claim_after_moves: Count
    """In rapid and blitz, after so many moves by both."""


class NotRequired(Table, frozen=True, kw_only=True):
    article: Article
    rates: list[Rate]


class Recording(Table, frozen=True, kw_only=True):
    article: Article
    may_stop_below_minutes: Count
    unless_increment_seconds: Count
    for_rest_of_period: bool
    not_required: NotRequired


class Assistant(Table, frozen=True, kw_only=True):
    """A helper for a player who cannot record or handle the clock."""

    recording_article: Article
    clock_article: Article = ""
    time: Literal["deducted", "adjusted"]
    adjusted_if_disabled: bool


class Request(Table, frozen=True, kw_only=True):
    article: Article
    increment_seconds: Count
    opponent_gets_minutes: Count


class Quickplay(Table, frozen=True, kw_only=True):
    """The last period of a game, where all moves must be made in a fixed time."""

    article: Article
    below_minutes: Count
    rates: list[Rate]
    with_increment: bool
    announced_beforehand: bool
    postponed_opponent_gets_minutes: Count
    rejected_opponent_gets_minutes: Count = 0
    request: Request | None = None
    """A player may ask for an increment instead."""


class Penalties(Table, frozen=True, kw_only=True):
    article: Article
    kinds: list[str]
    """What the arbiter may impose, the mildest first."""


class Adjournment(Table, frozen=True, kw_only=True):
    sealed: Article
    envelope: Article
    opened: Article
    not_established: Article
    """A sealed move that is ambiguous, cannot be established, or is illegal."""
    resumed: Article
    absent: Article
    absent_minutes: Count | None = None
    """How late a player may come to the resumption; None: the default time."""
    lost: Article


SUBJECTS = frozenset({
    "checkmate", "stalemate", "resignation", "touched", "touched_blind", "announced",
    "executed", "corrected", "told", "offered", "completed", "set_up",
    "board_turned", "displaced", "clock_restored", "clock_stopped", "decision",
    "sheets_agree", "sheets_disagree",
})  # fmt: skip
"""What an announcement may cite that has no figure of its own."""


class Laws(Table, frozen=True, kw_only=True):
    header: Header
    default_time: DefaultTime
    rate: Rates
    supervision: Supervision | None = None
    illegal_move: IllegalMoves
    offences: dict[str, Article]
    """What counts as an illegal move, and by which article."""
    pawn_not_replaced: PawnNotReplaced
    wrong_claim: WrongClaims
    flag: Flags
    agreement: Agreement
    draws: Draws
    reversed_colours: ReversedColours
    wrong_set_up: WrongSetUp
    recording: Recording
    assistant: Assistant
    quickplay: Quickplay
    penalties: Penalties
    articles: dict[str, Article]
    """The article of every one of `SUBJECTS`; empty if the edition has none."""
    adjournment: Adjournment


def check(raw: Mapping[str, Any], file: str) -> Laws:
    """An edition of the Laws with every table present and of the right shape.

    :raises DataError: naming file, key and remedy.
    """
    laws = convert(raw, Laws, file, "laws")
    if laws.rate.rapid.minutes >= laws.rate.standard.minutes:
        raise DataError(
            file,
            "rate.rapid.minutes",
            "rapid begins where standard does or later",
            "Give fewer minutes than rate.standard has",
        )
    if wrong := SUBJECTS.symmetric_difference(laws.articles):
        key = min(wrong)
        known = key in SUBJECTS
        raise DataError(
            file,
            f"articles.{key}",
            "this key is missing" if known else "no such key is known",
            "Add it, as another laws file has it" if known else "Correct its spelling or remove it",
        )
    return laws

"""An announcement: what is told, as a key with arguments, before any language is chosen.

Voice, braille and text each word it in their own way. `PHRASES` names every key and the
placeholders that its phrase has in every grammar file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

import chess


class Urgency(IntEnum):
    """How an announcement reaches the listener; the larger interrupts the smaller."""

    CHATTER = 0
    """Heard if nothing else is waiting; dropped when something newer comes."""
    ANSWER = 1
    """Heard in full and in order, after what is being said."""
    MOVE = 2
    """Heard next; waits for nothing but an alarm."""
    ALARM = 3
    """Heard at once; whatever is being said stops."""


@dataclass(frozen=True, slots=True)
class Place:
    """A square."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class FileOf:
    """A file, 0 to 7."""

    file: int


@dataclass(frozen=True, slots=True)
class RankOf:
    """A rank, 0 to 7."""

    rank: int


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece, without its colour."""

    piece: chess.PieceType


@dataclass(frozen=True, slots=True)
class Kinds:
    """Pieces of one kind, as many as there are."""

    piece: chess.PieceType
    count: int


@dataclass(frozen=True, slots=True)
class Man:
    """A piece with its colour."""

    piece: chess.PieceType
    colour: chess.Color


@dataclass(frozen=True, slots=True)
class Colour:
    """The side White or Black."""

    colour: chess.Color


@dataclass(frozen=True, slots=True)
class MoveTold:
    """A move with everything that can be said of it; needs no board any more."""

    piece: chess.PieceType
    origin: chess.Square
    to: chess.Square
    """Where the piece ends; for castling, the king."""
    capture: bool = False
    en_passant: bool = False
    promotion: chess.PieceType | None = None
    castle: str | None = None
    """`short`, `long` or None."""
    check: bool = False
    mate: bool = False
    by_file: bool = False
    """The short form needs the file of origin."""
    by_rank: bool = False
    """The short form needs the rank of origin."""
    squares_tell: bool = True
    """The two squares tell this castling apart from every other move of the king."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things in a row, joined by `and` or by `or`."""

    items: tuple["Argument", ...]
    joined_by: str = "and"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase within a phrase."""

    key: str
    args: Mapping[str, "Argument"] = field(default_factory=dict)


Argument = (
    str | int | Place | FileOf | RankOf | Kind | Kinds | Man | Colour | MoveTold | Listing | Phrase
)


@dataclass(frozen=True, slots=True)
class Announcement:
    key: str
    args: Mapping[str, Argument] = field(default_factory=dict)
    urgency: Urgency = Urgency.ANSWER


def tell(key: str, urgency: Urgency = Urgency.ANSWER, /, **args: Argument) -> Announcement:
    return Announcement(key, args, urgency)


PHRASES: dict[str, frozenset[str]] = {
    key: frozenset(placeholders.split())
    for key, placeholders in {
        # Joining words
        "and": "",
        "or": "",
        "man_at": "man square",
        "count_of": "count piece",
        "numbered_white": "number move",
        "numbered_black": "number move",
        # A move that was read
        "played": "side move",
        "which_origin": "piece to choices",
        "which_promotion": "to choices",
        "which_move": "choices",
        "ask_not_pawn": "choices",
        "ask_not_capture": "to choices",
        "ask_not_check": "choices",
        "ask_not_mate": "choices",
        "ask_not_en_passant": "choices",
        "ask_castling": "choices",
        # A move that is refused
        "illegal_no_piece": "piece",
        "illegal_not_there": "piece at",
        "illegal_no_own_piece": "at",
        "illegal_cannot_reach": "piece to",
        "illegal_blocked": "piece to at",
        "illegal_own_piece": "to man",
        "illegal_exposes_king": "",
        "illegal_must_leave_check": "",
        "illegal_no_capture": "to",
        "illegal_no_promotion": "to",
        "illegal_promotion_piece": "piece",
        "illegal_only_pawns_promote": "piece",
        "illegal_castling_right_lost": "",
        "illegal_castling_in_check": "",
        "illegal_castling_through_check": "at",
        "illegal_castling_blocked": "at",
        "illegal_game_over": "",
        # Words that make no move
        "unclear_words": "words",
        "unclear_words_suggestion": "words suggestion",
        "unclear_incomplete": "words",
        "unclear_form": "words",
        "unclear_empty": "",
        "unclear_long": "",
        # Answers about the game and the position
        "last_move": "side move",
        "no_last_move": "",
        "turn": "side",
        "move_number": "number side",
        "on_square": "square man",
        "square_empty": "square",
        "where": "side piece squares",
        "where_none": "side piece",
        "on_rank": "rank men",
        "on_file": "file men",
        "on_diagonal": "square to men",
        "rank_empty": "rank",
        "file_empty": "file",
        "diagonal_empty": "square to",
        "no_diagonal": "square to",
        "pieces_of": "side count",
        "pieces_row": "piece squares",
        "attacked": "square side men",
        "not_attacked": "square side",
        "moves_of": "man square moves",
        "moves_none": "man square",
        "moves_of_none": "piece",
        "material": "side men",
        "material_equal": "",
        "material_ahead": "side count",
        "in_check": "side men",
        "not_in_check": "side",
        # A practice game
        "welcome": "opponent",
        "at_level": "opponent number",
        "at_elo": "opponent number",
        "welcome_help": "",
        "you_play": "side",
        "chess960_start": "number",
        "resumed": "count",
        "your_turn": "",
        "not_your_turn": "",
        "taken_back": "count",
        "nothing_to_take_back": "",
        "cancelled": "",
        "nothing_asked": "",
        "nothing_to_repeat": "",
        "stopped_talking": "",
        "draw_offered": "side",
        "draw_offer_sent": "",
        "draw_offer_pending": "",
        "draw_declined": "side",
        "no_draw_offer": "",
        "draw_claim_wrong": "",
        "resign_confirm": "",
        "time_used": "yours theirs",
        "duration": "minutes seconds",
        "minutes": "count",
        "seconds": "count",
        "opponent_lost": "opponent",
        "white_wins": "reason",
        "black_wins": "reason",
        "drawn": "reason",
        "game_is_over": "",
        "reason_checkmate": "",
        "reason_stalemate": "",
        "reason_insufficient_material": "",
        "reason_threefold": "",
        "reason_fivefold": "",
        "reason_fifty_moves": "",
        "reason_seventyfive_moves": "",
        "reason_resignation": "",
        "reason_agreement": "",
        "game_kept": "command",
        "game_written": "file",
        "help_move": "",
        "help_choice": "",
        "help_yes_no": "",
        "help_waiting": "",
        "help_over": "",
        "help_questions": "",
        "help_board": "",
        "help_game": "",
        # Events, journals, sheets
        "event_file": "",
        "event_intro": "back",
        "event_ask": "what",
        "event_ask_default": "what default",
        "event_ask_one": "what choices",
        "event_ask_choice": "what choices default",
        "event_numbered": "number what",
        "event_line": "what value",
        "event_yes": "",
        "event_no": "",
        "event_none": "",
        "event_as_edition": "",
        "event_not_yes_no": "",
        "event_not_choice": "choices",
        "event_not_number": "least most",
        "event_not_text": "most",
        "event_name_needed": "",
        "event_not_time": "",
        "event_one_disabled": "",
        "event_first_question": "",
        "event_written": "file",
        "event_usable": "file",
        "event_white_name": "",
        "event_white_disabled": "",
        "event_black_name": "",
        "event_black_disabled": "",
        "event_name": "",
        "event_place": "",
        "event_date": "",
        "event_round": "",
        "event_board": "",
        "event_edition": "",
        "event_time_control": "",
        "event_supervised": "",
        "event_default_time": "",
        "event_no_draw_before": "",
        "event_chess960": "",
        "event_language": "",
        "event_ranks": "",
        "event_ranks_german": "",
        "event_ranks_local": "",
        "event_repetition": "",
        "event_early_press": "",
        "event_early_press_refuse": "",
        "event_early_press_record": "",
        "event_questions": "",
        "event_question_time": "",
        "event_question_moves": "",
        "event_question_position": "",
        "event_duties": "",
        "event_duty_move": "",
        "event_duty_announce": "",
        "event_duty_record": "",
        "event_duty_tell": "",
        "event_duty_claim": "",
        "event_duty_adjourn": "",
        "event_period_game": "time",
        "event_period_rest": "time",
        "event_period_moves": "time count",
        "event_period_repeats": "time count",
        "event_period_added": "period time",
        "event_period_given_back": "period time",
        "event_period_delayed": "period time",
        "event_period_then": "first then",
        "event_rate": "",
        "event_rate_standard": "",
        "event_rate_rapid": "",
        "event_rate_blitz": "",
        "sheet_title": "",
        "sheet_game": "",
        "sheet_can": "",
        "sheet_cannot": "",
        "sheet_settings": "",
        "sheet_program": "",
        "sheet_checklist": "",
        "sheet_signed": "",
        "sheet_cited": "what article",
        "sheet_disabled": "name",
        "sheet_sighted": "name",
        "sheet_no_appendix": "",
        "sheet_no_engine": "",
        "sheet_no_hints": "",
        "sheet_no_network": "",
        "sheet_nothing": "",
        "sheet_not_allowed": "what",
        "sheet_version": "",
        "sheet_files": "count",
        "sheet_two_boards": "",
        "sheet_board_size": "",
        "sheet_board_squares": "",
        "sheet_board_holes": "",
        "sheet_pieces": "",
        "sheet_clock_announces": "",
        "sheet_clock_hands": "",
        "sheet_clock_dots": "",
        "sheet_clock_flag": "",
        "journal_line": "news time",
        "journal_whole": "count",
        "journal_started": "side opponent",
        "journal_resumed": "",
        "journal_draw_offered": "side",
        "journal_fact": "name",
        "journal_facts": "name facts",
        "score_title": "",
        "score_start": "",
        "score_result": "",
        "score_number": "",
        "score_moves": "",
        "score_notes": "",
        "score_note": "number side what",
    }.items()
}

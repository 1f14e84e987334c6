"""The first words of a game at an event, or of its continuation."""

import chess

from assistant.core.output.announcement import Colour, Kind, Listing, Urgency
from assistant.core.output.durations import control, duration
from assistant.core.output.moves import told
from assistant.core.play.case import Case


def introduce(case: Case, *, resumed: bool) -> None:
    """Who plays, by which rules, from which start; and how things stand, after a break."""
    contest = case.contest
    rules = contest.regulations.rules
    case.say(
        "contest_open",
        white=contest.regulations.white.name,
        black=contest.regulations.black.name,
        time=control(contest.regulations.time_control),
        edition=rules.edition,
    )
    number = contest.started.chess960_number
    if number is not None and not contest.board.move_stack:
        case.say("chess960_start", number=number)
        row = [contest.board.piece_type_at(square) or chess.PAWN for square in range(8)]
        case.say("chess960_row", pieces=Listing(tuple(map(Kind, row)), ","))
    if contest.ended is not None:
        case.say("game_is_over")
    elif resumed:
        _how_it_stands(case)
    else:
        case.say("contest_ready")


def _how_it_stands(case: Case) -> None:
    contest = case.contest
    count = len(contest.board.move_stack)
    case.say("contest_resumed", count=count, side=Colour(contest.board.turn))
    move = contest.announced
    if move is not None:
        case.say("turn_so_far", move=told(contest.board, move))
    if contest.offer is not None:
        case.say("offer_stands", side=Colour(contest.offer))
    case.say(
        "clocks_stand",
        Urgency.ALARM,
        white=duration(case.left_ms(chess.WHITE)),
        black=duration(case.left_ms(chess.BLACK)),
    )

"""Reading and announcing for other programs: one position and one text in, plain data out."""

from typing import Any

import chess

from assistant.core.output import queries, replies
from assistant.core.output.announcement import Announcement, tell
from assistant.core.output.moves import told
from assistant.core.output.wording import Phrasebook
from assistant.core.play.position import parse_move
from assistant.core.spoken.command import Command
from assistant.core.spoken.decision import Decision, Verdict, asked
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.reading import Ambiguous, Exact, read_all
from assistant.core.spoken.suggestion import suggest
from assistant.core.spoken.utterance import NotUnderstood, understand

Result = dict[str, Any]


def read(board: chess.Board, text: str, lexicon: Lexicon, book: Phrasebook) -> Result:
    """What the words mean in the position; the keys are always the same."""
    understood = understand(text, lexicon)
    if isinstance(understood, Command):
        # What is no question about the position can only be obeyed in a game: it is told as heard.
        answer = queries.answer(board, understood) or [tell("listen_command", words=text.strip())]
        return _result("command", command=str(understood), say=_lines(answer, book))
    if isinstance(understood, NotUnderstood):
        why = replies.unclear(understood, suggest(understood, lexicon))
        return not_understood(book.say(why))
    reading = read_all(board, understood)
    if isinstance(reading, Exact):
        move = reading.move
        return _result(
            "exact", move=board.uci(move), san=board.san(move), say=book.move(told(board, move))
        )
    if isinstance(reading, Ambiguous):
        question = book.say(replies.ask(board, reading))
        moves = [board.uci(move) for move in reading.moves]
        return _result("ambiguous", candidates=moves, reason=question, say=question)
    refusal = book.say(replies.refuse(reading))
    return _result("illegal", reason=refusal, say=refusal)


def heard(board: chess.Board, decision: Decision, lexicon: Lexicon, book: Phrasebook) -> Result:
    """What was decided about sound, with the keys of `read`: a move only if it was accepted."""
    match decision.verdict:
        case Verdict.ACCEPT | Verdict.NOT_LEGAL:
            return read(board, decision.text, lexicon, book)
        case Verdict.ASK if decision.moves:
            words = read(board, decision.text, lexicon, book)
            if decision.clear and words["candidates"]:
                return words  # heard beyond doubt: asked is what they leave open, not whether
            question = book.say(replies.ask(board, asked(decision).reading))
            moves = [board.uci(move) for move in decision.moves]
            return _result("ambiguous", candidates=moves, reason=question, say=question)
        case Verdict.ASK:
            return not_understood(book.say(tell("heard_badly")))
        case Verdict.NOT_FOR_ME:
            return not_understood(book.say(tell("heard_nothing")))


def unheard(file: str, reason: str) -> Result:
    """A file that could not be listened to, with the keys of one that was."""
    return (
        {"file": file}
        | not_understood(reason)
        | {
            "decision": None,
            "words": [],
            "alternatives": [],
            "margin": None,
            "milliseconds": None,
        }
    )


def not_understood(reason: str) -> Result:
    return _result("not understood", reason=reason, say=reason)


def _result(outcome: str, **known: Any) -> Result:
    return {
        "outcome": outcome,
        "move": None,
        "san": None,
        "candidates": [],
        "command": None,
        "reason": None,
        "say": "",
    } | known


def _lines(answer: list[Announcement], book: Phrasebook) -> str:
    return " ".join(book.say(announcement) for announcement in answer)


def announce(board: chess.Board, text: str, lexicon: Lexicon, book: Phrasebook) -> Result | None:
    """The announcement of a written move; None if it is not one legal move."""
    move = parse_move(board, text.strip(), lexicon.letters)
    if move is None:
        return None
    return {
        "text": book.move(told(board, move)),
        "move": board.uci(move),
        "san": board.san(move),
    }

"""What `listen` tells about an utterance: how loud it was, what was heard, how it is read."""

import chess

from assistant.core.output.announcement import Announcement, Listing, Phrase, tell
from assistant.core.output.moves import told
from assistant.core.spoken.decision import Spoken, Verdict
from assistant.core.spoken.loudness import Measure, measure


def level(measured: Measure) -> Announcement:
    return tell("level", percent=measured.percent, level=Phrase(f"level_{measured.loudness}"))


def explain(spoken: Spoken, board: chess.Board) -> list[Announcement]:
    """The news first: the level, the words, and what a game would make of them."""
    decision = spoken.decide(board)
    said = [level(measure(spoken.sound))]
    if decision.text or spoken.text:
        said.append(tell("listen_words", words=decision.text or spoken.text))
    moves = tuple(told(board, move) for move in decision.moves)
    match decision.verdict:
        case Verdict.ACCEPT if moves:
            said.append(tell("listen_move", move=moves[0]))
        case Verdict.ACCEPT:
            said.append(tell("listen_command", words=decision.text))
        case Verdict.ASK if moves:
            said.append(tell("listen_choices", choices=Listing(moves, "or")))
        case Verdict.ASK:
            said.append(tell("listen_unclear"))
        case Verdict.NOT_LEGAL:
            said.append(tell("listen_not_legal"))
        case Verdict.NOT_FOR_ME:
            said.append(tell("listen_not_for_me"))
    return said

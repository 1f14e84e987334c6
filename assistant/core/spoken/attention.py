"""What a conversation does about sound: treats it as words, asks, or passes over it.

The same for a practice game and a game at an event; text that was typed never comes here.
"""

from dataclasses import dataclass
from enum import Enum, auto

import chess

from assistant.core.spoken.choice import Choice
from assistant.core.spoken.command import ANSWERS, Command
from assistant.core.spoken.decision import Spoken, Verdict, asked, combine
from assistant.core.spoken.reading import Doubt, Exact
from assistant.core.spoken.reply import reply
from assistant.core.spoken.utterance import understand


@dataclass(frozen=True, slots=True)
class Words:
    """The words are beyond doubt: as if they had been typed."""

    text: str


class Sound(Enum):
    UNCLEAR = auto()
    """An announcement that could not be made out; it is asked for again."""
    NOT_FOR_ME = auto()


Taken = Words | Exact | Choice | Sound
"""Words, an answer to the open question (a move), a question to ask, or neither."""


def take(
    spoken: Spoken,
    board: chess.Board,
    open_question: Choice | None,
    awaited: chess.Move | None = None,
) -> Taken:
    """What an utterance comes to, while a question or a repetition may be awaited."""
    if open_question is not None:
        answer = reply(spoken, board, open_question)
        if isinstance(answer, Command):
            return Words(spoken.text)
        if answer is not None:
            return answer
        if _answers(spoken):
            return Sound.UNCLEAR  # who answers is told that it was not understood
    decision = spoken.decide(board, awaited)
    if open_question is not None and open_question.reading.doubt is Doubt.HEARING:
        decision = combine(open_question.odds, decision, spoken.ear.tuning)
        if decision.verdict is Verdict.ACCEPT and decision.moves:
            return Exact(decision.moves[0])
    match decision.verdict:
        case Verdict.ACCEPT | Verdict.NOT_LEGAL:
            return Words(decision.text)
        case Verdict.ASK if decision.clear:
            return Words(decision.text)
        case Verdict.ASK:
            return asked(decision, awaited) if decision.moves else Sound.UNCLEAR
        case Verdict.NOT_FOR_ME:
            return Sound.NOT_FOR_ME


def _answers(spoken: Spoken) -> bool:
    """Whether it seems to be yes or no."""
    said = understand(spoken.text, spoken.ear.lexicon)
    answers = isinstance(said, Command) and said.name in ANSWERS
    return answers and spoken.leads(spoken.ear.tuning.talk)

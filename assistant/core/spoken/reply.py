"""What an utterance answers to an open question: yes, no, or a part of a move.

Only the likeliest words answer, and only if nothing else comes near: "nein" is not to become
"eins" because that would name the move that was offered.
"""

import chess

from assistant.core.spoken.choice import Choice
from assistant.core.spoken.command import ANSWERS, Command
from assistant.core.spoken.decision import Spoken
from assistant.core.spoken.evidence import audible
from assistant.core.spoken.hypotheses import Alternative
from assistant.core.spoken.reading import Exact
from assistant.core.spoken.utterance import as_fragment, understand

Reply = Exact | Choice | Command
"""The move, the next question, or yes or no."""


def reply(spoken: Spoken, board: chess.Board, choice: Choice) -> Reply | None:
    """The answer; None if it is none, or not beyond doubt."""
    tuning = spoken.ear.tuning
    found: dict[Reply | str, float] = {}
    for one in spoken.alternatives:
        meaning = _meaning(one, spoken, board, choice)
        found[meaning] = max(one.score, found.get(meaning, one.score))
    if not found or not spoken.leads(tuning.talk):
        return None
    best, *others = sorted(found, key=lambda meaning: -found[meaning])
    rival = max((found[one] for one in others), default=found[best] - tuning.unseen)
    if isinstance(best, str) or found[best] - rival < tuning.accept:
        return None
    plain = isinstance(best, Command)
    return best if plain or spoken.leads(tuning.doubtful) else None


def _meaning(one: Alternative, spoken: Spoken, board: chess.Board, choice: Choice) -> Reply | str:
    """What one text would answer; the text itself if it answers nothing."""
    ear = spoken.ear
    heard = ear.vocabulary.spell(audible(one, ear.tuning))
    said = understand(heard, ear.lexicon)
    if isinstance(said, Command):
        return said if said.name in ANSWERS else heard
    if len(choice.reading.moves) == 1 and len(heard.split()) == 1:
        return heard  # one word of the only move offered is too little to play it
    fragment = as_fragment(heard, ear.lexicon)
    return (choice.answer(board, fragment) if fragment else None) or heard

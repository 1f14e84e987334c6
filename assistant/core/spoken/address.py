"""Who says what: a side that is named first, and a command that is followed by a move.

"Schwarz remis", "Korrektur Eva drei", "Weiß Abgabezug Eva vier". Where the whole is understood
as it stands, nothing is taken off it.
"""

from dataclasses import dataclass

import chess

from assistant.core.spoken.command import Command, Side
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.question import as_command
from assistant.core.spoken.utterance import NotUnderstood, Understood, understand
from assistant.core.spoken.words import split


@dataclass(frozen=True, slots=True)
class Addressed:
    said: Understood
    speaker: chess.Color | None = None
    """The side that was named first."""
    purpose: Command | None = None
    """What the move in `said` is for; None: it is to be played."""
    rest: str = ""
    """What followed the purpose, as it came."""


def hear(text: str, lexicon: Lexicon, purposes: frozenset[str]) -> Addressed:
    """What was said, by whom, and what for; never raises.

    `purposes` are the commands that may be followed by a move.
    """
    said = understand(text, lexicon)
    if not isinstance(said, NotUnderstood):
        return Addressed(said)
    speaker = None
    first, _, rest = text.strip().partition(" ")
    named = lexicon.sides.get(lexicon.key(first.strip(":,")))
    if named in (Side.WHITE, Side.BLACK) and rest.strip():
        text, speaker = rest, named is Side.WHITE
        said = understand(text, lexicon)
        if not isinstance(said, NotUnderstood):
            return Addressed(said, speaker)
    words = split(text)[:_MOST_WORDS]
    for at in range(len(words) - 1, 0, -1):
        command = as_command(words[:at], lexicon)
        if command is not None and command.name in purposes:
            rest = " ".join(words[at:])
            return Addressed(understand(rest, lexicon), speaker, command, rest)
    return Addressed(said, speaker)


_MOST_WORDS = 40

"""What each hypothesis of an utterance would mean, and how strongly the sound speaks for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import chess

from assistant.core.spoken.command import Command
from assistant.core.spoken.hypotheses import Alternative, Alternatives
from assistant.core.spoken.lexicon import Lexicon
from assistant.core.spoken.reading import Ambiguous, Exact, Reading, read_all
from assistant.core.spoken.tuning import Tuning
from assistant.core.spoken.utterance import NotUnderstood, Unclear, understand
from assistant.core.spoken.vocabulary import GARBAGE, Vocabulary


class Kind(StrEnum):
    MOVE = "move"
    """One legal move."""
    SEVERAL = "several"
    """A complete announcement that fits several moves, or doubts something about one."""
    ILLEGAL = "illegal"
    COMMAND = "command"
    HALF = "half"
    """Words of an announcement that make none together."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to take the utterance."""

    kind: Kind
    text: str
    """In the spelling of the grammar."""
    heard: str
    """In the words of the recogniser."""
    score: float
    reading: Reading | Command | None = None

    @property
    def move(self) -> chess.Move | None:
        return self.reading.move if isinstance(self.reading, Exact) else None

    @property
    def meaning(self) -> object:
        """Equal for candidates that come to the same."""
        if self.kind in (Kind.NOTHING, Kind.HALF):
            return Kind.NOTHING
        return self.text if self.kind is Kind.ILLEGAL else self.reading


@dataclass(frozen=True, slots=True)
class Ear:
    """What is needed to take words for moves: the language, the model's words, the figures."""

    lexicon: Lexicon
    vocabulary: Vocabulary
    tuning: Tuning

    def candidates(self, board: chess.Board, alternatives: Alternatives) -> tuple[Candidate, ...]:
        """Every meaning once, with its best score; best first."""
        found: dict[object, Candidate] = {}
        for alternative in alternatives:
            candidate = self._candidate(board, alternative)
            before = found.get(candidate.meaning)
            if before is None or candidate.score > before.score:
                found[candidate.meaning] = candidate
        return tuple(sorted(found.values(), key=lambda one: -one.score))

    def asks(self, alternative: Alternative) -> bool:
        """Whether it is a command or a question, and nothing else."""
        text = self.vocabulary.spell(audible(alternative, self.tuning))
        return GARBAGE not in text and isinstance(understand(text, self.lexicon), Command)

    def _candidate(self, board: chess.Board, alternative: Alternative) -> Candidate:
        heard = audible(alternative, self.tuning)
        text = self.vocabulary.spell(heard)
        if not text or GARBAGE in text:
            return Candidate(Kind.NOTHING, text, heard, alternative.score)
        said = understand(text, self.lexicon)
        if isinstance(said, Command):
            return Candidate(Kind.COMMAND, text, heard, alternative.score, said)
        if isinstance(said, NotUnderstood):
            half = said.why is Unclear.INCOMPLETE or self.vocabulary.of_moves(heard)
            kind = Kind.HALF if half else Kind.NOTHING
            return Candidate(kind, text, heard, alternative.score)
        reading = read_all(board, said)
        if isinstance(reading, Exact):
            return Candidate(Kind.MOVE, text, heard, alternative.score, reading)
        kind = Kind.SEVERAL if isinstance(reading, Ambiguous) else Kind.ILLEGAL
        return Candidate(kind, text, heard, alternative.score, reading)

    def expected(self, candidate: Candidate) -> float:
        """The score with what is expected before anything is heard."""
        tuning = self.tuning
        return (
            candidate.score
            - {
                Kind.MOVE: 0.0,
                Kind.SEVERAL: 0.0,
                Kind.ILLEGAL: tuning.illegal,
                Kind.COMMAND: tuning.command,
                Kind.HALF: tuning.nothing,
                Kind.NOTHING: tuning.nothing,
            }[candidate.kind]
        )

    def confusable(self, heard: str, said: str) -> float:
        """How much more evidence `heard` needs where `said` may have been said."""
        return sum(weight or 0.0 for weight in self._confusions(heard, said))

    def mistaken(self, board: chess.Board, best: Candidate) -> Iterator[tuple[chess.Move, float]]:
        """Other legal moves that may have been said if one word was misheard as it often is."""
        words = best.heard.split()
        for at, word in enumerate(words):
            for said, weight in self.tuning.mistaken_for(word):
                heard = " ".join((*words[:at], said, *words[at + 1 :]))
                move = self._candidate(board, Alternative(heard, 0.0)).move
                if move is not None and move != best.move:
                    yield move, weight

    def known_confusion(self, heard: str, said: str) -> bool:
        """They differ only in words that have been confused in just this way."""
        weights = self._confusions(heard, said)
        return bool(weights) and all(weight is not None for weight in weights)

    def _confusions(self, heard: str, said: str) -> list[float | None]:
        ours, theirs = heard.split(), said.split()
        if len(ours) != len(theirs):
            return []
        pairs = [(one, two) for one, two in zip(ours, theirs, strict=True) if one != two]
        return [self.tuning.confusion(two, one) for one, two in pairs]


def audible(alternative: Alternative, tuning: Tuning) -> str:
    """The text without words before or after it that nobody can have spoken: as good as silent,
    or too brief.

    A recogniser fills the silence round an announcement with words that are not there. A doubtful
    word within it stays: without it the rest might be another move.
    """
    words = alternative.words
    if not words:
        return alternative.text
    loudest = max(word.loudness for word in words)
    spoken = [
        word.loudness >= loudest - tuning.quiet and word.end - word.start >= tuning.brief
        for word in words
    ]
    if all(spoken) or not any(spoken):
        return alternative.text if all(spoken) else ""
    first, last = spoken.index(True), len(spoken) - spoken[::-1].index(True)
    return " ".join(word.text for word in words[first:last])


def spoken_seconds(alternatives: Sequence[Alternative]) -> float:
    """How long the words of the best alternative last together."""
    if not alternatives:
        return 0.0
    return sum(word.end - word.start for word in alternatives[0].words)

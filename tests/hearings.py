"""Utterances as a recogniser would bring them, for tests of what is made of them."""

from assistant import data
from assistant.core.spoken.decision import Spoken
from assistant.core.spoken.evidence import Ear
from assistant.core.spoken.hypotheses import Alternative, Hearing, Word
from assistant.core.spoken.tuning import Tuning
from assistant.core.spoken.vocabulary import choose

GRAMMAR, LEXICON = data.language("de")
TUNING = Tuning(
    source="a test",
    accept=2.0,
    near=4.0,
    unseen=6.0,
    illegal=3.0,
    nothing=3.0,
    command=3.0,
    repetition=3.0,
    talk=1.0,
    doubtful=4.0,
    two_words=8.0,
    broken=8.0,
    quiet=30.0,
    brief=0.09,
    confusions={"bella": {"eva": 3.0}},
)
EAR = Ear(LEXICON, choose(GRAMMAR, lambda _: True), TUNING)


def alternatives(said: dict[str, float]) -> tuple[Alternative, ...]:
    def words(text: str) -> tuple[Word, ...]:
        return tuple(
            Word(word, at * 0.4, at * 0.4 + 0.4, -20) for at, word in enumerate(text.split())
        )

    ranked = sorted(said.items(), key=lambda pair: -pair[1])
    return tuple(Alternative(text, score, words(text)) for text, score in ranked)


def heard(
    general: dict[str, float], fitting: dict[str, float] | None = None, background: float = 40.0
) -> Spoken:
    lists = (alternatives(general), alternatives(general if fitting is None else fitting))
    return Spoken(Hearing(*lists, background=background, seconds=2.5, loudness=-25), EAR)

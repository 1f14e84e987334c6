"""Whether enrolment helps: speakers with a foreign accent, without and with their own profile.

A voice of another language reads German words: so speaks somebody who has learned them. He reads
the announcements of `enroll` once, and then moves of whole games, which the profile has never
seen, clean and with noise, and ordinary sentences. Reported for each: right and accepted, asked
(with the move among those offered, or not), refused, wrong and accepted; talk that is asked about
or accepted.

    .venv/bin/python benchmarks/enrolment.py ../shared/…/vosk-fide-de-lab
"""

import argparse
from collections import Counter
from pathlib import Path

import testspeech
from testspeech import Voice
from trials import Condition, Item, Studio, Trial

from assistant import data
from assistant.core.spoken.decision import Spoken, Verdict
from assistant.core.spoken.endpoint import RATE
from assistant.core.spoken.evidence import Ear
from assistant.core.spoken.profile import Profile
from assistant.enrolment import Enrolment, prompts

VOICES = (
    Voice("cs", 150), Voice("sk", 140), Voice("pl", 150), Voice("hu", 150), Voice("it", 140),
    Voice("en-us", 140), Voice("sv", 150), Voice("nl+f2", 150),
)  # fmt: skip
CLEAR = (Voice("de", 160), Voice("de+f4", 180))
"""Speakers who need no enrolment: it must do them no harm."""


def enrolled(studio: Studio, voice: Voice) -> Profile:
    grammar, _ = data.language("de")
    asked = prompts(grammar, studio.driver.vocabulary)
    talk = Enrolment(voice.name, asked, studio.tuning, patient=False)
    ear = Ear(studio.lexicon, studio.driver.vocabulary, studio.tuning)
    for prompt in asked:
        sound = testspeech.pcm(testspeech.padded(testspeech.speak(prompt.shown, voice, "de")))
        studio.driver.reset()
        for at in range(0, len(sound), RATE // 5):
            studio.driver.accept(sound[at : at + RATE // 5])
        talk.receive(Spoken(studio.driver.finish(), ear, None, sound))
    return talk.profile("de", "benchmark", "")


def outcome(trial: Trial, ear: Ear) -> str:
    decision = Spoken(trial.hearing, ear).decide(trial.item.board)
    if trial.item.kind == "talk":
        return f"talk {decision.verdict.value}"
    match decision.verdict:
        case Verdict.ACCEPT if decision.moves:
            return "right" if decision.moves[0] == trial.item.move else "wrong"
        case Verdict.ASK:
            offered = trial.item.move in decision.moves
            return "asked, offered" if offered else "asked"
        case _:
            return "refused"


MOVES = ("right", "asked, offered", "asked", "refused", "wrong")
TALK = ("talk ask", "talk accept")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("model", type=Path)
    parser.add_argument("--step", type=int, default=3, help="every so many plies of the games")
    options = parser.parse_args()
    studio = Studio("de", options.model)
    words = studio.driver.vocabulary
    plain = Ear(studio.lexicon, words, studio.tuning)
    sums = {False: Counter[str](), True: Counter[str]()}
    print(f"{'voice':10} {'profile':8}" + "".join(f"{name:>15}" for name in MOVES + TALK))
    for voice in (*VOICES, *CLEAR):
        fitted = Ear(studio.lexicon, words, enrolled(studio, voice).fit(studio.tuning))
        conditions: tuple[Condition, ...] = (None, ("pink", 15))
        items: list[Item] = [
            *studio.moves((voice,), conditions, options.step),
            *studio.talk(testspeech.talk("de"), (voice,), (None,)),
        ]
        trials = [studio.listen(item) for item in items]
        for ear, own in ((plain, False), (fitted, True)):
            found = Counter(outcome(trial, ear) for trial in trials)
            if voice in VOICES:
                sums[own] += found
            _show(voice.name, own, found)
    for own in (False, True):
        _show("accents", own, sums[own])


def _show(name: str, own: bool, found: Counter[str]) -> None:
    talk = max(1, sum(found[name] for name in found if name.startswith("talk")))
    moves = max(1, found.total() - talk)
    shares = "".join(
        f"{found[name]:6d} {found[name] / (moves if name in MOVES else talk):7.1%} "
        for name in MOVES + TALK
    )
    print(f"{name:10} {'own' if own else 'none':8}{shares}", flush=True)


if __name__ == "__main__":
    main()

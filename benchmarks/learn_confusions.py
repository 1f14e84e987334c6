"""Learns, for one model, how far wrong words run ahead of right ones, and writes it as data.

The learning voices announce moves of whole games, clean and with noise. Wherever the recogniser
names a text that differs from what was said, the difference of scores is noted for each pair of
words. A pair's weight is how far the wrong word led in all but the worst cases; with it, `accept`
is the smallest lead at which no wrong move was accepted, and half as much again for safety.
`two_words` keeps out most of the short talk that sounds like a move, as far as it keeps out few
announcements of two words.

    .venv/bin/python benchmarks/learn_confusions.py de ../shared/…/vosk-fide-de-lab
"""

import argparse
import pickle
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import msgspec
import testspeech
from trials import Condition, Studio, Trial, listened

from assistant.core.spoken.decision import Spoken, Verdict
from assistant.core.spoken.evidence import Ear, audible
from assistant.core.spoken.tuning import Tuning

CONDITIONS: tuple[Condition, ...] = (
    None, ("white", 15), ("pink", 15), ("babble", 15), ("pink", 10),
)  # fmt: skip
WORST = 0.95
"""The part of the cases that a weight covers."""
FEW = 3.0
"""A pair that was seen rarely is believed only in part."""
KEPT_OUT, LOST = 0.9, 0.15
"""The parts of short talk and of two-word announcements that `two_words` keeps out at most."""
ACCEPTS = [step / 10 for step in range(8, 41)]
SAFETY = 1.5


def differences(trials: list[Trial], tuning: Tuning) -> dict[tuple[str, str], list[float]]:
    """For every pair (said, heard): how far the text with `heard` led the text that was said."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for trial in trials:
        if trial.item.kind != "legal":
            continue
        truth = trial.item.text.lower().replace(",", "").split()
        scores = {audible(one, tuning): one.score for one in reversed(trial.hearing.general)}
        top = trial.hearing.general[0].score if trial.hearing.general else 0.0
        right = scores.get(" ".join(truth), top - tuning.unseen)
        for text, score in scores.items():
            heard = text.split()
            if len(heard) == len(truth) and heard != truth:
                wrong = [
                    (said, word) for said, word in zip(truth, heard, strict=True) if said != word
                ]
                if len(wrong) <= 2:
                    for pair in wrong:
                        found[pair].append((score - right) / len(wrong))
    return found


def weights(found: dict[tuple[str, str], list[float]]) -> dict[str, dict[str, float]]:
    learned: dict[str, dict[str, float]] = defaultdict(dict)
    for (said, heard), leads in sorted(found.items()):
        leads.sort()
        worst = leads[min(len(leads) - 1, int(WORST * len(leads)))]
        weight = round(worst * len(leads) / (len(leads) + FEW), 2)
        if weight > 0:
            learned[said][heard] = weight
    return dict(learned)


def two_words(trials: list[Trial], ear: Ear) -> float:
    """The lead over the background that an announcement of two words needs."""
    leads: dict[str, list[float]] = {"legal": [], "near": []}
    open_ear = replace(ear, tuning=msgspec.structs.replace(ear.tuning, two_words=0.0))
    for trial in trials:
        decision = Spoken(trial.hearing, open_ear).decide(trial.item.board)
        short = len(decision.text.split()) == 2
        right = trial.item.kind == "near" or decision.moves[:1] == (trial.item.move,)
        if decision.verdict is Verdict.ACCEPT and decision.moves and short and right:
            leads.setdefault(trial.item.kind, []).append(decision.lead or 0.0)
    for kind in ("legal", "near"):
        print(f"two words, {kind}: leads {[round(lead, 1) for lead in sorted(leads[kind])]}")
    if not leads["near"] or not leads["legal"]:
        return ear.tuning.two_words
    near, legal = sorted(leads["near"]), sorted(leads["legal"])
    wanted = near[min(len(near) - 1, int(KEPT_OUT * len(near)))] + 0.1
    return round(min(wanted, legal[int(LOST * len(legal))]), 1)


def outcome(trials: list[Trial], ear: Ear) -> tuple[float, int]:
    """The part of the legal moves that is accepted rightly, and the wrong acceptances of all."""
    right = wrong = count = 0
    for trial in trials:
        decision = Spoken(trial.hearing, ear).decide(trial.item.board)
        count += trial.item.kind == "legal"
        if decision.verdict is Verdict.ACCEPT and decision.moves:
            right += decision.moves[0] == trial.item.move
            wrong += decision.moves[0] != trial.item.move
    return right / max(count, 1), wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("language", choices=sorted(testspeech.LEARN))
    parser.add_argument("model", type=Path)
    parser.add_argument("--step", type=int, default=2, help="every so many plies of the games")
    parser.add_argument("--keep", type=Path, help="keep what was heard here, and use it again")
    parser.add_argument("--output", type=Path, help="the file to write (default: shown only)")
    options = parser.parse_args()
    studio = Studio(options.language, options.model)
    if options.keep and options.keep.exists():
        trials: list[Trial] = pickle.loads(options.keep.read_bytes())  # noqa: S301 - our own file
    else:
        voices = testspeech.LEARN[options.language]
        items = [
            *studio.moves(voices, CONDITIONS, options.step),
            *studio.illegal(voices, (None, ("pink", 15)), options.step),
            *studio.talk(testspeech.talk(options.language), voices[:1], (None, ("pink", 15))),
            *studio.talk(testspeech.near_talk(options.language)[::2], voices, (None,), "near"),
        ]
        trials = listened(studio, items)
        if options.keep:
            options.keep.write_bytes(pickle.dumps(trials))
    learned = weights(differences(trials, studio.tuning))
    tuning = msgspec.structs.replace(studio.tuning, confusions=learned)
    ear = Ear(studio.lexicon, studio.driver.vocabulary, tuning)
    tuning = msgspec.structs.replace(tuning, two_words=two_words(trials, ear))
    chosen = ACCEPTS[-1]
    for accept in reversed(ACCEPTS):
        ear = Ear(
            studio.lexicon, studio.driver.vocabulary, msgspec.structs.replace(tuning, accept=accept)
        )
        right, wrong = outcome([one for one in trials if one.item.kind != "near"], ear)
        print(f"accept {accept:.1f}: right {right:.1%}, wrong {wrong}")
        if wrong:
            break
        chosen = accept
    # No margin is larger than `unseen`: above it nothing would ever be accepted.
    chosen = round(min(chosen * SAFETY, ACCEPTS[-1], tuning.unseen), 1)
    text = written(msgspec.structs.replace(tuning, accept=chosen), options.language, len(trials))
    print(text)
    if options.output:
        options.output.write_text(text, encoding="utf-8")


def written(tuning: Tuning, language: str, count: int) -> str:
    voices = ", ".join(voice.name for voice in testspeech.LEARN[language])
    lines = [
        "# Written by benchmarks/learn_confusions.py; assistant/core/spoken/tuning.py explains it.",
        "",
        f'source = "{count} utterances by {voices}, clean and with noise at 15 and 10 dB"',
    ]
    for name in tuning.__struct_fields__:
        value = getattr(tuning, name)
        if isinstance(value, float | int):
            lines.append(f"{name} = {float(value)}")
    if tuning.background_words:
        lines.append(f"background_words = {tuning.background_words!r}".replace("'", '"'))
    lines += ["", "# Word said = { word heard = the further lead that it needs }", "[confusions]"]
    for said, heard in tuning.confusions.items():
        pairs = ", ".join(f'"{word}" = {weight}' for word, weight in heard.items())
        lines.append(f'"{said}" = {{ {pairs} }}')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()

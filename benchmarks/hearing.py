"""How well announcements are heard: whole games by several voices, clean and in noise.

For each condition: moves that were right and accepted, asked, refused, and WRONG and accepted,
beside plain Vosk (single best text of a list of words) in the same run. Then announcements of
illegal moves, talk that is no announcement, noise and silence; then time and memory. The voices
are not those that the figures in assistant/hearing were learned from.

    .venv/bin/python benchmarks/hearing.py en ../shared/…/vosk-model-small-en-us-0.15
"""

import argparse
import pickle
import random
import resource
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path

import chess
import testspeech
from trials import Condition, Item, Studio, Trial

from assistant.core.spoken import vocabulary
from assistant.core.spoken.decision import Spoken, Verdict
from assistant.core.spoken.evidence import Ear
from assistant.core.spoken.reading import Exact, read_all
from assistant.core.spoken.utterance import understand

KINDS = ("white", "pink", "babble")
LEVELS = (20, 15, 10)
WANTED: tuple[Condition, ...] = (None, ("white", 15), ("pink", 15), ("babble", 15))
"""The conditions that have limits: by every voice, for a thousand moves each."""
FURTHER: tuple[Condition, ...] = tuple((kind, level) for level in (20, 10) for kind in KINDS)

_studio: Studio | None = None


def _open(language: str, model: Path) -> None:
    global _studio  # noqa: PLW0603 - one model for each process
    _studio = Studio(language, model)


def _listen(item: Item) -> Trial:
    assert _studio is not None
    return _studio.listen(item)


def items(studio: Studio, step: int, *, quick: bool) -> Iterator[Item]:
    voices = testspeech.EVALUATE[studio.language]
    half = (None, ("pink", 15))
    talk = testspeech.talk(studio.language)
    yield from studio.moves(voices, WANTED, step, every=not quick)
    yield from studio.illegal(voices, half, step)
    if quick:
        yield from studio.talk(talk, voices[:2], half)
    else:
        yield from studio.moves(voices, FURTHER, step)
        talk += testspeech.further_talk(studio.language)
        yield from studio.talk(talk, voices, (*half, ("babble", 15)))
        near = testspeech.near_talk(studio.language)[1::2]  # the others are for learning
        yield from studio.talk(near, voices, half, "near")
    for seed in range(3 if quick else 30):
        for kind in KINDS:
            yield Item("noise", chess.Board(), None, "", voices[0], (kind, 0), seed)
        yield Item("silence", chess.Board(), None, "", voices[0], None, seed)


def _named(condition: Condition) -> str:
    return "clean" if condition is None else f"{condition[0]} {condition[1]} dB"


def _plain(trial: Trial, studio: Studio) -> str:
    """What a program would do that believes Vosk's best text."""
    said = understand(trial.baseline, studio.lexicon)
    if not isinstance(said, tuple):
        return "refused"
    reading = read_all(trial.item.board, said)
    if not isinstance(reading, Exact):
        return "refused"
    return "right" if reading.move == trial.item.move else "wrong"


def _ours(trial: Trial, ear: Ear) -> str:
    decision = Spoken(trial.hearing, ear).decide(trial.item.board)
    if decision.verdict is Verdict.ACCEPT:
        if decision.moves:
            return "right" if decision.moves[0] == trial.item.move else "wrong"
        return "command"
    return decision.verdict.value


def accuracy(trials: list[Trial], studio: Studio, ear: Ear) -> None:
    print("condition       count   right   asked  refused   WRONG | plain Vosk: right   WRONG")
    moves = [trial for trial in trials if trial.item.kind == "legal"]
    groups: list[tuple[str, list[Trial]]] = [
        (_named(condition), [trial for trial in moves if trial.item.condition == condition])
        for condition in dict.fromkeys(trial.item.condition for trial in moves)
    ]
    for level in LEVELS:
        at = [one for one in moves if one.item.condition and one.item.condition[1] == level]
        groups.append((f"all at {level} dB", at))
    for name, group in groups:
        if not group:
            continue
        ours, plain = (
            Counter(_ours(trial, ear) for trial in group),
            Counter(_plain(trial, studio) for trial in group),
        )
        refused = ours["not legal"] + ours["not for me"] + ours["command"]
        parts = (ours["right"], ours["ask"], refused, ours["wrong"])
        shown = "".join(f"{100 * part / len(group):8.1f}" for part in parts)
        theirs = "".join(f"{100 * plain[part] / len(group):8.1f}" for part in ("right", "wrong"))
        print(f"{name:14s}{len(group):7d}{shown} |            {theirs}")


def rejection(trials: list[Trial], ear: Ear) -> None:
    illegal = [trial for trial in trials if trial.item.kind == "illegal"]
    found = Counter(_ours(trial, ear) for trial in illegal)
    held = found["not legal"] + found["ask"]
    print(
        f"Illegal moves announced: {len(illegal)}; reported illegal {found['not legal']}, asked "
        f"{found['ask']} (together {100 * held / max(1, len(illegal)):.1f} %, wanted 95), "
        f"passed over {found['not for me']}, accepted as another move {found['wrong']}."
    )
    for kinds, name in (
        (("talk",), "Talk"),
        (("near",), "Talk that sounds like a move"),
        (("illegal",), "Announcements of other boards"),
        (("noise", "silence"), "Noise and silence"),
    ):
        group = [trial for trial in trials if trial.item.kind in kinds]
        hours = sum(trial.seconds for trial in group) / 3600
        took = Counter(_ours(trial, ear) for trial in group)
        false = took["wrong"] + took["right"]
        print(
            f"{name}: {hours * 60:.1f} minutes of sound, {len(group)} utterances; moves accepted "
            f"{false} ({false / max(hours, 1e-9):.1f} an hour), commands accepted "
            f"{took['command']}, asked {took['ask']}, called illegal {took['not legal']}."
        )


def _spread(values: Iterable[float]) -> tuple[float, float]:
    ordered = sorted(values)
    return statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))]


TIMED = 120
"""Utterances that are listened to for the time they take, one after the other."""


def speed(trials: list[Trial], studio: Studio, ear: Ear) -> None:
    """Time and memory, by one process that has the machine to itself."""
    trials = [studio.listen(trial.item) for trial in trials[:TIMED]]
    deciding = []
    for trial in trials:
        start = time.perf_counter()
        Spoken(trial.hearing, ear).decide(trial.item.board)
        deciding.append((time.perf_counter() - start) * 1000)
    (ours, slow), (vosk, vosk_slow) = (
        _spread(trial.decided_ms for trial in trials),
        _spread(trial.vosk_ms for trial in trials),
    )
    thinking, _ = _spread(deciding)
    print(
        f"Last sample to hypotheses: median {ours:.1f} ms, p95 {slow:.1f} ms; to the decision "
        f"{thinking:.2f} ms more. Vosk's own FinalResult: {vosk:.1f} and {vosk_slow:.1f} ms. "
        f"Wanted at most {1.3 * vosk + 10:.1f} and {1.3 * vosk_slow + 10:.1f} ms."
    )
    boards = [board for board, _ in testspeech.plies("century")]
    start = time.perf_counter()
    for board in boards:
        vocabulary.legal(board, studio.driver.vocabulary)
    phrases = (time.perf_counter() - start) / len(boards) * 1000
    start = time.perf_counter()
    for board in boards:
        studio.driver.attend(board)
    attend = (time.perf_counter() - start) / len(boards) * 1000
    seconds = sum(trial.seconds for trial in trials)
    print(
        f"Grammar of a position: {phrases:.1f} ms, with the recognisers made {attend:.1f} ms. "
        f"Real-time factor {sum(trial.work_s for trial in trials) / seconds:.2f}, all decodings. "
        f"Memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("language", choices=sorted(testspeech.EVALUATE))
    parser.add_argument("model", type=Path)
    parser.add_argument("--quick", action="store_true", help="every sixth ply, four conditions")
    parser.add_argument("--step", type=int, default=1, help="every so many plies of the games")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="keep what was heard here, and use it again")
    options = parser.parse_args()
    studio = Studio(options.language, options.model)
    step = 6 if options.quick else options.step
    if options.keep and options.keep.exists():
        trials: list[Trial] = pickle.loads(options.keep.read_bytes())  # noqa: S301 - our own file
    else:
        spoken = list(items(studio, step, quick=options.quick))
        random.Random(1).shuffle(spoken)  # whoever stops early has something of everything
        with get_context("spawn").Pool(
            options.processes, _open, (options.language, options.model)
        ) as pool:
            trials = []
            for trial in pool.imap(_listen, spoken, chunksize=8):
                trials.append(trial)
                if len(trials) % 100 == 0 or len(trials) == len(spoken):
                    print(f"{len(trials)} of {len(spoken)} heard", flush=True)
                    if options.keep:
                        options.keep.write_bytes(pickle.dumps(trials))
    ear = Ear(studio.lexicon, studio.driver.vocabulary, studio.tuning)
    voices = ", ".join(voice.name for voice in testspeech.EVALUATE[options.language])
    print(f"{options.model.name}, language {options.language}; voices: {voices}; percent:")
    accuracy(trials, studio, ear)
    rejection(trials, ear)
    speed(trials, studio, ear)


if __name__ == "__main__":
    main()

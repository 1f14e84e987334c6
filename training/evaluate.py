"""Measures models on speech that none was trained with: humans, unseen voices, ordinary talk.

Every model hears the same sounds: ours, others for comparison (--other), and pocketsphinx with
its English acoustic model and our dictionary (--sphinx). Nothing here is ever trained with.
"""

import argparse
import statistics
import sys
import wave
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

from training import decisions
from training.lexicon import grammar, spoken_words, together
from training.recognisers import Hear, Sphinx, Vosk
from training.unseen import Sound, humans, talk, unseen


def core_phrases() -> list[str]:
    """What an announcement is made of, and the words that stand alone: as one list."""
    table = grammar()
    found = [
        word.lower()
        for name in ("files", "ranks", "pieces")
        for words in table[name].values()
        for word in words[:1]
    ]
    return [
        *found, "zwo", "kurze rochade", "lange rochade", "schlägt", "schach", "schachmatt",
        "matt", "patt", "remis", "ja", "nein", "korrektur",
    ]  # fmt: skip


@cache
def _first_ways() -> dict[str, str]:
    """For another word of the same file, rank or piece the word that the program says."""
    table = grammar()
    return {
        word.lower(): words[0].lower()
        for name in ("files", "ranks", "pieces")
        for words in table[name].values()
        for word in words
    }


def meaning(text: str) -> str:
    """Zwo is zwei and Hektor is Hector: what counts is what the program understands."""
    return " ".join(_first_ways().get(word, word) for word in text.split())


def right(hear: Hear, sounds: Sequence[Sound]) -> dict[str, list[tuple[str, str]]]:
    """By group: what was said and what was heard."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for sound in sounds:
        found[sound.group].append((meaning(sound.said), meaning(hear(sound.pcm))))
    return found


def table(title: str, found: dict[str, list[tuple[str, str]]]) -> None:
    total = sum(len(rows) for rows in found.values())
    good = sum(said == heard for rows in found.values() for said, heard in rows)
    print(f"{title}: {good} of {total} ({100 * good / max(1, total):.1f} %)", flush=True)
    for group, rows in sorted(found.items()):
        print(f"  {group}: {sum(said == heard for said, heard in rows)} of {len(rows)}")


def wrong(found: dict[str, list[tuple[str, str]]]) -> None:
    missed = Counter(
        (said, heard) for rows in found.values() for said, heard in rows if said != heard
    )
    for (said, heard), count in missed.most_common():
        print(f"    {said} heard as {heard or 'nothing'}: {count}")


def by_word(found: dict[str, list[tuple[str, str]]]) -> None:
    """Of each word how often it was heard, and as what else."""
    words: dict[str, list[str]] = defaultdict(list)
    for rows in found.values():
        for said, heard in rows:
            words[said].append(heard)
    for said, texts in sorted(words.items()):
        others = [text or "nothing" for text in texts if text != said]
        told = f", heard as {', '.join(others)}" if others else ""
        print(f"    {said}: {len(texts) - len(others)} of {len(texts)}{told}")


def complete(text: str) -> bool:
    """Whether a strict result is an announcement and not garbage."""
    return bool(text) and "[unk]" not in text


def _people(folder: Path, refuse: Callable[[str], NoReturn]) -> list[Sound]:
    """The recordings in a folder, or one sentence about what is wrong with them."""
    try:
        found = list(humans(folder))
    except (OSError, EOFError, ValueError, KeyError, wave.Error) as error:
        refuse(
            f"--humans: {folder}/manifest.csv or a recording that it names cannot be read"
            f" ({error!r}). A line is file,word,speaker; a recording is WAV, 16 kHz, 16 bits."
        )
    if not found:
        refuse(f"--humans: {folder}/manifest.csv names no word of ours: file,word,speaker")
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--other", type=Path, action="append", default=[])
    parser.add_argument("--sphinx", action="store_true")
    parser.add_argument("--humans", type=Path, help="folder with manifest.csv")
    parser.add_argument("--count", type=int, default=120, help="announcements a group")
    parser.add_argument("--garbage", type=float, default=0.0, help="cost of [unk] when strict")
    parser.add_argument("--decided", type=int, default=0, help="announcements a voice, decided")
    parser.add_argument(
        "--seed", type=int, default=decisions.SEED, help="chooses the announcements decided"
    )
    parser.add_argument("--details", action="store_true", help="list what was misheard")
    options = parser.parse_args(arguments)
    for folder in (options.model, *options.other):
        if not (folder / "am/final.mdl").is_file():
            parser.error(f"{folder} is no Vosk model. Ours: assistant/models/de")
    if options.humans and not (options.humans / "manifest.csv").is_file():
        parser.error(f"--humans: {options.humans} has no manifest.csv: file,word,speaker")
    people = _people(options.humans, parser.error) if options.humans else []
    announced, spoken = list(unseen(options.count)), list(talk())
    models: list[Vosk | Sphinx] = [Vosk(options.model, garbage=options.garbage)]
    models += [Vosk(folder) for folder in options.other]
    models += [Sphinx()] if options.sphinx else []
    rows_decided = decisions.announced(options.decided, options.seed) if options.decided else []
    everything = [*(word for word in spoken_words(grammar()) if len(word) > 1), *together()]
    for model in models:
        print(f"== {model.name}")
        core = [*core_phrases(), "[unk]"]
        ways = {
            "announcement words": model.phrases(core),
            "exactly one of them": model.one_of(core),
            "all words": model.phrases([*everything, "[unk]"]),
        }
        for name, hear in ways.items() if people else ():
            found = right(hear, people)
            table(f"Humans, {name}", found)
            if options.details:
                by_word(found)
        found = right(model.strict(), announced)
        table("Unseen voices, strict grammar", found)
        rows = [row for group in found.values() for row in group]
        bad = sum(said != heard and complete(heard) for said, heard in rows)
        print(f"  wrong and complete: {bad} of {len(rows)}")
        if options.details:
            wrong(found)
        heard = right(model.strict(), spoken)["talk"]
        taken = [(said, text) for said, text in heard if complete(text)]
        print(f"Ordinary sentences heard as a move: {len(taken)} of {len(heard)}", flush=True)
        if options.details:
            for said, text in taken:
                print(f"    {said} heard as {text}")
        if isinstance(model, Vosk):
            if rows_decided:
                decisions.decide(model.folder, rows_decided, details=options.details)
            median = statistics.median(model.last) * 1000
            print(f"Load {model.load * 1000:.0f} ms, last sample to result {median:.1f} ms")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped. What was measured stands above.")

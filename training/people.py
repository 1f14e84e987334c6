"""Recordings by humans as training speech: real mouths and microphones, mostly of other languages.

Their phones come from espeak-ng reading the same text, so they are nearly right; a word of ours
that a German speaker says is that word, all else is garbage of these phones. What a speaker has
recorded is also cut into pieces that say our words (`patchwork.py`).
"""

import gzip
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from training.lexicon import GARBAGE, VOWELS, lexicon, phones, toml
from training.sentences import Garble
from training.utterance import PAUSES, RATE, Piece, Samples, Utterance, garbled, read_wav, speaker

ASTERISK = Path("/usr/share/asterisk/sounds")
STAMPS = Path("/usr/share/tuxpaint/stamps")
LONGEST = 6.0
"""Seconds; longer recordings are left out."""
PACE = (4.0, 24.0)
"""Phones a second: who is slower or faster has said something else than the text."""


@cache
def table() -> dict[str, Any]:
    return toml("people.toml")


_KINDS = ("asterisk", "tuxpaint", "labelled", "named", "spelled")


def speakers() -> list[str]:
    """Everybody whose recordings are used; German words by several people come first."""
    return ["german", *(name for kind in _KINDS for name in table()[kind])]


def rules(name: str) -> dict[str, Any]:
    """What people.toml says of a speaker."""
    found = [table()[kind][name] for kind in _KINDS if name in table()[kind]]
    return dict(found[0]) if found else {}


def recordings(name: str) -> Iterator[Utterance]:
    """Everything that a speaker has recorded and whose phones are known."""
    for kind, read in zip(_KINDS, (_asterisk, _stamps, _labelled, _named, _spelled), strict=True):
        if name in table()[kind]:
            return read(name, rules(name))
    return _german()


def heard_as(language: str, text: str) -> tuple[str, ...] | None:
    """A word of another language in our phones; None if some phone is like none of ours."""
    ours: dict[str, str] = {**toml("phones.toml")["from_espeak"], **table()["phones"]}
    found: list[str] = []
    for told, _ in speaker().say(language, text).phonemes:
        name = told.lstrip("?") if len(told) > 1 else told
        if name in PAUSES or name.startswith(("_", "(")):
            continue
        if name in ours:
            way = ours[name]
        else:
            bare = name.rstrip(";^")
            way = ours.get(bare, bare if bare in phones() else ours.get(bare.rstrip("2#-:"), "?"))
        if way == "?":
            return None
        found += way.split()
    return tuple(blurred(found)) or None


def blurred(way: Sequence[str]) -> list[str]:
    """What a foreign phone may be among ours: no language divides sounds as another does."""
    together: dict[str, str] = table()["together"]
    joined: list[str] = []
    for at, phone in enumerate(way):
        pair = together.get(f"{joined[-1]} {phone}") if joined else None
        vowel_next = at + 1 < len(way) and way[at + 1] in VOWELS
        if pair and not (vowel_next and phone == "j"):
            joined[-1] = pair
        else:
            joined.append(phone)
    either: dict[str, str] = table()["either"]
    return [either.get(phone, phone) for phone in joined]


def words(language: str, text: str) -> tuple[Piece, ...] | None:
    """The words of a text as garbage of their phones, with room for a pause between them."""
    found = [heard_as(language, word) for word in text.split() if re.search(r"\w", word)]
    if not found or None in found:
        return None
    return tuple(Piece(GARBAGE, said) for said in found if said is not None)


def _asterisk(name: str, told: dict[str, Any]) -> Iterator[Utterance]:
    import G722  # only for these recordings

    with gzip.open(told["texts"], "rt", encoding="utf-8") as file:
        lines = [line.strip().split(": ", 1) for line in file if ": " in line]
    for prompt, text in lines:
        path = ASTERISK / name / f"{prompt}.g722"
        if not path.exists() or re.search(r"[\[\]<>(){}0-9]", text):
            continue
        decoded = np.array(G722.G722(16_000, 64_000).decode(path.read_bytes()))
        sound = decoded.astype(np.float32) / 32_768
        said = words(told["language"], text)
        if said is not None and _plausible(said, sound):
            yield Utterance(name, said, sound)


def _stamps(name: str, told: dict[str, Any]) -> Iterator[Utterance]:
    """What a picture shows, said by a volunteer; the text stands in a file beside it."""
    code = told["code"]
    for path in sorted(STAMPS.rglob(f"*_{code}.ogg")):
        texts = path.with_name(re.sub(rf"(_desc)?_{code}$", "", path.stem) + ".txt")
        if not texts.exists():
            continue
        lines = texts.read_text("utf-8", errors="replace").splitlines()
        text = next((line for line in lines if line.startswith(f"{code}.utf8=")), "=")
        text = text.partition("=")[2].strip()
        for letter, other in told.get("letters", {}).items():
            text = text.replace(letter, other)
        if not text or re.search(r"[\[\]<>(){}0-9]", text):
            continue
        said, sound = words(told["language"], text), _read(path)
        if said is not None and _plausible(said, sound):
            yield Utterance(name, said, _trimmed(sound))


def _labelled(name: str, told: dict[str, Any]) -> Iterator[Utterance]:
    """Long recordings with the time of each phone, cut where the speaker pauses."""
    ours: dict[str, str] = told["phones"]
    for path in sorted(Path(told["folder"], "wav").glob("*.wav")):
        rate, samples = read_wav(path)
        sound = np.asarray(soxr.resample(samples, rate, RATE), np.float32)
        labels = (path.parent.parent / "lab" / f"{path.stem}.lab").read_text("ascii").splitlines()
        begin, before, said, phrase = 0.0, 0.0, [], []
        for line in [*(line.split() for line in labels if len(line.split()) == 3), None]:
            end = float(line[0]) if line else len(sound) / RATE
            if line and line[2] != "pau":
                phrase += ours[line[2]].split()
                before = end
                continue
            said += [Piece(GARBAGE, tuple(blurred(phrase)))] if phrase else []
            phrase = []
            middle = (before + end) / 2
            if said and (line is None or end - before > 0.08) and middle - begin > 1.5:
                part = sound[int(begin * RATE) : int(middle * RATE)]
                if _plausible(said, part):
                    yield Utterance(name, tuple(said), part)
                begin, said = middle, []
            elif not said:
                begin = max(begin, before)
            before = end


def _german() -> Iterator[Utterance]:
    for folder, names in table()["german"].items():
        yield from _words("/".join(Path(folder).parts[-3:]), Path(folder), names)


def _named(name: str, told: dict[str, Any]) -> Iterator[Utterance]:
    """German words; the name of the file tells which."""
    names = {**table()["says"][told["says"]], **told.get("but", {})}
    return _words(name, Path(told["folder"]), names)


def _spelled(name: str, told: dict[str, Any]) -> Iterator[Utterance]:
    """Letters and syllables, by somebody else in each language; a list tells which is where."""
    folder = Path(told["folder"])
    for code, language in told["languages"].items():
        listed = (folder / code / "sounds.xml").read_text("utf-8")
        for text, file in re.findall(r'name="([^"]+)"\s+file="([^"]+)"', listed):
            if not (folder / file).exists():
                continue
            said, sound = words(language, text.lower()), _read(folder / file)
            if said is not None and _plausible(said, sound):
                yield Utterance(f"{name} {code}", said, _trimmed(sound))


def _words(voice: str, folder: Path, names: dict[str, str]) -> Iterator[Utterance]:
    for name, text in names.items():
        path = next(folder.glob(f"{name}.*"), None)
        if path is None:
            continue
        pieces = tuple(
            Piece(word, ()) if word in lexicon() else Piece(GARBAGE, garbled(Garble(word)))
            for word in text.split()
        )
        sound = _read(path)
        for _ in range(6):  # few as they are, they are heard more often
            yield Utterance(voice, pieces, sound)


def _read(path: Path) -> Samples:
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    return np.asarray(soxr.resample(samples.mean(1), rate, RATE), np.float32)


def _loud(sound: Samples) -> tuple[int, int]:
    """Where the speech begins and ends."""
    places = np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max())
    return int(places[0]), int(places[-1])


def _trimmed(sound: Samples) -> Samples:
    """Without the silence round it, but for a quarter of a second."""
    begin, end = _loud(sound)
    room = RATE // 4
    return sound[max(0, begin - room) : end + room]


def _plausible(said: tuple[Piece, ...] | list[Piece], sound: Samples) -> bool:
    if len(sound) < RATE // 5 or float(np.abs(sound).max()) < 0.01:
        return False
    begin, end = _loud(sound)
    spoken = (end - begin) / RATE
    count = sum(len(piece.phones) for piece in said)
    return 0.15 < spoken < LONGEST and PACE[0] < count / spoken < PACE[1]


def people(name: str) -> Iterator[Utterance]:
    """Every recording of a speaker, a little faster or slower."""
    rng = random.Random(name)
    for made in recordings(name):
        warp = rng.uniform(0.9, 1.12)
        sound = np.asarray(soxr.resample(made.sound, RATE * warp, RATE), np.float32)
        yield Utterance(made.voice, made.pieces, sound)

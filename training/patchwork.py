"""German words cut out of what humans have recorded in other languages.

A network that was trained before finds where each phone of a recording begins and ends. From the
middle of one phone to the middle of the next is a unit; units of one speaker, put together, say
our sentences in a human voice, with the accent of that speaker's language.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np

from training import store
from training.lexicon import SILENCE, phones, toml
from training.people import rules, table
from training.sentences import sentence
from training.utterance import RATE, Piece, Samples, Utterance, spell

HOP = 160
FADE = RATE // 125
FEWEST = 12
"""A phone that a speaker says less often is put together from others."""
GOES_ON = 0.9
"""How often the next unit is the one that follows in the recording, if it can be."""
MOST = 150
"""So many units are looked at when one is chosen."""

Segment = tuple[str, int, int]
"""A phone, its first sample, and the sample after its last."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Two phones that follow each other in a recording; samples of it."""

    sound: Samples
    begin: int
    middle: int
    end: int
    two: str
    row: int
    place: int
    """Which of the units of which recording it is: what follows it there has the next place."""


class Cutter:
    """The units of one speaker, and our sentences said with them."""

    def __init__(self, name: str, recorded: Sequence[tuple[Samples, list[Segment]]]) -> None:
        self.name = name
        self.fewest = rules(name).get("fewest", FEWEST)
        self.rows: list[list[Unit]] = []
        self.pairs: dict[tuple[str, str], list[Unit]] = defaultdict(list)
        self.ends: dict[str, list[Unit]] = defaultdict(list)
        self.begins: dict[str, list[Unit]] = defaultdict(list)
        for sound, told in recorded:
            segments = [
                *([(SILENCE, 0, 0)] if told[0][0] != SILENCE else []),
                *told,
                *([(SILENCE, len(sound), len(sound))] if told[-1][0] != SILENCE else []),
            ]
            row: list[Unit] = []
            for (one, begin, middle), (two, _, end) in pairwise(segments):
                unit = Unit(sound, begin, middle, end, two, len(self.rows), len(row))
                row.append(unit)
                self.pairs[one, two].append(unit)
                self.ends[one].append(unit)
                self.begins[two].append(unit)
            self.rows.append(row)

    def can_say(self) -> bool:
        """Whether there is something for every phone of ours."""
        return all(self._known(part) for phone in phones()[1:] for part in self._parts(phone))

    def _known(self, phone: str) -> bool:
        return len(self.ends[phone]) >= self.fewest

    @cache  # noqa: B019  # there are a dozen cutters
    def _parts(self, phone: str) -> tuple[str, ...]:
        """The phones of this speaker that are said for one of ours."""
        if phone == SILENCE or self._known(phone):
            return (phone,)
        for way in nearest(self.name)[phone]:
            if all(self._known(part) for part in way.split()):
                return tuple(way.split())
        return (phone,)

    def say(self, pieces: Sequence[Piece], rng: random.Random) -> Samples:
        lengths: dict[str, int] = toml("phones.toml")["length"]
        rate = rng.lognormvariate(-0.05, 0.25)
        pauses = rng.choice([0, 0, 0.15, 0.5])
        wanted: list[tuple[str, float]] = [(SILENCE, 40.0)]
        for place, piece in enumerate(pieces):
            if place and rng.random() < pauses:
                wanted.append((SILENCE, rng.uniform(60, 350)))
            for raw in piece.phones:
                parts = self._parts(raw.lstrip("'"))
                whole = lengths[raw.lstrip("'")] * rate * (1.15 if raw[0] == "'" else 1.0)
                wanted += [(part, whole / len(parts)) for part in parts]
        wanted.append((SILENCE, 60.0))
        return self._said(wanted, rng)

    def _said(self, wanted: Sequence[tuple[str, float]], rng: random.Random) -> Samples:
        """The phones, each so many milliseconds long; what was said in one go mostly stays so."""
        made = np.zeros(0, np.float32)
        last: Unit | None = None
        upto = 0
        for at, ((one, long), (two, wide)) in enumerate(pairwise(wanted)):
            if last and (unit := self._next(last)) and unit.two == two and rng.random() < GOES_ON:
                end = unit.middle + _half(unit.end - unit.middle, wide)
                made = np.concatenate([made, unit.sound[upto:end]])
                last, upto = unit, end
                continue
            found = self.pairs.get((one, two))
            if found:
                unit = self._fitting(found, [phone for phone, _ in wanted[at + 2 : at + 6]], rng)
                begin = unit.middle - _half(unit.middle - unit.begin, long)
            else:
                before = rng.choice(self.ends[one])
                begin = before.middle - _half(before.middle - before.begin, long)
                made = _joined(made, before.sound[begin : before.middle], level=one != SILENCE)
                unit = rng.choice(self.begins[two])
                begin = unit.middle
            upto = unit.middle + _half(unit.end - unit.middle, wide)
            made = _joined(made, unit.sound[begin:upto], level=one != SILENCE)
            last = unit
        return made

    def _next(self, unit: Unit) -> Unit | None:
        """What follows a unit in the recording."""
        row = self.rows[unit.row]
        return row[unit.place + 1] if unit.place + 1 < len(row) else None

    def _fitting(self, units: Sequence[Unit], ahead: Sequence[str], rng: random.Random) -> Unit:
        """One of the units; the likelier, the more of what comes next it is followed by."""
        if len(units) > MOST:
            units = rng.sample(units, MOST)
        weights = []
        for unit in units:
            row, weight = self.rows[unit.row], 1.0
            for phone, after in zip(ahead, row[unit.place + 1 :], strict=False):
                if after.two != phone:
                    break
                weight *= 4
            weights.append(weight)
        return rng.choices(units, weights)[0]


def _half(there: int, wanted: float) -> int:
    """How many samples of a phone are taken for half of what is wanted: at most most of it."""
    return int(np.clip(wanted / 2000 * RATE, 0.25 * there, 0.85 * there))


def _joined(made: Samples, part: Samples, *, level: bool) -> Samples:
    """Faded into each other, and about as loud where they meet."""
    if not len(made) or not len(part):
        return part if not len(made) else made
    near = RATE // 50
    if level:
        ratio = (np.abs(made[-near:]).mean() + 1e-4) / (np.abs(part[:near]).mean() + 1e-4)
        part = part * np.float32(np.clip(ratio, 0.6, 1.6))
    fade = min(FADE, len(made), len(part))
    ramp = np.linspace(0, 1, fade, dtype=np.float32)
    both = made[-fade:] * (1 - ramp) + part[:fade] * ramp
    return np.concatenate([made[:-fade], both, part[fade:]])


@cache
def nearest(name: str) -> dict[str, list[str]]:
    """For each phone what a speaker may say instead, the likest first; "" is nothing."""
    return {**table()["nearest"], **rules(name).get("nearest", {})}


WORST = 2.6
"""Recordings whose phones fit worse are not cut."""


def cutter(name: str, shard: Path, weights: Path) -> Cutter:
    """The units of the recordings in a shard."""
    from training.align import Aligner  # torch takes seconds to import

    align = Aligner(weights)
    recorded = []
    for fact, values in store.read(shard):
        sound = values.astype(np.float32) / 32_768
        said = tuple((word, tuple(way)) for word, way in fact["pieces"])
        if len(sound) < RATE // 4 or 3 * (sum(len(way) for _, way in said) + 3) > len(sound) // HOP:
            continue
        segments, misfit = align(sound, said)
        if misfit < WORST:
            recorded.append((sound, segments))
    return Cutter(name, recorded)


def patched(name: str, shard: Path, weights: Path, count: int) -> Iterator[Utterance]:
    """So many of our sentences in the voice of a speaker; none if too much is lacking."""
    voice = cutter(name, shard, weights)
    if not voice.can_say():
        return
    rng = random.Random(f"patchwork {name}")
    for _ in range(count):
        pieces = spell(sentence(rng), rng)
        if all(piece.phones for piece in pieces):
            yield Utterance(f"patchwork {name}", pieces, voice.say(pieces, rng))

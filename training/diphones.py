"""Festival and flite: voices that take phones from us, with lengths and pitch of our own."""

import random
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import soxr

from training.lexicon import SILENCE, toml
from training.utterance import RATE, Alignment, Piece, Utterance, bare, read_wav, voices


def festival(
    voice: str, batch: Sequence[tuple[Piece, ...]], rng: random.Random
) -> Iterator[Utterance]:
    """A diphone voice of Festival says the sentences; those it cannot say are left out."""
    rules = voices()["festival"][voice]
    with tempfile.TemporaryDirectory() as folder:
        script, plans = [f"(voice_{voice})"], []
        for at, pieces in enumerate(batch):
            warp = rng.uniform(0.87, 1.17)
            segments, alignment = _segments(pieces, rules, rng, warp)
            script.append(
                f"(unwind-protect (begin (set! u (Utterance Segments ({segments}))) (utt.synth u)"
                f' (utt.save.wave u "{folder}/{at}.wav" \'riff)) nil)'
            )
            plans.append((pieces, alignment, warp))
        path = Path(folder, "say.scm")
        path.write_text("\n".join(script), "ascii")
        subprocess.run(["festival", "-b", path], capture_output=True, check=False)  # noqa: S603, S607
        for at, (pieces, alignment, warp) in enumerate(plans):
            wav = Path(folder, f"{at}.wav")
            if not wav.exists():
                continue
            rate, samples = read_wav(wav)
            sound = soxr.resample(samples, rate * warp, RATE)
            ratio = len(sound) / RATE * 1000 / sum(length for _, length in alignment)
            if 0.85 < ratio < 1.15 and np.abs(sound).max() > 0.01:
                times = [(phone, length * ratio) for phone, length in alignment]
                yield Utterance(voice, pieces, sound, times)


def _segments(
    pieces: Sequence[Piece], rules: dict[str, Any], rng: random.Random, warp: float
) -> tuple[str, Alignment]:
    ways: dict[str, list[str]] = toml("phones.toml")[rules["set"]]
    lengths: dict[str, int] = toml("phones.toml")["length"]
    rest = rules["silence"]
    rate = rng.lognormvariate(-0.05, 0.28)
    pitch, slope = rng.uniform(*rules["pitch"]), rng.uniform(-0.35, 0.15)
    pauses = rng.choice([0, 0, 0.15, 0.5])
    written = [f'("{rest}" {0.08 * warp:.3f})']
    alignment: Alignment = [(SILENCE, 80.0)]
    total, done = sum(len(piece.phones) for piece in pieces), 0
    for place, piece in enumerate(pieces):
        if place and rng.random() < pauses:
            length = rng.uniform(60, 350)
            written.append(f'("{rest}" {length * warp / 1000:.3f})')
            alignment.append((SILENCE, length))
        for raw in piece.phones:
            phone = raw.lstrip("'")
            done += 1
            length = lengths[phone] * rate * rng.lognormvariate(0, 0.2)
            length *= 1.35 if done > total - 2 else 1.15 if raw[0] == "'" else 1.0
            length = max(30.0, length)
            height = pitch * (1 + slope * done / total) * (1.1 if raw[0] == "'" else 1.0) / warp
            parts = rng.choice(ways.get(phone, [phone])).split()
            seconds = length * warp / 1000 / len(parts)
            written += [
                f'("{part}" {seconds:.3f} ({seconds / 2:.3f} {max(55, height):.0f}))'
                for part in parts
            ]
            alignment.append((phone, length))
    written.append(f'("{rest}" {0.08 * warp:.3f})')
    alignment.append((SILENCE, 80.0))
    return " ".join(written), alignment


def flite(voice: str, pieces: Sequence[Piece], rng: random.Random) -> Utterance | None:
    ways: dict[str, list[str]] = toml("phones.toml")["radio"]
    names = ["pau"]
    pauses = rng.choice([0, 0, 0.2, 0.5])
    for place, piece in enumerate(pieces):
        names += ["pau"] if place and rng.random() < pauses else []
        for phone in bare(piece.phones):
            names += rng.choice(ways.get(phone, [phone])).split()
    warp = rng.uniform(0.87, 1.17)
    low, high = voices()["flite"][voice]["pitch"]
    with tempfile.TemporaryDirectory() as folder:
        wav = Path(folder, "said.wav")
        subprocess.run(  # noqa: S603
            ["flite", "-voice", voice,  # noqa: S607
             "--setf", f"duration_stretch={rng.uniform(0.65, 1.4) * warp:.2f}",
             "--setf", f"int_f0_target_mean={rng.uniform(low, high) / warp:.0f}",
             "-p", " ".join([*names, "pau"]), wav],
            capture_output=True, check=False,
        )  # fmt: skip
        if not wav.exists():
            return None
        rate, samples = read_wav(wav)
    return Utterance(voice, tuple(pieces), soxr.resample(samples, rate * warp, RATE))

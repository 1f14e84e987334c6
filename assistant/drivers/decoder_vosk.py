"""Sound to hypotheses through Vosk: each utterance is decoded in several ways while it arrives.

Every utterance gets fresh recognisers, so what was heard never depends on what came before it;
with a run-time grammar making one takes milliseconds. Vosk is only imported when it is used.
"""

import json
import math
import struct
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import chess
import msgspec

from assistant.core.settings import Settings
from assistant.core.spoken import vocabulary as phrases
from assistant.core.spoken.hypotheses import Alternative, Alternatives, Hearing, Word, joined
from assistant.core.spoken.tuning import Tuning
from assistant.core.spoken.vocabulary import GARBAGE, Vocabulary
from assistant.errors import DeviceError, FileError
from assistant.ports import Finding

RATE = 16_000
_SILENT = -9
"""Below every message of Kaldi: what there is to say, this program says itself."""
_ALTERNATIVES = 12
_JOINT = "_"
"""Stands in words of a model that are said as several."""
_FULL = 5
"""Words: Springer Gustav eins Felix drei."""
_LONGEST = 12 * RATE * 2
"""Bytes; nobody announces a move for so long, and decoding talk costs more with its length."""


def library() -> Any:
    """The module `vosk`.

    :raises DeviceError: if it is not installed.
    """
    try:
        import vosk  # noqa: PLC0415 - half a second and 20 MB, wanted only to hear
    except (ImportError, OSError) as error:
        raise DeviceError(
            "Speech recognition needs Vosk, which is not installed or cannot be loaded. "
            f"Install it: pip install vosk. ({error})"
        ) from None
    vosk.SetLogLevel(_SILENT)
    return vosk


def load(folder: Path) -> Any:
    """The model in a folder; `modelfolder.examine` has found it whole.

    :raises FileError: if Vosk refuses it.
    """
    vosk = library()
    try:
        return vosk.Model(str(folder))
    except Exception:  # noqa: BLE001 - Vosk raises nothing more precise
        raise FileError(
            f"{folder} is a broken Vosk model. Unpack it again, or choose another with --model."
        ) from None


def knows(model: Any, word: str) -> bool:
    found: int = model.vosk_model_find_word(word)
    return found >= 0


class Driver:
    """Listens with one model in one language."""

    def __init__(self, model: Any, vocabulary: Vocabulary, tuning: Tuning) -> None:
        self._vosk = library()
        self._model = model
        self.tuning = tuning
        self.vocabulary = vocabulary
        self._joints = _joints(model, (*vocabulary.short, *vocabulary.long))
        self._general = self._grammar([*phrases.announcements(self.vocabulary), GARBAGE])
        self._background = _listed(self._background_words(tuning.background_words))
        self._fitting = _listed([GARBAGE])
        asked = vocabulary.questions
        self._asked = _listed([*asked, GARBAGE]) if asked else None
        self._pool = ThreadPoolExecutor(3, thread_name_prefix="decoder")
        self._sound = bytearray()
        self._decoders: list[_Decoder] = []
        self._open()

    def _background_words(self, words: Sequence[str]) -> list[str]:
        return [*(word for word in words if knows(self._model, word)), GARBAGE]

    def attend(self, board: chess.Board) -> None:
        """From the next utterance on, moves are expected in this position."""
        self._fitting = self._grammar([*phrases.legal(board, self.vocabulary), GARBAGE])
        self.reset()

    def _grammar(self, said: Sequence[str]) -> str:
        """The phrases; castling, where the model knows it so, as one word.

        A list at run time says which word follows which, and would hear "König Rochade", too.
        """
        for apart, joint in self._joints.items():
            said = [phrase.replace(apart, joint) for phrase in said]
        return _listed(said)

    def reset(self) -> None:
        """Forgets the utterance that has begun."""
        self._sound.clear()
        self._open()

    def _open(self) -> None:
        grammars = (self._general, self._fitting, self._background, self._asked)
        # Of the background only the score is wanted: its other texts would be garbage too.
        self._decoders = [
            _Decoder(self._vosk, self._model, listed, 1 if listed is self._background else None)
            for listed in grammars
            if listed is not None
        ]

    def accept(self, pcm: bytes) -> bool:
        """Takes sound of any length, 16 kHz mono 16 bit; True if the speaker seems to have ended.

        :raises DeviceError: if the recogniser fails.
        """
        if not self._decoders:
            self._open()
        if self._too_long:
            return False
        self._sound += pcm
        ended = [decoder.accept(pcm) for decoder in self._decoders]
        return ended[0]

    @property
    def _too_long(self) -> bool:
        return len(self._sound) > _LONGEST

    def finish(self) -> Hearing:
        """What was heard since the last `finish` or `reset`; ready for the next utterance.

        Nothing was heard in what was too long to be an announcement.
        """
        if not self._decoders:
            self._open()
        if self._too_long:
            seconds, loudness = len(self._sound) / 2 / RATE, _loudness(bytes(self._sound))
            self._sound.clear()
            self._decoders = []
            return Hearing((), (), seconds=seconds, loudness=loudness)
        others = [self._pool.submit(decoder.finish) for decoder in self._decoders[1:]]
        general = self._decoders[0].finish()
        fitting, background = (other.result() for other in others[:2])
        # A full announcement of a legal move is no question: nobody waits to hear one in it.
        sure = _full(general) and fitting and fitting[0].text == general[0].text
        asked = [] if sure else [other.result() for other in others[2:]]
        sound = bytes(self._sound)
        self._sound.clear()
        self._decoders = []  # new ones are made with the next sound, when nobody waits
        return Hearing(
            general=tuple(_measured(general, sound)),
            fitting=fitting,
            background=background[0].score if background else None,
            seconds=len(sound) / 2 / RATE,
            loudness=_loudness(sound),
            asked=tuple(_measured(asked[0], sound)) if asked else (),
        )

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class _Decoder:
    """One recogniser for one utterance; a long pause divides it into segments."""

    def __init__(self, vosk: Any, model: Any, grammar: str, most: int | None = None) -> None:
        try:
            self._recognizer = vosk.KaldiRecognizer(model, RATE, grammar)
        except Exception:  # noqa: BLE001 - Vosk raises nothing more precise
            raise DeviceError(
                "The model cannot listen for a list of phrases. "
                "Choose a small model: they have run-time grammars."
            ) from None
        self._recognizer.SetMaxAlternatives(most or _ALTERNATIVES)
        self._recognizer.SetWords(True)
        self._segments: list[Alternatives] = []

    def accept(self, pcm: bytes) -> bool:
        try:
            ended = bool(self._recognizer.AcceptWaveform(pcm))
        except Exception:  # noqa: BLE001 - as above
            raise DeviceError("The speech recogniser failed. Say the move once more.") from None
        if ended:
            self._segments.append(_alternatives(self._recognizer.Result()))
        return ended

    def finish(self) -> Alternatives:
        self._segments.append(_alternatives(self._recognizer.FinalResult()))
        return joined(self._segments)


def _joints(model: Any, phrases: Sequence[str]) -> dict[str, str]:
    """The phrases that the model also knows as one word, `kurze_rochade`."""
    found = {said: said.replace(" ", _JOINT) for said in phrases if " " in said}
    return {said: joint for said, joint in found.items() if knows(model, joint)}


def _full(alternatives: Alternatives) -> bool:
    """The best text is as long as a piece with two squares, without garbage."""
    words = alternatives[0].text.split() if alternatives else []
    return len(words) >= _FULL and GARBAGE not in words


def _listed(words: Sequence[str]) -> str:
    """A grammar as Vosk reads it: real UTF-8, because escaped umlauts are silently lost."""
    return json.dumps(list(dict.fromkeys(words)), ensure_ascii=False)


class _Timed(msgspec.Struct):
    word: str
    start: float
    end: float


class _Scored(msgspec.Struct):
    text: str
    confidence: float
    result: list[_Timed] = []


class _Result(msgspec.Struct):
    alternatives: list[_Scored] = []


_parse = msgspec.json.Decoder(_Result).decode


def _alternatives(result: str) -> Alternatives:
    return tuple(
        Alternative(
            " ".join(one.text.replace(_JOINT, " ").split()),
            one.confidence,
            tuple(part for word in one.result for part in _apart(word)),
        )
        for one in _parse(result).alternatives
    )


def _apart(word: _Timed) -> Iterator[Word]:
    """A word; if it is several in one, each with a part of the time, by its letters."""
    *parts, last = word.word.split(_JOINT)
    each, begin = (word.end - word.start) / len(word.word), word.start
    for part in parts:
        end = begin + each * len(part)
        yield Word(part, begin, end)
        begin = end
    yield Word(last, begin, word.end)


def _measured(alternatives: Alternatives, sound: bytes) -> Iterator[Alternative]:
    """The alternatives with the loudness of their words."""
    import numpy as np  # noqa: PLC0415 - as vosk

    samples = np.frombuffer(sound, "<i2").astype(np.float32)
    sums = np.concatenate((np.zeros(1), np.cumsum(samples.astype(np.float64) ** 2)))
    for one in alternatives:
        words = []
        for word in one.words:
            first, last = (
                min(max(int(at * RATE), 0), len(samples)) for at in (word.start, word.end)
            )
            power = (sums[last] - sums[first]) / max(1, last - first)
            words.append(Word(word.text, word.start, word.end, _decibels(float(power))))
        yield Alternative(one.text, one.score, tuple(words))


def _loudness(sound: bytes) -> float:
    import numpy as np  # noqa: PLC0415 - as vosk

    samples = np.frombuffer(sound, "<i2").astype(np.float32)
    return _decibels(float((samples**2).mean())) if len(samples) else _decibels(0)


def _decibels(power: float) -> float:
    return round(10 * math.log10(max(power, 0.1) / 32768**2), 1)


def examine(_: Settings) -> Iterator[Finding]:
    """Whether speech can be recognised here at all; models are the shell's to find."""
    try:
        library()
    except DeviceError as error:
        yield Finding(fine=False, sentence=str(error))
    else:
        yield Finding(fine=True, sentence="Speech recognition: Vosk is installed.")


# The trial of a model, in a process of its own


def _trial(folder: Path) -> None:
    """Uses everything of a model once; a broken one may end this process."""
    decoder = _Decoder(library(), load(folder), _listed([GARBAGE]))
    decoder.accept(bytes(RATE))
    decoder.finish()
    if _words_lack(folder / "graph"):
        sys.exit("ERROR: words are missing in graph/words.txt")


def _words_lack(graph: Path) -> bool:
    """Whether the list of words was cut off: Vosk reads what is left without a word."""
    try:
        content = (graph / "words.txt").read_bytes()
    except FileNotFoundError:
        return False  # then they stand within Gr.fst
    numbers = [int(line.split()[-1]) for line in content.splitlines() if line.strip()]
    torn = not content.endswith(b"\n") and numbers[-1] < max(numbers)  # 18 is left of 186
    return torn or max(numbers) < _largest_label((graph / "Gr.fst").read_bytes())


def _largest_label(fst: bytes) -> int:
    """The largest number of a word in a constant FST without symbols of its own; otherwise 0."""
    import numpy as np  # noqa: PLC0415 - as vosk

    kind, kind_end = _text(fst, 4)
    _, at = _text(fst, kind_end)
    _version, flags, _properties, _start, _states, arcs = struct.unpack_from("<iiQqqq", fst, at)
    if kind != b"const" or flags or not arcs:
        return 0
    # Of each arc: word in, word out, weight, next state; the arcs are the end of the file.
    return int(np.frombuffer(fst[-16 * arcs :], "<i4").reshape(-1, 4)[:, 1].max())


def _text(content: bytes, at: int) -> tuple[bytes, int]:
    """A string behind its length, and where the next thing begins."""
    end = at + 4 + int(struct.unpack_from("<i", content, at)[0])
    return content[at + 4 : end], end


if __name__ == "__main__":
    _trial(Path(sys.argv[1]))

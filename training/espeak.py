"""espeak-ng through its library: speech with the times of its phonemes, in about 3 ms.

One process has one espeak-ng; the functions of a `Speaker` are not thread-safe.
"""

import ctypes
import ctypes.util
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

_SYNCHRONOUS, _PHONEME_EVENTS, _UTF8, _PHONEMES = 2, 1, 1, 0x100
_RATE, _VOLUME, _PITCH, _RANGE, _GAP = 1, 2, 3, 4, 7
_LIST_END, _PHONEME = 0, 7

Samples = np.ndarray[Any, np.dtype[np.float32]]


class _Name(ctypes.Union):
    _fields_ = (("number", ctypes.c_int), ("name", ctypes.c_char_p), ("text", ctypes.c_char * 8))


class _Event(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_int),
        ("identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", _Name),
    )


_Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
)


@dataclass(frozen=True, slots=True)
class Spoken:
    rate: int
    samples: Samples
    phonemes: list[tuple[str, float]]
    """espeak-ng's phonemes, each with the millisecond at which it begins."""


class Speaker:
    def __init__(self) -> None:
        name = ctypes.util.find_library("espeak-ng") or "libespeak-ng.so.1"
        self._library = ctypes.CDLL(name)
        self.rate: int = self._library.espeak_Initialize(_SYNCHRONOUS, 0, None, _PHONEME_EVENTS)
        if self.rate <= 0:
            raise OSError("espeak-ng does not start: is the package espeak-ng installed?")
        self._library.espeak_Synth.argtypes = (
            ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint, ctypes.c_int, ctypes.c_uint,
            ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p,
        )  # fmt: skip
        self._blocks: list[Any] = []
        self._events: list[tuple[str, float]] = []
        self._callback = _Callback(self._take)
        self._library.espeak_SetSynthCallback(self._callback)

    def _take(self, samples: Any, count: int, events: Any) -> int:
        if samples and count > 0:
            self._blocks.append(np.ctypeslib.as_array(samples, (count,)).copy())
        at = 0
        while events and events[at].type != _LIST_END:
            if events[at].type == _PHONEME:
                name = bytes(events[at].id.text).split(b"\0")[0].decode("utf-8", "replace")
                self._events.append((name, float(events[at].audio_position)))
            at += 1
        return 0

    def say(
        self, voice: str, text: str, *, speed: int = 160, pitch: int = 50, spread: int = 50
    ) -> Spoken:
        """The text by a voice (`de+f1`); `[[…]]` in it are phonemes.

        :raises ValueError: espeak-ng has no such voice
        """
        if self._library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise ValueError(f"espeak-ng has no voice {voice}")
        for parameter, value in ((_RATE, speed), (_PITCH, pitch), (_RANGE, spread), (_GAP, 0)):
            self._library.espeak_SetParameter(parameter, value, 0)
        self._blocks, self._events = [], []
        raw = text.encode() + b"\0"
        self._library.espeak_Synth(raw, len(raw), 0, 1, 0, _UTF8 | _PHONEMES, None, None)
        whole = np.concatenate(self._blocks) if self._blocks else np.zeros(0, np.int16)
        return Spoken(self.rate, whole.astype(np.float32) / 32768, self._events)


def phoneme_text(names: Sequence[str]) -> str:
    """Phonemes to be put into a text; the bar keeps neighbours apart."""
    return "[[" + "|".join(names) + "]]"

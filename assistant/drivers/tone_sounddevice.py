"""A tone that goes on and whose pitch can be set: a level that is heard instead of seen."""

import math
from array import array
from typing import Any

from assistant.core.spoken.endpoint import RATE
from assistant.errors import DeviceError

_VOLUME = 3_000
_GLIDE = 0.2
"""How fast the pitch follows, each block."""


class Driver:
    def __init__(self, device: str = "") -> None:
        """:raises DeviceError: if sound cannot be played."""
        self._wanted = self._pitch = 0.0
        self._phase = 0.0
        try:
            import sounddevice  # noqa: PLC0415 - it may be missing, or its library

            self._stream: Any = sounddevice.RawOutputStream(
                samplerate=RATE,
                channels=1,
                dtype="int16",
                device=device or None,
                latency="high",
                callback=self._fill,
            )
            self._stream.start()
        except (ImportError, OSError) as error:
            raise DeviceError(f"The tone cannot be played: {error}.") from None
        except (sounddevice.PortAudioError, ValueError) as error:
            reason = str(error).splitlines()[0]
            raise DeviceError(f"The tone cannot be played: {reason}. Leave out --tone.") from None

    def set(self, pitch: float) -> None:
        """In hertz; 0 is silence."""
        self._wanted = pitch

    def close(self) -> None:
        self._stream.abort()
        self._stream.close()

    def _fill(self, out: Any, count: int, _times: Any, _status: Any) -> None:
        if not self._wanted:
            self._pitch = 0.0
            out[: 2 * count] = bytes(2 * count)
            return
        self._pitch = self._pitch or self._wanted
        self._pitch += _GLIDE * (self._wanted - self._pitch)
        step = 2 * math.pi * self._pitch / RATE
        samples = array("h", bytes(2 * count))
        for at in range(count):
            samples[at] = int(_VOLUME * math.sin(self._phase))
            self._phase += step
        self._phase %= 2 * math.pi
        out[: 2 * count] = samples.tobytes()

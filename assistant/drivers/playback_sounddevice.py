"""Plays a recording on the system's sound device, to its end."""

from typing import Any

from assistant.core.spoken.endpoint import RATE
from assistant.errors import DeviceError


class Driver:
    def __init__(self, device: str = "") -> None:
        """:raises DeviceError: if there is no sound library."""
        self._device = device or None
        try:
            import sounddevice  # noqa: PLC0415 - it may be missing, or its library
        except (ImportError, OSError) as error:
            raise DeviceError(
                f"Sound cannot be played: {error}. Install libportaudio2, or use --wav FILE."
            ) from None
        self._sd: Any = sounddevice

    def play(self, pcm: bytes) -> None:
        """Returns when 16-bit mono sound of 16 kHz has been heard.

        :raises DeviceError: if the device does not play it.
        """
        try:
            with self._sd.RawOutputStream(
                samplerate=RATE, channels=1, dtype="int16", device=self._device
            ) as stream:
                stream.write(pcm)
                stream.write(bytes(RATE // 5))  # what is still in the device is heard too
        except (self._sd.PortAudioError, ValueError) as error:
            reason = str(error).splitlines()[0]
            raise DeviceError(
                f"Sound cannot be played: {reason}. Plug in a headset, or use --wav FILE."
            ) from None

"""Plays a recording on the system's sound device, to its end, in a process of its own.

What the sound system has to complain about meanwhile goes nowhere: nobody could act on it.
"""

import os
import subprocess
import sys
from pathlib import Path

from assistant.core.spoken.endpoint import RATE
from assistant.errors import DeviceError

_ROOT = str(Path(__file__).resolve().parents[2])


class Driver:
    def __init__(self, device: str = "") -> None:
        """An empty name is the system's own choice."""
        self._device = device

    def play(self, pcm: bytes) -> None:
        """Returns when 16-bit mono sound of 16 kHz has been heard.

        :raises DeviceError: if it cannot be played.
        """
        path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH"))))
        try:
            done = subprocess.run(  # noqa: S603 - our own module
                [sys.executable, "-m", __spec__.name, self._device],
                input=pcm,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                check=False,
                env=os.environ | {"PYTHONPATH": path},
            )
        except OSError as error:
            raise _unplayable((error.strerror or "unknown problem").lower()) from None
        if done.returncode:
            raise _unplayable(done.stdout.decode(errors="replace").strip() or "it has failed")


def _unplayable(why: str) -> DeviceError:
    return DeviceError(f"Sound cannot be played: {why}. Plug in a headset, or use --wav FILE.")


def main() -> int:
    pcm = sys.stdin.buffer.read()
    try:
        import sounddevice  # noqa: PLC0415 - it may be missing, or its library
    except (ImportError, OSError):
        print("there is no sound library; install libportaudio2")  # noqa: T201 - for the parent
        return 1
    try:
        with sounddevice.RawOutputStream(
            samplerate=RATE, channels=1, dtype="int16", device=sys.argv[1] or None, latency="high"
        ) as stream:
            stream.write(pcm)
            stream.write(bytes(RATE // 5))  # what is still in the device is heard too
    except (sounddevice.PortAudioError, ValueError) as error:
        print(str(error).splitlines()[0])  # noqa: T201 - as above
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

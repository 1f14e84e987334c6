"""A sound card without hardware: PulseAudio with a null sink, whose monitor is the microphone."""

import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import soundfile

RATE = 48_000

_SETUP = """\
load-module module-native-protocol-unix auth-anonymous=1 socket={socket}
load-module module-null-sink sink_name=lab rate=48000 channels=2
set-default-sink lab
set-default-source lab.monitor
"""


class Card:
    """A sound server of the test's own; `plug` and `unplug` are what a user does to a headset."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".asoundrc").write_text(
            "pcm.!default { type pulse }\nctl.!default { type pulse }\n"
        )
        (folder / "p.pa").write_text(_SETUP.format(socket=folder / "p.sock"))
        self.environment = {
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "PULSE_SERVER": f"unix:{folder / 'p.sock'}",
        }
        self._server: subprocess.Popen[bytes] | None = None

    def plug(self) -> None:
        """Starts the server, and returns when it answers."""
        (self.folder / "p.sock").unlink(missing_ok=True)
        self._server = subprocess.Popen(
            [
                *("pulseaudio", "-n", "-F", str(self.folder / "p.pa"), "--daemonize=no"),
                *("--exit-idle-time=-1", "--use-pid-file=no"),
            ],
            env=os.environ | self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = time.monotonic() + 15
        while time.monotonic() < end:
            if (self.folder / "p.sock").exists() and self._run("pactl", "info") == 0:
                return
            time.sleep(0.05)
        raise AssertionError("PulseAudio does not start")

    def unplug(self) -> None:
        if self._server is not None:
            self._server.send_signal(signal.SIGKILL)
            self._server.wait()
            self._server = None

    def play(self, samples: "np.ndarray[tuple[int], np.dtype[np.int16]]", rate: int) -> None:
        """Plays a sound into the sink; returns when it was heard."""
        path = self.folder / "say.wav"
        soundfile.write(path, samples, rate, subtype="PCM_16")
        assert self._run("paplay", str(path)) == 0

    def _run(self, *command: str) -> int:
        return subprocess.run(
            command,
            env=os.environ | self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=60,
            check=False,
        ).returncode


def spoken(
    text: str, voice: str = "de", speed: int = 150
) -> "np.ndarray[tuple[int], np.dtype[np.int16]]":
    """What espeak-ng says, at 22,050 Hz."""
    out = subprocess.run(
        ["espeak-ng", "-v", voice, "-s", str(speed), "--stdout", text],  # noqa: S607
        capture_output=True,
        check=True,
    ).stdout
    return np.frombuffer(out[44:], dtype="<i2").astype(np.int16)

"""A sound card without hardware: a private PulseAudio with a null sink, and what it has played."""

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

RATE = 22_050
_SERVER = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
_RECORDER = ["parec", "--format=s16le", f"--rate={RATE}", "--channels=1", "--latency-msec=5"]
_PROGRAMS = ("pulseaudio", "pactl", "parec")


class SoundCard:
    """A sink that can be pulled out and put in again; `environment` leads programs to it."""

    def __init__(self, folder: Path) -> None:
        self._socket = folder / "socket"
        runtime = folder / "run"
        runtime.mkdir(mode=0o700)
        (folder / ".asoundrc").write_text(
            "pcm.!default { type pulse }\nctl.!default { type pulse }\n", encoding="utf-8"
        )
        self.environment = {
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(runtime),
            "PULSE_SERVER": f"unix:{self._socket}",
        }
        script = folder / "script.pa"
        script.write_text(
            f"load-module module-native-protocol-unix auth-anonymous=1 socket={self._socket}\n",
            encoding="utf-8",
        )
        self._server = subprocess.Popen(
            [*_SERVER, "-F", str(script)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self._all(),
        )
        deadline = time.monotonic() + 10
        while not self._socket.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.plug()

    def _all(self) -> dict[str, str]:
        return os.environ | self.environment

    def control(self, *arguments: str) -> str:
        done = subprocess.run(
            [shutil.which("pactl") or "", *arguments],
            env=self._all(),
            capture_output=True,
            text=True,
            timeout=20,
            check=True,
        )
        return done.stdout.strip()

    def plug(self, name: str = "lab") -> None:
        self.control("load-module", "module-null-sink", f"sink_name={name}", "rate=44100")
        self.control("set-default-sink", name)

    def unplug(self) -> None:
        self.control("unload-module", "module-null-sink")

    def close(self) -> None:
        self._server.kill()
        self._server.wait()

    @contextmanager
    def recording(self, sink: str = "lab") -> Iterator["Recording"]:
        """Everything that the sink plays, until the end of the block."""
        tape = Recording(self._all(), sink)
        try:
            yield tape
        finally:
            tape.close()


class Recording:
    def __init__(self, environment: dict[str, str], sink: str) -> None:
        self._process = subprocess.Popen(
            [*_RECORDER, "-d", f"{sink}.monitor"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        self.blocks: list[tuple[float, bytes]] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        deadline = time.monotonic() + 10
        while not self.blocks and time.monotonic() < deadline:
            time.sleep(0.02)

    def _read(self) -> None:
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while block := os.read(pipe, 8192):
            self.blocks.append((time.monotonic(), block))

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        assert self._process.stdout is not None
        self._process.stdout.close()

    @property
    def pcm(self) -> NDArray[np.int16]:
        whole = b"".join(block for _, block in list(self.blocks))
        return np.frombuffer(whole[: len(whole) // 2 * 2], dtype="<i2").astype(np.int16)

    def last_sound_at(self, loud: int = 300) -> float:
        """When the last loud sample came."""
        found = 0.0
        for at, block in list(self.blocks):
            part = np.frombuffer(block[: len(block) // 2 * 2], dtype="<i2")
            if len(part) and np.abs(part.astype(int)).max() > loud:
                found = at
        return found


def places(recording: NDArray[np.int16], sound: NDArray[np.int16]) -> list[tuple[int, float]]:
    """Where a sound is heard in a recording, best first: its first sample, and how exactly.

    1 is the very same samples; other speech gives less than 0.5.
    """
    tape, wanted = recording.astype(np.float64), sound.astype(np.float64)
    if len(wanted) > len(tape):
        return []
    size = 1 << (len(tape) + len(wanted)).bit_length()
    spectrum = np.fft.rfft(tape, size) * np.conj(np.fft.rfft(wanted, size))
    product = np.fft.irfft(spectrum, size)[: len(tape) - len(wanted) + 1]
    energy = np.concatenate([[0.0], np.cumsum(tape**2)])
    norm = np.sqrt(energy[len(wanted) :] - energy[: -len(wanted)]) * np.sqrt((wanted**2).sum())
    likeness = np.where(norm > 1e4, product / np.maximum(norm, 1e4), 0.0)
    found = []
    for _ in range(12):
        best = int(likeness.argmax())
        if likeness[best] < 0.5:
            break
        found.append((best, float(likeness[best])))
        likeness[max(0, best - len(wanted) // 2) : best + len(wanted) // 2] = 0
    return found


@pytest.fixture
def sound_card(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SoundCard]:
    missing = [name for name in _PROGRAMS if shutil.which(name) is None]
    if missing:
        pytest.skip(f"a sound card without hardware needs: {', '.join(missing)}")
    card = SoundCard(tmp_path_factory.mktemp("sound"))
    yield card
    card.close()

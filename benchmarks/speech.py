"""From the request to the first sample: cold, warm, cached; against raw espeak-ng in the same run.

`raw` is espeak-ng alone, called in this process without pyttsx3, child process or device, until
its last sample. `warm` and `cached` are the whole way: an announcement is told, worded, rendered
(or remembered), sent to the player, and its first sample is handed to the sound device. `cold`
starts synthesiser and player as well. The device is a PulseAudio null sink, if that is installed.
"""

import argparse
import ctypes
import ctypes.util
import math
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import chess

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from sound import SoundCard  # noqa: E402 - the path is set above

from assistant import data, drivers  # noqa: E402
from assistant.core.output.announcement import Announcement, Colour, Urgency, tell  # noqa: E402
from assistant.core.output.moves import told  # noqa: E402
from assistant.core.output.voices import Manner  # noqa: E402
from assistant.core.output.wording import Phrasebook  # noqa: E402
from assistant.repertoire import Repertoire  # noqa: E402
from assistant.talker import Talker  # noqa: E402

WARM_FACTOR, WARM_MORE, CACHED = 1.5, 20.0, 15.0
_SYNCHRONOUS, _UTF8, _RATE = 2, 1, 1


class Raw:
    """espeak-ng itself, as directly as it can be called."""

    def __init__(self, language: str, wpm: int) -> None:
        name = ctypes.util.find_library("espeak-ng") or "libespeak-ng.so.1"
        try:
            self._library = ctypes.CDLL(name)
        except OSError:
            import espeakng_loader  # noqa: PLC0415 - only where the system has none

            os.environ["ESPEAK_DATA_PATH"] = str(espeakng_loader.get_data_path())
            self._library = ctypes.CDLL(str(espeakng_loader.get_library_path()))
        kind = ctypes.CFUNCTYPE(
            ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
        )
        self._callback = kind(self._take)
        self._parts: list[bytes] = []
        self._library.espeak_Initialize(_SYNCHRONOUS, 1000, None, 0)
        self._library.espeak_SetSynthCallback(self._callback)
        self._library.espeak_SetVoiceByName(language.encode())
        self._library.espeak_SetParameter(_RATE, wpm, 0)

    def _take(self, samples: object, count: int, _events: object) -> int:
        if count > 0:
            self._parts.append(ctypes.string_at(samples, count * 2))  # type: ignore[arg-type]
        return 0

    def render(self, text: str) -> bytes:
        self._parts = []
        encoded = text.encode()
        self._library.espeak_Synth(
            encoded, ctypes.c_size_t(len(encoded) + 1), 0, 0, 0, _UTF8, None, None
        )
        return b"".join(self._parts)


def announcements(count: int) -> list[Announcement]:
    """Moves of a random game that never repeats an announcement."""
    import random  # noqa: PLC0415 - seeded here and nowhere else

    chance, board = random.Random(5), chess.Board()
    found: dict[str, Announcement] = {}
    while len(found) < count:
        if board.is_game_over():
            board.reset()
        move = chance.choice(list(board.legal_moves))
        side = Colour(board.turn)
        found[board.san(move) + str(board.turn)] = tell(
            "played", Urgency.MOVE, side=side, move=told(board, move)
        )
        board.push(move)
    return list(found.values())


class Listener:
    """One talker on a real device; tells how long its first sample took."""

    def __init__(self, book: Phrasebook, manner: Manner) -> None:
        announcing = data.announcing()
        self.began = time.monotonic()
        self.speaker = drivers.find("speaker", "sounddevice")("")
        self.voice = drivers.find("voice", "pyttsx3")(manner, announcing.nearest, print)
        self._idle = True
        self.talker = Talker(
            speak=book.speak,
            devices=lambda: (Repertoire(self.voice, manner.rate), self.speaker),
            earcon=lambda _: None,
            failure=None,
            report=print,
            on_speaking=self._changed,
        )

    def _changed(self, speaking: bool) -> None:
        self._idle = not speaking

    def first_sample(self, announcement: Announcement, since: float | None = None) -> float:
        """Milliseconds from telling to the first sample; the rest is cut short."""
        self.speaker.first_sample_at = None
        asked = time.monotonic() if since is None else since
        self.talker.tell(announcement)
        deadline = time.monotonic() + 20
        while self.speaker.first_sample_at is None and time.monotonic() < deadline:
            time.sleep(0.001)
        found: float = self.speaker.first_sample_at or math.inf
        self.talker.hush()
        while not self._idle:
            time.sleep(0.001)
        time.sleep(0.02)
        return (found - asked) * 1000


def spread(name: str, times: list[float]) -> float:
    times = sorted(times)
    middle = statistics.median(times)
    print(f"{name}: median {middle:.1f} ms, 90 % within {times[len(times) * 9 // 10]:.1f} ms")
    return middle


def measure(language: str, rate: float, count: int) -> bool:
    book = Phrasebook(data.language(language)[0])
    manner = Manner(rate=rate)
    games = announcements(count)
    raw = Raw(language, manner.wpm)
    raw.render("Eva vier")
    alone = []
    for announcement in games:
        texts = [segment.text for segment in book.speak(announcement)]
        began = time.perf_counter()
        for text in texts:
            raw.render(text)
        alone.append((time.perf_counter() - began) * 1000)
    print(f"{language}, {rate:g} times normal speed, {count} announcements of moves")
    plain = spread("  raw espeak-ng, to its last sample", alone)
    listener = Listener(book, manner)
    cold = listener.first_sample(tell("your_turn"), listener.began)
    print(f"  cold, from nothing: {cold:.0f} ms")
    for _ in range(3):
        listener.first_sample(tell("not_your_turn"))
    time.sleep(2)  # a null sink takes two seconds to believe that we want a low latency
    warm = spread("  warm", [listener.first_sample(a) for a in games])
    cached = spread("  cached", [listener.first_sample(a) for a in games])
    listener.talker.close()
    bound = WARM_FACTOR * plain + WARM_MORE
    print(f"  warm wanted at most {bound:.1f} ms, cached at most {CACHED:.1f} ms")
    return warm <= bound and cached <= CACHED


def soak(count: int) -> bool:
    """So many utterances in a row, each cut short after its first sample: does anything grow?"""
    others = _children()
    listener = Listener(Phrasebook(data.language("de")[0]), Manner())
    games = announcements(count)
    listener.first_sample(games[0])
    people = {"program": os.getpid(), "player": listener.speaker.pid, "voice": listener.voice.pid}
    early = {}
    for number, announcement in enumerate(games):
        listener.first_sample(announcement)
        if number == count // 5:
            early = {name: _memory(pid) for name, pid in people.items()}
    late = {name: _memory(pid) for name, pid in people.items()}
    threads = threading.active_count()
    listener.talker.close()
    left = _children() - others
    print(f"{count} utterances in a row, kilobytes after a fifth and at the end:")
    for name in people:
        print(f"  {name}: {early[name]}, {late[name]}")
    print(f"  threads at the end: {threads}; processes left: {len(left)}")
    # The program remembers sounds up to a bound; the children have nothing to remember.
    grown = any(late[name] - early[name] > 3000 for name in ("player", "voice"))
    return not grown and not left


def _memory(pid: int | None) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def _children() -> set[str]:
    """The processes of ours that have not ended, or have and were not waited for."""
    task = Path(f"/proc/self/task/{os.getpid()}/children")
    return set(task.read_text().split())


def on_sound_card(work: Callable[[], bool]) -> bool:
    """Runs on a sound card without hardware where that can be had, else on the system's."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            card = SoundCard(Path(folder))
        except (OSError, ValueError):
            print("No PulseAudio: the system's own sound device is used.")
            return work()
        os.environ |= card.environment
        try:
            return work()
        finally:
            card.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="announcements (60)")
    parser.add_argument("--soak", type=int, metavar="N", help="only N utterances in a row")
    options = parser.parse_args()

    def work() -> bool:
        if options.soak:
            return soak(options.soak)
        fine = measure("de", 1.0, options.count)
        fine &= measure("de", 3.0, options.count)
        return fine & measure("cs", 1.0, options.count)

    fine = on_sound_card(work)
    print("All within bounds." if fine else "Out of bounds.")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())

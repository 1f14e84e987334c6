"""The real synthesiser in its child process: it may hang, die or lack a voice, and speech goes on."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from assistant import drivers
from assistant.core.output.speech import Segment
from assistant.core.output.voices import Chosen, Manner, VoiceInfo, choose, named
from assistant.errors import DeviceError, UsageError
from assistant.repertoire import Repertoire
from assistant.synthesis import Synthesis

if TYPE_CHECKING:
    from assistant.ports import Voice

MOVE = Segment("Springer Gustav eins Felix drei", "de")
FAST = Manner(rate=2.0)


def installed() -> bool:
    try:
        Synthesis(FAST, {}, print).close()
    except DeviceError:
        return False
    return True


pytestmark = pytest.mark.skipif(not installed(), reason="no speech synthesiser is installed")


@pytest.fixture
def reports() -> list[str]:
    return []


@pytest.fixture
def synthesis(reports: list[str]) -> Iterator[Synthesis]:
    found = Synthesis(FAST, {"xx": ["qq", "de"]}, reports.append)
    yield found
    found.close()


def children() -> set[int]:
    """Processes that we have started and that are still there, ended or not."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.add(int(path.parent.name))
    return found


def memory(pid: int) -> int:
    """Kilobytes in use."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise AssertionError(line)


@pytest.mark.parametrize("name", drivers.names("voice"))
def test_every_voice_renders_text_and_lets_its_device_go(name: str, tmp_path: Path) -> None:
    more = {"folder": tmp_path} if name == "file" else {}
    before = children()
    voice: Voice = drivers.find("voice", name)(FAST, {}, print, **more)
    samples = voice.render(MOVE)
    assert 0.3 < samples.seconds < 2.5
    voice.close()
    assert children() <= before
    if name == "file":
        assert [path.name for path in tmp_path.iterdir()] == [
            "0001 de Springer Gustav eins Felix drei.wav"
        ]


@pytest.mark.parametrize("engine", ["system", "bundled"])
def test_the_systems_espeak_and_the_bundled_one_both_speak_all_our_languages(
    engine: str, monkeypatch: pytest.MonkeyPatch, reports: list[str]
) -> None:
    monkeypatch.setenv("CHESS_ASSISTANT_ESPEAK", engine)
    found = Synthesis(FAST, {}, reports.append)
    try:
        for language in ("de", "en", "cs", "sk", "es", "fr", "it", "pl"):
            assert found.render(Segment("Eva 4, Hector", language)).seconds > 0.2
    finally:
        found.close()
    assert reports == []


def test_four_times_the_rate_takes_a_quarter_of_the_time() -> None:
    seconds = []
    for rate in (1.0, 4.0):
        found = Synthesis(Manner(rate=rate), {}, print)
        seconds.append(found.render(MOVE).seconds)
        found.close()
    assert 3.0 < seconds[0] / seconds[1] < 5.0


def test_volume_and_pitch_are_heard() -> None:
    def loudness(manner: Manner) -> float:
        found = Synthesis(manner, {}, print)
        samples = found.render(MOVE)
        found.close()
        return float(np.abs(samples.pcm.astype(int)).mean())

    assert loudness(Manner(volume=30)) < 0.6 * loudness(Manner(volume=100))


def test_phonemes_are_sounds_and_brackets_in_a_name_are_not(synthesis: Synthesis) -> None:
    plain = synthesis.render(Segment("Anna", "de")).seconds
    long = "[['a:na: 'a:na: 'a:na: 'a:na:]]"
    assert synthesis.render(Segment("Anna", "de", long)).seconds > 2 * plain
    assert synthesis.render(Segment("Anna [[b]]", "de")).seconds > plain


def test_a_killed_synthesiser_is_replaced_and_the_utterance_is_rendered(
    synthesis: Synthesis,
) -> None:
    first = synthesis.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert synthesis.render(MOVE).seconds > 0.3
    assert synthesis.pid != first
    assert first not in children()


def test_a_synthesiser_that_hangs_is_replaced_within_seconds(synthesis: Synthesis) -> None:
    first = synthesis.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    began = time.monotonic()
    assert synthesis.render(MOVE).seconds > 0.3
    assert time.monotonic() - began < 10
    assert first not in children()


def test_a_synthesiser_that_fails_twice_is_reported(
    synthesis: Synthesis, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert synthesis.pid is not None
    os.kill(synthesis.pid, signal.SIGKILL)
    monkeypatch.setattr("assistant.synthesis._MODULE", "assistant.children.no_such_child")
    with pytest.raises(DeviceError):
        synthesis.render(MOVE)
    monkeypatch.undo()
    assert synthesis.render(MOVE).seconds > 0.3


def test_a_language_without_a_voice_gets_the_nearest_and_that_is_said_once(
    synthesis: Synthesis, reports: list[str]
) -> None:
    for _ in range(2):
        assert synthesis.render(Segment("Eva vier", "xx")).seconds > 0.1
    assert reports == ["There is no voice for the language xx: the voice gmw/de speaks instead."]


def test_a_voice_that_is_not_there_is_refused_and_leaves_no_process() -> None:
    before = children()
    with pytest.raises(UsageError, match="no voice 'nobody'"):
        Synthesis(Manner(voice="nobody"), {}, print)
    assert children() <= before


def test_a_child_ends_with_its_parent_and_leaves_no_file(tmp_path: Path) -> None:
    from assistant.children.child import Child

    folder = tmp_path / "files"
    folder.mkdir()
    child = Child("assistant.children.synthesiser", str(folder))
    assert child.receive(10) is not None
    child.close()
    assert not folder.exists()
    assert child.pid not in children()


def test_a_thousand_utterances_leave_no_process_no_file_and_no_growth(
    synthesis: Synthesis,
) -> None:
    before = children()
    pid = synthesis.pid
    assert pid is not None
    repertoire = Repertoire(_Voice(synthesis), bound=1_000_000)
    files = len(list(Path("/proc/self/fd").iterdir()))
    for number in range(1000):
        samples = repertoire.utter((Segment(f"Springer Felix {number}", "de"),))
        assert samples.seconds > 0.2
        if number == 200:
            warm = memory(pid), memory(os.getpid())
    assert repertoire.size <= 1_000_000
    assert children() == before
    assert synthesis.pid == pid
    assert len(list(Path("/proc/self/fd").iterdir())) <= files + 2
    assert memory(pid) - warm[0] < 3_000
    assert memory(os.getpid()) - warm[1] < 5_000


class _Voice:
    eager = True

    def __init__(self, synthesis: Synthesis) -> None:
        self.render = synthesis.render

    def close(self) -> None: ...


VOICES = (
    VoiceInfo("gmw/de", "German", ("de",)),
    VoiceInfo("gmw/en-us", "English (America)", ("en-us",)),
    VoiceInfo("gmw/en", "English (Great Britain)", ("en-gb",)),
    VoiceInfo("zlw/pl", "Polish", ("pl",)),
)


def test_the_wished_voice_speaks_its_language_and_no_other() -> None:
    assert choose(VOICES, "en", "English (America)", {}) == Chosen("gmw/en-us", "en")
    assert choose(VOICES, "de", "English (America)", {}) == Chosen("gmw/de", "de")
    assert choose(VOICES, "de", "+f3", {}) == Chosen("gmw/de+f3", "de")
    assert choose(VOICES, "cs", "", {"cs": ["sk", "pl"]}) == Chosen("zlw/pl", "pl")
    assert choose(VOICES, "cs", "", {}) == Chosen("gmw/de", "de")
    assert choose((), "cs", "", {}) is None


def test_a_voice_is_found_by_id_name_language_or_part_of_its_name() -> None:
    for wish in ("gmw/de", "german", "DE", "Germ", "German+f3"):
        assert named(VOICES, wish) is VOICES[0]
    assert named(VOICES, "English") is None
    assert named(VOICES, "+f3") is None

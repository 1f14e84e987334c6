"""The thread that speaks to one listener: what is told is heard, whatever happens to the device."""

import threading
from collections.abc import Callable
from itertools import pairwise

import chess
import pytest

from assistant import drivers
from assistant.announcer import Announcer
from assistant.core.output.announcement import Announcement, Urgency, tell
from assistant.core.output.channel import Channel
from assistant.core.output.scene import Scene
from assistant.core.output.speech import Segment, Utterance
from assistant.core.output.voices import Manner
from assistant.errors import DeviceError
from assistant.ports import Speaker
from assistant.repertoire import Repertoire
from assistant.samples import Samples, silence
from assistant.talker import Talker


def words(announcement: Announcement, late_ms: int) -> Utterance:
    assert late_ms >= 0
    return (Segment(announcement.key, "de"),)


class SlowSpeaker:
    """Plays each sound until it is told that it has been heard, stopped or lost."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.started = threading.Semaphore(0)
        self._over = threading.Semaphore(0)
        self._outcome: list[bool | DeviceError] = []
        self.away = 0
        self.stops = 0

    def begin(self, samples: Samples) -> None:
        if self.away:
            self.away -= 1
            raise DeviceError("The headset is away.")
        self.begun.append(len(samples.pcm))
        self.started.release()

    def wait(self) -> bool:
        assert self._over.acquire(timeout=10)
        outcome = self._outcome.pop(0)
        if isinstance(outcome, DeviceError):
            raise outcome
        return outcome

    def finish(self, outcome: bool | DeviceError = True) -> None:
        """What is being played comes to its end, or to another."""
        assert self.started.acquire(timeout=10)
        self._outcome.append(outcome)
        self._over.release()

    def stop(self) -> None:
        self.stops += 1

    def close(self) -> None: ...


class Stage:
    """A talker with a voice that remembers, and the reports it has made."""

    def __init__(self, speaker: Speaker) -> None:
        self.voice = drivers.find("voice", "null")(Manner())
        self.reports: list[str] = []
        self.speaking: list[bool] = []
        self.talker = Talker(
            speak=words,
            devices=lambda: (Repertoire(self.voice), speaker),
            earcon=lambda _: None,
            failure=silence(22_050, 0.5),
            report=self.reports.append,
            on_speaking=self.speaking.append,
        )

    def told(self, number: int) -> str:
        return str(self.voice.rendered[number].text)


def length(key: str) -> int:
    """How many samples the voice that remembers gives a text."""
    samples: Samples = drivers.find("voice", "null")(Manner()).render(Segment(key, "de"))
    return len(samples.pcm)


def test_everything_told_is_spoken_before_the_end_in_order() -> None:
    speaker = drivers.find("speaker", "null")()
    stage = Stage(speaker)
    for number in range(50):
        stage.talker.tell(tell("a" * (number + 1), Urgency.MOVE))
    stage.talker.close()
    assert [len(s.pcm) for s in speaker.played] == [length("a" * (n + 1)) for n in range(50)]
    assert stage.speaking == [True, False]
    assert stage.reports == []


def test_an_alarm_is_heard_at_once_and_the_move_it_cut_short_is_said_again() -> None:
    speaker = SlowSpeaker()
    stage = Stage(speaker)
    stage.talker.tell(tell("move", Urgency.MOVE))
    assert speaker.started.acquire(timeout=10)
    speaker.started.release()
    stage.talker.tell(tell("an alarm", Urgency.ALARM))
    assert speaker.stops == 1
    speaker.finish(False)
    speaker.finish()
    speaker.finish()
    stage.talker.close()
    assert speaker.begun == [length("move"), length("an alarm"), length("move")]


def test_a_script_waits_until_everything_was_heard() -> None:
    speaker = SlowSpeaker()
    stage = Stage(speaker)
    stage.talker.settle()
    stage.talker.tell(tell("chatter", Urgency.CHATTER))
    stage.talker.tell(tell("more", Urgency.CHATTER))
    settled = threading.Event()

    def settle() -> None:
        stage.talker.settle()
        settled.set()

    threading.Thread(target=settle).start()
    speaker.finish()
    assert not settled.wait(0.2)
    speaker.finish()
    assert settled.wait(10)
    stage.talker.close()


def test_hush_stops_what_is_said_and_forgets_what_waits() -> None:
    speaker = SlowSpeaker()
    stage = Stage(speaker)
    for key in ("long answer", "other answer"):
        stage.talker.tell(tell(key))
    assert speaker.started.acquire(timeout=10)
    speaker.started.release()
    stage.talker.hush()
    assert speaker.stops == 1
    speaker.finish(False)
    stage.talker.tell(tell("move", Urgency.MOVE))
    speaker.finish()
    stage.talker.close()
    assert speaker.begun == [length("long answer"), length("move")]


def test_a_lost_device_loses_nothing_and_is_reported_once() -> None:
    speaker = SlowSpeaker()
    stage = Stage(speaker)
    stage.talker.tell(tell("first move", Urgency.MOVE))
    stage.talker.tell(tell("second", Urgency.MOVE))
    assert speaker.started.acquire(timeout=10)
    speaker.away = 2
    speaker.started.release()
    speaker.finish(DeviceError("The headset has gone."))
    speaker.finish()
    speaker.finish()
    stage.talker.close()
    assert speaker.begun == [length("first move"), length("first move"), length("second")]
    assert stage.reports == [
        "The headset has gone. Text goes on, and speech when the device is back.",
        "The sound device is back.",
    ]
    assert stage.speaking == [True, False, True, False]


def test_a_device_that_never_comes_does_not_hold_up_the_end() -> None:
    speaker = SlowSpeaker()
    speaker.away = 10**6
    stage = Stage(speaker)
    for key in ("one", "two", "three"):
        stage.talker.tell(tell(key, Urgency.MOVE))
    stage.talker.close()
    assert stage.reports == [
        "The headset is away. Text goes on, and speech when the device is back.",
        "Announcements that were not spoken: 3. They stand in the text.",
    ]


def test_a_voice_that_fails_is_reported_once_and_the_next_words_are_spoken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speaker = drivers.find("speaker", "null")()
    stage = Stage(speaker)
    render: Callable[[Segment], Samples] = stage.voice.render

    def moody(segment: Segment) -> Samples:
        if segment.text == "bad":
            raise DeviceError("The synthesiser does not answer.")
        return render(segment)

    monkeypatch.setattr(stage.voice, "render", moody)
    for key in ("bad", "bad", "good"):
        stage.talker.tell(tell(key))
    stage.talker.close()
    instead = int(22_050 * 0.5)
    assert [len(s.pcm) for s in speaker.played] == [instead, instead, length("good")]
    assert stage.reports == [
        "The synthesiser does not answer. What is not spoken stands in the text."
    ]


def test_speech_that_breaks_is_reported_and_does_not_hold_up_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = Stage(drivers.find("speaker", "null")())

    def broken(_: Segment) -> Samples:
        raise ZeroDivisionError

    monkeypatch.setattr(stage.voice, "render", broken)
    stage.talker.tell(tell("first"))
    stage.talker.tell(tell("second"))
    stage.talker.close()
    assert stage.reports == ["Speech has failed (ZeroDivisionError()): text goes on without it."]


def announcer(wanted: set[Channel]) -> tuple[Announcer, dict[Channel, Stage]]:
    stages: dict[Channel, Stage] = {}

    def talker(channel: Channel, on_speaking: Callable[[bool], None]) -> Talker | None:
        if channel not in wanted:
            return None
        stage = stages[channel] = Stage(drivers.find("speaker", "null")())
        stage.talker._on_speaking = on_speaking  # noqa: SLF001 - the stage has made its talker
        return stage.talker

    return Announcer(talker, public={"result"}, silent={"quiet"}), stages


def test_moves_go_to_both_channels_and_answers_to_one() -> None:
    both, stages = announcer(set(Channel))
    both.see(Scene(player=chess.WHITE))
    both.tell(tell("a move", Urgency.MOVE), "")
    both.tell(tell("an answer"), "")
    both.tell(tell("quiet", Urgency.ALARM), "")
    both.tell(tell("result"), "")
    both.tell(Announcement("his time", audience=chess.BLACK), "")
    both.close()
    heard = {
        channel: {segment.text for segment in stage.voice.rendered}
        for channel, stage in stages.items()
    }
    assert heard == {
        Channel.EARPHONE: {"a move", "an answer", "result"},
        Channel.LOUDSPEAKER: {"a move", "result"},
    }


def test_the_microphones_owner_is_told_while_anything_is_said() -> None:
    both, _ = announcer(set(Channel))
    told: list[bool] = []
    both.on_speaking(told.append)
    both.tell(tell("a move", Urgency.MOVE), "")
    both.close()
    assert told[0] is True
    assert told[-1] is False
    assert all(a != b for a, b in pairwise(told))

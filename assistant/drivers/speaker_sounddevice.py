"""A sound device of this system, played by a child process; it may be pulled out and come back."""

import itertools
from collections.abc import Iterator
from typing import Any

from assistant.children.child import Child
from assistant.children.player import AWAY, NONE
from assistant.core.settings import Settings
from assistant.errors import DeviceError
from assistant.ports import Finding
from assistant.samples import Samples

_MODULE = "assistant.children.player"
_START = 10.0
"""Seconds until the player must be there; a busy machine is slow."""
_LATE = 6.0
"""Seconds that a sound may take longer than it lasts, before its player is given up."""
_RATE = 22_050
"""What is asked of a device first: the rate of most synthesisers."""


def devices() -> tuple[list[str], str | None]:
    """The names of all devices that can play, and of the one that plays if none is named.

    :raises DeviceError: if there is no sound library, or it does not answer.
    """
    child = Child(_MODULE)
    try:
        news = child.receive(_START)
    finally:
        child.kill()
    if news is None:
        raise DeviceError("The sound system does not answer.")
    if "devices" not in news[0] or "why" in news[0]:
        raise DeviceError(f"Sound cannot be played: {news[0].get('why')}.")
    return news[0]["devices"], news[0]["default"]


def examine(settings: Settings) -> Iterator[Finding]:
    """Whether sound can be played, and whether the devices that the settings name are there."""
    if settings.speech.driver == "off":
        return
    try:
        known, default = devices()
    except DeviceError as error:
        yield Finding(
            fine=False, sentence=f"{error} Install the system package libportaudio2; text goes on."
        )
        return
    if default is None:
        yield Finding(
            fine=False, sentence="There is no sound device: text goes on. Plug in a headset."
        )
        return
    yield Finding(fine=True, sentence=f"Sound devices there are: {'; '.join(known)}.")
    wanted = {settings.speech.earphone, settings.speech.loudspeaker} - {"off"}
    for name in sorted(name for name in wanted if not name.endswith(".wav")):
        try:
            speaker = Driver(name, settings.speech.latency_ms)
        except DeviceError as error:
            yield Finding(
                fine=False, sentence=f"{error} Set speech.earphone or speech.loudspeaker."
            )
        else:
            yield Finding(fine=True, sentence=f"The sound device {speaker.device} plays.")
            speaker.close()


class Driver:
    def __init__(self, device: str = "", latency_ms: int = 30, *, patient: bool = False) -> None:
        """Opens a device by its name, or a part of it; an empty name is the system's own choice.

        If `patient`, a device that is away may come later; until then `begin` raises.

        :raises DeviceError: if there is no such device, or it cannot be opened; the message lists
            the devices there are.
        """
        self._name = device
        self._latency = latency_ms / 1000
        self._numbers = itertools.count(1)
        self._number = 0
        self._seconds = 0.0
        self._child: Child | None = None
        self._why: str | None = None
        self._others: list[str] = []
        self._rate = _RATE
        self.device = device
        self.first_sample_at: float | None = None
        """When the last sound began, on the machine's monotonic clock."""
        news = self._start()
        if news["news"] == "lost" and not patient:
            self.close()
            raise _not_there(device, news)

    @property
    def pid(self) -> int | None:
        """The process that plays now."""
        return self._child.pid if self._child is not None else None

    def begin(self, samples: Samples) -> None:
        """Starts to play; returns at once.

        :raises DeviceError: if the device is away.
        """
        if self._child is None:
            self._start()
        while self._receive(0) is not None:
            continue  # hear what has happened to the device since it was last used
        if self._why is not None:
            raise self._away()
        self._number = next(self._numbers)
        self._seconds = samples.seconds
        body = samples.at(self._rate).pcm.astype("<i2").tobytes()
        self._send({"do": "play", "id": self._number}, body)

    def wait(self) -> bool:
        """Returns when what was begun is over: True if it was heard to its end.

        :raises DeviceError: if the device was lost before.
        """
        while True:
            news = self._receive(self._seconds + _LATE)
            if news is None:
                self._drop()
                raise DeviceError("The sound device does not go on.")
            if self._why is not None:
                raise self._away()
            if news.get("id") == self._number and news["news"] in ("ended", "stopped"):
                return bool(news["news"] == "ended")

    def stop(self) -> None:
        """Silence within 50 ms; from any thread."""
        self._send({"do": "stop"})

    def close(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.close()

    def _send(self, head: dict[str, Any], body: bytes = b"") -> None:
        child = self._child
        if child is not None:
            child.send(head, body)

    def _away(self) -> DeviceError:
        name = self._name or "of the system"
        others = f"; there is: {'; '.join(self._others)}" if self._name and self._others else ""
        return DeviceError(f"The sound device {name} is away: {self._why}{others}.")

    def _start(self) -> dict[str, Any]:
        self._child = Child(_MODULE, self._name, str(_RATE), str(self._latency))
        news = self._receive(_START)
        if news is None:
            self._drop()
            raise DeviceError("The sound system does not answer.")
        return news

    def _receive(self, within: float) -> dict[str, Any] | None:
        try:
            frame = self._child.receive(within) if self._child is not None else None
        except DeviceError:
            self._drop()
            raise DeviceError("The sound player has ended.") from None
        if frame is None:
            return None
        news = frame[0]
        if news["news"] == "lost":
            self._why, self._others = news["why"], news["devices"]
        elif news["news"] == "open":
            self._why, self._rate, self.device = None, news["rate"], news["device"]
        elif news["news"] == "started":
            self.first_sample_at = news["at"]
        return news

    def _drop(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()


def _not_there(device: str, news: dict[str, Any]) -> DeviceError:
    known = news["devices"]
    if not known:
        # Why there is none at all is only worth telling where the sound library is the cause.
        cause = f": {news['why']}" if news["why"] not in (AWAY, NONE) else ""
        return DeviceError(
            f"There is no sound device{cause}. Plug in a headset or switch the sound on."
        )
    there = f" There is: {'; '.join(known)}." if device else ""
    return DeviceError(
        f"The sound device {device or 'of the system'} cannot play: {news['why']}.{there}"
    )

"""The outlet that speaks: every announcement to those who may hear it, each in his own manner."""

import sys
import threading
from collections.abc import Callable, Collection
from itertools import chain

from assistant.core.output.announcement import Announcement
from assistant.core.output.channel import Channel, channels
from assistant.core.output.foresight import common, likely
from assistant.core.output.scene import Scene
from assistant.talker import Talker


class Announcer:
    """Speaks on one or two channels; never with two voices on one."""

    def __init__(
        self,
        talker: Callable[[Channel, Callable[[bool], None]], Talker | None],
        *,
        public: Collection[str],
        silent: Collection[str],
    ) -> None:
        """`talker` gives who speaks on a channel, or None if nobody listens there."""
        self._public = public
        self._silent = silent
        self._scene: Scene | None = None
        self._lock = threading.Lock()
        self._talking: set[Channel] = set()
        self._listeners: list[Callable[[bool], None]] = []
        self._talkers: dict[Channel, Talker] = {}
        for channel in Channel:
            found = talker(channel, self._heard_on(channel))
            if found is not None:
                self._talkers[channel] = found
                found.foresee(common())

    def on_speaking(self, told: Callable[[bool], None]) -> None:
        """`told` is called with True before the first sound, and with False after the last.

        It is called from a thread of ours and must return at once; a microphone's owner uses it
        to be deaf meanwhile.
        """
        self._listeners.append(told)

    def tell(self, announcement: Announcement, line: str) -> None:  # noqa: ARG002 - words of its own
        if announcement.key in self._silent:
            return
        player = self._scene.player if self._scene is not None else None
        for channel in channels(announcement, self._public, player):
            if channel in self._talkers:
                self._talkers[channel].tell(announcement)

    def see(self, scene: Scene) -> None:
        """Prepares what may be announced in this position."""
        before, self._scene = self._scene, scene
        if scene.board is None or (before is not None and before.board == scene.board):
            return
        for talker in self._talkers.values():
            talker.foresee(chain(likely(scene), common()))

    def hush(self) -> None:
        for talker in self._talkers.values():
            talker.hush()

    def settle(self) -> None:
        for talker in self._talkers.values():
            talker.settle()

    def close(self) -> None:
        for talker in self._talkers.values():
            talker.close()

    def _heard_on(self, channel: Channel) -> Callable[[bool], None]:
        def changed(speaking: bool) -> None:
            with self._lock:
                before = bool(self._talking)
                (self._talking.add if speaking else self._talking.discard)(channel)
                now = bool(self._talking)
            if before != now:
                for told in self._listeners:
                    told(now)

        return changed


def report(sentence: str) -> None:
    """Trouble of a device, in one sentence, on a line of its own."""
    print(f"\n{sentence}" if sys.stderr.isatty() else sentence, file=sys.stderr, flush=True)

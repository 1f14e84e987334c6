"""A speaker that plays to nobody, in no time, and remembers everything."""

from assistant.samples import Samples


class Driver:
    def __init__(self, device: str = "", latency_ms: int = 0) -> None:  # noqa: ARG002 - it has no device
        self.played: list[Samples] = []
        self.seconds = 0.0
        """How long a listener would have listened."""
        self.stopped = 0

    def begin(self, samples: Samples) -> None:
        self.played.append(samples)
        self.seconds += samples.seconds

    def wait(self) -> bool:
        return True

    def stop(self) -> None:
        self.stopped += 1

    def close(self) -> None:
        """There is nothing to let go."""

"""A sound device that remembers what it was given."""


class Driver:
    def __init__(self, device: str = "") -> None:
        self.device = device
        self.played: list[bytes] = []

    def play(self, pcm: bytes) -> None:
        self.played.append(pcm)

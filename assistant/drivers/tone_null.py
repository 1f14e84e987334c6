"""A tone that nobody hears; it remembers its pitches."""


class Driver:
    def __init__(self, device: str = "") -> None:
        self.device = device
        self.pitches: list[float] = []

    def set(self, pitch: float) -> None:
        self.pitches.append(pitch)

    def close(self) -> None:
        """Nothing is open."""

"""A keeper of sounds that remembers them as long as the program runs."""

from assistant.errors import FileError


class Driver:
    def __init__(self) -> None:
        self.sounds: dict[str, bytes] = {}

    def keep(self, name: str, pcm: bytes) -> None:
        self.sounds[name] = pcm

    def sound(self, name: str) -> bytes:
        if name not in self.sounds:
            raise FileError(f"There is no sound {name}.")
        return self.sounds[name]

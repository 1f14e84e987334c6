"""An envelope that keeps a sealed move as long as the program runs."""


class Driver:
    def __init__(self) -> None:
        self._content: str | None = None

    def seal(self, content: str) -> None:
        self._content = content

    def content(self) -> str | None:
        return self._content

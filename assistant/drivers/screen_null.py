"""A screen that shows nothing and remembers every line."""


class Driver:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, line: str) -> None:
        self.lines.append(line)

"""An outlet that reaches nobody and remembers everything."""

from assistant.core.output.announcement import Announcement
from assistant.core.output.scene import Scene


class Driver:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.announcements: list[Announcement] = []
        self.scenes: list[Scene] = []
        self.hushed = 0
        self.closed = False

    def tell(self, announcement: Announcement, line: str) -> None:
        self.announcements.append(announcement)
        self.lines.append(line)

    def see(self, scene: Scene) -> None:
        self.scenes.append(scene)

    def hush(self) -> None:
        self.hushed += 1

    def close(self) -> None:
        self.closed = True

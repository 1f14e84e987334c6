"""A source of words that stands before another one."""

from collections.abc import Iterator

from assistant.ports import Recognizer, Words


class Relay:
    """Hands on everything as it is; whoever derives from it does something about the words."""

    def __init__(self, source: Recognizer) -> None:
        self.interactive = source.interactive
        self._source = source

    def words(self) -> Iterator[Words]:
        yield from self._source.words()

    def ready(self) -> None:
        self._source.ready()

    def interrupted(self) -> None:
        self._source.interrupted()

    def close(self) -> None:
        self._source.close()

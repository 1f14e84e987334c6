"""A recogniser that says given words and then falls silent."""

from collections.abc import Iterable, Iterator

from assistant.ports import Words


class Driver:
    interactive = False

    def __init__(self, words: Iterable[Words] = ()) -> None:
        self._words = list(words)

    def words(self) -> Iterator[Words]:
        yield from self._words

    def ready(self) -> None:
        """Nobody is there to be shown anything."""

    def interrupted(self) -> None:
        """Nobody is there to be interrupted."""

    def close(self) -> None:
        """There is no device."""

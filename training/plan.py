"""Which shards of speech and features the training makes, and where they are kept."""

from dataclasses import dataclass
from pathlib import Path

from training.people import speakers


@dataclass(frozen=True, slots=True)
class Plan:
    folder: Path
    synthetic: int = 30
    """Shards of synthetic speech; after them come the recordings by humans and the patchwork."""
    size: int = 1200
    """Utterances of a shard."""
    copies: int = 2
    """Spoiled copies of what is said by humans, high voices and the natural one."""
    workers: int = 2
    high: int = 6
    """Shards of high voices, behind the patchwork."""
    natural: int = 8
    """Shards of the natural voice; behind them comes one of words that were cut out of phrases."""

    @property
    def recorded(self) -> int:
        """Shards of speech without the patchwork, which needs them."""
        return self.synthetic + len(speakers())

    @property
    def patched(self) -> int:
        """Shards of speech without the high voices, which need them."""
        return self.recorded + len(speakers())

    @property
    def raised(self) -> int:
        """Shards of speech without the natural voice."""
        return self.patched + self.high

    @property
    def alone(self) -> int:
        """The last shard: words of phrases on their own."""
        return self.raised + self.natural

    @property
    def shards(self) -> int:
        return self.alone + 1

    def sources(self, shard: int) -> list[int]:
        """The shards whose utterances a shard of high voices says again."""
        at = shard - self.patched
        patched = range(self.recorded, self.patched)[at :: self.high]
        return [*range(self.synthetic)[at :: self.high][:2], *patched]

    @property
    def places(self) -> list[int]:
        """The numbers of all shards of features."""
        again = [
            copy * self.shards + shard
            for copy in range(1, self.copies)
            for shard in range(self.synthetic, self.shards)
        ]
        return [*range(self.shards), *again]

    def speech(self, shard: int) -> Path:
        return self.folder / "speech" / f"{shard:03}.npz"

    def features(self, shard: int) -> Path:
        """A shard of features is one spoiled copy of a shard of speech."""
        copy, shard = divmod(shard, self.shards)
        return self.folder / "features" / f"{copy}-{shard:03}.npz"

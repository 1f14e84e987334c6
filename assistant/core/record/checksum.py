"""The checksum of the program: one short word for all of its files.

It depends on names and contents only, so a checkout and an installed package of the same
version have the same one, on every system.
"""

import hashlib
from collections.abc import Iterable


def checksum(files: Iterable[tuple[str, bytes]]) -> str:
    """SHA-256 over the files, given as names with `/` and contents, in any order."""
    whole = hashlib.sha256()
    for name, content in sorted(files):
        # Lengths keep two files apart from one that holds both.
        encoded = name.encode()
        whole.update(b"%d %d\n" % (len(encoded), len(content)))
        whole.update(encoded + content)
    return whole.hexdigest()


def grouped(digest: str, size: int = 4) -> str:
    """The checksum in groups that can be read out and compared by ear or by finger."""
    return " ".join(digest[place : place + size] for place in range(0, len(digest), size))

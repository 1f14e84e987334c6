"""Lines of a script that say when they were said: `@12.5 Eva vier`, seconds from the start."""

import re

_TIMED = re.compile(r"\s*@([0-9]{1,9})(?:\.([0-9]{1,3}))?(?:\s+(.*))?", re.DOTALL)


def timed(line: str) -> tuple[int | None, str]:
    """The milliseconds that the line gives, None if it gives none, and its words."""
    found = _TIMED.fullmatch(line)
    if found is None:
        return None, line
    seconds, fraction, words = found.groups("")
    return int(seconds) * 1000 + int(fraction.ljust(3, "0")), words

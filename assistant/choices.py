"""Settings that name something the program has: the names there are, and which are wrong."""

from collections.abc import Iterator

from assistant import data, drivers
from assistant.core.settings import Settings, rows


def choices(key: str) -> list[str] | None:
    """What a setting may name; None where that cannot be known, as with devices to be plugged in.

    :raises DataError: if the program was installed without its data.
    """
    match key:
        case "speech.driver":
            return ["auto", "off", *drivers.names("voice")]
        case "braille.driver":
            return ["auto", "off", *drivers.names("display")]
        case "braille.notation":
            return ["auto", *data.notations()]
    return None


def wrong(settings: Settings) -> Iterator[tuple[str, str]]:
    """Each setting that names what there is not: its key, and a sentence with the choices."""
    for key, value, _ in rows(settings):
        known = choices(key)
        if known is not None and value not in known:
            yield key, f"{key} cannot be {value!r}. Choose one of: {', '.join(known)}."

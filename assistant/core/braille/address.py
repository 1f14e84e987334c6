"""Where brltty listens, which key it wants, and which terminal is ours; as its own programs do."""

from collections.abc import Mapping

from assistant.core.braille.brlapi import FIRST_PORT

_SOCKETS = "/var/lib/BrlAPI"
_KEY = "/etc/brlapi.key"


def places(host: str) -> list[str | tuple[str, int]]:
    """The sockets and ports to try. Host is `:0`, `name:1`, or the path of a socket.

    Without a name it is brltty's local socket first, then this machine's port.
    """
    if host.startswith("/"):
        return [host]
    name, _, number = host.rpartition(":")
    if not number.isdigit():
        name, number = host, "0"
    port = FIRST_PORT + int(number)
    if name:
        return [(name, port)]
    return [f"{_SOCKETS}/{number}", ("127.0.0.1", port)]


def key_path(auth: str) -> str:
    """The key file. `auth` is `/path`, `keyfile:/path`, another way, or several joined by `+`."""
    for part in auth.split("+"):
        if part.startswith("keyfile:") or "/" in part:
            return part.removeprefix("keyfile:")
    return _KEY


def tty_path(wish: str, environment: Mapping[str, str], terminal: str) -> tuple[int, ...]:
    """Where the program runs, as brltty counts: the console, then the window on it.

    Empty if that cannot be told; then the display is ours whatever has the focus.
    """
    if path := _numbers(wish):
        return path
    outer = _numbers(environment.get("WINDOWPATH", ""))
    if outer or environment.get("DISPLAY"):
        outer = outer or _numbers(environment.get("XDG_VTNR", ""))
        return outer + _numbers(environment.get("WINDOWID", ""))
    console = terminal.removeprefix("/dev/tty")
    inner = environment.get("CONTROLVT") or (console if console.isdigit() else "")
    return _numbers(inner or environment.get("XDG_VTNR", ""))


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part, 0) & 0xFFFFFFFF for part in text.split(":") if part)
    except ValueError:
        return ()

"""The sound record of a game (D.2.7): which sounds are kept, and what each became."""

import hashlib
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import chess

from assistant.core.output.announcement import Colour, Phrase
from assistant.core.play import contestevents as happened
from assistant.core.play.contestevents import OfTurn, SoundKept
from assistant.core.play.events import Event
from assistant.core.spoken.endpoint import RATE

OF_A_MOVE = (happened.MoveAnnounced, happened.MoveRepeated, happened.RepetitionDiffered)
"""The facts whose sound is kept; never anything else that a microphone hears."""
_BETWEEN = bytes(RATE // 2)
"""A quarter of a second of silence between an announcement and the answer about it."""


def digest(pcm: bytes) -> str:
    """Of the samples, so that it holds whatever file they are kept in."""
    return hashlib.sha256(pcm).hexdigest()


def together(sounds: Sequence[bytes]) -> bytes:
    """An announcement, and what was answered when it was asked back, as one sound."""
    return _BETWEEN.join(sounds)


@dataclass(frozen=True, slots=True)
class Moment:
    """What is so before an utterance: the position, and the move that was announced in it."""

    board: chess.Board
    announced: str | None


class SoundRecord:
    """Holds back the sound of what is asked about, until it is known what it became."""

    def __init__(self) -> None:
        self._held: list[bytes] = []

    def take(
        self,
        sound: bytes,
        events: Iterable[Event],
        before: Moment,
        *,
        about_it: bool,
        open_question: bool,
    ) -> tuple[SoundKept, bytes] | None:
        """What is to be kept after an utterance from which these facts followed.

        `about_it`: it opened, changed or settled the question which move was said.
        """
        became = [event for event in events if isinstance(event, OF_A_MOVE)]
        if sound and (became or about_it):
            self._held.append(sound)
        held = self._held
        if became or not open_question:
            self._held = []
        if not became or not held:
            return None
        whole = together(held)
        return _kept(became[0], before, whole), whole


def _kept(event: OfTurn, before: Moment, pcm: bytes) -> SoundKept:
    sha256 = digest(pcm)
    number, mover = before.board.fullmove_number, before.board.turn
    repeated = isinstance(event, happened.MoveRepeated)
    return SoundKept(
        at=event.at,
        ms=event.ms,
        side=event.side,
        what="announced" if isinstance(event, happened.MoveAnnounced) else "repeated",
        number=number,
        mover=mover,
        move=before.announced if repeated else getattr(event, "move", None),
        file=f"{number:03}{'w' if mover else 'b'}-{sha256[:12]}.flac",
        sha256=sha256,
        length_ms=len(pcm) // 2 * 1000 // RATE,
    )


def of_move(events: Iterable[Event], number: int, mover: chess.Color | None) -> list[SoundKept]:
    """The sounds of a move, in the order in which they were heard; None means either side."""
    return [
        event
        for event in events
        if isinstance(event, SoundKept) and event.number == number and mover in (None, event.mover)
    ]


def files_of(events: Iterable[Event]) -> list[str]:
    """The names of all recordings, in the order in which they were heard."""
    return [event.file for event in events if isinstance(event, SoundKept)]


def told(event: SoundKept) -> Phrase:
    """One recording in words."""
    whole, part = divmod(round(event.length_ms / 100), 10)
    return Phrase(
        "sound_of",
        {
            "number": event.number,
            "side": Colour(event.side),
            "what": Phrase(f"sound_{event.what}"),
            "seconds": Phrase("decimal", {"whole": whole, "part": part}),
        },
    )


def wav(pcm: bytes) -> bytes:
    """The sound as a WAV file."""
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16)
    body = b"WAVE" + form + struct.pack("<4sI", b"data", len(pcm)) + pcm
    return struct.pack("<4sI", b"RIFF", len(body)) + body

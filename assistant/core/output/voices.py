"""Which voice says a stretch of text: the one the listener likes, where it speaks the language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

NORMAL_WPM = 175
"""Words a minute at the rate 1; experienced listeners like three and four times as many."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a listener wants to be spoken to."""

    voice: str = ""
    """A voice's name or id, or `+variant` of every voice (espeak-ng: +f3); empty: any."""
    rate: float = 1.0
    """Times the normal speed."""
    volume: int = 100
    """Percent."""
    pitch: int = 50
    """0 to 100, where the engine has a pitch."""

    @property
    def wpm(self) -> int:
        return round(NORMAL_WPM * self.rate)


@dataclass(frozen=True, slots=True)
class VoiceInfo:
    """A voice that an engine has."""

    id: str
    name: str
    languages: tuple[str, ...]
    """Codes like `de` or `en-gb`."""

    def speaks(self, language: str) -> bool:
        return any(code.split("-")[0] == language for code in self.languages)


@dataclass(frozen=True, slots=True)
class Chosen:
    id: str
    language: str
    """What it speaks; another language than was wanted, if there is no voice for that."""


def named(voices: Sequence[VoiceInfo], wish: str) -> VoiceInfo | None:
    """The voice of that id or name, or the only one whose name has that part."""
    folded = wish.partition("+")[0].casefold()
    if not folded:
        return None
    for voice in voices:
        if folded in (voice.id.casefold(), voice.name.casefold()):
            return voice
    by_code = [voice for voice in voices if folded in voice.languages]
    part = [voice for voice in voices if folded in voice.name.casefold()]
    return by_code[0] if by_code else part[0] if len(part) == 1 else None


def choose(
    voices: Sequence[VoiceInfo], language: str, wish: str, nearest: Mapping[str, Sequence[str]]
) -> Chosen | None:
    """The voice for a language; `nearest` names the languages that come closest to it.

    None if there is no voice at all.
    """
    variant = "".join(wish.partition("+")[1:])
    wished = named(voices, wish)
    for code in (language, *nearest.get(language, ())):
        if wished is not None and wished.speaks(code):
            return Chosen(wished.id + variant, code)
        speakers = [voice for voice in voices if voice.speaks(code)]
        if speakers:
            best = min(speakers, key=lambda voice: (code not in voice.languages, len(voice.id)))
            return Chosen(best.id + variant, code)
    return Chosen(voices[0].id + variant, voices[0].languages[0]) if voices else None

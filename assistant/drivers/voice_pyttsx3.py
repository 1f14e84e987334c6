"""The synthesiser of this system through pyttsx3: espeak-ng, SAPI5 or NSSpeech."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from assistant.core.output.speech import Segment
from assistant.core.output.voices import Manner, VoiceInfo
from assistant.core.settings import Settings
from assistant.errors import DeviceError, UsageError
from assistant.ports import Finding
from assistant.samples import Samples
from assistant.synthesis import Synthesis


def examine(settings: Settings) -> Iterator[Finding]:
    """Whether there is a synthesiser, whether it renders, and whether it has the wanted voice."""
    if settings.speech.driver == "off":
        yield Finding(fine=True, sentence="Speech is switched off (setting speech.driver).")
        return
    try:
        driver = Driver(settings.speech.earphone_manner, {}, lambda _: None)
    except (DeviceError, UsageError) as error:
        remedy = " Install the system package espeak-ng." if isinstance(error, DeviceError) else ""
        yield Finding(fine=False, sentence=f"Speech does not work: {error}{remedy}")
        return
    try:
        seconds = driver.render(Segment("Eva vier", "de")).seconds
    except DeviceError as error:
        yield Finding(fine=False, sentence=f"Speech does not work: {error}")
        return
    finally:
        driver.close()
    language = os.environ.get("CHESS_ASSISTANT_LANGUAGE") or "de"
    if seconds:
        yield Finding(
            fine=True,
            sentence=f"The synthesiser {driver.engine} speaks, with {len(driver.voices)} voices.",
        )
        # The alphabet of the Laws is German whatever the rest is (D.2.1).
        for code in sorted({language, "de"}):
            if not any(voice.speaks(code) for voice in driver.voices):
                yield Finding(
                    fine=False,
                    sentence=f"There is no voice for the language {code}: the nearest one speaks. "
                    "Install a voice of that language.",
                )
    else:
        yield Finding(
            fine=False,
            sentence=f"The synthesiser {driver.engine} gives no sound. Install it again.",
        )


class Driver:
    eager = True

    def __init__(
        self,
        manner: Manner,
        nearest: Mapping[str, Sequence[str]],
        report: Callable[[str], None],
    ) -> None:
        """Starts the synthesiser.

        :raises DeviceError: if there is none that works.
        :raises UsageError: if it has no such voice as the manner names.
        """
        self._synthesis = Synthesis(manner, nearest, report)

    @property
    def engine(self) -> str:
        return self._synthesis.engine

    @property
    def voices(self) -> tuple[VoiceInfo, ...]:
        return self._synthesis.voices

    @property
    def pid(self) -> int | None:
        return self._synthesis.pid

    def render(self, segment: Segment) -> Samples:
        return self._synthesis.render(segment)

    def close(self) -> None:
        self._synthesis.close()

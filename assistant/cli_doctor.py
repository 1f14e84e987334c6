"""The command `doctor`: one sentence for each device."""

import argparse
import contextlib
import json
from collections.abc import Iterator

from assistant import data, drivers, models
from assistant.choices import wrong
from assistant.cli_devices import settings_file, settings_of
from assistant.core.settings import Settings
from assistant.drivers import decoder_vosk
from assistant.errors import AssistantError, DataError, DeviceError, FileError
from assistant.ports import Finding


def doctor(options: argparse.Namespace) -> int:
    """Exit status 0 if everything is fine; a device that is not there is no reason to stop."""
    found = []
    for finding in _findings(options):
        found.append(finding)
        if not options.json:
            print(f"{'Fine' if finding.fine else 'Not fine'}: {finding.sentence}", flush=True)
    trouble = sum(not finding.fine for finding in found)
    if options.json:
        rows = [{"fine": one.fine, "sentence": one.sentence} for one in found]
        print(json.dumps(rows, ensure_ascii=False))
    elif trouble:
        print(f"{trouble} of {len(found)} checks need attention; keyboard and text always work.")
    else:
        print(f"All {len(found)} checks are fine.")
    return 1 if trouble else 0


def _findings(options: argparse.Namespace) -> Iterator[Finding]:
    """The settings first; without usable ones the devices are examined by the defaults."""
    settings = Settings()
    try:
        settings = settings_of(options)
    except (DataError, FileError) as error:
        yield Finding(
            fine=False,
            sentence=f"{error} Or delete the settings file {settings_file(options)}, which resets "
            "all settings. The checks go on with the defaults.",
        )
    else:
        yield from _missing(options)
        for key, sentence in wrong(settings):
            named = f"--settings {options.settings} " if options.settings else ""
            repair = f"Type: chess-assistant settings {named}{key} --default"
            yield Finding(fine=False, sentence=f"{settings_file(options)}: {sentence} {repair}")
    for examine in drivers.examinations():
        yield from examine(settings)
    with contextlib.suppress(DeviceError):  # without Vosk, which is told already, none can be tried
        decoder_vosk.library()
        yield _model(options.language, settings)


def _model(language: str, settings: Settings) -> Finding:
    """The model that would listen for the language."""
    named, wanted = settings.microphone.model, settings.microphone.driver != "off"
    try:
        data.language(language)
        if not named and not wanted and models.standing(language) is None:
            sentence = f"No speech model is here for {language}; none is needed to type."
            return Finding(fine=True, sentence=sentence)
        found = models.find(language, named)
    except AssistantError as error:
        return Finding(fine=False, sentence=str(error))
    about = f"the model {found.name} in {found}"
    if models.came_along(found):
        about = f"the small model that comes with the program, in {found}"
    return Finding(fine=True, sentence=f"For {language} listens {about}; it is whole.")


def _missing(options: argparse.Namespace) -> Iterator[Finding]:
    """A settings file that was named ought to be there; the usual one need not."""
    path = settings_file(options)
    if options.settings and not path.exists():
        yield Finding(
            fine=False,
            sentence=f"The settings file {path} is not there. Check the path after --settings; "
            "the checks go on with the defaults.",
        )

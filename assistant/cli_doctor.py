"""The command `doctor`: one sentence for each device."""

import argparse
import json
from collections.abc import Iterator

from assistant import drivers
from assistant.choices import wrong
from assistant.cli_devices import settings_file, settings_of
from assistant.core.settings import Settings
from assistant.errors import DataError, FileError
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


def _missing(options: argparse.Namespace) -> Iterator[Finding]:
    """A settings file that was named ought to be there; the usual one need not."""
    path = settings_file(options)
    if options.settings and not path.exists():
        yield Finding(
            fine=False,
            sentence=f"The settings file {path} is not there. Check the path after --settings; "
            "the checks go on with the defaults.",
        )

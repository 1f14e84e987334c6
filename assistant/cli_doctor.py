"""The command `doctor`: one sentence for each device."""

import argparse
import json

from assistant import drivers
from assistant.cli_devices import settings_of


def doctor(options: argparse.Namespace) -> int:
    """Exit status 0 if everything is fine; a device that is not there is no reason to stop."""
    settings = settings_of(options)
    found = []
    for examine in drivers.examinations():
        for finding in examine(settings):
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

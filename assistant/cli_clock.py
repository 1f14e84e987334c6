"""The commands `clock` and `timecontrol`."""

import argparse
import json
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from assistant import data, drivers
from assistant.cli_devices import check_devices, open_ears, open_outlets, settings_of
from assistant.cli_display import check_braille, open_braille
from assistant.cli_files import games_folder, last_unfinished, reopen, resuming
from assistant.clockrunner import ClockRunner
from assistant.clocksession import ClockSession
from assistant.core.braille.reader import TALK
from assistant.core.output.announcement import tell
from assistant.core.output.durations import control
from assistant.core.output.wording import Phrasebook
from assistant.core.play import alarms, clockrecord
from assistant.core.play import timecontrol as controls
from assistant.core.play.alarms import Alarms
from assistant.core.play.clockrecord import Record
from assistant.core.play.events import ClockSet
from assistant.core.play.rate import classify
from assistant.drivers.keeper_file import Driver as Keeper
from assistant.drivers.timer_system import time_of_day

_KEYS = {"time": "t", "turn": "t", "help": "h", "correct": "u", "repeat": "a", TALK: "x"}
"""What a braille key says here; the keys of the clock are the same in every language."""


def clock(options: argparse.Namespace) -> int:
    """A chess clock in the terminal; whatever happens, it can be resumed."""
    alarms.parse(options.alarms)
    check_devices(options)
    check_braille(options, settings_of(options))
    folder = Path(options.folder) if options.folder else games_folder()
    resumed = options.resume is not None
    if resumed:
        path = (
            Path(options.resume)
            if options.resume
            else last_unfinished(folder, "clock", lambda _: True)
        )
        record, keeper = reopen(path, clockrecord.replay)
    else:
        timed = controls.parse(options.time_control)
        data.laws(options.edition)
        data.language(options.language)
        started = ClockSet(
            at=time_of_day(),
            control=str(timed),
            edition=options.edition,
            language=options.language,
        )
        record = clockrecord.begin(started)
        keeper = Keeper.create(folder, time.strftime("clock-%Y%m%d-%H%M%S"))
        keeper.keep(started)
    try:
        return _run(options, record, keeper, resumed=resumed)
    finally:
        keeper.close()


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _run(options: argparse.Namespace, record: Record, keeper: Keeper, *, resumed: bool) -> int:
    scripted = options.input is not None or not sys.stdin.isatty()
    timer = drivers.find("timer", "script" if options.input is not None else "system")()
    grammar, lexicon = data.language(record.set.language)
    session = ClockSession(record, lexicon, Alarms(alarms.parse(options.alarms)))
    settings = settings_of(options)
    braille = open_braille(options, settings, grammar, commands=_KEYS)
    outlets = open_outlets(options, settings, Phrasebook(grammar), braille)
    runner = ClockRunner(
        session,
        outlets=outlets,
        keeper=keeper,
        timer=timer,
        time_of_day=time_of_day,
    )
    rate = classify(record.state.control, data.laws(record.set.edition))
    ears = open_ears(
        options, settings, drivers.find("recognizer", "text" if scripted else "keys")(), braille
    )
    status = 0
    signal.signal(signal.SIGTERM, _interrupt)
    with outlets:
        try:
            runner.carry_out(session.open(rate, resumed=resumed, at=time_of_day()))
            if options.input is not None:
                runner.replay(ears, lambda now: setattr(timer, "milliseconds", now))
            else:
                runner.run(ears)
        except KeyboardInterrupt:
            outlets.hush()
            print()
            status = 130
        finally:
            ears.close()
        runner.leave()
        runner.say(tell("clock_kept", command=resuming("clock", keeper.path)))
    return status


def timecontrol(options: argparse.Namespace) -> int:
    """A time control in words, as PGN writes it, and what it is in each edition."""
    timed = controls.parse(options.control)
    grammar, _ = data.language(options.language)
    book = Phrasebook(grammar)
    words = book.say(tell("control_is", control=control(timed)))
    rates = {edition: classify(timed, data.laws(edition)) for edition in data.editions()}
    if options.json:
        result = {
            "control": str(timed),
            "pgn": controls.pgn(timed),
            "rates": {edition: rate.rate.value for edition, rate in rates.items()},
            "say": words,
        }
        print(json.dumps(result, ensure_ascii=False))
        return 0
    print(words)
    print(f"Written: {timed}")
    print(f"PGN: {controls.pgn(timed)}")
    for edition, rate in rates.items():
        args = {"edition": edition, "article": rate.article}
        print(book.say(tell(f"rate_{rate.rate.value}", **args)))
    return 0

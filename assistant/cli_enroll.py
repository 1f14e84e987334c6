"""The command `enroll`: a speaker reads for a minute, and the ear is fitted to him."""

import argparse
import sys
import time
from pathlib import Path

from assistant import profiles
from assistant.cli_decoder import Fitted, fit, remarks
from assistant.cli_devices import check_devices, open_outlets, settings_of
from assistant.cli_display import check_braille, open_braille
from assistant.cli_microphone import Wanted, wanted
from assistant.cli_setup import Metered, leaves, needed_microphone, open_keys, typed
from assistant.core.output.announcement import tell
from assistant.core.output.wording import Phrasebook, Style
from assistant.ears import Ears
from assistant.enrolment import Enrolment, prompts
from assistant.listener import Listener
from assistant.outlets import Outlets
from assistant.ports import Notice


def enroll(options: argparse.Namespace) -> int:
    if options.name is None:
        return _list()
    if options.delete:
        print(f"Deleted: {profiles.delete(options.name)}")
        return 0
    if options.show:
        return _show(options.name)
    return _enroll(options)


def _list() -> int:
    for name in profiles.names():
        print(f"{name}: {profiles.read(name).language}, {profiles.read(name).made}")
    if not profiles.names():
        print("There is no profile yet. Make one: chess-assistant enroll NAME")
    return 0


def _show(name: str) -> int:
    profile = profiles.read(name)
    print(f"{profile.name}: {profile.language}, {profile.made}, level {profile.level} decibels")
    for said, others in profile.confusions.items():
        for heard, weight in others.items():
            print(f"{said} heard as {heard}: {weight}")
    print(f"File: {profiles.place(name)}")
    return 0


def _enroll(options: argparse.Namespace) -> int:
    profiles.place(options.name)
    settings = settings_of(options)
    want = wanted(options, settings)
    check_devices(options)
    check_braille(options, settings)
    fitted = fit(options.language, model=want.model, local_ranks=options.ranks == "local")
    microphone = Metered(needed_microphone(options, want))
    if notes := remarks(fitted):
        print(notes, file=sys.stderr)
    style = Style(local_ranks=options.ranks == "local" or fitted.local_ranks)
    braille = open_braille(options, settings, fitted.grammar)
    outlets = open_outlets(options, settings, Phrasebook(fitted.grammar, style), braille)
    listener = Listener(microphone, fitted.decoder(), fitted.ear, push=want.push)
    outlets.on_speaking(listener.speaking)
    asked = prompts(fitted.grammar, fitted.ear.vocabulary, options.passes)
    talk = Enrolment(options.name, asked, fitted.ear.tuning, patient=not microphone.waits)
    ears = open_keys(want, braille, listener, listener)
    try:
        whole = _talk(talk, ears, outlets, fitted)
        if not whole:
            outlets.tell(tell("enroll_cancelled"))
            return 1
        if talk.in_vain:
            for announcement in talk.give_up():
                outlets.tell(announcement)
            return 1
        return _keep(options, talk, outlets, want, fitted)
    except KeyboardInterrupt:
        print()
        outlets.tell(tell("enroll_cancelled"))
        return 130
    finally:
        listener.close()
        outlets.close()


def _talk(talk: Enrolment, ears: Ears, outlets: Outlets, fitted: Fitted) -> bool:
    """True when everything was read; False if the speaker left or the sound ended before."""
    for announcement in talk.open():
        outlets.tell(announcement)
    ears.ready()
    for heard in ears.words():
        if isinstance(heard, str):
            words = typed(heard, outlets)
            if words is not None and leaves(words, fitted.ear.lexicon):
                return False
            if words is not None:  # it must be spoken; whoever has lost his place is told it again
                outlets.tell(talk.ask())
        elif isinstance(heard, Notice):
            ears.interrupted()
            outlets.tell(heard.what)
        else:
            ears.interrupted()
            outlets.heard(heard.text)
            if leaves(heard.text, fitted.ear.lexicon):
                return False
            for announcement in talk.receive(heard):
                outlets.tell(announcement)
        if talk.done:
            return True
        ears.ready()
    return False


def _keep(
    options: argparse.Namespace, talk: Enrolment, outlets: Outlets, want: Wanted, fitted: Fitted
) -> int:
    made = f"{time.strftime('%Y-%m-%d')}, {len(talk.readings)} announcements, {fitted.folder.name}"
    model = str(Path(want.model).expanduser().resolve()) if want.model else ""
    profile = talk.profile(options.language, made, model)
    path = profiles.write(profile)
    for announcement in talk.close(profile):
        outlets.tell(announcement)
    print(f"{path}")
    print(f"Use it: chess-assistant practice --microphone default --profile {options.name!r}")
    return 0

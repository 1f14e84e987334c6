"""The command `enroll`: a speaker reads for a minute, and the ear is fitted to him."""

import argparse
import contextlib
import time
from dataclasses import replace
from pathlib import Path

from assistant import profiles
from assistant.cli_decoder import Fitted, fit, notes
from assistant.cli_devices import check_devices, open_outlets, settings_of
from assistant.cli_display import check_braille, open_braille
from assistant.cli_microphone import Wanted, remark_on_talk, usable, wanted
from assistant.cli_setup import Metered, leaves, needed_microphone, open_keys, typed
from assistant.core.output.announcement import tell
from assistant.core.output.wording import Phrasebook, Style
from assistant.ears import Ears
from assistant.enrolment import Enrolment, prompts
from assistant.errors import AssistantError
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
        try:
            profile = profiles.read(name)
        except AssistantError as error:
            print(f"{name}: cannot be used. {error}")
        else:
            print(f"{name}: {profile.language}, {profile.made}")
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
    # A profile is made here: the one in the settings, perhaps broken, is not asked for.
    want = usable(replace(wanted(options, settings), profile=""), options.language)
    check_devices(options)
    check_braille(options, settings)
    fitted = fit(options.language, model=want.model, local_ranks=options.ranks == "local")
    microphone = Metered(needed_microphone(options, want))
    remark_on_talk(want, [microphone])
    style = Style(local_ranks=options.ranks == "local" or fitted.local_ranks)
    braille = open_braille(options, settings, fitted.grammar)
    asked = prompts(fitted.grammar, fitted.ear.vocabulary, options.passes)
    talk = Enrolment(options.name, asked, fitted.ear.tuning, patient=not microphone.waits)
    listener = Listener(microphone, fitted.decoder(), fitted.ear, push=want.push)
    book = Phrasebook(fitted.grammar, style)
    with open_outlets(options, settings, book, braille) as outlets, contextlib.closing(listener):
        outlets.on_speaking(listener.speaking)
        for note in notes(fitted):
            outlets.tell(note)
        older = _older(options.name)
        if older:
            outlets.tell(tell("enroll_replaces", name=options.name, date=older))
        ears = open_keys(want, braille, listener, listener)
        status = 1
        try:
            stayed = _talk(talk, ears, outlets, fitted, live=microphone.live)
        except KeyboardInterrupt:
            print()
            stayed, status = False, 130
        if stayed and talk.done and not talk.in_vain:
            return _keep(options, talk, outlets, want, fitted)
        # The sound of a real microphone ends only with its keyboard: then somebody has left.
        failed = stayed and (talk.done or microphone.waits)
        for announcement in talk.give_up() if failed else [tell("enroll_cancelled")]:
            outlets.tell(announcement)
        if older:
            outlets.tell(tell("enroll_kept", name=options.name, date=older))
        return status


def _older(name: str) -> str:
    """When the profile of that name was made; empty if there is none.

    One that cannot be read is an older one as well: it is about to be replaced.
    """
    path = profiles.place(name)
    if not path.exists():
        return ""
    with contextlib.suppress(AssistantError):
        if date := profiles.read(name).made.partition(",")[0]:
            return date
    return time.strftime("%Y-%m-%d", time.localtime(path.stat().st_mtime))


def _talk(talk: Enrolment, ears: Ears, outlets: Outlets, fitted: Fitted, *, live: bool) -> bool:
    """True when everything was read or the sound ended before; False if the speaker left.

    A recording cannot want to leave: what sounds so was misheard.
    """
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
            if live and leaves(heard.text, fitted.ear.lexicon):
                return False
            for announcement in talk.receive(heard):
                outlets.tell(announcement)
        if talk.done:
            return True
        ears.ready()
    return True


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

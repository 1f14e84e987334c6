"""The command `enroll`: a speaker reads for a minute, and the ear is fitted to him."""

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from assistant import profiles
from assistant.cli_decoder import Fitted, fit, remarks
from assistant.cli_devices import open_ears, open_outlets, settings_of
from assistant.cli_microphone import (
    Wanted,
    keyboard,
    open_microphone,
    remark_on_talk,
    usable,
    wanted,
)
from assistant.core.output.announcement import tell
from assistant.core.output.wording import Phrasebook, Style
from assistant.core.spoken.command import Command
from assistant.core.spoken.decision import Spoken
from assistant.core.spoken.utterance import understand
from assistant.ears import Ears
from assistant.enrolment import Enrolment, prompts
from assistant.errors import AssistantError, UsageError
from assistant.listener import Listener, TalkKey
from assistant.outlets import Outlets
from assistant.ports import Notice, Words

_LEAVES = frozenset({"no", "leave"})


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
    name, channel = want.names[0]
    fitted = fit(options.language, model=want.model, local_ranks=options.ranks == "local")
    if notes := remarks(fitted):
        print(notes, file=sys.stderr)
    microphone = open_microphone("default" if name == "off" else name, channel)
    if microphone is None:
        raise UsageError("An enrolment needs a microphone. Name one with --microphone.")
    remark_on_talk(want, [microphone])
    style = Style(local_ranks=options.ranks == "local" or fitted.local_ranks)
    outlets = open_outlets(options, settings, Phrasebook(fitted.grammar, style))
    listener = Listener(microphone, fitted.decoder(), fitted.ear, push=want.push)
    outlets.on_speaking(listener.speaking)
    asked = prompts(fitted.grammar, fitted.ear.vocabulary, options.passes)
    talk = Enrolment(options.name, asked, fitted.ear.tuning, patient=not microphone.waits)
    typed = TalkKey(open_ears(options, settings, keyboard(want)), [listener], push=want.push)
    ears = Ears([typed, listener])
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
        if isinstance(heard, Notice):
            outlets.tell(heard.what)
        elif _leaves(heard, fitted):
            return False
        elif isinstance(heard, Spoken):
            for announcement in talk.receive(heard):
                outlets.tell(announcement)
        if talk.done:
            return True
        ears.ready()
    return False


def _leaves(heard: Words, fitted: Fitted) -> bool:
    text = heard if isinstance(heard, str) else heard.text if isinstance(heard, Spoken) else ""
    understood = understand(text, fitted.ear.lexicon)
    return isinstance(understood, Command) and understood.name in _LEAVES


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

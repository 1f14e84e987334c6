"""The command `play`: sets up a game at an event, its drivers and its files."""

import argparse
import secrets
import time
from functools import lru_cache
from pathlib import Path

import chess

from assistant import data, drivers
from assistant.cli_devices import check_devices, open_ears, open_outlets, settings_of
from assistant.cli_display import check_braille, open_braille
from assistant.cli_files import chess960, games_folder, named, reopen, resuming
from assistant.cli_microphone import Opened, keyboard, microphones, wanted, with_microphones
from assistant.cli_speech import has_earphone
from assistant.core.deadness import verdict
from assistant.core.dispute.live import Watch
from assistant.core.output.announcement import tell
from assistant.core.output.wording import Phrasebook, Style
from assistant.core.play import alarms, position
from assistant.core.play.alarms import Alarms
from assistant.core.play.case import rulebook
from assistant.core.play.contest import Contest, begin, replay
from assistant.core.play.contestevents import ContestStarted
from assistant.core.play.flagfall import CanMate
from assistant.core.play.regulations import Regulations, as_written
from assistant.drivers.envelope_file import Driver as Envelope
from assistant.drivers.keeper_file import Driver as Keeper
from assistant.drivers.soundkeeper_flac import Driver as Sounds
from assistant.drivers.timer_system import within
from assistant.errors import UsageError
from assistant.eventrunner import EventRunner, GameTime
from assistant.tournament import Tournament

_LOOK_MS = 50
"""After every move; longer, and the next player would wait."""
_JUDGE_MS = 5_000
"""When a game is to be lost; the clocks stand meanwhile or the game has ended."""

_CAN_MATE = {
    verdict.Outcome.CAN_MATE: CanMate.YES,
    verdict.Outcome.CANNOT_MATE: CanMate.NO,
    verdict.Outcome.NOT_DECIDED: CanMate.NOT_DECIDED,
}


def _can_mate(board: chess.Board, side: chess.Color) -> CanMate:
    return _CAN_MATE[verdict.judge(board, side, within(_JUDGE_MS)).outcome]


def _is_dead(board: chess.Board) -> bool:
    return _is_dead_position(board.fen(), board.chess960)


@lru_cache(maxsize=4)
def _is_dead_position(fen: str, chess960: bool) -> bool:
    """Remembered: a position is asked about when the move is executed and when it is completed."""
    return verdict.is_dead(chess.Board(fen, chess960=chess960), within(_LOOK_MS)) is True


def play(options: argparse.Namespace) -> int:
    """Runs a game at an event; whatever happens, the game on disk can be resumed."""
    if (options.event is None) == (options.resume is None):
        raise UsageError("Give either --event FILE for a new game or --resume FILE for one begun.")
    if options.resume is not None and options.chess960 is not None:
        raise UsageError("A game that is resumed has its start. Leave --chess960 out.")
    check_devices(options)
    check_braille(options, settings_of(options))
    with microphones(options, settings_of(options), opponent=True) as opened:
        return _begin(options, opened)


def _begin(options: argparse.Namespace, opened: Opened) -> int:
    if options.resume is not None:
        contest, keeper = reopen(Path(options.resume), replay)
    else:
        contest, keeper = _new(options)
    try:
        return _run(options, contest, keeper, opened)
    finally:
        keeper.close()


def _new(options: argparse.Namespace) -> tuple[Contest, Keeper]:
    regulations = data.regulations(Path(options.event))
    data.language(regulations.speech.language)
    data.laws(regulations.rules.edition)
    _alarms(options, regulations)
    wish = chess960(options.chess960)
    number = regulations.rules.chess960 if wish is None else wish
    board = position.start(None, number)
    started = ContestStarted(
        at=time.time_ns() // 1_000_000,
        regulations=as_written(regulations),
        fen=board.fen(),
        chess960=board.chess960,
        chess960_number=number,
    )
    folder = Path(options.folder) if options.folder else games_folder()
    keeper = Keeper.create(folder, time.strftime("game-%Y%m%d-%H%M%S"))
    keeper.keep(started)
    return begin(started), keeper


def _alarms(options: argparse.Namespace, regulations: Regulations) -> Alarms:
    """The alarms that were asked for, or the usual ones, as far as the event allows any.

    :raises UsageError: if they cannot be read, or the event does not allow them.
    """
    thresholds = alarms.parse(options.alarms or alarms.USUAL)
    if options.alarms and thresholds and not regulations.speech.alarms:
        raise UsageError(
            "This event allows no alarms: its file says alarms = false under [speech]. "
            "Leave --alarms out."
        )
    return Alarms(thresholds)


def _run(options: argparse.Namespace, contest: Contest, keeper: Keeper, opened: Opened) -> int:
    resumed = options.resume is not None
    regulations = contest.regulations
    grammar, lexicon = data.language(regulations.speech.language)
    laws = data.laws(regulations.rules.edition)
    envelope = Envelope(keeper.path.with_suffix(".envelope"))
    settings = settings_of(options)
    want = wanted(options, settings, opponent=True)
    questions = regulations.speech.questions
    braille = open_braille(options, settings, grammar, allowed=questions)
    recognizer = open_ears(options, settings, keyboard(want, options.input), braille)
    style = Style(local_ranks=regulations.speech.ranks == "local")
    outlets = open_outlets(options, settings, Phrasebook(grammar, style), braille)
    both = contest.blind(chess.WHITE) and contest.blind(chess.BLACK)
    if both and has_earphone(options, settings):
        outlets.tell(tell("one_earphone"))  # one ear must not pass for two
    ears = with_microphones(
        recognizer,
        opened,
        outlets,
        want,
        language=regulations.speech.language,
        local_ranks=style.local_ranks,
        player=contest.blind(chess.WHITE) or not contest.blind(chess.BLACK),
    )
    book = rulebook(
        laws,
        regulations.time_control,
        supervised=regulations.rules.supervised,
        can_mate=_can_mate,
        is_dead=_is_dead,
    )
    runner = EventRunner(
        Tournament(
            contest,
            book,
            lexicon,
            nonce=lambda: secrets.token_hex(16),
            envelope=envelope.content,
            alarms=_alarms(options, regulations),
            watch=Watch(data.alphabets(), data.slips()),
        ),
        outlets=outlets,
        recognizer=ears,
        sounds=Sounds(keeper.path.with_suffix(".sounds")),
        keeper=keeper,
        envelope=envelope,
        timer=GameTime(drivers.find("timer", "system")(), contest.ms),
    )
    status = 0
    with outlets:
        try:
            runner.run(resumed=resumed)
        except KeyboardInterrupt:
            outlets.hush()
            print()
            status = 130
        if runner.tournament.contest.ended is None:
            runner.say(tell("game_kept", command=resuming("play", keeper.path)))
        else:
            runner.say(tell("game_written", file=named(keeper.path)))
    return status

"""The command `practice`: sets up a game, its drivers and its files."""

import argparse
import random
import sys
import time
from pathlib import Path

import chess

from assistant import data, drivers, files
from assistant.cli_devices import check_devices, open_ears, open_outlets, settings_of
from assistant.cli_display import check_braille, open_braille
from assistant.cli_files import chess960, games_folder, last_unfinished, named, reopen, resuming
from assistant.cli_microphone import Opened, keyboard, microphones, wanted, with_microphones
from assistant.cli_record import player
from assistant.cli_script import style
from assistant.core.deadness import verdict
from assistant.core.output.announcement import tell
from assistant.core.output.wording import Phrasebook
from assistant.core.play import position
from assistant.core.play.events import Event, GameStarted
from assistant.core.play.game import Game, begin, replay
from assistant.core.record import journal
from assistant.core.record.pgn import pgn
from assistant.core.record.scoresheet import sheet_of
from assistant.drivers.keeper_file import Driver as Keeper
from assistant.drivers.timer_system import within
from assistant.errors import DeviceError, FileError, JournalError, UsageError
from assistant.ports import Opponent, Strength
from assistant.runner import Runner, now
from assistant.session import Session

_LOOK_MS = 50
"""After every move; longer, and the player would wait for the reply."""


def practice(options: argparse.Namespace) -> int:
    """Plays a practice game; whatever happens, the game on disk can be resumed."""
    if options.opponent not in ("auto", *drivers.names("opponent")):
        known = ", ".join(["auto", *drivers.names("opponent")])
        raise UsageError(f"Unknown opponent {options.opponent!r}. Choose one of: {known}.")
    if options.engine and options.opponent == "builtin":
        raise UsageError("The built-in opponent needs no engine: leave out --engine.")
    if options.pgn and not Path(options.pgn).absolute().parent.is_dir():
        raise UsageError(f"There is no folder for the file {options.pgn}. Give another --pgn.")
    check_devices(options)
    check_braille(options, settings_of(options))
    with microphones(options, settings_of(options)) as opened:
        return _begin(options, opened)


def _begin(options: argparse.Namespace, opened: Opened) -> int:
    folder = Path(options.folder) if options.folder else games_folder()
    if options.resume is not None:
        game, keeper = _resumed(options, folder)
    else:
        game, keeper = _new(options, folder)
    try:
        return _play(options, game, keeper, opened)
    finally:
        keeper.close()


def _new(options: argparse.Namespace, folder: Path) -> tuple[Game, Keeper]:
    if options.fen is not None and options.chess960 is not None:
        raise UsageError("Start either from --fen or from --chess960, not from both.")
    if options.level is not None and options.elo is not None:
        raise UsageError("Give the strength either as --level or as --elo, not as both.")
    level = Strength().level if options.level is None else options.level
    if not 1 <= level <= 8:
        raise UsageError(f"There is no level {level}. Give --level 1 to 8.")
    data.language(options.language)
    number = chess960(options.chess960)
    board = position.start(options.fen, number)
    if not any(board.legal_moves):
        raise UsageError("The game is already over in this position. Start from another one.")
    colour = options.colour or "white"
    if colour == "random":
        colour = random.SystemRandom().choice(("white", "black"))
    started = GameStarted(
        at=now(),
        fen=board.fen(),
        chess960=board.chess960,
        chess960_number=number,
        player=colour == "white",
        level=None if options.elo else level,
        elo=options.elo,
        language=options.language,
    )
    keeper = Keeper.create(folder, time.strftime("practice-%Y%m%d-%H%M%S"))
    return begin(started), keeper


def _resumed(options: argparse.Namespace, folder: Path) -> tuple[Game, Keeper]:
    for name in ("colour", "level", "elo", "fen", "chess960"):
        if getattr(options, name) is not None:
            raise UsageError(f"A resumed game keeps its own {name}: leave out --{name}.")
    path = (
        Path(options.resume) if options.resume else last_unfinished(folder, "practice", _unfinished)
    )
    return reopen(path, replay)


def _unfinished(events: tuple[Event, ...]) -> bool:
    return replay(events).ended is None


def _opponent(options: argparse.Namespace, game: Game) -> Opponent:
    strength = Strength(game.level or Strength().level, game.elo)
    name: str = options.opponent
    if options.engine:
        name = "uci"
    if name != "auto":
        return _open(name, strength, options.engine)
    try:
        return _open("uci", strength)
    except DeviceError as error:
        if strength.elo is not None:
            raise
        print(f"{error} The built-in opponent plays.", file=sys.stderr)
        return _builtin(strength)


def _open(name: str, strength: Strength, path: str | None = None) -> Opponent:
    opponent: Opponent = drivers.find("opponent", name)(strength, path)
    return opponent


def _builtin(strength: Strength) -> Opponent:
    return _open("builtin", strength)


def _play(options: argparse.Namespace, game: Game, keeper: Keeper, opened: Opened) -> int:
    resumed = bool(game.board.move_stack) or options.resume is not None
    language = game.started.language
    if options.language_given:
        language = options.language
    grammar, lexicon = data.language(language)
    settings = settings_of(options)
    book = Phrasebook(grammar, style(options))
    want = wanted(options, settings)
    braille = open_braille(options, settings, grammar)
    with open_outlets(options, settings, book, braille) as outlets:
        ears = with_microphones(
            open_ears(options, settings, keyboard(want), braille),
            opened,
            outlets,
            want,
            language=language,
            local_ranks=options.ranks == "local",
            player=game.player,
        )
        opponent = _opponent(options, game)
        if not resumed:
            started = _named(game.started, opponent.name)
            keeper.keep(started)
            game = begin(started)
        runner = Runner(
            Session(game, lexicon, _is_dead),
            recognizer=ears,
            outlets=outlets,
            keeper=keeper,
            opponent=opponent,
            substitute=_builtin,
        )
        status = 0
        try:
            runner.run(resumed=resumed)
        except KeyboardInterrupt:
            outlets.hush()
            print()
            status = 130
        _part(options, runner, keeper, book)
    return status


def _is_dead(board: chess.Board) -> bool:
    """Neither side can mate any more, as far as a short look tells for certain."""
    return verdict.is_dead(board, within(_LOOK_MS)) is True


def _named(started: GameStarted, opponent: str) -> GameStarted:
    fields = {name: getattr(started, name) for name in GameStarted.__dataclass_fields__}
    return GameStarted(**(fields | {"opponent": opponent}))


def _part(options: argparse.Namespace, runner: Runner, keeper: Keeper, book: Phrasebook) -> None:
    """The last words: where the game is, and how it goes on."""
    game = runner.session.game
    if game.ended is not None or options.pgn:
        path = Path(options.pgn) if options.pgn else keeper.path.with_suffix(".pgn")
        _write_pgn(keeper, path, book)
        runner.say(tell("game_written", file=named(path)))
    if game.ended is None:
        runner.say(tell("game_kept", command=resuming("practice", keeper.path)))


def _write_pgn(keeper: Keeper, path: Path, book: Phrasebook) -> None:
    sheet = sheet_of(journal.read(keeper.path.read_bytes()).events, player())
    try:
        files.write(path, pgn(sheet, book).encode())
    except FileError as error:
        raise JournalError(
            f"{error} The game itself is safe; give another file with --pgn and --resume."
        ) from None

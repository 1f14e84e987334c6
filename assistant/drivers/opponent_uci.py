"""A chess engine that speaks UCI, such as Stockfish."""

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine

from assistant.core.play.game import Game
from assistant.core.settings import Settings
from assistant.errors import DeviceError, UsageError
from assistant.ports import Finding, Reply, Strength

_PLACES = ("/usr/games/stockfish", "/opt/homebrew/bin/stockfish", "/usr/local/bin/stockfish")
_PATIENCE = 5.0
"""Seconds that an engine may take to start, or beyond its time for a move."""
_LEVELS = (
    (0, 1, 0.05),
    (1, 2, 0.05),
    (3, 4, 0.1),
    (6, 6, 0.1),
    (9, 8, 0.2),
    (12, 10, 0.3),
    (16, 13, 0.5),
    (20, 20, 1.0),
)
"""For the levels 1 to 8: skill of 0 to 20, plies at most, seconds at most."""
_EVEN = 15
"""Centipawns within which the engine takes a position for even."""
_EVEN_MOVES = 8
_OFFERS_FROM = 40
_ACCEPTS_FROM = 10


for _name in ("asyncio", "chess.engine"):
    # What an engine does wrong reaches the player as one sentence, not as lines of a log.
    logging.getLogger(_name).setLevel(logging.CRITICAL)


def stockfish() -> str | None:
    """The path of Stockfish, if the machine has it."""
    return shutil.which("stockfish") or next((p for p in _PLACES if Path(p).is_file()), None)


def examine(_settings: Settings) -> Iterator[Finding]:
    """Whether the engine of practice games plays."""
    if stockfish() is None:
        yield Finding(
            fine=False,
            sentence="Stockfish is not installed: practice uses the built-in opponent. "
            "Install the system package stockfish for a stronger one.",
        )
        return
    try:
        engine = Driver()
    except DeviceError as error:
        yield Finding(fine=False, sentence=str(error))
        return
    engine.close()
    yield Finding(fine=True, sentence=f"The engine {engine.name} plays.")


class Driver:
    def __init__(self, strength: Strength | None = None, path: str | None = None) -> None:
        """Starts the engine.

        :raises DeviceError: if it cannot be started.
        :raises UsageError: if it cannot play at that strength.
        """
        strength = strength or Strength()
        command = path or stockfish()
        if command is None:
            raise DeviceError(
                "Stockfish is not installed. Install it, name an engine with --engine, "
                "or play --opponent builtin."
            )
        try:
            self._engine = chess.engine.SimpleEngine.popen_uci(
                command, timeout=_PATIENCE, setpgrp=True
            )
        except (OSError, TimeoutError, chess.engine.EngineError) as error:
            raise DeviceError(
                f"The engine {command} does not start ({_reason(error)}). "
                "Check --engine, or play --opponent builtin."
            ) from None
        try:
            self.name = self._set(strength)
        except UsageError:
            self.close()
            raise
        self._even = 0

    def _set(self, strength: Strength) -> str:
        options = self._engine.options
        name = self._engine.id.get("name", "UCI engine")
        self._limit = chess.engine.Limit(time=1.0)
        if strength.elo is not None:
            elo = options.get("UCI_Elo")
            if elo is None:
                raise UsageError(f"{name} cannot limit its Elo. Use --level instead.")
            if not (elo.min or 0) <= strength.elo <= (elo.max or 4000):
                raise UsageError(
                    f"{name} plays from Elo {elo.min} to {elo.max}. Give --elo in that range."
                )
            self._engine.configure({"UCI_LimitStrength": True, "UCI_Elo": strength.elo})
            return name
        skill, depth, seconds = _LEVELS[strength.level - 1]
        if "Skill Level" in options:
            self._engine.configure({"Skill Level": skill})
        self._limit = chess.engine.Limit(time=seconds, depth=depth)
        return name

    def reply(self, game: Game) -> Reply:
        try:
            result = self._engine.play(
                game.board, self._limit, game=game.started, info=chess.engine.INFO_SCORE
            )
        except (chess.engine.EngineError, TimeoutError, OSError) as error:
            raise DeviceError(f"The engine stopped ({_reason(error)}).") from None
        if result.move is None:
            raise DeviceError("The engine gave no move.")
        score = result.info.get("score")
        even = score is not None and abs(score.relative.score(mate_score=10_000)) <= _EVEN
        self._even = self._even + 1 if even else 0
        offers = self._even >= _EVEN_MOVES and game.board.fullmove_number >= _OFFERS_FROM
        if offers:
            self._even = 0
        return Reply(result.move, offers)

    def accepts_draw(self, game: Game) -> bool:
        try:
            info = self._engine.analyse(game.board, chess.engine.Limit(time=0.3), game=game.started)
        except (chess.engine.EngineError, TimeoutError, OSError) as error:
            raise DeviceError(f"The engine stopped ({_reason(error)}).") from None
        score = info["score"].pov(not game.player).score(mate_score=10_000)
        early = game.board.fullmove_number < _ACCEPTS_FROM
        return score < -5 * _EVEN or (score <= _EVEN and not early)

    def close(self) -> None:
        self._engine.close()


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return str(error) or type(error).__name__

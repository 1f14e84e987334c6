"""One contract a kind of driver, kept by every driver of that kind."""

import io
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from assistant import drivers
from assistant.core.output.announcement import tell
from assistant.core.output.scene import Scene
from assistant.core.play.events import GameStarted, MovePlayed
from assistant.core.play.game import Game, begin
from assistant.core.record import journal
from assistant.drivers import opponent_uci
from assistant.errors import DeviceError, JournalError, UsageError
from assistant.ports import Keeper, Opponent, Speaker, Strength
from assistant.samples import read, silence

NEEDS_STOCKFISH = pytest.mark.skipif(
    opponent_uci.stockfish() is None, reason="Stockfish is not installed"
)


def game(fen: str = chess.STARTING_FEN, *, chess960: bool = False) -> Game:
    return begin(GameStarted(at=0, fen=fen, chess960=chess960, opponent="x", level=1))


def test_every_driver_file_holds_a_driver_of_a_known_kind() -> None:
    kinds = {
        "display",
        "translator",
        "opponent",
        "recognizer",
        "outlet",
        "keeper",
        "timer",
        "envelope",
        "voice",
        "speaker",
        "decoder",
        "microphone",
        "playback",
        "soundkeeper",
        "tone",
    }
    found = {(kind, name) for kind in kinds for name in drivers.names(kind)}
    files = {path.stem for path in Path(drivers.__path__[0]).glob("[a-z]*_*.py")}
    assert {f"{kind}_{name}" for kind, name in found} == files
    for kind, name in found:
        assert drivers.find(kind, name).__name__ == "Driver"


def test_an_unknown_driver_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="builtin, uci"):
        drivers.find("opponent", "magic")


@pytest.fixture(params=["builtin", pytest.param("uci", marks=NEEDS_STOCKFISH)])
def opponent(request: pytest.FixtureRequest) -> Iterator[Opponent]:
    found: Opponent = drivers.find("opponent", request.param)(Strength(level=2))
    yield found
    found.close()


@pytest.mark.parametrize(
    "fen",
    [
        chess.STARTING_FEN,
        "8/4P3/8/8/8/k7/8/K7 w - - 0 1",
        "4k3/8/8/8/8/5n2/4r3/4K3 w - - 0 1",
        "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
    ],
)
def test_an_opponent_replies_with_a_legal_move(opponent: Opponent, fen: str) -> None:
    position = game(fen)
    assert opponent.reply(position).move in position.board.legal_moves


def test_an_opponent_plays_chess960(opponent: Opponent) -> None:
    board = chess.Board.from_chess960_pos(0)
    position = game(board.fen(), chess960=True)
    assert opponent.reply(position).move in position.board.legal_moves


def test_an_opponent_gives_mate_in_one_at_full_strength() -> None:
    for name in ("builtin", "uci"):
        if name == "uci" and opponent_uci.stockfish() is None:
            continue
        strong = drivers.find("opponent", name)(Strength(level=8))
        move = strong.reply(game("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")).move
        strong.close()
        assert move.uci() == "e1e8"


def test_an_opponent_declines_a_draw_when_it_wins(opponent: Opponent) -> None:
    winning = game("q3k3/8/8/8/8/8/8/4K3 w - - 0 30")
    assert not opponent.accepts_draw(winning)
    losing = game("4k3/8/8/8/8/8/8/Q3K3 w - - 0 30")
    assert opponent.accepts_draw(losing)


@NEEDS_STOCKFISH
def test_elo_must_be_in_the_engines_range() -> None:
    with pytest.raises(UsageError, match="in that range"):
        opponent_uci.Driver(Strength(elo=100))
    engine = opponent_uci.Driver(Strength(elo=1500))
    assert engine.reply(game()).move in chess.Board().legal_moves
    engine.close()


@NEEDS_STOCKFISH
def test_an_engine_that_dies_is_a_device_error() -> None:
    engine = opponent_uci.Driver(Strength(level=1))
    engine.close()
    with pytest.raises(DeviceError):
        engine.reply(game())


@pytest.mark.parametrize("name", drivers.names("keeper"))
def test_a_keeper_keeps_events_in_order(name: str, tmp_path: Path) -> None:
    driver = drivers.find("keeper", name)
    keeper: Keeper = driver.create(tmp_path, "game") if hasattr(driver, "create") else driver()
    events = [GameStarted(at=0, fen=chess.STARTING_FEN), MovePlayed(at=1, side=True, move="e2e4")]
    for event in events:
        keeper.keep(event)
    keeper.close()
    if hasattr(keeper, "path"):
        assert list(journal.read(keeper.path.read_bytes()).events) == events
    else:
        assert keeper.events == events  # type: ignore[attr-defined]


def test_a_recognizer_gives_its_words_in_order_and_ends() -> None:
    null = drivers.find("recognizer", "null")(["Eva vier", "Hilfe"])
    text = drivers.find("recognizer", "text")(io.StringIO("Eva vier\r\nHilfe"), io.StringIO())
    for recognizer in (null, text):
        assert list(recognizer.words()) == ["Eva vier", "Hilfe"]
        assert not recognizer.interactive
        recognizer.ready()


def test_an_outlet_tells_every_line() -> None:
    null = drivers.find("outlet", "null")()
    target = io.StringIO()
    text = drivers.find("outlet", "text")(target)
    for outlet in (null, text):
        outlet.tell(tell("stopped_talking"), "Eva vier")
        outlet.see(Scene())
        outlet.hush()
        outlet.tell(tell("stopped_talking"), "Hilfe")
        outlet.close()
    assert null.lines == target.getvalue().splitlines() == ["Eva vier", "Hilfe"]


@pytest.mark.parametrize("name", drivers.names("envelope"))
def test_an_envelope_gives_back_what_was_sealed_last(name: str, tmp_path: Path) -> None:
    driver = drivers.find("envelope", name)
    envelope = driver(tmp_path / "game.envelope") if name == "file" else driver()
    assert envelope.content() is None
    for content in ("first\n", "zweiter\n"):
        envelope.seal(content)
        assert envelope.content() == content


def test_an_envelope_that_cannot_be_saved_says_so(tmp_path: Path) -> None:
    envelope = drivers.find("envelope", "file")(tmp_path / "missing" / "game.envelope")
    with pytest.raises(JournalError, match="sealed move cannot be saved"):
        envelope.seal("x")


@pytest.mark.parametrize("name", drivers.names("keeper"))
def test_a_keeper_keeps_the_facts_of_one_moment_together(name: str, tmp_path: Path) -> None:
    driver = drivers.find("keeper", name)
    keeper = driver.create(tmp_path, "game") if name == "file" else driver()
    first = GameStarted(at=0, fen=chess.STARTING_FEN, opponent="x", level=1)
    pair = (
        MovePlayed(at=1, side=True, move="e2e4", more=1),
        MovePlayed(at=1, side=False, move="e7e5"),
    )
    keeper.keep(first)
    keeper.keep(*pair)
    keeper.close()
    if name == "file":
        assert journal.read(keeper.path.read_bytes()).events == (first, *pair)
    else:
        assert keeper.events == [first, *pair]


@pytest.mark.parametrize("name", ["null", "file"])
def test_a_speaker_plays_each_sound_to_its_end(name: str, tmp_path: Path) -> None:
    speaker: Speaker = drivers.find("speaker", name)(str(tmp_path / "heard.wav"))
    for seconds in (0.1, 0.2):
        speaker.begin(silence(22_050, seconds))
        assert speaker.wait()
    speaker.stop()
    speaker.close()
    if name == "file":
        assert read((tmp_path / "heard.wav").read_bytes()).seconds > 0.3
    else:
        assert abs(speaker.seconds - 0.3) < 0.001  # type: ignore[attr-defined]


def test_a_sound_file_that_cannot_be_written_is_a_device_error(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="cannot be written"):
        drivers.find("speaker", "file")(str(tmp_path / "missing" / "heard.wav"))

"""Scripted games in a process of their own that is killed, again and again, at random instants.

Three things must hold after every kill: the journal can be read; whatever was announced is in
it; and the game, resumed and played to its end, is the one that was never interrupted.
"""

import contextlib
import random
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from command import COMMAND, environment
from contests import BOOK, LEXICON, Table

from assistant import data
from assistant.core.output.moves import told
from assistant.core.play.case import by_material, rulebook
from assistant.core.play.clock import Phase
from assistant.core.play.contest import Contest, replay
from assistant.core.play.contestevents import ClockResumed, ContestResumed
from assistant.core.record import journal
from assistant.messages import Announce
from assistant.tournament import Tournament

EVENT = """\
[white]
name = "Anna"
visually_disabled = true
[black]
name = "Sven"
"""


@dataclass
class Script:
    """The lines of a game, and what an uninterrupted run makes of each."""

    lines: list[str] = field(default_factory=list)
    words: list[list[str]] = field(default_factory=list)
    facts: list[int] = field(default_factory=list)
    """How many facts there are after each line, the start included."""
    end: Contest | None = None


def write(seed: int, plies: int = 30) -> Script:
    """A game with slips, touched pieces, offers, wrong claims and illegal moves."""
    chance = random.Random(seed)  # noqa: S311 - a fixed choice, not a secret
    table = Table(can_mate=by_material)
    script = Script()

    def say(text: str) -> None:
        after = chance.randrange(1, 4000) / 1000
        said = table.hear(text, after=after)
        script.lines.append(f"@{int(table.seconds * 1000) / 1000:.3f} {text}\n")
        script.words.append(said)
        script.facts.append(len(table.events))

    say("start")
    for _ in range(plies):
        moves = sorted(table.board.legal_moves, key=str)
        if table.contest.ended is not None:
            break
        words = BOOK.move(told(table.board, chance.choice(moves)))
        odd = chance.random()
        if odd < 0.1:
            say(BOOK.move(told(table.board, chance.choice(moves))))
            say("Korrektur")
        elif odd < 0.2:
            # accepted, the game would be over too soon
            say("abgelehnt" if table.contest.offer == (not table.board.turn) else "remis")
        elif odd < 0.25:
            say("stellungswiederholung")
        elif odd < 0.27 and not table.contest.illegal.of(table.board.turn):
            say("illegaler Zug Weiß" if table.board.turn else "illegaler Zug Schwarz")
        elif odd < 0.4:
            say("Zeit")
        say(words)
        say("wiederholt")
        say("ausgeführt")
        if table.contest.ended is None:
            say("gedrückt")
        if chance.random() < 0.3:
            say("anderes Brett")
    script.end = table.contest
    return script


_PARTING = ("Die Partie ist gesichert", "Partie geschrieben")
"""The last words of a process that was not killed in time."""


@dataclass
class Report:
    kills: int = 0
    games: int = 0
    torn: int = 0
    runs: int = 0
    early: int = 0
    """Kills before the first line was heard."""
    late: int = 0
    """Kills when every line had been answered."""


def _state(path: Path | None) -> tuple[Contest | None, int, int]:
    """The contest on disk, its facts without those of the interruptions, and its torn bytes."""
    if path is None:
        return None, 0, 0
    reading = journal.read(path.read_bytes())
    if not reading.events:
        return None, 0, len(reading.torn)
    facts = [e for e in reading.events if not isinstance(e, ContestResumed | ClockResumed)]
    return replay(reading.events), len(facts), len(reading.torn)


def _opening(contest: Contest | None) -> tuple[list[str], list[str]]:
    """The lines that a process first hears, and those it says before the script goes on."""
    if contest is None:
        first = Table(can_mate=by_material)
        return [], first.opening
    rules = contest.regulations.rules
    book = rulebook(
        data.laws(rules.edition), contest.regulations.time_control, supervised=rules.supervised
    )
    talk = Tournament(contest, book, LEXICON, nonce=str, envelope=lambda: None)
    opened = talk.open(0, contest.ms, resumed=True)
    said = [BOOK.say(output.what) for output in opened if isinstance(output, Announce)]
    if contest.ended is not None or contest.clock.phase is Phase.READY:
        return [], said
    side = "Weiß" if contest.clock.turn else "Schwarz"
    return [f"@{contest.ms / 1000:.3f} weiter\n"], [*said, f"Die Uhr von {side} läuft."]


def play(script: Script, folder: Path, chance: random.Random, report: Report, kills: int) -> None:
    """Plays one script to its end, through as many kills as chance and `kills` want."""
    (folder / "event.toml").write_text(EVENT)
    heard = 0
    while True:
        path = next(iter(folder.glob("*.jsonl")), None)
        contest, facts, torn = _state(path)
        report.torn += bool(torn)
        if contest is None and path is not None:
            path.unlink()  # killed before the start was on disk: nothing was announced
            assert heard == 0
        reached = [n for n, count in enumerate(script.facts, start=1) if count == facts]
        assert reached or facts <= 1, f"{facts} facts belong to no line"
        done = max(heard, min(reached, default=0))
        assert done in reached or done == 0, "an announced fact is lost"
        if done == len(script.lines):
            break
        first, opening = _opening(contest)
        lines = [*first, *script.lines[done:]]
        where = ["--resume", str(path)] if contest else ["--event", str(folder / "event.toml")]
        patience = chance.random() ** 2 * 0.6 if report.kills < kills else None
        out = _run(where, folder, lines, patience, report)
        expected = [*opening, *(line for words in script.words[done:] for line in words)]
        said = out.split("\n")[:-1]
        said = [line for line in said if not line.startswith(_PARTING)]
        for line, wanted in zip(said, expected, strict=False):
            assert line == wanted, "resumed, the game goes another way"
        assert len(said) <= len(expected)
        left = len(said) - len(opening)
        for words in script.words[done:]:
            if left <= 0:
                break
            done += 1
            left -= len(words)
        heard = done
        report.late += patience is not None and done == len(script.lines)
    assert contest is not None
    assert script.end is not None
    _compare(contest, script.end)
    report.games += 1


def _run(
    where: list[str], folder: Path, lines: list[str], patience: float | None, report: Report
) -> str:
    report.runs += 1
    process = subprocess.Popen(
        [*COMMAND, "play", *where, "--folder", str(folder), "--input", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write("".join(lines).encode())
    if patience is None:
        out, _ = process.communicate(timeout=120)
        return out.decode()
    assert process.stdout is not None
    process.stdin.flush()
    begun = b""
    if patience > 0.02:  # some are killed while they start, the rest while they play
        begun = process.stdout.readline()
    time.sleep(patience)
    if process.poll() is None:
        process.kill()
        report.kills += 1
        report.early += not begun
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    with process.stdout:
        out = process.stdout.read()
    process.wait(timeout=120)
    return (begun + out).decode()


def _compare(found: Contest, wanted: Contest) -> None:
    assert found.board == wanted.board
    assert found.board.move_stack == wanted.board.move_stack
    assert (found.clock.white, found.clock.black) == (wanted.clock.white, wanted.clock.black)
    assert (found.clock.turn, found.clock.flags) == (wanted.clock.turn, wanted.clock.flags)
    for name in ("turn", "offer", "offers", "illegal", "wrong_claims", "behind", "adjournment"):
        assert getattr(found, name) == getattr(wanted, name), name
    kinds = [[noted.kind for noted in contest.irregularities] for contest in (found, wanted)]
    assert kinds[0] == kinds[1]


def campaign(kills: int, folder: Path, seed: int = 1) -> Report:
    """That many kills, over as many games as it takes; raises if anything was lost."""
    chance = random.Random(seed)  # noqa: S311 - a fixed choice, not a secret
    report = Report()
    game = 0
    while report.kills < kills:
        game += 1
        own = folder / str(game)
        own.mkdir()
        play(write(seed * 1000 + game, plies=160), own, chance, report, kills)
    return report

"""Adjournment (D.2.10.6): the sealed move, its envelope, and the ways in which a game goes on."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest
from command import run
from contests import Table, replay_of
from hypothesis import given
from hypothesis import strategies as st

from assistant.core.play.adjournment import Envelope, pack, unpack
from assistant.core.play.clock import Phase
from assistant.core.record import journal

ARTICLES = [("1997", "A"), ("2009", "Guidelines "), ("2018", "I.")]


def adjourned(written: str = "Läufer Bella fünf", edition: str = "2018", **more: Any) -> Table:
    table = Table(rules={"edition": edition, "time_control": "90+30"}, **more)
    table.hear("start")
    table.play("e2e4", "e7e5", "g1f3", "b8c6")
    table.hear("hängepartie")
    table.said = table.hear(f"Abgabezug {written}")
    return table


@given(st.text(), st.text(min_size=1))
def test_an_envelope_gives_back_what_was_sealed(written: str, nonce: str) -> None:
    envelope = Envelope(nonce, written)
    assert unpack(pack(envelope)) == envelope


@given(st.text())
def test_any_text_is_an_envelope_or_none(text: str) -> None:
    assert unpack(text) is None or isinstance(unpack(text), Envelope)


@pytest.mark.parametrize(("edition", "sign"), ARTICLES)
def test_the_sealed_move_is_nowhere_to_be_read(edition: str, sign: str) -> None:
    table = adjourned(edition=edition)
    content = table.envelope.content() or ""
    record = journal.write(table.events).decode() + " ".join(table.said)
    for trace in ("f1b5", "Bella", "Läufer"):
        assert trace not in content
        assert trace not in record
    assert f"Artikel {sign}1." in table.said[0]
    assert table.contest.clock.phase is Phase.STOPPED


def test_the_envelope_shows_seven_entries() -> None:
    table = Table(rules={"time_control": "90+30"}, event={"name": "Open", "place": "Graz"})
    table.hear("start")
    table.play("e2e4", "e7e5")
    table.hear_all("Weiß remis", "hängepartie")
    assert table.hear("Abgabezug e4")[1:] == [
        "Spieler: Anna, Sven.",
        "Stellung vor dem Abgabezug: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2.",
        "Verbraucht: Weiß 7 Sekunden, Schwarz 4 Sekunden.",
        "Abgegeben von: Anna.",
        "Nummer des Abgabezugs: 2.",
        "Remisangebot: von Weiß.",
        "Fortsetzung: Ort Graz, Tag und Stunde trägt der Schiedsrichter ein.",
    ]


@pytest.mark.parametrize(("edition", "sign"), ARTICLES)
def test_the_game_is_resumed_with_the_sealed_move(edition: str, sign: str) -> None:
    table = adjourned(edition=edition)
    table.seconds += 50_000
    table.resume(replay_of(table))
    assert table.hear("weiter") == ["Erst den Umschlag öffnen, oder melden, dass er verloren ist."]
    said = table.hear("umschlag öffnen")
    assert said[0].endswith(f"Artikel {sign}7.")
    assert said[1] == "Weiß: Läufer Felix eins Bella fünf"
    assert table.board.peek().uci() == "f1b5"
    assert table.contest.clock.turn == chess.BLACK
    assert table.contest.clock.phase is Phase.RUNNING
    assert table.contest.clock.white.used_ms == 10_000


@pytest.mark.parametrize(
    "written", ["Springer Anna fünf", "Springer", "quatsch mit soße", "Turm a1 a5"]
)
@pytest.mark.parametrize(("edition", "sign"), ARTICLES)
def test_a_sealed_move_that_is_none_loses(edition: str, sign: str, written: str) -> None:
    table = adjourned(written, edition)
    table.hear("umschlag öffnen")
    assert table.result() == ("0-1", "sealed_move", f"{sign}8")


def test_an_ambiguous_sealed_move_loses() -> None:
    table = Table("7k/8/8/N3N3/8/N3N3/2K5/8 w - - 0 1")
    table.hear_all("start", "hängepartie", "Abgabezug Springer Cesar vier", "umschlag öffnen")
    assert table.result() == ("0-1", "sealed_move", "I.8")


def test_a_changed_envelope_is_noticed() -> None:
    table = adjourned()
    fields = json.loads(table.envelope.content() or "")
    for key in ("nonce", "sealed"):
        changed = fields | {key: fields[key][:-1] + ("0" if fields[key][-1] != "0" else "1")}
        table.envelope.seal(json.dumps(changed))
        said = table.hear("umschlag öffnen")
        assert said[0].startswith(("Der Umschlag wurde verändert", "Der Umschlag fehlt"))
        assert table.contest.adjournment is not None


@pytest.mark.parametrize(
    ("edition", "article"), [("1997", "A11"), ("2009", "Guidelines 11"), ("2018", "I.12")]
)
def test_with_a_lost_envelope_the_sealer_plays_what_he_says(edition: str, article: str) -> None:
    table = adjourned(edition=edition)
    table.envelope.seal("")
    assert table.hear("umschlag öffnen")[0].startswith("Der Umschlag fehlt")
    assert table.hear("umschlag verloren")[0].endswith(f"Artikel {article}.")
    assert table.contest.clock.phase is Phase.STOPPED
    table.hear("weiter")
    table.play("f1c4")
    assert table.board.peek().uci() == "f1c4"


@pytest.mark.parametrize(
    ("edition", "minutes", "article"),
    [("1997", 60, "A10"), ("2009", 60, "Guidelines 10"), ("2018", 0, "I.10")],
)
def test_who_does_not_come_to_the_resumption_loses(
    edition: str, minutes: int, article: str
) -> None:
    table = adjourned(edition=edition)
    table.seconds += 50_000
    table.resume(replay_of(table))
    table.hear("Schwarz fehlt", after=60 * minutes)
    assert table.result() is None
    table.hear("Schwarz fehlt")
    assert table.result() == ("1-0", "absence", article)


def test_an_absent_sealer_whose_move_mates_has_won() -> None:
    table = Table("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")
    table.hear_all("start", "hängepartie", "Abgabezug Turm Eva acht")
    table.resume(replay_of(table))
    table.hear("Weiß fehlt", after=9000)
    assert table.result() == ("1-0", "checkmate", "5.1.1")


def test_nobody_seals_or_says_a_move_out_of_turn() -> None:
    table = Table()
    table.hear("start")
    assert table.hear("Abgabezug Eva vier") == ["Jetzt wird kein Zug abgegeben."]
    assert table.hear("umschlag öffnen") == ["Es liegt kein Umschlag vor."]
    assert table.hear("umschlag verloren") == ["Es liegt kein Umschlag vor."]
    table.hear("hängepartie")
    assert table.hear("Eva vier")[0].startswith("Vertagt. Weiß gibt einen Zug ab.")
    assert table.contest.announced is None
    table.hear("Abgabezug Eva vier")
    assert table.hear("Abgabezug Eva drei") == ["Jetzt wird kein Zug abgegeben."]


def test_the_envelope_is_printed_and_embossed_without_the_move(tmp_path: Path) -> None:
    table = adjourned("Läufer Bella fünf")
    path = tmp_path / "game.jsonl"
    path.write_bytes(journal.write(table.events))
    done = run("envelope", "--resumption", "Samstag 10:00, Saal B", str(path))
    assert done.returncode == 0, done.stderr
    assert "Wiederaufnahme: Samstag 10:00, Saal B." in done.stdout
    assert len([line for line in done.stdout.splitlines() if line.startswith("- ")]) == 6
    assert "Bella" not in done.stdout
    embossed = run("envelope", "--form", "brf", str(path))
    assert embossed.returncode == 0
    assert all(len(line) <= 40 for line in embossed.stdout.splitlines())
    assert "<h1>" in run("envelope", "--form", "html", str(path)).stdout


def test_a_game_that_is_not_adjourned_has_no_envelope(tmp_path: Path) -> None:
    table = Table()
    path = tmp_path / "game.jsonl"
    path.write_bytes(journal.write(table.events))
    done = run("envelope", str(path))
    assert done.returncode == 1
    assert "there is no envelope" in done.stderr

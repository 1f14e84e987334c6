"""`read` and `announce` as scripts use them."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import COMMAND, environment, read, run

KEYS = ["outcome", "move", "san", "candidates", "command", "reason", "say"]


def test_an_exact_move_has_its_uci_and_san() -> None:
    assert read("Springer", "Gustav", "eins", "Felix", "drei") == {
        "outcome": "exact",
        "move": "g1f3",
        "san": "Nf3",
        "candidates": [],
        "command": None,
        "reason": None,
        "say": "Springer Gustav eins Felix drei",
    }


@pytest.mark.parametrize(
    ("words", "outcome", "status"),
    [
        ("Springer Felix drei", "exact", 0),
        ("letzter Zug", "command", 0),
        ("Gustav eins Felix drei", "ambiguous", 1),
        ("Dame Hector fünf", "illegal", 1),
        ("Abrakadabra", "not understood", 1),
        ("", "not understood", 1),
    ],
)
def test_the_outcome_decides_the_exit_status(words: str, outcome: str, status: int) -> None:
    done = run("read", "--json", words)
    result = json.loads(done.stdout)
    assert list(result) == KEYS
    assert result["outcome"] == outcome
    assert done.returncode == status
    assert not done.stderr


def test_a_question_is_answered_in_say() -> None:
    result = read("wo", "sind", "meine", "Springer")
    assert result["command"] == "where mine knight"
    assert result["say"] == "Bella eins und Gustav eins: Springer, Weiß."


def test_a_command_that_asks_nothing_is_told_in_the_language() -> None:
    assert run("read", "Hilfe").stdout == "Befehl: Hilfe\n"
    assert run("read", "-l", "cs", "pomoc").stdout == "Příkaz: pomoc\n"
    assert read("Hilfe")["command"] == "help"


def test_candidates_of_a_promotion_are_four() -> None:
    result = read("Eva", "acht", fen="8/4P3/8/8/8/k7/8/K7 w - - 0 1")
    assert result["outcome"] == "ambiguous"
    assert result["candidates"] == ["e7e8q", "e7e8r", "e7e8b", "e7e8n"]


def test_words_that_look_like_options_can_be_read_after_two_dashes() -> None:
    assert run("read", "--json", "--", "-e4").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["g1f3"], "Springer Gustav eins Felix drei"),
        (["Nf3"], "Springer Gustav eins Felix drei"),
        (["--style", "short", "Nf3"], "Springer Felix drei"),
        (["--language", "en", "--ranks", "local", "Nf3"], "knight Gustav one Felix three"),
        (["--name-pawns", "e4"], "Bauer Eva zwei Eva vier"),
        (["--fen", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e8=Q"], "Eva sieben Eva acht Dame"),
        (["--fen", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "--promotion-word", "e8=N"],
         "Eva sieben Eva acht Umwandlung in Springer"),
        (["--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"], "Kurze Rochade"),
        (["--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--castling", "squares", "e1g1"],
         "König Eva eins Gustav eins"),
        (["--fen", "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "Re8"],
         "Turm Eva eins Eva acht, Schachmatt"),
        (["--fen", "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "--no-mate", "--no-check", "Re8"],
         "Turm Eva eins Eva acht"),
        (["--fen", "8/8/8/2PpP3/8/8/8/K6k w - d6 0 1", "exd6"],
         "Eva fünf schlägt David sechs en passant"),
        (["--fen", "8/8/8/2PpP3/8/8/8/K6k w - d6 0 1", "--no-capture", "--no-en-passant", "exd6"],
         "Eva fünf David sechs"),
    ],
)  # fmt: skip
def test_a_move_is_announced_as_the_options_say(arguments: list[str], text: str) -> None:
    done = run("announce", *arguments)
    assert done.stdout == text + "\n"
    assert done.returncode == 0


def test_announce_gives_json() -> None:
    done = run("announce", "--json", "e2e4")
    assert json.loads(done.stdout) == {"text": "Eva zwei Eva vier", "move": "e2e4", "san": "e4"}


WRONG = [
    (["read", "--language", "xx", "e4"], 2, "Choose one of: "),
    (["read", "--fen", "rubbish", "e4"], 2, "six fields"),
    (["read", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "e4"], 2, "field 1"),
    (["read"], 2, "Say what to read"),
    (["announce"], 2, "Name the move"),
    (["announce", "e5"], 1, "not one legal move"),
    (["announce", "--style", "loud", "e4"], 2, "--help"),
    (["read", "--bogus", "e4"], 2, "--help"),
    (["dance"], 2, "--help"),
    (["languages", "xx"], 2, "Choose one of: "),
    (["read", "--batch", "--fen", "x"], 2, "standard input"),
    (["practice", "--level", "9"], 2, "1 to 8"),
    (["practice", "--level", "x"], 2, "--help"),
    (["practice", "--chess960", "960"], 2, "0 to 959"),
    (["practice", "--chess960", "x"], 2, "0 to 959"),
    (["practice", "--chess960", "1", "--fen", "x"], 2, "not from both"),
    (["practice", "--fen", "k7/8/1QK5/8/8/8/8/8 b - - 0 1"], 2, "already over"),
    (["practice", "--opponent", "nobody"], 2, "auto, builtin, uci"),
    (["practice", "--opponent", "builtin", "--engine", "x"], 2, "leave out --engine"),
    (["practice", "--resume", "--level", "4"], 2, "leave out --level"),
    (["practice", "--level", "4", "--elo", "1500"], 2, "not as both"),
    (["practice", "--pgn", "/nonexistent/x.pgn"], 2, "--pgn"),
    (["practice", "--engine", "/nonexistent/engine"], 1, "--opponent builtin"),
    (["practice", "--engine", "/bin/cat"], 1, "--opponent builtin"),
    (["practice", "--opponent", "builtin", "--elo", "1500"], 2, "--level 1 to 8"),
    (["practice", "--resume"], 2, "Nothing unfinished"),
    (["practice", "--resume", "/nonexistent/game"], 1, "Check the path"),
    (["practice", "--folder", "/dev/null/games"], 1, "--folder"),
]


@pytest.mark.parametrize(
    ("arguments", "status", "said"), WRONG, ids=[" ".join(w[0]) for w in WRONG]
)
def test_wrong_use_is_one_sentence_that_says_what_to_do(
    arguments: list[str], status: int, said: str, tmp_path: Path
) -> None:
    done = run(*arguments, home=tmp_path)
    assert done.returncode == status
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_a_batch_answers_every_line_in_order() -> None:
    fen = "8/4P3/8/8/8/k7/8/K7 w - - 0 1"
    lines = [f"{fen}\tEva acht Dame", "\tEva vier", "\tquatsch", "no tab", "broken\te4", "\tSf3"]
    done = run("read", "--batch", stdin="\n".join(lines) + "\n")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [r["move"] for r in results] == ["e7e8q", "e2e4", None, None, None, "g1f3"]
    assert all(list(r) == KEYS for r in results)
    assert results[3]["reason"].startswith("Line 4: The line has no tab")
    assert results[4]["reason"].startswith("Line 5: A FEN has six fields")
    assert done.returncode == 1
    assert "2 of the lines" in done.stderr


def test_a_batch_of_usable_lines_succeeds_whatever_they_mean() -> None:
    done = run("read", "--batch", stdin="\tSpringer Felix drei\r\n\tquatsch\n\tletzter Zug")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3
    done = run("announce", "--batch", "--style", "short", stdin="\tNf3\n\te2e4\n")
    texts = [json.loads(line)["text"] for line in done.stdout.splitlines()]
    assert texts == ["Springer Felix drei", "Eva vier"]


def test_a_batch_answers_each_line_before_the_next_is_asked() -> None:
    with subprocess.Popen(
        [*COMMAND, "read", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(),
    ) as batch:
        assert batch.stdin
        assert batch.stdout
        for words, move in (("Eva vier", "e2e4"), ("Sf3", "g1f3")):
            batch.stdin.write(f"\t{words}\n")
            batch.stdin.flush()
            assert json.loads(batch.stdout.readline())["move"] == move
        batch.stdin.close()


def test_a_batch_takes_no_more_memory_for_more_lines(tmp_path: Path) -> None:
    def peak(lines: int) -> int:
        source = tmp_path / f"{lines}.txt"
        source.write_text(
            "\tSpringer Felix drei\n\tquatsch mit soße\n" * (lines // 2), encoding="utf-8"
        )
        code = (
            "import resource, sys; from assistant.cli import run; run(['read', '--batch']);"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
        )
        with source.open("rb") as stdin:
            done = subprocess.run(
                [sys.executable, "-c", code],
                stdin=stdin,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                check=True,
                env=environment(),
            )
        return int(done.stderr)

    assert peak(20_000) < peak(100) * 1.1


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    command = f"'{sys.executable}' -m assistant read --batch | head -n 1"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input="\te4\n" * 5000,
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )
    assert "Traceback" not in done.stderr
    assert not done.stderr


def test_a_byte_order_mark_does_not_spoil_the_first_line() -> None:
    done = run("read", "--batch", stdin="\ufeff\tEva vier\n")
    assert json.loads(done.stdout)["move"] == "e2e4"


@pytest.mark.parametrize(
    ("shell", "status"),
    [
        ("read --batch <&-", 0),
        ("practice --opponent builtin --folder . <&-", 0),
        ("read Eva vier >/dev/full", 1),
        ("read --batch >/dev/full", 1),
        ("read Eva vier >&-", 0),
        ("read Eva vier 2>&-", 0),
        ("read Unsinn 2>&- >&- <&-", 1),
    ],
)
def test_closed_and_full_streams_are_no_traceback(shell: str, status: int, tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"echo | '{sys.executable}' -m assistant {shell}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=environment(tmp_path),
    )
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1


def test_bytes_that_are_no_text_are_not_understood() -> None:
    done = subprocess.run(
        [*COMMAND, "read", "--batch"],
        input=b"\t\xff\xfe\x00 e4\n",
        capture_output=True,
        check=False,
        env=environment(),
    )
    assert json.loads(done.stdout)["outcome"] == "not understood"
    done = subprocess.run(
        [*COMMAND, "read", b"\xff\xfe"], capture_output=True, check=False, env=environment()
    )
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


def test_every_command_teaches_in_its_help() -> None:
    for command in ("practice", "read", "announce", "languages", "clock", "timecontrol"):
        done = run(command, "--help")
        assert done.returncode == 0
        assert "chess-assistant" in done.stdout
    assert "practice" in run("--help").stdout


def test_the_languages_are_listed_and_taught() -> None:
    assert "de: Deutsch (German)" in run("languages").stdout
    assert "knight: Springer, Pferd" in run("languages", "de").stdout


def test_the_version_is_told_quickly() -> None:
    def fastest(*command: str) -> float:
        times = []
        for _ in range(7):
            begin = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True, env=environment())
            times.append(time.perf_counter() - begin)
        return min(times)

    ours = fastest(*COMMAND, "--version")
    assert ours <= 2.5 * fastest(sys.executable, "-c", "import chess")

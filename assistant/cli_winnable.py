"""The command `winnable`: can a side still mate by any legal sequence of moves?"""

import argparse

import chess

from assistant import cli_batch, data
from assistant.cli_batch import Result
from assistant.core.deadness.verdict import Verdict, judge_both
from assistant.core.output.announcement import Colour, Phrase, tell
from assistant.core.output.moves import told
from assistant.core.output.wording import Length, Phrasebook, Style
from assistant.core.play.position import parse_fen
from assistant.drivers.timer_system import within
from assistant.errors import FenError, UsageError

_MOST_MOVES_SAID = 20
"""A proof may be hundreds of moves long; the JSON has it whole."""
_SIDES = (("white", chess.WHITE), ("black", chess.BLACK))


def winnable(options: argparse.Namespace) -> int:
    if not 1 <= options.budget <= 3_600_000:
        raise UsageError(f"A budget of {options.budget} ms is not possible. Give 1 to 3600000.")
    grammar, _ = data.language(options.language)
    book = Phrasebook(grammar, Style(length=Length.SHORT))
    if options.batch:
        if options.fen:
            raise UsageError("A batch takes its positions from standard input: leave out the FEN.")
        return _batch(options.budget, book)
    if not options.fen:
        raise UsageError('Give a position: chess-assistant winnable "8/8/8/8/8/k7/8/K7 w - - 0 1".')
    fen = " ".join(options.fen)
    board = parse_fen(fen)
    verdicts = judge_both(board, within(options.budget))
    if options.json:
        cli_batch.write(_result(fen, verdicts, book))
        return 0
    for _, side in _SIDES:
        verdict = verdicts[side]
        key = f"winnable_{verdict.outcome.value}"
        print(book.say(tell(key, side=Colour(side), reason=_reason(verdict))))
        if verdict.line:
            print(book.say(tell("winnable_line", moves=_spoken(board, verdict, book))))
    return 0


def _reason(verdict: Verdict) -> Phrase:
    return Phrase(f"because_{verdict.reason.value}", {"count": verdict.figure})


def _spoken(board: chess.Board, verdict: Verdict, book: Phrasebook) -> str:
    replayed = board.copy(stack=False)
    words = []
    for move in verdict.line[:_MOST_MOVES_SAID]:
        words.append(book.move(told(replayed, move)))
        replayed.push(move)
    return "; ".join(words) + ("; …" if len(verdict.line) > _MOST_MOVES_SAID else "")


def _result(fen: str, verdicts: dict[chess.Color, Verdict], book: Phrasebook) -> Result:
    result: Result = {"fen": fen}
    for name, side in _SIDES:
        verdict = verdicts[side]
        result[name] = {
            "verdict": verdict.outcome.value.replace("_", " "),
            "line": [move.uci() for move in verdict.line],
            "reason": book.say(_reason(verdict)),
        }
    return result


def _batch(budget: int, book: Phrasebook) -> int:
    def answer(number: int, line: str) -> tuple[Result, bool]:
        fen = line.strip()
        try:
            return _result(fen, judge_both(parse_fen(fen), within(budget)), book), True
        except FenError as error:
            reason = f"Line {number}: {error}"
            unknown = {"verdict": "not decided", "line": [], "reason": reason}
            return {"fen": fen, "white": unknown, "black": unknown}, False

    return cli_batch.run(answer)

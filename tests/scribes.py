"""Scoresheets as people write them: the published error model of the reconciler.

A scribe has a language, a notation and a layout, and makes slips of the pen:

| slip | what happens to the entry |
|---|---|
| file, rank | a letter or digit of a square becomes another one, seven times in ten one that looks alike |
| piece | the piece letter becomes that of another piece |
| language | the piece letter becomes that of another language |
| capture | the capture mark is forgotten, or written where nothing is captured |
| which | what tells two pieces apart is left out |
| dropped | a sign is left out |
| omitted | the entry is left out and the next ones move up |
| row | two entries are left out |
| blank | the place is left empty |
| doubled | the entry is written twice |
| swapped | the entry and the next one change places |
| number | the move number is wrong |
| smudge | the entry cannot be read |

Truth is kept with every sheet: the half-move and the kind of every slip.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import chess

from assistant import data
from assistant.core.dispute.alphabet import FIGURINE_OF, Alphabet
from assistant.core.record.brf import translate

KINDS = (
    "file", "rank", "piece", "language", "capture", "which", "dropped", "omitted", "row", "blank",
    "doubled", "swapped", "number", "smudge",
)  # fmt: skip
_ALIKE = {"c": "e", "e": "c", "a": "d", "d": "a", "b": "h", "h": "b", "g": "a", "f": "e",
          "1": "7", "7": "1", "4": "5", "5": "3", "3": "8", "8": "3", "6": "5", "2": "7"}  # fmt: skip


@dataclass
class Scribe:
    """How one person writes."""

    alphabet: Alphabet
    long: bool = False
    bare: bool = False
    """Without capture marks, pawns by their files alone: ed."""
    checks: bool = True
    castling: str = "O-O"
    layout: str = "running"
    """`running`, `columns`, `tabs` or `braille`."""
    times: bool = False


@dataclass
class Sheet:
    text: str
    slips: list[tuple[int, str]] = field(default_factory=list)
    """The half-move, counted from 1, and the kind."""


def chance(seed: int) -> random.Random:
    """The same accidents every time."""
    return random.Random(seed)  # noqa: S311 - nothing secret depends on it


def letter(alphabet: Alphabet, piece: chess.PieceType) -> str:
    for sign, kind in alphabet.pieces.items():
        if kind == piece and sign not in FIGURINE_OF.values():
            return sign
    return next(letters for letters, figurine in alphabet.longer if FIGURINE_OF[piece] == figurine)


def scribe(rng: random.Random, language: str | None = None) -> Scribe:
    alphabets = data.alphabets()
    code = language or rng.choice([*data.languages(), "nl", "hu", "pt", "ru"])
    long = rng.random() < 0.25
    layout = rng.choice(["running", "columns", "tabs", "tabs", "braille"])
    if not all(sign.isascii() for sign in alphabets[code].pieces if sign.isalpha()):
        layout = "columns"
    if alphabets[code].longer:
        layout = "columns"
    return Scribe(
        alphabets[code],
        long=long,
        bare=not long and rng.random() < 0.3,
        checks=rng.random() < 0.7,
        castling=rng.choice(["O-O", "0-0"]),
        layout=layout,
        times=layout in ("columns", "tabs") and rng.random() < 0.3,
    )


def entry(board: chess.Board, move: chess.Move, how: Scribe) -> str:
    """A move as the scribe writes it without a slip."""
    san = board.san(move)
    mark = san[-1] if san[-1] in "+#" else ""
    mark = mark if how.checks else ""
    if san.startswith("O"):
        return san.rstrip("+#").replace("O-O-O", f"{how.castling}-{how.castling[0]}").replace(
            "O-O", how.castling
        ) + mark  # fmt: skip
    piece = board.piece_type_at(move.from_square) or chess.PAWN
    takes = "x" if board.is_capture(move) and not how.bare else ""
    start, end = chess.square_name(move.from_square), chess.square_name(move.to_square)
    chosen = letter(how.alphabet, move.promotion) if move.promotion else ""
    head = "" if piece == chess.PAWN else letter(how.alphabet, piece)
    if how.long:
        return f"{head}{start}{takes or '-'}{end}{chosen}{mark}"
    if piece == chess.PAWN:
        origin = start[0] if board.is_capture(move) else ""
        if how.bare and origin and _files_tell(board, move):
            end = end[0]
        return f"{origin}{takes}{end}{chosen}{mark}"
    told = san.rstrip("+#").replace("x", "")[1:-2]
    return f"{head}{told}{takes}{end}{mark}"


def _files_tell(board: chess.Board, move: chess.Move) -> bool:
    files = chess.square_file(move.from_square), chess.square_file(move.to_square)
    same = [
        other
        for other in board.legal_moves
        if board.piece_type_at(other.from_square) == chess.PAWN
        and (chess.square_file(other.from_square), chess.square_file(other.to_square)) == files
        and other.promotion == move.promotion
    ]
    return len(same) == 1 and not move.promotion


def _sign_slip(text: str, kind: str, how: Scribe, rng: random.Random) -> str | None:
    """The entry with one slip of that kind; None if there is nothing to slip on."""
    body = text.rstrip("+#")
    mark = text[len(body) :]
    castles = body[0] in "O0"
    places = [
        at for at, sign in enumerate(body) if sign in ("abcdefgh" if kind == "file" else "12345678")
    ]
    own = {sign for sign in how.alphabet.pieces if sign.isalpha() and sign != "P"}
    match kind:
        case "file" | "rank" if places and not castles:
            at = rng.choice(places)
            pool = "abcdefgh" if kind == "file" else "12345678"
            new = _ALIKE[body[at]] if rng.random() < 0.7 else rng.choice(pool.replace(body[at], ""))
            return body[:at] + new + body[at + 1 :] + mark
        case "piece" if body[0] in own:
            return rng.choice(sorted(own - {body[0]})) + body[1:] + mark
        case "language" if body[0] in own:
            piece = how.alphabet.pieces[body[0]]
            others = {
                sign
                for other in data.alphabets().values()
                for sign, kind_ in other.pieces.items()
                if kind_ == piece and sign.isascii() and sign not in own
            }
            return rng.choice(sorted(others)) + body[1:] + mark if others else None
        case "capture" if not castles:
            if "x" in body:
                return body.replace("x", "") + mark
            if body[0] in own and len(body) == 3:
                return f"{body[0]}x{body[1:]}{mark}"
        case "which" if body[0] in own and not how.long and len(body.replace("x", "")) > 3:
            return body[0] + body[2:] + mark
        case "dropped" if len(body) > 2 and not castles:
            at = rng.randrange(len(body))
            return body[:at] + body[at + 1 :] + mark
        case "smudge":
            return "?" * rng.randint(1, 3)
    return None


def sheet(
    moves: Sequence[chess.Move],
    how: Scribe,
    rng: random.Random,
    rate: float = 0.0,
    *,
    kinds: Sequence[str] = KINDS,
    start: chess.Board | None = None,
) -> Sheet:
    """The sheet of a game, with slips at that rate."""
    board = (start or chess.Board()).copy()
    written: list[tuple[str, int, bool]] = []
    slips: list[tuple[int, str]] = []
    skip = False
    swap: tuple[str, int, bool] | None = None
    wrong_number: set[int] = set()
    for ply, move in enumerate(moves, 1):
        text = entry(board, move, how)
        number, colour = board.fullmove_number, board.turn
        board.push(move)
        kind = rng.choice(list(kinds)) if rng.random() < rate else ""
        quiet = not skip and swap is None
        if skip:
            skip = False
            slips.append((ply, "row"))
            continue
        if swap is not None:
            written += [(text, *swap[1:]), (swap[0], number, colour)]
            slips.append((ply, "swapped"))
            swap = None
            continue
        if quiet and kind in ("omitted", "row"):
            slips.append((ply, kind))
            skip = kind == "row"
            continue
        if kind == "swapped" and ply < len(moves):
            swap = (text, number, colour)
            slips.append((ply, kind))
            continue
        if kind == "blank" and how.layout == "tabs":
            text = ""
            slips.append((ply, kind))
        elif kind == "doubled":
            written.append((text, number, colour))
            slips.append((ply, kind))
        elif kind == "number":
            wrong_number.add(len(written))
            slips.append((ply, kind))
        elif kind and (changed := _sign_slip(text, kind, how, rng)) not in (None, text):
            text = changed or ""
            slips.append((ply, kind))
        written.append((text, number, colour))
    first = chess.WHITE if start is None else start.turn
    return Sheet(_laid_out([one[0] for one in written], how, rng, wrong_number, first), slips)


def _laid_out(
    texts: list[str], how: Scribe, rng: random.Random, wrong: set[int], first: chess.Color
) -> str:
    if how.times:
        texts = [f"{text} 1:{rng.randrange(60):02}" if text else text for text in texts]
    if not first:
        texts = ["...", *texts]
    rows = []
    for at in range(0, len(texts), 2):
        number = at // 2 + 1 + (rng.choice((-1, 1, 10)) if {at, at + 1} & wrong else 0)
        rows.append((number, texts[at], texts[at + 1] if at + 1 < len(texts) else ""))
    match how.layout:
        case "tabs":
            return "".join(f"{number}.\t{white}\t{black}\n" for number, white, black in rows)
        case "columns":
            return "".join(f"{number:>3}. {white:<12} {black}\n" for number, white, black in rows)
        case "braille":
            lines = [f"{number}. {white} {black}" for number, white, black in rows]
            return "\r\n".join(translate(line).cells for line in lines) + "\r\n\f"
    return " ".join(f"{number}. {white} {black}" for number, white, black in rows)


def game(rng: random.Random, length: int, start: chess.Board | None = None) -> list[chess.Move]:
    """A game of plausible moves: captures, checks and steps forward come more often than not."""
    board = (start or chess.Board()).copy()
    moves: list[chess.Move] = []
    while len(moves) < length and not board.is_game_over():
        legal = list(board.legal_moves)
        weights = []
        for move in legal:
            weight = 1.0
            if board.is_capture(move):
                weight += 2.0
            if board.is_castling(move):
                weight += 6.0
            if chess.square_rank(move.from_square) in (0, 7) and len(moves) < 20:
                weight += 1.5
            if board.piece_type_at(move.from_square) == chess.KING:
                weight *= 0.3
            weights.append(weight)
        move = rng.choices(legal, weights)[0]
        moves.append(move)
        board.push(move)
    return moves

"""What the Laws' procedure makes of two sheets and two boards, with edition and article.

The verdict reports and cites. Nothing is decided that the arbiter must decide; an explanation is
called likely, with its reason.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess

from assistant.core.dispute import adjustment, boards, findings, promotion
from assistant.core.dispute.adjustment import Boards, on_boards
from assistant.core.dispute.findings import Finding, FindingKind, Telling
from assistant.core.dispute.reconciliation import Reconciliation
from assistant.core.dispute.rows import Claim, Likely, Row, Status
from assistant.core.output.announcement import Argument, Colour, Listing, Phrase
from assistant.core.output.durations import duration
from assistant.core.play.laws import Laws

_SHOWN = 6
"""Half-moves of each sheet that are told after a parting."""

_DECIDED = {"1-0", "0-1", "1/2-1/2"}


@dataclass(frozen=True, slots=True)
class Ruling:
    article: str
    """Empty if the edition has none."""
    who_adjusts: str | None
    """`a`, `b` or `both`; None: nobody, or it is not known."""
    go_back_to: chess.Board | None
    said: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    found: Reconciliation
    headline: Phrase
    ruling: Ruling
    explanation: tuple[Phrase, ...]
    """What each sheet claims at the parting, and what may explain it."""
    findings: tuple[Finding, ...]
    position: chess.Board
    """That to which the game goes back, or that in which the boards should stand."""


def judge(
    found: Reconciliation,
    laws: Laws,
    tell: Telling,
    stands: Boards = (None, None),
) -> Verdict:
    """The verdict on two sheets, and on the boards if they were given."""
    comparison = found.comparison
    noted = list(findings.in_rows(found, tell))
    _, agreed = comparison.agreed()
    parting = comparison.parting
    explained: list[Phrase] = []
    if parting is None:
        position = next(_as_shown(found, stands), agreed)
        settle = _adjust if found.comparison.longer is None else _leave_open
        ruling, adjustments = settle(found, laws, position, stands, tell)
        count = comparison.agreed()[0]
        headline = Phrase("dispute_agree", {"count": count})
        guessed = {row.ply for row in comparison.rows if row.guessed or row.open}
        explained = [one.said for one in noted if one.ply in guessed]
        explained += _open(found, position, tell)
    else:
        position = agreed
        ruling, adjustments = _go_back(found, laws, position, stands, tell)
        headline = _parts(found, parting)
        explained = list(_explanation(found, parting, tell))
        noted += _likely_findings(found, tell)
    if not ruling.article:
        ruling = _unruled(found, laws, position)
    noted += _results(found)
    if found.strangers:
        said = Phrase("dispute_strangers")
        noted.insert(0, Finding(FindingKind.STRANGERS, said, likely=True))
        explained.insert(0, said)
    if parting is not None and any(one.likely for one in noted):
        explained.append(Phrase("dispute_arbiter"))
    noted += adjustments
    return Verdict(found, headline, ruling, tuple(explained), tuple(noted), position)


def _law(laws: Laws, article: str, what: Phrase) -> Phrase:
    edition = laws.header.edition
    if article:
        law = Phrase("law", {"edition": edition, "article": article})
    else:
        law = Phrase("law_edition", {"edition": edition})
    return Phrase("ruled", {"what": what, "law": law})


def _unruled(found: Reconciliation, laws: Laws, position: chess.Board) -> Ruling:
    """The edition has no procedure for two sheets: nothing is ordered in its name."""
    up_to = _agreed_up_to(found.comparison.agreed()[0], position)
    return Ruling("", None, None, (_law(laws, "", Phrase("dispute_no_article")), up_to))


def _results(found: Reconciliation) -> Iterator[Finding]:
    a, b = (paper.sheet.result for paper in found.papers)
    if {a, b} <= _DECIDED and a != b:
        told: dict[str, Argument] = {
            key: Phrase("dispute_has", {"name": paper.name, "entry": paper.sheet.result or ""})
            for key, paper in zip(("first", "second"), found.papers, strict=True)
        }
        yield Finding(FindingKind.RESULT, Phrase("dispute_results", told))


# The sheets agree


def _as_shown(found: Reconciliation, stands: Boards) -> Iterator[chess.Board]:
    """What all boards show, if one other move in an open place leads to it."""
    rows, given = found.comparison.rows, [board for board in stands if board is not None]
    left = [at for at, row in enumerate(rows) if row.open]
    if len(left) != 1 or not given:
        return
    for move in rows[left[0]].board.legal_moves:
        position = promotion.after(rows, left[0], move)
        if position is not None and all(boards.same(position, board) for board in given):
            yield position


def _open(found: Reconciliation, position: chess.Board, tell: Telling) -> Iterator[Phrase]:
    """With which moves that no sheet says the position is shown."""
    rows = found.comparison.rows
    for at, row in enumerate(rows):
        if not row.open or row.move is None:
            continue
        shown = next(
            (
                move
                for move in (row.move, *row.board.legal_moves)
                if promotion.after(rows, at, move) == position
            ),
            row.move,
        )
        told = findings.place(row) | {"move": tell.move(row.board, shown)}
        yield Phrase("dispute_open" if shown == row.move else "dispute_open_boards", told)


def _adjust(
    found: Reconciliation,
    laws: Laws,
    position: chess.Board,
    stands: Boards,
    tell: Telling,
) -> tuple[Ruling, list[Finding]]:
    article = laws.articles["sheets_agree"]
    names = [paper.name for paper in found.papers]
    wrong = [
        sheet
        for sheet, board in zip("ab", stands, strict=True)
        if board is not None and not boards.same(position, board)
    ]
    untold = all(board is None for board in stands)
    guessed = any(row.guessed for row in found.comparison.rows)
    left_open = any(row.open for row in found.comparison.rows)
    if ((untold or len(wrong) == 2) and guessed) or ((untold or wrong) and left_open):
        # No board shows what is only guessed: that is no written move to adjust them to.
        ruling = Ruling(article, None, None, (_law(laws, article, Phrase("dispute_adjust_open")),))
        return ruling, []
    if untold:
        who, what = None, Phrase("dispute_adjust_whoever")
    elif len(wrong) == 2:
        who, what = "both", Phrase("dispute_adjust_both")
    elif wrong:
        who = wrong[0]
        what = Phrase("dispute_adjust_one", {"name": names["ab".index(who)]})
    else:
        who, what = None, Phrase("dispute_adjust_none")
    ruling = Ruling(article, who, None, (_law(laws, article, what),))
    return ruling, list(on_boards(found, position, stands, tell))


def _leave_open(
    found: Reconciliation,
    laws: Laws,
    position: chess.Board,
    stands: Boards,
    tell: Telling,
) -> tuple[Ruling, list[Finding]]:
    """One sheet goes on alone: D.2.9 adjusts to moves of both sheets, not to those of one."""
    article = laws.articles["sheets_agree"]
    name = found.papers["ab".index(found.comparison.longer or "a")].name
    said = [
        _agreed_up_to(found.comparison.agreed()[0], position),
        _law(laws, article, Phrase("dispute_one_sheet", {"name": name})),
    ]
    ruling = Ruling(article, None, None, tuple(said))
    return ruling, list(adjustment.where(found, position, stands, tell))


def _agreed_up_to(ply: int, position: chess.Board) -> Phrase:
    if not ply:
        return Phrase("dispute_back_start")
    mover = not position.turn
    number = position.fullmove_number - (mover is chess.BLACK)
    return Phrase("dispute_back", {"number": number, "side": Colour(mover)})


# The sheets disagree


def _parts(found: Reconciliation, row: Row) -> Phrase:
    claims = [
        _has(paper.name, claim) for paper, claim in zip(found.papers, (row.a, row.b), strict=True)
    ]
    return Phrase("dispute_part", findings.place(row) | {"first": claims[0], "second": claims[1]})


def _has(name: str, claim: Claim | None) -> Phrase:
    if claim is None or not claim.entry.text:
        return Phrase("dispute_has_nothing", {"name": name})
    return Phrase("dispute_has", {"name": name, "entry": claim.entry.text})


def _go_back(
    found: Reconciliation,
    laws: Laws,
    position: chess.Board,
    stands: Boards,
    tell: Telling,
) -> tuple[Ruling, list[Finding]]:
    article = laws.articles["sheets_disagree"]
    said = [_law(laws, article, Phrase("dispute_go_back"))]
    ply, _ = found.comparison.agreed()
    said += [_agreed_up_to(ply, position), Phrase("dispute_clocks")]
    said += _times(found, ply)
    return Ruling(article, None, position, tuple(said)), list(
        on_boards(found, position, stands, tell)
    )


def _times(found: Reconciliation, ply: int) -> Iterator[Phrase]:
    """What the clocks showed at the last agreed move, where a sheet tells."""
    for side, paper in enumerate(found.papers):
        shown: dict[chess.Color, int] = {}
        for row in found.comparison.rows:
            claim = (row.a, row.b)[side]
            if row.ply <= ply and claim is not None and claim.entry.clock_ms is not None:
                shown[row.colour] = claim.entry.clock_ms
        if len(shown) == 2:
            times = {"white": duration(shown[True]), "black": duration(shown[False])}
            yield Phrase("dispute_times", {"name": paper.name, **times})


def _explanation(found: Reconciliation, row: Row, tell: Telling) -> Iterator[Phrase]:
    comparison = found.comparison
    at = next(place for place, other in enumerate(comparison.rows) if other is row)
    for paper, claim in zip(found.papers, (row.a, row.b), strict=True):
        if claim is not None and claim.entry.text:
            yield _claims(paper.name, row, claim, tell)
    likely = next((one for one in comparison.likely if one.row == at), None)
    if likely is not None:
        yield _likely(found, row, likely, tell)
    elif row.status is Status.DIFFER and all(
        claim and claim.move and not claim.guessed for claim in (row.a, row.b)
    ):
        yield Phrase("dispute_undecided")
    for side, paper in enumerate(found.papers):
        after = _after(comparison.rows[at + 1 :], side)
        if after:
            yield Phrase("dispute_goes_on", {"name": paper.name, "moves": Listing(after, ",")})
    again = [place for place in comparison.rejoined if place < len(comparison.rows)]
    if again:
        yield Phrase("dispute_again", findings.place(comparison.rows[again[0]]))
    elif at + 2 < len(comparison.rows):
        yield Phrase("dispute_apart")


def _claims(name: str, row: Row, claim: Claim, tell: Telling) -> Phrase:
    told: dict[str, Argument] = {"name": name, "entry": claim.entry.text}
    if claim.move is None:
        return Phrase("dispute_claims_nothing_legal", told)
    told["move"] = tell.move(row.board, claim.move)
    return Phrase("dispute_claims_guessed" if claim.guessed else "dispute_claims", told)


def _after(rows: Sequence[Row], side: int) -> tuple[Argument, ...]:
    texts: list[Argument] = []
    for row in rows:
        claim = (row.a, row.b)[side]
        if claim is not None and claim.entry.text:
            texts.append(claim.entry.text)
        if len(texts) == _SHOWN:
            break
    return tuple(texts)


def _likely(found: Reconciliation, row: Row, one: Likely, tell: Telling) -> Phrase:
    claim = row.a if one.sheet == "a" else row.b
    return Phrase(
        "dispute_likely",
        {
            "name": found.papers["ab".index(one.sheet)].name,
            "entry": claim.entry.text if claim else "",
            "move": tell.beside(one.sheet, row.board, one.move),
            "slip": findings.slip_words(one.slip),
            "count": one.until,
        },
    )


def _likely_findings(found: Reconciliation, tell: Telling) -> Iterator[Finding]:
    rows = found.comparison.rows
    for one in found.comparison.likely:
        said = _likely(found, rows[one.row], one, tell)
        yield Finding(FindingKind.LIKELY, said, rows[one.row].ply, one.sheet, likely=True)
    for at in found.comparison.rejoined:
        if at < len(rows):
            said = Phrase("dispute_again", findings.place(rows[at]))
            yield Finding(FindingKind.AGAIN, said, rows[at].ply)

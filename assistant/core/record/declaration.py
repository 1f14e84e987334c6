"""The declaration for the arbiter: what the program can and cannot do in this event, on one page.

It tells the event file in words, names the program by version and checksum, and ends with the
checklist for tactile board and clock (D.1.1–D.1.4, D.2.6). The arbiter ticks and signs.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from assistant.core.output.announcement import Argument, Colour, Phrase
from assistant.core.output.durations import control
from assistant.core.output.settingwords import label, line, told_as
from assistant.core.output.wording import Phrasebook
from assistant.core.play.laws import Laws
from assistant.core.play.rate import classify
from assistant.core.play.regulations import Duty, Questions, Regulations
from assistant.core.play.setting import SETTINGS, Value, values
from assistant.core.record.checksum import grouped
from assistant.core.record.document import Document, Line, Mark, Section


@dataclass(frozen=True, slots=True)
class Program:
    """The program that makes the declaration."""

    version: str
    digest: str
    files: int


_ARTICLES: dict[str, tuple[str, str]] = {
    # phrase: article of 2018 and of 2009; the appendix of 1997 does not exist
    "event_duty_move": ("D.2.10.1", "E2.9a"),
    "event_duty_announce": ("D.2.10.2", "E2.9b"),
    "event_duty_record": ("D.2.10.3", "E2.9c"),
    "event_duty_tell": ("D.2.10.4", "E2.9d"),
    "event_duty_claim": ("D.2.10.5", "E2.9e"),
    "event_duty_adjourn": ("D.2.10.6", "E2.9f"),
    "event_ranks": ("D.2.1", "E2.1"),
    "event_repetition": ("D.2.1", "E2.1"),
    "event_early_press": ("D.2.4", "E2.3"),
    "event_keep_sound": ("D.2.7", "E2.5"),
    "event_no_draw_before": ("9.1.1", ""),
    "sheet_two_boards": ("D.1", "E1"),
    "sheet_board_size": ("D.1.1", "E1"),
    "sheet_board_squares": ("D.1.2", "E1"),
    "sheet_board_holes": ("D.1.3", "E1"),
    "sheet_pieces": ("D.1.4", "E1"),
    "sheet_clock_announces": ("D.2.6.1", ""),
    "sheet_clock_hands": ("D.2.6.2", "E2.4"),
    "sheet_clock_dots": ("D.2.6.2", "E2.4"),
    "sheet_clock_flag": ("D.2.6.2", "E2.4"),
}

_GAME = ("event.name", "event.place", "event.date", "event.round", "event.board")
_NEVER = ("sheet_no_engine", "sheet_no_hints", "sheet_no_network")
_SETTINGS = (
    "rules.supervised",
    "rules.default_time",
    "rules.no_draw_before",
    "rules.chess960",
    "speech.language",
    "speech.ranks",
    "speech.repetition_required",
    "speech.early_press",
    "speech.keep_sound",
)
_CHECKLIST = (
    "sheet_two_boards",
    "sheet_board_size",
    "sheet_board_squares",
    "sheet_board_holes",
    "sheet_pieces",
    "sheet_clock_announces",
    "sheet_clock_hands",
    "sheet_clock_dots",
    "sheet_clock_flag",
)
_BY_KEY = {setting.key: setting for setting in SETTINGS}


def declare(
    regulations: Regulations,
    laws: Laws,
    program: Program,
    book: Phrasebook,
    *,
    language: str,
    spoken: str,
) -> Document:
    """The declaration in a language; `spoken` names the language of the announcements."""
    return _Declaration(regulations, laws, program, book, spoken).document(language)


class _Declaration:
    def __init__(
        self,
        regulations: Regulations,
        laws: Laws,
        program: Program,
        book: Phrasebook,
        spoken: str,
    ) -> None:
        self.regulations = regulations
        self.laws = laws
        self.program = program
        self.book = book
        self.values = values(regulations) | {"speech.language": spoken}
        if regulations.rules.default_time is None:
            # The arbiter reads the figure here, not in the book.
            self.values["rules.default_time"] = laws.default_time.minutes

    def document(self, language: str) -> Document:
        sections = (
            ("sheet_game", self._game()),
            ("sheet_can", self._done()),
            ("sheet_cannot", self._never()),
            ("sheet_settings", self._settings()),
            ("sheet_program", self._program()),
            ("sheet_checklist", self._checklist()),
        )
        return Document(
            language,
            self.book.say(Phrase("sheet_title")),
            tuple(self._section(heading, lines) for heading, lines in sections),
            self.book.say(Phrase("sheet_signed")),
        )

    def _section(self, heading: str, lines: Iterable[Line]) -> Section:
        return Section(self.book.say(Phrase(heading)), tuple(lines))

    def _told(self, what: Argument, value: Argument) -> Line:
        return Line(self.book.say(told_as(what, value)))

    def _cited(self, what: Phrase, key: str, mark: Mark = Mark.ITEM) -> Line:
        """A line with its article; those of 2018 where the edition has no appendix."""
        of_2018, of_2009 = _ARTICLES.get(key, ("", ""))
        article = of_2009 if self.laws.header.edition == "2009" else of_2018
        if article:
            what = Phrase("sheet_cited", {"what": what, "article": article})
        return Line(self.book.say(what), mark)

    def _game(self) -> Iterator[Line]:
        for key in _GAME:
            if self.values[key]:
                yield self._told(label(_BY_KEY[key]), str(self.values[key]))
        for colour, player in ((True, self.regulations.white), (False, self.regulations.black)):
            key = "sheet_disabled" if player.visually_disabled else "sheet_sighted"
            yield self._told(Colour(colour), Phrase(key, {"name": player.name}))
        yield self._told(Phrase("event_edition"), self.laws.header.edition)
        if not self.laws.header.blind_play:
            yield Line(self.book.say(Phrase("sheet_no_appendix")))
        times = self.regulations.time_control
        rate = Phrase(f"event_rate_{classify(times, self.laws).rate}")
        yield self._told(Phrase("event_time_control"), control(times))
        yield self._told(Phrase("event_rate"), rate)

    def _done(self) -> Iterator[Line]:
        found = list(self._allowed(True))
        yield from found or [Line(self.book.say(Phrase("sheet_nothing")))]

    def _allowed(self, wanted: Value) -> Iterator[Line]:
        for duty in Duty:
            if self.values[f"duties.{duty}"] is wanted:
                key = f"event_duty_{duty}"
                yield self._cited(Phrase(key), key)
        for question in Questions:
            if self.values[f"speech.questions.{question}"] is wanted:
                yield Line(self.book.say(Phrase(f"event_question_{question}")))
        if self.values["speech.alarms"] is wanted:
            yield Line(self.book.say(Phrase("event_alarms")))

    def _never(self) -> Iterator[Line]:
        for key in _NEVER:
            yield Line(self.book.say(Phrase(key)))
        for refused in self._allowed(False):
            yield Line(self.book.say(Phrase("sheet_not_allowed", {"what": refused.text})))

    def _settings(self) -> Iterator[Line]:
        for key in _SETTINGS:
            setting = _BY_KEY[key]
            yield self._cited(line(setting, self.values[key]), setting.phrase)

    def _program(self) -> Iterator[Line]:
        yield self._told(Phrase("sheet_version"), f"chess-assistant {self.program.version}")
        files = Phrase("sheet_files", {"count": self.program.files})
        yield self._told(files, grouped(self.program.digest))

    def _checklist(self) -> Iterator[Line]:
        for key in _CHECKLIST:
            yield self._cited(Phrase(key), key, Mark.BOX)

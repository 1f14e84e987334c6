"""The conversation that fills in an event file, without I/O: a question out, an answer in.

Laws of this module:
- an answer is taken or refused at once, and a refusal says in one sentence what is wanted;
- an empty answer takes the value that the question names;
- the word for taking back leads to the question before.
"""

from collections.abc import Iterable, Mapping

from assistant.core.output.announcement import Announcement, Phrase, tell
from assistant.core.output.settingwords import choices_of, label, value_of
from assistant.core.output.wording import Phrasebook
from assistant.core.play.setting import LONGEST_TEXT, SETTINGS, Kind, Setting, Value
from assistant.core.play.timecontrol import TimeControlError, parse
from assistant.core.spoken.command import Command
from assistant.core.spoken.lexicon import EDGES, RANK, Lexicon
from assistant.core.spoken.utterance import understand

_WHITE, _BLACK = "white.visually_disabled", "black.visually_disabled"

Refusal = Announcement


class Interview:
    """Asks for every setting that is not given; `values` holds what is settled."""

    def __init__(
        self,
        defaults: Mapping[str, Value],
        given: Mapping[str, Value],
        lexicon: Lexicon,
        book: Phrasebook,
        languages: Iterable[str],
    ) -> None:
        self.values: dict[str, Value] = {**defaults, **given}
        self._open = [setting for setting in SETTINGS if setting.key not in given]
        self._at = 0
        self._lexicon = lexicon
        self._book = book
        self._languages = tuple(languages)

    @property
    def done(self) -> bool:
        return self._at >= len(self._open)

    def question(self) -> Announcement:
        """The question that is open now."""
        setting = self._open[self._at]
        what = label(setting)
        default = self._default(setting)
        choices = choices_of(setting, self._languages)
        if choices is not None and default is not None:
            told = value_of(setting, default)
            return tell("event_ask_choice", what=what, choices=choices, default=told)
        if choices is not None:
            return tell("event_ask_one", what=what, choices=choices)
        if setting.kind is Kind.NAME:
            return tell("event_ask", what=what)
        return tell("event_ask_default", what=what, default=value_of(setting, default))

    def receive(self, text: str) -> Refusal | None:
        """Takes an answer, or says why it cannot be one; the question is then still open."""
        text = text.strip()
        setting = self._open[self._at]
        heard = understand(text, self._lexicon) if text else None
        if isinstance(heard, Command) and heard.name == "take_back":
            if not self._at:
                return tell("event_first_question")
            self._at -= 1
            return None
        answer = self._read(setting, text, heard)
        if isinstance(answer, Announcement):
            return answer
        self.values[setting.key] = answer
        if setting.key == _BLACK and not (answer or self.values[_WHITE]):
            return tell("event_one_disabled")
        self._at += 1
        return None

    def _default(self, setting: Setting) -> Value:
        # Nobody is taken to be blind without having said so; but one of the two must be.
        if setting.key == _WHITE:
            return None
        if setting.key == _BLACK:
            return not self.values[_WHITE]
        return self.values[setting.key]

    def _read(self, setting: Setting, text: str, heard: object) -> Value | Refusal:
        if not text:
            return self._empty(setting)
        match setting.kind:
            case Kind.YES_NO:
                return self._yes_no(text, heard)
            case Kind.NUMBER:
                return self._number(setting, text)
            case Kind.CHOICE | Kind.LANGUAGE:
                return self._choice(setting, text)
            case Kind.TIME_CONTROL:
                return _time_control(text)
            case Kind.NAME | Kind.TEXT:
                return text if usable(text) else tell("event_not_text", most=LONGEST_TEXT)

    def _empty(self, setting: Setting) -> Value | Refusal:
        if setting.kind is Kind.NAME:
            return tell("event_name_needed")
        default = self._default(setting)
        if default is None and not setting.unset:
            return tell("event_not_yes_no")
        return default

    def _key(self, words: str) -> str:
        return self._lexicon.key(words).strip(EDGES)

    def _yes_no(self, text: str, heard: object) -> bool | Refusal:
        if isinstance(heard, Command) and heard.name in ("yes", "no"):
            return heard.name == "yes"
        typed = self._key(text)
        for key, value in (("event_yes", True), ("event_no", False)):
            if typed and self._key(self._book.word(Phrase(key))).startswith(typed):
                return value
        return tell("event_not_yes_no")

    def _number(self, setting: Setting, text: str) -> int | Refusal:
        word = self._key(text)
        said = self._lexicon.numbers.get(word)
        code, value = self._lexicon.plain.get(word, ("", 0))
        if code == RANK:  # the numbers up to eight are the names of the ranks
            said = value + 1
        digits = text.isascii() and text.isdigit() and len(text) < 10
        number = int(text) if digits else said
        if number is None or number > setting.most:
            return tell("event_not_number", least=0, most=setting.most)
        return number

    def _choice(self, setting: Setting, text: str) -> str | Refusal:
        choices = setting.choices or self._languages
        typed = self._key(text)
        for number, choice in enumerate(choices, start=1):
            known = {choice}
            if setting.worded:
                told = self._book.word(value_of(setting, choice))
                known |= {str(number), self._key(told)}
            if typed in known:
                return choice
        wanted = choices_of(setting, self._languages)
        return tell("event_not_choice", choices=wanted or "")


def _time_control(text: str) -> str | Refusal:
    try:
        return str(parse(text))
    except TimeControlError:
        return tell("event_not_time")


def usable(text: str) -> bool:
    """Whether a text can stand on one line of a file, a sheet and a braille page."""
    return text.isprintable() and len(text) <= LONGEST_TEXT

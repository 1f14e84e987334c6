"""The settings of an event as phrases: labels, values, choices."""

from assistant.core.output.announcement import Argument, Listing, Phrase
from assistant.core.play.setting import Kind, Setting, Value


def label(setting: Setting) -> Phrase:
    return Phrase(setting.phrase)


def value_of(setting: Setting, value: Value) -> Argument:
    """A value as it is told; one that is not there is told as well."""
    if value is None:
        return Phrase(setting.unset)
    if isinstance(value, bool):
        return Phrase("event_yes" if value else "event_no")
    if value == "":
        return Phrase("event_none")
    if setting.worded:
        return Phrase(f"{setting.phrase}_{value}")
    return value


def choices_of(setting: Setting, languages: tuple[str, ...] = ()) -> Argument | None:
    """What may be answered, if that is a short list; choices in words are numbered."""
    match setting.kind:
        case Kind.YES_NO:
            return Listing((Phrase("event_yes"), Phrase("event_no")), "or")
        case Kind.LANGUAGE:
            return Listing(languages, "or")
        case Kind.CHOICE if setting.worded:
            numbered = tuple(
                Phrase("event_numbered", {"number": number, "what": value_of(setting, choice)})
                for number, choice in enumerate(setting.choices, start=1)
            )
            return Listing(numbered, "or")
        case Kind.CHOICE:
            return Listing(setting.choices, "or")
    return None


def told_as(what: Argument, value: Argument) -> Phrase:
    return Phrase("event_line", {"what": what, "value": value})


def line(setting: Setting, value: Value) -> Phrase:
    """One setting with its value."""
    return told_as(label(setting), value_of(setting, value))

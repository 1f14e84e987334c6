"""The event file as text: TOML with a comment above every setting, in the reader's language.

Guarantee: `tomllib` and `regulations.check` read the same regulations back.
"""

import json
from collections.abc import Iterator

from assistant.core.output.announcement import Phrase
from assistant.core.output.settingwords import choices_of, label
from assistant.core.output.wording import Phrasebook
from assistant.core.play.regulations import Regulations
from assistant.core.play.setting import LISTS, SETTINGS, Kind, Setting, Value, values

_BY_KEY = {setting.key: setting for setting in SETTINGS}


def write(regulations: Regulations, book: Phrasebook) -> str:
    """The whole file. Lists of the top level come first, because TOML wants it so."""
    return "\n".join(_lines(values(regulations), book)) + "\n"


def _lines(settled: dict[str, Value], book: Phrasebook) -> Iterator[str]:
    yield f"# {book.say(Phrase('event_file'))}"
    for key in LISTS:
        if "." not in key:
            yield ""
            yield from _list(key, settled, book)
    table = ""
    for setting in SETTINGS:
        owner, _, name = setting.key.rpartition(".")
        if owner in LISTS:
            if "." in owner and name == LISTS[owner][0]:
                yield from _list(owner, settled, book)
            continue
        if owner != table:
            table = owner
            yield f"\n[{table}]"
        yield from _setting(setting, name, settled[setting.key], book)


def _setting(setting: Setting, name: str, value: Value, book: Phrasebook) -> Iterator[str]:
    yield f"# {book.say(label(setting))}"
    if setting.kind is Kind.CHOICE:
        if setting.worded:
            for choice in setting.choices:
                yield f"#   {choice}: {book.word(Phrase(f'{setting.phrase}_{choice}'))}"
        else:
            yield f"#   {book.word(choices_of(setting) or '')}"
    if value is None:
        yield f"#   {book.say(Phrase(setting.unset))}"
        yield f"# {name} = 0"
    else:
        yield f"{name} = {_written(value)}"


def _list(key: str, settled: dict[str, Value], book: Phrasebook) -> Iterator[str]:
    name = key.rpartition(".")[2]
    yield f"# {book.say(Phrase(f'event_{name}'))}"
    for entry in LISTS[key]:
        yield f"#   {entry}: {book.word(label(_BY_KEY[f'{key}.{entry}']))}"
    chosen = [entry for entry in LISTS[key] if settled[f"{key}.{entry}"]]
    yield f"{name} = [{', '.join(map(_written, chosen))}]"


def _written(value: Value) -> str:
    # JSON writes texts of printable signs, numbers and truth values as TOML does.
    return json.dumps(value, ensure_ascii=False)

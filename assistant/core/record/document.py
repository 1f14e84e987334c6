"""A printed page before its form is chosen: headings, lines and boxes to tick.

The same document becomes plain text, HTML and braille; none of them says more than the others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from html import escape

from assistant.core.record.brf import Paragraph


class Mark(StrEnum):
    """What stands before a line; a sign of its own in every form, never a colour."""

    ITEM = "-"
    BOX = "[ ]"


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    mark: Mark = Mark.ITEM


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Document:
    language: str
    """The code of its language."""
    title: str
    sections: tuple[Section, ...]
    closing: str = ""
    """The last line, to be signed; on paper with a rule behind it."""


_RULE = "_" * 30


def text(document: Document) -> str:
    """Plain text; a line is read by a screen reader as one line, however long it is."""
    return "\n".join(_text_lines(document)) + "\n"


def _text_lines(document: Document) -> Iterator[str]:
    yield document.title
    for section in document.sections:
        yield ""
        yield section.heading
        for line in section.lines:
            yield f"{line.mark} {line.text}"
    if document.closing:
        yield ""
        yield f"{document.closing} {_RULE}"


def paragraphs(document: Document) -> Iterator[Paragraph]:
    """The document for the embosser."""
    yield Paragraph(document.title)
    for section in document.sections:
        yield Paragraph(section.heading, heading=True)
        for line in section.lines:
            yield Paragraph(f"{line.mark} {line.text}", hanging=2)
    if document.closing:
        yield Paragraph(document.closing, heading=True)


_STYLE = """\
body { font: 1rem/1.4 sans-serif; color: #000; background: #fff; max-width: 60em; margin: 1em auto;
  padding: 0 1em; }
h1 { font-size: 1.4em; margin: 0 0 0.3em; }
h2 { font-size: 1.1em; margin: 0.8em 0 0.2em; border-bottom: 1px solid #000; }
ul { margin: 0; padding-left: 1.4em; }
ul.boxes { list-style: none; padding-left: 0; }
.box { font-family: monospace; white-space: pre; }
table { border-collapse: collapse; margin-top: 0.8em; }
caption { text-align: left; font-weight: bold; }
th, td { text-align: left; padding: 0.1em 1.5em 0.1em 0; vertical-align: top; }
thead th { border-bottom: 1px solid #000; }
.sign { margin-top: 1.5em; }
@page { size: A4; margin: 12mm 15mm; }
@media print {
  body { font-size: 10pt; line-height: 1.2; max-width: none; margin: 0; padding: 0; }
  h2 { margin: 0.6em 0 0.1em; break-after: avoid; }
  li, tr { break-inside: avoid; }
  .sign { margin-top: 1em; }
}"""


def page(language: str, title: str, body: Iterator[str], style: str = "") -> str:
    """A whole HTML page that needs nothing from elsewhere and prints black on white.

    `style` is added to the style of every page.
    """
    head = (
        "<!DOCTYPE html>",
        f'<html lang="{escape(language)}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{_STYLE}\n{style}</style>",
        "</head>",
        "<body>",
        "<main>",
        f"<h1>{escape(title)}</h1>",
    )
    return "\n".join((*head, *body, "</main>", "</body>", "</html>")) + "\n"


def html(document: Document) -> str:
    return page(document.language, document.title, _html_lines(document))


def _html_lines(document: Document) -> Iterator[str]:
    for section in document.sections:
        boxes = any(line.mark is Mark.BOX for line in section.lines)
        yield f"<h2>{escape(section.heading)}</h2>"
        yield '<ul class="boxes" role="list">' if boxes else "<ul>"
        for line in section.lines:
            box = f'<span class="box">{Mark.BOX}</span> ' if line.mark is Mark.BOX else ""
            yield f"<li>{box}{escape(line.text)}</li>"
        yield "</ul>"
    if document.closing:
        rule = f'<span aria-hidden="true">{_RULE}</span>'
        yield f'<p class="sign">{escape(document.closing)} {rule}</p>'

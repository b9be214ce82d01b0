"""Rendering of reference pages: one traversal of a page's contents, with its parts in HTML and in Markdown.

A page in HTML is one file without scripts, readable in light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import escape
from typing import Final, NamedTuple

from reguli.reference.reference_entry import (
    FOLDER,
    QUOTED,
    KeyGroup,
    ReferenceEntry,
    ReferencePage,
    ReferenceTheme,
    answer_text,
    game_name,
)

HEADS: Final = ("key", "takes", "needed, or without it", "means", "used in")
HTML_PAGE: Final = """\
<!-- {0} -->
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{1}</title>
<style>
{2}</style>
</head>
<body>
<header><h1>{1}</h1></header>
<nav>{3}</nav>
<main>
{4}
</main>
</body>
</html>
"""
HTML_TABLE: Final = (
    '<div class="scroll"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{{}}\n</tbody></table></div>'.format(
        "".join(f'<th scope="col">{head}</th>' for head in HEADS)
    )
)
PARTS: Final = {
    "ending": ("html", "md"),
    "page": (HTML_PAGE, "<!-- {0} -->\n\n# {1}\n\n{3}\n{4}"),
    "title": ("<h2>{}</h2>", "## {}\n"),
    "chapter": ('<h2 id="{}">{}</h2>', '<a id="{}"></a>\n\n## {}\n'),
    "heading": ('<section id="{0}">\n<h3><a href="#{0}">{1}</a></h3>', '<a id="{}"></a>\n\n### {}\n'),
    "end": ("</section>", ""),
    "paragraph": ("<p>{}</p>", "{}\n"),
    "paragraphs": ("<p>{}</p>\n<p>{}\n{}</p>", "{}\n{} {}\n"),
    "note": ('<p class="used">{}</p>', "{}.\n"),
    "code": ("<code>{}</code>", "`{}`"),
    "link": ('<a href="{}">{}</a>', "[{1}]({0})"),
    "forms": ('<pre class="form">{}</pre>', "```text\n{}\n```\n"),
    "block": ("<pre>{}</pre>", "```{1}\n{0}\n```\n"),
    "item": ("<li>{}</li>", "- {}"),
    "items": ("<ul>\n{}\n</ul>", "{}\n"),
    "words": ('<ul class="words">\n{}\n</ul>', "{}\n"),
    "inner item": ("<li>{}</li>", "  - {}"),
    "inner items": ("<ul>\n{}\n</ul>", "\n{}"),
    "contents": ("<ul>\n{}\n</ul>", ""),
    "row": ('<tr id="{}"><th scope="row">{}</th>' + "<td>{}</td>" * 4 + "</tr>", '| <a id="{}"></a>{}' + " | {}" * 4 + " |"),
    "table": (HTML_TABLE, f"| {' | '.join(HEADS)} |\n{'|---' * len(HEADS)}|\n{{}}\n"),
    "bar": ("|", "\\|"),
    "star": ("*", "\\*"),
}  # fmt: skip
"""How the parts of a page are written in HTML and in Markdown."""


class MarkupWriter(NamedTuple):
    """A markup format: its index in ``PARTS``, its text escaping, and a variant that keeps quotation marks."""

    place: int
    plain: Callable[[str], str] = str
    quoting: Callable[[str], str] = str

    def __call__(self, part: str, *texts: str) -> str:
        """Return a part of a page as markup."""
        return PARTS[part][self.place].format(*texts)

    def rows(self, part: str, rows: Iterable[str]) -> str:
        """Return a part that consists of rows."""
        return self(part, "\n".join(rows))

    def code(self, text: str) -> str:
        """Return inline code."""
        return self("code", self.plain(text))

    def said(self, text: str) -> str:
        """Return a text in which parts in single quotes are code."""
        return QUOTED.sub(self("code", r"\1"), self.quoting(text))

    def file(self, name: str) -> str:
        """Return the file name of a page."""
        return f"{name}.{self('ending')}"

    def link(self, place: str, text: str) -> str:
        """Return a link to a place."""
        return self("link", place, self.plain(text))


WRITINGS: Final = (MarkupWriter(0, escape, partial(escape, quote=False)), MarkupWriter(1))


def render_reference_page(page: ReferencePage, generated: str, to: MarkupWriter) -> str:
    """Return the text of a page."""
    style = (FOLDER / "page.css").read_text(encoding="utf-8")
    body = [*(part for theme in page.themes for part in _theme(theme, to)), *(_words(page, to) if page.words else ())]
    ways = _index(page, to) if page.others else _contents(page, to)
    return to("page", generated, to.plain(page.title), style, ways, "\n".join(filter(None, body))).rstrip("\n") + "\n"


def _index(page: ReferencePage, to: MarkupWriter) -> str:
    rows = []
    for other in page.others:
        name = to.file(other.id)
        themes = (to("inner item", to.link(f"{name}#{theme.id}", theme.title)) for theme in other.themes)
        rows.append(to("item", to.link(name, other.title) + to.rows("inner items", themes)))
    return to.rows("items", rows)


def _contents(page: ReferencePage, to: MarkupWriter) -> str:
    rows = []
    for theme in page.themes:
        wholes = [*theme.entries, *(group.whole for group in theme.groups)]
        links = ", ".join(to.link(f"#{entry.anchor}", entry.name) for entry in wholes)
        rows.append(to("item", f"{to.link(f'#{theme.id}', theme.title)}: \n{links}"))
    return to("paragraph", to.link(to.file("index"), "All words")) + to.rows("contents", rows)


def _words(page: ReferencePage, to: MarkupWriter) -> Iterator[str]:
    yield to(
        "paragraphs",
        f"Every word may be asked at the terminal too: {to.code('reguli explain secretly')}.",
        "Programs speak of a small game, the bazaar, whose files are the examples on the page of",
        f"{to.link(to.file('files'), 'files')}.",
    )
    yield to("title", "All words")
    yield to("paragraph", "Words with a star are reserved: nothing can be called so.")
    rows = []
    for word, reserved, links in page.words:
        places = ", ".join(to.link(f"{to.file(name)}#{anchor}", text) for name, anchor, text in links)
        rows.append(to("item", f"{to.code(word)}{to('star') if reserved else ''}: {places}"))
    yield to.rows("words", rows)


def _theme(theme: ReferenceTheme, to: MarkupWriter) -> Iterator[str]:
    yield to("chapter", theme.id, to.plain(theme.title))
    yield to("paragraph", to.said(theme.about))
    for entry in theme.entries:
        yield from _entry(entry, to)
    for group in theme.groups:
        yield from _group(group, to)
    for name in theme.samples:
        text = (FOLDER / name).read_text(encoding="utf-8").rstrip()
        yield to("paragraph", f"Example: {to.code(name.partition('/')[2])}")
        yield to("block", to.quoting(text), "yaml" if name.endswith("yaml") else "text")


def _entry(entry: ReferenceEntry, to: MarkupWriter) -> Iterator[str]:
    yield to("heading", entry.anchor, to.plain(entry.name))
    yield to("forms", to.quoting("\n".join(entry.forms)))
    yield to("paragraph", to.said(entry.means))
    if entry.gives:
        yield to("paragraph", f"Gives: {to.plain(entry.gives)}.")
    if entry.example:
        yield to("block", to.quoting(entry.example.rstrip()), "text")
    if entry.asks:
        asked = (
            (f"{to.code(one.value)} = {to.code(answer_text(one.wanted))}", game_name(one.of)) for one in entry.asks
        )
        yield to.rows("items", (to("item", f"{answer} ({to.plain(game)})") for answer, game in asked))
    if entry.used:
        yield to("note", f"Used in {to.code(entry.used)}")
    yield to("end")


def _group(group: KeyGroup, to: MarkupWriter) -> Iterator[str]:
    yield to("heading", group.whole.anchor, to.plain(group.whole.name))
    yield to("paragraph", to.said(group.whole.means))
    yield to("note", f"Stands in {', '.join(to.code(at.rstrip(':').replace(':', ': ', 1)) for at in group.at)}")
    rows = []
    for key in group.keys:
        texts = (key.takes, f"needed: {key.needed}" if key.needed else key.default, key.means)
        cells = (to.said(text).replace("|", to("bar")) for text in texts)
        rows.append(to("row", key.anchor, to.code(key.words[0]), *cells, to.code(key.used) if key.used else ""))
    yield to.rows("table", rows)
    yield to("end")

"""Pages of the language in HTML: one file each, without scripts, readable in light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from reguli.reference.markdown_output import place_text
from reguli.reference.reference_entry import FOLDER, QUOTED, Entry, Group, Page, Theme, answer_text, game_name


def html_page(page: Page, generated: str) -> str:
    """Write a page."""
    style = (FOLDER / "page.css").read_text(encoding="utf-8")
    lines = [
        f"<!-- {generated} -->",
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(page.title)}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        f"<header><h1>{escape(page.title)}</h1></header>",
        *(_index(page) if page.others else _contents(page)),
        "<main>",
        *(line for theme in page.themes for line in _theme(theme)),
        *(_words(page) if page.words else ()),
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _index(page: Page) -> Iterator[str]:
    yield "<nav><ul>"
    for other in page.others:
        name = f"{other.id}.html"
        yield f'<li><a href="{name}">{escape(other.title)}</a><ul>'
        yield from (f'<li><a href="{name}#{theme.id}">{escape(theme.title)}</a></li>' for theme in other.themes)
        yield "</ul></li>"
    yield "</ul></nav>"


def _contents(page: Page) -> Iterator[str]:
    yield '<nav><p><a href="index.html">All words</a></p><ul>'
    for theme in page.themes:
        yield f'<li><a href="#{theme.id}">{escape(theme.title)}</a>: '
        wholes = [*theme.entries, *(group.whole for group in theme.groups)]
        yield ", ".join(f'<a href="#{entry.anchor}">{escape(entry.name)}</a>' for entry in wholes) + "</li>"
    yield "</ul></nav>"


def _words(page: Page) -> Iterator[str]:
    yield "<p>Every word may be asked at the terminal too: <code>reguli explain secretly</code>.</p>"
    yield "<p>Programs speak of a small game, the bazaar, whose files are the examples on the page of"
    yield '<a href="files.html">files</a>.</p>'
    yield "<h2>All words</h2>"
    yield "<p>Words with a star are reserved: nothing can be called so.</p>"
    yield '<ul class="words">'
    for word, reserved, links in page.words:
        places = ", ".join(f'<a href="{name}.html#{anchor}">{escape(text)}</a>' for name, anchor, text in links)
        yield f"<li><code>{escape(word)}</code>{'*' if reserved else ''}: {places}</li>"
    yield "</ul>"


def _theme(theme: Theme) -> Iterator[str]:
    yield f'<h2 id="{theme.id}">{escape(theme.title)}</h2>'
    yield f"<p>{_spoken(theme.about)}</p>"
    for entry in theme.entries:
        yield from _entry(entry)
    for group in theme.groups:
        yield from _group(group)
    for name in theme.samples:
        text = (FOLDER / name).read_text(encoding="utf-8")
        yield f"<p>Example: <code>{escape(name.partition('/')[2])}</code></p>"
        yield f"<pre>{escape(text.rstrip(), quote=False)}</pre>"


def _entry(entry: Entry) -> Iterator[str]:
    yield f'<section id="{entry.anchor}">'
    yield _heading(entry.name, entry.anchor)
    yield f'<pre class="form">{escape(chr(10).join(entry.forms), quote=False)}</pre>'
    yield f"<p>{_spoken(entry.means)}</p>"
    if entry.gives:
        yield f"<p>Gives: {escape(entry.gives)}.</p>"
    if entry.example:
        yield f"<pre>{escape(entry.example.rstrip(), quote=False)}</pre>"
    if entry.asks:
        yield "<ul>"
        for ask in entry.asks:
            answer = f"<code>{escape(ask.value)}</code> = <code>{escape(answer_text(ask.wanted))}</code>"
            yield f"<li>{answer} ({escape(game_name(ask.of))})</li>"
        yield "</ul>"
    if entry.used:
        yield f'<p class="used">Used in <code>{escape(entry.used)}</code></p>'
    yield "</section>"


def _group(group: Group) -> Iterator[str]:
    yield f'<section id="{group.whole.anchor}">'
    yield _heading(group.whole.name, group.whole.anchor)
    yield f"<p>{_spoken(group.whole.means)}</p>"
    places = ", ".join(f"<code>{escape(place_text(at))}</code>" for at in group.at)
    yield f'<p class="used">Stands in {places}</p>'
    yield '<div class="scroll"><table>'
    heads = ("key", "takes", "needed, or without it", "means", "used in")
    yield "<thead><tr>" + "".join(f'<th scope="col">{head}</th>' for head in heads) + "</tr></thead>"
    yield "<tbody>"
    for key in group.keys:
        without = f"needed: {key.needed}" if key.needed else key.default
        used = f"<code>{escape(key.used)}</code>" if key.used else ""
        row = "".join(f"<td>{cell}</td>" for cell in (*map(_spoken, (key.takes, without, key.means)), used))
        yield f'<tr id="{key.anchor}"><th scope="row"><code>{escape(key.words[0])}</code></th>{row}</tr>'
    yield "</tbody></table></div>"
    yield "</section>"


def _heading(name: str, anchor: str) -> str:
    return f'<h3><a href="#{anchor}">{escape(name)}</a></h3>'


def _spoken(text: str) -> str:
    """Write a text in which what stands between single quotes is code."""
    return QUOTED.sub(r"<code>\1</code>", escape(text, quote=False))

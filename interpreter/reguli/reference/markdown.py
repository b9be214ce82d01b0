"""Pages of the language in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.reference.answers import QUOTED, answer_text, game_name
from reguli.reference.plan import Page, Shown, ShownGroup, ShownTheme


def markdown_page(page: Page, generated: str) -> str:
    """Write a page."""
    lines = [f"<!-- {generated} -->", "", f"# {page.title}", ""]
    if page.contents:
        lines += _index(page)
    else:
        lines += ["[All words](index.md)", ""]
    for theme in page.themes:
        lines += _theme(theme)
    return "\n".join(lines).rstrip("\n") + "\n"


def _index(page: Page) -> Iterator[str]:
    for name, title, themes in page.contents:
        yield f"- [{title}]({name}.md)"
        yield from (f"  - [{text}]({name}.md#{anchor})" for anchor, text in themes)
    yield from ("", "Every word may be asked at the terminal too: `reguli explain secretly`.")
    yield "Programs speak of a small game, the bazaar, whose files are the examples on the page of [files](files.md)."
    yield from ("", "## All words", "")
    yield "Words with a star are reserved: nothing can be called so."
    yield ""
    for word, reserved, links in page.words:
        places = ", ".join(f"[{text}]({name}.md#{anchor})" for name, anchor, text in links)
        star = "\\*" if reserved else ""
        yield f"- `{word}`{star}: {places}"


def _theme(shown: ShownTheme) -> Iterator[str]:
    theme = shown.theme
    yield from (f'<a id="{theme.id}"></a>', "", f"## {theme.title}", "", _spoken(theme.about), "")
    for entry in shown.entries:
        yield from _entry(entry)
    for group in shown.groups:
        yield from _group(group)
    for name, text in shown.samples:
        yield from (f"Example: `{name.partition('/')[2]}`", "", "```yaml" if name.endswith("yaml") else "```text")
        yield from text.rstrip("\n").split("\n")
        yield from ("```", "")


def _entry(shown: Shown) -> Iterator[str]:
    entry = shown.entry
    yield from (f'<a id="{entry.anchor}"></a>', "", f"### {entry.name}", "", "```text", *entry.forms, "```", "")
    yield from (_spoken(entry.means), "")
    if entry.gives:
        yield from (f"Gives: {entry.gives}.", "")
    if entry.example:
        yield from ("```text", *entry.example.rstrip("\n").split("\n"), "```", "")
    for ask in entry.asks:
        yield f"- `{ask.value}` = `{answer_text(ask.wanted)}` ({game_name(ask.of)})"
    if entry.asks:
        yield ""
    if shown.used:
        yield from (f"Used in `{shown.used}`.", "")


def _group(group: ShownGroup) -> Iterator[str]:
    yield from (f'<a id="{group.whole.anchor}"></a>', "", f"### {group.whole.name}", "", _spoken(group.whole.means), "")
    yield from ("Stands in " + ", ".join(f"`{place_text(at)}`" for at in group.at) + ".", "")
    yield from ("| key | takes | needed, or without it | means | used in |", "|---|---|---|---|---|")
    for key in group.keys:
        entry = key.entry
        cells = (
            f'<a id="{entry.anchor}"></a>`{entry.words[0]}`',
            _cell(entry.takes),
            _cell(f"needed: {entry.needed}" if entry.needed else entry.default),
            _cell(entry.means),
            f"`{key.used}`" if key.used else "",
        )
        yield f"| {' | '.join(cells)} |"
    yield ""


def place_text(at: str) -> str:
    """Write where groups stand as a person reads it: ``game.yaml: stages/[]``."""
    file, _, path = at.partition(":")
    return f"{file}: {path}" if path else file


def _cell(text: str) -> str:
    return _spoken(text).replace("|", "\\|")


def _spoken(text: str) -> str:
    """Write a text in which what stands between single quotes is code."""
    return QUOTED.sub(r"`\1`", text)

"""Pages of the language in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.reference.reference_entry import FOLDER, QUOTED, Entry, Group, Page, Theme, answer_text, game_name


def markdown_page(page: Page, generated: str) -> str:
    """Write a page."""
    lines = [f"<!-- {generated} -->", "", f"# {page.title}", ""]
    if page.others:
        lines += _index(page)
    else:
        lines += ["[All words](index.md)", ""]
    for theme in page.themes:
        lines += _theme(theme)
    return "\n".join(lines).rstrip("\n") + "\n"


def _index(page: Page) -> Iterator[str]:
    for other in page.others:
        yield f"- [{other.title}]({other.id}.md)"
        yield from (f"  - [{theme.title}]({other.id}.md#{theme.id})" for theme in other.themes)
    yield from ("", "Every word may be asked at the terminal too: `reguli explain secretly`.")
    yield "Programs speak of a small game, the bazaar, whose files are the examples on the page of [files](files.md)."
    yield from ("", "## All words", "")
    yield "Words with a star are reserved: nothing can be called so."
    yield ""
    for word, reserved, links in page.words:
        places = ", ".join(f"[{text}]({name}.md#{anchor})" for name, anchor, text in links)
        star = "\\*" if reserved else ""
        yield f"- `{word}`{star}: {places}"


def _theme(theme: Theme) -> Iterator[str]:
    yield from (f'<a id="{theme.id}"></a>', "", f"## {theme.title}", "", _spoken(theme.about), "")
    for entry in theme.entries:
        yield from _entry(entry)
    for group in theme.groups:
        yield from _group(group)
    for name in theme.samples:
        text = (FOLDER / name).read_text(encoding="utf-8")
        yield from (f"Example: `{name.partition('/')[2]}`", "", "```yaml" if name.endswith("yaml") else "```text")
        yield from text.rstrip("\n").split("\n")
        yield from ("```", "")


def _entry(entry: Entry) -> Iterator[str]:
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
    if entry.used:
        yield from (f"Used in `{entry.used}`.", "")


def _group(group: Group) -> Iterator[str]:
    yield from (f'<a id="{group.whole.anchor}"></a>', "", f"### {group.whole.name}", "", _spoken(group.whole.means), "")
    yield from ("Stands in " + ", ".join(f"`{place_text(at)}`" for at in group.at) + ".", "")
    yield from ("| key | takes | needed, or without it | means | used in |", "|---|---|---|---|---|")
    for key in group.keys:
        cells = (
            f'<a id="{key.anchor}"></a>`{key.words[0]}`',
            _cell(key.takes),
            _cell(f"needed: {key.needed}" if key.needed else key.default),
            _cell(key.means),
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

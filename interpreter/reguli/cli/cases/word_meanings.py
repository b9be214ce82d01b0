"""What a word of the language means, as lines for a person and as JSON; and the pages of all words."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Final

from reguli.cli.console import Console
from reguli.cli.files import folder_at, write_file
from reguli.reference.answers import answer_text, game_name
from reguli.reference.entry import Entry, Group, Theme
from reguli.reference.lookup import found, known
from reguli.reference.reading import read_themes
from reguli.reference.uses import Uses, sample_of
from reguli.shipped import shipped_folder

WIDE: Final = 110
MOST_IN_FULL: Final = 3
"""With more meanings than these, examples are left out."""


class Meanings:
    """The reference, opened for one question."""

    def __init__(self, console: Console) -> None:
        """Take where to speak."""
        self.say = console.say
        self.themes = read_themes()
        self.uses = Uses(shipped_folder("rulesets"), shipped_folder("locales"))

    def of(self, word: str) -> tuple[Entry, ...]:
        """Give every meaning of a word."""
        return found(word, self.themes)

    def known(self) -> tuple[str, ...]:
        """Give every word that has a meaning."""
        return known(self.themes)

    def lines(self, entries: tuple[Entry, ...]) -> list[str]:
        """Say what the entries are, with a line between them."""
        full = len(entries) <= MOST_IN_FULL
        lines: list[str] = []
        for entry in entries:
            lines += ["", *self._said(entry, full=full)] if lines else self._said(entry, full=full)
        return lines

    def _said(self, entry: Entry, *, full: bool) -> list[str]:
        rows = [(self.say("form:"), form) for form in entry.forms] + [
            (self.say("gives:"), entry.gives),
            (self.say("means:"), entry.means),
            (self.say("needed:"), entry.needed),
            (self.say("default:"), entry.default),
        ]
        if full:
            rows += [
                (self.say("example:"), f"{ask.value} = {answer_text(ask.wanted)}  ({game_name(ask.of)})")
                for ask in entry.asks
            ]
            rows += [(self.say("used in:"), self.used(entry))]
        told = [(head, text) for head, text in rows if text]
        width = max((len(head) for head, _ in told), default=0)
        lines = [f"{entry.name}  ({self._sort(entry)})", ""]
        before = ""
        for head, text in told:
            wrapped = textwrap.wrap(text, WIDE - width, break_long_words=False, break_on_hyphens=False)
            lines += [f"{'' if at or head == before else head:{width}} {part}" for at, part in enumerate(wrapped)]
            before = head
        example = self._example(entry) if full else ()
        return [*lines, "", self.say("example:"), *(f"  {line}".rstrip() for line in example)] if example else lines

    def _example(self, entry: Entry) -> tuple[str, ...]:
        """Give the lines of an example: a program, or where a key stands in the sample."""
        theme, group = self._home(entry)
        if group is None:
            return tuple(entry.example.rstrip("\n").split("\n")) if entry.example else ()
        file, lines = sample_of(entry, group, theme) if entry.takes else ("", ())
        return (f"# {file}", *lines) if file else ()

    def _sort(self, entry: Entry) -> str:
        """Say of which sort an entry is."""
        theme, group = self._home(entry)
        if group is not None:
            if entry.takes:
                return self.say("a key of {file}", file=theme.title)
            return self.say("keys of {file}", file=theme.title)
        sorts = {
            "items": self.say("at the left margin of a rules file"),
            "moments": self.say("a moment"),
            "statements": self.say("a statement"),
            "expressions": self.say("a value or condition"),
            "functions": self.say("a function"),
            "units": self.say("a unit or fact"),
            "vocabulary": self.say("a word of the vocabulary"),
        }
        return sorts[entry.theme]

    def _home(self, entry: Entry) -> tuple[Theme, Group | None]:
        theme = next(theme for theme in self.themes if theme.id == entry.theme)
        return theme, next((group for group in theme.groups if entry in (group.whole, *group.keys)), None)

    def used(self, entry: Entry) -> str:
        """Give where an entry is used first; nothing for a group as a whole."""
        theme, group = self._home(entry)
        if group is not None and not entry.takes:
            return ""
        return self.uses.of(entry, group, theme.shared)

    def json(self, entry: Entry) -> dict[str, object]:
        """Give an entry as values for JSON."""
        theme, _ = self._home(entry)
        return {
            "name": entry.name,
            "theme": theme.title,
            "forms": list(entry.forms),
            "means": entry.means,
            "words": list(entry.words),
            "gives": entry.gives,
            "takes": entry.takes,
            "needed": entry.needed,
            "default": entry.default,
            "example": "\n".join(self._example(entry)),
            "asks": [{"of": ask.of, "value": ask.value, "is": ask.wanted} for ask in entry.asks],
            "used": self.used(entry),
        }


def write_pages(folder: str) -> list[Path]:
    """Write the pages of the language below a folder; give the files written. Raises ``Wrong``."""
    # How pages are made is of no use to who asks for a word.
    from reguli.reference.pages import AT, page_texts

    place = folder_at(str(Path(folder) / AT)).parent
    uses = Uses(shipped_folder("rulesets"), shipped_folder("locales"))
    written = []
    for name, text in page_texts(read_themes(), uses).items():
        path = place / name
        write_file(path, text)
        written.append(path)
    return written

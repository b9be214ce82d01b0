"""What stands round the statements of a book: sources, what was copied from elsewhere, the colophon, the book's own words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from reguli.model.ruleset import Ruleset
from reguli.publish.document.sayable import Cell, Given, Sayable, Statement, Titled
from reguli.publish.document.tree import Mark, Source, SourceRow, Sources
from reguli.ruleset.documents import InventoryEntry
from reguli.words.desk.ruleset_tongue import AUTHORED
from reguli.words.grammar.noun import Name
from reguli.words.offers.subjects import RULED

TRANSCRIBED: Final = "data"
"""The state of a statement that is a picture in the sources and had to be copied."""
WORDS: Final = (
    "contents", "example", "examples", "sources", "sources_intro", "index", "colophon", "copied", "options", "partly",
    "ruled", "ruled_meaning", "transcribed", "transcribed_meaning", "statement", "reconstructed", "section",
)  # fmt: skip
"""What a book says of itself, each a shared wording ``book.WORD``."""
_RANGE: Final = re.compile(r"(?<=\d)-(?=\d)")
HASH: Final = 12
"""How many letters of a ruleset's digest are printed."""


def sources(ruleset: Ruleset, homes: Mapping[str, int]) -> Sources[Sayable]:
    """Give where each statement stands; ``homes`` are the sections that say it. A title without a wording is printed as it was given."""
    game = ruleset.documents.game
    documents = tuple(
        Source(one.id, Titled(Statement(f"document:{one.id}", one.span, word=one.title), one.title, one.language))
        for one in game.documents
    )
    copied = tuple(
        (Statement(f"copied:{what}", span, word=what), Statement(f"provenance:{origin}", span))
        for what, origin, span in ruleset.documents.origins
    )
    rows = (
        _row(entry, homes.get(entry.id, 0), [one.id for one in game.documents]) for entry in ruleset.documents.inventory
    )
    partly = tuple(
        Source(name, Titled(Statement(f"left_out:{name}", span, word=text), text, AUTHORED))
        for name, text, span in ruleset.in_part
    )
    return Sources(documents, copied, partly, tuple(rows))


def _row(entry: InventoryEntry, home: int, documents: Sequence[str]) -> SourceRow:
    places = {name: _RANGE.sub("–", text) for name, text in entry.sources}
    return SourceRow(entry.id, mark_of(entry), home, tuple(places.get(name, "–") for name in documents))


def mark_of(entry: InventoryEntry) -> Mark | None:
    """Give the mark of a statement."""
    if entry.ruling is not None or entry.state == RULED:
        return "ruled"
    return "transcribed" if entry.state == TRANSCRIBED else None


def colophon(ruleset: Ruleset) -> tuple[Statement, ...]:
    """Say what was printed: version, digest, options and variants of the rules, and that it is nobody's official text."""
    game = ruleset.documents.game
    values = {
        "version": Given(Name(ruleset.version), ("game:version",)),
        "digest": Given(Name(ruleset.digest[:HASH]), ("game:digest",)),
    }
    variants = (
        Statement("book.variant", variant.span, {"name": Given(Name(variant.name))}, shared=True)
        for variant in ruleset.documents.variants
    )
    return (
        Statement("book.version", game.span, values, shared=True),
        *variants,
        Statement("book.unofficial", game.span, shared=True),
        Statement("book.made", game.span, shared=True),
    )


def option_in_words(option: Statement, chosen: Cell) -> tuple[Statement, Statement]:
    """Give an option with what was chosen, a truth as a wording: yes or no."""
    if isinstance(chosen, Given):
        chosen = Statement("card.yes" if chosen.value else "card.no", option.span, shared=True)
    return option, chosen


def words_of_book(ruleset: Ruleset) -> Mapping[str, Statement]:
    """Give what a book says of itself, by its name."""
    span = ruleset.documents.game.span
    return MappingProxyType({word: Statement(f"book.{word}", span, shared=True) for word in WORDS})

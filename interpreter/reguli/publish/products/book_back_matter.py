"""Parts of a book beside its chapters: sources, copied material, colophon, fixed wordings, and the worked examples that fit the book."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Final

from reguli.model.resolved_ruleset import Ruleset
from reguli.publish.document.document_tree import Mark, Source, SourceRow, Sources
from reguli.publish.document.inline_nodes import Cell, Given, Sayable, Statement, Titled
from reguli.publish.pictures.map_model import BoardPicture, Standing
from reguli.publish.products.piece_planner import PlannedPieces
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.ruleset.document_nodes import InventoryEntry
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.words.grammar.grammar_values import Name
from reguli.words.placeholders.wording_subjects import RULED, Subjects
from reguli.words.translation.ruleset_realiser import AUTHORED

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
    """Return the places of each statement; ``homes`` are the sections that say it. A title without a wording is printed as it was given."""
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
    """Return the mark of a statement."""
    if entry.ruling is not None or entry.state == RULED:
        return "ruled"
    return "transcribed" if entry.state == TRANSCRIBED else None


def colophon(ruleset: Ruleset) -> tuple[Statement, ...]:
    """Return the colophon: version, digest, options and variants of the rules, and a note that the text is unofficial."""
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
    """Return an option and the value chosen for it; a truth is worded as yes or no."""
    if isinstance(chosen, Given):
        chosen = Statement("card.yes" if chosen.value else "card.no", option.span, shared=True)
    return option, chosen


def words_of_book(ruleset: Ruleset) -> Mapping[str, Statement]:
    """Return the wordings of the book itself, by name."""
    span = ruleset.documents.game.span
    return MappingProxyType({word: Statement(f"book.{word}", span, shared=True) for word in WORDS})


def is_told(example: ExampleDecl, material: Material, bag: Bag) -> bool:
    """Whether an example is printed; one of this ruleset that does not come out as it claims is a finding (W423)."""
    executed = material.executed.get(example.id)
    fails = executed is not None and executed.own and not executed.passed
    if fails and fits(example, material.players) and chosen(example, material.ruleset):
        bag.add("W423", example.span, name=example.id)
    return _holds(example, material)


def _holds(example: ExampleDecl, material: Material) -> bool:
    """Whether an example belongs into this book and holds, and so does the one whose story it goes on with; a position, where an example begins at it."""
    if example.abstract:
        return any(_holds(one, material) for one in material.examples if one.base == example.id)
    executed = material.executed.get(example.id)
    if not fits(example, material.players) or not chosen(example, material.ruleset):
        return False
    base = next((one for one in material.examples if one.id == example.base and not one.abstract), None)
    return (executed is None or executed.passed) and (base is None or _holds(base, material))


def fits(example: ExampleDecl, players: int | None) -> bool:
    """Return whether an example belongs in a book for so many players: it fixes no number of players, or this one."""
    position = example.position
    seated = 1 + max(seat for _, seat in position.seats) if position.seats else None
    said = position.players if position.players is not None else seated
    return players is None or said is None or said == players


def chosen(example: ExampleDecl, ruleset: Ruleset) -> bool:
    """Return whether an example belongs in a book with the options of this one.

    What it names as it usually is must be so. What it names otherwise its sentence says ("if you play that …"), so that it may stand
    beside the usual rules; but for another board, whose places this book has no names for.
    """
    known = {option.id: option for option in ruleset.documents.game.options}
    for name, value, _ in example.position.options:
        option = known.get(name)
        if option is None or ruleset.options.get(name) == value:
            continue
        if value == option.default or any(one.boards for one in option.values):
            return False
    return True


@kept
class Executed(Kept):
    """A worked example that was run: whether all its claims hold, and the numbers found for them, by the text of the claim.

    ``own`` where the ruleset brought it itself: one that was inherited and that a variant breaks is left out without a word.
    """

    id: str
    passed: bool
    numbers: Mapping[str, int]
    own: bool = True


@kept
class Stood(Kept):
    """A position on its board: what stands there, and what the players are called in the example, by seat."""

    picture: BoardPicture
    standing: Standing
    names: tuple[str, ...]


@kept
class Material(Kept):
    """What a book is made from: the ruleset and for how many players, all it says, its examples, its boards by name.

    ``worded`` are the ids that have a base text, ``positions`` the boards of positions that examples begin at, by their ids. A board's name is the id of the wording that names it, else empty.
    ``pieces`` are its cards where somebody laid them out.
    """

    ruleset: Ruleset
    players: int | None
    subjects: Subjects
    examples: tuple[ExampleDecl, ...]
    worded: frozenset[str]
    executed: Mapping[str, Executed]
    boards: tuple[tuple[str, BoardPicture], ...]
    positions: Mapping[str, Stood] = field(default_factory=lambda: MappingProxyType({}))
    pieces: PlannedPieces | None = None

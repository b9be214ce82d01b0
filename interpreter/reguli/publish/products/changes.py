"""What a variant changes, before and after, and the sheets that say so, written to files: one for each language and format."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from operator import attrgetter
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from reguli.model.ruleset import Kind, Ruleset, Table
from reguli.publish.document.cells import Keys, cell_given, field_given, key_texts
from reguli.publish.document.line import Line, runs_of
from reguli.publish.document.say import say_plan
from reguli.publish.document.sayable import Given, Sayable, Statement
from reguli.publish.document.tree import Box, Changed, Difference, Document, SaidDocument, Section, Sentence
from reguli.publish.document.walk import every
from reguli.publish.layouts.look import PLAIN, Look
from reguli.publish.products.book import BookSource, say_book, write_forms
from reguli.publish.products.book_planning import plan_book
from reguli.publish.products.card import home_of, language_named
from reguli.source.diagnostic import Bag
from reguli.source.kept import Kept, kept
from reguli.source.sources import Sources
from reguli.source.span import NOWHERE
from reguli.words.desk.ruleset_tongue import open_ruleset_tongue
from reguli.words.gloss.book import GlossBook, open_gloss_book
from reguli.words.gloss.gloss import gloss
from reguli.words.grammar.languages import Language
from reguli.words.grammar.noun import Name
from reguli.words.offers.citers import Citer, citers
from reguli.words.offers.signature import structure_of

T = TypeVar("T")
WORDS: Final = ("kind", "values", "rules", "sentences", "before", "after", "nothing", "stale", "examples")
"""What a sheet says of itself, each a shared wording ``changes.WORD``."""
GlossRule: TypeAlias = Callable[[Citer, bool], str]
"""Says a rule, of the variant where the second argument is true, else of what it is a variant of."""
Leaf: TypeAlias = Sayable | Line
"""Sentences of the two books and glosses are said already when the sheet is planned."""


RULES: Final = ("rule:", "stage:", "ranking:", "state:", "option:")
"""How the ids begin of what is compared by its structure; values are compared one by one."""


@kept
class Changes(Kept):
    """Everything that differs between two rulesets, but for words: values by their places in the ruleset, rules by their ids."""

    values: tuple[Difference[Given], ...]
    rules: tuple[Difference[Citer], ...]


def write_changes(
    compared: tuple[BookSource, BookSource],
    languages: Sequence[str],
    formats: Sequence[str],
    folder: Path,
    *,
    bag: Bag,
    sources: Sources,
    look: Look = PLAIN,
) -> list[Path]:
    """Write ``FOLDER/VARIANT/changes.LANG.FORMAT`` and give the files written; the second that is compared is a variant of the first.

    A sentence without words stands there marked, so that a variant has a sheet from its first day. Raises as ``write_books`` does.
    """
    written: list[Path] = []
    for language in [language_named(code) for code in languages]:
        sheet, home = say_changes(compared, language, bag, sources), home_of(compared[1].material.ruleset)
        command = partial("reguli book {} --product changes --lang {} --format {}".format, home, language.code)
        written += write_forms(
            "changes", sheet, formats, folder / home, command, source=compared[1], bag=bag, look=look
        )
    return written


def say_changes(
    compared: tuple[BookSource, BookSource], language: Language, bag: Bag, sources: Sources
) -> SaidDocument:
    """Say what a variant changes in a language."""
    quiet, (before, after) = Bag(), compared
    books = tuple(plan_book(one.material, one.layout, quiet) for one in compared)
    old, new = (
        say_book(book, one, language, quiet, sources, draft=True) for book, one in zip(books, compared, strict=True)
    )
    tongue = open_ruleset_tongue(language, books[1].ruleset, after.places, bag, sources)
    book = open_gloss_book(tongue.terms, after.places.locales, bag, sources, tongue.own)
    rulesets = {False: before.material.ruleset, True: after.material.ruleset}

    def said(citer: Citer, new: bool, book: GlossBook = book) -> str:
        return gloss(citer, rulesets[new], book)

    plan = plan_changes(compare(rulesets[False], rulesets[True]), (old, new), said, after.broken)
    return say_plan(plan, tongue, bag, draft=True, long=True)


def plan_changes(
    changes: Changes, books: tuple[SaidDocument, SaidDocument], gloss: GlossRule, broken: Collection[str] = ()
) -> Document[Leaf]:
    """Plan what is different between a book and that of a variant, both said in the language of the sheet.

    ``broken`` are the worked examples that no longer hold, by id: their own section is empty where there are none.
    """
    old, new = (dict(sentences_of(one)) for one in books)
    of_text = attrgetter("text")
    texts = [one for one in _different(old, new, of_text, of_text) if one.label not in broken]
    different = {line.label for line in texts}
    found: Mapping[str, Sequence[Difference[Leaf]]] = {
        "sentences": texts,
        "values": changes.values,
        "rules": [_rule(one, gloss, new, different) for one in changes.rules],
        "examples": [Difference(name, old.get(name), None) for name in broken],
    }
    words: dict[str, Leaf] = {word: Statement(f"changes.{word}", NOWHERE, shared=True) for word in WORDS}
    compared = Statement("changes.compared", NOWHERE, {"name": Given(Name(books[0].name))}, shared=True)
    sections = tuple(
        Section(name, words[name], (Changed(tuple(lines), name in ("values", "rules")),) if lines else ())
        for name, lines in found.items()
    )
    return Document(
        books[1].ruleset, books[1].name, None, (words["kind"], compared), sections, books[1].foot, words=words
    )


def _rule(rule: Difference[Citer], gloss: GlossRule, said: Mapping[str, Line], different: set[str]) -> Difference[Leaf]:
    before = None if rule.before is None else Line(runs_of(gloss(rule.before, False)))
    after = None if rule.after is None else Line(runs_of(gloss(rule.after, True)))
    found = rule.after or rule.before
    cites = () if found is None else found.cites
    return Difference(rule.label, before, after, tuple(one for one in cites if one in said and one not in different))


def sentences_of(book: SaidDocument) -> Iterator[tuple[str, Line]]:
    """Give every sentence of a book by its label, then the examples by their ids, and who acts in which order by phase."""
    for section in book.sections:
        if section.order is not None:
            yield section.id, section.order
        for block in section.blocks:
            yield from ((one.label, one.line) for one in every(block, Sentence))
            yield from ((one.anchor, one.line) for one in every(block, Box))


def compare(before: Ruleset, after: Ruleset) -> Changes:
    """Compare a ruleset with a variant of it."""
    of_value = attrgetter("value")
    values = _different(dict(_values(before)), dict(_values(after)), of_value, of_value)
    old, new = ({name: one for name, one in citers(of).items() if name.startswith(RULES)} for of in (before, after))
    was, now = (partial(structure_of, ruleset=of) for of in (before, after))
    return Changes(tuple(values), tuple(_different(old, new, was, now)))


def _different(
    old: Mapping[str, T], new: Mapping[str, T], was: Callable[[T], object], now: Callable[[T], object]
) -> Iterator[Difference[T]]:
    """Give what stands on one side only, or where what it was is not what it is now, by name."""
    for name in dict.fromkeys((*old, *new)):
        if name not in old or name not in new or was(old[name]) != now(new[name]):
            yield Difference(name, old.get(name), new.get(name))


def _values(ruleset: Ruleset) -> Iterator[tuple[str, Given]]:
    """Give every value of a ruleset by its place, as variants name it."""
    low, high = ruleset.players
    yield "players.min", Given(low)
    yield "players.max", Given(high)
    for constant in ruleset.constants.values():
        yield f"constants.{constant.id}", Given(constant.value)
    for table in ruleset.own_tables:
        yield from _cells(table, ruleset)
    for kind in ruleset.kinds.values():
        yield from _fields(kind, ruleset)


def _cells(table: Table, ruleset: Ruleset) -> Iterator[tuple[str, Given]]:
    texts = [key_texts(ruleset, table, at) for at in range(len(table.key_names))]
    for at in product(*(range(size) for size in table.sizes)):
        cell = cell_given(ruleset, Keys(table, at))
        if cell.ids:
            keys = ", ".join(known[index] for known, index in zip(texts, at, strict=True))
            yield f"tables.{table.id}[{keys}]", cell


def _fields(kind: Kind, ruleset: Ruleset) -> Iterator[tuple[str, Given]]:
    for variety, supply in zip(_varieties(kind, ruleset), kind.supply, strict=False):
        yield f"{kind.id}.supply{variety}", Given(supply)
    if kind.declared is None or kind.form in {"tokens", "grid"}:
        return
    for index, element in enumerate(kind.elements):
        yield f"{kind.id}.{element}", Given(Name(kind.labels[index]))
        for field in kind.fields:
            said = field_given(ruleset, kind, field, index)
            if said is not None:
                yield f"{kind.id}.{element}.{field}", said


def _varieties(kind: Kind, ruleset: Ruleset) -> tuple[str, ...]:
    if kind.form != "tokens":
        return ()
    variety = None if kind.variety is None else ruleset.kinds.get(kind.variety)
    return ("",) if variety is None else tuple(f".{element}" for element in variety.elements)

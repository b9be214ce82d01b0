"""Change sheets of variants, written to files: one for each language and format."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from reguli.publish.document.line import Line, runs_of
from reguli.publish.document.product_tongue import open_product_tongue
from reguli.publish.document.say import say_plan
from reguli.publish.document.sayable import Given, Sayable, Statement
from reguli.publish.document.tree import Box, Changed, Difference, Document, SaidDocument, Section, Sentence
from reguli.publish.document.walk import every
from reguli.publish.layouts.look import PLAIN, Look
from reguli.publish.products.book import BookSource, refuse, say_book, write_forms
from reguli.publish.products.book_planning import plan_book
from reguli.publish.products.card import language_named
from reguli.publish.products.changes_plan import ChangedRule, Changes, compare
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources
from reguli.source.span import NOWHERE
from reguli.words.gloss.book import GlossBook, open_gloss_book
from reguli.words.gloss.gloss import gloss
from reguli.words.grammar.languages import Language
from reguli.words.grammar.noun import Name
from reguli.words.offers.citers import Citer

WORDS: Final = ("kind", "values", "rules", "sentences", "before", "after", "nothing", "stale", "examples")
"""What a sheet says of itself, each a shared wording ``changes.WORD``."""
GlossRule: TypeAlias = Callable[[Citer, bool], str]
"""Says a rule, of the variant where the second argument is true, else of what it is a variant of."""
Leaf: TypeAlias = Sayable | Line
"""Sentences of the two books and glosses are said already when the sheet is planned."""


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
    refuse(compared[1], formats)
    written: list[Path] = []
    for language in [language_named(code) for code in languages]:
        sheet, home = say_changes(compared, language, bag, sources), compared[1].home
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
    books = (
        plan_book(before.material, before.layout, quiet),
        plan_book(after.material, after.layout, quiet),
    )
    spoken = (
        say_book(books[0], before, language, quiet, sources, draft=True),
        say_book(books[1], after, language, quiet, sources, draft=True),
    )
    tongue = open_product_tongue(language, books[1].ruleset, after.places, bag, sources)
    book = open_gloss_book(tongue.terms, after.places.locales, bag, sources, tongue.own)
    rulesets = {False: before.material.ruleset, True: after.material.ruleset}

    def said(citer: Citer, new: bool, book: GlossBook = book) -> str:
        return gloss(citer, rulesets[new], book)

    plan = plan_changes(compare(rulesets[False], rulesets[True]), spoken, said, after.broken)
    return say_plan(plan, tongue, bag, draft=True, long=True)


def plan_changes(
    changes: Changes, books: tuple[SaidDocument, SaidDocument], gloss: GlossRule, broken: Collection[str] = ()
) -> Document[Leaf]:
    """Plan what is different between a book and that of a variant, both said in the language of the sheet.

    ``broken`` are the worked examples that no longer hold, by id: their own section is empty where there are none.
    """
    old, new = (dict(sentences_of(one)) for one in books)
    texts = [
        Difference(name, old.get(name), new.get(name))
        for name in dict.fromkeys((*old, *new))
        if (name not in old or name not in new or old[name].text != new[name].text) and name not in broken
    ]
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


def _rule(rule: ChangedRule, gloss: GlossRule, said: Mapping[str, Line], different: set[str]) -> Difference[Leaf]:
    before = None if rule.before is None else Line(runs_of(gloss(rule.before, False)))
    after = None if rule.after is None else Line(runs_of(gloss(rule.after, True)))
    stale = tuple(cite for cite in rule.cites if cite in said and cite not in different)
    return Difference(rule.id, before, after, stale)


def sentences_of(book: SaidDocument) -> Iterator[tuple[str, Line]]:
    """Give every sentence of a book by its label, then the examples by their ids, and who acts in which order by phase."""
    for section in book.sections:
        if section.order is not None:
            yield section.id, section.order
        for block in section.blocks:
            yield from ((one.label, one.line) for one in every(block, Sentence))
            yield from ((one.anchor, one.line) for one in every(block, Box))

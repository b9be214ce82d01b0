"""Change sheets of variants, written to files: one for each language and format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from reguli.publish.document.book_render import environment
from reguli.publish.document.spoken import Line
from reguli.publish.document.units import line_data
from reguli.publish.document.voice import open_voice
from reguli.publish.layouts.look import PLAIN, Look
from reguli.publish.paper.typst_page import printed
from reguli.publish.products.book import BookSource, language_named, refuse, speak_book
from reguli.publish.products.book_planning import plan_book
from reguli.publish.products.card import write_product
from reguli.publish.products.changes_plan import compare
from reguli.publish.products.changes_say import ChangedLine, SpokenChanges, say_changes
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources
from reguli.words.gloss.book import GlossBook, open_gloss_book
from reguli.words.gloss.gloss import gloss
from reguli.words.grammar.languages import Language
from reguli.words.offers.carriers import Carrier


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
    chosen = [language_named(code) for code in languages]
    written, home = [], compared[1].home
    for language in chosen:
        sheet = speak_changes(compared, language, bag, sources)
        for form in formats:
            name = f"changes.{language.code}.{form}"
            path = folder / home / name
            command = f"reguli book {home} --product changes --lang {language.code} --format {form}"
            write_product(path, render_changes(sheet, form, command, look))
            written.append(path)
    return written


def speak_changes(
    compared: tuple[BookSource, BookSource], language: Language, bag: Bag, sources: Sources
) -> SpokenChanges:
    """Say what a variant changes in a language."""
    quiet, (before, after) = Bag(), compared
    books = (
        plan_book(before.material, before.layout, quiet),
        plan_book(after.material, after.layout, quiet),
    )
    spoken = (
        speak_book(books[0], before, language, quiet, sources, draft=True),
        speak_book(books[1], after, language, quiet, sources, draft=True),
    )
    voice = open_voice(language, books[1].ruleset, after.places, bag, sources)
    book = open_gloss_book(voice.tongue, after.places.locales, bag, sources, voice.own)
    rulesets = {False: before.material.ruleset, True: after.material.ruleset}

    def said(carrier: Carrier, new: bool, book: GlossBook = book) -> str:
        return gloss(carrier, rulesets[new], book)

    return say_changes(compare(rulesets[False], rulesets[True]), spoken, voice, said, bag, broken=after.broken)


def render_changes(sheet: SpokenChanges, form: str, command: str, look: Look = PLAIN) -> str | bytes:
    """Lay out a change sheet as ``md``, ``html`` or ``pdf``."""
    if form == "pdf":
        (made,) = printed("changes.typ", _data(sheet), "pdf", look=look)
        return made
    return (
        environment()
        .get_template(f"changes.{form}.j2")
        .render(
            sheet=sheet,
            command=command,
            css=Markup(look.css),  # noqa: S704 - colours and names that the reader of themes let through
        )
    )


def _data(sheet: SpokenChanges) -> Mapping[str, Any]:
    parts = (
        ("sentences", sheet.sentences),
        ("values", sheet.values),
        ("rules", sheet.rules),
        ("examples", sheet.examples),
    )
    return {
        "lang": sheet.code,
        "name": sheet.name,
        "title": f"{sheet.name} – {sheet.words['kind'].text}",
        "compared": line_data(sheet.compared),
        "words": {name: line_data(line) for name, line in sheet.words.items()},
        "parts": [[name, [_row(line) for line in lines]] for name, lines in parts],
        "foot": [line_data(line) for line in sheet.foot],
    }


def _row(line: ChangedLine) -> Mapping[str, Any]:
    return {
        "label": line.label,
        "before": _shown(line.before),
        "after": _shown(line.after),
        "stale": list(line.stale),
    }


def _shown(line: Line | None) -> Mapping[str, Any] | None:
    return None if line is None else line_data(line)

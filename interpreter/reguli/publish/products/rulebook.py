"""Writer of a ruleset's rulebooks: one file for each language and format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

from reguli.publish.document.document_realisation import BLOCKING_NOTHING, pictures_of, realise_plan, render_book
from reguli.publish.document.document_tree import Plan, SaidDocument
from reguli.publish.layouts import book_layout as layouts
from reguli.publish.layouts.card_layout import CARD, CardLayout, LayoutColumn, Named, TablePart
from reguli.publish.layouts.default_layout import add_variant_to_book, generate_book_layout
from reguli.publish.layouts.piece_layout import PLAIN, VisualTheme
from reguli.publish.paper.book_pagination import find_illegible_picture_parts
from reguli.publish.paper.typst_backend import TypstRefusal, find_pdf_faults
from reguli.publish.products.book_planner import BookMaterial, plan_book
from reguli.publish.products.piece_planner import load_pieces, plan_pieces
from reguli.publish.products.product_registry import BOOK, CARDS, load_layout
from reguli.publish.products.reference_card import (
    load_card_languages,
    require_language,
    root_ruleset_name,
    write_product,
)
from reguli.publish.products.rule_quoting import RuleQuoter
from reguli.ruleset.variant_layers import Layers
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.grammar_values import Language
from reguli.words.translation.translation_workspace import RulesetRealisers, WordingFolders
from reguli.words.translation.typed_sentences import bind_base_ruleset


@frozen_class
class BookSource(FrozenValue):
    """The input of books: the material, the layout, and the wording folders; ``icons`` are those that a theme may replace.

    ``headed`` are the values that headings speak of, by table, as the ruleset's book and cards name them.
    """

    material: BookMaterial
    layout: layouts.BookLayout
    places: WordingFolders
    icons: frozenset[str] = frozenset()
    headed: Mapping[str, Named] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def broken(self) -> tuple[str, ...]:
        """Return the inherited worked examples that a variant breaks, and those that continue them; they are not printed."""
        without, variants = {name for name, _ in self.layout.without}, self.material.ruleset.documents.variants
        executed = self.material.executed if variants else {}
        broken = {one.id for one in executed.values() if not one.passed and not one.own and one.id not in without}
        for one in self.material.examples:  # a base stands before what is laid over it
            if one.base in broken and one.id in executed and one.id not in without:
                broken.add(one.id)
        return tuple(one for one in executed if one in broken)


def book_source(material: BookMaterial, layers: Layers, locales: Path, bag: Bag, sources: Sources) -> BookSource:
    """Find and read the layout of the ruleset's first folder that has one: its own precedes those it is a variant of.

    Without a layout a generic one is made. Findings: R1.
    """
    layout = load_layout(layers, BOOK, layouts.BOOK, bag, sources)
    pieces = load_pieces(layers, bag, sources)
    if pieces is not None:
        material = replace(material, pieces=plan_pieces(material.ruleset, pieces, bag))
    places = WordingFolders(locales, tuple(reversed(layers.folders)), layers.statements)
    icons = frozenset(() if pieces is None else pieces.icons)
    chosen = generate_book_layout(material.ruleset) if layout is None else add_variant_to_book(layout, material.ruleset)
    cards = (load_layout(layers, product.file, CARD, Bag(), sources) for product in CARDS)
    columns = [column for one in (chosen, *cards) if one is not None for column in _columns(one)]
    headed = {column.cell.path[-1]: column.values for column in reversed(columns) if column.values}
    return BookSource(material, chosen, places, icons, MappingProxyType(headed))


def _columns(layout: layouts.BookLayout | CardLayout) -> Iterator[LayoutColumn]:
    """Yield the table columns of a layout."""
    for part in (part for section in layout.sections for part in section.parts):
        table = part.part if isinstance(part, layouts.TableFigurePart) else part
        yield from table.columns if isinstance(table, TablePart) else ()


def realise_book(
    book: Plan,
    source: BookSource,
    language: Language,
    bag: Bag,
    sources: Sources,
    *,
    draft: bool = False,
    tongues: RulesetRealisers | None = None,
) -> SaidDocument:
    """Return a plan realised in a language; problems with its wordings are findings.

    Whoever says several books of one ruleset gives its ``tongues``, so that words are read once.
    """
    opened = load_card_languages(source.material.ruleset, source.places, sources) if tongues is None else tongues
    tongue = opened.tongue(language, bag)
    ruleset = source.material.ruleset
    base = partial(bind_base_ruleset, ruleset)
    said = RuleQuoter(ruleset, lambda: source.material.subjects, source.places, tongue, base)
    return realise_plan(book, tongue, bag, draft=draft, long=True, gloss=said, book=True)


def write_books(
    source: BookSource,
    languages: Sequence[str],
    formats: Sequence[str],
    folder: Path,
    *,
    bag: Bag,
    sources: Sources,
    draft: bool = False,
    annotated: bool = False,
    look: VisualTheme = PLAIN,
    tongues: RulesetRealisers | None = None,
) -> list[Path]:
    """Write ``FOLDER/NAME/book.LANG.FORMAT`` (``book.4.ro.md`` for four players) and return the files written; a variant has its own name.

    One that is ``annotated`` is called ``book.annotated.LANG.FORMAT``.

    Beside Markdown lie its pictures. Findings of the layout stop everything, those of a language's words that language only;
    a draft is written in any case. The same rules and words give the same bytes. A letter that no font has is a finding (W407).
    What is asked for was held to what there is. Raises OSError where a file cannot be written, ``NoTypst`` where PDF is asked for and
    Typst is not there.
    """
    chosen = [require_language(code) for code in languages]
    plan, home = plan_book(source.material, source.layout, bag), root_ruleset_name(source.material.ruleset)
    if bag and not draft:
        return []
    written: list[Path] = []
    for language in chosen:
        found = Bag()
        book = realise_book(plan, source, language, found, sources, draft=draft, tongues=tongues)
        bag.extend(found)
        if any(one.code not in BLOCKING_NOTHING for one in found) and not (draft or plan.generic):
            continue
        book = replace(book, annotated=annotated)
        command = partial(book_command, home, plan.players, language.code, draft=draft, annotated=annotated)
        written += write_forms("book", book, formats, folder / home, command, source=source, bag=bag, look=look)
    return written


def write_forms(
    stem: str,
    said: SaidDocument,
    formats: Sequence[str],
    folder: Path,
    command: Callable[[str], str],
    *,
    source: BookSource,
    bag: Bag,
    look: VisualTheme,
) -> list[Path]:
    """Write a book, or another document with templates of this ``stem``, in each format and return the files; ``command`` names the generator.

    A letter that no font has is a finding (W407), and so is a faulty page (W408). Raises as ``write_books`` does.
    """
    span, written = source.material.ruleset.documents.game.span, []
    pictures = pictures_of(said, look)
    for why in (why for drawn in pictures.values() for why in find_illegible_picture_parts(drawn)):
        bag.add("W408", span, product=stem, language=said.code, why=why)
    for form in formats:
        try:
            made = tuple(render_book(said, form, command(form), look, stem=stem, pictures=pictures))
        except TypstRefusal as error:
            bag.add("W407", span, product=stem, language=said.code, why=error.why)
            continue
        for name, content in made:
            for fault in find_pdf_faults(content, (said.code,)) if isinstance(content, bytes) else ():
                bag.add("W408", span, product=stem, language=said.code, why=fault)
            write_product(folder / name, content)
            written.append(folder / name)
    return written


def book_command(
    home: str, players: int | None, code: str, form: str, *, draft: bool = False, annotated: bool = False
) -> str:
    """Return the command that generates a book."""
    counted = "" if players is None else f" --players {players}"
    ends = f"{' --edition annotated' if annotated else ''}{' --draft' if draft else ''}"
    return f"reguli book {home} --lang {code}{counted} --format {form}{ends}"

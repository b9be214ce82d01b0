"""All products of several rulesets in every language, and an index page with thumbnails that link to the files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from reguli.output_formats import list_formats
from reguli.publish.document.templates import load_page_template
from reguli.publish.paper.typst_backend import typst_version
from reguli.publish.products.product_registry import PRODUCTS, PrintOrder
from reguli.publish.products.product_writer import THUMBNAILS, write_products
from reguli.publish.products.reference_card import CardSource, card_realisers, write_product
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.wording_catalogue import find_wording
from reguli.words.grammar.grammar_values import Language
from reguli.words.grammar.languages import SHIPPED, shipped_languages
from reguli.words.placeholder_formatting import format_wording
from reguli.words.translation.translation_workspace import RulesetRealisers

INDEX: Final = "index.html"


@frozen_class
class GalleryItem(FrozenValue):
    """One product in one language: its name there, its picture, its files by format."""

    name: str
    picture: str
    files: Mapping[str, str]


@frozen_class
class RulesetGallery(FrozenValue):
    """All products of a ruleset in one language."""

    code: str
    language: str
    exhibits: tuple[GalleryItem, ...]


def write_gallery(
    sources: Sequence[CardSource], folder: Path, *, more: Sequence[str] = (), bag: Bag, texts: Sources
) -> list[Path]:
    """Write every product of the rulesets in all languages, and ``FOLDER/index.html``; return the files written.

    ``more`` are files that lie there already, by their place below the folder, to be linked as well: ``chess/book.en.pdf``.
    The same rules and words give the same bytes. Raises as ``write_products`` does.
    """
    written: list[Path] = []
    headings: list[tuple[str, str]] = []
    shown: list[tuple[str, tuple[RulesetGallery, ...]]] = []
    for source in sources:
        shelves = []
        tongues = card_realisers(source, texts)
        for language in shipped_languages():
            exhibits: list[GalleryItem] = []
            for product in (product for product in PRODUCTS if source.has(product)):
                order = PrintOrder(product.id, (language.code,), list_formats("gallery"))
                files = write_products(source, order, folder, bag=bag, sources=texts, tongues=tongues, thumbnails=True)
                written += files
                exhibits += _exhibit(_said(tongues, language, product.kind), files, folder)
            others = tuple(_others(tongues, language, more))
            shelves.append(RulesetGallery(language.code, language.name, (*exhibits, *others)))
        shown.append((source.ruleset.name, tuple(shelves)))
        headings = [(language.code, _said(tongues, language, "card.gallery")) for language in shipped_languages()]
    index = folder / INDEX
    write_product(
        index, load_page_template("gallery.html.j2").render(shown=shown, headings=headings, typst=typst_version())
    )
    return [*written, index]


def _exhibit(name: str, files: Sequence[Path], folder: Path) -> Iterator[GalleryItem]:
    """Yield the gallery item of one product; nothing where none could be written."""
    names = [path.relative_to(folder).as_posix() for path in files]
    pictures = [file for file in names if file.startswith(f"{THUMBNAILS}/")]
    if pictures:
        yield GalleryItem(name, pictures[0], {file.rpartition(".")[2]: file for file in names if file not in pictures})


def foreign_products(folder: Path) -> tuple[str, ...]:
    """Return the files in a folder that other tools made, ``FOLDER/book.en.pdf``: one stem, a language, a format."""
    own = {product.stem for product in PRODUCTS}
    codes = SHIPPED
    found = [path.relative_to(folder).as_posix() for path in sorted(folder.glob("*/*.*.*"))]
    parts = [(name, name.partition("/")[2].split(".")) for name in found]
    return tuple(name for name, (stem, code, *rest) in parts if stem not in own and code in codes and len(rest) == 1)


def _others(tongues: RulesetRealisers, language: Language, more: Sequence[str]) -> Iterator[GalleryItem]:
    """Yield files made by other tools; those with the same stem form one item."""
    found: dict[str, dict[str, str]] = {}
    for name in sorted(more):
        place, _, file = name.partition("/")
        stem, _, rest = file.partition(".")
        code, _, form = rest.partition(".")
        if place == tongues.ruleset and code == language.code and "." not in form:
            found.setdefault(stem, {})[form] = name
    for stem, files in found.items():
        yield GalleryItem(_said(tongues, language, f"{stem}.kind"), "", files)


def _said(tongues: RulesetRealisers, language: Language, wording_id: str) -> str:
    """Return the text of a shared wording without values; its id where there is none."""
    tongue = tongues.tongue(language, Bag())
    wording = find_wording(tongue.shared, wording_id, Bag())
    return wording_id if wording is None else format_wording(wording, {}, tongue.terms, Bag())

"""All products of several rulesets in every language, and a page that shows them: small pictures with links to the files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from reguli.publish.card import CardSource, write_whole
from reguli.publish.product_writing import THUMBNAILS, Order, write_products
from reguli.publish.products import PIECES, PRODUCTS
from reguli.publish.render import FORMATS, TEMPLATES
from reguli.publish.voice import open_voice
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources
from reguli.words.catalogue import wording_of
from reguli.words.languages import LANGUAGES, Language
from reguli.words.saying import say

INDEX: Final = "index.html"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One product in one language: what it is called there, its picture, its files by format."""

    name: str
    picture: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shelf:
    """All products of a ruleset in one language."""

    code: str
    language: str
    exhibits: tuple[Exhibit, ...]


def write_gallery(
    sources: Sequence[CardSource], folder: Path, *, more: Sequence[str] = (), bag: Bag, texts: Sources
) -> list[Path]:
    """Write every product of the rulesets in all languages, and ``FOLDER/index.html``; give the files written.

    ``more`` are files that lie there already, by their place below the folder, to be linked as well: ``chess/book.en.pdf``.
    The same rules and words give the same bytes. Raises as ``write_products`` does.
    """
    written: list[Path] = []
    shown: list[tuple[str, tuple[Shelf, ...]]] = []
    for source in sources:
        shelves = []
        for language in LANGUAGES:
            exhibits = tuple(_exhibits(source, language, folder, written, bag, texts))
            others = tuple(_others(source, language, more))
            shelves.append(Shelf(language.code, language.name, (*exhibits, *others)))
        shown.append((source.ruleset.name, tuple(shelves)))
    index = folder / INDEX
    write_whole(index, _page(shown, _headings(sources, texts)))
    return [*written, index]


def _exhibits(
    source: CardSource, language: Language, folder: Path, written: list[Path], bag: Bag, texts: Sources
) -> Iterator[Exhibit]:
    for product in PRODUCTS:
        if not source.has(product):
            continue
        formats = ("pdf",) if product == PIECES else (*FORMATS, "pdf")
        order = Order(product=product, languages=(language.code,), formats=formats, thumbnails=True)
        files = write_products(source, order, folder, bag=bag, sources=texts)
        written += files
        names = [path.relative_to(folder).as_posix() for path in files]
        pictures = [name for name in names if name.startswith(f"{THUMBNAILS}/")]
        if pictures:
            by_format = {name.rpartition(".")[2]: name for name in names if name not in pictures}
            yield Exhibit(_said(source, language, product.kind, texts), pictures[0], by_format)


def _others(source: CardSource, language: Language, more: Sequence[str]) -> Iterator[Exhibit]:
    """Give files made elsewhere: those whose names begin alike are one exhibit."""
    game = source.ruleset.documents.game.id
    found: dict[str, dict[str, str]] = {}
    for name in sorted(more):
        place, _, file = name.partition("/")
        stem, _, rest = file.partition(".")
        code, _, form = rest.partition(".")
        if place == game and code == language.code and "." not in form:
            found.setdefault(stem, {})[form] = name
    for stem, files in found.items():
        yield Exhibit(_said(source, language, f"{stem}.kind", Sources()), "", files)


def _said(source: CardSource, language: Language, wording_id: str, texts: Sources) -> str:
    """Say a shared wording without values; its id where there is none."""
    voice = open_voice(language, source.ruleset.documents.game.id, source.places, Bag(), texts)
    wording = wording_of(voice.shared, wording_id, Bag())
    return wording_id if wording is None else say(wording, {}, voice.tongue, Bag())


def _headings(sources: Sequence[CardSource], texts: Sources) -> list[tuple[str, str]]:
    """Give the heading of the page in each language."""
    return [(language.code, _said(sources[0], language, "card.gallery", texts)) for language in LANGUAGES]


def _page(shown: Sequence[tuple[str, Sequence[Shelf]]], headings: Sequence[tuple[str, str]]) -> str:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("gallery.html.j2").render(shown=shown, headings=headings)

"""Output of an opened ruleset's printed products: written to a folder, returned, checked, or laid out and discarded."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final, cast

from reguli.app.errors import Findings, make_refusal, require_known_languages, require_known_values
from reguli.app.git_revisions import SearchProgress, ignore_revisions, open_comparison_base, resolve_state
from reguli.app.loading import bind_for_players, choose_player_count
from reguli.app.printing.print_requests import ANNOTATED, BOOKS, CHANGES, EDITIONS, SORT, Printed, PrintedFile, Written
from reguli.app.user_files import file_read_errors, file_write_errors
from reguli.batch.workers import run_in_order
from reguli.output_formats import list_formats
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.publish.document.document_realisation import realise_plan
from reguli.publish.layouts.default_faces import with_default_faces
from reguli.publish.layouts.piece_layout import PLAIN, VisualTheme
from reguli.publish.layouts.theme import THEME, read_theme
from reguli.publish.paper.paper_sizes import (
    FACE_NAMES,
    MEASURED,
    OF_PIECES,
    PAPER_NAMES,
    PURPOSES,
    TABLETOPS,
    closest_face,
    face_by_name,
    paper_by_name,
)
from reguli.publish.paper.sheet_printing import PrintJob, card_sheet_data, centred_card_grid
from reguli.publish.paper.typst_backend import NoTypst
from reguli.publish.products.card_faces import changed_pieces
from reguli.publish.products.change_sheet import write_changes
from reguli.publish.products.gallery import foreign_products, write_gallery
from reguli.publish.products.piece_planner import plan_pieces
from reguli.publish.products.product_registry import PIECES, PRODUCTS, PrintOrder, product_by_name
from reguli.publish.products.product_writer import SHEETS, earlier_files, write_products
from reguli.publish.products.reference_card import (
    CardSource,
    card_realisers,
    card_source,
    check_cards,
    load_card_languages,
    require_language,
)
from reguli.publish.products.rulebook import write_books
from reguli.shipped_files import shipped_folder, shipped_rulesets
from reguli.source.bounded_files import folder_has_entry
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.identity_cache import IdentityCache
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources
from reguli.verify.setup_runs import run_set_ups
from reguli.words.grammar.languages import SHIPPED, language_codes, languages, locales_folder
from reguli.words.placeholders.partial_lists import is_from_variant
from reguli.words.placeholders.wording_signature import rule_digests
from reguli.words.translation.translation_workspace import RulesetRealisers, outdated_wording_ids

# -- Something written in several languages at once: each as it would be written alone -------------------------------


Write = Callable[[str, Bag], list[Path]]
"""Writes something in a language, and gives the files; findings go into a bag, which has what was found for all languages."""


@frozen_class
class _Leaf(FrozenValue):
    """The result for one language: the files, the findings, and the source texts of these."""

    files: tuple[Path, ...]
    found: tuple[Diagnostic, ...]
    texts: Mapping[str, str]


def write_per_language(languages: Sequence[str], write: Write, bag: Bag, sources: Sources) -> list[Path]:
    """Write a product in each of some languages, and return the files in order; raises the exceptions of ``write``."""
    files: list[Path] = []
    for leaf in run_in_order([partial(_in_one, write, code, tuple(bag), sources) for code in languages]):
        files += leaf.files
        bag.extend(leaf.found)
        for name, text in leaf.texts.items():
            sources.add(name, text)
    return files


def _in_one(write: Write, code: str, known: Sequence[Diagnostic], sources: Sources) -> _Leaf:
    bag = Bag()
    bag.extend(known)
    files = write(code, bag)
    found = tuple(one for one in bag if one not in known)
    named = {
        span.file for one in found for span in (one.span, *(place for place, _ in one.related)) if span is not None
    }
    texts = {name: text for name in sorted(named) if (text := sources.text(name)) is not None}
    return _Leaf(tuple(files), found, texts)


# -- product output --------------------------------------------------------------------------------------------------


CARDS: Final = tuple(product.id for product in PRODUCTS)
"""What is printed on cards and leaves, by name."""
SENTENCES: Final = ("statement:", "card:")
_OPENED: Final = IdentityCache[RulesetRealisers]()
"""The languages of the ruleset that was printed last, by what and for how many players."""
_ADDRESS: Final = re.compile(r"(https?|file)://[^\s\"<>]+")


def write_print_order(
    loaded: LoadedRuleset, order: PrintOrder, folder: Path, progress: SearchProgress = ignore_revisions
) -> Written:
    """Write the ordered products to a folder; ``progress`` is told how far the search for the digest of a comparison base is.

    Raises ``Refused`` where the order names what there is not (X111, X104), where nothing can be written (X112), and where what
    lays out pages is not installed (W411).
    """
    if order.against:
        order = replace(order, against=resolve_state(loaded, order.against, progress))
    overtaken = _overtaken(loaded, order)  # first: the languages that it opens are opened for all that is written
    written = _write(loaded, order, folder)
    return replace(written, overtaken=overtaken) if written.files else written


def _write(loaded: LoadedRuleset, order: PrintOrder, folder: Path) -> Written:
    require_known_values((order.product,), (*CARDS, *BOOKS), SORT)
    _is_for_pieces(order)
    if order.final and (order.draft or order.product == CHANGES):
        command = f"reguli {'book' if order.product in BOOKS else 'card'}"
        raise make_refusal("X103", command=command, why=Said("why.final_is_no_draft"))
    unplayable = () if order.draft or order.product == CHANGES else _no_set_up(loaded, order)
    if unplayable:
        return Written((), unplayable)
    return (_write_book if order.product in BOOKS else _write_card)(loaded, order, folder)


def _no_set_up(loaded: LoadedRuleset, order: PrintOrder) -> tuple[Diagnostic, ...]:
    """Return the reasons why a game cannot be set up, each fault once for the first number of players; empty if it can."""
    players, bag, whole = _players(loaded, order), Bag(), bind_for_players(loaded)
    low, high = whole.players
    for count in range(low, high + 1) if players is None else (players,):
        run_set_ups(bind_for_players(loaded, count) if whole.documents.by_players else whole, bag, (count,))
    first = {(one.code, one.span): one for one in reversed(bag.diagnostics)}
    bag.drop(lambda one: first[one.code, one.span] is not one)
    if bag:
        bag.add("W426", whole.documents.game.span, name=loaded.name)
    return bag.diagnostics


def _is_for_pieces(order: PrintOrder) -> None:
    """Refuse an order for a selection of pieces of another product (X103), or with a comparison base that it does not use."""
    if order.in_part and order.product != PIECES.id:
        raise make_refusal("X103", command="reguli card", why=Said("why.part_is_of_pieces"))
    if order.against and order.product in CARDS and not order.changed:
        raise make_refusal("X103", command="reguli card", why=Said("why.against_is_for_changed"))
    if order.purpose in OF_PIECES and order.product != PIECES.id:
        raise make_refusal("X103", command="reguli card", why=Said("why.use_is_of_pieces", use=order.purpose))
    if order.address and (order.purpose not in TABLETOPS or _ADDRESS.fullmatch(order.address) is None):
        raise make_refusal("X103", command="reguli card", why=Said("why.address_of_pictures"))


@contextmanager
def _calmly(folder: Path) -> Iterator[None]:
    """Convert errors that prevent writing files; raises ``Refused``."""
    try:
        yield
    except OSError:
        with file_write_errors(folder):
            raise
    except NoTypst as error:
        raise make_refusal("W411") from error


def write_shipped_products(folder: Path, *, books: bool) -> Written:
    """Write the books, or all other products, of every shipped ruleset in all languages; raises as ``write`` does."""
    bag, files = Bag(), list[Path]()
    if books:
        every = PrintOrder(product="book", languages=tuple(SHIPPED), formats=list_formats("book"))
        for written in run_in_order(
            [partial(_write, LoadedRuleset(name), every, folder) for name in shipped_rulesets()]
        ):
            files += written.files
            bag.extend(written.findings)
    else:
        sources = [load_card_source(LoadedRuleset(name), bag) for name in shipped_rulesets()]
        with _calmly(folder):
            files = write_gallery(sources, folder, more=foreign_products(folder), bag=bag, texts=Sources())
    return Written(tuple(files), bag.diagnostics)


def render_print_order(loaded: LoadedRuleset, order: PrintOrder) -> Printed:
    """Return the ordered product without writing it; raises as ``write`` does, and ``Findings`` if nothing could be printed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        written = write_print_order(loaded, order, folder)
        if not written.files and written.pieces != ():
            raise Findings(written.findings, loaded.sources)
        below = tuple(path.relative_to(folder) for path in written.files)
        files = tuple(PrintedFile(path.as_posix(), (folder / path).read_bytes()) for path in below)
    return Printed(files, replace(written, files=below))


# -- books ---------------------------------------------------------------------------------------------------------


def _write_book(loaded: LoadedRuleset, order: PrintOrder, folder: Path) -> Written:
    """Write rulebooks, or a variant's changes; the latter always as a draft, so that they print without any wording.

    Raises ``Refused`` (W424) for what is no variant.
    """
    players = _players(loaded, order)
    require_known_languages(order.languages)
    require_known_values(order.formats, list_formats("book"), Said("thing.format"))
    require_known_values((order.edition,), EDITIONS, Said("thing.edition"))
    if order.against and order.product != CHANGES:
        raise make_refusal("X103", command="reguli book", why=Said("why.against_is_for_changes"))
    if order.product != CHANGES:
        return _write_books(loaded, order, folder, players)
    with _base(loaded, order) as base:
        return _write_books(loaded, order, folder, players, base)


def _base(loaded: LoadedRuleset, order: PrintOrder) -> AbstractContextManager[LoadedRuleset]:
    """Open the comparison base of an order: the named one, else the variant's base. Raises ``Refused`` (W424) for other rulesets."""
    if not order.against and len(loaded.layers.folders) == 1:
        raise make_refusal("W424", name=loaded.name)
    return open_comparison_base(loaded, order.against or str(loaded.layers.folders[1]))


def _write_books(
    loaded: LoadedRuleset, order: PrintOrder, folder: Path, players: int | None, base: LoadedRuleset | None = None
) -> Written:
    # What books are made from costs a fifteenth of a card, which needs none of it.
    from reguli.app.printing.book_sources import collect_book_source

    bag, before = Bag(), None if base is None else collect_book_source(base, players, Bag(), drawn=False)
    source = collect_book_source(loaded, players, bag, drawn=base is None)
    look, texts = load_visual_theme(order.theme, loaded, source.icons, bag), loaded.sources
    if look is None:
        return Written((), bag.diagnostics, source.broken)
    if before is not None:
        edition = partial(write_changes, (before, source))
    else:
        # Sentences were written for all rules; they hold though only others use one of them.
        tongues = _tongues_for(loaded, order, players)
        edition = partial(write_books, source, draft=order.draft, annotated=order.edition == ANNOTATED, tongues=tongues)

    def write(code: str, own: Bag) -> list[Path]:
        return edition((code,), order.formats, folder, bag=own, sources=texts, look=look)

    with _calmly(folder):
        files = write_per_language(order.languages, write, bag, texts)
    return Written(tuple(files), bag.diagnostics, source.broken)


def _players(loaded: LoadedRuleset, order: PrintOrder) -> int | None:
    return None if order.players is None else choose_player_count(bind_for_players(loaded), order.players)


# -- cards and leaves ----------------------------------------------------------------------------------------------


def load_card_source(loaded: LoadedRuleset, bag: Bag, players: int | None = None) -> CardSource:
    """Find the layouts of a ruleset, for a number of players or all; findings go into ``bag``."""
    ruleset = bind_for_players(loaded, players)
    return card_source(ruleset, loaded.layers, shipped_folder("locales"), bag, loaded.sources)


def face_data(loaded: LoadedRuleset, code: str) -> Mapping[str, object]:
    """Return the printed faces of all pieces in a language as data for a page; pieces that are not printed have their default face.

    ``faces`` has them by kind and element, ``icons`` and ``pictures`` what they show. A text that is missing is glossed.
    """
    source = load_card_source(loaded, Bag())
    if source.pieces is None:
        return {"faces": {}, "icons": {}, "pictures": {}}
    layout = with_default_faces(source.ruleset, source.pieces)
    planned = plan_pieces(source.ruleset, layout, Bag(), source.folders)
    tongue = _tongues_for(loaded, PrintOrder(product=PIECES.id, languages=(code,))).tongue(
        require_language(code), Bag()
    )
    said = realise_plan(planned.plan, tongue, Bag(), draft=True)
    job = PrintJob("home", paper_by_name(SHEETS[0]), "pdf")
    data = card_sheet_data(said, said, planned.icons, None, job, pictures=planned.pictures)
    faces: dict[str, dict[str, object]] = {}
    for piece, side in zip(planned.pieces, cast("Sequence[object]", data["sides"]), strict=False):
        faces.setdefault(planned.kinds[piece.sort], {})[piece.element] = side
    return {"faces": faces, "icons": data["icons"], "pictures": data["pictures"]}


def _write_card(loaded: LoadedRuleset, order: PrintOrder, folder: Path) -> Written:
    bag, players = Bag(), _players(loaded, order)
    source, product = load_card_source(loaded, bag, players), product_by_name(order.product)
    require_known_languages((*order.languages, *((order.back,) if order.back else ())))
    require_known_values(order.formats, list_formats("card"), Said("thing.format"))
    require_known_values((order.product,), _products_in(source), SORT)
    wrong = [form for form in order.formats if order.purpose in TABLETOPS and form != "png"]
    if wrong:
        raise make_refusal("X170", use=order.purpose, form=wrong[0])
    papers = (*FACE_NAMES, MEASURED) if product == PIECES else PAPER_NAMES
    if product != PIECES:
        require_known_values((order.paper or product.paper,), papers, Said("thing.paper"))
    elif order.paper and face_by_name(order.paper) is None:
        what, expected, near = Said("thing.paper"), ", ".join(papers), closest_face(order.paper)
        raise make_refusal("X111", near=near, word=order.paper, what=what, expected=expected)
    require_known_values((order.sheet,), SHEETS, Said("thing.sheet"))
    require_known_values((order.purpose,), PURPOSES, Said("thing.use_of_cards"))
    _fits_sheet(source, order)
    look = load_visual_theme(order.theme, loaded, _icons(source), bag)
    if look is None:
        return Written((), bag.diagnostics)
    wanted = _wanted(loaded, source, order)
    pieces = None if wanted is None else tuple(dict.fromkeys(one for chosen in wanted.values() for one in chosen))
    if pieces == ():
        return Written((), pieces=pieces, earlier=earlier_files(source, order, folder, ()))
    with _calmly(folder):
        tongues, texts = _tongues_for(loaded, order, players), loaded.sources

        def card(code: str, own: Bag) -> list[Path]:
            alone, chosen = replace(order, languages=(code,)), None if wanted is None else wanted[code]
            if chosen == ():
                return []
            return write_products(
                source, alone, folder, bag=own, sources=texts, tongues=tongues, look=look, wanted=chosen
            )

        files = write_per_language(order.languages, card, bag, texts)
    bare: tuple[str, ...] = ()
    if files and product == PIECES and source.pieces is not None:
        bare = plan_pieces(source.ruleset, source.pieces, Bag()).unpictured
    bare = tuple(name for name in bare if name not in look.icons)
    earlier = earlier_files(source, order, folder, files)
    return Written(tuple(files), bag.diagnostics, unpictured=bare, pieces=pieces, earlier=earlier)


def _fits_sheet(source: CardSource, order: PrintOrder) -> None:
    """Refuse faces that are larger than the sheet they are cut from (X171)."""
    if order.product != PIECES.id or order.purpose not in {"home", "sleeves"} or source.pieces is None:
        return
    sheet, sizes = paper_by_name(order.sheet), [piece.size for piece in source.pieces.pieces]
    for face in [face_by_name(order.paper)] if order.paper else sizes:
        if face is not None and not centred_card_grid(sheet, face).columns * centred_card_grid(sheet, face).rows:
            raise make_refusal(
                "X171", face=f"{face.width:g} x {face.height:g}", sheet=f"{sheet.width:g} x {sheet.height:g}"
            )


def _wanted(loaded: LoadedRuleset, source: CardSource, order: PrintOrder) -> Mapping[str, tuple[str, ...]] | None:
    """Return the places of the pieces that an order selects in each language, None if it selects all.

    Raises ``Refused`` for an element that no piece shows (X111), and as ``_base`` does.
    """
    if not order.in_part or source.pieces is None:
        return None
    planned = plan_pieces(source.ruleset, source.pieces, Bag())
    named = {planned.place(piece): piece.element for piece in planned.pieces}
    if order.ids:
        require_known_values(order.ids, tuple(named.values()), Said("thing.piece"))
    changed = _changed(loaded, source, order) if order.changed else dict.fromkeys(order.languages, tuple(named))
    return {
        code: tuple(one for one in named if one in places and (not order.ids or named[one] in order.ids))
        for code, places in changed.items()
    }


def _changed(loaded: LoadedRuleset, source: CardSource, order: PrintOrder) -> Mapping[str, tuple[str, ...]]:
    """Return by language the places of the pieces whose front in it, or back, differs from the comparison base."""
    with _base(loaded, order) as base:
        both = load_card_source(base, Bag(), order.players), source
        back = changed_pieces(both, order.back, loaded.sources) if order.back else ()
        return {code: (*changed_pieces(both, code, loaded.sources), *back) for code in order.languages}


def _approved(loaded: LoadedRuleset, order: PrintOrder) -> Mapping[str, str] | None:
    """Return the digests of all rules that approvals refer to, if the order is a final print."""
    if not order.final:
        return None
    # The desk of translators costs a thirtieth of a card, and only what is printed for good needs it.
    from reguli.app.translation import open_full_workspace

    return rule_digests(open_full_workspace(loaded, Bag(), Sources()).subjects, bind_for_players(loaded))


def _tongues_for(loaded: LoadedRuleset, order: PrintOrder, players: int | None = None) -> RulesetRealisers:
    """Return the languages of a product for some players; sentences written for all rules stay valid even if only other player counts use them."""
    is_book = order.product in BOOKS

    def opened() -> RulesetRealisers:
        source, approved = load_card_source(loaded, Bag()), _approved(loaded, order)
        if not is_book:
            return card_realisers(source, loaded.sources, approved, players)
        return load_card_languages(source.ruleset, source.places, loaded.sources, approved=approved, players=players)

    return _OPENED.get((loaded,), (is_book, order.final, players), opened)


def _products_in(source: CardSource) -> tuple[str, ...]:
    return tuple(product.id for product in PRODUCTS if source.has(product))


def _icons(source: CardSource) -> frozenset[str]:
    return frozenset(() if source.pieces is None else source.pieces.icons)


def check_card_texts(loaded: LoadedRuleset, languages: Sequence[str]) -> None:
    """Check the texts of the cards in some languages; raises ``Refused`` for an unknown one."""
    require_known_languages(languages)
    check_cards(load_card_source(loaded, loaded.bag), languages, loaded.bag, loaded.sources)


def _overtaken(loaded: LoadedRuleset, order: PrintOrder) -> tuple[str, ...]:
    """Return the sentences in the languages of an order that a variant replaces by its rules: written for other rules, or not written at all.

    A ruleset without a base has none.
    """
    if len(loaded.layers.folders) == 1:
        return ()
    tongues, ruleset = _tongues_for(loaded, order), bind_for_players(loaded)
    own = [
        f"statement:{one.id}"
        for one in ruleset.documents.inventory
        if one.carries is None and is_from_variant(one.span, ruleset)
    ]
    found: dict[str, None] = {}
    for tongue in (tongues.tongue(language, Bag()) for language in languages() if language.code in order.languages):
        worded = {name for name, entry in tongue.own.entries.items() if tongue.own.printed(entry)}
        found |= dict.fromkeys((*outdated_wording_ids(tongue), *(name for name in own if name not in worded)))
    return tuple(name.partition(":")[2] for name in found if name.startswith(SENTENCES))


# -- themes --------------------------------------------------------------------------------------------------------


def load_visual_theme(theme: str, loaded: LoadedRuleset, icons: frozenset[str], bag: Bag) -> VisualTheme | None:
    """Read the theme in a folder, the plain one if none is named; ``None`` with findings. Raises ``Refused`` if there is none."""
    if not theme:
        return PLAIN
    path = Path(theme)
    with file_read_errors(theme):
        if not path.is_dir():
            raise make_refusal("X105", file=theme, why=Said("why.no_folder" if path.exists() else "system.ENOENT"))
        if not (path / THEME).is_file():
            names = sorted(child.name for child in path.iterdir())
            meant = next((name for name in names if closest_name(name, (THEME,))), None)
            raise make_refusal("X105", near=meant, file=theme, why=Said("why.no_theme"))
    elements = (element for kind in bind_for_players(loaded).kinds.values() for element in kind.elements)
    return read_theme(path, icons.union(elements), bag, loaded.sources)


def check_theme(theme: Path, loaded: LoadedRuleset) -> None:
    """Add the findings on a theme of the ruleset to its bag. Raises ``Refused`` for a folder without a theme."""
    load_visual_theme(str(theme), loaded, _icons(load_card_source(loaded, Bag())), loaded.bag)


# -- everything at once --------------------------------------------------------------------------------------------


def has_typesetter() -> bool:
    """Return whether pages can be typeset: the typesetter is an optional dependency."""
    return find_spec("typst") is not None


def trial_print_all(loaded: LoadedRuleset, languages: Sequence[str], progress: Callable[[str, int], None]) -> int:
    """Print every product to a temporary folder; findings go into the bag. Return the number of products.

    ``progress`` is told product and languages. Without languages named it is those that the ruleset has words in. Where no
    typesetter is installed no pages are laid out.
    """
    # Of pages PDF alone, because pictures are made of the same pages.
    formats = list_formats("gallery", None if has_typesetter() else "template")
    found, laid_out = Bag(), 0
    with tempfile.TemporaryDirectory() as folder:
        codes = tuple(languages or _languages_with_words(loaded))
        for product in (*_products_in(load_card_source(loaded, found)), "book"):
            progress(f"{product} ({', '.join(codes)})", 0)
            written = _write(loaded, PrintOrder(product=product, languages=codes, formats=formats), Path(folder))
            found.extend(written.findings)
            laid_out += sum(any(f".{code}." in path.name for path in written.files) for code in codes)
    known = set(loaded.bag)
    loaded.bag.extend(one for one in found if one not in known)
    return laid_out


def _languages_with_words(loaded: LoadedRuleset) -> tuple[str, ...]:
    """Return the languages for which a ruleset or one of its bases has wordings; the first of all if there are none."""
    homes = locate_wording_folders(loaded.path, bind_for_players(loaded).documents.game.words)
    codes = [
        code
        for code in language_codes()
        if folder_has_entry(homes.catalogue(code))
        or (homes.below is not None and (locales_folder(code, homes.general) / code / f"{homes.below}.po").is_file())
    ]
    return tuple(codes) or tuple(SHIPPED)[:1]

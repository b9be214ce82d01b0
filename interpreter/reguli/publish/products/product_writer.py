"""Writer of a ruleset's products: one file for each language and format, and for pictures one for each page."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import quote

from reguli.output_formats import list_formats
from reguli.publish.document.document_realisation import BLOCKING_NOTHING, Gloss, realise_plan, render_card
from reguli.publish.document.document_tree import SaidDocument
from reguli.publish.layouts.piece_layout import PLAIN, VisualTheme
from reguli.publish.paper.column_packing import FittedPages, lay_out_columns
from reguli.publish.paper.paper_sizes import PAPERS, POINTS, PURPOSES, Paper, Purpose, face_by_name, paper_by_name
from reguli.publish.paper.sheet_printing import (
    PrintedSheets,
    PrintJob,
    card_sheet_data,
    render_page_layout,
    render_sheets,
    render_stickers,
)
from reguli.publish.paper.typst_backend import PrintForm, TypstRefusal
from reguli.publish.products.card_faces import filter_pieces
from reguli.publish.products.glossary import PrintedTerms, printed_terms, say_glossary
from reguli.publish.products.piece_planner import piece_sections, plan_pieces
from reguli.publish.products.piece_translations import report_missing_translations
from reguli.publish.products.product_registry import (
    AID,
    GLOSSARY,
    PIECES,
    REFERENCE,
    PrintOrder,
    Product,
    product_by_name,
)
from reguli.publish.products.reference_card import (
    CardSource,
    card_realisers,
    plan_card,
    report_long_front,
    require_language,
    root_ruleset_name,
    write_product,
)
from reguli.publish.products.rule_quoting import RuleQuoter
from reguli.publish.products.tabletop_decks import picture_list, saved_object, single_pictures
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.grammar_values import Language
from reguli.words.grammar.languages import shipped_languages
from reguli.words.placeholders.wording_subjects import Subjects, wording_subjects
from reguli.words.translation.translation_workspace import RulesetRealisers
from reguli.words.translation.typed_sentences import bind_base_ruleset

TEXTS: Final = list_formats("card", "template")
PAGES: Final = cast("tuple[PrintForm, ...]", list_formats("card", "typst"))
SHEETS: Final = tuple(paper.id for paper in PAPERS if not paper.card)
IN_PART: Final = "part"
"""What the names of files say that hold only some pieces."""
THUMBNAILS: Final = "thumbnails"
THUMBNAIL: Final = 240
"""The folder of small pictures, and how many points they are wide."""
MOST_PAGES: Final = 60
"""More pages than these are no card."""


def usual_paper(source: CardSource, product: Product) -> str:
    """Return the default paper of a product."""
    layout = source.layouts.get(product.id)
    return product.paper if layout is None or not layout.paper else layout.paper


def chosen_paper(source: CardSource, order: PrintOrder) -> Paper:
    """Return the paper or the size of faces of an order."""
    product = product_by_name(order.product)
    named = order.paper or usual_paper(source, product)
    return (face_by_name(named) if product == PIECES else None) or paper_by_name(named)


def file_name(source: CardSource, order: PrintOrder, code: str, form: str, page: int = 0) -> str:
    """Return a file name: product, players, languages, paper, purpose and page, as far as they differ from the defaults."""
    printed, product, paper = form not in TEXTS, product_by_name(order.product), chosen_paper(source, order)
    words = [product.stem, IN_PART if order.in_part else "", "" if order.players is None else str(order.players)]
    words += [f"{code}-{order.back}" if order.back and printed else code]
    words += [paper.id if printed and paper.id != usual_paper(source, product) else ""]
    words += [order.sheet if printed and paper.card and order.sheet != SHEETS[0] else ""]
    words += [order.purpose if printed and order.purpose != PURPOSES[0] else "", str(page or ""), form]
    return ".".join(word for word in words if word)


def earlier_files(source: CardSource, order: PrintOrder, folder: Path, written: Collection[Path]) -> tuple[Path, ...]:
    """Return the files that an earlier print of the same order left in a folder and that were not ``written`` now."""
    home, whole, patterns = folder / root_ruleset_name(source.ruleset), partial(file_name, source, order), list[str]()
    for code, form in ((code, form) for code in order.languages for form in order.formats):
        single = re.escape(whole(code, ""))
        pages = re.escape(whole(code, form).removesuffix(form)) + r"(\d+\.)?" + form
        patterns.append(rf"{single}/.*\.{form}" if order.purpose == "images" else pages)
    there = (path for depth in ("*", "*/*") for path in sorted(home.glob(depth)) if path not in written)
    return tuple(path for path in there if re.fullmatch("|".join(patterns), path.relative_to(home).as_posix()))


def write_products(
    source: CardSource,
    order: PrintOrder,
    folder: Path,
    *,
    bag: Bag,
    sources: Sources,
    tongues: RulesetRealisers | None = None,
    look: VisualTheme = PLAIN,
    thumbnails: bool = False,
    wanted: Collection[str] | None = None,
) -> list[Path]:
    """Write ``FOLDER/NAME/card.LANG.FORMAT`` and the like, and return the files written; a variant has its own name.

    Findings of a layout stop everything, those of a language's words that language only; a draft is written in any case, and so is a card that
    nobody laid out: what it calls by its id is a finding all the same.
    What does not fit on its paper is a finding (W406), as is a letter that no font has (W407). Files appear whole or not at
    all, and the same rules and words give the same bytes. What is ordered was held to what there is. Raises OSError
    where a file cannot be written, ``NoTypst`` where PDF, PNG or SVG are asked for and Typst is not there. Whoever writes
    several products gives the ``tongues`` of the ruleset, so that words are read once. With ``thumbnails`` each product has a
    small picture as well; ``look`` is what was read of the theme that the order names. Of pieces those at the places ``wanted`` alone are printed.
    """
    opened = card_realisers(source, sources, players=order.players) if tongues is None else tongues
    writer = _Writer(source, order, folder / root_ruleset_name(source.ruleset), bag, opened, look, thumbnails, wanted)
    if bag and not order.draft:
        return []
    return [path for code in order.languages for path in writer.language(require_language(code))]


@dataclass
class _Writer:
    """Writer of one product, language by language."""

    source: CardSource
    order: PrintOrder
    folder: Path
    bag: Bag
    tongues: RulesetRealisers
    look: VisualTheme
    thumbnails: bool
    wanted: Collection[str] | None

    def __post_init__(self) -> None:
        source, order, product = self.source, self.order, product_by_name(self.order.product)
        self.product = product
        self.paper, self.name = chosen_paper(source, order), partial(file_name, source, order)
        self.plan = plan_card(source, order.players, self.bag, product)
        if product == AID and source.pieces is not None:
            self.look = replace(self.look, icons={**source.pieces.icons, **self.look.icons})
        if product == PIECES and source.pieces is not None:
            planned = plan_pieces(source.ruleset, source.pieces, self.bag, source.folders)
            self.pieces = planned if self.wanted is None else filter_pieces(planned, self.wanted)
            sections = piece_sections(self.pieces)
            self.plan = replace(self.plan, players=None, generic=False, head=self.plan.head[:1], sections=sections)

    @cached_property
    def known(self) -> Subjects:
        """Return all elements of the ruleset to be worded, for glosses."""
        return wording_subjects(self.source.ruleset, (), None)

    @cached_property
    def printed(self) -> PrintedTerms:
        """Return the terms that the ruleset prints, for its glossary."""
        return printed_terms(self.source)

    def language(self, language: Language) -> Iterator[Path]:
        """Write all requested files in one language."""
        found = Bag()
        card = self._spoken(language, found)
        report_long_front(card, self.product, self.source.ruleset.documents.game.span, found)
        if self._refused(found) or not card.sections:
            return
        if self.product == PIECES and self.source.pieces is not None:
            # What is missing is printed in another language, so that nothing else waits for it.
            report_missing_translations(self.source.ruleset, self.source.pieces, language.code, self.bag)
        for form in self.order.formats:
            if form in TEXTS:
                path = self.folder / self.name(language.code, form)
                write_product(path, render_card(card, form, self.command(language.code, form), self.look))
                yield path
        forms = [form for form in PAGES if form in self.order.formats]
        if forms and self.product == PIECES:
            yield from self._cards(language, card, forms)
        elif forms:
            yield from self._printed(language, card, forms)

    def _refused(self, found: Bag) -> bool:
        """Return whether findings prevent printing; a product without a layout is printed anyway, except a glossary."""
        self.bag.extend(found)
        stops = any(one.code not in BLOCKING_NOTHING for one in found)
        return stops and not (self.order.draft or (self.plan.generic and self.product != GLOSSARY))

    def _spoken(self, language: Language, bag: Bag, *, long: bool = False) -> SaidDocument:
        if self.product == GLOSSARY:
            # What is amiss with the words of another language is told in its own glossary, and stops that one only.
            others = [self.tongues.tongue(other, Bag()) for other in shipped_languages() if other != language]
            return say_glossary(self.plan, [self.tongues.tongue(language, bag), *others], self.printed, bag)
        tongue = self.tongues.tongue(language, bag)
        gloss: Gloss | None = None
        if self.product != PIECES:
            ruleset = self.source.ruleset
            base = partial(bind_base_ruleset, ruleset)
            gloss = RuleQuoter(ruleset, lambda: self.known, self.source.places, tongue, base)
        return realise_plan(self.plan, tongue, bag, draft=self.order.draft, long=long, gloss=gloss)

    def _printed(self, language: Language, short: SaidDocument, forms: Sequence[PrintForm]) -> Iterator[Path]:
        """Lay out and print, with long wordings where they need no more pages than short ones."""
        backs = (require_language(self.order.back),) if self.order.back else ()
        best: FittedPages | None = None
        found = Bag()
        for long in (True, False) if self.product not in (REFERENCE, AID, GLOSSARY) else (False,):
            front = self._spoken(language, found, long=True) if long else short
            faces = (front, *(self._spoken(one, found, long=long) for one in backs))
            laid = lay_out_columns(faces, self.paper, self.look)
            if laid is not None and (best is None or len(laid.pages) < len(best.pages)):
                best = laid
        layout = self.source.layouts.get(self.product.id)
        most = MOST_PAGES if layout is None else layout.pages.get(self.paper.id, MOST_PAGES)
        if best is None or len(best.pages) > most:
            needs = Said("says.part_too_big") if best is None else Said("says.pages", count=len(best.pages))
            product, paper, span = self.product.id, self.paper.id, self.source.ruleset.documents.game.span
            found.add("W406", span, product=product, paper=paper, language=language.code, needs=needs, most=most)
        if self._refused(found) or best is None:
            return
        laid = best
        yield from self._pictures(language.code, forms, lambda job: render_page_layout(laid, job))

    def _cards(self, language: Language, listed: SaidDocument, forms: Sequence[PrintForm]) -> Iterator[Path]:
        """Print cards on sheets, or for a virtual tabletop with a list of the pictures."""
        found = Bag()
        said = partial(realise_plan, replace(self.pieces.plan, seen=self.plan.seen), bag=found, draft=self.order.draft)
        fronts = replace(said(self.tongues.tongue(language, found)), foot=listed.foot)
        backs = said(self.tongues.tongue(require_language(self.order.back), found)) if self.order.back else fronts
        if self._refused(found):
            return
        paper = self.paper if self.order.paper else None
        data_for = partial(card_sheet_data, fronts, backs, self.pieces.icons, paper, pictures=self.pieces.pictures)
        render = render_stickers if self.order.purpose == "stickers" else render_sheets
        names: tuple[str, ...] = ()
        manifest = ""
        if self.order.purpose == "images":
            singles = tuple(single_pictures(data_for(next(self._jobs(forms))), fronts))
            names, manifest = tuple(name for name, _ in singles), picture_list(singles, self.order.address)
        files = list(self._pictures(language.code, forms, lambda job: render(data_for(job), job), names))
        yield from files
        if files and self.order.purpose == "tts":
            manifest = saved_object(data_for(next(self._jobs(forms))), fronts, [self._address(file) for file in files])
        if files and manifest:
            path = files[0].parent / ("cards.csv" if names else self.name(language.code, "json"))
            write_product(path, manifest)
            yield path

    def _address(self, file: Path) -> str:
        """Return where a virtual tabletop finds a picture: below the address of the order, or on this computer."""
        given = self.order.address.rstrip("/")
        return f"{given}/{quote(file.name)}" if given else file.resolve().as_uri()

    def _pictures(
        self,
        code: str,
        forms: Sequence[PrintForm],
        make: Callable[[PrintJob], PrintedSheets],
        names: Sequence[str] = (),
    ) -> Iterator[Path]:
        """Print in each format and write the files; a letter without a glyph is a finding (W407), a faulty page too (W408).

        With ``names`` each page is a file of that name, in a folder of their own.
        """
        span, product = self.source.ruleset.documents.game.span, self.product.id
        for job in self._jobs(forms):
            try:
                made = make(job)
            except TypstRefusal as error:
                self.bag.add("W407", span, product=product, language=code, why=error.why)
                return
            for fault in made.faults:
                self.bag.add("W408", span, product=product, language=code, why=fault)
            for box in made.overfull:
                self._too_long(box, code)
            self.bag.merge("element")
            if (made.faults or made.overfull) and not self.order.draft:
                return
            for page, content in enumerate(made.content, 1):
                name = self.name(code, job.form, page if len(made.content) > 1 else 0)
                path = self.picture(code) if job.thumbnail else self.folder / name
                if names:
                    path = self.folder / self.name(code, "") / f"{names[page - 1]}.{job.form}"
                write_product(path, content)
                yield path

    def _too_long(self, box: Mapping[str, Any], code: str) -> None:
        """Report a text that does not fit on its face (W414), where it is written."""
        piece, field = self.pieces.pieces[box["side"]], box["field"]
        face, by = self.paper if self.order.paper else piece.size, (box["height"] - box["room"]) / POINTS
        self.bag.add(
            "W414",
            self.pieces.place_of_text(piece, field, self.source.ruleset, code),
            element=piece.element,
            field=field,
            language=code,
            by=f"{max(by, 0.1):.1f}",
            way=Said("why.more_height" if box["way"] == "height" else "why.more_width"),
            size=f"{round(box['size'], 1):g}",
            face=f"{face.width:g} x {face.height:g}",
        )

    def _jobs(self, forms: Sequence[PrintForm]) -> Iterator[PrintJob]:
        sheet, purpose = paper_by_name(self.order.sheet), cast("Purpose", self.order.purpose)
        yield from (PrintJob(purpose, sheet, form, look=self.look, kept=self.order.kept) for form in forms)
        if self.thumbnails:
            yield PrintJob(purpose, sheet, "png", THUMBNAIL, self.look)

    def picture(self, code: str) -> Path:
        """Return the path of a product's thumbnail."""
        return self.folder.parent / THUMBNAILS / f"{self.folder.name}.{self.product.stem}.{code}.png"

    def command(self, code: str, form: str) -> str:
        """Return the command that generates a text."""
        product = "" if self.product == REFERENCE else f" --product {self.product.id}"
        players = "" if self.order.players is None else f" --players {self.order.players}"
        part = f" --id {','.join(self.order.ids)}" if self.order.ids else ""
        part += " --changed" if self.order.changed else ""
        part += f" --against {self.order.against}" if self.order.against else ""
        draft = " --draft" if self.order.draft else ""
        return f"reguli card {self.folder.name}{product}{part} --lang {code}{players} --format {form}{draft}"

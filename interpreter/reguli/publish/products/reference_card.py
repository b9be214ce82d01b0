"""Cards of a ruleset: their layouts are found, planned, realised in a language, and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.model.resolved_ruleset import Ruleset
from reguli.publish.document.document_realisation import realise_plan
from reguli.publish.document.document_tree import DocumentRow, OpenQuestion, Plan, SaidDocument, TextLine
from reguli.publish.document.inline_nodes import (
    HeadingText,
    LiteralValue,
    Sayable,
    WordingStatement,
    find_blocks,
    placeholders_in_scope,
    replace_leaves,
    statement_values,
)
from reguli.publish.layouts.card_layout import CARD, CardLayout
from reguli.publish.layouts.default_faces import default_pieces
from reguli.publish.layouts.default_layout import add_variant_to_card, generate_aid_layout
from reguli.publish.layouts.piece_layout import PiecesLayout
from reguli.publish.products.card_planner import make_card_plan, subjects_for_players
from reguli.publish.products.piece_planner import load_pieces, plan_pieces
from reguli.publish.products.product_registry import AID, BOOK, CARDS, GLOSSARY, PIECES, REFERENCE, Product, load_layout
from reguli.ruleset.variant_layers import Layers
from reguli.source.bounded_files import folder_has_entry, write_atomically
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources, Span
from reguli.words.catalogue.wording_catalogue import SHORT, WordingCatalogue, check_catalogue
from reguli.words.grammar.grammar_values import Language
from reguli.words.grammar.languages import language_by_code
from reguli.words.placeholders.placeholder_values import PlaceholderValue
from reguli.words.placeholders.wording_signature import CheckedRules, base_signatures, rule_signatures
from reguli.words.placeholders.wording_subjects import Subjects, WordingSubject, wording_subjects
from reguli.words.translation.translation_workspace import (
    AUTHORED,
    RulesetRealisers,
    WordingFolders,
    open_ruleset_realiser,
)
from reguli.words.translation.typed_sentences import collect_inline_sentences, sentences_in_language
from reguli.words.wording_parser import Reach

# -- stale texts -----------------------------------------------------------------------------------------------------
# What products say besides the rulebook, and the rules it stands on: so a sentence of a card is held to its rules too.


def product_wording_subjects(plan: Plan, own: Subjects) -> Iterator[WordingSubject]:
    """Yield the texts that only a product prints, each with the rules of the statements it summarises; ``own`` are the ruleset's."""
    for statement in find_blocks(plan, WordingStatement):
        if not statement.shared and not statement.offered:
            yield statement_subject(statement, own, generic=plan.generic)


def required_answers(plan: Plan, own: Subjects) -> Iterator[WordingSubject]:
    """Yield the answers to the questions of a rulebook, which need a wording if the question has one."""
    answers = (
        question.answer for question in find_blocks(plan, OpenQuestion) if isinstance(question.answer, WordingStatement)
    )
    yield from (replace(own[answer.id], needed=True) for answer in answers if answer.id in own)


def statement_subject(statement: WordingStatement, own: Subjects, *, generic: bool) -> WordingSubject:
    """Return a product's statement as an element to be worded, with the rules of the statements it summarises.

    In one that is ``generic`` a term is name enough; who lays one out words it.
    """
    values = statement_values(statement)
    kinds, given = placeholders_in_scope(statement).items(), statement.values
    offers = {name: PlaceholderValue(kind, values[name], cells=given[name].ids) for name, kind in kinds}
    cited = [own[name] for name in statement.cites if name in own]
    citers = {citer.id: citer for one in cited for citer in one.citers}
    cites = dict.fromkeys(cite for one in cited for cite in one.cites)
    against = tuple({citer.id: citer for one in cited for citer in one.against}.values())
    word = statement.word if generic else ""
    offered, spans = MappingProxyType(offers), (statement.span,)
    one = WordingSubject(statement.id, "card", offered, tuple(citers.values()), tuple(cites), spans, word=word)
    return replace(one, against=against)


def load_card_languages(
    ruleset: Ruleset,
    places: WordingFolders,
    sources: Sources,
    plans: Iterable[Plan] = (),
    *,
    approved: Mapping[str, str] | None = None,
    players: int | None = None,
) -> RulesetRealisers:
    """Return the languages of a bound ruleset; wordings of changed rules are stale, and so are those false on a page for ``players``.

    ``plans`` are those of its products, for every number of players. With ``approved``, the digests of all rules, what nobody approved is marked.
    """
    own = wording_subjects(ruleset, (), None)
    known = {**own, **{one.id: one for plan in plans for one in product_wording_subjects(plan, own) if one.citers}}
    signed, based = rule_signatures(known, ruleset), base_signatures(known, ruleset)
    rules, words = CheckedRules(ruleset, known, players, signed, based), ruleset.documents.game.words
    return RulesetRealisers(
        words, places, sources, rules=rules, beside=collect_inline_sentences(ruleset), approved=approved
    )


# -- reference card --------------------------------------------------------------------------------------------------


CARD_ONLY: Final = ("card:",)
"""How the ids of wordings begin that nothing but a card says."""


@frozen_class
class CardSource(FrozenValue):
    """The input of cards: the ruleset, the wording folders, the card layouts by product, the pieces' layout, the example folders.

    A reference card or player aid without a layout is a generic one.
    """

    ruleset: Ruleset
    places: WordingFolders
    layouts: Mapping[str, CardLayout] = field(default_factory=lambda: MappingProxyType({}))
    pieces: PiecesLayout | None = None
    layers: Layers | None = None

    @property
    def folders(self) -> tuple[Path, ...]:
        """Return the folders that pictures may lie in, the ruleset's own first."""
        return () if self.layers is None else self.layers.folders

    def has(self, product: Product) -> bool:
        """Return whether a product can be made: reference cards and glossaries always, a player aid unless only a reference card has a layout, others if they have a layout."""
        if product == PIECES:
            return self.pieces is not None
        if product == AID:
            return AID.id in self.layouts or REFERENCE.id not in self.layouts
        return product in (REFERENCE, GLOSSARY) or product.id in self.layouts


def root_ruleset_name(ruleset: Ruleset) -> str:
    """Return the name of a ruleset or of its outermost variant, under which all its printed files are stored."""
    documents = ruleset.documents
    return documents.variants[-1].id if documents.variants else documents.game.id


def card_source(ruleset: Ruleset, layers: Layers, locales: Path, bag: Bag, sources: Sources) -> CardSource:
    """Find and read the layouts in a ruleset's folders: its own before those it is a variant of.

    Findings of layouts: R1, W401, W410.
    """
    found = {product.id: load_layout(layers, product.file, CARD, bag, sources) for product in CARDS}
    layouts = MappingProxyType(
        {
            name: add_variant_to_card(one, ruleset, stating=name == REFERENCE.id)
            for name, one in found.items()
            if one is not None
        }
    )
    pieces = load_pieces(layers, bag, sources, partial(default_pieces, ruleset))
    places = WordingFolders(locales, tuple(reversed(layers.folders)), layers.statements)
    return CardSource(ruleset, places, layouts, pieces, layers)


def plan_card(
    source: CardSource,
    players: int | None,
    bag: Bag,
    product: Product = REFERENCE,
    known: Callable[[], Subjects] | None = None,
) -> Plan:
    """Plan a card for a number of players, or for every number; ``known`` returns all elements to be worded, if already computed."""
    layout = source.layouts.get(product.id)
    if product != AID:
        return make_card_plan(source.ruleset, layout, players, bag, kind=product.kind, known=known)
    chosen = generate_aid_layout(source.ruleset) if layout is None else layout
    plan = make_card_plan(source.ruleset, chosen, players, bag, kind=product.kind, known=known)
    return _with_icons(plan, () if source.pieces is None else tuple(source.pieces.icons))


def _with_icons(plan: Plan, icons: tuple[str, ...]) -> Plan:
    """Return a plan whose statements may show icons as ``:NAME:``, and whose rows begin with the icon of what they name."""

    def named(leaf: Sayable) -> Sayable:
        if not isinstance(leaf, HeadingText) or not isinstance(leaf.given, LiteralValue):
            return leaf
        name = leaf.given.value
        return replace(leaf, icon=name) if isinstance(name, str) and name in icons else leaf

    def shown(part: WordingStatement | DocumentRow[Sayable]) -> WordingStatement | DocumentRow[Sayable]:
        if isinstance(part, DocumentRow):
            return replace(part, headings=tuple(map(named, part.headings)))
        return part if part.shared or part.offered else replace(part, icons=icons)

    found: Plan = replace_leaves(plan, (WordingStatement, DocumentRow), shown)
    return found


def words_of_front(said: SaidDocument) -> int:
    """Return the number of words on the front of a card: of its headings, statements and tables; a number alone is no word."""
    lines = find_blocks(tuple(section for section in said.sections if not section.back), TextLine)
    return sum(any(map(str.isalpha, word)) for line in lines for word in line.text.split())


def report_long_front(said: SaidDocument, product: Product, span: Span, bag: Bag) -> None:
    """Report a front with more words than its product allows (W415)."""
    count = words_of_front(said)
    if product.words and count > product.words:
        bag.add("W415", span, product=product.id, language=said.code, count=count, most=product.words)


def card_plans(source: CardSource, players: int | None, bag: Bag) -> Iterator[Plan]:
    """Yield the plan of every card with a layout, the reference card first, and that of the pieces.

    Cards for every number of players come with those for each number, which say what is the same for all others there.
    """
    fewest, most = source.ruleset.documents.game.players
    for number in (None, *range(fewest, most + 1)) if players is None else (players,):
        # What there is to say is looked up once for all products, when the first one asks.
        known = cache(partial(subjects_for_players, source.ruleset, number))
        for product in CARDS:
            if product.id in source.layouts:
                yield plan_card(source, number, bag, product, known)
    if source.pieces is not None:
        yield plan_pieces(source.ruleset, source.pieces, bag).plan


def card_realisers(
    source: CardSource, sources: Sources, approved: Mapping[str, str] | None = None, players: int | None = None
) -> RulesetRealisers:
    """Return the languages of a card source, with outdated sentences marked stale; ``approved`` and ``players`` as for ``tongues_of``."""
    plans = card_plans(source, None, Bag())
    return load_card_languages(source.ruleset, source.places, sources, plans, approved=approved, players=players)


def card_wording_scopes(plan: Plan, *, shared: bool = False) -> Mapping[str, Reach]:
    """Return the ids of the wordings a card needs, the ruleset's own or the shared ones, with the names each may use.

    Statements that it quotes from the rulebook are not its own.
    """
    return {
        statement.id: placeholders_in_scope(statement)
        for statement in find_blocks(plan, WordingStatement)
        if statement.shared == shared and not statement.offered
    }


def check_cards(source: CardSource, languages: Sequence[str], bag: Bag, sources: Sources) -> None:
    """Check the layouts, and the card wordings in each language against the layouts and against the base texts.

    Wordings of other things of the ruleset, which lie in the same files, are left to others.
    """
    plans = list(card_plans(source, None, bag))
    reaches = {name: reach for plan in plans for name, reach in card_wording_scopes(plan).items()}
    if not reaches:
        return
    name = source.ruleset.documents.game.words
    base = open_ruleset_realiser(require_language(AUTHORED), name, source.places, Bag(), sources).own
    alone = not any(folder_has_entry(folder / BOOK) for folder in source.folders)
    for code in languages:
        beside = sentences_in_language(source.ruleset, code, plain=False)
        tongue = open_ruleset_realiser(require_language(code), name, source.places, bag, sources, beside=beside)
        original = None if code == AUTHORED else _of_card(base, reaches, alone=alone)
        check_catalogue(_of_card(tongue.own, reaches, alone=alone), original, reaches, tongue.terms, bag)
        for plan in plans:
            said = realise_plan(plan, tongue, bag)
            kinds = [line.id for line in find_blocks(plan.head, WordingStatement)]
            for product in (one for one in CARDS if one.id in source.layouts and one.kind in kinds):
                report_long_front(said, product, source.layouts[product.id].sections[0].span, bag)


def _of_card(catalogue: WordingCatalogue, reaches: Mapping[str, Reach], *, alone: bool) -> WordingCatalogue:
    """Return a catalogue with only the entries of a card: those it needs, and where no book is laid out (``alone``) those that only a card could need."""
    kept = {
        name: entry
        for name, entry in catalogue.entries.items()
        if name.removesuffix(SHORT) in reaches or (alone and name.startswith(CARD_ONLY))
    }
    return replace(catalogue, entries=MappingProxyType(kept))


def require_language(code: str) -> Language:
    """Return a language by its code. Raises ValueError for an unknown one."""
    language = language_by_code(code)
    if language is None:
        raise ValueError(f"no such language: {code}")
    return language


def write_product(path: Path, content: str | bytes) -> None:
    """Write a file of a product completely, unless it holds just that, and create its folder if necessary. Raises ``OSError``."""
    raw = content.encode() if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_bytes() != raw:
        write_atomically(path, raw)

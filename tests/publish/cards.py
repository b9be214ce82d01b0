"""Cards for the tests: sources of shipped rulesets and variants, spoken cards, and the values they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from reguli.model.binding.ruleset_binding import bind_ruleset
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.publish.document.document_realisation import realise_plan
from reguli.publish.document.document_tree import SaidDocument, TextLine
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.products.product_registry import PrintOrder
from reguli.publish.products.product_writer import write_products
from reguli.publish.products.reference_card import CardSource, card_source, plan_card
from reguli.ruleset.folder_contents import apply_option_choices
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources
from reguli.words.grammar.languages import language_by_code
from reguli.words.translation.translation_workspace import RulesetRealisers, WordingFolders

CODES = ("en", "ro", "hu")
LOCALES = shipped_folder("locales")
TOP = Path(__file__).resolve().parents[2]


@cache
def loaded(name: str) -> LoadedRuleset:
    """Open a shipped ruleset once."""
    return LoadedRuleset(name)


def ruleset_of(name: str, options: Mapping[str, str | bool], variant: Path | None = None) -> Ruleset:
    """Bind a shipped ruleset under options, or a variant of it."""
    opened = loaded(name) if variant is None else LoadedRuleset(str(variant))
    laid, bag = opened.documents, opened.bag
    chosen = None if laid is None else apply_option_choices(laid, options, bag)
    bound = None if chosen is None else bind_ruleset(chosen, bag, options=options)
    assert bound is not None
    assert not bag, bag.codes
    return bound


def source_of(name: str, options: Mapping[str, str | bool] | None = None, variant: Path | None = None) -> CardSource:
    """Return what cards of a shipped ruleset are made from."""
    if not options and variant is None:
        return _plain_source(name)
    return _source(name, ruleset_of(name, options or {}, variant))


@cache
def _plain_source(name: str) -> CardSource:
    return _source(name, ruleset_of(name, {}))


def _source(name: str, ruleset: Ruleset) -> CardSource:
    bag = Bag()
    source = card_source(ruleset, loaded(name).layers, LOCALES, bag, Sources())
    assert not bag, bag.codes
    return source


def spoken(source: CardSource, code: str, players: int | None = None) -> SaidDocument:
    """Return a card without any finding."""
    if source is _plain_source(source.ruleset.id):
        return _plain_card(source.ruleset.id, code, players)
    return _card(source, code, players)


@cache
def _plain_card(name: str, code: str, players: int | None) -> SaidDocument:
    return _card(_plain_source(name), code, players)


def _card(source: CardSource, code: str, players: int | None) -> SaidDocument:
    bag, sources = Bag(), Sources()
    language = language_by_code(code)
    assert language is not None
    plan = plan_card(source, players, bag)
    card = realise_plan(plan, tongues_of(plan.ruleset, source.places).tongue(language, bag), bag)
    assert not bag, "\n".join(render_with_excerpt(found, sources) for found in bag)
    return card


@cache
def tongues_of(name: str, places: WordingFolders) -> RulesetRealisers:
    """Read the words of a ruleset once."""
    return RulesetRealisers(name, places, Sources())


def write_cards(
    source: CardSource,
    codes: Sequence[str],
    players: int | None,
    formats: Sequence[str],
    folder: Path,
    *,
    bag: Bag,
    sources: Sources,
    draft: bool = False,
) -> list[Path]:
    """Write reference cards."""
    order = PrintOrder(languages=tuple(codes), formats=tuple(formats), players=players, draft=draft)
    return write_products(source, order, folder, bag=bag, sources=sources)


def values_said(card: SaidDocument) -> Counter[str]:
    """Count the ids of the values a card says."""
    return Counter(value_id for line in lines_of(card) for value_id in line.values)


def texts(card: SaidDocument) -> list[str]:
    """Return every line of a card, no-break spaces made ordinary."""
    return [plain(line) for line in lines_of(card)]


def lines_of(card: SaidDocument) -> Iterator[TextLine]:
    """Return every line of a card, in order."""
    return find_blocks(card, TextLine)


def plain(line: TextLine) -> str:
    """Return the text of a line, no-break spaces made ordinary."""
    return line.text.replace("\u00a0", " ")

"""Opening the words of the ruleset that a command names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

from reguli.cli.console import Console
from reguli.cli.rulesets import bound, playable, players_of
from reguli.cli.wrong import Wrong
from reguli.pipeline import Loaded, Options, homes_at
from reguli.publish.document.sayable import Statement
from reguli.publish.document.walk import every
from reguli.publish.products.book import book_source
from reguli.publish.products.book_planning import Material, plan_book
from reguli.publish.products.card import card_plans, card_source
from reguli.publish.products.overtaken import product_speakables, speakable_of
from reguli.ruleset.declared.examples import ExampleDecl, load_examples
from reguli.shipped import find_ruleset, shipped_folder
from reguli.source.diagnostic import Bag
from reguli.source.near import near
from reguli.source.sources import Sources
from reguli.words.desk.desk import Desk, Homes, open_desk
from reguli.words.grammar.languages import LANGUAGES
from reguli.words.offers.speakable import (
    Speakable,
    Speakables,
    element_speakables,
    speakables,
    with_products,
)


def desk_of(
    name: str,
    options: Options,
    console: Console,
    *,
    players: int | None,
    bag: Bag,
    sources: Sources,
    codes: tuple[str, ...] = (),
) -> tuple[Loaded, Desk]:
    """Open a ruleset with everything it has to say and every language's words; what is amiss in these goes into ``bag``.

    ``codes`` are the languages needed, all where none is named. Raises ``Wrong`` or ``HasFindings`` where the ruleset itself cannot be used.
    """
    loaded = playable(name, options, console)
    if players is not None:
        players_of(bound(loaded), players)
    return loaded, desk_at(loaded, players=players, bag=bag, sources=sources, codes=codes)


def desk_at(loaded: Loaded, *, players: int | None, bag: Bag, sources: Sources, codes: tuple[str, ...] = ()) -> Desk:
    """Open the desk of a ruleset that can be used; see ``desk_of``."""
    ruleset = bound(loaded)
    folder = loaded.path if loaded.path.is_dir() else loaded.path.parent
    examples = load_examples(folder, Bag()) if (folder / "examples").is_dir() else ()
    kinds = () if loaded.documents is None else loaded.documents.kinds
    own = MappingProxyType(
        {**speakables(ruleset, examples, players), **{one.id: one for one in element_speakables(kinds, ruleset)}}
    )
    spoken = with_products(own, (*_of_card(loaded, players, own), *_of_book(loaded, players, own, examples)))
    return open_desk(ruleset, spoken, homes_of(loaded), bag, sources, codes=codes)


def _of_card(loaded: Loaded, players: int | None, own: Speakables) -> Iterator[Speakable]:
    """Give what cards and pieces say besides, for a ruleset that lays them out."""
    bag = Bag()
    source = card_source(bound(loaded), loaded.path, shipped_folder("locales"), bag, Sources(), find=find_ruleset)
    for plan in card_plans(source, players, bag):
        yield from product_speakables(plan, own)


def _of_book(
    loaded: Loaded, players: int | None, own: Speakables, examples: tuple[ExampleDecl, ...]
) -> Iterator[Speakable]:
    """Give what the rulebook says besides, headings and sources, for a ruleset that lays it out."""
    material = Material(bound(loaded), players, own, examples, frozenset(), MappingProxyType({}), ())
    source = book_source(material, loaded.layers, shipped_folder("locales"), Bag(), Sources())
    if source.layout.generic:
        return
    for statement in every(plan_book(material, source.layout, Bag()), Statement):
        if not statement.shared and statement.id not in own:
            yield speakable_of(statement, own)


def homes_of(loaded: Loaded) -> Homes:
    """Say where the words of a ruleset lie."""
    return homes_at(loaded.path, bound(loaded).documents.game.id)


def languages_of(text: str | None) -> tuple[str, ...]:
    """Read codes of languages, ``ro,hu``; none is all of them. Raises ``Wrong``."""
    known = [language.code for language in LANGUAGES]
    codes = known if not text else [code.strip() for code in text.split(",")]
    for code in codes:
        if code not in known:
            raise Wrong("W501", near=near(code, known), name=code, known=", ".join(known))
    return tuple(dict.fromkeys(codes))


def backup(path: Path) -> Path:
    """Give the path that the file as it stands is kept at before it is written anew."""
    return path.with_name(path.name + ".before")

"""Reference cards of a ruleset, written to files: one for each language and format."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reguli.model.ruleset import Ruleset
from reguli.publish.layout import Layout
from reguli.publish.layout_reader import read_layout
from reguli.publish.plan import Plan, reach_of, statements_of
from reguli.publish.planning import make_plan
from reguli.publish.render import FORMATS, render_card
from reguli.publish.say import say_plan
from reguli.publish.spoken import SpokenCard
from reguli.publish.voice import AUTHORED, Places, open_voice
from reguli.ruleset.folder import Folder
from reguli.source.diagnostic import Bag
from reguli.source.sources import Sources
from reguli.words.catalogue import SHORT, Catalogue, check_catalogue
from reguli.words.languages import Language, language_of
from reguli.words.values import Reach

CARD: Final = "card.yaml"
CARD_ONLY: Final = ("card:", "section:")
"""How the ids of wordings begin that nothing but a card says."""
Find = Callable[[str], Path | None]
"""Gives the folder of a shipped ruleset by its name."""


@dataclass(frozen=True, slots=True)
class CardSource:
    """What cards are made from: the ruleset, its layout (None for a generic card), and where words are read."""

    ruleset: Ruleset
    layout: Layout | None
    places: Places


def card_source(ruleset: Ruleset, path: Path, locales: Path, bag: Bag, sources: Sources, *, find: Find) -> CardSource:
    """Find and read the layout of a ruleset, or of a variant of it, that was read from ``path``.

    A variant takes the layout of what it is a variant of, unless it brings its own. Findings of the layout: R1, W401.
    """
    file = card_file(ruleset, path, find)
    layout = None
    if file is not None:
        folder = Folder(file.parent, bag, sources)
        node = folder.node(file.name)
        layout = None if node is None else read_layout(node, folder.schema)
    own = path if path.is_dir() else path.parent
    folders = (own,) if file is None or file.parent == own else (file.parent, own)
    return CardSource(ruleset, layout, Places(locales, folders))


def card_file(ruleset: Ruleset, path: Path, find: Find) -> Path | None:
    """Give the layout nearest to a ruleset: beside it, or where the ruleset lies that it is a variant of."""
    own = path if path.is_dir() else path.parent
    base = ruleset.documents.folder
    shipped = find(base)
    folders = [own, own.parent if own.name == "variants" else own, own.parent / base]
    folders += [] if shipped is None else [shipped]
    return next((folder / CARD for folder in folders if (folder / CARD).is_file()), None)


def plan_card(source: CardSource, players: int | None, bag: Bag) -> Plan:
    """Plan the card for a number of players, or for every number."""
    return make_plan(source.ruleset, source.layout, players, bag)


def speak_card(
    plan: Plan, source: CardSource, language: Language, bag: Bag, sources: Sources, *, draft: bool = False
) -> SpokenCard:
    """Say a plan in a language; what is amiss with its words is a finding."""
    voice = open_voice(language, plan.ruleset, source.places, bag, sources)
    return say_plan(plan, voice, bag, draft=draft)


def write_cards(
    source: CardSource,
    languages: Sequence[str],
    players: int | None,
    formats: Sequence[str],
    folder: Path,
    *,
    bag: Bag,
    sources: Sources,
    draft: bool = False,
) -> list[Path]:
    """Write ``FOLDER/RULESET/card.LANG.FORMAT`` (``card.4.ro.md`` for four players) and give the files written.

    Findings of the layout stop everything, those of a language's words that language only; a draft is written in any
    case. Files appear whole or not at all, and the same rules and words give the same bytes. Raises ValueError for an
    unknown language or format or an impossible number of players, OSError where a file cannot be written.
    """
    chosen = [_language(code) for code in languages]
    wrong = [form for form in formats if form not in FORMATS]
    low, high = source.ruleset.players
    if wrong or (players is not None and not low <= players <= high):
        raise ValueError(f"no such format: {wrong[0]}" if wrong else f"not for {players} players")
    plan = plan_card(source, players, bag)
    if bag and not draft:
        return []
    written = []
    for language in chosen:
        found = Bag()
        card = speak_card(plan, source, language, found, sources, draft=draft)
        bag.extend(found)
        if found and not draft:
            continue
        for form in formats:
            path = folder / plan.ruleset / card_name(language.code, players, form)
            write_whole(path, render_card(card, form, card_command(plan, language.code, form)))
            written.append(path)
    return written


def card_name(code: str, players: int | None, form: str) -> str:
    """Name the file of a card."""
    return f"card.{code}.{form}" if players is None else f"card.{players}.{code}.{form}"


def card_command(plan: Plan, code: str, form: str) -> str:
    """Give the command that writes a card."""
    players = "" if plan.players is None else f" --players {plan.players}"
    return f"reguli card {plan.ruleset} --lang {code}{players} --format {form}"


def card_reaches(plan: Plan, *, shared: bool = False) -> Mapping[str, Reach]:
    """Give the ids of the wordings a card needs, the ruleset's own or the shared ones, with the names each may use."""
    return {statement.id: reach_of(statement) for statement in statements_of(plan) if statement.shared == shared}


def check_cards(source: CardSource, languages: Sequence[str], bag: Bag, sources: Sources) -> None:
    """Check the layout, and the wordings of the card in each language against it and against the base texts.

    Wordings of other things of the ruleset, which lie in the same files, are left to others.
    """
    plan = plan_card(source, None, bag)
    if plan.generic:
        return
    reaches = card_reaches(plan)
    base = open_voice(_language(AUTHORED), plan.ruleset, source.places, Bag(), sources).own
    for code in languages:
        voice = open_voice(_language(code), plan.ruleset, source.places, bag, sources)
        original = None if code == AUTHORED else _of_card(base, reaches)
        check_catalogue(_of_card(voice.own, reaches), original, reaches, voice.tongue, bag)
        say_plan(plan, voice, bag)


def _of_card(catalogue: Catalogue, reaches: Mapping[str, Reach]) -> Catalogue:
    """Keep the entries of a card: those it needs, and those that only a card could need."""
    kept = {
        name: entry
        for name, entry in catalogue.entries.items()
        if name.removesuffix(SHORT) in reaches or name.startswith(CARD_ONLY)
    }
    return replace(catalogue, entries=MappingProxyType(kept))


def _language(code: str) -> Language:
    language = language_of(code)
    if language is None:
        raise ValueError(f"no such language: {code}")
    return language


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file whole: beside its place first, then moved there. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content.encode() if isinstance(content, str) else content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise

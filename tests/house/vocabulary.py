"""The words of the games: every id that the shipped rulesets and the toys declare, read through the loader."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

from parsed import TOP

from reguli.language.syntax_tree.statements import Decide, Declining, Option, OptionParameter, Reason
from reguli.language.syntax_tree.top_level_items import Item
from reguli.ruleset.document_nodes import (
    ConstantDecl,
    Documents,
    ElementDecl,
    FieldDecl,
    GameDecl,
    KindDecl,
    OptionDecl,
    OptionValue,
    StageDecl,
    StateDecl,
    TableDecl,
    TableKey,
    VariantDecl,
)
from reguli.ruleset.patches.variant_loading import load_ruleset
from reguli.source.diagnostic import Bag

SHIPPED = TOP / "rulesets"
TOYS = TOP / "tests" / "rulesets"
LIBRARIES = SHIPPED / "library"
"""Each library has a small game of its own, which is a toy."""
SHORTEST = 3
"""Ids of one or two letters (`e`, `a1`) are letters, not words."""

Words = tuple[str, ...]
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def ruleset_folders() -> tuple[Path, ...]:
    """Every folder of a ruleset or variant, shipped or toy."""
    files = (path for home in (SHIPPED, TOYS) for path in home.rglob("*.yaml"))
    return tuple(sorted({path.parent for path in files if path.name in ("game.yaml", "variant.yaml")}))


def documents_of(folder: Path) -> Documents:
    """Read a ruleset or variant; one that cannot be read fails the test that asks."""
    bag = Bag()
    beside = {path.name: path for path in ruleset_folders()}
    documents = load_ruleset(folder, bag, find=beside.get)
    assert documents is not None, [found.code for found in bag]
    return documents


def words_of(name: str) -> Words:
    """Cut a name at underscores and capitals, every part in the singular: `plant_markets` is plant, market."""
    return tuple(_singular(part.lower()) for part in _PART.findall(name))


def _singular(word: str) -> str:
    if len(word) <= SHORTEST or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes")) else word.removesuffix("s")


def ids(node: object) -> Iterator[str]:
    """Every id declared in a node and below it."""
    match node:
        case GameDecl():
            yield from (node.id, *node.units, *node.round)
        case KindDecl():
            yield from (node.id, node.plural)
        case ConstantDecl() | ElementDecl() | FieldDecl() | OptionDecl() | OptionValue() | StageDecl() | StateDecl():
            yield node.id
        case TableDecl() | VariantDecl():
            yield node.id
        case TableKey() | Decide() | Declining() | Option() | OptionParameter() | Reason():
            yield node.name
        case _ if isinstance(node, Item) and hasattr(node, "name"):
            yield node.name
    if dataclasses.is_dataclass(node):
        for field in dataclasses.fields(node):
            yield from ids(getattr(node, field.name))
    elif isinstance(node, tuple):
        for part in node:
            yield from ids(part)


def game_words() -> dict[Words, str]:
    """Every id that is long enough to be a word, cut into words, with a ruleset that declares it.

    Of the shipped games everything. Of the toys, which show one construct each and are named in the plainest English
    (`bag`, `order`, `line`), the names of the toys and whatever has two words or more.
    """
    found: dict[Words, str] = {}
    for folder in ruleset_folders():
        documents, toy = documents_of(folder), bool({TOYS, LIBRARIES} & set(folder.parents))
        for name in ids(documents):
            words = words_of(name)
            plain = toy and len(words) == 1 and name != documents.game.id
            if not plain and max((len(word) for word in words), default=0) >= SHORTEST:
                found.setdefault(words, f"{folder.name}: {name}")
    return found

"""Rules that a variant replaces or adds, item by item."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Final

from reguli.language.syntax_tree.top_level_items import (
    Adjust,
    Always,
    At,
    Define,
    Event,
    HiddenFrom,
    Item,
    NeverShrinks,
    OptionGroup,
    Phase,
    Procedure,
    RulesFile,
    Waive,
    When,
    Whenever,
    WrittenOnly,
)
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.kind_nodes import Declared
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said, Value
from reguli.source.name_suggestions import near
from reguli.source.span import Span

_SORTS: Final[dict[type[Item], Value]] = {
    Phase: Said("thing.phase"),
    Procedure: Said("thing.procedure"),
    Define: Said("thing.define"),
    OptionGroup: Said("thing.options"),
    Whenever: "whenever",
    When: "when",
    At: Said("thing.rule_at_moment"),
    Adjust: "adjust",
    Waive: "waive",
    Always: "always",
    NeverShrinks: "never shrinks",
    WrittenOnly: "written only by",
    HiddenFrom: "hidden from",
    Event: "event",
}


def sort_of(item: Item) -> Value:
    """Say what an item of a rules file is."""
    return Said("thing.added_options") if _adds(item) else _SORTS[type(item)]


def name_of(item: Item) -> str:
    """Give the name by which an item is replaced."""
    return item.name


def _adds(item: Item) -> bool:
    """Say whether an item adds options to what has its name; several may."""
    return isinstance(item, OptionGroup) and item.during is None


def overlay_rules(
    documents: Documents, files: Iterable[RulesFile], added: Iterable[Declared], gone: Iterable[Declared], bag: Bag
) -> Documents:
    """Put the items of a variant in the place of those of the same sort and name; ``added`` lists the new ones, ``gone`` those to take away."""
    documents = _without(documents, gone, bag)
    there = {(sort_of(item), name_of(item)): item for file in documents.rules for item in file.items}
    wanted = {one.id: one.span for one in added}
    replaced: dict[int, Item] = {}
    new_files: list[RulesFile] = []
    done: dict[tuple[Value, str], Span] = {}
    for file in files:
        new: list[Item] = []
        for item in file.items:
            key = (sort_of(item), name_of(item))
            old = there.get(key)
            if key in done and not _adds(item):
                bag.add("R154", item.span, related=[(done[key], Said("here.written_first"))], path=key[1])
            elif key[1] in wanted:
                new += _added(item, old, bag)
            elif old is None:
                names = [name for _, name in there]
                bag.add("R155", item.span, near=near(key[1], names), what=key[0], name=key[1])
            else:
                replaced[id(_same_options(item, old, documents))] = item
            done.setdefault(key, item.span)
        if new:
            new_files.append(RulesFile(file.file, tuple(new)))
    for name, span in wanted.items():
        if name not in {name for _, name in done}:
            bag.add("R159", span, near=near(name, [name for _, name in done]), name=name)
    rules = tuple(
        RulesFile(file.file, tuple(replaced.get(id(item), item) for item in file.items)) for file in documents.rules
    )
    return dataclasses.replace(documents, rules=(*rules, *new_files))


def _same_options(item: Item, old: Item, documents: Documents) -> Item:
    """Give what an item replaces: of several that add options to the same, the one with an option of the same name."""
    if not isinstance(item, OptionGroup):
        return old
    names = {option.name for option in item.options}
    there = (one for file in documents.rules for one in file.items if isinstance(one, OptionGroup))
    alike = (one for one in there if _adds(one) == _adds(item) and one.name == item.name)
    return next((one for one in alike if names & {option.name for option in one.options}), old)


def _without(documents: Documents, gone: Iterable[Declared], bag: Bag) -> Documents:
    """Take items away, of whatever sort."""
    names = {name_of(item) for file in documents.rules for item in file.items}
    those = {one.id for one in gone}
    for one in gone:
        if one.id not in names:
            bag.add("R161", one.span, near=near(one.id, names), what=Said("thing.rule"), name=one.id)
    rules = (
        dataclasses.replace(file, items=tuple(item for item in file.items if name_of(item) not in those))
        for file in documents.rules
    )
    return dataclasses.replace(documents, rules=tuple(rules)) if those else documents


def _added(item: Item, old: Item | None, bag: Bag) -> list[Item]:
    if old is None or _adds(item):
        return [item]
    related = [(old.span, Said("here.in_ruleset"))]
    bag.add("R156", item.span, related=related, what=sort_of(item), name=name_of(item))
    return []

"""Values that a sentence lists by key, and whether the list is complete.

A bridge that costs 1 wood and 2 clay is described by two cells of one value, told apart by their key. When a third resource is added
and the bridge costs that one too, both numbers stay right and the sentence is false. A sentence may name some keys on purpose: its
signature keeps which of its lists are partial, and only a new one is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Final

from reguli.model.resolved_ruleset import Ruleset, written_rows
from reguli.ruleset.variant_layers import file_prefixes, is_in_files
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.words.placeholders.placeholder_scope import number_field_placeholders, table_placeholders
from reguli.words.placeholders.placeholder_values import kind_placeholders
from reguli.words.placeholders.wording_subjects import WordingSubject

NEXT: Final = "next"
WHOLE: Final = frozenset({"rows", "values", "span", "least", "most", "each"})
"""How the names end of the number after a value, and of what says all cells of a value at once."""
Path = tuple[str, ...]


@frozen_class
class PartialValue(FrozenValue):
    """A value of which a sentence names only some keys: the value, the newest key left out, and its place."""

    of: str
    key: str
    span: Span


def find_incomplete_lists(subject: WordingSubject, names: Iterable[str], ruleset: Ruleset) -> tuple[PartialValue, ...]:
    """Return the values of which a sentence with the given ``names`` lists at least two keys but omits another key that has a value."""
    paths = {path for name in names for path in _paths(subject, name)}
    whole, partial = {path[0] for path in paths if path[-1] in WHOLE}, list[tuple[Path, set[str], set[str]]]()
    for head in sorted({path[0] for path in paths} - whole):
        lists: dict[Path, tuple[set[str], set[str]]] = {}
        for path in _cells(head, ruleset):
            for at in range(
                1 if head in ruleset.tables or len(path) == 2 else 2, len(path)
            ):  # behind the name of a field
                if path[at].isdigit() or path[at] in ruleset.named:
                    said, left = lists.setdefault((*path[:at], "*", *path[at + 1 :]), (set(), set()))
                    (said if path in paths else left).add(path[at])
        partial += [(of, said, left) for of, (said, left) in sorted(lists.items()) if len(said) > 1 and left]
    if not partial:
        return ()
    documented = [kind.declared for kind in ruleset.kinds.values() if kind.declared is not None]
    spans = {one.id: one.span for kind in documented for one in kind.elements}
    # Copies of a row are one key: a sentence names the first of them.
    rows = {one.id: (kind.id, name) for kind in documented for name, row in written_rows(kind).items() for one in row}
    found = []
    for of, said, unsaid in partial:
        named = {rows.get(key) for key in said} - {None}
        left = {key for key in unsaid if rows.get(key) not in named}
        if left:
            places = {key: spans.get(key, subject.spans[0]) for key in sorted(left)}
            key = max(places, key=lambda one: is_from_variant(places[one], ruleset))
            found.append(PartialValue(".".join(of).removesuffix(".*"), key, places[key]))
    return tuple(found)


def find_differing(
    subject: WordingSubject, names: AbstractSet[str], terms: AbstractSet[str], ruleset: Ruleset
) -> tuple[tuple[str, str], ...]:
    """Return the values that a sentence gives for one key alone while it speaks of others that have another value, each with such a key.

    "Wood and clay cost [price.wood coin] each" states one value for two keys.
    """
    found = set[tuple[str, str]]()
    for name in subject.offers.keys() & names:
        head, *keys = name.split(".")
        for at in range(0 if head in ruleset.tables else 1, len(keys)):
            same = (set(kind.elements) for kind in ruleset.kinds.values() if keys[at] in kind.elements)
            others = sorted(set().union(*same) - {keys[at]}) if keys[at] in terms else ()
            siblings = {other: ".".join((head, *keys[:at], other, *keys[at + 1 :])) for other in others}
            if names.isdisjoint(siblings.values()):
                offers = ((one, subject.offers.get(siblings[one])) for one in siblings if one in terms)
                value = subject.offers[name].value
                found |= {(name, one) for one, offer in offers if offer and offer.value and offer.value != value}
    return tuple(sorted(found))


def is_from_variant(span: Span, ruleset: Ruleset) -> bool:
    """Return whether a span is in the files of the outermost variant."""
    return is_in_files(span, file_prefixes(ruleset.documents, 1))


def _paths(subject: WordingSubject, name: str) -> Iterable[Path]:
    """Return the value and keys of a name; for the own text of a product, by the cells it is read from."""
    if subject.sort != "card":
        return (tuple(name.removesuffix(f".{NEXT}").split(".")),)
    cells = subject.offers[name].cells if name in subject.offers else ()
    return tuple(tuple(re.findall(r"\w+", cell)[1:]) for cell in cells if cell.startswith("table:"))


def _cells(head: str, ruleset: Ruleset) -> Iterable[Path]:
    """Return the paths of the non-zero cells of a table, or of the numbers and supplies of a kind."""
    table, kind = ruleset.tables.get(head), ruleset.kinds.get(head)
    offers = () if table is None else tuple(table_placeholders(table, ruleset, None))
    if kind is not None:
        offers = (*offers, *kind_placeholders(kind, ruleset), *number_field_placeholders(kind, ruleset))
    numbers = (tuple(name.split(".")) for name, offer in offers if isinstance(offer.value, int) and offer.value)
    return [path for path in numbers if path[-1] not in {NEXT, "key", *WHOLE}]

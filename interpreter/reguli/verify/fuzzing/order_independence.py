"""Maps in another key order: where the order is insignificant, the game must be the same.

Which order means something is said by the shapes that files are read by (``NamedValuesShape.ordered``), and noted while they are read. All other maps are turned round
together; of a game that is another one then, halves of them are, down to the one that makes it so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from reguli.source.diagnostic import Bag, make_finding
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode
from reguli.source.yaml_reader import SequenceNode as Items
from reguli.verify.paired_programs import FirstDifference, ProgramPair, find_difference
from reguli.verify.regression.base_comparison import common_settings
from reguli.verify.regression.regression_findings import difference_text
from reguli.verify.report import MAKING, Budget, Found, Subject, make_report_finding

READING: Final = 1_000
"""Steps that it takes to write the files of a ruleset again, read and bind them."""
GAMES: Final = 2
"""So many games are played at each number of players, and with each other value of an option."""
ENOUGH: Final = 1_000_000
"""Steps that it never takes to find out which map it is."""
NAMED: Final = 8
"""So many keys are named."""


@frozen_class
class SourceReordering(FrozenValue):
    """The files of a ruleset: their maps with insignificant key order, and a writer that reverses some of them.

    What is written so is read again; there is no subject where that cannot be done.
    """

    maps: tuple[MappingNode, ...]
    reorder: Callable[[Collection[Span]], Subject | None]


def unordered_maps(node: Node, ordered: Collection[Span]) -> Iterator[MappingNode]:
    """Yield every non-empty map of a file whose key order is insignificant."""
    match node:
        case MappingNode(entries=entries):
            if len(entries) > 1 and node.span not in ordered:
                yield node
            for entry in entries:
                yield from unordered_maps(entry.value, ordered)
        case Items(items=items):
            for item in items:
                yield from unordered_maps(item, ordered)
        case ScalarNode():
            pass


def reverse_mapping_keys(text: str, node: Node, chosen: Collection[Span]) -> str:
    """Return the text of a value with the keys of some maps reversed; the text between them is unchanged."""
    match node:
        case ScalarNode():
            return text[node.start : node.end]
        case Items(items=items):
            parts = [(item.start, item.end, reverse_mapping_keys(text, item, chosen)) for item in items]
        case MappingNode(entries=entries):
            spans = [(entry.key.start, entry.value.start, entry.value.end, entry.value) for entry in entries]
            said = [text[key:value] + reverse_mapping_keys(text, inner, chosen) for key, value, _, inner in spans]
            if node.span in chosen:
                said.reverse()
            parts = [(key, end, one) for (key, _, end, _), one in zip(spans, said, strict=True)]
    written, at = "", node.start
    for start, end, one in parts:
        written, at = f"{written}{text[at:start]}{one}", end
    return written + text[at : node.end]


def check_reordering(subject: Subject, writing: SourceReordering, budget: Budget) -> Found | None:
    """Compare the game with its reordered version by play; return the first difference, with the map that causes it.

    It is not begun where the budget is too small. Which map it is is found out whatever that takes: there is an error to be told.
    """
    maps, found = writing.maps, _differs(subject, writing, writing.maps, budget)
    own = Budget(ENOUGH)
    while found is not None and len(maps) > 1:
        half = len(maps) // 2
        first = _differs(subject, writing, maps[:half], own)
        maps = maps[half:] if first is None else maps[:half]
        found = first or found
    budget.spend(ENOUGH - own.left)
    return None if found is None else _told(maps[0], found)


def _told(turned: MappingNode, found: FirstDifference) -> Found:
    keys = turned.keys()
    orders = [", ".join([*one[:NAMED], *(["…"] if len(one) > NAMED else [])]) for one in (keys, keys[::-1])]
    told = make_finding("V415", turned.span, order=orders[0], other=orders[1], what=difference_text(found))
    return make_report_finding("fuzz", "error", told, "", " ".join(keys))


def _differs(
    subject: Subject, writing: SourceReordering, maps: tuple[MappingNode, ...], budget: Budget
) -> FirstDifference | None:
    tables = _tables(subject)
    steps = READING + 2 * MAKING * len(tables)
    if budget.left < 2 * steps:
        budget.cut += 1
        return None
    budget.spend(steps)
    other = writing.reorder({one.span for one in maps})
    if other is None:
        return None
    pairs = []
    for options, players in tables:
        before, after = (one.programs.at(options, players, Bag()) for one in (subject, other))
        if before is not None and after is not None:
            pairs.append(ProgramPair(before, after, views=False))
    return find_difference(pairs, subject.seed, budget, games=GAMES * len(pairs)) if pairs else None


def _tables(subject: Subject) -> list[tuple[dict[str, str | bool], int]]:
    """Return the settings to play, as options with other values than the defaults and a number of players."""
    settings = common_settings(subject.documents, subject.documents, subject.opened.options)
    return [(dict(options), players) for options, players in settings]

"""Paths that a variant changes in its base, and conflicts between variants applied side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from reguli.language.syntax_tree.top_level_items import RulesFile
from reguli.ruleset.document_nodes import Declared, Documents
from reguli.ruleset.patches.patch_sections import BESIDE, OF_GAME, SECTIONS, Overlay, Part, declaration_name
from reguli.ruleset.variant_layers import LAYOUTS, Edit
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import MappingEntry, Node, ScalarNode, SequenceNode
from reguli.source.yaml_reader import MappingNode as Group

Touched: TypeAlias = tuple[tuple[str, Span], ...]
"""Paths such as ``constants.NAME``, ``KIND.ELEMENT`` and ``rules.NAME``, with the places where they stand in the variant."""
WITHIN: Final = ".+"
"""Behind it stands the place of an addition: it is within what it is added to, and apart from every other addition."""
_ORDER: Final = (*(one.key for one in SECTIONS), "elements", "values", "rules", "boards", "parts", *BESIDE, *OF_GAME)
_NOTHING: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType({})
_CELL: Final = re.compile(r"(.*)\[(.*)\]")
_RANGE: Final = re.compile(r"([0-9]+)\.\.([0-9]+)")


def touched_paths(
    changed: Iterable[Overlay | None],
    added: Overlay | None = None,
    settings: Iterable[MappingEntry] = (),
    written: Mapping[str, tuple[Any, ...]] = _NOTHING,
    rules: Iterable[RulesFile] = (),
) -> Touched:
    """Return the paths that a variant changes or removes; of additions only those within rules, which need what they are added to."""
    new = {key: {one.id for one in (added or {}).get(key, ())} for key in (*written, "boards", "rules")}
    found = [(re.sub(r"\s+", "", entry.key.text), entry.key.span) for entry in settings]
    for part in (added or {}).get("parts", ()):
        found += ((f"{path}{WITHIN}{span}", span) for path, span in _paths("parts", part))
    for overlay in changed:
        found += _of_overlay(overlay or {})
    for section, declared in written.items():
        for item in declared:
            if item.id not in new[section] and getattr(item, "board", None) not in new["boards"]:
                found.append((f"{section}.{declaration_name(item)}", item.span))
    items = [item for file in rules for item in file.items]
    found += [(f"rules.{item.name}", item.span) for item in items if item.name not in new["rules"]]
    return tuple(found)


def report_variant_conflicts(
    groups: Iterable[frozenset[Path]], touched: Mapping[Path, Touched], settled: Touched, bag: Bag
) -> None:
    """Report paths that variants of two groups both change, unless the variant above changes them too (R166)."""
    for first, second in combinations(groups, 2):
        ours = [one for path in touched if path in first - second for one in touched[path]]
        theirs = [one for path in touched if path in second - first for one in touched[path]]
        for name, span in theirs:
            other = next((place for path, place in ours if _meet(path, name)), None)
            if other is not None and not any(_meet(path, name) for path, _ in settled):
                bag.add("R166", span, related=[(other, Said("here.in_other_variant"))], path=name.partition(WITHIN)[0])


def report_overridden(documents: Documents, touched: Touched, bag: Bag) -> None:
    """Report constants set by a variant that the default value of an option overrides with another number (R175)."""
    numbers = {f"constants.{constant.id}": constant.value for constant in documents.constants}
    for option in documents.game.options:
        default = next((value for value in option.values if value.id == option.default), None)
        for name, number in () if default is None else default.constants:
            span = next((place for path, place in touched if path == f"constants.{name}"), None)
            if default is not None and span is not None and numbers.get(f"constants.{name}", number) != number:
                related = [(default.span, Said("here.set_again"))]
                bag.add("R175", span, related=related, name=name, option=option.id, value=default.id, number=number)


def _of_overlay(overlay: Overlay) -> Iterator[tuple[str, Span]]:
    for key in _ORDER:
        if key in OF_GAME and key in overlay:
            yield key.removesuffix("_at"), _span_in(overlay[key])
        else:
            for one in overlay.get(key, ()):
                yield from _paths(key, one)


def _paths(key: str, one: Any) -> Iterator[tuple[str, Span]]:
    """Yield the paths of one entry of a section, or of the entries under its name."""
    match one:
        case ScalarNode() as under, tuple() as named:
            place = under.text if key == "elements" else f"{key}.{under.text}"
            yield from ((f"{place}.{two.id}", two.span) for two in named)
        case ScalarNode() as kind, written:
            yield from ((f"{kind.text}.{name.text}", name.span) for name in _keys(written))
        case Part():
            yield f"rules.{one.path.replace('/', '.')}", one.span
        case Edit():
            file = f"layouts.{one.file}" if one.file in LAYOUTS else one.file
            yield f"{file}.{one.path.replace('/', '.')}", one.span
        case _:
            yield f"{key}.{declaration_name(one)}", one.span


def _keys(node: Node) -> tuple[ScalarNode, ...]:
    if isinstance(node, Group):
        return tuple(entry.key for entry in node.entries)
    return tuple(item for item in node.items if isinstance(item, ScalarNode)) if isinstance(node, SequenceNode) else ()


def _span_in(given: Any) -> Span:
    """Return the first span within a value."""
    if isinstance(given, Span):
        return given
    if isinstance(given, Declared) or hasattr(given, "span"):
        span: Span = given.span
        return span
    places = (_span_in(one) for one in given) if isinstance(given, tuple) else iter(())
    return next((place for place in places if place.line), Span("", 0, 0, 0, 0))


def _meet(first: str, second: str) -> bool:
    """Return whether two paths are the same, or one is inside the other."""
    if first == second or any(a.startswith((f"{b}.", f"{b}[")) for a, b in ((first, second), (second, first))):
        return True
    cells = [_CELL.fullmatch(path) for path in (first, second)]
    if cells[0] is None or cells[1] is None or cells[0][1] != cells[1][1]:
        return False
    return all(_same(a, b) for a, b in zip(cells[0][2].split(","), cells[1][2].split(","), strict=False))


def _same(first: str, second: str) -> bool:
    if "*" in {first, second} or first == second:
        return True
    ranges = [_ends(key) for key in (first, second)]
    return None not in ranges and ranges[0][0] <= ranges[1][1] and ranges[1][0] <= ranges[0][1]  # type: ignore[index]  # none is None


def _ends(key: str) -> tuple[int, int] | None:
    found = _RANGE.fullmatch(key)
    if found is not None:
        return int(found[1]), int(found[2])
    return (int(key), int(key)) if key.isascii() and key.isdigit() else None

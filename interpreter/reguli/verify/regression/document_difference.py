"""Differences between two sets of documents, item by item; and documents with some of these items reverted.

Places, citations, sentences and the layout of files do not count. Both are one walk: ``revert_document_changes`` asks of each change whether to keep it, and
who keeps all and writes them down has the list.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final, Literal, TypeVar

from reguli.language.syntax_tree.top_level_items import Item, OptionGroup, RulesFile
from reguli.model.resolved_ruleset import Ruleset, Table, is_field_table
from reguli.model.types import ElementType, Type
from reguli.ruleset.document_nodes import Declared, Documents, GameDecl, KindDecl, StateDecl
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import BroughtSpan, Span
from reguli.verify.regression.tree_difference import TreeDifference, apply_selected_changes, bare, tree_span, tree_words
from reguli.verify.report import finding_id

GAME: Final = ("players", "units", "setup", "round", "agenda", "boards", "uses")
"""What stands in a game besides its stages and its ranking, and is played by."""
ROWS: Final = "rows"
"""The sort of a table whose cells alone are written otherwise: they are compared as they are bound (``cells``)."""
SIGHT: Final = ("visible", "count")
"""What says who sees something."""
Made = TypeVar("Made", bound=Declared)


@frozen_class
class DocumentChange(FrozenValue):
    """One item that is written differently.

    ``path`` names it as a variant would: ``constants.fee``, ``rules.greet``, ``guest.bishop.rank``; ``place`` is the place within a rule. A
    thing that one side does not have is added or taken away.
    """

    sort: str
    """``constant``, ``table``, ``kind``, ``element``, ``state``, ``sight``, ``rule``, ``game``, ``option``, ``stage``, ``ranking``, ``statement``."""
    path: str
    before: object
    now: object
    span: Span | None
    place: TreeDifference | None = None

    @property
    def is_added(self) -> bool:
        """Whether the base has no item of that name."""
        return self.before is None and self.place is None

    @property
    def is_gone(self) -> bool:
        """Whether only the base has the item."""
        return self.now is None and self.place is None

    @property
    def name(self) -> str:
        """Return the last word of its path."""
        return self.path.rpartition(".")[2]


Keep = Callable[[DocumentChange], bool]


def revert_document_changes(before: Documents, now: Documents, keep: Keep) -> Documents:
    """Return the current documents with every change that ``keep`` rejects reverted; table cells are handled elsewhere."""
    return dataclasses.replace(
        now,
        constants=_declared("constant", "constants", before.constants, now.constants, keep),
        tables=_tables(before, now, keep),
        kinds=_kinds(before.kinds, now.kinds, keep),
        state=_state(before.state, now.state, keep),
        rules=_rules(before.rules, now.rules, keep),
        game=_game(before.game, now.game, keep),
        inventory=_declared("statement", "statements", before.inventory, now.inventory, keep),
    )


def document_changes(before: Documents, now: Documents) -> tuple[DocumentChange, ...]:
    """Return every item that is written differently, except table cells."""
    found: list[DocumentChange] = []

    def kept_and_noted(change: DocumentChange) -> bool:
        if change.sort != ROWS:
            found.append(change)
        return True

    revert_document_changes(before, now, kept_and_noted)
    return tuple(found)


def _declared(sort: str, section: str, before: Sequence[Made], now: Sequence[Made], keep: Keep) -> tuple[Made, ...]:
    return _by_key(
        before, now, lambda one: one.id, lambda key, one, other: _whole(sort, f"{section}.{key}", one, other, keep)
    )


def _by_key(
    before: Sequence[Any], now: Sequence[Any], key_of: Callable[[Any], str], choose: Callable[[str, Any, Any], Any]
) -> tuple[Any, ...]:
    """Merge items by key: in current order, followed by items that only the old version has."""
    old = {key_of(one): one for one in before}
    new = {key_of(one): one for one in now}
    chosen = (choose(key, old.get(key), new.get(key)) for key in (*new, *(key for key in old if key not in new)))
    return tuple(one for one in chosen if one is not None)


def _whole(sort: str, path: str, before: Any, now: Any, keep: Keep) -> Any:
    if before is not None and now is not None and bare(before) == bare(now):
        return now
    return now if keep(DocumentChange(sort, path, before, now, tree_span(now) or tree_span(before))) else before


def _tables(before: Documents, now: Documents, keep: Keep) -> tuple[Any, ...]:
    def choose(key: str, one: Any, other: Any) -> Any:
        if one is not None and other is not None and _head(one, "rows") == _head(other, "rows"):
            if bare(one.rows) == bare(other.rows):
                return other
            return other if keep(DocumentChange(ROWS, f"tables.{key}", one, other, other.span)) else one
        return _whole("table", f"tables.{key}", one, other, keep)

    return _by_key(before.tables, now.tables, _on_board, choose)


def _on_board(one: Any) -> str:
    return one.id if one.board is None else f"{one.board}/{one.id}"


def _head(thing: FrozenValue, *left_out: str) -> object:
    names = (name for name in type(thing).__match_args__ if name not in left_out)
    return tuple(bare(getattr(thing, name)) for name in names)


def _kinds(before: Sequence[KindDecl], now: Sequence[KindDecl], keep: Keep) -> tuple[KindDecl, ...]:
    def choose(key: str, one: KindDecl | None, other: KindDecl | None) -> KindDecl | None:
        if one is None or other is None:
            return _whole("kind", f"kinds.{key}", one, other, keep)  # type: ignore[no-any-return]
        made = other
        if _head(one, "elements") != _head(other, "elements") and not keep(
            DocumentChange("kind", f"kinds.{key}", one, other, other.span)
        ):
            made = dataclasses.replace(one, elements=other.elements)
        elements = _by_key(
            one.elements, other.elements, lambda e: e.id, lambda name, a, b: _element(f"{other.id}.{name}", a, b, keep)
        )
        return dataclasses.replace(made, elements=elements)

    return _by_key(before, now, _on_board, choose)


def _element(path: str, before: Any, now: Any, keep: Keep) -> Any:
    if before is None or now is None or _head(before, "cells") != _head(now, "cells"):
        return _whole("element", path, before, now, keep)
    old, new = dict(before.cells), dict(now.cells)
    cells: list[tuple[str, Any]] = []
    for name in dict.fromkeys((*new, *old)):
        cell = _whole("element", f"{path}.{name}", old.get(name), new.get(name), keep)
        if cell is not None:
            cells.append((name, cell))
    return dataclasses.replace(now, cells=tuple(cells))


def _state(before: Sequence[StateDecl], now: Sequence[StateDecl], keep: Keep) -> tuple[StateDecl, ...]:
    def choose(key: str, one: StateDecl | None, other: StateDecl | None) -> StateDecl | None:
        path = f"state.{key}"
        if one is None or other is None:
            return _whole("state", path, one, other, keep)  # type: ignore[no-any-return]
        made = other
        if _head(one, *SIGHT) != _head(other, *SIGHT) and not keep(
            DocumentChange("state", path, one, other, other.span)
        ):
            made = dataclasses.replace(one, visible=other.visible, count=other.count)
        seen = [tuple(bare(getattr(side, name)) for name in SIGHT) for side in (one, other)]
        if seen[0] != seen[1] and not keep(DocumentChange("sight", path, one.visible, other.visible, other.span)):
            made = dataclasses.replace(made, visible=one.visible, count=one.count)
        return made

    return _by_key(before, now, lambda one: f"{one.owner}.{one.id}", choose)


def _rules(before: Sequence[RulesFile], now: Sequence[RulesFile], keep: Keep) -> tuple[RulesFile, ...]:
    old = {rule_identity_key(item): item for file in before for item in file.items}
    new = {rule_identity_key(item) for file in now for item in file.items}
    files = [
        dataclasses.replace(
            file, items=tuple(one for item in file.items if (one := _rule(old, item, keep)) is not None)
        )
        for file in now
    ]
    gone = (item for key, item in old.items() if key not in new)
    back = tuple(item for item in gone if not keep(DocumentChange("rule", f"rules.{item.name}", item, None, item.span)))
    return (*files, RulesFile("", back)) if back else tuple(files)


def _rule(old: dict[tuple[str, ...], Item], now: Item, keep: Keep) -> Item | None:
    before, path = old.get(rule_identity_key(now)), f"rules.{now.name}"
    if before is None:
        return now if keep(DocumentChange("rule", path, None, now, now.span)) else None

    def asked(place: TreeDifference) -> bool:
        span = tree_span(place.now) or tree_span(place.before) or now.span
        return keep(DocumentChange("rule", path, place.before, place.now, span, place))

    found: Item = apply_selected_changes(before, now, asked)
    return found


def rule_identity_key(item: Item) -> tuple[str, ...]:
    """Return the identity of a rule: its sort and name, and for added options also the first of them."""
    added = isinstance(item, OptionGroup) and item.during is None
    return (type(item).__name__, item.name, item.options[0].name if added else "")  # type: ignore[union-attr]


def _game(before: GameDecl, now: GameDecl, keep: Keep) -> GameDecl:
    made: dict[str, Any] = {
        name: _setting(name, getattr(before, name), getattr(now, name), now.span, keep) for name in GAME
    }
    made["options"] = _declared("option", "options", before.options, now.options, keep)
    made["stages"] = _declared("stage", "stages", before.stages, now.stages, keep)
    made["ranking"] = _setting("ranking", before.ranking, now.ranking, now.span, keep)
    if made["round"] is before.round:
        made["round_spans"] = before.round_spans
    if made["setup"] == before.setup:
        made["setup_span"] = before.setup_span
    return dataclasses.replace(now, **made)


def _setting(name: str, before: Any, now: Any, span: Span, keep: Keep) -> Any:
    if bare(before) == bare(now):
        return now
    return now if keep(DocumentChange("game", name, before, now, span)) else before


# -- cell difference -------------------------------------------------------------------------------------------------
# Cells of tables that are not the same, by the names of their keys; and tables with some of their cells as before.
#
# Cells are compared as they are bound, so that it does not matter whether rows are written as lists, by key or by ranges. Those that change
# together are told together: cells that touch along a key are one block.


Key = tuple[str, ...]
SHOWN = 6
"""Of the values of a block so many are shown."""


@frozen_class
class ChangedBlock(FrozenValue):
    """Adjacent cells of one table that all differ; each by its keys, with its value on both sides."""

    table: str
    keys: tuple[Key, ...]
    before: tuple[str, ...]
    now: tuple[str, ...]
    span: Span
    alone: bool
    """Whether it is the only block of its table."""

    @property
    def path(self) -> str:
        """Return the name of the cells: ``tables.worth[11..20]``."""
        if not self.keys:
            return f"tables.{self.table}"
        parts = [_range([key[at] for key in self.keys]) for at in range(len(self.keys[0]))]
        return f"tables.{self.table}[{', '.join(parts)}]"


def changed_cell_blocks(before: Ruleset, now: Ruleset) -> Iterator[ChangedBlock]:
    """Yield, block by block, the common cells that differ, and the cells that were added or deleted."""
    for name, table in now.tables.items():
        other = before.tables.get(name)
        if other is None or is_field_table(name) or table.key_names != other.key_names:
            continue
        here, there = cells_by_key(now, table), cells_by_key(before, other)
        changed = [key for key in here if here[key][0] != there.get(key, (None, None))[0]]
        found = _adjoining(changed, [*here])
        for keys in found:
            first = here[keys[0]][1] or table.declared.span
            values = [there.get(key, ("–", None))[0] for key in keys], [here[key][0] for key in keys]
            yield ChangedBlock(name, keys, tuple(values[0]), tuple(values[1]), first, len(found) == 1)


def format_cells(values: Sequence[str]) -> str:
    """Return a list of values as text; if all are equal, the value appears once."""
    if len(set(values)) == 1:
        return values[0]
    return ", ".join((*values[:SHOWN], "…") if len(values) > SHOWN else values)


def restore_cells(ruleset: Ruleset, before: Ruleset, blocks: Sequence[ChangedBlock]) -> Ruleset:
    """Return a ruleset with some cells taken from another."""
    tables = dict(ruleset.tables)
    for block in blocks:
        table, other = tables.get(block.table), before.tables.get(block.table)
        if table is None or other is None:
            continue
        old = dict(zip(table_cell_keys(before, other), other.cells, strict=True))
        back = set(block.keys)
        cells = tuple(
            _same(ruleset, before, table.type, old[key]) if key in back and key in old else cell
            for key, cell in zip(table_cell_keys(ruleset, table), table.cells, strict=True)
        )
        tables[block.table] = dataclasses.replace(table, cells=cells)
    return dataclasses.replace(ruleset, tables=tables)


def _same(ruleset: Ruleset, before: Ruleset, kind: Type, cell: int | None) -> int | None:
    """Return an old cell with the element numbers of the current ruleset."""
    if cell is None or not isinstance(kind, ElementType) or cell < 0:
        return cell
    return ruleset.kinds[kind.kind].index(before.kinds[kind.kind].elements[cell])


def cells_by_key(ruleset: Ruleset, table: Table) -> dict[Key, tuple[str, Span | None]]:
    """Return the value, as text, and the place of every cell, by the names of its keys."""
    spans = table.spans if len(table.spans) == len(table.cells) else [None] * len(table.cells)
    texts = (_text(ruleset, table.type, cell) for cell in table.cells)
    return dict(zip(table_cell_keys(ruleset, table), zip(texts, spans, strict=True), strict=True))


def _text(ruleset: Ruleset, kind: Type, cell: int | None) -> str:
    if cell is None:
        return "–"
    return ruleset.kinds[kind.kind].elements[cell] if isinstance(kind, ElementType) and cell >= 0 else str(cell)


def table_cell_keys(ruleset: Ruleset, table: Table) -> Iterator[Key]:
    """Return the keys of the cells in their order."""
    return product(*(_axis(ruleset, *one) for one in zip(table.key_names, table.lows, table.sizes, strict=True)))


def _axis(ruleset: Ruleset, name: str, low: int, size: int) -> list[str]:
    kind = ruleset.kinds.get(name)
    if kind is not None and name != "player":
        return list(kind.elements[:size])
    return [str(low + at) for at in range(size)]


def _adjoining(changed: Sequence[Key], everything: Sequence[Key]) -> list[tuple[Key, ...]]:
    """Return the changed cells grouped by adjacency along a key."""
    if not changed:
        return []
    axes = [list(dict.fromkeys(key[at] for key in everything)) for at in range(len(changed[0]))]
    points = {tuple(axis.index(word) for axis, word in zip(axes, key, strict=True)): key for key in changed}
    found: list[tuple[Key, ...]] = []
    left = dict(points)
    while left:
        start = next(iter(left))
        block, waiting = {start}, [start]
        del left[start]
        while waiting:
            point = waiting.pop()
            for at, step in product(range(len(point)), (-1, 1)):
                near = (*point[:at], point[at] + step, *point[at + 1 :])
                if near in left:
                    del left[near]
                    block.add(near)
                    waiting.append(near)
        found.append(tuple(points[point] for point in sorted(block)))
    return found


def _range(words: Sequence[str]) -> str:
    different = list(dict.fromkeys(words))
    return different[0] if len(different) == 1 else f"{different[0]}..{different[-1]}"


# -- expected changes ------------------------------------------------------------------------------------------------
# Which changes a variant names, and which of these are wanted: the exact terms stand at the head of this folder.


Why = Literal["named", "brings", "blessed", "accepted", ""]
"""Why a change is wanted: a variant names it, it names something that the variant brings, the baseline has it, it was accepted; or it is beside."""
SPLIT: Final = re.compile(r"[.\[\]/, ]+")
RANGE: Final = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)")
SAME: Final = {"values": "options", "use": "uses", "kinds": "kinds"}


@frozen_class
class JudgedChange(FrozenValue):
    """A change, or a block of changed cells, with its id and the reason why it is wanted."""

    id: str
    path: str
    what: DocumentChange | ChangedBlock
    why: Why

    @property
    def wanted(self) -> bool:
        """Whether the change is expected."""
        return bool(self.why)


@dataclass(slots=True)
class ExpectedChanges:
    """The sources of expected changes: names in variants that the base lacks, items they add, the baseline, and accepted ids."""

    paths: tuple[str, ...]
    brought: frozenset[str]
    statements: frozenset[str]
    accepted: Collection[str] = ()
    baseline: Collection[str] | None = None
    _words: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def judge(self, changes: Sequence[DocumentChange], blocks: Sequence[ChangedBlock]) -> Iterator[JudgedChange]:
        """Yield each change with the reason why it is wanted."""
        several = _several(changes)
        for change in changes:
            identity = change_id(change)
            yield JudgedChange(
                identity, change.path, change, self._decided(identity) or self._of_change(change, several)
            )
        for block in blocks:
            identity = change_id(block)
            yield JudgedChange(identity, block.path, block, self._decided(identity) or self._of_block(block))

    def _decided(self, identity: str) -> Why:
        if identity in self.accepted:
            return "accepted"
        return "blessed" if self.baseline is not None and identity in self.baseline else ""

    def _of_change(self, change: DocumentChange, several: Collection[str]) -> Why:
        if self.baseline is not None or not self.is_named(change):
            return ""
        if change.place is None or f"rules.{change.name}" not in self.paths or change.path not in several:
            return "named"
        return "brings" if self._brings(change) else ""

    def _brings(self, change: DocumentChange) -> bool:
        """Return whether the new content of a place refers to a new item."""
        old = set(tree_words(change.before))
        return any(
            word in self.brought or word in self.statements for word in tree_words(change.now) if word not in old
        )

    def _of_block(self, block: ChangedBlock) -> Why:
        if self.baseline is not None:
            return ""
        named = [path for path in self.paths if path.startswith(f"tables.{block.table}")]
        if any("[" in path and all(self._covers(path, key) for key in block.keys) for path in named):
            return "named"
        whole = any("[" not in path for path in named)
        new = any(word in self.brought for key in block.keys for word in key)
        return "named" if new or (whole and block.alone) else ""

    def _covers(self, path: str, key: tuple[str, ...]) -> bool:
        words = path.partition("[")[2].rstrip("]").split(",")
        return all(_fits(word.strip(), at) for word, at in zip(words, key, strict=False))

    def is_named(self, change: DocumentChange) -> bool:
        """Return whether a variant names a change, its container or its content; library content is named by its use."""
        if isinstance(change.span, BroughtSpan):
            return any(path.startswith("use.") for path in self.paths)
        own = self._split(change.path)
        return any(_begins(own, one) or _begins(one, own) for one in map(self._split, self.paths)) or (
            change.is_gone
            and any(path.startswith("use.") for path in self.paths)
            and "." in change.path.partition(".")[2]
        )

    def _split(self, path: str) -> tuple[str, ...]:
        known = self._words.get(path)
        if known is None:
            words = [word for word in SPLIT.split(path) if word]
            words[0] = SAME.get(words[0], words[0])
            if words[0] == "boards" and len(words) > 1:
                words[0] = "kinds"
            known = self._words[path] = tuple(words)
        return known


def expected_changes(
    before: Documents,
    now: Documents,
    changes: Sequence[DocumentChange],
    accepted: Collection[str],
    baseline: Collection[str] | None,
) -> ExpectedChanges:
    """Find the names in variants that the base does not have."""
    known = {variant for variant, _ in before.named}
    paths = [path for variant, named in now.named if variant not in known for path in named]
    brought = frozenset(change.name for change in changes if change.is_added)
    statements = frozenset(change.name for change in changes if change.sort == "statement" and change.is_added)
    return ExpectedChanges(tuple(paths), brought, statements, accepted, baseline)


def change_id(what: DocumentChange | ChangedBlock) -> str:
    """Return the id of a change, derived from its subject and new content, not from its location."""
    if isinstance(what, ChangedBlock):
        return finding_id("regression", "cells", f"tables.{what.table}", repr((what.keys, what.now)))
    return finding_id("regression", what.sort, what.path, repr((bare(what.before), bare(what.now))))


def _several(changes: Sequence[DocumentChange]) -> frozenset[str]:
    """Return the rules that are changed in several places."""
    paths = [change.path for change in changes if change.place is not None]
    return frozenset(path for path in paths if paths.count(path) > 1)


def _begins(long: tuple[str, ...], short: tuple[str, ...]) -> bool:
    return long[: len(short)] == short


def _fits(word: str, key: str) -> bool:
    found = RANGE.fullmatch(word)
    if found is None:
        return word in ("*", key)
    return key.lstrip("-").isdecimal() and int(found[1]) <= int(key) <= int(found[2])

"""What of two sets of documents is not the same, thing by thing; and documents that have some of these things as before.

Places, citations, sentences and the layout of files do not count. Both are one walk: ``laid_together`` asks of each change whether to keep it, and
who keeps all and writes them down has the list.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from reguli.language.syntax_tree.top_level_items import Item, OptionGroup, RulesFile
from reguli.ruleset.document_nodes import Documents, GameDecl, StateDecl
from reguli.ruleset.kind_nodes import Declared, KindDecl
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span
from reguli.verify.regression.tree_difference import Place, bare, merged, span_of

GAME: Final = ("players", "units", "setup", "round", "agenda", "boards", "uses")
"""What stands in a game besides its stages and its ranking, and is played by."""
ROWS: Final = "rows"
"""The sort of a table whose cells alone are written otherwise: they are compared as they are bound (``cells``)."""
SIGHT: Final = ("visible", "count")
"""What says who sees something."""
Made = TypeVar("Made", bound=Declared)


@kept
class Change(Kept):
    """One thing that is written otherwise.

    ``path`` names it as a variant would: ``constants.fee``, ``rules.greet``, ``guest.bishop.rank``; ``place`` is the place within a rule. A
    thing that one side does not have is added or taken away.
    """

    sort: str
    """``constant``, ``table``, ``kind``, ``element``, ``state``, ``sight``, ``rule``, ``game``, ``option``, ``stage``, ``ranking``, ``statement``."""
    path: str
    before: object
    now: object
    span: Span | None
    place: Place | None = None

    @property
    def is_added(self) -> bool:
        """Whether the base has nothing of that name."""
        return self.before is None and self.place is None

    @property
    def is_gone(self) -> bool:
        """Whether the base alone has it."""
        return self.now is None and self.place is None

    @property
    def name(self) -> str:
        """Give the last word of its path."""
        return self.path.rpartition(".")[2]


Keep = Callable[[Change], bool]


def laid_together(before: Documents, now: Documents, keep: Keep) -> Documents:
    """Give the documents of now with every change that ``keep`` refuses as it was before; cells of tables are asked of elsewhere."""
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


def changes_of(before: Documents, now: Documents) -> tuple[Change, ...]:
    """Give everything that is written otherwise, but for cells of tables."""
    found: list[Change] = []

    def kept_and_noted(change: Change) -> bool:
        if change.sort != ROWS:
            found.append(change)
        return True

    laid_together(before, now, kept_and_noted)
    return tuple(found)


def _declared(sort: str, section: str, before: Sequence[Made], now: Sequence[Made], keep: Keep) -> tuple[Made, ...]:
    return _by_key(
        before, now, lambda one: one.id, lambda key, one, other: _whole(sort, f"{section}.{key}", one, other, keep)
    )


def _by_key(
    before: Sequence[Any], now: Sequence[Any], key_of: Callable[[Any], str], choose: Callable[[str, Any, Any], Any]
) -> tuple[Any, ...]:
    """Put together what has keys: in the order of now, what now does not have behind it."""
    old = {key_of(one): one for one in before}
    new = {key_of(one): one for one in now}
    chosen = (choose(key, old.get(key), new.get(key)) for key in (*new, *(key for key in old if key not in new)))
    return tuple(one for one in chosen if one is not None)


def _whole(sort: str, path: str, before: Any, now: Any, keep: Keep) -> Any:
    if before is not None and now is not None and bare(before) == bare(now):
        return now
    return now if keep(Change(sort, path, before, now, span_of(now) or span_of(before))) else before


def _tables(before: Documents, now: Documents, keep: Keep) -> tuple[Any, ...]:
    def choose(key: str, one: Any, other: Any) -> Any:
        if one is not None and other is not None and _head(one, "rows") == _head(other, "rows"):
            if bare(one.rows) == bare(other.rows):
                return other
            return other if keep(Change(ROWS, f"tables.{key}", one, other, other.span)) else one
        return _whole("table", f"tables.{key}", one, other, keep)

    return _by_key(before.tables, now.tables, _on_board, choose)


def _on_board(one: Any) -> str:
    return one.id if one.board is None else f"{one.board}/{one.id}"


def _head(thing: Kept, *left_out: str) -> object:
    names = (name for name in type(thing).__match_args__ if name not in left_out)
    return tuple(bare(getattr(thing, name)) for name in names)


def _kinds(before: Sequence[KindDecl], now: Sequence[KindDecl], keep: Keep) -> tuple[KindDecl, ...]:
    def choose(key: str, one: KindDecl | None, other: KindDecl | None) -> KindDecl | None:
        if one is None or other is None:
            return _whole("kind", f"kinds.{key}", one, other, keep)  # type: ignore[no-any-return]
        made = other
        if _head(one, "elements") != _head(other, "elements") and not keep(
            Change("kind", f"kinds.{key}", one, other, other.span)
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
        if _head(one, *SIGHT) != _head(other, *SIGHT) and not keep(Change("state", path, one, other, other.span)):
            made = dataclasses.replace(one, visible=other.visible, count=other.count)
        seen = [tuple(bare(getattr(side, name)) for name in SIGHT) for side in (one, other)]
        if seen[0] != seen[1] and not keep(Change("sight", path, one.visible, other.visible, other.span)):
            made = dataclasses.replace(made, visible=one.visible, count=one.count)
        return made

    return _by_key(before, now, lambda one: f"{one.owner}.{one.id}", choose)


def _rules(before: Sequence[RulesFile], now: Sequence[RulesFile], keep: Keep) -> tuple[RulesFile, ...]:
    old = {rule_key(item): item for file in before for item in file.items}
    new = {rule_key(item) for file in now for item in file.items}
    files = [
        dataclasses.replace(
            file, items=tuple(one for item in file.items if (one := _rule(old, item, keep)) is not None)
        )
        for file in now
    ]
    gone = (item for key, item in old.items() if key not in new)
    back = tuple(item for item in gone if not keep(Change("rule", f"rules.{item.name}", item, None, item.span)))
    return (*files, RulesFile("", back)) if back else tuple(files)


def _rule(old: dict[tuple[str, ...], Item], now: Item, keep: Keep) -> Item | None:
    before, path = old.get(rule_key(now)), f"rules.{now.name}"
    if before is None:
        return now if keep(Change("rule", path, None, now, now.span)) else None

    def asked(place: Place) -> bool:
        span = span_of(place.now) or span_of(place.before) or now.span
        return keep(Change("rule", path, place.before, place.now, span, place))

    found: Item = merged(before, now, asked)
    return found


def rule_key(item: Item) -> tuple[str, ...]:
    """Give what tells a rule from all others: its sort and name, of added options the first of them besides."""
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
    return now if keep(Change("game", name, before, now, span)) else before

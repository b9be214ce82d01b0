"""Moves of pieces as Python statements, where they are simple; the walker keeps the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reguli.compile.places import owner
from reguli.compile.source import Lines, indented
from reguli.ir.layout import FieldSlots
from reguli.ir.zones import zone_kind
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Term, Tracked, Variety

if TYPE_CHECKING:
    from reguli.compile.statements import WrittenEffects


def transfer_lines(effects: WrittenEffects, statement: b.Transfer) -> Lines | None:
    """Write a transfer of one variety; ``None`` for all of several."""
    values = effects.values
    source, variety = _token_zone(effects, statement.source)
    target, target_variety = _token_zone(effects, statement.target)
    chosen = variety or target_variety
    if chosen is None and (source.capacity != 1 or target.capacity != 1):
        return None
    note = effects.note(statement)
    here, there = _zone_of(statement.source), _zone_of(statement.target)
    lines = [f"o = {owner(values, here)}", f"q = {owner(values, there)}"]
    lines.append(f"k = {values.sure_text(chosen, source.name, {})}" if chosen is not None else "k = 0")
    lines += [f"a = {source.base} + o * {source.stride} + k", f"c = {target.base} + q * {target.stride} + k"]
    lines.append("n = s[a]" if statement.amount is None else f"n = {values.text(statement.amount, {})}")
    if statement.amount is not None:
        if statement.up_to and not source.infinite:
            lines.append("if n > s[a]: n = s[a]")
        short = "n < 0" if source.infinite else "n < 0 or n > s[a]"
        lines.append(f"if {short}: too_few({source.name!r}, k, n, s[a])")
    moved = [] if source.infinite else ["s[a] -= n"]
    if not target.infinite:
        moved.append("s[c] += n")
        limit = target.declared.capacity
        if limit is not None:
            moved += [
                f"c = {target.base} + q * {target.stride}",
                f"if sum(s[c : c + {target.capacity}]) > {limit}: too_many({limit})",
            ]
    moved.append(f"j.append(({note}, n, k, {source.zone} + o, {target.zone} + q))")
    return [*lines, "if n:", *indented(moved)]


def relocate_lines(effects: WrittenEffects, statement: b.Relocate) -> Lines | None:
    """Write a move of pieces among zones none of which is a stack."""
    values, layout = effects.values, effects.values.layout
    kind, target = zone_kind(statement.target), _zone_of(statement.target)
    of_kind = [field for field in layout.fields.values() if field.declared.form == "zone" and field.declared.of == kind]
    if any(field.declared.order == "stack" for field in of_kind):
        return None
    note = effects.note(statement)
    first, size, field = layout.places[kind], layout.size_of(kind), layout.fields[target.field]
    lines = [f"q = {field.zone} + {owner(values, target)}"]
    if statement.source is not None:
        source = _zone_of(statement.source)
        lines.append(f"o = {layout.fields[source.field].zone} + {owner(values, source)}")
    body = [f"a = s[{first} + k]"]
    if statement.source is not None:
        names = values.module.thing("C", values.ruleset.kinds[kind].elements)
        body.append(f"if a != o: elsewhere({names}[k])")
    body.append(f"s[{first} + k] = q")
    if field.declared.capacity is not None:
        body.append(f"if s[{first}:{first + size}].count(q) > {field.capacity}: too_many({field.capacity})")
    body.append(f"j.append(({note}, k, a, q))")
    if statement.many:
        return [*lines, f"for k in tuple({values.text(statement.pieces, {})}):", *indented(body)]
    return [*lines, f"k = {values.sure_text(statement.pieces, 'move', {})}", *body]


def _token_zone(effects: WrittenEffects, zone: Term) -> tuple[FieldSlots, Term | None]:
    """Give the field of a token zone, and the variety where only one is meant."""
    variety = zone.variety if isinstance(zone, Variety) else None
    return effects.values.layout.fields[_zone_of(zone).field], variety


def _zone_of(zone: Term) -> Tracked:
    inner = zone if isinstance(zone, Tracked) else getattr(zone, "zone", zone)
    assert isinstance(inner, Tracked)
    return inner

"""Places as Python expressions: fields, zones, amounts, and what lies in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reguli.model.tree import terms as t

if TYPE_CHECKING:
    from reguli.compile.expressions import Locals, Written

FEW = 4
"""So many slots are added one by one; more are summed."""


def is_single(w: Written, term: t.Tracked) -> bool:
    """Tell whether a field holds one value."""
    return w.layout.fields[term.field].declared.form in ("number", "flag", "element")


def unordered_zone(w: Written, term: t.Term) -> t.Tracked | None:
    """Give the zone whose unique pieces a term names, if they lie there without an order."""
    zone = term.zone if isinstance(term, t.Contents) else term
    if not isinstance(zone, t.Tracked):
        return None
    declared = w.layout.fields[zone.field].declared
    kind = w.ruleset.kinds.get(declared.of or "")
    pieces = declared.form == "zone" and kind is not None and kind.form == "pieces"
    return zone if pieces and declared.order != "stack" else None


def owner(w: Written, term: t.Tracked) -> str:
    """Write the element a field or zone belongs to; 0 for the game."""
    return "0" if term.owner is None else w.sure_text(term.owner, term.field, {})


def base(w: Written, term: t.Tracked, known: Locals) -> str:
    """Write the first slot of a field of its element."""
    field = w.layout.fields[term.field]
    if term.owner is None:
        return str(field.base)
    if isinstance(term.owner, t.Constant):
        return str(field.base + term.owner.value * field.stride)
    index = w.sure_text(term.owner, term.field, known)
    return f"{field.base} + {index}" if field.stride == 1 else f"{field.base} + {index} * {field.stride}"


def lying(w: Written, zone: t.Tracked, known: Locals) -> tuple[str, str]:
    """Write the slots that say where the pieces of a zone's kind lie, and the number of the zone."""
    field = w.layout.fields[zone.field]
    assert field.declared.of is not None
    first = w.layout.places[field.declared.of]
    number = str(field.zone)
    if zone.owner is not None:
        number = f"{number} + {w.sure_text(zone.owner, zone.field, known)}"
    return f"s[{first}:{first + w.layout.size_of(field.declared.of)}]", number


def contents(w: Written, zone: t.Term, known: Locals) -> str | None:
    """Write what lies in a list or an unordered zone."""
    if not isinstance(zone, t.Tracked):
        return None
    if w.layout.fields[zone.field].declared.form == "list":
        name, first = w.module.new("x"), base(w, zone, known)
        return f"tuple(s[({name} := {first}) + 1 : {name} + 1 + s[{name}]])"
    if unordered_zone(w, zone) is None:
        return None
    places, number = lying(w, zone, known)
    function = w.module.write(w.module.new("h"), ("s", "q"), [f"return [i for i, z in enumerate({places}) if z == q]"])
    return f"{function}(s, {number})"


def amount(w: Written, zone: t.Term, known: Locals) -> str | None:
    """Write how many tokens lie in a zone, of one variety or of all."""
    variety = zone.variety if isinstance(zone, t.Variety) else None
    zone = zone.zone if isinstance(zone, t.Variety) else zone
    if not isinstance(zone, t.Tracked):
        return None
    count, first = w.layout.fields[zone.field].capacity, base(w, zone, known)
    if variety is not None:
        return f"s[{first} + {w.sure_text(variety, zone.field, known)}]"
    if count == 1:
        return f"s[{first}]"
    name = w.module.new("x")
    if count <= FEW:
        parts = [f"s[({name} := {first})]", *(f"s[{name} + {number}]" for number in range(1, count))]
        return f"({' + '.join(parts)})"
    return f"sum(s[({name} := {first}) : {name} + {count}])"

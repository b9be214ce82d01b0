"""What one player sees, as lines of text."""

from __future__ import annotations

from collections.abc import Mapping

from reguli.engine.places_text import position_plain
from reguli.engine.playthrough import Playthrough
from reguli.engine.speech import Plain, element_text
from reguli.engine.views import HIDDEN, view
from reguli.ir.program import Program


def view_lines(playthrough: Playthrough, player: int | None) -> list[str]:
    """Give the position as a player (``None``: a spectator) sees it."""
    shown = view(playthrough, player)["position"]
    assert isinstance(shown, dict)
    return _lines(playthrough, shown)


def position_lines(playthrough: Playthrough) -> list[str]:
    """Give the whole position, nothing hidden."""
    return _lines(playthrough, position_plain(playthrough.program, playthrough.slots, playthrough.names))


def _lines(playthrough: Playthrough, shown: Mapping[str, Plain]) -> list[str]:
    program = playthrough.program
    lines: list[str] = []
    for owner, fields in shown.items():
        if not isinstance(fields, dict):
            continue
        if owner == "facts":
            lines.append(_facts(fields))
        elif owner == "game":
            lines += [f"{name}: {_value(program, 'game', name, value)}" for name, value in fields.items()]
        else:
            lines += _owned(playthrough, owner, fields)
    return lines


def _facts(facts: Mapping[str, Plain]) -> str:
    parts = [f"round {facts['round']}"]
    parts += [f"{name} {facts[name]}" for name in ("phase", "stage") if facts.get(name) is not None]
    return ", ".join([*parts, "over"] if facts.get("over") else parts)


def _owned(playthrough: Playthrough, owner: str, fields: Mapping[str, Plain]) -> list[str]:
    """Give one line for each element that has something; players always have one."""
    program, names = playthrough.program, playthrough.names
    count = program.layout.size_of(owner)
    lines = []
    for index in range(count):
        element = element_text(program, owner, index, names, ids=True)
        parts = []
        for name, values in fields.items():
            value = values.get(element) if isinstance(values, dict) else None
            if owner == "player" or value not in (None, 0, False, [], {}):
                parts.append(f"{name} {_value(program, owner, name, value)}")
        if parts:
            lines.append(f"{element_text(program, owner, index, names)}: {'; '.join(parts)}")
    return lines


def _value(program: Program, owner: str, name: str, value: Plain) -> str:
    of = program.layout.fields[f"{owner}.{name}"].declared.of
    match value:
        case None:
            return "without limit" if program.layout.fields[f"{owner}.{name}"].infinite else "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(_item(program, of, item) for item in value) or "nothing"
        case dict():
            if value.get(HIDDEN) is True:
                return f"{value['count']} hidden" if "count" in value else "hidden"
            return ", ".join(f"{count} {variety}" for variety, count in value.items()) or "nothing"
        case _:
            return _item(program, of, value)


def _item(program: Program, kind: str | None, item: Plain) -> str:
    if isinstance(item, list):
        return f"{len(item)} in unknown order ({', '.join(_item(program, kind, each) for each in item)})"
    known = program.ruleset.kinds.get(kind or "")
    if known is not None and isinstance(item, str) and item in known.elements:
        return known.labels[known.elements.index(item)]
    return str(item)

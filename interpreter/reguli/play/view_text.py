"""What one player sees, as lines of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from reguli.engine.notation import Plain, element_text
from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.positions.contents import position_plain
from reguli.engine.seeing.views import HIDDEN, view
from reguli.ir.program import Program
from reguli.play.say import known_ends
from reguli.words.catalogue.interface import ENGLISH, Interface

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.sitting_tongue import SittingTongue


def view_lines(
    playthrough: Playthrough, player: int | None, words: Interface = ENGLISH, tongue: SittingTongue | None = None
) -> list[str]:
    """Give the position as a player (``None``: a spectator) sees it."""
    shown = view(playthrough, player)["position"]
    assert isinstance(shown, dict)
    return _lines(playthrough, shown, words, tongue)


def position_lines(
    playthrough: Playthrough, words: Interface = ENGLISH, tongue: SittingTongue | None = None
) -> list[str]:
    """Give the whole position, nothing hidden."""
    return _lines(playthrough, position_plain(playthrough.program, playthrough.slots, playthrough.names), words, tongue)


def _lines(
    playthrough: Playthrough, shown: Mapping[str, Plain], words: Interface, tongue: SittingTongue | None
) -> list[str]:
    facts = shown.get("facts")
    if tongue is not None and isinstance(facts, dict):
        # Terms and wordings are loaded with the tongue.
        from reguli.play.view_said import said_lines

        return [_facts_said(facts, words, tongue), *said_lines(playthrough, shown, words, tongue)]
    program = playthrough.program
    lines: list[str] = []
    for owner, fields in shown.items():
        if not isinstance(fields, dict):
            continue
        if owner == "facts":
            lines.append(_facts(fields, words))
        elif owner == "game":
            lines += [f"{name}: {_value(program, 'game', name, value, words)}" for name, value in fields.items()]
        else:
            lines += _owned(playthrough, owner, fields, words)
    return lines


def _facts(facts: Mapping[str, Plain], words: Interface) -> str:
    parts = [words.say("round {round}", round=str(facts["round"]))]
    if facts.get("phase") is not None:
        parts.append(words.say("phase {phase}", phase=str(facts["phase"])))
    if facts.get("stage") is not None:
        parts.append(words.say("stage {stage}", stage=str(facts["stage"])))
    return ", ".join([*parts, words.say("over")] if facts.get("over") else parts)


def _facts_said(facts: Mapping[str, Plain], words: Interface, tongue: SittingTongue) -> str:
    number = facts["round"]
    parts = [tongue.round(number if isinstance(number, int) else 0)]
    parts += [tongue.era(kind, str(facts[kind])) for kind in ("phase", "stage") if facts.get(kind) is not None]
    return ", ".join([*parts, words.say("over")] if facts.get("over") else parts)


def _owned(playthrough: Playthrough, owner: str, fields: Mapping[str, Plain], words: Interface) -> list[str]:
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
                parts.append(f"{name} {_value(program, owner, name, value, words)}")
        if parts:
            lines.append(f"{element_text(program, owner, index, names)}: {'; '.join(parts)}")
    return lines


def _value(program: Program, owner: str, name: str, value: Plain, words: Interface) -> str:
    of = program.layout.fields[f"{owner}.{name}"].declared.of
    match value:
        case None:
            infinite = program.layout.fields[f"{owner}.{name}"].infinite
            return words.say("without limit") if infinite else words.say("none")
        case bool():
            return words.say("yes") if value else words.say("no")
        case list():
            return ", ".join(_item(program, of, item, words) for item in value) or words.say("nothing")
        case dict():
            if value.get(HIDDEN) is True:
                ends = known_ends(value, words, lambda card: _item(program, of, card, words))
                return "; ".join([_hidden(value, words), *ends])
            return ", ".join(f"{count} {variety}" for variety, count in value.items()) or words.say("nothing")
        case _:
            return _item(program, of, value, words)


def _hidden(value: Mapping[str, Plain], words: Interface) -> str:
    count = value.get("count")
    return words.count("{n} hidden", "{n} hidden", count) if isinstance(count, int) else words.say("hidden")


def _item(program: Program, kind: str | None, item: Plain, words: Interface) -> str:
    if isinstance(item, list):
        items = ", ".join(_item(program, kind, each, words) for each in item)
        return words.count("{n} in unknown order ({items})", "{n} in unknown order ({items})", len(item), items=items)
    known = program.ruleset.kinds.get(kind or "")
    if known is not None and isinstance(item, str) and item in known.elements:
        return known.labels[known.elements.index(item)]
    return str(item)

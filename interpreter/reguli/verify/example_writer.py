"""Generation of a runnable example from a playthrough: its position, a move and the changes it makes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import Plain, move_text, place_text, typable_option_names
from reguli.engine.position_documents.position_values import place_as_plain
from reguli.engine.position_documents.position_writer import (
    PositionStep,
    document_player_names,
    played_move_step,
    write_position_document,
)
from reguli.ir.program import Program
from reguli.ir.state_layout import FACTS, FieldSlots
from reguli.model.types import ZoneType

HEAD: Final = """\
# Written from a game. What is expected is what the rules do now: hold each line against the rulebook before you keep it, take out
# what the example is not about, and say under 'cites:' which statements it shows.
"""
WORD: Final = re.compile(r"[a-z][a-z0-9_]*( [a-z0-9_]+)*")
NOT_PLAIN: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
"""Words that are no text without quotes."""
MOST_MOVES: Final = 12
"""Of an option with more legal moves they are not listed."""
PHASE, STAGE = FACTS.index("phase"), FACTS.index("stage")


def example_text(playthrough: GamePlaythrough, name: str, move: int | None = None) -> str | None:
    """Return an example as the text of a file of its own; ``None`` if the position cannot be written.

    Without ``move`` it is the position the playthrough stands at, and what may be chosen there. With it (the number of a
    move, from 1) it is the position before that move, the move, and what it changed; of a move without a choice, which
    examples leave out, the chosen one before it.
    """
    if move is None:
        written = write_position_document(playthrough)
        claims = claim_legal_moves(playthrough)
        steps: Sequence[PositionStep] = () if written is None else written.steps
    else:
        before = playthrough.branch()
        while (len(before.moves) >= move or playthrough.moves[len(before.moves)].only) and before.undo():
            pass
        played = playthrough.moves[len(before.moves)]
        after = before.branch()
        after.play_forced = True
        after.apply(played.move)
        written = write_position_document(before, after)
        steps = () if written is None else (*written.steps, played_move_step(before, played))
        claims = claim_changed_values(before, after)
    if written is None:
        return None
    return _text(name, written.document, steps, claims)


def claim_legal_moves(playthrough: GamePlaythrough) -> list[Mapping[str, object]]:
    """Return claims on the legal moves of each option that has few, or on the ranking if there is no decision."""
    decision, names = playthrough.decision, document_player_names(playthrough)
    if decision is None:
        places: dict[int, list[str]] = {}
        for place in playthrough.places():
            places.setdefault(place.place, []).append(names[place.player])
        return [{"ranking": [places[at] for at in sorted(places)]}]
    by = names[playthrough.actor]
    found: dict[str, list[str]] = {name: [] for name in typable_option_names(decision)}
    for family in playthrough.families():
        for move in family.moves():
            moves = found[move.option]
            if len(moves) > MOST_MOVES:
                break
            moves.append(move_text(playthrough.program, decision, move, names))
    return [{"legal": option, "by": by, "is": moves} for option, moves in found.items() if len(moves) <= MOST_MOVES]


def claim_changed_values(before: GamePlaythrough, after: GamePlaythrough) -> list[Mapping[str, object]]:
    """Return claims on each changed value; values in an unknown order are left out."""
    program, names = before.program, document_player_names(before)
    claims: list[Mapping[str, object]] = []
    for name, at in (("phase", PHASE), ("stage", STAGE)):
        kind = program.ruleset.kinds.get(name)
        if kind is not None and before.slots[at] != after.slots[at] >= 0:
            claims.append({"value": name, "is": kind.elements[after.slots[at]]})
    for field in program.layout.fields.values():
        for place in range(field.places):
            old, new = (place_as_plain(program, one.slots, field, place, names) for one in (before, after))
            if old != new and not is_partly_unordered(new) and not field.infinite:
                claims.append(
                    {
                        "value": place_text(program, field.name, place, names, ids=True),
                        "is": claim_value(program, field, new),
                    }
                )
    if after.decision is not None:
        return claims or claim_legal_moves(after)
    return [*claims, *claim_legal_moves(after)]


def claim_value(program: Program, field: FieldSlots, value: Plain) -> Plain:
    """Return a value in the form of a claim: the content of a zone for one piece is that piece, not a set."""
    found = program.ruleset.state_types[field.name]
    if isinstance(found, ZoneType) and found.one and isinstance(value, list):
        value = value[0] if value else None
    return "none" if value is None else value


def is_partly_unordered(value: Plain) -> bool:
    """Return whether the order of a value is partly unknown: the shuffled part of a stack is a nested list."""
    return isinstance(value, list) and any(isinstance(item, list) for item in value)


# -- as text -------------------------------------------------------------------------------------------------------


def _text(
    name: str, document: Mapping[str, object], steps: Sequence[PositionStep], claims: Sequence[Mapping[str, object]]
) -> str:
    lines = [
        *format_example_item({"id": name, **document}, steps),
        "  then:",
        *(f"    - {yaml_flow_value(claim)}" for claim in claims),
    ]
    return "\n".join([HEAD.rstrip("\n"), "examples:", *("  " + line for line in lines)]) + "\n"


def format_example_item(document: Mapping[str, object], steps: Sequence[PositionStep]) -> list[str]:
    """Return an example as a YAML list item without its claims: the keys of its document in order, then the steps."""
    lines: list[str] = []
    for key, value in document.items():
        if key == "state" and isinstance(value, Mapping):
            lines.append("state:")
            lines += [f"  {yaml_flow_value(place)}: {yaml_flow_value(said)}" for place, said in value.items()]
        else:
            lines.append(f"{key}: {yaml_flow_value(value)}")
    if steps:
        lines.append("when:")
        lines += [f"  - {yaml_flow_value({'move': step.move, 'by': step.by})}" for step in steps]
    return [("- " if at == 0 else "  ") + line for at, line in enumerate(lines)]


def yaml_flow_value(value: object) -> str:
    """Return a JSON-ready value on one line of YAML."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return value if WORD.fullmatch(value) and value not in NOT_PLAIN else json.dumps(value, ensure_ascii=False)
        case Mapping():
            return (
                "{" + ", ".join(f"{yaml_flow_value(key)}: {yaml_flow_value(item)}" for key, item in value.items()) + "}"
            )
        case list() | tuple():
            return "[" + ", ".join(yaml_flow_value(item) for item in value) + "]"
        case _:
            return str(value)

"""What a table says, in ids and digits: options, reasons, rankings, mistakes in what was typed."""

from __future__ import annotations

from collections.abc import Sequence

from reguli.engine.legal import Family, Move
from reguli.engine.playthrough import Playthrough
from reguli.engine.reasons import Refusal
from reguli.engine.speech import Plain, Unreadable, element_text, move_text, value_text
from reguli.source.near import near


def family_text(playthrough: Playthrough, family: Family) -> str:
    """Give a move as it is typed, ``nominate 13 <13-50>`` for a run of numbers."""
    decision, program = playthrough.decision, playthrough.program
    assert decision is not None
    if family.span is None or family.size == 1:
        return move_text(program, decision, family.move(0), playthrough.names)
    types = [parameter.variable.type for parameter in family.choice.option.parameters]
    words = [
        value_text(program, kind, value, playthrough.names)
        for kind, value in zip(types, family.arguments, strict=False)
    ]
    return " ".join([family.choice.option.name, *words, f"<{family.span[0]}-{family.span[-1]}>"])


def said_move(playthrough: Playthrough, move: Move) -> str:
    """Give a move of the present decision as it is typed."""
    assert playthrough.decision is not None
    return move_text(playthrough.program, playthrough.decision, move, playthrough.names)


def player_text(playthrough: Playthrough, seat: int) -> str:
    """Name a player."""
    return element_text(playthrough.program, "player", seat, playthrough.names)


def refusal_lines(refusal: Refusal) -> list[str]:
    """Say one reason: its name, the condition with the values that made it fail, what is missing, what would do."""
    head = f"{refusal.name}({', '.join(_said(value) for value in refusal.arguments)})" if refusal.arguments else refusal.name
    lines = [f"{head}: {refusal.text}" if refusal.text else head]
    if refusal.values:
        lines.append("  " + ", ".join(f"{name} {_said(value)}" for name, value in refusal.values))
    if refusal.missing is not None:
        lines.append(f"  missing: {refusal.missing}{f' {refusal.unit}' if refusal.unit else ''}")
    if refusal.admissible:
        lines.append(f"  what would do: {', '.join(_said(value) for value in refusal.admissible)}")
    lines.append("  " + "  ".join(part for part in (refusal.span, refusal.rule, ", ".join(refusal.cites)) if part))
    return lines


def _said(value: Plain) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return "{" + ", ".join(_said(item) for item in value) + "}"
        case dict():
            return "{" + ", ".join(f"{key}: {_said(item)}" for key, item in value.items()) + "}"
        case _:
            return str(value)


def ranking_lines(playthrough: Playthrough) -> list[str]:
    """Say the ranking, best first, with the value of every criterion."""
    criteria = [criterion.text for criterion in playthrough.program.ruleset.ranking]
    lines = []
    for place in playthrough.places():
        values = ", ".join(f"{text} {value}" for text, value in zip(criteria, place.values, strict=True))
        lines.append(f"{place.place}. {player_text(playthrough, place.player)}  {values}".rstrip())
    return lines


def unreadable_line(playthrough: Playthrough, unreadable: Unreadable, typed: str) -> str:
    """Say what is wrong with a typed move, and what would do."""
    word, known = unreadable.word, unreadable.expected
    meant = near(word, known)
    hint = f" Did you mean {meant}?" if meant else ""
    match unreadable.kind:
        case "option":
            what = f"There is no option {word!r} here." if word else "Say an option."
            return f"{what}{hint} Options: {', '.join(known)}."
        case "count":
            option = typed.split(maxsplit=1)[0] if typed.split() else ""
            form = " ".join([option, *(name.upper() for name in known)])
            return f"{option} is said as: {form}."
        case "number":
            return f"{word!r} should be a whole number."
        case _:
            return f"{word!r} is not known here.{hint} Known: {_some(known)}."


def _some(words: Sequence[str], most: int = 40) -> str:
    more = f", … {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more

"""All that an example can claim where its moves have led: what they changed, what may be done there, and at the end how everybody comes in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.notation import element_text
from reguli.ir.runtime_faults import RulesFault
from reguli.model.types import NumberType
from reguli.source.message_arguments import Said, Value
from reguli.verify.example_claims import shown
from reguli.verify.example_writer import changes, choices

Claims = Mapping[str, Mapping[str, object]]
"""Claims by what they are about, so that those of two sides can be held against each other."""


def claims_of(before: Playthrough | None, after: Playthrough | None) -> Claims:
    """Give every claim of what moves have changed; none where they lead nowhere, or where the rules fail at what a claim asks."""
    if before is None or after is None:
        return {}
    try:
        found = [
            *changes(before, after),
            *(choices(after) if after.decision is not None else ()),
            *(_standing(after) if after.over else ()),
        ]
    except RulesFault:
        return {}
    return {_about(claim): claim for claim in found}


def said_of(claim: Mapping[str, object]) -> Said:
    """Say a claim."""
    match claim:
        case {"value": str(place), "is": value}:
            return Said("reading.value", place=place, value=shown(value))  # type: ignore[arg-type]
        case {"legal": str(option), "by": str(by), "is": [*moves]}:
            return Said("reading.legal", player=by, option=option, moves=_row([str(one) for one in moves]))
        case {"ranking": list(groups)}:
            return Said("reading.ranking", ranking=_row([" = ".join(map(str, group)) for group in groups]))
        case _:
            raise AssertionError(claim)


def alike(claims: Claims, other: Claims) -> list[str]:
    """Give what both claim, by what it is about."""
    return [about for about, claim in claims.items() if other.get(about) == claim]


def _about(claim: Mapping[str, object]) -> str:
    form = next(iter(claim))
    return form if form == "ranking" else f"{form} {claim[form]}"


def _row(items: list[str]) -> Value:
    return ", ".join(items) if items else Said("reading.none")


def _standing(after: Playthrough) -> Iterator[Mapping[str, object]]:
    """Claim what each line of the ranking asks of everybody: of two who come in alike by another number the ranking says nothing."""
    program = after.program
    for place in after.places():
        name = element_text(program, "player", place.player, after.names)
        for line, value in zip(program.ruleset.ranking, place.values, strict=False):
            if isinstance(line.by.type, NumberType):
                yield {"value": re.sub(rf"\b{line.variable.name}\b", name, line.text), "is": value}

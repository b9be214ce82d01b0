"""A playthrough as plain data for a page: the position at the beginning, and what each step changed.

A position is flat here: ``game/deck``, ``player/money/seat_1``, ``facts/round`` to a plain value, so that a step is the
few places that changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from reguli.engine.journal import entries
from reguli.engine.places_text import position_plain
from reguli.engine.playthrough import Played, Playthrough
from reguli.engine.speech import Plain, element_text, move_text
from reguli.ir.program import Program
from reguli.play.board_plan import board_plan

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.table_voice import TableVoice

Flat = dict[str, Plain]
MOST_LINES: Final = 60
"""Journal entries shown of one step; a step that ends a round has some dozens."""


def flat_position(playthrough: Playthrough) -> Flat:
    """Give the whole position as one level of places and values."""
    found: Flat = {}
    for owner, fields in position_plain(playthrough.program, playthrough.slots).items():
        assert isinstance(fields, dict)
        for name, value in fields.items():
            if owner in ("facts", "game") or not isinstance(value, dict):
                found[f"{owner}/{name}"] = value
            else:
                found.update({f"{owner}/{name}/{element}": each for element, each in value.items()})
    return found


def replay_data(first: Playthrough, moves: Sequence[Played], title: str) -> dict[str, Plain]:
    """Give everything a replay page shows.

    ``first`` stands at the beginning, with ``play_forced`` off; the moves, forced ones among them, are played on it.
    """
    program = first.program
    start = flat_position(first)
    steps: list[Plain] = [_step(first, None, start, {}, 0)]
    before = start
    for played in moves:
        said = _move_said(first, played)
        told = len(first.journal)
        first.apply(played.move)
        after = flat_position(first)
        steps.append(_step(first, said, after, before, told))
        before = after
    return {
        "title": title,
        "ruleset": program.ruleset.name,
        "seats": [element_text(program, "player", seat, first.names) for seat in range(program.players)],
        "seat_ids": list(program.ruleset.kinds["player"].elements[: program.players]),
        "criteria": [criterion.text for criterion in program.ruleset.ranking],
        "fields": _fields(program),
        "labels": _labels(program),
        "board": board_plan(program.ruleset),
        "start": start,
        "steps": steps,
        "over": first.over,
        "ranking": [
            {"place": place.place, "seat": place.player, "values": list(place.values)} for place in first.places()
        ],
    }


def _move_said(playthrough: Playthrough, played: Played) -> dict[str, Plain]:
    assert playthrough.decision is not None
    said = move_text(playthrough.program, playthrough.decision, played.move, playthrough.names)
    return {"seat": played.actor, "move": said, "forced": played.forced}


def _step(playthrough: Playthrough, said: dict[str, Plain] | None, after: Flat, before: Flat, told: int) -> Plain:
    lines = [entry.text for entry in entries(playthrough, "all", told)]
    shown: list[Plain] = list(lines[:MOST_LINES])
    if len(lines) > MOST_LINES:
        shown.append(f"… {len(lines) - MOST_LINES} more")
    changed: Flat = (
        {place: value for place, value in after.items() if before.get(place, ...) != value} if before else {}
    )
    step: dict[str, Plain] = {
        "round": after.get("facts/round"),
        "phase": after.get("facts/phase"),
        "stage": after.get("facts/stage"),
        "lines": shown,
        "changed": changed,
    }
    return step if said is None else {**said, **step}


def _fields(program: Program) -> dict[str, Plain]:
    """Say of each place that is tracked what lies there, so that a page knows how to show it."""
    found: dict[str, Plain] = {}
    for field in program.layout.fields.values():
        declared = field.declared
        of = declared.of
        kind = program.ruleset.kinds.get(of or "")
        seats = of == "player" or (kind is not None and kind.variety == "player")
        found[f"{declared.owner}/{declared.id}"] = {
            "owner": declared.owner,
            "name": declared.id,
            "form": declared.form,
            "of": of,
            "pieces": kind is not None and kind.form == "pieces",
            "seats": seats,
        }
    return found


def _labels(program: Program) -> dict[str, Plain]:
    """Give the labels of the elements that are called otherwise than by their ids."""
    found: dict[str, Plain] = {}
    for kind in program.ruleset.kinds.values():
        named = kind.values.get("name", kind.labels)
        labels: dict[str, Plain] = {
            element: str(label)
            for element, label in zip(kind.elements, named, strict=True)
            if label is not None and str(label) != element
        }
        if labels:
            found[kind.id] = labels
    return found

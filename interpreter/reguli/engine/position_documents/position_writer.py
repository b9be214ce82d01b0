"""Positions written as documents: the differences from the rules' set-up.

Not every position can be written: a decision within a procedure depends on what the procedure was given and has done so far. So the way
back is tried: the latest position, this one or one before it, whose document sets up the very same position again, and the moves from there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from reguli.engine.chance_nodes import DRAWS, chance_sites
from reguli.engine.chance_source import ChanceRefused
from reguli.engine.gameplay.playthrough import GamePlaythrough, IllegalMove, PlayedMove, outcomes_by_chance_node
from reguli.engine.notation import Plain, Unreadable, element_text, move_text, parse_move, place_text
from reguli.engine.position_documents.document_setup import set_up_position, state_after_setup
from reguli.engine.position_documents.position_values import element_as_plain, elements_as_plain, place_as_plain
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.builtin_functions import read_list_members
from reguli.ir.program import Slots
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FACTS, FieldSlots
from reguli.model.bound_tree.bound_terms import Variable
from reguli.model.types import (
    CollectionType,
    ElementType,
    ManyType,
    NumberType,
    PlaceType,
    TruthType,
    UnknownType,
)
from reguli.ruleset.declarations.example_files import POSITION, Given, PositionDecl
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ValueContext
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml

# -- position json ---------------------------------------------------------------------------------------------------
# Position documents as JSON: how a save keeps the position its playthrough began with, and how programs give one.


NAME = "position"
"""The file name in the places of findings."""


def position_document_json(written: PositionDecl) -> dict[str, object]:
    """Return a position in JSON form, as a position document."""
    found: dict[str, object] = {}
    if written.players is not None:
        found["players"] = written.players
    if written.options:
        found["options"] = {name: value for name, value, _ in written.options}
    if written.seats:
        found["seats"] = dict(written.seats)
    if written.chance:
        found["chance"] = {site: given.plain() for site, given in written.chance}
    if written.at is not None:
        at: dict[str, object] = {"phase": written.at.phase, "decision": written.at.decision, "by": written.at.by}
        if written.at.given:
            at["with"] = {name: _none_said(given) for name, given in written.at.given}
        found["at"] = {key: value for key, value in at.items() if value is not None}
    if written.initial:
        found["setup"] = "initial"
    if written.state:
        found["state"] = {place.text: _none_said(place.value) for place in written.state}
    return found


def _none_said(given: Given) -> object:
    plain = given.plain()
    return "none" if plain is None else plain


def read_plain_position(document: object, bag: Bag) -> PositionDecl | None:
    """Read a position from plain values; ``None`` with findings (file ``position``) if it is invalid."""
    before = len(bag)
    sources = Sources()
    text = json.dumps(document, ensure_ascii=True, indent=1)
    sources.add(NAME, text)
    node = read_yaml(text, NAME, bag)
    found = None if node is None else POSITION.read(node, ValueContext(Said("part.position")), NodeReader(bag, sources))
    return found if len(bag) == before else None


# -- position writer -------------------------------------------------------------------------------------------------


ROUND, STAGE, COMING = (FACTS.index(name) for name in ("round", "stage", "coming_stage"))
FURTHEST: Final = 400
"""So many positions before the wanted one are tried."""


@frozen_class
class PositionStep(FrozenValue):
    """A move from the written position towards the intended one: as typed, and its player."""

    move: str
    by: str


@frozen_class
class WrittenPosition(FrozenValue):
    """A position document as plain values, and the moves that follow it."""

    document: Mapping[str, object]
    steps: tuple[PositionStep, ...]


def write_position_document(
    playthrough: GamePlaythrough, then: GamePlaythrough | None = None
) -> WrittenPosition | None:
    """Write the position of a playthrough; ``None`` if neither it nor any earlier one can be written.

    What chance brings on the way is prescribed in the document, and on to where ``then`` stands, which went on from here.
    """
    back = playthrough.branch()
    for _ in range(FURTHEST):
        moves = playthrough.moves[len(back.moves) :]
        steps = [played_move_step(back, played) for played in moves if not (played.forced or played.only)]
        document = draft_position_document(back)
        chance = prescribe_outcomes_since(then or playthrough, len(back.chance.log))
        if chance:
            document["chance"] = chance
        if _leads_to(playthrough, document, steps) or _leads_with_names(playthrough, back, document, steps):
            return WrittenPosition(document, tuple(steps))
        if not back.undo():
            return None
    return None


def played_move_step(playthrough: GamePlaythrough, played: PlayedMove) -> PositionStep:
    """Write a played move in typed form."""
    program, names = playthrough.program, document_player_names(playthrough)
    text = move_text(program, program.decisions[played.decision], played.move, names)
    return PositionStep(text, element_text(program, "player", played.actor, names))


def prescribe_outcomes_since(playthrough: GamePlaythrough, since: int) -> dict[str, object]:
    """Return the chance outcomes after a given number, in document form: lots by name, single draws of a stack."""
    sites = {site.key: site for site in chance_sites(playthrough.program, document_player_names(playthrough))}
    found: dict[str, object] = {}
    for key, outcomes in outcomes_by_chance_node(playthrough.chance.log[since:]).items():
        site = sites[key]
        found[site.name + DRAWS if site.form == "stack" else site.name] = outcomes
    return found


def document_player_names(playthrough: GamePlaythrough) -> tuple[str, ...]:
    """Return the players' names in a document: their own, else a, b, c, ..."""
    return playthrough.names or tuple("abcdefghijklmnopqrst"[: playthrough.program.players])


def draft_position_document(playthrough: GamePlaythrough, seeds: Sequence[int] = (0,)) -> dict[str, object]:
    """Write a playthrough's position as a document: its differences from the set-up under some seeds. It may not lead back here."""
    program, slots, names = playthrough.program, playthrough.slots, document_player_names(playthrough)
    found: dict[str, object] = {"players": program.players}
    if playthrough.names:
        found["seats"] = {name: seat for seat, name in enumerate(names)}
    if program.ruleset.options:
        found["options"] = dict(program.ruleset.options)
    decision = playthrough.decision
    if decision is not None and playthrough.phase is not None:
        by = names[playthrough.actor]
        found["at"] = {"phase": playthrough.phase, "decision": decision.ask.name, "by": by}
    stage = {"stage": program.ruleset.stages[slots[STAGE]].id} if program.ruleset.stages else {}
    return {**found, "state": {"round": slots[ROUND], **stage, **_fields(program, slots, names, seeds)}}


def _fields(program: Playable, slots: Slots, names: tuple[str, ...], seeds: Sequence[int]) -> dict[str, object]:
    """Return each field that differs from the set-up; with several owners, the places that differ initially."""
    known = [state_after_setup(program, seed) for seed in seeds]
    found: dict[str, object] = {}
    for field in program.layout.fields.values():
        if field.infinite or _is_start(program, field):
            continue
        now, box, *then = ([place_as_plain(program, where, field, place, names) for place in range(field.places)]
                           for where in (slots, list(program.first), *known))  # fmt: skip
        if all(one == now for one in then):
            continue
        said = {place: now[place] for place in range(field.places) if now[place] != box[place]} or {0: now[0]}
        for place, value in said.items():
            found[place_text(program, field.name, place, names, ids=True)] = "none" if value is None else value
    return found


def _is_start(program: Playable, field: FieldSlots) -> bool:
    """Return whether a field is the only start of what lies there: its contents follow from all other places, but not their order."""
    kind = program.ruleset.kinds.get(field.declared.of or "")
    if field.declared.form != "zone" or field.declared.order == "stack" or kind is None or kind.starts is None:
        return False
    starts = getattr(kind.starts, "field", None)
    return bool(starts == field.name and field.places == 1)


def _leads_with_names(
    playthrough: GamePlaythrough, back: GamePlaythrough, document: dict[str, object], steps: Sequence[PositionStep]
) -> bool:
    """State as few names around the decision as lead to a playthrough's position; return whether that is possible."""
    at, around = document.get("at"), dict[str, Variable]()
    if not isinstance(at, dict) or _leads_to(playthrough, document, steps, around) or not around:
        return False
    stated = {name: _name_as_plain(back, variable) for name, variable in around.items()}
    for left in (None, *stated):
        tried = {name: value for name, value in stated.items() if name != left and value is not None}
        if _leads_to(playthrough, {**document, "at": {**at, "with": tried}}, steps):
            stated = dict(tried)
        elif left is None:
            return False
    document["at"] = {**at, "with": stated}
    return True


def _name_as_plain(playthrough: GamePlaythrough, variable: Variable) -> Plain:
    """Return the value of a name in document form; ``None`` for what a document cannot state."""
    program, names = playthrough.program, document_player_names(playthrough)
    place = program.layout.storage[variable.key]
    match variable.type:
        case NumberType():
            return playthrough.slots[place.slot]
        case TruthType():
            return bool(playthrough.slots[place.slot])
        case ElementType(kind):
            found = element_as_plain(program, kind, playthrough.slots[place.slot], names)
            return "none" if found is None else found
        case CollectionType(kind):
            return elements_as_plain(program, kind, read_list_members(playthrough.slots, place.slot), names)
        case ManyType() | PlaceType() | UnknownType():
            return None


def _leads_to(
    playthrough: GamePlaythrough,
    document: Mapping[str, object],
    steps: Sequence[PositionStep],
    around: dict[str, Variable] | None = None,
) -> bool:
    """Return whether a document and the moves after it lead exactly to a playthrough's position."""
    bag = Bag()
    written = read_plain_position(dict(document), bag)
    found = None if written is None else set_up_position(playthrough.program, written, bag, around=around)
    if found is None or found.chance.log:
        return False  # what is prescribed is for what comes after the position
    program = playthrough.program
    try:
        for step in steps:
            if found.decision is None:
                return False
            found.apply(parse_move(program, found.decision, step.move, found.names))
    except (IllegalMove, Unreadable, RulesFault, ChanceRefused):
        return False
    return found.slots[: program.logical] == playthrough.slots[: program.logical]

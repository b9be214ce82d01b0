"""Position documents as JSON: how a save keeps the position its playthrough began with, and how programs give one."""

from __future__ import annotations

import json

from reguli.ruleset.declarations.position_files import POSITION, Given, PositionDecl
from reguli.schema.node_reader import Reader
from reguli.schema.value_shapes import Spot
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.source_texts import Sources
from reguli.source.yaml_reader import read_yaml

NAME = "position"
"""The file name in the places of findings."""


def position_json(written: PositionDecl) -> dict[str, object]:
    """Give a position as JSON can say it, in the form of a position document."""
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
        at = {"phase": written.at.phase, "decision": written.at.decision, "by": written.at.by}
        found["at"] = {key: value for key, value in at.items() if value is not None}
    if written.initial:
        found["setup"] = "initial"
    if written.state:
        found["state"] = {place.text: _none_said(place.value) for place in written.state}
    return found


def _none_said(given: Given) -> object:
    plain = given.plain()
    return "none" if plain is None else plain


def read_position(document: object, bag: Bag) -> PositionDecl | None:
    """Read a position given as plain values; ``None`` with findings (file ``position``) when it is none."""
    before = len(bag)
    sources = Sources()
    text = json.dumps(document, ensure_ascii=True, indent=1)
    sources.add(NAME, text)
    node = read_yaml(text, NAME, bag)
    found = None if node is None else POSITION.read(node, Spot(Said("part.position")), Reader(bag, sources))
    return found if len(bag) == before else None

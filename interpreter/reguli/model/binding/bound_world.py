"""What the binder knew of a ruleset that is bound already, for expressions that stand beside it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from reguli.model.binding.world import World
from reguli.model.kinds import name_units
from reguli.model.ruleset import Ruleset
from reguli.source.diagnostic import Bag


def bound_world(ruleset: Ruleset, bag: Bag, first_key: int, *, texts: Sequence[tuple[str, str]] = ()) -> World:
    """Say again what the binder knew when the ruleset was bound.

    New variables are numbered from ``first_key``, away from those of the rules; ``texts`` are the files (name, text) in which
    the expressions stand.
    """
    documents = dataclasses.replace(ruleset.documents, texts=(*ruleset.documents.texts, *texts))
    world = World(documents, bag, ruleset.options, any_number=True, keys=first_key)
    for kind in ruleset.kinds.values():
        world.add_kind(kind)
    world.constants, world.tables = dict(ruleset.constants), dict(ruleset.tables)
    world.state, world.state_types = dict(ruleset.state), dict(ruleset.state_types)
    world.procedures = {procedure.id: procedure.parameters for procedure in ruleset.procedures.values()}
    world.arities = {define.id: len(define.parameters) for define in ruleset.defines.values()}
    world.defines = dict(ruleset.defines)
    name_units(world)
    return world

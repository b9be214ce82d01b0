"""Documents to one resolved ruleset."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from reguli.language.syntax_tree.top_level_items import Adjust, Define
from reguli.model.analysis.absence_analysis import find_absent
from reguli.model.analysis.citation_binding import bind_citations, in_part
from reguli.model.analysis.claim_binding import bind_hidden, bind_invariants, bind_only_by
from reguli.model.analysis.information_flow import check_knowledge
from reguli.model.analysis.player_count_presence import check_presence
from reguli.model.analysis.stage_cases import check_stage_cases
from reguli.model.analysis.totality import check_totality
from reguli.model.binding.binding_context import DIRECTION, World
from reguli.model.binding.define_binding import bind_adjusts, bind_defines
from reguli.model.binding.game_file_binding import (
    bind_audiences,
    bind_ranking,
    bind_setup,
    bind_stages,
    bind_starts_of_pieces,
    bind_starts_of_state,
)
from reguli.model.binding.item_binding import (
    bind_at_any_time,
    bind_events,
    bind_moments,
    bind_phases,
    bind_procedures,
    bind_triggers,
    check_unused_additions,
    check_unused_waives,
    items_of,
    take_in,
)
from reguli.model.binding.reverse_references import check_ways
from reguli.model.binding.state_field_binding import bind_state
from reguli.model.bound_tree.tree_traversal import all_asks
from reguli.model.card_effects.effect_fields import bind_piece_rules
from reguli.model.card_effects.hidden_effects import check_hidden_rules
from reguli.model.card_effects.rule_listing import rules_of
from reguli.model.grids import COMPASS
from reguli.model.kind_binding import bind_kinds
from reguli.model.modular_boards.board_assembly import joined
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.table_binding import bind_constants, bind_tables
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.option_selection import chosen_options, has_unread_files
from reguli.source.diagnostic import Bag

SAME_NAME: Final = "R125"
"""The finding that a name is declared twice: what it is about was read all the same."""
WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
NO_OPTIONS: Final[Mapping[str, str | bool]] = MappingProxyType({})


def bind(documents: Documents, bag: Bag, *, options: Mapping[str, str | bool] = NO_OPTIONS) -> Ruleset | None:
    """Bind documents whose boards and constants were selected by the same options; None when they cannot be played.

    Everything that is wrong is in the bag; but where a whole file could not be read, nothing is said of names it may declare. Options that are not given have their defaults.
    """
    defaults = {option.id: option.default for option in documents.game.options}
    chosen = chosen_options(documents, options, bag) or defaults
    if has_unread_files(documents, bag):
        return None
    before = len(bag)
    whole = joined(documents, bag)
    if whole is None:
        return None
    documents = whole
    world = World(documents, bag, chosen, broken=_broken(documents, bag))
    _declare(world)
    ruleset = _bind_rules(world)
    if len(bag) > before:
        return None
    if before:
        # What could not be read may be what a check would miss.
        return ruleset
    ruleset = replace(ruleset, absent=find_absent(ruleset))
    check_presence(ruleset, world)
    check_totality(ruleset, world)
    check_stage_cases(ruleset, world)
    veiled = check_knowledge(ruleset, world)
    if any(asked.rule in veiled for group in ruleset.at_any_time for asked in group.body):
        veiled = tuple(ask.rule for ask in all_asks(ruleset))
    return replace(ruleset, citations=bind_citations(ruleset, world), in_part=in_part(world), veiled=veiled)


def _broken(documents: Documents, bag: Bag) -> set[str]:
    """Give every word of the files in which something could not be read: what they declare is not known."""
    files = {finding.span.file for finding in bag if finding.span is not None and finding.code != SAME_NAME}
    texts = [text.casefold() for file, text in documents.texts if file in files]
    # A name with capital letters or a '-' is reported; what it is called elsewhere is meant by it.
    words = {word for text in texts for word in WORD.findall(text + text.replace("-", "_"))}
    # A board is laid out by numbers that may stand in those files, and makes the directions.
    return words | {DIRECTION, *COMPASS} if words else words


def _declare(world: World) -> None:
    """Take in everything that has a name."""
    bind_kinds(world)
    bind_constants(world)
    bind_tables(world)
    bind_state(world)
    check_ways(world)
    take_in(world)
    world.defines = bind_defines(world, items_of(world, Define))


def _bind_rules(world: World) -> Ruleset:
    """Bind everything that uses names."""
    bind_starts_of_pieces(world)
    starts = bind_starts_of_state(world)
    bind_adjusts(world, rules_of(world, Adjust))
    procedures = bind_procedures(world)
    events, put_off = bind_events(world)
    piece_rules, piece_conditions = bind_piece_rules(world)
    game = world.documents.game
    ruleset = Ruleset(
        id=game.id,
        name=game.name,
        version=game.version,
        digest=world.documents.digest,
        documents=world.documents,
        options=world.options,
        players=game.players,
        kinds=world.kinds,
        named=world.elements,
        constants=world.constants,
        tables=world.tables,
        state=world.state,
        state_types=world.state_types,
        audiences=bind_audiences(world),
        starts=starts,
        defines=world.defines,
        procedures={**procedures, **put_off},
        piece_rules=piece_rules,
        piece_conditions=piece_conditions,
        phases=bind_phases(world),
        setup=bind_setup(world, procedures),
        triggers=bind_triggers(world),
        events=events,
        moments=bind_moments(world),
        at_any_time=bind_at_any_time(world),
        stages=bind_stages(world),
        ranking=bind_ranking(world),
        invariants=bind_invariants(world),
        standing=world.standing,
        only_by=bind_only_by(world),
        hidden=bind_hidden(world),
        citations={},
        in_part=(),
        veiled=(),
        facts=tuple(sorted(world.facts)),
        turns=world.turns,
        variables=world.keys,
    )
    check_unused_additions(world)
    check_hidden_rules(world)
    check_unused_waives(world)
    return ruleset

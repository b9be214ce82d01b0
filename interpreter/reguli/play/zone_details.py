"""What the rules say of the things in a zone: what each of its places is worth, and which of them belong together.

Both are read from the rules. A sum over the last places of a zone, ``sum(price[good, place] for place in … .. count(market[good]))``,
says that a thing lies on each place up to their number, and what each place is worth. A define without parameters whose value
is chosen from one zone says which of the things in that zone have a name of their own together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain

from reguli.engine.expression_queries import QueryEvaluator
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import Plain, value_as_json
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree.bound_terms import (
    Amount,
    Apply,
    Builtin,
    Cell,
    ComputedTerm,
    Contents,
    Filter,
    Fold,
    Interval,
    Local,
    ReadTerm,
    Term,
    Tracked,
    Variety,
)
from reguli.model.bound_tree.tree_traversal import all_statements, all_terms, fields_read, statement_terms
from reguli.model.resolved_ruleset import Ruleset, Table
from reguli.model.types import CollectionType


def place_values(ruleset: Ruleset) -> Mapping[str, tuple[Table, Mapping[str, tuple[int, ...]]]]:
    """Return, by zone of the game, the table of what its places are worth, and by variety the values from the first place on."""
    found = {}
    outside = (one.value for one in ruleset.defines.values())
    inside = chain.from_iterable(map(statement_terms, all_statements(ruleset)))
    for term in chain.from_iterable(map(all_terms, chain(outside, inside))):
        match term:
            case Fold(
                value=Cell(table=name, keys=(Local(variable=variety), Local(variable=place))),
                domain=Interval(
                    high=Amount(zone=Variety(zone=Tracked(field=zone, owner=None), variety=Local() as lying))
                ),
            ) if variety == lying.variable and place == term.variable and ruleset.tables[name].lows[1] == 1:
                found[zone] = ruleset.tables[name], dict(_rows(ruleset, ruleset.tables[name]))
            case ReadTerm() | ComputedTerm():
                pass
    return found


def _rows(ruleset: Ruleset, table: Table) -> Iterator[tuple[str, tuple[int, ...]]]:
    width = table.sizes[1]
    for at, variety in enumerate(ruleset.kinds[table.key_names[0]].elements):
        yield variety, tuple(one for one in table.cells[at * width : (at + 1) * width] if one is not None)


def zone_parts(ruleset: Ruleset) -> Mapping[str, str]:
    """Return the defines whose value is a part of a zone of the game that everybody may know, each with its zone."""
    found = {}
    for define in ruleset.defines.values():
        zone = None if define.parameters or isinstance(define.value, Contents) else _chosen_from(define.value)
        known = (
            ruleset.state[one].visible.who == "all"
            for one in fields_read(ruleset, define.value)
            if one in ruleset.state
        )
        if zone is not None and ruleset.state[zone].shown and all(known):
            found[define.id] = zone
    return found


def _chosen_from(term: Term) -> str | None:
    match term:
        case Filter(domain=inner) | Builtin(name="lowest" | "highest", arguments=(inner, *_)):
            return _chosen_from(inner)
        case Contents(zone=Tracked(field=field, owner=None, keys=())):
            return field
        case ReadTerm() | ComputedTerm():
            return None


def part_members(playthrough: GamePlaythrough, defines: Mapping[str, str]) -> Mapping[str, Plain]:
    """Return the ids of the things that each define names in a position; one that cannot be asked now is left out."""
    program, evaluator, found = playthrough.program, QueryEvaluator(playthrough.program), dict[str, Plain]()
    for name in defines:
        kind = program.ruleset.defines[name].type
        assert isinstance(kind, CollectionType)
        with suppress(RulesFault):
            asked = evaluator.ask(evaluator.made(Apply(kind, name, ())), playthrough)
            found[name] = value_as_json(program, kind, asked, ids=True)
    return found

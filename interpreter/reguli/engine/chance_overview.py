"""An overview of the chance sites: their outcomes, how to prescribe them, and the order of requests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Literal

from reguli.engine.chance_nodes import ChanceNode, chance_sites
from reguli.engine.chance_source import ChanceSource
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.ir.executable_program import Playable
from reguli.ir.rng import BETWEEN, NO_MEMBERS
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree.bound_statements import Mix
from reguli.model.bound_tree.tree_traversal import all_procedures, field_of_place, nested_statements
from reguli.source.frozen_values import FrozenValue, frozen_class

SHOWN = 3
"""So many cards of an order are shown, where nothing depends on the others: an order may be as short as one likes."""


@frozen_class
class CitedRule(FrozenValue):
    """A statement's id, its place as ``file:line:column``, and the inventory ids it falls under."""

    rule: str
    place: str
    cites: tuple[str, ...]


@frozen_class
class ChanceSite(FrozenValue):
    """A chance site with the ``name`` under which it is prescribed.

    ``form``: a ``lot``, a ``stack`` that is shuffled and drawn from, or ``tokens`` in a zone of which some are drawn. ``outcome``: ``element`` (one of the kind ``of``),
    ``set`` (some of them), ``number``, or ``order`` (of the pieces ``of``, top first, for each shuffle). ``rules`` cast or draw
    here, ``shuffled_by`` shuffle. ``example`` can be prescribed as it is, ``{name: example}``, with those of the other sites or, unless
    all that a stack holds depends on chance before, alone; ``typed`` is the same for the command, ``--chance name=typed``.
    """

    name: str
    form: Literal["lot", "stack", "tokens"]
    outcome: Literal["element", "set", "number", "order"]
    of: str | None
    rules: tuple[CitedRule, ...]
    shuffled_by: tuple[CitedRule, ...]
    example: tuple[str | tuple[str, ...], ...]
    typed: str

    def to_json(self) -> dict[str, object]:
        """Return it as plain values."""
        return _json(self)


@frozen_class
class ChanceRequest(FrozenValue):
    """A request by one ``rule`` for ``count`` consecutive outcomes of a ``site``."""

    site: str
    rule: str
    count: int


@frozen_class
class ChanceTold(FrozenValue):
    """All chance sites, those first reached in a new game leading; and that game's requests, in order."""

    sites: tuple[ChanceSite, ...]
    beginning: tuple[ChanceRequest, ...]

    def to_json(self) -> dict[str, object]:
        """Return it as JSON values."""
        return _json(self)


def _json(told: ChanceSite | ChanceTold) -> dict[str, object]:
    found: dict[str, object] = json.loads(json.dumps(asdict(told)))
    return found


@dataclass(slots=True)
class _Watching(ChanceSource):
    """A chance source that records the site and rule of each outcome, and each site's possible outcomes."""

    came: list[tuple[str, str, str]] = field(default_factory=list)
    could: dict[tuple[str, str], None] = field(default_factory=dict)
    """Each site with each of its candidates, in the order in which they were met."""

    def choose(
        self, site: str, occurrence: int, drawn: int, ids: Sequence[str], weights: Sequence[int] | None = None
    ) -> int:
        """Choose as usual and record it."""
        index = ChanceSource.choose(self, site, occurrence, drawn, ids, weights)
        self.came.append((site, self.rule, ids[index]))
        self.could.update(dict.fromkeys((site, one) for one in ids))
        return index


def describe_chance_sites(program: Playable) -> ChanceTold:
    """Return all chance sites; the examples come from the beginning of a game with seed 0, if it reaches the site."""
    watching = _Watching(0)
    # Rules that fail at the beginning have sites all the same.
    with suppress(RulesFault):
        GamePlaythrough(program, watching, list(program.first), play_forced=False).start()
    first = list(dict.fromkeys(site for site, _, _ in watching.came))
    sites = chance_sites(program)
    sites = tuple(sorted(sites, key=lambda site: first.index(site.key) if site.key in first else len(first)))
    named = {site.key: site.name for site in sites}
    beginning: list[ChanceRequest] = []
    for site, rule, _ in watching.came:
        last = beginning[-1] if beginning else None
        if last is not None and (last.site, last.rule) == (named[site], rule):
            beginning[-1] = ChanceRequest(last.site, last.rule, last.count + 1)
        else:
            beginning.append(ChanceRequest(named[site], rule, 1))
    orders = _orders(watching, sites)
    outcomes = {site.key: [outcome for key, _, outcome in watching.came if key == site.key] for site in sites}
    return ChanceTold(
        tuple(_told(program, site, orders.get(site.key, outcomes[site.key])) for site in sites), tuple(beginning)
    )


def _orders(watching: _Watching, sites: Sequence[ChanceNode]) -> dict[str, Sequence[str]]:
    """Return each stack's example cards: those in it regardless of earlier chance outcomes.

    A card that another site could bring, or keep away, lies there by that chance only: with another seed it could not be prescribed. Where
    all are such, those that came are shown, and whole the orders they depend on.
    """
    kinds = {site.key: site.kind for site in sites}
    first: dict[tuple[str | None, str], str] = {}
    for key, outcome in watching.could:
        first.setdefault((kinds[key], outcome), key)
    orders: dict[str, Sequence[str]] = {}
    whole: set[str] = set()
    for site in (one for one in sites if one.form == "stack"):
        came = list(dict.fromkeys(outcome for key, _, outcome in watching.came if key == site.key))
        sure = [outcome for outcome in came if first[site.kind, outcome] == site.key]
        whole |= set() if sure else {first[site.kind, outcome] for outcome in came}
        orders[site.key] = sure or came
    return {key: order if key in whole else order[:SHOWN] for key, order in orders.items()}


def _told(program: Playable, site: ChanceNode, came: Sequence[str]) -> ChanceSite:
    known = program.ruleset.kinds[site.kind].elements[: program.layout.size_of(site.kind)] if site.kind else ("1",)
    shuffled: tuple[CitedRule, ...] = ()
    example: tuple[str | tuple[str, ...], ...]
    if site.form == "stack":
        order = tuple(came or known[:SHOWN])
        outcome, example, typed = "order", (order,), ",".join(order)
        shuffled = tuple(_rule(program, rule) for rule in _shuffling(program, site))
    elif site.groups:
        groups = tuple(_members(group) for group in came) or (tuple(known[:2]),)
        outcome, example, typed = "set", groups, "|".join(",".join(group) for group in groups)
    else:
        example = tuple(came) or (known[0],)
        outcome, typed = ("number" if site.kind is None else "element"), ",".join(map(str, example))
    rules = tuple(_rule(program, rule) for rule in site.rules)
    return ChanceSite(site.name, site.form, outcome, site.kind, rules, shuffled, example, typed)  # type: ignore[arg-type]


def _members(group: str) -> tuple[str, ...]:
    return () if group == NO_MEMBERS else tuple(group.split(BETWEEN))


def _shuffling(program: Playable, site: ChanceNode) -> list[str]:
    """Return the distinct statements that shuffle a stack."""
    field_name = "" if site.field is None else site.field.name
    statements = (one for procedure in all_procedures(program.ruleset) for one in nested_statements(procedure.body))
    found = [one.rule for one in statements if isinstance(one, Mix) and field_of_place(one.zone) == field_name]
    return list(dict.fromkeys(found))


def _rule(program: Playable, rule: str) -> CitedRule:
    place = program.rules[rule]
    return CitedRule(rule, str(place.span), place.cites)

"""All faults of a ruleset, and a ruleset with one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from reguli.model.rule_ids import DEEPER
from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree import terms as t
from reguli.model.tree.walk import inner_terms
from reguli.source.said import Said
from reguli.source.sources import Sources
from reguli.verify.report.found import made_id
from reguli.verify.strength.faults import of_rules, of_statements, of_terms
from reguli.verify.strength.faults.fault import GONE, Change, Fault, Key, Sign, Variation, key_of, ran, span_of
from reguli.verify.strength.faults.sites import Path, Site, sites_of
from reguli.verify.strength.faults.words import Words

CARRYING = (t.Constant, t.Fact, t.Arithmetic, t.Interval, t.Cell, t.Builtin, t.Fixed, t.Listed, t.Share)
"""Terms whose value is but a part of what is asked: whether it matters is seen in the term around them."""


@dataclass(slots=True)
class Planted:
    """A ruleset under some options, in which faults are planted one at a time."""

    ruleset: Ruleset
    _paths: dict[Key, list[Path]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find every node once."""
        for site in sites_of(self.ruleset):
            self._paths.setdefault(key_of(site.node), []).append(site.path)

    def has(self, fault: Fault) -> bool:
        """Tell whether these options leave the place there that is wrong."""
        return all(key in self._paths for key in fault.keys)

    def with_fault(self, fault: Fault) -> Ruleset:
        """Give the ruleset with a fault, which is another ruleset by its digest."""
        found: Any = self.ruleset
        for key in fault.keys:
            for path in reversed(self._paths.get(key, ())):
                found = _put(found, path, fault.change)
        return replace(found, digest=f"{self.ruleset.digest} {fault.id}")


def _put(value: Any, path: Path, change: Change) -> Any:
    if not path:
        return change(value)
    step, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {**value, step: _put(value[step], rest, change)}
    if isinstance(value, tuple):
        assert isinstance(step, int)
        new = _put(value[step], rest, change)
        return (*value[:step], *(() if new is GONE else (new,)), *value[step + 1 :])
    assert isinstance(step, str)
    new = _put(getattr(value, step), rest, change)
    return replace(value, **{step: None if new is GONE else new})


def faults_of(ruleset: Ruleset, sources: Sources) -> tuple[Fault, ...]:
    """Give every fault of a ruleset: of each rule the whole first, then as they stand."""
    words = Words(sources)
    seen: set[Key] = set()
    made: dict[str, Fault] = {}
    times: dict[tuple[str, ...], int] = {}
    for site in sites_of(ruleset):
        key = key_of(site.node)
        if key in seen or _is_copy(site):
            continue
        seen.add(key)
        for one in _variations(site, words, ruleset):
            operand = repr(one.said)
            same = one.operator, site.rule, operand
            times[same] = times.get(same, 0) + 1
            again = "" if times[same] == 1 else f" {times[same]}"
            name = made_id("strength", one.operator, site.rule, operand + again)
            span = span_of(site.node) if one.span is None else one.span
            made[name] = Fault(
                name, one.operator, site.rule, span, one.said, (key,), one.change, one.signs or _signs(site, one)
            )
    found = (*made.values(), *_of_constants(ruleset))
    return tuple(found)


def _is_copy(site: Site) -> bool:
    return any(isinstance(step, str) and DEEPER in step for step in site.path)


def _variations(site: Site, words: Words, ruleset: Ruleset) -> Iterator[Variation]:
    node = site.node
    if isinstance(node, t.Placed):
        yield from of_terms.variations(node, words, ruleset)  # type: ignore[arg-type]
    elif isinstance(node, b.Ruled | b.Waiver):
        yield from of_statements.variations(node, words, ruleset, site.scope)
    else:
        yield from of_rules.variations(node, words, ruleset)


def _signs(site: Site, variation: Variation) -> tuple[Sign, ...]:
    """Give what shows that a fault may matter, by the node it stands at."""
    node = site.node
    match node:
        case t.Placed():
            return (_seen_around(site, variation.change),)
        case b.BoundOption():
            own = [parameter.domain for parameter in node.parameters]
            own += [check.condition for check in node.checks if isinstance(check, b.Guard)]
            asked = () if site.decision is None else (site.decision.actor,)
            return tuple(Sign(key_of(term)) for term in (*own, *asked))
        case b.Ask():
            return (Sign(ran(node.rule)), *(Sign(key_of(term)) for term in _asked_of(node)))
        case b.Ruled() if isinstance(node, b.Leave | b.Perform | b.PerformPiece | b.Settle | b.Announce):
            return ()
        case b.Ruled():
            return (Sign(ran(node.rule)), *(Sign(key_of(term)) for term in inner_terms(node)))  # type: ignore[arg-type]
        case _:
            return ()


def _asked_of(node: b.Ask) -> Iterator[t.Term]:
    yield node.actor
    for option in node.options:
        yield from (parameter.domain for parameter in option.parameters)


def _seen_around(site: Site, change: Change) -> Sign:
    """Look at the term around where a part of a value stands in the place of another."""
    node, path = site.node, site.path
    if isinstance(node, CARRYING):
        for term, depth in reversed(site.terms):
            if not isinstance(term, CARRYING):
                way = path[depth:]
                return Sign(key_of(term), lambda one: _put(one, way, change))
    return Sign(key_of(node), change)


def _of_constants(ruleset: Ruleset) -> Iterator[Fault]:
    """Make every constant that a rule names greater by one, wherever it is named."""
    named: dict[str, list[Site]] = {}
    for site in sites_of(ruleset):
        if isinstance(site.node, t.Constant) and site.node.origin in ruleset.constants:
            known = ruleset.constants[site.node.origin]
            if site.node.value == known.value and known.id == site.node.origin:
                named.setdefault(known.id, []).append(site)
    for name, places in named.items():
        constant = ruleset.constants[name]
        said = Said("fault.were", before=f"{name} {constant.value}", now=f"{name} {constant.value + 1}")
        keys = tuple(dict.fromkeys(key_of(site.node) for site in places))
        rule = f"constant:{name}"
        signs = tuple(dict.fromkeys(Sign(key_of(site.node), None) for site in places))
        yield Fault(
            made_id("strength", "constant", rule), "constant", rule, constant.span, said, keys, _one_more, signs
        )


def _one_more(constant: t.Constant) -> t.Constant:
    return replace(constant, value=constant.value + 1)


def by_rule(faults: Sequence[Fault]) -> dict[str, list[Fault]]:
    """Give the faults of each rule, in their order."""
    found: dict[str, list[Fault]] = {}
    for one in faults:
        found.setdefault(one.rule, []).append(one)
    return found



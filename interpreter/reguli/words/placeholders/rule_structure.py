"""The structure of rules as text, without places and values, and what rules depend on: the rules that they call, and where they are run.

- Two rules have one structure when only named numbers differ, for a sentence says the number through a gap: the value of
  a constant and the cells of a table are no part of it. Numbers that are written in a rule (0, 1) are.
- The names of variables do not count: they are numbered as they come, each with its type.
- Elements of a kind without fields count, for a rule names them one by one; those of a kind with fields are rows of a table.
- A guard that cites a statement of its own does not count in its option: it has a sentence of its own, and a signature.
- Where something stands (spans, ids of rules), what it cites and its types do not count: ``_NOT_STRUCTURE``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from reguli.model import resolved_ruleset as m
from reguli.model import types
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import field_of_place, option_waivers, source_procedures
from reguli.model.resolved_ruleset import without_copy_depth
from reguli.ruleset.document_nodes import GameDecl, OptionDecl, Scheduled, StageDecl, StateDecl
from reguli.ruleset.variant_layers import is_from_variants, is_in_files
from reguli.source.identity_cache import IdentityCache
from reguli.source.source_excerpt import NOWHERE, Span
from reguli.words.placeholders.rule_citations import (
    AdjustRule,
    CitingRule,
    DeclaredNode,
    Node,
    RoundRule,
    RuleNode,
    SharedRule,
    StageRule,
    WaiveRule,
    cited_guards,
)

_BOUND: Final = frozenset({t.__name__, b.__name__})
_FIELDS: Final[Mapping[type, tuple[str, ...]]] = {
    m.BoundProcedure: ("procedure", "parameters", "body"),
    m.BoundTrigger: ("whenever", "variable", "condition", "procedure.body"),
    m.BoundDefine: ("define", "parameters", "value"),
    m.Invariant: ("always", "condition", "reason.arguments"),
    AdjustRule: ("adjust", "define", "condition", "amount"),
    WaiveRule: ("waive", "guard.reason.arguments", "condition", "body"),
}
"""What the structure of a rule is called, and the fields it is made of."""
_NOT_STRUCTURE: Final = frozenset({"span", "rule", "out_of", "cites", "text", "type"})


class _Writer:
    """Writer of one structure; variables are numbered in order of occurrence. What stands in files of ``variants`` is left out."""

    def __init__(self, ruleset: m.Ruleset, variants: tuple[str, ...] = ()) -> None:
        self._ruleset = ruleset
        self._variables: dict[int, str] = {}
        self._variants = variants
        self.calls: dict[str, None] = {}

    def part(self, node: object) -> str:
        """Write a citer, an effect or a term."""
        return self.node(node) if isinstance(node, RuleNode | DeclaredNode) else self._any(node)

    def head(self, node: b.Nesting, names: tuple[str, ...], where: str) -> str:
        """Write what a nested statement says before its body."""
        return _joined(type(node).__name__.lower(), (*self._fields(node, *names), where))

    def node(self, node: Node) -> str:
        """Write a citer."""
        match node:
            case StageRule():
                return self._stage(node)
            case m.BoundRanking(order=order):
                followed = "before another line" if _is_followed(node, self._ruleset) else ""
                return _joined("ranking", (order, *self._fields(node, "variable", "by"), followed))
            case b.BoundOption():
                return self._option(node)
            case b.Ask() | b.Guard():
                return self._any(node)
            case _ if type(node) in _FIELDS:
                name, *paths = _FIELDS[type(node)]
                return _joined(name, tuple(self._fields(node, *paths)))
            case SharedRule():
                return "shared with other lines" if _is_ranking_changed(self._ruleset) else "shared"
            case _ if isinstance(node, DeclaredNode):
                return _document(node)
            case _ if isinstance(node, RuleNode):
                return ""

    def _fields(self, node: object, *paths: str) -> Iterator[str]:
        """Yield the structure of some fields of a node, part by part; nothing for an empty field."""
        for path in paths:
            found = attrgetter(path)(node)
            yield from map(
                self._any, self._of_base(found if isinstance(found, tuple) else () if found is None else (found,))
            )

    def _of_base(self, parts: tuple[object, ...]) -> Iterator[object]:
        """Return the parts that no variant has added."""
        return (one for one in parts if not (isinstance(one, b.Ruled) and is_in_files(one.span, self._variants)))

    def _stage(self, node: StageRule) -> str:
        declared = self._ruleset.documents.game.stages[node.at]
        when = () if node.bound.when is None else (f"when {self._any(node.bound.when)}",)
        return _joined("stage", (*when, *_transition(declared)))

    def _option(self, option: b.BoundOption) -> str:
        """Return the structure of an option; guards that cite statements of their own are left out, since they are worded separately."""
        checks = (self._check(check) for check in self._of_base(option.checks))
        return _joined("option", (*self._fields(option, "parameters"), *checks, *self._fields(option, "effects")))

    def _check(self, check: object) -> str:
        if isinstance(check, b.Guard) and check.cites:
            self.calls[f"rule:{check.rule}"] = None
            return ""
        return self._any(check)

    def _any(self, value: object) -> str:
        call = _call(value)
        if call:
            self.calls[call] = None
        match value:
            case t.Variable():
                return self._variable(value)
            case t.Constant(origin=None):
                return str(value.value)
            case t.Constant(origin=str(origin)):
                return origin
            case t.Local():
                return self._variable(value.variable)
            case b.Ask():
                options = tuple(one.name for one in self._of_base(value.options) if not one.added)  # type: ignore[attr-defined]
                self.calls.update((f"rule:{one.rule}", None) for one in value.options if one.name in options)
                marks = tuple(name for name in ("repeatedly", "secretly", "all_or_nothing") if getattr(value, name))
                return _joined("ask", (value.name, self._any(value.actor), *marks, *options))
            case b.Guard():
                waivers = tuple(f"unless {self._any(waiver.condition)}" for waiver in value.waivers)
                return _joined("needs", (*self._fields(value, "condition", "reason.arguments"), *waivers))
            case b.Perform(procedure=name) if (
                name in self._ruleset.procedures and not self._ruleset.procedures[name].body
            ):
                return f"nothing({name})"
            case tuple():
                return _joined("", tuple(map(self._any, self._of_base(value))))
            case bool() | str() | int() | None:
                return str(value)
            case _ if type(value).__module__ in _BOUND:
                left = {"keys"} if isinstance(value, t.Tracked) and not value.keys else frozenset()
                kept = (field.name for field in fields(value) if field.name not in _NOT_STRUCTURE | left)  # type: ignore[arg-type]
                return _joined(type(value).__name__.lower(), tuple(self._any(getattr(value, name)) for name in kept))
            case _:
                return ""

    def _variable(self, variable: t.Variable) -> str:
        return self._variables.setdefault(variable.key, f"{len(self._variables) + 1}:{_typed(variable.type)}")


def _typed(found: types.Type) -> str:
    match found:
        case types.NumberType(unit):
            return "number" if unit is None else f"number of {unit}"
        case types.TruthType():
            return "condition"
        case types.ElementType(kind):
            return kind
        case types.CollectionType(kind):
            return f"set of {kind}"
        case types.NumbersType():
            return "range of numbers"
        case types.GroupsType(kind):
            return f"sets of {kind}"
        case types.BundleType(pieces):
            return f"bundle of {pieces}"
        case types.ZoneType(pieces):
            return f"zone of {pieces}"
        case types.KeyedType(keys, value):
            return f"{_typed(value)} by {' '.join(keys)}"
        case types.UnknownType():
            return "something unknown"


def _joined(name: str, parts: tuple[str, ...]) -> str:
    return f"{name}({' '.join(part for part in parts if part)})"


def _transition(declared: StageDecl) -> Iterator[str]:
    if declared.once is not None:
        yield f"once {declared.once.run} {_at(declared.once)}"
    if declared.checked is not None:
        yield f"checked {declared.checked.edge} {declared.checked.of}"
    if declared.effective is not None:
        yield f"effective {declared.effective.edge} {declared.effective.of}"
    if declared.card is not None:
        yield f"drawn {declared.card}"
    for case in declared.cases:
        then = "" if case.then is None else f" then {case.then.run} {_at(case.then)}"
        yield f"{case.edge} {case.of}: {case.now or ''}{then} effective {case.effective.edge} {case.effective.of}"


def _at(scheduled: Scheduled) -> str:
    return f"{scheduled.at.edge} {scheduled.at.of}"


def _document(node: DeclaredNode) -> str:
    match node:
        case m.ConstantValue(unit=unit):
            return f"constant({unit or ''})"
        case m.Table(declared=declared, type=found):
            return _joined("table", (*(key.name for key in declared.keys), _typed(found)))
        case m.Kind(fields=known, form=form, variety=variety):
            shape = (form, variety or "", *(f"{name}:{field.form}" for name, field in known.items()))
            return _joined("kind", (*shape, *(() if known else node.elements)))
        case StateDecl():
            keys = (key.name for key in node.by)
            shape = (node.owner, node.form, node.of or "", node.lasts, node.order, node.visible.who, *keys)
            return _joined("state", (*shape, "limited" if node.capacity is not None or node.high is not None else ""))
        case OptionDecl(values=values):
            return _joined("setting", tuple(value.id for value in values))
        case RoundRule(phases=phases):
            return _joined("round", phases)
        case SharedRule() | GameDecl():
            return ""


def _is_ranking_changed(ruleset: m.Ruleset) -> bool:
    """Return whether variants add lines to the ranking of the base or remove some: then other players share a place."""
    added = {is_from_variants(line.span, ruleset.documents) for line in ruleset.documents.game.ranking}
    return _is_line_taken(ruleset) or len(added) > 1


def _is_followed(line: m.BoundRanking, ruleset: m.Ruleset) -> bool:
    """Return whether a variant changes what is compared next after a line of the base."""
    own, *following = ruleset.documents.game.ranking[ruleset.ranking.index(line) :]
    if not following:
        return _is_line_taken(ruleset)
    return is_from_variants(following[0].span, ruleset.documents) and not is_from_variants(own.span, ruleset.documents)


def _is_line_taken(ruleset: m.Ruleset) -> bool:
    return any(path.startswith("ranking") for path, _ in ruleset.documents.taken)


class _Text(NamedTuple):
    """The structure of a rule, and what it calls."""

    text: str
    calls: tuple[str, ...]


Above: TypeAlias = tuple[tuple[b.Nesting, str], ...]
"""The statements around a place, outermost first, each with the branch or option that the place is in."""
_HEADS: Final[Mapping[type, tuple[str, ...]]] = {
    b.Branch: ("condition",),
    b.Each: ("variable", "domain", "where"),
    b.Around: ("variable", "ring", "where", "until"),
    b.Loop: ("condition",),
    b.Times: ("count",),
    b.Turn: ("actor",),
    b.Ask: ("actor", "repeatedly", "secretly", "all_or_nothing"),
}
"""What a nested statement says before its body."""
FIELD: Final = "field:"


def _in_any_order(node: b.Nesting) -> b.Nesting:
    """Return a loop without the order in which it goes through its domain: sentences on the order state that, and carry it themselves."""
    if not isinstance(node, b.Each) or not isinstance(node.domain, t.Builtin):
        return node
    if node.domain.name == "clockwise_from":
        return replace(node, domain=replace(node.domain, arguments=()))
    return _in_any_order(replace(node, domain=node.domain.arguments[0])) if node.domain.name == "reversed" else node


_CALLS: Final[Mapping[type, tuple[str, ...]]] = {
    b.Perform: ("procedure", "procedure"),
    b.PerformPiece: ("piece", "kind", "field"),
    b.Announce: ("event", "event"),
    t.Apply: ("define", "define"),
    t.PieceCondition: ("condition", "kind", "field"),
    t.Tracked: ("field", "field"),
    t.Cell: ("table", "table"),
}
"""What calls a rule, or reads a field or a table: its sort, and what names it."""
VALUES_FOLLOWED: Final = 2
"""How many values with statements of their own are followed; procedures and options that have some are withdrawn in their place."""


class RuleStructures:
    """The structures of the rules of one ruleset, each written once. What stands in files of ``variants`` is left out."""

    def __init__(self, ruleset: m.Ruleset, variants: tuple[str, ...] = ()) -> None:
        self.ruleset, self.variants = ruleset, variants
        self._texts: dict[str, _Text] = {}
        self._units: dict[str, tuple[tuple[str, object], ...]] = {}
        self._inside: dict[str, b.BoundOption | b.Guard] = {}
        self._places: dict[str, tuple[str, Above]] = {}
        self._sites: dict[str, list[tuple[str, Above]]] = {}
        self._calls_of: dict[str, str] = {}
        self._moments: dict[str, str] = {}
        self._whens: dict[str, tuple[str, ...]] = {}
        self._set: set[str] = set()
        self._replaced = frozenset(_replaced_rules(ruleset, variants)) if variants else frozenset[str]()
        self._cited = frozenset(rule for rules in ruleset.citations.values() for rule in rules)
        self._collect()

    def is_added(self, name: str, span: Span) -> bool:
        """Return whether a rule is new in a variant; one that a variant has written anew is the rule of the game, and changed."""
        return is_in_files(span, self._left_out_of(name))

    def _left_out_of(self, name: str) -> tuple[str, ...]:
        """Return the variants whose parts are left out of a rule."""
        return () if name.partition("/")[0] in self._replaced else self.variants

    def own(self, name: str, node: object) -> _Text:
        """Return the structure of a rule itself."""
        if name not in self._texts:
            writer = _Writer(self.ruleset, self._left_out_of(name))
            text = writer.part(node)
            self._texts[name] = _Text(text, tuple(writer.calls))
        return self._texts[name]

    def lines(self, citers: Iterable[CitingRule]) -> Iterator[str]:
        """Yield what some rules depend on: what they read and nothing sets, the rules that they call, and the places where they stand or are run."""
        known = {citer.id: self.own(citer.key, citer.node) for citer in citers}
        for name, text in known.items():
            yield from self._when(name)
            yield from (call for call in text.calls if call.startswith(FIELD) and call not in self._set)
        yield from self._reached(known)

    def callees(self, name: str, node: object) -> Iterator[str]:
        """Yield the ids of the rules, tables and kinds that a rule calls itself."""
        for call in self.own(name, node).calls:
            yield from (without_copy_depth(one) for one, _ in self._behind(call))
            sort, _, called = call.partition(":")
            if sort in {"table", "piece"}:
                yield call if sort == "table" else f"kind:{called.partition('.')[0]}"

    def effect(self, name: str, body: object) -> Iterator[str]:
        """Yield the structure of the rule of an element, and of what it calls."""
        text = self.own(f"effect:{name}", body)
        yield f"{name} {text.text}"
        yield from self._reached({name: text})

    def _reached(self, known: Mapping[str, _Text]) -> Iterator[str]:
        """Yield the rules that some rules call, and those that these call."""
        reached, waiting = dict.fromkeys(known, 0), [(0, text) for text in known.values()]
        while waiting:
            cost, text = waiting.pop(0)
            for name, node in (one for call in text.calls for one in self._called(call)):
                price = cost + self._price(name, node)
                if price <= VALUES_FOLLOWED and reached.get(name, price + 1) > price:
                    own = self.own(name, node)
                    if name not in reached:
                        yield f"calls {name} {own.text}"
                    reached[name] = price
                    waiting.append((price, own))

    def _called(self, call: str) -> tuple[tuple[str, object], ...]:
        """Return the rules behind a call, without those that variants add; the rules of elements have sentences of their own."""
        if call not in self._units:
            behind = self._behind(call)
            self._units[call] = tuple(one for one in behind if not self.is_added(one[0], _span(one[1])))
        return self._units[call]

    def _price(self, name: str, node: object) -> int:
        """Return how far a rule is from what calls it."""
        far = 1 if isinstance(node, m.BoundDefine | AdjustRule | t.Placed) else VALUES_FOLLOWED + 1
        return far if name in self._cited else 0

    def _behind(self, call: str) -> Iterator[tuple[str, object]]:
        sort, _, name = call.partition(":")
        kind, _, field = name.partition(".")
        match sort:
            case "procedure" if name in self.ruleset.procedures:
                yield f"rule:{self.ruleset.procedures[name].rule}", self.ruleset.procedures[name]
            case "event":
                yield from ((f"rule:{one.rule}", one) for one in self.ruleset.events.get(name, ()))
            case "condition":
                rows = enumerate(self.ruleset.piece_conditions.get((kind, field), ()))
                yield from ((f"{call}/{at}", row[1]) for at, row in rows if row is not None)
            case "define" if name in self.ruleset.defines:
                define = self.ruleset.defines[name]
                yield f"rule:define.{name}", define
                for adjust, condition, amount in define.adjusts:
                    if not is_in_files(adjust.span, self.variants):
                        yield f"rule:adjust.{adjust.name}", AdjustRule(name, condition, amount)
            case "rule" if name in self._inside:
                yield f"rule:{name}", self._inside[name]

    def _when(self, name: str) -> tuple[str, ...]:
        """Return where a rule stands: the conditions, loops and turns around it, and where it is run."""
        if name not in self._whens:
            self._whens[name] = ()  # a rule that runs itself says nothing more
            root, above = self._places.get(name, (name, ()))
            found = [f"{name} in {self._path(above)} {self._moments.get(root, '')}"]
            for caller, around in self._sites.get(self._calls_of.get(root, "nowhere"), ()):
                if self._calls_of.get(caller, "").startswith("piece:"):
                    continue  # the sentence of the element says what it runs
                if (use := self._library_of(caller)) not in ("", self._library_of(root)):
                    found.append(f"{root} run by {use}")  # a library says what it runs a procedure of the game for
                    continue
                more = () if caller in self._cited else self._when(caller)
                found += f"{root} run in {caller} {self._path(around)}", *more
            self._whens[name] = tuple(dict.fromkeys(found))
        return self._whens[name]

    def _library_of(self, rule: str) -> str:
        """Return the use of a library that a rule comes from; empty for a rule of the game."""
        use = rule.removeprefix("rule:").partition(".")[0]
        return use if any(one.id == use for one in self.ruleset.documents.game.uses) else ""

    def _path(self, above: Above) -> str:
        writer = _Writer(self.ruleset, self.variants)
        return " ".join(writer.head(_in_any_order(node), _HEADS[type(node)], where) for node, where in above)

    def _collect(self) -> None:
        ruleset = self.ruleset
        self._calls_of = {f"rule:{one.rule}": f"procedure:{name}" for name, one in ruleset.procedures.items()}
        for event, rules in ruleset.events.items():
            self._calls_of |= {f"rule:{one.rule}": f"event:{event}" for one in rules}
        for (kind, field), pieces in ruleset.piece_rules.items():
            self._calls_of |= {f"rule:{one.rule}": f"piece:{kind}.{field}" for one in pieces if one is not None}
        for moment in ruleset.moments:
            at = moment.moment
            self._moments[f"rule:{moment.procedure.rule}"] = f"{at.edge} {at.of} {moment.order}"
        for procedure in source_procedures(ruleset):
            self._walk(procedure.body, f"rule:{procedure.rule}", ())

    def _walk(self, body: b.Body, root: str, above: Above) -> None:
        for statement in body:
            if self.is_added(root, statement.span):
                continue
            self._set |= {f"{FIELD}{field_of_place(getattr(statement, place))}" for place in statement.writes}
            self._sites.setdefault(_call(statement), []).append((root, above))
            if isinstance(statement, b.Ask):
                self._places[f"rule:{statement.rule}"] = root, above
                for option in statement.options:
                    self._option(option, root, (*above, (statement, option.name)))
                self._walk(statement.otherwise or (), root, (*above, (statement, "otherwise")))
            elif isinstance(statement, b.Branch):
                self._walk(statement.then, root, (*above, (statement, "then")))
                self._walk(statement.otherwise, root, (*above, (statement, "else")))
            elif isinstance(statement, b.Nesting):
                self._walk(statement.body, root, (*above, (statement, "")))

    def _option(self, option: b.BoundOption, root: str, above: Above) -> None:
        self._places[f"rule:{option.rule}"] = root, above
        self._inside[option.rule] = option
        self._inside |= {guard.rule: guard for guard in cited_guards(option)}
        for body in (*(waiver.body for waiver in option_waivers(option)), option.effects):
            self._walk(body, root, above)


def _replaced_rules(ruleset: m.Ruleset, variants: tuple[str, ...]) -> Iterator[str]:
    """Yield the ids of the rules of the game that variants have written anew: rules of one sort and name."""
    game = ruleset.documents
    while game.base is not None:
        game = game.base
    names = {(type(item), item.name) for file in game.rules for item in file.items}
    rules = {f"rule:{one.rule}": one.node for one in source_procedures(ruleset) if one.node is not None}
    for rule, node in (*rules.items(), *((f"rule:define.{one.id}", one.node) for one in ruleset.defines.values())):
        if (type(node), node.name) in names and is_in_files(node.span, variants):
            yield rule


def _span(node: object) -> Span:
    written = getattr(node, "node", None) or next(iter(getattr(node, "body", ())), node)
    return getattr(written, "span", NOWHERE)


def _call(node: object) -> str:
    """Return what a statement or a term calls, or the field that it reads; empty where it does neither."""
    sort, *names = _CALLS.get(type(node), ("",))
    return f"{sort}:{'.'.join(getattr(node, name) for name in names)}" if names else ""


_LATEST: Final = IdentityCache[RuleStructures]()
"""The structures of the ruleset that was asked for last, by the variants left out: they are asked for one sentence after the other."""


def structures_of(ruleset: m.Ruleset, variants: tuple[str, ...] = ()) -> RuleStructures:
    """Return the structures of a ruleset without what stands in files of ``variants``."""
    return _LATEST.get((ruleset,), variants, lambda: RuleStructures(ruleset, variants))

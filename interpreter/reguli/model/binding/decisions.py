"""Decisions and their options: what may be chosen, why not, and what it does."""

from __future__ import annotations

from typing import Final

from reguli.language.tree import statements as s
from reguli.language.tree.expressions import Expression
from reguli.model.binding.expressions import ExpressionBinder, member_type
from reguli.model.binding.heads import always, asked, joined, matches
from reguli.model.binding.moves import MoveBinder
from reguli.model.binding.scope import Scope
from reguli.model.binding.world import PLAYER
from reguli.model.rule_ids import Site, Surrounding
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Local
from reguli.model.tree.walk import placed
from reguli.model.types import ElementType, GroupsType
from reguli.source.said import Said, row

MOST_GROUPS: Final = 10
"""How deep groups of options may include one another."""
MOST_OPTIONS: Final = 200
"""How many options one decision may have before it includes more."""


class DecisionBinder(MoveBinder):
    """Binds decisions; options of groups are inlined where they are included."""

    def decide(self, node: s.Decide) -> tuple[b.BoundStatement, ...]:
        """Bind a decision, after the values handed to the option groups it includes."""
        actor = self.values.element(node.actor, PLAYER)
        path = self.rule(node.name)
        given: list[b.Give] = []
        options: list[b.BoundOption] = []
        site = self.site.below(path).within(Surrounding("decision", node.name, path))
        for one in node.options:
            self._take(one, self.scope, site.asking(actor), given, options)
        if node.declining is not None:
            options.append(self._declining(node.declining, site))
        self._check_names(node, options)
        otherwise = None if node.otherwise is None else self.body(node.otherwise, site=site.below(f"{path}/otherwise"))
        ask = b.Ask(
            node.span,
            path,
            node.name,
            actor,
            node.repeatedly,
            node.secretly,
            node.all_or_nothing,
            tuple(options),
            otherwise,
            tuple(cite.id for cite in node.cites),
        )
        return (*given, ask)

    def options_of(self, nodes: tuple[s.Option | s.Include, ...], scope: Scope) -> None:
        """Bind options that no decision includes, for the mistakes in them."""
        for one in nodes:
            self._take(one, scope, self.site, [], [])

    def _check_names(self, node: s.Decide, options: list[b.BoundOption]) -> None:
        seen: dict[str, b.BoundOption] = {}
        for option in options:
            if option.name in seen:
                related = [(seen[option.name].span, Said("here.name_stands_too", name=option.name))]
                self.world.bag.add("R248", option.span, related=related, name=option.name, decision=node.name)
            seen.setdefault(option.name, option)

    def _take(
        self, one: s.Option | s.Include, scope: Scope, site: Site, given: list[b.Give], options: list[b.BoundOption]
    ) -> None:
        if isinstance(one, s.Option):
            options.append(self._option(one, scope, site))
            return
        group = self.world.groups.get(one.group)
        if group is None:
            self.world.unknown("R214", one.span, one.group, self.world.groups)
            return
        if one.group in site.groups:
            ring = (*site.groups[site.groups.index(one.group) :], one.group)
            chain = row(ring, "says.includes", "says.includes")
            self.world.bag.add("R307", one.span, name=one.group, chain=chain)
            return
        if len(site.groups) >= MOST_GROUPS or len(options) >= MOST_OPTIONS:
            self.world.bag.add("R254", one.span, name=one.group, groups=MOST_GROUPS, options=MOST_OPTIONS)
            return
        if not self.world.agree(one.span, one.group, one.arguments, group.parameters):
            return
        self.world.used_groups.add(one.group)
        parameters = self.world.signature(group.parameters)
        values = ExpressionBinder(scope).arguments(one.arguments, parameters)
        inner = Scope(self.world)
        for parameter, variable, value in zip(group.parameters, parameters, values, strict=True):
            inner.hold(variable, parameter.span, "choice")
            given.append(b.Give(one.span, site.ids.next(site.path, "include"), variable, value))
        for option in group.options:
            self._take(option, inner, site.including(one.group), given, options)

    def _option(self, node: s.Option, outer: Scope, site: Site) -> b.BoundOption:
        path = site.ids.next(site.path, node.name)
        scope = outer.inner()
        checks: list[b.Give | b.Guard] = []
        here = self.at(scope, self._named_asked(node, site.below(path), checks))
        parameters = tuple(here.parameter(node, parameter) for parameter in node.parameters)
        head = leading(node.body)
        for statement in node.body[:head]:
            if isinstance(statement, s.Let):
                checks.append(here.let(statement))
            elif isinstance(statement, s.Needs):
                cites = tuple(cite.id for cite in statement.cites)
                checks.append(here.guard(node, statement.condition, statement.reason, cites))
        effects = here.body(node.body[head:], scope)
        cites = tuple(cite.id for cite in node.cites)
        return b.BoundOption(node.span, path, node.name, parameters, tuple(checks), effects, cites)

    def _named_asked(self, node: s.Option, site: Site, checks: list[b.Give | b.Guard]) -> Site:
        """Give who is asked a name of its own, where a waiver may ask for it and it has none."""
        if site.asked is None or isinstance(site.asked, Local):
            return site
        if all(waive.option != node.name for waive in self.world.waives):
            return site
        variable = self.world.variable("asked", site.asked.type)
        checks.append(b.Give(node.span, site.ids.next(site.path, "asked"), variable, site.asked))
        return site.asking(placed(Local(variable.type, variable), node.span))

    def _declining(self, node: s.Declining, site: Site) -> b.BoundOption:
        """Make the option that does nothing and leaves the decision."""
        path = site.ids.next(site.path, node.name)
        leave = b.Leave(node.span, site.ids.next(path, "leave"), "decision", site.around[-1].rule)
        return b.BoundOption(node.span, path, node.name, (), (), (leave,), ())

    def at(self, scope: Scope, site: Site) -> DecisionBinder:
        """Bind what stands at another place of the same item."""
        return type(self)(scope, site)

    def parameter(self, option: s.Option, node: s.OptionParameter) -> b.BoundParameter:
        """Bind a choice inside an option, with the guard of its ``where``."""
        domain = self.values.domain(node.domain)
        if isinstance(domain.type, GroupsType):
            domain = self.values.amiss("R255", node.domain)
        variable = self.scope.give(node.name, member_type(domain), node.span, "choice")
        where = None
        if node.where is not None and node.reason is not None:
            where = self.guard(option, node.where, node.reason, ())
        return b.BoundParameter(node.span, variable, domain, self.world.text(node.domain.span), where)

    def guard(self, option: s.Option, condition: Expression, reason: s.Reason, cites: tuple[str, ...]) -> b.Guard:
        """Bind a guard, with the waivers that lift it."""
        rule = self.rule(reason.name)
        bound = self.values.truth(condition)
        arguments = tuple(self.values.value(argument) for argument in reason.arguments)
        waivers = tuple(self._waivers(option, reason, rule))
        text = self.world.text(condition.span)
        return b.Guard(condition.span, rule, bound, b.BoundReason(reason.name, arguments), text, waivers, cites)

    def _waivers(self, option: s.Option, reason: s.Reason, rule: str) -> list[b.Waiver]:
        found: list[b.Waiver] = []
        for waive in self.world.waives:
            if waive.option == option.name and waive.reason == reason.name:
                self.world.used_waives.add(waive.name)
                path = f"{rule}/{waive.name}"
                scope = self.scope.inner()
                who = self.site.asked
                asked_of = who.variable if isinstance(who, Local) else self.world.variable("asked", ElementType(PLAYER))
                condition = joined((*matches(scope, (waive.asked,), (asked_of,)), *asked(scope, waive.condition)))
                body: b.Body = self.body(waive.body, scope, self.site.below(path)) if waive.body else ()
                found.append(b.Waiver(path, always() if condition is None else condition, body))
        return found


def leading(body: tuple[s.Statement, ...]) -> int:
    """Count the lets and guards that an option begins with."""
    return next((at for at, one in enumerate(body) if not isinstance(one, s.Let | s.Needs)), len(body))

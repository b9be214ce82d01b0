"""Decisions and their options: what may be chosen, why not, and what it does."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from reguli.language.tree import statements as s
from reguli.language.tree.expressions import Expression
from reguli.model.binding.expressions import ExpressionBinder, member_type
from reguli.model.binding.paying import Head, PayingBinder
from reguli.model.binding.scope import Scope
from reguli.model.binding.world import PLAYER
from reguli.model.rule_ids import Site, Surrounding
from reguli.model.standing.heads import always, asked, opened
from reguli.model.standing.reactions import found_for
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Choice, Constant, Local, Several, Term
from reguli.model.tree.walk import placed
from reguli.model.types import PLAIN, CollectionType, ElementType, GroupsType
from reguli.source.said import Said, row
from reguli.source.span import Span

MOST_GROUPS: Final = 10
"""How deep groups of options may include one another."""
MOST_OPTIONS: Final = 200
"""How many options one decision may have before it includes more."""


class DecisionBinder(PayingBinder):
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
        if node.repeatedly and node.each_once:
            self.world.bag.add("R253", node.span, name=node.name)
        otherwise = None if node.otherwise is None else self.body(node.otherwise, site=site.below(f"{path}/otherwise"))
        ask = b.Ask(
            node.span,
            path,
            node.name,
            actor,
            node.repeatedly,
            node.each_once,
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
        first = leading(node.body)
        head = Head(node, any(waive.item.option == node.name for waive in self.world.waives), checks)
        for statement in node.body[:first]:
            if isinstance(statement, s.Let):
                head.checks.append(here.let(statement))
            elif isinstance(statement, s.Needs):
                head.checks.append(here.needs(node, statement))
            elif isinstance(statement, s.Pay):
                here.pay(head, statement)
        effects = (*head.paid, *here.body(node.body[first:], scope))
        cites = tuple(cite.id for cite in node.cites)
        return b.BoundOption(node.span, path, node.name, parameters, tuple(head.checks), effects, cites)

    def _declining(self, node: s.Declining, site: Site) -> b.BoundOption:
        """Make the option that does nothing and leaves the decision."""
        path = site.ids.next(site.path, node.name)
        leave = b.Leave(node.span, site.ids.next(path, "leave"), "decision", site.around[-1].rule)
        return b.BoundOption(node.span, path, node.name, (), (), (leave,), ())

    def _named_asked(self, node: s.Option, site: Site, checks: list[b.Give | b.Guard]) -> Site:
        """Give who is asked a name of its own, where a waiver may ask for it and it has none."""
        if site.asked is None or isinstance(site.asked, Local):
            return site
        if all(waive.item.option != node.name for waive in self.world.waives):
            return site
        variable = self.world.variable("asked", site.asked.type)
        checks.append(b.Give(node.span, site.ids.next(site.path, "asked"), variable, site.asked))
        return site.asking(placed(Local(variable.type, variable), node.span))

    def at(self, scope: Scope, site: Site) -> DecisionBinder:
        """Bind what stands at another place of the same item."""
        return type(self)(scope, site)

    def parameter(self, option: s.Option, node: s.OptionParameter) -> b.BoundParameter:
        """Bind a choice inside an option, with the guard of its ``where``."""
        domain = self._several(node.domain) if isinstance(node.domain, s.SomeOf) else self.values.domain(node.domain)
        if not isinstance(node.domain, s.SomeOf) and isinstance(domain.type, GroupsType):
            domain = self.values.amiss("R255", node.domain)
        variable = self.scope.give(node.name, member_type(domain), node.span, "choice")
        where = None
        if node.where is not None and node.reason is not None:
            where = self.guard(option, node.where, node.reason, ())
        return b.BoundParameter(node.span, variable, domain, self.world.text(node.domain.span), where)

    def _several(self, node: s.SomeOf) -> Term:
        """Bind a choice of so many at once."""
        least = self.values.number(node.least)
        most = least if node.most is None else self.values.number(node.most)
        domain = self.values.collection(node.domain)
        if not isinstance(domain.type, CollectionType):
            return domain
        return placed(Several(GroupsType(domain.type.kind), least, most, domain), node.span)

    def needs(self, option: s.Option, node: s.Needs) -> b.Guard:
        """Bind a guard at the head of an option."""
        return self.guard(option, node.condition, node.reason, node.cites)

    def pay(self, head: Head, node: s.Pay) -> None:
        """Bind a charge at the head of an option: the guard that it can be made, and what it moves.

        Where a waiver lifts the guard, nothing is paid.
        """
        paid, condition, text = self.known_paid(head, node)
        guard = self._because(head.option, (node.span, condition, text), node.reason, node.cites)
        head.checks.append(guard)
        if guard.waivers and paid.amount is not None:
            made = Choice(paid.amount.type, condition, paid.amount, Constant(PLAIN, 0))
            paid = replace(paid, amount=self.known(head, made, paid.amount))
        head.paid.append(paid)

    def guard(
        self, option: s.Option, condition: Expression, reason: s.Reason, cites: tuple[s.Citation, ...]
    ) -> b.Guard:
        """Bind a guard, with the waivers that lift it."""
        found = condition.span, self.values.truth(condition), self.world.text(condition.span)
        return self._because(option, found, reason, cites)

    def _because(
        self, option: s.Option, found: tuple[Span, Term, str], reason: s.Reason, cites: tuple[s.Citation, ...]
    ) -> b.Guard:
        span, condition, text = found
        rule = self.rule(reason.name)
        arguments = tuple(self.values.value(argument) for argument in reason.arguments)
        waivers = tuple(self._waivers(option, reason, rule))
        carried = tuple(cite.id for cite in cites)
        return b.Guard(span, rule, condition, b.BoundReason(reason.name, arguments), text, waivers, carried)

    def _waivers(self, option: s.Option, reason: s.Reason, rule: str) -> list[b.Waiver]:
        found: list[b.Waiver] = []
        for written in self.world.waives:
            waive = written.item
            if waive.option == option.name and waive.reason == reason.name:
                self.world.used_waives.add(waive.name)
                path = f"{rule}/{waive.name}"
                who = self.site.asked
                player = who.variable if isinstance(who, Local) else self.world.variable("asked", ElementType(PLAYER))
                head = opened(self.scope.inner(), written.piece, (waive.asked,), (player,), waive.span)
                head = head.also(*asked(head.scope, waive.condition))
                body = self.body(waive.body, head.scope, self.site.below(path)) if waive.body else ()
                condition = head.some((*head.equal, *head.force)) or always()
                found.append(b.Waiver(path, condition, (*found_for(head, path, 0), *body) if body else ()))
        return found


def leading(body: tuple[s.Statement, ...]) -> int:
    """Count the lets, guards and charges that an option begins with."""
    return next((at for at, one in enumerate(body) if not isinstance(one, s.Let | s.Needs | s.Pay)), len(body))

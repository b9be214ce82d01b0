"""Binding of statements; the only module that handles every form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree.expressions import Expression, Field, Name
from reguli.language.syntax_tree.top_level_items import OptionGroup, Parameter
from reguli.model.binding.binding_context import OTHERWISE, PLAYER, World
from reguli.model.binding.expression_binding import DEEPEST, member_type
from reguli.model.binding.move_statement_binding import Head, PayingBinder
from reguli.model.binding.name_resolution import Held, Scope
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_terms import Bundled, Choice, Constant, Local, Several, Term, Variable
from reguli.model.bound_tree.tree_traversal import statement_terms, with_span
from reguli.model.card_effects import (
    Beginning,
    always_true_condition,
    bind_chosen_piece,
    bind_optional_condition,
    bind_rule_head,
    free_head_variables,
)
from reguli.model.piece_rules import AddedOptions
from reguli.model.resolved_ruleset import Site, Surrounding
from reguli.model.types import PLAIN, BundleType, CollectionType, ElementType, GroupsType
from reguli.ruleset.document_nodes import FieldDecl
from reguli.source.finding_catalogue import Said, joined_list
from reguli.source.source_excerpt import Span

# -- Decisions and their options: what may be chosen, why not, and what it does --------------------------------------


MOST_OPTIONS: Final = 64
"""How many options one decision may have, with those that are added to it."""
MOST_ADDED: Final = 4_000
"""How many options may be added to all decisions together; one that is added to two decisions counts twice."""


class DecisionBinder(PayingBinder):
    """Binds decisions, together with the options added to them elsewhere."""

    def decide(self, node: s.Decide) -> b.Ask:
        """Bind a decision; added options come last, so that its own moves keep their numbers."""
        actor = self.values.element(node.actor, PLAYER)
        path = self.rule(node.name)
        site = self.site.below(path).within(Surrounding("decision", node.name, path))
        options = [self._option(one, self.scope, site.asking(actor)) for one in node.options]
        if node.declining is not None:
            options.append(self._declining(node.declining, site))
        options += self._added(node, site.asking(actor))
        self._check_names(node, options)
        if node.repeatedly and node.each_once:
            self.world.bag.add("R253", node.span, name=node.name)
        otherwise = None if node.otherwise is None else self.body(node.otherwise, site=site.below(f"{path}{OTHERWISE}"))
        return b.Ask(
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

    def _check_names(self, node: s.Decide, options: list[b.BoundOption]) -> None:
        seen: dict[str, list[b.BoundOption]] = {}
        for option in options:
            same = next((one for one in seen.get(option.name, ()) if not differs_by_piece(one, option)), None)
            if same is not None:
                related = [(same.span, Said("here.name_stands_too", name=option.name))]
                self.world.bag.add("R248", option.span, related=related, name=option.name, decision=node.name)
            seen.setdefault(option.name, []).append(option)

    def _added(self, node: s.Decide, site: Site) -> Iterator[b.BoundOption]:
        """Bind the options added to a decision elsewhere."""
        self.world.asks.add(node.name)
        kept_out = node.each_once or node.secretly or node.all_or_nothing
        count = len(node.options)
        for addition in self.world.additions.get(node.name, ()):
            item = addition.item
            count += len(item.options)
            self.world.added += len(item.options)
            if kept_out:
                related = [(node.span, Said("here.name_stands", name=node.name))]
                self.world.bag.add("R262", item.span, related=related, name=node.name)
            elif count > MOST_OPTIONS or self.world.added > MOST_ADDED:
                self.world.bag.add("R254", item.span, name=node.name, options=MOST_OPTIONS, added=MOST_ADDED)
                return
            else:
                yield from self._additions(addition, site)

    def _additions(self, addition: AddedOptions, site: Site) -> Iterator[b.BoundOption]:
        asked, piece = self._asked(addition.item, site), addition.piece
        for one in addition.item.options:
            scope = self.scope.inner(sealed=True)
            if piece is None:
                scope.given.update([asked])
                yield self._option(one, scope, site, Beginning(asked))
                continue
            held = bind_chosen_piece(addition, asked, self.world)
            scope.given.update(held.head.scope.given)
            path = f"{site.path}/{piece.kind}" + ("" if addition.whole else f"/{piece.name}")
            made = self._option(one, scope, site.below(path), held.beginning(one, path, asked))
            yield replace(made, pieces=held.pieces)

    def _asked(self, item: OptionGroup, site: Site) -> tuple[str, Held]:
        """Return an addition's name for the player asked, with its binding."""
        (named,) = item.parameters
        if isinstance(site.asked, Local):
            return named.name, Held(site.asked.variable, named.span, "choice")
        return named.name, Held(Variable(named.name, ElementType(PLAYER), 0), named.span, "choice", site.asked)

    def _option(self, node: s.Option, outer: Scope, site: Site, added: Beginning | None = None) -> b.BoundOption:
        path = site.ids.next(site.path, node.name)
        scope = outer.inner()
        checks: list[b.Give | b.Guard] = []
        here = self.at(scope, self._named_asked(node, site.below(path), checks))
        parameters = tuple(here.parameter(node, parameter) for parameter in node.parameters)
        if added is not None:
            parameters, checks = (*added.parameters, *parameters), [*checks, *added.checks]
        first = count_leading_items(node.body)
        head = Head(node, any(waive.item.option == node.name for waive in self.world.waives), checks)
        for statement in node.body[:first]:
            if isinstance(statement, s.Let):
                head.checks.append(here.let(statement))
            elif isinstance(statement, s.Needs):
                head.checks.append(here.needs(node, statement))
            elif isinstance(statement, s.Pay):
                here.pay(head, statement)
        if added is not None:
            head.checks.extend(self._kept_asked(node, added, scope, site.below(path)))
        effects = (*head.paid, *here.body(node.body[first:], scope))
        cites = tuple(cite.id for cite in node.cites)
        return b.BoundOption(
            node.span, path, node.name, parameters, tuple(head.checks), effects, cites, added is not None
        )

    def _kept_asked(self, node: s.Option, added: Beginning, scope: Scope, site: Site) -> Iterator[b.Give]:
        """Store the player asked before an added option's effects, which could change that value."""
        name, who = added.asked
        if who.value is not None:
            variable = self.world.variable(name, ElementType(PLAYER))
            yield b.Give(node.span, site.ids.next(site.path, name), variable, who.value)
            scope.given[name] = Held(variable, who.span, "choice")

    def _declining(self, node: s.Declining, site: Site) -> b.BoundOption:
        """Make the option that does nothing and leaves the decision."""
        path = site.ids.next(site.path, node.name)
        leave = b.Leave(node.span, site.ids.next(path, "leave"), "decision", site.around[-1].rule)
        return b.BoundOption(node.span, path, node.name, (), (), (leave,), ())

    def _named_asked(self, node: s.Option, site: Site, checks: list[b.Give | b.Guard]) -> Site:
        """Bind the player asked to a variable, if a waiver may need it and there is none."""
        if site.asked is None or isinstance(site.asked, Local):
            return site
        if all(waive.item.option != node.name for waive in self.world.waives):
            return site
        variable = self.world.variable("asked", site.asked.type)
        checks.append(b.Give(node.span, site.ids.next(site.path, "asked"), variable, site.asked))
        return site.asking(with_span(Local(variable.type, variable), node.span))

    def at(self, scope: Scope, site: Site) -> DecisionBinder:
        """Return a binder for another place of the same item."""
        return type(self)(scope, site)

    def parameter(self, option: s.Option, node: s.OptionParameter) -> b.BoundParameter:
        """Bind a parameter of an option, with the guard of its ``where``."""
        domain = self._several(node.domain) if isinstance(node.domain, s.SomeOf) else self.values.domain(node.domain)
        if not isinstance(node.domain, s.SomeOf) and isinstance(domain.type, GroupsType):
            domain = self.values.amiss("R255", node.domain)
        variable = self.scope.give(node.name, member_type(domain), node.span, "choice")
        where = None
        if node.where is not None and node.reason is not None:
            where = self.guard(option, node.where, node.reason, ())
        return b.BoundParameter(node.span, variable, domain, self.world.text(node.domain.span), where)

    def _several(self, node: s.SomeOf) -> Term:
        """Bind a choice of several elements."""
        first = self.values.value(node.least)
        if isinstance(first.type, CollectionType):
            return self.values.amiss("R293", node.least)
        least = self.values.held_number(node.least, first)
        most = least if node.most is None else self.values.number(node.most)
        domain = self.values.several(node.domain)
        if isinstance(domain.type, BundleType):
            return with_span(Several(domain.type, least, most, domain), node.domain.span)
        if not isinstance(domain.type, CollectionType):
            return domain
        return with_span(Several(GroupsType(domain.type.kind), least, most, domain), node.domain.span)

    def needs(self, option: s.Option, node: s.Needs) -> b.Guard:
        """Bind a guard at the head of an option."""
        return self.guard(option, node.condition, node.reason, node.cites)

    def pay(self, head: Head, node: s.Pay) -> None:
        """Bind a charge at the head of an option: the guard that it is affordable, and the transfer.

        Where a waiver lifts the guard, nothing is paid.
        """
        paid, condition, text = self.known_paid(head, node)
        guard = self._because(head.option, (node.span, condition, text), node.reason, node.cites)
        head.checks.append(guard)
        if guard.waivers and paid.amount is not None:
            nothing = (
                Bundled(paid.amount.type, (), ()) if isinstance(paid.amount.type, BundleType) else Constant(PLAIN, 0)
            )
            made = Choice(paid.amount.type, condition, paid.amount, nothing)
            paid = replace(paid, amount=self.known(head, made, paid.amount))
        head.paid.append(paid)

    def guard(
        self, option: s.Option, condition: Expression, reason: s.Reason, cites: tuple[s.Citation, ...]
    ) -> b.Guard:
        """Bind a guard, with its waivers."""
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
                head = bind_rule_head(self.scope.inner(), written.piece, (waive.asked,), (player,), waive.span)
                before, head = len(head.force), head.also(*bind_optional_condition(head.scope, waive.condition))
                body = self.body(waive.body, head.scope, self.site.below(path)) if waive.body else ()
                head.keep(path, written.piece, (*head.equal, *head.force[before:]), body)
                condition = head.some((*head.equal, *head.force)) or always_true_condition()
                found.append(b.Waiver(path, condition, (*free_head_variables(head, path, 0), *body) if body else ()))
        return found


def differs_by_piece(one: b.BoundOption, other: b.BoundOption) -> bool:
    """Return whether two options of one name are on different pieces of one kind, and so differ in their first argument."""
    if not one.pieces or not other.pieces or set(one.pieces) & set(other.pieces):
        return False
    return one.parameters[0].variable.type == other.parameters[0].variable.type


def count_leading_items(body: tuple[s.Statement, ...]) -> int:
    """Count the lets, guards and charges at the head of an option."""
    return next((at for at, one in enumerate(body) if not isinstance(one, s.Let | s.Needs | s.Pay)), len(body))


# -- statement binding -----------------------------------------------------------------------------------------------


GAME, ROUND, TURN = "game", "round", "turn"
"""What ``end`` ends besides what stands round it."""


class StatementBinder(DecisionBinder):
    """Binds every statement of the language."""

    def body(self, statements: tuple[s.Statement, ...], scope: Scope | None = None, site: Site | None = None) -> b.Body:
        """Bind statements in their own scope, here or at another place of the rules."""
        here = StatementBinder(self.scope.inner() if scope is None else scope, self.site if site is None else site)
        found: list[b.BoundStatement] = []
        if self.world.depth >= DEEPEST and statements:
            self.world.bag.add("R234", statements[0].span, limit=DEEPEST)
            return ()
        self.world.depth += 1
        for at, statement in enumerate(statements):
            found += here.statement(statement)
            if isinstance(statement, s.End) and at + 1 < len(statements):
                self.world.bag.add("R250", statements[at + 1].span, what=f"end {statement.name}")
        self.world.depth -= 1
        return tuple(found)

    def statement(self, node: s.Statement) -> tuple[b.BoundStatement, ...]:
        """Bind one statement; return nothing after an error."""
        if isinstance(node, s.Decide):
            return (self.decide(node),)
        if isinstance(node, s.Needs):
            self.world.bag.add("R243", node.span, text=self.values.text(node.condition))
            self.values.truth(node.condition)
            return ()
        if isinstance(node, s.Pay):
            self.world.bag.add("R280", node.span, text=self.values.text(node.amount))
            self.tokens_paid(node)
            return ()
        if isinstance(node, s.For | s.While | s.Repeat | s.ForRound) and node.keeps is not None:
            return self._keeping(node, node.keeps)
        single = self._binders[type(node)](self, node)
        if isinstance(node, s.Step) and node.cites:
            self.world.citing_steps[single.rule] = self.site.path, node
        for term in statement_terms(single):
            with_span(term, node.span)
        return (single,)

    def _keeping(self, node: s.For | s.While | s.Repeat | s.ForRound, kept: Expression) -> tuple[b.BoundStatement, ...]:
        """Bind a loop with ``keeps``: the claim, which sees outer names, is checked before each iteration and after the last."""
        condition = with_span(self.values.truth(kept), kept.span)
        claim = b.Claim(kept.span, self.rule("keeps"), condition, self.values.text(kept))
        loop = self.statement(replace(node, keeps=None))[0]
        assert isinstance(loop, b.Each | b.Loop | b.Times | b.Around)
        return replace(loop, body=(claim, *loop.body)), claim

    def _settle(self, node: s.Settle) -> b.BoundStatement:
        return b.Settle(node.span, self.rule("settle"))

    def _end(self, node: s.End) -> b.BoundStatement:
        rule = self.rule(f"end_{node.name}")
        if node.name == GAME:
            return b.Leave(node.span, rule, "game", "")
        found = next((one for one in reversed(self.site.around) if one.name == node.name), None)
        if found is None and node.name == TURN:
            return b.Leave(node.span, rule, "turn", "")
        if found is None and node.name == ROUND:
            return b.Leave(node.span, rule, "round", "")
        if found is None:
            names = list(dict.fromkeys([*(one.name for one in self.site.around), TURN, ROUND, GAME]))
            self.world.unknown("R244", node.span, node.name, names, around=joined_list(names, "list.or"))
            return b.Leave(node.span, rule, "game", "")
        return b.Leave(node.span, rule, found.what, found.rule)

    def _if(self, node: s.If) -> b.BoundStatement:
        rule = self.rule("if")
        condition = self.values.truth(node.condition)
        return b.Branch(node.span, rule, condition, self.body(node.then), self.body(node.otherwise))

    def _while(self, node: s.While) -> b.BoundStatement:
        rule = self.rule("while")
        return b.Loop(node.span, rule, self.values.truth(node.condition), self.body(node.body))

    def _repeat(self, node: s.Repeat) -> b.BoundStatement:
        rule = self.rule("repeat")
        return b.Times(node.span, rule, self.values.number(node.count), self.body(node.body))

    def _for(self, node: s.For) -> b.BoundStatement:
        rule = self.rule("for")
        domain = self.values.domain(node.domain)
        scope = self.scope.inner()
        variable = scope.give(node.variable, member_type(domain), node.span, "loop")
        where = None if node.where is None else StatementBinder(scope, self.site).values.truth(node.where)
        return b.Each(node.span, rule, variable, domain, where, self.body(node.body, scope))

    def _turn(self, node: s.Turn) -> b.BoundStatement:
        rule, self.world.turns = self.rule(TURN), True
        if any(one.what == "turn" for one in self.site.around):
            self.world.bag.add("R258", node.span)
        actor = self.values.element(node.actor, PLAYER)
        site = self.site.within(Surrounding("turn", TURN, rule))
        return b.Turn(node.span, rule, actor, self.body(node.body, site=site))

    def _for_round(self, node: s.ForRound) -> b.BoundStatement:
        rule = self.rule("round")
        ring = self.values.collection(node.ring)
        until = None if node.until is None else self.values.truth(node.until)
        scope = self.scope.inner()
        variable = scope.give(node.variable, member_type(ring), node.span, "loop")
        where = None if node.where is None else StatementBinder(scope, self.site).values.truth(node.where)
        site = self.site.within(Surrounding("loop", ROUND, rule))
        return b.Around(node.span, rule, variable, ring, where, until, self.body(node.body, scope, site))

    def _run(self, node: s.Run) -> b.BoundStatement:
        procedure = self.values.of_use(node.procedure) or node.procedure
        if isinstance(procedure, Field):
            return self._run_piece(node, procedure)
        rule = self.rule("run")
        name = procedure.id if isinstance(procedure, Name) else ""
        parameters = self.world.procedures.get(name)
        arguments: tuple[t.Term, ...] = ()
        if parameters is None:
            self.world.unknown("R210", node.procedure.span, self.values.text(node.procedure), self.world.procedures)
            for argument in node.arguments:
                self.values.value(argument)
        elif self.world.agree(node.span, name, node.arguments, parameters):
            if node.later:
                require_single_values(name, parameters, node.span, self.world)
            arguments = self.values.arguments(node.arguments, parameters)
        return b.Perform(node.span, rule, name, arguments, node.later)

    def _run_piece(self, node: s.Run, field: Field) -> b.BoundStatement:
        rule = self.rule("run")
        element = self.values.any_element(field.base)
        kind = ""
        arguments: tuple[t.Term, ...] = ()
        if isinstance(element.type, ElementType):
            kind = element.type.kind
            fields = self.world.kinds[kind].fields
            declared = fields.get(field.name)
            if declared is None or declared.form != "procedure":
                runs = [name for name, one in fields.items() if one.form == "procedure"]
                self.world.unknown("R233", field.span, field.name, runs, kind=kind)
            elif self.world.agree(node.span, field.name, node.arguments, declared.parameters):
                if node.later:
                    require_single_values(
                        field.name, self.world.signature(piece_rule_parameters(declared)), node.span, self.world
                    )
                arguments = self.values.given_to(declared, node.arguments)
        return b.PerformPiece(node.span, rule, kind, field.name, element, arguments, node.later)

    def _announce(self, node: s.Announce) -> b.BoundStatement:
        rule = self.rule("announce")
        parameters = self.world.events.get(node.event)
        arguments: tuple[t.Term, ...] = ()
        if parameters is None:
            self.world.unknown("R212", node.span, node.event, self.world.events)
        elif self.world.agree(node.span, node.event, node.arguments, parameters):
            arguments = self.values.arguments(node.arguments, parameters)
        return b.Announce(node.span, rule, node.event, arguments)

    _binders: ClassVar[Mapping[type[s.Statement], Callable[[StatementBinder, Any], b.BoundStatement]]] = {
        s.Let: DecisionBinder.let,
        s.Assign: DecisionBinder.assign,
        s.Change: DecisionBinder.change,
        s.ListChange: DecisionBinder.list_change,
        s.Sort: DecisionBinder.sort,
        s.Move: DecisionBinder.move,
        s.MoveAmount: DecisionBinder.move_amount,
        s.Draw: DecisionBinder.draw,
        s.DrawSome: DecisionBinder.draw_some,
        s.Shuffle: DecisionBinder.shuffle,
        s.Lot: DecisionBinder.lot,
        s.Run: _run,
        s.Announce: _announce,
        s.Settle: _settle,
        s.End: _end,
        s.If: _if,
        s.For: _for,
        s.While: _while,
        s.Repeat: _repeat,
        s.ForRound: _for_round,
        s.Turn: _turn,
    }
    """How a statement of each sort is bound; decisions give more than one."""


def require_single_values(name: str, parameters: tuple[t.Variable, ...], span: Span, world: World) -> None:
    """Check that a deferred procedure has no set among its parameters."""
    for parameter in parameters:
        if isinstance(parameter.type, CollectionType | BundleType):
            world.bag.add("R256", span, name=name, parameter=parameter.name)


def piece_rule_parameters(field: FieldDecl) -> tuple[Parameter, ...]:
    """Return the parameters of a rule that is written on pieces."""
    return tuple(Parameter(field.span, name, kind) for name, kind in field.parameters)

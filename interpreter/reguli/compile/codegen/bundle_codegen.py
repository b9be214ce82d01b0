"""Bundles and groups as code: a bundle is a number for each variety, groups are a run with marked ends."""

from __future__ import annotations

from collections.abc import Callable

from reguli.compile.builtins import function_codegen
from reguli.compile.codegen.function_builder import YES, ZERO
from reguli.compile.codegen.lookup_codegen import LookedUp
from reguli.compile.lir import statement_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import BundleType, CollectionType, GroupsType, NumbersType


class Bundles(LookedUp):
    """Gives the code of bundles and groups."""

    def bundles_compared(self, term: t.Compare) -> n.Code:
        """Give whether two bundles are equal, or are not."""
        equal: n.Code = YES
        for one, other in zip(self.shares(term.left), self.shares(term.right), strict=True):
            equal = f.both(equal, f.compare("=", one, other))
        return equal if term.operator == "=" else f.negated(equal)

    def shares(self, term: t.Term) -> tuple[n.Code, ...]:
        """Give how many tokens of each variety a bundle holds: code without effect that may be used twice."""
        assert isinstance(term.type, BundleType), term
        count = self.layout.size_of(term.type.kind)
        w = self.writer
        match term:
            case t.Bundled():
                return self._bundled(term, count)
            case t.Local(_, variable):
                known = self.known.get(variable.key)
                if isinstance(known, tuple):
                    return known
                first = self.layout.storage[variable.key].slot + 1
                return tuple(n.Load(n.Num(first + at)) for at in range(count))
            case t.Contents(_, zone):
                _, base, _ = self.tokens(zone)
                base = w.keep(base, "b")
                return tuple(w.keep(self.load(f.plus(base, n.Num(at))), "s") for at in range(count))
            case t.Tracked():
                _, base = self.slot(term)
                base = w.keep(base, "b")
                return tuple(w.keep(self.load(f.plus(base, n.Num(at))), "s") for at in range(count))
            case t.Cell(_, name, keys):
                codes = [w.keep(self.value(key), "k") for key in keys]
                cells = [self.cell_at(name, [*codes, n.Num(at)], term) for at in range(count)]
                kept = [w.keep(one, "s") for one in cells]
                return tuple(w.keep(f.chosen(f.compare("<", one, ZERO), ZERO, one), "s") for one in kept)
            case t.Choice(_, condition, then, otherwise):
                return self._shares_chosen(self.truth(condition), then, otherwise, count)
            case _:
                run = w.keep(self.run(term), "r", n.RUN)
                return tuple(w.keep(n.Item(run, n.Num(at)), "s") for at in range(count))

    def _bundled(self, term: t.Bundled, count: int) -> tuple[n.Code, ...]:
        w = self.writer
        shares: list[n.Code] = [ZERO] * count
        for variety, amount in zip(term.varieties, term.amounts, strict=True):
            which, many = w.keep(self.value(variety), "x"), w.keep(self.value(amount), "a")
            least = w.keep(f.chosen(f.compare("<", many, ZERO), ZERO, many), "a")
            for at in range(count):
                more = f.chosen(f.compare("=", which, n.Num(at)), least, ZERO)
                shares[at] = w.keep(f.plus(shares[at], more), "s")
        return tuple(shares)

    def _shares_chosen(self, test: n.Code, then: t.Term, otherwise: t.Term, count: int) -> tuple[n.Code, ...]:
        w = self.writer
        found = [w.fresh("s") for _ in range(count)]

        def written(term: t.Term) -> Callable[[], object]:
            return lambda: w.write(*(n.Let(one, code) for one, code in zip(found, self.shares(term), strict=True)))

        w.when(test, written(then), written(otherwise))
        return tuple(found)

    def share(self, bundle: t.Term, variety: t.Term | None) -> n.Code:
        """Give how many tokens of a variety a bundle holds, or of all together."""
        shares = self.shares(bundle)
        if variety is None:
            total: n.Code = ZERO
            for one in shares:
                total = f.plus(total, one)
            return total
        which = self.writer.keep(self.value(variety), "x")
        if isinstance(which, n.Num):
            return shares[which.value]
        found: n.Code = shares[-1]
        for at, one in reversed(list(enumerate(shares[:-1]))):
            found = f.chosen(f.compare("=", which, n.Num(at)), one, found)
        return found

    def groups(self, term: t.Term) -> n.Code:
        """Give groups as a run: twice the number of each element, and 1 more for the last one of a group."""
        if isinstance(term, t.Local):
            return self.kept_run(term.variable)
        if isinstance(term, t.Apply):
            return self.applied(term.define, term.arguments)
        if isinstance(term, t.Choice):
            test = self.truth(term.condition)
            return self.chosen(test, lambda: self.groups(term.then), lambda: self.groups(term.otherwise), n.RUN)
        return function_codegen.groups_of(self, term)

    def packed(self, term: t.Term) -> n.Code:
        """Give a term of any type as one number, truth or run: of a bundle the run of its shares."""
        match term.type:
            case BundleType():
                shares = self.shares(term)
                kept = self.writer.fresh("r", n.RUN)
                self.writer.write(n.NewRun(kept, n.Num(len(shares))), *(n.Push(kept, one) for one in shares))
                return kept
            case GroupsType():
                return self.groups(term)
            case CollectionType() | NumbersType():
                return self.run(term)
            case _:
                return self.value(term)

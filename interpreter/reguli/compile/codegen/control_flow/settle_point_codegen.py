"""What is asked at settle points as code: the conditions of triggers, and what must always hold.

Both are asked behind every move and nearly always give what they gave before: no trigger has anything to do, what must hold holds. So it is remembered of each that takes long
(``memoisation.WORTH``) that it gave that, until something changes that it reads (``ir.version_counters``). Measured: see ARCHITECTURE ("Passes").
"""

from __future__ import annotations

from reguli.compile.codegen.codegen_context import Making
from reguli.compile.codegen.expression_codegen import Terms
from reguli.compile.codegen.function_builder import NO, YES, ZERO, Writer
from reguli.compile.codegen.memoisation import WORTH, greatest
from reguli.compile.lir import statement_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.ir.state_layout import EPOCH, FACTS
from reguli.ir.version_counters import read_by_term
from reguli.model.bound_tree import bound_terms as t

SETTLING = FACTS.index("settling")
HOLD = "hold"
"""The global that tells whether what must always hold is asked; whoever runs a program sets it beforehand."""


def unsettled_function(making: Making) -> str:
    """Write the function that tells whether anything is to be settled, and give its name."""
    agenda = making.program.agenda

    def write(w: Writer) -> None:
        w.when(f.compare("!=", n.Load(n.Num(SETTLING)), ZERO), lambda: w.write(n.Give(NO)))
        if agenda.targets:
            w.when(f.compare("!=", n.Load(n.Num(agenda.base)), ZERO), lambda: w.write(n.Give(YES)))
        for number in range(len(agenda.conditions)):
            asked = n.Call(trigger_function(making, number), (), n.TRUTH)
            w.when(asked, lambda: w.write(n.Give(YES)))
        w.write(n.Give(NO))

    return making.function("unsettled", (), n.TRUTH, write)


def trigger_function(making: Making, number: int) -> str:
    """Write the function that asks the condition of a trigger, and give its name; what it finds stands in a scratch slot."""
    condition = making.program.agenda.conditions[number]
    return making.function(
        f"trigger {number}", (), n.TRUTH, lambda w: _asked(making, w, f"trigger {number}", condition, usual=False)
    )


def _asked(making: Making, w: Writer, name: str, condition: t.Term, *, usual: bool) -> None:
    """Ask a condition unless it gave what it usually gives, and nothing has changed since that it reads."""
    reads, terms = read_by_term(making.ruleset, making.layout, condition), Terms(making, w)
    if reads is None or making.costs.of(condition) < WORTH:
        w.write(n.Give(terms.truth(condition)))
        return
    area = making.area(name, len(reads) + 1)
    kept = [greatest(w, [slot for slot in reads if slot < 0]), *(n.Load(n.Num(slot)) for slot in reads if slot >= 0)]
    codes = [w.keep(one, "k") for one in kept]
    same = holds = f.compare("!=", n.Load(n.Num(EPOCH)), ZERO)
    for at, code in enumerate(codes):
        same = f.both(same, f.compare("=", n.At(area, n.Num(at)), code))
    w.write(n.When(same, (n.Give(n.Flag(usual)),)))
    found = w.keep(terms.truth(condition), "found", n.TRUTH)
    keeping = tuple(n.Put(area, n.Num(at), code) for at, code in enumerate(codes))
    w.write(n.When(f.both(holds, found if usual else f.negated(found)), keeping), n.Give(found))


def hold_function(making: Making) -> str:
    """Write the function that asks what must always hold (E314) where that is asked, and give its name."""

    def write(w: Writer) -> None:
        w.when(f.compare("=", n.Global(HOLD), ZERO), lambda: w.write(n.Give()))
        for number in range(len(making.ruleset.invariants)):
            w.refuse(f.negated(n.Call(invariant_function(making, number), (), n.TRUTH)), "E314")

    return making.function("hold", (), None, write)


def invariant_function(making: Making, number: int) -> str:
    """Write the function that asks one thing that must always hold, and give its name."""
    condition = making.ruleset.invariants[number].condition
    return making.function(
        f"invariant {number}", (), n.TRUTH, lambda w: _asked(making, w, f"invariant {number}", condition, usual=True)
    )


def ranking_function(making: Making, number: int) -> str:
    """Write the function that gives a criterion of the final ranking for a player, and give its name."""
    criterion, player = making.ruleset.ranking[number], n.Var("player")
    making.sure.add(criterion.variable.key)
    return making.function(
        f"ranking {number}",
        (player,),
        n.WHOLE,
        lambda w: w.write(n.Give(Terms(making, w, {criterion.variable.key: player}).whole(criterion.by))),
    )


def audience_function(making: Making, name: str) -> str:
    """Write the function that gives the players who see a field of an element, and give its name; the game is the element 0."""
    owner, audience = making.ruleset.audiences[name]
    element = n.Var("owner")
    known: dict[int, n.Code | tuple[n.Code, ...]] = {} if owner is None else {owner.key: element}
    return making.function(
        f"audience {name}", (element,), n.RUN, lambda w: w.write(n.Give(Terms(making, w, known).run(audience)))
    )

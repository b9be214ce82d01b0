"""What is put off: procedures, and the rules of an event, go on the agenda with the values of their arguments."""

from __future__ import annotations

from reguli.compile.codegen.codegen_context import Making
from reguli.compile.codegen.expression_codegen import Terms
from reguli.compile.codegen.function_builder import ONE, ZERO, Writer
from reguli.compile.lir import statement_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.ir.state_layout import FACTS
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.read_write_sets import effects_on

SETTLING = FACTS.index("settling")


def put_off(terms: Terms, note: int, statement: b.Perform | b.PerformPiece | b.Announce) -> None:
    """Write what puts a procedure, or every rule of an event, on the agenda."""
    making, w = terms.making, terms.writer
    agenda = making.program.agenda
    told: list[n.Code] = []
    numbers: list[n.Code]
    some = None
    if isinstance(statement, b.PerformPiece):
        element = w.keep(terms.sure(statement.element, statement.field), "x")
        told.append(element)
        written = effects_on(making.ruleset, statement)
        of = [-1] * (1 + max(written))
        for at, rule in written.items():
            of[at] = -1 if rule is None else agenda.targets.index(rule.id)
        numbers = [w.keep(f.cell(tuple(of), element), "p")]
        some = f.compare(">=", numbers[0], ZERO)
    elif isinstance(statement, b.Announce):
        rules = making.ruleset.events.get(statement.event, ())
        numbers = [n.Num(agenda.targets.index(rule.id)) for rule in rules]
    else:
        numbers = [n.Num(agenda.targets.index(making.ruleset.procedures[statement.procedure].id))]
    values = [w.keep(terms.whole(argument), "a") for argument in statement.arguments]
    w.write(n.Entry(note, (*told, *values)))
    if not numbers:
        return
    name = queue_function(making)
    rest = [ZERO] * (agenda.width - 1 - len(values))
    calls = [n.Do(n.Call(name, (number, *values, *rest))) for number in numbers]
    if some is None:
        w.write(*calls)
    else:
        w.when(some, lambda: w.write(*calls))


def queue_function(making: Making) -> str:
    """Write the function that takes an entry into the queue, last or directly behind the entry that is being run, and give its name."""
    agenda = making.program.agenda
    parameters = tuple(n.Var(f"p{at}") for at in range(agenda.width))
    base, front, width = n.Num(agenda.base), n.Num(agenda.front), agenda.width

    def write(w: Writer) -> None:
        waiting = w.keep(n.Load(base), "n")
        w.refuse(f.compare(">=", waiting, n.Num(agenda.room)), "E312")
        place = w.fresh("k")
        w.write(n.Let(place, waiting))
        behind = (n.Let(place, n.Load(front)), n.Store(front, f.plus(place, ONE)))
        w.write(n.When(f.compare("!=", n.Load(n.Num(SETTLING)), ZERO), behind))
        at = w.keep(f.plus(f.times(place, n.Num(width)), n.Num(agenda.base + 1)), "at")
        w.write(n.CopySlots(f.plus(at, n.Num(width)), at, f.times(n.Op("-", waiting, place), n.Num(width))))
        w.write(*(n.Store(f.plus(at, n.Num(number)), one) for number, one in enumerate(parameters)))
        more = w.keep(f.plus(waiting, ONE), "n")
        w.write(n.Store(base, more))
        most = n.Num(agenda.most)
        w.write(n.When(f.compare(">", more, n.Load(most)), (n.Store(most, more),)))

    return making.function("put off", parameters, None, write)

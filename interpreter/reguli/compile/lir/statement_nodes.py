"""The lower form: what generated code is made of, whatever it is printed as.

A program says what happens; this says how it is worked out: functions of structured code over one flat list of whole numbers (the slots
of a position) and typed locals. It is small on purpose, so that a back end is a table of some forty arms: Python prints it as source, WebAssembly
as bytes, and both do the same because everything that has to be decided is decided before. There is no collection here: a collection of the
rules is gone through, asked, counted or stored, and only what is stored is a *run*, a row of whole numbers that belongs to the function that made it.

Values have one of three kinds.

``WHOLE``  a whole number of 64 bits with a sign. Sets of few elements are whole numbers too, one binary digit each (``mask``); then all 64 digits count, and
           Python keeps them without a sign.
``TRUTH``  holds or does not hold. It becomes a whole number by ``AsWhole`` and is never stored by itself.
``RUN``    a row of whole numbers with a length. Made by ``NewRun``, or it lies in the position (``RunAt``) or in the program (``Fixed``). It is dropped when the
           function that made it is left, unless it is given back: then it belongs to whoever called. Only the function that made it may change it.

Expressions have no effect but that of functions they call. Evaluation goes from left to right, but what is
written is worked out before where it goes. Loops are left by ``Break`` and gone on with by ``Again``:
always the innermost one. Whatever cannot go on is a ``Fail``, by its code of the catalogue: the walker plays the same again for the message, so nothing else is kept.
"""

from __future__ import annotations

from reguli.compile.lir.expression_nodes import *
from reguli.source.frozen_values import Kept, kept

# -- statements ------------------------------------------------------------------------------------------------


@kept
class Let(Kept):
    """A local is given a value, for the first time or again."""

    var: Var
    value: Code


@kept
class SetGlobal(Kept):
    """A number beside the positions is given a value."""

    name: str
    value: Code


@kept
class Store(Kept):
    """A slot is given a value; which slots there are: as of ``Load``."""

    slot: Code
    value: Code


@kept
class Put(Kept):
    """A number of an area is given a value."""

    area: str
    index: Code
    value: Code


@kept
class PutAside(Kept):
    """So many slots, from one on, are copied into an area, from an index on."""

    area: str
    index: Code
    slot: Code
    count: Code


@kept
class TakeBack(Kept):
    """So many numbers of an area, from an index on, are copied into slots, from one on."""

    slot: Code
    area: str
    index: Code
    count: Code


@kept
class KeepPast(Kept):
    """The position as it stands is kept as that when the move began, which loads ask by ``past``."""


@kept
class FillSlots(Kept):
    """So many slots from one on are given one value."""

    slot: Code
    count: Code
    value: Code


@kept
class CopySlots(Kept):
    """So many slots are copied, as if they were read first and written then."""

    to: Code
    source: Code
    count: Code


@kept
class When(Kept):
    """Statements by a condition."""

    test: Code
    yes: Body
    no: Body = ()


@kept
class Repeat(Kept):
    """Round and round until it is left."""

    body: Body


@kept
class Counting(Kept):
    """For each number from ``low`` up to, not including, ``high``; both are worked out before. The local is not changed inside."""

    var: Var
    low: Code
    high: Code
    body: Body


@kept
class Through(Kept):
    """For each number of a run, which is not changed meanwhile. The local is not changed inside."""

    var: Var
    run: Code
    body: Body


@kept
class ThroughBits(Kept):
    """For each digit that is set in a mask, from the lowest, its number; the mask is worked out before."""

    var: Var
    mask: Code
    body: Body


@kept
class Break(Kept):
    """Leave the innermost loop."""


@kept
class Again(Kept):
    """Go on with the next round of the innermost loop."""


@kept
class Give(Kept):
    """Leave the function, with a value where it gives one."""

    value: Code | None = None


@kept
class Fail(Kept):
    """Nothing can go on: a fault of the rules, by its code."""

    code: str


@kept
class Attempt(Kept):
    """Statements in which something may fail, also in functions they call: then it is gone on with ``otherwise``.

    What was changed until then stays changed, and locals that the statements gave a value are not asked: whoever attempts puts everything back.
    """

    body: Body
    otherwise: Body


@kept
class Do(Kept):
    """Call a function for what it does; what it gives is dropped."""

    call: Call


@kept
class NewRun(Kept):
    """A local is a new run with nothing in it, and room for so many numbers: more are never pushed."""

    var: Var
    room: Code


@kept
class Push(Kept):
    """A number is put behind a run."""

    run: Var
    value: Code


@kept
class Extend(Kept):
    """All numbers of a run are put behind another."""

    run: Var
    other: Code


@kept
class SetItem(Kept):
    """A number of a run is given another value; the index is never outside."""

    run: Var
    index: Code
    value: Code


@kept
class Cut(Kept):
    """A run keeps so many of its first numbers, no more than it has."""

    run: Var
    size: Code


@kept
class Entry(Kept):
    """An entry of the journal: the number of the note, then values, runs with all their numbers as one value."""

    note: int
    values: tuple[Code, ...]


@kept
class Offer(Kept):
    """A move that a decision allows: the choice by its number in the decision, and a value for each parameter but those in ``span``.

    A set or bundle that was chosen is a run. ``span`` are the least and the greatest number of the last parameter: all between are allowed.
    Or a run of elements with the least and most of them that are chosen (``among``).
    """

    choice: int
    arguments: tuple[Code, ...]
    span: tuple[Code, Code] | None = None
    among: Code | None = None


@kept
class Stamp(Kept):
    """These slots are given a number that was never given before (``ir.version_counters``): one for all of them."""

    slots: tuple[int, ...]


@kept
class Spend(Kept):
    """So much is taken off the budget; below 0 it is a fault of this code."""

    count: Code
    code: str = "E319"


Statement = (
    Let | SetGlobal | Store | Put | PutAside | TakeBack | KeepPast | FillSlots | CopySlots | When | Repeat | Counting | Through | ThroughBits | Break | Again | Give | Fail | Attempt | Do
    | NewRun | Push | Extend | SetItem | Cut | Entry | Offer | Stamp | Spend
)  # fmt: skip
Body = tuple[Statement, ...]


@kept
class Function(Kept):
    """Parameters, what it gives, and what it does; every way through one that gives something ends in ``Give`` or ``Fail``."""

    name: str
    parameters: tuple[Var, ...]
    gives: KindOf | None
    body: Body

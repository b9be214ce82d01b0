"""Columns of a batch as code: what a term gives, written behind a game as numbers.

In front of the value stands 1: a column that has none leaves 0 there. A number, element or truth is one number; a bundle, or the tokens in a zone, one for each
variety; a collection its length and its members.
"""

from __future__ import annotations

from collections.abc import Sequence

from reguli.compile.codegen.codegen_context import Making
from reguli.compile.codegen.expression_codegen import Terms
from reguli.compile.codegen.function_builder import ONE, Writer
from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.value_kinds import kind_of
from reguli.compile.passes import constant_folding as f
from reguli.compile.runtime.games import array_output
from reguli.model.bound_tree.bound_terms import Term
from reguli.model.bound_tree.read_write_sets import fields_read
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import BundleType, CollectionType, GroupsType, NumbersType, ZoneType

Column = tuple[Term, ...]
"""A term, or one for each variety of what is counted by varieties."""
ROWS = "rows"


def is_written(term: Term) -> bool:
    """Tell whether the value of a term is written in numbers whose count is known: groups, and numbers one after the other, may be any number."""
    return not isinstance(term.type, GroupsType | NumbersType)


def reads_stacks(ruleset: Ruleset, term: Term) -> bool:
    """Tell whether a term asks what lies in a stack: then shuffled cards lie in the order in which they will come."""
    return any(ruleset.state[name].order == "stack" for name in fields_read(ruleset, term))


def words_of(making: Making, column: Column) -> int:
    """Give how many numbers stand for the value of a column, the one in front of it included."""
    match column[0].type:
        case BundleType(kind=kind):
            return 1 + making.layout.size_of(kind)
        case CollectionType(kind) | ZoneType(kind, False):
            return 2 + making.layout.size_of(kind)
        case _:
            return 1 + len(column)


def values_of(column: Column, words: Sequence[int]) -> Sequence[object]:
    """Read what stands for the value of a column, behind the 1: a value for each of its terms."""
    match column[0].type:
        case BundleType():
            return [tuple(words)]
        case CollectionType() | ZoneType(counted=False):
            return [tuple(words[1 : 1 + words[0]])]
        case _:
            return words


def places_of(making: Making, columns: Sequence[Column], first: int) -> tuple[tuple[int, ...], int]:
    """Give where the columns stand in a row, and how long the row is."""
    found = []
    for column in columns:
        found.append(first)
        first += words_of(making, column)
    return tuple(found), first


def column_function(making: Making, number: int, column: Column) -> str:
    """Write the function that writes the value of a column into the area of rows, from a place on, and give its name."""
    place = n.Var("place")

    def write(w: Writer) -> None:
        terms = Terms(making, w)
        kept: list[n.Code] = []
        for term in column:
            if isinstance(term.type, BundleType):
                kept.extend(terms.shares(term))
            else:
                code = f.as_whole(terms.packed(term))
                kept.append(w.keep(code, "v", kind_of(code)))
        if len(kept) == 1 and kind_of(kept[0]) == n.RUN:
            room = n.Num(words_of(making, column) - 2)
            w.write(n.Do(n.Call(making.library(array_output.put_run), (f.plus(place, ONE), kept[0], room))))
        else:
            w.write(*(n.Put(ROWS, f.plus(place, n.Num(1 + at)), code) for at, code in enumerate(kept)))
        w.write(n.Put(ROWS, place, ONE))

    return making.function(f"cell {number}", (place,), None, write)

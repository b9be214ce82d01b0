"""Code generation for whole games: the functions that the loops (``library.play``, ``library.rows``) call in a program.

Each stub there becomes a function that goes to the one of the decision, choice, criterion or column in question by halving; what is known of the program is told as
tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod

from reguli.compile.codegen import option_codegen
from reguli.compile.codegen.binary_dispatch import write_binary_dispatch
from reguli.compile.codegen.block_codegen import ranking_value_function, write_block_functions
from reguli.compile.codegen.bot_codegen import write_bot_functions
from reguli.compile.codegen.chance_node_codegen import CANDIDATES, KEYS, WEIGHTS
from reguli.compile.codegen.codegen_context import ONE, ZERO, CodegenContext, FunctionBuilder
from reguli.compile.codegen.expression_codegen import PAST, ExpressionCodegen
from reguli.compile.codegen.transaction_codegen import write_transactions
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.move_numbering import OFFERS, SPAN, redirect_offers_to_area
from reguli.compile.runtime import random_numbers
from reguli.compile.runtime.games import (
    array_output,
    batch_loop,
    deal_order,
    decisive_playout,
    playout_loop,
    position_entries,
    row_words,
)
from reguli.compile.runtime.games.playout_loop import CASTING, OVER
from reguli.ir import program as p
from reguli.ir.interpreter.statement_interpreter import COST_OF_TRY
from reguli.ir.program import Chance, Choice, Decide, Halt
from reguli.ir.rng import Constants, hash_name
from reguli.ir.state_layout import FACTS, LOOKS
from reguli.model import types as ty
from reguli.model.binding.bot_binding import BoundBot
from reguli.model.bound_tree.bound_terms import Term
from reguli.model.bound_tree.tree_traversal import fields_read
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import BundleType, CollectionType, ElementType, GroupsType, NumbersType, TruthType, ZoneType

# -- column codegen --------------------------------------------------------------------------------------------------
# Columns of a batch as code: what a term gives, written behind a game as numbers.
#
# In front of the value stands 1: a column that has none leaves 0 there. A number, element or truth is one number; a bundle, or the tokens in a zone, one for each
# variety; a collection its length and its members.


Column = tuple[Term, ...]
"""A term, or one for each variety of what is counted by varieties."""
ROWS = "rows"


def is_number_sequence(term: Term) -> bool:
    """Return whether a term's value has a bounded encoding as numbers; groups and rows of numbers may have any length."""
    return not isinstance(term.type, GroupsType | NumbersType)


def reads_stacks(ruleset: Ruleset, term: Term) -> bool:
    """Return whether a term reads a field ordered as a stack; if so, shuffled cards must be laid out in drawing order."""
    return any(ruleset.state[name].order == "stack" for name in fields_read(ruleset, term))


def column_word_count(making: CodegenContext, column: Column) -> int:
    """Return how many numbers a column's value takes, including the leading one."""
    match column[0].type:
        case BundleType(kind=kind):
            return 1 + making.layout.size_of(kind)
        case CollectionType(kind) | ZoneType(kind, False):
            return 2 + making.layout.size_of(kind)
        case ty.SingleType() | NumbersType() | GroupsType() | ZoneType() | ty.KeyedType() | ty.UnknownType():
            return 1 + len(column)


def decode_column_values(column: Column, words: Sequence[int]) -> Sequence[object]:
    """Decode the numbers after the leading 1 of a column's value: one value for each of its terms."""
    match column[0].type:
        case BundleType():
            return [tuple(words)]
        case CollectionType() | ZoneType(counted=False):
            return [tuple(words[1 : 1 + words[0]])]
        case ty.SingleType() | NumbersType() | GroupsType() | ZoneType() | ty.KeyedType() | ty.UnknownType():
            return words


def column_offsets(making: CodegenContext, columns: Sequence[Column], first: int) -> tuple[tuple[int, ...], int]:
    """Return the offsets of the columns in a row, and the row length."""
    found = []
    for column in columns:
        found.append(first)
        first += column_word_count(making, column)
    return tuple(found), first


def column_function(making: CodegenContext, number: int, column: Column) -> str:
    """Generate the function that stores a column's value in the rows area from an offset on; return its name."""
    place = n.LocalVar("place")

    def write(w: FunctionBuilder) -> None:
        terms = ExpressionCodegen(making, w)
        kept: list[n.Code] = []
        for term in column:
            if isinstance(term.type, BundleType):
                kept.extend(terms.shares(term))
            else:
                code = f.bool_to_int(terms.packed(term))
                kept.append(w.keep(code, "v", n.value_kind(code)))
        if len(kept) == 1 and n.value_kind(kept[0]) == n.RUN:
            room = n.Int(column_word_count(making, column) - 2)
            w.write(
                n.CallStatement(
                    n.CallNode(making.library(array_output.put_run), (f.fold_add(place, ONE), kept[0], room))
                )
            )
        else:
            w.write(*(n.StoreArea(ROWS, f.fold_add(place, n.Int(1 + at)), code) for at, code in enumerate(kept)))
        w.write(n.StoreArea(ROWS, place, ONE))

    return making.function(f"cell {number}", (place,), None, write)


# -- playout codegen -------------------------------------------------------------------------------------------------


PC = FACTS.index("pc")
ROOM_FOR_ROWS = 4_096
"""Rows that are kept until they are read; fewer where they are long."""
ROOM_OF_ROWS = 1_000_000
"""Numbers that they have together, unless one row has more."""
NOTHING_COUNTED: Mapping[str, int | tuple[int, ...]] = {
    **dict.fromkeys(
        ("counted", "leads counted", "counted items", "first item counted", "counted stages", "first stage counted"), 0
    ),
    **dict.fromkeys(("counter of decision", "counter of choice", "first argument counted"), (0,)),
    **dict.fromkeys(("word of argument", "counter of argument", "chosen as set"), (0,)),
}
"""What the loops are told of counts where nothing is counted."""
ROOM_AMONG = 4_096
"""Elements of which sets are chosen last, of all offers of a decision together."""
MOST_OFFERS = LOOKS // COST_OF_TRY
"""More are never tried in one listing."""


def write_playout_functions(
    making: CodegenContext,
    columns: Sequence[Column] = (),
    bots: Sequence[BoundBot] = (),
    *,
    steadily: bool = False,
    counted: Mapping[str, int | tuple[int, ...]] = NOTHING_COUNTED,
) -> None:
    """Generate everything that plays games; ``columns`` are evaluated after each, ``bots`` are the ruleset's bots that play.

    ``counted`` is what the loops are told of counts (``playout_loop``).
    ``steadily`` says that a processor runs it, which guesses ways on (``passes.move_numbering``).
    """
    making.told |= {"writes steadily": int(steadily), **counted}
    declare_move_areas(making)
    _tell(making, columns)
    write_block_functions(making)
    option_codegen.write_option_functions(making)
    _write_moves(making)
    _write_running(making)
    write_transactions(making)
    _write_rows(making, columns)
    write_bot_functions(making, bots)
    entries: tuple[Callable[..., object], ...] = (
        playout_loop.begin_by_seed,
        playout_loop.move,
        playout_loop.come_by_hand,
        playout_loop.list_moves,
        batch_loop.begin_batch,
        batch_loop.seat_bot,
        batch_loop.rows_read,
        batch_loop.play_on,
        batch_loop.stopped,
        playout_loop.advance,
        position_entries.keep_root,
        position_entries.back_to_root,
        position_entries.take_move,
        position_entries.take_by_bot,
        position_entries.go_on_after,
        position_entries.write_move,
        position_entries.decider,
        position_entries.play_out,
        position_entries.look_ahead,
        decisive_playout.play_out_by_lot,
    )
    for function in entries:
        making.library(function)


# -- what is told --------------------------------------------------------------------------------------------------


def declare_move_areas(making: CodegenContext) -> None:
    """Declare the constants of decisions and their moves, and reserve their areas."""
    program, told = making.program, making.told
    choices = [choice for decision in program.decisions for choice in decision.choices]
    firsts = [0]
    for decision in program.decisions:
        firsts.append(firsts[-1] + len(decision.choices))
    width = 2 + max((_row_words(choice) for choice in choices), default=0)
    told |= {
        "saved": program.saved,
        "ends": tuple(map(_ending, (block.end for block in program.blocks))),
        "otherwise": tuple(-1 if one.otherwise is None else one.otherwise for one in program.decisions),
        "first choice": tuple(firsts),
        "argument words": tuple(map(option_codegen.choice_word_count, choices)),
        "chosen last": tuple(map(option_codegen.chosen_last_word_count, choices)),
        "option of choice": tuple(at for one in program.decisions for at in _options(one)),
        "offer width": width,
        "room among": ROOM_AMONG,
        "holds": int(any(one.ask.all_or_nothing for one in program.decisions)),
    }
    making.area(OFFERS, width * (1 + max((_most_offers(making, one) for one in program.decisions), default=1)))
    making.area("among", ROOM_AMONG)
    making.area(option_codegen.ARGUMENTS, max(map(option_codegen.choice_word_count, choices), default=0))


def _tell(making: CodegenContext, columns: Sequence[Column]) -> None:
    """Declare the other constants that the loops need, and reserve their areas."""
    program, told = making.program, making.told
    begun = [(slot, value) for slot, value in enumerate(program.first[: program.saved]) if value]
    told |= {
        "first block": program.first[PC],
        "first slots": tuple(slot for slot, _ in begun),
        "first values": tuple(value for _, value in begun),
    }
    for name in (CANDIDATES, WEIGHTS, KEYS):
        making.area(name, 1)
    making.area("circle", program.saved)
    making.area("root", program.saved)
    making.area("root held", 2 * program.saved if told["holds"] else 1)
    making.area("bots", program.players)
    making.area("lots", program.players)
    most = max((len(one.choices) for one in program.decisions), default=0)
    making.area("option moves", most)
    making.area("option order", most)
    ranking = program.ruleset.ranking
    asks_stacks = any(reads_stacks(program.ruleset, term) for column in columns for term in column)
    places, behind = column_offsets(making, columns, row_words.HEAD + program.players)
    counted = told["counted"]
    assert isinstance(counted, int)
    width = behind + counted
    room = max(1, min(ROOM_FOR_ROWS, ROOM_OF_ROWS // width))
    told |= {
        "players": program.players,
        "criteria": len(ranking),
        "lost": tuple(int(one.order == "lost") for one in ranking),
        "first criterion": next((at for at, one in enumerate(ranking) if one.order != "lost"), -1),
        "most wins": tuple(int(one.order == "most") for one in ranking),
        "cells": len(columns),
        "cell places": places,
        "row width": width,
        "room for rows": room,
        "ask stacks": int(asks_stacks),
        "certain": int(not making.layout.counters and not told["holds"]),
        "all slots": program.width,
    }
    making.area("ahead", 2 * program.width)
    making.area("ahead moves", 2)
    making.area("ahead decisions", 2)
    making.area("as it lay", program.saved if asks_stacks else 1)
    making.area("values", program.players)
    making.area("scores", program.players * len(ranking))
    making.area("rows", width * room)
    making.area("move counts", counted)


def _ending(end: p.End) -> int:
    match end:
        case Decide(number):
            return number
        case Halt():
            return OVER
        case Chance():
            return CASTING
        case p.Jump() | p.Fork() | p.Switch() | p.Call() | p.Return() | p.Settled():
            return CASTING - 1


def _row_words(choice: Choice) -> int:
    """Return how many numbers an offer takes, excluding its head."""
    count, last = option_codegen.choice_word_count(choice), option_codegen.chosen_last_word_count(choice)
    return max(count, count - last + SPAN) if last else count


def _options(decision: Decide) -> tuple[int, ...]:
    """Return the option number of each choice; an option written on several pieces has several choices."""
    numbers: dict[str, int] = {}
    return tuple(numbers.setdefault(choice.option.rule, len(numbers)) for choice in decision.choices)


def _most_offers(making: CodegenContext, decision: Decide) -> int:
    """Return the maximum number of offers; it is capped because trying them is costly."""
    return sum(min(MOST_OFFERS, _most_of(making, choice)) for choice in decision.choices)


def _most_of(making: CodegenContext, choice: Choice) -> int:
    sizes: list[int] = []
    for step in option_codegen.choice_parameters(choice):
        match step.parameter.variable.type:
            case _ if step.interval:
                pass
            case ElementType(kind):
                sizes.append(making.layout.size_of(kind))
            case TruthType():
                sizes.append(2)
            case ty.NumberType() | ty.ManyType() | ty.PlaceType() | ty.UnknownType():
                return MOST_OFFERS
    return prod(sizes)


# -- moves ---------------------------------------------------------------------------------------------------------


def offer_moves_function(making: CodegenContext, decision: Decide, number: int) -> str:
    """Generate the function that offers a choice's moves in the area; return its name."""
    steps, width = option_codegen.choice_parameters(decision.choices[number]), making.told["offer width"]
    assert isinstance(width, int)
    bundled = bool(steps) and isinstance(steps[-1].parameter.variable.type, BundleType)
    listed = option_codegen.list_moves_function(making, decision, number)
    return redirect_offers_to_area(
        making, listed, [*map(option_codegen.parameter_word_count, steps)], width, bundled=bundled
    )


def _write_moves(making: CodegenContext) -> None:
    """Generate dispatch by decision number: who decides, the offers, and taking a choice."""
    program = making.program
    decision, choice = n.LocalVar("decision"), n.LocalVar("choice")

    def offered(w: FunctionBuilder, one: Decide) -> None:
        w.write(
            *(
                n.CallStatement(n.CallNode(offer_moves_function(making, one, number), ()))
                for number in range(len(one.choices))
            )
        )

    def entered(w: FunctionBuilder, one: Decide) -> None:
        def way(number: int) -> Callable[[], None]:
            name = option_codegen.enter_choice_function(making, one, number)
            return lambda: w.write(
                n.CallStatement(n.CallNode(name, ())), n.ReturnValue(n.Int(one.choices[number].entry))
            )

        write_binary_dispatch(w, choice, [(number, way(number)) for number in range(len(one.choices))])

    def by_decision(write: Callable[[FunctionBuilder, Decide], object]) -> Callable[[FunctionBuilder], None]:
        def written(w: FunctionBuilder) -> None:
            ways = [(one.number, lambda one=one: write(w, one)) for one in program.decisions]
            write_binary_dispatch(w, decision, ways)

        return written

    making.function("offer_moves", (decision,), None, by_decision(offered))

    def enter(w: FunctionBuilder) -> None:
        by_decision(entered)(w)
        w.write(n.ReturnValue(ZERO))

    making.function("enter_choice", (decision, choice), n.WHOLE, enter)

    def actor(w: FunctionBuilder) -> None:
        by_decision(
            lambda w, one: w.write(n.ReturnValue(n.CallNode(option_codegen.deciding_player_function(making, one), ())))
        )(w)
        w.write(n.ReturnValue(n.Int(-1)))

    making.function("actor_of", (decision,), n.WHOLE, actor)


# -- running -------------------------------------------------------------------------------------------------------


def _write_running(making: CodegenContext) -> None:
    block, stop = n.LocalVar("block"), n.LocalVar("stop")
    still = n.IntOp("-", n.Int(-1), n.CallNode("blocks", (block, stop)))
    making.function("next_stop", (block, stop), n.WHOLE, lambda w: w.write(n.ReturnValue(still)))
    index = n.LocalVar("index")
    cast, out = n.CallNode("candidates any", (block,)), n.CallNode("chosen any", (block, index))
    making.function("cast_at", (block,), n.WHOLE, lambda w: w.write(n.ReturnValue(cast)))
    making.function("come_out", (block, index), n.WHOLE, lambda w: w.write(n.ReturnValue(out)))

    def keep(w: FunctionBuilder) -> None:
        if making.asks_past:
            begun = f.fold_compare("!=", block, n.Int(making.program.first[PC]))
            w.write(n.SetGlobal(PAST, f.bool_to_int(begun)), n.SnapshotPosition())

    making.function("keep_past", (block,), None, keep)
    stamps = tuple(sorted(set(making.layout.stamps.values())))
    making.function("stamp_everything", (), None, lambda w: w.write(n.StampSlots(stamps)))


# -- rows ----------------------------------------------------------------------------------------------------------


def _write_rows(making: CodegenContext, columns: Sequence[Column]) -> None:
    """Generate the ranking criteria and columns, by number."""
    number, player, place = n.LocalVar("number"), n.LocalVar("player"), n.LocalVar("place")
    ranking = making.program.ruleset.ranking

    def criterion(w: FunctionBuilder) -> None:
        def way(at: int) -> Callable[[], None]:
            return lambda: w.write(n.ReturnValue(n.CallNode(ranking_value_function(making, at), (player,))))

        write_binary_dispatch(w, number, [(at, way(at)) for at in range(len(ranking))])
        if not ranking:
            w.write(n.ReturnValue(ZERO))

    making.function("criterion", (number, player), n.WHOLE, criterion)

    def cell(w: FunctionBuilder) -> None:
        ways = []
        for at, column in enumerate(columns):
            name = column_function(making, at, column)
            ways.append((at, lambda name=name: w.write(n.CallStatement(n.CallNode(name, (place,))))))
        write_binary_dispatch(w, number, ways)

    making.function("write_cell", (number, place), None, cell)
    making.function("lay_stacks", (), None, lambda w: _lay_stacks(making, w))


def _lay_stacks(making: CodegenContext, w: FunctionBuilder) -> None:
    """Generate code that lays out the cards of all draw stacks in drawing order."""
    layout, constants = making.layout, Constants()
    for field in layout.fields.values():
        if field.declared.form != "zone" or field.declared.order != "stack":
            continue
        elements = making.ruleset.kinds[field.declared.of or ""].elements
        names = n.ConstantArray(tuple(map(constants.candidate, elements)))
        for place in range(field.places):
            counter = layout.counters.get(f"{field.name}.{place}")
            if counter is not None:
                name = f"{field.name}.{place}" if field.several else field.name
                site = n.Int(hash_name(name.removeprefix("game.")))
                occurrence = n.LoadSlot(n.Int(layout.logical + counter))
                key = n.CallNode(making.library(random_numbers.cast_key), (n.GlobalVar("game"), site, occurrence))
                given = (n.Int(field.base + place * field.stride), n.Int(field.capacity), key, names)
                w.write(n.CallStatement(n.CallNode(making.library(deal_order.lay_as_they_come), given)))

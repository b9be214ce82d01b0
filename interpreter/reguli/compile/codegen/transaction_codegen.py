"""The tables and functions a program provides to the search for exits from all-or-nothing decisions (``library.holding``, ``library.held``).

Where a program has no such decision there is nothing of it in the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from reguli.compile.codegen import option_codegen
from reguli.compile.codegen.binary_dispatch import write_binary_dispatch
from reguli.compile.codegen.codegen_context import NO, CodegenContext, FunctionBuilder
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.passes.move_numbering import OFFERS
from reguli.compile.runtime.games import transaction_search, transaction_state
from reguli.ir.program import DEEPEST, MOST_JUDGED, TRIES, Choice, Decide, leaves_transaction, transaction_entry_blocks
from reguli.ir.rng import derive_key
from reguli.ir.symmetry_classes import AlikeKind, symmetric_kinds

RECALLING = (
    transaction_state.begin_recall,
    transaction_state.recall_entry,
    transaction_state.recall_begun,
    transaction_state.recall_vain,
)
"""What a position in an all-or-nothing decision is put into a machine by."""
STRETCH = 16
"""So many slots are compared at once."""
SLOT, COLUMN, MEMBER, CLASS, MOVE = range(5)
"""What keys are drawn for."""


def write_transactions(making: CodegenContext) -> None:
    """Generate the playout functions for all-or-nothing decisions."""
    entered, decision, choice = (
        n.LocalVar("entered", n.TRUTH),
        n.LocalVar("decision"),
        n.LocalVar("choice"),
    )
    if not making.told["holds"]:
        making.function("is_doubtful", (decision,), n.TRUTH, lambda w: w.write(n.ReturnValue(NO)))
        making.function("keep_ways_out", (decision,), None, lambda w: None)
        making.function("watch_held", (entered,), None, lambda w: None)
        making.function("keep_entry", (decision, choice), None, lambda w: None)
        making.function("taken_back", (), n.TRUTH, lambda w: w.write(n.ReturnValue(NO)))
        making.function("recall_held", (), None, lambda w: None)
        return
    declare_search_areas(making)

    def passed(
        name: str, function: Callable[..., object], parameters: Sequence[n.LocalVar], gives: n.KindOf | None
    ) -> None:
        call = n.CallNode(making.library(function), tuple(parameters), gives or n.WHOLE)
        making.function(
            name, parameters, gives, lambda w: w.write(n.ReturnValue(call) if gives else n.CallStatement(call))
        )

    passed("is_doubtful", transaction_state.may_hold, (decision,), n.TRUTH)
    passed("keep_ways_out", transaction_state.leave_out, (decision,), None)
    passed("watch_held", transaction_state.note_held, (entered,), None)
    passed("keep_entry", transaction_state.note_entry, (decision, choice), None)
    passed("taken_back", transaction_state.go_back, (), n.TRUTH)
    passed("recall_held", transaction_state.recall_from_root, (), None)
    making.library(transaction_search.judge_here)
    for function in RECALLING:
        making.library(function)
    decisions = making.program.decisions

    def leaving(w: FunctionBuilder) -> None:
        def way(number: int) -> Callable[[], object]:
            order = order_exits_first(decisions[number])
            return lambda: w.write(*(n.CallStatement(n.CallNode(f"offer {number}.{at}", ())) for at in order))

        write_binary_dispatch(w, decision, [(number, way(number)) for number in range(len(decisions))])

    making.function("offer_leaving", (decision,), None, leaving)
    number, actor = n.LocalVar("held"), n.LocalVar("actor")

    def told(w: FunctionBuilder) -> None:
        for one in decisions:
            if one.ask.all_or_nothing:
                w.when(
                    f.fold_compare("=", number, n.Int(one.number + 1)),
                    lambda one=one: w.write(n.WriteJournal(one.taken_back, (actor,))),  # type: ignore[misc]
                )

    making.function("tell_taken_back", (number, actor), None, told)
    stuck = n.LocalVar("stuck", n.TRUTH)
    making.function("look_at", (decision, stuck), None, lambda w: None)


def order_exits_first(decision: Decide) -> list[int]:
    """Return a decision's choices; those that leave it or an outer one come first."""
    return sorted(range(len(decision.choices)), key=lambda at: not leaves_transaction(decision.choices[at]))


# -- what is told --------------------------------------------------------------------------------------------------


def declare_search_areas(making: CodegenContext, *, watched: bool = False) -> None:
    """Declare the search's constants and reserve its areas; ``watched`` is whether a watcher is shown each position."""
    program, told = making.program, making.told
    choices = [choice for decision in program.decisions for choice in decision.choices]
    entered = transaction_entry_blocks(program)
    told |= {
        "width": program.width,
        "tries": TRIES,
        "watched": int(watched),
        "exits": tuple(one.exit for one in program.decisions),
        "own first": tuple(one.own[0] for one in program.decisions),
        "own behind": tuple(one.own[1] for one in program.decisions),
        "choice holds": tuple(int(choice.holds) for choice in choices),
        "choice enters": tuple(int(choice.entry in entered) for choice in choices),
        "decision holds": tuple(int(any(choice.holds for choice in one.choices)) for one in program.decisions),
        "room among": 2 * transaction_search.AMONG_ROOM,
        "first keys": _keys(SLOT, program.saved),
        "second keys": _keys(SLOT, program.saved, twice=True),
    }
    _tell_alike(making)
    _tell_arguments(making, choices)
    width, elements = told["offer width"], told["elements"]
    assert isinstance(width, int)
    assert isinstance(elements, int)
    most = making.areas[OFFERS] // width
    making.area(OFFERS, width * max(most + transaction_search.OFFERED + 1, 2 * most + MOST_JUDGED))
    making.area("among", 2 * transaction_search.AMONG_ROOM)
    making.area("positions aside", (DEEPEST + 2) * program.width)
    making.area("twins", (DEEPEST + 2) * elements)
    making.area("referred", elements)
    making.area("last", program.logical)
    making.area("held", 2 * program.saved)
    making.area("doubts", len(program.decisions))


def _tell_alike(making: CodegenContext) -> None:
    """Declare which slots are read and which elements are interchangeable."""
    alike, told = making.program.alike, making.told
    sizes = [making.layout.size_of(kind.kind) for kind in alike.kinds]
    begins = [0, *accumulate(sizes)]
    unread = set(alike.unread)
    members: list[tuple[int, tuple[int, ...]]] = []
    classes = [0]
    for kind, begin in zip(alike.kinds, begins, strict=False):
        for elements in kind.classes:
            members += [(begin + one, tuple(_columns(kind, one, unread))) for one in elements]
            classes.append(len(members))
    columns = [slot for _, slots in members for slot in slots]
    own = {*unread, *columns}
    widest = max((len(slots) for _, slots in members), default=0)
    told |= {
        "last": making.program.logical,
        **_stretches("stretches", "read", (slot for slot in range(making.program.logical) if slot not in own)),
        **_stretches("column stretches", "column", sorted(columns)),
        "busy slots": alike.busy,
        "elements": begins[-1],
        "element numbers": _some(one for size in sizes for one in range(size)),
        "members": len(members),
        "member elements": _some(element for element, _ in members),
        "first columns": tuple(accumulate((len(slots) for _, slots in members), initial=0)),
        "column slots": _some(columns),
        "classes": len(classes) - 1,
        "first members": tuple(classes),
        "first column keys": _keys(COLUMN, widest),
        "second column keys": _keys(COLUMN, widest, twice=True),
        "first member keys": _keys(MEMBER, len(members)),
        "second member keys": _keys(MEMBER, len(members), twice=True),
        "first class keys": _keys(CLASS, len(classes)),
        "second class keys": _keys(CLASS, len(classes), twice=True),
    }
    making.area("first column", len(members))
    making.area("second column", len(members))
    _tell_referred(making, list(zip(alike.kinds, begins, sizes, strict=False)))


def _columns(kind: AlikeKind, element: int, unread: set[int]) -> Iterator[int]:
    """Yield the slots of an element's columns, without those that are never read."""
    for slot, stride in kind.columns:
        if slot + element * stride not in unread:
            yield slot + element * stride


def _tell_referred(making: CodegenContext, kinds: list[tuple[AlikeKind, int, int]]) -> None:
    """Declare where interchangeable elements may be referenced."""
    singles = [(slot, begin, size) for kind, begin, size in kinds for slot in kind.single]
    lists = [(slot, begin, size) for kind, begin, size in kinds for slot in kind.lists]
    lying = [(*one, begin, size) for kind, begin, size in kinds for one in kind.inside]
    for name, rows, parts in (
        ("singles", singles, ("single slots", "single elements", "single sizes")),
        ("lists", lists, ("list slots", "list elements", "list sizes")),
        ("lying", lying, ("lying slots", "lying ends", "lying zones", "lying elements", "lying sizes")),
    ):
        making.told[name] = len(rows)
        for at, part in enumerate(parts):
            making.told[part] = _some(row[at] for row in rows)


def _tell_arguments(making: CodegenContext, choices: Sequence[Choice]) -> None:
    """Declare the position of each argument, and the element kind of which it is one or several."""
    kinds = [kind.kind for kind in making.program.alike.kinds]
    begins = dict(zip(kinds, accumulate(map(making.layout.size_of, kinds), initial=0), strict=False))
    firsts, places, words, elements = [0], list[int](), list[int](), list[int]()
    for choice in choices:
        steps, place = option_codegen.choice_parameters(choice), 0
        named = symmetric_kinds([step.parameter.variable.type for step in steps])
        for step, kind in zip(steps, named, strict=True):
            places.append(place)
            words.append(option_codegen.parameter_word_count(step))
            elements.append(begins.get(kind, -1))
            place += option_codegen.parameter_word_count(step)
        firsts.append(len(places))
    most = 1 + max(map(option_codegen.choice_word_count, choices))
    making.told |= {
        "first parameters": tuple(firsts),
        "parameter places": _some(places),
        "parameter words": _some(words),
        "parameter elements": _some(elements),
        "first move keys": _keys(MOVE, most),
        "second move keys": _keys(MOVE, most, twice=True),
    }


def _stretches(count: str, what: str, slots: Iterable[int]) -> dict[str, int | tuple[int, ...]]:
    """Return slots as ranges of at most ``STRETCH``: their starts and ends."""
    begins, ends = list[int](), list[int]()
    for slot in slots:
        if ends and ends[-1] == slot and slot - begins[-1] < STRETCH:
            ends[-1] += 1
        else:
            begins.append(slot)
            ends.append(slot + 1)
    return {count: len(begins), f"{what} begins": _some(begins), f"{what} ends": _some(ends)}


def _some(numbers: Iterable[int]) -> tuple[int, ...]:
    """Return a table indexed by number; a table that is never read gets a dummy entry."""
    return tuple(numbers) or (0,)


def _keys(what: int, count: int, *, twice: bool = False) -> tuple[int, ...]:
    """Derive odd 64-bit keys."""
    return tuple(derive_key(derive_key(2 * what + twice, 0), at) | 1 for at in range(count)) or (1,)

"""Offers stored as numbers in an area: they are counted and selected in place, without crossing a runtime border.

A playout lists the moves of each decision, draws a number and makes one move: as rows of whole numbers in an area (``library.play`` says which) an offer costs a few
writes, and nothing is made for it. Where the next one goes stands in a local while a function lists; but where the search for ways out looks at what was listed
before a fault (``library.holding``) it stands in the numbers beside the position all the time.

Whether a place is empty no processor guesses: an offer that depends on one comparison is written in any case, and only the place of the next one depends on it. Python goes on faster without (``writes steadily``). Measured: see ARCHITECTURE ("Passes").
"""

from __future__ import annotations

from collections.abc import Sequence

from reguli.compile.codegen.codegen_context import ONE, CodegenContext, FunctionBuilder
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes import constant_folding as f
from reguli.compile.runtime.games import move_buffer

OFFERS = "offers"
COUNT = "offers"
"""The global that counts them; ``more`` counts the moves that they stand for besides one each."""
MORE = "more"
SPAN = 5
"""Numbers for sets or bundles that are chosen last."""
AT = n.LocalVar("offer at")
MANY = n.LocalVar("offers of it")


def redirect_offers_to_area(
    making: CodegenContext, name: str, words: Sequence[int], width: int, *, bundled: bool
) -> str:
    """Generate a variant of a function that writes its offers to the area; return its name.

    ``words`` are the numbers of each parameter, ``width`` those of a row; ``bundled`` is whether what is chosen last is a bundle.
    """
    listed = making.functions[name]
    steadily = making.told.get("writes steadily", 0) and not making.told["holds"]

    def statement(one: n.Statement) -> n.Body:
        match one:
            case n.ConditionalBlock(n.CompareNumbers() as test, (n.OfferMove(span=None) as offer,), ()) if (
                steadily and _is_plain(offer)
            ):
                return _written_by(making, offer, test, width)
            case n.OfferMove():
                return _written(making, one, words, width, bundled=bundled)
            case n.ConditionalBlock(test, yes, no):
                return (n.ConditionalBlock(test, body(yes), body(no)),)
            case n.EndlessLoop(inner):
                return (n.EndlessLoop(body(inner)),)
            case n.CountedLoop(var, low, high, inner):
                return (n.CountedLoop(var, low, high, body(inner)),)
            case n.ForEachLoop(var, run, inner):
                return (n.ForEachLoop(var, run, body(inner)),)
            case n.ForEachBit(var, mask, inner):
                return (n.ForEachBit(var, mask, body(inner)),)
            case n.TryStatement() | n.SimpleStatement():
                return (one,)

    def body(statements: n.Body) -> n.Body:
        return tuple(written for one in statements for written in statement(one))

    begin = n.AssignLocal(AT, f.fold_mul(n.GlobalVar(COUNT), n.Int(width)))
    end = n.SetGlobal(COUNT, n.IntOp("div", AT, n.Int(width)))
    called = name.replace("list", "offer", 1)

    def write(w: FunctionBuilder) -> None:
        if making.told["holds"]:
            w.write(*body(listed.body))
        else:
            w.write(begin, *body(listed.body), end)

    return making.function(called, listed.parameters, None, write)


def _is_plain(offer: n.OfferMove) -> bool:
    """Return whether all arguments of an offer are numbers."""
    return all(n.value_kind(one) == n.WHOLE for one in offer.arguments)


def _written_by(making: CodegenContext, offer: n.OfferMove, test: n.Code, width: int) -> n.Body:
    """Return statements that always write one offer, but advance to the next place only if it is allowed."""
    area = making.area(OFFERS, 0)
    numbers = (n.Int(offer.choice), ONE, *offer.arguments)
    puts = (n.StoreArea(area, f.fold_add(AT, n.Int(place)), number) for place, number in enumerate(numbers))
    return (*puts, n.AssignLocal(AT, f.fold_add(AT, f.fold_select(test, n.Int(width), n.Int(0)))))


def _written(making: CodegenContext, offer: n.OfferMove, words: Sequence[int], width: int, *, bundled: bool) -> n.Body:
    """Return the statements that write one offer."""
    at, area, holds = AT, making.area(OFFERS, 0), making.told["holds"]
    found: list[n.Statement] = [n.AssignLocal(at, f.fold_mul(n.GlobalVar(COUNT), n.Int(width)))] if holds else []
    found.append(n.StoreArea(area, at, n.Int(offer.choice)))
    place = 2
    for argument, count in zip(offer.arguments, words, strict=False):
        where = f.fold_add(at, n.Int(place))
        if n.value_kind(argument) == n.RUN:
            found.append(
                n.CallStatement(n.CallNode(making.library(move_buffer.put_chosen), (where, argument, n.Int(count))))
            )
        else:
            found.append(n.StoreArea(area, where, argument))
        place += count
    many: n.Code = ONE
    if offer.span is not None:
        low, high = offer.span
        where = f.fold_add(at, n.Int(place))
        if offer.among is None:
            many = f.fold_add(f.fold_sub(high, low), ONE)
            found.append(n.StoreArea(area, where, low))
        else:
            function = move_buffer.put_bundles if bundled else move_buffer.put_sets
            many = n.CallNode(making.library(function), (where, offer.among, low, high))
        found.append(n.AssignLocal(MANY, many))
        found.append(n.SetGlobal(MORE, f.fold_sub(f.fold_add(n.GlobalVar(MORE), MANY), ONE)))
        many = MANY
    one_more = (
        n.SetGlobal(COUNT, f.fold_add(n.GlobalVar(COUNT), ONE))
        if holds
        else n.AssignLocal(at, f.fold_add(at, n.Int(width)))
    )
    return (*found, n.StoreArea(area, f.fold_add(at, ONE), many), one_more)

"""Which worked examples a rulebook tells: those that hold, for its number of players and under its options."""

from __future__ import annotations

from reguli.model.ruleset import Ruleset
from reguli.publish.products.book_material import Material
from reguli.ruleset.declared.examples import ExampleDecl
from reguli.source.diagnostic import Bag


def is_told(example: ExampleDecl, material: Material, bag: Bag) -> bool:
    """Whether an example is printed; one of this ruleset that does not come out as it claims is a finding (W423)."""
    executed = material.executed.get(example.id)
    fails = executed is not None and executed.own and not executed.passed
    if fails and fits(example, material.players) and chosen(example, material.ruleset):
        bag.add("W423", example.span, name=example.id)
    return _holds(example, material)


def _holds(example: ExampleDecl, material: Material) -> bool:
    """Whether an example belongs into this book and holds, and so does the one whose story it goes on with; a position, where an example begins at it."""
    if example.abstract:
        return any(_holds(one, material) for one in material.examples if one.base == example.id)
    executed = material.executed.get(example.id)
    if not fits(example, material.players) or not chosen(example, material.ruleset):
        return False
    base = next((one for one in material.examples if one.id == example.base and not one.abstract), None)
    return (executed is None or executed.passed) and (base is None or _holds(base, material))


def fits(example: ExampleDecl, players: int | None) -> bool:
    """Say whether an example belongs into a book for so many players: it says no number and seats nobody, or just so many."""
    position = example.position
    seated = 1 + max(seat for _, seat in position.seats) if position.seats else None
    said = position.players if position.players is not None else seated
    return players is None or said is None or said == players


def chosen(example: ExampleDecl, ruleset: Ruleset) -> bool:
    """Say whether an example belongs into a book under the options of this one.

    What it names as it usually is must be so. What it names otherwise its sentence says ("if you play that …"), so that it may stand
    beside the usual rules; but for another board, whose places this book has no names for.
    """
    known = {option.id: option for option in ruleset.documents.game.options}
    for name, value, _ in example.position.options:
        option = known.get(name)
        if option is None or ruleset.options.get(name) == value:
            continue
        if value == option.default or any(one.boards for one in option.values):
            return False
    return True

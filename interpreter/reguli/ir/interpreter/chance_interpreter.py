"""The interpreter for chance nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reguli.ir.interpreter.builtin_functions import write_list_members
from reguli.ir.interpreter.collection_closures import is_top_card_known, possible_top_cards
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.program import Chance, End, Journal, Program, Slots
from reguli.ir.program_interface import Cast, Casting, Closure
from reguli.ir.rng import MOST_WEIGHT
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import NONE
from reguli.model.bound_tree.bound_terms import Tracked
from reguli.source.finding_catalogue import Said

Candidates = Callable[[Slots], Sequence[int | tuple[int, ...]]]


class WalkedCasting(Casting):
    """A chance node with closures for its terms."""

    def __init__(self, program: Program, end: End, values: Values) -> None:
        """Make the closures."""
        assert isinstance(end, Chance), end
        self.end = end
        self._counter = program.logical + end.counter
        self._place: Closure | None = None
        self._known: Closure | None = None
        self._weight: Callable[[Slots, Any], int] | None = None
        if end.form == "lot":
            self._candidates = _candidates(values.closure(end.source), groups=end.capacity > 0)
            self._weight = _weight(end, values)
        else:
            self._of_zone(end.source, values)
        self.several = self._place is not None

    def _of_zone(self, source: Any, values: Values) -> None:
        assert isinstance(source, Tracked)
        field, number = values.zone_number(source)
        _, base = values.field_base(source)
        if field.several:
            self._place = lambda s: number(s) - field.zone
        if self.end.form == "tokens":
            # Of each variety that lies there each token is a ticket.
            self._candidates = lambda s: [which for which in range(field.capacity) if s[base(s) + which]]
            self._weight = lambda s, which: s[base(s) + which]
        else:
            self._candidates = lambda s: possible_top_cards(s, base(s), field.capacity)
            self._known = lambda s: is_top_card_known(s, base(s), field.capacity)

    def cast(self, s: Slots) -> Cast:
        """Count the draw and return the candidates; for numbers and groups, having none is a fault (E316)."""
        end, candidates = self.end, self._candidates(s)
        place = 0 if self._place is None else self._place(s)
        counter = self._counter + place
        if end.form != "stack":
            s[counter] += 1
        site = f"{end.site}.{place}" if self.several else end.site
        if not candidates:
            if end.kind is None or end.capacity:
                raise RulesFault("E316", site=site)
            return Cast((NONE,), None, place, s[counter], known=True)
        if self._known is not None and self._known(s):
            return Cast(candidates, None, place, s[counter], known=True)
        weights = [1 if self._weight is None else self._weight(s, candidate) for candidate in candidates]
        _check(weights, site.removeprefix("game."))
        if self._weight is None:
            return Cast(candidates, None, place, s[counter])
        ticketed = [candidate for candidate, weight in zip(candidates, weights, strict=True) if weight]
        return Cast(ticketed, [weight for weight in weights if weight], place, s[counter])

    def chosen(self, s: Slots, j: Journal, cast: Cast, index: int) -> None:
        """Write the drawn candidate into its slot and journal it."""
        end, outcome = self.end, cast.candidates[index]
        if isinstance(outcome, tuple):
            write_list_members(s, end.slot, outcome, end.capacity)
        else:
            s[end.slot] = outcome
        if end.note >= 0:
            j.append((end.note, outcome))  # type: ignore[arg-type]  # of a group its members


def _candidates(domain: Callable[[Slots], Sequence[Any]], *, groups: bool) -> Candidates:
    """Make a closure for the candidates of a lot; each group occurs once, with members in the order of their kind."""
    if groups:
        return lambda s: list(dict.fromkeys(tuple(sorted(group)) for group in domain(s)))
    return lambda s: list(domain(s))


def _weight(end: Chance, values: Values) -> Callable[[Slots, Any], int] | None:
    if end.weighing is None:
        return None
    variable, term = end.weighing
    slot = values.bind_member(variable)
    value = values.closure(term)

    def weight(s: Slots, member: Any) -> int:
        if isinstance(member, tuple):
            place = values.layout.storage[variable.key]
            write_list_members(s, place.slot, member, place.capacity)
        else:
            s[slot] = member
        return int(value(s))

    return weight


def _check(weights: Sequence[int], site: str) -> None:
    """Raise a fault for weights below 0, all-zero weights or excessive totals (E321)."""
    total = sum(weights)
    if min(weights) < 0:
        raise RulesFault("E321", site=site, what=Said("says.weight_below", weight=min(weights)))
    if not total:
        raise RulesFault("E321", site=site, what=Said("says.weigh_nothing"))
    if total > MOST_WEIGHT:
        raise RulesFault("E321", site=site, what=Said("says.weigh_too_much", total=total, limit=MOST_WEIGHT))

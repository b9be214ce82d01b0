"""The list of checks of a bound ruleset, in the order they run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reguli.check.access_claims import hidden_is_not_visible, only_the_named_write
from reguli.check.dependency_graphs import spaces_are_joined
from reguli.check.nullability_flow import nothing_is_read_of_nothing
from reguli.check.rule_checks import (
    edges_stand_once,
    hidden_stacks_are_shuffled,
    labels_tell_apart,
    nothing_is_paid_in_two,
    places_are_counted_from_one,
    sets_can_be_chosen,
    settled_conditions,
    tables_are_long_enough,
)
from reguli.check.setting_equivalence import same_rules
from reguli.check.turn_structure import (
    chance_is_not_held,
    game_can_end,
    no_round_ends_in_the_set_up,
    somebody_is_at_turn,
    stages_can_be_reached,
    turns_are_taken,
    turns_do_not_nest,
    waivers_wait_for_nobody,
)
from reguli.check.unused_declarations import everything_is_used, ways_back_are_short
from reguli.model.resolved_ruleset import Ruleset
from reguli.source.diagnostic import Bag

Check = Callable[[Ruleset, Bag], None]

CHECKS: tuple[Check, ...] = (
    waivers_wait_for_nobody,
    chance_is_not_held,
    turns_do_not_nest,
    somebody_is_at_turn,
    turns_are_taken,
    game_can_end,
    no_round_ends_in_the_set_up,
    stages_can_be_reached,
    everything_is_used,
    settled_conditions,
    tables_are_long_enough,
    places_are_counted_from_one,
    labels_tell_apart,
    edges_stand_once,
    spaces_are_joined,
    nothing_is_paid_in_two,
    sets_can_be_chosen,
    hidden_stacks_are_shuffled,
    only_the_named_write,
    hidden_is_not_visible,
    nothing_is_read_of_nothing,
    ways_back_are_short,
)


# What one number of players leaves idle another one may use, so this looks at what all of them have together.
OF_ALL_TOGETHER = frozenset({everything_is_used})
# Of two settings with the same rules these find the same.
OF_RULES_ALONE = frozenset({nothing_is_read_of_nothing})


def check(ruleset: Ruleset, bag: Bag, *, together: bool = True, before: Sequence[Ruleset] = ()) -> None:
    """Run every check; findings go into the bag.

    ``together`` says whether it is what all numbers of players have; ``before`` are other settings of the ruleset that were checked already.
    """
    looked_at = any(same_rules(ruleset, other) for other in before)
    for one in CHECKS:
        if (together or one not in OF_ALL_TOGETHER) and not (looked_at and one in OF_RULES_ALONE):
            one(ruleset, bag)

"""The list of checks of a bound ruleset, in the order they run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reguli.check.access_claims import check_hidden_fields, check_write_claims
from reguli.check.dependency_graphs import check_board_connectivity
from reguli.check.nullability_flow import check_null_dereferences
from reguli.check.rule_checks import (
    check_constant_conditions,
    check_duplicate_edges,
    check_group_positions,
    check_repeated_costs,
    check_subset_choice_size,
    check_table_bounds,
    check_unique_labels,
    check_unshuffled_stacks,
)
from reguli.check.seen_rows import check_seen_rows
from reguli.check.setting_equivalence import settings_share_rules
from reguli.check.turn_structure import (
    check_chance_in_transaction,
    check_current_player,
    check_nested_turns,
    check_round_end_in_setup,
    check_stage_reachability,
    check_termination,
    check_turn_usage,
    check_waiver_costs,
)
from reguli.check.unused_declarations import check_reverse_relations, check_unused_declarations
from reguli.model.resolved_ruleset import Ruleset
from reguli.source.diagnostic import Bag
from reguli.source.working_copy import checkpoint

Check = Callable[[Ruleset, Bag], None]

CHECKS: tuple[Check, ...] = (
    check_waiver_costs,
    check_chance_in_transaction,
    check_nested_turns,
    check_current_player,
    check_turn_usage,
    check_termination,
    check_round_end_in_setup,
    check_stage_reachability,
    check_unused_declarations,
    check_constant_conditions,
    check_table_bounds,
    check_group_positions,
    check_unique_labels,
    check_duplicate_edges,
    check_board_connectivity,
    check_repeated_costs,
    check_subset_choice_size,
    check_unshuffled_stacks,
    check_write_claims,
    check_hidden_fields,
    check_null_dereferences,
    check_seen_rows,
    check_reverse_relations,
)


# What one number of players leaves idle another one may use, so this looks at what all of them have together.
OF_ALL_TOGETHER = frozenset({check_unused_declarations})
# Of two settings with the same rules these find the same.
OF_RULES_ALONE = frozenset({check_null_dereferences})


def check(ruleset: Ruleset, bag: Bag, *, together: bool = True, before: Sequence[Ruleset] = ()) -> None:
    """Run every check; findings go into the bag.

    ``together`` says whether it is what all numbers of players have; ``before`` are other settings of the ruleset that were checked already.
    """
    looked_at = any(settings_share_rules(ruleset, other) for other in before)
    for one in CHECKS:
        if (together or one not in OF_ALL_TOGETHER) and not (looked_at and one in OF_RULES_ALONE):
            checkpoint()
            one(ruleset, bag)

"""What a change does in play: the ruleset beside itself without that change, and the first place where they part.

Changes of one rule, one table or one kind go together. Where a ruleset cannot do without a group by itself, since others build on it, it is taken together
with all groups that are wanted like it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reguli.ruleset.document_nodes import Documents, items_of
from reguli.source.frozen_values import Kept, kept
from reguli.verify.differential.first_difference import Difference
from reguli.verify.differential.paired_programs import differ
from reguli.verify.regression.document_difference import Change
from reguli.verify.regression.expected_changes import Judged
from reguli.verify.regression.hybrid_rulesets import Pairs, Setting, Version, between
from reguli.verify.regression.tree_difference import words_in
from reguli.verify.report.step_budget import Budget

MADE: Final = 250
"""Steps that it takes to make a pair of programs and to compile what play comes to."""
BOUND: Final = 200
"""Steps that it takes to bind a ruleset."""
PER_SETTING: Final = 500
"""Steps for which one more setting is worth its programs."""
BESIDE: Final = 3
"""So many times as much is played for what nobody wanted."""
DEFAULTS: Final = 0.5
FAILING: Final = 0.5
"""So much of what is left when two sides have parted looks for rules that fail."""
DEEP: Final = 2
"""So many steps the rules around a change are followed to the options that come to it."""


@kept
class Group(Kept):
    """Changes that go together: their common path, and whether all of them are wanted."""

    path: str
    judged: tuple[Judged, ...]

    @property
    def wanted(self) -> bool:
        """Whether somebody wanted all of it."""
        return all(one.wanted for one in self.judged)


@dataclass(frozen=True, slots=True)
class Between:
    """The base, the ruleset, what is not the same, and the settings both have."""

    before: Version
    now: Version
    judged: Sequence[Judged]
    settings: Sequence[Setting]

    def without(self, judged: Sequence[Judged]) -> Version:
        """Give the ruleset without some changes."""
        return between(self.before, self.now, self.judged, judged)

    def first(self, before: Version, now: Version, budget: Budget, bias: Sequence[str] = ()) -> Difference | None:
        """Play two versions side by side: where they part, or where the rules then fail.

        Half of the budget is for the options as they are by default, the rest for each other value of one of them.
        """
        mixes = list(dict.fromkeys(options for options, _ in self.settings))
        for at, options in enumerate(mixes):
            share = budget.share(DEFAULTS if at == 0 and len(mixes) > 1 else 1 / (len(mixes) - at))
            settings = [one for one in self.settings if one[0] == options]
            found = self._within(Pairs(before, now, settings[: max(1, share.left // PER_SETTING)]), share, bias)
            budget.give_back(share)
            if found is not None:
                return found
        return None

    def _within(self, pairs: Pairs, budget: Budget, bias: Sequence[str]) -> Difference | None:
        if not len(pairs):
            return None
        budget.spend(MADE * len(pairs))
        found = differ(pairs, 1, budget, bias)
        if found is None or found.kind in ("begin", "fault"):
            return found
        # One difference must not hide that the rules fail behind it.
        share = budget.share(FAILING)
        failing = differ(pairs, 1, share, bias, differing=True)
        budget.give_back(share)
        return failing if failing is not None and failing.now else found

    def can_be_bound(self, version: Version) -> bool:
        """Tell whether a version can be bound for any setting."""
        return any(version.ruleset(*one) is not None for one in self.settings[:1])


def groups_of(judged: Sequence[Judged]) -> list[Group]:
    """Give the changes that may be seen in play by rule, table, kind and setting, those that nobody wanted first."""
    found: dict[tuple[bool, str], list[Judged]] = {}
    for one in judged:
        if not (isinstance(one.what, Change) and one.what.sort == "statement"):
            found.setdefault((one.wanted, _root(one)), []).append(one)
    groups = [Group(path, tuple(those)) for (_, path), those in found.items()]
    return sorted(groups, key=lambda group: group.wanted)


def _weight(group: Group) -> int:
    return 1 if group.wanted else BESIDE


def _root(one: Judged) -> str:
    path = one.path.partition("[")[0]
    if isinstance(one.what, Change) and one.what.sort == "element":
        return ".".join(path.split(".")[:2])
    return path


def effects_of(all_of_it: Between, budget: Budget) -> Iterator[tuple[Group, Difference | None]]:
    """Give each group with where the ruleset parts from itself without it; none where play came to no difference."""
    groups = groups_of(all_of_it.judged)
    together: dict[bool, list[Group]] = {}
    for at, group in enumerate(groups):
        if budget.left <= 0:
            budget.cut += len(groups) - at
            return
        share = budget.share(_weight(group) / sum(map(_weight, groups[at:])))
        share.spend(BOUND)
        version = all_of_it.without(group.judged)
        if all_of_it.can_be_bound(version):
            bias = reached_from(all_of_it.now.documents, group)
            yield group, all_of_it.first(version, all_of_it.now, share, bias)
        else:
            together.setdefault(group.wanted, []).append(group)
        budget.give_back(share)
    for groups in together.values():
        whole = Group(", ".join(group.path for group in groups), tuple(one for group in groups for one in group.judged))
        # What builds on one another goes with all that is wanted like it.
        like = [one for one in all_of_it.judged if one.wanted == whole.wanted]
        yield whole, all_of_it.first(all_of_it.without(like), all_of_it.now, budget)


def reached_from(documents: Documents, group: Group) -> list[str]:
    """Give the rules that name what is changed, and those that name these."""
    names = {one.path.partition("[")[0].rpartition(".")[2] for one in group.judged} | {group.path.rpartition(".")[2]}
    items = [(item.name, frozenset(words_in(item))) for item in items_of(documents)]
    for _ in range(DEEP):
        names |= {name for name, words in items if words & names}
    return sorted(names)

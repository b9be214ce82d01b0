"""The part ``regression``: behavioural differences between a ruleset and its base, attributed to changes, and unexpected ones."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from reguli.check.access_claims import field_writers
from reguli.compile.python.python_module import CodeCache
from reguli.compile.python_programs import generate_python_program
from reguli.ir.executable_program import Playable
from reguli.ir.settings_cache import Settings
from reguli.model.binding.ruleset_binding import bind_ruleset
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.rule_digests import digest_rules
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.ruleset.document_nodes import Documents, all_rule_items
from reguli.ruleset.folder_contents import apply_option_choices, resolve_option_values
from reguli.ruleset.option_settings import cover_settings, option_conflicts
from reguli.ruleset.variant_layers import Layers
from reguli.source.diagnostic import Bag, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Sources, Span
from reguli.verify.example_runner import ProgramCache, run_example
from reguli.verify.paired_programs import FirstDifference, ProgramPair, find_difference
from reguli.verify.regression.document_difference import (
    ROWS,
    ChangedBlock,
    DocumentChange,
    JudgedChange,
    change_id,
    changed_cell_blocks,
    document_changes,
    expected_changes,
    restore_cells,
    revert_document_changes,
)
from reguli.verify.regression.regression_findings import change_finding, difference_text
from reguli.verify.regression.tree_difference import tree_words
from reguli.verify.report import EXAMPLE, Budget, Found, Holds, Level, Offered, Progress, Severity, Subject, finding_id
from reguli.verify.test_generation.example_generation import generate_example, statements_implemented_by

# -- hybrid rulesets -------------------------------------------------------------------------------------------------
# Rulesets between the base and now: with some changes as now and the others as before, bound and made to play.
#
# A setting is a mix of options with a number of players; both sides must have it. Programs are made when they are asked for, and kept.


CITING: Final = frozenset({"R340", "R341", "R342", "R343"})
"""Findings about what cites what: they do not prevent play."""
Options = tuple[tuple[str, str | bool], ...]
Setting = tuple[Options, int]
NO_OPTIONS: Final[Mapping[str, str | bool]] = MappingProxyType({})


@dataclass(slots=True)
class RulesetVersion:
    """One version of a ruleset: its documents, and table cells taken from another version."""

    documents: Documents
    given: Mapping[str, str | bool] = field(default_factory=dict)
    cells: tuple[ChangedBlock, ...] = ()
    of: RulesetVersion | None = None
    codes: CodeCache = field(default_factory=CodeCache)
    """Shared by versions that are compared."""
    _rulesets: dict[tuple[Options, int | None], Ruleset | None] = field(default_factory=dict)
    _programs: dict[Setting, Playable | None] = field(default_factory=dict)

    def ruleset(self, options: Options, players: int) -> Ruleset | None:
        """Return the ruleset bound for a setting; None if binding fails."""
        key = options, players if self.documents.by_players else None
        if key not in self._rulesets:
            bag = Bag()
            chosen = resolve_option_values(self.documents, {**self.given, **dict(options)}, bag)
            selected = None if chosen is None else apply_option_choices(self.documents, chosen, bag, players=key[1])
            found = None if selected is None or chosen is None else bind_ruleset(selected, bag, options=chosen)
            if found is not None and self.cells and self.of is not None:
                other = self.of.ruleset(options, players)
                found = None if other is None else restore_cells(found, other, self.cells)
            self._rulesets[key] = None if any(one.code not in CITING for one in bag) else found
        return self._rulesets[key]

    def program(self, options: Options, players: int) -> Playable | None:
        """Return the program for a setting; None if the rules cannot be bound, or do not allow that many players."""
        key, (low, high) = (options, players), self.documents.game.players
        if key not in self._programs:
            ruleset = self.ruleset(options, players) if low <= players <= high else None
            self._programs[key] = None if ruleset is None else generate_python_program(ruleset, players, self.codes)
        return self._programs[key]


@dataclass(slots=True)
class VersionSettings(Settings):
    """The settings of a version that may take cells from another version."""

    version: RulesetVersion = field(kw_only=True)

    def ruleset(self, options: Mapping[str, str | bool], players: int | None, bag: Bag) -> Ruleset | None:
        """Return the version bound for a setting; None where it cannot be bound, without a finding."""
        settled = resolve_option_values(self.documents, options, bag)
        if settled is None:
            return None
        return self.version.ruleset(tuple(sorted(settled.items())), players or self.documents.game.players[1])


@dataclass(slots=True)
class ReopenedRuleset:
    """A version in the form of an opened ruleset, with the settings of its original."""

    options: Mapping[str, str | bool]
    sources: Sources
    examples: Mapping[str, ExampleDecl]
    found_in_examples: Bag
    layers: Layers
    documents: Documents
    settings: Settings


def revert_ruleset_changes(
    before: RulesetVersion, now: RulesetVersion, judged: Sequence[JudgedChange], back: Sequence[JudgedChange]
) -> RulesetVersion:
    """Return the current version with some changes reverted."""
    returned = {one.id for one in back}
    kept_cells = {one.what.table for one in judged if isinstance(one.what, ChangedBlock) and one.id not in returned}

    def keep(change: DocumentChange) -> bool:
        if change.sort == ROWS:
            return change.name in kept_cells
        return change.sort == "statement" or change_id(change) not in returned

    documents = revert_document_changes(before.documents, now.documents, keep)
    # Rules of both sides cite what they cite.
    there = {entry.id for entry in documents.inventory}
    others = (entry for entry in before.documents.inventory + now.documents.inventory if entry.id not in there)
    documents = dataclasses.replace(
        documents, inventory=(*documents.inventory, *{one.id: one for one in others}.values())
    )
    cells = tuple(one.what for one in back if isinstance(one.what, ChangedBlock) and one.what.table in kept_cells)
    digest = blake2b("\n".join([now.documents.digest, *sorted(returned)]).encode(), digest_size=32).hexdigest()
    return RulesetVersion(dataclasses.replace(documents, digest=digest), now.given, cells, before, before.codes)


def common_settings(before: Documents, now: Documents, given: Mapping[str, str | bool] = NO_OPTIONS) -> list[Setting]:
    """Return the settings that cover every pair of values that both versions have; each number of players with defaults first."""
    low = max(before.game.players[0], now.game.players[0])
    high = min(before.game.players[1], now.game.players[1])
    known = {option.id: option for option in before.game.options}
    shared = {
        option.id: [value for value in option.every_value if value in known[option.id].every_value]
        for option in now.game.options
        if option.id in known
    }
    cover = cover_settings(now.game.options, range(low, high + 1), given, shared)
    settled = {option.id: given.get(option.id, option.default) for option in now.game.options}
    settings = [
        (tuple((name, one) for name, one in row.items() if one != settled[name]), n) for row, n in cover.settings
    ]
    return [one for one in settings if not any(option_conflicts(before.game.options, {**settled, **dict(one[0])}))]


class ProgramPairs(Sequence[ProgramPair]):
    """Pairs of programs by setting, made on demand."""

    def __init__(self, before: RulesetVersion, now: RulesetVersion, settings: Sequence[Setting]) -> None:
        """Store two versions, and the settings for which both can be bound."""
        self._before, self._now = before, now
        self._settings = [one for one in settings if before.ruleset(*one) and now.ruleset(*one)]
        self._pairs: dict[int, ProgramPair] = {}

    def __len__(self) -> int:
        """Return the number of settings."""
        return len(self._settings)

    def __getitem__(self, at: int) -> ProgramPair:  # type: ignore[override]
        """Return the pair of a setting."""
        if not 0 <= at < len(self._settings):
            raise IndexError(at)
        if at not in self._pairs:
            programs = [version.program(*self._settings[at]) for version in (self._before, self._now)]
            assert programs[0] is not None
            assert programs[1] is not None
            self._pairs[at] = ProgramPair(programs[0], programs[1])
        return self._pairs[at]


# -- change effects --------------------------------------------------------------------------------------------------
# What a change does in play: the ruleset beside itself without that change, and the first place where they part.
#
# Changes of one rule, one table or one kind go together. Where a ruleset cannot do without a group by itself, since others build on it, it is taken together
# with all groups that are wanted like it.


MADE: Final = 250
"""Steps that it takes to make a pair of programs and to compile what play comes to."""
BOUND: Final = 200
"""Steps that it takes to bind a ruleset."""
PER_SETTING: Final = 500
"""Steps for which one more setting is worth its programs."""
BESIDE: Final = 3
"""So many times as much is played for unexpected changes."""
DEFAULTS: Final = 0.5
FAILING: Final = 0.5
"""So much of what is left when two sides have parted looks for rules that fail."""
DEEP: Final = 2
"""So many steps the rules around a change are followed to the options that come to it."""


@frozen_class
class ChangeGroup(FrozenValue):
    """Related changes: their common path, and whether all of them are wanted."""

    path: str
    judged: tuple[JudgedChange, ...]

    @property
    def wanted(self) -> bool:
        """Whether all changes of the group are expected."""
        return all(one.wanted for one in self.judged)


@dataclass(frozen=True, slots=True)
class BaseComparison:
    """The base, the ruleset, their differences, and their common settings."""

    before: RulesetVersion
    now: RulesetVersion
    judged: Sequence[JudgedChange]
    settings: Sequence[Setting]

    def without(self, judged: Sequence[JudgedChange]) -> RulesetVersion:
        """Return the ruleset with some changes reverted."""
        return revert_ruleset_changes(self.before, self.now, self.judged, judged)

    def first(
        self, before: RulesetVersion, now: RulesetVersion, budget: Budget, bias: Sequence[str] = ()
    ) -> FirstDifference | None:
        """Play two versions in parallel and return where they differ, or where the rules then fail.

        Half of the budget is for the options as they are by default, the rest for each other value of one of them.
        """
        mixes = list(dict.fromkeys(options for options, _ in self.settings))
        for at, options in enumerate(mixes):
            share = budget.share(DEFAULTS if at == 0 and len(mixes) > 1 else 1 / (len(mixes) - at))
            settings = [one for one in self.settings if one[0] == options]
            found = self._within(ProgramPairs(before, now, settings[: max(1, share.left // PER_SETTING)]), share, bias)
            budget.give_back(share)
            if found is not None:
                return found
        return None

    def _within(self, pairs: ProgramPairs, budget: Budget, bias: Sequence[str]) -> FirstDifference | None:
        if not len(pairs):
            return None
        budget.spend(MADE * len(pairs))
        found = find_difference(pairs, 1, budget, bias)
        if found is None or found.kind in ("begin", "fault"):
            return found
        # One difference must not hide that the rules fail behind it.
        share = budget.share(FAILING)
        failing = find_difference(pairs, 1, share, bias, differing=True)
        budget.give_back(share)
        return failing if failing is not None and failing.now else found

    def can_be_bound(self, version: RulesetVersion) -> bool:
        """Return whether a version can be bound for any setting."""
        return any(version.ruleset(*one) is not None for one in self.settings[:1])


def groups_of(judged: Sequence[JudgedChange]) -> list[ChangeGroup]:
    """Return the changes that play can reveal, grouped by rule, table, kind and setting, unexpected ones first."""
    found: dict[tuple[bool, str], list[JudgedChange]] = {}
    for one in judged:
        if not (isinstance(one.what, DocumentChange) and one.what.sort == "statement"):
            found.setdefault((one.wanted, _root(one)), []).append(one)
    groups = [ChangeGroup(path, tuple(those)) for (_, path), those in found.items()]
    return sorted(groups, key=lambda group: group.wanted)


def _weight(group: ChangeGroup) -> int:
    return 1 if group.wanted else BESIDE


def _root(one: JudgedChange) -> str:
    path = one.path.partition("[")[0]
    if isinstance(one.what, DocumentChange) and one.what.sort == "element":
        return ".".join(path.split(".")[:2])
    return path


def change_effects(all_of_it: BaseComparison, budget: Budget) -> Iterator[tuple[ChangeGroup, FirstDifference | None]]:
    """Yield each group with the ruleset's first difference from itself without the group; none if play shows no difference."""
    groups = groups_of(all_of_it.judged)
    together: dict[bool, list[ChangeGroup]] = {}
    for at, group in enumerate(groups):
        if budget.left <= 0:
            budget.cut += len(groups) - at
            return
        share = budget.share(_weight(group) / sum(map(_weight, groups[at:])))
        share.spend(BOUND)
        version = all_of_it.without(group.judged)
        if all_of_it.can_be_bound(version):
            bias = dependent_rules(all_of_it.now.documents, group)
            yield group, all_of_it.first(version, all_of_it.now, share, bias)
        else:
            together.setdefault(group.wanted, []).append(group)
        budget.give_back(share)
    for groups in together.values():
        whole = ChangeGroup(
            ", ".join(group.path for group in groups), tuple(one for group in groups for one in group.judged)
        )
        # What builds on one another goes with all that is wanted like it.
        like = [one for one in all_of_it.judged if one.wanted == whole.wanted]
        yield whole, all_of_it.first(all_of_it.without(like), all_of_it.now, budget)


def dependent_rules(documents: Documents, group: ChangeGroup) -> list[str]:
    """Return the rules that refer to the changed items, and the rules that refer to those."""
    names = {one.path.partition("[")[0].rpartition(".")[2] for one in group.judged} | {group.path.rpartition(".")[2]}
    items = [(item.name, frozenset(tree_words(item))) for item in all_rule_items(documents)]
    for _ in range(DEEP):
        names |= {name for name, words in items if words & names}
    return sorted(names)


# -- base comparison -------------------------------------------------------------------------------------------------


ALARM: Final = 0.1
"""So much of the budget looks for a difference that no change can reach."""
OFFERING: Final = 0.1
"""So much of the budget is for examples of what is not the same."""
AT_MOST: Final = 3_000
"""Steps that are spent on one example at most."""
NO_IDS: Final[frozenset[str]] = frozenset()


def compare_with_base(
    both: BaseComparison, base: Subject, subject: Subject, budget: Budget, progress: Progress
) -> Iterator[Found | Holds]:
    """Compare a ruleset with its base: documents, examples, parallel play."""
    sources = base.opened.sources, subject.opened.sources
    for one in both.judged:
        severity: Severity = "note" if one.wanted else "change"
        yield Found(one.id, "regression", severity, change_finding(one, sources), rule_id_from_path(one.path))
    yield from _alarm(both, budget)
    yield from _examples(both, base, subject, budget)
    examples = budget.share(OFFERING)
    for groups, (group, difference) in enumerate(change_effects(both, budget), 1):
        progress("regression", groups, 0)
        if difference is not None:
            yield _of_group(group, difference, subject, examples)
    budget.give_back(examples)
    yield from _new_writers(both, base, subject)
    yield from _same(base, subject)


def judge_document_changes(
    base: Subject, subject: Subject, accepted: Collection[str] = NO_IDS, baseline: Collection[str] | None = None
) -> BaseComparison:
    """Compare the documents of two rulesets and judge each change."""
    before = RulesetVersion(base.documents, base.opened.options)
    now = RulesetVersion(subject.documents, subject.opened.options, codes=before.codes)
    changes = document_changes(before.documents, now.documents)
    blocks = list(changed_cell_blocks(base.ruleset, subject.ruleset))
    naming = expected_changes(before.documents, now.documents, changes, accepted, baseline)
    judged = tuple(naming.judge(changes, blocks))
    settings = common_settings(before.documents, now.documents, subject.opened.options)
    return BaseComparison(before, now, judged, settings)


def rule_id_from_path(path: str) -> str:
    """Return the id of the rule that a path leads to: ``rules.greet`` is ``rule:greet``, others use the notation of ``trace``."""
    section, _, name = path.partition("[")[0].partition(".")
    sorts = {"rules": "rule", "constants": "constant", "tables": "table", "state": "state", "kinds": "kind"}
    return f"{sorts[section]}:{name}" if section in sorts else path


def _alarm(both: BaseComparison, budget: Budget) -> Iterator[Found]:
    """Search for a difference that no change explains: with all changes reverted, the ruleset must equal its base."""
    same = both.before.documents.digest == both.now.documents.digest
    if same or not both.settings:
        return
    share = budget.share(ALARM)
    back = both.without(both.judged)
    difference = both.first(both.before, back, share)
    budget.give_back(share)
    if difference is not None:
        identity = finding_id("regression", "alarm", difference.kind, difference.what)
        yield Found(
            identity,
            "regression",
            "error",
            make_finding("V305", _rule_span(difference), what=difference_text(difference)),
        )


def _rule_span(difference: FirstDifference) -> Span | None:
    side = difference.playing
    if side is None or not difference.rules:
        return None
    place = side.program.rules.get(difference.rules[-1])
    return None if place is None else place.span


def _of_group(group: ChangeGroup, difference: FirstDifference, subject: Subject, budget: Budget) -> Found:
    """Return the effect of a group as a finding, with an example that preserves it; failing rules are an error even if the change is wanted."""
    fails = difference.kind in ("begin", "fault") and bool(difference.now)
    code = "V306" if fails else "V303" if group.wanted else "V304"
    identity = finding_id("regression", "effect", group.path, " ".join(one.id for one in group.judged))
    diagnostic = make_finding(
        code, _rule_span(difference) if fails else _span(group), path=group.path, what=difference_text(difference)
    )
    severity: Severity = "error" if fails else "note" if group.wanted else "change"
    rule = rule_id_from_path(group.path)
    example = None if fails else _offered(subject, difference, rule, budget)
    return Found(identity, "regression", severity, diagnostic, rule, example)


def _offered(subject: Subject, difference: FirstDifference, rule: str, budget: Budget) -> Offered | None:
    """Offer an example that shows the old and the new behaviour."""
    return generate_example(
        subject, difference, rule, statements_implemented_by(subject, rule), budget, of_base=True, most=AT_MOST
    )


def _span(group: ChangeGroup) -> Span | None:
    return next((one.what.span for one in group.judged if one.what.span is not None), None)


def _examples(both: BaseComparison, base: Subject, subject: Subject, budget: Budget) -> Iterator[Found]:
    """Yield the examples of the base that fail only because of wanted changes."""
    known = {example.id: example for example in base.examples}
    shared = [one for one in subject.examples if known.get(one.id) is not None and known[one.id].span == one.span]
    if not any(one.wanted for one in both.judged) or not budget.spend(EXAMPLE * len(shared)):
        return
    failing = [one for one in shared if not _passes(subject.programs, one, subject)]
    if not failing:
        return
    wanted_alone = revert_subject_changes([one for one in both.judged if not one.wanted], both, subject)
    for example in failing:
        budget.spend(2 * EXAMPLE)
        if _passes(base.programs, example, base) and (
            wanted_alone is None or not _passes(wanted_alone.programs, example, subject)
        ):
            identity = finding_id("regression", "example", example.id)
            diagnostic = make_finding("V307", example.span, name=example.id)
            yield Found(identity, "regression", "note", diagnostic, f"example:{example.id}")


def revert_subject_changes(back: Sequence[JudgedChange], both: BaseComparison, subject: Subject) -> Subject | None:
    """Return the ruleset with some changes reverted to the base; None if it cannot be bound."""
    if not back:
        return subject
    version = both.without(back)
    settings, opened = VersionSettings(version.documents, version=version), subject.opened
    ruleset = settings.ruleset(opened.options, None, Bag())
    if ruleset is None:
        return None
    changed = ReopenedRuleset(
        opened.options, opened.sources, opened.examples, Bag(), opened.layers, version.documents, settings
    )
    return replace(subject, opened=changed, ruleset=ruleset, programs=ProgramCache(settings, opened.options))


def _passes(programs: ProgramCache, example: ExampleDecl, subject: Subject) -> bool:
    return run_example(programs, example, subject.opened.sources).passed


def _new_writers(both: BaseComparison, base: Subject, subject: Subject) -> Iterator[Found]:
    """Yield findings on rules that change a field that they do not change in the base."""
    wanted = {one.path.partition("[")[0].removeprefix("rules.") for one in both.judged if one.wanted}
    before, now = field_writers(base.ruleset), field_writers(subject.ruleset)
    for stored, rules in now.items():
        for rule, span in rules.items():
            if stored in subject.ruleset.state and stored in base.ruleset.state and rule not in before.get(stored, {}):
                severity: Severity = "note" if rule in wanted else "change"
                name = stored.removeprefix("game.")
                told_so = make_finding(
                    "V312",
                    span,
                    name=name,
                    rule=rule,
                    others=", ".join(sorted(before.get(stored, {}))) or Said("differs.nothing"),
                )
                yield Found(
                    finding_id("regression", "writer", rule, stored), "regression", severity, told_so, f"rule:{rule}"
                )


def _same(base: Subject, subject: Subject) -> Iterator[Holds]:
    """Yield, for each rule whose meaning equals that in the base, the evidence of this."""
    before = {one.rule: one.digest for one in digest_rules(base.ruleset)}
    for one in digest_rules(subject.ruleset):
        if before.get(one.rule) == one.digest:
            yield Holds(one.rule, "as in the base", Level.SAME, Said("differs.same_text"))

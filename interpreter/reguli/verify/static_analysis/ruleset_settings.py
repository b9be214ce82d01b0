"""The rulesets that one ruleset is: for each setting of its options that changes what there is, and each number of players that does.

Options that only rules ask about are not settled here: whoever looks at a condition takes them for either value.
"""

from __future__ import annotations

from collections.abc import Iterator

from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.document_nodes import Documents, OptionDecl
from reguli.ruleset.option_selection import chosen_options
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.verify.report.verification_target import Subject


@kept
class Setting(Kept):
    """A ruleset as it is bound for some numbers of players, the lowest and the highest of them."""

    ruleset: Ruleset
    players: tuple[int, int]


def settings_of(subject: Subject) -> tuple[Setting, ...]:
    """Give every setting; the one of the defaults is the first."""
    documents = subject.opened.documents
    assert documents is not None
    low, high = documents.game.players
    tables = [(count, count) for count in range(low, high + 1)] if documents.by_players else [(low, high)]
    found = []
    for options in _options(documents, {**subject.opened.options}):
        bound = [(subject.programs.ruleset(options, players[0], Bag()), players) for players in tables]
        found += [Setting(ruleset, players) for ruleset, players in bound if ruleset is not None]
    return tuple(found)


def _options(documents: Documents, given: dict[str, str | bool]) -> Iterator[dict[str, str | bool]]:
    settled = chosen_options(documents, given, Bag())
    if settled is None:
        return
    yield settled
    for option in documents.game.options:
        if option.id not in given:
            yield from ({**settled, option.id: value} for value in _others(option))


def _others(option: OptionDecl) -> Iterator[str]:
    """Give the values of an option, but for the default, that lay other boards or set other numbers."""
    default = next((one for one in option.values if one.id == option.default), None)
    for value in option.values:
        if default is not None and (value.boards, value.constants) != (default.boards, default.constants):
            yield value.id

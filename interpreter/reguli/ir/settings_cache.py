"""A cache of one ruleset's settings: options and player counts, each bound once and lowered once.

A check, the examples and what looks further all ask for the same few of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reguli.model.binding.ruleset_binding import bind_ruleset
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.folder_contents import apply_option_choices, resolve_option_values
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.working_copy import checkpoint

if TYPE_CHECKING:
    from reguli.ir.executable_program import Playable
    from reguli.ir.program import Program

Key = tuple[tuple[tuple[str, str | bool], ...], int | None]
"""All options with their values, and the number of players where it is bound for one."""


@dataclass(slots=True)
class Settings:
    """A cache of results for some documents."""

    documents: Documents
    _bound: dict[Key, tuple[Ruleset | None, tuple[Diagnostic, ...]]] = field(default_factory=dict)
    _lowered: dict[tuple[int, int], Program] = field(default_factory=dict)
    _walked: dict[tuple[int, int], Playable] = field(default_factory=dict)

    def __reduce__(self) -> tuple[object, ...]:
        """Return what can be pickled: documents and bound rulesets."""
        return Settings, (self.documents, self._bound)

    def ruleset(self, options: Mapping[str, str | bool], players: int | None, bag: Bag) -> Ruleset | None:
        """Return the ruleset for options (others default) and a number of players, or for any number; None with findings.

        Where something was found before, it is bound again: what is said besides depends on that.
        """
        if bag:
            self._bind(options, players, bag)
            return None
        settled = resolve_option_values(self.documents, options, bag)
        if settled is None:
            return None
        key = tuple(sorted(settled.items())), players
        if key not in self._bound:
            found = Bag()
            ruleset = self._bind(settled, players, found)
            self._bound[key] = None if found else ruleset, tuple(found)
        ruleset, findings = self._bound[key]
        bag.extend(findings)
        return ruleset

    def _bind(self, options: Mapping[str, str | bool], players: int | None, bag: Bag) -> Ruleset | None:
        checkpoint()
        chosen = apply_option_choices(self.documents, options, bag, players=players)
        return None if chosen is None else bind_ruleset(chosen, bag, options=options)

    def program(self, ruleset: Ruleset, players: int) -> Program:
        """Return a ruleset lowered for a number of players."""
        # By identity, which no other ruleset gets: the program holds it. Rulesets are equal that were made of the same documents.
        key = id(ruleset), players
        if key not in self._lowered:
            # What lowers rules costs a tenth of a start, and who only binds them does without.
            from reguli.ir.executable_program import build_program

            self._lowered[key] = build_program(ruleset, players)
        return self._lowered[key]

    def walked(self, ruleset: Ruleset, players: int) -> Playable:
        """Return the ruleset's interpreter; for a few moves it is faster than generating code."""
        key = id(ruleset), players
        if key not in self._walked:
            # Part of the same.
            from reguli.ir.executable_program import make_executable

            self._walked[key] = make_executable(self.program(ruleset, players))
        return self._walked[key]

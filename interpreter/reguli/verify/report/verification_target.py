"""What is verified: an opened ruleset under its options, its worked examples, and programs of it that are made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from reguli.compile.python_programs import sharing
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.ir.executable_program import Playable
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.verify.example_runner import Opened, Programs


class Guide(Protocol):
    """Chooses moves as somebody would who wants to win: games by lot alone seldom come to where a long game ends."""

    def choose(self, playthrough: Playthrough) -> Move:
        """Give a move; the playthrough is not changed."""
        ...


Guides = Callable[[Playable], Sequence[Guide]]
"""Gives for a program the bots that its ruleset brings."""


def no_guides(program: Playable) -> Sequence[Guide]:
    """Give nobody: every move is chosen by lot."""
    return ()


@dataclass(frozen=True, slots=True)
class Subject:
    """A ruleset without findings, as it is bound for any number of players, with its examples in the order of their files."""

    opened: Opened
    ruleset: Ruleset
    programs: Programs
    examples: Sequence[ExampleDecl]
    seed: int = 0
    guides: Guides = no_guides


def subject_of(opened: Opened, ruleset: Ruleset, seed: int = 0, guides: Guides = no_guides) -> Subject:
    """Make it of a ruleset that was opened and bound without findings."""
    programs = Programs(opened.settings, opened.options, sharing(opened.settings.program))
    examples = [example for example in opened.examples.values() if not example.abstract]
    return Subject(opened, ruleset, programs, examples, seed, guides)

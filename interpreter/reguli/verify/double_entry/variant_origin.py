"""The base of a variant, and what of the difference from it follows from changes that somebody wants.

A count or a fact of the base may hold there and not in the variant. Such a difference is expected when the base with the wanted changes alone
shows it too; the head of ``verify/regression`` defines which changes are wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reguli.verify.report.verification_target import Subject


@dataclass(frozen=True, slots=True)
class Origin:
    """What a variant comes from: its base, and the base with the wanted changes alone (None where these cannot be bound by themselves)."""

    base: Subject
    wanted: Subject | None


OpenOrigin = Callable[[], Origin | None]
"""Opens what a ruleset comes from; None for a game, which has no base."""


def no_origin() -> Origin | None:
    """Return None: a game has no base."""
    return None

"""What balance comes to: the sides that were played and their figures, as plain documents."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields

from reguli.app.simulation.simulation_runs import (
    FaultAt,
)
from reguli.balance.figures import LENGTH, POINTS, RESULTS, BalanceFigure
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class BalanceSide:
    """One ruleset of a report: how it is called, its digest, how its games ended, its faults, and its figures.

    Figures of the first side that has ``base`` are judged by equal chances, those of others by the base's.
    """

    label: str
    digest: str
    base: bool
    games: int
    outcomes: tuple[tuple[str, int], ...]
    pairs: int
    faults: tuple[FaultAt, ...]
    figures: tuple[BalanceFigure, ...]

    def headlines(self) -> Iterator[BalanceFigure]:
        """Yield how long games are, what the ranking compares and who wins, and what else differs there between single seats."""
        for one in self.figures:
            length = one.group == LENGTH and one.name in ("rounds", "moves")
            if length or one.group == RESULTS or (one.group == POINTS and (one.seat is None or one.noise is False)):
                yield one

    def never_taken(self) -> tuple[str, ...]:
        """Return the options that no player ever took, and those with an element as argument, as ``OPTION`` and ``OPTION.PARAMETER.ELEMENT``."""
        taken = (one for one in self.figures if one.group in ("options", "elements"))
        return tuple(one.name.removeprefix("took.") for one in taken if not one.value)

    def without_choice(self) -> tuple[str, ...]:
        """Return the decisions that came up and never had more than one move."""
        asked = {one.name: one.value for one in self.figures if one.group == "decisions"}
        names = (name.removeprefix("moves.") for name, value in asked.items() if name.startswith("moves.") and value)
        return tuple(name for name in names if not asked[f"choices.{name}"])


@dataclass(frozen=True, slots=True)
class BalanceReport:
    """The figures of one ruleset, of two, or of each setting of a sweep; ``findings`` are faults of games and what checks find."""

    ruleset: str
    players: int
    policy: tuple[str, ...]
    games: int
    seed: int
    engine: str
    sweep: str | None
    sides: tuple[BalanceSide, ...]
    findings: tuple[Diagnostic, ...]
    interrupted: KeyboardInterrupt | None
    loaded: LoadedRuleset
    """The base."""

    @property
    def base(self) -> BalanceSide:
        """Return the side that the others are compared with."""
        return next(side for side in self.sides if side.base)

    @property
    def tested(self) -> int:
        """Return how many differences were judged."""
        return sum(one.noise is not None for side in self.judged() for one in side.figures)

    def judged(self) -> tuple[BalanceSide, ...]:
        """Return the sides whose differences are told: all but the base, or the base alone."""
        return tuple(side for side in self.sides if not side.base) or self.sides

    def to_json(self) -> dict[str, object]:
        """Return the report as JSON-ready values."""
        names = ("ruleset", "players", "games", "seed", "engine", "sweep", "tested")
        return {
            **{name: getattr(self, name) for name in names},
            "policy": list(self.policy),
            "interrupted": self.interrupted is not None,
            "sides": [
                {
                    **{name: getattr(side, name) for name in ("label", "digest", "base", "games", "pairs")},
                    "outcomes": dict(side.outcomes),
                    "faults": [asdict(fault) for fault in side.faults],
                    "never_taken": list(side.never_taken()),
                    "without_choice": list(side.without_choice()),
                    "figures": [one.to_json() for one in side.figures],
                }
                for side in self.sides
            ],
        }

    def to_csv(self) -> str:
        """Return all figures as the text of a csv file, one in each line."""
        text, names = io.StringIO(newline=""), [field.name for field in fields(BalanceFigure)]
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(("label", *names))
        for side in self.sides:
            writer.writerows((side.label, *one.to_json().values()) for one in side.figures)
        return text.getvalue()

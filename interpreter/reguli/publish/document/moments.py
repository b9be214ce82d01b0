"""Numbers of phases and stages: the order of the round, and when a stage is checked, begins, or is drawn."""

from __future__ import annotations

from reguli.model.ruleset import Ruleset
from reguli.publish.document.cells import rows_of
from reguli.publish.document.sayable import Given, GivenRows, Pair
from reguli.ruleset.documents import StageDecl
from reguli.source.near import near

WHAT = ("checked", "effective", "cases")


def phase_number(ruleset: Ruleset, phase: str) -> int | None:
    """Give the place of a phase in the round, from 1; None for what is no phase."""
    order = ruleset.documents.game.round
    return order.index(phase) + 1 if phase in order else None


def moment_value(ruleset: Ruleset, path: tuple[str, ...]) -> Given | GivenRows | None:
    """Give what a path beginning with phases, stages or moments leads to; None where it leads nowhere.

    ``phases.ID`` and ``moments.ID`` (a rule with ``at``) are the number of a phase; ``stages.ID`` that of a stage,
    ``stages.ID.checked`` and ``.effective`` those of phases; ``stages.ID.cases`` the rows of a card drawn: the phase it
    is drawn in, and the phase from which the stage holds (None: from the next round).
    """
    match path:
        case ("phases", name):
            return _of_phase(ruleset, name)
        case ("moments", name):
            found = (moment for moment in ruleset.moments if moment.procedure.id == f"at.{name}")
            return next((_of_phase(ruleset, moment.moment.of, f"moment:{name}") for moment in found), None)
        case ("stages", name, *rest):
            stages = ruleset.documents.game.stages
            index = next((at for at, stage in enumerate(stages) if stage.id == name), None)
            return None if index is None else _of_stage(ruleset, stages[index], index + 1, tuple(rest))
        case _:
            return None


def missing_in(ruleset: Ruleset, path: tuple[str, ...]) -> tuple[str, str | None]:
    """Say which word of a path leads nowhere, and which was probably meant."""
    game = ruleset.documents.game
    stages = tuple(stage.id for stage in game.stages)
    if path[0] == "phases":
        known = game.round
    elif path[0] == "moments":
        known = tuple(moment.procedure.id.removeprefix("at.") for moment in ruleset.moments)
    else:
        known = stages
    word = path[2] if path[0] == "stages" and len(path) > 2 and path[1] in stages else path[min(1, len(path) - 1)]
    return word, near(word, WHAT if word != path[min(1, len(path) - 1)] else known)


def _of_phase(ruleset: Ruleset, phase: str, value_id: str = "") -> Given | None:
    number = phase_number(ruleset, phase)
    return None if number is None else Given(number, (value_id or f"phase:{phase}",))


def _of_stage(ruleset: Ruleset, stage: StageDecl, number: int, rest: tuple[str, ...]) -> Given | GivenRows | None:
    match rest:
        case ():
            return Given(number, (f"stage:{stage.id}",))
        case ("checked",) if stage.checked is not None:
            return _of_phase(ruleset, stage.checked.of, f"stage:{stage.id}.checked")
        case ("effective",) if stage.effective is not None:
            return _of_phase(ruleset, stage.effective.of, f"stage:{stage.id}.effective")
        case ("cases",) if stage.cases:
            return _cases(ruleset, stage)
        case _:
            return None


def _cases(ruleset: Ruleset, stage: StageDecl) -> GivenRows:
    """Give the cases of drawing in a phase; those between phases are part of what the phase before them does."""
    pairs = []
    for case in stage.cases:
        drawn = _of_phase(ruleset, case.of)
        if case.edge == "during" and drawn is not None:
            effective = phase_number(ruleset, case.effective.of)
            pairs.append(Pair(drawn, Given(effective, (f"stage:{stage.id}.cases.{case.of}",))))
    return rows_of(tuple(pairs))

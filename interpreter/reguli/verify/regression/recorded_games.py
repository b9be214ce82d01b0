"""Replay of recorded games: where each first deviates from the base, and the change that causes it.

A save is played on the base and on the ruleset side by side, with its moves and what chance brought, so that the first difference is found wherever it lies, not only
where a move is refused. A change is its cause where the game goes its old way without it. Without a base, or with one that the save does not fit, it
is played on the ruleset alone, and what it says of itself is compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from reguli.engine.history.save_files import read_save_file, replay_save_data
from reguli.engine.history.save_format import SaveData, parse_save_data
from reguli.engine.notation import Unreadable, parse_json_move
from reguli.source.diagnostic import Bag, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Span
from reguli.verify.paired_programs import FirstDifference, PairedGame, ProgramPair
from reguli.verify.regression.base_comparison import (
    MADE,
    BaseComparison,
    ChangeGroup,
    Options,
    RulesetVersion,
    groups_of,
    rule_id_from_path,
)
from reguli.verify.regression.regression_findings import difference_text
from reguli.verify.report import Budget, Found, Progress, Severity, finding_id

ENDING: Final = ".json"
MOST_CAUSES: Final = 8
"""So many changes are tried as the cause of a difference."""


def replay_saves(
    both: BaseComparison | None, now: RulesetVersion, folder: Path, budget: Budget, progress: Progress
) -> Iterator[Found]:
    """Replay every save of a folder, in name order."""
    files = sorted(path for path in folder.iterdir() if path.suffix == ENDING and not path.is_dir())
    for number, path in enumerate(files, 1):
        if budget.left <= 0:
            budget.cut += len(files) - number + 1
            return
        progress("regression", number, len(files))
        bag = Bag()
        save = parse_save_data(read_save_file(path, bag), bag)
        found = None if save is None else _of_save(both, now, path.name, save, budget)
        if save is None or found == []:
            identity = finding_id("regression", "save", path.name)
            yield Found(
                identity, "regression", "warning", make_finding("V309", Span(path.name, 0, 0, 0, 0), file=path.name)
            )
        elif found is not None:
            yield from found


def _of_save(
    both: BaseComparison | None, now: RulesetVersion, file: str, save: SaveData, budget: Budget
) -> list[Found] | None:
    """Return findings on where a save deviates: None if it does not, an empty list if it cannot be played."""
    options: Options = tuple(sorted(save.options.items()))
    program = now.program(options, save.players)
    if program is None:
        return []
    budget.spend(MADE + 2 * len(save.moves))
    pair = None if both is None or save.position is not None else _pair(both.before, now, options, save.players)
    if both is not None and pair is not None:
        game = _played(pair, save)
        if game is not None:
            return None if game.differs is None else [_found(both, file, save, game.differs, budget)]
    bag = Bag()
    restored = replay_save_data(save, program, bag)
    if restored is None:
        return []
    differs = restored.stopped or (restored.differs if restored.same_rules else None)
    if differs is None:
        return None
    what = Said("differs.at_move", number=differs.move, what=differs.said)
    identity = finding_id("regression", "save", file, differs.kind)
    return [Found(identity, "regression", "change", make_finding("V308", None, file=file, what=what))]


def _pair(before: RulesetVersion, now: RulesetVersion, options: Options, players: int) -> ProgramPair | None:
    one, other = before.program(options, players), now.program(options, players)
    return None if one is None or other is None else ProgramPair(one, other)


def _played(pair: ProgramPair, save: SaveData) -> PairedGame | None:
    """Replay a save on two sides up to their first difference; None if the base itself does not allow it."""
    prescribed = {site: tuple(outcomes) for site, outcomes in save.prescribed.items()}
    game = PairedGame(pair, save.seed, prescribed=prescribed, recorded=save.chance)
    for saved in save.moves:
        side = game.base
        if game.differs is not None or side is None or side.decision is None:
            break
        try:
            data = {"option": saved.option, "arguments": saved.arguments}
            move = parse_json_move(side.program, side.decision, data)
        except Unreadable:
            return None
        if not side.allows(move):
            return None
        game.play(move)
    return game


def _found(both: BaseComparison, file: str, save: SaveData, difference: FirstDifference, budget: Budget) -> Found:
    """Return the finding for a difference, with the changes that cause it."""
    causes = [
        group for group in groups_of(both.judged)[:MOST_CAUSES] if _is_cause(both, group, save, difference, budget)
    ]
    fails = difference.kind in ("begin", "fault") and bool(difference.now)
    wanted = bool(causes) and all(group.wanted for group in causes)
    if not causes:
        wanted = bool(both.judged) and all(one.wanted for one in both.judged)
    severity: Severity = "error" if fails else "note" if wanted else "change"
    what = difference_text(difference)
    if causes:
        what = Said("differs.rules", what=what, rules=", ".join(group.path for group in causes))
    identity = finding_id("regression", "save", file, difference.kind)
    rule = rule_id_from_path(causes[0].path) if causes else ""
    return Found(identity, "regression", severity, make_finding("V308", _span(causes), file=file, what=what), rule)


def _span(causes: Sequence[ChangeGroup]) -> Span | None:
    return next((one.what.span for group in causes for one in group.judged if one.what.span is not None), None)


def _is_cause(
    both: BaseComparison, group: ChangeGroup, save: SaveData, difference: FirstDifference, budget: Budget
) -> bool:
    """Return whether a game no longer deviates, or deviates only later, without a change."""
    if not budget.spend(MADE + 2 * len(save.moves)):
        return False
    options: Options = tuple(sorted(save.options.items()))
    pair = _pair(both.before, both.without(group.judged), options, save.players)
    game = None if pair is None else _played(pair, save)
    return game is not None and (game.differs is None or game.differs.number > difference.number)

"""Scales: what they leave of a game, what is wrong with one, and what of it is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed_games import changed

from reguli.app.verification.instance_selection import select_instances
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.patches.small_instances import apply_small_instance, load_small_instances
from reguli.source.diagnostic import Bag
from reguli.verify.model_checking import CheckedInstance, StateSearch
from reguli.verify.report import Budget, Found, ignore_progress, verification_target


def written(into: Path, text: str, name: str = "breakthrough") -> LoadedRuleset:
    """Copy a ruleset and give it a scale."""
    folder = changed(name, into, "game.yaml", "language: 2", "language: 2")
    (folder / "scale.yaml").write_text(text, "utf-8")
    return LoadedRuleset(str(folder))


def codes(loaded: LoadedRuleset) -> list[tuple[str, str]]:
    """Return what is found against the scales of a ruleset, with the name that each finding names."""
    bag = Bag()
    assert loaded.documents is not None
    for scale in load_small_instances(loaded.layers, bag, loaded.sources):
        apply_small_instance(loaded.documents, scale, bag)
    return [(one.code, str(dict(one.args).get("name", ""))) for one in bag]


def test_a_small_board_is_a_game_of_its_own(tmp_path: Path) -> None:
    """Two columns and three rows of breakthrough with a row of pawns each have as many positions as when they are played by hand."""
    loaded = written(tmp_path, "tiny: {constants: {width: 2, height: 3, home_rows: 1}}\n")
    assert loaded.ruleset is not None
    (tiny,) = select_instances(verification_target(loaded, loaded.ruleset))[1]
    assert isinstance(tiny, CheckedInstance)
    search = StateSearch(tiny)
    search.run(Budget(10_000), ignore_progress)
    assert search.complete
    assert not search.troubles
    assert search.graph.positions == len(_by_hand())


def _by_hand() -> set[tuple[str, int, bool]]:
    """Play it: cells in rows from the south, seat 0 goes north and begins; who has won keeps the turn."""
    seen: set[tuple[str, int, bool]] = set()
    waiting = [("aa..bb", 0, False)]
    while waiting:
        board, mover, over = here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        own, up = "ab"[mover], (2, -2)[mover]
        for at in range(6):
            for side in (-1, 0, 1):
                to = at + up + side
                if over or board[at] != own or not 0 <= to < 6 or to // 2 != (at + up) // 2 or board[to] == own:
                    continue
                if side == 0 and board[to] != ".":
                    continue
                after = [*board]
                after[at], after[to] = ".", own
                won = to // 2 == (2, 0)[mover] or "ab"[1 - mover] not in after
                waiting.append(("".join(after), mover if won else 1 - mover, won))
    return seen


def test_elements_go_with_what_they_name(tmp_path: Path) -> None:
    """Roads to a town that is not kept are not there either."""
    loaded = written(tmp_path, "tiny: {keep: {city: [essen, duisburg, dortmund]}}\n", "power_grid")
    scale = load_small_instances(loaded.layers, Bag(), loaded.sources)[0]
    assert loaded.documents is not None
    left = apply_small_instance(loaded.documents, scale, Bag())
    assert left is not None
    towns = {one.id for kind in left.kinds if kind.id == "city" and kind.board == "germany" for one in kind.elements}
    roads = [one for kind in left.kinds if kind.joins == "city" and kind.board == "germany" for one in kind.elements]
    assert towns == {"essen", "duisburg", "dortmund"}
    assert len(roads) == 2, "Essen lies by Duisburg and by Dortmund"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tiny: {players: 5}", ("R132", "")),
        ("tiny: {constants: {widht: 3}}", ("R152", "widht")),
        ("tiny: {constants: {width: 8}}", ("R153", "")),
        ("tiny: {options: {size: enormous}}", ("R123", "size")),
        ("tiny: {keep: {paws: [a1]}}", ("R152", "paws")),
        ("tiny: {most: {player.coins: 3}}", ("R152", "player.coins")),
        ("tiny: {most: {coins: 3}}", ("R163", "")),
        ("tiny: {rounds: 0}", ("R105", "")),
        ("tiny: {replace: {}}", ("R101", "replace")),
    ],
)
def test_what_is_wrong_with_a_scale_is_found(tmp_path: Path, text: str, expected: tuple[str, str]) -> None:
    """Each slip is one finding, as it would be in a variant."""
    assert codes(written(tmp_path, text + "\n")) == [expected]


def test_a_scale_that_takes_away_what_rules_need(tmp_path: Path) -> None:
    """It is told once, with the first finding, and the others are looked at all the same."""
    loaded = written(
        tmp_path,
        "broken: {remove: {constants: [home_rows]}}\nsmall: {constants: {width: 2, height: 3, home_rows: 1}}\n",
    )
    assert loaded.ruleset is not None
    count, instances = select_instances(verification_target(loaded, loaded.ruleset))
    broken, small = instances
    assert count == 2
    assert isinstance(broken, Found)
    assert broken.told.code == "V509"
    assert isinstance(small, CheckedInstance)
    assert small.name == "small"


def test_a_scale_changes_nothing_of_the_game(tmp_path: Path) -> None:
    """Saves, replays and examples of the game depend on its digest."""
    loaded = written(tmp_path, "tiny: {constants: {width: 3}}\n")
    own = LoadedRuleset("breakthrough")
    assert loaded.documents is not None
    assert own.documents is not None
    assert loaded.documents.digest == own.documents.digest

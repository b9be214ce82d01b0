"""How far something holds, counted in one go: where it is that, and that it gives what the interpreter gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from interpreter_pairs import PHASE, ran, rules, twins

from reguli.compile.passes.representations import prefix_condition
from reguli.model.bound_tree import bound_terms as t


@pytest.mark.parametrize(
    ("asked", "is_prefix", "found"),
    [
        # By hand: below 3 are 1 and 2; of 1 to 5 all that is not 4 ends with 3; nothing holds from the beginning on.
        ("max(n for n in 1 .. five where every k in 1 .. n has k < three)", True, 2),
        ("max(n for n in 1 .. five where every k in 1 .. n has k != two * two)", True, 3),
        ("max(n for n in 1 .. five where every k in 1 .. n has k > two)", True, 0),
        ("max(n for n in 1 .. five where every k in 1 .. n has k < seven)", True, 5),
        ("max(n for n in two .. five where every k in two .. n has k < five)", True, 4),
        # Others: each is asked again.
        ("max(n for n in 1 .. five where every k in 1 .. n has k < three or n = five)", False, 5),
        ("max(n for n in 1 .. five where every k in two .. n has k > two)", False, 1),
        ("min(n for n in 1 .. five where every k in 1 .. n has k < three)", False, 1),
        ("max(n + 1 for n in 1 .. five where every k in 1 .. n has k < three)", False, 3),
    ],
)
def test_what_holds_up_to_a_number(tmp_path: Path, asked: str, is_prefix: bool, found: int) -> None:
    text = f"{PHASE}define far = {asked}\nprocedure try_it(player):\n    set player.points to far\n"
    written, walked = twins(rules(tmp_path, text), 1)
    fault, slots = ran(written, 0)
    assert fault is None
    assert slots[written.layout.fields["player.points"].base] == found
    assert ran(walked, 0)[1] == slots
    fold = written.ruleset.defines["far"].value
    assert isinstance(fold, t.Fold)
    assert (prefix_condition(fold) is not None) == is_prefix

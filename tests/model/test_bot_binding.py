"""Bots of a ruleset as they are bound: an entry that cannot be bound is left out, the others stand."""

from __future__ import annotations

from pathlib import Path

from bound_rulesets import TOP, bound

from reguli.model.binding.bot_binding import bind_bots
from reguli.ruleset.declarations.bot_files import load_all_bots
from reguli.ruleset.variant_layers import Layers
from reguli.source.diagnostic import Bag

BOTS = """\
bots:
  mine:
    prefer:
      - {option: place, when: cell.colum = 1, base: 7}
      - {option: place, when: cell.column = 1, base: 5}
      - {option: place, base: 3}
"""


def test_an_entry_whose_condition_is_not_bound_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(BOTS, encoding="utf-8")
    bag = Bag()
    (bot,) = bind_bots(bound(TOP / "rulesets" / "tic_tac_toe", {}), load_all_bots(Layers((tmp_path,)), bag), bag)
    assert len(bag) == 1
    (preferences,) = bot.preferences.values()
    assert [(one.base, one.when is None) for one in preferences] == [(5, False), (3, True)]

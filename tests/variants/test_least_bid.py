"""An auction whose least bid depends on what is sold: nobody may bid less than 5 for the ferry, and one coin for anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.cli.main import main
from reguli.shipped_files import shipped_folder

ROOMS = shipped_folder("rulesets") / "library" / "auction" / "game"
NAMES = (ROOMS / "game.yaml").read_text(encoding="utf-8").partition("names: {")[2].partition("}, cites: {")
CITES = NAMES[2].partition("}")[0]
STATE = """players: 3
    at: {phase: PHASE}
    state: {round: 1, opener: a, attic: [winter, orchard, bridge, storm, market_day, portrait, mill_pond, night_sky], a.coins: 12, b.coins: 12, c.coins: 4}
    chance: {cellar: [[ferry, harbour]]}
"""
EXAMPLES = """examples:
  - id: five_at_least_and_c_cannot_pay_that
    STATE(once_round)
    then:
      - {legal: bid_once, by: b, is: [bid_once 5, bid_once 6, bid_once 7, bid_once 8, bid_once 9, bid_once 10, bid_once 11, bid_once 12]}
  - id: five_is_enough
    STATE(once_round)
    when:
      - {move: pass_single, by: b}
      - {move: bid_once 5, by: a}
    then:
      - {value: a.wall, is: [ferry]}
      - {value: count(a.coins), is: 7}
  - id: the_price_falls_to_five
    STATE(falling)
    when:
      - {move: wait, by: a}
      - {move: wait, by: b}
      - {move: wait, by: a}
      - {move: wait, by: b}
      - {move: wait, by: a}
      - {move: wait, by: b}
      - {move: wait, by: a}
      - {move: wait, by: b}
    then:
      - {value: ferry in attic, is: true}
  - id: the_second_price_is_five_at_least
    STATE(second_price)
    when:
      - {move: seal 9, by: a}
      - {move: seal 2, by: b}
      - {move: seal 3, by: c}
    then:
      - {value: a.wall, is: [ferry]}
      - {value: count(a.coins), is: 7}
"""


def test_the_least_bid_depends_on_the_prize(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "examples").mkdir()
    text = EXAMPLES
    for phase in ("once_round", "falling", "second_price"):
        text = text.replace(f"STATE({phase})", STATE.replace("PHASE", phase).rstrip())
    (tmp_path / "examples" / "ferry.yaml").write_text(text, encoding="utf-8")
    use = f"{{library: auction, with: {{prize: painting, price: coin, most: player.coins, least: if painting = ferry then ferry_at_least else 1, sold: sell, unsold: put_away}}, names: {{{NAMES[0]}}}, cites: {{{CITES}}}}}"
    (tmp_path / "variant.yaml").write_text(
        f"variant: ferry\nof: {ROOMS}\nadd: {{constants: {{ferry_at_least: {{value: 5, unit: coin, source: [T5]}}}}}}\nreplace:\n  use:\n    hall: {use}\n",
        encoding="utf-8",
    )
    assert main(["verify", str(tmp_path), "--only", "examples"]) == 0, capsys.readouterr().out

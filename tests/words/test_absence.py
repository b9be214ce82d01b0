"""Statements that something never happens: which rules do what they exclude, and which do something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.pipeline import LoadedRuleset
from reguli.words.placeholders.wording_subjects import wording_subjects

FILES = {
    "game.yaml": """ruleset: stalls
language: 2
version: 1.0.0
name: Stalls
players: {min: 2, max: 3, provenance: ours}
units: [point]
round: [main]
ranking: [{by: player.points, order: most, provenance: ours}]
""",
    "components/things.yaml": """kinds:
  coin: {plural: coins, tokens: {supply: COINS}, starts: bank, provenance: ours}
  wood: {plural: woods, tokens: {supply: 20}, starts: heap, provenance: ours}
""",
    "state.yaml": """game:
  bank: {zone: coin, provenance: ours}
  heap: {zone: wood, provenance: ours}
player:
  money: {zone: coin, provenance: ours}
  yard: {zone: wood, provenance: ours}
  points: {number: point, range: [0, open], provenance: ours}
""",
}
RULES = """phase main cites M1:
    for player in players:
        decide choosing by player, or nothing:
            act(other in players):
{body}
    if round > 1 + 1:
        end game

procedure pay_out(player) cites M1:
    move 1 from bank to player.money
"""
SWAP = """
procedure swap(giver: player, taker: player) cites M1:
    move 1 from giver.yard to taker.yard
"""
SALE = "{move: wood, from: player, for: coin}"
GIFT = "{move: [wood, coin], from: player, to: player}"
GAIN = "{move: point, from: player}"


def against(tmp_path: Path, absence: str, body: str, coins: str = "unlimited") -> tuple[LoadedRuleset, list[str]]:
    """Return the ids of the rules that do what a statement excludes, with what was loaded."""
    lines = "".join(f"                {line}\n" for line in body.splitlines()).rstrip("\n")
    files = {
        **FILES,
        "inventory.yaml": f'M1: {{statement: "What is done.", state: specified}}\n'
        f'N1: {{statement: "What is not.", state: specified, carries: none, absence: {absence}}}\n',
        "rules/main.rules": RULES.replace("{body}", lines) + (SWAP if "run swap" in body else ""),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text.replace("COINS", coins), "utf-8")
    loaded = LoadedRuleset(str(tmp_path))
    known = {} if loaded.ruleset is None else wording_subjects(loaded.ruleset)
    return loaded, [citer.id for citer in known["statement:N1"].against] if known else []


@pytest.mark.parametrize(
    ("absence", "body", "doing"),
    [
        (SALE, "move 1 from player.yard to heap\nmove 1 from bank to player.money", ["rule:main/choosing/act"]),
        (SALE, "move 1 from player.yard to heap\nrun pay_out(player)", ["rule:main/choosing/act"]),
        (SALE, "move 1 from player.yard to heap", []),
        (SALE, "move 1 from heap to player.yard\nmove 1 from player.money to bank", []),
        (SALE, "run pay_out(player)", []),
        (GIFT, "move 1 from player.yard to other.yard", ["rule:main/choosing/act"]),
        (GIFT, "run swap(player, other)", ["rule:main/choosing/act", "rule:swap"]),
        (GIFT, "move 1 from player.yard to player.yard", []),
        (GAIN, "subtract 1 from player.points", ["rule:main/choosing/act"]),
        (GAIN, "add 1 to player.points", []),
        ("{move: wood, from: player.yard, to: game}", "move 1 from player.yard to heap", ["rule:main/choosing/act"]),
        ("{move: wood, from: game.heap}", "move 1 from player.yard to heap", []),
    ],
    ids=[
        "sold",
        "in_a_procedure",
        "burned",
        "bought",
        "paid",
        "given",
        "inner",
        "kept",
        "lost",
        "gained",
        "placed",
        "elsewhere",
    ],
)
def test_which_rule_does_what_is_said_never_to_happen(
    absence: str, body: str, doing: list[str], tmp_path: Path
) -> None:
    loaded, found = against(tmp_path, absence, body)
    assert loaded.bag.codes == ()
    assert sorted(found) == doing


@pytest.mark.parametrize(("coins", "limited"), [("unlimited", []), ("30", ["kind:coin"])])
def test_a_supply_that_never_runs_out(coins: str, limited: list[str], tmp_path: Path) -> None:
    assert against(tmp_path, "{limit: coin}", "run pay_out(player)", coins)[1] == limited


@pytest.mark.parametrize(
    ("absence", "code", "near"),
    [
        ("{move: wod}", "R205", "wood"),
        ("{move: wood, for: coins}", "R205", "coin"),
        ("{move: wood, from: plyer}", "R204", "player"),
        ("{move: wood, to: player.yrd}", "R200", "player.yard"),
        ("{from: player}", "R102", None),
    ],
)
def test_names_that_there_are_not(absence: str, code: str, near: str | None, tmp_path: Path) -> None:
    loaded, _ = against(tmp_path, absence, "run pay_out(player)")
    (found,) = loaded.bag
    assert (found.code, found.near) == (code, near)
    assert found.span is not None
    assert (found.span.file.endswith("inventory.yaml"), found.span.line) == (True, 2)

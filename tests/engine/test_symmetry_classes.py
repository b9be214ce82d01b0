"""Elements that nothing tells apart are one to the search for a way out, and its answers are those of the search that tells all apart."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from booth import opened
from vault import GAME, vault

from reguli.engine.gameplay import legal_actions, program_execution
from reguli.engine.gameplay.legal_actions import CanonicalPosition, legal_action_sets, normal_form
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.gameplay.program_execution import TransactionSearch, Verdict
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.program import Decide, Program, Slots

BEFORE = """
phase evening:
    for player in players:
        decide at_the_door by player:
            try_lock:
                run open_vault(player)
            walk_away:
                set left to true
    end game

procedure open_vault(player):
    decide bolts_to_turn by player, repeatedly, all or nothing:
        turn_out(bolt in bolts where not bolt.turned_out because is_out):
            set bolt.turned_out to true
            %s
        %s
        open_door:
            needs %s because not_so
            set unlocked to true
            end bolts_to_turn
"""
STATE = """
game:
  unlocked: {flag: true}
  left: {flag: true}
  last_one: {of: bolt}
  row: {list: bolt}
  held: {set: bolt}
  store: {zone: washer}
  turns: {number: number}
bolt:
  turned_out: {flag: true}
  rust: {number: number}
  rests: {zone: washer}
"""
PUT_BACK = "put_back(other in bolts where other.turned_out and turns = 0 because is_in):\n            set other.turned_out to false\n            add 1 to turns"
SPOILT = "\n            add turns to bolt.rust"
"""Turned out after one was put back: a bolt with rust, with which the door stays shut."""
CLEAN = "turns = 1 and no bolt in bolts has bolt.rust > 0"
TWISTS = {
    "alike": ("add 1 to turns", "", "turns = two"),
    "the first one": (
        "add turns to bolt.rust\n            add 1 to turns",
        "",
        "turns = two and (first(all bolt in bolts where bolt.turned_out)).rust = 1",
    ),
    "one is named": ("add 1 to turns", "", "turns >= two and not bolt_3.turned_out"),
    "one is pointed to": (
        f"set last_one to bolt{SPOILT}",
        PUT_BACK,
        f"last_one is not none and last_one.turned_out and {CLEAN}",
    ),
    "in a row": ("append bolt to row", "", "count(row) = three and first(row) = bolt_4"),
    "kept in a row": (
        f"if count(row) < two:\n                append bolt to row{SPOILT}",
        PUT_BACK,
        f"(every bolt in row has bolt.turned_out) and {CLEAN}",
    ),
    "held": (
        "append bolt to held",
        "drop(bolt in held):\n            remove bolt from held",
        "count(held) = two and bolt_1 in held",
    ),
    "kept in a set": (
        f"if count(held) < two:\n                append bolt to held{SPOILT}",
        PUT_BACK,
        f"(every bolt in held has bolt.turned_out) and {CLEAN}",
    ),
    "one twice": (
        "add 0 to turns",
        (
            "pair(one in bolts where one.turned_out and turns = 0 because is_in, other in bolts where other.turned_out"
            " because the_same):\n            if one = other:\n                set turns to 1\n            else:\n                set turns to two"
        ),
        "turns = 1",
    ),
    "washers": (
        f"if washer_1 in store:\n                move washer_1 from store to bolt.rests{SPOILT}",
        PUT_BACK,
        f"(some bolt in bolts has bolt.rests is not empty and bolt.turned_out) and {CLEAN}",
    ),
    "rust": (
        "add 1 to bolt.rust",
        "scrub(bolt in bolts where bolt.rust > 0 because is_clean):\n            set bolt.rust to 0",
        "count(all bolt in bolts where bolt.rust = 0) = two and every bolt in bolts has bolt.turned_out",
    ),
    "two of them": (
        "add 1 to turns",
        (
            "swap(one in bolts where one.turned_out and one.rust = 0 because is_in, other in bolts where other != one"
            " because the_same):\n"
            "            set other.turned_out to true\n            set one.turned_out to false\n            add 1 to one.rust"
        ),
        "sum(bolt.rust for bolt in bolts) = two and max(bolt.rust for bolt in bolts) = 1",
    ),
    "one after the other": (
        "for other in bolts where other.turned_out:\n                set turns to other.rust\n            add 1 to bolt.rust",
        "",
        "turns = 1 and not bolt_4.turned_out",
    ),
}
COMPONENTS = """
kinds:
  bolt: {plural: bolts, elements: [bolt_1, bolt_2, bolt_3, bolt_4]}
  washer: {plural: washers, pieces: true, starts: store, elements: [washer_1, washer_2]}
"""


def twisted(folder: Path, twist: str) -> Playable:
    effect, option, guard = TWISTS[twist]
    files = {
        "game.yaml": GAME,
        "state.yaml": STATE,
        "constants.yaml": "two: {value: 2}\nthree: {value: 3}\n",
        "components/bolts.yaml": COMPONENTS,
        "rules/vault.rules": BEFORE % (effect, option, guard),
    }
    for name, text in files.items():
        path = folder / "vault" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return opened(folder / "vault").program(1)


def judged(played: GamePlaythrough, program: Playable | None = None) -> tuple[list[Verdict], int]:
    """The verdicts over the moves of a position, and how many positions were looked at; by another twin of the program, if it is given."""
    assert played.decision is not None
    moves = [
        move for family in legal_action_sets(played.program, played.decision, played.slots) for move in family.moves()
    ]
    ways = TransactionSearch(program or played.program, played.chance, hold=True)
    return list(ways.judge(played.decision, played.slots, moves)), ways.looked


def apart(program: Program, decision: Decide, s: Slots) -> CanonicalPosition:
    """The form in which everything is told apart."""
    return CanonicalPosition(tuple(s[: program.logical]), {})


@pytest.mark.parametrize("twist", TWISTS)
def test_the_answers_are_those_of_full_enumeration(twist: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_execution, "TRIES", 10**7)
    made, compared = twisted(tmp_path, twist), 0
    walker = make_executable(build_program(made.ruleset, 1))
    for seed in range(40):
        lots, played = random.Random(seed), start_playthrough(made, play_forced=False)
        while played.decision is not None and compared < 100:
            here, looked = judged(played)
            with monkeypatch.context() as patched:
                patched.setattr(legal_actions, "normal_form", apart)
                everything, most = judged(played, walker)
            assert here == everything
            assert looked <= most
            assert Verdict.DOUBTFUL not in here
            compared += 1
            played.apply(lots.choice(played.legal()))
    assert compared > 10


@pytest.mark.parametrize("bolts", [8, 14, 18, 40])
@pytest.mark.parametrize("out", [1, 2, 8])
def test_a_vault_of_bolts_that_are_alike_is_small(bolts: int, out: int, tmp_path: Path) -> None:
    """Two bolts are named, so a position is which of them are out, and how many of the others: 4 * (bolts - 1) at most."""
    played = start_playthrough(vault(tmp_path, bolts, out=out, alike=True), play_forced=False)
    verdicts, looked = judged(played)
    assert verdicts == [Verdict.DEAD if out == 1 else Verdict.OUT, Verdict.OUT]
    assert looked <= 4 * (bolts - 1)


def test_what_is_exchanged_is_the_same_position(tmp_path: Path) -> None:
    made = twisted(tmp_path, "alike")
    forms = []
    for bolt in ("bolt_2", "bolt_4"):
        played = start_playthrough(made, play_forced=False)
        played.apply(played.legal()[0])
        played.apply(
            next(move for move in played.legal() if made.ruleset.kinds["bolt"].elements[move.arguments[0]] == bolt)
        )
        forms.append(normal_form(made, played.decision, played.slots).key)
    assert forms[0] == forms[1]

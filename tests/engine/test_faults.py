"""Faults of the rules: a code, a place, and a position as it was."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from booth import program, sitting, written

from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.position_documents.document_setup import run_procedure
from reguli.ir.runtime_faults import RulesFault
from reguli.source.diagnostic import finding_sentence, render_with_excerpt
from reguli.source.finding_catalogue import finding_catalogue
from reguli.source.source_excerpt import Sources


@pytest.mark.parametrize(
    ("call", "code", "at", "said"),
    [
        (("worth_of", [-1]), "E301", "add card.worth to player.points", "'worth'"),
        (("look_up", [0]), "E302", "set player.points to prize[player.points]", "'prize' has no cell for 0"),
        (("divide", [0]), "E303", "set player.points to purse div player.points rounded down", "divided by 0"),
        (
            ("deal_all", [0]),
            "E305",
            "draw card from deck to player.hand",
            "4 cannot lie where there is room for 3",
        ),
        (("too_far", [1]), "E307", "add most_points to player.points", "'player.points' became 18"),
        (("misplaced", [0]), "E309", "move card from table to box", "'fox'"),
        (
            ("steal", [0]),
            "E310",
            "move 1 of red from player.gems to mine",
            "1 of 'red' were to be taken from 'player.gems', where 0 are",
        ),
    ],
)
def test_a_fault_is_a_finding_at_its_rule(
    played: GamePlaythrough, call: tuple[str, Sequence[int]], code: str, at: str, said: str
) -> None:
    before = played.point(), list(played.journal), played.decision
    with pytest.raises(RulesFault) as fault:
        run_procedure(played, *call)
    assert (played.point(), played.journal, played.decision) == before
    found = fault_diagnostic(played.program, fault.value)
    assert found.code == code
    assert said in finding_sentence(found)
    assert found.span is not None
    assert found.span.file == "booth/rules/booth.rules"
    text = dict(played.program.ruleset.documents.texts)[found.span.file].split("\n")
    inside = text[found.span.line - 1 : found.span.end_line]
    assert any(at in line for line in inside), inside


@pytest.mark.parametrize(
    ("always", "reason", "found"),
    [
        ("count(table) < 1", "too_full(count(table), last)", "too_full(1, lynx); left side: 1; right side: 1"),
        ("round = 1 and lynx in seat_1.hand", "lynx_is_gone", "lynx_is_gone; sought: lynx; among: wolf"),
        ("no card in table", "table_is_used(last)", "table_is_used(lynx); it is false"),
    ],
)
def test_what_must_always_hold_says_its_values_when_it_does_not(
    tmp_path: Path, always: str, reason: str, found: str
) -> None:
    """Anna, in the first seat, lays lynx on the empty table and keeps wolf."""
    rules = f"always {always} because {reason}\n\nprocedure give("
    played = sitting(program(written(tmp_path, {"rules/booth.rules": ("procedure give(", rules)})))
    with pytest.raises(RulesFault) as fault:
        played.apply(Move("lay", (played.program.ruleset.kinds["card"].elements.index("lynx"),)))
    said = fault_diagnostic(played.program, fault.value)
    assert (said.code, finding_sentence(said)) == ("E314", f"what must always hold does not: {found}")
    assert f"  expected: that '{always}' holds" in render_with_excerpt(said, Sources()).splitlines()
    assert said.span is not None
    line = dict(played.program.ruleset.documents.texts)[said.span.file].split("\n")[said.span.line - 1]
    assert line == f"always {always} because {reason}"


def test_a_fault_without_a_rule_stands_at_the_game(played: GamePlaythrough) -> None:
    found = fault_diagnostic(played.program, RulesFault("E303"))
    assert found.span == played.program.ruleset.documents.game.span


def test_every_rule_of_the_journal_has_a_place(played: GamePlaythrough) -> None:
    rules = played.program.rules
    assert {note.rule for note in played.program.notes if note.rule not in rules} == {"round", "stages"}
    assert rules["morning/stall/buy"].span.file == "booth/rules/booth.rules"


def test_the_catalogue_knows_every_fault() -> None:
    known = [code for code in finding_catalogue() if code.startswith("E3")]
    assert known == [f"E3{number:02}" for number in range(1, len(known) + 1)]

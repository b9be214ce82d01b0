"""Questions about positions."""

from __future__ import annotations

import pytest

from reguli.engine.expression_queries import QueryCache, Unanswerable
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.history.journal import visible_entries
from reguli.engine.notation import Plain
from reguli.engine.position_documents.document_setup import run_procedure, set_up_position
from reguli.engine.position_documents.position_writer import read_plain_position
from reguli.ir.executable_program import Playable
from reguli.ir.runtime_faults import RulesFault
from reguli.model.types import CollectionType, ElementType, NumberType, TruthType, Type
from reguli.source.diagnostic import Bag


def value_of(playthrough: GamePlaythrough, text: str) -> tuple[Plain, Type]:
    """The value of an expression and its type."""
    questions = QueryCache(playthrough.program)
    question = questions.read(text, playthrough.names)
    return questions.answer(question, playthrough), question.type


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("anna.coins", 3),
        ("anna.coins + 17", 20),
        ("anna.hand", ["wolf", "lynx"]),
        ("all card in ben.hand where card.worth > 3", ["bear"]),
        ("stage", "early"),
        ("last", None),
        ("line", ["ben"]),
        ("wolf in anna.hand", True),
        ("some player in players where player.coins > 3", False),
        ("sum(card.worth for card in anna.hand)", 11),
        ("mine[blue]", 3),
        ("mine", {"red": 4, "blue": 3}),
        ("target", 5),
        ("prize[2]", 2),
        ("goal = low", True),
        ("player_count", 2),
        ("highest(anna.hand)", "lynx"),
    ],
)
def test_a_question_has_its_value(played: GamePlaythrough, text: str, value: object) -> None:
    assert value_of(played, text)[0] == value


def test_a_question_has_its_type(played: GamePlaythrough) -> None:
    kinds = [value_of(played, text)[1] for text in ("anna.points", "last", "line", "goal = low")]
    assert kinds == [NumberType("point"), ElementType("card"), CollectionType("player"), TruthType()]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ana.coins", "R200"),
        ("anna.coin", "R206"),
        ("3 +", "L185"),
        ("anna.coins + anna.points", "R221"),
        ("give(anna)", "R215"),
    ],
)
def test_a_question_without_meaning_is_refused(played: GamePlaythrough, text: str, code: str) -> None:
    with pytest.raises(Unanswerable) as refused:
        value_of(played, text)
    assert [finding.code for finding in refused.value.findings] == [code]
    span = refused.value.findings[0].span
    assert span is not None
    assert span.file == "question"


def test_a_question_without_a_value_is_a_fault(played: GamePlaythrough) -> None:
    with pytest.raises(RulesFault) as fault:
        value_of(played, "last.worth")
    assert fault.value.code == "E301"


def test_a_question_changes_nothing(played: GamePlaythrough) -> None:
    before = list(played.slots), list(played.chance.log)
    value_of(played, "deck")
    value_of(played, "max(card.worth for card in cards)")
    assert (played.slots, played.chance.log) == before


@pytest.mark.parametrize("left", [["owl", "fox"], ["fox", "owl"]])
def test_a_shuffled_deck_is_told_in_the_order_that_will_come(made: Playable, left: list[str]) -> None:
    playthrough = start_playthrough(made, prescribed={"deck": [["lynx", "wolf", "bear", "elk", *left]]})
    assert value_of(playthrough, "deck")[0] == left


@pytest.mark.parametrize("seed", range(5))
def test_the_order_told_is_the_order_drawn(made: Playable, seed: int) -> None:
    undealt = read_plain_position({"state": {"deck": [["fox", "owl", "elk", "bear", "wolf", "lynx"]]}}, Bag())
    assert undealt is not None
    playthrough = set_up_position(made, undealt, Bag(), seed=seed)
    assert playthrough is not None
    told = value_of(playthrough, "deck")[0]
    assert isinstance(told, list)
    run_procedure(playthrough, "deal_all", [0])
    drawn = [entry.values["piece"] for entry in visible_entries(playthrough) if entry.verb == "draw"]
    assert drawn == told[:3]

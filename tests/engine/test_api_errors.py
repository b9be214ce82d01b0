"""What the library raises: findings with code, sentence, place, what to do and the name meant; in the words that players type."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from booth import written

import reguli
from reguli.source.diagnostic import render_with_excerpt
from reguli.source.source_excerpt import Sources

NAMES = ("anna", "ben")
ORDER = {"deck": [["lynx", "wolf", "bear", "elk", "owl", "fox"]], "leader": ["ben"]}
Do = Callable[[reguli.Playthrough], object]


@pytest.fixture
def booth(booth_folder: Path) -> reguli.Game:
    return reguli.load(booth_folder)


def begun(booth: reguli.Game) -> reguli.Playthrough:
    return booth.start(2, seed=3, names=NAMES, prescribed=ORDER)


def poor(playthrough: reguli.Playthrough) -> None:
    for _ in range(3):
        playthrough.apply("buy red")


def over(playthrough: reguli.Playthrough) -> None:
    while not playthrough.over:
        playthrough.apply(playthrough.moves()[-1])


def raised(do: Callable[[], object]) -> reguli.Trouble:
    with pytest.raises(reguli.Trouble) as trouble:
        do()
    return trouble.value


Case = tuple[type[reguli.Trouble], type[Exception], Do, str, str, str, str | None]
"""What is raised, what else it can be caught as, what raises it, code, sentence, place, the name meant."""
TROUBLES: list[Case] = [
    (reguli.Unreadable, Exception, lambda p: p.apply("sell red"), "X111", "'sell' is no option here", "", None),
    (reguli.Unreadable, Exception, lambda p: p.apply("buuy red"), "X111", "'buuy' is no option here", "", "buy"),
    (reguli.Unreadable, Exception, lambda p: p.apply("buy"), "X111", "'buy' is no move here", "", None),
    (reguli.Unreadable, Exception, lambda p: p.why("buy rde"), "X111", "'rde' is no argument here", "", "red"),
    (reguli.Unreadable, Exception, lambda p: p.read({"option": "buy", "arguments": {}}), "X111", "'' is no move here", "", None),
    (reguli.Unanswerable, Exception, lambda p: p.value("ben.hnad"), "R206", "one player has no 'hnad'", "question:1:1", "hand"),
    (reguli.Unanswerable, Exception, lambda p: p.value("seat_3.coins"), "R200", "nothing here is called 'seat_3'",
     "question:1:1", None),
    (reguli.Unanswerable, Exception, lambda p: p.game.expression("3 +"), "L185", "", "question:1:4", None),
    (reguli.RulesFault, Exception, lambda p: p.value("last.worth"), "E301", "'worth' was asked of no element at all", "", None),
    (reguli.UnknownPlayer, LookupError, lambda p: p.view("ana"), "X111", "'ana' is no player here", "", "anna"),
    (reguli.UnknownPlayer, LookupError, lambda p: p.view(2), "X111", "'2' is no player here", "", None),
    (reguli.UnknownPlayer, LookupError, lambda p: p.journal(True), "X111", "'True' is no player here", "", None),
    (reguli.UnfitPlayers, ValueError, lambda p: p.game.start(7), "X104", "Booth cannot be played by 7", "", None),
    (reguli.UnfitPlayers, ValueError, lambda p: p.game.start(position={"players": 9}), "X104", "Booth cannot be played by 9",
     "", None),
    (reguli.UnfitNames, ValueError, lambda p: p.game.start(2, names=("anna",)), "X131",
     "the players cannot be called anna: their number is 1", "", None),
    (reguli.UnfitNames, ValueError, lambda p: p.game.start(2, names=("anna", "ANNA")), "X131",
     "the players cannot be called anna, ANNA: two have one name", "", None),
    (reguli.UnfitNames, ValueError, lambda p: p.game.start(2, names=("anna may", "b")), "X131",
     "the players cannot be called anna may, b: 'anna may' is not one word", "", None),
    (reguli.UnknownSite, LookupError, lambda p: p.game.start(2, prescribed={"dekc": []}), "X119",
     "nothing is left to chance at 'dekc'", "", "deck"),
    (reguli.PrescribedTwice, ValueError, lambda p: p.game.start(2, prescribed={"deck": [], "deck.draws": []}), "X132",
     "what chance does at 'deck' is prescribed twice: as 'deck' and as 'deck.draws'", "", None),
    (reguli.Unreadable, Exception, lambda p: p.game.start(2, names=NAMES, prescribed={"leader": ["bne"]}), "X113",
     "chance cannot bring 'bne' at 'leader'", "", "ben"),
    (reguli.ChanceRefused, Exception, lambda p: p.game.start(2, prescribed={"deck.draws": ["lynx", 6]}), "X113",
     "chance cannot bring '6' at 'deck'", "booth/rules/booth.rules:7:13", None),
    (reguli.UnknownBot, LookupError, lambda p: p.choose("randon"), "X114", "no player or bot of booth is called 'randon'", "",
     "random"),
    (reguli.UnfitSeats, ValueError, lambda p: p.play_on(["random"] * 3), "X115", "the number of seats given is 3, that of players 2",
     "", None),
    (reguli.UnknownRuleset, Exception, lambda p: reguli.load("tic_tac_to"), "X101", "there is no ruleset 'tic_tac_to'", "",
     "tic_tac_toe"),
    (reguli.Findings, Exception, lambda p: p.game.start(position={"state": {"a.cions": 1}}), "E501",
     "nothing that can be set is called 'a.cions'", "position:3:3", "a.coins"),
    (reguli.Findings, Exception, lambda p: reguli.from_json("{"), "E201", "the save cannot be read: it is no JSON (line 1)", "",
     None),
]  # fmt: skip


@pytest.mark.parametrize("case", TROUBLES, ids=lambda case: f"{case[0].__name__} {case[4][:30]}")
def test_what_is_raised_says_what_the_command_says(booth: reguli.Game, case: Case) -> None:
    kind, also, do, code, sentence, place, near = case
    playthrough = begun(booth)
    before = playthrough.key
    trouble = raised(lambda: do(playthrough))
    assert type(trouble) is kind
    assert isinstance(trouble, also)
    assert (trouble.code, trouble.place, trouble.near) == (code, place, near)
    assert trouble.sentence == sentence or not sentence
    told = str(trouble)
    assert code in told
    assert sentence in told
    assert "to do: " in told
    assert (f"did you mean {near!r}?" in told) == (near is not None)
    assert playthrough.key == before


@pytest.mark.parametrize("case", TROUBLES, ids=lambda case: f"{case[0].__name__} {case[4][:30]}")
def test_what_is_raised_is_plain_and_pickles(booth: reguli.Game, case: Case) -> None:
    trouble = raised(lambda: case[2](begun(booth)))
    (first, *_) = trouble.to_json()
    assert (first["code"], first["near"]) == (trouble.code, trouble.near)
    assert first["message"] == trouble.sentence
    assert first["remedy"]
    again = pickle.loads(pickle.dumps(trouble))
    assert (type(again), again.findings, str(again)) == (type(trouble), trouble.findings, str(trouble))


def test_an_illegal_move_tells_every_reason_at_its_rule(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    poor(playthrough)
    trouble = raised(lambda: playthrough.apply("buy red"))
    assert isinstance(trouble, reguli.IllegalMove)
    assert trouble.move == "buy red"
    assert [refusal.name for refusal in trouble.refusals] == ["no_coins", "too_many_gems"]
    assert [finding.code for finding in trouble.findings] == ["E601", "E601"]
    # The guards of 'buy' are the two lines below the option; a condition stands behind 'needs'.
    assert [str(finding.span) for finding in trouble.findings] == [
        "booth/rules/booth.rules:16:23",
        "booth/rules/booth.rules:17:23",
    ]
    assert trouble.sentence == "'buy red' is not allowed: no_coins(0)"
    told = str(trouble)
    assert "expected: buyer.coins >= 1 (left: 0; right: 1)" in told
    assert "16 |                 needs buyer.coins >= 1 because no_coins(buyer.coins)" in told


def test_an_argument_that_is_not_offered_tells_what_would_do(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    trouble = raised(lambda: playthrough.apply("lay 4"))
    assert trouble.sentence == "'lay 4' is not allowed: not_offered(4)"
    assert trouble.place == "booth/rules/booth.rules:21:17"
    assert "expected: card in buyer.hand: 5, 6" in str(trouble)


def test_of_a_range_of_numbers_its_ends_are_told(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    playthrough.apply("rest")
    playthrough.apply("rest")
    trouble = raised(lambda: playthrough.apply("promise 4"))
    assert "expected: amount in 1 .. purse: 1..3" in str(trouble)


def test_where_nobody_decides_that_is_said(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    over(playthrough)
    for do in (
        lambda: playthrough.apply("rest"),
        lambda: playthrough.why("rest"),
        lambda: playthrough.choose("random"),
    ):
        trouble = raised(do)
        assert (type(trouble), trouble.code) == (reguli.IllegalMove, "E602")


def test_no_number_of_the_engine_is_told(booth: reguli.Game) -> None:
    """A raw move, as ``read`` gives it, is told as it would be typed, and so is one that cannot be."""
    playthrough = begun(booth)
    move = playthrough.read("lay 4")
    assert raised(lambda: playthrough.apply(move)).sentence == "'lay 4' is not allowed: not_offered(4)"
    for wrong in ((99,), (-1,), (), (1, 2)):
        trouble = raised(lambda wrong=wrong: playthrough.apply(type(move)("lay", wrong)))  # type: ignore[misc]
        assert isinstance(trouble, reguli.Unreadable)


def test_a_fault_of_the_rules_has_its_place_and_the_name_of_the_player(tmp_path: Path) -> None:
    rest = "            rest:\n"
    asked = (rest, f"{rest}                needs buyer.coins >= 1 because no_coins(buyer.coins)\n")
    folder = written(tmp_path, {"rules/booth.rules": asked})
    stuck = reguli.load(folder).start(2, names=NAMES, prescribed={"deck": [["lynx", "wolf", "bear", "elk"]]})
    # Three gems for three coins, two cards laid: then nothing is left to choose.
    trouble = raised(lambda: [stuck.apply(stuck.moves()[0]) for _ in range(5)])
    assert (type(trouble), trouble.code) == (reguli.RulesFault, "E313")
    assert trouble.sentence == "in the decision 'stall' anna has no legal move"
    assert trouble.place == "booth/rules/booth.rules:14:9"
    assert re.search(r"14 \|\s+decide stall by buyer", str(trouble))


def test_a_refused_outcome_is_told_by_names(booth: reguli.Game) -> None:
    trouble = raised(lambda: booth.start(2, names=NAMES, prescribed={"deck.draws": ["fox", "fox"]}))
    assert isinstance(trouble, reguli.ChanceRefused)
    # A card is typed by its label, its worth: of six cards the fox, 1, is drawn.
    assert (trouble.wanted, trouble.candidates) == ("1", ("2", "3", "4", "5", "6"))


def test_findings_of_a_ruleset_show_their_lines(tmp_path: Path) -> None:
    folder = written(tmp_path, {"rules/booth.rules": ("shuffle deck", "shuffle dekc")})
    trouble = raised(lambda: reguli.load(folder))
    assert trouble.near == "deck"
    assert "4 |     shuffle dekc" in str(trouble)
    assert str(trouble) != render_with_excerpt(trouble.finding, Sources())


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Power plant 7 is not in the actual market."),
        ("ro", "Centrala 7 nu este în piața actuală."),
        ("hu", "A 7-es erőmű nincs az aktuális piacon."),
    ],
)
def test_reasons_are_said_in_words(language: str, said: str) -> None:
    playthrough = reguli.load("power_grid").start(3, names=("anna", "ben", "cleo"))
    assert playthrough.say_why("nominate 7 7", language) == [said]
    assert playthrough.say_why("nominate 3 3", language) == []


def test_reasons_without_words_are_said_as_their_rules(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    poor(playthrough)
    assert all("⟨" in text for text in playthrough.say_why("buy red"))
    trouble = raised(lambda: playthrough.say_why("buy red", "eo"))
    assert trouble.sentence == "'eo' is no language here"

"""The runner of examples: what passes, what fails, and what a failure says."""

from __future__ import annotations

from pathlib import Path

import pytest

from lots import named, ticket
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag, finding_sentence
from reguli.verify.example_runner import ExampleResult, run_examples

RULESET = {
    "game.yaml": "ruleset: hoard\nlanguage: 2\nversion: 1.0.0\nname: Hoard\nplayers: {min: 2, max: 3}\n"
    "options: {most: {choose: {few: {constants: {limit: 2}}, many: {constants: {limit: 3}}}, default: few}}\n"
    "setup: set_up\nround: [digging, counting]\nranking: [{by: player.points, order: most}]\n",
    "constants.yaml": "limit: {value: 2}\ndealt: {value: 2}\n",
    "components/things.yaml": "kinds:\n  colour: {plural: colours, elements: [red, blue]}\n"
    "  gem: {tokens: {variety: colour, supply: 5}, starts: cave}\n"
    "  card: {plural: cards, pieces: true, starts: pile, rows: [[ace], [king], [queen]], columns: [id]}\n",
    "state.yaml": "game:\n  cave: {zone: gem}\n  pile: {zone: card, order: stack}\n  left: {zone: card}\n"
    "player:\n  gems: {zone: gem}\n  points: {number: gem, range: [0, 9]}\n  done: {flag: true, lasts: phase}\n",
    "rules/hoard.rules": "procedure set_up:\n    shuffle pile\n\n"
    "phase digging:\n    for digger in players:\n        decide dig by digger:\n"
    "            take(amount in 1 .. limit, colour in colours):\n"
    "                needs cave[colour] >= amount because not_so_many(cave[colour])\n"
    "                needs digger.points < 1 because too_rich\n"
    "                move amount of colour from cave to digger.gems\n"
    "            leave:\n                set digger.done to true\n\n"
    "phase counting:\n    for player in players:\n        set player.points to count(player.gems[red])\n"
    "    draw card from pile to left\n    if pile is empty:\n        end game\n\n"
    "procedure gift(player, amount: gem):\n    move amount of red from cave to player.gems\n",
}

PILE = sorted(("ace", "king", "queen"), key=lambda card: ticket(0, "pile", 0, named(card)))
"""The pile as it lies where nobody says a seed or shuffled it: the card on top has the least ticket."""


def ran(folder: Path, examples: str) -> dict[str, ExampleResult]:
    for name, text in {**RULESET, "examples/all.yaml": f"examples:\n{examples}"}.items():
        path = folder / "hoard" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    loaded, bag = LoadedRuleset(str(folder / "hoard")), Bag()
    assert loaded.ruleset is not None, loaded.bag.codes
    results = list(run_examples(loaded, bag))
    assert not bag, [finding_sentence(finding) for finding in bag]
    return {result.id: result for result in results}


def found(result: ExampleResult) -> list[tuple[str, str]]:
    return [(finding.code, finding_sentence(finding)) for finding in result.findings]


def test_values_refusals_moves_and_ranking_hold(tmp_path: Path) -> None:
    results = ran(
        tmp_path,
        """
  - id: base
    abstract: true
    players: 2
    at: {phase: digging, decision: dig, by: a}
    state: {"cave": {red: 3, blue: 5}, "b.gems": {red: 2}}
  - id: all_hold
    base: base
    when:
      - {move: take 2 red, by: a}
    then:
      - {value: "a.gems[red]", is: 2}
      - {value: "a.gems", is: {red: 2}}
      - {value: "a.points", is: 0}
      - {value: "a.done", is: false}
      - {value: "phase", is: digging}
      - {value: "pile", is: [PILE]}
      - {refused: take 2 red, by: b, because: not_so_many}
      - {refused: take 3 blue, by: b}
      - {legal: take, by: b, is: [take 1 red, take 1 blue, take 2 blue]}
      - {ranking: [[a, b]]}
  - id: another_option
    base: base
    options: {most: many}
    then: [{legal: take, is: [take 1 red, take 2 red, take 3 red, take 1 blue, take 2 blue, take 3 blue]}]
  - id: a_phase_by_itself
    base: base
    when: [{phase: counting}]
    then: [{value: "b.points", is: 2}, {value: "left", is: [TOP]}, {ranking: [b, a]}]
  - id: a_procedure_by_itself
    players: 3
    when: [{run: "gift(c, 4)"}]
    then: [{value: "c.gems[red]", is: 4}, {value: "cave[red]", is: 1}]
  - id: chance_of_the_set_up
    players: 2
    setup: initial
    chance: {pile: [[queen, ace, king]]}
    then: [{value: "pile", is: [queen, ace, king]}]
""".replace("PILE", ", ".join(PILE)).replace("TOP", PILE[0]),
    )
    assert {name: found(result) for name, result in results.items()} == {
        "all_hold": [],
        "another_option": [],
        "a_phase_by_itself": [],
        "a_procedure_by_itself": [],
        "chance_of_the_set_up": [],
    }
    values = [(claim.text, claim.found) for claim in results["all_hold"].claims if claim.form == "value"]
    assert values[:2] == [("a.gems[red]", 2), ("a.gems", {"red": 2})]


PLACE = "players: 2, at: {phase: digging, decision: dig, by: a}"


@pytest.mark.parametrize(
    ("when", "then", "code", "said"),
    [
        ("", '{value: "cave[red]", is: 4}', "E401", "'cave[red]' is 5, not 4"),
        ("", '{value: "pile", is: [king, ace, queen]}', "E401", f"is [{', '.join(PILE)}], not [king, ace, queen]"),
        ("", '{value: "players", is: [b, a]}', "", ""),
        ("", '{value: "cave[red]", is: many}', "E412", "a number"),
        ("", '{value: "phase", is: dining}', "E503", "'dining'"),
        ("", '{value: "cave[rde]", is: 5}', "R200", "rde"),
        ("", "{refused: take 1 red}", "E402", "is allowed"),
        ("", "{refused: take 9 red, because: too_rich}", "E403", "because of not_offered"),
        ("", "{legal: take, is: [take 1 red]}", "E404", "take 1 red, take 1 blue, take 2 red, take 2 blue"),
        ("", "{ranking: [a, b]}", "E405", "[[a, b]]"),
        ("{move: take 9 red}", "{ranking: [[a, b]]}", "E406", "because of not_offered"),
        ("{move: take 1 red, by: b}", "{ranking: [[a, b]]}", "E407", "a decides here, not b"),
        ("{move: take 1 green}", "{ranking: [[a, b]]}", "E408", "is no move in the decision 'dig'"),
        ("{move: take}", "{ranking: [[a, b]]}", "E408", "'take' is no move"),
        ("{move: grab 1 red}", "{ranking: [[a, b]]}", "E408", "'grab 1 red'"),
        ("{run: gif}", "{ranking: [[a, b]]}", "E410", "'gif'"),
        ('{run: "gift(a)"}', "{ranking: [[a, b]]}", "E411", "arguments given to the procedure 'gift' is 1, not 2"),
        ('{run: "gift(a, 9)"}', "{ranking: [[a, b]]}", "E516", "does not say cave, player.gems"),
        ("{phase: noon}", "{ranking: [[a, b]]}", "E510", "noon"),
        ("", "{allowed: take 1 red, by: a}", "", ""),
        ("", "{allowed: take 9 red}", "E406", "because of not_offered"),
        ("", "{allowed: take 1 red, by: b}", "E407", "a decides here, not b"),
        ("", "{allowed: grab 1 red}", "E408", "'grab 1 red'"),
        ("", "{asked: dig, by: a}", "", ""),
        ("", "{asked: dig, by: b}", "E413", "what is asked here is 'dig', of a"),
        ("", "{asked: dig, by: b, is: false}", "", ""),
        ("", "{asked: dig, is: false}", "E413", "what is asked here is 'dig', of a"),
        ("", "{asked: none}", "E413", "what is asked here is 'dig', of a"),
        ("{phase: counting}", "{asked: none}", "", ""),
        ("{phase: counting}", "{asked: dig}", "E413", "what is asked here is nothing"),
        ("{move: leave, by: a}", "{asked: dig, by: b}", "", ""),
        ("", "{asked: digg}", "E511", "no decision 'digg'"),
        ("", "{asked: dig, by: zoe}", "E512", "zoe"),
        ("{phase: counting}", "{refused: leave}", "E409", "no decision is pending"),
    ],
)
def test_a_claim_that_fails_says_what_was_found(tmp_path: Path, when: str, then: str, code: str, said: str) -> None:
    result = ran(tmp_path, f"  - {{id: one, {PLACE}, when: [{when}], then: [{then}]}}\n")["one"]
    assert [finding.code for finding in result.findings] == ([code] if code else [])
    assert result.passed == (not code)
    if code:
        assert said in found(result)[0][1]
        span = result.findings[0].span
        assert span is not None
        assert (span.file, span.line) == ("hoard/examples/all.yaml", 2)


def test_a_fault_from_a_position_that_says_what_is_asked_is_told_itself(tmp_path: Path) -> None:
    place = PLACE + ", state: {cave: {red: 3, blue: 5}, a.gems: {}, b.gems: {red: 2}}"
    result = ran(tmp_path, f"  - {{id: one, {place}, when: [{{run: 'gift(a, 9)'}}], then: [{{ranking: [[a, b]]}}]}}\n")[
        "one"
    ]
    assert [finding.code for finding in result.findings] == ["E310"]
    assert "9 of 'red' were to be taken from 'game.cave', where 3 are" in found(result)[0][1]


def test_a_position_that_cannot_be_fails_its_example_alone(tmp_path: Path) -> None:
    results = ran(
        tmp_path,
        "  - {id: wrong, players: 2, state: {cvae: 3}, then: [{value: player_count, is: 2}]}\n"
        "  - {id: right, players: 2, then: [{value: player_count, is: 2}]}\n",
    )
    assert [finding.code for finding in results["wrong"].findings] == ["E501"]
    assert results["wrong"].findings[0].near == "cave"
    assert results["right"].passed

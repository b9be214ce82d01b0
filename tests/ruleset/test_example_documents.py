"""Examples and positions as documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.language.syntax_tree.expressions import Call, Field, Index
from reguli.ruleset.declarations.example_files import (
    ExampleDecl,
    LegalClaim,
    RankingClaim,
    RefusedClaim,
    ValueClaim,
    load_all_examples,
    load_example_file,
)
from reguli.ruleset.variant_layers import Layers
from reguli.source.diagnostic import Bag

RULESETS = Path(__file__).parents[2] / "rulesets"
WITH_EXAMPLES = sorted({path.parents[1] for path in RULESETS.glob("*/examples/*.yaml")})


def _read(tmp_path: Path, text: str) -> tuple[ExampleDecl, ...]:
    path = tmp_path / "first.yaml"
    path.write_text(text, encoding="utf-8")
    bag = Bag()
    found = load_example_file(path, bag)
    assert bag.codes == ()
    return found


@pytest.mark.parametrize("folder", WITH_EXAMPLES, ids=[folder.name for folder in WITH_EXAMPLES])
def test_shipped_examples_are_read_without_a_finding(folder: Path) -> None:
    bag = Bag()
    found = tuple(load_all_examples(Layers((folder,)), bag).values())
    assert bag.codes == ()
    assert all(example.then or example.abstract for example in found)


def test_an_example_begins_with_the_position_of_its_base(tmp_path: Path) -> None:
    text = """\
examples:
  - id: lowest
    abstract: true
    players: 3
    options: {size: large, open_hands: true}
    names: {a: {en: Ann}}
    setup: initial
    at: {phase: planning, decision: bid, by: a}
    state: {a.money: 3, "b . money": 4, deck: [ace, king]}
  - id: middle
    abstract: true
    base: lowest
    state: {b.money: 5, "a.chips[red]": 1}
  - id: top
    base: middle
    players: 4
    options: {size: small}
    state: {a.money: 0}
    then: [{value: player_count, is: 4}]
"""
    where = _read(tmp_path, text)[2].position
    assert (where.players, where.initial) == (4, True)
    assert where.at is not None
    assert (where.at.phase, where.at.decision, where.at.by) == ("planning", "bid", "a")
    assert {name: value for name, value, _ in where.options} == {"size": "small", "open_hands": True}
    assert {place.text: place.value.plain() for place in where.state} == {
        "a.money": 0,
        "b.money": 5,
        "deck": ["ace", "king"],
        "a.chips[red]": 1,
    }
    kinds = {place.text: type(place.place) for place in where.state}
    assert (kinds["a.money"], kinds["a.chips[red]"]) == (Field, Index)


def test_claims_and_moves_are_not_inherited(tmp_path: Path) -> None:
    text = """\
examples:
  - {id: first, when: [{move: pass, by: a}], then: [{value: one, is: 1}], cites: [P1]}
  - {id: second, base: first, then: [{value: two, is: 2}]}
"""
    second = _read(tmp_path, text)[1]
    assert (second.when, second.cites, len(second.then)) == ((), (), 1)


def test_each_sort_of_step_and_claim(tmp_path: Path) -> None:
    text = """\
examples:
  - id: E1
    when: [{move: bid 4, by: a}, {run: "deal(a, 3)"}, {phase: planning}]
    then:
      - {value: count(a.hand), is: {red: [1, 2]}, printed: true}
      - {refused: bid 3, by: a, because: [too_low]}
      - {legal: bid, by: b, is: [bid 5, bid 6]}
      - {ranking: [[a, b], c]}
"""
    (example,) = _read(tmp_path, text)
    assert [(step.form, step.text, step.by) for step in example.when] == [
        ("move", "bid 4", "a"),
        ("run", "deal(a, 3)", None),
        ("phase", "planning", None),
    ]
    assert isinstance(example.when[1].call, Call)
    value, refused, legal, ranking = example.then
    assert isinstance(value, ValueClaim)
    assert (value.wanted.plain(), value.printed) == ({"red": [1, 2]}, True)
    assert isinstance(refused, RefusedClaim)
    assert (refused.move, refused.by, refused.because) == ("bid 3", "a", ("too_low",))
    assert isinstance(legal, LegalClaim)
    assert (legal.option, legal.by, legal.moves) == ("bid", "b", ("bid 5", "bid 6"))
    assert isinstance(ranking, RankingClaim)
    assert ranking.groups == (("a", "b"), ("c",))


def test_a_position_may_stand_alone(tmp_path: Path) -> None:
    (found,) = _read(tmp_path, "players: 2\nseats: [b, a]\nchance: {deck: [[ace, king]]}\nstate: {a.money: 3}\n")
    assert (found.id, found.abstract, found.position.players) == ("first", True, 2)
    assert found.position.seats == (("b", 0), ("a", 1))
    assert {site: outcomes.plain() for site, outcomes in found.position.chance} == {"deck": [["ace", "king"]]}


def test_examples_of_all_files_differ(tmp_path: Path) -> None:
    (tmp_path / "examples").mkdir()
    for name in ("a", "b"):
        text = "examples: [{id: first, then: [{value: player_count, is: 2}]}]\n"
        (tmp_path / "examples" / f"{name}.yaml").write_text(text, encoding="utf-8")
    bag = Bag()
    assert list(load_all_examples(Layers((tmp_path,)), bag)) == ["first"]
    (found,) = bag
    assert (found.code, found.span is not None and found.span.file.endswith("b.yaml")) == ("E105", True)

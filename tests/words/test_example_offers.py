"""What the wording of a worked example may speak of."""

from __future__ import annotations

from pathlib import Path

from toll_desk import ruleset_at, toll

from reguli.ruleset.declarations.example_files import load_example_file
from reguli.source.diagnostic import Bag
from reguli.words.placeholders.placeholder_values import rule_fixed_values
from reguli.words.placeholders.wording_subjects import wording_subjects

EXAMPLE = """\
examples:
  - id: silk_is_sold
    cites: [T6]
    names: {a: {ro: Ana, en: Ann}, b: {en: Ben}}
    players: 3
    state:
      "a.crates": {silk: 4, salt: 1}
      round: 2
    when:
      - {move: sell silk, by: a}
      - {run: set_up}
    then:
      - {value: "count(a.crates[silk])", is: 1}
      - {value: "harbour[silk] is not empty", is: true}
      - {legal: gather, by: b, is: [gather salt, gather silk]}
      - {refused: sell salt, by: a, because: too_little}
"""


def offered(tmp_path: Path) -> tuple[dict[str, object], dict[str, object]]:
    """Return the known values of the example, and the kinds of all names."""
    written = tmp_path / "one.yaml"
    written.write_text(EXAMPLE, encoding="utf-8")
    bag = Bag()
    found = load_example_file(written, bag)
    assert bag.codes == ()
    offers = wording_subjects(ruleset_at(toll(tmp_path)), found)["example:silk_is_sold"].offers
    return dict(rule_fixed_values(offers)), {name: offer.kind for name, offer in offers.items()}


def test_an_example_speaks_of_what_is_given_done_and_claimed(tmp_path: Path) -> None:
    values, kinds = offered(tmp_path)
    assert values["given.players"] == 3
    assert values["given.a.crates.silk"] == 4
    assert values["given.a.crates.salt"] == 1
    assert values["given.round"] == 2
    assert values["move.1.good"] == "silk"
    assert values["then.count.a.crates.silk"] == 1
    assert values["legal.1.good"] == ("salt", "silk")
    assert values["refused.1.good"] == "salt"
    assert kinds["a"] == kinds["b"] == "name"
    assert kinds["refused.1.good"] == "term"


def test_truths_and_steps_that_are_no_moves_are_not_offered(tmp_path: Path) -> None:
    values, _ = offered(tmp_path)
    assert not [name for name in values if name.startswith(("move.2", "then.harbour"))]

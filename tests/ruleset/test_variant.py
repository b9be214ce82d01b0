"""Variants: what they set, replace and add, and what they lie over."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from small_ruleset import Write

from reguli.language.syntax_tree.top_level_items import Define, Procedure
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.patches.variant_loading import is_variant, load_ruleset
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Span

BASE = {
    "constants.yaml": "start_money: {value: 50, unit: coin, source: [P4]}\nother: 7\n",
    "tables.yaml": "fee: {keys: [player_count, {name: place, from: 1, to: 3}], rows: {2: [1, 2, 3], 3: [4, 5, 6], 4: [7, 8, 9]}}\n",
    "components/a.yaml": "kinds:\n  card:\n    fields: {cost: {number: coin, default: 1}}\n    elements: {ace: {cost: 3}, king: {}}\n",
    "rules/a.rules": "define one = 1\n\nprocedure act:\n    settle\n\nprocedure rest:\n    settle\n",
    "rules/b.rules": "define last = 1\n",
}


def _no_find(name: str) -> Path | None:
    del name
    return None


def _variant(folder: Path, files: Mapping[str, str]) -> Path:
    path = folder.parent / "quick"
    for name, text in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text, encoding="utf-8", newline="")
    return path


def _loaded(path: Path) -> Documents:
    bag = Bag()
    documents = load_ruleset(path, bag, find=_no_find)
    assert bag.codes == ()
    assert documents is not None
    return documents


def test_values_are_set_one_by_one_and_stand_where_the_variant_writes_them(write: Write) -> None:
    text = (
        "variant: quick\nof: ../my_game\nname: Quick\nset:\n  constants.other: 60\n  tables.fee[3, 2]: 0\n"
        "  card.king.cost: 9\n  options.side: night\n  options.open_hands: true\n"
    )
    documents = _loaded(_variant(write(BASE), {"variant.yaml": text}))
    money, other = documents.constants
    assert (money.value, money.unit, other.value) == (50, "coin", 60)
    assert other.value_span == Span("quick/variant.yaml", 5, 20, 5, 22)
    assert documents.tables[0].rows.entries is not None
    rows = {key: [cell.value for cell in row.items or ()] for key, row in documents.tables[0].rows.entries}
    assert rows == {"2": [1, 2, 3], "3": [4, 0, 6], "4": [7, 8, 9]}
    ace, king = documents.kinds[0].elements
    assert (dict(ace.cells)["cost"].value, dict(king.cells)["cost"].value) == (3, 9)
    assert [option.default for option in documents.game.options] == ["night", True]
    assert documents.game.name == "Quick"
    assert [variant.id for variant in documents.variants] == ["quick"]


def test_rules_are_replaced_in_their_place_and_added_at_the_end(write: Write) -> None:
    files = {
        "variant.yaml": "variant: quick\nof: ../my_game\nadd: {rules: [extra]}\n",
        "rules/new.rules": "procedure extra:\n    settle\n\nprocedure act:\n    run extra\n",
    }
    documents = _loaded(_variant(write(BASE), files))
    assert [file.file for file in documents.rules] == [
        "my_game/rules/a.rules",
        "my_game/rules/b.rules",
        "quick/rules/new.rules",
    ]
    first, act, rest = documents.rules[0].items
    assert isinstance(first, Define)
    assert isinstance(act, Procedure)
    assert isinstance(rest, Procedure)
    assert (act.span.file, act.span.line, rest.span.file) == ("quick/rules/new.rules", 4, "my_game/rules/a.rules")
    (extra,) = documents.rules[2].items
    assert isinstance(extra, Procedure)
    assert extra.name == "extra"


def test_whole_declarations_are_replaced_and_added(write: Write) -> None:
    text = (
        "variant: quick\nof: ../my_game\nreplace:\n  constants: {other: 8}\n  elements: {card: {ace: {cost: 5}}}\n"
        "  round: [building]\nadd:\n  constants: {bonus: 2}\n  elements: {card: [queen]}\n  kinds: {flag: {elements: [red]}}\n"
    )
    documents = _loaded(_variant(write(BASE), {"variant.yaml": text}))
    assert [(constant.id, constant.value) for constant in documents.constants] == [
        ("start_money", 50),
        ("other", 8),
        ("bonus", 2),
    ]
    card, flag = documents.kinds
    assert [element.id for element in card.elements] == ["ace", "king", "queen"]
    assert dict(card.elements[0].cells)["cost"].value == 5
    assert (flag.id, documents.game.round) == ("flag", ("building",))


def test_a_variant_is_another_ruleset_than_its_base(write: Write) -> None:
    folder = write(BASE)
    base = _loaded(folder)
    first = _loaded(_variant(folder, {"variant.yaml": "variant: quick\nof: ../my_game\nset: {constants.other: 8}\n"}))
    second = _loaded(_variant(folder, {"variant.yaml": "variant: quick\nof: ../my_game\nset: {constants.other: 9}\n"}))
    assert len({base.digest, first.digest, second.digest}) == 3


def test_a_file_under_variants_lies_over_the_ruleset_it_is_in(write: Write) -> None:
    folder = write({**BASE, "variants/rich.yaml": "variant: rich\nset: {constants.start_money: 90}\n"})
    documents = _loaded(folder / "variants" / "rich.yaml")
    assert documents.constants[0].value == 90


def test_a_variant_may_lie_over_a_variant(write: Write) -> None:
    folder = write({**BASE, "variants/rich.yaml": "variant: rich\nset: {constants.start_money: 90}\n"})
    text = "variant: quick\nof: ../my_game/variants/rich.yaml\nset: {constants.start_money: 95, constants.other: 1}\n"
    documents = _loaded(_variant(folder, {"variant.yaml": text}))
    assert [constant.value for constant in documents.constants] == [95, 1]
    assert [variant.id for variant in documents.variants] == ["rich", "quick"]


def test_a_shipped_name_is_found_by_the_caller(write: Write, tmp_path: Path) -> None:
    folder = write(BASE)
    path = tmp_path / "elsewhere" / "slow.yaml"
    path.parent.mkdir()
    path.write_text("variant: slow\nof: shipped\nset: {constants.other: 1}\n", encoding="utf-8")
    bag = Bag()
    documents = load_ruleset(path, bag, find={"shipped": folder}.get)
    assert bag.codes == ()
    assert documents is not None
    assert documents.constants[1].value == 1


def test_what_is_neither_ruleset_nor_variant_is_a_finding(tmp_path: Path) -> None:
    bag = Bag()
    assert load_ruleset(tmp_path, bag, find=_no_find) is None
    assert bag.codes == ("R158",)


@pytest.mark.parametrize(("name", "wanted"), [("variant.yaml", True), ("game.yaml", False), ("other.yaml", False)])
def test_a_folder_is_told_by_its_file(tmp_path: Path, name: str, wanted: bool) -> None:
    (tmp_path / name).write_text("a: 1\n", encoding="utf-8")
    assert is_variant(tmp_path) is wanted
    assert is_variant(tmp_path / name)


def test_a_hostile_number_of_settings_is_cut_short(write: Write) -> None:
    lines = "".join(f"  constants.c{number}: 1\n" for number in range(600))
    bag = Bag()
    load_ruleset(
        _variant(write(BASE), {"variant.yaml": f"variant: quick\nof: ../my_game\nset:\n{lines}"}), bag, find=_no_find
    )
    assert bag.codes.count("R152") == 500
    assert bag.codes.count("R160") == 1


def _several(folder: Path, **variants: str) -> None:
    """Write variants of the base beside one another, each a file by its name."""
    for name, text in variants.items():
        (folder.parent / f"{name}.yaml").write_text(f"variant: {name}\n{text}", encoding="utf-8")


def test_several_variants_are_laid_over_one_another(write: Write) -> None:
    folder = write(BASE)
    _several(
        folder,
        rich="of: my_game\nset: {constants.start_money: 90}\n",
        plain="of: my_game\nset: {constants.other: 1}\n",
        both="of: [rich.yaml, plain.yaml]\nset: {constants.other: 2}\n",
    )
    documents = _loaded(folder.parent / "both.yaml")
    assert [constant.value for constant in documents.constants] == [90, 2]
    assert [variant.id for variant in documents.variants] == ["rich", "plain", "both"]
    bag = Bag()
    together = load_ruleset(folder.parent / "rich.yaml", bag, find=_no_find, beside=(folder.parent / "plain.yaml",))
    assert bag.codes == ()
    assert together is not None
    assert [constant.value for constant in together.constants] == [90, 1]


@pytest.mark.parametrize(
    ("first", "second", "path"),
    [
        ("set: {constants.other: 1}", "set: {constants.other: 2}", "constants.other"),
        ("replace: {constants: {other: 1}}", "set: {constants.other.unit: coin}", "constants.other.unit"),
        ("set: {card.king.cost: 4}", "remove: {elements: {card: [king]}}", "card.king"),
        ('set: {"tables.fee[2, 1..2]": 8}', 'set: {"tables.fee[*, 2]": 9}', "tables.fee[*,2]"),
        ("replace: {round: [building]}", "replace: {round: []}", "round"),
    ],
)
def test_what_two_variants_both_touch_is_told_with_both_places(
    write: Write, first: str, second: str, path: str
) -> None:
    folder = write(BASE)
    _several(
        folder,
        one=f"of: my_game\n{first}\n",
        two=f"of: my_game\n{second}\n",
        both="of: [one.yaml, two.yaml]\n",
        won="of: [one.yaml, two.yaml]\nwins: one\n",
    )
    bag = Bag()
    load_ruleset(folder.parent / "both.yaml", bag, find=_no_find)
    (clash,) = [found for found in bag if found.code == "R166"]
    assert dict(clash.args)["path"] == path
    assert clash.span is not None
    places = [clash.span.file, *(span.file for span, _ in clash.related)]
    assert [place.rpartition("/")[2] for place in places] == ["two.yaml", "one.yaml"]
    bag = Bag()
    load_ruleset(folder.parent / "won.yaml", bag, find=_no_find)
    assert "R166" not in bag.codes


def test_who_wins_is_laid_last(write: Write) -> None:
    folder = write(BASE)
    _several(
        folder,
        one="of: my_game\nset: {constants.other: 1}\n",
        two="of: my_game\nset: {constants.other: 2}\n",
        won="of: [one.yaml, two.yaml]\nwins: one\n",
    )
    assert _loaded(folder.parent / "won.yaml").constants[1].value == 1


def test_numbers_of_players_take_rows_of_tables_with_them(write: Write) -> None:
    text = 'variant: quick\nof: ../my_game\nset: {players.max: 3, "tables.fee[2, 1..3]": [7, 8, 9]}\n'
    documents = _loaded(_variant(write(BASE), {"variant.yaml": text}))
    entries = documents.tables[0].rows.entries or ()
    assert {key: [cell.value for cell in row.items or ()] for key, row in entries} == {"2": [7, 8, 9], "3": [4, 5, 6]}


def test_a_new_key_gets_its_cells(write: Write) -> None:
    text = 'variant: quick\nof: ../my_game\nset: {players.max: 5, "tables.fee[5]": [1, 1, 2]}\n'
    documents = _loaded(_variant(write(BASE), {"variant.yaml": text}))
    entries = dict(documents.tables[0].rows.entries or ())
    assert [cell.value for cell in entries["5"].items or ()] == [1, 1, 2]


def test_variants_of_different_games_do_not_lie_side_by_side(write: Write, tmp_path: Path) -> None:
    folder = write(BASE)
    other = folder.parent / "other_game"
    for path in folder.rglob("*"):
        if path.is_file():
            target = other / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    _several(folder, both="of: [my_game, other_game]\n")
    bag = Bag()
    assert load_ruleset(folder.parent / "both.yaml", bag, find=_no_find) is None
    assert bag.codes == ("R165",)

"""A folder to its documents: what is read, in which order, and what counts for the digest."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_ruleset import GAME, Load, Write

from loading import load_documents
from reguli.ruleset import folder_contents as folder_module
from reguli.ruleset.folder_contents import apply_option_choices, optional_boards, resolve_option_values
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources, Span

RULESETS = Path(__file__).parents[2] / "rulesets"
SHIPPED = sorted(path.parent for path in RULESETS.glob("*/game.yaml"))
BOARDS = {
    "game.yaml": GAME,
    "boards/night.yaml": "board: night\nkinds: {space: {elements: [market, inn]}}\n",
    "boards/day.yaml": "board: day\nkinds: {space: {elements: [market]}}\n",
    "boards/track.yaml": "kinds: {step: {elements: [s1]}}\n",
}


@pytest.mark.parametrize("folder", SHIPPED, ids=[folder.name for folder in SHIPPED])
def test_a_shipped_ruleset_is_read_without_a_finding(folder: Path) -> None:
    bag = Bag()
    documents = load_documents(folder, bag)
    assert bag.codes == ()
    assert documents is not None
    assert documents.game.id == folder.name


def test_a_ruleset_may_be_just_its_game(load: Load) -> None:
    documents = load({})
    assert (documents.game.players, documents.game.source.cites) == ((2, 4), ("P2",))
    assert documents.game.round == ("planning", "building")
    assert documents.rules == ()


def test_files_are_read_in_the_order_of_their_names(load: Load) -> None:
    documents = load(
        {
            "components/b.yaml": "kinds: {second_kind: {elements: [x]}}\n",
            "components/a.yaml": "kinds: {first_kind: {elements: [y]}}\n",
            "boards/a.yaml": "kinds: {third_kind: {elements: [z]}}\n",
            "rules/z.rules": "define two = 1\n",
            "rules/a.rules": "define one = 1\n",
        }
    )
    assert [kind.id for kind in documents.kinds] == ["first_kind", "second_kind", "third_kind"]
    assert [file.file for file in documents.rules] == ["my_game/rules/a.rules", "my_game/rules/z.rules"]


def test_places_begin_with_the_folder_and_use_forward_slashes(load: Load) -> None:
    documents = load({"components/a.yaml": "kinds:\n  suit: {elements: [red, blue]}\n"})
    blue = documents.kinds[0].elements[1]
    assert blue.span == Span("my_game/components/a.yaml", 2, 26, 2, 30)


def test_the_digest_counts_what_is_played_and_nothing_else(load: Load) -> None:
    base = load({}).digest
    assert (
        load({"inventory.yaml": "P1: {statement: a, state: S}\n", "examples/a.yaml": "examples: []\n"}).digest == base
    )
    assert load({"notes.md": "changed\n"}).digest == base
    assert load({"constants.yaml": "start_money: 50\r\n"}).digest == base
    assert load({"constants.yaml": "start_money: 51\n"}).digest != base
    assert load({"rules/a.rules": "define one = 1\n"}).digest != base


def test_a_csv_file_counts_for_the_digest(load: Load) -> None:
    kinds = "kinds: {suit: {csv: suits.csv}}\n"
    red = load({"components/a.yaml": kinds, "components/suits.csv": "id\nred\n"})
    blue = load({"components/a.yaml": kinds, "components/suits.csv": "id\nblue\n"})
    assert [element.id for element in blue.kinds[0].elements] == ["blue"]
    assert red.digest != blue.digest


def test_a_folder_without_a_game_gives_nothing(tmp_path: Path) -> None:
    bag = Bag()
    assert load_documents(tmp_path, bag) is None
    assert bag.codes == ("Y101",)


def test_the_texts_are_kept_for_excerpts(write: Write) -> None:
    sources = Sources()
    documents = load_documents(write({"constants.yaml": "start_money: 50\n"}), Bag(), sources=sources)
    assert documents is not None
    assert sources.text("my_game/constants.yaml") == "start_money: 50\n"
    assert dict(documents.texts)["my_game/constants.yaml"] == "start_money: 50\n"


def test_only_the_boards_of_the_chosen_values_are_kept(load: Load) -> None:
    documents = load(BOARDS)
    assert optional_boards(documents) == {"day", "night"}
    for options, spaces, money in (({}, ["market"], 50), ({"side": "night"}, ["market", "inn"], 30)):
        chosen = apply_option_choices(documents, options, Bag())
        assert chosen is not None
        assert [element.id for element in chosen.kinds[0].elements] == spaces
        assert [kind.id for kind in chosen.kinds] == ["space", "step"]
        assert chosen.constants[0].value == money


@pytest.mark.parametrize(("written", "truth"), [("on", True), ("no", False), (True, True), ("false", False)])
def test_a_switch_may_be_typed(load: Load, written: str | bool, truth: bool) -> None:
    settled = resolve_option_values(load(BOARDS), {"open_hands": written}, Bag())
    assert settled == {"side": "day", "open_hands": truth}


@pytest.mark.parametrize(
    ("options", "code", "near"),
    [
        ({"sied": "day"}, "R122", "side"),
        ({"side": "nihgt"}, "R123", "night"),
        ({"side": True}, "R123", None),
        ({"open_hands": "maybe"}, "R123", None),
    ],
)
def test_what_cannot_be_chosen_is_a_finding(
    load: Load, options: dict[str, str | bool], code: str, near: str | None
) -> None:
    bag = Bag()
    assert apply_option_choices(load(BOARDS), options, bag) is None
    assert [(found.code, found.near) for found in bag] == [(code, near)]


def test_a_folder_that_may_not_be_looked_into_is_one_finding(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = folder_module.list_files

    def denied(folder: Path, suffix: str) -> tuple[Path, ...]:
        if folder.name == "rules":
            raise PermissionError(13, "Permission denied")
        return looked(folder, suffix)

    monkeypatch.setattr(folder_module, "list_files", denied)
    bag = Bag()
    load_documents(write({"game.yaml": GAME}), bag)
    assert bag.codes == ("Y105",)

"""What games by lot show of the same game told, written and seated otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest
from changed_games import path_of, subject
from small_game import written

from reguli.app.verification.move_texts import move_language_opener
from reguli.app.verification.reordered_copy import make_reordered_source
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import move_text
from reguli.ir.executable_program import Playable
from reguli.ir.rng import Stream
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.document_nodes import OptionDecl
from reguli.source.diagnostic import Bag
from reguli.source.yaml_reader import MappingNode as YamlMapping
from reguli.source.yaml_reader import read_yaml
from reguli.verify.example_runner import ProgramCache
from reguli.verify.fuzzing.metamorphic_tests import MoveLanguage, SeatSymmetry, TranslationConsistency, mentions_seats
from reguli.verify.fuzzing.order_independence import (
    SourceReordering,
    check_reordering,
    reverse_mapping_keys,
    unordered_maps,
)
from reguli.verify.fuzzing.random_games import ChanceStatistics, GameSetting, RandomPlayout
from reguli.verify.paired_programs import GuidedPlayout
from reguli.verify.report import Budget


def _mistold(home: Path, texts: dict[str, dict[str, str]]) -> list[tuple[bool, str, str]]:
    """Return mistakes in the first position of the toy, told by texts of each language, by card; where there is none by the name of the card."""

    def say(language: str, played: GamePlaythrough, move: Move) -> str:
        card = move_text(played.program, played.decision, move).rpartition(" ")[2] if played.decision else ""
        return texts[language].get(card, texts[language].get("", card))

    game = RandomPlayout(
        GameSetting((), 2), LoadedRuleset(str(home)).program(2), 3, ChanceStatistics(), GuidedPlayout()
    )
    assert game.begin()
    assert game.played is not None
    telling = TranslationConsistency(lambda _: tuple(MoveLanguage(one, partial(say, one)) for one in texts))
    assert telling.is_due(game.played, Budget(100_000))
    return [(one.numbers, one.language, one.other) for one in telling.look(game.played)]


def test_moves_that_one_language_tells_as_one_are_seen(tmp_path: Path) -> None:
    home = written(tmp_path)
    assert _mistold(home, {"en": {}, "ro": {}, "hu": {}}) == []
    assert _mistold(home, {"en": {}, "ro": {"": "o carte"}}) == [(False, "ro", "en"), (False, "ro", "en")]
    # No wording is for the check of the words to tell.
    assert _mistold(home, {"en": {}, "ro": {"": ""}}) == []


def test_numbers_that_one_language_tells_otherwise_are_seen(tmp_path: Path) -> None:
    home = written(tmp_path)
    texts = {name: f"{at} of 9" for at, name in enumerate(CARDS, 1)}
    assert _mistold(home, {"en": texts, "hu": {name: f"9-ből {at}" for at, name in enumerate(CARDS, 1)}}) == []
    assert (
        _mistold(home, {"en": texts, "hu": {name: f"{at}" for at, name in enumerate(CARDS, 1)}})
        == [(True, "hu", "en")] * 2
    )


def test_numerals_are_numbers(tmp_path: Path) -> None:
    home = written(tmp_path)
    texts = {name: f"level {numeral}" for name, numeral in zip(CARDS, ("I", "II", "III", "IV", "IX"), strict=False)}
    same = {name: f"{at}. szint" for name, at in zip(CARDS, (1, 2, 3, 4, 9), strict=False)}
    assert _mistold(home, {"en": texts, "hu": same}) == []
    assert _mistold(home, {"en": texts, "hu": dict.fromkeys(CARDS, "7. szint")})[0] == (True, "hu", "en")


def test_languages_are_opened_where_the_budget_lasts_for_more(tmp_path: Path) -> None:
    home = written(tmp_path)
    game = RandomPlayout(
        GameSetting((), 2), LoadedRuleset(str(home)).program(2), 3, ChanceStatistics(), GuidedPlayout()
    )
    assert game.begin()
    assert game.played is not None
    small = Budget(100)
    assert not TranslationConsistency(lambda _: ()).is_due(game.played, small)
    assert (small.left, small.cut) == (100, 1)


@pytest.mark.parametrize("name", ["tic_tac_toe", "power_grid"])
def test_shipped_games_are_told_alike_in_all_languages(name: str) -> None:
    found = subject(name)
    telling, told = TranslationConsistency(move_language_opener(found)), 0
    players = found.ruleset.players[0]
    game = RandomPlayout(
        GameSetting((), players), LoadedRuleset(name).program(players), 3, ChanceStatistics(), GuidedPlayout()
    )
    assert game.begin()
    for played, _, _ in game.moves(Budget(10_000), 40):
        assert telling.is_due(played, Budget(100_000))
        assert list(telling.look(played)) == []
        told += 1
    assert told > 4


CARDS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
ORDERS = "kinds:\n  # first\n  card: {pieces: true, starts: deck}\n  mat:\n    plural: mats # a mat\n    rows:\n      - id: one\n        value: 1\n"


def test_keys_are_turned_round_where_they_stand_and_comments_stay() -> None:
    node = read_yaml(ORDERS, "k.yaml", Bag())
    assert isinstance(node, YamlMapping)
    maps = list(unordered_maps(node, ()))
    assert [one.keys() for one in maps] == [
        ("card", "mat"),
        ("pieces", "starts"),
        ("plural", "rows"),
        ("id", "value"),
    ]
    text = f"{ORDERS[: node.start]}{reverse_mapping_keys(ORDERS, node, {one.span for one in maps})}{ORDERS[node.end :]}"
    other = read_yaml(text, "k.yaml", Bag())
    assert isinstance(other, YamlMapping)
    assert "  # first\n  mat:" in text
    assert "card: {starts: deck, pieces: true}" in text
    assert [one.keys()[::-1] for one in unordered_maps(other, ())] == [maps[at].keys() for at in (0, 2, 3, 1)]
    assert [one.span for one in unordered_maps(node, {maps[0].span})] == [one.span for one in maps[1:]]


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("tic_tac_toe", ()),
        ("moors", (("a", "b"), ("a", "b", "t"))),
        ("scholars", (("one", "other"),)),
    ],
)
def test_only_an_order_that_means_something_makes_another_game(name: str, keys: tuple[tuple[str, ...], ...]) -> None:
    """Parts that are laid by lot fall in the order of their spots, parameters are given in their order; of all others nothing comes."""
    found = subject(path_of(name))
    writing = make_reordered_source(found)
    assert writing is not None
    assert check_reordering(found, writing, Budget(4_000)) is None
    assert isinstance(found.opened, LoadedRuleset)
    found.opened.sources.ordered.clear()
    plain = make_reordered_source(found)
    assert plain is not None
    meant = [one for one in plain.maps if one.span not in {same.span for same in writing.maps}]
    assert set(keys) <= {one.keys() for one in meant}
    told = check_reordering(found, plain, Budget(100_000))
    assert (told is not None) is bool(keys)
    if told is not None:
        said = dict(told.told.args)
        assert tuple(said["order"].split(", ")) in keys
        assert said["other"].split(", ") == said["order"].split(", ")[::-1]
        assert told.told.span in {one.span for one in meant}


@pytest.mark.night
def test_every_value_of_every_option_is_played_beside_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another board brings other files, of which the order of keys may mean something, too."""
    found = subject(path_of("power_grid"))
    asked: list[tuple[dict[str, str | bool], int]] = []
    at = ProgramCache.at

    def noted(programs: ProgramCache, options: Mapping[str, str | bool], players: int, bag: Bag) -> Playable | None:
        asked.append((dict(options), players))
        return at(programs, options, players, bag)

    monkeypatch.setattr(ProgramCache, "at", noted)
    assert check_reordering(found, SourceReordering(maps_in_file(), lambda _: found), Budget(12_000)) is None
    documents = found.opened.documents
    assert documents is not None
    defaults = {option.id: option.default for option in documents.game.options}
    assert {players for options, players in asked if {**defaults, **options} == defaults} == {2, 3, 4, 5, 6}
    others = {(option.id, value) for option in documents.game.options for value in _values(option)}
    assert {item for options, _ in asked for item in {**defaults, **options}.items()} == others | defaults.items()


def maps_in_file() -> tuple[YamlMapping, ...]:
    node = read_yaml("a: 1\nb: 2\n", "k.yaml", Bag())
    assert isinstance(node, YamlMapping)
    return (node,)


def _values(option: OptionDecl) -> list[str | bool]:
    """Return the values of an option that are not its default."""
    values = [True, False] if option.form == "switch" else [value.id for value in option.values]
    return [value for value in values if value != option.default]


@pytest.mark.parametrize(
    ("name", "mean_seats"),
    [
        ("tic_tac_toe", False),
        ("connect_four", False),
        ("power_grid", False),
        ("warszawa", False),
        ("nucleum", False),
        ("hex", True),
        ("breakthrough", True),
    ],
)
def test_rules_that_name_seats_are_told_from_those_that_treat_them_alike(name: str, *, mean_seats: bool) -> None:
    """Hex and breakthrough give each seat sides of the board of its own."""
    found = LoadedRuleset(name).ruleset
    assert found is not None
    assert mentions_seats(found) is mean_seats


@pytest.mark.parametrize(("name", "players", "moves"), [("tic_tac_toe", 2, 9), ("power_grid", 3, 40)])
def test_seats_are_turned_at_positions_of_shipped_games_and_nothing_hangs_on_them(
    name: str, players: int, moves: int
) -> None:
    turning, lot = SeatSymmetry(), Stream(1)
    game = RandomPlayout(
        GameSetting((), players), LoadedRuleset(name).program(players), 3, ChanceStatistics(), GuidedPlayout()
    )
    assert game.begin()
    found = [turning.turned(played, lot) for played, _, _ in game.moves(Budget(1_000), moves) if turning.is_due(played)]
    assert not any(found)
    assert turning.positions >= moves // 4

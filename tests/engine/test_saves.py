"""Saves: the same playthrough again, and the first difference when it is not the same."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from booth import opened, sitting, written
from turns import turn

from lots import named, ticket
from reguli.engine.expression_queries import QueryCache
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.engine.history.save_files import RestoredGame, read_save_file, replay_json_save, save_playthrough, to_json
from reguli.engine.position_documents.document_setup import set_up_position
from reguli.engine.position_documents.position_writer import read_plain_position
from reguli.ir.executable_program import Playable
from reguli.source.diagnostic import Bag

MOVES = ("buy red", "lay 6", "rest", "buy blue", "rest", "promise 3", "keep blue", "rest", "lay 4", "rest")
Load = Callable[[str, Mapping[str, str | bool], int, Bag], Playable | None]


def loads(made: Playable) -> Load:
    return lambda name, options, players, bag: made


def restored(data: object, made: Playable) -> RestoredGame:
    bag = Bag()
    found = replay_json_save(json.loads(json.dumps(data)), loads(made), bag)
    assert found is not None, bag.codes
    return found


def test_a_save_gives_the_same_playthrough_after_every_move(made: Playable) -> None:
    playthrough = sitting(made)
    for text in MOVES:
        turn(playthrough, text)
        found = restored(to_json(playthrough), made)
        assert found.same_rules
        assert (found.differs, found.stopped) == (None, None)
        assert found.playthrough.hash == playthrough.hash
        assert found.playthrough.moves == playthrough.moves
        assert found.playthrough.journal == playthrough.journal
        assert found.playthrough.chance.log == playthrough.chance.log
        assert found.playthrough.names == playthrough.names


def test_a_restored_playthrough_goes_on_and_back_like_the_first(made: Playable) -> None:
    playthrough = sitting(made)
    turn(playthrough, *MOVES[:7])
    again = restored(to_json(playthrough), made).playthrough
    for one in (playthrough, again):
        assert one.undo()
        turn(one, "promise 1", "buy red", "rest")
    assert again.hash == playthrough.hash
    assert to_json(again) == to_json(playthrough)


def test_a_save_holds_a_hash_for_every_chosen_move(made: Playable) -> None:
    playthrough = sitting(made)
    seen = [playthrough.hash]
    for text in MOVES:
        turn(playthrough, text)
        seen.append(playthrough.hash)
    data: Any = to_json(playthrough)
    chosen = [move["hash"] for move in data["moves"] if not move["forced"]]
    assert [data["start"], *chosen] == seen
    assert data["hash"] == seen[-1]


def test_a_position_that_was_set_up_is_saved_with_its_document(made: Playable) -> None:
    bag = Bag()
    document = {
        "seats": {"cleo": 0, "dan": 1},
        "at": {"phase": "morning", "decision": "stall", "by": "dan"},
        "state": {
            "cleo.coins": 2,
            "dan.coins": 1,
            "cleo.hand": [],
            "deck": ["owl", ["fox", "elk"]],
            "line": ["dan", "cleo"],
            "last": "none",
        },
    }
    written_down = read_plain_position(document, bag)
    assert written_down is not None
    playthrough = set_up_position(made, written_down, bag)
    assert playthrough is not None, bag.codes
    turn(playthrough, "buy red", "promise 2")
    found = restored(to_json(playthrough), made)
    assert found.differs is None
    assert found.playthrough.hash == playthrough.hash
    assert found.playthrough.names == ("cleo", "dan")


# -- other rules, other saves --------------------------------------------------------------------------------------


@pytest.fixture
def data(played: GamePlaythrough) -> dict[str, Any]:
    turn(played, *MOVES)
    return copy.deepcopy(to_json(played))


def changed(tmp_path: Path, file: str, old: str, new: str) -> Playable:
    return opened(written(tmp_path, {file: (old, new)})).program(2)


def test_under_rules_that_forbid_a_move_it_says_which_and_why(data: dict[str, Any], tmp_path: Path) -> None:
    other = changed(tmp_path, "constants.yaml", "purse: {value: 3}", "purse: {value: 2}")
    found = restored(data, other)
    assert not found.same_rules
    assert found.differs is not None
    assert (found.differs.move, found.differs.kind) == (0, "hash"), "there are two coins instead of three"
    assert found.stopped is not None
    assert (found.stopped.move, found.stopped.kind, found.stopped.text) == (6, "illegal", "promise 3")
    assert [refusal.name for refusal in found.stopped.refusals] == ["not_offered"]
    assert len(found.playthrough.moves) == 5
    bag = Bag()
    found.report(bag)
    assert bag.codes == ("E209", "E209")


def test_under_rules_without_an_option_it_stops_there(data: dict[str, Any], tmp_path: Path) -> None:
    other = changed(tmp_path, "rules/booth.rules", "keep(colour in colours)", "hold(colour in colours)")
    found = restored(data, other)
    assert found.differs == found.stopped
    assert found.stopped is not None
    assert (found.stopped.move, found.stopped.kind) == (7, "unreadable")
    assert found.stopped.found == "promise, hold"


def test_an_outcome_that_cannot_come_is_a_difference(data: dict[str, Any], made: Playable) -> None:
    data["chance"] = [[site, "nobody" if site == "leader" else outcome] for site, outcome in data["chance"]]
    bag = Bag()
    assert replay_json_save(data, loads(made), bag) is None
    assert bag.codes == ("E208",)


def test_chance_follows_the_save_and_not_the_seed(data: dict[str, Any], made: Playable) -> None:
    data["seed"], data["prescribed"] = 99, {}
    found = restored(data, made)
    assert found.differs is None
    assert found.playthrough.hash == data["hash"]


@pytest.mark.parametrize(
    ("path", "value", "differs"),
    [
        (("moves", 3, "hash"), "00", (4, "hash")),
        (("hash",), "00", (10, "hash")),
        (("start",), "00", (0, "hash")),
        (("moves", 1, "arguments"), {"card": "bear"}, (2, "illegal")),
        (("moves", 1, "arguments"), {"card": "cat"}, (2, "unreadable")),
        (("moves", 1, "arguments"), {"beast": "lynx"}, (2, "unreadable")),
        (("moves", 5, "arguments"), {"amount": "many"}, (6, "unreadable")),
        (("moves", 0, "option"), "sell", (1, "unreadable")),
        (("moves", 0, "by"), 1, (1, "actor")),
        (("moves", 0, "decision"), "vow", (1, "unreadable")),
    ],
)
def test_a_save_that_was_changed_says_where(
    data: dict[str, Any], made: Playable, path: tuple[str | int, ...], value: object, differs: tuple[int, str]
) -> None:
    place: Any = data
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    found = restored(data, made)
    assert found.differs is not None
    assert (found.differs.move, found.differs.kind) == differs
    bag = Bag()
    found.report(bag)
    assert set(bag.codes) == {"E208", "E211"}, "what differs, and that the seal is broken"


def test_moves_after_the_end_are_a_difference(made: Playable) -> None:
    playthrough = sitting(made)
    while not playthrough.over:
        playthrough.apply(playthrough.legal()[0] if len(playthrough.moves) % 2 else playthrough.legal()[-1])
    data: Any = to_json(playthrough)
    data["moves"].append(data["moves"][0])
    found = restored(data, made)
    assert found.stopped is not None
    assert (found.stopped.move, found.stopped.kind) == (len(data["moves"]), "over")


# -- files nobody wrote ----------------------------------------------------------------------------------------------


def load_save(path: Path, load: Load, bag: Bag) -> RestoredGame | None:
    """Read a save file and play it again."""
    data = read_save_file(path, bag)
    return None if data is None else replay_json_save(data, load, bag)


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("save", 2, "E204"),
        ("language", 9, "E204"),
        ("save", "1", "E202"),
        ("ruleset", "booth", "E202"),
        ("ruleset", {"id": "../../etc", "version": "1", "digest": "00", "variants": []}, "E202"),
        ("players", True, "E202"),
        ("players", 10**30, "E202"),
        ("names", ["anna", "Anna"], "E202"),
        ("names", ["anna", "b\nen"], "E202"),
        ("names", ["anna"], "E202"),
        ("seed", 1.5, "E202"),
        ("seed", 10**40, "E202"),
        ("options", {"goal": 3}, "E202"),
        ("prescribed", {"deck": "lynx"}, "E202"),
        ("chance", [["deck"]], "E202"),
        ("moves", {}, "E202"),
        ("moves", [3], "E202"),
        ("moves", [0] * 100_001, "E203"),
        ("hash", "not a hash", "E202"),
        ("position", [], "E202"),
        ("position", {"state": {"x" * 90: "y" * 250_000}}, "E203"),
        ("position", {"stat": {}}, "R101"),
    ],
)
def test_a_wrong_save_is_one_finding(data: dict[str, Any], made: Playable, key: str, value: object, code: str) -> None:
    bag = Bag()
    assert replay_json_save({**data, key: value}, loads(made), bag) is None
    assert bag.codes == (code,)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "E201"),
        (b"{", "E201"),
        (b"\xff\xfe", "E201"),
        (b"[" * 200_000, "E201"),
        (b"9" * 5000, "E201"),
        (b'{"save": NaN}', "E201"),
        (b"null", "E202"),
        (b"[]", "E202"),
    ],
)
def test_a_file_that_is_no_save_is_one_finding(made: Playable, tmp_path: Path, content: bytes, code: str) -> None:
    path, bag = tmp_path / "game.json", Bag()
    path.write_bytes(content)
    assert load_save(path, loads(made), bag) is None
    assert bag.codes == (code,)


def test_a_file_without_end_is_refused_in_time(made: Playable) -> None:
    bag = Bag()
    assert load_save(Path("/dev/zero"), loads(made), bag) is None
    assert bag.codes == ("E210",)


def test_a_pipe_is_refused_without_waiting_for_who_writes(made: Playable, tmp_path: Path) -> None:
    bag = Bag()
    os.mkfifo(tmp_path / "game.json")
    assert load_save(tmp_path / "game.json", loads(made), bag) is None
    assert bag.codes == ("E210",)


def test_a_mark_that_an_editor_puts_first_does_no_harm(played: GamePlaythrough, tmp_path: Path) -> None:
    path, bag = tmp_path / "game.json", Bag()
    save_playthrough(path, played)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    found = load_save(path, loads(played.program), bag)
    assert found is not None
    assert found.playthrough.hash == played.hash


@pytest.mark.parametrize("name", ["missing.json", ".", "no\0name"])
def test_a_file_that_cannot_be_read_is_a_finding(made: Playable, tmp_path: Path, name: str) -> None:
    bag = Bag()
    assert load_save(tmp_path / name, loads(made), bag) is None
    assert bag.codes == ("E210",)


# -- writing ---------------------------------------------------------------------------------------------------------


def test_a_save_is_written_whole_and_read_back(played: GamePlaythrough, tmp_path: Path) -> None:
    path, bag = tmp_path / "game.json", Bag()
    turn(played, "buy red")
    save_playthrough(path, played)
    found = load_save(path, loads(played.program), bag)
    assert found is not None
    assert found.playthrough.hash == played.hash
    assert [one.name for one in tmp_path.iterdir()] == ["game.json"]


def test_a_save_that_fails_leaves_the_older_one(
    played: GamePlaythrough, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    save_playthrough(path, played)
    before = path.read_bytes()
    turn(played, "buy red")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save_playthrough(path, played)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["game.json"]


def test_a_folder_is_not_replaced_by_a_save(played: GamePlaythrough, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no ordinary file"):
        save_playthrough(tmp_path, played)


# -- a save from before the generator was another one ------------------------------------------------------------------

OLD = Path(__file__).parent / "saves" / "booth_by_blake2b.json"
"""Written when outcomes were the least BLAKE2b of their keys; two of the six cards had not been drawn."""


def test_a_save_of_the_old_generator_comes_out_as_it_was(made: Playable) -> None:
    data: Any = json.loads(OLD.read_text(encoding="utf-8"))
    found = restored(data, made)
    assert (found.differs, found.stopped, found.changed) == (None, None, False)
    again = found.playthrough
    assert (again.hash, again.over) == (data["hash"], False)
    assert [[*outcome] for outcome in again.chance.log] == data["chance"]
    assert to_json(again) == data
    fresh = start_playthrough(made, data["seed"], names=again.names)
    assert fresh.chance.log != again.chance.log[: len(fresh.chance.log)], "the seed gives another game now"


def test_what_an_old_save_had_not_drawn_is_chance_of_the_new_generator(made: Playable) -> None:
    data: Any = json.loads(OLD.read_text(encoding="utf-8"))
    again = restored(data, made).playthrough
    turn(again, "rest")
    came = [card for site, card in data["chance"] if site == "deck"]
    left = {"fox", "owl", "elk", "bear", "wolf", "lynx"} - {*came}
    questions = QueryCache(made)
    assert questions.answer(questions.read("deck"), again) == sorted(
        left, key=lambda card: ticket(data["seed"], "deck", 1, named(card))
    )

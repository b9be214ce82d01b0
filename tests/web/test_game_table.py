"""A table sends each viewer what that viewer may see, and plays what is legal."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from table_setup import WORDS, chosen_move, first_move, open_table, play_first

from reguli.engine.notation import move_json, parse_json_move
from reguli.engine.observation import HIDDEN, may_see_field, player_view
from reguli.engine.position_documents.position_values import zone_pieces
from reguli.model.analysis.information_flow import public_names
from reguli.model.resolved_ruleset import Ruleset
from reguli.play.replay_steps import flatten_position
from reguli.shipped_files import shipped_folder
from reguli.web import game_table
from reguli.web.game_table import GameTable
from reguli.web.messages import Document, TableError
from reguli.words.catalogue.interface_texts import load_interface_texts

WITH_SECRETS = {"power_grid": 3, "warszawa": 3, "nucleum": 3}


def _hidden(value: object) -> int:
    """Count the values that are hidden within a document."""
    if isinstance(value, dict):
        return int(value.get(HIDDEN) is True) + sum(_hidden(inner) for key, inner in value.items() if key != HIDDEN)
    return 0


@pytest.mark.parametrize(("game", "players"), WITH_SECRETS.items())
def test_a_flat_position_hides_what_the_view_of_a_player_hides(game: str, players: int) -> None:
    table = open_table(game, players)
    play_first(table, 12)
    for viewer in (None, *range(players)):
        flat = flatten_position(table.playthrough, viewer)
        assert sum(_hidden(value) for value in flat.values()) == _hidden(
            player_view(table.playthrough, viewer)["position"]
        )
    assert _hidden(dict(flatten_position(table.playthrough))) == 0


def test_a_part_of_a_zone_is_named_now_and_in_the_past() -> None:
    table = open_table("power_grid", 3)
    hungarian = load_interface_texts("hu", shipped_folder("locales"))
    first = table.state(0, hungarian)["parts"]
    assert first == {"game/plant_market": [{"label": "Aktuális piac", "of": [f"plant_{one}" for one in range(3, 7)]}]}
    while "plant_3" in table.state(0, WORDS)["position"]["game/plant_market"]:  # type: ignore[call-overload, operator, index]
        play_first(table)
    assert table.state(0, hungarian)["parts"] != first
    assert table.look(0, 0, hungarian)["parts"] == first


@pytest.mark.parametrize(("game", "players"), [("power_grid", 3), ("warszawa", 3)])
def test_what_others_are_sent_does_not_depend_on_what_is_hidden_from_them(game: str, players: int) -> None:
    table = open_table(game, players)
    play_first(table, 8)
    actor = table.playthrough.actor
    compared = 0
    for viewer in (None, *(seat for seat in range(players) if seat != actor)):
        before = json.dumps(table.state(viewer, WORDS, 0))
        for change in _hidden_changes(table, viewer):
            other = _changed_copy(table, change)
            assert json.dumps(other.state(viewer, WORDS, 0)) == before
            compared += 1
    assert compared >= players - 1


def _hidden_changes(table: GameTable, viewer: int | None) -> Iterator[dict[int, int]]:
    """Yield what may be changed without the viewer seeing it: slots with other values."""
    program, slots = table.playthrough.program, table.playthrough.slots
    zones: dict[str, dict[int, int]] = {}
    for field in program.layout.fields.values():
        for place in range(field.places):
            if may_see_field(program, slots, field, place, viewer):
                continue
            at, form = field.base + place * field.stride, field.declared.form
            if form == "number":
                yield {at: slots[at] + 1}
            elif form == "flag":
                yield {at: 1 - slots[at]}
            elif form == "zone" and program.ruleset.kinds[field.declared.of or ""].form == "tokens":
                yield {at: slots[at] + 1}
            elif form == "zone" and field.declared.order != "stack":
                for piece in zone_pieces(program, slots, field, place)[:1]:
                    zones.setdefault(field.declared.of or "", {})[field.zone + place] = piece
    for kind, held in zones.items():
        first = program.layout.places[kind]
        for (zone, piece), (other_zone, other) in pairwise(sorted(held.items())):
            yield {first + piece: other_zone, first + other: zone}


def _changed_copy(table: GameTable, change: dict[int, int]) -> GameTable:
    playthrough = table.playthrough.branch()
    for at, value in change.items():
        playthrough.slots[at] = value
    standing = type(table.standing)(table.standing.loaded, playthrough, table.standing.names)
    return GameTable(standing, table.seats, table.bots)


def test_a_watcher_is_sent_no_moves_and_a_player_those_of_the_own_decision() -> None:
    table = open_table("tic_tac_toe", 2)
    actor = table.playthrough.actor
    for viewer in (None, 1 - actor):
        state = table.state(viewer, WORDS)
        assert state["actions"] is None
        assert state["options"] == []
    own = table.state(actor, WORDS)["actions"]
    assert isinstance(own, list)
    assert len(own) == 9


def test_a_move_of_another_seat_and_one_of_another_position_are_refused() -> None:
    table = open_table("tic_tac_toe", 2)
    actor, move = table.playthrough.actor, first_move(table.state(table.playthrough.actor, WORDS))
    with pytest.raises(TableError) as turn:
        table.apply(1 - actor, 0, move, "en")
    assert turn.value.code == "turn"
    table.apply(actor, 0, move, "en")
    with pytest.raises(TableError) as stale:
        table.apply(1 - actor, 0, move, "en")
    assert stale.value.code == "stale"
    with pytest.raises(TableError) as illegal:
        table.apply(1 - actor, 1, move, "en")
    assert illegal.value.code == "illegal"
    assert [reason["text"] for reason in illegal.value.reasons] != [""]
    assert table.at == 1


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"option": "place"},
        {"option": "fly", "arguments": {}},
        {"option": "place", "arguments": {"cell": "z9"}},
        {"option": 7, "arguments": []},
    ],
)
def test_what_is_no_move_is_refused(data: dict[str, object]) -> None:
    table = open_table("tic_tac_toe", 2)
    with pytest.raises(TableError) as wrong:
        table.apply(table.playthrough.actor, 0, data, "en")
    assert wrong.value.code == "input"


@pytest.mark.parametrize("code", ["en", "hu", "ro"])
def test_an_element_that_cannot_be_chosen_says_why_in_the_language_of_the_viewer(code: str) -> None:
    table = open_table("tic_tac_toe", 2)
    play_first(table)
    taken = next(
        path for path, value in table.state(None, WORDS)["changed"].items() if path.startswith("cell/") and value
    )  # type: ignore[union-attr]
    asked = {"kind": "cell", "element": taken.rpartition("/")[2]}
    (reason,) = table.why(table.playthrough.actor, 1, asked, code)
    assert str(reason["text"]).endswith((".", "!"))
    assert table.why(table.playthrough.actor, 1, {"kind": "cell", "element": "nowhere"}, code) == []


def test_a_city_that_cannot_be_connected_cites_the_statement_of_the_rulebook() -> None:
    table = open_table("power_grid", 3, bots={})
    while table.playthrough.phase != "building":
        play_first(table)
    legal = json.dumps(table.state(table.playthrough.actor, WORDS)["actions"])
    kind = table.playthrough.program.ruleset.kinds["city"]
    refused = [city for city in kind.elements if f'"{city}"' not in legal]
    told = [
        table.why(table.playthrough.actor, table.at, {"kind": "city", "element": city}, "en") for city in refused[:6]
    ]
    assert all(told)
    assert any(reason["cites"] for reasons in told for reason in reasons)


def test_only_what_stands_against_the_element_is_said() -> None:
    table = open_table("power_grid", 3)
    position = table.state(0, WORDS)["position"]
    assert isinstance(position, dict)
    market = position["game/plant_market"]
    assert isinstance(market, list)
    # Its price is no reason: nobody said what to bid for it.
    data = {"kind": "card", "element": market[-1]}
    (reason,) = table.why(table.playthrough.actor, table.at, data, "en")
    assert "P49" in json.dumps(reason["cites"]) or "market" in str(reason["text"])


@pytest.mark.parametrize("code", ["en", "hu", "ro"])
def test_elements_with_names_are_called_by_them(code: str) -> None:
    labels = open_table("warszawa", 3).document(None, load_interface_texts(code, shipped_folder("locales")))["data"]
    assert isinstance(labels, dict)
    projects = labels["labels"]
    assert isinstance(projects, dict)
    said = projects["project"]
    assert isinstance(said, dict)
    assert said["dom_partii"] == {"en": "Party House", "hu": "Pártház", "ro": "Casa Partidului"}[code]


def test_the_log_has_a_step_for_each_move_and_is_the_same_when_it_is_made_at_once() -> None:
    table = open_table("power_grid", 3)
    grown = []
    for _ in range(6):
        play_first(table)
        grown = table.state(None, WORDS, 0)["log"]
    fresh = _changed_copy(table, {}).state(None, WORDS, 0)["log"]
    assert grown == fresh
    assert isinstance(grown, list)
    assert len(grown) == 1 + len(table.playthrough.moves)
    assert grown[-1]["at"] == table.at  # type: ignore[index, call-overload]


def test_the_log_is_sent_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table("power_grid", 3, bots=dict.fromkeys(range(3), "sane"))
    while len(table.playthrough.moves) < 30:
        table.play_bot()
    whole = table.state(0, WORDS, 0)["log"]
    monkeypatch.setattr(game_table, "MOST_LOGGED", 12)
    state = table.state(0, WORDS)
    assert isinstance(whole, list)
    assert isinstance(state["log"], list)
    parts, first = [state["log"]], state["log_from"]
    while isinstance(first, int) and first > 0:
        found = table.steps(0, first, "en")
        assert isinstance(found["log"], list)
        parts, first = [found["log"], *parts], found["from"]
    assert [step for part in parts for step in part] == whole
    assert max(map(len, parts)) == 12
    assert table.steps(0, -5, "en") == {"from": 0, "log": []}


def test_a_position_that_was_is_shown_as_the_viewer_saw_it_then() -> None:
    table = open_table("power_grid", 3)
    seen: list[Document] = []
    for _ in range(5):
        seen.append(table.state(1, WORDS)["position"])  # type: ignore[arg-type]
        play_first(table)
    for at, position in enumerate(seen):
        assert table.look(1, at, WORDS)["position"] == position
    with pytest.raises(TableError):
        table.look(1, table.at + 1, WORDS)


def test_a_recorded_game_is_restored_move_by_move() -> None:
    table, records = open_table("power_grid", 3, seed=5), []
    for _ in range(15):
        actor = table.playthrough.actor
        records.append(table.apply(actor, table.at, first_move(table.state(actor, WORDS)), "en"))
    again = open_table("power_grid", 3, seed=5)
    again.restore(json.loads(json.dumps(records)))
    assert again.playthrough.hash == table.playthrough.hash
    assert [record["seat"] for record in records] == [move.actor for move in table.playthrough.moves if not move.forced]


def test_taking_back_needs_all_other_persons_and_none_of_the_bots() -> None:
    table = open_table("connect_four", 2)
    play_first(table, 2)
    asker = 1 - table.playthrough.actor
    assert table.ask_undo(asker, 2) is None
    assert table.undo is not None
    assert table.undo.waits == {1 - asker}
    assert table.answer_undo(1 - asker, agree=True) == 1
    alone = open_table("connect_four", 2, bots={1: "random"})
    if alone.deciding_bot:
        alone.play_bot()
    play_first(alone)
    assert alone.ask_undo(0, alone.at) is not None


def test_one_refusal_ends_the_question_and_a_move_does_too() -> None:
    table = open_table("connect_four", 2)
    play_first(table, 2)
    asker = 1 - table.playthrough.actor
    table.ask_undo(asker, 2)
    assert table.answer_undo(1 - asker, agree=False) is None
    assert table.undo is None
    with pytest.raises(TableError):
        table.answer_undo(1 - asker, agree=True)
    table.ask_undo(asker, 2)
    play_first(table)
    assert table.undo is None


def test_a_question_to_take_back_says_whether_something_was_revealed_since() -> None:
    open_game, drawing = open_table("connect_four", 2), open_table("power_grid", 3)
    play_first(open_game, 2)
    open_game.ask_undo(1 - open_game.playthrough.actor, 2)
    assert open_game.undo is not None
    assert not open_game.undo.revealed
    drawn = len(drawing.playthrough.chance.log)
    while len(drawing.playthrough.chance.log) == drawn:
        buyer = drawing.playthrough.actor
        play_first(drawing)
    drawing.ask_undo(buyer, drawing.at)
    assert drawing.undo is not None
    assert drawing.undo.revealed


def test_after_taking_back_the_table_is_as_it_was() -> None:
    table = open_table("power_grid", 3)
    play_first(table, 4)
    before = json.dumps(table.state(0, WORDS, 0))
    actor = table.playthrough.actor
    play_first(table, 2)
    table.take_back(4)
    assert json.dumps(table.state(0, WORDS, 0)) == before
    assert table.playthrough.actor == actor


def test_names_are_said_in_every_language() -> None:
    table = open_table("tic_tac_toe", 2)
    table.standing = type(table.standing)(
        table.standing.loaded,
        table.playthrough,
        {"seat_1": {"en": "Anna", "hu": "Anna"}, "seat_2": {"en": "Ben Ali", "hu": "Ben Ali"}},
    )
    play_first(table, 2)
    for code in ("en", "hu"):
        words = load_interface_texts(code, shipped_folder("locales"))
        log = table.state(None, words, 0)["log"]
        assert isinstance(log, list)
        text = json.dumps(log, ensure_ascii=False)
        assert "Anna" in text
        assert "Ben Ali" in text
        assert "seat_" not in text


# -- where something comes from ----------------------------------------------------------------------------------------


def test_a_value_is_traced_to_the_moves_that_changed_it() -> None:
    table = open_table("power_grid", 3, bots=dict.fromkeys(range(3), "sane"))
    while len(table.playthrough.moves) < 60:
        table.play_bot()
    path = "player/money/seat_1"
    found = table.trace_value(0, path, "en")
    changes = found["changes"]
    assert isinstance(changes, list)
    assert found["cites"] == ["P119"]
    assert len(changes) > 2
    positions = [table.look(0, at, WORDS)["position"] for at in range(table.at + 1)]
    values = [position[path] for position in positions if isinstance(position, dict)]
    assert next(one["now"] for one in changes if isinstance(one, dict)) == values[-1]
    for change in changes:
        assert isinstance(change, dict)
        at = change["at"]
        assert isinstance(at, int)
        # Forced moves behind a chosen one belong to it, so that it may change a value twice.
        assert change["was"] == values[at - 1] or change["now"] == values[at]
        assert change["move"]


def test_a_value_is_traced_no_further_than_the_viewer_could_see() -> None:
    table = open_table("power_grid", 3, bots=dict.fromkeys(range(3), "sane"))
    while len(table.playthrough.moves) < 60:
        table.play_bot()
    found = table.trace_value(1, "player/money/seat_1", "en")
    assert found["changes"] == []
    assert found["first"] == {HIDDEN: True}


@pytest.mark.parametrize("path", ["", "player", "player/money", "player/money/seat_9", "game/money", "../etc"])
def test_a_path_that_there_is_not_is_refused(path: str) -> None:
    with pytest.raises(TableError) as refused:
        open_table("power_grid", 3).trace_value(0, path, "en")
    assert refused.value.code == "input"


def test_an_element_is_traced_to_its_file_and_statements() -> None:
    table = open_table("power_grid", 3)
    values = table.trace_element("card", "plant_13", "hu")["values"]
    assert isinstance(values, list)
    rows = {one["label"]: one for one in values if isinstance(one, dict)}
    assert rows["szám"]["value"] == "13"
    assert str(rows["szám"]["place"]).startswith("power_grid/components/cards.yaml:")
    assert "P6" in json.dumps(rows["szám"]["cites"])
    with pytest.raises(TableError):
        table.trace_element("card", "plant_99", "hu")


def test_a_move_without_a_wording_is_called_by_its_name_in_the_rules(tmp_path: Path) -> None:
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", tmp_path / "bare")
    game = tmp_path / "bare" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("ruleset: tic_tac_toe", "ruleset: bare"), "utf-8")
    state = open_table(str(tmp_path / "bare"), 2).state(0, WORDS)
    actions = state["actions"]
    assert isinstance(actions, list)
    said = [one["said"] for one in actions if isinstance(one, dict)]
    assert len(set(said)) == len(said) == 9
    assert all(isinstance(one, str) and one.startswith("⟨") for one in said)
    table = open_table(str(tmp_path / "bare"), 2)
    assert table.hint(0, 0, "greedy", "en")["said"] in said


# -- what a decision is about, and what a move would change ------------------------------------------------------------


def _until(table: GameTable, decision: str) -> None:
    while table.playthrough.decision is None or table.playthrough.decision.ask.name != decision:
        table.play_bot()


def test_a_bid_is_asked_for_with_the_card_the_highest_bid_and_its_bidder() -> None:
    table = open_table("power_grid", 3, bots=dict.fromkeys(range(3), "sane"))
    _until(table, "outbidding")
    decision = table.state(None, WORDS)["decision"]
    assert isinstance(decision, dict)
    about = decision["about"]
    assert isinstance(about, list)
    told = {str(one["label"]): one["value"] for one in about if isinstance(one, dict)}
    market = table.state(None, WORDS)["position"]
    assert isinstance(market, dict)
    assert isinstance(market["game/plant_market"], list)
    assert told["Power plant"] in market["game/plant_market"]
    assert isinstance(told["Highest bid"], int)
    assert str(told["Highest bidder"]).startswith("seat_")
    assert told["Highest bidder"] != f"seat_{table.playthrough.actor + 1}"
    # Who passes takes no part in this auction any more (P53).
    (asked,) = (one["value"] for one in about if isinstance(one, dict) and one["label"] is None)
    assert f"seat_{table.playthrough.actor + 1}" in asked  # type: ignore[operator]
    passed, at = table.playthrough.actor, table.at
    table.apply(passed, at, {"option": "pass_bid", "arguments": {}}, "en")
    left = table.state(None, WORDS)["decision"]
    assert isinstance(left, dict)
    assert isinstance(left["about"], list)
    now = [one["value"] for one in left["about"] if isinstance(one, dict) and one["label"] is None]
    assert now == [[one for one in asked if one != f"seat_{passed + 1}"]]  # type: ignore[union-attr]


def test_names_that_come_of_what_somebody_may_not_see_are_not_told(tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    for file, text in HANDS.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, "utf-8")
    program = open_table(str(folder), 2).playthrough.program
    ((ask),) = {one.ask.name: one.ask for one in program.decisions}.values()
    assert [one.name for one in public_names(program.ruleset, ask)] == ["player", "open"]


HANDS = {
    "game.yaml": "ruleset: hands\nlanguage: 2\nversion: 1.0.0\nname: Hands\nplayers: {min: 2, max: 2}\nround: [running]\n",
    "state.yaml": "player:\n  purse: {number: number, range: [0, 9], visible: owner}\n  score: {number: number, range: [0, 9]}\n",
    "rules/running.rules": """\
phase running:
    for player in players:
        let hidden = player.purse + 1
        let open = player.score + 1
        decide step by player:
            stay:
                set player.score to min(hidden, open)
            go:
                set player.score to open
    end game
""",
}


def test_a_preview_says_what_a_move_costs_and_plays_nothing() -> None:
    table = open_table("power_grid", 3, bots=dict.fromkeys(range(3), "sane"))
    _until(table, "purchase")
    seat, before = table.playthrough.actor, json.dumps(table.state(None, WORDS))
    actions = table.state(seat, WORDS)["actions"]
    assert isinstance(actions, list)
    moves = [chosen_move(one) for one in actions if isinstance(one, dict)]
    told = [table.preview(seat, table.at, move, "en")["changes"] for move in moves]
    assert json.dumps(table.state(None, WORDS)) == before
    for move, changes in zip(moves, told, strict=True):
        other = open_table("power_grid", 3, bots=dict.fromkeys(range(3), "sane"))
        other.restore(_played(table))
        path = f"player/money/seat_{seat + 1}"
        was = other.state(seat, WORDS)["position"]
        other.apply(seat, other.at, move, "en")
        now = other.state(seat, WORDS)["position"]
        assert isinstance(was, dict)
        assert isinstance(now, dict)
        if changes is not None and was[path] != now[path]:
            assert {"path": path, "was": was[path], "now": now[path]} in changes
    assert any(told)
    with pytest.raises(TableError):
        table.preview((seat + 1) % 3, table.at, moves[0], "en")


def _played(table: GameTable) -> list[Document]:
    program = table.playthrough.program
    return [
        {"seat": one.actor, **move_json(program, program.decisions[one.decision], one.move, ids=True)}
        for one in table.playthrough.moves
        if not one.forced
    ]


def test_a_preview_tells_nothing_of_what_is_drawn() -> None:
    table = open_table("warszawa", 3, bots=dict.fromkeys(range(3), "sane"))
    checked = 0
    for _ in range(150):
        if table.playthrough.over:
            break
        seat = table.playthrough.actor
        actions = table.state(seat, WORDS)["actions"]
        assert isinstance(actions, list)
        for move in [chosen_move(one) for one in actions[:6] if isinstance(one, dict)]:
            changes = table.preview(seat, table.at, move, "en")["changes"]
            other = table.playthrough.branch()
            other.apply(parse_json_move(other.program, other.decision, move, other.names))  # type: ignore[arg-type]
            if len(other.chance.log) > len(table.playthrough.chance.log):
                assert changes is None
                checked += 1
        table.play_bot()
    assert checked


def test_a_place_where_nothing_can_be_built_says_why_and_names_no_piece_that_the_player_lacks() -> None:
    # What this player holds may be built nowhere yet.
    table = open_table("warszawa", 3, seed=4, bots=dict.fromkeys(range(3), "sane"))
    while not table.playthrough.decision or table.playthrough.decision.ask.name != "assignment":
        table.play_bot()
    assert not any(move.option == "lay_foundations" for move in table.playthrough.legal())
    program, slots, seat = table.playthrough.program, table.playthrough.slots, table.playthrough.actor
    hand = program.layout.fields["player.hand"]
    names = [table.tongue("en").element(id_) for id_ in program.ruleset.kinds["project"].elements]
    others = set(names) - {names[piece] for piece in zone_pieces(program, slots, hand, seat)}
    told = [
        str(reason["text"])
        for cell in program.ruleset.kinds["hex"].elements
        for reason in table.why(seat, table.at, {"kind": "hex", "element": cell}, "en")
    ]
    assert told
    assert not [text for text in told if any(name in text for name in others)]


def test_an_option_without_arguments_that_is_refused_says_why() -> None:
    """In the first round of Power Grid nobody may pass (P66)."""
    table = open_table("power_grid", 3)
    (refused,) = table.state(table.playthrough.actor, WORDS)["refused"]
    assert "ass" in refused["text"]
    assert all(reason["text"] and reason["cites"] for reason in refused["reasons"])


def test_who_waits_is_told_whose_turn_it_is_and_not_asked() -> None:
    table = open_table("nucleum", 2)
    play_first(table, 2)
    actor = table.playthrough.actor
    asked, told = (table.state(seat, WORDS)["decision"] for seat in (actor, 1 - actor))
    assert asked["question"] != told["question"]
    assert not told["asked"]
    assert "your" not in told["question"]


def test_a_move_names_the_effects_printed_on_a_tile() -> None:
    """The two actions of a tile are printed on it (N35, N39); the first name of its pieces is of its left end."""
    table = open_table("nucleum", 2)
    while table.playthrough.decision is None or table.playthrough.decision.ask.name != "tile_use":
        play_first(table)
    state, ruleset = table.state(table.playthrough.actor, WORDS), table.playthrough.program.ruleset
    (tile,) = (one["value"] for one in state["decision"]["about"] if one["kind"] == "tile")  # type: ignore[index, call-overload, union-attr]
    printed = dict(zip(ruleset.kinds["tile"].elements, _deeds(ruleset), strict=True))[tile]
    acts = {one["option"]: one["acts"] for one in state["actions"]}  # type: ignore[index, union-attr]
    assert acts["use_left"] == [{"kind": "deed", "id": printed[0]}]
    assert acts["use_right"] == [{"kind": "deed", "id": printed[1]}]
    assert acts["end_turn"] == []


def _deeds(ruleset: Ruleset) -> list[list[str]]:
    """Return what is written on the two ends of each tile, from the rows of its file."""
    names, cells = ruleset.kinds["deed"].elements, ruleset.tables["tile.deed"].cells
    found = [None if cell is None or cell < 0 else names[cell] for cell in cells]
    return [found[at : at + 2] for at in range(0, len(found), 2)]  # type: ignore[misc]

"""The package as a library."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from booth import written

import reguli

TOYS = Path(__file__).parents[1] / "rulesets"
ORDER = {"deck": [["lynx", "wolf", "bear", "elk", "owl", "fox"]], "leader": ["ben"]}


@pytest.fixture
def booth(booth_folder: Path) -> reguli.Game:
    return reguli.load(booth_folder)


def begun(booth: reguli.Game) -> reguli.Playthrough:
    return booth.start(2, seed=3, names=("anna", "ben"), prescribed=ORDER)


def test_importing_the_package_loads_nothing_heavy() -> None:
    asked = "import sys, reguli; print(sorted({name.split('.')[0] for name in sys.modules} & {'lark', 'yaml', 'babel', 'jinja2'}))"
    out = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    assert all(getattr(reguli, name) is not None for name in reguli.__all__)
    assert set(reguli.__all__) <= set(dir(reguli))
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        _ = reguli.lode  # type: ignore[attr-defined]


def test_a_game_says_what_it_is(booth: reguli.Game) -> None:
    assert (booth.id, booth.name, booth.version, booth.players) == ("booth", "Booth", "1.0.0", (2, 4))
    assert booth.options == {"open_coins": False, "vows_remembered": True, "goal": "low"}


def test_a_shipped_game_is_played_to_its_end() -> None:
    playthrough = reguli.load("tic_tac_toe").start(names=("x", "o"))
    for move in ("place a1", "place b1", "place b2", "place c1", "place c3"):
        playthrough.apply(move)
    assert playthrough.over
    assert playthrough.decision is None
    assert [(place.place, place.name) for place in playthrough.ranking] == [(1, "x"), (2, "o")]


def test_a_decision_says_its_phase_wherever_it_is_asked() -> None:
    playthrough = reguli.load(TOYS / "seasons").start(2)
    asked = {}
    for move in ("look_first", "keep_it"):
        decision = playthrough.decision
        assert decision is not None
        asked[decision.name] = decision.phase
        playthrough.apply(move)
    # The second stands in a procedure that the phase runs.
    assert asked == {"turn": "drawing", "judgement": "drawing"}


def test_the_phase_of_every_decision_is_that_of_the_position() -> None:
    playthrough = reguli.load("power_grid").start(3, seed=5)
    asked = set()
    for _ in range(60):
        decision = playthrough.decision
        assert decision is not None
        assert decision.phase == playthrough.position()["facts"]["phase"]
        assert playthrough.view(None)["decision"]["phase"] == decision.phase
        asked.add(decision.phase)
        playthrough.apply(playthrough.moves()[-1])
    assert {"auction", "resources"} <= asked
    assert reguli.load("tic_tac_toe").start().decision.phase == "play"


def test_outside_of_all_phases_a_decision_has_none(tmp_path: Path) -> None:
    ask = "    by lot leader in players\n    decide door by leader:\n        left:\n            settle\n        right:\n            settle\n"
    folder = written(tmp_path, {"rules/booth.rules": ("    by lot leader in players\n", ask)})
    decision = reguli.load(folder).start().decision
    assert decision is not None
    assert (decision.name, decision.phase) == ("door", None)


def test_moves_are_listed_typed_and_given_as_json(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    decision = playthrough.decision
    assert decision is not None
    assert (decision.name, decision.seat, decision.by) == ("stall", 0, "anna")
    assert decision.options == ("buy", "lay", "rest")
    assert playthrough.moves() == ["buy red", "buy blue", "lay 5", "lay 6", "rest"]
    assert playthrough.moves(limit=2) == ["buy red", "buy blue"]
    assert playthrough.move_json("lay 6") == {"option": "lay", "arguments": {"card": "6"}}
    other = playthrough.branch()
    playthrough.apply("lay 6")
    other.apply({"option": "lay", "arguments": {"card": "lynx"}})
    assert playthrough.hash == other.hash


def test_a_refusal_says_the_reason_and_the_values(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    for _ in range(3):
        playthrough.apply("buy red")
    refusals = playthrough.why("buy red")
    assert [refusal.name for refusal in refusals] == ["no_coins", "too_many_gems"]
    assert refusals[0].values == (("left", 0), ("right", 1))
    assert refusals[0].missing == 1
    before = playthrough.hash
    with pytest.raises(reguli.IllegalMove):
        playthrough.apply("buy red")
    with pytest.raises(reguli.Unreadable):
        playthrough.apply("sell red")
    assert playthrough.hash == before
    assert playthrough.why("rest") == ()


def test_undo_goes_back_and_a_branch_stays(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    before = playthrough.hash
    playthrough.apply("buy red")
    branch = playthrough.branch()
    assert playthrough.undo()
    assert not playthrough.undo()
    assert playthrough.hash == before != branch.hash
    assert branch.value("anna.gems[red]") == 1


def test_views_journals_and_values_are_plain(booth: reguli.Game) -> None:
    playthrough = begun(booth)
    assert json.dumps(playthrough.view("ben"))
    assert playthrough.view(1) == playthrough.view("ben")
    with pytest.raises(LookupError, match="did you mean 'anna'"):
        playthrough.view("ana")
    assert playthrough.journal()[-1].text == "phase morning"
    assert any("?" in entry.text for entry in playthrough.journal("ben"))
    assert playthrough.value("ben.hand") == ["elk", "bear"]
    with pytest.raises(reguli.Unanswerable):
        playthrough.value("ben.hnad")
    assert json.dumps(playthrough.position())


def test_a_playthrough_begins_from_a_position(booth: reguli.Game) -> None:
    position = {
        "seats": {"eva": 0, "finn": 1},
        "at": {"phase": "morning", "by": "finn"},
        "state": {"finn.coins": 1, "finn.hand": []},
    }
    playthrough = booth.start(position=position)
    assert playthrough.decision is not None
    assert playthrough.decision.by == "finn"
    assert playthrough.moves() == ["buy red", "buy blue", "rest"]
    with pytest.raises(reguli.Findings, match=r"E501.*'finn\.cions'"):
        booth.start(position={**position, "state": {"finn.cions": 1}})
    with pytest.raises(ValueError, match="X104 Booth cannot be played by 9"):
        booth.start(position={**position, "players": 9})


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"players": 7}, ValueError, "cannot be played by 7"),
        ({"players": 2, "names": ("anna",)}, ValueError, "2 different names"),
        ({"players": 2, "names": ("anna", "ANNA")}, ValueError, "2 different names"),
        ({"prescribed": {"dekc": []}}, LookupError, "dekc"),
        ({"prescribed": {"leader": ["zoe"]}}, reguli.Unreadable, "zoe"),
    ],
)
def test_a_beginning_that_cannot_be_is_refused(
    booth: reguli.Game, given: dict[str, object], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        booth.start(**given)  # type: ignore[arg-type]


def test_saves_go_through_json_text_and_files(booth: reguli.Game, booth_folder: Path, tmp_path: Path) -> None:
    playthrough = begun(booth)
    playthrough.apply("buy red")
    text = json.dumps(playthrough.to_json())
    assert reguli.from_json(text, booth_folder).hash == playthrough.hash
    assert reguli.from_json(playthrough.to_json(), booth_folder).difference is None
    playthrough.save(tmp_path / "game.json")
    assert reguli.load_save(tmp_path / "game.json", booth_folder).hash == playthrough.hash
    with pytest.raises(reguli.Findings, match="E205"):
        reguli.from_json(text)
    with pytest.raises(reguli.Findings, match="E201"):
        reguli.from_json("{")


def test_a_save_opens_no_folder_that_happens_to_have_its_name(
    booth: reguli.Game, booth_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(booth_folder.parent)
    with pytest.raises(reguli.Findings, match="E205"):
        reguli.from_json(begun(booth).to_json())


def test_a_save_for_other_options_or_players_is_refused() -> None:
    data = reguli.load("tic_tac_toe").start().to_json()
    with pytest.raises(reguli.Findings, match="E206"):
        reguli.from_json({**data, "options": {"size": "huge"}})
    with pytest.raises(reguli.Findings, match="E206"):
        reguli.from_json({**data, "players": 5})


def test_a_save_of_a_ruleset_that_has_findings_now_is_refused(
    booth: reguli.Game, booth_folder: Path, tmp_path: Path
) -> None:
    broken = written(tmp_path, {"rules/booth.rules": ("shuffle deck", "shuffle dekc")})
    with pytest.raises(reguli.Findings, match="E207"):
        reguli.from_json(begun(booth).to_json(), broken)


def test_an_unknown_ruleset_names_the_one_meant() -> None:
    with pytest.raises(reguli.UnknownRuleset) as unknown:
        reguli.load("tic_tac_to")
    assert unknown.value.near == "tic_tac_toe"


def test_a_ruleset_with_findings_is_not_played(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("ruleset: x\n", encoding="utf-8")
    with pytest.raises(reguli.Findings) as found:
        reguli.load(tmp_path)
    assert found.value.findings

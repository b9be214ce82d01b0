"""list, info, check, explain, examples, fmt: what is told about a ruleset."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from command_runs import Run

from reguli.shipped_files import shipped_rulesets
from reguli.source.finding_catalogue import finding_catalogue


def test_list_names_what_is_shipped(reguli: Run) -> None:
    ran = reguli("list")
    assert [line.split()[0] for line in ran.out.splitlines()] == list(shipped_rulesets())
    told = {one["id"]: one for one in json.loads(reguli("list", "--json").out)}
    assert told["power_grid"]["players"] == [2, 6]
    assert told["power_grid"]["counts"]["inventory"] == 179
    assert told["power_grid"]["options"]["map"] == {"values": ["germany", "usa"], "default": "germany"}


def test_info_tells_options_and_counts(reguli: Run) -> None:
    ran = reguli("info", "tic_tac_toe")
    assert ran.code == 0
    assert "2 players" in ran.out
    told = json.loads(reguli("info", "power_grid", "--json", "--option", "map=usa").out)
    assert told["chosen"]["map"] == "usa"
    names = reguli("info", "power_grid", "--names").out.split()
    assert {"start_money", "max_plants", "price", "card.plant_13.powers"} <= set(names)


def test_a_clean_ruleset_has_no_findings(reguli: Run) -> None:
    ran = reguli("check", "tic_tac_toe")
    assert (ran.code, ran.out) == (0, "")
    assert "no findings" in ran.err
    assert json.loads(reguli("check", "tic_tac_toe", "--json").out)["findings"] == []


def test_findings_are_results_with_their_place(reguli: Run, variant: Callable[[str], str]) -> None:
    path = variant("variant: mine\nof: power_grid\nset:\n  constants.star_money: 60\n")
    ran = reguli("check", path)
    assert ran.code == 1
    assert ran.out.startswith("mine/variant.yaml:4:3 R152")
    assert "did you mean 'start_money'?" in ran.out
    assert "1 finding" in ran.err
    (finding,) = json.loads(reguli("check", path, "--json").out)["findings"]
    assert (finding["code"], finding["place"]["line"], finding["near"]) == ("R152", 4, "start_money")


def test_what_only_one_option_brings_is_found_once(reguli: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "variant.yaml").write_text(
        "variant: mine\nof: power_grid\nreplace:\n  state:\n    game:\n      removed: {zone: card, visible: nobdy}\n",
        encoding="utf-8",
    )
    ran = reguli("check", str(folder))
    assert ran.code == 1
    assert ran.out.count("'nobdy'") == 1


def test_a_ruleset_with_findings_is_not_played(reguli: Run, variant: Callable[[str], str]) -> None:
    path = variant("variant: mine\nof: power_grid\nset:\n  constants.star_money: 60\n")
    ran = reguli("play", path, "--bots", "random")
    assert (ran.code, ran.out) == (1, "")
    assert "R152" in ran.err


def test_an_unsound_bot_is_a_finding(reguli: Run, variant: Callable[[str], str]) -> None:
    path = variant("variant: mine\nof: tic_tac_toe\nset:\n  options.x: 1\n")
    Path(path, "variant.yaml").write_text("variant: mine\nof: tic_tac_toe\n", encoding="utf-8")
    Path(path, "bots.yaml").write_text(
        "bots:\n  bold:\n    prefer:\n      - {option: plce, base: 1}\n      - {option: place, score: {cel: 1}}\n",
        encoding="utf-8",
    )
    ran = reguli("check", path)
    assert ran.code == 1
    assert "X120" in ran.out
    assert "did you mean 'place'?" in ran.out
    assert "did you mean 'cell'?" in ran.out


def test_explain_knows_every_code(reguli: Run) -> None:
    listed = reguli("explain").out.splitlines()
    assert [line.split()[0] for line in listed] == sorted(finding_catalogue())
    for code in finding_catalogue().values():
        told = reguli("explain", code.id.lower()).out
        assert told.startswith(f"{code.id}  {code.title}")
        assert "wrong:" in told
    assert json.loads(reguli("explain", "Y301", "--json").out)["title"] == "leading zero"


def test_examples_run_and_are_listed(reguli: Run) -> None:
    ran = reguli("examples", "power_grid", "the_last_pays_the_number", "E24_nobody_buys")
    assert ran.code == 0
    assert sorted(ran.out.split()) == ["E24_nobody_buys", "ok", "ok", "the_last_pays_the_number"]
    assert "the_last_pays_the_number  P54, P65" in reguli("examples", "power_grid", "--list").out.splitlines()


def test_examples_of_what_a_variant_lies_over_are_run_by_name(reguli: Run, variant: Callable[[str], str]) -> None:
    path = variant("variant: mine\nof: hex\nset:\n  options.size: tiny\n")
    ran = reguli("examples", path, "a_chain_wins")
    assert ran.out.splitlines()[0] == "ok      a_chain_wins"
    listed = json.loads(reguli("examples", path, "a_chain_wins", "--list", "--json").out)
    assert [example["id"] for example in listed] == ["a_chain_wins"]


def test_an_example_that_does_not_hold_is_a_finding(reguli: Run, variant: Callable[[str], str]) -> None:
    path = variant("variant: mine\nof: tic_tac_toe\n")
    examples = Path(path, "examples")
    examples.mkdir()
    (examples / "few.yaml").write_text(
        "examples:\n  - {id: two, players: 2, setup: initial, then: [{value: player_count, is: 2}]}\n"
        "  - {id: three, players: 2, setup: initial, then: [{value: player_count, is: 3}]}\n",
        encoding="utf-8",
    )
    ran = reguli("examples", path)
    assert ran.code == 1
    assert "ok      two" in ran.out
    assert "FAILED  three" in ran.out
    told = {one["id"]: one["claims"][0] for one in json.loads(reguli("examples", path, "--json").out)}
    assert (told["three"]["expected"], told["three"]["found"], told["three"]["holds"]) == (3, 2, False)


def test_fmt_changes_layout_only_when_asked(reguli: Run, tmp_path: Path) -> None:
    rules = tmp_path / "few.rules"
    untidy = "# kept\ndefine  more( player )=player.points+1\n"
    rules.write_text(untidy, encoding="utf-8")
    assert reguli("fmt", str(rules), "--check").code == 1
    assert rules.read_text(encoding="utf-8") == untidy
    ran = reguli("fmt", str(rules))
    assert (ran.code, ran.out) == (0, f"{rules}\n")
    assert rules.read_text(encoding="utf-8") == "# kept\ndefine more(player) = player.points + 1\n"
    assert reguli("fmt", str(rules), "--check").code == 0


UNTIDY = "define  more( player )=player.points+1\n"


def test_fmt_takes_only_rules_files(reguli: Run, tmp_path: Path) -> None:
    for name, content in (
        ("notes.txt", b"phase  a :\n  settle\n"),
        ("game.yaml", b"id: x\n"),
        ("binary.rules", b"\x7fELF\xff\x00"),
        ("fine.rules", UNTIDY.encode()),
        ("mistaken.rules", b"phase a\n"),
    ):
        (tmp_path / name).write_bytes(content)
    for name in ("empty", "folder.rules"):
        (tmp_path / name).mkdir()
    given = [
        "notes.txt",
        "game.yaml",
        "binary.rules",
        "missing.rules",
        "missing",
        "empty",
        "folder.rules",
        "fine.rules",
    ]
    ran = reguli("fmt", *(str(tmp_path / name) for name in (*given, "mistaken.rules")))
    assert (ran.code, ran.out) == (2, "")
    why = {
        "notes.txt": "X105",
        "game.yaml": "X105",
        "binary.rules": "it is not UTF-8 text",
        "missing.rules": "No such file or directory",
        "missing": "X101",
        "empty": "the folder holds neither game.yaml nor variant.yaml",
        "folder.rules": "it is a folder",
        "fine.rules": None,
    }
    heads = [line for line in ran.err.splitlines() if line.startswith("X")]
    for name, said in why.items():
        told = [line for line in heads if f"{tmp_path / name}'" in line]
        assert len(told) == (said is not None), (name, heads)
        assert said is None or said in told[0]
    assert f"{tmp_path / 'mistaken.rules'}:1:8 L" in ran.err
    assert (tmp_path / "fine.rules").read_text(encoding="utf-8") == UNTIDY


def test_fmt_says_of_each_kind_of_file_why_it_is_none(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text("id: x\n", encoding="utf-8")
    assert "its name does not end in .rules" in reguli("fmt", str(file)).err
    control = tmp_path / "control.rules"
    control.write_text("define a = \x00\x01\n", encoding="utf-8")
    ran = reguli("fmt", str(control))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"{control}:1:12 L")

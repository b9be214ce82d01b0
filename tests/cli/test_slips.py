"""Slips that designers make: each is found once, where it is, with what helps; nothing that only follows from it is said.

A slip is one change to a sound game: a file, what it says, what is written instead. Expected are the place and code of the
one finding, and words that stand in it.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from command_runs import Run

from reguli.shipped_files import find_ruleset

GAME = "connect_four"
PLAY, BOARD = "rules/play.rules", "components/board.yaml"

SLIPS = [
    # names
    (PLAY, "set to_move.won to true", "set to_move.wom to true", "rules/play.rules:11:25 R206", "did you mean 'won'?"),
    (PLAY, "= lowest_empty(", "= lowest_emty(", "rules/play.rules:7:31 R211", "did you mean 'lowest_empty'?"),
    (PLAY, "decide turn", "decied turn", "rules/play.rules:5:9 L153", "did you mean 'decide'?"),
    (PLAY, "next(to_move)", "next(to_move", "rules/play.rules:13:36 L161", "is never closed"),
    (PLAY, "set to_move to next(to_move)", "run pass_on", "rules/play.rules:13:21 R210", "no procedure 'pass_on'"),
    ("game.yaml", "[play]", "[ply]", "game.yaml:11:9 R213", "did you mean 'play'?"),
    ("game.yaml", "by: lines(", "by: line(", "game.yaml:13:10 R211", "did you mean 'lines'?"),
    ("game.yaml", "default: standard", "default: standart", "game.yaml:9:14 R107", "did you mean 'standard'?"),
    ("state.yaml", "capacity: 1", "capcity: 1", "state.yaml:7:25 R101", "did you mean 'capacity'?"),
    ("state.yaml", "{zone: stone, c", "{zone: stones, c", "state.yaml:7:3 R204", "did you mean 'stone'?"),
    (BOARD, "shape: square", "shape: squre", "board.yaml:4:19 R107", "did you mean 'square'?"),
    (BOARD, "starts: player.unused", "starts: player.used", "board.yaml:9:13 R206", "no 'used'"),
    ("constants.yaml", "line_length:", "Line_length:", "constants.yaml:3:1 R104", "did you mean 'line_length'?"),
    ("constants.yaml", "line_length:", "line-length:", "constants.yaml:3:1 R104", "did you mean 'line_length'?"),
    ("constants.yaml", "[C6]", "[C66]", "constants.yaml:3:1 R340", "did you mean 'C6'?"),
    (PLAY, "cites C4, C5:", "cites C4, C55:", "rules/play.rules:6:13 R340", "did you mean 'C5'?"),
    ("tables.yaml", "north: south,", "north: sooth,", "tables.yaml:4:17 R311", "did you mean 'south'?"),
    # indentation, colons, signs
    (PLAY, "    while some", "   while some", "rules/play.rules:4:1 L111", "indented by 3,"),
    (PLAY, "                if comp", "               if comp", "rules/play.rules:10:1 L111", "indented by 15,"),
    (PLAY, "    while some", "\twhile some", "rules/play.rules:4:1 L110", "a tab stands"),
    (PLAY, "by to_move:", "by to_move", "rules/play.rules:5:31 L170", "the colon after 'decide ...' is missing"),
    (PLAY, "# Row 1", "// Row 1", "rules/play.rules:16:1 L131", "did you mean '#'?"),
    (PLAY, "cell.column = column", "cell.column == column", "rules/play.rules:18:47 L127", "did you mean '='?"),
    (PLAY, "let landing = lowest", "landing = lowest", "rules/play.rules:7:17 L15", "set landing to"),
    (PLAY, "set to_move.won to true", 'set to_move."won" to true', "rules/play.rules:11:33 L128", "without quotes"),
    (PLAY, "set to_move.won to true", "set to_move.won to true;", "rules/play.rules:11:44 L131", "take it away"),
    # other words
    (PLAY, "is empty:", "is empyt:", "rules/play.rules:4:51 L165", "did you mean 'empty'?"),
    (PLAY, "is not none", "isnt none", "rules/play.rules:8:31 L191", "did you mean 'is not'?"),
    (PLAY, "is not none", "not none", "rules/play.rules:8:35 L191", "did you mean 'is not none'?"),
    (PLAY, "while some cell", "while any cell", "rules/play.rules:4:11 L191", "did you mean 'some'?"),
    (PLAY, "cells where", "cells with", "rules/play.rules:4:30 L191", "did you mean 'where'?"),
    (PLAY, "    end game\n\n", "    endgame\n\n", "rules/play.rules:14:5 L153", "did you mean 'end game'?"),
    (PLAY, " because column_full(column)", "", "rules/play.rules:8:43 L175", "write 'because'"),
    # numbers and sorts
    (PLAY, "- 1\n", "- 3\n", "rules/play.rules:28:47 R223", "in constants.yaml"),
    (PLAY, "if completes_line(to_move, landing):", "if landing:", "play.rules:10:20 R220", "a condition is wanted"),
    (PLAY, "from to_move.unused", "from player.unused", "play.rules:9:40 R215", "write for player in players"),
    ("constants.yaml", "{value: 4", "{value: 4, unit: ston", "constants.yaml:3:1 R205", "did you mean 'stone'?"),
    (BOARD, "supply: 21", "supply: twenty", "board.yaml:8:39 R103", "a whole number or 'unlimited'"),
    (BOARD, "supply: 21", "supply: 21.5", "board.yaml:8:39 Y303", "is not a whole number"),
    # YAML
    ("constants.yaml", "value: 4", "value:4", "constants.yaml:3:15 Y212", "write a space after the colon"),
    ("constants.yaml", "length: {", "length:\u00a0{", "constants.yaml:3:13 Y107", "NO-BREAK SPACE"),
    ("game.yaml", "round: [play]", "round: play, score", "game.yaml:11:8 R103", "did you mean '[play, score]'?"),
    ("game.yaml", "{min: 2, max: 2, source: [C1]}", "2", "game.yaml:5:10 R103", "did you mean '{min: ..., max: ...}'?"),
    ("state.yaml", "flag: true", "flag: True", "state.yaml:5:15 Y305", "write true if"),
    ("state.yaml", "source: [C5]}", "source: [C5]", "state.yaml:7:11 Y204", "is not closed"),
]


def _fits(out: str, place: str, said: str) -> bool:
    return re.search(rf"{re.escape(place)}", out.split("\n", 1)[0]) is not None and said in out


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{slip[0]}: {slip[2]!r}" for slip in SLIPS])
def test_a_slip_is_found_once_and_where_it_is(reguli: Run, tmp_path: Path, slip: tuple[str, ...]) -> None:
    file, old, new, place, said = slip
    source = find_ruleset(GAME)
    assert source is not None
    shutil.copytree(source, tmp_path / "mine")
    path = tmp_path / "mine" / file
    sound = path.read_text(encoding="utf-8")
    assert old in sound
    path.write_text(sound.replace(old, new, 1), encoding="utf-8")
    ran = reguli("check", str(tmp_path / "mine"))
    assert ran.code == 1
    assert ": 1 finding," in ran.err, ran.out
    assert _fits(ran.out, place, said), ran.out


SETTINGS = [
    ("constants.line_lenght: 5", "R152", "did you mean 'line_length'?"),
    ("line_length: 5", "R151", "did you mean 'constants.line_length'?"),
    ("constant.line_length: 5", "R151", "did you mean 'constants.line_length'?"),
    ("constants: {line_length: 5}", "R151", "did you mean 'constants.line_length'?"),
    ("constants.line_length:5", "R103", "did you mean 'constants.line_length: 5'?"),
    ("constants.line_length 5", "R103", "did you mean 'constants.line_length: 5'?"),
    ("constants.line_length: 5.5", "Y303", "is not a whole number"),
    ("constants.line_length: 99999999999999999999", "Y304", "is too large"),
    ("tables.opposite[nroth]: east", "R152", "did you mean 'tables.opposite[north]'?"),
    ("tables.opposite[north, south]: east", "R152", "did you mean 'tables.opposite[direction]'?"),
    ("tables.opposite: [east]", "R151", "did you mean 'tables.opposite[direction]'?"),
    ("size: small", "R151", "did you mean 'options.size'?"),
]


@pytest.mark.parametrize(("line", "code", "said"), SETTINGS, ids=[line for line, _, _ in SETTINGS])
def test_a_slip_in_a_variant_is_found_once(reguli: Run, tmp_path: Path, line: str, code: str, said: str) -> None:
    (tmp_path / "variant.yaml").write_text(f"variant: mine\nof: {GAME}\nset:\n  {line}\n", encoding="utf-8")
    ran = reguli("check", str(tmp_path))
    assert ran.code == 1
    assert ": 1 finding," in ran.err, ran.out
    assert f"variant.yaml:4:{26 if code in {'Y303', 'Y304'} else 3} {code} " in ran.out
    assert said in ran.out


def test_an_element_is_found_by_its_label(reguli: Run, tmp_path: Path) -> None:
    (tmp_path / "variant.yaml").write_text(
        "variant: mine\nof: power_grid\nset:\n  card.13.powers: 2\n", encoding="utf-8"
    )
    ran = reguli("check", str(tmp_path))
    assert "R152 the ruleset has no card '13'" in ran.out
    assert "did you mean 'plant_13'?" in ran.out


def test_a_folder_whose_file_has_another_ending_is_told_apart(reguli: Run, tmp_path: Path) -> None:
    (tmp_path / "variant.yml").write_text(f"variant: mine\nof: {GAME}\n", encoding="utf-8")
    ran = reguli("check", str(tmp_path))
    assert ran.code == 2
    assert "did you mean 'variant.yaml'?" in ran.err


def test_a_mistake_under_several_options_is_no_fault_of_ours(reguli: Run, tmp_path: Path) -> None:
    """A procedure that there is not: the checks of the whole must not follow the call, under any option."""
    source = find_ruleset(GAME)
    assert source is not None
    shutil.copytree(source, tmp_path / "mine")
    path = tmp_path / "mine" / PLAY
    text = path.read_text(encoding="utf-8").replace("set to_move to next(to_move)", "run pass_on")
    path.write_text(text, encoding="utf-8")
    ran = reguli("check", str(tmp_path / "mine"))
    assert (ran.code, ran.out.count(" R210 ")) == (1, 1)


def test_a_variant_brings_bots_of_its_own_and_those_it_inherits_lose_what_no_longer_fits(
    reguli: Run, tmp_path: Path
) -> None:
    mine, above = tmp_path / "mine", tmp_path / "above"
    (above / "rules").mkdir(parents=True)
    mine.mkdir()
    (mine / "variant.yaml").write_text(f"variant: mine\nof: {GAME}\n", encoding="utf-8")
    (mine / "bots.yaml").write_text("bots: {eager: {prefer: [{option: drop, base: 1}]}}\n", encoding="utf-8")
    (above / "variant.yaml").write_text("variant: above\nof: ../mine\n", encoding="utf-8")
    assert reguli("check", str(above)).code == 0
    assert reguli("play", str(above), "--bots", "eager").code == 0
    rules = Path(str(find_ruleset(GAME)), PLAY).read_text(encoding="utf-8")
    phase = rules.partition("\n# Row 1")[0].replace("drop(", "let_go(")
    (above / "rules" / "play.rules").write_text(phase, encoding="utf-8")
    said = "the bot eager does not fit these rules at drop; what it prefers there is left out"
    for words in (["check"], ["play", "--bots", "eager"]):
        ran = reguli(*words, str(above))
        assert (ran.code, said in ran.err) == (0, True)
    # Its own bots must fit.
    shutil.copy(mine / "bots.yaml", above / "bots.yaml")
    assert "X120 no decision has an option 'drop'" in reguli("check", str(above)).out


def test_nobody_is_sent_elsewhere_by_a_word_of_three_letters(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "more.yaml"
    file.write_text("variant: more\nof: power_grid\nset:\n  players.top: 7\n  options.mpa: usa\n", encoding="utf-8")
    ran = reguli("check", str(file))
    assert "R151 'players.top' says nothing that a variant can set" in ran.out
    assert ran.out.count("did you mean") == 1
    assert "did you mean 'map'?" in ran.out

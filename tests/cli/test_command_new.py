"""A variant or a game of one's own is begun by one command: what it writes checks, plays and prints at once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from command_runs import Run

from large import LARGE
from reguli.shipped_files import shipped_rulesets

COPIED = LARGE | {"power_grid"}
"""Large rulesets: by day a copy of one of them is made and its words looked at, by night all are, and are played and printed too, as those of all others are."""


@pytest.mark.parametrize("ruleset", ["power_grid", "hex"])
def test_a_new_variant_is_its_game_until_a_number_is_changed(reguli: Run, tmp_path: Path, ruleset: str) -> None:
    assert reguli("new", "calm", "--of", ruleset, "--folder", str(tmp_path)).code == 0
    file = tmp_path / "calm" / "variant.yaml"
    assert reguli("check", str(tmp_path / "calm")).code == 0
    changed = reguli(
        "book", str(tmp_path / "calm"), "--product", "changes", "--format", "md", "--folder", str(tmp_path)
    )
    assert changed.code == 0
    # Every line that a '#' stands before sets a constant to what it is, which is all that is found amiss.
    text = file.read_text(encoding="utf-8").replace("# set:", "set:").replace("#   const", "  const")
    file.write_text(text, encoding="utf-8")
    ran = reguli("check", str(tmp_path / "calm"), "--json")
    assert {found["code"] for found in json.loads(ran.out)["findings"]} == {"R153"}
    assert len(json.loads(ran.out)["findings"]) == text.count("  constants.")


def test_a_number_of_a_new_variant_is_changed_where_it_stands(reguli: Run, tmp_path: Path) -> None:
    """P16: everybody begins with 50 Elektro."""
    assert reguli("new", "calm", "--of", "power_grid", "--folder", str(tmp_path)).code == 0
    file = tmp_path / "calm" / "variant.yaml"
    text = file.read_text(encoding="utf-8")
    assert "#   constants.start_money: 50  # elektro P16\n" in text
    text = text.replace("# set:", "set:").replace("#   constants.start_money: 50", "  constants.start_money: 60")
    file.write_text(text, encoding="utf-8")
    assert "start_money: 60" in reguli("trace", str(tmp_path / "calm"), "start_money").out.replace("=", ":").replace(
        " :", ":"
    )


@pytest.mark.parametrize(
    "like", [pytest.param(name, marks=[pytest.mark.night] * (name in COPIED)) for name in shipped_rulesets()]
)
def test_a_new_game_checks_plays_and_prints_in_every_language(reguli: Run, tmp_path: Path, like: str) -> None:
    assert reguli("new", "my_game", "--like", like, "--folder", str(tmp_path)).code == 0
    home = str(tmp_path / "my_game")
    assert reguli("check", home, "--play").code == 0
    assert reguli("words", "check", home).code == 0
    for code in ("en", "hu", "ro"):
        ran = reguli("card", home, "--lang", code, "--format", "md", "--folder", str(tmp_path / "cards"))
        assert ran.code == 0
        text = (tmp_path / "cards" / "my_game" / f"card.{code}.md").read_text(encoding="utf-8")
        assert "# My Game\n" in text
        assert "⟦" not in text


def test_a_copy_of_a_copy_keeps_its_words(reguli: Run, tmp_path: Path) -> None:
    for name, like in (("first", "hex"), ("second", str(tmp_path / "first"))):
        assert reguli("new", name, "--like", like, "--folder", str(tmp_path)).code == 0
    assert reguli("words", "check", str(tmp_path / "second")).code == 0
    text = (tmp_path / "second" / "words" / "en" / "wordings.po").read_text(encoding="utf-8")
    assert "game:second" in text
    assert "first/" not in text


def test_a_game_may_lie_in_a_folder_of_any_name(reguli: Run, tmp_path: Path) -> None:
    home = tmp_path / "games: a #b"
    assert reguli("new", "mine", "--like", "hex", "--folder", str(home)).code == 0
    assert reguli("new", "calm", "--of", str(home / "mine"), "--folder", str(tmp_path)).code == 0
    assert reguli("check", str(tmp_path / "calm")).code == 0


@pytest.mark.parametrize(
    "like",
    [
        pytest.param(name, marks=[pytest.mark.night] * (name in LARGE))
        for name in sorted(COPIED & set(shipped_rulesets()))
    ],
)
def test_a_large_game_is_copied_with_its_words(reguli: Run, tmp_path: Path, like: str) -> None:
    assert reguli("new", "my_grid", "--like", like, "--folder", str(tmp_path)).code == 0
    assert reguli("words", "check", str(tmp_path / "my_grid")).code == 0


def test_the_comments_are_in_the_language_of_the_table(reguli: Run, tmp_path: Path) -> None:
    assert reguli("new", "calm", "--of", "hex", "--folder", str(tmp_path), "--lang", "hu").code == 0
    assert "# Ami itt áll" in (tmp_path / "calm" / "variant.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("calm", "--of", "hex", "--like", "hex"), "X103"),
        (("Calm-One", "--of", "hex"), "X103"),
        (("hex", "--like", "hex"), "X103"),
        (("calm", "--of", "hexx"), "X101"),
        (("there", "--of", "hex"), "X112"),
        (("calm", "--like", "there"), "X103"),
    ],
)
def test_wrong_words_write_nothing(
    reguli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert reguli("new", "there", "--of", "hex").code == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    ran = reguli("new", *words)
    assert ran.code == 2
    assert ran.err.startswith(code)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.skipif(shutil.which("bash") is None or shutil.which("git") is None, reason="needs bash and git")
def test_a_workflow_holds_a_request_against_what_was_there(reguli: Run, tmp_path: Path) -> None:
    """Its step is run by a shell, as a public CI runs it, with a program in place of the command that says what it was asked."""
    asked, tools = tmp_path / "asked", tmp_path / "tools"
    tools.mkdir()
    (tools / "reguli").write_text(f'#!/bin/sh\necho "$@" >> {asked}\n', encoding="utf-8")
    (tools / "reguli").chmod(0o755)

    def git(*words: str) -> str:
        who = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
        return subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "--message", "nothing")
    assert reguli("new", "mine", "--like", "tic_tac_toe", "--folder", str(tmp_path)).code == 0
    git("add", "mine")
    git("commit", "--quiet", "--message", "a game")
    told = yaml.safe_load((tmp_path / "mine/.github/workflows/rules.yml").read_text(encoding="utf-8"))
    (step,) = (one for one in told["jobs"]["rules"]["steps"] if one.get("name") == "reguli verify")
    before, now = git("rev-parse", "HEAD~1").strip(), git("rev-parse", "HEAD").strip()
    for base in ("", before, now):
        path = f"{tools}{os.pathsep}{os.environ['PATH']}"
        env = {**os.environ, "PATH": path, "BASE": base}
        subprocess.run(["bash", "-eo", "pipefail", "-c", step["run"]], cwd=tmp_path / "mine", env=env, check=True)
    page = "--format html --out report.html"
    assert asked.read_text().splitlines() == [f"verify . {page}"] * 2 + [f"verify . --against {now} {page}"]


@pytest.mark.parametrize("name", ["con", "aux", "com1"])
def test_no_folder_is_called_as_windows_calls_a_device(reguli: Run, tmp_path: Path, name: str) -> None:
    ran = reguli("new", name, "--like", "tic_tac_toe", "--folder", str(tmp_path))
    assert ran.code == 2
    assert "Windows" in ran.err
    assert not list(tmp_path.iterdir())


def test_a_copy_has_its_own_name_in_the_notes_for_translators(reguli: Run, tmp_path: Path) -> None:
    assert reguli("new", "tt4", "--like", "tic_tac_toe", "--folder", str(tmp_path)).code == 0
    home = tmp_path / "tt4"
    noted = {file: _notes(file) for file in sorted(home.glob("words/*/wordings.po"))}
    assert len(noted) == 3
    assert not [note for notes in noted.values() for note in notes if "Tic-Tac-Toe" in note or "tic_tac_toe" in note]
    assert reguli("words", "check", str(home)).code == 0
    assert reguli("words", "update", str(home)).code == 0
    assert {file: _notes(file) for file in noted} == noted


def _notes(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").split("\n") if line.startswith("#.")]


FIRST = [
    [],
    ["--players", "3"],
    ["--board", "hex"],
    ["--board", "squares", "8x6", "--players", "2..4"],
    ["--board", "map", "5", "--players", "1-2", "--name", 'It\'s "mine": 2nd'],
]


FIRST_IN = [(words, language) for words in FIRST for language in ("en", "ro", "hu")]
"""By day the plainest game in every language, and of the others each in one."""


@pytest.mark.parametrize(
    ("words", "language"),
    [
        pytest.param(*one, id="-".join((*one[0], one[1])), marks=[pytest.mark.night] * (at >= 3 and at % 4 != 0))
        for at, one in enumerate(FIRST_IN)
    ],
)
def test_a_first_game_checks_plays_and_prints(reguli: Run, tmp_path: Path, words: list[str], language: str) -> None:
    """A name with a digit is one, too; what the rules say stands on the card in whole sentences."""
    home = str(tmp_path / "tt4")
    assert reguli("new", "tt4", *words, "--folder", str(tmp_path)).code == 0
    assert reguli("check", home, "--print", "--play", "--lang", language).code == 0
    assert reguli("words", "check", home).code == 0
    for product in ("card", "book"):
        ran = reguli(product, home, "--lang", language, "--format", "md", "--folder", str(tmp_path / "out"))
        assert ran.code == 0
        text = (tmp_path / "out" / "tt4" / f"{product}.{language}.md").read_text(encoding="utf-8")
        assert "⟦" not in text
        # Three rounds, as constants.yaml says.
        assert {"en": "3 rounds", "ro": "3 runde", "hu": "3 forduló"}[language] in text.replace("\xa0", " ")


def test_a_first_game_is_played_to_the_end_and_verified(reguli: Run, tmp_path: Path) -> None:
    home = str(tmp_path / "tt4")
    assert reguli("new", "tt4", "--players", "2-3", "--folder", str(tmp_path)).code == 0
    assert reguli("simulate", home, "--games", "20").out.startswith("20 games: 20 played to the end")
    assert reguli("play", home, "--bots", "random").code == 0
    ran = reguli("verify", home, "--budget", "5")
    assert (ran.code, "tt4: 0 wrong, 0 changed" in ran.err) == (0, True)


def test_a_changed_number_of_a_first_game_is_said_with_the_new_number(reguli: Run, tmp_path: Path) -> None:
    assert reguli("new", "mine", "--folder", str(tmp_path)).code == 0
    file = tmp_path / "mine" / "constants.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("value: 3", "value: 5"), encoding="utf-8")
    assert reguli("card", str(tmp_path / "mine"), "--format", "md", "--folder", str(tmp_path)).code == 0
    assert "after 5 rounds" in (tmp_path / "mine" / "card.en.md").read_text(encoding="utf-8").replace("\xa0", " ")


def test_a_board_has_the_size_that_was_asked_for(reguli: Run, tmp_path: Path) -> None:
    """A hexagon with 3 spaces along each side has 3 + 4 + 5 + 4 + 3 = 19."""
    for words, spaces in (("hex 3", 19), ("square 5", 25), ("rhombus 4x3", 12), ("map 6x2", 12)):
        name = f"my_{words.split()[0]}"
        assert reguli("new", name, "--board", *words.split(), "--folder", str(tmp_path)).code == 0
        (tmp_path / name / "counts.yaml").write_text(f"counts: {{count(spaces): {spaces}}}\n", encoding="utf-8")
        ran = reguli("verify", str(tmp_path / name), "--only", "static", "--budget", "2")
        assert f"{name}: 0 wrong" in ran.err


@pytest.mark.parametrize(
    ("words", "code", "near"),
    [
        (["--board", "hexx"], "X176", "hex"),
        (["--board", "hex", "1"], "X176", None),
        (["--board", "hex", "4x5"], "X176", None),
        (["--board", "square", "1000000"], "X176", None),
        (["--board", "square", "4", "4"], "X176", None),
        (["--players", "4-2"], "X175", None),
        (["--players", "0"], "X175", None),
        (["--players", "some"], "X175", None),
        (["--name", "My [new] Game"], "X177", None),
        (["--name", "   "], "X177", None),
        (["--name", "a\nb"], "X177", None),
        (["--of", "hex", "--like", "hex"], "X103", None),
        (["--like", "hex", "--board", "hex"], "X103", None),
    ],
)
def test_wrong_words_for_a_first_game(
    reguli: Run, tmp_path: Path, words: list[str], code: str, near: str | None
) -> None:
    ran = reguli("new", "mine", *words, "--folder", str(tmp_path))
    assert ran.code != 0
    assert code in ran.err
    assert near is None or f"did you mean '{near}'?" in ran.err
    assert not (tmp_path / "mine").exists()


def test_a_copy_and_a_variant_take_a_name(reguli: Run, tmp_path: Path) -> None:
    for word in ("--like", "--of"):
        assert reguli("new", f"x{word[2:]}", word, "hex", "--name", "Hex: 2nd", "--folder", str(tmp_path)).code == 0
        assert reguli("check", str(tmp_path / f"x{word[2:]}")).code == 0

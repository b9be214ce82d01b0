"""What TUTORIAL.md says of variants: the keys of a variant, what lies beside it, and what it cannot change."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from handbook import TOP
from reguli.cli.main import main
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.folder_contents import FILES
from reguli.ruleset.patches.patch_sections import ADDED, REPLACED, TAKEN
from reguli.source.diagnostic import finding_sentence

SECTION = (TOP / "TUTORIAL.md").read_text(encoding="utf-8").partition("## 8. What a variant")[2].partition("\n## ")[0]
ROWS = dict(re.findall(r"^\| (`.*?) \| (.*) \|$", SECTION, re.MULTILINE))
DIGEST = r"[0-9a-f]{8}-[0-9a-f]{4}"
CODE = re.compile(r"`([^`]+)`")
HEAD = "variant: mine\nof: tic_tac_toe\n"


def _variant(top: Path, text: str = "", **files: str) -> Path:
    """Write a variant of tic-tac-toe; files by their paths, ``__`` for a slash, ``_dot_`` for a point."""
    folder = top / "mine"
    folder.mkdir()
    (folder / "variant.yaml").write_text(HEAD + text, encoding="utf-8")
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


def _codes(folder: Path) -> tuple[str, ...]:
    loaded = LoadedRuleset(str(folder))
    assert loaded.checked or loaded.bag
    return loaded.bag.codes


def test_the_keys_of_the_page_are_those_there_are(tmp_path: Path) -> None:
    loaded = LoadedRuleset(str(_variant(tmp_path, "nonsense: 1\n")))
    assert not loaded.checked
    (found,) = loaded.bag
    said = str(dict(found.args))
    named = [name for row in ROWS for name in CODE.findall(row) if "/" not in name and "." not in name]
    assert sorted(named) == sorted(re.findall(r"variant, of[a-z_, ]+", said)[0].split(", ")), finding_sentence(found)


def test_what_may_be_replaced_added_and_removed_is_what_the_page_says() -> None:
    assert CODE.findall(ROWS["`replace`"]) == list(REPLACED.known)
    assert CODE.findall(ROWS["`add`"]) == list(ADDED.known)
    assert CODE.findall(ROWS["`remove`"]) == list(TAKEN.known)


def test_what_may_lie_beside_it_is_what_the_page_says() -> None:
    names = [name for row in ROWS for name in CODE.findall(row) if "/" in name or name.endswith(".yaml")]
    folders = ["boards/", "components/", "examples/", "rules/", "words/"]
    assert sorted(names) == sorted([*folders, *FILES[1:]])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("players: {min: 2, max: 3}\n", "R101"),
        ("options: {quick: {switch: true}}\n", "R101"),
        ("add: {inventory: {T9: {statement: New.}}}\n", "R101"),
        ("units: [coin]\n", "R101"),
        ("setup: begin\n", "R101"),
        ("boards: [mine]\n", "R101"),
        ("remove: {words: [a]}\n", "R101"),
    ],
)
def test_a_key_in_the_wrong_place_is_a_finding(tmp_path: Path, text: str, code: str) -> None:
    assert code in _codes(_variant(tmp_path, text))


def test_what_still_names_what_is_gone_is_a_finding_there(tmp_path: Path) -> None:
    loaded = LoadedRuleset(str(_variant(tmp_path, "remove: {rules: [completes_line]}\n")))
    assert not loaded.checked
    places = {(found.code, found.span.file if found.span else "") for found in loaded.bag}
    assert places == {("R211", "tic_tac_toe/rules/play.rules")}


@pytest.mark.parametrize("name", ["constant_dot_yaml", "states_dot_yaml", "board__mine_dot_yaml"])
def test_a_file_that_nothing_reads_is_a_finding(tmp_path: Path, name: str) -> None:
    assert "R121" in _codes(_variant(tmp_path, **{name: "{}\n"}))


def test_it_brings_components_of_its_own(tmp_path: Path) -> None:
    text = "kinds: {token: {elements: [red]}}\n"
    folder = _variant(tmp_path, "add: {kinds: [token]}\n", components__more_dot_yaml=text)
    loaded = LoadedRuleset(str(folder))
    assert loaded.ruleset is not None
    assert "token" in loaded.ruleset.kinds
    (folder / "components" / "more.yaml").write_text("][", encoding="utf-8")
    assert any(code.startswith("Y") for code in _codes(folder))


def test_what_is_to_be_remembered_may_be_anything(tmp_path: Path) -> None:
    assert _codes(_variant(tmp_path, "source: {seen: [1, 2]}\nnote: [a, {b: c}]\n")) == ()


def test_a_new_rule_must_be_named(tmp_path: Path) -> None:
    rule = "define alone = 1\n"
    assert _codes(_variant(tmp_path, rules__mine_dot_rules=rule)) == ("R155",)
    shutil.rmtree(tmp_path / "mine")
    loaded = LoadedRuleset(str(_variant(tmp_path, "add: {rules: [alone]}\n", rules__mine_dot_rules=rule)))
    assert loaded.ruleset is not None
    assert "alone" in loaded.ruleset.defines


def test_a_layout_stands_for_the_whole_one_of_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    layout = "paper: a5\npages: {a5: 1}\nsections:\n  - section: ending\n    parts: [{statement: T5}]\n"
    folder = _variant(tmp_path, card_dot_yaml=layout)
    assert main(["card", str(folder), "--format", "md", "--folder", str(tmp_path / "cards")]) == 0, capsys.readouterr()
    (card,) = (tmp_path / "cards").rglob("*.md")
    assert [line for line in card.read_text(encoding="utf-8").splitlines() if line.startswith("## ")] == [
        "## End and winner"
    ]


@pytest.mark.parametrize(("own", "printed"), [("tic_tac_toe", True), ("mine", False)])
def test_a_copy_has_the_words_of_its_id(tmp_path: Path, own: str, printed: bool) -> None:
    shutil.copytree(TOP / "rulesets" / "tic_tac_toe", tmp_path / "copy")
    game = tmp_path / "copy" / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8").replace("ruleset: tic_tac_toe", f"ruleset: {own}"), encoding="utf-8"
    )
    folder = tmp_path / "cards"
    code = main(["card", str(tmp_path / "copy"), "--lang", "hu", "--format", "md", "--folder", str(folder)])
    assert (code, len(list(folder.rglob("*.md")))) == ((0, 1) if printed else (1, 1))


def test_a_copy_with_an_id_of_its_own_says_whose_words_it_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(TOP / "rulesets" / "power_grid", tmp_path / "copy")
    game = tmp_path / "copy" / "game.yaml"
    own = game.read_text(encoding="utf-8").replace("ruleset: power_grid", "ruleset: my_own")
    game.write_text(own, encoding="utf-8")
    card = ["--lang", "en,hu,ro", "--format", "md", "--folder", str(tmp_path / "cards")]
    assert main(["card", str(tmp_path / "copy"), *card]) == 1
    said = capsys.readouterr()
    assert (said.out + said.err).count("W336") == 3
    game.write_text(f"{own}words_of: power_grid\n", encoding="utf-8")
    assert main(["card", str(tmp_path / "copy"), *card]) == 0
    assert main(["card", "power_grid", *card]) == 0
    for language in ("en", "hu", "ro"):
        pages = (tmp_path / "cards" / name / f"card.{language}.md" for name in ("my_own", "power_grid"))
        titles, texts = zip(
            *(page.read_text(encoding="utf-8").partition("\n# ")[2].split("\n", 1) for page in pages), strict=True
        )
        # Each copy prints its own digest.
        assert re.sub(DIGEST, "", texts[0]) == re.sub(DIGEST, "", texts[1])
        # It is another game, and is called as it calls itself.
        assert titles[0] == "Power Grid"


@pytest.mark.parametrize("name", ["n" * 300, "../" * 2000 + "x", '"a\\0b"', "no_such_game"])
def test_a_name_that_nothing_can_have_is_the_name_of_nothing(tmp_path: Path, name: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"variant: mine\nof: {name}\n", encoding="utf-8")
    loaded = LoadedRuleset(str(file))
    assert not loaded.checked
    assert loaded.bag.codes[0] in {"R150", "Y107"}

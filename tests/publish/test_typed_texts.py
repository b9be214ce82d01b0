"""Typed text goes before generated text: sentences beside the rules, statements of an inventory, names in a lexicon."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from reguli.cli.main import main

GAME = """ruleset: falu
language: 2
version: 0.1.0
name: Falu
players: {min: 2, max: 4, source: [S1]}
options:
  evening: {switch: false, source: [S5]}
round: [turns]
ranking:
  - {by: count(player.purse), order: most, source: [S4], says: {hu: "a legtöbb [token:his] van"}}
sources:
  own: {title: "A játék szabályai", language: hu, kind: rules}
"""
INVENTORY = """S1: {statement: "2 to 4 players play.", state: specified, says: {hu: "[A/Az] [game:-t] [players player] játssza."}}
S2: {statement: "Everybody takes a token or passes.", state: specified}
S3: {statement: "The game ends after 3 rounds [sic].", state: specified, says: {hu: "[A/Az] [game] [last_round round] után véget ér."}}
S4: {statement: "The most tokens win.", state: specified, says: {hu: "Az győz, akinek a legtöbb [token:his] van."}}
S5: {statement: "In the evening one may rest.", state: specified, says: {hu: "Este pihenni is lehet."}}
"""
RULES = """phase turns cites S2, S3:
    says hu "Aki soron van, elvesz egy [token:-t], vagy passzol."
    for player in players:
        decide pick_or_pass by player cites S2:
            pick_token:
                move 1 of token from supply to player.purse
            pass_on:
                end turns
    if round = last_round:
        end game
"""
NAMES = """language: hu
names:
  turns: {called: Lépések}
  last_round: {called: Utolsó forduló}
  evening: {called: Este}
"""
FILES = {
    "game.yaml": GAME,
    "inventory.yaml": INVENTORY,
    "rules/turns.rules": RULES,
    "constants.yaml": "last_round: {value: 3, source: [S3]}\n",
    "components/tokens.yaml": "kinds:\n  token: {plural: tokens, tokens: {supply: unlimited}, starts: supply, source: [S2]}\n",
    "state.yaml": "game:\n  supply: {zone: token, source: [S2]}\nplayer:\n  purse: {zone: token, source: [S2]}\n",
    "words/hu/lexicon.yaml": NAMES,
}


@pytest.fixture
def falu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a game in which everything is named and said in Hungarian alone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REGULI_LANG", "en")
    write(tmp_path / "falu", FILES)
    return tmp_path / "falu"


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def page(product: str, path: Path, code: str, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[str, str]:
    """Return a printed page, and what the command says of it."""
    capsys.readouterr()
    main([product, str(path), "--lang", code, "--format", "md", "--folder", "out", *more])
    told = capsys.readouterr()
    text = (Path("out") / path.stem / f"{product}.{code}.md").read_text("utf-8")
    return text.replace("\u00a0", " "), told.err


def findings(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    main(["check", str(path), "--json"])
    return sorted(one["code"] for one in json.loads(capsys.readouterr().out)["findings"])


@pytest.mark.parametrize("product", ["card", "book"])
def test_a_game_typed_in_one_language_prints_in_it(
    falu: Path, product: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text, told = page(product, falu, "hu", capsys)
    assert not re.search("W[0-9]{3}", told)
    assert "Aki soron van, elvesz egy jelzőt, vagy passzol." in text
    assert "A játék 3 forduló után véget ér." in text
    assert "Lépések" in text
    assert "Utolsó forduló" in text
    body = re.sub(r"\(#?[^)]*\)|<a [^>]*>", "", text.partition("\n")[2])
    assert not re.search(r"[⟦⟨°]|\b(the|and|of|players?|turns|last_round|evening|game|round|token)\b", body), body


@pytest.mark.parametrize("product", ["card", "book"])
def test_another_language_says_once_what_it_lacks(falu: Path, product: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, told = page(product, falu, "ro", capsys)
    assert re.findall("W[0-9]{3}", told) == ["W336"]
    (line,) = (line for line in told.splitlines() if "W336" in line)
    assert {"S1", "S2", "S3", "S4", "phase:turns", "constant:last_round"} <= set(re.findall(r"[\w:]+", line))


def test_a_statement_is_printed_in_the_language_it_is_written_in(
    falu: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, _ = page("book", falu, "en", capsys)
    assert "- Everybody takes a token or passes. °" in text
    assert "rounds \\[sic\\]. °" in text
    assert "° typed by hand" in text
    (falu / "game.yaml").write_text(GAME.replace("name: Falu", "name: Falu\nwritten_in: hu"), "utf-8")
    text, _ = page("book", falu, "en", capsys)
    assert "takes a token or passes" not in text
    assert "°" not in text


def test_a_language_that_nobody_knows_is_found(falu: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (falu / "game.yaml").write_text(GAME.replace("name: Falu", "name: Falu\nwritten_in: huu"), "utf-8")
    assert findings(falu, capsys) == ["W312"]


def test_sentences_beside_a_statement_and_under_a_rule_are_each_printed(
    falu: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = INVENTORY.replace('passes.", state: specified', 'passes.", state: specified, says: {ro: "Pe rând."}')
    (falu / "inventory.yaml").write_text(own, "utf-8")
    assert "- Pe rând." in page("book", falu, "ro", capsys)[0]
    assert "Aki soron van" in page("book", falu, "hu", capsys)[0]


def test_a_sentence_of_an_option_that_is_off_says_so(falu: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, _ = page("book", falu, "hu", capsys)
    assert "- Csak ezzel: „Este” – Este pihenni is lehet." in text
    text, _ = page("book", falu, "hu", capsys, "--option", "evening=true")
    assert "- Este pihenni is lehet." in text


def test_a_typed_number_is_marked_and_found(falu: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (falu / "rules/turns.rules").write_text(RULES.replace("elvesz egy", "elvesz 1"), "utf-8")
    assert "elvesz 1 jelzőt, vagy passzol. °" in page("book", falu, "hu", capsys)[0]
    assert findings(falu, capsys) == ["W205"]


def test_what_check_finds_does_not_depend_on_a_file_of_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = "variant: again\nof: tic_tac_toe\nadd:\n  rules: [again]\n  statements: {V1: {statement: None has a line., state: specified}}\n"
    says = 'at start of play, order 9 again cites V1:\n    says en "At least 5 lines."\n    says hu "Legfeljebb [line_length] vonal."\n'
    write(
        tmp_path / "again",
        {"variant.yaml": head, "rules/again.rules": says + "    if line_length > 1:\n        settle\n"},
    )
    without = findings(tmp_path / "again", capsys)
    assert {"W205", "W315"} <= set(without)
    for code in ("en", "hu"):
        empty = f'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        write(tmp_path / "again", {f"words/{code}/wordings.po": empty})
    assert findings(tmp_path / "again", capsys) == without


VARIANT = "variant: other\nof: ../falu\nname: Other\n"


def test_a_variant_withdraws_the_sentences_of_the_rules_that_it_changes(
    falu: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = RULES.replace("round = last_round", "round > last_round").replace(RULES.splitlines(keepends=True)[1], "")
    write(falu.parent / "other", {"variant.yaml": VARIANT, "rules/turns.rules": rules})
    text, _ = page("book", falu.parent / "other", "hu", capsys)
    assert "után véget ér" not in text
    assert "Az győz, akinek a legtöbb jelzője van." in text


def test_a_variant_withdraws_a_plain_statement_whose_value_it_changes(
    falu: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(falu.parent / "other", {"variant.yaml": VARIANT + "set: {constants.last_round: 5}\n"})
    text, _ = page("book", falu.parent / "other", "en", capsys)
    assert "after 3 rounds" not in text
    assert "- The most tokens win. °" in text
    text, _ = page("book", falu.parent / "other", "hu", capsys)
    assert "A játék 5 forduló után véget ér." in text


def test_a_statement_that_a_variant_sets_is_printed_in_its_language(
    falu: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "set: {statements.S4.statement: Riches win.}\n"
    write(falu.parent / "other", {"variant.yaml": VARIANT + said})
    assert "- Riches win. °" in page("book", falu.parent / "other", "en", capsys)[0]
    text, told = page("book", falu.parent / "other", "hu", capsys)
    assert "- Az győz" not in text
    assert "W336" in told


def test_it_replaces_what_a_catalogue_of_the_game_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    said = "variant: other\nof: tic_tac_toe\nset: {statements.T5.statement: A whole line wins.}\n"
    write(tmp_path / "other", {"variant.yaml": said})
    assert "A whole line wins. °" in page("book", tmp_path / "other", "en", capsys)[0]
    main(["say", str(tmp_path / "other"), "statement:T5", "--lang", "ro", "--json"])
    assert not json.loads(capsys.readouterr().out)[0]["wording"]

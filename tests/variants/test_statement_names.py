"""Two variants that both call their statement V1: each cites its own, and elsewhere a statement has the name of its variant before it.

Both are laid over a game of two to four buyers of fruit, whose own statements are T1 to T7. What is expected follows from that alone.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli
from reguli.cli.main import main
from reguli.pipeline import LoadedRuleset

ORCHARD = Path(__file__).parents[1] / "rulesets" / "orchard"


def _variant(folder: Path, name: str, text: str, of: str = str(ORCHARD), rules: str = "") -> Path:
    path = folder / name
    (path / "rules").mkdir(parents=True)
    (path / "variant.yaml").write_text(f"variant: {name}\nof: {of}\n{text}", encoding="utf-8")
    if rules:
        (path / "rules" / "more.rules").write_text(rules, encoding="utf-8")
    return path


def _gift(folder: Path, name: str, coins: int, of: str = str(ORCHARD)) -> Path:
    """Write a variant that gives money at the start of a phase; its statement, constant and rule cite V1."""
    phase, unit, purse = ("picking", "coin", "coins") if of == str(ORCHARD) else ("bureaucracy", "elektro", "money")
    return _variant(
        folder,
        name,
        f"""add:
  statements:
    V1:
      statement: Everybody gets money, says {name}.
      state: specified
      says: {{en: "Every [player] gets [gift_{name}] by the rule of {name}."}}
  constants: {{gift_{name}: {{value: {coins}, unit: {unit}, source: [V1]}}}}
  rules: [give_{name}]
""",
        of,
        f"""at start of {phase}, order {coins} give_{name} cites V1:
    for owner in players:
        move gift_{name} from bank to owner.{purse}
""",
    )


def _both(folder: Path, of: str = str(ORCHARD)) -> str:
    return f"{_gift(folder, 'spring', 2, of)}+{_gift(folder, 'autumn', 4, of)}"


def _citations(name: str) -> dict[str, tuple[str, ...]]:
    ruleset = LoadedRuleset(name).ruleset
    assert ruleset is not None
    return {id_: rules for id_, rules in ruleset.citations.items() if not id_.startswith("T")}


def test_each_cites_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = _both(tmp_path)
    found = _citations(both)
    assert list(found) == ["spring.V1", "autumn.V1"]
    assert {"constant:gift_spring", "rule:at.give_spring"} == set(found["spring.V1"])
    assert {"constant:gift_autumn", "rule:at.give_autumn"} == set(found["autumn.V1"])
    first, _, second = both.partition("+")
    assert main(["check", first, "--with", second]) == 0, capsys.readouterr().out


def test_what_the_base_calls_its_statements_stays(tmp_path: Path) -> None:
    ruleset = LoadedRuleset(_both(tmp_path)).ruleset
    assert ruleset is not None
    assert [name for name in ruleset.citations if name.startswith("T")] == [f"T{at}" for at in range(1, 8)]


def test_trace_names_the_variant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = _both(tmp_path)
    assert main(["trace", both, "gift_autumn"]) == 0
    printed = capsys.readouterr().out
    assert "autumn.V1" in printed
    assert "spring.V1" not in printed
    assert reguli.load(both).trace("gift_spring").cites == ("spring.V1",)


def test_a_refusal_names_the_variant(tmp_path: Path) -> None:
    text = 'add:\n  statements: {V1: {statement: One crate at a time., state: specified}}\n  parts:\n    buying/buy: "needs amount = 1 because one_at_a_time cites V1"\n'
    playthrough = reguli.load(_variant(tmp_path, "single", text)).start(players=2)
    assert any("single.V1" in refusal.cites for refusal in playthrough.why("buy apple 2"))


def _printed(what: str, name: str, language: str, folder: Path) -> str:
    assert main([what, name, "--lang", language, "--format", "md", "--folder", str(folder)]) == 0
    return next(folder.glob(f"*/{what}.{language}.md")).read_text(encoding="utf-8").replace("\u00a0", " ")


@pytest.mark.parametrize("what", ["card", "book"])
def test_both_stand_on_what_is_printed(what: str, tmp_path: Path) -> None:
    text = _printed(what, _both(tmp_path, "power_grid"), "en", tmp_path)
    assert "2 by the rule of spring" in text
    assert "4 by the rule of autumn" in text


@pytest.mark.parametrize("name", ["V1", "spring.V1"])
def test_layouts_of_a_variant_know_both_names(name: str, tmp_path: Path) -> None:
    path = _gift(tmp_path, "spring", 2, "power_grid")
    with (path / "variant.yaml").open("a", encoding="utf-8") as file:
        file.write(f"  layouts: {{book: {{round: [{name}]}}}}\n")
    text = _printed("book", str(path), "en", tmp_path)
    assert text.count("2 by the rule of spring") == 1
    # In its section and not at the end, where what no layout names is added.
    assert "What this variant changes" not in text


HEADER = 'msgid ""\nmsgstr ""\n"Language: hu\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


@pytest.mark.night
@pytest.mark.parametrize("context", ["statement:V1", "statement:spring.V1"])
def test_a_catalogue_of_a_variant_knows_both_names(context: str, tmp_path: Path) -> None:
    path = _gift(tmp_path, "spring", 2, "power_grid")
    words = path / "words" / "hu" / "wordings.po"
    words.parent.mkdir(parents=True)
    entry = f'msgctxt "{context}"\nmsgid "Coins come."\nmsgstr "Érmék jönnek tavasszal."\n'
    words.write_text(HEADER + entry, encoding="utf-8")
    assert "Érmék jönnek tavasszal." in _printed("card", str(path), "hu", tmp_path)
    assert main(["words", "update", str(path), "--lang", "hu"]) == 0
    updated = words.read_text(encoding="utf-8")
    assert 'msgctxt "statement:spring.V1"' in updated
    assert "Érmék jönnek tavasszal." in updated
    assert "statement:V1" not in updated


def test_what_lies_over_a_variant_calls_its_statements_by_number(tmp_path: Path) -> None:
    _gift(tmp_path, "spring", 2)
    text = "remove: {rules: [give_spring], constants: [gift_spring], statements: [V1]}\n"
    assert _citations(str(_variant(tmp_path, "none", text, of="../spring"))) == {}
    text = 'replace:\n  statements: {V1: {statement: "Other words.", state: specified}}\n'
    documents = LoadedRuleset(str(_variant(tmp_path, "other", text, of="../spring"))).documents
    assert documents is not None
    assert {one.id: one.statement for one in documents.inventory}["spring.V1"] == "Other words."
    text = "set: {statements.V1.statement: Set words.}\n"
    documents = LoadedRuleset(str(_variant(tmp_path, "third", text, of="../spring"))).documents
    assert documents is not None
    assert {one.id: one.statement for one in documents.inventory}["spring.V1"] == "Set words."


def test_a_number_of_two_bases_is_not_guessed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _gift(tmp_path, "spring", 2)
    _gift(tmp_path, "autumn", 4)
    text = "set: {constants.gift_spring.source: [%s]}\n"
    wrong = _variant(tmp_path, "year", text % "V1", of="[../spring, ../autumn]")
    assert main(["check", str(wrong)]) == 1
    assert "R340" in capsys.readouterr().out
    right = _variant(tmp_path, "years", text % "autumn.V1, spring.V1", of="[../spring, ../autumn]")
    assert main(["check", str(right)]) == 0, capsys.readouterr().out


def test_rules_may_write_the_full_name(tmp_path: Path) -> None:
    _gift(tmp_path, "spring", 2)
    rules = "at start of picking, order 2 give_spring cites spring.V1, T5:\n    for owner in players:\n        move gift_spring from bank to owner.coins\n"
    assert (
        "rule:at.give_spring"
        in _citations(str(_variant(tmp_path, "more", "", of="../spring", rules=rules)))["spring.V1"]
    )


def test_the_number_of_a_statement_of_the_game_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'add:\n  statements: {T1: {statement: "Mine.", state: specified, carries: "none"}}\n'
    assert main(["check", str(_variant(tmp_path, "mine", text))]) == 1
    assert "R156" in capsys.readouterr().out

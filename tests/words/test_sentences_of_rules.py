"""A translator may replace a generated sentence in Poedit; it stands until the rule changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.cli.main import main

VARIANT = (
    "variant: changed\nof: power_grid\nname: Changed\nadd:\n  constants:\n    first_house_money: {value: 5, unit: elektro}\n"
    "  parts:\n    build_house: |\n      if count(city.houses) = 1:\n"
    "          move first_house_money from bank to builder.money\n"
)
TYPED = "Cine construiește prima căsuță dintr-un oraș primește [first_house_money elektro]."
PRINTED = "Cine construiește prima căsuță dintr-un oraș primește 5 Elektro."
GENERATED = "După ce un jucător construiește o căsuță într-un oraș"


def _card(home: Path) -> str:
    into = home.parent / "out"
    assert main(["card", str(home), "--lang", "ro", "--format", "md", "--folder", str(into)]) == 0
    return (into / "changed" / "card.ro.md").read_text("utf-8").replace("\u00a0", " ")


def test_an_entry_of_a_catalogue_replaces_a_generated_sentence_until_the_rule_changes(tmp_path: Path) -> None:
    home = tmp_path / "changed"
    home.mkdir()
    (home / "variant.yaml").write_text(VARIANT, "utf-8")
    update = ["words", "update", str(home), "--lang", "ro"]
    assert GENERATED in _card(home)
    assert main(update) == 0
    catalogue = home / "words" / "ro" / "wordings.po"
    text = catalogue.read_text("utf-8")
    entry = 'msgctxt "rule:build_house"\nmsgid "⟦rule:build_house⟧"\nmsgstr "'
    before, found, after = text.partition(entry)
    # The notes say what is generated without a text.
    assert "primește de la bancă 5 Elektro." in before.rpartition("\n\n")[2]
    catalogue.write_text(f"{before}{found}{TYPED}{after}", "utf-8")
    assert main(update) == 0
    card = _card(home)
    assert PRINTED in card
    assert GENERATED not in card
    (home / "variant.yaml").write_text(VARIANT.replace("value: 5", "value: 6"), "utf-8")
    assert PRINTED.replace("5", "6") in _card(home)
    (home / "variant.yaml").write_text(VARIANT.replace("= 1:", "= 0:"), "utf-8")
    card = _card(home)
    assert PRINTED not in card
    assert GENERATED in card


def test_an_entry_that_names_no_value_of_the_rule_is_not_printed_and_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "changed"
    home.mkdir()
    (home / "variant.yaml").write_text(VARIANT, "utf-8")
    assert main(["words", "update", str(home), "--lang", "ro"]) == 0
    catalogue = home / "words" / "ro" / "wordings.po"
    text = catalogue.read_text("utf-8")
    empty = 'msgid "⟦rule:build_house⟧"\nmsgstr ""'
    assert empty in text
    catalogue.write_text(text.replace(empty, empty[:-1] + '[frist_house_money elektro]."'), "utf-8")
    card = _card(home)
    assert GENERATED in card
    assert "⟦" not in card
    assert main(["check", str(home)]) == 1
    assert "W202" in capsys.readouterr().out

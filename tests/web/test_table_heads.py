"""Every head that a page of a table shows is in words of its language."""

from __future__ import annotations

import pytest
from table_setup import open_table

from reguli.shipped_files import shipped_folder, shipped_rulesets
from reguli.web.page_texts import game_document
from reguli.words.catalogue.interface_texts import load_interface_texts
from reguli.words.grammar.languages import language_codes

PLAYERS = {"power_grid": 3, "warszawa": 3, "nucleum": 3}


@pytest.mark.parametrize("code", language_codes())
@pytest.mark.parametrize("game", shipped_rulesets())
def test_every_head_is_in_words(game: str, code: str) -> None:
    table = open_table(game, PLAYERS.get(game, 2))
    program, words = table.playthrough.program, load_interface_texts(code, shipped_folder("locales"))
    data = table.document(None, words)["data"]
    assert isinstance(data, dict)
    labels = table.tongue(code).events.labels
    declared = [field.declared for field in program.layout.fields.values() if field.declared.shown]
    unnamed = [f"{one.owner}.{one.id}" for one in declared if labels.field(one.owner, one.id).gloss]
    heads = {one.owner for one in declared} - {"game", "player"}
    unnamed += sorted(heads - {*data["kinds"]})  # type: ignore[misc]
    unnamed += [f"{kind}.{name}" for kind, eras in data["eras"].items() for name, said in eras.items() if said == name]  # type: ignore[union-attr]
    unnamed += [
        f"{kind}.{element}"
        for kind in sorted(heads)
        for element in program.ruleset.kinds[kind].elements
        if "_" in str(data["labels"].get(kind, {}).get(element, element))  # type: ignore[union-attr]
    ]
    assert unnamed == []
    assert all(one or other for one, other in zip(data["criteria"], data["ranked"], strict=True))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", shipped_rulesets())
def test_options_are_named_and_cite_what_they_are_about(game: str) -> None:
    table = open_table(game, PLAYERS.get(game, 2))
    options = game_document(game, load_interface_texts("ro", shipped_folder("locales")))["options"]
    own = table.tongue("ro")
    cited = {option.id: option.source.cites for option in table.playthrough.program.ruleset.documents.game.options}
    for option in options:  # type: ignore[union-attr]
        assert option["said"] == own.own_text(f"option:{option['id']}")  # type: ignore[index, call-overload]
        assert option["cites"] == [*cited[option["id"]]]  # type: ignore[index, call-overload]

"""What may be typed, what a word means, where it is declared and used, and the layout of rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from editor_client import EditorClient, path_of

Copy = Callable[[str], Path]
PLACES = {"context": {"includeDeclaration": True}}


def opened(client: EditorClient, *paths: Path) -> list[str]:
    texts = [client.open(path) for path in paths]
    client.ready(paths[0])
    return texts


def test_keywords_that_may_follow_are_offered_and_others_are_not(client: EditorClient, copy: Copy) -> None:
    rules = copy("tic_tac_toe") / "rules" / "play.rules"
    (text,) = opened(client, rules)
    found = client.offered(rules, "move 1 of to_move ")
    assert "from" in found
    assert not {"to", "phase", "let"} & set(found)
    client.type(rules, f"{text}\n")
    assert {"phase", "procedure", "define", "always"} <= set(client.offered(rules, f"{text}\n"))
    client.type(rules, text.replace("    end game\n\ndefine lines", "    end game\n    mo\n\ndefine lines"))
    found = client.offered(rules, "    end game\n    mo")
    assert {"move", "let", "set", "decide"} <= set(found)
    client.close(rules)


def test_ids_and_names_of_the_rule_are_offered(client: EditorClient, copy: Copy) -> None:
    rules = copy("tic_tac_toe") / "rules" / "play.rules"
    opened(client, rules)
    found = client.offered(rules, "set to_move.won to ")
    assert {"to_move", "line_length", "cells", "lines", "next", "cell", "player_count"} <= set(found)
    assert found["line_length"]["documentation"] == "3"
    assert set(client.offered(rules, "set to_move.")) == {"unused", "won"}
    assert "T4" in client.offered(rules, "phase play cites ")
    assert "marks" in client.offered(rules, "where cell.")
    client.close(rules)


def test_keys_and_words_of_documents_are_offered(client: EditorClient, copy: Copy) -> None:
    home = copy("tic_tac_toe")
    constants, board, game = home / "constants.yaml", home / "components" / "board.yaml", home / "game.yaml"
    opened(client, constants, board, game)
    assert {"value", "unit", "source"} <= set(client.offered(constants, "{value: 3, "))
    found = client.offered(board, "    plural: cells\n    ")
    assert {"grid", "source", "fields"} <= set(found)
    assert found["grid"]["documentation"]
    assert {"square", "hexagon"} <= set(client.offered(board, "shape: "))
    assert {"most", "least"} <= set(client.offered(game, "order: "))
    client.type(game, client.buffers[game] + "op")
    assert "options" in client.offered(game, client.buffers[game])
    for path in (constants, board, game):
        client.close(path)


def meaning(client: EditorClient, path: Path, words: str, into: int = 0) -> str:
    found: dict[str, Any] | None = client.ask("textDocument/hover", client.at(path, words, into))
    return "" if found is None else str(found["contents"]["value"])


def test_a_value_means_its_number_unit_statement_and_source(client: EditorClient, copy: Copy) -> None:
    home = copy("power_grid")
    rules, constants, cards = home / "rules" / "setup.rules", home / "constants.yaml", home / "card.yaml"
    opened(client, rules, constants, cards)
    told = meaning(client, rules, "start_money")
    assert "start_money = 50 elektro" in told
    assert "Each player starts with the houses of one colour and 50 Elektro." in told
    assert "ro004: 33" in told
    assert "13" in meaning(client, cards, "card.plant_13.number", len("card.plant_13."))
    assert "move" in meaning(client, rules, "move start_money")
    assert meaning(client, constants, "unit: elektro").startswith("**unit**")
    assert "Each player starts" in meaning(client, rules, "cites P16\n", len("cites "))
    for path in (rules, constants, cards):
        client.close(path)


def test_a_name_is_found_where_it_is_declared_and_used(client: EditorClient, copy: Copy) -> None:
    home = copy("tic_tac_toe")
    rules, constants, state, board = (
        home / "rules" / "play.rules", home / "constants.yaml", home / "state.yaml", home / "components" / "board.yaml",
    )  # fmt: skip
    opened(client, rules)

    def declared(words: str, into: int = 0) -> list[tuple[Path, int]]:
        found = client.ask("textDocument/definition", client.at(rules, words, into))
        return [(path_of(one["uri"]), one["range"]["start"]["line"]) for one in found]

    assert declared("line_length)") == [(constants, 0)]
    assert declared("to_move.unused", len("to_move.")) == [(state, 3)]
    assert declared("cells where") == [(board, 1)]
    assert (board, 1) in declared("cell.marks is empty")
    assert declared("steps has") == [(rules, 21)]
    found = client.ask("textDocument/references", {**client.at(rules, "line_length)"), **PLACES})
    files = sorted((path_of(one["uri"]).name, one["range"]["start"]["line"]) for one in found)
    assert files == [("constants.yaml", 0), ("play.rules", 18), ("play.rules", 21)]
    client.close(rules)


def test_rules_are_laid_out_as_the_command_does_it(client: EditorClient, copy: Copy) -> None:
    rules = copy("tic_tac_toe") / "rules" / "play.rules"
    (text,) = opened(client, rules)
    asked = {"textDocument": {"uri": rules.as_uri()}, "options": {"tabSize": 2, "insertSpaces": True}}
    assert client.ask("textDocument/formatting", asked) is None
    client.type(rules, text.replace("set to_move to next(to_move)", "set  to_move  to next( to_move )"))
    (edit,) = client.ask("textDocument/formatting", asked)
    assert edit["newText"] == text
    client.type(rules, text.replace("phase play", "phase"))
    assert client.ask("textDocument/formatting", asked) is None
    client.close(rules)

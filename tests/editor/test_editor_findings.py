"""Findings while somebody types: those of `reguli check`, from the buffers, for every file of the ruleset, until they are repaired."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from editor_client import EditorClient

Copy = Callable[[str], Path]


def test_a_mistake_in_rules_is_told_in_its_place_and_taken_back(client: EditorClient, copy: Copy) -> None:
    rules = copy("tic_tac_toe") / "rules" / "play.rules"
    text = client.open(rules)
    client.type(rules, text.replace("opposite[direction]", "opposit[direction]"))
    (found,) = client.wait(rules, {"R200"})
    place = client.at(rules, "opposit[")["position"]
    assert found["range"] == {"start": place, "end": {**place, "character": place["character"] + len("opposit")}}
    assert "'opposit'" in found["message"]
    assert "did you mean 'opposite'?" in found["message"]
    assert "to do: " in found["message"]
    client.type(rules, text)
    assert client.wait(rules, set()) == []
    client.close(rules)


def test_a_document_has_consequences_in_other_files(client: EditorClient, copy: Copy) -> None:
    """Constants are typed in a document; who misses one is a rules file that is not open."""
    home = copy("tic_tac_toe")
    constants, rules = home / "constants.yaml", home / "rules" / "play.rules"
    text = client.open(constants)
    client.type(constants, text.replace("line_length", "line_lenght"))
    assert {one["code"] for one in client.wait(rules, {"R200"})} == {"R200"}
    client.type(constants, text)
    client.wait(rules, set())
    client.close(constants)


def test_a_finding_shows_the_places_it_speaks_of(client: EditorClient, copy: Copy) -> None:
    rules = copy("tic_tac_toe") / "rules" / "play.rules"
    text = client.open(rules)
    client.type(
        rules, text.replace("set to_move to next(to_move)", "let cell = to_move\n                let cell = to_move")
    )
    found = [one for one in client.wait(rules, {"R203"}) if one["relatedInformation"]]
    first = found[0]["relatedInformation"][0]["location"]
    assert first["uri"] == rules.as_uri()
    assert first["range"]["start"]["line"] < found[0]["range"]["start"]["line"]
    client.close(rules)


def test_the_language_is_the_editors_or_the_one_asked_for(copy: Copy) -> None:
    rules = copy("tic_tac_toe") / "rules" / "play.rules"
    said = []
    for options, locale in (((), "hu-HU"), (("--lang", "ro"), "hu")):
        with EditorClient(*options, locale=locale) as client:
            text = client.open(rules)
            client.type(rules, text.replace("opposite[direction]", "opposit[direction]"))
            said.append(client.wait(rules, {"R200"})[0]["message"])
    assert "teendő:" in said[0]
    assert "de făcut:" in said[1]


def test_thirty_mistakes_are_told_at_once_and_as_the_command_tells_them(client: EditorClient, copy: Copy) -> None:
    home = copy("power_grid")
    for at, path in enumerate(sorted((home / "examples").glob("*.yaml"))):
        path.write_text(path.read_text("utf-8").replace("cites:", "cite:", 5), "utf-8")
        assert at < 10
    constants = home / "constants.yaml"
    client.open(constants)
    ran = subprocess.run(
        [sys.executable, "-m", "reguli", "check", str(home), "--json"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    import json

    wanted = Counter(
        (one["code"], one["place"]["file"].rpartition("/")[2]) for one in json.loads(ran.stdout)["findings"]
    )
    assert wanted.total() >= 30
    client.settle(3.0)
    told = Counter((one["code"], path.name) for path, found in client.told.items() for one in found)
    assert told == wanted
    client.close(constants)
    client.settle()
    assert not any(client.told.values())


def test_a_variant_is_checked_with_its_base_as_it_is_typed(client: EditorClient, copy: Copy, tmp_path: Path) -> None:
    base = copy("tic_tac_toe")
    variant = tmp_path.resolve() / "long" / "variant.yaml"
    variant.parent.mkdir()
    variant.write_text("variant: long\nof: ../tic_tac_toe\nname: Long\nset:\n  constants.line_length: 2\n", "utf-8")
    text = client.open(variant)
    client.type(variant, text.replace("line_length", "line_lengt"))
    client.wait(variant, {"R152"})
    client.type(variant, text)
    client.wait(variant, set())
    constants = base / "constants.yaml"
    own = client.open(constants)
    client.type(constants, own.replace("line_length", "other_length"))
    assert {one["code"] for one in client.wait(variant, {"R152"})} == {"R152"}
    client.close(constants)
    client.wait(variant, set())
    client.close(variant)


def test_a_file_that_others_change_is_read_again(client: EditorClient, copy: Copy) -> None:
    home = copy("tic_tac_toe")
    constants, rules = home / "constants.yaml", home / "rules" / "play.rules"
    client.open(rules)
    client.wait(rules, set()) if rules in client.told else client.settle()
    constants.write_text(constants.read_text("utf-8").replace("line_length", "line_len"), "utf-8")
    client.say("workspace/didChangeWatchedFiles", {"changes": [{"uri": constants.as_uri(), "type": 2}]})
    client.wait(rules, {"R200"})
    client.close(rules)

"""Damaged, huge and half-typed files, and editors that ask what nobody should: the server answers, and stays."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from editor_client import EditorClient

Copy = Callable[..., Path]
QUESTIONS = ("completion", "hover", "definition", "references", "prepareRename")


def ask_everything(client: EditorClient, path: Path, line: int = 0, column: int = 0) -> list[dict[str, object]]:
    """Ask all there is to ask about a place; every question is answered."""
    place = {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": column}}
    context = {"context": {"includeDeclaration": True, "triggerKind": 1}}
    found = [client.answer(client.begin(f"textDocument/{name}", {**place, **context})) for name in QUESTIONS]
    found.append(client.answer(client.begin("textDocument/rename", {**place, "newName": "other_name"})))
    form = {"textDocument": {"uri": path.as_uri()}, "options": {"tabSize": 4, "insertSpaces": True}}
    return [*found, client.answer(client.begin("textDocument/formatting", form))]


def lives(client: EditorClient, copy: Copy) -> bool:
    """Return whether the server still finds a mistake."""
    rules = copy("tic_tac_toe", "again") / "rules" / "play.rules"
    text = client.open(rules)
    client.type(rules, text.replace("opposite[", "opposit["))
    client.wait(rules, {"R200"})
    client.close(rules)
    return not client.logged


def test_files_that_are_not_open_and_lie_nowhere(client: EditorClient, copy: Copy, tmp_path: Path) -> None:
    for name in ("nowhere.rules", "nowhere/at/all.yaml"):
        assert all(one.get("result") in (None, []) for one in ask_everything(client, tmp_path / name))
    client.say(
        "textDocument/didChange", {"textDocument": {"uri": "untitled:Untitled-1", "version": 1}, "contentChanges": []}
    )
    client.say("textDocument/didClose", {"textDocument": {"uri": (tmp_path / "nowhere.rules").as_uri()}})
    assert lives(client, copy)


def test_files_outside_of_rulesets(client: EditorClient, copy: Copy, tmp_path: Path) -> None:
    """Rules are read by themselves; a YAML file may be anybody's."""
    rules, other = tmp_path.resolve() / "alone.rules", tmp_path.resolve() / "compose.yaml"
    client.open(rules, "phase idle\n    end game\n")
    assert client.wait(rules)[0]["code"].startswith("L")
    client.open(other, "services: {web: &a [1, *a}\n")
    client.settle(0.5)
    assert not client.told.get(other)
    ask_everything(client, rules, 1, 6)
    ask_everything(client, other, 0, 12)
    client.close(rules)
    client.close(other)
    assert lives(client, copy)


def test_bytes_that_are_no_text_and_texts_without_bounds(client: EditorClient, copy: Copy) -> None:
    home = copy("connect_four")
    (home / "tables.yaml").write_bytes(bytes(range(256)) * 40)
    constants, rules = home / "constants.yaml", home / "rules" / "play.rules"
    client.open(constants)
    client.wait(home / "tables.yaml", {"Y103"})
    client.type(constants, "x: {value: 1}\n" * 350_000)
    client.wait(constants, {"Y104"})
    ask_everything(client, constants, 3, 2)
    client.open(rules, "define " + "(" * 20_000 + "\n" + "phase x:\n" * 60_000)
    client.wait(rules)
    ask_everything(client, rules, 0, 12)
    client.type(rules, "\x00\ud800\u2028\u202e" + "🎲" * 9 + " phase \t x")
    client.wait(rules)
    ask_everything(client, rules, 0, 9)
    client.close(rules)
    client.close(constants)
    assert lives(client, copy)


def test_half_typed_texts(client: EditorClient, copy: Copy) -> None:
    """Of each file of a game some beginnings, and what is offered and meant at their ends."""
    home, chance = copy("hex"), random.Random(7)
    paths = [*sorted(home.rglob("*.yaml")), *sorted(home.rglob("*.rules"))]
    for path in paths:
        text = client.open(path)
        for end in sorted(chance.sample(range(len(text)), min(6, len(text)))):
            client.type(path, text[:end])
            line = text.count("\n", 0, end)
            ask_everything(client, path, line, end - (text.rfind("\n", 0, end) + 1))
        client.type(path, text)
    client.settle(1.0)
    assert not any(client.told.values())
    for path in paths:
        client.close(path)
    assert lives(client, copy)


def test_what_typing_overtakes_is_dropped(client: EditorClient, copy: Copy) -> None:
    """Sixty keystrokes one after another: the last text alone is told of, and a question on the way is answered or dropped."""
    home = copy("power_grid")
    rules = home / "rules" / "building.rules"
    text = client.open(rules)
    client.ready(rules)
    asked = []
    for at in range(60):
        client.type(rules, text + f"\ndefine typed = start_mone{'y' * (at % 2)}\n")
        if at % 20 == 10:
            place = {**client.at(rules, "start_mone"), "context": {"includeDeclaration": True}}
            asked.append(client.begin("textDocument/references", place))
    client.type(rules, text)
    for number in asked:
        answer = client.answer(number)
        assert "result" in answer or answer["error"]["code"] in (-32801, -32800)
    client.settle(1.5)
    assert client.told.get(rules, []) == []
    client.close(rules)
    assert lives(client, copy)


def test_a_question_that_is_taken_back_is_not_answered(client: EditorClient, copy: Copy) -> None:
    rules = copy("tic_tac_toe") / "rules" / "play.rules"
    client.open(rules)
    number = client.begin("textDocument/rename", {**client.at(rules, "line_length)"), "newName": "needed"})
    client.say("$/cancelRequest", {"id": number})
    assert client.answer(number)["error"]["code"] == -32800
    client.close(rules)
    assert lives(client, copy)


def test_messages_that_are_none(client: EditorClient, copy: Copy) -> None:
    client.send(b"{")
    client.send(b'{"jsonrpc": "2.0", "id": 1000000, "method": "textDocument/hover", "params": {"position": 7}}')
    assert "error" in client.answer(client.begin("textDocument/nothing", {}))
    assert not lives(client, copy), "what is no message is logged"
    client.logged.clear()


def test_letters_that_an_editor_counts_as_two(client: EditorClient, copy: Copy) -> None:
    rules = copy("tic_tac_toe") / "rules" / "play.rules"
    text = client.open(rules)
    client.type(rules, text.replace("phase play cites T4, T7:", 'phase play cites T4 partly "🎲🎲", T77:'))
    (found,) = [one for one in client.wait(rules) if "T77" in one["message"]]
    line = client.buffers[rules].split("\n")[found["range"]["start"]["line"]]
    assert found["range"]["start"]["character"] == line.index("T77") + 2
    client.close(rules)


def test_nothing_is_written(client: EditorClient, copy: Copy) -> None:
    home = copy("tic_tac_toe")
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    rules = home / "rules" / "play.rules"
    client.open(rules)
    ask_everything(client, rules, 4, 10)
    client.type(rules, "")
    client.settle(1.0)
    client.close(rules)
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before


def test_without_the_extra_the_command_says_how_to_get_it() -> None:
    program = "import sys; sys.modules['pygls'] = None; from reguli.cli.main import main; sys.exit(main(['lsp']))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == 2
    assert "X184" in ran.stderr
    assert "pip install 'reguli[editor]'" in ran.stderr
    assert ran.stdout == ""

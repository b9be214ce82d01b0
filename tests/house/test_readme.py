"""README.md and TUTORIAL.md cannot lie: their files are written, their commands are run, and what they show is what comes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from reguli.cli.main import main

TOP = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DOCUMENTS = ("README.md", "TUTORIAL.md")


def _commands(block: str) -> Iterator[tuple[str, list[str]]]:
    command, shown = "", []
    for line in block.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = line[2:], []
        else:
            shown.append(line)
    yield command, shown


def _matches(shown: list[str], said: list[str]) -> bool:
    """Compare lines; ``...`` stands for any number of lines."""
    if not shown:
        return not said
    if shown[0] == "...":
        return any(_matches(shown[1:], said[start:]) for start in range(len(said) + 1))
    return bool(said) and said[0].rstrip() == shown[0].rstrip() and _matches(shown[1:], said[1:])


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_is_shown_is_what_comes(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rulesets").symlink_to(TOP / "rulesets")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    ran = 0
    for kind, name, text in BLOCK.findall((TOP / document).read_text(encoding="utf-8")):
        if name:
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        elif kind == "console":
            for command, shown in _commands(text):
                words = shlex.split(command)
                assert words[0] == "reguli"
                code = main(words[1:])
                captured = capsys.readouterr()
                assert code < 2, f"$ {command}\n{captured.err}"
                said = (captured.out + captured.err).splitlines()
                assert _matches(shown, said), f"$ {command}\n" + "\n".join(said[:60])
                ran += 1
        elif kind == "python":
            exec(compile(text, document, "exec"), {})
            capsys.readouterr()
            ran += 1
    assert ran

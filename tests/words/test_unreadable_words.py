"""Words that lie there and are no file: a finding, wherever words are read."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from reguli.cli.main import main


@pytest.mark.parametrize("name", ["wordings.po", "lexicon.yaml"])
@pytest.mark.parametrize("sort", ["pipe", "folder"])
def test_what_is_no_file_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, sort: str) -> None:
    if sort == "pipe" and sys.platform == "win32":
        pytest.skip("there are no pipes in folders")
    assert main(["new", "mine", "--like", "tic_tac_toe", "--folder", str(tmp_path)]) == 0
    folder = tmp_path / "mine"
    assert main(["check", str(folder)]) == 0
    path = folder / "words" / "hu" / name
    path.unlink(missing_ok=True)
    if sort == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    capsys.readouterr()
    for words in (["check"], ["words", "check"], ["card", "--lang", "hu", "--format", "md", "--folder", str(tmp_path)]):
        assert main([*words, str(folder)]) == 1
        found = "".join(capsys.readouterr())
        assert "Y105" in found or "R121" in found, words

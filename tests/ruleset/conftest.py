"""A small ruleset on disk, and a way to read it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from small_ruleset import GAME, Load, Write

from loading import load_documents
from reguli.ruleset.document_nodes import Documents
from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write files of a ruleset called my_game; game.yaml need not be among them."""

    def written(files: Mapping[str, str]) -> Path:
        folder = tmp_path / "my_game"
        for name, text in {
            "game.yaml": GAME.replace("boards: [day]", "").replace("boards: [night], ", ""),
            **files,
        }.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
        return folder

    return written


@pytest.fixture
def load(write: Write) -> Load:
    """Read files of a ruleset in which nothing is wrong."""

    def loaded(files: Mapping[str, str]) -> Documents:
        bag, sources = Bag(), Sources()
        documents = load_documents(write({"constants.yaml": "start_money: 50\n", **files}), bag, sources=sources)
        assert not bag, "\n".join(render_with_excerpt(finding, sources) for finding in bag)
        assert documents is not None
        return documents

    return loaded

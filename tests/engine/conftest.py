"""The booth, loaded once for all tests that only play it."""

from __future__ import annotations

from pathlib import Path

import pytest
from booth import program, sitting, written

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.ir.executable_program import Playable


@pytest.fixture(scope="session")
def booth_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("booth"))


@pytest.fixture(scope="session")
def made(booth_folder: Path) -> Playable:
    return program(booth_folder)


@pytest.fixture
def played(made: Playable) -> GamePlaythrough:
    """The first decision of a playthrough of anna and ben: anna holds lynx and wolf, ben bear and elk."""
    return sitting(made)

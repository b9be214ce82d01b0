"""Rules tested by plain ``pytest``: each worked example of a ruleset is an item, and so are its check, its counts and what was entered of it.

It wakes where a repository says ``reguli = true`` in its pytest settings, or somebody says ``--reguli``: whoever only uses the package has folders
of examples that are none of ours. Then every folder with ``game.yaml`` or ``variant.yaml`` is collected, as ``my_game/game.yaml::check``,
``::counts``, ``::facts/worth.csv`` and ``::EXAMPLE``; what fails prints what the commands print.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    # A run that collects no ruleset loads nothing of it.
    from reguli.app.verification.test_items import TestItem

FILES: Final = ("game.yaml", "variant.yaml")
OPTION: Final = "reguli"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting and the word."""
    parser.addini(OPTION, "collect the rulesets: their checks, examples, counts and facts", type="bool", default=False)
    parser.getgroup(OPTION).addoption("--reguli", action="store_true", help="collect the rulesets, too")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the folder of a ruleset by its own file."""
    wanted = parent.config.getini(OPTION) or parent.config.getoption("--reguli")
    return RulesetFile.from_parent(parent, path=file_path) if wanted and file_path.name in FILES else None


class Broken(Exception):  # noqa: N818 - what is broken is the ruleset
    """An item does not hold; the text says what is found, as the command does."""


class RulesetFile(pytest.File):
    """A ruleset, by the file that begins it."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield its check, and its examples where it can be read."""
        # As above.
        from reguli.app.verification.test_items import open_tested_ruleset

        found = open_tested_ruleset(str(self.path.parent))
        for name in found.names:
            yield RulesetItem.from_parent(self, name=name, found=found)


class RulesetItem(pytest.Item):
    """One thing that must hold of a ruleset."""

    def __init__(self, *, found: TestItem, **named: Any) -> None:
        """Take the ruleset."""
        super().__init__(**named)
        self.found = found

    def runtest(self) -> None:
        """Find out whether it holds; what a variant's designer accepts is skipped with the reason."""
        said, accepted = self.found.run(self.name)
        if accepted is not None:
            pytest.skip(accepted)
        if said:
            raise Broken(said)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what was found, without any Python."""
        return str(excinfo.value) if isinstance(excinfo.value, Broken) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where it stands."""
        return self.path, None, f"{self.path.parent.name}::{self.name}"

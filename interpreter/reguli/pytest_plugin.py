"""Plugin that lets ``pytest`` test rules: each worked example is an item, as are the check, the counts and the data entered for the ruleset.

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
    from reguli.app.verification.test_items import RulesetTestItem

FILES: Final = ("game.yaml", "variant.yaml")
OPTION: Final = "reguli"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting and the option."""
    parser.addini(OPTION, "collect the rulesets: their checks, examples, counts and facts", type="bool", default=False)
    parser.getgroup(OPTION).addoption("--reguli", action="store_true", help="collect the rulesets, too")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a ruleset folder when its main file is met."""
    wanted = parent.config.getini(OPTION) or parent.config.getoption("--reguli")
    return RulesetFile.from_parent(parent, path=file_path) if wanted and file_path.name in FILES else None


class Broken(Exception):  # noqa: N818 - what is broken is the ruleset
    """Raised when an item fails; the message holds the findings, worded as by the command."""


class RulesetFile(pytest.File):
    """A ruleset, collected by its main file."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the check and, where it can be read, the examples."""
        # As above.
        from reguli.app.verification.test_items import open_tested_ruleset

        found = open_tested_ruleset(str(self.path.parent))
        for name in found.names:
            yield RulesetItem.from_parent(self, name=name, found=found)


class RulesetItem(pytest.Item):
    """One test item of a ruleset."""

    def __init__(self, *, found: RulesetTestItem, **named: Any) -> None:
        """Store the ruleset."""
        super().__init__(**named)
        self.found = found

    def runtest(self) -> None:
        """Run the test; skip, with the reason, findings that a variant's designer accepts."""
        said, accepted = self.found.run(self.name)
        if accepted is not None:
            pytest.skip(accepted)
        if said:
            raise Broken(said)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the findings, without a traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, Broken) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the item's location."""
        return self.path, None, f"{self.path.parent.name}::{self.name}"

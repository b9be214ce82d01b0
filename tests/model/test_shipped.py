"""Every shipped ruleset binds under every value of every option, and says the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest
from bound_rulesets import TOP, bound

from loading import load_documents
from reguli.model.bound_tree.tree_traversal import all_procedures, nested_statements
from reguli.source.diagnostic import Bag

FOLDERS = sorted(path for path in (TOP / "rulesets").iterdir() if (path / "game.yaml").is_file())


def _choices() -> list[tuple[Path, dict[str, str | bool]]]:
    found: list[tuple[Path, dict[str, str | bool]]] = []
    for folder in FOLDERS:
        documents = load_documents(folder, Bag())
        assert documents is not None
        found.append((folder, {}))
        for option in documents.game.options:
            values = [value.id for value in option.values] if option.form == "choose" else [True, False]
            found += [(folder, {option.id: value}) for value in values]
    return found


CHOICES = _choices()


@pytest.mark.parametrize(
    ("folder", "options"), CHOICES, ids=[f"{folder.name}{options or ''}" for folder, options in CHOICES]
)
def test_nothing_is_found(folder: Path, options: dict[str, str | bool]) -> None:
    ruleset = bound(folder, options)
    assert set(options.items()) <= set(ruleset.options.items())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_statement_has_an_id_of_its_own(folder: Path) -> None:
    ruleset = bound(folder, {})
    procedures = {procedure.rule: procedure for procedure in all_procedures(ruleset)}
    rules = [statement.rule for procedure in procedures.values() for statement in nested_statements(procedure.body)]
    assert rules
    assert len(rules) == len(set(rules))


def test_binding_twice_gives_the_same_ids() -> None:
    def ids() -> list[str]:
        ruleset = bound(TOP / "rulesets" / "power_grid", {})
        return [
            statement.rule for procedure in all_procedures(ruleset) for statement in nested_statements(procedure.body)
        ]

    assert ids() == ids()

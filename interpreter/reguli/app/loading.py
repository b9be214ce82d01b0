"""Opening of rulesets, and their settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from reguli.app.errors import Refused, UnusableRuleset, make_refusal
from reguli.app.user_files import file_read_errors, read_limited_bytes
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.document_nodes import Documents, OptionDecl
from reguli.ruleset.folder_contents import resolve_option_values
from reguli.ruleset.option_settings import settings_of_each_value
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name

Settings = dict[str, str | bool]
"""The value of each option."""
HOLDS: Final = ("game.yaml", "variant.yaml")
"""One of these lies in the folder of every ruleset."""
LIBRARY: Final = "library.yaml"
"""What lies in the folder of a library, which is read where a ruleset uses it."""


def open_ruleset(name: str, options: Mapping[str, str | bool]) -> LoadedRuleset:
    """Open a ruleset without reading it. Raises ``UnknownRuleset``, and ``Refused`` (X105) for a path that cannot be one."""
    loaded = LoadedRuleset(name, options)
    with file_read_errors(name):
        path = loaded.path
        if path.is_dir() and not any((path / file).exists() for file in HOLDS):
            files = sorted(child.name for child in path.iterdir())
            meant = next((close for file in files if (close := closest_name(file, HOLDS))), None)
            why = Said("why.library_alone" if LIBRARY in files else "why.no_ruleset")
            raise make_refusal("X105", near=meant, file=name, why=why)
        if path.is_file():
            read_limited_bytes(path, 0)
    return loaded


def open_playable(name: str, options: Mapping[str, str | bool]) -> LoadedRuleset:
    """Open and bind a ruleset that has no findings; raises as ``open_ruleset`` and ``check_option_values`` do, and ``UnusableRuleset``."""
    loaded = open_ruleset(name, options)
    check_option_values(loaded)
    if loaded.ruleset is None:
        raise UnusableRuleset(loaded.bag.diagnostics, loaded.sources)
    return loaded


def check_option_values(loaded: LoadedRuleset) -> None:
    """Check the given options against those of a ruleset that can be read; raises ``Refused``."""
    if loaded.documents is not None:
        bag = Bag()
        resolve_option_values(loaded.documents, loaded.options, bag)
        if bag:
            raise Refused(bag.diagnostics, loaded.sources)


def bind_for_players(loaded: LoadedRuleset, players: int | None = None) -> Ruleset:
    """Return a ruleset from ``open_playable``, bound for a number of players, or for any number."""
    found = loaded.ruleset if players is None else loaded.ruleset_for(players)
    assert found is not None
    return found


def choose_player_count(ruleset: Ruleset, wanted: int | None) -> int:
    """Return the number of players, by default the fewest; raises ``Refused`` (X104)."""
    low, high = ruleset.players
    if wanted is None:
        return low
    if not low <= wanted <= high:
        raise make_refusal("X104", name=ruleset.name, found=wanted, low=low, high=high)
    return wanted


def vary_each_option(
    documents: Documents, given: Mapping[str, str | bool]
) -> Iterator[tuple[OptionDecl | None, Settings]]:
    """Yield the defaults with the requested options, then each other value of each single option, with the option that differs.

    Where a value needs or excludes others, they are as near to the defaults as it lets them be; one that cannot be chosen is left out.
    """
    options = documents.game.options
    yield None, {**{option.id: option.default for option in options}, **given}
    yield from ((option, found) for option, _, found in settings_of_each_value(options, given))

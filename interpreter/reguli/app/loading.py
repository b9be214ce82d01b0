"""Opening the ruleset that is asked about, and the settings that it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from reguli.app.errors import Refused, Unusable, refused
from reguli.app.file_access import read_bytes, reading
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import Loaded
from reguli.ruleset.document_nodes import Documents, OptionDecl
from reguli.ruleset.option_selection import chosen_options
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.name_suggestions import near

Settings = dict[str, str | bool]
"""The value of each option."""
HOLDS: Final = ("game.yaml", "variant.yaml")
"""One of these lies in the folder of every ruleset."""
LIBRARY: Final = "library.yaml"
"""What lies in the folder of a library, which is read where a ruleset uses it."""


def opened(name: str, options: Mapping[str, str | bool]) -> Loaded:
    """Open a ruleset; nothing is read yet. Raises ``UnknownRuleset``, and ``Refused`` (X105) for what cannot be one."""
    loaded = Loaded(name, options)
    with reading(name):
        path = loaded.path
        if path.is_dir() and not any((path / file).exists() for file in HOLDS):
            files = sorted(child.name for child in path.iterdir())
            meant = next((close for file in files if (close := near(file, HOLDS))), None)
            why = Said("why.library_alone" if LIBRARY in files else "why.no_ruleset")
            raise refused("X105", near=meant, file=name, why=why)
        if path.is_file():
            read_bytes(path, 0)
    return loaded


def playable(name: str, options: Mapping[str, str | bool]) -> Loaded:
    """Open and bind a ruleset that has no findings; raises as ``opened`` and ``check_options`` do, and ``Unusable``."""
    loaded = opened(name, options)
    check_options(loaded)
    if loaded.ruleset is None:
        raise Unusable(loaded.bag.diagnostics, loaded.sources)
    return loaded


def check_options(loaded: Loaded) -> None:
    """Hold the options that were given to those of a ruleset that can be read; raises ``Refused``."""
    if loaded.documents is not None:
        bag = Bag()
        chosen_options(loaded.documents, loaded.options, bag)
        if bag:
            raise Refused(bag.diagnostics, loaded.sources)


def bound(loaded: Loaded, players: int | None = None) -> Ruleset:
    """Give the ruleset of something ``playable``, as it is for a number of players, or with all that any number has."""
    found = loaded.ruleset if players is None else loaded.ruleset_for(players)
    assert found is not None
    return found


def players_of(ruleset: Ruleset, wanted: int | None) -> int:
    """Settle how many play, the fewest where nobody says; raises ``Refused`` (X104)."""
    low, high = ruleset.players
    if wanted is None:
        return low
    if not low <= wanted <= high:
        raise refused("X104", name=ruleset.name, found=wanted, low=low, high=high)
    return wanted


def settings_of(documents: Documents, given: Mapping[str, str | bool]) -> Iterator[tuple[OptionDecl | None, Settings]]:
    """Give the defaults with what was asked for, then each other value of each option alone, with the option that differs."""
    base = {**{option.id: option.default for option in documents.game.options}, **given}
    yield None, base
    for option in documents.game.options:
        for value in values_of(option):
            if option.id not in given and value != option.default:
                yield option, {**base, option.id: value}


def values_of(option: OptionDecl) -> tuple[str | bool, ...]:
    """Give every value of an option."""
    return (True, False) if option.form == "switch" else tuple(value.id for value in option.values)

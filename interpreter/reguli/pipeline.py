"""The order of the rooms: source, language, ruleset, model, check, IR. No other module knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from reguli.ir.settings_cache import Settings
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import NAMES as FUNCTIONS
from reguli.ruleset.declarations.example_files import ExampleDecl, load_all_examples
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.libraries.library_instantiation import Shelf
from reguli.ruleset.patches.variant_loading import is_variant, load_ruleset, resolve_layers
from reguli.ruleset.variant_layers import Layers
from reguli.shipped_files import find_ruleset, named_paths, shipped_folder, shipped_libraries, shipped_rulesets
from reguli.source.diagnostic import Bag, Trouble, make_finding
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources
from reguli.source.working_copy import keep_result

if TYPE_CHECKING:
    # What plays and what says cost more than half of a start, and are loaded where somebody plays or says something.
    from reguli.ir.executable_program import Playable
    from reguli.words.translation.translation_workspace import WordLocations

Options = Mapping[str, str | bool]


OWN_WORDS = "words"
"""The folder of a ruleset that holds words of its own."""


class UnknownRuleset(Trouble):
    """Raised when no shipped ruleset has this name and no folder is at this path; ``near`` is the name probably meant."""

    def __init__(self, name: str) -> None:
        """Store the name as it was written."""
        super().__init__(name)
        self.name = name
        self.told = make_finding("X101", near=closest_name(name, shipped_rulesets()), name=name)


@dataclass
class LoadedRuleset:
    """A ruleset or variant, by name or path, under options; each pass requests the previous one and runs once."""

    name: str
    options: Options = field(default_factory=dict)
    bag: Bag = field(default_factory=Bag)
    sources: Sources = field(default_factory=Sources)
    _amiss: Bag = field(default_factory=Bag)
    """What reading and binding found; what is found later stands in ``bag`` alone."""
    _by_players: dict[int, Ruleset | None] = field(default_factory=dict)
    _programs: dict[int, Playable] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, object]:
        """Return what can be pickled: all but programs."""
        return {**vars(self), "_programs": {}}

    @cached_property
    def path(self) -> Path:
        """Return the folder. Raises ``UnknownRuleset``."""
        return self._paths[-1]

    @cached_property
    def _paths(self) -> tuple[Path, ...]:
        """Return the paths of the ruleset and of those laid over it, joined by ``+`` in its name."""
        paths = named_paths(self.name)
        for name, path in paths:
            if not name or not path.exists():
                raise UnknownRuleset(name)
        return tuple(path for _, path in paths)

    @cached_property
    def layers(self) -> Layers:
        """Return the folders of the ruleset, its own first, then those of its bases, with the edits that variants make there."""
        first, *others = self._paths
        return resolve_layers(first, find_ruleset, others)

    @cached_property
    def documents(self) -> Documents | None:
        """Read all documents, keeping every board; findings go into the bag."""
        first, *others = self._paths
        shelf = Shelf(shipped_libraries(), FUNCTIONS)
        found = load_ruleset(first, self._amiss, find=find_ruleset, sources=self.sources, beside=others, shelf=shelf)
        self.bag.extend(self._amiss)
        return found

    @property
    def examples(self) -> Mapping[str, ExampleDecl]:
        """Return the examples by id, those of the base rulesets included."""
        return self._examples[0]

    @property
    def found_in_examples(self) -> Bag:
        """Return the findings in the example files; they do not prevent play."""
        return self._examples[1]

    @cached_property
    def _examples(self) -> tuple[Mapping[str, ExampleDecl], Bag]:
        found = Bag()
        return load_all_examples(self.layers, found, sources=self.sources), found

    @cached_property
    def ruleset(self) -> Ruleset | None:
        """Bind the ruleset under the chosen options, with the elements of every player count; findings go into the bag.

        ``None`` where reading or binding found anything. This is decided once: whatever other findings the bag takes later, a ruleset
        that is given here can be played, printed and verified.
        """
        if self.documents is None:
            return None
        found = self.settings.ruleset(self.options, None, self._amiss)
        if found is not None and self.documents.by_players:
            low, high = found.players
            for players in range(low, high + 1):
                self._by_players[players] = self.settings.ruleset(self.options, players, self._amiss)
        self.bag.extend(self._amiss)
        return None if self._amiss else found

    @cached_property
    def settings(self) -> Settings:
        """Return its settled rulesets; requires documents that could be read."""
        documents = self.documents
        assert documents is not None
        return keep_result(self._paths, documents.texts, lambda: Settings(documents), most=2)

    def ruleset_for(self, players: int) -> Ruleset | None:
        """Return the ruleset for a player count; it is the same for all unless its elements depend on the count."""
        return self._by_players.get(players, self.ruleset) if self.ruleset is not None else None

    def under(self, options: Options) -> LoadedRuleset:
        """Return the ruleset under other options, with the documents read for this one; requires documents that could be read."""
        other = LoadedRuleset(self.name, options, sources=self.sources)
        vars(other).update(documents=self.documents, settings=self.settings)
        return other

    @cached_property
    def checked(self) -> bool:
        """Run the checks of the whole ruleset; return whether there is no finding at all."""
        # Who prints or plays what was checked before need not load the checks.
        from reguli.check.check_registry import check

        settings = [one for one in (self.ruleset, *self._by_players.values()) if one is not None]
        for at, ruleset in enumerate(settings):
            check(ruleset, self.bag, together=ruleset is self.ruleset, before=settings[:at])
        return not self.bag

    def program(self, players: int) -> Playable:
        """Lower the ruleset for a player count; requires that it could be bound."""
        ruleset = self.ruleset_for(players)
        assert ruleset is not None
        # What writes code costs a twentieth of a check, and only who plays needs it.
        from reguli.compile.python_programs import generate_python_program

        if players not in self._programs:
            self._programs[players] = generate_python_program(ruleset, players)
        return self._programs[players]


def locate_wording_folders(path: Path, name: str) -> WordLocations:
    """Return the folders with the wordings of a ruleset: ``path`` is its folder or file, ``name`` the id of the game."""
    # Grammars and catalogues cost 0.3 s, and only who speaks needs them.
    from reguli.words.translation.translation_workspace import WordLocations

    locales = shipped_folder("locales")
    known = name if name in shipped_rulesets() else None
    if known is not None and path.resolve() == (shipped_folder("rulesets") / known).resolve():
        return WordLocations(locales, locales, known)
    folder = path if path.is_dir() else path.parent
    statements = resolve_layers(path, find_ruleset).statements if is_variant(path) else ()
    return WordLocations(locales, folder / OWN_WORDS, name, known, statements)

"""Files a playthrough comes from: saves, positions, examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from reguli.cli.cases.beside import ruleset_beside
from reguli.cli.console import Console
from reguli.cli.files import read_whole
from reguli.cli.reports import show
from reguli.cli.rulesets import opened
from reguli.cli.wrong import HasFindings, Wrong
from reguli.compile.makers import write_program
from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.positions.setup import players_of, set_up
from reguli.engine.records.replaying import Restored
from reguli.engine.records.saves import from_json, read_save_file
from reguli.ir.program import Program
from reguli.model.binding.bind import bind
from reguli.pipeline import Loaded
from reguli.ruleset.declared.examples import ExampleDecl, load_example_file, load_examples
from reguli.ruleset.select import chosen_options, select
from reguli.shipped import shipped_rulesets
from reguli.source.diagnostic import Bag, said_by
from reguli.source.near import near
from reguli.source.said import Said
from reguli.source.sources import Sources

FINDINGS_OF_RULESET: Final = "E207"


@dataclass(slots=True)
class Loader:
    """Gives the program that a save asks for; remembers the ruleset it came from."""

    named: str | None
    """The ruleset as typed; without it that of the save."""
    console: Console
    loaded: Loaded | None = None

    def program(self, name: str, options: Mapping[str, str | bool], players: int, bag: Bag) -> Program | None:
        """Give a program; ``None`` with a finding."""
        try:
            loaded = opened(self.named or name, options)
        except Wrong:
            if self.named is not None:
                raise
            bag.add("E205", None, name=name)
            return None
        self.loaded = loaded
        if loaded.documents is not None:
            impossible = Bag()
            chosen_options(loaded.documents, options, impossible)
            if impossible:
                bag.add("E206", None, why=said_by(impossible.diagnostics[0]))
                return None
        if loaded.ruleset is None or loaded.bag:
            show(loaded.bag, loaded.sources, self.console)
            bag.add(FINDINGS_OF_RULESET, None, name=name, count=len(loaded.bag))
            return None
        low, high = loaded.ruleset.players
        if not low <= players <= high:
            bag.add("E206", None, why=Said("why.players_between", count=players, low=low, high=high))
            return None
        return loaded.program(players)


def restored(path: Path, named: str | None, console: Console) -> tuple[Loaded, Restored]:
    """Read a save and play it again. Raises ``Wrong`` or ``HasFindings``."""
    bag = Bag()
    data = read_save_file(path, bag)
    named = named or _own_ruleset(path, data)
    loader = Loader(named, console)
    found = None if data is None else from_json(data, loader.program, bag)
    if found is None:
        first = bag.diagnostics[0]
        if first.code == FINDINGS_OF_RULESET:
            show(bag, loader.loaded.sources if loader.loaded else Sources(), console)
            raise HasFindings
        raise Wrong(first.code, near=first.near, **dict(first.args))
    assert loader.loaded is not None
    return loader.loaded, found


def _own_ruleset(path: Path, data: object) -> str | None:
    """Find the folder of a save's ruleset where it is not shipped; raises ``Wrong`` for a variant that is nowhere."""
    ruleset = data.get("ruleset") if isinstance(data, dict) else None
    if not isinstance(ruleset, dict):
        return None
    variants, name = ruleset.get("variants"), ruleset.get("id")
    if isinstance(variants, list) and variants:
        name = variants[-1]
    elif name in shipped_rulesets():
        return None
    found = ruleset_beside(path, name) if isinstance(name, str) else None
    if found is None and variants and isinstance(name, str):
        raise Wrong("E205", name=name)
    return None if found is None else str(found)


def report(loaded: Loaded, found: Restored, console: Console) -> bool:
    """Say where a save differs, or that it was changed; tell whether it was, or does. Other rules alone are no difference."""
    bag = Bag()
    found.report(bag)
    show(bag, loaded.sources, console)
    return found.changed or found.differs is not None


@dataclass(frozen=True, slots=True)
class Standing:
    """A position with its ruleset; ``names`` are those of its players in each language, by what they are typed as."""

    loaded: Loaded
    playthrough: Playthrough
    names: Mapping[str, Mapping[str, str]]

    def spoken(self, code: str) -> Mapping[str, str]:
        """Give the names in a language, where it has any."""
        return {typed: names[code] for typed, names in self.names.items() if code in names}


def position_at(word: str, named: str | None, console: Console, *, seed: int = 0) -> Standing:
    """Give what a file holds: a save, a position, or ``FILE#example``. Raises ``Wrong``, ``HasFindings``."""
    name, hash_sign, example = word.rpartition("#")
    if hash_sign and not _exists(word) and (name in shipped_rulesets() or _is_folder(name)):
        return _from_ruleset(name, example, named, console, seed)
    path = Path(name if hash_sign and not _exists(word) else word)
    if read_whole(path).lstrip("\ufeff \t\r\n").startswith("{"):
        loaded, found = restored(path, named, console)
        report(loaded, found, console)
        return Standing(loaded, found.playthrough, {})
    return _from_document(path, example if hash_sign else "", named, console, seed)


def _exists(word: str) -> bool:
    try:
        return Path(word).exists()
    except (OSError, ValueError):
        return False


def _is_folder(word: str) -> bool:
    return _exists(word) and Path(word).is_dir()


def _from_ruleset(name: str, example: str, named: str | None, console: Console, seed: int) -> Standing:
    """Give the position of an example of a ruleset, or of what it is a variant of."""
    loaded, bag = opened(named or name, {}), Bag()
    examples: dict[str, ExampleDecl] = {}
    for folder in reversed(opened(name, {}).layers):
        examples.update((found.id, found) for found in load_examples(folder, bag, sources=loaded.sources))
    if bag:
        _stop(bag, loaded, console)
    return _stood(loaded, _chosen(tuple(examples.values()), example, Path(name)), console, seed)


def _from_document(path: Path, example: str, named: str | None, console: Console, seed: int) -> Standing:
    loaded, bag = opened(named or _ruleset_round(path), {}), Bag()
    examples = load_example_file(path, bag, sources=loaded.sources)
    if bag:
        _stop(bag, loaded, console)
    return _stood(loaded, _chosen(examples, example, path), console, seed)


def _stood(loaded: Loaded, chosen: ExampleDecl, console: Console, seed: int) -> Standing:
    """Set the position of an example up. Raises ``HasFindings``."""
    bag = Bag()
    documents = loaded.documents
    options = {option: value for option, value, _ in chosen.position.options}
    settled = None if documents is None else chosen_options(documents, options, loaded.bag)
    selected = None if documents is None or settled is None else select(documents, settled, loaded.bag)
    ruleset = None if selected is None or settled is None else bind(selected, loaded.bag, options=settled)
    if ruleset is None or loaded.bag:
        _stop(loaded.bag, loaded, console)
    players = players_of(chosen.position, ruleset, bag)
    found = None if players is None else set_up(write_program(ruleset, players), chosen.position, bag, seed=seed)
    if found is None:
        _stop(bag, loaded, console)
    return Standing(loaded, found, {typed: dict(names) for typed, names in chosen.names})


def _stop(bag: Bag, loaded: Loaded, console: Console) -> NoReturn:
    show(bag, loaded.sources, console)
    raise HasFindings


def _chosen(examples: tuple[ExampleDecl, ...], wanted: str, path: Path) -> ExampleDecl:
    known = [example.id for example in examples]
    if wanted and wanted not in known:
        raise Wrong("X107", near=near(wanted, known), name=wanted, where=str(path), known=", ".join(known))
    if not wanted and len(examples) != 1:
        raise Wrong(
            "X106", file=str(path), wanted=Said("sort.position"), why=Said("why.many_examples", count=len(examples))
        )
    return next(example for example in examples if not wanted or example.id == wanted)


def _ruleset_round(path: Path) -> str:
    """Give the ruleset in whose folder a file lies; raises ``Wrong``."""
    for folder in path.resolve().parents:
        if any((folder / name).is_file() for name in ("game.yaml", "variant.yaml")):
            return str(folder)
    raise Wrong("X116", file=str(path))

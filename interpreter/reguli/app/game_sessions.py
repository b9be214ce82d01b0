"""Games at a table: started, or loaded from saves that are replayed, positions and examples; and their texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reguli.app.errors import Findings, Refused, make_refusal
from reguli.app.loading import (
    bind_for_players,
    check_option_values,
    choose_player_count,
    open_ruleset,
)
from reguli.app.user_files import file_write_errors, read_utf8_file
from reguli.engine.chance_nodes import find_chance_site, parse_prescribed_outcomes
from reguli.engine.chance_source import Prescribed
from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.gameplay.playthrough import OPENLY, GamePlaythrough, start_playthrough
from reguli.engine.history.save_files import RestoredGame, read_save_file, replay_json_save, save_playthrough
from reguli.engine.player_names import assign_player_names
from reguli.engine.position_documents import document_setup
from reguli.ir.executable_program import Playable
from reguli.ir.runtime_faults import RulesFault
from reguli.model.binding.bot_binding import BoundBot, bind_bots
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.ruleset.declarations.bot_files import load_all_bots
from reguli.ruleset.declarations.example_files import ExampleDecl, load_all_examples, load_example_file
from reguli.shipped_files import find_ruleset, shipped_rulesets
from reguli.source.diagnostic import Bag, Diagnostic, finding_sentence_value
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name
from reguli.words.catalogue.interface_texts import OWN

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.session_texts import SessionRealiser

FINDINGS_OF_RULESET: Final = "E207"
NAMED: Final = {"game.yaml": "ruleset", "variant.yaml": "variant"}
"""The files that say the id of their folder, and the entry that does."""
READ: Final = 4_000
"""So many bytes of such a file are looked at."""
MOST_FOLDERS: Final = 500


@dataclass(slots=True)
class ProgramLoader:
    """Source of the program that a save refers to; remembers the ruleset it came from."""

    named: str | None
    """The ruleset as it was asked for; without it the shipped one that the save names."""
    loaded: LoadedRuleset | None = None

    def program(self, name: str, options: Mapping[str, str | bool], players: int, bag: Bag) -> Playable | None:
        """Return a program; ``None`` with a finding (E205, E206, E207)."""
        if self.named is None and find_ruleset(name) is None:
            # A save from elsewhere opens shipped rulesets only, never a folder that happens to have its name.
            bag.add("E205", None, near=closest_name(name, shipped_rulesets()), name=name)
            return None
        self.loaded = loaded = open_ruleset(self.named or name, options)
        try:
            check_option_values(loaded)
        except Refused as impossible:
            bag.add("E206", None, why=finding_sentence_value(impossible.finding))
            return None
        if loaded.ruleset is None:
            bag.add(FINDINGS_OF_RULESET, None, name=name, count=len(loaded.bag))
            return None
        low, high = loaded.ruleset.players
        if not low <= players <= high:
            bag.add("E206", None, why=Said("why.players_between", count=players, low=low, high=high))
            return None
        return loaded.program(players)


def replay_save_file(path: Path, named: str | None = None) -> TablePosition:
    """Read a save and replay it under its own ruleset or another. Raises as ``restore_save_data`` does."""
    bag = Bag()
    data = read_save_file(path, bag)
    return restore_save_data(data, named or _own_ruleset(path, data), bag)


def restore_save_data(data: object, named: str | None, bag: Bag) -> TablePosition:
    """Replay a parsed save (``None`` with findings).

    Raises ``Refused`` for what is no save or names no ruleset, and ``Findings`` where the ruleset has some.
    """
    loader = ProgramLoader(named)
    found = None if data is None else replay_json_save(data, loader.program, bag)
    if found is None:
        first = bag.diagnostics[0]
        if first.code == FINDINGS_OF_RULESET and loader.loaded is not None:
            raise Findings((*loader.loaded.bag, *bag), loader.loaded.sources)
        raise make_refusal(first.code, near=first.near, **dict(first.args))
    assert loader.loaded is not None
    return TablePosition(loader.loaded, found.playthrough, restored=found)


def _own_ruleset(path: Path, data: object) -> str | None:
    """Find the folder of a save's ruleset if it is not shipped; raises ``Refused`` for a variant that is not found."""
    ruleset = data.get("ruleset") if isinstance(data, dict) else None
    if not isinstance(ruleset, dict):
        return None
    variants, name = ruleset.get("variants"), ruleset.get("id")
    if isinstance(variants, list) and variants:
        name = variants[-1]
    elif name in shipped_rulesets():
        return None
    found = _ruleset_beside(path, name) if isinstance(name, str) else None
    if found is None and variants and isinstance(name, str):
        raise make_refusal("E205", name=name)
    return None if found is None else str(found)


def _ruleset_beside(save: Path, wanted: str) -> Path | None:
    """Return the folder with an id in the save's folder or in the current one; None if there is no such folder, or several."""
    found = {folder.resolve() for folder in _near(save) if wanted in _ids(folder)}
    return found.pop() if len(found) == 1 else None


def _near(save: Path) -> Iterator[Path]:
    for home in (save.resolve().parent, Path.cwd()):
        yield home
        try:
            yield from sorted(child for child in home.iterdir() if child.is_dir())[:MOST_FOLDERS]
        except OSError:
            continue


def _ids(folder: Path) -> Iterator[str]:
    for name, entry in NAMED.items():
        try:
            file = folder / name
            if not file.is_file():
                continue
            with file.open("rb") as stream:
                text = stream.read(READ).decode("utf-8", "replace")
        except OSError:
            continue
        yield from re.findall(rf"^{entry}:[ ]+([a-z][a-z0-9_]*)[ ]*$", text, re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TablePosition:
    """A position with its ruleset; ``names`` holds the players' names in each language, keyed by their typed form.

    ``restored`` says what came of the save that it was read from, if it was.
    """

    loaded: LoadedRuleset
    playthrough: GamePlaythrough
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    restored: RestoredGame | None = None

    @property
    def remarks(self) -> tuple[Diagnostic, ...]:
        """Return findings about the save: where it differs (E208, E209), that it was changed (E211) or belongs to other rules (E212)."""
        bag = Bag()
        if self.restored is not None:
            self.restored.report(bag)
        return bag.diagnostics

    @property
    def differs(self) -> bool:
        """Return whether the save does not reproduce or was changed; other rules alone do not count as a difference."""
        return self.restored is not None and (self.restored.changed or self.restored.differs is not None)

    def spoken(self, code: str) -> Mapping[str, str]:
        """Return the players' names in a language, or in English if it has none."""
        found = {typed: names.get(code, names.get(OWN)) for typed, names in self.names.items()}
        return {typed: name for typed, name in found.items() if name is not None}


def load_position(word: str, named: str | None, *, seed: int = 0) -> TablePosition:
    """Return the position in a file: a save, a position, or ``FILE#example``. Raises ``Refused`` and ``Findings``."""
    name, hash_sign, example = word.rpartition("#")
    if hash_sign and not _exists(word) and (name in shipped_rulesets() or (_exists(name) and Path(name).is_dir())):
        return example_position(open_ruleset(name, {}), example, named, seed)
    path = Path(name if hash_sign and not _exists(word) else word)
    if read_utf8_file(path).lstrip("\ufeff \t\r\n").startswith("{"):
        return replay_save_file(path, named)
    loaded, bag = open_ruleset(named or _ruleset_round(path), {}), Bag()
    examples = load_example_file(path, bag, sources=loaded.sources, layers=loaded.layers)
    return _stood(loaded, examples, bag, example if hash_sign else "", path, seed=seed)


def _exists(word: str) -> bool:
    try:
        return Path(word).exists()
    except (OSError, ValueError):
        return False


def example_position(home: LoadedRuleset, example: str, named: str | None = None, seed: int = 0) -> TablePosition:
    """Return the position of an example of a ruleset or of one of its bases, under the rules of another ruleset if one is named."""
    loaded, bag = home if named is None else open_ruleset(named, {}), Bag()
    examples = load_all_examples(home.layers, bag, sources=loaded.sources)
    return _stood(loaded, tuple(examples.values()), bag, example, Path(home.name), seed=seed)


def _stood(
    loaded: LoadedRuleset, examples: tuple[ExampleDecl, ...], bag: Bag, wanted: str, path: Path, *, seed: int
) -> TablePosition:
    """Set up the position of one of several examples. Raises ``Findings``."""
    if bag:
        raise Findings(bag.diagnostics, loaded.sources)
    chosen = _chosen(examples, wanted, path)
    options = {option: value for option, value, _ in chosen.position.options}
    loaded = LoadedRuleset(loaded.name, options, sources=loaded.sources)
    if loaded.ruleset is None:
        raise Findings(loaded.bag.diagnostics, loaded.sources)
    players = document_setup.position_player_count(chosen.position, loaded.ruleset.players, bag)
    found = None
    if players is not None:
        found = document_setup.set_up_position(
            loaded.program(players), chosen.position, bag, seed=seed, play_forced=OPENLY
        )
    if found is None:
        raise Findings(bag.diagnostics, loaded.sources)
    return TablePosition(loaded, found, {typed: dict(names) for typed, names in chosen.names})


def _chosen(examples: tuple[ExampleDecl, ...], wanted: str, path: Path) -> ExampleDecl:
    known = [example.id for example in examples]
    if wanted and wanted not in known:
        raise make_refusal(
            "X107", near=closest_name(wanted, known), name=wanted, where=str(path), known=", ".join(known)
        )
    if not wanted and len(examples) != 1:
        raise make_refusal(
            "X106", file=str(path), wanted=Said("sort.position"), why=Said("why.many_examples", count=len(examples))
        )
    return next(example for example in examples if not wanted or example.id == wanted)


def _ruleset_round(path: Path) -> str:
    """Return the ruleset whose folder contains a file; raises ``Refused``."""
    for folder in path.resolve().parents:
        if any((folder / name).is_file() for name in NAMED):
            return str(folder)
    raise make_refusal("X116", file=str(path))


def write_game_save(path: Path, playthrough: GamePlaythrough) -> None:
    """Write a save file; raises ``Refused``."""
    with file_write_errors(path):
        save_playthrough(path, playthrough)


def begin_game(
    loaded: LoadedRuleset,
    players: int | None,
    seed: int = 0,
    *,
    names: Sequence[str] = (),
    chance: Mapping[str, str] | None = None,
) -> TablePosition:
    """Start a game; ``chance`` holds typed prescriptions by site. Raises the engine's exceptions, and ``Findings`` for a fault of the rules."""
    count = choose_player_count(bind_for_players(loaded), players)
    called = assign_player_names(names, count) if names else ()
    program = loaded.program(count)
    with faults_as_findings(program, loaded):
        given = _prescribed(program, chance or {}, called)
        playthrough = start_playthrough(program, seed, prescribed=given, play_forced=OPENLY, names=called)
    return TablePosition(loaded, playthrough)


@contextmanager
def faults_as_findings(program: Playable, loaded: LoadedRuleset) -> Iterator[None]:
    """Convert a rules fault in the context into findings that name the rule. Raises ``Findings``."""
    try:
        yield
    except RulesFault as fault:
        raise Findings([fault_diagnostic(program, fault)], loaded.sources) from fault


def _prescribed(program: Playable, given: Mapping[str, str], names: Sequence[str]) -> Prescribed:
    """Parse prescribed chance: outcomes of a random draw separated by commas, orders of a deck separated by ``|``."""
    read: dict[str, object] = {}
    for name, text in given.items():
        runs = [[word.strip() for word in run.split(",")] if run.strip() else [] for run in text.split("|")]
        site = find_chance_site(program, name, names)
        whole = site is not None and (site.form == "stack" or site.groups)
        read[name] = runs if whole else [outcome for run in runs for outcome in run]
    return parse_prescribed_outcomes(program, read, names)


def bind_ruleset_bots(loaded: LoadedRuleset, program: Playable) -> tuple[BoundBot, ...]:
    """Return the bots that a ruleset defines; raises ``Findings``."""
    bag = Bag()
    found = bind_bots(program.ruleset, load_all_bots(loaded.layers, bag, sources=loaded.sources), bag)
    if bag:
        raise Findings(bag.diagnostics, loaded.sources)
    return found


def open_session_texts(standing: TablePosition, code: str) -> SessionRealiser:
    """Load the texts of a game session in a language."""
    # Grammars and catalogues cost 0.3 s, and only who speaks needs them.
    from reguli.play.session_texts import open_sitting_tongue
    from reguli.words.grammar.languages import language_by_code, languages

    playthrough = standing.playthrough
    ruleset = playthrough.program.ruleset
    homes = locate_wording_folders(standing.loaded.path, ruleset.documents.game.words)
    return open_sitting_tongue(
        ruleset, language_by_code(code) or languages()[0], homes, playthrough, standing.spoken(code)
    )

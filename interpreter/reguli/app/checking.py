"""Every finding of a ruleset: of everything that lies in its folder, under each value of each option, at each number of players.

What does not fit into half a second has a word of its own: ``play`` (games of bots, ``app/trying.py``) and ``print`` (every product).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reguli.app.troubles import Refused
from reguli.check.checks import check
from reguli.model.binding.bind import bind
from reguli.model.binding.bots import BoundBot, bind_bots
from reguli.pipeline import Loaded
from reguli.ruleset.declared.bots import load_all_bots
from reguli.ruleset.declared.examples import load_example_file, load_examples
from reguli.ruleset.documents import Documents, OptionDecl
from reguli.ruleset.folder import BESIDES
from reguli.ruleset.select import select
from reguli.source.diagnostic import Bag
from reguli.source.files import list_files
from reguli.verify.set_ups import options_of_set_up, run_set_ups

ENOUGH: Final = 500
"""With so many findings no further setting of the options is looked at."""
UNWRITTEN: Final = frozenset({"W302", "W304", "W305"})
"""What a translator has yet to write is told by ``words status``: a designer's rules are right without it."""
Settings = dict[str, str | bool]


@dataclass(slots=True)
class Looked:
    """What was looked at: the settings of options, and the bots by the defaults."""

    settings: int = 0
    bots: tuple[BoundBot, ...] = ()


def find_everything(loaded: Loaded) -> Looked:
    """Put every finding into the bag of what was loaded; give what was looked at.

    Where a rule could not be read or bound, nothing is said about the whole: what is missing may be in that rule.
    """
    documents = loaded.documents
    if documents is None:
        return Looked()
    looked_at = find_in_rules(loaded, documents)
    folder = loaded.path if loaded.path.is_dir() else None
    if folder is not None:
        load_examples(folder, loaded.bag, sources=loaded.sources)
        _find_beside(folder, loaded)
    return looked_at


def find_in_rules(loaded: Loaded, documents: Documents) -> Looked:
    """Put what is wrong with the rules, their set-ups and bots into the bag; give what was looked at.

    A setting that can change nothing is not bound anew: its option names no board and no number, hides nothing, and no
    rule of the set-up asks for it.
    """
    bag = loaded.bag
    read = tuple(bag)
    bots = load_all_bots(loaded.layers, bag, sources=loaded.sources)
    asked: frozenset[str] = frozenset(option.id for option in documents.game.options)
    looked_at = Looked()
    for changed, settings in settings_of(documents, loaded.options):
        looked_at.settings += 1
        if changed is not None and not (_changes_documents(changed, documents) or changed.id in asked):
            continue
        found = Bag()
        found.extend(read)
        chosen = select(documents, settings, found)
        ruleset = None if chosen is None else bind(chosen, found, options=settings)
        bag.extend(found)
        if len(bag) > ENOUGH:
            break
        if ruleset is None or found:
            continue
        check(ruleset, bag)
        if changed is None:
            asked = options_of_set_up(ruleset)
            looked_at.bots = bind_bots(ruleset, bots, bag)
        if not bag and (changed is None or _changes_set_up(changed, asked)):
            # Fewest and most find what another value of an option spoils; ``check --play`` plays all of them.
            run_set_ups(ruleset, bag, None if changed is None else sorted({*ruleset.players}))
    return looked_at


def settings_of(documents: Documents, given: Mapping[str, str | bool]) -> Iterator[tuple[OptionDecl | None, Settings]]:
    """Give the defaults with what was asked for, then each other value of each option alone, with the option that differs."""
    base = {**{option.id: option.default for option in documents.game.options}, **given}
    yield None, base
    for option in documents.game.options:
        values = (True, False) if option.form == "switch" else tuple(value.id for value in option.values)
        for value in values:
            if option.id not in given and value != option.default:
                yield option, {**base, option.id: value}


def _changes_documents(option: OptionDecl, documents: Documents) -> bool:
    """Tell whether a value of an option may change more than the answers of conditions: what there is, or who sees it."""
    return any(value.boards or value.constants for value in option.values) or any(
        state.visible.option == option.id for state in documents.state
    )


def _changes_set_up(option: OptionDecl, asked: frozenset[str]) -> bool:
    return option.id in asked or any(value.boards or value.constants for value in option.values)


# -- what lies beside the rules ------------------------------------------------------------------------------------


def _find_beside(folder: Path, loaded: Loaded) -> None:
    """Look at what lies in the folder beside the rules: layouts, positions, words, themes, variants."""
    ruleset = loaded.ruleset
    for file in list_files(folder / "positions", ".yaml"):
        load_example_file(file, loaded.bag, sources=loaded.sources)
    if ruleset is None or loaded.bag:
        return  # what is missing may be in a rule that could not be read
    if any((folder / name).is_file() for name in BESIDES[1:]):
        # The layouts of cards cost 30 ms, and only a folder that has some needs them.
        from reguli.publish.layouts.held import check_layouts

        check_layouts(folder, ruleset, loaded.bag, loaded.sources)
    if (folder / "words").is_dir():
        _find_in_words(folder, loaded)
    for theme in _folders(folder / "themes"):
        _find_in_theme(theme, loaded)
    for variant in (*sorted((folder / "variants").glob("*.yaml")), *_folders(folder / "variants")):
        other = Loaded(str(variant), loaded.options, sources=loaded.sources)
        if other.documents is not None:
            find_everything(other)
        loaded.bag.extend(other.bag)


def _folders(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith((".", "_")))


def _find_in_words(folder: Path, loaded: Loaded) -> None:
    """Check the words in a folder of its own, in the languages that have any."""
    # Grammars and catalogues cost a quarter of a second, and only a folder with words of its own needs them.
    from reguli.app.desk import desk_at
    from reguli.words.desk.status import check_desk
    from reguli.words.grammar.languages import LANGUAGES

    codes = tuple(language.code for language in LANGUAGES if (folder / "words" / language.code).is_dir())
    desk = desk_at(loaded, loaded.bag, loaded.sources, codes=codes)
    found = Bag()
    check_desk(desk, found, codes)
    loaded.bag.extend(finding for finding in found if finding.code not in UNWRITTEN)


def _find_in_theme(theme: Path, loaded: Loaded) -> None:
    # Part of the same.
    from reguli.app.printing.cards import source_of_cards
    from reguli.app.printing.looks import look_of

    source = source_of_cards(loaded, Bag())
    icons = frozenset(() if source.pieces is None else source.pieces.icons)
    try:
        look_of(str(theme), loaded, icons, loaded.bag)
    except Refused as refused:
        loaded.bag.extend(refused.findings)

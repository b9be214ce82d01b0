"""The shipped libraries as themes: their parameters, the effects of their rules, and the names that can be changed.

Everything is read from the libraries themselves: of a procedure is said what the statements say that it cites (what cites none is a
part of others, and not told), and how a library is used is shown by the small game that comes with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from reguli.language.syntax_tree.statements import Citation
from reguli.language.syntax_tree.top_level_items import Define, Item, Parameter, Procedure
from reguli.reference.reference_entry import (
    KeyGroup,
    ReferenceEntry,
    ReferenceTheme,
    document_entry_paths,
    read_entry_file,
)
from reguli.ruleset.document_nodes import walk_document_node
from reguli.ruleset.libraries.library_file import ParameterDecl
from reguli.ruleset.libraries.library_instantiation import FILE, Library, known_libraries, open_library
from reguli.ruleset.libraries.substitution import TYPED
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml

SORTS: Final = {
    "kind": "a kind",
    "unit": "a unit, or a kind that is counted",
    "number": "a number, counted in {of}",
    "condition": "a condition",
    "zone": "a zone that holds {of}",
    "set": "elements of {of}",
    "element": "an element of {of}",
    "procedure": "the name of a procedure",
}
USED_AS: Final = "NAME"
"""The name of the use in forms."""


def library_themes(place: Path) -> tuple[ReferenceTheme, ...]:
    """Return a theme for each library in a folder, sorted by name."""
    return tuple(_theme(place / name) for name in known_libraries((place,)))


def _theme(folder: Path) -> ReferenceTheme:
    bag = Bag()
    library = open_library(folder, bag, Sources())
    if library is None or bag:
        raise AssertionError(f"a shipped library has findings: {bag.codes}")
    name, theme = library.declared.id, f"library-{folder.name}"
    told = (item for item in library.items if isinstance(item, Procedure | Define) and any(_cites(item)))
    items = tuple(_item(theme, library, item) for item in told)
    given = _parameters(theme, library, folder)
    forms = (
        f"use: {{{USED_AS}: {{library: {name}, with: {{...}}, names: {{...}}, cites: {{...}}}}}}",
        *(f"  with {key.forms[0]}  # {key.means}" for key in given.keys),
        *(form for item in items for form in item.forms),
    )
    whole = ReferenceEntry(
        theme, name, forms, _whole(library), words=(name,), example=_use(folder / "game" / "game.yaml")
    )
    about = (
        f"Brought in by 'use:' in game.yaml; its rules lie in 'rulesets/library/{name}', with a small game that plays them. "
        "In an expression under 'with', what it is given goes by the name of your own kind, not of the parameter."
    )
    return ReferenceTheme(theme, name, about, (whole, *items), (given,), library=name)


def _whole(library: Library) -> str:
    """Return the description of a library, its statements, and the names in it that 'names' may change."""
    typed = (node.name for item in library.items for node in walk_document_node(item) if isinstance(node, TYPED))
    names = tuple(dict.fromkeys((*typed, *(state.id for state in library.state))))
    said = [library.declared.about, f"Its statements: {_sentences(library.declared.statements)}"]
    if names:
        said.append(f"Names of it that 'names' may change: {', '.join(names)}.")
    return " ".join(said)


def _sentences(statements: tuple[tuple[str, str], ...]) -> str:
    return " ".join(f"{number} {text}" for number, text in statements)


def _use(game: Path) -> str:
    """Return the lines with which a library's sample game uses it, without comments."""
    text = game.read_text(encoding="utf-8")
    node = read_yaml(text, game.name, Bag())
    used = (
        ()
        if node is None
        else (pair for at, pair in document_entry_paths(node, ()) if not at and pair.key.text == "use")
    )
    for pair in used:
        lines = text.split("\n")[pair.key.span.line - 1 : pair.value.span.end_line]
        return "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    return ""


def _item(theme: str, library: Library, item: Procedure | Define) -> ReferenceEntry:
    parameters = ", ".join(map(_parameter, item.parameters))
    called = f"{USED_AS}.{item.name}" + (f"({parameters})" if parameters else "")
    form = f"run {called}" if isinstance(item, Procedure) else called
    gives = item.unit or "" if isinstance(item, Define) else ""
    statements = dict(library.declared.statements)
    means = " ".join(statements[cite.id] for cite in _cites(item))
    name = f"{library.declared.id}.{item.name}"
    return ReferenceEntry(theme, name, (form,), means, words=(name, item.name), gives=gives)


def _cites(item: Item) -> Iterator[Citation]:
    """Yield the citations of an item and everything in it, once each."""
    cited = (cite for node in walk_document_node(item) for cite in getattr(node, "cites", ()))
    yield from {cite.id: cite for cite in cited}.values()


def _parameter(parameter: Parameter) -> str:
    return parameter.name if parameter.kind is None else f"{parameter.name}: {parameter.kind}"


def _parameters(theme: str, library: Library, folder: Path) -> KeyGroup:
    """Return the parameters of a library as keys of 'with'."""
    written = read_entry_file(folder / FILE).get("parameters", {})
    keys = tuple(_key(theme, library, one, written[one.id]) for one in library.declared.parameters)
    about = "What a ruleset gives it. What asks for players or elements is an expression over them, called by the names that are given."
    whole = ReferenceEntry(
        theme, f"{library.declared.id}.with", tuple(form for key in keys for form in key.forms), about
    )
    return KeyGroup(whole, (f"game.yaml:use/{USED_AS}/with",), keys)


def _key(theme: str, library: Library, declared: ParameterDecl, written: dict[str, object]) -> ReferenceEntry:
    takes = SORTS[declared.sort].format(of=declared.of)
    if declared.given:
        given = (name if name == kind else f"{name}: {kind}" for name, kind in declared.given)
        takes += (" that is run with " if declared.sort == "procedure" else ", for ") + ", ".join(given)
    optional = declared.may_lack or declared.default is not None
    return ReferenceEntry(
        theme,
        f"{library.declared.id}.with.{declared.id}",
        (f"{declared.id}: {takes}",),
        declared.means,
        words=(declared.id,),
        takes=takes,
        needed="" if optional else "always",
        default=str(written["default"]) if optional else "",
    )


# -- Finds what a word means: every meaning there is, the nearest first ----------------------------------------------


def find_entries(word: str, themes: Iterable[ReferenceTheme]) -> tuple[ReferenceEntry, ...]:
    """Return every entry that matches a word: by its name, a word of its forms, a key (also ``GROUP.KEY``), or a file."""
    wanted = " ".join(word.lower().split())
    listed = tuple(themes)
    every = [entry for theme in listed for entry in theme.all_entries()]
    named = [entry for entry in every if wanted in _own_names(entry)]
    worded = [entry for entry in every if wanted in entry.words or _ends(entry, wanted)]
    filed = [group.whole for theme in listed for group in theme.groups if wanted in _files(group)]
    return tuple(dict.fromkeys((*named, *worded, *filed)))


def _files(group: KeyGroup) -> tuple[str, ...]:
    """Return the files for which a group is the top level."""
    return tuple(at.partition(":")[0] for at in group.at if "/" not in at.partition(":")[2])


def searchable_words(themes: Sequence[ReferenceTheme]) -> tuple[str, ...]:
    """Return every word that finds an entry, for suggestions of similar words."""
    words = [word for theme in themes for entry in theme.all_entries() for word in _all_names(entry)]
    files = [file for theme in themes for group in theme.groups for file in _files(group)]
    return tuple(dict.fromkeys((*words, *files)))


def _own_names(entry: ReferenceEntry) -> tuple[str, ...]:
    """Return the names of an entry: ``sum, max, min`` has all three, ``move (pieces)`` is one, and the word before the bracket another."""
    name = entry.name.lower()
    return (name, name.partition(" (")[0], *name.split(", "))


def _ends(entry: ReferenceEntry, word: str) -> bool:
    """Return whether a word is the end of an entry's qualified key: ``visible.who`` for ``state.visible.who``."""
    return bool(entry.takes) and f".{entry.name}".endswith(f".{word}")


def _all_names(entry: ReferenceEntry) -> Iterator[str]:
    yield from _own_names(entry)
    yield from (word for word in entry.words if word[0].isalpha())

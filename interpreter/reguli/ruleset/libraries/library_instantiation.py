"""Instantiation of libraries: each use is expanded and added to the rules before binding."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from reguli.language.syntax_tree import expressions as x
from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree import top_level_items as i
from reguli.language.syntax_tree.top_level_items import Item, Procedure
from reguli.ruleset.declarations import state_file as state
from reguli.ruleset.document_nodes import BroughtIn, Documents, KindDecl, StateDecl, UseDecl, walk_document_node
from reguli.ruleset.folder_contents import LIBRARY as CONTENTS
from reguli.ruleset.folder_contents import Folder, ruleset_digest
from reguli.ruleset.libraries.library_file import LIBRARY, SORTS, WORDS, LibraryDecl, ParameterDecl, Sentences
from reguli.ruleset.libraries.substitution import TYPED, Argument, Filling, Meaning
from reguli.schema.node_reader import ID, NodeReader
from reguli.schema.shapes import expression
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources, Span
from reguli.source.yaml_reader import MappingEntry, Node, ScalarNode

# -- library arguments -----------------------------------------------------------------------------------------------
# What a library is given: a name of the game, or an expression in the rules language, by the sort that the parameter is of.


NAMED: Final = ("kind", "unit", "procedure")
"""The sorts that are given by a name."""
PLAYER: Final = "player"
KNOWN_UNITS: Final = ("number", "round", "rank")


def read_library_argument(
    node: Node, parameter: ParameterDecl, documents: Documents, reader: NodeReader
) -> Argument | None:
    """Read the argument of a parameter; R363 if it is of another sort."""
    sort = SORTS[parameter.sort]
    if parameter.sort not in NAMED:
        return expression(reader, node, Said("part.given", name=parameter.id))
    text = node.text if isinstance(node, ScalarNode) else ""
    known = _known(parameter, documents)
    if text in known:
        return text
    if parameter.sort == "procedure" and has_bad_rules(reader.bag):
        return None
    close = closest_name(text, known) if ID.fullmatch(text) else None
    reader.bag.add("R363", node.span, near=close, name=parameter.id, found=text or Said("sort.group"), wanted=sort)
    return None


def check_procedure_argument(
    parameter: ParameterDecl,
    entry: MappingEntry,
    arguments: Mapping[str, Argument | None],
    documents: Documents,
    bag: Bag,
) -> bool:
    """Check that a procedure argument takes the parameters with which the library calls it; R371 if not."""
    items = (item for file in documents.rules for item in file.items if isinstance(item, Procedure))
    item = next((item for item in items if item.name == arguments[parameter.id]), None)
    if parameter.sort != "procedure" or item is None:
        return True
    wanted = [str(arguments.get(kind) or kind) for _, kind in parameter.given]
    takes = [one.kind or one.name for one in item.parameters]
    if takes != wanted:
        bag.add(
            "R371",
            entry.value.span,
            related=[(item.span, Said("here.name_stands", name=item.name))],
            name=parameter.id,
            found=item.name,
            takes=", ".join(takes),
            wanted=", ".join(wanted),
        )
    return takes == wanted


def has_bad_rules(bag: Bag) -> bool:
    """Return whether some rule is unreadable, so that names may be missing."""
    return any(found.code.startswith("L") for found in bag)


def _known(parameter: ParameterDecl, documents: Documents) -> set[str]:
    """Return the names of the game that are of the sort of a parameter."""
    if parameter.sort == "procedure":
        return {item.name for file in documents.rules for item in file.items if isinstance(item, Procedure)}
    kinds = {kind.id for kind in documents.kinds}
    if parameter.sort == "kind":
        return kinds | {PLAYER}
    return kinds | {*documents.game.units, *KNOWN_UNITS}


# -- library instantiation -------------------------------------------------------------------------------------------


# -- A library as it lies on disk: where it is looked for, and what it says ------------------------------------------


LIBRARIES: Final = "library"
"""The folder that libraries lie in."""
FILE: Final = "library.yaml"


@frozen_class
class Shelf(FrozenValue):
    """The location of the shipped libraries, and the built-in functions, which mean the same in every library."""

    place: Path
    functions: frozenset[str]


@frozen_class
class Library(FrozenValue):
    """The content of a library, and the texts it was read from."""

    declared: LibraryDecl
    state: tuple[StateDecl, ...]
    items: tuple[Item, ...]
    words: tuple[Sentences, ...]
    texts: tuple[tuple[str, str], ...]
    played: tuple[tuple[str, str], ...]
    """The texts that matter to play."""


def find_library(name: str, places: Iterable[Path]) -> Path | None:
    """Return the folder of a library: the first of its name in some folders of libraries."""
    return next((place / name for place in places if (place / name / FILE).is_file()), None)


def known_libraries(places: Iterable[Path]) -> tuple[str, ...]:
    """Return the names of all available libraries."""
    there = (path.parent.name for place in places if place.is_dir() for path in place.glob(f"*/{FILE}"))
    return tuple(sorted(set(there)))


def library_folders(folders: Sequence[Path], shelf: Shelf | None) -> tuple[Path, ...]:
    """Return the library folders of a ruleset made of some folders: in and next to each, then the shipped one."""
    own = (place / LIBRARIES for folder in folders for place in (folder, folder.parent))
    return tuple(dict.fromkeys((*own, *(() if shelf is None else (shelf.place,)))))


def open_library(path: Path, bag: Bag, sources: Sources) -> Library | None:
    """Read a library; None with findings where it cannot be read."""
    folder = Folder(path, bag, sources, root=path.resolve().parent.parent)
    declared = folder.read(FILE, LIBRARY, Said("part.library"))
    kept_of = folder.read("state.yaml", state.STATE, Said("part.states"), needed=False) or ()
    words = folder.read("words.yaml", WORDS, Said("part.words"), needed=False) or ()
    items = tuple(item for file in folder.rules() for item in file.items)
    folder.look_round(CONTENTS)
    if declared is None:
        return None
    return Library(declared, kept_of, items, words, tuple(folder.texts.items()), tuple(folder.played.items()))


# -- library instantiation -------------------------------------------------------------------------------------------


GAME: Final = "game"
KNOWN: Final = frozenset(
    ("player", "players", "player_count", "round", "phase", "stage", "coming_stage", "at_turn", "true", "false", "none")
)
"""Words that mean the same in every game."""


def instantiate_libraries(
    documents: Documents, places: Sequence[Path], functions: frozenset[str], reader: NodeReader
) -> Documents:
    """Expand every library use of the ruleset.

    ``places`` are the folders that libraries lie in, the nearest first; ``functions`` are those of the language.
    """
    bag = reader.bag
    opened: dict[str, Library | None] = {}
    for use in documents.game.uses:
        path = find_library(use.library, places)
        if path is None:
            known = known_libraries(places)
            looked = ", ".join(known) or Said("list.none")
            bag.add("R360", use.library_span, near=closest_name(use.library, known), name=use.library, known=looked)
            continue
        if use.library not in opened:
            opened[use.library] = open_library(path, bag, reader.sources)
            documents = _with_texts(documents, use.library, opened[use.library])
        library = opened[use.library]
        if library is not None and not _clashes(use, documents, bag):
            documents = Bringing(use, library, documents, reader).brought(KNOWN | functions)
    return documents


def _with_texts(documents: Documents, name: str, library: Library | None) -> Documents:
    if library is None:
        return documents
    played = {f"library/{name}/{file}": text for file, text in library.played}
    return dataclasses.replace(
        documents,
        digest=ruleset_digest({"of": documents.digest, **played}),
        texts=(*documents.texts, *library.texts),
    )


def _clashes(use: UseDecl, documents: Documents, bag: Bag) -> bool:
    """Report a use whose name collides with another name that a rule can write before a dot (R365)."""
    there = {kind.id: kind.span for kind in documents.kinds}
    there |= {kind.plural: kind.span for kind in documents.kinds}
    there |= {one.id: one.span for one in (*documents.constants, *documents.tables, *documents.game.options)}
    there |= {one.id: one.span for one in documents.state if one.owner == GAME}
    there |= {item.name: item.span for file in documents.rules for item in file.items}
    other = there.get(use.id)
    if other is not None:
        bag.add("R365", use.span, related=[(other, Said("here.name_stands", name=use.id))], name=use.id)
    return other is not None


class Bringing:
    """One use of a library while it is added to a ruleset."""

    def __init__(self, use: UseDecl, library: Library, documents: Documents, reader: NodeReader) -> None:
        """Store the use and the ruleset so far."""
        self.use = use
        self.library = library
        self.documents = documents
        self.reader = reader
        self.bag = reader.bag

    def brought(self, known: frozenset[str]) -> Documents:
        """Return the ruleset with the items that it requires and their dependencies; ``known`` are words of the language."""
        meaning = self._meaning(known)
        wanted = self.wanted
        if not wanted:
            if not has_bad_rules(self.bag):
                self.bag.add("R368", self.use.span, name=self.use.id)
            return self.documents
        items = tuple(Filling(meaning, item, self.use.id).fill(item) for item in wanted)
        state = self._state(meaning, items)
        self._hold_asked(meaning)
        self._hold_free(state, items)
        if any(meaning.arguments[name] is None for name in meaning.asked):
            return self.documents
        documents, use = self.documents, self.use
        brought = BroughtIn(
            use,
            tuple(item.name for item in items if isinstance(item, i.Procedure | i.Define)),
            tuple(sorted({one.name for one in walk_document_node(items) if isinstance(one, TYPED)})),
            self._said(meaning),
        )
        name = self.library.declared.span.file
        return dataclasses.replace(
            documents,
            rules=(*documents.rules, i.RulesFile(name, items)),
            state=(*documents.state, *state),
            brought=(*documents.brought, brought),
        )

    # -- what its words mean ---------------------------------------------------------------------------------------

    def _meaning(self, known: frozenset[str]) -> Meaning:
        use, library = self.use, self.library
        parameters = {one.id: one for one in library.declared.parameters}
        arguments = self._arguments()
        plurals = {
            one.of: (one.id, self._plural(arguments[one.id]))
            for one in parameters.values()
            if one.sort == "kind" and one.of
        }
        called = {
            item.name: f"{use.id}.{item.name}"
            for item in library.items
            if not isinstance(item, i.OptionGroup | i.Event | i.Phase)
        }
        return Meaning(
            use=use.library_span,
            parameters=parameters,
            arguments=arguments,
            plurals=plurals,
            called=called,
            typed=self._typed(),
            cites=self._cites(),
            avoid=self._avoid(arguments),
            unknown=self._unknown,
            known=known,
        )

    def _arguments(self) -> dict[str, Argument | None]:
        """Read the argument of every parameter; ``None`` if there is neither an argument nor a default."""
        library, use = self.library.declared, self.use
        known = {one.id: one for one in library.parameters}
        given = {entry.key.text: entry for entry in use.given}
        for span, name, close, listed in self._unknown_names(
            ((one.key.span, key) for key, one in given.items()), known
        ):
            self.bag.add("R362", span, near=close, name=name, library=library.id, known=listed)
        found = {
            name: read_library_argument(given[name].value, one, self.documents, self.reader)
            if name in given
            else one.default
            for name, one in known.items()
        }
        misrun = {
            name
            for name, entry in given.items()
            if name in known and not check_procedure_argument(known[name], entry, found, self.documents, self.bag)
        }
        return {name: None if name in misrun else one for name, one in found.items()}

    def _unknown_names(
        self, named: Iterable[tuple[Span, str]], known: Iterable[str]
    ) -> Iterator[tuple[Span, str, str | None, Value]]:
        """Yield the names in a use that the library does not have: place, name, nearest match, known names."""
        listed = ", ".join(there := dict.fromkeys(known)) or Said("list.none")
        yield from ((span, name, closest_name(name, there), listed) for span, name in named if name not in there)

    def _plural(self, kind: Argument | None) -> str:
        found = next((one.plural for one in self.documents.kinds if one.id == kind), None)
        return found or f"{kind}s"

    def _typed(self) -> dict[str, str]:
        """Return the typed names: those set by the use, else its name plus the library's."""
        own = [one.name for one in walk_document_node(self.library.items) if isinstance(one, TYPED)]
        own += [one.id for one in self.library.state]
        names = {old: new for old, new, _ in self.use.names}
        for span, old, close, listed in self._unknown_names(((span, old) for old, _, span in self.use.names), own):
            self.bag.add("R370", span, near=close, name=old, library=self.use.library, known=listed)
        return {name: names.get(name, f"{self.use.id}_{name}") for name in own}

    def _cites(self) -> dict[str, tuple[tuple[str, Span], ...]]:
        """Return the game's statements by those of the library; an unmapped one is a finding if a rule carries it."""
        own = dict(self.library.declared.statements)
        said = {old: found for old, found, _ in self.use.cites}
        for span, old, close, listed in self._unknown_names(((span, old) for old, _, span in self.use.cites), own):
            self.bag.add("R370", span, near=close, name=old, library=self.use.library, known=listed)
        carried = {one.id for one in walk_document_node(self.wanted) if isinstance(one, s.Citation)}
        for name, text in own.items():
            if name in carried and name not in said:
                self.bag.add("R364", self.use.span, name=name, text=text, use=self.use.id)
        return {name: said.get(name, ()) for name in own}

    def _avoid(self, arguments: Mapping[str, Argument | None]) -> frozenset[str]:
        """Return the reserved words of the game, and the names that the arguments contain."""
        documents = self.documents
        found = {one.id for one in (*documents.constants, *documents.tables, *documents.game.options)}
        found |= {one.id for one in documents.state if one.owner == GAME} | {kind.plural for kind in documents.kinds}
        found |= {item.name for file in documents.rules for item in file.items if isinstance(item, i.Define)}
        given = {
            one.id: {name if name != kind else arguments.get(kind, kind) for name, kind in one.given}
            for one in self.library.declared.parameters
        }
        for name, value in arguments.items():
            if not isinstance(value, str):
                found |= {one.id for one in walk_document_node(value) if isinstance(one, x.Name)} - given[name]
        return frozenset(found)

    def _unknown(self, span: Span, name: str) -> None:
        """Report an undeclared word of the library (R369), once for all uses."""
        known = [one.id for one in self.library.declared.parameters]
        known += [item.name for item in self.library.items]
        self.bag.add("R369", span, near=closest_name(name, known), name=name, library=self.use.library)

    # -- what of it is asked for -----------------------------------------------------------------------------------

    @cached_property
    def wanted(self) -> tuple[i.Item, ...]:
        """Return, in order, the items that the ruleset names, those that apply unnamed, and all their dependencies."""
        named = prefixed_names(self.use.id, self.documents)
        wanted: list[i.Item] = []
        left = [item for item in self.library.items if isinstance(item, STANDING) or item.name in named]
        while left:
            item = left.pop()
            if item not in wanted:
                wanted.append(item)
                words = {word for one in walk_document_node(item) for word in _words(one)}
                left += [other for other in self.library.items if other.name in words]
        return tuple(item for item in self.library.items if item in wanted)

    def _state(self, meaning: Meaning, items: tuple[i.Item, ...]) -> tuple[StateDecl, ...]:
        """Return the items' state fields, renamed for the ruleset."""
        words = {word for one in walk_document_node(items) for word in _words(one)}
        found = []
        for one in self.library.state:
            name = meaning.typed[one.id]
            if name not in words:
                continue
            filling = Filling(meaning, (), self.use.id)
            of = None if one.of is None else filling.kind(one.of)
            start = None if one.start is None else Filling(meaning, one.start, self.use.id).fill(one.start)
            found.append(
                dataclasses.replace(
                    one, id=name, owner=filling.kind(one.owner), of=of, start=start, span=filling.fill(one.span)
                )
            )
        return tuple(found)

    def _hold_asked(self, meaning: Meaning) -> None:
        """Report missing arguments (R361), and unused ones (R367)."""
        given = {entry.key.text: entry for entry in self.use.given}
        for name in tuple(meaning.asked):
            one = meaning.parameters[name]
            meaning.asked.update(meaning.parameters.keys() & {one.of, *(kind for _, kind in one.given)})
        for name, one in meaning.parameters.items():
            if name in meaning.asked and name not in given and one.default is None:
                self.bag.add("R361", self.use.span, use=self.use.id, name=name, sort=SORTS[one.sort])
            elif name in given and name not in meaning.asked:
                self.bag.add("R367", given[name].key.span, name=name, use=self.use.id)

    def _hold_free(self, state: Iterable[StateDecl], items: tuple[i.Item, ...]) -> None:
        """Report names of the library that the ruleset already uses (R365)."""
        there = {(one.owner, one.id): one.span for one in self.documents.state}
        groups: dict[tuple[type[i.Item], str], Span] = {
            (type(item), item.name): item.span
            for file in self.documents.rules
            for item in file.items
            if isinstance(item, i.OptionGroup | i.Event)
        }
        found = [(one.id, there.get((one.owner, one.id))) for one in state]
        found += [(item.name, groups.get((type(item), item.name))) for item in items]
        for name, other in found:
            if other is not None:
                related = [(other, Said("here.name_stands", name=name))]
                self.bag.add("R365", self.use.span, related=related, name=name)

    # -- what it says ----------------------------------------------------------------------------------------------

    def _said(self, meaning: Meaning) -> tuple[tuple[str, tuple[tuple[str, str, Span], ...]], ...]:
        """Return the sentences of the library, for its names in this ruleset and with the given nouns."""
        nouns = {name: found for name, found in meaning.arguments.items() if isinstance(found, str)}
        return tuple(
            (
                _subject(one.subject, meaning),
                tuple((code, _with_nouns(text, nouns), span) for code, text, span in one.texts),
            )
            for one in self.library.words
        )


def prefixed_names(use: str, documents: Documents) -> set[str]:
    """Return the names that a ruleset qualifies with the name of a use; only files that mention it are searched.

    What a variant's file adds to a rule or a kind stands in that of the rule or kind: with variants every file is looked through.
    """
    mentions = re.compile(rf"(?<![\w.]){re.escape(use)}\.[a-z]")
    files = {file for file, text in documents.texts if documents.variants or mentions.search(text)}
    game = documents.game
    written = (
        *(item for file in documents.rules for item in file.items),
        *(item for kind in documents.kinds for item in kind.rules),
        *(part for kind in documents.kinds if kind.span.file in files for part in _of_elements(kind)),
        *(one.start for one in documents.state),
        *(one.by for one in game.ranking),
        *(one.when for one in game.stages),
    )
    found = (node for one in written if one is not None and one.span.file in files for node in walk_document_node(one))
    fields = (node for node in found if isinstance(node, x.Field))
    return {field.name for field in fields if isinstance(field.base, x.Name) and field.base.id == use}


def _of_elements(kind: KindDecl) -> Iterator[x.Node]:
    for element in kind.elements:
        for _, cell in element.cells:
            yield from (*(cell.body or ()), *cell.items, *(() if cell.condition is None else (cell.condition,)))


STANDING: Final = (i.When, i.Whenever, i.At, i.Adjust, i.Waive, i.Always, i.NeverShrinks)
"""What is in force without being called."""
GAP: Final = re.compile(r"\[[^\[\]|?]*\]?")
WORD: Final = re.compile(r"[a-z][a-z0-9_]*")


def _words(node: object) -> Iterable[str]:
    """Return the words of a node that may refer to items of its library."""
    match node:
        case x.Name(id=name) | x.Field(name=name):
            return (name,)
        case s.Announce(event=name) | i.When(event=name) | i.Adjust(target=name):
            return (name,)
        case i.WrittenOnly(rules=names):
            return names
        case _:
            return ()


def _subject(written: str, meaning: Meaning) -> str:
    """Return the id of what a sentence words: ``rule:NAME``, ``move:DECISION/NAME`` with the names of this use."""
    sort, _, rest = written.partition(":")
    known = meaning.called if sort == "rule" else {**meaning.called, **meaning.typed}
    return f"{sort}:" + "/".join(known.get(name, name) for name in rest.split("/"))


def _with_nouns(text: str, nouns: Mapping[str, str]) -> str:
    """Fill the placeholders for kinds and units of the library with the nouns of the game."""
    return GAP.sub(lambda gap: WORD.sub(lambda word: nouns.get(word[0], word[0]), gap[0]), text)

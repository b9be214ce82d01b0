"""The contents of the language reference: entries, entries for YAML keys in groups, and all of them in themes."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

from reguli.language.parsing.lr_driver import Tokenizer, load_tables, parse_chunk
from reguli.language.syntax_forms import ITEM_SHAPES, STATEMENT_SHAPES
from reguli.model.types import BUILTINS, BuiltinEntry
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.source.yaml_events import parse_trusted_yaml
from reguli.source.yaml_reader import MappingEntry as Pair
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode, SequenceNode, read_yaml

Plain: TypeAlias = str | int | bool | tuple["Plain", ...] | None
"""A value that a question is answered with."""
SAMPLE: Final = "sample"
"""The folder of the small game that examples speak of, and its name in questions."""
QUOTED: Final = re.compile(r"(?<!\w)'([^']+)'(?!\w)")
"""What stands between single quotes in the text of an entry is written so in a file."""
NO_LETTERS: Final = re.compile(r"[^a-z0-9.]+")


@frozen_class
class Ask(FrozenValue):
    """A question with its answer: the ruleset, the expression, and its expected value."""

    of: str
    value: str
    wanted: Plain


def game_name(of: str) -> str:
    """Return the name of the game that is asked; the sample goes by the name in its files."""
    return "bazaar" if of == SAMPLE else of


def answer_text(value: Plain) -> str:
    """Return an answer as text: ``true``, ``none``, ``7``, ``[red, blue]``."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case tuple():
            return f"[{', '.join(answer_text(item) for item in value)}]"
        case _:
            return str(value)


@frozen_class
class ReferenceEntry(FrozenValue):
    """One entry of the language reference; fields that do not apply are empty.

    ``rules`` are the rules of the grammar that it speaks of, ``words`` the keywords and signs; ``holds`` says what is true when the
    program ``example`` has been played. ``takes``, ``needed`` and ``default`` are those of a key. ``used`` is the place of its first use,
    where a page shows it.
    """

    theme: str
    name: str
    forms: tuple[str, ...]
    means: str
    words: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    gives: str = ""
    takes: str = ""
    needed: str = ""
    default: str = ""
    example: str = ""
    holds: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    used: str = ""

    @property
    def anchor(self) -> str:
        """Return the anchor of the entry on its page."""
        sort = "key-" if self.takes else ""
        return f"{self.theme}-{sort}{NO_LETTERS.sub('-', self.name.lower()).strip('-')}"


@frozen_class
class KeyGroup(FrozenValue):
    """The keys of one type of group in a document.

    ``at`` says where such groups stand, as ``FILE:PATH``; in a path ``*`` is any name and ``[]`` a place in a list. ``columns`` tells that the keys are columns of rows.
    """

    whole: ReferenceEntry
    at: tuple[str, ...]
    keys: tuple[ReferenceEntry, ...]
    columns: bool = False


@frozen_class
class ReferenceTheme(FrozenValue):
    """Related entries of the reference; ``files`` and ``samples`` are those of a document.

    ``shared`` is where its words lie among the locales, ``library`` the shipped library that it tells of.
    """

    id: str
    title: str
    about: str
    entries: tuple[ReferenceEntry, ...] = ()
    groups: tuple[KeyGroup, ...] = ()
    files: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()
    shared: str = ""
    library: str = ""

    def all_entries(self) -> Iterator[ReferenceEntry]:
        """Yield all entries of the theme, groups before their keys."""
        yield from self.entries
        for group in self.groups:
            yield group.whole
            yield from group.keys


@frozen_class
class ReferencePage(FrozenValue):
    """A page with its themes; the first page has the other pages and all words with their targets (text, reserved, links)."""

    id: str
    title: str
    themes: tuple[ReferenceTheme, ...]
    others: tuple[ReferencePage, ...] = ()
    words: tuple[tuple[str, bool, tuple[tuple[str, str, str], ...]], ...] = ()


# -- entry files -----------------------------------------------------------------------------------------------------
# Reads the entries: YAML files beside this one, and what the language itself says of its forms and functions.


FOLDER: Final = Path(__file__).parent
ENTRIES: Final = FOLDER / "entries"
THEMES: Final = (
    "vocabulary",
    "items",
    "moments",
    "statements",
    "expressions",
    "functions",
    "units",
    "mechanisms",
    "placeholders",
)
"""The vocabulary, then the themes of rules text in their order, and what is written with them; each is a file."""
ITEM_THEMES: Final = ("vocabulary", "items")


def read_themes() -> tuple[ReferenceTheme, ...]:
    """Read all themes: the vocabulary, the themes of rules text, then those of documents, by the numbers in their file names."""
    documents = sorted((ENTRIES / "keys").glob("*.yaml"), key=lambda path: int(path.name.partition("_")[0]))
    return (*(_theme(ENTRIES / f"{name}.yaml") for name in THEMES), *(_document(path) for path in documents))


def read_entry_file(path: Path) -> dict[str, Any]:
    """Read a file of entries, which is part of the package and assumed to be valid."""
    values: dict[str, Any] = parse_trusted_yaml(path.read_text(encoding="utf-8"))
    return values


def _plain(value: Any) -> Plain:
    """Return an answer as a plain value; ``none`` is None."""
    if isinstance(value, list):
        return tuple(_plain(item) for item in value)
    plain: Plain = None if value == "none" else value
    return plain


def _text(value: Any) -> str:
    """Return a YAML value as text, with several lines joined into one."""
    if isinstance(value, bool):
        return str(value).lower()
    text = "" if value is None else str(value)
    return " ".join(text.split()) if "\n" in text else text


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(_text, value if isinstance(value, list) else [] if value is None else [value]))


def _theme(path: Path) -> ReferenceTheme:
    whole = read_entry_file(path)
    builtins = {builtin.name: builtin for builtin in BUILTINS}
    entries = tuple(_entry(whole["theme"], one, builtins) for one in whole["entries"])
    return ReferenceTheme(whole["theme"], whole["title"], _text(whole.get("about")), entries)


def _entry(theme: str, given: dict[str, Any], builtins: dict[str, BuiltinEntry]) -> ReferenceEntry:
    name, shape = given["name"], given.get("shape", "")
    shapes = ITEM_SHAPES if theme in ITEM_THEMES else STATEMENT_SHAPES
    forms = ((shapes[shape],) if shape in shapes else ()) + _texts(given.get("form"))
    means, gives = _text(given.get("means")), ""
    if theme == "functions" and name in builtins:
        builtin = builtins[name]
        forms, means, gives = (builtin.signature,), builtin.meaning, builtin.gives
    return ReferenceEntry(
        theme,
        name,
        tuple(dict.fromkeys(forms)),
        means,
        words=(name,) if theme == "functions" else _texts(given.get("words")),
        rules=_texts(given.get("rules")),
        gives=gives,
        example=given.get("example", ""),
        holds=_texts(given.get("holds")),
        asks=tuple(Ask(one["of"], _text(one["value"]), _plain(one["is"])) for one in given.get("asks", ())),
    )


def _document(path: Path) -> ReferenceTheme:
    whole = read_entry_file(path)
    return ReferenceTheme(
        whole["document"],
        whole["title"],
        _text(whole.get("about")),
        groups=tuple(_group(whole["document"], one) for one in whole["groups"]),
        files=_texts(whole.get("files")),
        samples=_texts(whole.get("sample")),
        shared=whole.get("shared", ""),
    )


def _group(theme: str, given: dict[str, Any]) -> KeyGroup:
    name = given["group"]
    keys = tuple(
        ReferenceEntry(
            theme,
            f"{name}.{key}",
            (f"{key}: {_text(said.get('takes'))}",),
            _text(said.get("means")),
            words=(key,),
            takes=_text(said.get("takes")),
            needed=_text(said.get("needed")).replace("true", "always"),
            default=_text(said.get("default")),
        )
        for key, said in given["keys"].items()
    )
    forms = tuple(form for key in keys for form in key.forms)
    whole = ReferenceEntry(theme, name, forms, _text(given.get("about")))
    return KeyGroup(whole, _texts(given.get("at")), keys, columns="columns" in given)


# -- Where a ruleset uses something first: looked up in its files, never typed ---------------------------------------


MOST_LINES: Final = 6
"""Lines of a sample that are shown of one key."""
GAMES: Final = "games.yaml"
CALLS: Final = ("call", "extreme_call")
BEGINNINGS: Final = ("functions", "units")
LETTERS: Final = re.compile(r"[a-z]")


@frozen_class
class GrammarForm(FrozenValue):
    """A use of a grammar rule in a file: the rule, its place and its text on the first line."""

    rule: str
    place: str
    text: str


class RulesetFiles:
    """The files of one ruleset, read on first use."""

    def __init__(self, folder: Path, locales: Path) -> None:
        """Set the folder of the ruleset, whose name is its id, and that of the locales."""
        self.folder = folder
        self.locales = locales
        self._known: dict[Path, tuple[tuple[tuple[str, ...], Pair], ...]] = {}

    @cached_property
    def rules(self) -> tuple[GrammarForm, ...]:
        """Return every use of a grammar rule in the ruleset's rules files, in order of files and lines."""
        return tuple(one for path in sorted((self.folder / "rules").glob("*.rules")) for one in self._parsed(path))

    def _parsed(self, path: Path) -> Iterator[GrammarForm]:
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        found: list[tuple[int, int, GrammarForm]] = []

        def note(rule: str, span: Span, children: object) -> None:
            if not span.line:  # what is left out has no place
                return
            line = lines[span.line - 1]
            shown = line[span.column - 1 : span.end_column - 1 if span.end_line == span.line else None]
            found.append((span.line, span.column, GrammarForm(rule, f"{self._name(path)}:{span.line}", shown)))

        tables = load_tables()
        for chunk in Tokenizer().cut(text).chunks:
            parse_chunk(tables, "start_item", chunk, path.name, note)
        yield from (written for _, _, written in sorted(found, key=lambda one: one[:2]))

    def _name(self, path: Path) -> str:
        top = self.locales if path.is_relative_to(self.locales) else self.folder.parent
        return f"{top.name}/{path.relative_to(top).as_posix()}"

    def of(self, entry: ReferenceEntry) -> str:
        """Return the first use of a form, function or word of rules text: ``FILE:LINE``, or nothing."""
        rules, text = _sought(entry)
        # A function and a fact are what a text begins with; anything else may stand within.
        seek = text.match if entry.theme in BEGINNINGS else text.search
        return next((one.place for one in self.rules if one.rule in rules and seek(one.text)), "")

    def of_key(self, key: ReferenceEntry, group: KeyGroup, shared: str = "") -> str:
        """Return the first use of a key: ``FILE:LINE``, or nothing."""
        name = key.words[0]
        for pattern in group.at:
            file, _, path = pattern.partition(":")
            for found in self._files(file, shared):
                for at, pair in self._pairs(found):
                    if pair.key.text == name and matches_path_pattern(at, path):
                        return f"{self._name(found)}:{pair.key.span.line}"
        return ""

    def _pairs(self, path: Path) -> tuple[tuple[tuple[str, ...], Pair], ...]:
        if path not in self._known:
            self._known[path] = _pairs_of(path)
        return self._known[path]

    def _files(self, file: str, shared: str) -> list[Path]:
        if shared:
            return sorted(self.locales.glob(shared.format(name=self.folder.name)))
        return sorted(self.folder.glob(file))


class FirstUses:
    """Finds first uses in a fixed list of games, in their order."""

    def __init__(self, rulesets: Path, locales: Path) -> None:
        """Set the folders of the shipped rulesets and locales."""
        self.games = tuple(RulesetFiles(rulesets / name, locales) for name in read_entry_file(ENTRIES / GAMES)["games"])

    def of(self, entry: ReferenceEntry, group: KeyGroup | None = None, shared: str = "") -> str:
        """Return ``FILE:LINE`` of the first use of an entry, or of a key in its group; nothing where no game uses it."""
        for game in self.games:
            found = game.of(entry) if group is None else game.of_key(entry, group, shared)
            if found:
                return found
        return ""


def _sought(entry: ReferenceEntry) -> tuple[tuple[str, ...], re.Pattern[str]]:
    """Return the grammar rules that may use an entry, and the pattern of their text."""
    match entry.theme:
        case "functions":
            return CALLS, re.compile(rf"{entry.name}\(")
        case "units":
            return ("name",), re.compile(rf"{entry.name}$")
        case "moments":
            return entry.rules, re.compile(entry.name.replace("PHASE", r"(?!round)\w+"))
        case _:
            return entry.rules, re.compile("|".join(_pattern(word) for word in entry.words))


def _pairs_of(path: Path) -> tuple[tuple[tuple[str, ...], Pair], ...]:
    node = read_yaml(path.read_text(encoding="utf-8"), path.name, Bag())
    return () if node is None else tuple(document_entry_paths(node, ()))


def find_key_sample(key: ReferenceEntry, group: KeyGroup, theme: ReferenceTheme) -> tuple[str, tuple[str, ...]]:
    """Return an example of a key: the first sample file with it, and its lines there; nothing where none has it."""
    name = key.words[0]
    for sample in theme.samples:
        path = FOLDER / sample
        file = sample.partition("/")[2]
        paths = [at.partition(":")[2] for at in group.at if matches_file_pattern(file, at.partition(":")[0])]
        for at, pair in _pairs_of(path) if path.suffix == ".yaml" else ():
            if pair.key.text == name and any(matches_path_pattern(at, pattern) for pattern in paths):
                last = min(pair.value.span.end_line, pair.key.span.line + MOST_LINES - 1)
                lines = path.read_text(encoding="utf-8").split("\n")[
                    pair.key.span.line - 1 : max(last, pair.key.span.line)
                ]
                return file, tuple(textwrap.dedent("\n".join(lines)).split("\n"))
    return "", ()


def document_entry_paths(node: Node, at: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Pair]]:
    """Yield every entry of a document with the path of its group."""
    match node:
        case MappingNode(entries=entries):
            for entry in entries:
                yield at, entry
                yield from document_entry_paths(entry.value, (*at, entry.key.text))
        case SequenceNode(items=items):
            for item in items:
                yield from document_entry_paths(item, (*at, "[]"))
        case ScalarNode():
            pass


def matches_path_pattern(path: tuple[str, ...], pattern: str) -> bool:
    """Return whether a path matches a pattern; ``*`` is any name."""
    parts = tuple(pattern.split("/")) if pattern else ()
    return len(parts) == len(path) and all(
        part == name or (part == "*" and name != "[]") for part, name in zip(parts, path, strict=True)
    )


def matches_file_pattern(file: str, pattern: str) -> bool:
    """Return whether a file, by its path in a ruleset, matches a pattern."""
    return fnmatchcase(file, pattern) or fnmatchcase(file, f"*/{pattern}")


def _pattern(word: str) -> str:
    return rf"\b{re.escape(word)}\b" if LETTERS.match(word) else re.escape(word)

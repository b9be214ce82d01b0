"""Reads the entries: YAML files beside this one, and what the language itself says of its forms and functions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from reguli.language.shapes import ITEM_SHAPES, STATEMENT_SHAPES
from reguli.model.builtins import BUILTINS, BuiltinEntry
from reguli.reference.entry import Ask, Entry, Group, Plain, Theme
from reguli.source.diagnostic import Bag
from reguli.source.yaml_nodes import Mapping, Node, Scalar, Sequence
from reguli.source.yaml_reader import read_yaml

FOLDER: Final = Path(__file__).parent
ENTRIES: Final = FOLDER / "entries"
SAMPLE: Final = "sample"
"""The folder of the small game that examples speak of, and its name in questions."""
THEMES: Final = ("vocabulary", "items", "moments", "statements", "expressions", "functions", "units")
"""The vocabulary, then the themes of rules text in their order; each is a file."""
ITEM_THEMES: Final = (
    "vocabulary",
    "items",
)
NUMBER: Final = re.compile(r"[0-9]+")


def read_themes() -> tuple[Theme, ...]:
    """Read everything: the vocabulary, the themes of rules text, then those of documents, by the numbers in the names of their files."""
    documents = sorted((ENTRIES / "keys").glob("*.yaml"), key=lambda path: int(path.name.partition("_")[0]))
    return (*(_theme(ENTRIES / f"{name}.yaml") for name in THEMES), *(_document(path) for path in documents))


def opened(path: Path) -> Mapping:
    """Read a file of entries. Raises ``ValueError`` where it is no YAML: then the package itself is broken."""
    bag = Bag()
    node = read_yaml(path.read_text(encoding="utf-8"), path.name, bag)
    if bag or not isinstance(node, Mapping):
        raise ValueError(f"{path.name}: {[(found.code, str(found.span)) for found in bag]}")
    return node


def plain(node: Node | None) -> Plain:
    """Give a value without its places; ``none`` and nothing are None, texts over several lines become one line."""
    match node:
        case Scalar(value=str(text), style="literal"):
            return " ".join(text.split())
        case Scalar(value=value):
            return None if value == "none" and node.style == "plain" else value
        case Sequence(items=items):
            return tuple(plain(item) for item in items)
        case _:
            return None


def _text(group: Mapping, name: str) -> str:
    node = group.get(name)
    if isinstance(node, Scalar) and node.style == "plain":
        return node.text
    found = plain(node)
    return "" if found is None else str(found)


def _texts(group: Mapping, name: str) -> tuple[str, ...]:
    node = group.get(name)
    if isinstance(node, Sequence):
        return tuple(
            item.text if item.style == "plain" else str(item.value) for item in node.items if isinstance(item, Scalar)
        )
    return (_text(group, name),) if node is not None else ()


def _groups(node: Node | None) -> tuple[Mapping, ...]:
    return tuple(item for item in node.items if isinstance(item, Mapping)) if isinstance(node, Sequence) else ()


def _theme(path: Path) -> Theme:
    whole = opened(path)
    name = _text(whole, "theme")
    builtins = {builtin.name: builtin for builtin in BUILTINS}
    entries = tuple(_entry(name, one, builtins) for one in _groups(whole.get("entries")))
    return Theme(name, _text(whole, "title"), _text(whole, "about"), entries)


def _entry(theme: str, node: Mapping, builtins: dict[str, BuiltinEntry]) -> Entry:
    name, shape = _text(node, "name"), _text(node, "shape")
    shapes = ITEM_SHAPES if theme in ITEM_THEMES else STATEMENT_SHAPES
    forms = ((shapes[shape],) if shape in shapes else ()) + _texts(node, "form")
    means, gives = _text(node, "means"), ""
    if theme == "functions" and name in builtins:
        builtin = builtins[name]
        forms, means, gives = (builtin.signature,), builtin.meaning, builtin.gives
    example = node.get("example")
    return Entry(
        theme,
        name,
        tuple(dict.fromkeys(forms)),
        means,
        words=(name,) if theme == "functions" else _texts(node, "words"),
        rules=_texts(node, "rules"),
        gives=gives,
        example=str(example.value) if isinstance(example, Scalar) else "",
        holds=_texts(node, "holds"),
        asks=tuple(
            Ask(_text(one, "of"), _text(one, "value"), plain(one.get("is"))) for one in _groups(node.get("asks"))
        ),
    )


def _document(path: Path) -> Theme:
    whole = opened(path)
    name, files = _text(whole, "document"), _texts(whole, "files")
    return Theme(
        name,
        _text(whole, "title"),
        _text(whole, "about"),
        groups=tuple(_group(name, one) for one in _groups(whole.get("groups"))),
        files=files,
        samples=_texts(whole, "sample"),
        shared=_text(whole, "shared"),
    )


def _group(theme: str, node: Mapping) -> Group:
    name, listed = _text(node, "group"), node.get("keys")
    entries = listed.entries if isinstance(listed, Mapping) else ()
    keys = tuple(
        Entry(
            theme,
            f"{name}.{entry.key.text}",
            (f"{entry.key.text}: {_text(entry.value, 'takes')}",),
            _text(entry.value, "means"),
            words=(entry.key.text,),
            takes=_text(entry.value, "takes"),
            needed=_text(entry.value, "needed").replace("true", "always"),
            default=_text(entry.value, "default"),
        )
        for entry in entries
        if isinstance(entry.value, Mapping)
    )
    forms = tuple(form for key in keys for form in key.forms)
    return Group(
        Entry(theme, name, forms, _text(node, "about")),
        _texts(node, "at"),
        keys,
        _texts(node, "signs"),
        columns=node.get("columns") is not None,
    )

"""Reads the entries: YAML files beside this one, and what the language itself says of its forms and functions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from reguli.language.syntax_forms import ITEM_SHAPES, STATEMENT_SHAPES
from reguli.model.builtin_signatures import BUILTINS, BuiltinEntry
from reguli.reference.reference_entry import Ask, Entry, Group, Plain, Theme
from reguli.source.yaml_events import trusted

FOLDER: Final = Path(__file__).parent
ENTRIES: Final = FOLDER / "entries"
THEMES: Final = ("vocabulary", "items", "moments", "statements", "expressions", "functions", "units", "mechanisms")
"""The vocabulary, then the themes of rules text in their order, and what is written with them; each is a file."""
ITEM_THEMES: Final = ("vocabulary", "items")


def read_themes() -> tuple[Theme, ...]:
    """Read everything: the vocabulary, the themes of rules text, then those of documents, by the numbers in the names of their files."""
    documents = sorted((ENTRIES / "keys").glob("*.yaml"), key=lambda path: int(path.name.partition("_")[0]))
    return (*(_theme(ENTRIES / f"{name}.yaml") for name in THEMES), *(_document(path) for path in documents))


def opened(path: Path) -> dict[str, Any]:
    """Read a file of entries, which is our own and has no mistakes."""
    values: dict[str, Any] = trusted(path.read_text(encoding="utf-8"))
    return values


def _plain(value: Any) -> Plain:
    """Give an answer; ``none`` is None."""
    if isinstance(value, list):
        return tuple(_plain(item) for item in value)
    plain: Plain = None if value == "none" else value
    return plain


def _text(value: Any) -> str:
    """Give what stands there as a text, over several lines as one line."""
    if isinstance(value, bool):
        return str(value).lower()
    text = "" if value is None else str(value)
    return " ".join(text.split()) if "\n" in text else text


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(_text, value if isinstance(value, list) else [] if value is None else [value]))


def _theme(path: Path) -> Theme:
    whole = opened(path)
    builtins = {builtin.name: builtin for builtin in BUILTINS}
    entries = tuple(_entry(whole["theme"], one, builtins) for one in whole["entries"])
    return Theme(whole["theme"], whole["title"], _text(whole.get("about")), entries)


def _entry(theme: str, given: dict[str, Any], builtins: dict[str, BuiltinEntry]) -> Entry:
    name, shape = given["name"], given.get("shape", "")
    shapes = ITEM_SHAPES if theme in ITEM_THEMES else STATEMENT_SHAPES
    forms = ((shapes[shape],) if shape in shapes else ()) + _texts(given.get("form"))
    means, gives = _text(given.get("means")), ""
    if theme == "functions" and name in builtins:
        builtin = builtins[name]
        forms, means, gives = (builtin.signature,), builtin.meaning, builtin.gives
    return Entry(
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


def _document(path: Path) -> Theme:
    whole = opened(path)
    return Theme(
        whole["document"],
        whole["title"],
        _text(whole.get("about")),
        groups=tuple(_group(whole["document"], one) for one in whole["groups"]),
        files=_texts(whole.get("files")),
        samples=_texts(whole.get("sample")),
        shared=whole.get("shared", ""),
    )


def _group(theme: str, given: dict[str, Any]) -> Group:
    name = given["group"]
    keys = tuple(
        Entry(
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
    whole = Entry(theme, name, forms, _text(given.get("about")))
    return Group(whole, _texts(given.get("at")), keys, columns="columns" in given)

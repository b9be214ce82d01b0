"""Changing one number of a ruleset in its files: everything else of them, comments included, stays as it is written.

In a variant the number becomes a line under ``set``, or the line there is changed; the number of its base takes that line away. In a game that is no variant it is changed
where it stands. Numbers of a shipped ruleset are changed in a variant of it only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

from reguli.app.errors import Findings, Refused, make_refusal
from reguli.app.provenance import Trace, table_keys, trace_value
from reguli.app.user_files import read_utf8_file, write_file
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import shipped_folder
from reguli.source.bounded_files import folder_lock
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import SHEET, LineIndex, Span
from reguli.source.working_copy import unsaved_besides
from reguli.source.yaml_reader import MappingNode, read_yaml

VARIANT: Final = "variant.yaml"
SET: Final = "set"
LARGEST: Final = 10**9
"""The largest number that may be written, and with a minus the least."""


def changeable_folder(loaded: LoadedRuleset) -> Path | None:
    """Return the folder in which numbers of a ruleset are changed; None where it came with reguli or is no folder."""
    folder = loaded.layers.folders[0].resolve()
    return folder if loaded.path.is_dir() and shipped_folder("rulesets").resolve() not in folder.parents else None


def change_number(loaded: LoadedRuleset, name: str, value: int) -> Path:
    """Write another value of a constant, a cell of a table or a field of an element; return the file that has it.

    Raises ``Refused``: X109 or X122 for an unknown name, X190 for a ruleset whose files are not to be changed, X191 for what is no
    plain number of these files. Raises ``Findings`` where the rules do not stand with that value. Nothing is written then.
    """
    ruleset, folder = _bound(loaded), changeable_folder(loaded)
    found = trace_value(ruleset, name)
    if folder is None:
        raise make_refusal("X190", name=name, ruleset=loaded.name)
    if abs(value) > LARGEST:
        raise make_refusal("X150", name=name, found=value, low=-LARGEST, high=LARGEST)
    if not isinstance(found.value, int) or isinstance(found.value, bool):
        raise make_refusal("X191", name=name, why=Said("why.no_number"))
    with folder_lock(folder):
        file = _own_file(folder, found.span)
        if file is None:
            file, edited = folder / VARIANT, _with_setting(folder / VARIANT, setting_path(found), value)
        elif file.name == VARIANT and _value_in_base(loaded, name) == value:
            edited = _without(read_utf8_file(file), found)
        else:
            edited = _replaced(read_utf8_file(file), found, value)
        with unsaved_besides({os.path.realpath(file): edited.encode()}):
            if trace_value(_bound(LoadedRuleset(loaded.name, loaded.options)), name).value != value:
                raise make_refusal("X191", name=name, why=Said("why.written_elsewhere", place=str(found.span)))
        write_file(file, edited)
    return file


def changed_numbers(now: Ruleset, before: Ruleset) -> Iterator[tuple[str, int | None, int]]:
    """Yield the numbers that differ from those of other rules: the name of each, its number there, if any, and here."""
    there = dict(written_numbers(before))
    for name, value in written_numbers(now):
        if there.get(name) != value:
            yield name, there.get(name), value


def written_numbers(ruleset: Ruleset) -> Iterator[tuple[str, int]]:
    """Yield all numbers of a ruleset by name: constants, cells of tables, fields of elements."""
    for name, constant in ruleset.constants.items():
        yield name, constant.value
    for table in ruleset.tables.values():
        for keys, cell in zip(product(*table_keys(ruleset, table)), table.cells, strict=True):
            if cell is not None:
                yield f"{table.id}[{', '.join(keys)}]", cell
    for kind in ruleset.kinds.values():
        for field, column in kind.values.items() if kind.declared is not None else ():
            for element, value in zip(kind.elements, column, strict=True):
                if isinstance(value, int):
                    yield f"{kind.id}.{element}.{field}", value


def _bound(loaded: LoadedRuleset) -> Ruleset:
    if loaded.ruleset is None or loaded.bag:
        raise Findings(loaded.bag.diagnostics, loaded.sources)
    return loaded.ruleset


def _value_in_base(loaded: LoadedRuleset, name: str) -> object:
    """Return the value in the rules that a variant changes; None where they have none."""
    base = LoadedRuleset(str(loaded.layers.folders[1]), {}).ruleset
    try:
        return None if base is None else trace_value(base, name).value
    except Refused:
        return None


def setting_path(found: Trace) -> str:
    """Return the path by which a variant sets a value."""
    group = {"constant": "constants.", "cell of a table": "tables."}.get(found.form, "")
    return f"{group}{found.name}"


def _own_file(folder: Path, span: Span) -> Path | None:
    """Return the file of a ruleset's own folder in which a span lies; None for one of a base. Raises ``Refused`` for a sheet."""
    file = folder.parent / span.file
    if SHEET in span.file:
        raise make_refusal("X191", name=str(span), why=Said("why.in_a_sheet", place=str(span)))
    return file if folder in file.resolve().parents and file.is_file() else None


def _replaced(text: str, found: Trace, value: int) -> str:
    """Return the text of a file with another number at the place of a value. Raises ``Refused`` where no such number stands there."""
    span, lines = found.span, text.split("\n")
    line = lines[span.line - 1]
    start, end = span.column - 1, span.end_column - 1
    if span.line != span.end_line or line[start:end].strip() != str(found.value):
        raise make_refusal("X191", name=found.name, why=Said("why.written_elsewhere", place=str(span)))
    lines[span.line - 1] = f"{line[:start]}{value}{line[end:]}"
    return "\n".join(lines)


def _without(text: str, found: Trace) -> str:
    """Return the text of a variant's file without the line that sets a value; ``set`` goes with its last line. Raises ``Refused``."""
    root = read_yaml(text, VARIANT, Bag())
    head = root.entry(SET) if isinstance(root, MappingNode) else None
    entries = head.value.entries if head is not None and isinstance(head.value, MappingNode) else ()
    place = found.span.line, found.span.column
    gone = next((one for one in entries if (one.value.span.line, one.value.span.column) == place), None)
    if head is None or gone is None or not isinstance(head.value, MappingNode):
        raise make_refusal("X191", name=found.name, why=Said("why.written_elsewhere", place=str(found.span)))
    if head.value.flow and len(entries) > 1:
        kept = (text[one.key.start : one.value.end] for one in entries if one is not gone)
        return f"{text[: head.value.start]}{{{', '.join(kept)}}}{text[head.value.end :]}"
    lines = LineIndex(text, VARIANT)
    first = head.key.start if len(entries) == 1 else gone.key.start
    after = text.find("\n", gone.value.end if len(entries) > 1 else head.value.end)
    return text[: lines.line_start(first)] + ("" if after < 0 else text[after + 1 :])


def _with_setting(file: Path, path: str, value: int) -> str:
    """Return the text of a variant's file with one more line under ``set``. Raises ``Refused`` for a file that cannot be read."""
    text = read_utf8_file(file) if file.is_file() else ""
    root = read_yaml(text, file.name, Bag())
    if not isinstance(root, MappingNode):
        raise make_refusal("X191", name=path, why=Said("why.written_elsewhere", place=file.name))
    entry = root.entry(SET)
    if entry is None or not isinstance(entry.value, MappingNode) or not entry.value.entries:
        without = text if entry is None else text[: entry.key.start] + text[entry.value.end :]
        return f"{without.rstrip()}\n{SET}:\n  {path}: {value}\n"
    last = entry.value.entries[-1].value
    if entry.value.flow:
        return f"{text[: last.end]}, '{path}': {value}{text[last.end :]}"
    at = text.find("\n", last.end)
    at = len(text) if at < 0 else at
    indent = " " * (entry.value.entries[0].key.span.column - 1)
    return f"{text[:at]}\n{indent}{path}: {value}{text[at:]}"

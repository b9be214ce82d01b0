"""Texts of cards that are missing in a language, each with what is printed instead."""

from __future__ import annotations

from typing import Final

from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.publish.layouts.piece_layout import PiecesLayout
from reguli.ruleset.declarations.state_file import OTHER
from reguli.ruleset.document_nodes import Cell
from reguli.source.diagnostic import Bag

SHOWN: Final = 40
"""So many letters of a text stand in a finding."""


def report_missing_translations(ruleset: Ruleset, layout: PiecesLayout, code: str, bag: Bag) -> None:
    """Report the texts of the printed kinds that have other languages but not this one (R405, R406).

    Where a field has no text in the language at all, it is reported once.
    """
    printed = dict.fromkeys(face.kind.text for face in layout.pieces)
    kinds = [ruleset.kinds[name] for name in printed if name in ruleset.kinds]
    of = (field.of or "" for kind in kinds for field in kind.fields.values() if field.form in ("kind", "set"))
    shown = {kind.id: kind for kind in (*kinds, *(ruleset.kinds[name] for name in of if name in ruleset.kinds))}
    for kind in shown.values():
        for field in kind.fields.values():
            if field.form == "text":
                _report_field(kind, field.id, code, bag)


def _report_field(kind: Kind, field: str, code: str, bag: Bag) -> None:
    """Report what is missing of one field; copies of an element have one text."""
    cells: dict[object, tuple[str, Cell]] = {}
    for index, element in enumerate(kind.elements):
        cell = kind.cell(field, index)
        if cell is not None and cell.texts:
            cells.setdefault(cell.span, (element, cell))
    lacking = [
        (element, cell) for element, cell in cells.values() if not {code, OTHER} & {one for one, _ in cell.texts}
    ]
    declared = kind.fields[field]
    title = declared.title or field
    if lacking and len(lacking) == len(cells):
        printed = ", ".join(dict.fromkeys(one for _, cell in lacking for one, text in cell.texts if text == cell.value))
        bag.add("R405", declared.span, field=title, language=code, count=len(lacking), printed=printed)
        return
    for element, cell in lacking:
        text = " ".join(str(cell.value).split())
        shown = text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
        bag.add("R406", cell.span, element=element, field=title, language=code, text=shown)

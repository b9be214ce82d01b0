"""Default faces: what the cards of a kind show where no ``pieces.yaml`` says it, as an ordinary layout of pieces.

The name is the title, a price stands in the corner, words of a closed set and truths are a line below the title, long texts
are the body. Every other field goes into a small table of heads and values, so that a new field is printed without an edit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.publish.document.inline_nodes import LiteralValue, NamedThing
from reguli.publish.document.table_cells import element_wording_value
from reguli.publish.layouts.card_layout import ValueReference
from reguli.publish.layouts.piece_layout import PieceDecl, PiecesLayout
from reguli.ruleset.document_nodes import FieldDecl
from reguli.source.yaml_reader import ScalarNode
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.placeholders.placeholder_values import NAME_FIELD, element_wording

ID: Final = "id"
"""Among the fields of a face: the name of the element itself."""
OTHERS: Final = "others"
"""Among the facts of a face: every field that it shows nowhere else."""
PRICES: Final = frozenset({"cost", "costs", "price", "mana", "pret", "costuri", "ar", "koltseg"})
"""Ids of numbers that stand in the corner of a card."""
LONG: Final = 24
"""A text of so many letters on average is the body of a card, as is one that is mostly sentences; any other is a fact."""
SENTENCE_ENDS: Final = (".", "!", "?", "…", ")", "”", '"')
UNPRINTED: Final = ("procedure", "condition", "amount")


def default_pieces(ruleset: Ruleset) -> PiecesLayout | None:
    """Return a layout with the default face of every kind of cards; ``None`` where a ruleset has no such kind.

    Cards are pieces and what comes from a sheet; without any, all elements with data that lie on no board.
    """
    kinds = [kind for kind in ruleset.kinds.values() if _has_face(kind)]
    cards = [kind for kind in kinds if kind.form == "pieces" or (kind.declared is not None and kind.declared.sheet)]
    faces = tuple(default_face(kind) for kind in cards or kinds)
    return PiecesLayout(MappingProxyType({}), faces) if faces else None


def with_default_faces(ruleset: Ruleset, layout: PiecesLayout) -> PiecesLayout:
    """Return a layout in which pieces with numbers that have no face in it have their default face."""
    known = {face.kind.text for face in layout.pieces}
    pieces = (kind for kind in ruleset.kinds.values() if kind.form == "pieces" and kind.id not in known)
    counted = (kind for kind in pieces if any(kind.fields[name].form == "number" for name in _printed(kind)))
    return replace(layout, pieces=(*layout.pieces, *(default_face(kind) for kind in counted if _has_face(kind))))


def _has_face(kind: Kind) -> bool:
    """Return whether the elements of a kind are listed, lie on no board, and have more than a name."""
    declared = kind.declared
    if declared is None or declared.board is not None or kind.form not in ("elements", "pieces"):
        return False
    return any(name != NAME_FIELD for name in _printed(kind)) and not any(
        element.drawn or element.map for element in declared.elements
    )


def default_face(kind: Kind) -> PieceDecl:
    """Return the default face of the elements of a kind."""
    fields = {name: kind.fields[name] for name in _printed(kind)}
    named = fields.get(NAME_FIELD)
    title = NAME_FIELD if named is not None and named.form == "text" else ID
    number = next((name for name, field in fields.items() if field.form == "number" and name in PRICES), "")
    pictures = [name for name, field in fields.items() if field.picture]
    texts = [name for name, field in fields.items() if field.form == "text" and name != title and not field.picture]
    return PieceDecl(
        id=kind.id,
        kind=_scalar(kind, kind.id),
        field=None,
        holds=True,
        number=number,
        title=title,
        labels=tuple(name for name, field in fields.items() if field.form in ("kind", "truth")),
        text=tuple(name for name in texts if len(texts) == 1 or _is_body(kind, name)),
        facts=(OTHERS,),
        picture=_scalar(kind, pictures[0]) if pictures else None,
    )


def _scalar(kind: Kind, name: str) -> ScalarNode:
    return ScalarNode(kind.span, name, name, "plain", 0, 0)


def _printed(kind: Kind) -> Iterator[str]:
    """Yield the fields whose values can be printed."""
    for name, field in kind.fields.items():
        if field.form not in UNPRINTED and not field.by and field.laid is None:
            yield name


def _is_body(kind: Kind, field: str) -> bool:
    texts = [value for value in kind.values[field] if isinstance(value, str) and value]
    sentences = sum(text.endswith(SENTENCE_ENDS) for text in texts)
    return bool(texts) and (2 * sentences >= len(texts) or sum(map(len, texts)) >= LONG * len(texts))


def other_fields(kind: Kind, face: PieceDecl) -> Iterator[str]:
    """Yield the fields of a kind that a face shows nowhere but among the others."""
    shown = {face.number, *face.labels, *face.facts}
    shown |= set() if face.icons is None else {face.icons.of, face.icons.times}
    shown |= set() if face.result is None else {face.result.number}
    lines = (face.title, face.heading, *face.text, None if face.result is None else face.result.line)
    for line in lines:
        if isinstance(line, str):
            shown.add(line)
        elif line is not None:
            shown |= {spec.path[0] for _, spec in line.values if isinstance(spec, ValueReference)}
    yield from (name for name in _printed(kind) if name not in shown and not kind.fields[name].picture)


def pieces_yaml(layout: PiecesLayout) -> str:
    """Write faces without wordings as a ``pieces.yaml``."""
    lines = ["# What the cards show; `reguli explain pieces_file` lists what can stand here.", "pieces:"]
    for face in layout.pieces:
        said = {
            "kind": face.kind.text,
            "number": face.number,
            "title": f"{{cell: {face.title}}}",
            "picture": "" if face.picture is None else face.picture.text,
            "labels": f"[{', '.join(face.labels)}]" if face.labels else "",
            "text": f"[{', '.join(f'{{cell: {line}}}' for line in face.text)}]" if face.text else "",
            "facts": f"[{', '.join(face.facts)}]",
        }
        lines.append(f"  - piece: {face.id}")
        lines += [f"    {key}: {value}" for key, value in said.items() if value]
    return "\n".join(lines) + "\n"


# -- names -----------------------------------------------------------------------------------------------------------


def name_kind(kind: Kind) -> NamedThing:
    """Return the name of a kind."""
    return NamedThing(f"kind:{kind.id}", kind.id, ProperName(_spaced(kind.id)))


def name_field(kind: Kind, field: str) -> NamedThing:
    """Return the name of a field: that of its term, or as the sheet heads its column."""
    declared: FieldDecl | None = kind.fields.get(field)
    head = "" if declared is None else declared.title
    return NamedThing(f"field:{kind.id}.{field}", field, ProperName(head or _spaced(field)))


def name_element(kind: Kind, index: int) -> LiteralValue | NamedThing:
    """Return the name of an element: a number, a name, or a thing without either."""
    value = element_wording_value(kind, index)
    if not isinstance(value.value, str):
        return value
    return NamedThing(element_wording(kind.id, value.value), value.value, ProperName(_spaced(value.value)))


def _spaced(name: str) -> str:
    return name.replace("_", " ")

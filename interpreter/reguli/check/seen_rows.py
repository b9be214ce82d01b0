"""Rows whose data was obtained in another way than the rest exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.document_nodes import COPY, KindDecl, TableDecl, cited_declarations
from reguli.source.diagnostic import Bag
from reguli.source.name_suggestions import closest_name

MOST_NAMED: Final = 20


def check_seen_rows(ruleset: Ruleset, bag: Bag) -> None:
    """Find rows under ``seen`` that the kind or table does not have (R425). What a variant took away may stay named."""
    documents = ruleset.documents
    if documents.players is not None or documents.variants:
        return
    parts = {one.span: one for one in (*documents.tables, *documents.kinds, *documents.elsewhere)}
    for name, source, span in cited_declarations(documents):
        known = dict.fromkeys(_rows(parts.get(span), ruleset))
        for row, _, place in source.seen_rows:
            if row not in known:
                listed = ", ".join([*known][:MOST_NAMED]) + (", …" if len(known) > MOST_NAMED else "")
                near = closest_name(row, known)
                bag.add("R425", place, near=near, name=row, where=name.partition(":")[2], known=listed or "–")


def _rows(declared: KindDecl | TableDecl | None, ruleset: Ruleset) -> Iterator[str]:
    """Yield the rows of a kind or table: elements, those that copies are made of, and first keys."""
    match declared:
        case None:
            return
        case KindDecl():
            bound = ruleset.kinds.get(declared.id)
            for element in (*(one.id for one in declared.elements), *(() if bound is None else bound.elements)):
                yield from (element, COPY.sub("", element))
        case TableDecl(rows=rows, keys=keys):
            low = keys[0].low or 0
            yield from (key for key, _ in rows.entries or ())
            yield from (str(low + at) for at in range(len(rows.items or ())))

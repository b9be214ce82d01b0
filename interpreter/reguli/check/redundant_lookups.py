"""Ways back that are written out: what names an element need not be looked for among all of its kind."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import parts_of
from reguli.model.bound_tree.tree_traversal import all_statements, all_terms, statement_terms
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ElementType
from reguli.source.diagnostic import Bag
from reguli.source.span import Span


def ways_back_are_short(ruleset: Ruleset, bag: Bag) -> None:
    """Find ``all fruit in fruits where fruit.bed = bed``, which is ``bed.fruits``."""
    told: set[Span] = set()
    for span, variable, domain, where in _chosen(ruleset):
        way = _way(ruleset, variable, domain, where)
        if way is not None and span not in told:
            told.add(span)
            bag.add("C132", span, text=_written(ruleset, span), way=way)


Chosen = tuple[Span, t.Variable, t.Term, t.Term | None]


def _chosen(ruleset: Ruleset) -> Iterator[Chosen]:
    """Give what is chosen among elements: its place, the variable, what it goes through, and the condition."""
    terms = [term for define in ruleset.defines.values() for term in parts_of(define)]
    terms += [ranking.by for ranking in ruleset.ranking]
    terms += [trigger.condition for trigger in ruleset.triggers]
    for statement in all_statements(ruleset):
        terms += statement_terms(statement)
        if isinstance(statement, b.Each) and statement.where is not None:
            yield statement.where.span, statement.variable, statement.domain, statement.where
    for outer in terms:
        for term in all_terms(outer):
            if isinstance(term, t.Filter) and not term.keys:
                yield term.span, term.variable, term.domain, term.where


def _way(ruleset: Ruleset, variable: t.Variable, domain: t.Term, where: t.Term | None) -> str | None:
    """Give the way back that leads to the elements that are chosen; None where there is none of its own."""
    match domain, where:
        case t.Elements(_, kind), t.Compare(_, "=", t.Fixed(_, _, field, t.Local(_, one)), t.Local(_, other)):
            pass
        case t.Elements(_, kind), t.Compare(_, "=", t.Local(_, other), t.Fixed(_, _, field, t.Local(_, one))):
            pass
        case _:
            return None
    if one != variable or other == variable or other.key in ruleset.absent.variables:
        return None
    declared = ruleset.kinds[kind].fields.get(field)
    if declared is None or declared.form != "kind" or other.type != ElementType(declared.of or ""):
        return None
    name = declared.inverse or ruleset.kinds[kind].plural
    return f"{other.name}.{name}" if _is_one(ruleset, str(declared.of), name) else None


def _is_one(ruleset: Ruleset, kind: str, name: str) -> bool:
    """Say whether a name leads back from a kind in one way only."""
    fields = [
        one
        for declared in ruleset.documents.kinds
        for one in declared.fields
        if one.form in ("kind", "set") and one.of == kind and (one.inverse or declared.plural) == name
    ]
    return len(fields) == 1


def _written(ruleset: Ruleset, span: Span) -> str:
    text = next((text for file, text in ruleset.documents.texts if file == span.file), "")
    return " ".join(text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1].split())

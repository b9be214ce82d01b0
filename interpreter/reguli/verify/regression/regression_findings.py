"""Changes and differences in a designer's terms: the text as written, and the difference with its location."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reguli.ruleset.document_nodes import Cell, ConstantDecl, Visibility
from reguli.source.diagnostic import Diagnostic, make_finding
from reguli.source.finding_catalogue import Said, Value
from reguli.source.source_excerpt import Sources, Span
from reguli.verify.paired_programs import FirstDifference
from reguli.verify.regression.document_difference import ChangedBlock, DocumentChange, JudgedChange, format_cells
from reguli.verify.regression.tree_difference import differing_words, tree_span
from reguli.verify.report import source_lines

LONGEST: Final = 120
"""So much of a text is shown."""
WHY: Final[Mapping[str, str]] = MappingProxyType(
    {"named": "why.variant_names", "brings": "why.variant_brings", "blessed": "why.blessed", "accepted": "why.accepted"}
)
PARTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "decision": "differs.decision",
        "actor": "differs.actor",
        "moves": "differs.moves",
        "field": "differs.field",
        "seen": "differs.seen",
    }
)
NOTHING: Final = Said("differs.nothing")


def change_finding(judged: JudgedChange, sources: tuple[Sources, Sources]) -> Diagnostic:
    """Return the finding of a change: V301 if it is expected, else V302."""
    before, now = _sides(judged.what, sources)
    if judged.wanted:
        return make_finding(
            "V301", judged.what.span, path=judged.path, before=before, now=now, why=Said(WHY[judged.why])
        )
    return make_finding("V302", judged.what.span, path=judged.path, before=before, now=now)


def _sides(what: DocumentChange | ChangedBlock, sources: tuple[Sources, Sources]) -> tuple[Value, Value]:
    if isinstance(what, ChangedBlock):
        return format_cells(what.before), format_cells(what.now)
    before, now = _text(what.before, sources[0]), _text(what.now, sources[1])
    if before != now:
        return before, now
    # A variant that adds to something leaves the text of it as it is.
    apart = differing_words(what.before, what.now)
    return apart[0] or NOTHING, apart[1] or NOTHING


def _text(thing: object, sources: Sources) -> Value:
    match thing:
        case None | ():
            return NOTHING
        case ConstantDecl(value=value) | Cell(value=int() | str() as value, row=None):
            return str(value)
        case Visibility(who=who):
            return who
        case str() | int():
            return str(thing)
        case tuple() if all(isinstance(item, str | int) for item in thing):
            return ", ".join(map(str, thing))
        case _:
            span = tree_span(thing)
            return NOTHING if span is None else _written(span, sources)


def _written(span: Span, sources: Sources) -> Value:
    """Return the source text of a place on one line."""
    if not span.line:
        return span.file
    text = " ".join(" ".join(source_lines(span, sources)).split())
    return f"{text[:LONGEST]} …" if len(text) > LONGEST else text or NOTHING


def difference_text(difference: FirstDifference) -> Said:
    """Return the text of the first difference between two sides."""
    one = difference
    before, now = one.before or NOTHING, one.now or NOTHING
    match one.kind:
        case "over":
            what = Said("differs.over", decision=one.what) if one.now else Said("differs.not_over", decision=one.what)
        case "ranking":
            what = Said("differs.ranking", before=before, now=now)
        case "begin" | "fault":
            what = rules_fault_finding(one.before, one.now)
        case _:
            what = Said(PARTS[one.kind], what=one.what, before=before, now=now)
    players = Said("differs.table", players=one.players, seed=one.seed)
    if one.kind == "begin" or not one.number:
        return Said("differs.at_beginning", what=what, table=players)
    if one.text:
        return Said("differs.behind", what=what, table=players, number=one.number, move=one.text)
    return Said("differs.after", what=what, table=players, number=one.number)


def rules_fault_finding(before: str, now: str) -> Said:
    """Return a finding that the rules fail on one side, or fail differently than before."""
    if before and now:
        return Said("differs.fails_otherwise", before=before, now=now)
    return Said("differs.fails", now=now) if now else Said("differs.failed", before=before)

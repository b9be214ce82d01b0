"""Rules text to nodes; every mistake becomes a finding."""

from __future__ import annotations

from typing import Any, Final

from reguli.language.parsing.lexer import ITEM_WORDS, Cut, Cutter
from reguli.language.parsing.lr_driver import Stuck, drive
from reguli.language.parsing.parse_tables import load_tables
from reguli.language.parsing.tree_builder import RULES, Children
from reguli.language.syntax_tree.expressions import Expression
from reguli.language.syntax_tree.statements import Option, Statement
from reguli.language.syntax_tree.top_level_items import Item, RulesFile
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.message_arguments import Said, Value
from reguli.source.span import Span

LARGEST: Final = 1_000_000
MOST_MISTAKES: Final = 200
LONGEST_SAID: Final = 80
_WITH_LINES: Final = frozenset({"start_item", "start_body", "start_options"})
_WITHOUT_BLOCK: Final = frozenset({"L113", "L115"})


def parse_rules(text: str, file: str, bag: Bag, *, line: int = 1, column: int = 1) -> RulesFile | None:
    """Parse a rules file, or items that begin at ``line`` and ``column`` of another one.

    None when anything is wrong with it, the mistakes of each item being in the bag.
    """
    if _too_large(text, Span(file, line, column, line, column + 1), bag):
        return None
    cut = Cutter(line=line, column=column).cut(text)
    items: list[Item] = []
    wrong = 0
    for index, chunk in enumerate(cut.chunks):
        if wrong == MOST_MISTAKES:
            bag.add("L106", chunk[0].span(file), most=MOST_MISTAKES)
            break
        item: Item | None = _chunk("start_item", cut, index, file, bag)
        if item is None:
            wrong += 1
        else:
            items.append(item)
    return None if wrong else RulesFile(file, tuple(items))


def parse_expression(text: str, file: str, bag: Bag, *, line: int = 1, column: int = 1) -> Expression | None:
    """Parse one expression that begins at ``line`` and ``column`` of a file; a set may be written as a range.

    Further lines begin at the same column.
    """
    cutter = Cutter(line=line, column=column, lines=False, items=False)
    found: Expression | None = _whole("start_expression", cutter, text, Span(file, line, column, line, column + 1), bag)
    return found


def parse_body(text: str, file: str, bag: Bag, *, line: int = 1, column: int = 1) -> tuple[Statement, ...] | None:
    """Parse statements that begin at ``line`` and ``column`` of a file; further lines begin at the same column."""
    cutter, span = Cutter(line=line, column=column, items=False), Span(file, line, column, line, column + 1)
    found: tuple[Statement, ...] | None = _whole("start_body", cutter, text, span, bag)
    return found


def parse_options(text: str, file: str, bag: Bag, *, line: int = 1, column: int = 1) -> tuple[Option, ...] | None:
    """Parse options of a decision that begin at ``line`` and ``column`` of a file; further lines begin at the same column."""
    cutter, span = Cutter(line=line, column=column, items=False), Span(file, line, column, line, column + 1)
    found: tuple[Option, ...] | None = _whole("start_options", cutter, text, span, bag)
    return found


def _too_large(text: str, span: Span, bag: Bag) -> bool:
    if len(text) > LARGEST:
        bag.add("L101", span, size=len(text), most=LARGEST)
        return True
    return False


def _whole(start: str, cutter: Cutter, text: str, span: Span, bag: Bag) -> Any | None:
    if _too_large(text, span, bag):
        return None
    cut = cutter.cut(text)
    if not cut.chunks:
        bag.add("L102", span)
        return None
    return _chunk(start, cut, 0, span.file, bag)


def _chunk(start: str, cut: Cut, index: int, file: str, bag: Bag) -> Any | None:
    tables = load_tables()
    found = drive(tables, start, cut.chunks[index], file, _make)
    if not isinstance(found, Stuck):
        return found
    # What mistakes are called is loaded where there is one.
    from reguli.language.parsing.error_recovery import further_mistakes
    from reguli.language.syntax_errors.token_errors import explain

    first = explain(tables, start, cut.chunks[index], found, file)
    others = further_mistakes(tables, start, cut.chunks[index], first, file) if start in _WITH_LINES else ()
    for finding in (first, *others):
        if finding.code not in _WITHOUT_BLOCK or not _margin_follows(cut, index):
            args = tuple((name, _short(value)) for name, value in finding.args.items())
            bag.extend([Diagnostic(finding.code, finding.span, args, (), finding.near)])
    return None


def _short(value: Value) -> Value:
    match value:
        case Said(phrase, args):
            return Said(phrase, **{name: _short(inner) for name, inner in args})
        case str() if len(value) > LONGEST_SAID:
            return f"{value[:LONGEST_SAID]}…"
        case _:
            return value


def _margin_follows(cut: Cut, index: int) -> bool:
    """Say whether the next chunk begins no item: then its indentation is the mistake, and is reported there."""
    return index + 1 < len(cut.chunks) and cut.chunks[index + 1][0].text not in ITEM_WORDS


def _make(rule: str, span: Span, children: Children) -> Any:
    return RULES[rule](span, children)

"""The parser of rules text; every error is a finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, Final, Literal

from reguli.language.parsing.lr_driver import (
    ITEM_WORDS,
    ParserStuck,
    Token,
    TokenizedText,
    Tokenizer,
    load_tables,
    parse_chunk,
)
from reguli.language.syntax_tree import expressions as e
from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree import top_level_items as i
from reguli.language.syntax_tree.expressions import Expression
from reguli.language.syntax_tree.statements import Option, Statement
from reguli.language.syntax_tree.top_level_items import Item, RulesFile
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.finding_catalogue import Said, Value
from reguli.source.source_excerpt import Span
from reguli.source.working_copy import keep_reading

# -- What each rule of the grammar becomes ---------------------------------------------------------------------------


Children = list[Any]
Build = Callable[[Span, Children], Any]


def node_builder(kind: Callable[..., Any], parts: str = "", **fixed: Any) -> Build:
    """Return a builder of nodes from parts, named in grammar order, and from ``fixed`` values.

    Without ``parts`` they come as the other fields of the node do. A word gives its text; a part with a star is of several, and
    of none where nothing stands.
    """
    own = [field.name for field in fields(kind) if field.name != "span" and not field.kw_only]  # type: ignore[arg-type]  # every node is one
    names = parts.split() or [name for name in own if name not in fixed]
    several = [at for at, name in enumerate(names) if name.endswith("*")]
    known, behind = [*(name.removesuffix("*") for name in names), *fixed], [*fixed.values()]
    order = [known.index(name) for name in own]

    def build(span: Span, children: Children) -> Any:
        given = [child.text if type(child) is Token else child for child in children] + behind
        for at in several:
            given[at] = given[at] or ()
        return kind(span, *[given[at] for at in order])

    return build


def first_part(_span: Span, c: Children) -> Any:
    """Return the only part."""
    return c[0]


def present_parts(_span: Span, c: Children) -> tuple[Any, ...]:
    """Return all parts except absent optional ones."""
    return tuple(part for part in c if part is not None)


def _text(_span: Span, c: Children) -> str | None:
    return c[0].text if c[0] is not None else None


def _texts(_span: Span, c: Children) -> tuple[str, ...]:
    return tuple(token.text for token in c if token is not None)


def _extreme_call(span: Span, c: Children) -> e.Call:
    function, arguments = c
    return e.Call(span, e.Name(function.span(span.file), function.text), arguments)


def _citation(span: Span, c: Children) -> s.Citation:
    cite, partly = c
    return s.Citation(cite.span(span.file), cite.text, partly.text[1:-1] if partly else None)


def _says(span: Span, c: Children) -> s.Says:
    language, text = c
    return s.Says(span, language.text, text.text[1:-1])


def _told(build: Build, *, below: bool = False) -> Build:
    """Wrap a builder to collect the sentences under an item's head; ``below``: on lines of their own, without a body."""

    def made(span: Span, c: Children) -> Any:
        *rest, last = c
        says = tuple(one for one in last if isinstance(one, s.Says))
        body = () if below else (tuple(one for one in last if not isinstance(one, s.Says)),)
        item = build(span, [*rest, *body])
        return replace(item, says=says) if says else item

    return made


def _moment(span: Span, c: Children) -> i.Moment:
    return i.Moment(span, "before" if len(c) == 1 else c[0].text, c[-1].text)


def _at(span: Span, c: Children) -> i.At:
    moment, order, name, cites, body = c
    return i.At(span, name.text if name else "", moment, int(order.text) if order else 0, body, cites)


def _whenever(span: Span, c: Children) -> i.Whenever:
    name, condition, cites, body = c
    return i.Whenever(span, name.text if name else "", condition, body, cites)


def _when(span: Span, c: Children) -> i.When:
    """Build it, by default named after its event."""
    name, event, *rest = c
    arguments, where, cites, body = rest
    return i.When(span, (name or event).text, event.text, arguments, where, body, cites)


def _always(span: Span, c: Children) -> i.Always:
    """Build it, by default named by reason."""
    name, condition, reason, cites = c
    return i.Always(span, name.text if name else reason.name, condition, reason, cites)


def _never_shrinks(span: Span, c: Children) -> i.NeverShrinks:
    """Build it, by default named by reason."""
    name, value, variable, domain, reason, cites = c
    named = name.text if name else reason.name
    return i.NeverShrinks(span, named, value, variable.text if variable else None, domain, reason, cites)


def _hidden(who: Literal["everybody", "others"]) -> Callable[[Span, Children], i.HiddenFrom]:
    """Return a builder that names by field."""

    def make(span: Span, c: Children) -> i.HiddenFrom:
        place, cites = c
        return i.HiddenFrom(span, _field_name(place), who, place, cites)

    return make


def _field_name(place: object) -> str:
    return place.id if isinstance(place, e.Name) else place.name if isinstance(place, e.Field) else ""


def _written_only(span: Span, c: Children) -> i.WrittenOnly:
    """Build it, named after its field."""
    *rules, place, cites = c
    spans = tuple(rule.span(span.file) for rule in rules)
    return i.WrittenOnly(span, _field_name(place), tuple(rule.text for rule in rules), spans, place, cites)


def _adjust(span: Span, c: Children) -> i.Adjust:
    """Build it; by default the target value names it."""
    name, target, *rest = c
    return i.Adjust(span, (name or target).text, target.text, *rest)


def _waive(span: Span, c: Children) -> i.Waive:
    """Build it; by default the waived guard names it."""
    name, option, reason, asked, condition, cites, body, *_ = c
    return i.Waive(span, (name or reason).text, option.text, reason.text, asked, condition, body or (), cites)


def _if(span: Span, c: Children) -> s.If:
    """Build a nested chain of ``else if`` branches, with a final ``else`` block."""
    condition, then, *rest = c
    otherwise: tuple[s.Statement, ...] = ()
    for part in reversed(rest):
        otherwise = (replace(part, otherwise=otherwise),) if isinstance(part, s.If) else part
    return s.If(span, condition, then, otherwise)


def _move_up_to(span: Span, c: Children) -> s.MoveAmount:
    _, amount, variety, source, place, target = c
    return s.MoveAmount(span, amount, True, variety, source, target, place)


def _draw_some(span: Span, c: Children) -> s.DrawSome:
    up_to = isinstance(c[0], Token)
    amount, source, place, target = c[1:] if up_to else c
    return s.DrawSome(span, amount, up_to, source, target, place)


def _run(*, later: bool) -> Build:
    def build(span: Span, c: Children) -> s.Run:
        called = c[0]
        if isinstance(called, e.Call):
            return s.Run(span, called.function, called.arguments, later)
        return s.Run(span, called, (), later)

    return build


def _decide(span: Span, c: Children) -> s.Decide:
    name, actor, flags, cites, *rest = c
    otherwise = rest.pop() if isinstance(rest[-1], tuple) else None
    words = {flag.text for flag in flags if isinstance(flag, Token)}
    declining = next((flag for flag in flags if isinstance(flag, s.Declining)), None)
    asked = ("repeatedly" in words, "each once" in words, "secretly" in words, "all or nothing" in words)
    return s.Decide(span, name.text, actor, *asked, declining, tuple(rest), otherwise, cites)


RULES: Final[Mapping[str, Build]] = {
    "start_expression": first_part,
    "number": lambda span, c: e.Number(span, int(c[0].text)),
    "name": node_builder(e.Name),
    "field": node_builder(e.Field),
    "index": node_builder(e.Index),
    "call": node_builder(e.Call),
    "extreme_call": _extreme_call,
    "arguments": present_parts,
    "set_of": node_builder(e.SetOf, "items*"),
    "bundle": lambda span, c: e.BundleOf(span, tuple(c)),
    "share": node_builder(e.ShareOf),
    "range": node_builder(e.Range),
    "if_else": node_builder(e.IfElse),
    "nothing": lambda span, _: e.Name(span, "none"),
    "or_": node_builder(e.Binary, operator="or"),
    "and_": node_builder(e.Binary, operator="and"),
    "not_": node_builder(e.Not),
    "compare": node_builder(e.Binary, "left operator right"),
    "set_operation": node_builder(e.Binary, "left operator right"),
    "sum_": node_builder(e.Binary, "left operator right"),
    "product_": node_builder(e.Binary, operator="*"),
    "divide": node_builder(e.Divide),
    "negative": node_builder(e.Negative),
    "is_state": node_builder(e.State, negated=False),
    "is_not_state": node_builder(e.State, negated=True),
    "member": node_builder(e.Member, negated=False),
    "not_member": node_builder(e.Member, negated=True),
    "quantified": node_builder(e.Quantified),
    "aggregate": node_builder(e.Aggregate),
    "all_of": node_builder(e.AllOf, "variable domain where keys*"),
    "ranked": lambda span, c: e.Ranked(span, c[1].text, *c[2:]),
    "matched": lambda span, c: e.Matched(span, c[1].text, c[2], c[3].text, *c[4:]),
    "converted": node_builder(e.Converted),
    "keys": present_parts,
    "key": lambda span, c: e.SortKey(span, c[0], descending=len(c) > 1),
    "start_body": present_parts,
    "start_options": present_parts,
    "block": present_parts,
    "cites": present_parts,
    "citation": _citation,
    "reason": node_builder(s.Reason, "name arguments*"),
    "place": _text,
    "step": lambda span, c: replace(c[0], cites=c[1]) if c[1] else c[0],
    "let": node_builder(s.Let),
    "needs": node_builder(s.Needs),
    "assign": node_builder(s.Assign),
    "assign_none": lambda span, c: s.Assign(span, c[0], e.Name(span, "none")),
    "change_up": node_builder(s.Change, "amount target", negative=False),
    "change_down": node_builder(s.Change, "amount target", negative=True),
    "pay": node_builder(s.Pay),
    "move": node_builder(s.Move, "what source place target"),
    "move_amount": node_builder(s.MoveAmount, "amount variety source place target", up_to=False),
    "move_up_to": _move_up_to,
    "move_all": node_builder(s.MoveAmount, "variety source place target", amount=None, up_to=False),
    "draw": node_builder(s.Draw, "variable source place target"),
    "draw_some": _draw_some,
    "shuffle": node_builder(s.Shuffle),
    "lot": node_builder(s.Lot),
    "append": node_builder(s.ListChange, adding=True),
    "remove": node_builder(s.ListChange, adding=False),
    "sort": node_builder(s.Sort),
    "run": _run(later=False),
    "later_run": _run(later=True),
    "announce": node_builder(s.Announce),
    "settle": node_builder(s.Settle),
    "end": node_builder(s.End),
    "if": _if,
    "else_if": node_builder(s.If, otherwise=()),
    "else_block": first_part,
    "keeps": first_part,
    "for": node_builder(s.For),
    "while": node_builder(s.While),
    "repeat": node_builder(s.Repeat),
    "turn": node_builder(s.Turn),
    "for_round": node_builder(s.ForRound),
    "decide": _decide,
    "flags": present_parts,
    "declining": node_builder(s.Declining),
    "option": _told(node_builder(s.Option, "name parameters cites body", says=())),
    "option_parameters": present_parts,
    "option_parameter": node_builder(s.OptionParameter),
    "some_of": node_builder(s.SomeOf, "least domain", most=None),
    "some_of_range": node_builder(s.SomeOf, "least most domain"),
    "otherwise": first_part,
    "start_item": first_part,
    "told": present_parts,
    "head_block": present_parts,
    "says": _says,
    "phase": _told(node_builder(i.Phase, "name cites body", says=())),
    "procedure": _told(node_builder(i.Procedure, "name parameters deep cites body", says=())),
    "define": _told(node_builder(i.Define, "name parameters unit deep value cites", says=()), below=True),
    "option_group": lambda span, c: i.OptionGroup(span, c[0].text, c[1], c[2], tuple(c[3:])),
    "whenever": _told(_whenever),
    "when": _told(_when),
    "at": _told(_at),
    "moment": _moment,
    "adjust": _told(_adjust, below=True),
    "waive": _waive,
    "always": _always,
    "never_shrinks": _never_shrinks,
    "written_only": _written_only,
    "hidden_from_everybody": _hidden("everybody"),
    "hidden_from_others": _hidden("others"),
    "event": node_builder(i.Event),
    "during": _text,
    "deep": lambda span, c: None if c[0] is None else e.Name(c[0].span(span.file), c[0].text),
    "parameters": present_parts,
    "parameter": node_builder(i.Parameter),
    "patterns": present_parts,
    "new_name": node_builder(i.NewName),
}


# -- parser ----------------------------------------------------------------------------------------------------------


LARGEST: Final = 1_000_000
MOST_MISTAKES: Final = 200
LONGEST_SAID: Final = 80
_WITH_LINES: Final = frozenset({"start_item", "start_body", "start_options"})
_WITHOUT_BLOCK: Final = frozenset({"L113", "L115"})


def parse_rules(text: str, file: str, bag: Bag, *, line: int = 1, column: int = 1) -> RulesFile | None:
    """Parse a rules file, or items starting at ``line`` and ``column`` of another one.

    None when anything is wrong with it, the mistakes of each item being in the bag.
    """
    return keep_reading(file, ("rules", text, line, column), bag, lambda own: _parse(text, file, own, line, column))


def _parse(text: str, file: str, bag: Bag, line: int, column: int) -> RulesFile | None:
    if _too_large(text, Span(file, line, column, line, column + 1), bag):
        return None
    cut = Tokenizer(line=line, column=column).cut(text)
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
    """Parse one expression starting at ``line`` and ``column`` of a file; a set may be written as a range.

    Further lines begin at the same column.
    """
    cutter = Tokenizer(line=line, column=column, lines=False, items=False)
    found: Expression | None = _whole("start_expression", cutter, text, Span(file, line, column, line, column + 1), bag)
    return found


def parse_body(text: str, file: str, bag: Bag, *, line: int = 1, column: int = 1) -> tuple[Statement, ...] | None:
    """Parse statements starting at ``line`` and ``column`` of a file; further lines start at the same column."""
    cutter, span = Tokenizer(line=line, column=column, items=False), Span(file, line, column, line, column + 1)
    found: tuple[Statement, ...] | None = _whole("start_body", cutter, text, span, bag)
    return found


def parse_options(text: str, file: str, bag: Bag, *, line: int = 1, column: int = 1) -> tuple[Option, ...] | None:
    """Parse a decision's options starting at ``line`` and ``column`` of a file; further lines start at the same column."""
    cutter, span = Tokenizer(line=line, column=column, items=False), Span(file, line, column, line, column + 1)
    found: tuple[Option, ...] | None = _whole("start_options", cutter, text, span, bag)
    return found


def _too_large(text: str, span: Span, bag: Bag) -> bool:
    if len(text) > LARGEST:
        bag.add("L101", span, size=len(text), most=LARGEST)
        return True
    return False


def _whole(start: str, cutter: Tokenizer, text: str, span: Span, bag: Bag) -> Any | None:
    if _too_large(text, span, bag):
        return None
    cut = cutter.cut(text)
    if not cut.chunks:
        bag.add("L102", span)
        return None
    return _chunk(start, cut, 0, span.file, bag)


def _chunk(start: str, cut: TokenizedText, index: int, file: str, bag: Bag) -> Any | None:
    tables = load_tables()
    found = parse_chunk(tables, start, cut.chunks[index], file, _make)
    if not isinstance(found, ParserStuck):
        return found
    # What mistakes are called is loaded where there is one.
    from reguli.language.parsing.error_recovery import find_further_errors
    from reguli.language.syntax_errors import explain_syntax_error

    first = explain_syntax_error(tables, start, cut.chunks[index], found, file)
    others = find_further_errors(tables, start, cut.chunks[index], first, file) if start in _WITH_LINES else ()
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


def _margin_follows(cut: TokenizedText, index: int) -> bool:
    """Return whether the next chunk starts no item: then its indentation is the error and is reported there."""
    return index + 1 < len(cut.chunks) and cut.chunks[index + 1][0].text not in ITEM_WORDS


def _make(rule: str, span: Span, children: Children) -> Any:
    return RULES[rule](span, children)

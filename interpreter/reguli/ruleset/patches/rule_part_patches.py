"""Patches of parts of rules, replaced, added or deleted: a decision, an option, a guard, a single line.

A part is found by a path of names, ``RULE/DECISION/OPTION/REASON``: first the rule, then as much as tells one part from
another of the decision, the option, and the reason of a guard. What has no name is named last by the line as it begins:
``scoring/add 1 to player.points``. Numbers are no names: they would lead elsewhere as soon as a line above comes or goes.

A line that heads a block is replaced alone where the new text is a head alone, with or without its colon: the block below it stays.

What is added to a decision are options, behind its own; what is added to an option are guards, behind its own, and effects, at its
end; what is added to a whole rule are effects at its end; what is added to a guard or a line stands behind it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from reguli.language.syntax_tree.expressions import Node
from reguli.language.syntax_tree.statements import (
    Decide,
    Declining,
    For,
    ForRound,
    Let,
    Needs,
    Option,
    OptionParameter,
    Pay,
    Repeat,
    Statement,
    Turn,
    While,
)
from reguli.language.syntax_tree.top_level_items import (
    At,
    Item,
    OptionGroup,
    Phase,
    Procedure,
    RulesFile,
    Waive,
    When,
    Whenever,
)
from reguli.ruleset.document_nodes import Documents, replace_subtree
from reguli.ruleset.patches.patch_sections import Overlaying, Part, Verb, replace_tuple_item
from reguli.schema.shapes import body, options
from reguli.source.finding_catalogue import Said, Value
from reguli.source.name_suggestions import closest_name
from reguli.source.yaml_reader import Node as YamlNode
from reguli.source.yaml_reader import ScalarNode

HEAD: Final = (Let, Needs, Pay)
"""What stands before the effects of an option."""
WITH_BODY: Final = (Phase, Procedure, Whenever, When, At, Waive)
"""The rules that have effects of their own, at whose end more can be done."""
BLOCKS: Final = (For, ForRound, While, Repeat, Turn)
"""Statements whose head can be replaced without the block below it."""
HEADING: Final = re.compile(r"(?:for|while|repeat|turn)\b[^\n:]+:?")
Step = Statement | Option | OptionParameter
"""What a rule consists of, expressions and citations apart."""


def apply_rule_part_patches(
    documents: Documents, parts: Iterable[Part], laying: Overlaying, texts: Mapping[str, str]
) -> Documents:
    """Apply parts to the rules of the documents; ``texts`` are the files that contain the rules, by name."""
    for part in parts:
        found = _found(documents, part, laying, texts)
        if found is None:
            continue
        item, at = found
        changed = _changed(item, at, part, laying)
        if changed is not None:
            files = (RulesFile(file.file, replace_tuple_item(file.items, item, changed)) for file in documents.rules)
            documents = dataclasses.replace(documents, rules=tuple(files))
    return documents


# -- where a path leads ----------------------------------------------------------------------------------------------


def _found(documents: Documents, part: Part, laying: Overlaying, texts: Mapping[str, str]) -> tuple[Item, Node] | None:
    """Return the rule and the part at a path; no match, several matches, or more than a part are findings."""
    bag = laying.reader.bag
    items = [item for file in documents.rules for item in file.items]
    name, _, rest = part.path.partition("/")
    rules = [item for item in items if item.name == name.strip()]
    if not rules:
        within = next((item.name for item in items if name.strip() in dict(_named(item))), None)
        close = f"{within}/{name}" if within is not None else closest_name(name, {item.name for item in items})
        bag.add("R167", part.span, near=close, where=Said("thing.the_rules"), name=name)
        return None
    found: list[tuple[Item, Node]] = [(item, item) for item in rules]
    while rest:
        inside, rest, name = _inside(found, rest, texts)
        if not inside:
            known = {named for _, node in found for named, _ in _named(node)}
            bag.add("R167", part.span, near=closest_name(name, known), where=_called(found[0][1]), name=name)
            return None
        found = inside
    if len(found) > 1:
        related = [(node.span, Said("here.one_of_them")) for _, node in found]
        bag.add("R168", part.span, related=related, path=part.path, count=len(found))
        return None
    return found[0]


def _inside(
    found: Sequence[tuple[Item, Node]], path: str, texts: Mapping[str, str]
) -> tuple[list[tuple[Item, Node]], str, str]:
    """Descend one step: to the nodes with the next name, or to the lines that begin with the rest; also return the rest and the name."""
    name, _, rest = (word.strip() for word in path.partition("/"))
    named = [(item, below) for item, node in found for called, below in _named(node) if called == name]
    if named:
        return _outermost(named), rest, name
    line = " ".join(path.split())
    lines = [(item, below) for item, node in found for below in _steps(node) if _begins(below, line, texts)]
    return _outermost(lines), "", line if " " in line else name


def _outermost(found: list[tuple[Item, Node]]) -> list[tuple[Item, Node]]:
    """Drop matches nested in other matches."""
    within = {id(below) for _, node in found for below in _steps(node)}
    return [one for one in found if id(one[1]) not in within]


def _steps(node: Node) -> Iterator[Node]:
    """Yield all descendants of a rule, decision, option or statement that a path can address."""
    for value in (getattr(node, name) for name in node.__match_args__):
        for below in value if isinstance(value, tuple) else (value,):
            if isinstance(below, Step | Declining):
                yield below
                yield from _steps(below)


def _named(node: Node) -> Iterator[tuple[str, Node]]:
    """Yield the named parts: decisions, options, and guards by their reasons."""
    for below in _steps(node):
        match below:
            case Decide() | Option() | Declining():
                yield below.name, below
            case Needs() | Pay():
                yield below.reason.name, below
            case OptionParameter(reason=reason) if reason is not None:
                yield reason.name, below


def _begins(node: Node, line: str, texts: Mapping[str, str]) -> bool:
    """Return whether a statement begins with the whole words of a line, ignoring spacing."""
    if not isinstance(node, Statement) or not line:
        return False
    span, lines = node.span, texts.get(node.span.file, "").splitlines()
    written = " ".join(lines[span.line - 1][span.column - 1 :].split()) if 0 < span.line <= len(lines) else ""
    return re.match(rf"{re.escape(line)}(?!(?<=\w)\w)", written) is not None


def _called(node: Node) -> Value:
    match node:
        case Decide(name=name):
            return Said("thing.the_decision", name=name)
        case Option(name=name):
            return Said("thing.the_option", name=name)
        case _:
            return Said("thing.the_rule", name=getattr(node, "name", ""))


# -- what becomes of it ----------------------------------------------------------------------------------------------


def _changed(item: Item, at: Node, part: Part, laying: Overlaying) -> Item | None:
    """Return a rule with a part deleted, replaced, or extended; ``None`` with a finding if that is impossible."""
    refused = _refused(item, at, laying.verb)
    if refused is not None:
        laying.reader.bag.add("R169", part.span, path=part.path, what=refused, verb=laying.verb)
        return None
    if laying.verb == "remove" or part.written is None:
        return _without(item, at)
    holds_options = isinstance(at, Decide | OptionGroup) if laying.verb == "add" else isinstance(at, Option)
    read: Callable[..., tuple[Any, ...] | None] = options if holds_options else body
    head = _block_head(part.written) if laying.verb == "replace" and isinstance(at, BLOCKS) else None
    new = read(laying.reader, head or part.written, Said("part.named", name="parts"))
    if new is None:
        return None
    if head is not None and isinstance(at, BLOCKS):
        new = (dataclasses.replace(new[0], body=at.body),)
    return _replaced(item, at, new) if laying.verb == "replace" else _added(item, at, new)


def _block_head(written: YamlNode) -> ScalarNode | None:
    """Return a text that is only the head of a block with a statement below it, so that it can be parsed; None for another text."""
    text = str(written.value).strip() if isinstance(written, ScalarNode) else ""
    if not isinstance(written, ScalarNode) or HEADING.fullmatch(text) is None:
        return None
    whole = f"{text.removesuffix(':')}:\n    settle"
    return dataclasses.replace(written, text=whole, value=whole)


def _refused(item: Item, at: Node, verb: Verb) -> Value | None:
    """Return why a part cannot be changed so, or ``None``."""
    if at is item and not (verb == "add" and isinstance(item, (*WITH_BODY, OptionGroup))):
        return Said("thing.a_whole_rule")
    if isinstance(at, Declining) and verb != "remove":
        return Said("thing.a_way_out")
    holder = _holder(item, at)
    if verb == "remove" and isinstance(at, Option) and isinstance(holder, Decide | OptionGroup):
        return Said("thing.a_last_option") if len(holder.options) == 1 else None
    return None


def _holder(node: Node, at: Node) -> Node | None:
    """Return the direct parent of a part."""
    for holder in (node, *_steps(node)):
        if any(at is below for name in holder.__match_args__ for below in _each(getattr(holder, name))):
            return holder
    return None


def _each(value: object) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _without(item: Item, at: Node) -> Item:
    return replace_subtree(item, at, (_unguarded(at),) if isinstance(at, OptionParameter) else ())


def _replaced(item: Item, at: Node, new: tuple[Node, ...]) -> Item:
    if isinstance(at, OptionParameter):
        return _added(replace_subtree(item, at, (_unguarded(at),)), _holder(item, at) or item, new, at)
    return replace_subtree(item, at, new)


def _unguarded(parameter: OptionParameter) -> OptionParameter:
    return dataclasses.replace(parameter, where=None, reason=None)


def _added(item: Item, at: Node, new: tuple[Any, ...], guarded: Node | None = None) -> Item:
    """Insert new parts in their place: options after options, guards after guards, effects at the end, lines after their line."""
    holder = _holder(item, at)
    if isinstance(at, OptionParameter) and isinstance(holder, Option):
        at, guarded = holder, at
    if guarded is not None:
        # The option was made again with its parameter.
        at = next(one for one in _steps(item) if isinstance(one, Option) and one.span == at.span)
    match at:
        case Decide() | OptionGroup():
            changed: Node = dataclasses.replace(at, options=(*at.options, *new))
        case Option():
            head = next((i for i, one in enumerate(at.body) if not isinstance(one, HEAD)), len(at.body))
            guards = tuple(one for one in new if isinstance(one, HEAD))
            effects = tuple(one for one in new if not isinstance(one, HEAD))
            changed = dataclasses.replace(at, body=(*at.body[:head], *guards, *at.body[head:], *effects))
        case Phase() | Procedure() | Whenever() | When() | At() | Waive():
            changed = dataclasses.replace(at, body=(*at.body, *new))
        case _:
            return replace_subtree(item, at, (at, *new))
    return changed if at is item else replace_subtree(item, at, (changed,))  # type: ignore[return-value]  # an item stays one

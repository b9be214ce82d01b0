"""Substitution of one library item into a ruleset: names qualified by that of the use, parameters replaced by arguments.

Nothing of the library means something of the game by chance: a bare word is a name given in the item itself, a parameter, or what the
library declares. What is filled in was written in the game and means there what it says: a name given in the item makes way for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from reguli.language.syntax_tree import expressions as x
from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree import top_level_items as i
from reguli.ruleset.document_nodes import walk_document_node
from reguli.ruleset.libraries.library_file import ParameterDecl
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import BroughtSpan, Span

N = TypeVar("N")
Argument = str | x.Expression
"""A name of the game, of a kind, unit or procedure; or an expression."""
GIVES_NAME: Final = (s.Let, s.OptionParameter, i.Parameter, i.NewName)
"""What gives a name that rules below may use, besides loops and their like."""
TYPED: Final = (s.Decide, s.Option, s.Declining, s.Reason, i.Event, i.OptionGroup)
"""What has a name that is typed, or stands in documents."""


def declared_local_names(node: object) -> Iterator[str]:
    """Yield the names that a node binds."""
    for one in walk_document_node(node):
        if isinstance(one, GIVES_NAME):
            yield one.name
        elif isinstance(one, x.Matched):
            yield from (one.left, one.right)
        elif hasattr(one, "variable"):
            yield one.variable


@frozen_class
class Meaning(FrozenValue):
    """The meaning of the words in one use of a library, and the parameters requested so far."""

    use: Span
    parameters: Mapping[str, ParameterDecl]
    arguments: Mapping[str, Argument | None]
    """By parameter; None where it lacks, which was reported."""
    plurals: Mapping[str, tuple[str, str]]
    """Several of a kind that is a parameter: its name, and what the game calls them."""
    called: Mapping[str, str]
    """Procedures and defines of the library."""
    typed: Mapping[str, str]
    """Decisions, options, reasons, events, groups of options, and what is kept of the game or of a kind."""
    cites: Mapping[str, tuple[tuple[str, Span], ...]]
    avoid: frozenset[str]
    """Words of the game that no name given here may hide."""
    unknown: Callable[[Span, str], None]
    """Reports a word that neither the library nor a parameter declares."""
    known: frozenset[str]
    """Words of the language."""
    asked: set[str] = field(default_factory=set)
    """Parameters that were filled in."""


class Filling:
    """Substitution in one item or expression of a library."""

    def __init__(self, meaning: Meaning, node: object, prefix: str) -> None:
        """Collect the names that the item binds."""
        self.meaning = meaning
        self.locals = {
            name: f"{prefix}_{name}" if name in meaning.avoid else name for name in declared_local_names(node)
        }

    def fill(self, node: N) -> N:
        """Substitute in a node, or in each of several."""
        if isinstance(node, tuple):
            return tuple(self.fill(one) for one in node if not self._runs_nothing(one))  # type: ignore[return-value]  # a tuple of the same
        if not isinstance(node, x.Node):
            return self._span(node) if isinstance(node, Span) else node  # type: ignore[return-value]
        how = self._ways.get(type(node))
        return self._renamed(node, _MENTIONS.get(type(node), {})) if how is None else how(self, node)  # type: ignore[no-any-return]

    def _runs_nothing(self, node: object) -> bool:
        """Return whether a statement runs an optional procedure parameter without an argument."""
        if not isinstance(node, s.Run) or not isinstance(node.procedure, x.Name):
            return False
        declared = self.meaning.parameters.get(node.procedure.id)
        return declared is not None and declared.may_lack and self.meaning.arguments[declared.id] is None

    def _span(self, span: Span) -> Span:
        if isinstance(span, BroughtSpan):
            return span
        return BroughtSpan(span.file, span.line, span.column, span.end_line, span.end_column, self.meaning.use)

    def _rebuilt(self, node: Any, **changed: Any) -> Any:
        """Rebuild a node from its parts; the ids in ``cites`` become statements of the game."""
        parts = {name: self._part(node, name) for name in node.__match_args__ if name not in changed}
        return type(node)(**parts, **changed)

    def _part(self, node: Any, name: str) -> Any:
        value = getattr(node, name)
        if name == "cites":
            cited = (one for cite in value for one in self._cited(cite))
            return tuple({one.id: one for one in cited}.values())
        if name == "variable" or (name in {"left", "right"} and isinstance(value, str)) or name == "during":
            return self.locals.get(value, value)
        if name == "name" and isinstance(node, GIVES_NAME):
            return self.locals[value]
        if name == "name" and isinstance(node, TYPED):
            return self.meaning.typed[value]
        return self.fill(value)

    def _cited(self, cite: s.Citation) -> Iterator[s.Citation]:
        if cite.id not in self.meaning.cites:
            self.meaning.unknown(cite.span, cite.id)
        for name, span in self.meaning.cites.get(cite.id, ()):
            yield s.Citation(span, name, cite.partly)

    # -- words -----------------------------------------------------------------------------------------------------

    def _name(self, node: x.Name) -> x.Expression:
        name, meaning = node.id, self.meaning
        if name in self.locals:
            return x.Name(self._span(node.span), self.locals[name])
        if name in meaning.parameters:
            return self._filled(node, name, ())
        if name in meaning.plurals:
            return x.Name(self._span(node.span), self.kind(name))
        return x.Name(self._span(node.span), self.own(node.span, name))

    def own(self, span: Span, name: str) -> str:
        """Return the name in the game of something that the library declares."""
        meaning = self.meaning
        own = meaning.called.get(name) or meaning.typed.get(name)
        if own is None and name not in meaning.known:
            meaning.unknown(span, name)
        return own or name

    def _call(self, node: x.Call) -> x.Expression:
        if isinstance(node.function, x.Name) and node.function.id not in self.locals:
            name = node.function.id
            if name in self.meaning.parameters:
                return self._filled(node, name, self.fill(node.arguments))
            function = x.Name(self._span(node.function.span), self.own(node.function.span, name))
            return x.Call(self._span(node.span), function, self.fill(node.arguments))
        return self._rebuilt(node)  # type: ignore[no-any-return]

    def _filled(self, node: x.Expression, name: str, values: tuple[x.Expression, ...]) -> x.Expression:
        """Replace a parameter by its argument, with the argument's own parameters replaced by the values."""
        meaning = self.meaning
        meaning.asked.add(name)
        argument, declared = meaning.arguments[name], meaning.parameters[name]
        if argument is None:
            return x.Name(self._span(node.span), name)
        if isinstance(argument, str):
            return x.Name(self._span(node.span), argument)
        # A kind that is given under its own name has the name of the game in what the game says.
        own = argument is not declared.default
        given = [self.kind(one) if own and one == kind else one for one, kind in declared.given]
        if len(given) != len(values):
            meaning.unknown(node.span, name)
            return x.Name(self._span(node.span), name)
        return Replacing(dict(zip(given, values, strict=True))).fill(argument)

    def _parameter(self, node: i.Parameter) -> i.Parameter:
        kind = node.kind if node.kind is not None or node.name not in self.meaning.parameters else node.name
        if kind is None and self.locals[node.name] != node.name:
            kind = node.name
        return i.Parameter(self._span(node.span), self.locals[node.name], None if kind is None else self.kind(kind))

    def kind(self, name: str) -> str:
        """Return the kind or unit of the game that a word of the library stands for."""
        if name in self.meaning.plurals:
            kind, plural = self.meaning.plurals[name]
            self.meaning.asked.add(kind)
            return plural
        if name not in self.meaning.parameters:
            return name
        self.meaning.asked.add(name)
        found = self.meaning.arguments[name]
        return found if isinstance(found, str) else name

    def _renamed(self, node: Any, mentions: Mapping[str, Mention]) -> Any:
        """Rebuild a node with its names replaced by those used in the game."""
        changed = {}
        for attribute, ask in mentions.items():
            said = getattr(node, attribute)
            several = isinstance(said, tuple)
            changed[attribute] = (
                tuple(ask(self, node, one) for one in said) if several else said and ask(self, node, said)
            )
        return self._rebuilt(node, **changed)

    _ways: ClassVar[Mapping[type[x.Node], Callable[[Filling, Any], Any]]] = {
        x.Name: _name,
        x.Call: _call,
        i.Parameter: _parameter,
    }


Mention: TypeAlias = Callable[[Filling, Any, str], str]
"""Gives what a name becomes that a node mentions."""
_CALLED: Final[Mapping[str, Mention]] = {"name": lambda filling, _, name: filling.meaning.called.get(name, name)}
_TYPED: Final[Mapping[str, Mention]] = {"name": lambda filling, _, name: filling.meaning.typed.get(name, name)}


def _either(filling: Filling, _: Any, name: str) -> str:
    return filling.meaning.called.get(name) or filling.meaning.typed.get(name, name)


def _own(filling: Filling, node: Any, name: str) -> str:
    return filling.own(node.span, name)


def _kind(filling: Filling, _: Any, name: str) -> str:
    return filling.kind(name)


_MENTIONS: Final[Mapping[type[x.Node], Mapping[str, Mention]]] = {
    x.Field: _TYPED,
    x.Converted: {"unit": _kind},
    s.End: {"name": _either},
    s.Announce: {"event": _own},
    i.Define: {"unit": _kind, **_CALLED},
    i.WrittenOnly: {"rules": _either, **_TYPED},
    i.HiddenFrom: _TYPED,
    i.When: {"event": _own, **_CALLED},
    i.Adjust: {"target": _own, **_CALLED},
    **dict.fromkeys((i.Procedure, i.Whenever, i.At, i.Always, i.NeverShrinks, i.Waive), _CALLED),
}
"""The names that nodes mention, by attribute."""


class Replacing:
    """Substitution of values for the parameters of an argument."""

    def __init__(self, values: Mapping[str, x.Expression]) -> None:
        """Store the values by name."""
        self.values = values

    def fill(self, node: N) -> N:
        """Substitute the values in a node, or in each of several."""
        if isinstance(node, tuple):
            return tuple(self.fill(one) for one in node)  # type: ignore[return-value]  # a tuple of the same
        if not isinstance(node, x.Node):
            return node
        if isinstance(node, x.Name):
            return self.values.get(node.id, node)  # type: ignore[return-value]  # an expression for an expression
        parts = {name: self.fill(getattr(node, name)) for name in node.__match_args__}
        return type(node)(**parts)

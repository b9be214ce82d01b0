"""What carries each statement of the inventory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reguli.language.tree.items import Adjust, Always, At, Define, Phase, Procedure, RulesFile, Waive, When, Whenever
from reguli.language.tree.statements import Citation
from reguli.model.binding.world import World
from reguli.model.ruleset import Ruleset
from reguli.model.tree.bound import Ask, BoundOption, Guard
from reguli.model.tree.walk import all_procedures, statements_of
from reguli.ruleset.documents import Source
from reguli.source.span import Span

Carried = tuple[str, str, Span]
"""The id of a statement, what carries it, and where."""


def bind_citations(ruleset: Ruleset, world: World) -> dict[str, tuple[str, ...]]:
    """Say what carries each statement; unknown ids are findings, and so are statements that nothing carries."""
    found: dict[str, list[str]] = {entry.id: [] for entry in world.documents.inventory}
    known, unknown = bool(found), False
    for name, what, span in _carried(ruleset, world):
        if known and name not in found:
            unknown = True
            world.unknown("R340", span, name, found)
        elif what not in found.setdefault(name, []):
            found[name].append(what)
    for entry in world.documents.inventory:
        carries_none = entry.carries is not None and entry.carries.startswith("none")
        # An id that the inventory does not have was meant for some statement: which one lacks its rule is not known.
        if not found[entry.id] and not carries_none and not unknown:
            world.bag.add("R341", entry.span, name=entry.id)
        elif found[entry.id] and carries_none:
            world.bag.add("R342", entry.span, name=entry.id, what=found[entry.id][0])
    return {name: tuple(what) for name, what in found.items()}


def _carried(ruleset: Ruleset, world: World) -> Iterator[Carried]:
    yield from _documents(world)
    for file in world.documents.rules:
        yield from _items(file)
    yield from _rules(ruleset)


def _of(source: Source, what: str, span: Span) -> Iterator[Carried]:
    for name in source.cites:
        yield name, what, span


def _documents(world: World) -> Iterator[Carried]:
    documents = world.documents
    game = documents.game
    yield from _of(game.source, f"game:{game.id}", game.span)
    for option in game.options:
        yield from _of(option.source, f"option:{option.id}", option.span)
    for stage in game.stages:
        yield from _of(stage.source, f"stage:{stage.id}", stage.span)
        for case in stage.cases:
            yield from _of(case.source, f"stage:{stage.id}", case.span)
    for number, line in enumerate(game.ranking, 1):
        yield from _of(line.source, f"ranking:{number}", line.span)
    for constant in documents.constants:
        yield from _of(constant.source, f"constant:{constant.id}", constant.span)
    for table in documents.tables:
        yield from _of(table.source, f"table:{table.id}", table.span)
    for kind in documents.kinds:
        yield from _of(kind.source, f"kind:{kind.id}", kind.span)
    for state in documents.state:
        yield from _of(state.source, f"state:{state.owner}.{state.id}", state.span)


def _cited(cites: Iterable[Citation], rule: str) -> Iterator[Carried]:
    for cite in cites:
        yield cite.id, f"rule:{rule}", cite.span


def _items(file: RulesFile) -> Iterator[Carried]:
    for item in file.items:
        match item:
            case Phase() | Procedure():
                yield from _cited(item.cites, item.name)
            case Define():
                yield from _cited(item.cites, f"define.{item.name}")
            case Whenever():
                yield from _cited(item.cites, f"whenever.{item.name}")
            case When():
                yield from _cited(item.cites, f"when.{item.name}")
            case At():
                yield from _cited(item.cites, f"at.{item.name}")
            case Adjust():
                yield from _cited(item.cites, f"adjust.{item.name}")
            case Waive():
                yield from _cited(item.cites, f"waive.{item.name}")
            case Always():
                yield from _cited(item.cites, f"always.{item.reason.name}")
            case _:
                pass


def _rules(ruleset: Ruleset) -> Iterator[Carried]:
    """Give what the decisions, options and guards carry, wherever they stand."""
    for procedure in all_procedures(ruleset):
        for statement in statements_of(procedure.body):
            if isinstance(statement, Ask):
                for node in _decided(statement):
                    for name in node.cites:
                        yield name, f"rule:{node.rule}", node.span


def _decided(ask: Ask) -> Iterator[Ask | BoundOption | Guard]:
    """Give what cites in a decision: itself, its options, their guards."""
    yield ask
    for option in ask.options:
        yield option
        yield from (parameter.where for parameter in option.parameters if parameter.where is not None)
        yield from (check for check in option.checks if isinstance(check, Guard))

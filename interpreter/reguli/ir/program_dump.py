"""Dumps of a program, as text or as plain data: slots with their names, procedures, blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reguli.ir.program import Ask, Choice, Decide, Do, Number, Power, Program, Slot
from reguli.ir.state_layout import FACTS
from reguli.model.rule_digests import digest_rules
from reguli.source.source_excerpt import Span


def format_program(program: Program) -> list[str]:
    """Return a program as lines; leaves are quoted from the rules text, with location."""
    return list(_Printer(program).lines())


def program_as_data(program: Program) -> dict[str, Any]:
    """Return a program as plain data: objects have their class name under ``is``, places are ``file:line:column``."""
    ruleset = program.ruleset
    own: dict[str, Any] = {
        name: as_plain_data(getattr(program, name))
        for name in Program.__match_args__
        if name not in ("ruleset", "layout")
    }
    layout = {name: as_plain_data(getattr(program.layout, name)) for name in ("places", "counters", "storage")}
    fields = {
        name: {key: getattr(field, key) for key in ("base", "stride", "places", "capacity", "zone", "infinite")}
        for name, field in program.layout.fields.items()
    }
    defines = {
        name: as_plain_data((define.parameters, define.value, [part for _, *part in define.adjusts]))
        for name, define in ruleset.defines.items()
    }
    return {
        "ruleset": {
            "id": ruleset.id,
            "version": ruleset.version,
            "digest": ruleset.digest,
            "options": {**ruleset.options},
        },
        **own,
        "layout": {"fields": fields, **layout},
        "defines": defines,
        "meanings": [as_plain_data(one) for one in digest_rules(ruleset)],
    }


def as_plain_data(thing: object) -> Any:
    """Return any part of a program as lists, dictionaries, texts and numbers."""
    if isinstance(thing, Span):
        return str(thing)
    if isinstance(thing, Mapping):
        return {str(key): as_plain_data(value) for key, value in thing.items()}
    if isinstance(thing, tuple | list):
        return [as_plain_data(item) for item in thing]
    names = getattr(thing, "__match_args__", None)
    if names is None:
        return thing
    place = {"span": str(thing.span)} if hasattr(thing, "span") else {}
    return {"is": type(thing).__name__, **{name: as_plain_data(getattr(thing, name)) for name in names}, **place}


class _Printer:
    """Printer of the parts of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._texts = {file: text.split("\n") for file, text in program.ruleset.documents.texts}
        self._names = dict(self._named())

    def lines(self) -> Iterator[str]:
        program = self._program
        yield f"{program.ruleset.id} {program.ruleset.version}, players: {program.players}"
        yield ""
        yield f"slots ({program.logical} logical, {program.saved} saved, {program.width} in all)"
        yield from (f"  {slot}: {name}" for slot, name in self._names.items())
        yield ""
        yield "procedures"
        for name, entry in program.entries.items():
            given = ", ".join(f"s{place.slot}" for place in entry.parameters)
            where = "at once" if entry.block is None else f"block {entry.block}, returns by s{entry.return_slot}"
            yield f"  {name}({given}): {where}"
        for number, block in enumerate(program.blocks):
            yield ""
            yield f"block {number}"
            yield from (f"  {self._said(statement)}" for _, statement in block.lines)
            yield from (f"  {line}" for line in self._end(block.end))

    def _named(self) -> Iterator[tuple[int, str]]:
        layout = self._program.layout
        yield from enumerate(FACTS)
        for name, field in layout.fields.items():
            if field.stride:
                places = [f"[{place}]" if field.several else "" for place in range(field.places)]
                yield from ((field.base + at * field.stride, f"{name}{place}") for at, place in enumerate(places))
        yield from ((slot, f"places of {kind}") for kind, slot in layout.places.items())
        if self._program.agenda.targets:
            yield self._program.agenda.base, "agenda"
        yield from ((self._program.logical + number, f"chance {site}") for site, number in layout.counters.items())

    def _end(self, end: object) -> Iterator[str]:
        if not isinstance(end, Decide):
            yield self._said(end)
            return
        otherwise = "" if end.otherwise is None else f", otherwise block {end.otherwise}"
        yield f"Decide {end.number} {end.ask.name} ({self._text(end.ask.actor.span)}), exit block {end.exit}{otherwise}"
        yield from (f"  {self._choice(choice)}" for choice in end.choices)

    def _choice(self, choice: Choice) -> str:
        steps = " ".join(type(choice.steps[number]).__name__ for number in choice.written)
        return f"{choice.option.name}: block {choice.entry} {steps}  # {choice.option.span}"

    def _said(self, thing: object) -> str:
        """Return the text of a statement, test, value or end: its class name and fields."""
        match thing:
            case Number(value):
                return str(value)
            case Slot(slot):
                return self._slot(slot)
            case Power(slot):
                return f"2^{self._slot(slot)}"
            case Ask(term):
                return f"[{self._text(term.span)}]"
            case Do(statement):
                return f"Do [{self._text(statement.span)}]  # {statement.span}"
            case tuple():
                return f"({', '.join(self._said(one) for one in thing)})"
            case _ if hasattr(thing, "__match_args__"):
                span = getattr(thing, "span", None)
                if isinstance(span, Span):
                    return f"[{self._text(span)}]"
                held = (f"{name}={self._held(name, getattr(thing, name))}" for name in thing.__match_args__)
                return " ".join((type(thing).__name__, *held))
            case _:
                return str(thing)

    def _held(self, name: str, value: object) -> str:
        return self._slot(value) if name == "slot" and isinstance(value, int) else self._said(value)

    def _slot(self, slot: int) -> str:
        return self._names.get(slot, f"s{slot}")

    def _text(self, span: Span) -> str:
        """Return the source text of a span; only its first line."""
        lines = self._texts.get(span.file, [])[span.line - 1 : span.end_line]
        if not lines:
            return ""
        first = lines[0][: span.end_column - 1] if len(lines) == 1 else lines[0]
        return first[span.column - 1 :].strip()

"""``reguli trace``: where a number of the rules comes from."""

from __future__ import annotations

import argparse
import json

from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset
from reguli.cli.cases.trace_words import TraceWords, words_of
from reguli.cli.cases.traced import Traced, trace
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.rulesets import bound, playable
from reguli.source.excerpt import excerpt
from reguli.source.translation import ENGLISH


def arguments(parser: Parser) -> None:
    """Take the ruleset and the value."""
    takes_ruleset(parser)
    parser.add_argument("value", nargs="+", help="a constant, table, table[key, key], kind.element.field, or define")
    takes_options(parser)
    takes_json(parser)


def run(given: argparse.Namespace, console: Console) -> int:
    """Trace one value."""
    loaded = playable(given.ruleset, options(given.option), console)
    ruleset = bound(loaded)
    found = trace(ruleset, " ".join(given.value))
    if given.json:
        console.print(json.dumps(_plain(found), ensure_ascii=False, indent=2))
        return 0
    first, *rest = _lines(found, words_of(loaded, ruleset, console))
    for line in (first, *excerpt(found.place, loaded.sources), *rest):
        console.print(line)
    return 0


def _lines(found: Traced, words: TraceWords) -> list[str]:
    console = words.console
    heads = _heads(console)
    value = "" if found.value is None else f" = {words.value(found)}"
    lines = [f"{found.name}{value}  ({words.form(found)})", f"  {heads[0]}  {found.place}"]
    lines += [f"  {name} = {value}" for name, value in found.cells]
    if found.source.provenance:
        lines.append(f"  {heads[1]}  {words.provenance(found.source.provenance)}")
    lines += _statements(found, words)
    for change in found.changes:
        sets = "" if change.value is None else " " + console.say("sets it to {value}", value=change.value)
        chosen = "" if change.chosen else f" ({console.say('not chosen')})"
        lines.append(f"  {heads[2]}  {words.changed_by(change)}{sets}{chosen}  {change.place}")
    if found.reads:
        lines.append(f"  {heads[3]}  {', '.join(found.reads)}")
    lines += [f"  {heads[4]}  {reading.rule}  {reading.span}" for reading in found.readers]
    if not found.readers:
        lines.append(f"  {heads[4]}  {console.say('no rule')}")
    return lines


def _heads(console: Console) -> list[str]:
    """Give the heads of the lines, all of one width."""
    say = console.say
    heads = [say("written at"), say("provenance"), say("changed by"), say("made of"), say("read by")]
    width = max(map(len, heads))
    return [f"{head:{width}}" for head in heads]


def _statements(found: Traced, words: TraceWords) -> list[str]:
    lines = []
    for statement in found.statements:
        lines.append(f"  {statement.id:<6} {words.statement(statement)}")
        lines += [f"         {words.document(name)}: {place}" for name, place in statement.sources]
        ruling = words.ruling(statement)
        if ruling:
            lines.append(f"         {words.console.say('ruling')}: {ruling}")
    return lines


def _plain(found: Traced) -> dict[str, object]:
    return {
        "name": found.name,
        "form": found.form,
        "value": found.value,
        "cells": dict(found.cells),
        "unit": None if found.unit is None else ENGLISH.say(found.unit),
        "place": str(found.place),
        "cites": list(found.source.cites),
        "provenance": found.source.provenance,
        "statements": [
            {
                "id": statement.id,
                "statement": statement.statement,
                "sources": dict(statement.sources),
                "ruling": statement.ruling,
            }
            for statement in found.statements
        ],
        "changes": [
            {"by": change.by, "value": change.value, "chosen": change.chosen, "place": change.place}
            for change in found.changes
        ],
        "made_of": list(found.reads),
        "readers": [
            {"rule": reading.rule, "place": str(reading.span), "cites": list(reading.cites)}
            for reading in found.readers
        ],
    }

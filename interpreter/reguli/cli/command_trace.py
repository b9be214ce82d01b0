"""``reguli trace``: where a number of the rules comes from."""

from __future__ import annotations

import argparse
import json

from reguli.cli.arguments import options, takes_json, takes_options, takes_ruleset
from reguli.cli.console import Console
from reguli.cli.parser import Parser
from reguli.cli.rulesets import bound, playable
from reguli.cli.traced import Traced, trace
from reguli.model.ruleset import Ruleset
from reguli.source.excerpt import excerpt


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
    first, *rest = _lines(found, ruleset)
    for line in (first, *excerpt(found.place, loaded.sources), *rest):
        console.print(line)
    return 0


def _lines(found: Traced, ruleset: Ruleset) -> list[str]:
    unit = f" {found.unit}" if found.unit else ""
    value = "" if found.value is None else f" = {_said(found.value)}{unit}"
    lines = [f"{found.name}{value}  ({found.form}{unit if not value else ''})", f"  written at  {found.place}"]
    lines += [f"  {name} = {value}" for name, value in found.cells]
    if found.source.provenance:
        lines.append(f"  provenance  {found.source.provenance}")
    titles = {document.id: document.title for document in ruleset.documents.game.documents}
    for statement in found.statements:
        lines.append(f"  {statement.id:<6} {statement.statement}")
        lines += [f"         {titles.get(name, name)}: {place}" for name, place in statement.sources]
        if statement.ruling:
            lines.append(f"         ruling: {statement.ruling}")
    for change in found.changes:
        sets = "" if change.value is None else f" sets it to {change.value}"
        lines.append(f"  changed by  {change.by}{sets}{'' if change.chosen else ' (not chosen)'}  {change.place}")
    if found.reads:
        lines.append(f"  made of     {', '.join(found.reads)}")
    lines += [f"  read by     {reading.rule}  {reading.span}" for reading in found.readers]
    if not found.readers:
        lines.append("  read by     no rule")
    return lines


def _said(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return "{" + ", ".join(_said(item) for item in value) + "}"
        case _:
            return str(value)


def _plain(found: Traced) -> dict[str, object]:
    return {
        "name": found.name,
        "form": found.form,
        "value": found.value,
        "cells": dict(found.cells),
        "unit": found.unit,
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
            {"rule": reading.rule, "place": str(reading.span), "cites": list(reading.cites)} for reading in found.readers
        ],
    }

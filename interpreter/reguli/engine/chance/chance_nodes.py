"""The sites of chance: what is cast by lot and what is drawn from, by the names people write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from reguli.engine.notation import index_of, place_text
from reguli.ir.program import Chance, Program
from reguli.ir.state_layout import FieldSlots
from reguli.source.frozen_values import Kept, kept

GAME = "game."


@kept
class Site(Kept):
    """One site: a lot, a stack that is shuffled and drawn from, or a zone from which tokens are drawn."""

    name: str
    """As a person writes it: ``deck``, ``anna.deck``, ``leader``."""
    key: str
    """As outcomes are logged and prescriptions kept: by the number of its place, whatever the players are called."""
    form: Literal["lot", "stack", "tokens"]
    kind: str | None
    """Of the outcomes, or of their members; ``None`` for numbers."""
    groups: bool
    """Whether each outcome is a set of elements."""
    field: FieldSlots | None
    """What is drawn from; ``None`` for a lot."""
    place: int
    """Which of its places; 0 for a lot."""
    rules: tuple[str, ...]
    """The statements that cast or draw here, in the order of the files."""


def chance_sites(program: Program, names: Sequence[str] = ()) -> tuple[Site, ...]:
    """Give every site by the name a person writes, in the order of the rules that come to it; ``names`` are the players'."""
    ends: dict[str, list[Chance]] = {}
    for block in program.blocks:
        if isinstance(block.end, Chance):
            ends.setdefault(block.end.site, []).append(block.end)
    found = [site for same in ends.values() for site in _sites(program, same, names)]
    return tuple(sorted(found, key=lambda site: _place(program, site.rules[0])))


def _sites(program: Program, same: Sequence[Chance], names: Sequence[str]) -> list[Site]:
    """Give the sites that draws and lots of one name have: one, or one for each place of such a stack."""
    end = same[0]
    rules = tuple(sorted(dict.fromkeys(one.rule for one in same), key=lambda rule: _place(program, rule)))
    if end.form == "lot":
        return [Site(end.site, end.site, "lot", end.kind, end.capacity > 0, None, 0, rules)]
    field = program.layout.fields[end.site]
    return [
        Site(
            place_text(program, field.name, place, names, ids=True),
            stack_key(field, place),
            end.form,
            end.kind,
            False,
            field,
            place,
            rules,
        )
        for place in range(field.places)
    ]


def stack_key(field: FieldSlots, place: int) -> str:
    """Give the key of a stack: outcomes are logged under it."""
    return (f"{field.name}.{place}" if field.several else field.name).removeprefix(GAME)


def _place(program: Program, rule: str) -> tuple[str, int, int]:
    span = program.rules[rule].span
    return span.file, span.line, span.column


def site_called(program: Program, word: str, names: Sequence[str] = ()) -> Site | None:
    """Give the site a person means: by its name, or by any name of the element whose stack it is; ``None`` for none."""
    owner, _, called = word.rpartition(".")
    for site in chance_sites(program, names):
        if site.name == word:
            return site
        field = site.field
        if field is None or field.declared.owner == "game" or site.name.rpartition(".")[2] != called:
            continue
        if index_of(program, field.declared.owner, owner, names) == field.owner_of(site.place):
            return site
    return None

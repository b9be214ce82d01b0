"""What the tool says of every playthrough: the ids of its wordings in ``interface.po``, with what each may speak of."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reguli.words.wording_parser import PlainKind, Reach

_GIVEN: Final[Mapping[str, str]] = {
    "reason.missing": "player:name you:truth missing:number thing:term",
    "reason.missing_number": "player:name you:truth missing:number",
    "reason.lacking": "lacking:list missing:number",
    "reason.not_offered": "what:phrase allowed:list more:truth",
    "reason.not_in_range": "what:phrase low:number high:number",
    "reason.nothing_offered": "what:phrase",
    "reason.cannot_be_finished": "",
    "reason.nearest": "move:name why:name",
    "reason.tried_in_vain": "",
    "reason.taken_already": "",
    "reason.turn_of_another": "",
    "reason.not_in_between": "",
    "reason.not_in_force": "",
    "journal.choose": "player:name what:name items:list",
    "journal.ask": "player:name what:name",
    "journal.round": "n:number",
    "journal.phase": "n:number",
    "journal.phase_named": "n:number name:name",
    "journal.stage": "n:number",
    "journal.move": "what:phrase source:phrase target:phrase",
    "journal.draw": "what:phrase source:phrase target:phrase",
    "journal.transfer": "what:phrase source:phrase target:phrase",
    "journal.set": "what:phrase value:phrase",
    "journal.set_on": "what:name whom:name value:phrase",
    "journal.mark": "what:name",
    "journal.unmark": "what:name",
    "journal.mark_for": "what:name whom:name",
    "journal.unmark_for": "what:name whom:name",
    "journal.move_within": "whom:name what:phrase source:name target:name",
    "journal.set_for": "whom:name what:name value:phrase",
    "journal.mark_on": "what:name whom:name",
    "journal.unmark_on": "what:name whom:name",
    "journal.join": "what:phrase place:phrase",
    "journal.leave": "what:phrase place:phrase",
    "journal.shuffle": "what:phrase",
    "journal.sort": "what:phrase",
    "journal.take_back": "player:name",
    "journal.lot": "what:phrase",
    "journal.announce": "what:name items:list",
    "journal.later": "what:name items:list",
    "seat.said": "n:number",
    "seat.title": "n:number",
    "seat.named": "player:name",
    "view.amount": "n:number thing:term",
    "view.hidden": "",
    "view.hidden_pieces": "n:number thing:term",
    "view.mixed": "n:number thing:term items:list",
    "view.of_each": "what:name n:number",
    "view.term": "term:phrase",
    "score.before": "",
}


def _reach(given: str) -> Reach:
    found: dict[str, PlainKind] = {}
    for word in given.split():
        name, _, kind = word.partition(":")
        found[name] = kind  # type: ignore[assignment]
    return MappingProxyType(found)


TOOL_WORDINGS: Final[Mapping[str, Reach]] = MappingProxyType({name: _reach(given) for name, given in _GIVEN.items()})
"""By id."""

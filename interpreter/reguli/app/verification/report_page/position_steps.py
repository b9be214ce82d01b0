"""The positions of a page: an example played step by step, as what each step changes on one table that many positions share."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from reguli.engine.chance.chance_source import ChanceRefused
from reguli.engine.chance.prescribed_outcomes import as_typed
from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.gameplay.playthrough import Played, Playthrough
from reguli.engine.notation import Plain
from reguli.engine.position_documents.document_setup import chance_refused, set_up
from reguli.ir.runtime_faults import RulesFault
from reguli.pipeline import Loaded, homes_at
from reguli.play.replay_steps import Flat, flat_position, step_data, table_data
from reguli.play.terminal_messages import done_text, question_line
from reguli.ruleset.declarations.example_files import ExampleDecl, StepDecl
from reguli.ruleset.declarations.position_files import PositionDecl
from reguli.source.diagnostic import Bag, said_by, sentence
from reguli.source.finding_translation import Translation
from reguli.source.message_arguments import Said
from reguli.source.source_texts import Sources
from reguli.verify.example_runner import MOST_FORCED, Programs
from reguli.verify.example_steps import take_step
from reguli.words.catalogue.interface_texts import Interface

if TYPE_CHECKING:
    # The words of a table cost 0.3 s, and only who speaks opens them.
    from reguli.play.session_texts import SittingTongue

FACTS: Final = "facts/"
UNSEEN: Final = "–"


@dataclass(frozen=True, slots=True)
class Shown:
    """A position with what is done from it: its table, what differs there from the table's own, steps, and the places the example sets."""

    table: str
    start: Flat
    steps: tuple[dict[str, Plain], ...]
    places: tuple[tuple[str, str, str], ...]

    def to_json(self) -> dict[str, object]:
        """Give it as plain values."""
        return {"table": self.table, "start": self.start, "steps": list(self.steps)}


@dataclass(slots=True)
class Table:
    """What the positions of one table have in common: its first position, everything's name, and who speaks."""

    name: str
    start: Flat
    data: dict[str, Any]
    tongue: SittingTongue

    def to_json(self) -> dict[str, object]:
        """Give it as plain values."""
        return {**self.data, "start": self.start}


@dataclass(slots=True)
class Positions:
    """Plays examples for a page; programs are made once for all."""

    loaded: Loaded
    words: Interface
    translation: Translation
    programs: Programs | None = None
    tables: dict[tuple[object, ...], Table] = field(default_factory=dict)

    def show(self, example: ExampleDecl, sources: Sources) -> Shown | Said:
        """Give the position of an example and its steps; or say why it cannot be set up."""
        if self.loaded.documents is None or self.loaded.ruleset is None:
            return Said("why.ruleset_unread")
        if self.programs is None:
            self.programs = Programs(self.loaded.settings, self.loaded.options)
        bag = Bag()
        program = self.programs.program(example.position, bag)
        first = None if program is None else set_up(program, example.position, bag, most_forced=MOST_FORCED)
        if first is None:
            return said_by(bag.diagnostics[0])
        table = self._table(first, example)
        start = flat_position(first)
        places = tuple(places_of(self._set(first, example.position), start, table.data, self.words))
        steps = tuple(self._steps(first, example, table.tongue, sources))
        own: Flat = {place: value for place, value in start.items() if table.start.get(place, ...) != value}
        return Shown(table.name, own, steps, places)

    def _table(self, first: Playthrough, example: ExampleDecl) -> Table:
        options = tuple(sorted(first.program.ruleset.options.items()))
        key = (first.program.players, options, first.names, example.names)
        if key not in self.tables:
            tongue = self._tongue(first, {typed: dict(names) for typed, names in example.names})
            data = table_data(first.program, tongue)
            self.tables[key] = Table(f"table_{len(self.tables) + 1}", flat_position(first), data, tongue)
        return self.tables[key]

    def _tongue(self, first: Playthrough, names: Mapping[str, Mapping[str, str]]) -> SittingTongue:
        # As above.
        from reguli.play.session_texts import open_sitting_tongue
        from reguli.words.grammar.languages import LANGUAGES, language_of

        ruleset, code = first.program.ruleset, self.words.code
        homes = homes_at(self.loaded.path, ruleset.documents.game.words)
        spoken = {typed: own[code] for typed, own in names.items() if code in own}
        return open_sitting_tongue(ruleset, language_of(code) or LANGUAGES[0], homes, first, spoken)

    def _set(self, first: Playthrough, position: PositionDecl) -> frozenset[str]:
        """Give the places that the example itself sets: those that are otherwise where it says nothing of them."""
        flats = []
        for state in (position.state, ()):
            bare = dataclasses.replace(position, state=state, at=None)
            found = set_up(first.program, bare, Bag(), most_forced=MOST_FORCED)
            flats.append({} if found is None else flat_position(found))
        return frozenset(place for place, value in flats[0].items() if flats[1].get(place, ...) != value)

    def _steps(
        self, playthrough: Playthrough, example: ExampleDecl, tongue: SittingTongue, sources: Sources
    ) -> Iterator[dict[str, Plain]]:
        """Take the steps; the one that cannot be taken is the last, and says why."""
        text = sources.text(example.span.file)
        texts = () if text is None else ((example.span.file, text),)
        flat = flat_position(playthrough)
        yield self._asking(
            playthrough, step_data(playthrough, {}, (flat, flat), 0, words=self.words, tongue=tongue), tongue
        )
        for step in example.when:
            before, moves, told, bag = playthrough.branch(), len(playthrough.moves), len(playthrough.journal), Bag()
            try:
                take_step(playthrough, step, texts, bag)
            except RulesFault as fault:
                bag.extend([fault_diagnostic(playthrough.program, fault)])
            except ChanceRefused as refused:
                bag.extend([chance_refused(as_typed(playthrough.program, refused, playthrough.names), step.span)])
            after = flat_position(playthrough)
            played = playthrough.moves[moves] if len(playthrough.moves) > moves else None
            said: dict[str, Plain] = {"move": self._done(before, played, step, tongue)}
            if bag:
                said["failed"] = sentence(bag.diagnostics[0], self.translation)
            made = step_data(playthrough, said, (after, flat), told, words=self.words, tongue=tongue)
            yield self._asking(playthrough, made, tongue)
            if bag:
                return
            flat = after

    def _asking(self, playthrough: Playthrough, step: dict[str, Plain], tongue: SittingTongue) -> dict[str, Plain]:
        """Add who decides what there."""
        if playthrough.decision is not None:
            step["asks"] = question_line(playthrough, tongue.title(playthrough.actor), tongue)
        return step

    def _done(self, before: Playthrough, played: Played | None, step: StepDecl, tongue: SittingTongue) -> str:
        """Say a step: the move in words, or what runs by itself."""
        if step.form == "move":
            return step.text if played is None else done_text(before, played, tongue)
        if step.form == "phase":
            return self.words.say("the phase is played: {name}", name=tongue.era("phase", step.text))
        return self.words.say("the rule runs by itself: {name}", name=step.text)


# -- places in words -----------------------------------------------------------------------------------------------


def places_of(
    places: frozenset[str], flat: Flat, data: Mapping[str, Any], words: Interface
) -> Iterator[tuple[str, str, str]]:
    """Say what lies at places: whose or where it is, what is tracked there, its value; as they are listed, what players keep first."""
    order = {"game": 0, "player": 1}
    found = [place for place in flat if place in places and not place.startswith(FACTS)]
    for place in sorted(found, key=lambda one: order.get(one.partition("/")[0], 2)):
        owner, name, *element = place.split("/", 2)
        kept = data["fields"].get(f"{owner}/{name}")
        if kept is None or not kept["shown"]:
            continue
        who = words.say("Game") if not element else _label(owner, element[0], data)
        yield who, kept["label"], said_value(flat[place], kept, element[0] if element else None, data, words)


def said_value(
    value: Plain, kept: Mapping[str, Any], owner: str | None, data: Mapping[str, Any], words: Interface
) -> str:
    """Say a value of a position as the page's script says it."""
    match value:
        case None:
            return words.say("without limit") if kept["form"] == "zone" else words.say("none")
        case bool():
            return words.say("yes") if value else words.say("no")
        case list():
            return ", ".join(_listed(item, kept, data, words) for item in value) or UNSEEN
        case dict():
            if owner is not None and kept["seats"] and list(value) == [owner]:
                return str(value[owner])
            of = kept["variety"] or kept["of"]
            single = [
                f"{_label(of, name, data)}" if count == 1 and kept["single"] else f"{_label(of, name, data)} {count}"
                for name, count in value.items()
            ]
            return ", ".join(single) or UNSEEN
        case str():
            return _label(kept["of"], value, data)
        case _:
            return str(value)


def _listed(item: Plain, kept: Mapping[str, Any], data: Mapping[str, Any], words: Interface) -> str:
    if isinstance(item, list):
        items = ", ".join(_label(kept["of"], str(each), data) for each in item)
        return f"{len(item)} {words.say('in unknown order: {items}', items=items)}"
    return _label(kept["of"], str(item), data)


def _label(kind: str | None, name: str, data: Mapping[str, Any]) -> str:
    """Say an element; a player by their name at the table."""
    if kind == "player" and name in data["seat_ids"]:
        return str(data["seats"][data["seat_ids"].index(name)])
    return str(data["labels"].get(kind, {}).get(name, name))

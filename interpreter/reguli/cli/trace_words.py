"""What `trace` says in the person's language: amounts, titles of documents, sentences of statements.

The inventory of a ruleset is written in English. In another language its statements are said by the sentences of the
rulebook, with the numbers of the rules; what nobody has worded stays as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from reguli.app.opening import bound
from reguli.app.trace import Shown, Trace, TraceChange
from reguli.cli.console import Console
from reguli.model.ruleset import Ruleset
from reguli.pipeline import Loaded, homes_at
from reguli.source.excerpt import excerpt
from reguli.words.catalogue.interface import OWN

if TYPE_CHECKING:
    # The words of a ruleset cost 0.3 s, and only who speaks another language than the code opens them.
    from reguli.words.events.event_tongue import EventTongue
    from reguli.words.offers.subjects import Subjects

FIELD: Final = "field of "


@dataclass(frozen=True, slots=True)
class TraceWords:
    """Says what was traced; ``events`` and ``subjects`` say what there is of the ruleset where the language is not that of the code."""

    ruleset: Ruleset
    console: Console
    titles: Mapping[str, str]
    """Of the documents, as the ruleset writes them."""
    events: EventTongue | None = None
    subjects: Subjects | None = None

    def value(self, found: Trace) -> str:
        """Say a value with its unit, elements as they are called."""
        said = self._said(found.value, found.unit)
        if found.unit is None or isinstance(found.value, bool):
            return said
        if self.events is None:
            return f"{said} {self.unit(found)}"
        if not isinstance(found.value, int):
            return said
        if found.unit not in self.events.terms.lexicon.terms:
            return f"{said} {self.unit(found)}"
        return _plain(self.events.shared_wording("view.amount", n=found.value, thing=found.unit))

    def _said(self, value: Shown, kind: str | None) -> str:
        match value:
            case bool():
                return self.console.say("yes") if value else self.console.say("no")
            case None:
                return self.console.say("none")
            case tuple():
                return "{" + ", ".join(self._said(item, kind) for item in value) + "}"
            case str() if self.events is not None and kind is not None and kind in self.ruleset.kinds:
                return self.events.listed(kind, value)
            case _:
                return str(value)

    def unit(self, found: Trace) -> str:
        """Say a unit, a kind or a type by itself."""
        unit = found.unit or ""
        said = "" if self.events is None else self.events.labels.noun(unit)
        return said or (unit if found.sort is None else self.console.translation.say(found.sort))

    def form(self, found: Trace) -> str:
        """Say what sort of value it is, and its unit where no value says it."""
        say = self.console.say
        names = {
            "constant": say("constant"),
            "table": say("table"),
            "cell of a table": say("cell of a table"),
            "define": say("define"),
        }
        form = names.get(found.form) or say("field of {kind}", kind=found.form.removeprefix(FIELD))
        if found.value is not None or not found.unit:
            return form
        return f"{form}; {say('unit: {unit}', unit=self.unit(found))}"

    def worded(self, sort: str, name: str, written: str) -> str:
        """Say a title, a statement or a ruling as the ruleset words it; where nobody has worded it, as it is written."""
        if self.events is None or self.subjects is None:
            return written
        # Lists and offers are loaded with the tongue.
        from reguli.words.offers.offers import real_values

        subject = self.subjects.get(f"{sort}:{name}")
        values = {} if subject is None else real_values(subject.offers)
        return _plain(self.events.own_wording((f"{sort}:{name}",), values) or "") or written

    def changed_by(self, change: TraceChange) -> str:
        """Say what sets a value."""
        say, (sort, _, name) = self.console.say, change.by.partition(" ")
        if sort == "option":
            return say("option {name}", name=name)
        return say("variant {name}", name=name) if sort == "variant" else say("adjustment {name}", name=name)


def words_of(loaded: Loaded, console: Console) -> TraceWords:
    """Open what is needed to speak of a ruleset in the person's language."""
    ruleset = bound(loaded)
    titles = {document.id: document.title for document in ruleset.documents.game.documents}
    if console.interface.code == OWN:
        return TraceWords(ruleset, console, titles)
    # Grammars and catalogues cost 0.3 s, and only who speaks another language needs them.
    from reguli.source.diagnostic import Bag
    from reguli.source.sources import Sources
    from reguli.words.events.event_tongue import open_event_tongue
    from reguli.words.grammar.languages import language_of
    from reguli.words.offers.subjects import subjects

    language = language_of(console.interface.code)
    assert language is not None
    homes = homes_at(loaded.path, ruleset.documents.game.id)
    events = open_event_tongue(ruleset, language, homes, names=(), bag=Bag(), sources=Sources())
    return TraceWords(ruleset, console, titles, events, subjects(ruleset))


def _plain(text: str) -> str:
    """Write a text with ordinary spaces, on one line."""
    return " ".join(text.split())


def trace_lines(found: Trace, loaded: Loaded, console: Console) -> Iterator[str]:
    """Say what was traced, with the lines of the file it stands in."""
    words, say = words_of(loaded, console), console.say
    heads = [say("written at"), say("provenance"), say("changed by"), say("made of"), say("read by")]
    width = max(map(len, heads))
    heads = [f"  {head:{width}}  " for head in heads]
    value = "" if found.value is None else f" = {words.value(found)}"
    yield f"{found.name}{value}  ({words.form(found)})"
    yield from excerpt(found.span, loaded.sources)
    yield f"{heads[0]}{found.span}"
    yield from (f"  {name} = {value}" for name, value in found.cells)
    if found.provenance:
        yield heads[1] + words.worded("provenance", found.provenance, found.provenance)
    yield from _statements(found, words)
    for change in found.changes:
        sets = "" if change.value is None else " " + say("sets it to {value}", value=change.value)
        chosen = "" if change.chosen else f" ({say('not chosen')})"
        yield f"{heads[2]}{words.changed_by(change)}{sets}{chosen}  {change.place}"
    if found.reads:
        yield heads[3] + ", ".join(found.reads)
    for reader in [f"{each.rule}  {each.place}" for each in found.readers] or [say("no rule")]:
        yield heads[4] + reader


def _statements(found: Trace, words: TraceWords) -> Iterator[str]:
    for statement in found.statements:
        yield f"  {statement.id:<6} {words.worded('statement', statement.id, statement.statement)}"
        for name, place in statement.sources:
            yield f"         {words.worded('document', name, words.titles.get(name, name))}: {place}"
        if statement.ruling:
            ruling = words.worded("ruling", statement.id, statement.ruling)
            yield f"         {words.console.say('ruling')}: {ruling}"

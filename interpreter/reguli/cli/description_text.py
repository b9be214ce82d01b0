"""The output of ``reguli info``, ``list`` and ``trace``: a ruleset's contents, its chance sites, the provenance of a number.

The inventory of a ruleset is written in English. In another language ``trace`` says its statements by the sentences of the
rulebook, with the numbers of the rules; what nobody has worded stays as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from reguli.app.description import Graph, Info
from reguli.app.loading import bind_for_players
from reguli.app.provenance import Shown, Trace, TraceChange
from reguli.app.verification.text_report import seen_text
from reguli.check.dependency_graphs import MapShape, Running
from reguli.cli.console import Console
from reguli.engine.chance_overview import ChanceSite, ChanceTold, CitedRule
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.ruleset.folder_contents import SHORT_DIGEST
from reguli.source.finding_catalogue import abbreviated_list
from reguli.source.source_excerpt import format_excerpt
from reguli.words.catalogue.interface_texts import OWN

if TYPE_CHECKING:
    # The words of a ruleset cost 0.3 s, and only who speaks another language than the code opens them.
    from reguli.words.event_realiser import EventRealiser
    from reguli.words.placeholders.wording_subjects import Subjects

FIELD: Final = "field of "
INDENT = "    "
SHOWN = 12
"""Of a long list of spaces so many are named."""


def ruleset_info_lines(info: Info, console: Console) -> list[str]:
    """Return the lines of name, players, variants, options, phases and stages, then the counts of all definitions."""
    say = console.say
    lines = [f"{info.name} ({info.id}), {_version(info, console)}, {_seats(info, console)}"]
    lines.append(f"  {say('digest of the rules: {digest}', digest=info.digest[:SHORT_DIGEST])}")
    lines += [f"  {say('variant {name}', name=name)} ({variant})" for variant, name in info.variants]
    for option in info.options:
        words = [
            f"{_typed(value)} ({say('default')})" if value == option.default else _typed(value)
            for value in option.values
        ]
        lines.append(f"  {say('option {name}', name=option.id)}: {', '.join(words)}")
    if info.phases:
        lines.append(f"  {say('phases of a round')}: {', '.join(info.phases)}")
    if info.stages:
        lines.append(f"  {say('stages')}: {', '.join(info.stages)}")
    lines += [f"  {line}" for line in _counted(dict(info.counts), console)]
    for origin, names in info.origins:
        lines.append(f"  {say('not from the rulebook ({origin})', origin=origin)}: {', '.join(names)}")
    return lines


def _counted(found: dict[str, int], console: Console) -> list[str]:
    """Return a line for each count shown to users, with the numbers right-aligned."""
    count = console.count
    said = {
        "rules": count("{n} rule", "{n} rules", found["rules"]),
        "constants": count("{n} constant", "{n} constants", found["constants"]),
        "tables": count("{n} table", "{n} tables", found["tables"]),
        "kinds": count("{n} kind", "{n} kinds", found["kinds"]),
        "tracked": count("{n} thing tracked", "{n} things tracked", found["tracked"]),
        "inventory": count("{n} statement of the rulebook", "{n} statements of the rulebook", found["inventory"]),
    }
    widths = {name: len(str(found[name])) for name in said}
    return [f"{' ' * (max(widths.values()) - widths[name])}{text}" for name, text in said.items()]


def _typed(value: str | bool) -> str:
    """Return the value of an option as typed text."""
    return value if isinstance(value, str) else "yes" if value else "no"


def shipped_ruleset_lines(found: Sequence[Info], console: Console) -> Iterator[str]:
    """Yield the name, the number of players and the version of each ruleset."""
    width = max((len(info.id) for info in found), default=0)
    for info in found:
        low, high = info.players
        seats = console.count("{n} player", "{n} players", low) if low == high else _seats(info, console)
        yield f"{info.id:{width}}  {info.name}, {seats}, {_version(info, console)}"


def _seats(info: Info, console: Console) -> str:
    low, high = info.players
    return console.count("{low} to {n} player", "{low} to {n} players", high, low=low)


def _version(info: Info, console: Console) -> str:
    return console.say("version {version}", version=info.version)


def graph_lines(found: Graph, loaded: LoadedRuleset, console: Console) -> Iterator[str]:
    """Yield the lines of each map's structure, of the rules that run others, as a tree, and of the rules that may change each state field."""
    for shape in found.maps:
        yield from _map(shape, bind_for_players(loaded), console)
        yield ""
    yield from _running(found.rules, console)
    if found.changes:
        yield console.say("these rules may change what is tracked") + ":"
        for field, rules in found.changes:
            yield INDENT + f"{field} ← {', '.join(rules) or '—'}"


def _map(shape: MapShape, ruleset: Ruleset, console: Console) -> Iterator[str]:
    say, (spaces, edges) = console.say, shape.counts
    plurals = {kind.id: kind.plural for kind in ruleset.kinds.values()}
    joined = ", ".join(plurals[edge] for edge in shape.edges)
    yield f"{plurals[shape.spaces]}: {spaces}"
    yield INDENT + say("joined by {edges}: {count}", edges=joined, count=edges)
    if len(shape.parts) == 1:
        yield INDENT + say("in one piece, {count} edges across at most", count=shape.across)
    else:
        pieces = "; ".join(abbreviated_list(part, SHOWN) for part in shape.parts)
        yield INDENT + say("in {count} pieces: {pieces}", count=len(shape.parts), pieces=pieces)
    for count, who in dict((shape.fewest, shape.most)).items():
        names = abbreviated_list(who, SHOWN)
        yield INDENT + console.count("{n} neighbour: {names}", "{n} neighbours: {names}", count, names=names)
    if shape.bridges:
        bridges = abbreviated_list([f"{one} - {other}" for one, other in shape.bridges], SHOWN)
        yield INDENT + say("without any of these edges it falls apart: {edges}", edges=bridges)
    if shape.joints:
        yield INDENT + say(
            "without any of these spaces it falls apart: {spaces}", spaces=abbreviated_list(shape.joints, SHOWN)
        )


def _running(rules: tuple[Running, ...], console: Console) -> Iterator[str]:
    say = console.say
    titles = {
        "setup": say("the set-up runs"),
        "phase": say("the phases of a round run"),
        "moment": say("at set moments of the game run"),
        "settling": say("at settle points run"),
        "stage": say("stages run"),
        "piece": say("rules of pieces run"),
        None: say("these procedures run others"),
    }
    for begun, title in titles.items():
        lines = [one for one in rules if one.begun == begun and (one.runs or begun is not None)]
        if lines:
            yield f"{title}:"
        for one in lines:
            yield INDENT + (f"{one.rule} → {', '.join(one.runs)}" if one.runs else one.rule)


def chance_lines(told: ChanceTold, players: int, console: Console) -> Iterator[str]:
    """Yield the lines of every chance site, then those that a new game reaches."""
    if not told.sites:
        yield console.say("Nothing is left to chance.")
        return
    for site in told.sites:
        yield from _site(site, console)
        yield ""
    yield from _beginning(told, players, console)


def _site(site: ChanceSite, console: Console) -> Iterator[str]:
    say, of = console.say, site.of or ""
    match site.outcome:
        case "element" if site.form == "tokens":
            yield say(
                "{name}: tokens of which one after the other is drawn, told apart by the kind {kind}",
                name=site.name,
                kind=of,
            )
        case "element":
            yield say("{name}: a lot that falls on one {kind}", name=site.name, kind=of)
        case "set":
            yield say("{name}: a lot that falls on several at once of the kind {kind}", name=site.name, kind=of)
        case "number":
            yield say("{name}: a lot that falls on a number", name=site.name)
        case "order":
            yield say("{name}: a stack of the kind {kind} that is shuffled and drawn from", name=site.name, kind=of)
    for rule in site.shuffled_by:
        yield INDENT + say("shuffled by {rule}", rule=_rule(rule))
    drawn = site.form != "lot"
    for name in map(_rule, site.rules):
        yield INDENT + (say("drawn from by {rule}", rule=name) if drawn else say("cast by {rule}", rule=name))
    typed = f"{site.name}={site.typed}"
    # A bar means something to a shell.
    example = f"--chance '{typed}'" if "|" in typed else f"--chance {typed}"
    yield INDENT + say("prescribed, for example, by: {example}", example=example)
    value = [list(item) if isinstance(item, tuple) else item for item in site.example]
    yield INDENT + say("in Python: {example}", example=f"prescribed={ {site.name: value}!r}")
    yield INDENT + _order(site, console)


def _order(site: ChanceSite, console: Console) -> str:
    """Return the text that explains in which order prescribed outcomes are used."""
    match site.outcome:
        case "order":
            return console.say(
                "One order is taken for each shuffle, top card first; every card drawn, seen or unseen, by whichever rule, "
                "takes the next one. An order may be short: the rest is left to the seed. Single draws: {name}.draws",
                name=site.name,
            )
        case "set":
            return console.say("One set is taken each time, its members in any order; between several stands |.")
        case _:
            return console.say("One outcome is taken each time, in order.")


def _rule(rule: CitedRule) -> str:
    return "  ".join(part for part in (rule.rule, rule.place, ", ".join(rule.cites)) if part)


def _beginning(told: ChanceTold, players: int, console: Console) -> Iterator[str]:
    if not told.beginning:
        yield console.count(
            "A game of {n} player asks nothing of chance before the first decision.",
            "A game of {n} players asks nothing of chance before the first decision.",
            players,
        )
        return
    yield console.count(
        "Before the first decision a game of {n} player asks of chance, in this order:",
        "Before the first decision a game of {n} players asks of chance, in this order:",
        players,
    )
    for number, asked in enumerate(told.beginning, 1):
        outcomes = console.count("{n} outcome", "{n} outcomes", asked.count)
        yield f"{number:>4}  {asked.site}: {outcomes}  ({asked.rule})"


@dataclass(frozen=True, slots=True)
class TraceWords:
    """Texts of a trace; ``events`` and ``subjects`` word the ruleset where the language differs from that of the code."""

    ruleset: Ruleset
    console: Console
    titles: Mapping[str, str]
    """Of the documents, as the ruleset writes them."""
    events: EventRealiser | None = None
    subjects: Subjects | None = None

    def value(self, found: Trace) -> str:
        """Return the text of a value with its unit, with elements by name."""
        said, events = self._said(found.value, found.unit), self.events
        if found.unit is None or isinstance(found.value, bool) or (events and not isinstance(found.value, int)):
            return said
        if events is None or found.unit not in events.terms.lexicon.terms:
            return f"{said} {self.unit(found)}"
        return _plain(events.shared_wording("view.amount", n=found.value, thing=found.unit))

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
        """Return the text of a unit, a kind or a type without a value."""
        unit = found.unit or ""
        said = "" if self.events is None else self.events.labels.noun(unit)
        return said or (unit if found.sort is None else self.console.translation.say(found.sort))

    def form(self, found: Trace) -> str:
        """Return the text of the sort of a value, with its unit where no value shows it."""
        say = self.console.say
        names = {"constant": say("constant"), "table": say("table"), "define": say("define")}
        names["cell of a table"] = say("cell of a table")
        form = names.get(found.form) or say("field of {kind}", kind=found.form.removeprefix(FIELD))
        if found.value is not None or not found.unit:
            return form
        return f"{form}; {say('unit: {unit}', unit=self.unit(found))}"

    def worded(self, sort: str, name: str, written: str) -> str:
        """Return a title, statement or ruling in the ruleset's wording; as written if there is none."""
        if self.events is None or self.subjects is None:
            return written
        # Lists and offers are loaded with the tongue.
        from reguli.words.placeholders.placeholder_values import fixed_or_sample_values

        subject = self.subjects.get(f"{sort}:{name}")
        values = {} if subject is None else fixed_or_sample_values(subject.offers)
        return _plain(self.events.own_wording((f"{sort}:{name}",), values) or "") or written

    def changed_by(self, change: TraceChange) -> str:
        """Return the text of the cause that sets a value."""
        say, (sort, _, name) = self.console.say, change.by.partition(" ")
        if sort == "option":
            return say("option {name}", name=name)
        return say("variant {name}", name=name) if sort == "variant" else say("adjustment {name}", name=name)


def open_trace_words(loaded: LoadedRuleset, console: Console) -> TraceWords:
    """Load the texts needed to describe a ruleset in the user's language."""
    ruleset = bind_for_players(loaded)
    titles = {document.id: document.title for document in ruleset.documents.game.documents}
    if console.interface.code == OWN:
        return TraceWords(ruleset, console, titles)
    # Grammars and catalogues cost 0.3 s, and only who speaks another language needs them.
    from reguli.source.diagnostic import Bag
    from reguli.source.source_excerpt import Sources
    from reguli.words.event_realiser import open_event_realiser
    from reguli.words.grammar.languages import language_by_code
    from reguli.words.placeholders.wording_subjects import wording_subjects

    language = language_by_code(console.interface.code)
    assert language is not None
    homes = locate_wording_folders(loaded.path, ruleset.documents.game.words)
    events = open_event_realiser(ruleset, language, homes, names=(), bag=Bag(), sources=Sources())
    return TraceWords(ruleset, console, titles, events, wording_subjects(ruleset))


def _plain(text: str) -> str:
    """Return a text on one line, with ordinary spaces."""
    return " ".join(text.split())


def trace_lines(found: Trace, loaded: LoadedRuleset, console: Console) -> Iterator[str]:
    """Yield the lines of a trace, with the source lines of the file that defines the value."""
    words, say = open_trace_words(loaded, console), console.say
    heads = [say("written at"), say("provenance"), say("changed by"), say("made of"), say("read by"), say("obtained")]
    width = max(map(len, heads))
    heads = [f"  {head:{width}}  " for head in heads]
    value = "" if found.value is None else f" = {words.value(found)}"
    yield f"{found.name}{value}  ({words.form(found)})"
    yield from format_excerpt(found.span, loaded.sources)
    yield f"{heads[0]}{found.span}"
    yield from (f"  {name} = {value}" for name, value in found.cells)
    if found.provenance:
        yield heads[1] + words.worded("provenance", found.provenance, found.provenance)
    if found.seen:
        yield heads[5] + seen_text((found.seen,), console.interface)
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

"""Execution of a rulebook's worked examples: a given position, steps, and claims on the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, Literal, Protocol, assert_never

from reguli.compile.python_programs import generate_python_program
from reguli.engine.chance_nodes import refusal_with_typed_names
from reguli.engine.chance_source import ChanceRefused
from reguli.engine.expression_queries import bind_document_query, evaluate_query, evaluate_to_plain
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.gameplay.refusal_reasons import refusal_reason_names
from reguli.engine.notation import Plain, Unreadable, element_text, move_text, parse_move
from reguli.engine.position_documents.document_placement import SHOWN, PlacementReader
from reguli.engine.position_documents.document_setup import (
    check_phase_name,
    find_seat,
    impossible_outcome_finding,
    jump_to_phase,
    position_fault_finding,
    position_player_count,
    run_procedure,
    set_up_position,
)
from reguli.ir.executable_program import Playable
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.settings_cache import Settings
from reguli.language.syntax_tree.expressions import Call, Name
from reguli.model import types as ty
from reguli.model.binding.query_binding import bind_arguments
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_terms import Contents, Elements, Filter, Listed, SetOperation, Term, Tracked
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import BundleType, CollectionType, ElementType, NumberType, TruthType, Type, ZoneType, type_text
from reguli.ruleset.declarations.example_files import (
    AllowedClaim,
    AskedClaim,
    Claim,
    ExampleDecl,
    Given,
    LegalClaim,
    PositionDecl,
    RankingClaim,
    RefusedClaim,
    StepDecl,
    ValueClaim,
)
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.folder_contents import resolve_option_values
from reguli.ruleset.variant_layers import Layers
from reguli.source.diagnostic import Bag, Diagnostic, finding_as_json
from reguli.source.finding_catalogue import ENGLISH, Said, Translation, Value, abbreviated_list
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import NOWHERE, Sources, Span

# -- The steps of an example: a move, a procedure by itself, a phase by itself ---------------------------------------


Texts = Sequence[tuple[str, str]]


def run_step(playthrough: GamePlaythrough, step: StepDecl, texts: Texts, bag: Bag) -> None:
    """Take one step of an example; a step that cannot be taken is a finding. Raises ``RulesFault`` and ``ChanceRefused``."""
    match step.form:
        case "move":
            here = decision_meant(playthrough, step.text, step.by)
            move = read_step_move(here, step.text, step.by, step.span, bag)
            if move is None:
                return
            if not here.allows(move):
                found = join_item_names(refusal_reason_names(here, move), Said("why.no_reason"))
                bag.add("E406", step.span, move=step.text, found=found)
            elif here is playthrough:
                playthrough.apply(move)
            else:  # it was the only one and is played already
                del playthrough.passed[: 1 + playthrough.passed.index(here.point().position)]
        case "run":
            _run(playthrough, step, texts, bag)
        case "phase":
            if check_phase_name(playthrough.program, step.text, step.span, bag):
                jump_to_phase(playthrough, step.text, alone=True)
                playthrough.start()


def decision_meant(playthrough: GamePlaythrough, text: str, by: str | None) -> GamePlaythrough:
    """Return the playthrough, or a branch at a decision before it that a move must mean: one at which a single move played itself.

    A move means the pending decision wherever it can be read there.
    """
    for here in (playthrough, *playthrough.passed_decisions()) if playthrough.passed else ():
        if read_step_move(here, text, by, NOWHERE, Bag()) is not None:
            return here
    return playthrough


def read_step_move(playthrough: GamePlaythrough, text: str, by: str | None, span: Span, bag: Bag) -> Move | None:
    """Parse a move of the pending decision; findings E407, E408, E409, E512."""
    decision = playthrough.decision
    if decision is None:
        bag.add("E409", span)
        return None
    if by is not None and not check_step_actor(playthrough, by, span, bag):
        return None
    try:
        return parse_move(playthrough.program, decision, text, playthrough.names)
    except Unreadable as unreadable:
        expected = join_item_names(
            [abbreviated_list(unreadable.expected)] if unreadable.expected else [],
            Said("sort.whole_number") if unreadable.kind == "number" else Said("sort.nothing_more"),
        )
        close = closest_name(unreadable.word, unreadable.expected)
        bag.add("E408", span, near=close, move=text, decision=decision.ask.name, expected=expected)
        return None


def check_step_actor(playthrough: GamePlaythrough, by: str, span: Span, bag: Bag) -> bool:
    """Return whether the named player is the player to move; findings E407, E512."""
    seat = find_seat(playthrough, by, span, bag)
    if seat is None:
        return False
    if seat == playthrough.actor:
        return True
    actor = element_text(playthrough.program, "player", playthrough.actor, playthrough.names)
    bag.add("E407", span, found=actor, expected=by)
    return False


def _run(playthrough: GamePlaythrough, step: StepDecl, texts: Texts, bag: Bag) -> None:
    call = step.call
    node = call.function if isinstance(call, Call) else call
    arguments = call.arguments if isinstance(call, Call) else ()
    procedures = playthrough.program.ruleset.procedures
    if not isinstance(node, Name) or node.id not in procedures:
        bag.add("E410", step.span, near=closest_name(step.text, procedures), name=step.text)
        return
    wanted = len(procedures[node.id].parameters)
    if len(arguments) != wanted:
        bag.add("E411", step.span, name=node.id, wanted=wanted, found=len(arguments))
        return
    program, names = playthrough.program, playthrough.names
    key = node, arguments, names
    terms: Sequence[Term] | None = program.asked.get(key)
    if terms is None:
        terms = bind_arguments(
            program.ruleset, node.id, arguments, bag, players=names, seated=program.players, texts=texts
        )
    if terms is not None:
        program.asked[key] = terms
        run_procedure(playthrough, node.id, [evaluate_query(playthrough, term) for term in terms])


def join_item_names(items: Sequence[str], none: Said) -> Value:
    """Return a list of names for a finding, or the text ``none`` if there are no names."""
    return ", ".join(items) or none


# -- example claims --------------------------------------------------------------------------------------------------
# The claims of an example: a value, a move that is refused or allowed, the legal moves of an option, what is asked, the ranking.
#
# What is expected is read in the form of what was found.


NOBODY = "none"
"""What is asked where no player has to decide."""
MOST_SHOWN = 60
"""Of the legal moves of an option that are too many by far, so many are shown beside those that were expected."""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """One claim and the actual result, as JSON-ready values by id; ``printed`` marks values that the rulebook prints."""

    span: Span
    form: Literal["value", "refused", "allowed", "legal", "asked", "ranking"]
    text: str
    expected: Plain
    found: Plain
    holds: bool
    printed: bool = False


def check_claim(playthrough: GamePlaythrough, claim: Claim, texts: Texts, bag: Bag) -> CheckedClaim:
    """Check one claim; a claim that fails is a finding (E4xx). Raises ``RulesFault``."""
    match claim:
        case ValueClaim():
            return _value(playthrough, claim, texts, bag)
        case RefusedClaim():
            return _refused(playthrough, claim, bag)
        case AllowedClaim():
            return _allowed(playthrough, claim, bag)
        case LegalClaim():
            return _legal(playthrough, claim, bag)
        case AskedClaim():
            return _asked(playthrough, claim, bag)
        case RankingClaim():
            return _ranking(playthrough, claim, bag)
        case _:
            assert_never(claim)


def _value(playthrough: GamePlaythrough, claim: ValueClaim, texts: Texts, bag: Bag) -> CheckedClaim:
    term = bind_document_query(playthrough, claim.value, bag, texts)
    expected = claim.wanted.plain()
    if term is None:
        return CheckedClaim(claim.span, "value", claim.text, expected, None, False, claim.printed)
    found = evaluate_to_plain(playthrough, term)
    raw = found if isinstance(term.type, ZoneType | BundleType) else evaluate_query(playthrough, term)
    before = len(bag)
    wanted = read_expected_value(playthrough, term.type, claim.wanted, claim.text, bag)
    holds = len(bag) == before and matches_expected(playthrough, term, wanted, raw)
    if not holds and len(bag) == before:
        bag.add("E401", claim.span, text=claim.text, expected=plain_value_text(expected), found=plain_value_text(found))
    return CheckedClaim(claim.span, "value", claim.text, expected, found, holds, claim.printed)


def _refused(playthrough: GamePlaythrough, claim: RefusedClaim, bag: Bag) -> CheckedClaim:
    expected: list[Plain] = list(claim.because)
    playthrough = decision_meant(playthrough, claim.move, claim.by)
    move = read_step_move(playthrough, claim.move, claim.by, claim.span, bag)
    if move is None:
        return CheckedClaim(claim.span, "refused", claim.move, expected, None, False)
    wanted = join_item_names(claim.because, Said("why.any_reason"))
    if playthrough.allows(move):
        bag.add("E402", claim.span, move=claim.move, expected=wanted)
        return CheckedClaim(claim.span, "refused", claim.move, expected, [], False)
    names = list(dict.fromkeys(refusal_reason_names(playthrough, move)))
    holds = not claim.because or any(name in claim.because for name in names)
    if not holds:
        bag.add(
            "E403", claim.span, move=claim.move, expected=wanted, found=join_item_names(names, Said("why.no_reason"))
        )
    return CheckedClaim(claim.span, "refused", claim.move, expected, list(names), holds)


def _allowed(playthrough: GamePlaythrough, claim: AllowedClaim, bag: Bag) -> CheckedClaim:
    playthrough = decision_meant(playthrough, claim.move, claim.by)
    move = read_step_move(playthrough, claim.move, claim.by, claim.span, bag)
    holds = move is not None and playthrough.allows(move)
    if move is not None and not holds:
        names = refusal_reason_names(playthrough, move)
        bag.add("E406", claim.span, move=claim.move, found=join_item_names(names, Said("why.no_reason")))
    return CheckedClaim(claim.span, "allowed", claim.move, True, holds, holds)


def _asked(playthrough: GamePlaythrough, claim: AskedClaim, bag: Bag) -> CheckedClaim:
    before = len(bag)
    known = sorted({one.ask.name for one in playthrough.program.decisions})
    if claim.decision not in (*known, NOBODY):
        bag.add(
            "E511", claim.span, near=closest_name(claim.decision, known), name=claim.decision, known=", ".join(known)
        )
    seat = None if claim.by is None else find_seat(playthrough, claim.by, claim.span, bag)
    if len(bag) > before:
        return CheckedClaim(claim.span, "asked", claim.decision, claim.wanted, None, False)
    here = (playthrough, *playthrough.passed_decisions()) if claim.wanted else (playthrough,)
    is_it = any(_asks(one, claim.decision, seat) for one in here)
    if is_it != claim.wanted:
        bag.add("E413", claim.span, found=_asked_here(playthrough), expected=_asked_wanted(claim))
    return CheckedClaim(claim.span, "asked", claim.decision, claim.wanted, is_it, is_it == claim.wanted)


def _asks(playthrough: GamePlaythrough, name: str, seat: int | None) -> bool:
    """Return whether a decision is asked, of a player or of any."""
    if playthrough.decision is None:
        return name == NOBODY
    return playthrough.decision.ask.name == name and seat in (None, playthrough.actor)


def _asked_here(playthrough: GamePlaythrough) -> Value:
    if playthrough.decision is None:
        return Said("asked.nothing")
    player = element_text(playthrough.program, "player", playthrough.actor, playthrough.names)
    return Said("asked.of", decision=playthrough.decision.ask.name, player=player)


def _asked_wanted(claim: AskedClaim) -> Value:
    if claim.decision == NOBODY:
        return Said("asked.nothing" if claim.wanted else "asked.something")
    if claim.by is None:
        return Said("asked.wanted" if claim.wanted else "asked.other", decision=claim.decision)
    return Said("asked.of" if claim.wanted else "asked.not_of", decision=claim.decision, player=claim.by)


def _legal(playthrough: GamePlaythrough, claim: LegalClaim, bag: Bag) -> CheckedClaim:
    expected: list[Plain] = list(claim.moves)
    for here in (playthrough, *playthrough.passed_decisions()) if playthrough.passed else ():
        if _offers(here, claim):
            playthrough = here
            break
    if playthrough.decision is None:
        bag.add("E409", claim.span)
        return CheckedClaim(claim.span, "legal", claim.option, expected, None, False)
    if claim.by is not None and not check_step_actor(playthrough, claim.by, claim.span, bag):
        return CheckedClaim(claim.span, "legal", claim.option, expected, None, False)
    families = [family for family in playthrough.families() if family.choice.option.name == claim.option]
    count = sum(family.size for family in families)
    moves = (move_as_typed(playthrough, move) for family in families for move in family.moves())
    found = list(islice(moves, len(claim.moves) + MOST_SHOWN))
    wanted = [_canonical(playthrough, text) for text in claim.moves]
    holds = len(wanted) == count and sorted(wanted) == sorted(found)
    found += [f"… (+{count - len(found)})"] if len(found) < count else []
    if not holds:
        wanted_moves, said = (join_item_names(moves, Said("list.none")) for moves in (claim.moves, found))
        bag.add("E404", claim.span, option=claim.option, expected=wanted_moves, found=said)
    return CheckedClaim(claim.span, "legal", claim.option, expected, list(found), holds)


def _offers(playthrough: GamePlaythrough, claim: LegalClaim) -> bool:
    """Return whether the pending decision has an option, and is the named player's."""
    decision, by = playthrough.decision, claim.by
    if decision is None or claim.option not in {choice.option.name for choice in decision.choices}:
        return False
    return by is None or find_seat(playthrough, by, claim.span, Bag()) == playthrough.actor


def move_as_typed(playthrough: GamePlaythrough, move: Move) -> str:
    """Return a move of the pending decision as typed text."""
    assert playthrough.decision is not None
    return move_text(playthrough.program, playthrough.decision, move, playthrough.names)


def _canonical(playthrough: GamePlaythrough, text: str) -> str:
    """Return a move in the engine's notation, so that ids and labels compare equal; an invalid move is returned unchanged."""
    assert playthrough.decision is not None
    try:
        return move_as_typed(
            playthrough, parse_move(playthrough.program, playthrough.decision, text, playthrough.names)
        )
    except Unreadable:
        return text


def _ranking(playthrough: GamePlaythrough, claim: RankingClaim, bag: Bag) -> CheckedClaim:
    found = ranking_player_names(playthrough)
    holds = [sorted(group) for group in found] == [sorted(group) for group in claim.groups]
    wanted: list[Plain] = [list(group) for group in claim.groups]
    told: list[Plain] = [list(group) for group in found]
    if not holds:
        bag.add("E405", claim.span, expected=plain_value_text(wanted), found=plain_value_text(told))
    return CheckedClaim(claim.span, "ranking", "ranking", wanted, told, holds)


def ranking_player_names(playthrough: GamePlaythrough) -> list[list[str]]:
    """Return the ranking as names, best first, with tied players together."""
    groups: dict[int, list[str]] = {}
    for place in playthrough.places():
        name = element_text(playthrough.program, "player", place.player, playthrough.names)
        groups.setdefault(place.place, []).append(name)
    return [groups[at] for at in sorted(groups)]


# -- what is expected, read and compared -----------------------------------------------------------------------


def read_expected_value(playthrough: GamePlaythrough, kind: Type, given: Given, text: str, bag: Bag) -> object:
    """Parse an expected value into the engine's form; ``None`` with a finding (E412, E503) if that is impossible."""
    reader = PlacementReader(playthrough.program, playthrough.names, bag)
    match kind:
        case NumberType() if isinstance(given.value, int) and not isinstance(given.value, bool):
            return given.value
        case TruthType() if isinstance(given.value, bool):
            return int(given.value)
        case ElementType(of):
            return reader.element(given, of, text, none=True)
        case CollectionType(of) if given.items is not None:
            return reader.elements(given, of, text)
        case ZoneType(_, True, str(variety)) if given.entries is not None:
            return _amounts(reader, variety, given)
        case BundleType(_, variety) if given.entries is not None:
            return _amounts(reader, variety, given)
        case NumberType() | TruthType() | ty.ManyType() | ZoneType() | ty.KeyedType() | ty.UnknownType():
            found = str(given.plain())[:SHOWN]
            bag.add("E412", given.span, text=text, expected=type_text(kind), found=found)
            return None


def _amounts(reader: PlacementReader, variety: str, given: Given) -> dict[str, Plain]:
    found: dict[str, Plain] = {}
    for key, item in given.entries or ():
        index = reader.index(variety, key)
        if index is None:
            reader.bag.add("E503", item.span, kind=variety, name=key)
        elif item.value:
            found[element_text(reader.program, variety, index, reader.names, ids=True)] = item.value
    return found


def matches_expected(playthrough: GamePlaythrough, term: Term, wanted: object, found: object) -> bool:
    """Return whether the actual value equals the expected one; unordered collections compare as sets."""
    if isinstance(wanted, list) and isinstance(found, list | tuple | range):
        if is_ordered(playthrough, term):
            return wanted == list(found)
        return sorted(wanted) == sorted(found)
    return bool(wanted == found)


def is_ordered(playthrough: GamePlaythrough, term: Term) -> bool:
    """Return whether the order of a collection is significant: it is for lists and stacks, not for sets and heaps."""
    match term:
        case Tracked(_, name) | Contents(_, Tracked(_, name)):
            declared = playthrough.program.ruleset.state[name]
            return declared.form == "list" or declared.order == "stack"
        case Elements() | Listed():
            return False
        case Filter(domain=domain, keys=keys):
            return bool(keys) or is_ordered(playthrough, domain)
        case SetOperation(left=left):
            return is_ordered(playthrough, left)
        case t.ReadTerm() | t.ComputedTerm():
            return True


def plain_value_text(plain: Plain) -> str:
    """Return the text of a plain value in a finding."""
    match plain:
        case None:
            return "none"
        case bool():
            return "true" if plain else "false"
        case list():
            return f"[{', '.join(plain_value_text(item) for item in plain)}]"
        case dict():
            return f"{{{', '.join(f'{key}: {plain_value_text(item)}' for key, item in plain.items())}}}"
        case _:
            return str(plain)


# -- example runner --------------------------------------------------------------------------------------------------


MOST_FORCED: Final = 300
"""Moves without a choice that an example plays in a row at most: one without end must not keep the others from being told."""

TOLD: Final = ("form", "text", "expected", "found", "holds")
"""What programs are told of a claim."""
Settled = tuple[tuple[str, str | bool], ...]
"""All options and their values."""


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """The result of one example, which passes when it has no findings.

    ``claims`` are those that were reached, in order, with what was expected and found.
    """

    id: str
    span: Span
    cites: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    claims: tuple[CheckedClaim, ...] = ()

    @property
    def passed(self) -> bool:
        """Return whether every claim holds."""
        return not self.findings

    def to_json(self, translation: Translation = ENGLISH) -> dict[str, object]:
        """Return the result as JSON-ready values, with findings in a language."""
        return {
            "id": self.id,
            "place": str(self.span),
            "cites": list(self.cites),
            "passed": self.passed,
            "claims": [{name: getattr(claim, name) for name in TOLD} for claim in self.claims],
            "findings": [finding_as_json(finding, translation) for finding in self.findings],
        }


class OpenedRuleset(Protocol):
    """An opened ruleset: its folders, its parsed documents, the options it was opened with."""

    options: Mapping[str, str | bool]
    sources: Sources

    @property
    def examples(self) -> Mapping[str, ExampleDecl]:
        """Return its examples by id."""

    @property
    def found_in_examples(self) -> Bag:
        """Return the findings on the example files."""

    @property
    def layers(self) -> Layers:
        """Return the folders that the ruleset consists of, its own first."""

    @property
    def documents(self) -> Documents | None:
        """Return the parsed documents, with every board kept."""

    @property
    def settings(self) -> Settings:
        """Return the cache of bound rulesets and programs under the options."""


def run_examples(opened: OpenedRuleset, bag: Bag, *, only: Sequence[str] = ()) -> Iterator[ExampleResult]:
    """Run the examples of a ruleset and of its bases, or only those of some ids, one by one.

    So a variant says which examples of the rulebook it breaks; one that it writes again stands for the old one.

    ``bag`` takes findings about the files themselves; what an example finds stands in its result. Options that an
    example does not name are as the ruleset was opened.
    """
    bag.extend(opened.found_in_examples)
    programs = interpreter_programs(opened)
    for example in selected_examples(opened, only):
        yield run_example(programs, example, opened.sources)


def selected_examples(opened: OpenedRuleset, only: Sequence[str] = ()) -> Iterator[ExampleDecl]:
    """Return the runnable examples of a ruleset, or those of some ids."""
    return (one for one in opened.examples.values() if not one.abstract and (not only or one.id in only))


def interpreter_programs(opened: OpenedRuleset) -> ProgramCache:
    """Return interpreted programs: most examples run few moves of rules that no other example uses, so generating code would take longer."""
    return ProgramCache(opened.settings, opened.options, opened.settings.walked)


@dataclass(slots=True)
class ProgramCache:
    """A cache of the programs of one ruleset under different options."""

    settings: Settings
    options: Mapping[str, str | bool]
    make: Callable[[Ruleset, int], Playable] = generate_python_program
    _programs: dict[tuple[Settled, int], Playable] = field(default_factory=dict)

    def anew(self, make: Callable[[Ruleset, int], Playable]) -> ProgramCache:
        """Return a cache that makes programs of the same bound rulesets in another way, without binding them again."""
        return ProgramCache(self.settings, self.options, make)

    @property
    def documents(self) -> Documents:
        """Return the parsed documents."""
        return self.settings.documents

    def program(self, position: PositionDecl, bag: Bag) -> Playable | None:
        """Return the program for a position; ``None`` with findings."""
        players = position_player_count(position, self.documents.game.players, bag)
        options = {name: value for name, value, _ in position.options}
        return None if players is None else self.at(options, players, bag)

    def at(self, options: Mapping[str, str | bool], players: int, bag: Bag) -> Playable | None:
        """Return the program for some options (others unchanged) and a number of players; ``None`` with findings."""
        settled = resolve_option_values(self.documents, {**self.options, **options}, bag)
        if settled is None:
            return None
        key = tuple(sorted(settled.items()))
        ruleset = self.ruleset(settled, players, bag)
        if ruleset is not None and (key, players) not in self._programs:
            self._programs[key, players] = self.make(ruleset, players)
        return self._programs.get((key, players))

    def ruleset(self, settled: Mapping[str, str | bool], players: int | None, bag: Bag) -> Ruleset | None:
        """Return the ruleset bound under all options for a number of players, or for any number; ``None`` with findings."""
        return self.settings.ruleset(settled, players if self.documents.by_players else None, bag)


def run_example(programs: ProgramCache, example: ExampleDecl, sources: Sources) -> ExampleResult:
    """Run one example: set up the position, take the steps, check every claim."""
    bag = Bag()
    return _ran(programs.program(example.position, bag), example, sources, bag)


def run_with_program(program: Playable, example: ExampleDecl, sources: Sources) -> ExampleResult:
    """Run one example with a given program, regardless of the options it names."""
    return _ran(program, example, sources, Bag())


def _ran(program: Playable | None, example: ExampleDecl, sources: Sources, bag: Bag) -> ExampleResult:
    playthrough = None if program is None else set_up_position(program, example.position, bag, most_forced=MOST_FORCED)
    checked = [] if playthrough is None else _played(playthrough, example, sources, bag)
    return ExampleResult(example.id, example.span, example.cites, bag.diagnostics, tuple(checked))


def _played(playthrough: GamePlaythrough, example: ExampleDecl, sources: Sources, bag: Bag) -> list[CheckedClaim]:
    text = sources.text(example.span.file)
    texts = () if text is None else ((example.span.file, text),)
    at = example.span
    checked: list[CheckedClaim] = []
    try:
        for step in example.when:
            at = step.span
            run_step(playthrough, step, texts, bag)
            if bag:
                return checked
        for claim in example.then:
            at = claim.span
            checked.append(check_claim(playthrough, claim, texts, bag))
    except RulesFault as fault:
        bag.extend([position_fault_finding(playthrough.program, example.position, fault, at)])
    except ChanceRefused as refused:
        bag.extend(
            [impossible_outcome_finding(refusal_with_typed_names(playthrough.program, refused, playthrough.names), at)]
        )
    return checked

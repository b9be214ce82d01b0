"""Positions set up from a document: named places are set, and play begins at the document's entry point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from reguli.engine.chance_nodes import PrescribedTwice, UnknownSite, parse_prescribed_outcomes, refusal_with_typed_names
from reguli.engine.chance_source import ChanceRefused, ChanceSource, Prescribed
from reguli.engine.fault_diagnostics import fault_diagnostic
from reguli.engine.gameplay.fault_replay import replay_in_interpreter
from reguli.engine.gameplay.playthrough import MOST_FORCED, Forced, GamePlaythrough
from reguli.engine.gameplay.program_execution import PC, run_to_decision
from reguli.engine.notation import Unreadable, find_element_index
from reguli.engine.position_documents.decision_entry import Entered, Wanted, search_decision
from reguli.engine.position_documents.document_placement import (
    EDGE,
    MOST_ROUNDS,
    PHASE,
    ROUND,
    PlacementReader,
    apply_placements,
    mentioned_fields,
)
from reguli.engine.state_snapshots import copy_state
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.builtin_functions import write_list_members
from reguli.ir.program import Journal, Program, Slots
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import EDGES, EPOCH, FACTS, NONE
from reguli.model.bound_tree.bound_statements import BoundStatement
from reguli.model.bound_tree.bound_terms import Variable
from reguli.model.bound_tree.tree_traversal import all_procedures, fields_read, nested_statements, statement_terms
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.declarations.example_files import EntryDecl, PositionDecl
from reguli.source.diagnostic import Bag, Diagnostic, make_finding
from reguli.source.finding_catalogue import Said, Value, abbreviated_list
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span

# -- incomplete positions --------------------------------------------------------------------------------------------
# A fault that comes from a position which does not say everything: it names what is not said, not the rule.


def position_fault_finding(program: Program, position: PositionDecl, fault: RulesFault, at: Span) -> Diagnostic:
    """Return the finding of a fault raised while playing on from a position, at a place of its document.

    E516 where the rule that failed asks for something the position does not say; else the fault itself. The rule is told
    beside it.
    """
    found = fault_diagnostic(program, fault)
    related = () if found.span is None else ((found.span, Said("part.rule", name=fault.rule)),)
    fields = _unsaid(program, position, _named(program.ruleset, fault.rule))
    if not fields or position.initial:
        return Diagnostic(found.code, at, found.args, related)
    return Diagnostic("E516", at, (("fields", fields), ("rule", fault.rule), ("fault", fault.code)), related)


def _named(ruleset: Ruleset, rule: str) -> Iterator[BoundStatement]:
    """Yield the statement of a rule, or its container."""
    for procedure in all_procedures(ruleset):
        for statement in nested_statements(procedure.body):
            if statement.rule == rule or rule.startswith(f"{statement.rule}/"):
                yield statement


def missing_phase_inputs(program: Program, position: PositionDecl, phase: str) -> str:
    """Return the fields a phase reads but the position does not set, as one text; empty if there are none."""
    bound = next(one for one in program.ruleset.phases if one.id == phase)
    return _unsaid(program, position, nested_statements(bound.body))


def _unsaid(program: Program, position: PositionDecl, statements: Iterable[BoundStatement]) -> str:
    """Return the tracked fields that statements read (conditions, amounts, domains, through defines) but the position lacks."""
    terms = [term for statement in statements for term in statement_terms(statement)]
    missing = fields_read(program.ruleset, *terms) - mentioned_fields(program, position.state)
    return ", ".join(name.removeprefix("game.") for name in sorted(missing))


# -- document setup --------------------------------------------------------------------------------------------------


LETTERS = "abcdefghijklmnopqrstuvwxyz"
SETTLING, HOLDING = FACTS.index("settling"), FACTS.index("holding")


def position_player_count(position: PositionDecl, between: tuple[int, int], bag: Bag) -> int | None:
    """Return a position's number of players: as stated, as many as are seated, else the minimum allowed."""
    low, high = between
    seated = 1 + max((seat for _, seat in position.seats), default=low - 1)
    found = position.players if position.players is not None else max(low, seated)
    if low <= found <= high and seated <= found:
        return found
    bag.add("E509", position.span, found=max(found, seated), low=low, high=high)
    return None


def player_names_by_seat(position: PositionDecl, players: int) -> tuple[str, ...]:
    """Return the players' names by seat: from the position, else a, b, c, ..."""
    seated = {seat: name for name, seat in position.seats}
    free = (letter for letter in LETTERS if letter not in seated.values())
    return tuple(seated[seat] if seat in seated else next(free) for seat in range(players))


def set_up_position(
    program: Playable,
    position: PositionDecl,
    bag: Bag,
    *,
    seed: int = 0,
    play_forced: Forced = True,
    recorded: Mapping[str, Sequence[str]] | None = None,
    most_forced: int = MOST_FORCED,
    left: Slots | None = None,
    around: dict[str, Variable] | None = None,
) -> GamePlaythrough | None:
    """Set up a position; ``None`` with findings if impossible (E5xx, and E3xx when the rules fail on the way).

    The players are called as the position seats them. Without ``at:`` nobody has to decide; with a phase, play goes on
    from its beginning to the first decision; with a decision or a player, it is entered there (``decision_entry``). ``recorded``
    gives the outcomes of chance by site of an earlier playthrough, which come first; ``most_forced`` bounds the moves
    in a row that nobody chooses. ``left`` is what the set-up leaves (``state_after_setup``), where it is made already.
    ``around`` takes the names that are bound around a decision that is entered.
    """
    names = player_names_by_seat(position, program.players)
    before = len(bag)
    try:
        prescribed = _prescribed(program, position, names, bag)
        chance = ChanceSource(seed, prescribed or {}, recorded=recorded or {}, constants=program.constants)
        playthrough = GamePlaythrough(
            program, chance, list(program.first), play_forced, names=names, origin=position, most_forced=most_forced
        )
        if prescribed is None:
            return None
        if position.initial:
            playthrough = _opened(playthrough)
        _place(playthrough, position, bag, left)
        if len(bag) > before:
            return None
        if position.at is not None:
            _enter(playthrough, position.at, bag, around)
        elif position.initial and position.state:
            playthrough.start()
    except RulesFault as fault:
        bag.extend([position_fault_finding(program, position, fault, position.span)])
    except ChanceRefused as refused:
        bag.extend([impossible_outcome_finding(refusal_with_typed_names(program, refused, names), position.span)])
    return playthrough if len(bag) == before else None


def _opened(playthrough: GamePlaythrough) -> GamePlaythrough:
    """Play the set-up up to the first decision, cached per chance settings, since it takes as long as many moves."""
    program, chance = playthrough.program, playthrough.chance
    given = repr((chance.prescribed, chance.recorded))
    key = chance.seed, given, playthrough.names, playthrough.play_forced, playthrough.most_forced
    if key not in program.begun:
        playthrough.start()
        program.begun[key] = playthrough.branch()
        return playthrough
    known: GamePlaythrough = program.begun[key]
    return replace(known.branch(), program=program, origin=playthrough.origin)


def impossible_outcome_finding(refused: ChanceRefused, span: Span) -> Diagnostic:
    """Return the finding E515 for an impossible prescribed outcome."""
    known, meant = abbreviated_list(refused.candidates), closest_name(refused.wanted, refused.candidates)
    return make_finding("E515", span, near=meant, found=refused.wanted, site=refused.site, known=known)


def _place(playthrough: GamePlaythrough, position: PositionDecl, bag: Bag, left: Slots | None) -> None:
    """Apply the placements: to the initial state, or after the set-up of the rules."""
    if not position.initial:
        playthrough.partial = True
        playthrough.slots = state_after_setup(playthrough.program) if left is None else list(left)
        clear_running_rules(playthrough)
    program, names = playthrough.program, playthrough.names
    apply_placements(program, playthrough.slots, position.state, names, bag, whole=not position.initial)
    # No statement of the program wrote this, so nothing is known of it.
    playthrough.slots[EPOCH] = 0


def state_after_setup(program: Playable, seed: int = 0) -> Slots:
    """Return the slots after the rules' set-up, as far as it goes before the first decision.

    Chance falls as by a seed, 0 where nobody says another, and leaves no trace: what a position prescribes is for those who play on from it.
    """
    if seed not in program.behind_set_up:
        slots = list(program.first)
        run_to_decision(program, slots, [], ChanceSource(seed), stop=program.first_round, hold=False)
        slots[program.logical : program.saved] = program.first[program.logical : program.saved]
        program.behind_set_up[seed] = slots
    return list(program.behind_set_up[seed])


def _prescribed(program: Playable, position: PositionDecl, names: Sequence[str], bag: Bag) -> Prescribed | None:
    key = "chance", position.chance, names
    read: Prescribed | None = program.asked.get(key)
    if read is not None:
        return read
    try:
        read = program.asked[key] = parse_prescribed_outcomes(
            program, {site: given.plain() for site, given in position.chance}, names
        )
    except UnknownSite as unknown:
        known: Value = ", ".join(unknown.known) or Said("why.no_chance")
        bag.add("E514", position.span, near=closest_name(unknown.name, unknown.known), name=unknown.name, known=known)
    except PrescribedTwice as twice:
        bag.extend([replace(twice.finding, span=position.span)])
    except Unreadable as unreadable:
        refused = ChanceRefused(unreadable.site, unreadable.word, unreadable.expected)
        bag.extend([impossible_outcome_finding(refused, position.span)])
    return read


# -- where play begins -----------------------------------------------------------------------------------------


def clear_running_rules(playthrough: GamePlaythrough) -> None:
    """Discard the running rules: frames and agenda are zeroed, no decision is open."""
    program, slots = playthrough.program, playthrough.slots
    layout = program.layout
    ends = [field.base + field.stride * field.places for field in layout.fields.values()]
    ends += [first + len(program.ruleset.kinds[kind].elements) for kind, first in layout.places.items()]
    rules = max([len(FACTS), *ends])
    slots[rules : program.logical] = [0] * (program.logical - rules)
    slots[SETTLING] = slots[HOLDING] = 0
    slots[PC] = program.halt
    playthrough.decision = None


def jump_to_phase(playthrough: GamePlaythrough, phase: str, *, alone: bool = False) -> None:
    """Set the game to where a phase begins, as if its before and start moments had already run; ``alone`` stops it after the phase."""
    program, slots = playthrough.program, playthrough.slots
    clear_running_rules(playthrough)
    slots[PHASE] = [known.id for known in program.ruleset.phases].index(phase)
    slots[EDGE] = EDGES.index("during")
    slots[ROUND] = min(max(1, slots[ROUND]), MOST_ROUNDS)
    slots[PC] = program.phase_entries[phase]
    playthrough.stop = program.phase_exits[phase] if alone else NONE


def check_phase_name(program: Playable, name: str, span: Span, bag: Bag) -> bool:
    """Return whether the round has a phase; report an unknown one."""
    known = list(program.phase_entries)
    if name not in known:
        bag.add("E510", span, near=closest_name(name, known), name=name, known=", ".join(known))
    return name in known


def _enter(playthrough: GamePlaythrough, at: EntryDecl, bag: Bag, around: dict[str, Variable] | None) -> None:
    program, before = playthrough.program, len(bag)
    check_phase_name(program, at.phase, at.span, bag)
    if at.decision is not None and all(one.ask.name != at.decision for one in program.decisions):
        asked = sorted({one.ask.name for one in program.decisions})
        bag.add("E511", at.span, near=closest_name(at.decision, asked), name=at.decision, known=", ".join(asked))
    seat = None if at.by is None else find_seat(playthrough, at.by, at.span, bag)
    if len(bag) > before:
        return
    jump_to_phase(playthrough, at.phase)
    if at.decision is None and seat is None:
        playthrough.start()
        return
    wanted = Wanted(at.phase, at.decision, seat, at.given)
    reader = PlacementReader(program, playthrough.names, bag)
    found = search_decision(program, playthrough.slots, playthrough.chance, wanted, reader)
    if around is not None:
        around.update(found.named)
    if found.decision is None or found.unbound:
        if len(bag) == before:
            _not_entered(playthrough, at, found, bag)
        return
    playthrough.slots, playthrough.chance, playthrough.decision = found.slots, found.chance, found.decision


def _not_entered(playthrough: GamePlaythrough, at: EntryDecl, found: Entered, bag: Bag) -> None:
    """Report why a decision cannot be entered: E513, or E517 to E519 for names that must be or are stated."""
    decision, given = at.decision or at.phase, dict(at.given)
    by: Value = "" if at.by is None else Said("says.for_player", player=at.by)
    if found.unbound:
        bag.add("E517", at.span, decision=decision, names=", ".join(found.unbound), name=found.unbound[0])
    elif found.other and found.other not in found.named:
        known: Value = ", ".join(found.named) or Said("list.none")
        near = closest_name(found.other, found.named)
        bag.add("E518", given[found.other].span, near=near, name=found.other, decision=decision, known=known)
    elif found.other:
        value = str(given[found.other].plain())
        bag.add("E519", given[found.other].span, name=found.other, value=value, decision=decision, by=by)
    else:
        assert playthrough.origin is not None
        unsaid = missing_phase_inputs(playthrough.program, playthrough.origin, at.phase)
        related = [(at.span, Said("why.fields_left", fields=unsaid))] if unsaid else []
        bag.add("E513", at.span, related=related, decision=decision, by=by)


def find_seat(playthrough: GamePlaythrough, name: str, span: Span, bag: Bag) -> int | None:
    """Return a player's seat by name; an unknown name is a finding."""
    known = playthrough.names
    seat = find_element_index(playthrough.program, "player", name, known)
    if seat is None:
        bag.add("E512", span, near=closest_name(name, known), name=name, known=", ".join(known))
    return seat


def run_procedure(playthrough: GamePlaythrough, name: str, arguments: Sequence[object]) -> None:
    """Run a single procedure, to its end or to its first decision.

    ``arguments`` are whole numbers and element indices, or sequences of them. What was being decided stays so when the
    procedure comes to its end. Raises ``RulesFault`` and ``ChanceRefused``; the position is then as before.
    """
    playthrough.wholly(lambda: _run_procedure(playthrough, name, arguments))


def _run_procedure(playthrough: GamePlaythrough, name: str, arguments: Sequence[object]) -> None:
    program, slots = playthrough.program, copy_state(playthrough.slots)
    entry, waiting, back = program.entries[name], playthrough.decision, playthrough.slots[PC]
    if entry.block is None:
        playthrough.slots = replay_in_interpreter(
            program, lambda one: _after(one, name, list(slots), playthrough.journal, arguments)
        )
        return
    for place, value in zip(entry.parameters, arguments, strict=True):
        if place.capacity:
            assert isinstance(value, list | tuple | range)
            write_list_members(slots, place.slot, value, place.capacity)
        else:
            slots[place.slot] = value  # type: ignore[call-overload]
    assert entry.return_slot is not None
    slots[entry.return_slot] = program.halt
    slots[PC] = entry.block
    playthrough.slots = slots
    playthrough.start()
    if playthrough.decision is None and playthrough.slots[PC] == program.halt:
        playthrough.slots[PC] = back
        playthrough.decision = waiting


def _after(program: Playable, name: str, s: Slots, j: Journal, arguments: Sequence[object]) -> Slots:
    """Run a procedure that never suspends and return the final slots."""
    program.remember(s)
    program.forget(s)
    try:
        program.effects[name](s, j, arguments)
    except RulesFault as fault:
        fault.rule = fault.rule or name
        raise
    return s

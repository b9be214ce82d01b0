"""The steps of an example: a move, a procedure by itself, a phase by itself."""

from __future__ import annotations

from collections.abc import Sequence

from reguli.engine.expression_queries import raw_answer
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.gameplay.refusal_reasons import names_of_reasons
from reguli.engine.notation import Unreadable, element_text, read_move
from reguli.engine.position_documents.document_setup import begin_phase, has_phase, run_procedure, seat_of
from reguli.language.syntax_tree.expressions import Call, Name
from reguli.model.binding.query_binding import bind_arguments
from reguli.model.bound_tree.bound_terms import Term
from reguli.ruleset.declarations.example_files import StepDecl
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said, Value, some_of
from reguli.source.name_suggestions import near
from reguli.source.span import Span

Texts = Sequence[tuple[str, str]]


def take_step(playthrough: Playthrough, step: StepDecl, texts: Texts, bag: Bag) -> None:
    """Take one step; what keeps it from being taken is a finding. Raises ``RulesFault`` and ``ChanceRefused``."""
    match step.form:
        case "move":
            move = move_here(playthrough, step.text, step.by, step.span, bag)
            if move is None:
                return
            if playthrough.allows(move):
                playthrough.apply(move)
            else:
                found = listed(names_of_reasons(playthrough, move), Said("why.no_reason"))
                bag.add("E406", step.span, move=step.text, found=found)
        case "run":
            _run(playthrough, step, texts, bag)
        case "phase":
            if has_phase(playthrough.program, step.text, step.span, bag):
                begin_phase(playthrough, step.text, alone=True)
                playthrough.start()


def move_here(playthrough: Playthrough, text: str, by: str | None, span: Span, bag: Bag) -> Move | None:
    """Read a move of the present decision; findings E407, E408, E409, E512."""
    decision = playthrough.decision
    if decision is None:
        bag.add("E409", span)
        return None
    if by is not None and not is_actor(playthrough, by, span, bag):
        return None
    try:
        return read_move(playthrough.program, decision, text, playthrough.names)
    except Unreadable as unreadable:
        expected = listed(
            [some_of(unreadable.expected)] if unreadable.expected else [],
            Said("sort.whole_number") if unreadable.kind == "number" else Said("sort.nothing_more"),
        )
        close = near(unreadable.word, unreadable.expected)
        bag.add("E408", span, near=close, move=text, decision=decision.ask.name, expected=expected)
        return None


def is_actor(playthrough: Playthrough, by: str, span: Span, bag: Bag) -> bool:
    """Tell whether a player, by name, is the one who decides; findings E407, E512."""
    seat = seat_of(playthrough, by, span, bag)
    if seat is None:
        return False
    if seat == playthrough.actor:
        return True
    actor = element_text(playthrough.program, "player", playthrough.actor, playthrough.names)
    bag.add("E407", span, found=actor, expected=by)
    return False


def _run(playthrough: Playthrough, step: StepDecl, texts: Texts, bag: Bag) -> None:
    call = step.call
    node = call.function if isinstance(call, Call) else call
    arguments = call.arguments if isinstance(call, Call) else ()
    procedures = playthrough.program.ruleset.procedures
    if not isinstance(node, Name) or node.id not in procedures:
        bag.add("E410", step.span, near=near(step.text, procedures), name=step.text)
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
        run_procedure(playthrough, node.id, [raw_answer(playthrough, term) for term in terms])


def listed(items: Sequence[str], none: Said) -> Value:
    """List names in a finding; ``none`` is said where there are none."""
    return ", ".join(items) or none

"""The claims of an example: a value, a move that is refused or allowed, the legal moves of an option, what is asked, the ranking.

What is expected is read in the form of what was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal, assert_never

from reguli.engine.expression_queries import answer, question, raw_answer
from reguli.engine.gameplay.legal_actions import Family
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.gameplay.refusal_reasons import names_of_reasons
from reguli.engine.notation import Plain, Unreadable, element_text, move_text, read_move
from reguli.engine.position_documents.document_setup import seat_of
from reguli.engine.position_documents.placement_reader import SHOWN, Reader
from reguli.model.bound_tree.bound_terms import Contents, Elements, Filter, Listed, SetOperation, Term, Tracked
from reguli.model.types import BundleType, CollectionType, ElementType, NumberType, TruthType, Type, ZoneType, type_text
from reguli.ruleset.declarations.example_files import (
    AllowedClaim,
    AskedClaim,
    Claim,
    LegalClaim,
    RankingClaim,
    RefusedClaim,
    ValueClaim,
)
from reguli.ruleset.declarations.position_files import Given
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said, Value
from reguli.source.name_suggestions import near
from reguli.source.span import Span
from reguli.verify.example_steps import Texts, is_actor, listed, move_here

NOBODY = "none"
"""What is asked where nobody has to decide."""
MOST_SHOWN = 60
"""Of the legal moves of an option that are too many by far, so many are shown beside those that were expected."""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """One claim and what was found, in plain values by id; ``printed`` marks values that the rulebook prints."""

    span: Span
    form: Literal["value", "refused", "allowed", "legal", "asked", "ranking"]
    text: str
    expected: Plain
    found: Plain
    holds: bool
    printed: bool = False


def check_claim(playthrough: Playthrough, claim: Claim, texts: Texts, bag: Bag) -> CheckedClaim:
    """Check one claim; one that fails is a finding (E4xx). Raises ``RulesFault``."""
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


def _value(playthrough: Playthrough, claim: ValueClaim, texts: Texts, bag: Bag) -> CheckedClaim:
    term = question(playthrough, claim.value, bag, texts)
    expected = claim.wanted.plain()
    if term is None:
        return CheckedClaim(claim.span, "value", claim.text, expected, None, False, claim.printed)
    found = answer(playthrough, term)
    raw = found if isinstance(term.type, ZoneType | BundleType) else raw_answer(playthrough, term)
    before = len(bag)
    wanted = read_wanted(playthrough, term.type, claim.wanted, claim.text, bag)
    holds = len(bag) == before and agrees(playthrough, term, wanted, raw)
    if not holds and len(bag) == before:
        bag.add("E401", claim.span, text=claim.text, expected=shown(expected), found=shown(found))
    return CheckedClaim(claim.span, "value", claim.text, expected, found, holds, claim.printed)


def _refused(playthrough: Playthrough, claim: RefusedClaim, bag: Bag) -> CheckedClaim:
    expected: list[Plain] = list(claim.because)
    move = move_here(playthrough, claim.move, claim.by, claim.span, bag)
    if move is None:
        return CheckedClaim(claim.span, "refused", claim.move, expected, None, False)
    wanted = listed(claim.because, Said("why.any_reason"))
    if playthrough.allows(move):
        bag.add("E402", claim.span, move=claim.move, expected=wanted)
        return CheckedClaim(claim.span, "refused", claim.move, expected, [], False)
    names = list(dict.fromkeys(names_of_reasons(playthrough, move)))
    holds = not claim.because or any(name in claim.because for name in names)
    if not holds:
        bag.add("E403", claim.span, move=claim.move, expected=wanted, found=listed(names, Said("why.no_reason")))
    return CheckedClaim(claim.span, "refused", claim.move, expected, list(names), holds)


def _allowed(playthrough: Playthrough, claim: AllowedClaim, bag: Bag) -> CheckedClaim:
    move = move_here(playthrough, claim.move, claim.by, claim.span, bag)
    holds = move is not None and playthrough.allows(move)
    if move is not None and not holds:
        names = names_of_reasons(playthrough, move)
        bag.add("E406", claim.span, move=claim.move, found=listed(names, Said("why.no_reason")))
    return CheckedClaim(claim.span, "allowed", claim.move, True, holds, holds)


def _asked(playthrough: Playthrough, claim: AskedClaim, bag: Bag) -> CheckedClaim:
    decision, before = playthrough.decision, len(bag)
    known = sorted({one.ask.name for one in playthrough.program.decisions})
    if claim.decision not in (*known, NOBODY):
        bag.add("E511", claim.span, near=near(claim.decision, known), name=claim.decision, known=", ".join(known))
    seat = None if claim.by is None else seat_of(playthrough, claim.by, claim.span, bag)
    if len(bag) > before:
        return CheckedClaim(claim.span, "asked", claim.decision, claim.wanted, None, False)
    asked = NOBODY if decision is None else decision.ask.name
    is_it = asked == claim.decision and (decision is None or seat in (None, playthrough.actor))
    if is_it != claim.wanted:
        bag.add("E413", claim.span, found=_asked_here(playthrough), expected=_asked_wanted(claim))
    return CheckedClaim(claim.span, "asked", claim.decision, claim.wanted, is_it, is_it == claim.wanted)


def _asked_here(playthrough: Playthrough) -> Value:
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


def _legal(playthrough: Playthrough, claim: LegalClaim, bag: Bag) -> CheckedClaim:
    expected: list[Plain] = list(claim.moves)
    if playthrough.decision is None:
        bag.add("E409", claim.span)
        return CheckedClaim(claim.span, "legal", claim.option, expected, None, False)
    if claim.by is not None and not is_actor(playthrough, claim.by, claim.span, bag):
        return CheckedClaim(claim.span, "legal", claim.option, expected, None, False)
    families = [family for family in playthrough.families() if family.choice.option.name == claim.option]
    count = sum(family.size for family in families)
    found = list(islice(_moves(playthrough, families), len(claim.moves) + MOST_SHOWN))
    wanted = [_canonical(playthrough, text) for text in claim.moves]
    holds = len(wanted) == count and sorted(wanted) == sorted(found)
    found += [f"… (+{count - len(found)})"] if len(found) < count else []
    if not holds:
        wanted_moves, said = (listed(moves, Said("list.none")) for moves in (claim.moves, found))
        bag.add("E404", claim.span, option=claim.option, expected=wanted_moves, found=said)
    return CheckedClaim(claim.span, "legal", claim.option, expected, list(found), holds)


def _moves(playthrough: Playthrough, families: Sequence[Family]) -> Iterator[str]:
    assert playthrough.decision is not None
    for family in families:
        for move in family.moves():
            yield move_text(playthrough.program, playthrough.decision, move, playthrough.names)


def _canonical(playthrough: Playthrough, text: str) -> str:
    """Write a move as the engine writes it, so that ids and labels compare; one that is no move stays as it is."""
    assert playthrough.decision is not None
    try:
        move = read_move(playthrough.program, playthrough.decision, text, playthrough.names)
    except Unreadable:
        return text
    return move_text(playthrough.program, playthrough.decision, move, playthrough.names)


def _ranking(playthrough: Playthrough, claim: RankingClaim, bag: Bag) -> CheckedClaim:
    groups: dict[int, list[str]] = {}
    for place in playthrough.places():
        name = element_text(playthrough.program, "player", place.player, playthrough.names)
        groups.setdefault(place.place, []).append(name)
    found = list(groups.values())
    holds = [sorted(group) for group in found] == [sorted(group) for group in claim.groups]
    wanted: list[Plain] = [list(group) for group in claim.groups]
    told: list[Plain] = [list(group) for group in found]
    if not holds:
        bag.add("E405", claim.span, expected=shown(wanted), found=shown(told))
    return CheckedClaim(claim.span, "ranking", "ranking", wanted, told, holds)


# -- what is expected, read and compared -----------------------------------------------------------------------


def read_wanted(playthrough: Playthrough, kind: Type, given: Given, text: str, bag: Bag) -> object:
    """Read an expected value as the engine has it; ``None`` with a finding (E412, E503) when it cannot be."""
    reader = Reader(playthrough.program, playthrough.names, bag)
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
        case _:
            found = str(given.plain())[:SHOWN]
            bag.add("E412", given.span, text=text, expected=type_text(kind), found=found)
            return None


def _amounts(reader: Reader, variety: str, given: Given) -> dict[str, Plain]:
    found: dict[str, Plain] = {}
    for key, item in given.entries or ():
        index = reader.index(variety, key)
        if index is None:
            reader.bag.add("E503", item.span, kind=variety, name=key)
        elif item.value:
            found[element_text(reader.program, variety, index, reader.names, ids=True)] = item.value
    return found


def agrees(playthrough: Playthrough, term: Term, wanted: object, found: object) -> bool:
    """Tell whether what was found is what was wanted; collections without an order compare as sets."""
    if isinstance(wanted, list) and isinstance(found, list | tuple | range):
        if is_ordered(playthrough, term):
            return wanted == list(found)
        return sorted(wanted) == sorted(found)
    return bool(wanted == found)


def is_ordered(playthrough: Playthrough, term: Term) -> bool:
    """Tell whether the order of a collection means anything: lists and stacks have one, sets and heaps do not."""
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
        case _:
            return True


def shown(plain: Plain) -> str:
    """Say a plain value in a finding."""
    match plain:
        case None:
            return "none"
        case bool():
            return "true" if plain else "false"
        case list():
            return f"[{', '.join(shown(item) for item in plain)}]"
        case dict():
            return f"{{{', '.join(f'{key}: {shown(item)}' for key, item in plain.items())}}}"
        case _:
            return str(plain)

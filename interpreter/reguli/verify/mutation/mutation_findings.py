"""What is said of faults: a gap for each that matters, one for a rule by which no example comes, and how far each rule is exercised."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reguli.model.rule_ids import as_written
from reguli.source.diagnostic import finding
from reguli.source.message_arguments import Said
from reguli.verify.differential.first_difference import Difference
from reguli.verify.mutation.invariant_coverage import Claims
from reguli.verify.mutation.operators.mutant import Fault
from reguli.verify.report.finding_types import Found, Holds, Level, Offered, made_id

NOTHING: Final = Said("differs.nothing")
PROPERTY: Final = "strength"
"""What of a rule is held where examples notice faults in it."""

BREAKING: Final = "breaking"
"""What of a claim is held where faults in the rules break it."""
LEAST: Final = 10
"""It takes so many faults with which a claim was asked, and half of all, before it is told that none broke it."""


def gap(fault: Fault, difference: Difference, offered: Offered | None) -> Found:
    """Say that no example notices a fault that was seen to matter."""
    told = finding("V201", fault.span, what=fault.said, seen=seen(difference))
    return Found(fault.id, "strength", "gap", told, fault.rule, offered)


def not_come_by(fault: Fault, offered: Offered | None) -> Found:
    """Say that no example comes by the rule in which a fault stands."""
    rule = as_written(fault.rule)
    told = finding("V202", fault.span, rule=rule.removeprefix("rule:"))
    return Found(made_id("strength", "unseen", rule), "strength", "gap", told, rule, offered)


def stretch(fault: Fault, offered: Offered) -> Found:
    """Say that a stretch of a game would notice many faults at once, of which this is one."""
    told = finding("V205", fault.span, count=offered.notices, what=fault.said)
    return Found(made_id("strength", "stretch", offered.id), "strength", "gap", told, fault.rule, offered)


def not_named(count: int, games: int) -> Found:
    """Say how many faults were not seen to matter."""
    told = finding("V203", None, count=count, games=games)
    return Found(made_id("strength", "silent", ""), "strength", "note", told)


def held(rule: str, noticed: int, of: int) -> Holds:
    """Say how many faults of a rule an example notices."""
    level = Level.EXAMPLE if noticed else Level.UNCHECKED
    return Holds(rule, PROPERTY, level, Said("fault.noticed", noticed=noticed, all=of))


def of_claims(claims: Claims, faults: int) -> Iterator[Found | Holds]:
    """Say of each claim how many of the faults break it, and which claims none does."""
    for rule, claim in claims.claims.items():
        broken, asked = len(claims.broken[rule]), len(claims.asked[rule])
        level = Level.TESTED if broken else Level.UNCHECKED
        yield Holds(rule, BREAKING, level, Said("fault.breaks", broken=broken, all=asked))
        if not broken and asked >= max(LEAST, faults // 2):
            told = finding("V204", claim.span, claim=claim.text, count=asked)
            yield Found(made_id("strength", "empty", rule), "strength", "warning", told, rule)


def seen(difference: Difference) -> Said:
    """Say what the rules with a fault do otherwise, at the place where that was seen first."""
    one = difference
    before, now = one.before or NOTHING, one.now or NOTHING
    match one.kind:
        case "over":
            return Said("fault.over", decision=one.what) if one.now else Said("fault.not_over", decision=one.what)
        case "ranking":
            return Said("fault.ranking", before=before, now=now)
        case "decision":
            return Said("fault.decision", before=before, now=now)
        case "moves" if not one.now:
            return Said("fault.fewer_moves", what=one.what, before=before)
        case "moves" if not one.before:
            return Said("fault.more_moves", what=one.what, now=now)
        case "begin" | "fault":
            return _failing(one.before, one.now)
        case "actor":
            return Said("fault.actor", what=one.what, before=before, now=now)
        case "moves":
            return Said("fault.moves", what=one.what, before=before, now=now)
        case _:
            return Said("fault.field", what=one.what, before=before, now=now)


def _failing(before: str, now: str) -> Said:
    if before and now:
        return Said("fault.fails_otherwise", before=before, now=now)
    return Said("fault.fails", now=now) if now else Said("fault.goes_on", before=before)

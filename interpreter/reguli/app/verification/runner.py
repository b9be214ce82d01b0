"""``verify``: every part run within a budget of steps, what they found put in order, with the answers of the designer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from reguli.app.errors import must_be_one_of
from reguli.app.file_access import reading
from reguli.app.loading import check_options
from reguli.app.ruleset_check import check
from reguli.app.verification.comparison_bases import opened_base, origin
from reguli.app.verification.example_part import line_of
from reguli.app.verification.part_registry import BASED, PARTS, Base, Work
from reguli.app.verification.result_cache import keep_outcome, kept_outcome, key_of
from reguli.app.verification.verification_result import Verified, judged
from reguli.app.verification.worker_jobs import PIECES, Came
from reguli.batch.workers import as_completed
from reguli.ir.executable_program import Playable
from reguli.pipeline import Loaded
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.message_arguments import Said
from reguli.source.source_texts import Sources
from reguli.verify.report.accepted_findings import load_answers
from reguli.verify.report.finding_types import PARTS as ALL
from reguli.verify.report.finding_types import Found, Holds, Part, made_id
from reguli.verify.report.step_budget import Budget, units
from reguli.verify.report.verification_outcome import Outcome, PartDone, Ran, State
from reguli.verify.report.verification_target import Guide, Subject, subject_of

UNITS: Final = 60
"""The budget where nobody says: about a minute of one core."""
Told = Callable[[Part, str, int, int], None]
"""Is told which part is at work, at what, how many of it are done, and of how many (0: not known)."""


def unheard(part: Part, what: str, done: int, of: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for: units of budget, what to compare with, which parts (none: all), a seed, a folder of recorded games."""

    budget: int = UNITS
    against: str | None = None
    only: tuple[str, ...] = ()
    seed: int = 0
    saves: Path | None = None


def verify(loaded: Loaded, order: Order | None = None, told: Told = unheard, *, anew: bool = False) -> Verified:
    """Verify a ruleset that was opened and not yet read.

    What was found is kept, and given again while no file is another one, unless it is wanted ``anew``. Ctrl-C ends it, and what was found until
    then is given. Raises ``Refused`` (X111) for a part that there is not, X105 for a folder that cannot be read, and as ``opened_base`` does.
    """
    wanted = order or Order()
    must_be_one_of(wanted.only or ALL, ALL, Said("thing.part_of_verification"))
    check_options(loaded)
    if wanted.saves is not None:
        with reading(wanted.saves):
            next(wanted.saves.iterdir(), None)
    with ExitStack() as stack:
        base = stack.enter_context(opened_base(loaded, wanted.against, wanted.seed)) if _compares(wanted) else None
        key = key_of(_looked_at(loaded, base, wanted), _asked(loaded, wanted, base))
        outcome = None if anew else kept_outcome(key)
        if outcome is None:
            outcome = _Run(loaded, wanted, base, told).outcome()
            if not any(one.state == "interrupted" for one in outcome.parts):
                keep_outcome(key, loaded.path, outcome)
        return judged(loaded, wanted.budget, wanted.seed, None if base is None else base.said, outcome)


def _compares(order: Order) -> bool:
    return any(not order.only or part in order.only for part in BASED)


def _asked(loaded: Loaded, order: Order, base: Base | None) -> dict[str, object]:
    named = None if base is None else base.said
    besides: dict[str, object] = {"base": named, "options": dict(loaded.options), "only": sorted(order.only)}
    if base is not None or not order.only or "strength" in order.only:
        besides["accepted"] = sorted(_accepted(loaded))
    # Who answers a finding looks for it among the reports on that folder: one on a copy of it elsewhere is another report.
    besides["place"] = loaded.path.resolve()
    return {"name": loaded.name, "budget": order.budget, "seed": order.seed, **besides}


def _accepted(loaded: Loaded) -> frozenset[str]:
    return load_answers(loaded.layers, Bag(), loaded.sources).accepted


def _looked_at(loaded: Loaded, base: Base | None, order: Order) -> Iterator[Path]:
    yield from loaded.layers.folders
    if loaded.path.is_file():
        yield loaded.path
    if base is not None and base.subject is not None:
        yield from base.subject.opened.layers.folders
    if order.saves is not None:
        yield order.saves


@dataclass(slots=True)
class _Run:
    """One run of all parts; what is found so far stands here, so that nothing is lost when it is broken off."""

    loaded: Loaded
    order: Order
    base: Base | None
    told: Told
    found: list[Found] = field(default_factory=list)
    holds: list[Holds] = field(default_factory=list)
    ran: list[Ran] = field(default_factory=list)
    parts: list[PartDone] = field(default_factory=list)
    came: Mapping[Part, Sequence[Came | None]] = field(default_factory=dict)
    """What came of the pieces of each part that falls into some; nothing of those that nobody did."""

    def outcome(self) -> Outcome:
        """Run everything that was asked for."""
        subject, bag = self._subject()
        self.found += [_of_check(one, self.loaded.sources) for one in bag]
        work, budget = None if subject is None else self._work(subject), units(self.order.budget)
        if work is not None:
            self.came = self._pieces(work, budget.left)
        for part in ALL:
            self.parts.append(self._part(part, work, budget))
        self.found = list(_told_better(self.found))
        return Outcome(_once(self.found), tuple(self.holds), tuple(self.ran), tuple(self.parts))

    def _pieces(self, work: Work, steps: int) -> Mapping[Part, Sequence[Came | None]]:
        """Do what falls into pieces, all parts together; who breaks it off keeps what is done."""
        asked = {part: tuple(made(work, steps)) for part, made in PIECES.items() if self._wants(part)}
        pieces = [(part, piece) for part, own in asked.items() for piece in own]
        longest = [number for number, (_, piece) in enumerate(pieces) if piece.long]
        tables = [piece.table for _, piece in pieces]
        done: dict[int, Came] = {}
        with (
            suppress(KeyboardInterrupt),
            closing(as_completed([piece.do for _, piece in pieces], sharing=tables, longest=longest)) as come,
        ):
            for number, came in come:
                part, piece = pieces[number]
                self.told(part, piece.what, len(done), len(pieces))
                done[number] = came
        return {part: [done.get(at) for at, (of, _) in enumerate(pieces) if of == part] for part in asked}

    def _subject(self) -> tuple[Subject | None, Bag]:
        """Check the rules; give what there is to look at further, where they can be played."""
        ruleset = self.loaded.ruleset
        if self._wants("static") or ruleset is None:
            check(self.loaded)
        if ruleset is None:
            return None, self.loaded.bag
        return subject_of(self.loaded, ruleset, self.order.seed, self._guides), self.loaded.bag

    def _guides(self, program: Playable) -> Sequence[Guide]:
        # Bots are loaded where somebody plays.
        from reguli.app.smoke_test import bots_brought

        return [bot for _, bot in bots_brought(self.loaded, program)]

    def _wants(self, part: Part) -> bool:
        return not self.order.only or part in self.order.only

    def _work(self, subject: Subject) -> Work:
        loaded, saves = self.loaded, self.order.saves
        accepted = _accepted(loaded)
        opened = cache(lambda: origin(loaded, subject, accepted, self.order.seed))
        return Work(subject, loaded.sources, self.base, saves, accepted, opened)

    def _part(self, part: Part, work: Work | None, budget: Budget) -> PartDone:
        state = self._why_not(part, work)
        if state is not None or work is None:
            return PartDone(part, state or "impossible")
        share = budget.share(self._share(part))
        given = share.left
        try:
            for one in self._run_pieces(part, share) if part in PIECES else self._run_part(part, work, share):
                self._take(one)
        except KeyboardInterrupt:
            state = "interrupted"
        taken = given - share.left
        budget.give_back(Budget(share.left))
        return PartDone(part, state or ("cut" if share.cut else "done"), given, taken, share.cut)

    def _why_not(self, part: Part, work: Work | None) -> State | None:
        """Tell why a part is not run, if it is not."""
        if not self._wants(part):
            return "unasked"
        if part not in PARTS and part not in PIECES:
            return "absent"
        if work is None or (part in BASED and self.base is None and self.order.saves is None):
            return "impossible"
        broken_off = part not in PIECES and any(one.state == "interrupted" for one in self.parts)
        return "interrupted" if broken_off else None

    def _share(self, part: Part) -> float:
        """Give how much of what is left a part may take: all of it where nobody comes after."""
        left = [one for one in ALL[ALL.index(part) :] if one in PARTS and self._why_not(one, None) == "impossible"]
        left = [one for one in left if one not in BASED or self.base is not None or self.order.saves is not None]
        own = PARTS[part].share if part in PARTS else 0
        whole = sum(PARTS[one].share for one in left)
        return own / whole if own and whole else 1.0

    def _run_part(self, part: Part, work: Work, share: Budget) -> Iterator[Found | Holds]:
        return PARTS[part].run(work, share, lambda what, done, of: self.told(part, what, done, of))

    def _run_pieces(self, part: Part, share: Budget) -> Iterator[Found | Holds | Ran]:
        """Give what came of the pieces of a part."""
        done = [came for came in self.came[part] if came is not None]
        for came in done:
            share.spend(came.taken)
            share.cut += came.cut
            yield from came.found
        if len(done) < len(self.came[part]):
            # What is missing was broken off while pieces of all parts were done; here it is told of this part.
            raise KeyboardInterrupt

    def _take(self, one: Found | Holds | Ran) -> None:
        match one:
            case Found():
                self.found.append(one)
            case Holds():
                self.holds.append(one)
            case Ran():
                self.ran.append(one)


def _told_better(found: Sequence[Found]) -> Iterator[Found]:
    """Tell once of an example of the base that fails (V604) where the comparison says that it does for what is wanted alone (V307).

    It keeps the id that it has without a comparison: what is accepted by that is accepted with one, too.
    """
    wanted = {dict(one.told.args)["name"] for one in found if one.told.code == "V307"}
    ids = {dict(one.told.args)["name"]: one.id for one in found if one.told.code == "V604"}
    for one in found:
        name = dict(one.told.args).get("name")
        if one.told.code == "V307" and name in ids:
            yield Found(ids[name], one.part, one.severity, one.told, one.rule, one.offered)
        elif one.told.code != "V604" or name not in wanted:
            yield one


def _of_check(told: Diagnostic, sources: Sources) -> Found:
    return Found(made_id("static", told.code, "", line_of(told, sources)), "static", "error", told)


def _once(found: Sequence[Found]) -> tuple[Found, ...]:
    """Give each finding once; of several with one id the first keeps it, and others get a number."""
    seen: dict[str, int] = {}
    known: dict[tuple[str, Diagnostic], None] = {}
    made = []
    for one in found:
        if (one.id, one.told) in known:
            continue
        known[one.id, one.told] = None
        seen[one.id] = seen.get(one.id, 0) + 1
        name = one.id if seen[one.id] == 1 else made_id(one.part, "again", one.id, str(seen[one.id]))
        made.append(one if name == one.id else Found(name, one.part, one.severity, one.told, one.rule, one.offered))
    return tuple(made)

"""``verify``: runs every part within a budget of steps, and orders the findings with the designer's answers."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

from reguli.app.errors import Findings, make_refusal, require_known_values
from reguli.app.loading import check_option_values
from reguli.app.ruleset_check import check
from reguli.app.user_files import file_read_errors, file_write_errors, read_utf8_file, write_file
from reguli.app.verification.part_registry import (
    BEGUN,
    HEAD,
    PARTS,
    ComparisonBase,
    JobResult,
    PartInput,
    finding_anchor,
    load_comparison_base,
    offered_example_yaml,
    open_variant_origin,
)
from reguli.app.verification.text_report import (
    LOCALIZED,
    ORDER,
    RULE,
    Judged,
    StatementRow,
    VerificationReport,
    levels_by_rule,
    report_lines,
    strip_rule_sort,
)
from reguli.batch.chunks import spread_pieces
from reguli.batch.cluster import check_cluster
from reguli.batch.workers import run_parallel_tasks
from reguli.ir.executable_program import Playable
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.declarations.bot_files import BotDecl, load_all_bots
from reguli.ruleset.folder_contents import ANSWERS, BASELINE_FILE, Folder
from reguli.shipped_files import PACKAGE, shipped_folder, shipped_libraries
from reguli.source.bounded_files import (
    LARGEST_BELOW,
    UnreadableFile,
    folder_has_entry,
    folder_lock,
    read_bounded_file,
    read_folder,
    write_atomically,
)
from reguli.source.cache_entries import cache_folder
from reguli.source.diagnostic import Bag, Diagnostic, finding_sentence_value, make_finding
from reguli.source.finding_catalogue import ENGLISH, Said, Translation
from reguli.source.name_suggestions import closest_name
from reguli.verify.example_runner import ExampleResult, run_examples
from reguli.verify.report import (
    LETTERS,
    RED,
    RULE_ID,
    Answers,
    Budget,
    Found,
    Guide,
    Holds,
    Level,
    Outcome,
    Part,
    PartDone,
    Ran,
    State,
    Subject,
    budget_of_units,
    finding_id,
    ignore_progress,
    insert_answer,
    load_answers,
    make_report_finding,
    read_stored_outcome,
    serialise_outcome,
    stale_answers,
    verification_target,
)
from reguli.words.catalogue.finding_texts import messages_of
from reguli.words.catalogue.interface_texts import ENGLISH as PLAIN
from reguli.words.catalogue.interface_texts import InterfaceTexts, load_interface_texts
from reguli.words.placeholders.rule_citations import citing_rules

# -- result cache ----------------------------------------------------------------------------------------------------
# What verification came to, kept between runs: nothing that depends on a file is looked at again before the file is another one.
#
# It lies in the cache folder, never beside the rules, which may lie in a folder that nobody may write to, or in a repository. What cannot be kept is computed again: no
# report depends on it.


MOST: Final = 40
"""Reports that are kept; of more the oldest go."""
LARGEST: Final = 20_000_000
"""Bytes of a report that is kept."""


def report_cache_key(folders: Iterable[Path], asked: Mapping[str, object]) -> str | None:
    """Return the cache key of a report: a digest of the folders' files, the shipped libraries, the request, and the program with its texts.

    A folder out of bounds has no key: what was found in it is not kept.
    """
    found = hashlib.sha256(json.dumps(asked, sort_keys=True, default=str).encode())
    for home, kinds in ((PACKAGE, ("*.py",)), (shipped_folder("locales"), ("*.po", "*.yaml"))):
        for path in sorted(path for kind in kinds for path in home.rglob(kind)):
            stat = path.stat()
            found.update(f"{path.relative_to(home)}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
    for folder in (*folders, shipped_libraries()):
        found.update(b"\1")
        try:
            files = read_folder(folder) if folder.is_dir() else ((folder, read_bounded_file(folder, LARGEST_BELOW)),)
            for path, content in files:
                if path.name != ANSWERS:  # what was decided about a report changes nothing that was found
                    found.update(os.fsencode(path.relative_to(folder) if path != folder else path.name) + b"\0")
                    found.update(
                        _sign_of(path) if isinstance(content, UnreadableFile) else hashlib.sha256(content).digest()
                    )
        except (UnreadableFile, OSError):
            return None
    return found.hexdigest()[:32]


def _sign_of(path: Path) -> bytes:
    """Return a signature that detects changes to a file without reading it."""
    stat = path.stat() if path.exists() else path.lstat()
    return f"{stat.st_dev} {stat.st_ino} {stat.st_size} {stat.st_mtime_ns}\0".encode()


def load_cached_report(key: str | None) -> Outcome | None:
    """Return the cached report under a key, if it exists and is complete."""
    folder = cache_folder()
    return None if folder is None or key is None else _read(folder / f"{key}.json")[1]


def list_cached_reports(ruleset: Path) -> Iterator[Outcome]:
    """Yield every cached report on current or earlier states of a ruleset, latest first."""
    folder = cache_folder()
    found = [] if folder is None or not folder.is_dir() else _oldest_first(folder)
    for path in reversed(found):
        of, outcome = _read(path)
        if outcome is not None and of == str(ruleset.resolve()):
            yield outcome


def _read(path: Path) -> tuple[str, Outcome | None]:
    """Read a cached report: its ruleset and its content."""
    try:
        match json.loads(path.read_text(encoding="utf-8")):
            case {"ruleset": str(ruleset), "outcome": outcome}:
                return ruleset, read_stored_outcome(outcome)
            case _:
                return "", None
    except (OSError, ValueError, RecursionError):
        return "", None


def _oldest_first(folder: Path) -> list[Path]:
    return [path for _, path in sorted((path.stat().st_mtime_ns, path) for path in folder.glob("*.json"))]


def cache_report(key: str | None, ruleset: Path, outcome: Outcome) -> None:
    """Cache a report on a ruleset under a key; errors are ignored."""
    folder = cache_folder()
    if folder is None or key is None:
        return
    text = json.dumps({"ruleset": str(ruleset.resolve()), "outcome": serialise_outcome(outcome)}, ensure_ascii=False)
    if len(text) > LARGEST:
        return
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / f"{key}.json", text.encode("utf-8"))
        for path in _oldest_first(folder)[:-MOST]:
            path.unlink(missing_ok=True)


def read_finding_sources(found: Iterable[Found], loaded: LoadedRuleset) -> None:
    """Read the files that findings refer to and that are not read yet; unreadable files are not shown."""
    spans = (span for one in found for span in (one.told.span, *(place for place, _ in one.told.related)))
    unread = {span.file for span in spans if span is not None and loaded.sources.text(span.file) is None}
    for folder in (Folder(path, Bag(), loaded.sources) for path in loaded.layers.folders):
        home = folder.span_name("")
        for name in sorted(file.removeprefix(home) for file in unread if file.startswith(home)):
            if folder.has(name):
                folder.text(name)


# -- What ``verify`` gives: what was found, with the decisions of the designer laid over it --------------------------


SOURCE: Final = "source"
"""The property of a rule that somebody says where it comes from."""


@dataclass(frozen=True, slots=True)
class Verified(VerificationReport):
    """A verification report; ``str()`` returns it in English, as the command prints it."""

    loaded: Any = field(repr=False, compare=False)

    def __str__(self) -> str:
        """Return the full report as text."""
        return "\n".join(report_lines(self, PLAIN, ENGLISH))

    def page(self, language: str = "en") -> str:
        """Return the report as one self-contained HTML file: ``Path("report.html").write_text(report.page("ro"), "utf-8")``."""
        # Pages open the words of a game, a fifth of what it costs to find out what is wrong.
        from reguli.app.verification.page_output import render_report_page

        return render_report_page(self, self.loaded, *_spoken(language))

    def matrix(self, language: str = "en") -> bytes:
        """Return statements, rules, examples, levels and wordings as a spreadsheet. Raises ``Refused`` (W503) without the spreadsheet library."""
        # As above.
        from reguli.app.verification.page_output import coverage_spreadsheet

        return coverage_spreadsheet(self, self.loaded, *_spoken(language))


def _spoken(language: str) -> tuple[InterfaceTexts, Translation]:
    locales = shipped_folder("locales")
    return load_interface_texts(language, locales), messages_of(language, locales)


def _answered(found: Found, answers: Answers) -> Judged:
    """Combine a finding with its answer; one that no statement decides becomes an open question."""
    answer = answers.to(found)
    if answer is None or found.told.code[0] != "V":
        return Judged(found)
    if answer.undecided:
        return Judged(replace(found, severity="open"), question=answer.because)
    return Judged(found, answer.because)


def _open_questions(answers: Answers, found: Sequence[Found], rules: Collection[str]) -> Iterator[Judged]:
    """Yield the open questions about rules of which nothing is found."""
    seen = {one.rule for one in found if one.severity == "open"}
    for answer in answers.by_id.values():
        if answer.undecided and answer.own and answer.id in rules and answer.id not in seen:
            told = make_finding("V605", answer.span, name=answer.id, question=answer.because)
            yield Judged(make_report_finding("static", "open", told, answer.id), question=answer.because)


def triage_findings(loaded: LoadedRuleset, budget: int, seed: int, against: str | None, outcome: Outcome) -> Verified:
    """Combine the findings with the designer's answers, and sort them."""
    ruleset, documents = loaded.ruleset, loaded.documents
    cited = () if ruleset is None else tuple(_cited(ruleset))
    outcome = Outcome(outcome.found, (*cited, *outcome.holds), outcome.examples, outcome.parts)
    answers = load_answers(loaded.layers, Bag(), loaded.sources)
    known = () if ruleset is None else tuple(citing_rules(ruleset))
    finished: set[str] = {LETTERS[one.part] for one in outcome.parts if one.state == "done"}
    # Where rules could not be bound, nobody knows which of them there are.
    left = () if ruleset is None else stale_answers(answers, outcome.found, finished, {*known})
    named = (make_report_finding("static", "warning", one, "", str(dict(one.args)["name"])) for one in left)
    told = [_answered(one, answers) for one in (*outcome.found, *named)]
    told += _open_questions(answers, [one.found for one in told], known)
    read_finding_sources((one.found for one in told), loaded)
    return Verified(
        loaded.name,
        loaded.name if documents is None else documents.game.name,
        "" if documents is None else documents.game.version,
        "" if documents is None else documents.digest,
        budget,
        seed,
        against,
        tuple(sorted(told, key=_place)),
        outcome.holds,
        () if ruleset is None else tuple(_rows(ruleset, outcome)),
        outcome.examples,
        outcome.parts,
        tuple(name for name in known if name.startswith(RULE)),
        loaded.sources,
        loaded,
    )


def _cited(ruleset: Ruleset) -> Iterator[Holds]:
    """Yield the statements that each rule cites."""
    for name, citer in citing_rules(ruleset).items():
        if name.startswith(RULE) and citer.cites:
            yield Holds(strip_rule_sort(name), SOURCE, Level.CITED, Said("why.cites", names=", ".join(citer.cites)))


def _place(one: Judged) -> tuple[int, bool, bool, int, str, int, int, str]:
    """Return the sort key of a finding: severity, where to look first, answered ones last, mutants killed by its example, then the place in the files."""
    span = one.found.told.span
    at = ("", 0, 0) if span is None else (span.file, span.line, span.column)
    first = one.found.told.code != LOCALIZED
    return (
        ORDER.index(one.found.severity),
        first,
        one.accepted is not None,
        -max(one.found.notices, 1),
        *at,
        one.found.id,
    )


def _rows(ruleset: Ruleset, outcome: Outcome) -> Iterator[StatementRow]:
    """Yield the citing rules and the evidence for each statement."""
    held = levels_by_rule(outcome.holds)
    shown: dict[str, list[str]] = {}
    for ran in outcome.examples:
        for cite in ran.cites:
            shown.setdefault(cite, []).append(ran.id)
    for entry in ruleset.documents.inventory:
        rules = ruleset.citations.get(entry.id, ())
        own = {rule: held.get(strip_rule_sort(rule), []) for rule in rules}
        exercised = tuple(rule for rule, by in own.items() if any(one.level == Level.EXAMPLE for one in by))
        levels = _best(one for by in own.values() for one in by)
        yield StatementRow(
            entry.id, entry.statement, entry.state, rules, tuple(shown.get(entry.id, ())), exercised, levels
        )


def _best(holds: Iterable[Holds]) -> tuple[tuple[str, Level], ...]:
    """Return the highest level of each property; levels of different properties are never merged."""
    found: dict[str, Level] = {}
    for one in holds:
        found[one.property] = max(found.get(one.property, Level.UNCHECKED), one.level)
    return tuple(sorted(found.items()))


# -- runner ----------------------------------------------------------------------------------------------------------


LOCALIZING: Final = 0.25
"""The share of the budget for the rules to which failing examples point."""
UNITS: Final = 60
"""The default budget: about a minute of one core."""
Told = Callable[[Part, str, int, int], None]
"""Is told which part is at work, at what, how many of it are done, and of how many (0: not known)."""


@dataclass(frozen=True, slots=True)
class VerificationRequest:
    """A verification request: units of budget, the comparison base, the parts (none: all), a seed, a folder of recorded games."""

    budget: int = UNITS
    against: str | None = None
    only: tuple[str, ...] = ()
    seed: int = 0
    saves: Path | None = None
    cluster: str | None = None
    """The address of a dask scheduler whose workers try the mutants; the report is the same."""


def verify(
    loaded: LoadedRuleset, order: VerificationRequest | None = None, told: Told = ignore_progress, *, anew: bool = False
) -> Verified:
    """Verify a ruleset that is opened but not yet read.

    What was found is kept, and given again while no file is another one, unless it is wanted ``again``. Ctrl-C ends it, and what was found until
    then is given. Raises ``ClusterTrouble``, ``Refused`` (X111) for a part that there is not, X105 for a folder that cannot be read, and as ``load_comparison_base`` does.
    """
    wanted = order or VerificationRequest()
    require_known_values(wanted.only or PARTS, [*PARTS], Said("thing.part_of_verification"))
    check_option_values(loaded)
    check_cluster(wanted.cluster)
    if wanted.saves is not None:
        with file_read_errors(wanted.saves):
            next(wanted.saves.iterdir(), None)
    with ExitStack() as stack:
        base = (
            stack.enter_context(
                load_comparison_base(
                    loaded, wanted.against, wanted.seed, lambda done, _: told("regression", f"git {done}", 0, 0)
                )
            )
            if _compares(wanted)
            else None
        )
        key = report_cache_key(_looked_at(loaded, base, wanted), _asked(loaded, wanted, base))
        outcome = None if anew else load_cached_report(key)
        if outcome is None:
            outcome = _Run(loaded, wanted, base, told).outcome()
            if not any(one.state == "interrupted" for one in outcome.parts):
                cache_report(key, loaded.path, outcome)
        return triage_findings(loaded, wanted.budget, wanted.seed, None if base is None else base.said, outcome)


def _compares(order: VerificationRequest) -> bool:
    return any(spec.needs_base and (not order.only or part in order.only) for part, spec in PARTS.items())


def _asked(loaded: LoadedRuleset, order: VerificationRequest, base: ComparisonBase | None) -> dict[str, object]:
    named = None if base is None else base.said
    besides: dict[str, object] = {"base": named, "options": dict(loaded.options), "only": sorted(order.only)}
    if base is not None or not order.only or "mutation" in order.only:
        besides["accepted"] = sorted(_accepted(loaded))
    # Who answers a finding looks for it among the reports on that folder: one on a copy of it elsewhere is another report.
    besides["place"] = loaded.path.resolve()
    return {"name": loaded.name, "budget": order.budget, "seed": order.seed, **besides}


def _accepted(loaded: LoadedRuleset) -> frozenset[str]:
    return load_answers(loaded.layers, Bag(), loaded.sources).accepted


def _looked_at(loaded: LoadedRuleset, base: ComparisonBase | None, order: VerificationRequest) -> Iterator[Path]:
    yield from loaded.layers.folders
    if loaded.path.is_file():
        yield loaded.path
    if base is not None and base.subject is not None:
        yield from base.subject.opened.layers.folders
    if order.saves is not None:
        yield order.saves


@dataclass(slots=True)
class _Run:
    """One run of all parts; it holds the results so far, so that an interruption loses nothing."""

    loaded: LoadedRuleset
    order: VerificationRequest
    base: ComparisonBase | None
    told: Told
    found: list[Found] = field(default_factory=list)
    holds: list[Holds] = field(default_factory=list)
    ran: list[Ran] = field(default_factory=list)
    parts: list[PartDone] = field(default_factory=list)
    came: Mapping[Part, Sequence[JobResult | None]] = field(default_factory=dict)
    """What came of the pieces of each part that falls into some; nothing of those that nobody did."""

    def outcome(self) -> Outcome:
        """Run all requested parts."""
        subject, bag = self._subject()
        self.found += [
            make_report_finding("static", "error", one, "", finding_anchor(one, self.loaded.sources)) for one in bag
        ]
        work, budget = None if subject is None else self._work(subject), budget_of_units(self.order.budget)
        if work is not None:
            self.came = self._pieces(work, budget.left)
        for part in PARTS:
            self.parts.append(self._part(part, work, budget))
        self.found = list(_told_better(self.found))
        return Outcome(_once(self.found), tuple(self.holds), tuple(self.ran), tuple(self.parts))

    def _pieces(self, work: PartInput, steps: int) -> Mapping[Part, Sequence[JobResult | None]]:
        """Run the jobs of all parts in parallel; an interruption keeps the finished ones."""
        asked = {
            part: tuple(made(work, steps))
            for part, spec in PARTS.items()
            if (made := spec.pieces) and self._wants(part)
        }
        pieces = [(part, piece) for part, own in asked.items() for piece in own]
        longest = [number for number, (_, piece) in enumerate(pieces) if piece.long]
        tables = [piece.table for _, piece in pieces]
        done: dict[int, JobResult] = {}
        with (
            suppress(KeyboardInterrupt),
            closing(run_parallel_tasks([piece.do for _, piece in pieces], sharing=tables, longest=longest)) as come,
        ):
            for number, came in come:
                part, piece = pieces[number]
                self.told(part, piece.what, len(done), len(pieces))
                done[number] = came
        return {part: [done.get(at) for at, (of, _) in enumerate(pieces) if of == part] for part in asked}

    def _subject(self) -> tuple[Subject | None, Bag]:
        """Check the rules; return the subject for further parts, if the rules are playable."""
        ruleset = self.loaded.ruleset
        if self._wants("static") or ruleset is None:
            check(self.loaded)
        if ruleset is None:
            return None, self.loaded.bag
        # Read here, for a worker of a cluster has no files.
        guides = partial(_bots, load_all_bots(self.loaded.layers, Bag()))
        return verification_target(self.loaded, ruleset, self.order.seed, guides), self.loaded.bag

    def _wants(self, part: Part) -> bool:
        return not self.order.only or part in self.order.only

    def _work(self, subject: Subject) -> PartInput:
        loaded, saves = self.loaded, self.order.saves
        accepted = _accepted(loaded)
        opened = cache(lambda: open_variant_origin(loaded, subject, accepted, self.order.seed))
        return PartInput(
            subject,
            loaded.sources,
            self.base,
            saves,
            accepted,
            partial(spread_pieces, cluster=self.order.cluster),
            opened,
        )

    def _part(self, part: Part, work: PartInput | None, budget: Budget) -> PartDone:
        state = self._why_not(part, work)
        if state is not None or work is None:
            return PartDone(part, state or "impossible")
        share = budget.share(self._share(part))
        given = share.left
        try:
            for one in self._found_by(part, work, share):
                self._take(one)
        except KeyboardInterrupt:
            state = "interrupted"
        taken = given - share.left
        budget.give_back(Budget(share.left))
        return PartDone(part, state or ("cut" if share.cut else "done"), given, taken, share.cut)

    def _why_not(self, part: Part, work: PartInput | None) -> State | None:
        """Return the reason why a part is not run, if any."""
        if not self._wants(part):
            return "unasked"
        if work is None or not self._can_compare(part):
            return "impossible"
        broken_off = PARTS[part].run and any(one.state == "interrupted" for one in self.parts)
        return "interrupted" if broken_off else None

    def _can_compare(self, part: Part) -> bool:
        return not PARTS[part].needs_base or self.base is not None or self.order.saves is not None

    def _share(self, part: Part) -> float:
        """Return a part's share of the remaining budget: all of it for the last part."""
        left = [one for one in [*PARTS][[*PARTS].index(part) :] if self._wants(one) and self._can_compare(one)]
        own, whole = PARTS[part].share, sum(PARTS[one].share for one in left)
        return own / whole if own else 1.0

    def _found_by(self, part: Part, work: PartInput, share: Budget) -> Iterator[Found | Holds | Ran]:
        run = PARTS[part].run
        if run is None:
            return chain(self._run_pieces(part, share), self._suspects(part, work, share))
        return run(work, share, lambda what, done, of: self.told(part, what, done, of))

    def _run_pieces(self, part: Part, share: Budget) -> Iterator[Found | Holds | Ran]:
        """Yield the results of a part's jobs."""
        done = [came for came in self.came[part] if came is not None]
        for came in done:
            share.spend(came.taken)
            share.cut += came.cut
            yield from came.found
        if len(done) < len(self.came[part]):
            # What is missing was broken off while pieces of all parts were done; here it is told of this part.
            raise KeyboardInterrupt

    def _suspects(self, part: Part, work: PartInput, share: Budget) -> Iterator[Found]:
        """Yield the rules to which failing examples of the ruleset itself point; where a variant breaks those of its base, its change is known."""
        if part == "examples" and any(one.part == part and one.severity == "error" for one in self.found):
            # When it is its turn.
            from reguli.verify.mutation.fault_localization import find_suspects

            budget = share.share(LOCALIZING)
            yield from find_suspects(work.subject, budget, lambda what, done, of: self.told(part, what, done, of))
            share.give_back(budget)

    def _take(self, one: Found | Holds | Ran) -> None:
        match one:
            case Found():
                self.found.append(one)
            case Holds():
                self.holds.append(one)
            case Ran():
                self.ran.append(one)


def _bots(declared: Sequence[BotDecl], program: Playable) -> Sequence[Guide]:
    # Bots are loaded where somebody plays.
    from reguli.app.smoke_test import compile_bots

    return [bot for _, bot in compile_bots(declared, program)]


def _told_better(found: Sequence[Found]) -> Iterator[Found]:
    """Yield findings, with a failing base example (V604) merged into the finding that wanted changes explain it (V307).

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


def _once(found: Sequence[Found]) -> tuple[Found, ...]:
    """Return the findings without duplicates; of several with one id the first keeps it, and the others get a number."""
    seen: dict[str, int] = {}
    known: dict[tuple[str, Diagnostic], None] = {}
    made = []
    for one in found:
        if (one.id, one.told) in known:
            continue
        known[one.id, one.told] = None
        seen[one.id] = seen.get(one.id, 0) + 1
        name = one.id if seen[one.id] == 1 else finding_id(one.part, "again", one.id, str(seen[one.id]))
        made.append(one if name == one.id else Found(name, one.part, one.severity, one.told, one.rule, one.offered))
    return tuple(made)


# -- What a designer answers to a report: an example that is kept, a finding that is accepted ------------------------


EXAMPLES: Final = "examples"


@dataclass(frozen=True, slots=True)
class TriageResult:
    """The written file, and the result of the adopted example; if it fails, the rules contradict it."""

    file: Path
    result: ExampleResult | None = None


def suppress_finding(loaded: LoadedRuleset, name: str, because: str, *, undecided: bool = False) -> TriageResult:
    """Record in ``verify.yaml`` the reason for accepting a finding, or all gaps of a rule. With ``undecided``, record instead that no rulebook statement settles it.

    Raises ``Refused``: X103 for a question about what is wrong or changed, X152 for what no report found, X154 for a mistake, X155 where answers have
    no place.
    """
    folder = _home(loaded)
    if RULE_ID.fullmatch(name) is None:
        found = find_reported_finding(loaded, name)
        if not found.told.code.startswith("V"):
            raise make_refusal("X154", name=name, told=finding_sentence_value(found.told))
        if undecided and found.severity in RED:
            raise make_refusal("X103", command="reguli accept", why=Said("why.no_question", name=name))
    file = folder / ANSWERS
    with folder_lock(folder):
        known = read_utf8_file(file) if folder_has_entry(file) else ""
        write_file(file, insert_answer(known, name, because, undecided=undecided))
    return TriageResult(file)


def adopt_example(loaded: LoadedRuleset, name: str, reading: int) -> TriageResult:
    """Write the example of a finding with one of its two readings (1 or 2), and run it.

    Raises ``Refused``: X152 for what no report found, X153 for a finding without an example, X155 where examples have no place, X156 for
    one that is there already.
    """
    folder = _home(loaded)
    offered = find_reported_finding(loaded, name).offered
    if offered is None:
        raise make_refusal("X153", name=name)
    file = folder / EXAMPLES / Path(offered.file).name
    with folder_lock(folder):
        known_examples = LoadedRuleset(loaded.name, loaded.options).examples
        if offered.id in known_examples:
            raise make_refusal("X156", name=offered.id, file=known_examples[offered.id].span.file)
        with file_write_errors(file):
            file.parent.mkdir(exist_ok=True)
        known = read_utf8_file(file) if folder_has_entry(file) else f"{HEAD}{BEGUN}\n"
        write_file(file, f"{known.rstrip()}\n{offered_example_yaml(offered, reading)}")
    anew = LoadedRuleset(loaded.name, loaded.options)
    if anew.documents is None or anew.ruleset is None:
        return TriageResult(file)
    result = next(run_examples(anew, Bag(), only=[offered.id]), None)
    loaded.sources.add(file.name if result is None else result.span.file, read_utf8_file(file))
    return TriageResult(file, result)


def save_baseline(loaded: LoadedRuleset) -> TriageResult:
    """Write a baseline of a ruleset and its play to its folder, for later comparison by ``verify --against baseline``.

    The ruleset is one without findings. Raises ``Refused``: X155 where the file has no place; ``Findings`` where a game cannot go on.
    """
    file = _home(loaded) / BASELINE_FILE
    with load_comparison_base(loaded, None, 0) as base:
        assert loaded.ruleset is not None
        # What plays games is loaded where some are played.
        from reguli.verify.regression.baseline_snapshot import StoppedError
        from reguli.verify.regression.regression_part import baseline_text

        try:
            text = baseline_text(verification_target(loaded, loaded.ruleset), None if base is None else base.subject)
        except StoppedError as stopped:
            raise Findings([stopped.told], loaded.sources) from stopped
    write_file(file, text)
    return TriageResult(file)


def find_reported_finding(loaded: LoadedRuleset, name: str) -> Found:
    """Return a finding of the latest cached report that has it; without a cached report, of a new one. Raises ``Refused`` (X152)."""
    known: dict[str, Found] = {}
    for outcome in list_cached_reports(loaded.path):
        for found in outcome.found:
            known.setdefault(found.id, found)
        if name in known:
            return known[name]
    # Without the comparison an example of the base that fails is a finding of its own.
    for order in (VerificationRequest(only=("examples",)), VerificationRequest()) if not known else ():
        known |= {one.found.id: one.found for one in verify(LoadedRuleset(loaded.name, loaded.options), order).judged}
        if name in known:
            return known[name]
    raise make_refusal("X152", near=closest_name(name, known), ruleset=loaded.name, name=strip_rule_sort(name))


def _home(loaded: LoadedRuleset) -> Path:
    """Return the folder of the answers file."""
    if loaded.path.is_file():
        raise make_refusal("X155", name=loaded.name)
    return loaded.path

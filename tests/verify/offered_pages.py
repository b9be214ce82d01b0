"""Reports with findings that a test thought up: an example that nobody wrote, offered with two readings, in games with a board and without."""

from __future__ import annotations

from collections.abc import Iterable
from html.parser import HTMLParser

from reguli.app.verification.runner import Verified, triage_findings
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import make_finding
from reguli.source.finding_catalogue import Said
from reguli.verify.report import Found, Holds, Level, Offered, Outcome, PartDone, Reading
from reguli.words.placeholders.rule_citations import citing_rules

TAKEN = "rule:play/turn/place/cell_taken"
GIVEN = """
- id: taken_by_the_other
  cites: [T3]
  players: 2
  names: {a: {ro: Ana, hu: Anna, en: Ann}, b: {ro: Dan, hu: Bence, en: Ben}}
  setup: initial
  at: {phase: play, decision: turn, by: a}
  state:
    "a1.marks": {b: 1}
  when:
    - {move: place b2, by: a}
    - {move: place c3, by: b}
"""
REFUSED = "{refused: place b2, by: a, because: cell_taken}"
ALLOWED = "{value: b2.marks, is: {a: 2}}"
"""What the rules say today of a cell that is taken, and what they do not."""
DONE = (PartDone("examples", "done"), PartDone("mutation", "cut", 4000, 4000, 3), PartDone("fuzz", "unasked"))


def offered(given: str = GIVEN, first: str = REFUSED, second: str = ALLOWED) -> Offered:
    """An example with two readings, of which the first is how the rules are."""
    readings = Reading(first, Said("differs.nothing"), True), Reading(second, Said("differs.same_text"), False)
    return Offered("taken_by_the_other", "examples/offered.yaml", given, readings, 1)


def gap(loaded: LoadedRuleset, rule: str = TAKEN, example: Offered | None = None, name: str = "S-000001") -> Found:
    """What no example notices, at the place of a rule."""
    assert loaded.ruleset is not None
    told = make_finding(
        "V302", citing_rules(loaded.ruleset)[rule].span, path="place", before="marks = 0", now="marks = 1"
    )
    return Found(name, "mutation", "gap", told, rule, example)


def report_on(name: str, found: Iterable[Found] = (), held: Iterable[Holds] = ()) -> Verified:
    """A report on a ruleset with some findings and levels, as if parts had come to them."""
    loaded = LoadedRuleset(name)
    return triage_findings(loaded, 20, 0, None, Outcome(tuple(found), tuple(held), (), DONE))


def of_tic_tac_toe() -> Verified:
    """The report that most tests look at: a gap with an example, one without, a question; rules held in several ways."""
    loaded = LoadedRuleset("tic_tac_toe")
    first, second = gap(loaded, example=offered()), gap(loaded, "rule:define.lines", name="S-000002")
    question = Found("S-000003", "mutation", "open", second.told, "rule:define.lines")
    held = (
        Holds("play/turn/place/cell_taken", "tested_property", Level.EXAMPLE, Said("differs.nothing")),
        Holds("define.lines", "tested_property", Level.TESTED, Said("differs.nothing")),
        Holds("define.completes_line", "tested_property", Level.PROVED, Said("differs.nothing")),
    )
    return report_on("tic_tac_toe", (first, second, question), held)


class Outline(HTMLParser):
    """A page as tests read it: elements in order, texts of elements that have an id, texts of scripts and headings."""

    VOID = frozenset(("meta", "input", "br"))

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.scripts: list[str] = []
        self.headings: list[tuple[int, str]] = []
        self._open: list[tuple[str, str | None]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in self.VOID:
            return
        self._open.append((tag, dict(attrs).get("id")))
        if tag == "script":
            self.scripts.append("")
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.headings.append((int(tag[1]), ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in self.VOID:
            return
        known, _ = self._open.pop()
        assert known == tag, f"</{tag}> ends <{known}>"

    def handle_data(self, data: str) -> None:
        for tag, name in self._open:
            if name is not None:
                self.texts[name] = self.texts.get(name, "") + data
            if tag == "script":
                self.scripts[-1] += data
            elif len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
                level, text = self.headings[-1]
                self.headings[-1] = level, text + data

    @property
    def ids(self) -> list[str]:
        """Every id, in order."""
        return [str(attributes["id"]) for _, attributes in self.tags if "id" in attributes]

    def those(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a name."""
        return [attributes for name, attributes in self.tags if name == tag]

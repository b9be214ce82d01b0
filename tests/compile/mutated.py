"""Rulesets changed at random that still pass ``check``: the same one for the same seed and number.

Every third comes from a shipped game. In every fourth a statement writes to, moves or is handed an element that a choice from nothing may have given.
Files are changed as text, so that what is played went through everything that a designer's own mistake goes through.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

from interpreter_pairs import FOLDERS, TOP

from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.document_nodes import StateDecl

SEED = 33
SHIPPED = tuple(folder for folder in FOLDERS if folder.parent == TOP / "rulesets")
TOYS = tuple(folder for folder in FOLDERS if folder not in SHIPPED)
SHIPPED_SHARE = 3
"""One in so many comes from a shipped game."""
EMPTY = frozenset({0, 2})
"""What is left of the numbers, divided by five, of those with a choice from nothing: two of five."""
ATTEMPTS = 60
"""So many changes of one ruleset are tried before another ruleset is taken."""
UNREAD = frozenset(
    {
        "examples",
        "words",
        "facts",
        "book.yaml",
        "card.yaml",
        "setup.yaml",
        "summary.yaml",
        "pieces.yaml",
        "verify.yaml",
        "bots.yaml",
        "counts.yaml",
    }
)
"""What rules do not depend on."""

SWAPS: Sequence[tuple[str, str]] = (
    (r"\band\b", "or"),
    (r"\bor\b(?! \w+:| \w+, )", "and"),
    (r" = ", " != "),
    (r" != ", " = "),
    (r" < ", " <= "),
    (r" <= ", " < "),
    (r" > ", " >= "),
    (r" >= ", " > "),
    (r" \+ ", " - "),
    (r" - ", " + "),
    (r" \* ", " + "),
    (r"\bfirst\(", "last("),
    (r"\blast\(", "first("),
    (r"\bnext\(", "previous("),
    (r"\bprevious\(", "next("),
    (r"\bsum\(", "max("),
    (r"\bmax\(", "min("),
    (r"\bmin\(", "max("),
    (r"\bsome\b", "no"),
    (r"\bevery\b", "some"),
    (r"\bno\b", "every"),
    (r"\bis not empty\b", "is empty"),
    (r"\bis empty\b", "is not empty"),
    (r"\bis not none\b", "is none"),
    (r"\bis none\b", "is not none"),
    (r"\bnot in\b", "in"),
    (r"\bnot (?=\w)", ""),
    (r"\bunion\b", "without"),
    (r"\bwithout\b", "common"),
    (r"\bcommon\b", "union"),
    (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"),
    (r"\badd\b", "subtract"),
    (r"\bsubtract\b", "add"),
    (r"\bappend (\S+) to\b", r"remove \1 from"),
    (r"\bremove (\S+) from\b", r"append \1 to"),
    (r"\bup to\b", ""),
    (r"\bmove (?=\w+ of )", "move up to "),
    (r"\brounded up\b", "rounded down"),
    (r"\brounded down\b", "rounded up"),
    (r" descending\b", ""),
    (r" to top of ", " to bottom of "),
    (r" to bottom of ", " to top of "),
    (r"\b0\b", "1"),
    (r"\b1\b", "0"),
    (r"\b1 \.\.", "0 .."),
    (r", or \w+(?=[ ,:])", ""),
    (r", repeatedly\b", ""),
    (r", all or nothing\b", ""),
    (r", secretly\b", ""),
    (r" where not (\w[\w.]*)", r" where \1"),
    (r" where (\w[\w.]*)(?= |\)|:|$)", r" where not \1"),
    (r"\bif (?=\w)", "if not "),
    (r"\bneeds (?=\w)", "needs not "),
    (r" where [^()]*(?=\))", ""),
    (r" until [^:]*(?=:)", ""),
    (r"\blater run\b", "run"),
    (r"\brun (?=\w)", "later run "),
    (r"set (\S+) to (?!none)\S[^\n]*", r"set \1 to none"),
)
"""What stands in a rule, and what stands there instead."""
STATEMENT = re.compile(
    r"(?:let|set|add|subtract|pay|move|draw|shuffle|by lot|append|remove|sort|run|later|announce|settle|end|if|for|while|repeat|needs) "
)
ITEM = re.compile(r"(?:phase|procedure|whenever|when|at|waive) ")


class Mutated(NamedTuple):
    """A ruleset that was changed and passes every check: where it came from, what was changed, and whether a choice from nothing is in it."""

    name: str
    changes: tuple[str, ...]
    empty: bool
    loaded: LoadedRuleset


def mutated(number: int, home: Path, seed: int = SEED) -> Mutated:
    """Return the ruleset of a number; it is written into a folder below ``home``, which is emptied first."""
    dice, empty = Random(f"{seed} {number}"), number % 5 in EMPTY
    folders = SHIPPED if number % SHIPPED_SHARE == 0 else TOYS
    for at in count(number // SHIPPED_SHARE):
        folder = folders[at % len(folders)] if number % SHIPPED_SHARE == 0 else dice.choice(folders)
        for _ in range(ATTEMPTS):
            texts, changes = _changed(folder, dice, empty=empty)
            if not changes:
                continue
            loaded = LoadedRuleset(str(_written(folder, texts, home)))
            if loaded.checked and loaded.ruleset is not None:
                return Mutated(folder.name, changes, empty, loaded)
    raise AssertionError(number)


def _written(folder: Path, texts: Mapping[str, str], home: Path) -> Path:
    goal = home / folder.name
    shutil.rmtree(goal, ignore_errors=True)
    shutil.copytree(folder, goal, ignore=lambda at, names: UNREAD.intersection(names) if Path(at) == folder else ())
    for name, text in texts.items():
        (goal / name).write_text(text, encoding="utf-8")
    return goal


@cache
def _texts(folder: Path) -> Mapping[str, str]:
    """Read what may be changed: rules, and the numbers of the game."""
    paths = [*sorted(folder.rglob("*.rules")), *(path for path in [folder / "constants.yaml"] if path.exists())]
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in paths}


@cache
def _bound(folder: Path) -> Ruleset:
    found = LoadedRuleset(str(folder)).ruleset
    assert found is not None
    return found


def _changed(folder: Path, dice: Random, *, empty: bool) -> tuple[dict[str, str], tuple[str, ...]]:
    """Change a few things; give the files that are other than they were, and what was changed."""
    texts, changes, known = dict(_texts(folder)), list[str](), _texts(folder)
    if empty and not _put_in(texts, _bound(folder), dice, changes):
        return {}, ()
    for _ in range(dice.choice((0, 1, 1, 2)) if empty else dice.choice((1, 1, 2, 3))):
        change = dice.choice((_swapped, _swapped, _swapped, _swapped, _moved, _moved, _wrapped, _number))
        name = dice.choice(
            [one for one in sorted(texts) if one.endswith(".yaml") == (change is _number)] or sorted(texts)
        )
        found = change(texts[name], dice)
        if found is not None and found[0] != texts[name]:
            texts[name] = found[0]
            changes.append(f"{name}: {found[1]}")
    return {name: text for name, text in texts.items() if text != known[name]}, tuple(changes)


Change = Callable[[str, Random], tuple[str, str] | None]
"""Gives a text that was changed, and what was changed in it."""


def _swapped(text: str, dice: Random) -> tuple[str, str] | None:
    """Put something else in the place of a word or sign."""
    pattern, instead = dice.choice(SWAPS)
    places = [one for one in re.finditer(pattern, text, re.MULTILINE) if not _is_remark(text, one.start())]
    return _instead(text, dice.choice(places), instead) if places else None


def _instead(text: str, place: re.Match[str], instead: str) -> tuple[str, str]:
    new = place.expand(instead)
    line = text.count("\n", 0, place.start()) + 1
    return text[: place.start()] + new + text[place.end() :], f"{line}: {place.group()!r} -> {new!r}"


def _is_remark(text: str, at: int) -> bool:
    return "#" in text[text.rfind("\n", 0, at) + 1 : at]


def _number(text: str, dice: Random) -> tuple[str, str] | None:
    """Make a number of the game one greater or smaller."""
    places = [*re.finditer(r"(?<=value: )\d+", text)]
    if not places:
        return None
    one = dice.choice(places)
    return _instead(text, one, str(max(0, int(one.group()) + dice.choice((-1, 1)))))


def _moved(text: str, dice: Random) -> tuple[str, str] | None:
    """Leave a statement out, say it twice, or put it elsewhere, with all that stands in it."""
    lines = text.splitlines()
    places = [at for at, line in enumerate(lines) if STATEMENT.match(line.lstrip()) and line.startswith(" ")]
    if not places:
        return None
    at, how = dice.choice(places), dice.choice(("out", "twice", "elsewhere", "too"))
    end = _end(lines, at)
    block, goal = lines[at:end], dice.choice(places)
    said = f"{at + 1}: {how} {block[0].strip()!r}"
    if how == "twice":
        return "\n".join([*lines[:end], *block, *lines[end:]]) + "\n", said
    if how == "out":
        return "\n".join([*lines[:at], *lines[end:]]) + "\n", said
    if at <= goal < end:
        return None
    indented = _indented(block, _depth(lines[goal]))
    new = [*lines[:goal], *indented, *lines[goal:]]
    if how == "elsewhere":
        first = at + len(block) if goal <= at else at
        del new[first : first + len(block)]
    return "\n".join(new) + "\n", f"{said} at {goal + 1}"


def _wrapped(text: str, dice: Random) -> tuple[str, str] | None:
    """Let a statement depend on a condition that stands elsewhere."""
    lines = text.splitlines()
    places = [at for at, line in enumerate(lines) if STATEMENT.match(line.lstrip()) and line.startswith(" ")]
    conditions = [
        one.group(1)
        for one in re.finditer(r"\b(?:if|while|needs|where) ([^:\n#]+?)(?= because|:|\)$|$)", text, re.MULTILINE)
    ]
    if not places or not conditions:
        return None
    at, condition = dice.choice(places), dice.choice(conditions)
    end, depth = _end(lines, at), _depth(lines[at])
    new = [*lines[:at], f"{' ' * depth}if {condition}:", *_indented(lines[at:end], depth + 4), *lines[end:]]
    return "\n".join(new) + "\n", f"{at + 1}: if {condition}"


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _end(lines: Sequence[str], at: int) -> int:
    """Return the line behind a statement and all that stands in it."""
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or _depth(lines[end]) > _depth(lines[at])):
        end += 1
    return end


def _indented(block: Sequence[str], depth: int) -> list[str]:
    shift = depth - _depth(block[0])
    return [" " * max(0, _depth(line) + shift) + line.lstrip() if line.strip() else line for line in block]


# -- choices from nothing ----------------------------------------------------------------------------------------


def _put_in(texts: dict[str, str], ruleset: Ruleset, dice: Random, changes: list[str]) -> bool:
    """Put in a choice from nothing with a write at what was chosen; tell whether that could be done."""
    found = {
        kind.id: [*_writes(ruleset, kind)] for kind in ruleset.kinds.values() if kind.elements and kind.form != "tokens"
    }
    kind = ruleset.kinds[dice.choice([name for name, written in found.items() if written])]
    # What C135 finds passes no check, but where what it knows of the place is wrong.
    unseen = [one for one in found[kind.id] if not SEEN.match(one)]
    statement = dice.choice(unseen if unseen and dice.random() < 0.85 else found[kind.id])
    name = dice.choice(sorted(name for name in texts if name.endswith(".rules")))
    lines = texts[name].splitlines()
    bodies = [at for at, line in enumerate(lines) if STATEMENT.match(line.lstrip()) and line.startswith(" ")]
    waivers = [at for at, line in enumerate(lines) if line.startswith("waive ")]
    if not bodies:
        return False
    at, depth = dice.choice(waivers or bodies), 4
    if at in waivers and dice.random() < 0.5:
        at += 1
        if not lines[at - 1].endswith("then:"):
            lines[at - 1] += " then:"
    else:
        at = dice.choice(bodies)
        depth = _depth(lines[at])
    statements = (f"let gap = {dice.choice([*_choices(ruleset, kind)])}", statement)
    lines[at:at] = [" " * depth + one for one in statements]
    texts[name] = "\n".join(lines) + "\n"
    changes.append(f"{name}: {at + 1}: {'; '.join(statements)}")
    return True


SEEN = re.compile(r"(?:set gap\.\w+ to (?:true|not |0)|add 1 to gap\.|append .* to gap\.|move .*gap\.)")
"""Statements by which a number, a set or a truth of the element is asked."""


def _choices(ruleset: Ruleset, kind: Kind) -> Iterator[str]:
    """Yield choices that may find nothing, or never find anything."""
    several = f"all other_one in {kind.plural} where"
    yield f"first({several} other_one != other_one)"
    yield f"last({several} round = 0)"
    yield f"first({several} count({kind.plural}) = round)"
    yield f"first({several} other_one = last({kind.plural}))"
    yield f"first({{last({several} round = 0), last({several} other_one != first({kind.plural}))}})"
    for declared in ruleset.state.values():
        if declared.owner == kind.id and not declared.by:
            if declared.form == "flag":
                yield f"first({several} other_one.{declared.id})"
            elif declared.form == "number":
                yield f"last({several} other_one.{declared.id} > 1)"
            elif declared.form == "element":
                yield f"first({several} other_one.{declared.id} is not none)"
            elif declared.form == "zone":
                yield f"first({several} other_one.{declared.id} is not empty)"
        if f"game.{declared.id}" in ruleset.absent.fields and declared.of == kind.id and not declared.by:
            yield declared.id


def _writes(ruleset: Ruleset, kind: Kind) -> Iterator[str]:
    """Yield statements that do something to, at or with ``gap``, an element of a kind."""
    for declared in ruleset.state.values():
        if declared.owner == kind.id and not declared.by:
            yield from _written_to(f"gap.{declared.id}", declared, ruleset)
        if len(declared.by) == 1 and declared.by[0].name == kind.id:
            yield from _written_to(f"{_of_some(declared, ruleset)}[gap]", declared, ruleset)
        if declared.of == kind.id and not declared.by:
            yield from _given_to(_of_some(declared, ruleset), declared)
    for tokens in ruleset.kinds.values():
        zones = [one for one in ruleset.state.values() if one.form == "zone" and one.of == tokens.id and not one.by]
        if tokens.variety == kind.id and len(zones) > 1:
            first, *_, last = (_of_some(one, ruleset) for one in zones)
            yield from (f"move up to 1 of gap from {first} to {last}", f"move all of gap from {last} to {first}")
    for name, procedure in ruleset.procedures.items():
        if [getattr(one.type, "kind", "") for one in procedure.parameters] == [kind.id]:
            yield f"run {name}(gap)"
    for of, field in ruleset.piece_rules:
        if of == kind.id and not any(one is not None and one.parameters for one in ruleset.piece_rules[of, field]):
            yield f"run gap.{field}()"


def _of_some(declared: StateDecl, ruleset: Ruleset) -> str:
    """Name a field of the game, or of the first element that has it."""
    return declared.id if declared.owner == "game" else f"first({ruleset.kinds[declared.owner].plural}).{declared.id}"


def _given_to(place: str, declared: StateDecl) -> Iterator[str]:
    match declared.form:
        case "zone":
            yield f"move gap to {place}" if declared.order != "stack" else f"move gap to top of {place}"
        case "list" | "set":
            yield from (f"append gap to {place}", f"remove gap from {place}")
        case "element":
            yield f"set {place} to gap"
        case _:
            return


def _written_to(place: str, declared: StateDecl, ruleset: Ruleset) -> Iterator[str]:
    several = "" if declared.of not in ruleset.kinds else ruleset.kinds[declared.of].plural
    match declared.form:
        case "flag":
            yield from (f"set {place} to true", f"set {place} to not {place}")
        case "number":
            yield from (f"add 1 to {place}", f"set {place} to 0")
        case "element":
            yield from (f"set {place} to none", f"set {place} to first({several})", f"set {place} to {place}")
        case "list" | "set":
            yield f"append first({several}) to {place}"
        case "zone":
            for other in ruleset.state.values():
                if other.owner == "game" and other.form == "zone" and other.of == declared.of and not other.by:
                    yield from (f"move all from {place} to {other.id}", f"move up to 1 from {other.id} to {place}")
        case _:
            return

"""Identifiers of a ruleset: where an id stands in its files, what it names, and what becomes of them when it is renamed.

An id is renamed wherever it stands, as ids that are spelled alike belong together: a parameter is named like its kind, a field like what
it holds, a wording by what it says. Since the new id stands nowhere yet, nothing that was told apart before becomes one.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reguli.app.errors import make_refusal
from reguli.editor.open_rulesets import RULES, YAML, Declaration, OpenRuleset, TextPlace
from reguli.editor.rules_places import cut_rules, giving_tokens, name_tokens
from reguli.editor.wording_signatures import outdated, signatures
from reguli.editor.yaml_schemas import id_scalars, schemas_of
from reguli.language.parsing.lr_driver import Token, is_quoted_text
from reguli.language.parsing.parser import parse_body, parse_expression, parse_options, parse_rules
from reguli.model.binding.binding_context import FACTS
from reguli.model.types import NAMES
from reguli.schema.node_reader import ID, LONGEST_ID, NO_NAMES
from reguli.source.bounded_files import LARGEST_BELOW, read_bounded_file
from reguli.source.diagnostic import Bag, Diagnostic, finding_sentence_value, place_of
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import LineIndex
from reguli.source.working_copy import unsaved_besides
from reguli.source.yaml_reader import Node, ScalarNode, read_yaml

LOCAL: Final = frozenset({"Let", "Parameter", "OptionParameter"})
"""Sorts of names that one rule gives and no other one knows."""
PARSERS: Final[tuple[Callable[..., object | None], ...]] = (parse_expression, parse_body, parse_options, parse_rules)
EXAMPLES: Final = ("examples", "positions")
"""Folders of documents in which moves are typed, which are ids without grammar."""
BRACKETS: Final = re.compile(r"\[[^\]\n]*\]")
CONTEXT: Final = re.compile(r'^(msgctxt "[a-z_]+:|[a-z_]+:)(.*?)(?="$|\t|$)', re.MULTILINE)
CELL: Final = re.compile(r"[^,;\t\n]+")


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place where an id stands: its file, and its line and column, both counted from 0."""

    path: Path
    line: int
    column: int
    own: bool


@dataclass(frozen=True, slots=True)
class Edit:
    """A place of a text with what stands there and what is to stand there."""

    place: Occurrence
    old: str
    new: str


def occurrences(opened: OpenRuleset, word: str) -> Iterator[Occurrence]:
    """Yield the places of an id in the files of a ruleset and its bases."""
    for path, text, own in opened.files():
        if word in text:
            lines = LineIndex(text, "")
            for start in sorted(set(_in_file(opened, path, text, word))):
                span = lines.span(start, start)
                yield Occurrence(path, span.line - 1, span.column - 1, own)


def _in_file(opened: OpenRuleset, path: Path, text: str, word: str) -> Iterator[int]:
    called = r"(?!\()" if word in NAMES else ""  # a function of the language has its own name
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w){called}")
    if path.suffix == RULES:
        yield from _in_rules(text, word, whole)
    elif path.suffix == YAML:
        node = read_yaml(text, str(path), Bag())
        home = next((folder for folder in opened.folders if path.is_relative_to(folder)), path.parent)
        if node is not None:
            yield from _in_yaml(node, path.relative_to(home).as_posix(), text, whole)
    else:
        for found in CONTEXT.finditer(text):
            yield from _matches(whole, text, found.start(2), found.end(2))
        for cell in CELL.finditer(text):
            if cell[0].strip().strip('"') == word:
                yield from _matches(whole, text, *cell.span())
        yield from _in_brackets(text, whole, 0, len(text))


def _in_rules(text: str, word: str, whole: re.Pattern[str]) -> Iterator[int]:
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    for chunk in cut_rules(text).chunks:
        if any(word in token.text for token in chunk):
            named = (starts[one.line - 1] + one.column - 1 for _, one in name_tokens(chunk) if one.text == word)
            yield from (at for at in named if whole.match(text, at))
            for token in chunk:
                if is_quoted_text(token):
                    start = starts[token.line - 1] + token.column - 1
                    yield from _in_brackets(text, whole, start, start + len(token.text))


def _in_yaml(node: Node, name: str, text: str, whole: re.Pattern[str]) -> Iterator[int]:
    typed = name.partition("/")[0] in EXAMPLES
    for scalar, patterned in id_scalars(node, schemas_of(name)):
        written = text[scalar.start : scalar.end]
        if not whole.search(written):
            continue
        if typed or patterned or _is_code(scalar):
            without = (
                re.sub(r"#.*", lambda found: " " * len(found[0]), written) if scalar.style == "literal" else written
            )
            yield from (scalar.start + found.start() for found in whole.finditer(without))
        else:
            yield from _in_brackets(text, whole, scalar.start, scalar.end)
    for found in re.finditer(r"(?m)^.*\[.*$", text):  # sentences for people, which name ids in brackets
        if '"' in found[0] or "'" in found[0]:
            yield from _in_quotes(text, whole, *found.span())


def _in_quotes(text: str, whole: re.Pattern[str], start: int, end: int) -> Iterator[int]:
    for quoted in re.compile(r'"[^"\n]*"').finditer(text, start, end):
        yield from _in_brackets(text, whole, *quoted.span())


def _is_code(scalar: ScalarNode) -> bool:
    """Return whether a text holds ids alone: it has no blanks, or is text of the rules language."""
    text = str(scalar.value)
    if not re.search(r"\s", text):
        return True
    for parse in PARSERS:
        bag = Bag()
        if parse(text, "", bag) is not None and not bag:
            return True
    return False


def _in_brackets(text: str, whole: re.Pattern[str], start: int, end: int) -> Iterator[int]:
    """Yield the places of an id in the placeholders of sentences; behind a colon stands a form."""
    for bracket in BRACKETS.finditer(text, start, end):
        for at in _matches(whole, text, *bracket.span()):
            if text[at - 1] != ":":
                yield at


def _matches(whole: re.Pattern[str], text: str, start: int, end: int) -> Iterator[int]:
    return (found.start() for found in whole.finditer(text, start, end))


# -- Names of one rule ---------------------------------------------------------------------------------------------


def item_at(text: str, line: int) -> tuple[Token, ...]:
    """Return the tokens of the item of rules text in which a line, counted from 0, lies."""
    chunks = [chunk for chunk in cut_rules(text).chunks if chunk[0].line <= line + 1]
    return chunks[-1] if chunks else ()


def local_places(place: TextPlace) -> list[Occurrence]:
    """Return the places of a name that only one rule knows, where it is given first; none for other names."""
    word = place.word[1]
    declared = (one for one in place.opened.declarations() if one.name == word and one.sort not in LOCAL)
    if place.path.suffix != RULES or next(declared, None) is not None:
        return []
    chunk = item_at(place.text, place.line)
    if not any(one.text == word for one in giving_tokens(chunk)):
        return []
    found = (one for _, one in name_tokens(chunk) if one.text == word)
    return [Occurrence(place.path, one.line - 1, one.column - 1, own=True) for one in found]


def declared_as(place: TextPlace) -> list[Declaration]:
    """Return what the word at a place names; what stands before it tells fields and procedures from values."""
    word, members = place.word[1], ("StateDecl", "FieldDecl", "ElementDecl")
    named = (one for one in place.opened.declarations() if one.sort not in LOCAL)
    found = [one for one in named if word in (one.name, getattr(one.node, "plural", None))]
    wanted = {".": members, "run": ("Procedure",), "because": ("Reason",)}.get(place.before, ())
    chosen = [one for one in found if one.sort in wanted] or [one for one in found if one.sort != "Reason"] or found[:1]
    return list({one.span: one for one in chosen}.values())


# -- Renaming ------------------------------------------------------------------------------------------------------


def rename(opened: OpenRuleset, word: str, new: str, local: list[Occurrence]) -> list[Edit]:
    """Return the edits that replace an id; the ruleset is read as the working copy has it.

    Raises ``Refused`` (X185) where that would not leave the ruleset as clean as it is.
    """
    if not ID.fullmatch(new) or len(new) > LONGEST_ID or new in NO_NAMES | NAMES | FACTS.keys():
        raise make_refusal("X185", name=word, why=Said("why.no_new_name", new=new))
    if word in NO_NAMES | FACTS.keys() or not ID.fullmatch(word):
        raise make_refusal("X185", name=word, why=Said("why.of_the_language"))
    taken = next(occurrences(opened, new), None)
    if taken is not None:
        raise make_refusal("X185", name=word, why=Said("why.name_taken", new=new, place=_said_place(taken)))
    found = local or list(occurrences(opened, word))
    below = next((one for one in found if not one.own), None)
    if below is not None:
        raise make_refusal("X185", name=word, why=Said("why.of_the_base", place=_said_place(below)))
    if not found:
        raise make_refusal("X185", name=word, why=Said("why.no_such_id"))
    edits = [Edit(one, word, new) for one in found]
    before = opened.findings()
    tried = OpenRuleset(opened.path, opened.alone, opened.kept)
    if any(path.suffix == ".po" and own for path, _, own in opened.files()):
        edits += _signed_anew(opened, tried, edits)
    with unsaved_besides(_edited(edits)):
        worse = _more(before, tried.findings())
    if worse is not None:
        why = Said("why.would_be_found", place=place_of(worse.span), finding=finding_sentence_value(worse))
        raise make_refusal("X185", name=word, why=why)
    return edits


def _signed_anew(opened: OpenRuleset, tried: OpenRuleset, edits: list[Edit]) -> list[Edit]:
    """Return the edits of the signatures of wordings that would no longer fit their rules after other edits."""
    before = signatures(opened)
    texts = _edited(edits)
    with unsaved_besides(texts):
        tried.findings()
        after = signatures(tried)
    found = []
    for path, line, kept, now in outdated(before, after):
        lines = texts.get(os.path.realpath(path), b"").decode("utf-8").split("\n") or [""]
        if len(lines) < line:
            lines = read_bounded_file(path, LARGEST_BELOW).decode("utf-8", "replace").split("\n")
        at = next((at for at in range(min(line, len(lines)) - 1, -1, -1) if lines[at] == kept), None)
        if at is not None:
            found.append(Edit(Occurrence(path, at, 0, own=True), kept, now))
    return found


def _more(before: Iterable[Diagnostic], after: Iterable[Diagnostic]) -> Diagnostic | None:
    """Return a finding of which there are more than before."""
    left = Counter(one.code for one in before)
    for one in after:
        left[one.code] -= 1
        if left[one.code] < 0:
            return one
    return None


def _edited(edits: Iterable[Edit]) -> dict[str, bytes]:
    """Return the texts of files after some edits, by real path."""
    changed: dict[str, bytes] = {}
    for path in dict.fromkeys(one.place.path for one in edits):
        lines = read_bounded_file(path, LARGEST_BELOW).decode("utf-8", "replace").split("\n")
        own = (one for one in edits if one.place.path == path)
        for one in sorted(own, key=lambda one: (one.place.line, -one.place.column)):
            line, column = lines[one.place.line], one.place.column
            lines[one.place.line] = line[:column] + one.new + line[column + len(one.old) :]
        changed[os.path.realpath(path)] = "\n".join(lines).encode()
    return changed


def _said_place(one: Occurrence) -> str:
    return f"{one.path.parent.name}/{one.path.name}:{one.line + 1}:{one.column + 1}"

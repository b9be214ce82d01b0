"""Identifiers of a ruleset: where an id stands in its files, what it names, and what becomes of them when it is renamed.

An id is renamed wherever it stands, as ids that are spelled alike belong together: a parameter is named like its kind, a field like what
it holds, a wording by what it says. Since the new id stands nowhere yet, nothing that was told apart before becomes one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reguli.app.errors import make_refusal
from reguli.editor.open_rulesets import RULES, YAML, Declaration, OpenRuleset
from reguli.editor.rules_places import cut_rules, giving_tokens, name_tokens
from reguli.editor.yaml_schemas import id_scalars, schemas_of
from reguli.language.parsing.lr_driver import Token, is_quoted_text
from reguli.language.parsing.parser import parse_body, parse_expression, parse_options, parse_rules
from reguli.model.binding.binding_context import FACTS
from reguli.model.types import NAMES
from reguli.schema.node_reader import ID, LONGEST_ID, NO_NAMES
from reguli.source.diagnostic import Bag, Diagnostic, finding_sentence_value, place_of
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import LineIndex
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


def occurrences(opened: OpenRuleset, word: str) -> Iterator[Occurrence]:
    """Yield the places of an id in the files of a ruleset and its bases."""
    for path, text, own in opened.files():
        if word in text:
            lines = LineIndex(text, "")
            for start in sorted(set(_in_file(opened, path, text, word))):
                span = lines.span(start, start)
                yield Occurrence(path, span.line - 1, span.column - 1, own)


def _in_file(opened: OpenRuleset, path: Path, text: str, word: str) -> Iterator[int]:
    whole = re.compile(rf"(?<![\w]){re.escape(word)}(?![\w])")
    if path.suffix == RULES:
        yield from _in_rules(text, word)
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


def _in_rules(text: str, word: str) -> Iterator[int]:
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    bracketed = re.compile(rf"(?<![\w:]){re.escape(word)}(?![\w])")
    for chunk in cut_rules(text).chunks:
        if any(word in token.text for token in chunk):
            yield from (starts[one.line - 1] + one.column - 1 for _, one in name_tokens(chunk) if one.text == word)
            for token in chunk:
                if is_quoted_text(token):
                    start = starts[token.line - 1] + token.column - 1
                    yield from _in_brackets(text, bracketed, start, start + len(token.text))


def _in_yaml(node: Node, name: str, text: str, whole: re.Pattern[str]) -> Iterator[int]:
    typed = name.partition("/")[0] in EXAMPLES
    for scalar in id_scalars(node, schemas_of(name)):
        written = text[scalar.start : scalar.end]
        if not whole.search(written):
            continue
        if typed or _is_code(scalar):
            without = re.sub(r"#.*", lambda found: " " * len(found[0]), written) if scalar.style == "literal" else written
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


def local_places(opened: OpenRuleset, path: Path, text: str, line: int, word: str) -> list[Occurrence]:
    """Return the places of a name that only one rule knows, where it is given first; none for other names."""
    if path.suffix != RULES or any(one.name == word and one.sort not in LOCAL for one in opened.declarations()):
        return []
    chunk = item_at(text, line)
    if not any(one.text == word for one in giving_tokens(chunk)):
        return []
    return [Occurrence(path, one.line - 1, one.column - 1, own=True) for _, one in name_tokens(chunk) if one.text == word]


def declared_as(opened: OpenRuleset, word: str, before: str) -> list[Declaration]:
    """Return what an id names; ``before`` is the word or sign before it, which tells fields and procedures from values."""
    found = [one for one in opened.declarations() if one.name == word and one.sort not in LOCAL]
    members = ("StateDecl", "FieldDecl", "ElementDecl")
    wanted = {".": members, "run": ("Procedure",), "because": ("Reason",)}.get(before, ())
    chosen = [one for one in found if one.sort in wanted] or [one for one in found if one.sort != "Reason"] or found[:1]
    return list({one.span: one for one in chosen}.values())


# -- Renaming ------------------------------------------------------------------------------------------------------


def rename(
    opened: OpenRuleset, word: str, new: str, local: list[Occurrence], texts: Mapping[str, bytes]
) -> list[Occurrence]:
    """Return the places at which an id is to be replaced. Raises ``Refused`` (X185) where that would not leave the ruleset as it is."""
    if not ID.fullmatch(new) or len(new) > LONGEST_ID or new in NO_NAMES | NAMES | FACTS.keys():
        raise make_refusal("X185", name=word, why=Said("why.no_new_name", new=new))
    if word in NO_NAMES | NAMES | FACTS.keys() or not ID.fullmatch(word):
        raise make_refusal("X185", name=word, why=Said("why.of_the_language"))
    with opened.working(texts):
        before = opened.findings()
        taken = next(occurrences(opened, new), None)
        found = local or list(occurrences(opened, word))
    if taken is not None:
        raise make_refusal("X185", name=word, why=Said("why.name_taken", new=new, place=_said_place(taken)))
    below = next((one for one in found if not one.own), None)
    if below is not None:
        raise make_refusal("X185", name=word, why=Said("why.of_the_base", place=_said_place(below)))
    if not found:
        raise make_refusal("X185", name=word, why=Said("why.no_id"))
    with opened.working({**texts, **_renamed(found, word, new, texts)}):
        after = opened.findings()
    worse = _more(after, before, word, new)
    if worse is not None:
        why = Said("why.would_be_found", place=place_of(worse.span), finding=finding_sentence_value(worse))
        raise make_refusal("X185", name=word, why=why)
    return found


def _said_place(one: Occurrence) -> str:
    return f"{one.path.parent.name}/{one.path.name}:{one.line + 1}:{one.column + 1}"


def _more(after: Iterable[Diagnostic], before: Iterable[Diagnostic], word: str, new: str) -> Diagnostic | None:
    """Return a finding of which there are more than before."""
    left = Counter(one.code for one in before)
    for one in after:
        left[one.code] -= 1
        if left[one.code] < 0:
            return one
    return None


def _renamed(found: Iterable[Occurrence], word: str, new: str, texts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the texts of files after renaming."""
    changed: dict[str, bytes] = {}
    for path in {one.path for one in found}:
        real = str(path.resolve())
        lines = (texts[real] if real in texts else path.read_bytes()).decode("utf-8", "replace").split("\n")
        for one in sorted((one for one in found if one.path == path), key=lambda one: (one.line, -one.column)):
            line = lines[one.line]
            lines[one.line] = line[: one.column] + new + line[one.column + len(word) :]
        changed[real] = "\n".join(lines).encode()
    return changed

"""What findings are made of, as it stands in the code: each code and phrase is in its catalogue, each gap of its texts is given,
nothing besides, and no value is prose: it is a name, a number or a phrase.

What is computed there, codes and values alike, is held by ``tests/conftest.py`` when a test comes by.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from parsed import INTERPRETER, Parsed, hold

from reguli.source.finding_catalogue import Gap, every_phrase, finding_catalogue, gaps_of

CODE = re.compile(r"[A-Z][1-9][0-9]{2}")
NO_VALUES = {"near", "related", "meant"}
"""What a finding carries that fills no gap."""
PAIRS = {"Diagnostic": 2, "Verdict": 3, "ScalarMeaning": 2}
"""What takes its values in pairs of a name and a value, as which argument."""
WORDS = re.compile(r"[^\W\d_]{2}")
"""What prose is made of."""
AS_WRITTEN = {"true", "false", "run "}
"""What an author of a ruleset writes, in any language."""
NAMES = {"command", "product"}
"""Gaps that take names without quotes round them."""
SHAPES = {"pattern_schema"}
"""Functions that make shapes: the values are given when a document is read, and ``tests/conftest.py`` holds them."""
GIVEN_BY = {
    "unknown": {"name"},
    "report_duplicates": {"name"},
    "amiss": {"text"},
    "bound": {"limit"},
    "_fault": {"decisions"},
    "_units_differ": {"text", "left", "right"},
}
"""Functions that give some of the values themselves."""


def _codes(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)) if CODE.fullmatch(text):
            yield text
        case ast.IfExp(body=first, orelse=second):
            yield from (*_codes(first), *_codes(second))
        case _:
            return


def _given(call: ast.Call) -> set[str] | None:
    """The names of the values that a call gives; None where they are computed."""
    name = ast.unparse(call.func).rsplit(".", maxsplit=1)[-1]
    given = {keyword.arg for keyword in call.keywords if keyword.arg is not None}
    pairs = call.args[PAIRS[name] :][:1] if name in PAIRS else []
    if len(given) < len(call.keywords) or any(not isinstance(one, ast.Tuple) for one in pairs):
        return None
    named = {ast.literal_eval(pair.elts[0]) for one in pairs for pair in ast.walk(one) if _is_pair(pair)}
    return (given | named | GIVEN_BY.get(name, set())) - NO_VALUES


def _is_pair(node: ast.AST) -> bool:
    return isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[0], ast.Constant)


def _found(file: Parsed) -> Iterator[tuple[int, list[str], set[str] | None]]:
    """Every call that is given a code, or one of two: its line, the codes, the names of the values."""
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Call):
            codes = [code for argument in node.args for code in _codes(argument)]
            if codes and ast.unparse(node.func) not in SHAPES:
                yield node.lineno, codes, _given(node)


def _gaps(code: str) -> set[str]:
    return {gap.name for gap in _gaps_of(code) if gap.name is not None}


def _phrases(file: Parsed) -> Iterator[ast.Call]:
    """Every phrase that is made."""
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Said":
            yield node


def _prose(value: ast.expr) -> Iterator[ast.expr]:
    """The texts with words in them that a value can be, as far as they stand in the code."""
    match value:
        case ast.Constant(value=text) if text in AS_WRITTEN:
            return
        case ast.Constant(value=str(text)) if WORDS.search(text):
            yield value
        case ast.JoinedStr(values=parts):
            words = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
            yield from (value for word in words if word not in AS_WRITTEN and WORDS.search(word))
        case ast.IfExp(body=first, orelse=second):
            yield from (*_prose(first), *_prose(second))
        case ast.BoolOp(values=values):
            yield from (text for one in values for text in _prose(one))
        case _:
            return


def _values(file: Parsed) -> Iterator[ast.expr]:
    """What findings and phrases of a file say without quotes, as far as it stands there; what related places show, too."""
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Call):
            codes = [code for argument in node.args for code in _codes(argument)]
            said = {gap.name for code in codes for gap in _gaps_of(code) if not gap.quoted} - NAMES
            yield from (keyword.value for keyword in node.keywords if keyword.arg in said)
            name = ast.unparse(node.func).rsplit(".", maxsplit=1)[-1]
            pairs = [pair for one in node.args[PAIRS.get(name, 9) :][:1] for pair in ast.walk(one) if _is_pair(pair)]
            yield from (pair.elts[1] for pair in pairs if codes and ast.literal_eval(pair.elts[0]) in said)
            related = [keyword.value for keyword in node.keywords if keyword.arg == "related" and codes]
            yield from (one.elts[1] for value in related for one in ast.walk(value) if _is_two(one))
    for call in _phrases(file):
        texts = every_phrase().get(ast.literal_eval(call.args[0]), ()) if isinstance(call.args[0], ast.Constant) else ()
        said = {gap.name for text in texts for gap in gaps_of(text) if not gap.quoted}
        yield from (keyword.value for keyword in call.keywords if keyword.arg in said)


def _is_two(node: ast.AST) -> bool:
    return isinstance(node, ast.Tuple) and len(node.elts) == 2


def _gaps_of(code: str) -> list[Gap]:
    entry = finding_catalogue()[code]
    return [gap for template in (entry.message, entry.expected, entry.remedy) for gap in gaps_of(template)]


def test_a_phrase_is_in_its_catalogue_and_is_given_what_it_says() -> None:
    wrong = []
    calls = [(file, call) for file in INTERPRETER for call in _phrases(file)]
    for file, call in calls:
        given = {keyword.arg for keyword in call.keywords}
        names = [one.value for one in ast.walk(call.args[0]) if isinstance(one, ast.Constant)]
        if isinstance(call.args[0], ast.Constant | ast.IfExp) and None not in given:
            phrases = [every_phrase().get(str(name)) for name in names if "." in str(name)]
            gaps = [None if texts is None else {gap.name for gap in gaps_of(texts[-1])} - {None} for texts in phrases]
            wrong += [f"{file.name}:{call.lineno}: {ast.unparse(call)} says {one}" for one in gaps if one != given]
    assert wrong == []


def test_no_value_is_prose() -> None:
    prose = [(file, text) for file in INTERPRETER for one in _values(file) for text in _prose(one)]
    assert [f"{file.name}:{text.lineno}: {ast.unparse(text)}" for file, text in prose] == []


def test_every_phrase_is_used() -> None:
    code = "".join(file.text for file in INTERPRETER)
    computed = ("system.",)
    unused = [name for name in every_phrase() if f'"{name}"' not in code and not name.startswith(computed)]
    assert unused == []


def test_values_are_found_in_the_code() -> None:
    assert sum(1 for file in INTERPRETER for _ in _values(file)) > 300


def test_a_finding_is_given_what_its_sentences_say() -> None:
    hold(_given_otherwise)


def _given_otherwise(file: Parsed) -> Iterator[tuple[int, str]]:
    if file.name.startswith("compile/"):
        # Code that is made fails by the code of a fault alone: the interpreter meets it again, and says the rest.
        return
    for line, codes, given in _found(file):
        gaps = [_gaps(code) for code in codes]
        if given is not None and (not all(one <= given for one in gaps) or given > set[str]().union(*gaps)):
            yield line, f"{' or '.join(codes)} say {gaps}, given are {given}"


def test_findings_are_found_in_the_code() -> None:
    found = [given for file in INTERPRETER for _, _, given in _found(file)]
    assert len(found) > 550
    assert sum(1 for given in found if given is None) < 10


@pytest.mark.parametrize(
    ("call", "given"),
    [
        ("bag.add('Y101', span, near=None, name=name)", {"name"}),
        ("bag.add('Y101' if new else 'Y102', span, name=name)", {"name"}),
        ("Diagnostic('Y101', None, (('name', name), ('why', why)))", {"name", "why"}),
        ("Verdict('Y101', start, end, tuple(found))", None),
        ("world.unknown('Y101', span, 'ace', known, **more)", None),
        ("world.unknown('Y101', span, 'ace', known, kind=kind)", {"name", "kind"}),
    ],
)
def test_names_of_values_are_read_off_a_call(call: str, given: set[str] | None) -> None:
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call)
    assert _given(node) == given

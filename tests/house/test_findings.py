"""What findings are made of, as it stands in the code: each code is in the catalogue, each gap of its templates is given, nothing besides.

What is computed there, codes and values alike, is held by ``tests/conftest.py`` when a test comes by.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from parsed import INTERPRETER, Parsed, hold

from reguli.source.codes import catalogue
from reguli.source.translation import gaps_of

CODE = re.compile(r"[A-Z][1-9][0-9]{2}")
NO_VALUES = {"near", "related"}
"""What a finding carries that fills no gap."""
PAIRS = {"Diagnostic": 2, "Verdict": 3, "Meaning": 2}
"""What takes its values in pairs of a name and a value, as which argument."""
GIVEN_BY = {
    "unknown": {"name"},
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
            if codes:
                yield node.lineno, codes, _given(node)


def _gaps(code: str) -> set[str]:
    entry = catalogue()[code]
    templates = (entry.message, entry.expected, entry.remedy)
    return {gap.name for template in templates for gap in gaps_of(template) if gap.name is not None}


def test_a_finding_is_given_what_its_sentences_say() -> None:
    hold(_given_otherwise)


def _given_otherwise(file: Parsed) -> Iterator[tuple[int, str]]:
    for line, codes, given in _found(file):
        gaps = [_gaps(code) for code in codes]
        if given is not None and (not all(one <= given for one in gaps) or given > set[str]().union(*gaps)):
            yield line, f"{' or '.join(codes)} say {gaps}, given are {given}"


def test_findings_are_found_in_the_code() -> None:
    found = [given for file in INTERPRETER for _, _, given in _found(file)]
    assert len(found) > 600
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

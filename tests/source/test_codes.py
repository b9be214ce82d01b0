"""The catalogue: every entry complete, its templates fit for use."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from reguli.source.codes import CODES, Code, code_of

RESERVED = {"self", "code", "span", "near", "related"}


def _names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("code", CODES, ids=[code.id for code in CODES])
def test_an_entry_is_complete_and_its_templates_fit(code: Code) -> None:
    assert re.fullmatch(r"[YLRCWEX][1-9]\d\d", code.id)
    assert code.title
    assert code.message
    assert code.explanation
    assert code.remedy
    assert code.wrong != code.right
    names = _names(code.message) | _names(code.expected) | _names(code.remedy)
    assert all(re.fullmatch(r"[a-z_]+", name) for name in names)
    assert not names & RESERVED


@pytest.mark.parametrize("code", CODES, ids=[code.id for code in CODES])
def test_a_remedy_says_what_the_other_lines_do_not(code: Code) -> None:
    assert code.remedy not in (code.message, code.expected)
    # What is expected, said a second time, is no remedy where it is only a gap.
    assert code.remedy != f"write {code.expected}" or not re.fullmatch(r"\{\w+\}", code.expected)
    for name in _names(code.remedy) - {"found", "name", "expected"}:
        assert f": {{{name}}}" not in code.message, "the message gives the remedy away"


def test_no_code_is_given_twice() -> None:
    ids = [code.id for code in CODES]
    assert len(ids) == len(set(ids))


def test_a_code_is_found_by_its_id() -> None:
    assert code_of("Y301").title == "leading zero"
    with pytest.raises(KeyError):
        code_of("Y999")

"""The catalogue: every file in order, every entry complete, its templates fit for use; nothing read that nobody asks for."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest

from following import watching
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import CATALOGUE, Code, FindingCatalogue, finding_catalogue
from reguli.source.yaml_reader import MappingNode, read_yaml

FILES = sorted(CATALOGUE.iterdir())
FIELDS = ("title", "message", "expected", "remedy", "explanation", "wrong", "right", "told")
ASKED_FOR = {"Y316", "Y107"}
"""What authors may not write and these files do: sentences over several lines, invisible characters by their number."""
RESERVED = {"self", "code", "span", "near", "related"}
SILENT = """
import sys
opened = []
sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == "open" else None)
import reguli.pipeline
from reguli.source.diagnostic import Bag
bag = Bag()
bag.add("R153", None)
print(sum("catalogue/" in path and path.endswith(".yaml") for path in opened))
"""


def _names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_is_in_order(file: Path) -> None:
    """Codes and fields are given once and in order, and the file is where each of its codes is looked for."""
    assert re.fullmatch(r"[YLRCWEVX]\d{3}_[a-z_]+\.yaml", file.name)
    bag, opened = Bag(), list[str]()
    entries = read_yaml(file.read_text(encoding="utf-8"), file.name, bag)
    assert [found for found in bag if found.code not in ASKED_FOR] == []
    assert isinstance(entries, MappingNode)
    assert list(entries.keys()) == sorted(entries.keys())
    for entry in entries.entries:
        assert isinstance(entry.value, MappingNode)
        assert entry.value.keys() == tuple(field for field in FIELDS if entry.value.get(field)), entry.key.text
    read = FindingCatalogue(CATALOGUE)
    with watching(opened.append):
        assert [read[code].id for code in entries.keys()] == list(entries.keys())  # noqa: SIM118 - no dictionary
    assert opened == [str(file.resolve())]


def test_every_entry_is_complete_and_its_templates_fit() -> None:
    wrong = [f"{code.id}: {text}" for code in finding_catalogue().values() for text in _unfit(code)]
    assert not wrong, "\n".join(wrong)


def _unfit(code: Code) -> Iterator[str]:
    if not re.fullmatch(r"[YLRCWEVX][1-9]\d\d", code.id):
        yield "no code is called so"
    for field in FIELDS[:-1]:
        text = getattr(code, field)
        if not isinstance(text, str) or not (text or field == "expected"):
            yield f"no {field}"
    if not isinstance(code.told, bool):
        yield "told or not?"
    if code.wrong == code.right:
        yield "the right example is the wrong one"
    for name in sorted(_names(code.message) | _names(code.expected) | _names(code.remedy)):
        if name in RESERVED or not re.fullmatch(r"[a-z_]+", name):
            yield f"no gap may be called '{name}'"


def test_every_remedy_says_what_the_other_lines_do_not() -> None:
    wrong = [f"{code.id}: {text}" for code in finding_catalogue().values() for text in _said_twice(code)]
    assert not wrong, "\n".join(wrong)


def _said_twice(code: Code) -> Iterator[str]:
    if code.remedy in (code.message, code.expected):
        yield "the remedy says no more"
    # What is expected, said a second time, is no remedy where it is only a gap.
    if code.remedy == f"write {code.expected}" and re.fullmatch(r"\{\w+\}", code.expected):
        yield "the remedy says what is expected"
    for name in sorted(_names(code.remedy) - {"found", "name", "expected"}):
        if f": {{{name}}}" in code.message:
            yield f"the message gives the remedy away: {{{name}}}"


FIT = Code(
    id="Y101", title="title", message="no '{name}'", expected="expected", remedy="write {one}",
    explanation="explanation", wrong="wrong", right="right",
)  # fmt: skip


@pytest.mark.parametrize(
    "changed",
    [
        {"id": "A101"},
        {"title": ""},
        {"told": "yes"},
        {"right": "wrong"},
        {"remedy": "write {span}"},
        {"message": "{A}"},
    ],
)
def test_an_entry_that_does_not_fit_is_found(changed: dict[str, str]) -> None:
    assert (list(_unfit(FIT)), len(list(_unfit(replace(FIT, **changed))))) == ([], 1)


@pytest.mark.parametrize(
    "changed", [{"remedy": "expected"}, {"expected": "{one}"}, {"message": "'{name}' is not one of these: {one}"}]
)
def test_a_remedy_that_says_no_more_is_found(changed: dict[str, str]) -> None:
    assert (list(_said_twice(FIT)), len(list(_said_twice(replace(FIT, **changed))))) == ([], 1)


def test_a_code_is_found_by_its_id() -> None:
    assert finding_catalogue()["Y301"].title == "leading zero"
    assert len(finding_catalogue()) == len(set(finding_catalogue())) > 300
    for unknown in ("", "Y", "Y999", "Z101", "0", "Y3011", "§"):
        assert unknown not in finding_catalogue()


def test_what_shows_no_finding_reads_no_entry() -> None:
    ran = subprocess.run([sys.executable, "-c", SILENT], capture_output=True, text=True, check=True)
    assert ran.stdout == "0\n"

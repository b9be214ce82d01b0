"""Texts with mistakes, each mistake expected on its own line; what is not expected must not be found.

A corpus is a file ``<reader>.<anything>.txt`` in this folder. Its chunks are parted by lines of ``=====``. A comment
``#! CODE regex`` expects a finding at its line, and the regex (may be left out) somewhere in its sentence or remedy; ``#!^`` expects
it at the line above, ``#!^^`` two above, for lines that cannot hold a comment. Several may stand in one line. A chunk whose first line is
``#: escapes`` loses that line and has its ``\\uXXXX`` decoded first, for characters nobody can see.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from binding_chunks import read_binding
from checking_chunks import read_checking
from ruleset_chunks import read_examples, read_ruleset

from reguli.language.parsing.parser import parse_rules
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ValueContext
from reguli.source.diagnostic import Bag, Diagnostic, finding_as_json, finding_sentence, render_with_excerpt
from reguli.source.finding_catalogue import Code, finding_catalogue
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.verify.report import DOCUMENT as ANSWERS

HERE = Path(__file__).parent
FILE = "chunk"
PARTING = re.compile(r"^=====+\n", re.MULTILINE)
EXPECTATION = re.compile(r"#!(\^*)\s+([A-Z]\d{3})\b[ \t]*((?:(?!#!).)*)")
ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})")


def _read_yaml(text: str, bag: Bag) -> None:
    read_yaml(text, FILE, bag)


def _read_answers(text: str, bag: Bag) -> None:
    node = read_yaml(text, FILE, bag)
    if node is not None:
        ANSWERS.read(node, ValueContext("verify.yaml"), NodeReader(bag, Sources()))


def _read_rules(text: str, bag: Bag) -> None:
    parse_rules(text, FILE, bag)


# How a chunk of each kind of corpus is read. A room that adds a corpus adds its reader here, and the letter of its codes below.
READERS: dict[str, Callable[[str, Bag], None]] = {
    "binding": read_binding,
    "checking": read_checking,
    "rules": _read_rules,
    "yaml": _read_yaml,
    "ruleset": read_ruleset,
    "examples": read_examples,
    "answers": _read_answers,
}
# Codes that begin so must have a chunk, and examples that hold; the word names the reader of their examples.
FAMILIES: dict[str, str] = {
    "L": "rules",
    "Y": "yaml",
    "R1": "ruleset",
    "R2": "binding",
    "R3": "binding",
    **dict.fromkeys(("R400", "R401", "R402", "R403", "R404", "R407", "R409", "R410", "R411"), "ruleset"),
    "C1": "checking",
    "E1": "examples",
    "V6": "answers",
}


@dataclass(frozen=True)
class Chunk:
    """One text of a corpus, and where it stands."""

    reader: str
    name: str
    text: str


def _chunks() -> list[Chunk]:
    found = []
    for path in sorted(HERE.glob("*.txt")):
        whole = path.read_bytes().decode("utf-8")
        line = 1
        for part in PARTING.split(whole):
            text = part
            if part.startswith("#: escapes\n"):
                text = ESCAPED.sub(lambda code: chr(int(code[1], 16)), part.removeprefix("#: escapes\n"))
            found.append(Chunk(path.name.split(".", maxsplit=1)[0], f"{path.name}:{line}", text))
            line += part.count("\n") + 1
    return found


CHUNKS = _chunks()
TESTED = [code for code in finding_catalogue().values() if code.id.startswith(tuple(FAMILIES)) and not code.told]


def _expected(text: str) -> list[tuple[int, str, str]]:
    return [
        (number - len(found[1]), found[2], found[3].strip())
        for number, line in enumerate(text.split("\n"), 1)
        for found in EXPECTATION.finditer(line)
    ]


def _found(reader: str, text: str) -> Bag:
    bag = Bag()
    READERS[reader](text, bag)
    return bag


def _shown(findings: list[Diagnostic], text: str) -> str:
    sources = Sources()
    sources.add(FILE, text)
    return "\n\n".join(render_with_excerpt(finding, sources) for finding in findings)


@pytest.mark.parametrize("chunk", CHUNKS, ids=[chunk.name for chunk in CHUNKS])
def test_every_mistake_is_found_at_its_line_and_nothing_else(chunk: Chunk) -> None:
    unexpected = list(_found(chunk.reader, chunk.text))
    missing = []
    for line, code, said in _expected(chunk.text):
        match = next((one for one in unexpected if _fits(one, line, code, said)), None)
        if match is None:
            missing.append(f"line {line}: {code} {said}")
        else:
            unexpected.remove(match)
    assert not missing, f"not found: {missing}\nfound besides:\n{_shown(unexpected, chunk.text)}"
    assert not unexpected, f"not expected:\n{_shown(unexpected, chunk.text)}"


def _fits(finding: Diagnostic, line: int, code: str, said: str) -> bool:
    at = 0 if finding.span is None else finding.span.line
    return (at, finding.code) == (line, code) and re.search(said, _said(finding)) is not None


def _said(finding: Diagnostic) -> str:
    return f"{finding_sentence(finding)} {finding_as_json(finding)['remedy']}"


def test_every_corpus_has_a_reader_and_every_tested_family_a_corpus() -> None:
    kinds = {chunk.reader for chunk in CHUNKS}
    assert kinds <= set(READERS)
    assert set(FAMILIES.values()) <= kinds


def test_silence_is_tested_too() -> None:
    for kind in sorted({chunk.reader for chunk in CHUNKS}):
        assert any(not _expected(chunk.text) for chunk in CHUNKS if chunk.reader == kind), f"no good chunk for {kind}"


def test_every_code_has_a_chunk() -> None:
    expected = {code for chunk in CHUNKS for _, code, _ in _expected(chunk.text)}
    assert sorted({code.id for code in TESTED} - expected) == []


@pytest.mark.parametrize("code", TESTED, ids=[code.id for code in TESTED])
def test_the_examples_of_every_code_hold(code: Code) -> None:
    reader = next(reader for start, reader in FAMILIES.items() if code.id.startswith(start))
    assert code.id in _found(reader, code.wrong).codes
    right = _found(reader, code.right)
    assert not right, _shown(list(right), code.right)

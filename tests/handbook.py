"""The pages of the handbook read: their blocks and the command lines in their running text, in order, each with its place.

What a block is for stands on its first line, behind the three signs:

===========================  ==========================================================================================
``yaml FILE``                the file, written whole; any language will do
``yaml FILE add``            lines put at its end
``python FILE in NAME``      lines put inside what the file calls so: a tuple, a union, a table, the cases of a function,
                             a rule of the grammar, an entry of a catalogue
``python FILE before NAME``  lines put in front of that
``python FILE import``       imports of a module
``console``                  commands behind ``$``, each with what it says; ``...`` stands for lines left out
``sh``                       commands alone
``python``                   a program
``rooms``                    the diagram of the rooms
===========================  ==========================================================================================
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "TUTORIAL.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "docs/python.md", "docs/new_game.md")
FENCE = re.compile(r"( *)```(.*)")
CODE = re.compile(r"`([^`]+)`")
COMMAND = re.compile(r"(reguli|python3?|pip|pytest|ruff|mypy|apt-get|\.ci/run)( .*)?")
"""What begins so in running text is a command line."""
NAME_ALONE = {"reguli"}
"""The program, spoken of."""


@dataclass(frozen=True)
class Part:
    """A block of a page, or a command line in its running text (``inline``)."""

    page: str
    line: int
    section: str
    language: str
    info: tuple[str, ...]
    text: str

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def parts_of(page: str, text: str) -> Iterator[Part]:
    """Read a page, in order."""
    lines = text.split("\n")
    section, at = "", 0
    paragraph: list[str] = []
    while at < len(lines):
        fence = FENCE.fullmatch(lines[at])
        if fence is None:
            paragraph = [*paragraph, lines[at]] if lines[at].strip() else []
            if at + 1 == len(lines) or not lines[at + 1].strip() or FENCE.fullmatch(lines[at + 1]):
                yield from _inline(page, at + 1, section, " ".join(paragraph))
                paragraph = []
            if lines[at].startswith("## "):
                section = lines[at].removeprefix("## ")
            at += 1
            continue
        end = lines.index(f"{fence[1]}```", at + 1)
        language, *info = fence[2].split(" ") if fence[2] else [""]
        block = textwrap.dedent("\n".join((*lines[at + 1 : end], "")))
        yield Part(page, at + 1, section, language, tuple(info), block)
        at = end + 1


def _inline(page: str, line: int, section: str, paragraph: str) -> Iterator[Part]:
    for code in CODE.findall(paragraph):
        command = " ".join(code.split())
        if COMMAND.fullmatch(command) and command not in NAME_ALONE:
            yield Part(page, line, section, "inline", (), command)


def page_of(name: str) -> tuple[Part, ...]:
    """Read one page of the project."""
    return tuple(parts_of(name, (TOP / name).read_text(encoding="utf-8")))


def section_of(name: str, section: str) -> tuple[Part, ...]:
    """Read one section of a page."""
    found = tuple(part for part in page_of(name) if part.section == section)
    assert found, f"{name} has no section {section!r} with anything to do"
    return found


def commands_of(block: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of a console, each with the lines it shows."""
    command, shown = "", list[str]()
    for line in block.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = line[2:], []
        else:
            shown.append(line)
    yield command, shown


def matches(shown: list[str], said: list[str]) -> bool:
    """Compare lines; ``...`` stands for any number of lines."""
    if not shown:
        return not said
    if shown[0] == "...":
        return any(matches(shown[1:], said[start:]) for start in range(len(said) + 1))
    return bool(said) and said[0].rstrip() == shown[0].rstrip() and matches(shown[1:], said[1:])


# -- files as a page has them changed ------------------------------------------------------------------------------


def written(old: str, part: Part) -> str:
    """Return a file as it is after a block; ``old`` is its text, empty for a new one."""
    file, *how = part.info
    match how:
        case []:
            return part.text
        case ["add"]:
            return old + part.text
        case ["import"]:
            imports = [node for node in ast.parse(old).body if isinstance(node, ast.Import | ast.ImportFrom)]
            assert imports[-1].end_lineno is not None
            return _inserted(old, imports[-1].end_lineno, part.text, "")
        case ["before", name]:
            return _before(old, file, name, part.text)
        case ["in", name]:
            return _inside(old, file, name, part.text)
        case _:
            raise AssertionError(f"{part.place}: nobody knows what '{' '.join(how)}' means")


def _inserted(text: str, line: int, block: str, indent: str) -> str:
    """Put a block in front of a line, counted from 0."""
    lines = text.split("\n")
    return "\n".join([*lines[:line], *textwrap.indent(block.rstrip("\n"), indent).split("\n"), *lines[line:]])


def _before(text: str, file: str, name: str, block: str) -> str:
    if file.endswith(".py"):
        node = _definition(text, file, name)
        return _inserted(text, node.lineno - 1, block, " " * node.col_offset)
    return _inserted(text, _rule(text, name)[0], block, "")


def _inside(text: str, file: str, name: str, block: str) -> str:
    if file.endswith(".po"):
        return _filled(text, name, block)
    if file.endswith(".lark"):
        first, last = _rule(text, name)
        lines = text.split("\n")
        joined = "\n".join(lines[first:last])
        head, bracket, rest = joined.rpartition(")")
        return "\n".join([*lines[:first], f"{head}\n    {block.rstrip()}{bracket}{rest}", *lines[last:]])
    node = _definition(text, file, name)
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return _among_cases(text, node, block)
    end = _end_of_contents(node)
    line = text.split("\n")[end]
    closing = line.strip().rstrip(",")
    if set(closing) <= set(")]}"):
        return _inserted(text, end, block, " " * (len(line) - len(line.lstrip()) + 4))
    head, bracket = line[:-1], line[-1]
    return _replaced(text, end, f"{head}, {block.strip().rstrip(',')}{bracket}")


def _end_of_contents(node: ast.stmt) -> int:
    """Find the line that closes what a name is given: a tuple, a union, a table, the same within a call."""
    value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    while isinstance(value, ast.Call):
        value = value.args[-1]
    end = node.end_lineno if value is None or isinstance(value, ast.BinOp) else value.end_lineno
    assert end is not None
    return end - 1


def _replaced(text: str, line: int, by: str) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[:line], by, *lines[line + 1 :]])


def _definition(text: str, file: str, name: str) -> ast.stmt:
    """Find what a module defines by this name, a method too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return node
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            assert isinstance(node, ast.stmt)
            return node
    raise AssertionError(f"{file} has no {name}")


def _among_cases(text: str, node: ast.ClassDef | ast.FunctionDef, block: str) -> str:
    """Put cases before the last of a function, which takes what is left; methods at the end of a class."""
    assert node.end_lineno is not None
    if isinstance(node, ast.ClassDef):
        return _inserted(text, node.end_lineno, f"\n{block}", "    ")
    chosen = next(inner for inner in ast.walk(node) if isinstance(inner, ast.Match))
    last = chosen.cases[-1].pattern
    return _inserted(text, last.lineno - 1, block, " " * (last.col_offset - len("case ")))


def _rule(text: str, name: str) -> tuple[int, int]:
    """Find the lines of a rule of the grammar."""
    lines = text.split("\n")
    first = next(at for at, line in enumerate(lines) if re.match(rf"\??{name}:", line))
    last = next(at for at in range(first + 1, len(lines)) if not lines[at].startswith(" "))
    return first, last


def _filled(text: str, context: str, block: str) -> str:
    """Fill an entry of a catalogue, which must be there with the same base text and no other translation."""
    _, base, said = (line for line in block.rstrip("\n").split("\n") if line)
    entry = re.compile(rf'(^msgctxt "{re.escape(context)}"\n){re.escape(base)}\nmsgstr ""$', re.MULTILINE)
    assert entry.search(text), f"there is no empty entry {context} with {base}"
    return entry.sub(lambda found: f"{found[1]}{base}\n{said}", text)

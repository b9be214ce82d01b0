"""The Python files of the interpreter, parsed once for all house tests."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
PACKAGE = TOP / "interpreter" / "reguli"


@dataclass(frozen=True)
class Parsed:
    """One file, of Python mostly; ``name`` is its path from ``folder``, with slashes."""

    path: Path
    folder: Path

    @property
    def name(self) -> str:
        return self.path.relative_to(self.folder).as_posix()

    @property
    def room(self) -> str:
        """The folder of the package it lies in, or its own name when it lies at the top."""
        return self.name.split("/", maxsplit=1)[0]

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)


def parsed(folder: Path) -> tuple[Parsed, ...]:
    """Every Python file below a folder, in order of names."""
    return tuple(Parsed(path, folder) for path in sorted(folder.rglob("*.py")))


INTERPRETER = parsed(PACKAGE)
TESTS = parsed(TOP / "tests")
BENCHMARKS = parsed(TOP / "benchmarks")
EVERYTHING = (*INTERPRETER, *TESTS, *BENCHMARKS)


def hold(rule: Callable[[Parsed], Iterable[tuple[int, str]]], files: Iterable[Parsed] = INTERPRETER) -> None:
    """Hold every file to a rule, which gives the lines of a file that break it, and say all of them at once."""
    broken = [f"{file.path.relative_to(TOP)}:{line}: {text}" for file in files for line, text in rule(file)]
    assert not broken, "\n".join((f"{len(broken)} places break a rule of the house:", *broken))


def functions(file: Parsed) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method of a file, nested ones too."""
    return [node for node in ast.walk(file.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def decorator_names(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The names of the decorators, without modules and arguments."""
    called = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
    return [ast.unparse(one).rsplit(".", maxsplit=1)[-1] for one in called]

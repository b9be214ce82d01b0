"""Mutation testing of the interpreter: changes one line at a time, at random, and reports the mutants that survive the tests.

``python .ci/mutate.py --seed HEAD --count 60 --slow`` works in a copy of the project. A survivor is equivalent, or needs a test. The same seed on the
same tree gives the same mutants; a commit as a seed stands for its hash. ``--slow`` runs the slow tests on each mutant that survives the quick ones,
and reports what share of the killed mutants the quick tests kill.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[1]
PACKAGE = Path("interpreter") / "reguli"
TESTS = {
    "api": ("engine", "play"),
    "check": ("diagnostics", "model"),
    "cli": ("cli",),
    "compile": ("compile", "engine", "rulesets"),
    "engine": ("engine", "play", "verify", "rulesets", "compile", "power_grid"),
    "ir": ("compile", "engine", "rulesets", "verify", "power_grid"),
    "language": ("language", "diagnostics"),
    "model": ("model", "diagnostics", "rulesets", "compile", "engine", "ruleset", "words"),
    "play": ("play", "cli"),
    "publish": ("publish", "cli"),
    "reference": ("reference",),
    "ruleset": ("ruleset", "diagnostics", "model"),
    "source": ("source", "diagnostics"),
    "verify": ("verify", "diagnostics", "rulesets"),
    "words": ("words", "play", "publish", "cli"),
}
"""Which folders of tests concern a room, the nearest first."""
OTHERS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip
SLOW = "slow: "
"""What stands before a test that kills a mutant which all quick tests let live."""
SLOWEST = 900
"""Seconds that a round of tests of one mutant may take; one that goes on for ever is noticed so."""
PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
FAILED = (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)
"""What pytest answers where a test fails, or where a file of tests cannot even be read."""


@dataclass(frozen=True)
class Mutant:
    """One change: bytes of a file from ``start`` to ``end``, and what stands there instead."""

    file: Path
    line: int
    start: int
    end: int
    text: str

    def applied(self, source: bytes) -> bytes:
        """Return the file with the change."""
        return source[: self.start] + self.text.encode("utf-8") + source[self.end :]

    def shown(self, source: bytes) -> str:
        """Return the stretch before and after."""
        before = " ".join(source[self.start : self.end].decode("utf-8").split())
        return f"{self.file.as_posix()}:{self.line}: {before}  ->  {self.text}"


def mutants_of(file: Path, source: bytes) -> Iterator[Mutant]:
    """Yield every change of a file that is known here; texts, annotations and what is done at import for types are left alone."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(source)
    passed, asked = set(_passed(tree)), set(_asked(tree))
    for node in ast.walk(tree):
        if node in passed or not isinstance(node, ast.expr | ast.stmt):
            continue
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        texts = (*_changes(node), *((_written(ast.UnaryOp(ast.Not(), node)),) if node in asked else ()))
        yield from (Mutant(file, node.lineno, start, end, text) for text in texts)


def _asked(tree: ast.AST) -> Iterator[ast.expr]:
    """Find the conditions that are neither compared nor denied, which are changed otherwise."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.While | ast.IfExp) and isinstance(
            node.test, ast.Name | ast.Attribute | ast.Call
        ):
            yield node.test


def _passed(tree: ast.AST) -> Iterator[ast.AST]:
    """Find what no test can notice, or every test would: annotations, docstrings, decorators, what only types see."""
    for node in ast.walk(tree):
        inside: list[ast.AST | None] = []
        if isinstance(node, ast.FunctionDef):
            arguments = [*node.args.args, *node.args.kwonlyargs, *node.args.posonlyargs]
            inside = [node.returns, *(one.annotation for one in arguments), *node.decorator_list]
        elif isinstance(node, ast.AnnAssign):
            inside = [node.annotation]
        elif isinstance(node, ast.ClassDef):
            inside = [*node.decorator_list]
        elif isinstance(node, ast.Assert | ast.JoinedStr):
            inside = [node]
        for one in inside:
            yield from () if one is None else ast.walk(one)


def _changes(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield _written(ast.Compare(left, [OTHERS[type(op)]()], [right]))  # type: ignore[list-item]
        case ast.BoolOp(op=op, values=values):
            yield _written(ast.BoolOp(OTHERS[type(op)](), values))  # type: ignore[arg-type]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OTHERS:
            yield _written(ast.BinOp(left, OTHERS[type(op)](), right))  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield _written(operand)
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value)):
            yield str(value + 1)
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield "pass"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant | ast.Name):
            yield "return None"
        case ast.Continue():
            yield "break"
        case _:
            return


def _written(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def chosen(rooms: list[str], count: int, seed: int) -> list[Mutant]:
    """Choose as many lines of each room, and of each line one change."""
    dice, found = random.Random(seed), list[Mutant]()
    for at, room in enumerate(rooms):
        lines: dict[tuple[Path, int], list[Mutant]] = {}
        for path in sorted((TOP / PACKAGE / room).rglob("*.py")):
            file = path.relative_to(TOP)
            for mutant in mutants_of(file, path.read_bytes()):
                lines.setdefault((file, mutant.line), []).append(mutant)
        share = count // len(rooms) + (at < count % len(rooms))
        found += [dice.choice(lines[line]) for line in sorted(dice.sample(sorted(lines), share))]
    return found


class Bench:
    """A copy of the project in which one file at a time is changed and tests run."""

    def __init__(self, folder: Path, workers: str) -> None:
        self.folder = folder
        self.workers = workers
        listed = subprocess.run(["git", "ls-files"], cwd=TOP, capture_output=True, text=True, check=True).stdout
        for name in listed.splitlines():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            if (TOP / name).is_file():
                shutil.copyfile(TOP / name, folder / name)

    def noticed(self, mutant: Mutant, *, near: bool, slow: bool) -> str:
        """Return the test that kills a mutant, or nothing; ``near`` runs only tests of the room's own folder, ``slow`` the slow tests, too, at last."""
        path = self.folder / mutant.file
        source = path.read_bytes()
        path.write_bytes(mutant.applied(source))
        try:
            pages = mutant.file.parts[2] == "publish"
            rounds = self._rounds(mutant, near=near)
            killed = next((failed for files in rounds if (failed := self._failed(files, pages=pages))), "")
            if killed or not slow:
                return killed
            killed = self._failed([self.folder / "tests"], pages=True, marked="slow")
            return f"{SLOW}{killed}" if killed else ""
        finally:
            path.write_bytes(source)

    def _rounds(self, mutant: Mutant, *, near: bool) -> Iterator[list[Path]]:
        """Yield test files of the room: first those that speak of the changed module, then its own folder, then what else uses it."""
        own, *others = TESTS[mutant.file.parts[2]]
        tests = self.folder / "tests"
        files = {name: sorted((tests / name).glob("test_*.py")) for name in (own, *others)}
        module = ".".join(mutant.file.with_suffix("").relative_to("interpreter").parts)
        first = [path for paths in files.values() for path in paths if module in path.read_text(encoding="utf-8")]
        yield first
        yield [path for path in files[own] if path not in first]
        if not near:
            yield [path for name in others for path in files[name] if path not in first]

    def _failed(self, files: list[Path], *, pages: bool, marked: str = "") -> str:
        """Run tests, those that make pages where they are asked for; give the first that failed."""
        if not files:
            return ""
        marks = marked or ("" if pages else "not pages")
        words = ["-x", "-q", "-p", "no:cacheprovider", "-n", self.workers, *(["-m", marks] if marks else [])]
        env = {**os.environ, "PYTHONPATH": str(self.folder / "interpreter"), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            ran = subprocess.run(
                [sys.executable, "-m", "pytest", *words, *map(str, files)],
                cwd=self.folder, env=env, capture_output=True, text=True, check=False, timeout=SLOWEST,
                stdin=subprocess.DEVNULL,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return f"not finished in {SLOWEST} s"
        if ran.returncode in PASSED:
            return ""
        if ran.returncode not in FAILED:
            raise RuntimeError(ran.stdout + ran.stderr)
        failed = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0] if failed else (ran.stdout + ran.stderr).strip().splitlines()[-1]


def _seed(text: str) -> int:
    """Return a number as it is, and of a commit the number that its hash begins with."""
    if text.isdecimal():
        return int(text)
    found = subprocess.run(["git", "rev-parse", "--verify", text], cwd=TOP, capture_output=True, text=True, check=True)
    return int(found.stdout[:12], 16)


def main() -> int:
    """Print what became of each mutant; 1 where some survived."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="20261122", help="a number, or a commit, whose hash is the seed")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--rooms", default="engine,ir,compile,model,words,verify")
    parser.add_argument("--workers", default="0", help="of pytest -n")
    parser.add_argument("--near", action="store_true", help="ask the room's own tests only")
    parser.add_argument("--slow", action="store_true", help="run slow tests on mutants that survive the quick ones")
    parser.add_argument("--only", type=int, nargs="*", help="these of the changes, by number from 1")
    parser.add_argument("--list", action="store_true", help="say what would be changed and run nothing")
    given = parser.parse_args()
    mutants = chosen(given.rooms.split(","), given.count, _seed(given.seed))
    mutants = [mutant for at, mutant in enumerate(mutants, 1) if given.only is None or at in given.only]
    survivors, late = list[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        bench = None if given.list else Bench(Path(folder), given.workers)
        for mutant in mutants:
            shown = mutant.shown((TOP / mutant.file).read_bytes())
            began = time.monotonic()
            noticed = "" if bench is None else bench.noticed(mutant, near=given.near, slow=given.slow)
            seconds = "" if bench is None else f"  ({time.monotonic() - began:.0f} s)"
            print(
                f"{shown}{seconds}\n    {noticed or 'not run' if bench is None else noticed or 'SURVIVED'}", flush=True
            )
            survivors += [] if noticed or bench is None else [shown]
            late += noticed.startswith(SLOW)
    if given.list:
        return 0
    killed = len(mutants) - len(survivors)
    print(
        f"{len(mutants)} mutants, {killed} killed ({late} by slow tests alone), {len(survivors)} survived",
        *survivors,
        sep="\n",
    )
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main())

"""Sizes, names of files, marks of unfinished work, and state that would outlive a call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from statistics import median

from parsed import EVERYTHING, INTERPRETER, TOP, Parsed, decorator_names, functions, hold

MOST_LINES = 900
"""A file covers one subject; 600 lines are the aim."""
MOST_FUNCTION_LINES = 60
MEDIAN_FUNCTION_LINES = 10
# Words that say nothing about what a file holds; a file is named by a noun of its room.
COMMANDS = "cli/commands/"
EMPTY_NAMES = re.compile(r"(^|_)(util|helper|manager|handler|data|info|misc|common)s?(_|$)")
# Written apart, so that this file does not find itself.
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK|NotImplemented" + r"Error)\b")
READ = (".py", ".rules", ".yaml", ".yml", ".lark", ".md", ".toml", ".j2", ".css", ".js", ".csv", ".po")
FOLDERS = ("interpreter", "rulesets", "locales", "tests", "benchmarks", "generated_docs")
MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp)
NEW_OBJECTS = (*MUTABLE, ast.Lambda, ast.GeneratorExp, ast.Call)
VALUE_CALLS = {"frozenset", "len", "tuple"}
"""Calls that give a value which cannot change."""
MUTABLE_CALLS = {"list", "dict", "set", "bytearray", "defaultdict", "Counter", "deque", "OrderedDict", "ChainMap"}
CHANGES = {
    *("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault"),
    *("sort", "update", "appendleft", "extendleft", "popleft", "difference_update", "intersection_update", "subtract"),
}
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*|__[a-z]+__")


def test_files_and_functions_are_short() -> None:
    hold(_long, EVERYTHING)


def _long(file: Parsed) -> Iterator[tuple[int, str]]:
    if (lines := len(file.text.splitlines())) > MOST_LINES:
        yield lines, "the file is too long"
    for function in functions(file):
        if (length := _length(function)) > MOST_FUNCTION_LINES:
            yield function.lineno, f"{function.name} has {length} lines"


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1


def test_half_of_the_functions_are_very_short() -> None:
    assert median(_length(function) for file in INTERPRETER for function in functions(file)) < MEDIAN_FUNCTION_LINES


def test_file_names_say_what_they_hold() -> None:
    """A command's file is called by its command, whatever that is."""
    stems = [
        file.path.stem
        for file in EVERYTHING
        if not (COMMANDS in file.name or file.path.stem.startswith("test_command_"))
    ]
    assert [stem for stem in stems if EMPTY_NAMES.search(stem)] == []


def test_nothing_is_marked_as_unfinished() -> None:
    paths = [path for folder in FOLDERS for path in sorted((TOP / folder).rglob("*")) if path.suffix in READ]
    paths += sorted(TOP.glob("*.md"))
    lines = [(path, at, line) for path in paths for at, line in enumerate(path.read_text("utf-8").split("\n"), 1)]
    assert [f"{path.relative_to(TOP)}:{at}" for path, at, line in lines if UNFINISHED.search(line)] == []


def test_no_default_is_an_object() -> None:
    hold(_objects_as_defaults)


def _objects_as_defaults(file: Parsed) -> Iterator[tuple[int, str]]:
    for node in ast.walk(file.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            defaults = [one for one in (*node.args.defaults, *node.args.kw_defaults) if one is not None]
        elif isinstance(node, ast.ClassDef) and "dataclass" in decorator_names(node):
            values = [one.value for one in node.body if isinstance(one, ast.AnnAssign) and one.value is not None]
            defaults = [one for one in values if not (isinstance(one, ast.Call) and ast.unparse(one.func) == "field")]
        else:
            continue
        yield from ((one.lineno, ast.unparse(one)) for one in defaults if any(_is_new(part) for part in ast.walk(one)))


def _is_new(node: ast.AST) -> bool:
    called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    return isinstance(node, NEW_OBJECTS) and called not in VALUE_CALLS


def test_modules_hold_no_state() -> None:
    """What a module holds and could change has the name of a constant, and nothing in the module changes it."""
    hold(_states)


def _states(file: Parsed) -> Iterator[tuple[int, str]]:
    held = dict(_held(file.tree.body))
    yield from (
        (line, f"{name} is no name of a constant") for name, line in held.items() if not CONSTANT.fullmatch(name)
    )
    for node in ast.walk(file.tree):
        yield from ((node.lineno, f"{name} is changed") for name in _changed(node) if name in held)
        if isinstance(node, ast.Global):
            yield node.lineno, "a name of the module is bound again"


def _held(body: list[ast.stmt]) -> Iterator[tuple[str, int]]:
    for node in body:
        if isinstance(node, ast.If | ast.Try):
            yield from _held(node.body)
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        called = ast.unparse(node.value.func).rsplit(".", maxsplit=1)[-1] if isinstance(node.value, ast.Call) else ""
        if isinstance(node.value, MUTABLE) or called in MUTABLE_CALLS:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((target.id, node.lineno) for target in targets if isinstance(target, ast.Name))


def _changed(node: ast.AST) -> Iterator[str]:
    """The names whose value this node changes in place."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign | ast.Delete):
        targets = [one.value for one in node.targets if isinstance(one, ast.Subscript)]
    elif isinstance(node, ast.AugAssign):
        targets = [node.target.value if isinstance(node.target, ast.Subscript) else node.target]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
        targets = [node.func.value]
    yield from (one.id for one in targets if isinstance(one, ast.Name))


def test_only_functions_without_arguments_remember_their_result() -> None:
    """A memory that grows by arguments is state of the module; a value read once from the package is not."""
    hold(_memories)


def _memories(file: Parsed) -> Iterator[tuple[int, str]]:
    for function in functions(file):
        if {"cache", "lru_cache"} & set(decorator_names(function)) and function.args.args + function.args.kwonlyargs:
            yield function.lineno, f"{function.name} remembers by its arguments"

"""A match over a closed union names every member, by its class or by a family, so that a member that is added is missed by no match.

mypy reports a match that leaves a member out (``exhaustive-match``). What mypy cannot see is a last case for "all others":
``case _`` takes a new member silently, and so does a class that every member is built on. Both are reported here.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args

import pytest
from parsed import INTERPRETER, TOP, Parsed, hold

from reguli.language.syntax_tree import statements as s
from reguli.model.binding.statement_binding import StatementBinder
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.verify.mutation.mutant import TERMS
from reguli.verify.mutation.statement_mutations import STATEMENTS

Name = tuple[str, str]
"""A module and what it calls a class or a union."""
UNIONS = 25
"""So many closed unions there are at least: fewer would mean that this test no longer finds them."""
MATCHES = 300


def module_of(file: Parsed) -> str:
    return "reguli." + file.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def defined() -> dict[Name, ast.AST]:
    """Every class and every value of every module."""
    found: dict[Name, ast.AST] = {}
    for file in INTERPRETER:
        for node in file.tree.body:
            if isinstance(node, ast.ClassDef):
                found[module_of(file), node.name] = node
            elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                if isinstance(target, ast.Name):
                    found[module_of(file), target.id] = node.value
    return found


@cache
def imported(file: Parsed) -> dict[str, Name]:
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.walk(file.tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


BY_MODULE = {module_of(file): file for file in INTERPRETER}


def resolved(file: Parsed, node: ast.AST) -> Name | None:
    """The definition that a name stands for, wherever it was imported from."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        module = ".".join(imported(file).get(node.value.id, ("", "")))
        return resolved(BY_MODULE[module], ast.Name(node.attr)) if module in BY_MODULE else None
    if not isinstance(node, ast.Name):
        return None
    here = (module_of(file), node.id)
    if here in defined():
        return here
    module, name = imported(file).get(node.id, ("", ""))
    return resolved(BY_MODULE[module], ast.Name(name)) if module in BY_MODULE and BY_MODULE[module] != file else None


def members(file: Parsed, node: ast.AST) -> frozenset[Name] | None:
    """The classes of a union; None where it holds anything else."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        left, right = members(file, node.left), members(file, node.right)
        return None if left is None or right is None else left | right
    name = resolved(file, node)
    if name is None:
        return None
    value = defined()[name]
    return frozenset({name}) if isinstance(value, ast.ClassDef) else members(BY_MODULE[name[0]], value)


@cache
def unions() -> dict[Name, frozenset[Name]]:
    """Every closed union of the interpreter with its members."""
    found = {}
    for name, value in defined().items():
        if isinstance(value, ast.BinOp) and (held := members(BY_MODULE[name[0]], value)):
            found[name] = held
    return found


@cache
def bases(name: Name) -> frozenset[Name]:
    """A class and all that it is built on."""
    node, file = defined()[name], BY_MODULE[name[0]]
    above = [resolved(file, base) for base in node.bases] if isinstance(node, ast.ClassDef) else []
    return frozenset({name}).union(*(bases(one) for one in above if one is not None))


def top_patterns(pattern: ast.pattern) -> Iterator[ast.pattern]:
    """What one case asks of the subject itself."""
    if isinstance(pattern, ast.MatchOr):
        for one in pattern.patterns:
            yield from top_patterns(one)
    elif isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        yield from top_patterns(pattern.pattern)
    elif not isinstance(pattern, ast.MatchAs | ast.MatchSingleton):
        yield pattern


def union_of(file: Parsed, node: ast.Match) -> tuple[frozenset[Name], list[tuple[int, Name]]] | None:
    """The smallest closed union that a match tells apart, with the classes it names; None where it asks for anything else."""
    named: list[tuple[int, Name]] = []
    for case in node.cases:
        for one in top_patterns(case.pattern):
            name = resolved(file, one.cls) if isinstance(one, ast.MatchClass) else None
            if name is None:
                return None
            named.append((one.lineno, name))
    fitting = [
        held
        for held in unions().values()
        if named and all(any(name in bases(one) for one in held) for _, name in named)
    ]
    return (min(fitting, key=len), named) if fitting else None


def open_subjects(file: Parsed, node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The parameters that may be more than the members of a union: ``object``, ``Any``, or a class that others are built on."""
    found = set()
    for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
        name = None if one.annotation is None else resolved(file, one.annotation)
        is_class = name is not None and isinstance(defined()[name], ast.ClassDef)
        if is_class or (isinstance(one.annotation, ast.Name) and one.annotation.id in ("object", "Any")):
            found.add(one.arg)
    return found


def matches(file: Parsed) -> Iterator[tuple[ast.Match, frozenset[Name], list[tuple[int, Name]]]]:
    """Every match of a file over a closed union."""
    functions = [one for one in ast.walk(file.tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    unknown = {id(one) for function in functions for one in ast.walk(function) if _asks_open(file, function, one)}
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Match) and id(node) not in unknown and (over := union_of(file, node)):
            yield node, *over


def _asks_open(file: Parsed, function: ast.FunctionDef | ast.AsyncFunctionDef, node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Match)
        and isinstance(node.subject, ast.Name)
        and node.subject.id in open_subjects(file, function)
    )


def _all_other_verbs(file: Parsed) -> Iterator[tuple[int, str]]:
    """The verbs of the journal are a closed union of words."""
    for node in (one for one in ast.walk(file.tree) if isinstance(one, ast.Match)):
        asked = [one for case in node.cases for one in top_patterns(case.pattern)]
        words = {ast.unparse(one) for one in asked}
        if len(words) > 1 and words <= set(map(repr, get_args(b.Verb))) and _takes_all(node.cases[-1]):
            yield node.cases[-1].pattern.lineno, "a case for all other verbs: name those that are left"


def _all_others(file: Parsed) -> Iterator[tuple[int, str]]:
    for node, held, named in matches(file):
        last = node.cases[-1]
        said = ast.unparse(last.body[0])
        if _takes_all(last) and not said.startswith("assert_never("):
            yield last.pattern.lineno, "a case for all others: name the members or families that are left"
        for line, name in named:
            if all(name in bases(one) for one in held):
                yield line, f"every member is a {name[1]}: name the members or families that are left"


def _takes_all(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None


def test_no_match_over_a_closed_union_has_a_case_for_all_others() -> None:
    hold(_all_others)
    hold(_all_other_verbs)


def test_the_unions_and_the_matches_over_them_are_found() -> None:
    assert len(unions()) >= UNIONS
    assert sum(1 for file in INTERPRETER for _ in matches(file)) >= MATCHES


def test_mypy_reports_a_match_that_leaves_a_member_out() -> None:
    settings = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert "exhaustive-match" in settings["enable_error_code"]


TABLES = [
    (StatementBinder._binders, s.Statement, "Decide Needs Pay"),  # what a decision is made of is bound with it
    (STATEMENTS, b.BoundStatement, "Announce Cast Claim Enlist Give Leave Mix Settle Times"),  # they are only left out
    (
        TERMS,
        t.Term,
        "Amount Bundled Contents Earlier Elements Fixed Gathered In Lies Listed Local Matched Occupant Part PieceCondition Share Tracked Variety",  # only their parts are changed
    ),
]
"""Tables by class, and the members of a union that have no entry: one that is added gets an entry, or is named here."""


@pytest.mark.parametrize(("table", "union", "without"), TABLES, ids=["binders", "faults of statements", "of terms"])
def test_a_table_by_class_has_an_entry_for_every_member(table: Mapping[type, object], union: Any, without: str) -> None:
    assert {one.__name__ for one in get_args(union) if one not in table} == set(without.split())


FAMILIES = ("bound_terms", "bound_statements", "types", "lir_nodes", "expressions", "top_level_items")


@pytest.mark.parametrize("module", FAMILIES)
def test_a_family_holds_some_of_a_union_and_not_all(module: str) -> None:
    """A class without slots of its own is a family that members are built on: one that no member belongs to hides nothing."""
    file = next(one for one in INTERPRETER if one.name.endswith(f"/{module}.py"))
    families = [
        (module_of(file), node.name)
        for node in file.tree.body
        if isinstance(node, ast.ClassDef) and "__slots__ = ()" in map(ast.unparse, node.body)
    ]
    assert families
    for name in families:
        held = [{one for one in union if name in bases(one)} for union in unions().values()]
        assert any(1 < len(some) < len(union) for some, union in zip(held, unions().values(), strict=True)), name

"""Rooms and doors: what each room of the package may see, and where each library opens."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from networkx import DiGraph, strongly_connected_components
from parsed import INTERPRETER, PACKAGE, Parsed, hold

from handbook import CODE, TOP, page_of

# Left to right. A room sees rooms to its left only; each row names the ones it needs.
LANGUAGE_ROOMS = ("source", "language", "schema", "ruleset", "model")
ROOMS: dict[str, tuple[str, ...]] = {
    "shipped_files.py": (),
    "output_formats.py": (),
    "source": (),
    "language": ("source",),
    "schema": ("source", "language"),
    "ruleset": ("source", "language", "schema"),
    "model": ("source", "language", "ruleset"),
    # What can be looked up stands where the language itself says it, and is used in the files of shipped rulesets.
    "reference": ("source", "language", "ruleset", "model"),
    "check": LANGUAGE_ROOMS,
    "words": ("source", "schema", "ruleset", "model"),
    # A card is made of the model and of words: no parse tree, no program, no position.
    "publish": ("output_formats.py", "source", "schema", "ruleset", "model", "words"),
    "ir": LANGUAGE_ROOMS,
    "compile": (*LANGUAGE_ROOMS, "ir"),
    # Values a person asks for (`trace`, examples) are expressions of the language, parsed and bound where they are asked.
    "engine": (*LANGUAGE_ROOMS, "ir"),
    # A search plays in generated code.
    "search": (*LANGUAGE_ROOMS, "ir", "compile", "engine"),
    "verify": (*LANGUAGE_ROOMS, "check", "ir", "compile", "engine"),
    "play": (*LANGUAGE_ROOMS, "words", "ir", "engine", "search"),
    # Many games at once: each process makes a program of the rules once.
    "batch": (*LANGUAGE_ROOMS, "ir", "compile", "engine", "search", "play"),
    # What rows come to: figures, intervals, differences.
    "balance": ("source", "model", "batch"),
    # The order of the passes.
    "pipeline.py": (
        "shipped_files.py",
        *LANGUAGE_ROOMS,
        "check",
        "words",
        "publish",
        "ir",
        "compile",
        "engine",
        "verify",
        "play",
    ),
    # What a person or a program asks for takes whatever makes it: a card its words and boards, a check its games and pages.
    "app": (
        "shipped_files.py",
        "output_formats.py",
        *LANGUAGE_ROOMS,
        "reference",
        "check",
        "words",
        "publish",
        "ir",
        "compile",
        "engine",
        "verify",
        "play",
        "batch",
        "balance",
        "pipeline.py",
    ),
    # What a program that uses the package sees; `import reguli` gives it.
    "api": (
        "shipped_files.py",
        *LANGUAGE_ROOMS,
        "reference",
        "check",
        "words",
        "ir",
        "engine",
        "verify",
        "search",
        "play",
        "batch",
        "pipeline.py",
        "app",
    ),
    # Games as environments of research libraries: as a program sees them, with moves and positions as numbers.
    "adapters": (*LANGUAGE_ROOMS, "ir", "compile", "engine", "verify", "app", "api"),
    "pettingzoo.py": ("adapters",),
    "openspiel.py": ("adapters",),
    # Games in a browser: what a table shows is made by whatever makes it at a terminal and on pages.
    "web": (
        "shipped_files.py",
        "source",
        "model",
        "words",
        "publish",
        "ir",
        "engine",
        "play",
        "pipeline.py",
        "balance",
        "app",
    ),
    # What an editor asks is answered from documents and rules as they stand in its buffers, by the checks and the reference.
    "editor": (
        "shipped_files.py",
        "source",
        "language",
        "schema",
        "ruleset",
        "model",
        "words",
        "pipeline.py",
        "app",
    ),
    "__init__.py": ("api",),
    # What pytest loads by itself; it asks use cases, as a command does.
    "pytest_plugin.py": ("app",),
}
MOST_FILES = 21
"""In one folder, its `__init__.py` not counted."""
SEES_EVERYTHING = ("cli", "__main__.py")
"""The command, and what `python -m reguli` runs: the command."""
DOORS = {
    "yaml": "source",
    "lark": "language",
    "networkx": "check",
    "babel": "words",
    "polib": "words",
    "openpyxl": "source",
    "pyarrow": "batch",
    "wasmtime": "compile",
    "distributed": "batch",
    "jinja2": "publish",
    "typst": "publish",
    "pytest": "pytest_plugin.py",
    "starlette": "web",
    "uvicorn": "web",
    "pygls": "editor",
    "lsprotocol": "editor",
    "numpy": "adapters",
    "gymnasium": "adapters",
    "pettingzoo": "adapters",
    "pyspiel": "adapters",
    "markupsafe": "publish",  # a part of jinja2 that lives apart: text that is safe already
}


def _room(module: str) -> str:
    """`reguli.source.source_excerpt` lies in `source`, `reguli.pipeline` in `pipeline.py`, `reguli` in `__init__.py`."""
    name = [*module.split("."), "__init__"][1]
    if (PACKAGE / name).is_dir():
        return name
    return f"{name}.py" if (PACKAGE / f"{name}.py").is_file() else "__init__.py"


def _imports(file: Parsed) -> Iterator[tuple[int, str]]:
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name}:{node.lineno}: a relative import"
            # `from reguli import pipeline` names a module, as `from reguli.ir.interpreter import boards` does.
            module = str(node.module)
            inside = [f"{module}.{alias.name}" for alias in node.names]
            yield from ((node.lineno, one) for one in ([] if module == "reguli" else [module]) + inside)


def test_a_room_sees_only_what_its_row_names() -> None:
    hold(_seen_and_not_named)


def _seen_and_not_named(file: Parsed) -> Iterator[tuple[int, str]]:
    own = file.room
    for line, module in _imports(file):
        library = module.split(".", maxsplit=1)[0]
        if library == "reguli":
            room = _room(module)
            allowed = own in (room, *SEES_EVERYTHING) or room in ROOMS[own]
        else:
            allowed = library in sys.stdlib_module_names or DOORS.get(library) == own
        if not allowed:
            yield line, f"{own} may not see {module}"


def test_a_command_asks_use_cases_and_nothing_else() -> None:
    """What a command can do a program can do: commands read arguments, call a use case and print, so there is nothing between.

    What fills a finding about the arguments they name by themselves.
    """
    found = [
        f"{file.name}:{line}: {module}"
        for file in INTERPRETER
        if file.path.parent == PACKAGE / "cli" / "commands"
        for line, module in _imports(file)
        if module.split(".", maxsplit=1)[0] == "reguli"
        and _room(module) not in ("app", "api", "cli", "output_formats.py", "web", "editor")
        and not module.startswith("reguli.source.finding_catalogue")
    ]
    assert found == []


def test_every_room_has_a_row_and_every_row_looks_left() -> None:
    assert {file.room for file in INTERPRETER} <= {*ROOMS, *SEES_EVERYTHING}
    rows = list(ROOMS)
    for at, room in enumerate(rows):
        assert set(ROOMS[room]) <= set(rows[:at]), room


def test_what_others_take_of_a_folder_is_what_the_page_names() -> None:
    """The last column of the page's table is the face of each folder: files of other folders may use nothing else of it."""
    rows = re.findall(r"^\| `([a-z_/]+)` \| .* \| (.*) \|$", (TOP / "ARCHITECTURE.md").read_text("utf-8"), re.MULTILINE)
    faces = {folder: CODE.findall(names) for folder, names in rows if (PACKAGE / folder).is_dir()}
    taken: dict[str, set[str]] = {}
    for file in INTERPRETER:
        own = file.path.parent
        for _, module in _imports(file):
            path = PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py")
            if path.is_file() and path.parent not in (own, PACKAGE):
                taken.setdefault(path.parent.relative_to(PACKAGE).as_posix(), set()).add(path.stem)
    folders = {file.path.parent.relative_to(PACKAGE).as_posix() for file in INTERPRETER} - {"."}
    assert set(faces) == folders
    assert {folder: sorted(names) for folder, names in faces.items()} == {
        folder: sorted(taken.get(folder, ())) for folder in faces
    }


def test_no_files_need_each_other_but_the_parts_of_one_walk() -> None:
    """Imports for types and late ones count too."""
    graph = DiGraph()
    for file in INTERPRETER:
        for _, module in _imports(file):
            path = PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py")
            if path.is_file() and path != file.path:
                graph.add_edge(file.path.relative_to(PACKAGE).as_posix(), path.relative_to(PACKAGE).as_posix())
    circles = [sorted(circle) for circle in strongly_connected_components(graph) if len(circle) > 1]
    assert circles == []


def test_a_folder_is_seen_at_one_look() -> None:
    held: dict[Path, int] = {}
    for file in INTERPRETER:
        held[file.path.parent] = held.get(file.path.parent, 0) + (file.path.name != "__init__.py")
    assert {folder.name: count for folder, count in held.items() if count > MOST_FILES} == {}


def test_the_diagram_of_the_page_has_every_room_and_flows_to_the_right() -> None:
    (diagram,) = (part.text for part in page_of("ARCHITECTURE.md") if part.language == "rooms")
    chains = [re.findall(r"[a-z]+", line) for line in diagram.splitlines() if "─►" in line]
    rows = [room for room in ROOMS if not room.endswith(".py")]
    assert {room for chain in chains for room in chain} == set(rows)
    for chain in chains:
        assert chain == sorted(chain, key=rows.index)


def test_an_import_inside_a_function_gives_its_reason() -> None:
    hold(_late_without_reason)


def _late_without_reason(file: Parsed) -> Iterator[tuple[int, str]]:
    for function in ast.walk(file.tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        inside = sorted({node.lineno for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)})
        # Imports on lines that follow one another share the comment above the first or at its end.
        firsts = [line for line in inside if line - 1 not in inside]
        bare = [line for line in firsts if "#" not in file.lines[line - 1] + file.lines[line - 2]]
        yield from ((line, "say in a comment why it is loaded late") for line in bare)


def test_nothing_is_imported_by_a_computed_name() -> None:
    """Three modules do: the command opens the module of the command that was asked for, languages are named as entry points are, and a worker of a cluster opens its own part by a text."""
    asked = [file.name for file in INTERPRETER if "__import__" in file.text or "import_module" in file.text]
    assert [
        name for name in asked if name not in ("batch/cluster.py", "cli/main.py", "words/grammar/languages.py")
    ] == []

"""What a site without a server runs: the modules that tables need, with their data, and the files of rulesets, as archives.

A module is taken where one that is taken imports it; an import inside a function counts too, but for rooms that tables do not use.
"""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from os.path import commonpath
from pathlib import Path
from typing import Final

from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import PACKAGE, shipped_folder, shipped_libraries, shipped_rulesets
from reguli.words.grammar.languages import SHIPPED

ENTRIES: Final = ("reguli.web.browser_tables", "babel.dates", "babel.numbers")
"""Modules that something else than an import asks for: the page, and the data of languages."""
TAKEN: Final = ("reguli", "babel", "jinja2", "markupsafe", "polib", "yaml")
"""Packages that may be taken; all of them run without compiled parts."""
LEFT_OUT: Final = tuple(
    f"reguli.{name}"
    for name in ("api", "app.verification", "batch", "check", "cli", "compile.wasm", "reference", "verify")
)
"""Rooms that are not taken for imports inside of functions."""
DATA: Final = (
    *("language/parsing", "publish/fonts", "publish/templates", "source/catalogue", "source/phrases"),
    "words/contrasts.yaml",
)
"""Data of the package, besides modules."""
READ_AS_TEXT: Final = "reguli/compile/runtime/"
"""Modules of which code is made, so that their text is needed too."""
WRITTEN: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive: the same files make the same bytes."""
Files = dict[str, bytes]


def package_files() -> Files:
    """Return the modules that tables need, and the data of the package and its libraries, by name in the archive."""
    found = {name: path.read_bytes() for name, path in sorted(_modules().items())}
    for path in _files(PACKAGE / name for name in DATA):
        if path.suffix != ".py":
            found[f"reguli/{path.relative_to(PACKAGE).as_posix()}"] = path.read_bytes()
    locales, own = shipped_folder("locales"), (*shipped_rulesets(), "starter")
    for path in _files(locales / code for code in SHIPPED):
        if path.name.partition(".")[0] not in own:
            found[f"reguli/share/locales/{path.relative_to(locales).as_posix()}"] = path.read_bytes()
    for path in _files([shipped_libraries()]):
        found[f"reguli/share/rulesets/library/{path.relative_to(shipped_libraries()).as_posix()}"] = path.read_bytes()
    folder = _homes()["babel"].parent
    for name in ("global.dat", *(f"locale-data/{one}.dat" for one in ("root", *SHIPPED))):
        found[f"babel/{name}"] = (folder / name).read_bytes()
    return found


def ruleset_files(loaded: LoadedRuleset) -> tuple[str, Files]:
    """Return the name or path by which a ruleset is opened in a site, and its files with those of its bases and of their texts."""
    found: Files = {}
    shipped = {shipped_folder("rulesets") / name: name for name in shipped_rulesets()}
    folders = [path.resolve() for path in loaded.layers.folders]
    known = {path.resolve(): name for path, name in shipped.items()}
    others = [path for path in folders if path not in known]
    above = Path(commonpath([path.parent for path in others])) if others else Path()
    for folder in folders:
        name = known.get(folder)
        under = f"own/{folder.relative_to(above).as_posix()}" if name is None else f"reguli/share/rulesets/{name}"
        for path in _files([folder]):
            place = under if path == folder else f"{under}/{path.relative_to(folder).as_posix()}"
            found[place] = path.read_bytes()
        for path in sorted(shipped_folder("locales").glob(f"*/{name}.*")) if name else ():
            found[f"reguli/share/locales/{path.parent.name}/{path.name}"] = path.read_bytes()
    own = loaded.path.resolve()
    return known.get(own) or f"/site/own/{own.relative_to(above).as_posix()}", found


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip whose bytes depend on nothing but the files; its comment names the modules that are read as text."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name in sorted(files):
            about = zipfile.ZipInfo(name, WRITTEN)
            about.compress_type, about.create_system, about.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
            made.writestr(about, files[name])
        made.comment = READ_AS_TEXT.encode()
    return stream.getvalue()


def _files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        inside = sorted(place.rglob("*")) if place.is_dir() else [place]
        for path in inside:
            hidden = any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(place).parts)
            if path.is_file() and not hidden:
                yield path


def _homes() -> dict[str, Path]:
    return {name: Path(str(spec.origin)) for name in TAKEN if (spec := find_spec(name)) is not None}


def _modules() -> dict[str, Path]:
    """Return the files of modules, by their name in the archive."""
    found, waiting = dict[str, Path](), [*ENTRIES, *(place.partition(":")[0] for place in SHIPPED.values())]
    homes = _homes()
    while waiting:
        module = waiting.pop()
        head, *rest = module.split(".")
        if head not in homes:
            continue
        above = homes[head].parent
        options = ("/".join([head, *rest, "__init__.py"]), "/".join([head, *rest]) + ".py")
        base = above.parent if homes[head].name == "__init__.py" else above
        name = next((one for one in options if (base / one).is_file()), None)
        if name is None or name in found:
            continue
        found[name] = base / name
        package = module if name.endswith("__init__.py") else module.rpartition(".")[0]
        waiting += [".".join([head, *rest[:at]]) for at in range(len(rest))]
        waiting += _imported(ast.parse(found[name].read_bytes()), package)
    return found


def _imported(tree: ast.Module, package: str) -> Iterator[str]:
    """Yield the names of modules that a module may import."""
    for node, late in _statements(tree, late=False):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            names = [source, *(f"{source}.{one.name}" for one in node.names)]
        for name in names:
            if not late or not name.startswith(LEFT_OUT):
                yield name


def _statements(node: ast.AST, *, late: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Yield the statements inside of one, and whether each stands in a function; expressions import nothing."""
    late = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        for inside in getattr(node, part, ()) if not isinstance(node, ast.expr) else ():
            yield inside, late
            yield from _statements(inside, late=late)

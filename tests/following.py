"""Follows a page of the handbook as somebody would who types it: files are written, commands run, what they show compared."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from handbook import TOP, Part, commands_of, matches, written
from reguli.cli.main import COMMANDS, main
from reguli.words.grammar.languages import find_packages

PYPROJECT = "pyproject.toml"
PROJECT = ("interpreter", "rulesets", "locales", "tests", "benchmarks", PYPROJECT, "README.md")
"""What a copy of the project has."""
OF_THE_PROJECT = ("interpreter/", "locales/", "tests/")
"""Where a page changes the project itself, it needs a copy."""
WATCHED = """
import atexit, json, os, runpy, sys
opened = set()
def tell(event, given):
    if event == "open" and isinstance(given[0], str):
        opened.add(os.path.realpath(given[0]))
def told():
    found = json.dumps(sorted(opened))
    with open(os.environ["OPENED"], "w") as stream:
        stream.write(found)
atexit.register(told)
sys.addaudithook(tell)
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
"""Runs a module and tells afterwards which files were opened."""
ELSEWHERE: Mapping[str, tuple[str, str]] = {
    "python3 -m venv .venv": (".ci/run", '-m venv "$work/dev"'),
    ". .venv/bin/activate": (".ci/run", 'PATH="$work/dev/bin:$PATH"'),
    "python3 -m venv .venv && . .venv/bin/activate": (".ci/run", '-m venv "$work/dev"'),
    'pip install -e ".[dev]"': (".ci/run", 'pip install -e ".[dev]"'),
    'pip install ".[xlsx,print]"': (".ci/run", 'pip install --quiet "$work"/wheel/reguli-*.whl'),
    ".ci/run": (".ci/run", "pytest -n auto"),
    "ruff check --fix": (".ci/run", "ruff check"),
    "ruff format": (".ci/run", "ruff format"),
    "mypy --strict": (".ci/run", "mypy --strict"),
    "pytest -n auto": (".ci/run", "pytest -n auto"),
    "pytest -n auto --all": (".ci/run", "pytest -n auto --dist worksteal -m slow"),
    "pytest tests/engine": (".ci/run", "pytest -n auto"),
    "pytest tests/house": (".ci/run", "pytest -n auto"),
    "pytest --reguli avoid": ("tests/cli/test_pytest_plugin.py", '_tested(tmp_path, "--reguli")'),
    "apt-get install hunspell hunspell-en-gb hunspell-ro hunspell-hu": ("tests/words/test_spelling.py", "hunspell"),
    "reguli check calm --print": ("tests/cli/test_command_new.py", '"--print", "--play"'),
    "reguli demo": ("tests/cli/test_command_demo.py", 'reguli("demo"'),
    "reguli serve --watch calm": ("tests/web/test_workbench.py", "bench_key=KEY"),
    "reguli serve power_grid": ("tests/web/test_browser.py", '"serve", *games'),
}
"""Commands that something else runs, or does the same as, and the text that shows it there: environments are made, and all tests
run, by ``.ci/run`` alone."""
SHORT: Mapping[str, tuple[str, ...]] = {
    "python benchmarks/playouts.py": ("--seconds", "0.01", "--rounds", "1", "tic_tac_toe", "hex"),
    "python benchmarks/startup.py": ("--rounds", "1", "copies"),
    "python benchmarks/answers.py": ("--games", "1"),
}
"""What is added to commands that would take long."""
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|…")
"""What somebody has to fill in."""


class NothingDoesItError(AssertionError):
    """A block or command line that nothing executes."""


@dataclass
class Follower:
    """Follows one page in a folder; ``waiting`` are the files that no command has opened yet, by path, with their places."""

    folder: Path
    waiting: dict[Path, str] = field(default_factory=dict)
    project: bool = False
    """Whether the folder has become a copy of the project."""
    modules: set[str] = field(default_factory=set)
    """The modules of the project that are new or changed."""
    installed: list[Path] = field(default_factory=list)
    """The folders of packages that the page installs."""

    def __post_init__(self) -> None:
        (self.folder / "rulesets").symlink_to(TOP / "rulesets")
        (self.folder / "benchmarks").symlink_to(TOP / "benchmarks")

    def follow(self, parts: Sequence[Part]) -> None:
        """Do everything a page says, in order; then every file it wrote must have been opened by some command."""
        for part in parts:
            self._do(part)
        assert not self.waiting, f"no command opens {sorted(self.waiting.values())}"

    def _do(self, part: Part) -> None:
        match part.language, part.info:
            case "console", ():
                for command, shown in commands_of(part.text):
                    self._run(part, command, shown)
            case "sh", ():
                for command in part.text.splitlines():
                    self._run(part, command, ["..."])
            case "inline", ():
                self._inline(part)
            case "python", ():
                with within(self.folder), patch("sys.stdout", StringIO()):
                    exec(compile(part.text, part.place, "exec"), {})
            case "formula", ():
                """Formulas are held to the code by ``tests/engine/test_rng.py``."""
            case "rooms", ():
                """The diagram is held to the rooms by ``tests/house/test_rooms.py``."""
            case _, (_, *_):
                self._write(part)
            case _:
                raise NothingDoesItError(f"{part.place}: nothing executes this block")

    # -- files -------------------------------------------------------------------------------------------------

    def _write(self, part: Part) -> None:
        name, *_ = part.info
        if name.startswith(OF_THE_PROJECT):
            self.become_project()
        path = self.folder / name
        known = path.read_text(encoding="utf-8") if path.is_file() else ""
        assert known or len(part.info) == 1, f"{part.place}: there is no {name} to change"
        if len(part.info) == 1:
            assert path not in self.waiting, f"{part.place}: no command has opened {name} as it was before"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(known, part), encoding="utf-8")
        self.waiting[path] = f"{name} of {part.place}"
        if path.suffix == ".py" and name.startswith("interpreter/"):
            self.modules.add(name.removeprefix("interpreter/").removesuffix(".py").replace("/", "."))

    def become_project(self) -> None:
        """Copy the project into the folder, once; from then on commands run in processes of their own."""
        if not self.project:
            for link in ("rulesets", "benchmarks"):
                (self.folder / link).unlink()
            copy_project(self.folder)
            self.project = True

    # -- commands ----------------------------------------------------------------------------------------------

    def _inline(self, part: Part) -> None:
        """Run a command in running text: whole, or, where something is to be filled in, only its words are looked at."""
        words = shlex.split(part.text)
        if part.text in ELSEWHERE or words[0] != "reguli":
            self._run(part, part.text, ["..."])
        elif len(named := command_words(words)) > 1 and (named == words or PLACEHOLDER.search(part.text)):
            code, said = self._reguli([*named[1:], "--help"])
            assert code == 0, f"{part.place}: {part.text}\n{said}"
            options = [word for word in words if word.startswith("--")]
            assert [option for option in options if option not in said.split()] == [], f"{part.place}: {part.text}"
        else:
            self._run(part, part.text, ["..."])

    def _run(self, part: Part, command: str, shown: list[str]) -> None:
        if command in ELSEWHERE:
            return
        program, *words = shlex.split(command)
        match program, words:
            case "reguli", _:
                code, said = self._reguli([*words, *SHORT.get(command, ())])
            case "python", ["-m", module, *rest]:
                code, said = self._module(module, rest)
            case "pip", ["install", "-e", folder] if (self.folder / folder / PYPROJECT).is_file():
                self.installed.append(install(self.folder / folder))
                self._opened([str(self.folder / folder / PYPROJECT)])
                return
            case "python", _:
                code, said = self._process([sys.executable, *words, *SHORT.get(command, ())])
            case "pytest", _ if self.project:
                code, said = self._module("pytest", ["-q", "-p", "no:cacheprovider", *words])
            case "cp", _:
                code, said = self._process([program, *words])
            case _:
                raise NothingDoesItError(f"{part.place}: nothing executes '{command}'")
        known = (0, 1) if program == "reguli" else (0,)
        assert code in known, f"{part.place}: $ {command} ({code})\n{said}"
        assert matches(shown, said.splitlines()), f"{part.place}: $ {command}\n" + "\n".join(said.splitlines()[:60])

    def _reguli(self, words: list[str]) -> tuple[int, str]:
        """Run the program: here, or, where a page has changed it, in a process of its own."""
        if self.project:
            return self._module("reguli", words)
        out, err, opened = StringIO(), StringIO(), list[str]()
        with (
            within(self.folder),
            searching(self.installed),
            patch("sys.stdout", out),
            patch("sys.stderr", err),
            watching(opened.append),
        ):
            code = main(words)
        self._opened(opened)
        return code, out.getvalue() + err.getvalue()

    def _module(self, module: str, words: Sequence[str]) -> tuple[int, str]:
        told = self.folder / ".opened"
        code, said = self._process([sys.executable, "-c", WATCHED, module, *words], OPENED=str(told))
        self._opened(json.loads(told.read_text(encoding="utf-8")))
        return code, said

    def hand_in(self) -> None:
        """Do to a changed project what CONTRIBUTING asks before anything is handed in, short of all the tests."""
        # What mypy has found out is as good for a copy; what only uses a changed module is left to the tests of the project.
        known = TOP / ".mypy_cache"
        if known.is_dir():
            shutil.copytree(known, self.folder / ".mypy_cache")
        modules = [word for module in sorted(self.modules) for word in ("-m", module)]
        for words in (["ruff", "check", "--fix"], ["ruff", "format"], ["mypy", "--strict", *modules]):
            code, said = self._process([sys.executable, "-m", *words])
            assert code == 0, f"{' '.join(words)}\n{said}"

    def _opened(self, paths: Sequence[str]) -> None:
        for path in paths:
            self.waiting.pop(Path(path), None)

    def _process(self, words: Sequence[str], **more: str) -> tuple[int, str]:
        """Run anything, with the modules of the folder where they have changed."""
        top = self.folder
        path = [top / "interpreter", *self.installed] if self.project else self.installed
        own = {"PYTHONPATH": os.pathsep.join(map(str, path))} if path else {}
        own |= {"XDG_CACHE_HOME": str(top)} if self.project else {}
        ran = subprocess.run(
            words,
            cwd=self.folder,
            env={**os.environ, "NO_COLOR": "1", "REGULI_LANG": "en", "PYTHONIOENCODING": "utf-8", **own, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return ran.returncode, ran.stdout + ran.stderr


def command_words(words: list[str]) -> list[str]:
    """Return the words that name a command: ``reguli card``, ``reguli words check``."""
    length = 1
    if len(words) > 1 and words[1] in [name for name, *_ in COMMANDS]:
        length = 3 if words[1] == "words" and len(words) > 2 and words[2].isalpha() else 2
    return words[:length]


def install(folder: Path) -> Path:
    """Do what ``pip install -e`` does, without a network: write the metadata of a package; its folder belongs on the search path."""
    project = tomllib.loads((folder / PYPROJECT).read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8")
    groups = project["entry-points"].items()
    lines = [line for group, named in groups for line in (f"[{group}]", *(f"{key} = {named[key]}" for key in named))]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@contextmanager
def searching(folders: Sequence[Path], without: Sequence[Path] = ()) -> Iterator[None]:
    """Search for modules and packages in these folders, too, and not in others."""
    find_packages.cache_clear()
    try:
        with patch.object(sys, "path", [*map(str, folders), *(name for name in sys.path if Path(name) not in without)]):
            yield
    finally:
        find_packages.cache_clear()


def copy_project(folder: Path) -> None:
    """Copy what the tests of a change need of the project."""
    for name in PROJECT:
        if (TOP / name).is_dir():
            shutil.copytree(TOP / name, folder / name, ignore=shutil.ignore_patterns(".*", "__pycache__", "*.egg-info"))
        else:
            shutil.copyfile(TOP / name, folder / name)


@contextmanager
def within(folder: Path) -> Iterator[None]:
    """Work in a folder, with a terminal of no colours; what reports found is kept there."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        with patch.dict(os.environ, {"NO_COLOR": "1", "REGULI_CACHE": str(folder / ".kept")}):
            yield
    finally:
        os.chdir(before)


WATCHERS: list[Callable[[str], None]] = []
"""Python never takes back a hook of its audit, so one stays and tells whoever watches."""


def _tell(event: str, given: tuple[object, ...]) -> None:
    if event == "open" and WATCHERS and isinstance(given[0], str):
        path = os.path.realpath(given[0])
        for watcher in WATCHERS:
            watcher(path)


sys.addaudithook(_tell)


@contextmanager
def watching(watcher: Callable[[str], None]) -> Iterator[None]:
    """Yield which files are opened."""
    WATCHERS.append(watcher)
    try:
        yield
    finally:
        WATCHERS.remove(watcher)

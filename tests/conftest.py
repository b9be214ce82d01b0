"""Tests read what the tool says in English, whatever the person running them speaks, and nobody types at them.

At the end of a run the tests of behaviour are counted by room. Slow tests (``slow.tsv``) run with ``--all``, with ``-m slow``, or where an argument names
one; tests marked ``night`` run with ``--night``.

Every finding that is made during a test must be in the catalogue and fill all gaps of its templates with names, numbers and phrases,
and so must every phrase; English with spaces in it is none of these. The program itself does not look there before it shows one.
"""

from __future__ import annotations

import gc
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import settings

from large import LARGE
from reguli import pipeline
from reguli.app.printing import book_sources
from reguli.ir.settings_cache import Settings
from reguli.pipeline import LoadedRuleset
from reguli.publish.pictures import board_pictures, map_renderer, replay_page
from reguli.publish.pictures.map_model import BoardPicture
from reguli.publish.pictures.map_renderer import DrawnMap
from reguli.ruleset import folder_contents
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.folder_contents import Folder
from reguli.ruleset.libraries.library_instantiation import Shelf
from reguli.ruleset.patches import variant_loading
from reguli.ruleset.patches.variant_loading import Find
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.finding_catalogue import Said, Value, english, finding_catalogue, gaps_of
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import Node
from reguli.verify.example_runner import ExampleResult
from reguli.words import terminology
from reguli.words.catalogue import wording_catalogue as catalogues
from reguli.words.grammar.grammar_values import Language
from reguli.words.grammar.languages import locales_folder
from reguli.words.polarity import PolarityLexicon
from reguli.words.terminology import Lexicon
from reguli.words.translation import polarity_checks
from slow_tests import cpu_seconds, is_slow, slow_tests

settings.register_profile("same", derandomize=True, database=None, deadline=None, max_examples=50)
settings.load_profile("same")
T = TypeVar("T")
PROSE = re.compile(r"\b(?:an? [a-z]{3}|(?:the|it|its|which|whole) )")
"""Words of English sentences before another word, none of them a word of the rules language."""

os.environ["REGULI_LANG"] = "en"
# What one run of the tests finds out another one must find out again.
os.environ["REGULI_CACHE"] = ""
# A program that a test starts and that asks something would wait for the terminal or pipe pytest itself was started from.
_nothing = os.open(os.devnull, os.O_RDONLY)
os.dup2(_nothing, 0)
os.close(_nothing)
_made = Diagnostic.__init__


def _fitting(found: Diagnostic, *given: object, **named: object) -> None:
    _made(found, *given, **named)  # type: ignore[arg-type]
    entry, args = finding_catalogue()[found.code], dict(found.args)
    for template in (entry.message, entry.expected, entry.remedy):
        _hold(template, args)
    for _, shown in found.related:
        assert not isinstance(shown, str), f"{found.code} shows {shown!r}"


def _hold(template: str, args: dict[str, Value]) -> None:
    for gap in gaps_of(template):
        if gap.name is not None:
            value = args[gap.name]
            assert gap.plain or not isinstance(value, Said), f"{template!r} would show the inside of {value!r}"
            if isinstance(value, Said):
                for text in english(value.phrase):
                    _hold(text, dict(value.args))
            elif not gap.quoted:
                assert not PROSE.search(re.sub(r"'[^']*'", "", str(value))), f"{template!r} says {value!r}"


Diagnostic.__init__ = _fitting  # type: ignore[method-assign]
SHIPPED = {
    path.read_text(encoding="utf-8")
    for home, kinds in (("rulesets", (".yaml", ".rules")), ("locales", (".po", ".yaml")))
    for path in shipped_folder(home).rglob("*")
    if path.suffix in kinds
}


def _once(read: Callable[..., T]) -> Callable[..., T]:
    """What comes of a text depends on the text and what is said of it: that of a shipped file is read once for all tests. The bag comes last."""
    known: dict[tuple[object, ...], tuple[T, Bag]] = {}

    def again(text: str, *given: object, **named: object) -> T:
        *said, bag = given
        assert isinstance(bag, Bag)
        if text not in SHIPPED:
            return read(text, *given, **named)
        plain = (tuple(one.items()) if isinstance(one, Mapping) else one for one in named.values())
        key = text, *said, *plain
        if key not in known:
            own = Bag()
            known[key] = read(text, *said, own, **named), own
        found, own = known[key]
        bag.extend(own)
        return found

    return again


folder_contents.read_yaml = _once(folder_contents.read_yaml)
folder_contents.parse_rules = _once(folder_contents.parse_rules)
catalogues.read_catalogue = _once(catalogues.read_catalogue)
terminology.read_yaml = _once(terminology.read_yaml)


def _lexicon_once(
    read: Callable[[Node | None, Lexicon, Bag], Lexicon],
) -> Callable[[Node | None, Lexicon, Bag], Lexicon]:
    """A lexicon depends on its file, which is read once if it is a shipped one, and on what it is laid over."""
    known: dict[tuple[int, int | str], tuple[object, Lexicon, Bag]] = {}

    def again(node: Node | None, base: Lexicon, bag: Bag) -> Lexicon:
        if node is None:
            return read(node, base, bag)
        key = id(node), base.language.code if base == terminology.empty_lexicon(base.language) else id(base)
        if key not in known:
            own = Bag()
            known[key] = (node, base), read(node, base, own), own
        _, found, own = known[key]
        bag.extend(own)
        return found

    return again


terminology.read_lexicon = _lexicon_once(terminology.read_lexicon)


class _Kept(Sources):
    """Sources that know what was added to them."""

    __slots__ = ("added",)

    def __init__(self) -> None:
        super().__init__()
        self.added: dict[str, str] = {}

    def add(self, file: str, text: str) -> None:
        self.added[file] = text
        super().add(file, text)

    def repeat(self, sources: Sources) -> None:
        """Add all to other sources."""
        for file, text in self.added.items():
            sources.add(file, text)
        sources.ordered |= self.ordered


def _documents_once(read: Callable[[Folder], Documents | None]) -> Callable[[Folder], Documents | None]:
    known: dict[Path, tuple[Documents | None, Bag, _Kept]] = {}

    def again(folder: Folder) -> Documents | None:
        if folder.path.parent != shipped_folder("rulesets").resolve():
            return read(folder)
        if folder.path not in known:
            bag, kept = Bag(), _Kept()
            known[folder.path] = read(Folder(folder.path, bag, kept)), bag, kept
        found, bag, kept = known[folder.path]
        folder.bag.extend(bag)
        kept.repeat(folder.sources)
        return found

    return again


variant_loading.read_documents = _documents_once(variant_loading.read_documents)


def _senses_once(
    read: Callable[[Language, Path, Bag, Sources], PolarityLexicon],
) -> Callable[[Language, Path, Bag, Sources], PolarityLexicon]:
    """What says yes and no in a shipped language is one large pattern, which some tests ask for hundreds of times."""
    known: dict[int, tuple[Language, PolarityLexicon, Bag, _Kept]] = {}

    def again(language: Language, locales: Path, bag: Bag, sources: Sources) -> PolarityLexicon:
        if locales_folder(language.code, locales) != shipped_folder("locales"):
            return read(language, locales, bag, sources)
        if id(language) not in known:
            own, kept = Bag(), _Kept()
            known[id(language)] = language, read(language, locales, own, kept), own, kept
        _, found, own, kept = known[id(language)]
        bag.extend(own)
        kept.repeat(sources)
        return found

    return again


polarity_checks.read_polarity_words = _senses_once(polarity_checks.read_polarity_words)
_load_ruleset, _shared = pipeline.load_ruleset, dict[Path, tuple[Documents | None, Bag, _Kept]]()
_settings: dict[int, Settings] = {}
"""What was bound of the documents of shipped games, for all tests."""


def _loaded_once(
    path: Path, bag: Bag, *, sources: Sources, beside: Sequence[Path], find: Find, shelf: Shelf
) -> Documents | None:
    if beside or path.resolve().parent != shipped_folder("rulesets").resolve():
        return _load_ruleset(path, bag, find=find, sources=sources, beside=beside, shelf=shelf)
    if path not in _shared:
        own, kept = Bag(), _Kept()
        found = _load_ruleset(path, own, find=find, sources=kept, shelf=shelf)
        _shared[path] = found, own, kept
        if found is not None:
            _settings[id(found)] = Settings(found)
    found, own, kept = _shared[path]
    bag.extend(own)
    kept.repeat(sources)
    return found


pipeline.load_ruleset = _loaded_once
pipeline.Settings = lambda documents: _settings.get(id(documents)) or Settings(documents)


_run_examples, _results = book_sources.run_examples_parallel, dict[tuple[object, ...], tuple[ExampleResult, ...]]()


def _examples_once(loaded: LoadedRuleset, ids: Sequence[str]) -> Iterable[ExampleResult]:
    """Run the examples that a book prints; those of a shipped game once for all tests."""
    if loaded.path.resolve().parent != shipped_folder("rulesets").resolve() or len(loaded.layers.folders) > 1:
        return _run_examples(loaded, ids)
    key = loaded.name, *sorted(loaded.options.items()), *ids
    if key not in _results:
        _results[key] = tuple(_run_examples(loaded, ids))
    return _results[key]


book_sources.run_examples_parallel = _examples_once


def _drawn_once(
    draw: Callable[[BoardPicture, Sequence[str], Sequence[str]], DrawnMap],
) -> Callable[[BoardPicture, Sequence[str], Sequence[str]], DrawnMap]:
    """A map depends on its board and on names alone: most tests draw those of shipped games, which are large."""
    known: dict[tuple[BoardPicture, tuple[str, ...], tuple[str, ...]], tuple[BoardPicture, DrawnMap]] = {}

    def again(picture: BoardPicture, names: Sequence[str] = (), groups: Sequence[str] = ()) -> DrawnMap:
        key = (replace(picture, written=None), tuple(names), tuple(groups))
        if key not in known or known[key][0] != picture:
            known[key] = picture, draw(picture, names, groups)
        return known[key][1]

    return again


def _arranged_once(arrange: Callable[[BoardPicture], BoardPicture]) -> Callable[[BoardPicture], BoardPicture]:
    known: dict[BoardPicture, BoardPicture] = {}

    def again(picture: BoardPicture) -> BoardPicture:
        if picture.written is not None:
            return arrange(picture)
        if picture not in known:
            known[picture] = arrange(picture)
        return known[picture]

    return again


board_pictures.draw_map = replay_page.draw_map = map_renderer.draw_map = _drawn_once(map_renderer.draw_map)
book_sources.arrange_map = map_renderer.arrange_map = _arranged_once(map_renderer.arrange_map)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run slow tests too")
    parser.addoption("--night", action="store_true", help="run the tests that take long, too")
    parser.addoption("--cpu", metavar="NAME", help="write the CPU seconds of each test into NAME.WORKER.tsv")


SAMPLED = ((16, 3), (8, 2))
"""Of a slow test with at least so many parameters, ``pytest -m slow`` takes one in so many; ``--night`` takes all."""


def _not_sampled(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the parameters that a run of the slow tests leaves out; large rulesets are always taken."""
    tests: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("slow") is not None:
            tests[item.nodeid.partition("[")[0]].append(item)
    for found in tests.values():
        one_in = next((share for least, share in SAMPLED if len(found) >= least), 1)
        for at, item in enumerate(found):
            if at % one_in and not any(name in item.nodeid.partition("[")[2] for name in (*LARGE, "power_grid")):
                yield item


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slow, left_out = slow_tests(), set[str]() if config.getoption("--night") else {"night"}
    named = any("::" in argument for argument in config.args) or "slow" in config.getoption("markexpr")
    if not config.getoption("--all") and not named:
        left_out.add("slow")
    for item in items:
        if is_slow(item.nodeid, slow):
            item.add_marker("slow")
    out = [item for item in items if any(mark.name in left_out for mark in item.iter_markers())]
    if config.getoption("markexpr") == "slow" and "night" in left_out:
        out += list(_not_sampled([item for item in items if item not in set(out)]))
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in set(out)]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    name, before = item.config.getoption("--cpu"), cpu_seconds()
    yield
    if name is not None:
        file = Path(f"{name}.{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}.tsv")
        with file.open("a", encoding="utf-8") as stream:
            stream.write(f"{cpu_seconds() - before:.3f}\t{item.nodeid}\n")


def pytest_collection_finish() -> None:
    """Thousands of tests stay until the end: nobody need look through them for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count what passed, by the folder of its room; rules of the house and tests of behaviour are told apart."""
    passed = Counter(
        report.nodeid.split("/")[1] for report in terminalreporter.stats.get("passed", ()) if "/" in report.nodeid
    )
    house = passed.pop("house", 0)
    if len(passed) > 1:
        counts = ", ".join(f"{room} {count}" for room, count in sorted(passed.items()))
        terminalreporter.write_line(f"{passed.total()} tests of behaviour: {counts}; {house} of the house")

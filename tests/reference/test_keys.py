"""The keys of documents: each key that a reader accepts has an entry and stands in the sample, and no entry is of a key that none accepts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from reading_watch import Read, choosing, watched
from sample_documents import SEVERAL, copied, read_everything
from shapes_walked import groups_of

from reguli.app.json_schemas import KINDS
from reguli.reference.reference_entry import (
    KeyGroup,
    document_entry_paths,
    find_key_sample,
    matches_file_pattern,
    matches_path_pattern,
    read_themes,
)
from reguli.ruleset.declarations.state_file import TAKEN
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import MappingNode, Node, SequenceNode, read_yaml
from reguli.words.grammar.languages import shipped_languages

THEMES = read_themes()
DOCUMENTS = [(theme, group) for theme in THEMES for group in theme.groups]
GROUPS = [group for _, group in DOCUMENTS]
OF_THE_GAME = ("icon", "none")
"""Keys whose words are those that the game itself declares."""
OF_A_LANGUAGE = ("style", "senses", "gloss")
"""What a language is made of: CONTRIBUTING.md writes those files, and no game has them."""


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, tuple[str, ...] | None, Read]]:
    """Read the sample by every reader; give what was read with its file, by its place in the ruleset, and its path there."""
    folder = copied(tmp_path_factory.mktemp("sample"))
    with watched() as found:
        assert read_everything(folder) == ()
    paths = {file: dict(_paths(folder, file)) for file in {read.span.file for read in found}}
    # General terms of a language lie in a file of the same name as those of the sample.
    return [(read.span.file, paths[read.span.file].get(_corners(read.span)), read) for read in found]


@pytest.fixture(scope="module")
def reads(everything: list[tuple[str, tuple[str, ...] | None, Read]]) -> list[tuple[str, tuple[str, ...], Read]]:
    """Return what was read of the sample itself."""
    return [(file, path, read) for file, path, read in everything if path is not None]


def _corners(span: Span) -> tuple[int, int, int, int]:
    return span.line, span.column, span.end_line, span.end_column


def _paths(folder: Path, file: str) -> Iterator[tuple[tuple[int, int, int, int], tuple[str, ...]]]:
    """Return the path of every node of a file of the sample; what lies elsewhere, as general terms do, has none."""
    text = SEVERAL.get(file)
    places = (folder / file, folder / "sample" / file, folder / "sample" / "words" / file)
    path = next((path for path in places if path.is_file()), None)
    if text is None and path is not None:
        text = path.read_text(encoding="utf-8")
    node = None if text is None else read_yaml(text, file, Bag())
    return iter(()) if node is None else _walked(node, ())


def _walked(node: Node, at: tuple[str, ...]) -> Iterator[tuple[tuple[int, int, int, int], tuple[str, ...]]]:
    yield _corners(node.span), at
    match node:
        case MappingNode(entries=entries):
            for entry in entries:
                yield from _walked(entry.value, (*at, entry.key.text))
        case SequenceNode(items=items):
            for item in items:
                yield from _walked(item, (*at, "[]"))
        case _:
            pass


def _meant(group: KeyGroup, file: str, path: tuple[str, ...]) -> bool:
    return any(
        matches_file_pattern(file, at.partition(":")[0]) and matches_path_pattern(path, at.partition(":")[2])
        for at in group.at
        if not group.columns
    )


def test_every_group_that_is_read_is_described(reads: list[tuple[str, tuple[str, ...], Read]]) -> None:
    """Where two groups are described for one place, as parts of books and of cards, each key is of one of them."""
    for file, path, read in reads:
        described = {key.words[0] for group in GROUPS if _meant(group, file, path) for key in group.keys}
        assert sorted(read.allowed - described) == [], f"{file}: {'/'.join(path)}"


def test_every_key_that_is_described_is_read_and_shown(reads: list[tuple[str, tuple[str, ...], Read]]) -> None:
    for group in GROUPS:
        if group.columns:
            continue
        own = [read for file, path, read in reads if _meant(group, file, path)]
        keys = {key.words[0] for key in group.keys}
        assert sorted(keys - {name for read in own for name in read.allowed}) == [], group.whole.name
        assert sorted(keys - {name for read in own for name in read.given}) == [], group.whole.name


def test_words_to_choose_among_are_named(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    with choosing() as found:
        assert read_everything(folder) == ()
    paths = {file: dict(_paths(folder, file)) for file in {chosen.span.file for chosen in found}}
    seen = set()
    for chosen in found:
        path = paths[chosen.span.file].get(_corners(chosen.span))
        # Names of icons are those of the game, and what is the key of an entry has no place of its own.
        if path is None or path[-1] in OF_THE_GAME:
            continue
        at, name = (path[:-2], path[-2]) if path[-1] == "[]" else (path[:-1], path[-1])
        keys = [key for one in GROUPS if _meant(one, chosen.span.file, at) for key in one.keys if key.words[0] == name]
        assert keys, f"{chosen.span.file}: {'/'.join(path)}"
        for key in keys:
            assert [word for word in chosen.choices if word not in re.findall(r"\w+", key.takes)] == [], key.name
            seen.add(key.name)
    assert len(seen) > 5


def test_forms_of_terms_are_named() -> None:
    (forms,) = (key for group in GROUPS for key in group.keys if key.name == "term.forms")
    said = re.split(r"[ .,:]+", forms.means)
    assert [form for language in shipped_languages() for form in sorted(language.noun_forms) if form not in said] == []


def test_columns_of_rows_are_described() -> None:
    (group,) = (group for group in GROUPS if group.columns)
    assert {key.words[0] for key in group.keys} == set(TAKEN)


def test_every_group_that_a_document_can_have_is_read(
    everything: list[tuple[str, tuple[str, ...] | None, Read]],
) -> None:
    seen = {read.allowed for _, _, read in everything}
    for kind in KINDS:
        shapes = () if kind.id in OF_A_LANGUAGE else kind.shapes
        for group in (one for shape in shapes for one in groups_of(shape)):
            assert frozenset(group.known) in seen, f"{kind.id}: {group.known}"


@pytest.mark.parametrize(
    ("theme", "group"), DOCUMENTS, ids=lambda one: one.whole.name if isinstance(one, KeyGroup) else ""
)
def test_every_key_has_an_example(theme: object, group: KeyGroup) -> None:
    if group.columns:
        return
    lacking = [key.name for key in group.keys if not find_key_sample(key, group, theme)[0]]
    # A list of statements is another way to write the inventory, which the sample does not need.
    assert lacking == (["inventory.id"] if group.whole.name == "inventory" else [])


def test_every_key_says_what_it_takes_and_whether_it_must_be_there() -> None:
    keys = [key for group in GROUPS for key in group.keys]
    assert [key.name for key in keys if not key.takes or bool(key.needed) == bool(key.default)] == []


def test_pairs_of_a_document() -> None:
    node = read_yaml("a: {b: [{c: 1}]}\n", "small", Bag())
    assert node is not None
    assert [("/".join(at), pair.key.text) for at, pair in document_entry_paths(node, ())] == [
        ("", "a"),
        ("a", "b"),
        ("a/b/[]", "c"),
    ]

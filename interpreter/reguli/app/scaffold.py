"""Scaffolding of a new ruleset: a variant without changes, or a copy of a game under another name, wordings included."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from reguli.app.errors import Refused, UnusableRuleset, make_refusal
from reguli.app.loading import (
    bind_for_players,
    check_output_folder,
    copy_visible_files,
    file_write_errors,
    open_playable,
    open_ruleset,
    read_utf8_file,
    write_file,
)
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.schema.node_reader import DEVICE
from reguli.shipped_files import shipped_rulesets
from reguli.source.bounded_files import UnreadableFile, write_folder_atomically
from reguli.source.finding_catalogue import Said

if TYPE_CHECKING:
    from reguli.ruleset.document_nodes import GameDecl
    from reguli.words.catalogue.po import PoEntry

ID: Final = re.compile(r"[a-z][a-z0-9_]*")
VARIANT: Final = "variant.yaml"
GAME: Final = "game.yaml"
TESTING: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".pytest.ini": """\
# `pytest` in this folder runs the examples of the ruleset.
[pytest]
reguli = true
""",
        ".github/workflows/rules.yml": """\
# On GitHub, each push tests the rules: the check, the examples, and what verification finds; a pull request says what it changes, too.
name: rules
on: [push, pull_request]
jobs:
  rules:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: {fetch-depth: 0}
      - uses: actions/setup-python@v5
        with: {python-version: "3.12"}
      - run: pip install reguli pytest
      - run: reguli check .
      - run: pytest
      - name: reguli verify
        env: {BASE: "${{ github.event.pull_request.base.sha }}"}
        run: |
          # What a request changes is held against what was there before, if anything was.
          if [ -n "$BASE" ] && git ls-tree -r --name-only "$BASE" . | grep -qE '(^|/)(game|variant)[.]yaml$'; then
            against="--against $BASE"
          fi
          reguli verify . $against --format html --out report.html
      - uses: actions/upload-artifact@v4
        if: always()
        with: {name: report, path: report.html}
""",
    }
)
"""Files of a ruleset of one's own that test it, by name; they are hidden, for they are no part of the rules."""


def create_variant(name: str, of: str, home: str = ".", remarks: Sequence[str] = ()) -> tuple[Path, ...]:
    """Create a variant in a folder of its name; return the files.

    It is as its game until somebody takes the '#' from a line: every constant stands there with its value. ``remarks`` are the
    lines of comment above. Raises ``Refused``, and ``UnusableRuleset`` for a game with findings.
    """
    target = _folder(name, home)
    loaded = open_playable(of, {})
    base = of if of in shipped_rulesets() else json.dumps(str(Path(of).resolve()), ensure_ascii=False)
    lines = [*(f"# {remark}" for remark in remarks), f"variant: {name}", f"of: {base}", f"name: {_title(name)}"]
    with file_write_errors(target), write_folder_atomically(target) as folder:
        _write(folder / VARIANT, "\n".join([*lines, "# set:", *_constants(loaded)]) + "\n")
        _write_testing(folder)
    return (target / VARIANT, *(target / one for one in TESTING))


def _write_testing(folder: Path) -> None:
    """Write the files with which ``pytest`` tests the rules by their examples, locally and in continuous integration."""
    for name, text in TESTING.items():
        _write(folder / name, text)


def _constants(loaded: LoadedRuleset) -> Iterator[str]:
    """Yield the constants of a game as lines that set them to their current values, each with its unit and its source statements."""
    for constant in bind_for_players(loaded).constants.values():
        about = " ".join(filter(None, (constant.unit, ", ".join(constant.source.cites))))
        yield f"#   constants.{constant.id}: {constant.value}" + (f"  # {about}" if about else "")


def create_ruleset(name: str, like: str, home: str = ".", remarks: Sequence[str] = ()) -> tuple[Path, ...]:
    """Create a game as a copy of another one under a new name, with its words in every language; return the files.

    ``remarks`` are lines of comment above ``game.yaml``. Raises ``Refused``, and ``UnusableRuleset`` for a game with findings.
    """
    target = _folder(name, home)
    loaded = open_ruleset(like, {})
    if not (loaded.path / GAME).is_file():
        raise make_refusal("X103", command="reguli new", why=Said("why.like_no_game", name=like))
    if loaded.documents is None or loaded.bag:
        raise UnusableRuleset(loaded.bag.diagnostics, loaded.sources)
    with file_write_errors(target), write_folder_atomically(target) as folder:
        try:
            copy_visible_files(loaded.path, folder)
        except UnreadableFile as unread:
            raise Refused([unread.at(None)], loaded.sources) from unread
        text = read_utf8_file(folder / GAME)
        text = re.sub(r"(?m)^ruleset:.*", f"ruleset: {name}", text, count=1)
        text = re.sub(r"(?m)^name:.*", f"name: {_title(name)}", text, count=1)
        write_file(folder / GAME, "".join(f"# {remark}\n" for remark in remarks) + text)
        _take_words(loaded, folder, name)
        written = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
        _write_testing(folder)
    return tuple(target / one for one in (*written, *map(Path, TESTING)))


def _take_words(loaded: LoadedRuleset, folder: Path, name: str) -> None:
    """Copy the words of a game in every language that has any: terms unchanged, wordings under the new name."""
    assert loaded.documents is not None
    # Catalogues cost a tenth of a second, and only a copy has words to take along.
    from reguli.words.grammar.languages import language_codes

    known = loaded.documents.game.id
    old, new = locate_wording_folders(loaded.path, known), locate_wording_folders(folder, name)
    for code in language_codes():
        terms, wordings = old.root(code) / old.lexicon(code), old.catalogue(code)
        if terms.is_file():
            _write(new.own / new.lexicon(code), read_utf8_file(terms))
        if wordings.is_file():
            _write(new.catalogue(code), _called(read_utf8_file(wordings), loaded.documents.game, name))


def _called(text: str, game: GameDecl, name: str) -> str:
    """Return a catalogue with the game renamed, also in the notes for translators."""
    # As above.
    from reguli.words.catalogue.po import is_header, read_document, replace_entry_fields, write_document
    from reguli.words.grammar.languages import languages

    known, others = game.id, "|".join(language.name for language in languages())
    text = text.replace(f"'game:{known}@", f"'game:{name}@")
    text = re.sub(rf"(?m)^(#\. rule: .){re.escape(game.name)}(?=.: )", rf"\g<1>{_title(name)}", text)

    def named(entry: PoEntry) -> PoEntry:
        places = tuple(re.sub(rf"^{known}/", f"{name}/", place) for place in entry.places)
        if is_header(entry):
            return replace_entry_fields(entry, text=entry.text.replace(f": {known} ", f": {name} "))
        if entry.context == f"game:{known}":
            notes = tuple(re.sub(rf"^({others}): .*", rf"\g<1>: {_title(name)}", note) for note in entry.notes)
            named_so = {"context": f"game:{name}", "base": _title(name), "text": _title(name)}
            return replace_entry_fields(entry, places=places, notes=notes, **named_so)
        context = re.sub(rf"^game:{known}\b", f"game:{name}", entry.context or "")
        return replace_entry_fields(entry, places=places, context=context)

    document = read_document(text)
    return write_document(replace(document, entries=tuple(map(named, document.entries))))


def _folder(name: str, home: str) -> Path:
    """Return the folder to create; an existing folder is never overwritten. Raises ``Refused``."""
    if ID.fullmatch(name) is None:
        raise make_refusal("X103", command="reguli new", why=Said("why.no_id", name=name))
    if DEVICE.fullmatch(name):
        raise make_refusal("X103", command="reguli new", why=Said("why.name_of_device", name=name))
    if name in shipped_rulesets():
        raise make_refusal("X103", command="reguli new", why=Said("why.shipped_already", name=name))
    folder = check_output_folder(home) / name
    if folder.exists():
        raise make_refusal("X112", file=str(folder), why=Said("why.exists"))
    return folder


def _title(name: str) -> str:
    return " ".join(word.capitalize() for word in name.split("_") if word)


def _write(file: Path, text: str) -> None:
    with file_write_errors(file):
        file.parent.mkdir(parents=True, exist_ok=True)
    write_file(file, text)

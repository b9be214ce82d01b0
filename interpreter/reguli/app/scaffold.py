"""Scaffolding of a new ruleset: a variant without changes, a copy of a game under another name, or a first small game; wordings included."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from reguli.app.errors import Refused, UnusableRuleset, make_refusal
from reguli.app.loading import bind_for_players, open_playable, open_ruleset
from reguli.app.user_files import (
    check_output_folder,
    copy_visible_files,
    file_write_errors,
    read_utf8_file,
    write_file,
    write_texts_to_folder,
)
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.schema.node_reader import DEVICE
from reguli.shipped_files import shipped_folder, shipped_rulesets
from reguli.source.bounded_files import UnreadableFile, write_folder_atomically
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name

if TYPE_CHECKING:
    from reguli.ruleset.document_nodes import GameDecl
    from reguli.words.catalogue.po import PoEntry

Edit = tuple[str, str, str]
"""A file of a copy, the pattern of what is replaced in it, and what stands there instead."""
ID: Final = re.compile(r"[a-z][a-z0-9_]*")
VARIANT: Final = "variant.yaml"
GAME: Final = "game.yaml"
STARTER: Final = "starter"
"""The folder of the shipped rulesets that holds the first games, ``plain`` and ``board``."""
BOARDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("square", "squares", "grid"), "square"),
        **dict.fromkeys(("hex", "hexes", "hexagon", "hexagons"), "hexagon"),
        "rhombus": "rhombus",
        "map": "map",
    }
)
"""The shapes of boards by the words for them."""
DEFAULT_SIZE: Final = "4"
MOST_PLAYERS: Final = 20
LARGEST_BOARD: Final = 20
LONGEST_TITLE: Final = 60
SEATS: Final = re.compile(r"([0-9]{1,2})(?: *(?:-|–|\.\.|to) *([0-9]{1,2}))?", re.ASCII)
SIZE: Final = re.compile(r"([0-9]{1,3})(?:[x×*]([0-9]{1,3}))?", re.ASCII)
UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\[\]⟦⟧\\]")
"""What the name of a game cannot contain: control characters, and brackets, which stand for placeholders in wordings."""
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


def create_variant(
    name: str, of: str, home: str = ".", remarks: Sequence[str] = (), title: str | None = None
) -> tuple[Path, ...]:
    """Create a variant in a folder of its name; return the files.

    It is as its game until somebody takes the '#' from a line: every constant stands there with its value. ``remarks`` are the
    lines of comment above, ``title`` is printed as its name. Raises ``Refused``, and ``UnusableRuleset`` for a game with findings.
    """
    target, printed = new_folder(name, home), printed_title(name, title)
    loaded = open_playable(of, {})
    base = of if of in shipped_rulesets() else json.dumps(str(Path(of).resolve()), ensure_ascii=False)
    lines = [f"# {remark}" for remark in remarks]
    lines += [f"variant: {name}", f"of: {base}", f"name: {title_as_yaml(printed)}"]
    with file_write_errors(target), write_folder_atomically(target) as folder:
        said = "\n".join([*lines, "# set:", *_constants(loaded)]) + "\n"
        write_texts_to_folder(folder, {VARIANT: said, **TESTING})
    return (target / VARIANT, *(target / one for one in TESTING))


def _constants(loaded: LoadedRuleset) -> Iterator[str]:
    """Yield the constants of a game as lines that set them to their current values, each with its unit and its source statements."""
    for constant in bind_for_players(loaded).constants.values():
        about = " ".join(filter(None, (constant.unit, ", ".join(constant.source.cites))))
        yield f"#   constants.{constant.id}: {constant.value}" + (f"  # {about}" if about else "")


def create_first_game(
    name: str,
    home: str = ".",
    remarks: Sequence[str] = (),
    title: str | None = None,
    *,
    players: str | None = None,
    board: Sequence[str] | None = None,
) -> tuple[Path, ...]:
    """Create a small game that checks, plays to its end and prints, to be extended; return the files.

    ``players`` is a number or a range of players (``2-4``), ``board`` the shape of a board and its size (``hex 4``). Raises ``Refused``.
    """
    edits = [] if players is None else [*_seats_edits(players)]
    edits += [] if board is None else [_board_edit(board)]
    like = shipped_folder("rulesets") / STARTER / ("plain" if board is None else "board")
    written = create_ruleset(name, str(like), home, remarks, title, edits=edits)
    # Only the wordings of a new game are written here.
    from reguli.app.translation import open_wording_desk

    open_wording_desk(open_playable(str(Path(home) / name), {}), every=True).update()
    return written


def _seats_edits(typed: str) -> Iterator[Edit]:
    """Yield the edits that set the number of players. Raises ``Refused`` (X175)."""
    found = SEATS.fullmatch(typed.strip())
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= low <= high <= MOST_PLAYERS:
        raise make_refusal("X175", found=typed, most=MOST_PLAYERS)
    said = f"{low} to {high} players play" if low < high else f"{low} players play" if low > 1 else "1 player plays"
    yield GAME, r"min: 2, max: 4", f"min: {low}, max: {high}"
    yield "inventory.yaml", r"2 to 4 players play", said


def _board_edit(typed: Sequence[str]) -> Edit:
    """Return the edit that sets the shape and the size of the board. Raises ``Refused`` (X176)."""
    word, size = typed[0].lower(), SIZE.fullmatch(typed[1].lower() if len(typed) > 1 else DEFAULT_SIZE)
    width, height = (int(size[1]), int(size[2] or size[1])) if size else (0, 0)
    shape = BOARDS.get(word)
    symmetric = shape != "hexagon" or width == height
    if (
        shape is None
        or len(typed) > 2
        or not symmetric
        or not 2 <= min(width, height) <= max(width, height) <= LARGEST_BOARD
    ):
        near = None if shape else closest_name(word, BOARDS)
        raise make_refusal("X176", near=near, found=" ".join(typed), most=LARGEST_BOARD)
    if shape == "map":
        row = f"\n      {'.' * width}"
        grid = f"grid: {{shape: square}}\n    map: |{row * height}\n    legend: {{.: {{}}}}"
    elif shape == "hexagon":
        grid = f"grid: {{shape: hexagon, radius: {width - 1}}}"
    else:
        grid = f"grid: {{shape: {shape}, width: {width}, height: {height}}}"
    return "components/board.yaml", r"grid: \{.*\}", grid


def create_ruleset(
    name: str,
    like: str,
    home: str = ".",
    remarks: Sequence[str] = (),
    title: str | None = None,
    *,
    edits: Sequence[Edit] = (),
) -> tuple[Path, ...]:
    """Create a game as a copy of another one under a new name, with its words in every language; return the files.

    ``remarks`` are lines of comment above ``game.yaml``, ``title`` is printed as its name. ``edits`` replace a pattern in files of the copy.
    Raises ``Refused``, and ``UnusableRuleset`` for a game with findings.
    """
    target, printed = new_folder(name, home), printed_title(name, title)
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
        named = f"name: {title_as_yaml(printed)}"
        text = re.sub(r"(?m)^name:.*", lambda _: named, text, count=1)
        write_file(folder / GAME, "".join(f"# {remark}\n" for remark in remarks) + text)
        for file, pattern, new in edits:
            write_file(folder / file, re.sub(pattern, lambda _, new=new: new, read_utf8_file(folder / file), count=1))  # type: ignore[misc]  # a default
        _take_words(loaded, folder, name, printed)
        written = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
        write_texts_to_folder(folder, TESTING)
    return tuple(target / one for one in (*written, *map(Path, TESTING)))


def _take_words(loaded: LoadedRuleset, folder: Path, name: str, title: str) -> None:
    """Copy the words of a game in every language that has any: terms unchanged, wordings under the new name."""
    assert loaded.documents is not None
    # Catalogues cost a tenth of a second, and only a copy has words to take along.
    from reguli.words.grammar.languages import language_codes

    known = loaded.documents.game.id
    old, new = locate_wording_folders(loaded.path, known), locate_wording_folders(folder, name)
    for code in language_codes():
        terms, wordings = old.root(code) / old.lexicon(code), old.catalogue(code)
        copies = {terms: new.own / new.lexicon(code), wordings: new.catalogue(code)}
        for there, here in {**copies, old.confirmed(code): new.confirmed(code)}.items():
            if there.is_file():
                text = read_utf8_file(there)
                said = _called(text, loaded.documents.game, name, title) if there == wordings else text
                write_texts_to_folder(here.parent, {here.name: said})


def _called(text: str, game: GameDecl, name: str, title: str) -> str:
    """Return a catalogue with the game renamed, also in the notes for translators."""
    # As above.
    from reguli.words.catalogue.po import is_header, read_document, replace_entry_fields, write_document
    from reguli.words.grammar.languages import languages

    known, others = game.id, "|".join(language.name for language in languages())
    text = text.replace(f"'game:{known}@", f"'game:{name}@")
    text = re.sub(rf"(?m)^(#\. rule: .){re.escape(game.name)}(?=.: )", lambda found: found[1] + title, text)

    def named(entry: PoEntry) -> PoEntry:
        places = tuple(re.sub(rf"^{known}/", f"{name}/", place) for place in entry.places)
        if is_header(entry):
            return replace_entry_fields(entry, text=entry.text.replace(f": {known} ", f": {name} "))
        if entry.context == f"game:{known}":
            notes = tuple(
                re.sub(rf"^({others}): .*", lambda found: f"{found[1]}: {title}", note) for note in entry.notes
            )
            named_so = {"context": f"game:{name}", "base": title, "text": title}
            return replace_entry_fields(entry, places=places, notes=notes, **named_so)
        context = re.sub(rf"^game:{known}\b", f"game:{name}", entry.context or "")
        return replace_entry_fields(entry, places=places, context=context)

    document = read_document(text)
    return write_document(replace(document, entries=tuple(map(named, document.entries))))


def new_folder(name: str, home: str) -> Path:
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


def printed_title(name: str, title: str | None) -> str:
    """Return the printed name of a new ruleset: the given one, or one made of its id. Raises ``Refused`` (X177)."""
    if title is None:
        return " ".join(word.capitalize() for word in name.split("_") if word)
    printed = " ".join(title.split(" ")).strip()
    if not 0 < len(printed) <= LONGEST_TITLE or UNPRINTABLE.search(printed):
        raise make_refusal("X177", found=title[:LONGEST_TITLE], most=LONGEST_TITLE)
    return printed


def title_as_yaml(text: str) -> str:
    """Return a text as YAML writes it: plain where letters alone make it, else in quotes."""
    plain = re.fullmatch(r"[^\W\d_]+( [^\W_]+)*", text) and text.lower() not in {"null", "true", "false"}
    return text if plain else json.dumps(text, ensure_ascii=False)

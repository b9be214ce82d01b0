"""Every kind of document as JSON Schema, which editors complete and underline by: its shape, described by the entries of the reference."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from reguli.app.loading import folder_at, write_below
from reguli.publish.layouts.book_layout import BOOK
from reguli.publish.layouts.card_layout import CARD
from reguli.publish.layouts.piece_layout import PIECES
from reguli.publish.layouts.theme import DOCUMENT as THEME
from reguli.reference.reference_entry import Group, file_matched, matched, read_themes
from reguli.ruleset.declarations import (
    bot_files,
    constant_and_table_files,
    example_files,
    game_file,
    inventory_file,
    kind_files,
    state_file,
)
from reguli.ruleset.patches import small_instances
from reguli.ruleset.patches.variant_loading import FILE as VARIANT
from reguli.schema.shapes import Meanings, Shape
from reguli.verify import report
from reguli.verify.double_entry import count_files
from reguli.verify.double_entry import entered_files as facts_file
from reguli.words.grammar.languages import LANGUAGES
from reguli.words.polarity import senses_file
from reguli.words.realisation.phrase_templates import gloss_file
from reguli.words.terminology import lexicon_file, style_file

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class Kind(NamedTuple):
    """A kind of document: its name, a file of that kind, which files are, and their shapes by language, or one."""

    id: str
    file: str
    files: str
    shapes: tuple[Shape[Any], ...]


KINDS: Final = (
    Kind("game", "game.yaml", "game.yaml", (game_file.GAME,)),
    Kind("constants", "constants.yaml", "constants.yaml", (constant_and_table_files.CONSTANTS,)),
    Kind("tables", "tables.yaml", "tables.yaml", (constant_and_table_files.TABLES,)),
    Kind("state", "state.yaml", "state.yaml", (state_file.STATE,)),
    Kind("components", "components/*.yaml", "components/*.yaml, boards/*.yaml", (kind_files.DOCUMENT,)),
    Kind("inventory", "inventory.yaml", "inventory.yaml", (inventory_file.INVENTORY,)),
    Kind("examples", "examples/*.yaml", "examples/*.yaml", (example_files.DOCUMENT,)),
    Kind("position", "positions/*.yaml", "positions/*.yaml", (example_files.ALONE,)),
    Kind("variant", "variant.yaml", "variant.yaml, variants/*.yaml", (VARIANT,)),
    Kind("scale", "scale.yaml", "scale.yaml", (small_instances.DOCUMENT,)),
    Kind("verify", "verify.yaml", "verify.yaml", (report.DOCUMENT,)),
    Kind("counts", "counts.yaml", "counts.yaml", (count_files.DOCUMENT,)),
    Kind("facts", "facts/*.yaml", "facts/*.yaml", (facts_file.DOCUMENT,)),
    Kind("bots", "bots.yaml", "bots.yaml", (bot_files.DOCUMENT,)),
    Kind("card", "card.yaml", "card.yaml, setup.yaml, summary.yaml", (CARD,)),
    Kind("book", "book.yaml", "book.yaml", (BOOK,)),
    Kind("pieces", "pieces.yaml", "pieces.yaml", (PIECES,)),
    Kind("theme", "theme.yaml", "theme.yaml", (THEME,)),
    Kind("lexicon", "lexicon.yaml", "lexicon.yaml, *.lexicon.yaml", tuple(lexicon_file(one) for one in LANGUAGES)),
    Kind("style", "style.yaml", "style.yaml", tuple(style_file(one.code) for one in LANGUAGES)),
    Kind("senses", "senses.yaml", "senses.yaml", tuple(senses_file(one.code) for one in LANGUAGES)),
    Kind("gloss", "gloss.yaml", "gloss.yaml", tuple(gloss_file(one.code) for one in LANGUAGES)),
)


def schema_text(kind: Kind) -> str:
    """Return the schema of a kind of document, JSON Schema of the draft 2020-12."""
    groups = _groups()

    def means(path: tuple[str, ...], key: str) -> str:
        told = (
            entry.means
            for group in groups
            for at in group.at
            for entry in group.keys
            if entry.words[0] == key
            and file_matched(kind.file, at.partition(":")[0])
            and matched(path, at.partition(":")[2])
        )
        return next(told, "")

    described = [shape.json(Meanings(means)) for shape in kind.shapes]
    whole = described[0] if len(described) == 1 else {"anyOf": described}
    return json.dumps({"$schema": DIALECT, "title": kind.files, **whole}, ensure_ascii=False, indent=1) + "\n"


@cache
def _groups() -> tuple[Group, ...]:
    return tuple(group for theme in read_themes() for group in theme.groups)


def write_schemas(wanted: tuple[Kind, ...], folder: str) -> tuple[Path, ...]:
    """Write the schemas of these kinds into a folder; return the files written. Raises ``Refused``."""
    return write_below(folder_at(folder), {f"{kind.id}.schema.json": schema_text(kind) for kind in wanted})

"""JSON Schemas of every kind of document, for completion and validation in editors; descriptions come from the reference."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from reguli.app.user_files import ensure_folder, write_texts_to_folder
from reguli.publish.layouts.book_layout import BOOK
from reguli.publish.layouts.card_layout import CARD
from reguli.publish.layouts.piece_layout import PIECES
from reguli.publish.layouts.theme import DOCUMENT as THEME
from reguli.reference.reference_entry import KeyGroup, matches_file_pattern, matches_path_pattern, read_themes
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
from reguli.schema.shapes import KeyDescriptions, ValueShape
from reguli.verify import report
from reguli.verify.double_entry import count_files
from reguli.verify.double_entry import entered_files as facts_file
from reguli.words.grammar.languages import languages
from reguli.words.polarity import senses_schema
from reguli.words.realisation.phrase_templates import gloss_schema
from reguli.words.terminology import lexicon_file, style_schema

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class DocumentKind(NamedTuple):
    """A kind of document: its name, an example file, its file patterns, and its shapes by language, or one."""

    id: str
    file: str
    files: str
    shapes: tuple[ValueShape[Any], ...]


KINDS: Final = (
    DocumentKind("game", "game.yaml", "game.yaml", (game_file.GAME,)),
    DocumentKind("constants", "constants.yaml", "constants.yaml", (constant_and_table_files.CONSTANTS,)),
    DocumentKind("tables", "tables.yaml", "tables.yaml", (constant_and_table_files.TABLES,)),
    DocumentKind("state", "state.yaml", "state.yaml", (state_file.STATE,)),
    DocumentKind("components", "components/*.yaml", "components/*.yaml, boards/*.yaml", (kind_files.DOCUMENT,)),
    DocumentKind("inventory", "inventory.yaml", "inventory.yaml", (inventory_file.INVENTORY,)),
    DocumentKind("examples", "examples/*.yaml", "examples/*.yaml", (example_files.DOCUMENT,)),
    DocumentKind("position", "positions/*.yaml", "positions/*.yaml", (example_files.ALONE,)),
    DocumentKind("variant", "variant.yaml", "variant.yaml, variants/*.yaml", (VARIANT,)),
    DocumentKind("scale", "scale.yaml", "scale.yaml", (small_instances.DOCUMENT,)),
    DocumentKind("verify", "verify.yaml", "verify.yaml", (report.DOCUMENT,)),
    DocumentKind("counts", "counts.yaml", "counts.yaml", (count_files.DOCUMENT,)),
    DocumentKind("facts", "facts/*.yaml", "facts/*.yaml", (facts_file.DOCUMENT,)),
    DocumentKind("bots", "bots.yaml", "bots.yaml", (bot_files.DOCUMENT,)),
    DocumentKind("card", "card.yaml", "card.yaml, aid.yaml, setup.yaml, summary.yaml", (CARD,)),
    DocumentKind("book", "book.yaml", "book.yaml", (BOOK,)),
    DocumentKind("pieces", "pieces.yaml", "pieces.yaml", (PIECES,)),
    DocumentKind("theme", "theme.yaml", "theme.yaml", (THEME,)),
    DocumentKind(
        "lexicon", "lexicon.yaml", "lexicon.yaml, *.lexicon.yaml", tuple(lexicon_file(one) for one in languages())
    ),
    DocumentKind("style", "style.yaml", "style.yaml", tuple(style_schema(one.code) for one in languages())),
    DocumentKind("senses", "senses.yaml", "senses.yaml", tuple(senses_schema(one.code) for one in languages())),
    DocumentKind("gloss", "gloss.yaml", "gloss.yaml", tuple(gloss_schema(one.code) for one in languages())),
)


def json_schema_text(kind: DocumentKind) -> str:
    """Return the schema of a kind of document, in JSON Schema draft 2020-12."""
    groups = _groups()

    def means(path: tuple[str, ...], key: str) -> str:
        told = (
            entry.means
            for group in groups
            for at in group.at
            for entry in group.keys
            if entry.words[0] == key
            and matches_file_pattern(kind.file, at.partition(":")[0])
            and matches_path_pattern(path, at.partition(":")[2])
        )
        return next(told, "")

    described = [shape.json(KeyDescriptions(means)) for shape in kind.shapes]
    whole = described[0] if len(described) == 1 else {"anyOf": described}
    return json.dumps({"$schema": DIALECT, "title": kind.files, **whole}, ensure_ascii=False, indent=1) + "\n"


@cache
def _groups() -> tuple[KeyGroup, ...]:
    return tuple(group for theme in read_themes() for group in theme.groups)


def write_json_schemas(wanted: tuple[DocumentKind, ...], folder: str) -> tuple[Path, ...]:
    """Write the schemas of these kinds into a folder; return the files written. Raises ``Refused``."""
    return write_texts_to_folder(
        ensure_folder(folder), {f"{kind.id}.schema.json": json_schema_text(kind) for kind in wanted}
    )

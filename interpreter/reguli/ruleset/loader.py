"""A ruleset folder to its documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from reguli.language.parsing.parser import parse_rules
from reguli.language.tree.items import RulesFile
from reguli.ruleset.declared.game import game
from reguli.ruleset.declared.inventory import inventory
from reguli.ruleset.declared.kinds import kinds
from reguli.ruleset.declared.state import state
from reguli.ruleset.declared.values import constants, tables
from reguli.ruleset.digest import digest
from reguli.ruleset.documents import Documents, KindDecl
from reguli.ruleset.folder import RULESET, Folder
from reguli.ruleset.names import check_names
from reguli.ruleset.select import check_choices
from reguli.source.yaml_nodes import Node

T = TypeVar("T")

GAME: Final = "game.yaml"


def read_documents(folder: Folder) -> Documents | None:
    """Read every file of an opened folder."""
    schema, bag = folder.schema, folder.bag
    node = folder.node(GAME)
    declared = None if node is None else game(node, schema)
    found = {
        name: folder.node(name)
        for name in ("constants.yaml", "tables.yaml", "state.yaml", "inventory.yaml")
        if folder.has(name)
    }
    documents_kinds: list[KindDecl] = []
    for name in (*folder.names("components", ".yaml"), *folder.names("boards", ".yaml")):
        node = folder.node(name)
        documents_kinds += () if node is None else kinds(node, name, folder.csv, schema)
    rules: list[RulesFile] = []
    for name in folder.names("rules", ".rules"):
        text = folder.text(name)
        parsed = None if text is None else parse_rules(text, folder.span_name(name), bag)
        rules += () if parsed is None else (parsed,)
    folder.look_round(RULESET)
    if declared is None:
        return None
    documents = Documents(
        folder=folder.path.name,
        game=declared,
        constants=_read(found, "constants.yaml", lambda node: constants(node, schema)),
        tables=_read(found, "tables.yaml", lambda node: tables(node, schema)),
        kinds=tuple(documents_kinds),
        state=_read(found, "state.yaml", lambda node: state(node, schema)),
        rules=tuple(rules),
        inventory=_read(found, "inventory.yaml", lambda node: inventory(node, schema)),
        digest=digest(folder.played),
        texts=tuple(folder.texts.items()),
    )
    check_choices(documents, bag)
    check_names(documents, bag)
    return documents


def _read(found: Mapping[str, Node | None], name: str, reader: Callable[[Node], tuple[T, ...]]) -> tuple[T, ...]:
    node = found.get(name)
    return () if node is None else reader(node)

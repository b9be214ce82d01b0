"""A ruleset folder to its documents."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.declared import game, inventory, kinds, state, values
from reguli.ruleset.documents import Documents
from reguli.ruleset.folder import RULESET, Folder, digest
from reguli.ruleset.names import check_names
from reguli.ruleset.select import check_choices
from reguli.source.said import Said

GAME: Final = "game.yaml"


def read_documents(folder: Folder) -> Documents | None:
    """Read every file of an opened folder."""
    bag = folder.bag
    declared = folder.read(GAME, game.GAME, Said("part.game"))
    constants = folder.read("constants.yaml", values.CONSTANTS, Said("part.constants"), needed=False)
    tables = folder.read("tables.yaml", values.TABLES, Said("part.tables"), needed=False)
    tracked = folder.read("state.yaml", state.STATE, Said("part.states"), needed=False)
    stated = folder.read("inventory.yaml", inventory.INVENTORY, Said("part.inventory"), needed=False)
    files = (*folder.names("components", ".yaml"), *folder.names("boards", ".yaml"))
    listed = [kind for name in files for kind in folder.read(name, kinds.DOCUMENT, Said("part.named", name=name)) or ()]
    rules = folder.rules()
    folder.look_round(RULESET)
    if declared is None:
        return None
    documents = Documents(
        folder=folder.path.name,
        game=declared,
        constants=constants or (),
        tables=tables or (),
        kinds=tuple(listed),
        state=tracked or (),
        rules=rules,
        inventory=stated or (),
        digest=digest(folder.played),
        texts=tuple(folder.texts.items()),
    )
    check_choices(documents, bag)
    check_names(documents, bag)
    return documents

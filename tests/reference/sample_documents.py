"""The documents of the sample, read by every reader there is."""

from __future__ import annotations

import shutil
from pathlib import Path

from reading_watch import TOP

from reguli.engine.position_documents.position_writer import read_plain_position
from reguli.pipeline import LoadedRuleset
from reguli.publish.layouts.theme import read_theme
from reguli.publish.products.card_planner import check_layouts
from reguli.publish.products.piece_planner import load_pieces
from reguli.ruleset.declarations.bot_files import load_all_bots
from reguli.ruleset.declarations.example_files import load_all_examples, load_example_file
from reguli.ruleset.declarations.inventory_file import INVENTORY
from reguli.ruleset.folder_contents import Folder
from reguli.ruleset.patches.small_instances import apply_small_instance, load_small_instances
from reguli.ruleset.variant_layers import Layers
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ValueContext
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.verify.double_entry.count_files import load_counts
from reguli.verify.double_entry.entered_files import list_entered_files, read_entered
from reguli.verify.report import load_answers
from reguli.words.grammar.languages import shipped_languages
from reguli.words.translation.translation_workspace import WordLocations, load_realiser

REFERENCE = TOP / "interpreter" / "reguli" / "reference"
LOCALES = TOP / "locales"


SEVERAL = {"listed/inventory.yaml": '- {id: B1, statement: "Two or three players trade.", state: specified}\n'}
"""What the sample has written in another way, by the file it would stand in."""


def copied(folder: Path) -> Path:
    """Copy the sample, its variant and its theme, which gets the fonts that it names."""
    for name in ("sample", "sample_variant", "sample_theme"):
        shutil.copytree(REFERENCE / name, folder / name)
    fonts = folder / "sample_theme" / "fonts"
    fonts.mkdir()
    shutil.copyfile(min((TOP / "interpreter/reguli/publish/fonts").glob("*.[ot]tf")), fonts / "Body.otf")
    return folder


def read_everything(folder: Path) -> tuple[str, ...]:
    """Read what lies in a copy of the sample by every reader; give what was found, which is nothing."""
    bag, sources = Bag(), Sources()
    loaded = LoadedRuleset(str(folder / "sample"), bag=bag, sources=sources)
    assert loaded.ruleset is not None, _told(bag)
    varied = LoadedRuleset(str(folder / "sample_variant"), bag=bag, sources=sources)
    assert varied.ruleset is not None, _told(bag)
    load_all_bots(Layers((folder / "sample",)), bag, sources=sources)
    load_all_examples(Layers((folder / "sample",)), bag, sources=sources)
    load_example_file(folder / "sample" / "positions" / "second_round.yaml", bag, sources=sources)
    read_plain_position({"players": 2, "setup": "initial"}, bag)
    for name, text in SEVERAL.items():
        node = read_yaml(text, name, bag)
        assert node is not None
        INVENTORY.read(node, ValueContext(Said("part.inventory")), NodeReader(bag, sources))
    assert loaded.documents is not None
    for scale in load_small_instances(Layers((folder / "sample",)), bag, sources):
        apply_small_instance(loaded.documents, scale, bag)
    load_answers(Layers((folder / "sample",)), bag, sources)
    load_counts(Layers((folder / "sample",)), bag, sources)
    for file in list_entered_files(folder / "sample"):
        read_entered(file, Folder(folder / "sample", bag, sources), bag)
    check_layouts(Layers((folder / "sample",)), loaded.ruleset, bag, sources)
    load_pieces(Layers((folder / "sample",)), bag, sources)
    read_theme(folder / "sample_theme", ("coin",), bag, sources)
    for language in shipped_languages():
        load_realiser(language, WordLocations(LOCALES, folder / "sample" / "words", "bazaar"), bag, sources)
    return _told(bag)


def _told(bag: Bag) -> tuple[str, ...]:
    return tuple(f"{found.span} {found.code} {dict(found.args)}" for found in bag)

"""The public names that stand behind words: loaded only where somebody asks for one, because grammars and catalogues cost 0.3 s."""

from __future__ import annotations

from reguli.app.desk import ImportedSheet, Sentence, UpdatedCatalogue, WordingDesk
from reguli.app.meanings import Explained, Meaning
from reguli.reference.entry import Ask
from reguli.source.codes import Code
from reguli.words.desk.preview import SaidRule, Shown
from reguli.words.desk.status import Status

__all__ = [
    "Ask",
    "Code",
    "Explained",
    "ImportedSheet",
    "Meaning",
    "SaidRule",
    "Sentence",
    "Shown",
    "Status",
    "UpdatedCatalogue",
    "WordingDesk",
]

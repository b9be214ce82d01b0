"""The catalogues that come with the project: read, written and brought up to date without any loss."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import polib
import pytest
from desks import shipped_desk
from realisers import LOCALES

from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.catalogue_update import CatalogueUpdate, catalogue_template_text, update_po_catalogue
from reguli.words.catalogue.po import NEVER, PoDocument, read_document, write_document
from reguli.words.placeholders.wording_subjects import WordingSubject
from reguli.words.realisation.rule_realisation import load_phrase_templates, make_rule_realiser
from reguli.words.translation.translation_workspace import LanguageWorkspace, TranslationWorkspace

CATALOGUES = sorted(LOCALES.glob("*/*.po"))
CODE = re.compile(r"\b(True|False|None|Range|Unknown|Rows|Name|Phrase)\b[ (,;]?(?=[(,;]|$)|\(\w+=")
"""What a value looks like that nobody put into words for people."""
MSGFMT = shutil.which("msgfmt")


def _texts(text: str) -> dict[str | None, tuple[str, str, str]]:
    return {
        entry.msgctxt: (entry.msgid, entry.msgstr, entry.tcomment) for entry in polib.pofile(text) if not entry.obsolete
    }


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("path", CATALOGUES, ids=_name)
def test_a_catalogue_is_written_as_it_was_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    document = read_document(text)
    assert write_document(document).rstrip() == re.sub(r"\n{3,}", "\n\n", text).rstrip()
    if not any(entry.msgid_plural for entry in polib.pofile(text)):
        anew = write_document(PoDocument(tuple(replace(entry, raw="") for entry in document.entries)))
        assert _texts(anew) == _texts(text)


@pytest.mark.parametrize("path", CATALOGUES, ids=_name)
def test_a_header_has_the_fields_that_tools_ask_for(path: Path) -> None:
    fields = polib.pofile(path.read_text(encoding="utf-8")).metadata
    asked = {"Project-Id-Version", "PO-Revision-Date", "Last-Translator", "Language-Team", "Language"}
    assert asked <= set(fields)
    assert fields["Language"] == path.parent.name
    assert fields["PO-Revision-Date"] == NEVER


@pytest.mark.skipif(MSGFMT is None, reason="msgfmt is not installed")
@pytest.mark.parametrize("path", CATALOGUES, ids=_name)
def test_msgfmt_has_nothing_to_say(path: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [str(MSGFMT), "--check", "-o", str(tmp_path / "out.mo"), str(path)], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


@cache
def _told(name: str) -> tuple[TranslationWorkspace, Callable[[WordingSubject, LanguageWorkspace], str]]:
    """Return the desk of a shipped ruleset, and what its rules say."""
    bag, sources, desk = Bag(), Sources(), shipped_desk(name)
    says = make_rule_realiser(desk.ruleset, load_phrase_templates(desk, bag, sources))
    assert not bag
    return desk, says


@cache
def _updated(name: str) -> dict[str, CatalogueUpdate]:
    """Return what an update makes of every catalogue of a shipped ruleset."""
    desk, says = _told(name)
    return {code: update_po_catalogue(desk, seat, says) for code, seat in desk.seats.items()}


every_ruleset = pytest.mark.parametrize("name", shipped_rulesets(), scope="module")
"""One ruleset after the other goes through both tests, so that one update serves them."""


@every_ruleset
def test_templates_and_catalogues_are_those_that_extract_and_update_write(name: str) -> None:
    """``reguli words extract`` and ``reguli words update`` make them again."""
    desk, says = _told(name)
    assert desk.homes.template.read_text(encoding="utf-8") == catalogue_template_text(desk, says)
    for code, seat in desk.seats.items():
        assert desk.homes.catalogue(code).read_text(encoding="utf-8") == _updated(name)[code].text
        notes = [note for entry in seat.document.entries for note in entry.notes]
        assert [note for note in notes if CODE.search(note)] == []


@every_ruleset
def test_an_update_loses_nothing(name: str, tmp_path: Path) -> None:
    desk, _ = _told(name)
    for code, seat in desk.seats.items():
        if not seat.exists:
            continue
        before = _texts(desk.homes.catalogue(code).read_text(encoding="utf-8"))
        found = _updated(name)[code]
        after = _texts(found.text)
        kept = {key: value for key, value in before.items() if key not in found.gone and value[0]}
        for key, (base, text, comment) in kept.items():
            assert after[key][:2] == (base, text)
            assert comment in after[key][2]
        assert "#~ msgctxt" in found.text or not any(before[key][1] for key in found.gone)
        if MSGFMT is not None:
            path = tmp_path / f"{code}.po"
            path.write_text(found.text, encoding="utf-8")
            done = subprocess.run(
                [MSGFMT, "--check", "-o", str(tmp_path / "out.mo"), str(path)],
                check=False,
                capture_output=True,
                text=True,
            )
            assert (done.returncode, done.stderr) == (0, "")

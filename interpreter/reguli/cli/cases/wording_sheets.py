"""Spreadsheets of wordings, written and taken back by ``reguli words``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from reguli.cli.cases.wording_desk import backup
from reguli.cli.console import Console
from reguli.cli.files import write_file
from reguli.cli.wrong import Wrong
from reguli.source.diagnostic import Bag
from reguli.source.said import Said
from reguli.source.writing import why_not
from reguli.words.desk.desk import Desk
from reguli.words.desk.sheet import LARGEST, NoSheets, export_sheet, import_sheet

SUFFIX: Final = ".xlsx"
"""How the names of spreadsheets end; nothing else is written over."""


def export(desk: Desk, codes: tuple[str, ...], file: str | None, console: Console) -> int:
    """Write the wordings of one language as a spreadsheet; raises ``Wrong``."""
    path = Path(_file(file))
    seat = desk.seats[_language(codes)]
    if not seat.readable:
        return 1  # the findings that say why are shown
    try:
        raw = export_sheet(desk, seat)
    except NoSheets as missing:
        raise Wrong("W503") from missing
    write_file(path, raw)
    console.print(str(path))
    return 0


def take_back(
    desk: Desk, codes: tuple[str, ...], file: str | None, console: Console, *, as_json: bool, bag: Bag
) -> int:
    """Take a spreadsheet back, the catalogue as it stood kept beside it; nothing is written when anything is amiss."""
    path = Path(_file(file))
    seat = desk.seats[_language(codes)]
    if not seat.readable:
        return 1
    try:
        found = import_sheet(_read(path), desk, seat, str(path), bag)
    except NoSheets as missing:
        raise Wrong("W503") from missing
    if found is None:
        return 1
    catalogue = desk.homes.catalogue(seat.language.code)
    if found.changed:
        write_file(backup(catalogue), catalogue.read_text(encoding="utf-8"))
        write_file(catalogue, found.text)
    if as_json:
        told = {"file": str(catalogue), "changed": list(found.changed), "questions": dict(found.questions)}
        console.print(json.dumps(told, ensure_ascii=False, indent=2))
        return 0
    changed = console.count("{n} entry changed", "{n} entries changed", len(found.changed))
    console.print(f"{catalogue}: {changed}")
    for name, question in found.questions:
        console.print(console.say("question about {name}: {question}", name=name, question=question))
    return 0


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(LARGEST + 1)
    except OSError as error:
        raise Wrong("X105", file=str(path), why=why_not(error)) from error


def _file(file: str | None) -> str:
    if file is None:
        raise Wrong("X103", command="reguli words", why=Said("why.which_spreadsheet"))
    if Path(file).suffix.casefold() != SUFFIX:
        raise Wrong("X103", command="reguli words", why=Said("why.spreadsheet_name"))
    return file


def _language(codes: tuple[str, ...]) -> str:
    if len(codes) != 1:
        raise Wrong("X103", command="reguli words", why=Said("why.one_language"))
    return codes[0]

"""Checks of printed pages by machine: what Typst measured, what stands in the PDF.

A PDF by Typst keeps its dictionaries as plain text and compresses streams only, so that these few facts can be read from it
without a library. That every letter has a glyph is asked before anything is printed (``glyphs``); for a PDF Typst sees to it once more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from reguli.publish.layouts.look import Look
from reguli.publish.paper.typst_page import measured
from reguli.source.said import Said

TOO_HIGH: Final = 0.2
"""By how many points a text may be higher than its box: less than can be seen."""
_PAGE: Final = re.compile(rb"/Type\s*/Page\b")
_LANGUAGE: Final = re.compile(rb"/Lang\s*\(([^)]*)\)")
_TITLE: Final = re.compile(rb"/DisplayDocTitle\s+true")
_TAGS: Final = re.compile(rb"/StructTreeRoot\s+\d+ 0 R")
_MARKED: Final = re.compile(rb"/Marked\s+true")
_FONT: Final = re.compile(rb"/Type\s*/FontDescriptor\b")
_EMBEDDED: Final = re.compile(rb"/FontFile[23]?\s+\d+ 0 R")


def pdf_faults(pdf: bytes, codes: Iterable[str], pages: int | None = None) -> Iterator[Said]:
    """Say what is amiss with a PDF that should have so many pages and be in some languages, that of its first page first."""
    found = len(_PAGE.findall(pdf))
    if pages is not None and found != pages:
        yield Said("why.pages", found=found, pages=pages)
    languages = _LANGUAGE.findall(pdf)
    for code in codes:
        if code.encode() not in languages:
            yield Said("why.page_language", code=code)
    for pattern, fault in (
        (_TAGS, Said("why.no_tags")),
        (_MARKED, Said("why.not_tagged")),
        (_TITLE, Said("why.no_title")),
    ):
        if pattern.search(pdf) is None:
            yield fault
    fonts, embedded = len(_FONT.findall(pdf)), len(_EMBEDDED.findall(pdf))
    if not fonts or embedded < fonts:
        yield Said("why.fonts_not_embedded", count=fonts - embedded, all=fonts)


def box_faults(template: str, data: Mapping[str, object], look: Look) -> Iterator[Said]:
    """Say which boxes are too small for their text, as Typst measures them. Raises ``NoTypst``."""
    for box in measured(template, data, look):
        if box["height"] > box["room"] + TOO_HIGH:
            yield Said("why.box_too_low", height=f"{box['height']:.1f}", room=f"{box['room']:.1f}")

"""The findings about the text of rules (L)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code
from reguli.source.codes_language_lines import LANGUAGE_LINE_CODES
from reguli.source.codes_language_shapes import LANGUAGE_SHAPE_CODES
from reguli.source.codes_language_words import LANGUAGE_WORD_CODES

LANGUAGE_CODES: Final[tuple[Code, ...]] = (*LANGUAGE_WORD_CODES, *LANGUAGE_LINE_CODES, *LANGUAGE_SHAPE_CODES)

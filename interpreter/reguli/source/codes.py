"""The catalogue of findings: every code the loader, the checks and the command can give."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reguli.source.code_entry import Code
from reguli.source.codes_binding import CODES_BINDING
from reguli.source.codes_book import BOOK_CODES
from reguli.source.codes_check import CHECK_CODES
from reguli.source.codes_file import FILE_CODES
from reguli.source.codes_language import LANGUAGE_CODES
from reguli.source.codes_model import MODEL_CODES
from reguli.source.codes_play import PLAY_CODES
from reguli.source.codes_publish import PUBLISH_CODES
from reguli.source.codes_word_tools import WORD_TOOL_CODES
from reguli.source.codes_words import WORDS_CODES
from reguli.source.codes_yaml import YAML_CODES
from reguli.source.codes_yaml_values import YAML_VALUE_CODES

__all__ = ["CODES", "Code", "code_of"]

CODES: Final[tuple[Code, ...]] = (
    *FILE_CODES,
    *YAML_CODES,
    *YAML_VALUE_CODES,
    *LANGUAGE_CODES,
    *MODEL_CODES,
    *CODES_BINDING,
    *CHECK_CODES,
    *WORDS_CODES,
    *WORD_TOOL_CODES,
    *PUBLISH_CODES,
    *BOOK_CODES,
    *PLAY_CODES,
)

_BY_ID: Final[Mapping[str, Code]] = MappingProxyType({code.id: code for code in CODES})


def code_of(code_id: str) -> Code:
    """Give the entry of a code such as ``Y301``; an unknown code is a KeyError."""
    return _BY_ID[code_id]

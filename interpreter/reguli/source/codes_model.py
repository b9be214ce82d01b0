"""The findings about documents and their binding (R)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code
from reguli.source.codes_documents import DOCUMENT_CODES
from reguli.source.codes_variants import VARIANT_CODES

MODEL_CODES: Final[tuple[Code, ...]] = (*DOCUMENT_CODES, *VARIANT_CODES)

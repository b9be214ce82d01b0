"""The findings of binding: what names mean, what values are, what rules do (R2xx and R3xx)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code
from reguli.source.codes_binding_documents import BINDING_DOCUMENT_CODES
from reguli.source.codes_binding_effects import BINDING_EFFECT_CODES
from reguli.source.codes_binding_names import BINDING_NAME_CODES
from reguli.source.codes_binding_rules import BINDING_RULE_CODES
from reguli.source.codes_binding_values import BINDING_VALUE_CODES

CODES_BINDING: Final[tuple[Code, ...]] = (
    *BINDING_NAME_CODES,
    *BINDING_VALUE_CODES,
    *BINDING_EFFECT_CODES,
    *BINDING_RULE_CODES,
    *BINDING_DOCUMENT_CODES,
)

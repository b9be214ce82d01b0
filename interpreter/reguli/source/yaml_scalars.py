"""What a value without quotes means: text, a whole number, true, false, null, or something two programs read differently."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

LARGEST: Final = 2**53
MOST_DIGITS: Final = 18
_SHOWN: Final = 40
_WHOLE: Final = re.compile(r"0|-?[1-9][0-9]*")
_LEADING_ZERO: Final = re.compile(r"([-+]?)0+([0-9]+)")
_UNUSUAL: Final = re.compile(
    r"-0|[-+][0-9][0-9_]*|[-+]?0[xX][0-9a-fA-F_]+|[-+]?0[oO][0-7_]+|[-+]?0[bB][01_]+|[0-9][0-9_]*_[0-9_]*"
)
_FRACTION: Final = re.compile(
    r"[-+]?(\.[0-9][0-9_]*|[0-9][0-9_]*\.[0-9_]*|[0-9][0-9_]*(?=[eE]))([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
_SIXTIES: Final = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt\s].*)?")
_TRUTH: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_NOTHING: Final = frozenset({"~", "Null", "NULL"})
_OTHER_THAN_WORDS: Final = frozenset(
    {"null", *_NOTHING, *(form(word) for word in _TRUTH for form in (str.lower, str.title, str.upper))}
)


class Meaning(NamedTuple):
    """What a plain value means, and the finding it deserves; with a finding the value is the likeliest guess."""

    value: str | int | bool | None
    code: str | None = None
    args: tuple[tuple[str, str | int], ...] = ()


def shortened(text: str) -> str:
    """Cut a long text for a message."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def is_word(text: str) -> bool:
    """Tell whether a text written without quotes means itself, as most do; of some others only ``meaning_of`` knows."""
    return text[:1] not in "0123456789+-." and text not in _OTHER_THAN_WORDS


def meaning_of(text: str) -> Meaning:
    """Give the meaning of a text written without quotes."""
    if text in {"true", "false"}:
        return Meaning(text == "true")
    if text == "null":
        return Meaning(None)
    if not text or text[0] not in "0123456789+-.":
        return _word(text)
    return _whole(text) or _other_number(text) or Meaning(text)


def _word(text: str) -> Meaning:
    if not text:
        return Meaning(None, "Y309")
    if text in _NOTHING:
        return Meaning(None, "Y308", (("text", text),))
    lower = text.lower() if len(text) <= len("false") else ""
    if lower in _TRUTH and text in {lower, lower.title(), lower.upper()}:
        truth = _TRUTH[lower]
        return Meaning(truth, "Y305", (("text", text), ("plain", "true" if truth else "false")))
    return Meaning(text)


def _whole(text: str) -> Meaning | None:
    if _WHOLE.fullmatch(text):
        digits = text.lstrip("-")
        if len(digits) > MOST_DIGITS or int(digits) > LARGEST:
            return Meaning(text, "Y304", (("text", shortened(text)),))
        return Meaning(int(text))
    found = _LEADING_ZERO.fullmatch(text)
    if found and len(found[2]) <= MOST_DIGITS:
        value = int(found[1] + found[2])
        return Meaning(value, "Y301", (("text", text), ("plain", value)))
    return None


def _other_number(text: str) -> Meaning | None:
    shown = (("text", shortened(text)),)
    if _UNUSUAL.fullmatch(text):
        return Meaning(text, "Y302", shown)
    if _FRACTION.fullmatch(text):
        return Meaning(text, "Y303", shown)
    if _SIXTIES.fullmatch(text):
        return Meaning(text, "Y306", shown)
    if _DATE.fullmatch(text):
        return Meaning(text, "Y307", shown)
    return None

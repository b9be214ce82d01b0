"""Why a YAML text cannot be parsed, said for its author: the parser's words and the text give a finding and a place."""

from __future__ import annotations

import re
from typing import Final

from reguli.source.frozen_values import Kept, kept
from reguli.source.source_excerpt import Lines
from reguli.source.yaml_events import Event, TroubleError
from reguli.source.yaml_scalars import shortened

_ESCAPE: Final = re.compile(
    r'\\(?:[0abtnvfre "/\\N_LP\n]|\r\n|x[0-9a-fA-F]{2}|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4})|\\(?P<bad>.)',
    re.DOTALL,
)
_CHAR_PROBLEM: Final = re.compile(r"cannot start any token|mapping keys|found unexpected ':'|',' or")
_DIRECTIVE: Final = re.compile(r"^%", re.MULTILINE)
_TIGHT_COLON: Final = re.compile(r"^[\s-]*([^\s:'\"#\[\]{}]+:(?!//)[^\s:]\S*)")
_COLON: Final = re.compile(r":\s")
_ENDING: Final = "]})"


@kept
class Verdict(Kept):
    """A code, the stretch of the text it is about, and its arguments."""

    code: str
    start: int
    end: int
    args: tuple[tuple[str, str | int], ...] = ()


def verdict(trouble: TroubleError, last: Event | None, bracket: int | None, lines: Lines) -> Verdict:
    """Say what is wrong; ``last`` is the last value read before the trouble, ``bracket`` the innermost one left open."""
    problem, at = trouble.problem, trouble.at
    text = lines.text
    said = _by_words(problem, at, trouble.begun, lines)
    if said is not None:
        return said
    if "node content" in problem:
        return _char(text, at) if bracket is None or at < len(text) else _bracket(text, bracket)
    return _structure(at, last, lines)


def _by_words(problem: str, at: int, begun: int, lines: Lines) -> Verdict | None:
    """Say what the words of either parser tell by themselves."""
    text = lines.text
    if "directive" in problem:
        return _line("Y214", lines, lines.line_start(begun))
    if "escape" in problem or "hexadecimal" in problem or "hexdecimal" in problem:  # the last is libyaml's spelling
        return _escape(text, begun)
    if "quoted scalar" in problem:
        return _line("Y203", lines, begun, quote=text[begun])
    if "block scalar" in problem:
        return _line("Y216", lines, begun, char=text[begun])
    if "scanning an a" in problem or "tag" in problem:  # an anchor, an alias
        return _char(text, begun)
    if "mapping values" in problem:
        return _colon(lines, at)
    if "could not find expected ':'" in problem:
        return _tight_colon(lines, begun) or _line("Y206", lines, begun)
    if "sequence entries" in problem:
        return _line("Y215", lines, at)
    if "',' or" in problem and not text.startswith("?", at):
        return _bracket(text, begun)
    return _char(text, at) if _CHAR_PROBLEM.search(problem) else None


def _structure(at: int, last: Event | None, lines: Lines) -> Verdict:
    """Say why something cannot stand where it stands."""
    text = lines.text
    before = text[lines.line_start(at) : at]
    if text.startswith(":", at) and not before.strip(" -"):
        return Verdict("Y310", at, at + 1)
    directive = _DIRECTIVE.search(text, 0 if last is None else last.end, at + 1)
    if directive is not None:
        return _line("Y214", lines, directive.start())
    if text[:at].rstrip().endswith("\n..."):
        return _line("Y213", lines, at)
    if last is not None and last.end <= at and lines.line_of(last.end) == lines.line_of(at):
        if last.kind == "scalar" and last.style in {"'", '"'}:
            if lines.line_of(last.start) != lines.line_of(last.end):
                return _line("Y203", lines, last.start, quote=last.style)
            return _line("Y211", lines, at)
        if last.kind == "end" and text[last.end - 1 : last.end] in _ENDING:
            return _line("Y211", lines, at)
    if at == len(text):
        return _line("Y209", lines, at)
    return _line_above(lines, lines.line_start(at)) or _line("Y205", lines, at)


def _line(code: str, lines: Lines, start: int, **args: str) -> Verdict:
    return Verdict(code, start, lines.line_end(start), tuple(args.items()))


def _char(text: str, at: int) -> Verdict:
    return Verdict("Y207", at, at + 1, (("char", text[at : at + 1]),))


def _bracket(text: str, at: int) -> Verdict:
    return Verdict("Y204", at, at + 1, (("bracket", text[at]), ("closing", "]" if text[at] == "[" else "}")))


def _escape(text: str, begun: int) -> Verdict:
    """Find the first escape that means nothing, from the quote on that opened the text."""
    for found in _ESCAPE.finditer(text, begun):
        if found["bad"] is not None:
            return Verdict("Y208", found.start(), found.end(), (("char", found["bad"]),))
    return Verdict("Y208", begun, begun + 1, (("char", ""),))


def _colon(lines: Lines, at: int) -> Verdict:
    """Tell a colon inside a text from a line that begins wrongly."""
    start = lines.line_start(at)
    if start == 0 or _COLON.search(lines.text[start:at]):
        return Verdict("Y201", at, at + 1)
    return _line_above(lines, start) or _line("Y205", lines, start + _indent(lines, start))


def _line_above(lines: Lines, start: int) -> Verdict | None:
    """Say that the line above lacks its colon or the space after it; None when it is not to blame."""
    if start == 0:
        return None
    above = lines.line_start(start - 1)
    while above > 0 and not _bare(lines, above):
        above = lines.line_start(above - 1)
    bare = _bare(lines, above)
    lone = bare and bare[0] not in "-[{'\"" and not _COLON.search(bare + " ")
    if lone and ":" not in bare and _indent(lines, above) == _indent(lines, start):
        return _line("Y206", lines, above + _indent(lines, above))
    return _tight_colon(lines, above)


def _bare(lines: Lines, start: int) -> str:
    """Give a line without its comment and outer spaces."""
    return lines.text[start : lines.line_end(start)].split("#")[0].strip()


def _indent(lines: Lines, start: int) -> int:
    line = lines.text[start : lines.line_end(start)]
    return len(line) - len(line.lstrip())


def _tight_colon(lines: Lines, at: int) -> Verdict | None:
    start = lines.line_start(at)
    found = _TIGHT_COLON.match(lines.text[start : lines.line_end(start)])
    if found is None:
        return None
    return Verdict("Y212", start + found.start(1), start + found.end(1), (("text", shortened(found[1])),))

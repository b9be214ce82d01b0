"""Legal moves kept together where they differ in one number only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass

from reguli.engine.notation import Plain, parameter_kinds, value_plain, value_text
from reguli.engine.playing.legal import Family
from reguli.engine.playing.playthrough import Playthrough


@dataclass(frozen=True, slots=True)
class MoveFamily:
    """Legal moves of one option that differ in the last number only; most families are a single move.

    ``arguments`` are those that all of them share, by name, as they are typed. ``varies`` is the name of the last number where
    it ranges, and ``range`` its least and greatest value, every number between them legal too; ``None`` for a single move.
    ``size`` is how many moves there are, ``text`` how they are written together: ``offer fox <17-50>``.
    """

    option: str
    arguments: Mapping[str, Plain]
    varies: str | None
    range: tuple[int, int] | None
    size: int
    text: str

    def moves(self) -> Iterator[str]:
        """Give the moves as they are typed, in order."""
        if self.range is None:
            yield self.text
            return
        stem = self.text.rpartition(" ")[0]
        low, high = self.range
        for number in range(low, high + 1):
            yield f"{stem} {number}"

    def to_json(self) -> dict[str, Plain]:
        """Give it as plain values: ``option``, ``arguments``, ``varies``, ``range`` ([least, greatest] or null), ``size``, ``text``."""
        return {**asdict(self), "range": None if self.range is None else list(self.range)}


def as_typed(playthrough: Playthrough, family: Family) -> MoveFamily:
    """Give legal moves that the engine keeps together as people type them."""
    program, option = playthrough.program, family.choice.option
    kinds, names = parameter_kinds(family.choice), playthrough.names
    shared = tuple(zip(option.parameters, kinds, family.arguments, strict=False))
    arguments = {parameter.variable.name: value_plain(program, kind, value, names) for parameter, kind, value in shared}
    words = [option.name, *(value_text(program, kind, value, names) for _, kind, value in shared)]
    if family.span is None:
        return MoveFamily(option.name, arguments, None, None, 1, " ".join(words))
    low, high, last = family.span[0], family.span[-1], option.parameters[-1].variable.name
    if low == high:
        return MoveFamily(option.name, {**arguments, last: low}, None, None, 1, " ".join([*words, str(low)]))
    return MoveFamily(option.name, arguments, last, (low, high), family.size, " ".join([*words, f"<{low}-{high}>"]))

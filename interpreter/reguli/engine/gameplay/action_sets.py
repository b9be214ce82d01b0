"""Legal moves grouped into families that differ only in one number or one chosen set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from reguli.engine.gameplay.legal_actions import ActionSet
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import (
    AND,
    MANY,
    NO_MEMBER,
    Plain,
    argument_words,
    format_plain_value,
    parameter_types,
    value_as_json,
)
from reguli.ir.interpreter.set_numbering import Sets, token_selections
from reguli.source.frozen_values import FrozenValue, frozen_class


@frozen_class
class MoveFamily(FrozenValue):
    """Legal moves of one option that differ only in the last number or the last set; most families are a single move.

    ``arguments`` are those that all of them share, by name, as they are typed. ``varies`` is the name of the last number where
    it ranges, and ``range`` its least and greatest value, every number between them legal too; ``None`` for a single move. Where sets are
    chosen, ``of`` are the elements, ``range`` says how many of them at least and at most, and each set of so many is legal.
    ``size`` is how many moves there are, ``text`` how they are written together: ``offer fox <17-50>``, ``discard <2 of c1 c4 c7>``.
    """

    option: str
    arguments: Mapping[str, Plain]
    varies: str | None
    range: tuple[int, int] | None
    size: int
    text: str
    of: tuple[str, ...] = ()

    def moves(self) -> Iterator[str]:
        """Yield the moves in typed form, in order."""
        if self.range is None:
            yield self.text
            return
        low, high = self.range
        if self.of:
            stem = self.text.partition(" <")[0]
            for size in range(low, high + 1):
                yield from (f"{stem} {' '.join(chosen) or NO_MEMBER}" for chosen in _chosen(self.of, size))
            return
        stem = self.text.rpartition(" ")[0]
        for number in range(low, high + 1):
            yield f"{stem} {number}"

    def to_json(self) -> dict[str, Plain]:
        """Return it as JSON values: ``option``, ``arguments``, ``varies``, ``range`` ([least, greatest] or null), ``size``, ``text``, and ``of`` for sets."""
        found = {**asdict(self), "range": None if self.range is None else list(self.range), "of": list(self.of)}
        return found if self.of else {name: value for name, value in found.items() if name != "of"}


def _chosen(of: tuple[str, ...], size: int) -> Iterator[list[str]]:
    """Yield all selections of a size; identical items are interchangeable."""
    there = Counter(of)
    for shares in token_selections(tuple(there.values()), size):
        yield [name for name, share in zip(there, shares, strict=True) for _ in range(share)]


def format_action_sets(playthrough: GamePlaythrough, family: ActionSet) -> MoveFamily:
    """Return a family of legal moves in typed form."""
    program, option = playthrough.program, family.choice.option
    kinds, names = parameter_types(family.choice), playthrough.names
    shared = tuple(zip(option.parameters, kinds, family.arguments, strict=False))
    arguments = {
        parameter.variable.name: value_as_json(program, kind, value, names) for parameter, kind, value in shared
    }
    words = [option.name, *argument_words(program, kinds, family.arguments, names)]
    if family.span is None:
        return MoveFamily(option.name, arguments, None, None, 1, " ".join(words))
    if isinstance(family.span, Sets):
        return _sets(playthrough, family, words, arguments)
    low, high, last = family.span[0], family.span[-1], option.parameters[-1].variable.name
    if low == high:
        return MoveFamily(option.name, {**arguments, last: low}, None, None, 1, " ".join([*words, str(low)]))
    return MoveFamily(option.name, arguments, last, (low, high), family.size, " ".join([*words, f"<{low}-{high}>"]))


def _sets(playthrough: GamePlaythrough, family: ActionSet, words: list[str], arguments: dict[str, Plain]) -> MoveFamily:
    """Return moves that differ in the chosen set; a single move if there is one set only."""
    span, kinds, names = family.span, parameter_types(family.choice), playthrough.names
    assert isinstance(span, Sets)
    option, program = family.choice.option, playthrough.program
    last = option.parameters[-1].variable.name
    if len(span) == 1:
        text = " ".join([option.name, *argument_words(program, kinds, (*family.arguments, span[0]), names)])
        chosen = value_as_json(program, kinds[-1], span[0], names)
        return MoveFamily(option.name, {**arguments, last: chosen}, None, None, 1, text)
    plain = value_as_json(program, kinds[-1], span.elements, names)
    of = tuple(map(format_plain_value, plain)) if isinstance(plain, list) else ()
    before = [AND] if any(isinstance(kind, MANY) for kind in kinds[:-1]) else []
    sizes = str(span.least) if span.least == span.most else f"{span.least}-{span.most}"
    text = " ".join([*words, *before, f"<{sizes} of {' '.join(of)}>"])
    return MoveFamily(option.name, arguments, last, (span.least, span.most), family.size, text, of)

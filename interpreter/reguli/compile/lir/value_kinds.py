"""Which of the three kinds the value of code is."""

from __future__ import annotations

from reguli.compile.lir import statement_nodes as n


def kind_of(code: n.Code) -> n.KindOf:
    """Give the kind of a value."""
    match code:
        case n.Var(_, kind) | n.Call(_, _, kind):
            return kind
        case n.If(_, yes, _):
            return kind_of(yes)
        case n.Flag() | n.Compare() | n.Same() | n.Both() | n.Either() | n.Not():
            return n.TRUTH
        case n.Fixed() | n.Row() | n.RunAt() | n.RowAt() | n.RunIn():
            return n.RUN
        case _:
            return n.WHOLE

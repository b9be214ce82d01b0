"""A function of the lower form while it is written: statements go where the writer stands, and bodies are opened and closed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from reguli.compile.lir import statement_nodes as n

ZERO, ONE, NONE = n.Num(0), n.Num(1), n.Num(-1)
YES, NO = n.Flag(True), n.Flag(False)


class Writer:
    """Writes one function; ``body`` is what has been written where the writer stands."""

    def __init__(self) -> None:
        self.body: list[n.Statement] = []
        self._numbers: dict[str, int] = {}

    def follow(self, other: Writer) -> None:
        """Give no local a name that another writer has given."""
        self._numbers.update(other._numbers)

    def fresh(self, name: str = "v", kind: n.KindOf = n.WHOLE) -> n.Var:
        """Give a local that is new."""
        number = self._numbers[name] = self._numbers.get(name, 0) + 1
        return n.Var(f"{name}{number}", kind)

    def write(self, *statements: n.Statement) -> None:
        """Write statements."""
        self.body.extend(statements)

    def keep(self, value: n.Code, name: str = "v", kind: n.KindOf = n.WHOLE) -> n.Var | n.Num | n.Flag:
        """Keep a value in a local, so that it may be used more than once; a name or number is its own."""
        if isinstance(value, n.Var | n.Num | n.Flag):
            return value
        local = self.fresh(name, kind)
        self.write(n.Let(local, value))
        return local

    @contextmanager
    def inside(self) -> Iterator[list[n.Statement]]:
        """Write into a body of its own, which is given."""
        outer, self.body = self.body, []
        try:
            yield self.body
        finally:
            self.body = outer

    def written(self, write: Callable[[], object]) -> n.Body:
        """Give what ``write`` writes, as a body of its own."""
        with self.inside() as body:
            write()
        return tuple(body)

    def when(self, test: n.Code, yes: Callable[[], object], no: Callable[[], object] | None = None) -> None:
        """Write statements by a condition; of a known one only those that count."""
        if isinstance(test, n.Flag):
            chosen = yes if test.value else no
            if chosen is not None:
                chosen()
            return
        self.write(n.When(test, self.written(yes), () if no is None else self.written(no)))

    def refuse(self, test: n.Code, code: str) -> None:
        """Write that it is a fault where a condition holds."""
        self.when(test, lambda: self.write(n.Fail(code)))

    def function(self, name: str, parameters: Sequence[n.Var], gives: n.KindOf | None) -> n.Function:
        """Give the function that was written."""
        return n.Function(name, tuple(parameters), gives, tuple(self.body))

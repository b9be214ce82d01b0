"""The search for exits from all-or-nothing decisions, as generated Python (``library.holding``).

What is made of the program comes when it is first asked for, and whoever searches runs the blocks, so that chance is what it is at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reguli.compile.codegen import option_codegen
from reguli.compile.codegen.playout_codegen import declare_move_areas, offer_moves_function
from reguli.compile.codegen.transaction_codegen import declare_search_areas, order_exits_first
from reguli.compile.lir import lir_nodes as n
from reguli.compile.passes.move_numbering import COUNT, MORE, OFFERS
from reguli.compile.python.generated_options import GeneratedOption, LazyFunctions
from reguli.compile.runtime.games import playout_loop, transaction_search
from reguli.ir.program import DOUBTFUL, MOST_JUDGED, Decide, Slots
from reguli.ir.program_interface import Made, Searching, Ways
from reguli.ir.runtime_faults import Failed, RulesFault

Bodies = list[Callable[[Slots], None]]


class GeneratedSearch(Searching):
    """The search of one program."""

    def __init__(self, code: LazyFunctions) -> None:
        """Prepare the search; its functions are generated on first use."""
        self._code, making = code, code.making
        self._decisions = making.program.decisions
        self._asking: Ways | None = None
        declare_move_areas(making)
        declare_search_areas(making, watched=True)
        self._offering: Made[int, Bodies] = Made(lambda number: self._offers(self._decisions[number]))
        self._entering = Made(self._enters)
        self._choices: Made[tuple[int, int], GeneratedOption] = Made(
            lambda place: GeneratedOption(code, self._decisions[place[0]], place[1])
        )
        for function, native in (
            (transaction_search.offer_leaving, self._offer),
            (playout_loop.enter_choice, self._enter),
            (playout_loop.run_up_to, self._run),
            (transaction_search.look_at, self._look),
        ):
            making.functions[function.__name__] = n.FunctionDefinition(function.__name__, (), None, ())
            code.module.native(function.__name__, native)
        self._judge = code.made(lambda: making.library(transaction_search.judge))

    def judge(
        self, decision: Decide, slots: Slots, moves: Sequence[tuple[int, Sequence[int]]], tries: int, asking: Ways
    ) -> Sequence[int]:
        """Judge moves (``Searching``)."""
        module, self._asking = self._code.module, asking
        if len(moves) > MOST_JUDGED:
            return (DOUBTFUL,) * len(moves)
        width = self._code.making.told["offer width"]
        assert isinstance(width, int)
        offers = module.area(OFFERS)
        for row, (number, arguments) in enumerate(moves):
            words = self._words(decision, number, arguments)
            offers[row * width : row * width + len(words)] = words
        for name, count in ((COUNT, len(moves)), (MORE, 0), ("among", 0)):
            module.set_number(name, count)
        self._judge(list(slots), decision.number, tries, True)
        return module.area("verdicts")[: len(moves)]

    @property
    def looked(self) -> int:
        """Return the number of positions examined."""
        return self._code.module.number("positions looked at")

    def _words(self, decision: Decide, number: int, arguments: Sequence[int]) -> list[int]:
        """Return the encoded offer of a move; a set or bundle chosen last is preceded by -1 minus its length (``library.play``)."""
        words = list(self._choices[decision.number, number].words(arguments))
        steps = option_codegen.choice_parameters(decision.choices[number])
        if steps and steps[-1].room and steps[-1].interval:
            first = len(words) - option_codegen.parameter_word_count(steps[-1])
            words[first] = -1 - words[first]
        return [number, 1, *words]

    # -- what it asks ------------------------------------------------------------------------------------------

    def _offer(self, s: Slots, decision: int) -> None:
        for offer in self._offering[decision]:
            offer(s)

    def _offers(self, decision: Decide) -> Bodies:
        making = self._code.making
        names = (lambda at=at: offer_moves_function(making, decision, at) for at in order_exits_first(decision))
        return [self._code.made(name) for name in names]

    def _enter(self, s: Slots, decision: int, choice: int) -> int:
        enter, block = self._entering[decision, choice]
        enter(s, [])
        return block

    def _enters(self, place: tuple[int, int]) -> tuple[Callable[..., None], int]:
        decision, number = self._decisions[place[0]], place[1]
        enter = self._code.made(lambda: option_codegen.enter_choice_function(self._code.making, decision, number))
        return enter, decision.choices[number].entry

    def _run(self, s: Slots, block: int, stop: int) -> None:
        assert self._asking is not None
        try:
            following = self._asking.run(s, block, stop)
        except RulesFault as fault:
            raise Failed(fault.args[0]) from fault
        self._code.module.set_number("decision", playout_loop.OVER if following is None else following.number)

    def _look(self, s: Slots, decision: int, stuck: bool) -> None:
        assert self._asking is not None
        self._asking.look(s, self._decisions[decision], stuck=stuck)

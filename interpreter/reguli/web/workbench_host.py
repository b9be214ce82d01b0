"""What the workbench asks about one ruleset: its findings and numbers, another number, its examples, and what a change does to play.

Everything is read anew with each question, because somebody is changing the files. What is written is one number, or one note, at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from math import isinf
from typing import Final

from reguli.app.balance.balance_games import BalanceOrder, balance_games, default_policy, ranking_figures
from reguli.app.errors import make_refusal
from reguli.app.game_sessions import begin_game, open_session_texts
from reguli.app.loading import open_playable
from reguli.app.provenance import Trace, trace_value
from reguli.app.ruleset_check import check
from reguli.app.workbench.number_edits import change_number, changeable_folder, changed_numbers, written_numbers
from reguli.app.worked_examples import run_examples_parallel
from reguli.balance.figures import BalanceFigure
from reguli.engine.notation import Plain
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Diagnostic, render_with_excerpt
from reguli.source.source_excerpt import Sources
from reguli.web.game_table import Seat
from reguli.web.messages import Document, Request, TableError, listed, mapping, option_values, whole
from reguli.web.page_texts import asked_language
from reguli.web.playtest_notes import answer_note, note_standing
from reguli.web.table_store import PlaytestNote, TableOrder
from reguli.words.catalogue.finding_texts import messages_of

MOST_FINDINGS: Final = 50
MOST_NAMES: Final = 5_000
"""Numbers whose names are offered."""
MOST_GAMES: Final = 1_000
SEED: Final = 1
"""Of all games that are compared, so that a second question has the same answer."""


class WorkbenchHost:
    """The workbench of one ruleset in this process."""

    def __init__(self, ruleset: str) -> None:
        """Store the name or path of the ruleset."""
        self._ruleset = ruleset
        self.answers: Mapping[str, Callable[[Request], Plain]] = {
            "findings": self._findings,
            "number": self._number,
            "change": self._change,
            "examples": self._examples,
            "effects": self._effects,
            "settle": self._settle,
        }

    def _findings(self, request: Request) -> Plain:
        """Return what is wrong with the ruleset, the numbers that it changes of its base, and the names of all numbers."""
        loaded = self._loaded()
        checked = check(loaded)
        found: Document = {"findings": self._said(checked.findings[:MOST_FINDINGS], checked.sources, request)}
        ruleset, base = loaded.ruleset, self._base(loaded)
        if ruleset is None:
            return {**found, "digest": None, "changed": [], "names": [], "changeable": True}
        changed: list[Plain] = []
        if base is not None and base.ruleset is not None:
            changed += [
                {"name": name, "was": was, "now": now} for name, was, now in changed_numbers(ruleset, base.ruleset)
            ]
        names: list[Plain] = [*islice((name for name, _ in written_numbers(ruleset)), MOST_NAMES)]
        return {
            **found,
            "digest": ruleset.digest,
            "name": ruleset.name,
            "changed": changed,
            "names": names,
            "changeable": changeable_folder(loaded) is not None,
            "compared": base is not None,
        }

    def _number(self, request: Request) -> Plain:
        """Return where a number comes from: its value, unit, place, statements, and the rules that compute with it."""
        loaded = open_playable(self._ruleset, {})
        assert loaded.ruleset is not None
        return _traced(trace_value(loaded.ruleset, str(request.get("name"))), loaded.ruleset)

    def _change(self, request: Request) -> Plain:
        """Write another value of a number into the files, and return where it comes from now."""
        change_number(self._loaded(), str(request.get("name")), whole(request.get("value")))
        return self._number(request)

    def _examples(self, request: Request) -> Plain:
        """Run the worked examples, and return those that fail with what is wrong."""
        loaded, count = open_playable(self._ruleset, {}), 0
        failed: list[Plain] = []
        for one in run_examples_parallel(loaded):
            count += 1
            if not one.passed:
                said, cites = self._said(one.findings, loaded.sources, request), list[Plain](one.cites)
                failed.append({"id": one.id, "place": str(one.span), "cites": cites, "findings": said})
        return {"count": count, "failed": failed}

    def _effects(self, request: Request) -> Plain:
        """Return what bots make of the rules, and of those of the base, in so many games."""
        games = whole(request.get("games"))
        if not 2 <= games <= MOST_GAMES:
            raise TableError("input")
        loaded = open_playable(self._ruleset, {})
        bot, base = default_policy(loaded), self._base(loaded)
        order = BalanceOrder(games=games, seed=SEED, policy=(bot,))
        assert loaded.ruleset is not None
        compared = base is not None and base.ruleset is not None
        sides = (
            balance_games(base, order, loaded).sides
            if compared and base is not None
            else balance_games(loaded, order).sides
        )
        counted = open_session_texts(begin_game(loaded, None), asked_language(request)).values_ranked()
        labels = dict(zip(ranking_figures(loaded.ruleset), counted, strict=True))
        shown: list[Plain] = [_figure(one, labels.get(one.name) or "") for one in sides[-1].headlines()]
        return {"games": games, "bot": bot, "compared": base is not None, "figures": shown}

    def _settle(self, request: Request) -> Plain:
        """Write a note of a table into the ruleset, as an example of its move or as an open question; return the file."""
        said, order = mapping(request.get("note")), mapping(request.get("order"))
        note = PlaytestNote(
            "",
            whole(said.get("at")),
            None,
            "",
            None if said.get("statement") is None else str(said["statement"]),
            str(said.get("said")),
            0,
            whole(said.get("number")),
        )
        options = option_values(order.get("options"))
        game = TableOrder(self._ruleset, "", options, whole(order.get("players")), whole(order.get("seed")))
        moves = [mapping(one) for one in listed(request.get("moves"))]
        standing = note_standing(game, note, [Seat("") for _ in range(game.players)], moves)
        if changeable_folder(standing.loaded) is None:
            raise make_refusal("X190", name=str(note.number), ruleset=self._ruleset)
        return {"file": str(answer_note(note, standing, question=request.get("question") is True))}

    def _loaded(self) -> LoadedRuleset:
        return LoadedRuleset(self._ruleset, {})

    def _base(self, loaded: LoadedRuleset) -> LoadedRuleset | None:
        """Return the rules that a variant changes; None for a game that is none."""
        folders = loaded.layers.folders
        return LoadedRuleset(str(folders[1]), {}) if len(folders) > 1 else None

    def _said(self, findings: Sequence[Diagnostic], sources: Sources, request: Request) -> Plain:
        translation = messages_of(asked_language(request), shipped_folder("locales"))
        return [
            {"code": one.code, "text": render_with_excerpt(one, sources, translation=translation)} for one in findings
        ]


def _figure(one: BalanceFigure, label: str) -> Document:
    """Return a figure with its numbers in thousandths, which the page writes as its language does; ``margin`` and ``spread`` are half an interval."""
    low, high = one.difference_low, one.difference_high
    numbers = {
        "before": one.base,
        "after": one.value,
        "margin": (one.high - one.low) / 2,
        "difference": None if one.base is None else one.difference,
        "spread": None if one.base is None or low is None or high is None else (high - low) / 2,
    }
    plain = {
        name: None if number is None or isinf(number) else round(number * 1000) for name, number in numbers.items()
    }
    return {"name": one.name, "seat": one.seat, "label": label, "noise": one.noise is not False, **plain}


def _traced(found: Trace, ruleset: Ruleset) -> Document:
    base = {change.by for change in found.changes if change.chosen}
    cites: list[Plain] = [{"id": one.id, "text": one.statement} for one in found.statements]
    rules: list[Plain] = [{"rule": one.rule, "place": one.place} for one in found.readers]
    value: Plain = found.value if isinstance(found.value, int | str) else None
    return {
        "name": found.name,
        "value": value,
        "unit": found.unit,
        "place": str(found.span),
        "provenance": found.provenance,
        "statements": cites,
        "rules": rules,
        "changed_by": [*sorted(base)],
    }

"""The use cases of a game other than playing: those of the package ``app``, as the command offers them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from reguli.app.description import Graph, Info, describe_ruleset, structure_graphs
from reguli.app.errors import Findings
from reguli.app.loading import bind_for_players
from reguli.app.printing.print_requests import Printed, PrintOrder, Written
from reguli.app.provenance import Trace, trace_value, traceable_names
from reguli.app.ruleset_check import Checked, check
from reguli.app.worked_examples import WorkedExample, list_worked_examples, run_examples_parallel
from reguli.pipeline import LoadedRuleset
from reguli.verify.example_runner import ExampleResult

if TYPE_CHECKING:
    from reguli.app.explanations import Explained
    from reguli.app.translation import WordingDesk
    from reguli.app.verification.runner import Verified


class PrintWishes(TypedDict, total=False):
    """Print settings that differ from the defaults; a key for each field of ``PrintOrder`` but product, languages and formats.

    ``players``: only what holds for so many. ``theme``: a folder with fonts, colours, logo and icons of one's own. ``draft``: print
    in any case, and mark what has no words yet. For cards: ``paper`` (``a4``, ``letter``, ``a5``, ``poker``), ``sheet`` that they
    are cut from, ``purpose`` (``home``, ``press``, ``table``), ``back`` (the language of the backs). For
    pieces: ``ids`` of elements, to print these alone, or ``changed``, to print those alone that are otherwise than ``against`` (a ruleset,
    a folder, a revision; empty: what a variant is of), which may be none.
    """

    players: int | None
    theme: str
    draft: bool
    paper: str
    sheet: str
    purpose: str
    back: str
    against: str
    changed: bool
    ids: tuple[str, ...]


class Askable:
    """The use cases of a game; ``Game`` adds how it is played."""

    __slots__ = ()

    _loaded: LoadedRuleset

    # -- its rules ---------------------------------------------------------------------------------------------

    def check(
        self,
        *,
        languages: tuple[str, ...] = (),
        play: bool = False,
        budget: int | None = None,
        print: bool = False,  # noqa: A002 - as the command calls it
        release: bool = False,
        partly: bool = False,
    ) -> Checked:
        """Find every mistake in the current files of the ruleset: in everything in its folder, under every option.

        ``languages``: also check the words in these. ``play``: also play silent games of bots at every table, of ``budget`` moves
        all together (60,000 where nobody says). ``print``: also lay out every product. ``release``: also find what is not fit to be handed on; ``partly`` lets
        pass statements that the rules carry in part. ``str()`` of what it gives says all:

            found = game.check()
            assert not found.findings, str(found)

        Raises ``Refused`` (X111) for an unknown language. Ctrl-C ends the games, not the check.
        """
        anew = LoadedRuleset(self._loaded.name, self._loaded.options)
        return check(anew, languages=languages, play=play, budget=budget, print=print, release=release, partly=partly)

    def verify(
        self,
        *,
        budget: int = 60,
        against: str | None = None,
        only: tuple[str, ...] = (),
        seed: int = 0,
        saves: str | Path | None = None,
        cluster: str | None = None,
        progress: Callable[[str, str, int, int], None] | None = None,
    ) -> Verified:
        """Find errors and changes in the current files of the ruleset, mutants that no example kills, and questions that no statement decides.

        ``budget``: units of work, about a second each. ``against``: a ruleset, a folder, a git revision, ``base`` (what a variant is of) or
        ``baseline``. ``only``: these parts (``examples``, ``static``, ``mutation``, ``regression``, ``fuzz``, ``model-check``). ``saves``: a folder of recorded
        games to replay. ``cluster``: the address of a dask scheduler, whose workers try the mutants. ``progress`` is told which part does what, how many of it are done, and of how many. The same budget and seed give the same report on every machine:

            report = game.verify(budget=20)
            assert report.clean, str(report)

        Raises ``Refused`` for a part that there is not (X111) and for nothing to compare with (X151), and ``ClusterTrouble`` for a cluster that cannot be used. Ctrl-C ends it, and what was found is given.
        """
        # As above.
        from reguli.app.verification.runner import VerificationRequest, verify
        from reguli.verify.report import ignore_progress

        order = VerificationRequest(budget, against, tuple(only), seed, None if saves is None else Path(saves), cluster)
        return verify(LoadedRuleset(self._loaded.name, self._loaded.options), order, progress or ignore_progress)

    def examples(self, *ids: str) -> tuple[ExampleResult, ...]:
        """Run the worked examples of the ruleset and of the rulesets it is based on, or only some, by their ids.

            failed = [example.id for example in game.examples() if not example.passed]

        What did not hold stands in ``findings`` of each, claim by claim in ``claims``. Raises ``Refused`` (X107) for an unknown
        id, and ``Findings`` where a file of examples cannot be read. ``start(example=...)`` begins at the position of one.
        """
        found = self._loaded.found_in_examples.diagnostics
        if found:
            raise Findings(found, self._loaded.sources)
        list_worked_examples(self._loaded, ids)
        return tuple(run_examples_parallel(self._loaded, ids))

    def list_examples(self) -> tuple[WorkedExample, ...]:
        """List the worked examples without running them: their ids and the rulebook statements that they illustrate."""
        return list_worked_examples(self._loaded)

    def trace(self, value: str) -> Trace:
        """Return the provenance of a number in the rules: its place and source, its modifiers and the rules that read it.

        ``value`` is a constant, a table, a cell ``fees[3]``, a field ``card.fox.worth`` or a define:

            game.trace("start_sum").cites  # ("S12",): the statements of the rulebook

        Raises ``Refused`` for what is none (X109, X121, X122, X123). ``traceable`` lists the names.
        """
        return trace_value(bind_for_players(self._loaded), value)

    @property
    def traceable(self) -> tuple[str, ...]:
        """Return every name that ``trace`` accepts."""
        return traceable_names(bind_for_players(self._loaded))

    def info(self) -> Info:
        """Return a summary of the ruleset: names, players, options with their values, phases, stages, counts.

        dict(game.info().counts)["rules"]  # how many
        """
        return describe_ruleset(self._loaded)

    def graph(self) -> Graph:
        """Return the structure of the maps (parts, bridges, joints, neighbours) and which rule runs which, all by ids.

        game.graph().maps[0].bridges  # edges without which the map falls apart
        """
        return structure_graphs(self._loaded)

    @staticmethod
    def explain(word: str | None = None, language: str = "en") -> Explained:
        """Explain the code of a finding (``R201``) or a word of the rules language (``secretly``); without a word all codes.

        No game is needed: ``reguli.Game.explain("secretly").meanings[0].means``. Entries of codes are said in ``language``. Raises
        ``Refused`` (X108) with the nearest word for an unknown one.
        """
        # The reference is read only where somebody asks for a word.
        from reguli.app.explanations import explain_term

        return explain_term(word, language)

    # -- what is printed of it -----------------------------------------------------------------------------------

    def card(
        self, product: str = "reference", *, language: str = "en", form: str = "md", **wishes: Unpack[PrintWishes]
    ) -> Printed:
        """Return a card or sheet as printed: ``reference``, ``setup``, ``summary``, ``glossary`` or ``pieces``.

        ``form``: ``md`` and ``html`` are text, ``pdf``, ``png`` and ``svg`` pages, which may be several files; for the rest see
        ``PrintWishes``.

            print(game.card(language="hu", players=4).text)

        Raises ``Refused`` for what there is not (X104, X105, X111) or where no typesetter is installed (W411), and
        ``Findings`` where words are missing or wrong, so that nothing could be printed; with ``draft=True`` it is.
        """
        return self._printed(product, language, form, wishes)

    def pieces(self, *, language: str = "en", form: str = "md", **wishes: Unpack[PrintWishes]) -> Printed:
        """Return the game's own cards, as cut-out sheets (``pdf``, ``png``, ``svg``) or as a list; see ``card``."""
        return self._printed("pieces", language, form, wishes)

    def book(self, *, language: str = "en", form: str = "md", **wishes: Unpack[PrintWishes]) -> Printed:
        """Return the rulebook in ``md``, ``html`` or ``pdf``, the text first, followed by its pictures; see ``card``.

            game.book(language="ro", form="html", players=4).text

        ``written.broken`` of what it gives names inherited examples that no longer hold and are not printed.
        """
        return self._printed("book", language, form, wishes)

    def changes(self, *, language: str = "en", form: str = "md", **wishes: Unpack[PrintWishes]) -> Printed:
        """Return the changes that a variant makes, in ``md``, ``html`` or ``pdf``; see ``card``. Raises ``Refused`` (W424) for other rulesets."""
        return self._printed("changes", language, form, wishes)

    def _printed(self, product: str, language: str, form: str, wishes: PrintWishes) -> Printed:
        # Words and templates cost a tenth of a second, and only who prints needs them.
        from reguli.app.printing.product_output import render_print_order

        return render_print_order(
            self._loaded, PrintOrder(product=product, languages=(language,), formats=(form,), **wishes)
        )

    def write(
        self,
        folder: str | Path,
        product: str = "reference",
        *,
        languages: tuple[str, ...] = ("en",),
        formats: tuple[str, ...] = ("md", "html"),
        **wishes: Unpack[PrintWishes],
    ) -> Written:
        """Write a product, also ``book`` or ``changes``, in languages and formats to a folder, and return the files.

            game.write("cards", languages=("ro", "hu", "en"), players=4).files

        What is amiss with words stands in ``findings``, and what it concerns is not written. Raises ``Refused`` as ``card`` does,
        and where nothing can be written (X112).
        """
        # Part of the same.
        from reguli.app.printing.product_output import write_print_order

        order = PrintOrder(product=product, languages=tuple(languages), formats=tuple(formats), **wishes)
        return write_print_order(self._loaded, order, Path(folder))

    # -- its words -----------------------------------------------------------------------------------------------

    def words(self, *languages: str, players: int | None = None) -> WordingDesk:
        """Open the translation workspace for some languages, or all, and for ``players`` or any number of them.

            desk = game.words("hu")
            print(desk.status()[0].missing, desk.say("start_sum")[0].gloss)

        Raises ``Refused`` for an unknown language (W501) or number of players (X104).
        """
        # Grammars and catalogues cost a quarter of a second, and only who asks for words needs them.
        from reguli.app.translation import open_wording_desk

        return open_wording_desk(self._loaded, languages, players=players)

"""The whole check of a ruleset: its rules and what lies beside them, on request its words, games of bots, and every page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from reguli.app.checking import find_everything
from reguli.pipeline import Loaded
from reguli.source.diagnostic import Bag, Diagnostic, as_json, render
from reguli.source.sources import Sources

Progress = Callable[[str, int], None]
"""Is told what is being done, a table or a product, and how many games were played."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: ``findings`` in the order of their places, none where all is well. ``str()`` says them as the command does.

    ``settings``: how many settings of the options were looked at. ``unfit``: preferences of inherited bots that do not fit
    these rules and are left out, options by bot. With ``play`` ``games`` were played; ``unplayed`` are the tables that came
    to none within the budget; ``interrupted`` tells whether Ctrl-C ended them. With ``print`` so many ``products`` were laid out,
    as pages where they are ``typeset``. What was not asked for is ``None``.
    """

    name: str
    findings: tuple[Diagnostic, ...]
    sources: Sources = field(repr=False, compare=False)
    settings: int = 0
    unfit: tuple[tuple[str, tuple[str, ...]], ...] = ()
    games: int | None = None
    unplayed: tuple[str, ...] = ()
    interrupted: bool = False
    products: int | None = None
    typeset: bool = True

    def __str__(self) -> str:
        """Say every finding with its excerpt, what was expected and what to do, a blank line between them."""
        return "\n\n".join(render(finding, self.sources) for finding in self.findings)

    def to_json(self) -> dict[str, object]:
        """Give name and findings as plain values, as the command does."""
        return {"ruleset": self.name, "findings": [as_json(finding) for finding in self.findings]}


def quietly(what: str, games: int) -> None:
    """Tell nobody."""


def check(
    loaded: Loaded,
    *,
    languages: Sequence[str] = (),
    play: bool = False,
    budget: int | None = None,
    print: bool = False,  # noqa: A002 - as the command calls it
    progress: Progress = quietly,
) -> Checked:
    """Find every mistake of a ruleset that was opened and not yet read; its own bag takes them.

    ``languages``: also check the words in these. ``play``: also play silent games of bots, ``budget`` moves of all together.
    ``print``: also say and lay out every product, in these languages or those that have words. Games are played only where
    nothing was found before. Raises ``Refused`` for an unknown language.
    """
    stands = loaded.ruleset is not None and not loaded.bag
    looked_at = find_everything(loaded)
    tried, laid_out, typeset = None, None, True
    if languages and stands:  # what is missing from a ruleset that does not stand, every wording would miss
        _check_words(loaded, tuple(languages))
    if play and not loaded.bag:
        # Bots and generated code cost a tenth of a second; a check of the rules alone does without.
        from reguli.app.trying import try_out

        tried = try_out(loaded, progress, budget)
    if print and stands:
        # Words and pages cost seconds.
        from reguli.app.printing.fit import is_typeset, lay_out_everything

        laid_out, typeset = lay_out_everything(loaded, languages, progress), is_typeset()
    return Checked(
        loaded.name,
        loaded.bag.diagnostics,
        loaded.sources,
        looked_at.settings,
        tuple((bot.id, bot.left_out) for bot in looked_at.bots if bot.left_out),
        None if tried is None else tried.games,
        () if tried is None else tried.unplayed,
        tried is not None and tried.interrupted,
        laid_out,
        typeset,
    )


def _check_words(loaded: Loaded, languages: tuple[str, ...]) -> None:
    """Check what is said in some languages, on cards and in the book, and that each wording is still that of its rule."""
    # Words and templates cost a tenth of a second; a check of the rules alone does without.
    from reguli.app.desk import desk_at
    from reguli.app.printing import books, cards
    from reguli.words.desk.status import check_signatures

    cards.check(loaded, languages, loaded.bag)
    books.check(loaded, languages, loaded.bag)
    desk = desk_at(loaded, Bag(), loaded.sources, codes=languages)
    for code in languages:
        found = Bag()
        check_signatures(desk, desk.seats[code], found)
        # What a variant has overtaken in the words of its base is said from the rules, and named where it is printed.
        below = {one.span.file for one in desk.seats[code].below.entries.values()} if len(loaded.layers) > 1 else set()
        loaded.bag.extend(one for one in found if one.span is None or one.span.file not in below)

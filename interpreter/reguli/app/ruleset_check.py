"""The full check of a ruleset: everything in its folder, under each value of each option, for each number of players.

What does not fit into half a second has a word of its own: ``languages`` (what is said in them), ``play`` (games of bots,
``app/smoke_test.py``) and ``print`` (every product).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reguli.app.errors import Refused
from reguli.app.loading import Settings, vary_each_option
from reguli.batch.workers import run_in_order
from reguli.check import check_registry
from reguli.model.binding.bot_binding import BoundBot, bind_bots
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset, locate_wording_folders
from reguli.ruleset.declarations.bot_files import load_all_bots
from reguli.ruleset.declarations.example_files import load_example_file
from reguli.ruleset.document_nodes import (
    Documents,
    OptionDecl,
    inline_sentences,
    rule_head_sentences,
    unspecified_rules,
)
from reguli.ruleset.folder_contents import BESIDES, ICONS
from reguli.ruleset.option_settings import SettingCover
from reguli.ruleset.patches.small_instances import apply_small_instance, load_small_instances
from reguli.source.bounded_files import list_files
from reguli.source.diagnostic import Bag, Diagnostic, finding_as_json, render_with_excerpt
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources
from reguli.source.working_copy import keep_result
from reguli.verify.double_entry.count_files import load_counts
from reguli.verify.report import load_answers
from reguli.verify.setup_runs import run_set_ups, setup_options

if TYPE_CHECKING:
    from reguli.words.translation.translation_workspace import TranslationWorkspace


# -- option matrix ---------------------------------------------------------------------------------------------------
# The rules under each value of each option, at each number of players: bound, checked, set up once. Settings are looked at side by side.


ENOUGH: Final = 500
"""With so many findings no further setting of the options is looked at."""
Looked = tuple[int, tuple[BoundBot, ...]]
"""What was looked at: how many settings of options, and the bots under the defaults."""


@frozen_class
class OptionSetting(FrozenValue):
    """Values of all options, for one number of players or all; ``changed`` is the option that differs from the request."""

    changed: OptionDecl | None
    options: Settings
    players: int | None
    looks: bool = True
    """Whether it may change a set-up: else it only hides something."""


@frozen_class
class SettingFindings(FrozenValue):
    """The findings under a setting: from binding and checks, and from set-up runs, which are reported only if nothing else is found."""

    found: tuple[Diagnostic, ...]
    set_up: tuple[Diagnostic, ...] = ()
    stands: bool = True


def check_option_matrix(loaded: LoadedRuleset, documents: Documents, meanwhile: Callable[[], object]) -> Looked:
    """Add the findings on the rules, their set-ups and bots to the bag; return the settings that were checked.

    A setting that can change nothing is not bound again: its option names no board and no number, hides nothing, and no
    rule of the set-up asks for it. What was bound when the ruleset was opened is not bound again. ``meanwhile`` is done once, as long as that takes others.
    """
    bag, read = loaded.bag, tuple(loaded.bag)
    bots = load_all_bots(loaded.layers, bag, sources=loaded.sources)
    ruleset = None if read else loaded.settings.ruleset(loaded.options, None, Bag())
    asked = frozenset(option.id for option in documents.game.options) if ruleset is None else setup_options(ruleset)
    settings, failed = tuple(_settings(loaded, documents, asked)), list[Settings]()
    see = partial(_see, loaded, read, [] if ruleset is None else [ruleset])
    seen = _see_all([partial(see, one) for one in settings], (loaded, documents, read), meanwhile)
    for found, setting in zip(seen, settings, strict=False):
        if setting.options not in failed and not _take_in(found, bag):
            failed.append(setting.options)
        if len(bag) > ENOUGH:
            break
    bound = () if ruleset is None or settings[0].options in failed else bind_bots(ruleset, bots, bag)
    return len(list(vary_each_option(documents, loaded.options))), bound


def _see_all(
    tasks: Sequence[Callable[[], SettingFindings]],
    of: tuple[LoadedRuleset, Documents, tuple[Diagnostic, ...]],
    meanwhile: Callable[[], object],
) -> Sequence[SettingFindings]:
    """Return the findings under each setting, until there are enough; in an editor those of rules that did not change are kept."""
    loaded, documents, read = of
    met = False

    def look() -> list[SettingFindings]:
        nonlocal met
        met = True
        seen, count = list[SettingFindings](), 0
        for found in run_in_order(tasks, meanwhile=meanwhile):
            seen.append(found)
            count += len(found.found) + len(found.set_up)
            if count > ENOUGH:
                break
        return seen

    key = (documents.texts, read, tuple(sorted(loaded.options.items())))
    seen = keep_result(("seen", loaded.path), key, look, most=2)
    if not met:
        meanwhile()
    return seen


def _settings(loaded: LoadedRuleset, documents: Documents, asked: frozenset[str]) -> Iterator[OptionSetting]:
    """Yield the settings to check, the defaults first; ``asked`` holds the options that the set-up rules read."""
    numbers = _numbers(documents)
    for changed, options in vary_each_option(documents, loaded.options):
        looks = changed is None or changed.id in asked or _changes_documents(changed)
        hides = changed is not None and any(state.visible.option == changed.id for state in documents.state)
        if looks or hides:
            yield from (OptionSetting(changed, options, one, looks) for one in numbers)


def _numbers(documents: Documents) -> tuple[int | None, ...]:
    """Return the player counts to bind a ruleset for: all at once, and each if its declarations depend on the count."""
    low, high = documents.game.players
    return (None, *range(low, high + 1)) if documents.by_players else (None,)


def _changes_documents(option: OptionDecl) -> bool:
    """Return whether a value of an option changes the declarations."""
    return any(value.boards or value.constants for value in option.values)


def _see(
    loaded: LoadedRuleset, read: tuple[Diagnostic, ...], checked: list[Ruleset], setting: OptionSetting
) -> SettingFindings:
    """Bind, check and set up under a setting; ``read`` holds the findings from reading, ``checked`` the other rulesets to check, including the first setting's."""
    found, set_up = Bag(), Bag()
    found.extend(read)
    ruleset = loaded.settings.ruleset(setting.options, setting.players, found)
    if ruleset is None or found:
        return SettingFindings(tuple(found), stands=False)
    check_registry.check(
        ruleset, found, together=setting.players is None, before=[one for one in checked if one is not ruleset]
    )
    checked.append(ruleset)
    if not found and setting.looks:
        # Fewest and most find what another value of an option spoils; ``check --play`` plays all of them.
        run_set_ups(ruleset, set_up, _tables(ruleset, whole=setting.changed is None), loaded.settings.walked)
    return SettingFindings(tuple(found), tuple(set_up))


def _tables(ruleset: Ruleset, *, whole: bool) -> Sequence[int] | None:
    """Return the player counts, among those a ruleset is bound for, to set it up with; only the extremes if nothing depends on them, unless ``whole``."""
    count = ruleset.documents.players
    if ruleset.documents.by_players:
        return () if count is None else (count,)
    return None if whole else sorted({*ruleset.players})


def _take_in(seen: SettingFindings, bag: Bag) -> bool:
    """Add the findings under a setting to the bag, and return whether the setting is valid."""
    bag.extend(seen.found)
    if not bag:
        bag.extend(seen.set_up)
    return seen.stands


# -- ruleset check ---------------------------------------------------------------------------------------------------


UNWRITTEN: Final = frozenset({"W302", "W304", "W305", "W313", "W319", "W321", "W322", "W324", "W325"})
"""What a translator has yet to write is told by ``words status``: a designer's rules are right without it."""
Progress = Callable[[str, int], None]
"""Is told what is being done, a table or a product, and how many games were played."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check: ``findings`` in the order of their places, empty if there are none. ``str()`` returns the command's output.

    ``settings``: how many settings of the options were looked at. ``unfit``: preferences of inherited bots that do not fit
    these rules and are left out, options by bot. With ``play`` ``games`` were played; ``unplayed`` are the tables that came
    to none within the budget; at most ``queued`` things were put off at once; ``interrupted`` tells whether Ctrl-C ended them. With ``print`` so many ``products`` were laid out,
    as pages where they are ``typeset``. What was not asked for is ``None``.
    ``cover``: the settings that the games were to be played under. ``in_part``: what the rules leave out of statements that they carry, with the id of each.
    """

    name: str
    findings: tuple[Diagnostic, ...]
    sources: Sources = field(repr=False, compare=False)
    settings: int = 0
    unfit: tuple[tuple[str, tuple[str, ...]], ...] = ()
    games: int | None = None
    unplayed: tuple[str, ...] = ()
    interrupted: bool = False
    queued: int = 0
    products: int | None = None
    typeset: bool = True
    in_part: tuple[tuple[str, str], ...] = ()
    cover: SettingCover | None = None

    def __str__(self) -> str:
        """Return the text of every finding with its excerpt, expectation and remedy, separated by blank lines."""
        return "\n\n".join(render_with_excerpt(finding, self.sources) for finding in self.findings)

    def to_json(self) -> dict[str, object]:
        """Return the name, the findings and the partly implemented statements as JSON-ready values, as the command prints them."""
        findings = [finding_as_json(finding) for finding in self.findings]
        return {"ruleset": self.name, "findings": findings, "in_part": self.missing, **self.played}

    @property
    def played(self) -> dict[str, object]:
        """The games that were played and for which settings, as JSON-ready values; empty where that was not asked for."""
        if self.cover is None:
            return {}
        return {"played": {"games": self.games, "unplayed": list(self.unplayed), **self.cover.to_json()}}

    @property
    def missing(self) -> list[dict[str, str]]:
        """The parts of statements that the rules leave out, as JSON-ready values."""
        return [{"statement": name, "missing": text} for name, text in self.in_part]


MOST_NAMES: Final = 12
"""The most names that one finding lists."""


def discard_progress(what: str, games: int) -> None:
    """Ignore a report of progress."""


def check(
    loaded: LoadedRuleset,
    *,
    languages: Sequence[str] = (),
    play: bool = False,
    budget: int | None = None,
    print: bool = False,  # noqa: A002 - as the command calls it
    release: bool = False,
    partly: bool = False,
    progress: Progress = discard_progress,
) -> Checked:
    """Find every mistake of a ruleset that is opened but not yet read; findings go into its own bag.

    ``languages``: also check the words in these. ``play``: also play silent games of bots, ``budget`` moves of all together.
    ``print``: also say and lay out every product, in these languages or those that have words. ``release``: also find what is not fit to be
    handed on: rules that no text tells, and statements that the rules carry in part, unless ``partly`` lets them pass. Games are played only where
    nothing was found before. Raises ``Refused`` for an unknown language.
    """
    stands = loaded.ruleset is not None
    settings, bots = _find_everything(loaded)
    tried, laid_out, typeset = None, None, True
    if languages and stands:  # what is missing from a ruleset that does not stand, every wording would miss
        _check_words(loaded, tuple(languages))
    if play and not loaded.bag:
        # Bots and generated code cost a tenth of a second; a check of the rules alone does without.
        from reguli.app.smoke_test import run_smoke_test

        tried = run_smoke_test(loaded, progress, budget)
    if print and stands:
        # Words and pages cost seconds.
        from reguli.app.printing.product_output import has_typesetter, trial_print_all

        laid_out, typeset = trial_print_all(loaded, languages, progress), has_typesetter()
    in_part = () if loaded.ruleset is None else loaded.ruleset.in_part
    if release and loaded.documents is not None:
        for name, span in unspecified_rules(loaded.documents):
            loaded.bag.add("X143", span, name=name)
    if release and not partly:
        for name, text, span in in_part:
            loaded.bag.add("X144", span, name=name, text=text)
    if release and stands:
        _check_names(loaded, tuple(languages))
    loaded.bag.merge("wording")
    return Checked(
        loaded.name,
        loaded.bag.diagnostics,
        loaded.sources,
        settings,
        tuple((bot.id, bot.left_out) for bot in bots if bot.left_out),
        None if tried is None else tried.games,
        () if tried is None else tried.unplayed,
        tried is not None and tried.interrupted,
        0 if tried is None else tried.queued,
        laid_out,
        typeset,
        tuple((name, text) for name, text, _ in in_part),
        None if tried is None else tried.cover,
    )


def _check_names(loaded: LoadedRuleset, languages: tuple[str, ...]) -> None:
    """Report, for each language in which a ruleset has words, the ids that generated sentences cannot name (W346)."""
    # Words and templates cost a tenth of a second; a check of the rules alone does without.
    from reguli.app.translation import open_full_workspace
    from reguli.words.grammar.languages import language_codes
    from reguli.words.realisation.rule_realisation import load_phrase_templates, unnamed_ids

    assert loaded.ruleset is not None
    desk = open_full_workspace(loaded, Bag(), loaded.sources, codes=languages or language_codes())
    for code, book in load_phrase_templates(desk, Bag(), loaded.sources).items():
        seat = desk.seats[code]
        if seat.catalogue is not None and seat.catalogue.entries and (names := unnamed_ids(loaded.ruleset, book)):
            shown = ", ".join(names[:MOST_NAMES]) + (f" … ({len(names)})" if len(names) > MOST_NAMES else "")
            loaded.bag.add("W346", loaded.ruleset.documents.game.span, language=code, names=shown)


def _check_words(loaded: LoadedRuleset, languages: tuple[str, ...]) -> None:
    """Check the texts of cards and rulebook in some languages, and that each wording still matches its rule."""
    # Words and templates cost a tenth of a second; a check of the rules alone does without.
    from reguli.app.printing.book_sources import check as check_book
    from reguli.app.printing.product_output import check_card_texts
    from reguli.app.translation import open_full_workspace
    from reguli.words.translation.translation_status import check_signatures

    check_card_texts(loaded, languages)
    check_book(loaded, languages, loaded.bag)
    desk = open_full_workspace(loaded, Bag(), loaded.sources, codes=languages)
    for code in languages:
        found = Bag()
        check_signatures(desk, desk.seats[code], found)
        below = _overtaken_in(desk, (code,)) if len(loaded.layers.folders) > 1 else set()
        loaded.bag.extend(one for one in found if one.span is None or one.span.file not in below)


def _find_everything(loaded: LoadedRuleset) -> Looked:
    """Add every finding to the bag of a loaded ruleset; return the settings that were checked.

    Where a rule could not be read or bound, nothing is said about the whole: what is missing may be in that rule.
    """
    documents = loaded.documents
    if documents is None:
        return 0, ()
    in_examples, in_layouts = Bag(), Bag()

    def besides() -> None:
        in_examples.extend(loaded.found_in_examples)
        _find_in_layouts(loaded, in_layouts)

    looked_at = check_option_matrix(loaded, documents, besides)
    loaded.bag.extend(in_examples)
    load_answers(loaded.layers.own, loaded.bag, loaded.sources)
    load_counts(loaded.layers.own, loaded.bag, loaded.sources)
    for scale in load_small_instances(loaded.layers.own, loaded.bag, loaded.sources):
        apply_small_instance(documents, scale, loaded.bag)
    if not loaded.bag:
        loaded.bag.extend(in_layouts)
    if loaded.path.is_dir():
        _find_beside(loaded.path, loaded)
    return looked_at


# -- what lies beside the rules ------------------------------------------------------------------------------------


def _find_in_layouts(loaded: LoadedRuleset, bag: Bag) -> None:
    """Check the layouts that a ruleset defines or edits."""
    if loaded.ruleset is None or loaded.bag:
        return  # what is missing may be in a rule that could not be read
    if any(loaded.layers.has_own(name) for name in (*BESIDES[1:], ICONS)):
        # The layouts of cards cost 30 ms, and only a ruleset that has some needs them.
        from reguli.publish.products.card_planner import check_layouts
        from reguli.publish.products.piece_planner import check_pieces

        check_layouts(loaded.layers, loaded.ruleset, bag, loaded.sources)
        check_pieces(loaded.layers, loaded.ruleset, bag, loaded.sources)


def _find_beside(folder: Path, loaded: LoadedRuleset) -> None:
    """Check the other files in the ruleset's folder: positions, words, themes, variants."""
    for file in list_files(folder / "positions", ".yaml"):
        load_example_file(file, loaded.bag, sources=loaded.sources)
    if loaded.ruleset is None or loaded.bag:
        return  # what is missing may be in a rule that could not be read
    documents = loaded.ruleset.documents
    game = documents.game
    for code, span in ((game.written_in, game.span), *((one.written_in, one.span) for one in documents.variants)):
        if code != "en":
            # Grammars cost a quarter of a second.
            from reguli.words.grammar.languages import language_by_code, language_codes

            if language_by_code(code) is None:
                near, known = closest_name(code, language_codes()), ", ".join(language_codes())
                loaded.bag.add("W312", span, near=near, found=code, known=known)
    said = any(one.says for one in documents.inventory) or inline_sentences(documents) or rule_head_sentences(documents)
    if said or (folder / "words").is_dir():
        _find_in_words(folder, loaded, loaded.ruleset)
    for theme in _folders(folder / "themes"):
        # Part of the same.
        from reguli.app.printing.product_output import check_theme

        try:
            check_theme(theme, loaded)
        except Refused as refused:
            loaded.bag.extend(refused.findings)
    for variant in (*sorted((folder / "variants").glob("*.yaml")), *_folders(folder / "variants")):
        other = LoadedRuleset(str(variant), loaded.options, sources=loaded.sources)
        if other.documents is not None:
            _find_everything(other)
        loaded.bag.extend(other.bag)


def _folders(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith((".", "_")))


def _find_in_words(folder: Path, loaded: LoadedRuleset, ruleset: Ruleset) -> None:
    """Check the wordings in the ruleset's own folder and beside its rules, in each language that has any."""
    # Grammars and catalogues cost a quarter of a second, and only a folder with words of its own needs them.
    from reguli.app.translation import open_full_workspace
    from reguli.words.grammar.languages import language_codes
    from reguli.words.placeholders.wording_subjects import wording_subjects
    from reguli.words.translation.translation_status import check_translations
    from reguli.words.translation.translation_workspace import open_workspace
    from reguli.words.translation.typed_sentences import (
        collect_inline_sentences,
        inline_languages,
        unprinted_sentences,
    )

    for span in unprinted_sentences(ruleset):
        loaded.bag.add("W331", span)
    inline = inline_languages(ruleset)
    places = {
        one.span for texts in collect_inline_sentences(ruleset).values() for one in texts.values() if not one.plain
    }
    codes = tuple(code for code in language_codes() if code in inline or (folder / "words" / code).is_dir())
    if (folder / "words").is_dir():
        desk = open_full_workspace(loaded, loaded.bag, loaded.sources, codes=codes)
    else:
        # Card and book need not be planned for sentences that only rules have.
        homes = locate_wording_folders(loaded.path, ruleset.documents.game.words)
        desk = open_workspace(ruleset, wording_subjects(ruleset), homes, Bag(), loaded.sources, codes=codes)
    found = Bag()
    check_translations(desk, found, codes)
    below = _overtaken_in(desk, codes) if len(loaded.layers.folders) > 1 else set()
    told = (one for one in found if one.span is None or one.span.file not in below)
    # Without words of its own a ruleset is asked for none: what is looked at is what stands beside its rules.
    whole = (folder / "words").is_dir()
    chosen = (one for one in told if one.span in places or whole)
    loaded.bag.extend(finding for finding in chosen if finding.code not in UNWRITTEN)


def _overtaken_in(desk: TranslationWorkspace, codes: Iterable[str]) -> set[str]:
    """Return the wording files of the bases, which a variant's rules may outdate; their findings are reported on printing."""
    return {one.span.file for code in codes for one in desk.seats[code].below.entries.values()}

"""The rules under each value of each option, at each number of players: bound, checked, set up once. Settings are looked at side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from reguli.app.loading import Settings, settings_of
from reguli.batch.workers import in_order
from reguli.check import check_registry
from reguli.model.binding.bot_binding import BoundBot, bind_bots
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import Loaded
from reguli.ruleset.declarations.bot_files import load_all_bots
from reguli.ruleset.document_nodes import Documents, OptionDecl
from reguli.source.diagnostic import Bag, Diagnostic
from reguli.source.frozen_values import Kept, kept
from reguli.verify.setup_runs import options_of_set_up, run_set_ups

ENOUGH: Final = 500
"""With so many findings no further setting of the options is looked at."""
Looked = tuple[int, tuple[BoundBot, ...]]
"""What was looked at: how many settings of options, and the bots under the defaults."""


@kept
class Setting(Kept):
    """Values of all options, for one number of players or what all have together; ``changed`` is the option that is not as it was asked for."""

    changed: OptionDecl | None
    options: Settings
    players: int | None
    looks: bool = True
    """Whether it may change a set-up: else it only hides something."""


@kept
class Seen(Kept):
    """What was found under a setting: on binding and checking it, and on running set-ups, which is said only where all else is well."""

    found: tuple[Diagnostic, ...]
    set_up: tuple[Diagnostic, ...] = ()
    stands: bool = True


def find_in_rules(loaded: Loaded, documents: Documents, meanwhile: Callable[[], object]) -> Looked:
    """Put what is wrong with the rules, their set-ups and bots into the bag; give what was looked at.

    A setting that can change nothing is not bound anew: its option names no board and no number, hides nothing, and no
    rule of the set-up asks for it. What was bound when the ruleset was opened is not bound again. ``meanwhile`` is done once, as long as that takes others.
    """
    bag, read = loaded.bag, tuple(loaded.bag)
    bots = load_all_bots(loaded.layers, bag, sources=loaded.sources)
    ruleset = None if read else loaded.settings.ruleset(loaded.options, None, Bag())
    asked = frozenset(option.id for option in documents.game.options) if ruleset is None else options_of_set_up(ruleset)
    settings, failed = tuple(_settings(loaded, documents, asked)), list[Settings]()
    see = partial(_see, loaded, read, [] if ruleset is None else [ruleset])
    seen = in_order([partial(see, one) for one in settings], meanwhile=meanwhile)
    for found, setting in zip(seen, settings, strict=True):
        if setting.options not in failed and not _take_in(found, bag):
            failed.append(setting.options)
        if len(bag) > ENOUGH:
            break
    bound = () if ruleset is None or settings[0].options in failed else bind_bots(ruleset, bots, bag)
    return len(list(settings_of(documents, loaded.options))), bound


def _settings(loaded: Loaded, documents: Documents, asked: frozenset[str]) -> Iterator[Setting]:
    """Give the settings to look at, that of the defaults first; ``asked`` are the options that the rules of the set-up ask for."""
    numbers = _numbers(documents)
    for changed, options in settings_of(documents, loaded.options):
        looks = changed is None or changed.id in asked or _changes_documents(changed)
        hides = changed is not None and any(state.visible.option == changed.id for state in documents.state)
        if looks or hides:
            yield from (Setting(changed, options, one, looks) for one in numbers)


def _numbers(documents: Documents) -> tuple[int | None, ...]:
    """Give what a ruleset is bound for: all numbers of players at once, and each where what there is hangs on it."""
    low, high = documents.game.players
    return (None, *range(low, high + 1)) if documents.by_players else (None,)


def _changes_documents(option: OptionDecl) -> bool:
    """Tell whether a value of an option changes what there is."""
    return any(value.boards or value.constants for value in option.values)


def _see(loaded: Loaded, read: tuple[Diagnostic, ...], checked: list[Ruleset], setting: Setting) -> Seen:
    """Bind, check and set up under a setting; ``read`` is what was found on reading, ``checked`` the rulesets that are checked besides, the first setting's among them."""
    found, set_up = Bag(), Bag()
    found.extend(read)
    ruleset = loaded.settings.ruleset(setting.options, setting.players, found)
    if ruleset is None or found:
        return Seen(tuple(found), stands=False)
    check_registry.check(
        ruleset, found, together=setting.players is None, before=[one for one in checked if one is not ruleset]
    )
    checked.append(ruleset)
    if not found and setting.looks:
        # Fewest and most find what another value of an option spoils; ``check --play`` plays all of them.
        run_set_ups(ruleset, set_up, _tables(ruleset, whole=setting.changed is None), loaded.settings.walked)
    return Seen(tuple(found), tuple(set_up))


def _tables(ruleset: Ruleset, *, whole: bool) -> Sequence[int] | None:
    """Give the numbers of players, of those that a ruleset was bound for, at which it is set up: of those that hang on nothing only the ends unless ``whole``."""
    count = ruleset.documents.players
    if ruleset.documents.by_players:
        return () if count is None else (count,)
    return None if whole else sorted({*ruleset.players})


def _take_in(seen: Seen, bag: Bag) -> bool:
    """Take over what was found under a setting, and tell whether it stands."""
    bag.extend(seen.found)
    if not bag:
        bag.extend(seen.set_up)
    return seen.stands

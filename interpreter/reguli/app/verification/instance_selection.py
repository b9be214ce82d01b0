"""Selection of instances small enough for model checking: a ruleset's scales, or the game for the fewest players."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.compile.python_programs import generate_python_program
from reguli.model.binding.ruleset_binding import bind_ruleset
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.folder_contents import apply_option_choices
from reguli.ruleset.option_settings import SettingCover, documents_cover
from reguli.ruleset.patches.small_instances import Scale, apply_small_instance, load_small_instances, scale_player_count
from reguli.source.diagnostic import Bag, finding_sentence_value, make_finding
from reguli.verify.model_checking import CheckedInstance, StateLimit
from reguli.verify.report import Found, Subject, make_report_finding


def select_instances(subject: Subject) -> tuple[int, Iterator[CheckedInstance | Found]]:
    """Return the number of instances and an iterator that makes each on demand; an invalid scale yields its finding instead."""
    loaded = subject.opened
    assert isinstance(loaded, LoadedRuleset)
    scales = load_small_instances(loaded.layers, Bag(), loaded.sources)
    if scales:
        return len(scales), (_of_scale(loaded, scale) for scale in scales)
    assert loaded.documents is not None
    cover = documents_cover(loaded.documents, loaded.options)
    return len(cover.settings), _whole(loaded, subject, cover)


def _whole(loaded: LoadedRuleset, subject: Subject, cover: SettingCover) -> Iterator[CheckedInstance]:
    """Yield the game under each setting of a cover, the defaults for the fewest players first."""
    documents, game = subject.documents, subject.ruleset.documents.game
    whole = len(cover.settings) == 1 and not game.options
    for options, players in cover.settings:
        ruleset = loaded.settings.ruleset(options, players if documents.by_players else None, Bag())
        if ruleset is not None:
            yield CheckedInstance("", generate_python_program(ruleset, players), game.span, whole=whole, cover=cover)


def _of_scale(loaded: LoadedRuleset, scale: Scale) -> CheckedInstance | Found:
    """Return the playable instance of a scale, or a finding."""
    assert loaded.documents is not None
    bag, options = Bag(), {**loaded.options, **{name: value for name, value, _ in scale.options}}
    documents = apply_small_instance(loaded.documents, scale, bag)
    if documents is not None and not bag:
        players = scale_player_count(documents, scale)
        chosen = apply_option_choices(documents, options, bag, players=players if documents.by_players else None)
        ruleset = None if chosen is None else bind_ruleset(chosen, bag, options=options)
        if ruleset is not None and not bag:
            caps = tuple(StateLimit(name, most) for name, _, most in scale.most)
            return CheckedInstance(scale.id, generate_python_program(ruleset, players), scale.span, caps, scale.rounds)
    first = bag.diagnostics[0]
    related = [] if first.span is None else [(first.span, finding_sentence_value(first))]
    told = make_finding(
        "V509", scale.span, related=related, name=scale.id, count=len(bag), first=finding_sentence_value(first)
    )
    return make_report_finding("model-check", "error", told, "", scale.id)

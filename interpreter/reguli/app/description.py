"""Description of a ruleset: its name, players, options, counts, values; map structure, which rule runs which, its program."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from reguli.app.game_sessions import TablePosition, bind_ruleset_bots
from reguli.app.loading import bind_for_players, choose_player_count
from reguli.check.access_claims import field_writers
from reguli.check.dependency_graphs import MapShape, Running, list_procedure_calls, map_structures
from reguli.engine.chance_overview import ChanceTold, describe_chance_sites
from reguli.ir import program_dump
from reguli.ir.executable_program import build_program
from reguli.ir.program import Program
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import RANDOM
from reguli.ruleset.document_nodes import Documents
from reguli.shipped_files import shipped_folder, shipped_rulesets
from reguli.source.yaml_events import parse_trusted_yaml

DEMO: Final = "demo.yaml"


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option: its values, including the default."""

    id: str
    values: tuple[str | bool, ...]
    default: str | bool
    cites: tuple[str, ...] = ()
    """The statements of the rulebook that the option is about."""


@dataclass(frozen=True, slots=True)
class Info:
    """A summary of a ruleset.

    ``players``: the fewest and the most. ``variants``: id and name of what is laid over it. ``phases`` are those of a round.
    ``counts``: how many ``rules``, ``constants``, ``tables``, ``kinds``, ``tracked`` things, ``phases``, ``stages`` and statements of the
    rulebook (``inventory``) there are. ``digest`` is the hash of all files.
    """

    id: str
    name: str
    version: str
    players: tuple[int, int]
    options: tuple[OptionInfo, ...]
    variants: tuple[tuple[str, str], ...]
    phases: tuple[str, ...]
    stages: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]
    digest: str
    origins: tuple[tuple[str, tuple[str, ...]], ...]
    """Where data is from that is not from a source of the rules: each provenance with the constants, tables and kinds that have it."""

    def to_json(self) -> dict[str, object]:
        """Return the summary as JSON-ready values, as the command prints it: without phases and stages."""
        plain = {name: value for name, value in asdict(self).items() if name not in ("phases", "stages")}
        options = {one.id: {"values": list(one.values), "default": one.default} for one in self.options}
        variants, counts = [name for name, _ in self.variants], dict(self.counts)
        return {**plain, "options": options, "variants": variants, "counts": counts, "origins": dict(self.origins)}


@dataclass(frozen=True, slots=True)
class Graph:
    """The structure of a ruleset's maps, which rule runs which, and which rules may change each state field."""

    maps: tuple[MapShape, ...]
    rules: tuple[Running, ...]
    changes: tuple[tuple[str, tuple[str, ...]], ...]
    """By what is tracked, in the order it is declared: the rules that may change it; none, if it stays as it begins."""

    def to_json(self) -> dict[str, object]:
        """Return the graph as JSON-ready values, as the command prints it."""
        return asdict(self)


def describe_ruleset(loaded: LoadedRuleset) -> Info:
    """Return a summary of a ruleset that can be read."""
    documents = loaded.documents
    assert documents is not None
    game = documents.game
    return Info(
        id=game.id,
        name=game.name,
        version=game.version,
        players=game.players,
        options=tuple(
            OptionInfo(option.id, option.every_value, option.default, option.source.cites) for option in game.options
        ),
        variants=tuple((variant.id, variant.name) for variant in documents.variants),
        phases=tuple(game.round),
        stages=tuple(stage.id for stage in game.stages),
        counts=tuple(_counts(documents).items()),
        digest=documents.digest,
        origins=_origins(documents),
    )


def describe_shipped_rulesets() -> tuple[Info, ...]:
    """Return summaries of the rulesets shipped with reguli."""
    return tuple(
        describe_ruleset(loaded) for name in shipped_rulesets() if (loaded := LoadedRuleset(name)).documents is not None
    )


def _origins(documents: Documents) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {}
    for name, source, _ in documents.origins:
        seen = dict.fromkeys((source.seen, *(word for _, word, _ in source.seen_rows)))
        words = (source.provenance, *(word for word in seen if word not in {None, "source"}))
        found.setdefault("; ".join(filter(None, words)), []).append(name)
    return tuple((origin, tuple(names)) for origin, names in found.items())


def _counts(documents: Documents) -> dict[str, int]:
    """Count the declarations; kinds that belong to several boards count once."""
    return {
        "rules": sum(len(file.items) for file in documents.rules),
        "constants": len(documents.constants),
        "tables": len(documents.tables),
        "kinds": len({kind.id for kind in documents.kinds}),
        "tracked": len(documents.state),
        "phases": len(documents.game.round),
        "stages": len(documents.game.stages),
        "inventory": len(documents.inventory),
    }


def structure_graphs(loaded: LoadedRuleset) -> Graph:
    """Return the structure of every map, the rules that run others, and those that may change state."""
    ruleset = bind_for_players(loaded)
    written = field_writers(ruleset)
    changes = tuple((field.removeprefix("game."), tuple(sorted(written.get(field, ())))) for field in ruleset.state)
    return Graph(tuple(map_structures(ruleset)), list_procedure_calls(ruleset), changes)


def chance_summary(loaded: LoadedRuleset, players: int) -> ChanceTold:
    """Return the chance sites for a number of players."""
    return describe_chance_sites(loaded.program(players))


def dump_program_lines(loaded: LoadedRuleset, players: int | None = None) -> list[str]:
    """Return the program of a ruleset as readable lines, by default for the fewest players.

    Raises ``Refused`` for a number of players that cannot play.
    """
    return program_dump.format_program(_program(loaded, players))


def dump_program_data(loaded: LoadedRuleset, players: int | None = None) -> dict[str, Any]:
    """Return the program as JSON-ready data, with the id, place and digest of the meaning of each rule.

    Raises as ``program_lines`` does.
    """
    return program_dump.program_as_data(_program(loaded, players))


def _program(loaded: LoadedRuleset, players: int | None) -> Program:
    count = choose_player_count(bind_for_players(loaded), players)
    return build_program(bind_for_players(loaded, count), count)


@dataclass(frozen=True, slots=True)
class DemoSettings:
    """The settings of the demonstration: a game of several copies of one bot, by its seed, and cards in some languages."""

    ruleset: str
    players: int
    seed: int
    bot: str
    languages: tuple[str, ...]

    def players_at(self, loaded: LoadedRuleset) -> int:
        """Return the number of players: the usual number, or the nearest that a ruleset allows."""
        fewest, most = bind_for_players(loaded).players
        return max(fewest, min(self.players, most))

    def bot_of(self, standing: TablePosition) -> str:
        """Return the bot that plays: the usual one, or the first that a ruleset defines, or the random one."""
        own = [bot.id for bot in bind_ruleset_bots(standing.loaded, standing.playthrough.program) if not bot.left_out]
        return self.bot if self.bot in own else next(iter(own), RANDOM)


def load_demo_settings() -> DemoSettings:
    """Read the settings of the demonstration from our own file, so a mistake in it is an internal error."""
    said = parse_trusted_yaml((shipped_folder("rulesets") / DEMO).read_text(encoding="utf-8"))
    return DemoSettings(**{**said, "languages": tuple(said["languages"].split())})

"""Cells of the table of what a variant may do with what: boards, rules, libraries, set-up, rounds, stages, ranking, statements and sources."""

from __future__ import annotations

from looked_at import NO_COMB, NO_GIFTS, PLAIN, WHISTLE, Cell, boards, ids, one, rules, table

PLAY: dict[str, Cell] = {
    "board set": (
        "set: {kinds.carriage.plural: coaches}",
        PLAIN,
        lambda d: one(d.kinds, "carriage").plural,
        "coaches",
    ),
    "boards replaced": (
        "replace: {boards: {by: player_count, 2: [yard], 3: [yard]}}\nremove: {boards: [hall]}",
        PLAIN,
        boards,
        ["comb", "small_square", "yard"],
    ),
    "board replaced": (
        "note: a file",
        {
            "boards/yard.yaml": "board: yard\nkinds: {awning: {plural: awnings, elements: [sail, tent]}}\n"
            "tables: {shade: {keys: [awning], rows: {sail: 2, tent: 3}}}\n"
        },
        lambda d: [ids(one.elements) for one in d.kinds if (one.board, one.id) == ("yard", "awning")],
        [["sail", "tent"]],
    ),
    "board added": (
        "add: {boards: [cave], kinds: [bat], values: {square: {caves: {boards: [cave, small_square]}}}}",
        {"boards/cave.yaml": "board: cave\nkinds: {bat: {plural: bats, elements: [flitter]}}\n"},
        boards,
        ["cave", "comb", "hall", "small_square", "yard"],
    ),
    "board removed": (NO_COMB, PLAIN, boards, ["hall", "small_square", "yard"]),
    "rule replaced": (
        "note: a file",
        {WHISTLE: "procedure ring_bell cites B4:\n    for player in players:\n        set player.ready to true\n"},
        lambda d: len(next(i for f in d.rules for i in f.items if getattr(i, "name", "") == "ring_bell").body),
        1,
    ),
    "rule added": (
        "add: {rules: [whistle], parts: {ring_bell: run whistle}}",
        {WHISTLE: "procedure whistle:\n    for player in players:\n        add 1 to player.points\n"},
        lambda d: "whistle" in rules(d),
        True,
    ),
    "rule removed": (
        "remove: {rules: [nearby], tables: [worth, sells], parts: [trading/visit]}",
        PLAIN,
        lambda d: "nearby" in rules(d),
        False,
    ),
    "use replaced": (
        (
            "replace:\n  use:\n    kindness: {library: gifts, with: {good: card, value: coin, worth_of: gift.price + 1, store: player.hand,"
            " fit: player.hand, given_away: note_gift}, names: {give: hand_over}, cites: {A1: {none: nobody plays so}}}"
        ),
        PLAIN,
        lambda d: [names[1] for names in one(d.game.uses, "kindness").names],
        ["hand_over"],
    ),
    "use added": (
        (
            "add:\n  use:\n    thanks: {library: gifts, with: {good: card, value: coin, worth_of: gift.price, store: player.hand,"
            " fit: player.hand, given_away: note_gift}, names: {give: thank}, cites: {A1: {none: nobody plays so}}}\n"
            '  parts: {closing: "for player in players: run thanks.offer(player)"}'
        ),
        PLAIN,
        lambda d: ids(d.game.uses),
        ["kindness", "thanks"],
    ),
    "use removed": (NO_GIFTS, PLAIN, lambda d: ids(d.game.uses), []),
    "set-up set": (
        "set: {setup: lay_out}\nadd: {rules: [lay_out]}",
        {WHISTLE: "procedure lay_out:\n    run set_up\n"},
        lambda d: d.game.setup,
        "lay_out",
    ),
    "set-up replaced": (
        "replace: {setup: lay_out}\nadd: {rules: [lay_out]}",
        {WHISTLE: "procedure lay_out:\n    run set_up\n"},
        lambda d: d.game.setup,
        "lay_out",
    ),
    "set-up removed": ("remove: {setup: set_up, rules: [set_up]}", PLAIN, lambda d: d.game.setup, None),
    "round replaced": (
        "replace: {round: [resting, trading, closing]}\nadd: {rules: [resting]}",
        {WHISTLE: "phase resting:\n    settle\n"},
        lambda d: d.game.round,
        ("resting", "trading", "closing"),
    ),
    "round added": (
        "add: {round: [resting], rules: [resting]}",
        {WHISTLE: "phase resting:\n    settle\n"},
        lambda d: d.game.round,
        ("trading", "closing", "resting"),
    ),
    "stage set": (
        'set: {stages.noon.when: "round > noon_round"}',
        PLAIN,
        lambda d: one(d.game.stages, "noon").when.operator,
        ">",
    ),
    "stages replaced": (
        (
            "replace: {stages: [{id: morning}, {id: noon, from: [morning], when: round >= noon_round, checked: end of trading, once: {run: ring_bell, at: before closing},"
            " effective: start of round}, {id: evening, from: [noon], when: round = rounds, checked: end of trading, effective: start of closing}]}"
        ),
        PLAIN,
        lambda d: one(d.game.stages, "evening").card,
        None,
    ),
    "stage added": (
        (
            "add: {stages: [{id: night, from: [evening], when: round = rounds, checked: end of trading, effective: start of closing}]}\n"
            'set: {"tables.fee[night, 2]": 7, "tables.fee[night, 3]": 8}'
        ),
        PLAIN,
        lambda d: (ids(d.game.stages), dict(table(d, "fee"))["night"]),
        (["morning", "noon", "evening", "night"], {"2": 7, "3": 8}),
    ),
    "stage removed": (
        "remove: {stages: [noon], constants: [noon_round]}\nset: {stages.evening.from: [morning], tables.fee.same_as: {}}",
        PLAIN,
        lambda d: (ids(d.game.stages), list(dict(table(d, "fee")))),
        (["morning", "evening"], ["morning", "evening"]),
    ),
    "ranking set": (
        "set: {ranking.2.order: most}",
        PLAIN,
        lambda d: [r.order for r in d.game.ranking],
        ["most", "most", "lost"],
    ),
    "ranking replaced": (
        "replace: {ranking: [{by: player.points, order: most}]}",
        PLAIN,
        lambda d: [r.order for r in d.game.ranking],
        ["most"],
    ),
    "ranking added": (
        "add: {ranking: [{by: count(player.gems), order: most}]}",
        PLAIN,
        lambda d: [r.order for r in d.game.ranking],
        ["most", "least", "lost", "most"],
    ),
    "ranking removed": ("remove: {ranking: [2, 3]}", PLAIN, lambda d: [r.order for r in d.game.ranking], ["most"]),
    "statement set": (
        "set: {statements.B7.statement: The bazaar is new.}",
        PLAIN,
        lambda d: one(d.inventory, "B7").statement,
        "The bazaar is new.",
    ),
    "statement replaced": (
        "replace: {statements: {B6: {statement: Points win., state: specified}}}",
        PLAIN,
        lambda d: one(d.inventory, "B6").statement,
        "Points win.",
    ),
    "statement added": (
        "add: {statements: {V1: {statement: It rains., state: specified, carries: none, reason: A tale.}}}",
        PLAIN,
        lambda d: one(d.inventory, "mine.V1").statement,
        "It rains.",
    ),
    "statement removed": ("remove: {statements: [B7]}", PLAIN, lambda d: "B7" in ids(d.inventory), False),
    "source set": (
        "set: {sources.leaflet.title: The old leaflet}",
        PLAIN,
        lambda d: one(d.game.documents, "leaflet").title,
        "The old leaflet",
    ),
    "source replaced": (
        "replace: {sources: {leaflet: {title: Another leaflet, language: en, kind: rulebook}}}",
        PLAIN,
        lambda d: one(d.game.documents, "leaflet").title,
        "Another leaflet",
    ),
    "source added": (
        "add: {sources: {house: {title: House rules, language: en, kind: note}}}",
        PLAIN,
        lambda d: ids(d.game.documents),
        ["leaflet", "house"],
    ),
    "source removed": (
        "remove: {sources: [leaflet]}\nset: {statements.B1.sources: {}, statements.B2.sources: {}}",
        PLAIN,
        lambda d: ids(d.game.documents),
        [],
    ),
    "unit added": ("add: {units: [nap]}", PLAIN, lambda d: d.game.units, ("point", "day", "nap")),
}

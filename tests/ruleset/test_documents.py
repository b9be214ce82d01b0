"""Documents as written: rows, fields, rules text in YAML, state."""

from __future__ import annotations

from small_ruleset import Load, Write

from loading import load_documents
from reguli.language.syntax_tree.expressions import Binary, Call, Field, Name, Number
from reguli.language.syntax_tree.statements import If, Run
from reguli.language.syntax_tree.top_level_items import Moment
from reguli.ruleset.document_nodes import KindDecl, Visibility
from reguli.source.diagnostic import Bag


def _kind(load: Load, text: str, **files: str) -> KindDecl:
    named = {f"components/{name}.csv": part for name, part in files.items()}
    return load({"components/a.yaml": f"kinds:\n{text}", **named}).kinds[0]


def _values(kind: KindDecl) -> dict[str, dict[str, object]]:
    return {element.id: {name: cell.value for name, cell in element.cells} for element in kind.elements}


def test_rows_and_groups_say_the_same(load: Load) -> None:
    fields = "    fields: {cost: {number: coin}, suits: {set: suit}, big: {truth: true, default: false}}\n"
    wanted = {"ace": {"cost": 3, "suits": ("red",), "big": True}, "king": {"cost": -1, "suits": ()}}
    rows = "    columns: [id, cost, suits, big]\n    rows: [[ace, 3, [red], true], {id: king, cost: -1, suits: []}]\n"
    assert _values(_kind(load, "  card:\n" + fields + rows)) == wanted
    groups = "    elements:\n      ace: {cost: 3, suits: red, big: true}\n      king: {cost: -1, suits: []}\n"
    assert _values(_kind(load, "  card:\n" + fields + groups)) == wanted
    listed = _kind(
        load, "  card:\n" + fields + "    csv: c.csv\n", c="id,big,suits,cost\nace,true,red,3\n\nking,,,-1\n"
    )
    assert _values(listed) == wanted


def test_several_copies_are_several_elements(load: Load) -> None:
    kind = _kind(load, "  card: {columns: [id, copies], rows: [[ace, 3], [king, 1]]}\n")
    assert [element.id for element in kind.elements] == ["ace_1", "ace_2", "ace_3", "king"]


def test_an_edge_is_named_by_its_ends(load: Load) -> None:
    kind = _kind(load, "  road: {joins: town, fields: {cost: {number: coin}}, rows: [[wien, graz, 7]]}\n")
    assert (kind.form, kind.joins) == ("edges", "town")
    assert _values(kind) == {"wien__graz": {"first": "wien", "second": "graz", "cost": 7}}


def test_quotes_in_a_csv_file_keep_text_as_text(load: Load) -> None:
    fields = "  card: {fields: {name: {text: true}}, csv: c.csv}\n"
    kind = _kind(load, fields, c='id,name\r\nace,"A, ""the"" ace"\r\nking, King \r\n')
    assert _values(kind) == {"ace": {"name": 'A, "the" ace'}, "king": {"name": "King"}}


def test_tokens_have_a_supply_for_all_or_for_each_variety(load: Load) -> None:
    text = "  chip: {tokens: {variety: suit, supply: {red: 3, blue: unlimited}}}\n  coin: {tokens: {supply: 9}}\n"
    chip, coin = load({"components/a.yaml": f"kinds:\n{text}"}).kinds
    assert chip.tokens is not None
    assert coin.tokens is not None
    assert (chip.tokens.variety, chip.tokens.supply) == ("suit", (("red", 3), ("blue", None)))
    assert (coin.tokens.variety, coin.tokens.supply, coin.plural) == (None, (("", 9),), "coins")


def test_rules_text_stands_where_it_is_written(load: Load) -> None:
    text = (
        "  card:\n    fields: {able: {condition: [player]}, act: {procedure: [player]}}\n    elements:\n"
        "      ace:\n        able: player.money >= 4\n"
        "        act: |  # what it does\n          if open:\n              run twice\n          run once\n"
        "      king: {able: 'open', act: \"run once\"}\n"
    )
    ace, king = _kind(load, text).elements
    able, act = dict(ace.cells)["able"], dict(ace.cells)["act"]
    assert isinstance(able.condition, Binary)
    assert isinstance(able.condition.right, Number)
    assert (able.condition.right.span.line, able.condition.right.span.column) == (6, 31)
    assert act.body is not None
    branch, last = act.body
    assert isinstance(branch, If)
    assert isinstance(last, Run)
    assert (branch.span.line, branch.span.column, last.span.line, last.span.column) == (8, 11, 10, 11)
    assert (branch.then[0].span.line, branch.then[0].span.column) == (9, 15)
    once = dict(king.cells)["able"].condition
    assert isinstance(once, Name)
    assert (once.span.line, once.span.column) == (11, 21)


def test_a_mistake_in_rules_text_is_found_at_its_own_place(write: Write) -> None:
    text = "kinds:\n  card:\n    fields: {act: {procedure: []}}\n    elements:\n      ace:\n        act: |\n\n          settle\n          settle x\n"
    bag = Bag()
    load_documents(write({"constants.yaml": "start_money: 1\n", "components/a.yaml": text}), bag)
    (found,) = bag
    assert found.span is not None
    assert (found.span.line, found.span.column) == (9, 18)


def test_state_says_who_sees_it_and_how_long_it_lasts(load: Load) -> None:
    text = (
        "game:\n  deck: {zone: card, order: stack, visible: nobody, shown: false, capacity: 8}\nplayer:\n"
        "  money: {number: coin, range: [-5, 90], start: start_money, visible: {who: owner, when: hidden, otherwise: all}}\n"
        "  debt: {number: coin, range: open}\n  out: {flag: true, lasts: round}\n"
    )
    deck, money, debt, out = load({"state.yaml": text}).state
    assert (deck.owner, deck.form, deck.of, deck.order, deck.capacity) == ("game", "zone", "card", "stack", 8)
    assert deck.visible == Visibility("nobody")
    assert (deck.shown, money.shown) == (False, True)
    assert (money.low, money.high) == (-5, 90)
    assert money.visible == Visibility("owner", "hidden", "all")
    assert isinstance(money.start, Name)
    assert (debt.low, debt.high) == (0, None)
    assert (out.form, out.of, out.lasts) == ("flag", None, "round")


def test_tables_keep_lists_and_groups(load: Load) -> None:
    text = "fee:\n  keys: [stage, {name: place, from: 1, to: 2}]\n  unit: coin\n  shape: increasing\n  rows: {early: [3, 4]}\n"
    (table,) = load({"tables.yaml": text}).tables
    assert [(key.name, key.low, key.high) for key in table.keys] == [("stage", None, None), ("place", 1, 2)]
    assert table.rows.entries is not None
    ((name, row),) = table.rows.entries
    assert row.items is not None
    assert (name, [cell.value for cell in row.items], table.shape, table.unit) == (
        "early",
        [3, 4],
        ("increasing",),
        "coin",
    )


def test_stages_pass_at_moments(load: Load) -> None:
    text = (
        "ruleset: my_game\nlanguage: 2\nversion: 1.0.0\nname: My Game\nplayers: {min: 2, max: 4}\nstages:\n  - id: early\n"
        "  - id: late\n    from: [early]\n    when: most(players) >= 3\n    checked: {at: end of building, order: 2}\n"
        "    once: {run: clean_up, at: before planning}\n    effective: start of round\n"
        "  - id: last\n    drawn: {card: ace, from: deck}\n    cases:\n"
        "      during planning: {now: shuffle_deck, then: {run: clean_up, at: end of planning}, effective: start of building}\n"
        "ranking: [{by: player.money, order: most}, {by: count(player.hand), order: least}]\n"
    )
    game = load({"game.yaml": text}).game
    early, late, last = game.stages
    assert (early.sources, late.sources) == ((), ("early",))
    assert isinstance(late.checked, Moment)
    assert (late.checked.edge, late.checked.of, late.order) == ("end", "building", 2)
    assert late.once is not None
    assert (late.once.run, late.once.at.edge, late.once.at.of) == ("clean_up", "before", "planning")
    assert late.effective is not None
    assert (late.effective.edge, late.effective.of) == ("start", "round")
    assert (last.card, last.deck) == ("ace", "deck")
    (case,) = last.cases
    assert (case.edge, case.of, case.now) == ("during", "planning", "shuffle_deck")
    assert case.then is not None
    assert (case.then.run, case.then.at.edge) == ("clean_up", "end")
    assert [(type(line.by), line.order) for line in game.ranking] == [(Field, "most"), (Call, "least")]


def test_a_hostile_number_of_copies_is_refused(write: Write) -> None:
    rows = "".join(f"      - [c{number}, 1000]\n" for number in range(60))
    text = f"kinds:\n  card:\n    columns: [id, copies]\n    rows:\n{rows}"
    bag = Bag()
    documents = load_documents(write({"constants.yaml": "start_money: 1\n", "components/a.yaml": text}), bag)
    assert set(bag.codes) == {"R115"}
    assert documents is not None
    assert len(documents.kinds[0].elements) == 50_000

"""The findings about the checks of a whole ruleset (C)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code

CHECK_CODES: Final[tuple[Code, ...]] = (
    Code(
        id="C101",
        title="procedure entered again while it waits",
        message="'{name}' can be waiting at a settle point, and a trigger or event rule can run it there",
        expected="a procedure run by triggers that no phase leaves open while triggers run",
        remedy="move what the trigger needs into a procedure of its own, or put it off with 'later run'",
        explanation="A procedure that waits for somebody keeps its place until the answer comes. Triggers run before each "
        "answer is asked for; if one of them ran the same procedure, the place would be lost.",
        wrong="--- rules/rounds.rules\nphase planning:\n    run trade\n\nprocedure trade:\n"
        "    decide offer by first(players):\n        offer_nothing: end game\n\n"
        "whenever rich: some player in players where count(player.money) > 1 then:\n    run trade\n\n"
        "phase building:\n    stop\n",
        right="--- rules/rounds.rules\nphase planning:\n    run trade\n\nprocedure trade:\n"
        "    decide offer by first(players):\n        offer_nothing: end game\n\nphase building:\n    stop\n",
    ),
    Code(
        id="C102",
        title="game without an end",
        message="no rule that is ever run says 'end game'",
        expected="an 'end game' in a phase, at a moment, or in what they run",
        remedy="add a rule such as 'at end of building, order 1 last_round: if ...: end game'",
        explanation="A game is over only when a rule says so; without one it is played for ever.",
        wrong="--- rules/rounds.rules\nphase planning:\n    stop\n\nphase building:\n    stop\n",
        right="--- rules/rounds.rules\nphase planning:\n    stop\n\nphase building:\n    end game\n",
    ),
    Code(
        id="C103",
        title="stage that is never reached",
        message="nothing leads to the stage '{name}'",
        expected="'from:' with a stage that can be reached, back to the first, and 'when:' or 'drawn:' by which it comes",
        remedy="name in 'from:' the stage it follows, say in 'when:' or 'drawn:' what brings it, or take the stage out",
        explanation="Stages begin with the first one listed. A stage whose 'from:' never comes, or that neither a condition nor a "
        "card brings, has no effect.",
        wrong="--- game.yaml\nruleset: my_game\nlanguage: 1\nversion: 1.0.0\nname: My Game\nplayers: {min: 2, max: 4}\n"
        "round: [planning]\nstages:\n  - id: early\n  - {id: late, from: [late]}\n"
        "--- rules/rounds.rules\nphase planning:\n    end game\n",
        right="--- game.yaml\nruleset: my_game\nlanguage: 1\nversion: 1.0.0\nname: My Game\nplayers: {min: 2, max: 4}\n"
        "round: [planning]\nstages:\n  - id: early\n  - {id: late, from: [early], when: round > 1, checked: end of planning, effective: start of round}\n"
        "--- rules/rounds.rules\nphase planning:\n    end game\n",
    ),
    Code(
        id="C104",
        title="declared and never used",
        message="no rule uses the {what} '{name}'",
        expected="a rule that uses it, or a citation that says where it comes from",
        remedy="use it, take it out, or give it a source if it is there to be printed",
        explanation="What nobody uses is often a rule that was forgotten, or a name that is one letter off.",
        wrong="--- rules/rounds.rules\nphase planning:\n    end game\n\nphase building:\n    stop\n\n"
        "procedure forgotten:\n    stop\n",
        right="--- rules/rounds.rules\nphase planning:\n    run forgotten\n    end game\n\nphase building:\n    stop\n\n"
        "procedure forgotten:\n    stop\n",
    ),
    Code(
        id="C105",
        title="flag that is never marked",
        message="the flag '{name}' is never marked by any rule",
        expected="a rule that says 'mark', or 'start: true'",
        remedy="mark it where it becomes true, or take it out",
        explanation="A flag that no rule marks is always off, so every rule that asks for it has a fixed answer.",
        wrong="--- state.yaml\ngame:\n  bank: {zone: coin}\nplayer:\n  money: {zone: coin, visible: owner}\n  ready: {flag: true}\n"
        "--- rules/rounds.rules\nphase planning:\n    if some player in players where player.ready: stop\n    end game\n"
        "\nphase building:\n    stop\n",
        right="--- state.yaml\ngame:\n  bank: {zone: coin}\nplayer:\n  money: {zone: coin, visible: owner}\n  ready: {flag: true}\n"
        "--- rules/rounds.rules\nphase planning:\n    if some player in players where player.ready: stop\n"
        "    for player in players:\n        mark player.ready\n    end game\n\nphase building:\n    stop\n",
    ),
    Code(
        id="C106",
        title="flag that is never asked for",
        message="the flag '{name}' is marked or cleared, but no rule asks for it",
        expected="a rule that reads it",
        remedy="ask for it where it matters, or take it out",
        explanation="A flag that is only set changes nothing: perhaps the rule that should read it was forgotten.",
        wrong="--- state.yaml\ngame:\n  bank: {zone: coin}\nplayer:\n  money: {zone: coin, visible: owner}\n  ready: {flag: true}\n"
        "--- rules/rounds.rules\nphase planning:\n    for player in players:\n        mark player.ready\n    end game\n"
        "\nphase building:\n    stop\n",
        right="--- state.yaml\ngame:\n  bank: {zone: coin}\nplayer:\n  money: {zone: coin, visible: owner}\n  ready: {flag: true}\n"
        "--- rules/rounds.rules\nphase planning:\n    for player in players where not player.ready:\n"
        "        mark player.ready\n    end game\n\nphase building:\n    stop\n",
    ),
    Code(
        id="C107",
        title="condition with a fixed answer",
        message="'{text}' {answer} holds, whatever the position",
        expected="a condition that depends on the position",
        remedy="compare with a value that changes, or take the condition out",
        explanation="A guard that always holds refuses nothing; one that never holds makes its option impossible. A stage whose condition "
        "never holds does not come.",
        wrong="--- rules/rounds.rules\nphase planning:\n    decide offer by first(players):\n        wait:\n"
        "            needs 1 > 0 because never_mind\n            end game\n\nphase building:\n    stop\n",
        right="--- rules/rounds.rules\nphase planning:\n    decide offer by first(players):\n        wait:\n"
        "            needs round > 0 because never_mind\n            end game\n\nphase building:\n    stop\n",
    ),
    Code(
        id="C108",
        title="waiver that waits",
        message="using the waiver '{name}' would ask somebody or draw",
        expected="effects that wait for nobody: 'mark', 'pay', 'move', 'set', or procedures made of these",
        remedy="put what must be asked off with 'later run'",
        explanation="What a waiver costs is paid in the midst of taking an option, where nobody can be asked.",
        wrong="--- rules/rounds.rules\nphase planning:\n    decide offer by first(players):\n        wait:\n"
        "            needs round > 1 because too_early\n            end game\n        leave: end game\n\n"
        "waive haste: wait.too_early while round = 1 then:\n    decide reply by first(players):\n        accept: finish\n\n"
        "phase building:\n    stop\n",
        right="--- rules/rounds.rules\nphase planning:\n    decide offer by first(players):\n        wait:\n"
        "            needs round > 1 because too_early\n            end game\n        leave: end game\n\n"
        "waive haste: wait.too_early while round = 1\n\nphase building:\n    stop\n",
    ),
    Code(
        id="C109",
        title="chance in what is all or nothing",
        message="'{name}' is all or nothing, and chance decides within it",
        expected="draws and lots before or after the decision",
        remedy="draw before the decision, or put the draw off with 'later run'",
        explanation="A move is offered there only when some way leads to the end. With chance within, what is offered would tell "
        "what chance will bring.",
        wrong="--- rules/rounds.rules\nphase planning:\n    decide offer by first(players), all or nothing:\n        wait:\n"
        "            by lot player in players\n            end game\n\nphase building:\n    stop\n",
        right="--- rules/rounds.rules\nphase planning:\n    by lot player in players\n"
        "    decide offer by player, all or nothing:\n        wait: end game\n\nphase building:\n    stop\n",
    ),
    Code(
        id="C111",
        title="elements called alike",
        message="'{name}' and '{other}' are both called '{label}'",
        expected="another '{field}' for each element that is not the same in everything",
        remedy="mend the '{field}' of one of them, or choose another field for 'label:'",
        explanation="A label is what people type and read. Where two elements that differ have the same, whoever types it means both and "
        "gets the first.",
        wrong="--- components/cards.yaml\nkinds:\n  card:\n    fields: {number: {number: card}, cost: {number: coin}}\n    label: number\n"
        "    columns: [id, number, cost]\n    rows: [[ace, 3, 1], [king, 3, 2]]\n"
        "--- rules/rounds.rules\nphase planning:\n    end game\n\nphase building:\n    stop\n",
        right="--- components/cards.yaml\nkinds:\n  card:\n    fields: {number: {number: card}, cost: {number: coin}}\n    label: number\n"
        "    columns: [id, number, cost]\n    rows: [[ace, 3, 1], [king, 4, 2]]\n"
        "--- rules/rounds.rules\nphase planning:\n    end game\n\nphase building:\n    stop\n",
    ),
    Code(
        id="C112",
        title="edge that stands twice",
        message="the {kind} between '{first}' and '{second}' stands twice",
        expected="one row for both directions",
        remedy="take one of the rows out; two edges that run side by side need ids of their own",
        explanation="An edge joins its ends in both directions, so the same edge with its ends exchanged is the same edge again.",
        wrong="--- boards/land.yaml\nkinds:\n  town: {elements: [here, there]}\n  road: {joins: town, columns: [first, second], rows: [[here, there], [there, here]]}\n"
        "--- rules/rounds.rules\nphase planning:\n    end game\n\nphase building:\n    stop\n",
        right="--- boards/land.yaml\nkinds:\n  town: {elements: [here, there]}\n  road: {joins: town, columns: [first, second], rows: [[here, there]]}\n"
        "--- rules/rounds.rules\nphase planning:\n    end game\n\nphase building:\n    stop\n",
    ),
    Code(
        id="C113",
        title="space that nothing leads to",
        message="no way over {edges} leads from the rest of the board to: {names}",
        expected="an edge that joins each {kind} to the others",
        remedy="add the edge that is missing, or mend the name of an end that is misspelt",
        explanation="All edges between elements of a kind count together; each element should be reached from every other.",
        wrong="--- boards/land.yaml\nkinds:\n  town: {plural: towns, elements: [here, there, nowhere]}\n  road: {plural: roads, joins: town, columns: [first, second], rows: [[here, there]]}\n"
        "--- rules/rounds.rules\nphase planning:\n    end game\n\nphase building:\n    stop\n",
        right="--- boards/land.yaml\nkinds:\n  town: {plural: towns, elements: [here, there, nowhere]}\n  road: {plural: roads, joins: town, columns: [first, second], rows: [[here, there], [there, nowhere]]}\n"
        "--- rules/rounds.rules\nphase planning:\n    end game\n\nphase building:\n    stop\n",
    ),
    Code(
        id="C114",
        title="table that ends too soon",
        message="the table '{table}' goes from {low} to {high} by '{key}', and is asked for {found}",
        expected="a row for every number that is asked for",
        remedy="add the row, or hold what is asked for within the table",
        explanation="Where a rule holds a number with min(...) or max(...), goes through a range, or takes what an element or another table "
        "says, the numbers that may come are known.",
        wrong="--- constants.yaml\nlast: 4\n--- tables.yaml\nprize: {keys: [{name: place, from: 1, to: 3}], unit: coin, rows: [5, 3, 1]}\n"
        "--- rules/rounds.rules\nphase planning:\n    for player in players:\n        pay prize[max(1, min(round, last))] from bank to player.money\n"
        "    end game\n\nphase building:\n    stop\n",
        right="--- constants.yaml\nlast: 3\n--- tables.yaml\nprize: {keys: [{name: place, from: 1, to: 3}], unit: coin, rows: [5, 3, 1]}\n"
        "--- rules/rounds.rules\nphase planning:\n    for player in players:\n        pay prize[max(1, min(round, last))] from bank to player.money\n"
        "    end game\n\nphase building:\n    stop\n",
    ),
    Code(
        id="C115",
        title="phase in which nothing happens",
        message="in {games} games of bots nobody did anything in the phase '{name}'",
        expected="a phase in which something happens",
        remedy="look at the conditions under which anybody is asked in it, or take the phase out",
        explanation="Found by 'reguli check --play'. A condition that is turned round, or a loop over nobody, makes a phase pass in silence.",
        wrong="phase planning:\n    for player in players where player.passed and not player.passed:\n        run plan(player)\n",
        right="phase planning:\n    for player in players where not player.passed:\n        run plan(player)\n",
        told=True,
    ),
    Code(
        id="C116",
        title="search that gave up",
        message="at the decision '{name}' the search for a way to the end gave up",
        expected="a decision that is all or nothing in which a way out is found soon",
        remedy="add a guard that is asked before it begins: what must be there for some way to lead out",
        explanation="Found by 'reguli check --play'. A move that begins something that is all or nothing is offered where some way leads "
        "to its end. Where too many ways would have to be looked at it is offered all the same, and whoever finds no end is taken back.",
        wrong="decide powering by leader, repeatedly, all or nothing:\n    bring(cart in carts):\n        mark cart.used\n",
        right="needs some engine in engines where engine.need <= strength_of(leader) because not_strong(strength_of(leader))\n",
        told=True,
    ),
)

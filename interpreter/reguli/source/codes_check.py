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
        message="no transition leads to the stage '{name}'",
        expected="'from:' with a stage that can be reached, back to the first",
        remedy="name in 'from:' the stage it follows, or take the stage out",
        explanation="Stages begin with the first one listed. A stage whose 'from:' never comes has no effect.",
        wrong="--- game.yaml\nruleset: my_game\nlanguage: 1\nversion: 1.0.0\nname: My Game\nplayers: {min: 2, max: 4}\n"
        "round: [planning]\nstages:\n  - id: early\n  - {id: late, from: [late]}\n"
        "--- rules/rounds.rules\nphase planning:\n    end game\n",
        right="--- game.yaml\nruleset: my_game\nlanguage: 1\nversion: 1.0.0\nname: My Game\nplayers: {min: 2, max: 4}\n"
        "round: [planning]\nstages:\n  - id: early\n  - {id: late, from: [early]}\n"
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
        title="guard with a fixed answer",
        message="'{text}' {answer} holds, whatever the position",
        expected="a condition that depends on the position",
        remedy="compare with a value that changes, or take the guard out",
        explanation="A guard that always holds refuses nothing; one that never holds makes its option impossible.",
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
)

"""The findings about rules as a whole: rings, loops, cases, citations, knowledge (R30x and R34x to R36x)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code

BINDING_RULE_CODES: Final[tuple[Code, ...]] = (
    Code(
        id="R301",
        title="define that needs itself",
        message="the define {name!r} needs its own value: {chain}",
        expected="defines that lead back to what is tracked",
        remedy="break the ring where the value is really known",
        explanation="A named value is computed from others; a ring has no beginning.",
        wrong="--- rules/more.rules\ndefine one = other + 1\ndefine other = one\n",
        right="--- rules/more.rules\ndefine one = other + 1\ndefine other = start_money\n",
    ),
    Code(
        id="R302",
        title="another unit than said",
        message="the define {name!r} says it gives {said}, but it is {found}",
        expected="a value that fits '-> {said}'",
        remedy="mend what stands after '->', or the value",
        explanation="What stands after '->' is a promise to the reader, so it is held to.",
        wrong="--- rules/more.rules\ndefine cards_held(player) -> coin = count(player.hand)\n",
        right="--- rules/more.rules\ndefine cards_held(player) -> card = count(player.hand)\n",
    ),
    Code(
        id="R303",
        title="change of an unknown define",
        message="there is no define {name!r} that could be adjusted",
        expected="the name of a define that is a number",
        remedy="mend the spelling, or give the value a name with 'define'",
        explanation="A standing change adds to a named value wherever it is used.",
        wrong="--- rules/more.rules\ndefine limit(player) = start_money\n\nadjust more: limt(player) by 1 while player.passed\n",
        right="--- rules/more.rules\ndefine limit(player) = start_money\n\nadjust more: limit(player) by 1 while player.passed\n",
    ),
    Code(
        id="R304",
        title="change of what is no number",
        message="the define {name!r} is {found}, and only numbers can be adjusted",
        expected="a define that is a number",
        remedy="adjust a number that the value depends on",
        explanation="A standing change adds a number to a number.",
        wrong="--- rules/more.rules\ndefine rich(player) = player.money >= start_money\n\nadjust more: rich(player) by 1 while player.passed\n",
        right="--- rules/more.rules\ndefine limit(player) = start_money\n\nadjust more: limit(player) by 1 while player.passed\n",
    ),
    Code(
        id="R305",
        title="procedure that runs itself",
        message="the procedure {name!r} runs itself: {chain}",
        expected="procedures that come to an end",
        remedy="use a loop: for, while, or a decision that is asked repeatedly",
        explanation="The state of a game is of fixed size, so a procedure cannot wait for itself.",
        wrong="--- rules/more.rules\nprocedure one:\n    run other\n\nprocedure other:\n    run one\n",
        right="--- rules/more.rules\nprocedure one:\n    run other\n\nprocedure other:\n    stop\n",
    ),
    Code(
        id="R306",
        title="procedure with parameters",
        message="the procedure {name!r} waits for values ({count}), and nobody is there to give them",
        expected="a procedure without parameters",
        remedy="name a procedure that runs {name!r} with its values",
        explanation="The setup and the stages run procedures by their name alone.",
        wrong="--- game.yaml\nsetup: deal\n--- rules/more.rules\nprocedure deal(player):\n    stop\n",
        right="--- game.yaml\nsetup: deal\n--- rules/more.rules\nprocedure deal:\n    stop\n",
    ),
    Code(
        id="R307",
        title="options that include themselves",
        message="the group of options {name!r} includes itself: {chain}",
        expected="groups that come to an end",
        remedy="take one 'include' out",
        explanation="A group of options stands for the options it lists.",
        wrong="--- rules/more.rules\noptions uses:\n    rest: stop\n    include uses()\n",
        right="--- rules/more.rules\noptions uses:\n    rest: stop\n",
    ),
    Code(
        id="R308",
        title="loop that may never end",
        message="a way through the loop 'while {text}' reaches no decision and does nothing that would end it",
        expected="on every way through the body a decision, or a step towards the end: a card drawn from a deck that must not be empty, a number "
        "raised that must stay below another, a seat that goes round",
        remedy="ask somebody on every way, or use 'for' or 'repeat ... times', which end by themselves",
        explanation="A loop in which nobody is asked could go round for ever. 'for', 'repeat' and 'in turn' are bounded; 'while' must "
        "come nearer to its end each time, on every branch, or to a decision, itself or in a procedure it runs.",
        wrong="--- rules/more.rules\nprocedure wait(player):\n    while not player.passed:\n        add 1 to player.points\n",
        right="--- rules/more.rules\nprocedure wait(player):\n    while not player.passed:\n        decide rest by player:\n"
        "            pass: mark player.passed\n",
    ),
    Code(
        id="R309",
        title="decision without an end",
        message="the decision {name!r} is asked repeatedly, and no option ever finishes it",
        expected="an option with 'finish', 'stop' or 'end game' among its effects",
        remedy="add an option such as 'done: finish', or take 'repeatedly' out",
        explanation="A repeated decision is asked again until an option says that it is finished.",
        wrong="--- rules/more.rules\nprocedure ask(player):\n    decide action by player, repeatedly:\n        work: mark player.passed\n",
        right="--- rules/more.rules\nprocedure ask(player):\n    decide action by player, repeatedly:\n        work: mark player.passed\n"
        "        rest: finish\n",
    ),
    Code(
        id="R310",
        title="missing case of a stage",
        message="the stage {stage!r} begins when {card!r} is drawn from {deck!r}, which can happen {edge} {phase}: that case is missing",
        expected="a case '{edge} {phase}:'",
        remedy="say under 'cases:' what happens then",
        explanation="A stage that begins with a drawn card says what happens at every moment at which it can be drawn. Most mistakes of "
        "published programs lie in a moment nobody thought of.",
        wrong="--- game.yaml\nstages:\n  - id: early\n  - id: late\n    from: [early]\n    drawn: {card: event, from: deck}\n"
        "    cases:\n      during building: {effective: start of round}\n"
        "--- rules/more.rules\nat before building top_up:\n    draw card from deck to discard\n",
        right="--- game.yaml\nstages:\n  - id: early\n  - id: late\n    from: [early]\n    drawn: {card: event, from: deck}\n"
        "    cases:\n      before building: {effective: start of round}\n"
        "--- rules/more.rules\nat before building top_up:\n    draw card from deck to discard\n",
    ),
    Code(
        id="R340",
        title="unknown citation",
        message="the inventory has no statement {name!r}",
        expected="the id of a statement in inventory.yaml",
        remedy="mend the id, or add the statement to the inventory",
        explanation="Rules and numbers cite the numbered statements of the rulebook that they carry.",
        wrong="--- inventory.yaml\nP1: {statement: everyone begins with money, state: S}\n"
        "--- rules/more.rules\nprocedure begin cites P1, P2:\n    stop\n",
        right="--- inventory.yaml\nP1: {statement: everyone begins with money, state: S}\n"
        "--- rules/more.rules\nprocedure begin cites P1:\n    stop\n",
    ),
    Code(
        id="R341",
        title="statement that nothing carries",
        message="no rule, table or value carries the statement {name!r}",
        expected="a citation of {name!r}, or 'carries: none' with a reason",
        remedy="write the rule and cite {name!r}, or write why the statement carries none",
        explanation="Every statement of the rulebook is carried by something, or it is said why not, so that nothing is forgotten.",
        wrong="--- inventory.yaml\nP1: {statement: everyone begins with money, state: S}\n",
        right="--- inventory.yaml\nP1: {statement: the title, state: S, carries: none}\n",
    ),
    Code(
        id="R342",
        title="statement carried after all",
        message="the statement {name!r} says that nothing carries it, yet {what} does",
        expected="either a citation or 'carries: none'",
        remedy="take out 'carries: none', or the citation",
        explanation="'carries: none' is for statements that need no rule.",
        wrong="--- inventory.yaml\nP1: {statement: the title, state: S, carries: none}\n"
        "--- rules/more.rules\nprocedure begin cites P1:\n    stop\n",
        right="--- inventory.yaml\nP1: {statement: everyone begins with money, state: S}\n"
        "--- rules/more.rules\nprocedure begin cites P1:\n    stop\n",
    ),
    Code(
        id="R350",
        title="guard that knows too much",
        message="{text!r} depends on {name!r}, which {who} may not see",
        expected="a guard that reads only what the player who is asked may see",
        remedy="ask something the player knows, or let the effect find out after the choice",
        explanation="Which options are open is shown to the player. If that depended on hidden things, it would give them away.",
        wrong="--- rules/more.rules\nprocedure ask(player):\n    decide action by player:\n        rest: stop\n        peek:\n"
        "            needs count(deck) >= 1 because deck_empty\n            needs ace in deck because no_ace\n            stop\n",
        right="--- rules/more.rules\nprocedure ask(player):\n    decide action by player:\n        rest: stop\n        peek:\n"
        "            needs count(deck) >= 1 because deck_empty\n            stop\n",
    ),
)

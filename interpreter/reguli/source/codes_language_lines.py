"""The findings about how lines of rules text begin (L141 to L159)."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code

LANGUAGE_LINE_CODES: Final[tuple[Code, ...]] = (
    Code(
        id="L141",
        title="unknown beginning",
        message="'{found}' begins no rule",
        expected="phase, procedure, define, options, when, whenever, at, adjust, waive, always or event",
        remedy="begin the line with one of these words, or indent it under the rule it belongs to",
        explanation="Every line at the left margin begins a rule with a word that says which kind it is.",
        wrong="fase trade:\n    stop\n",
        right="phase trade:\n    stop\n",
    ),
    Code(
        id="L142",
        title="statement at the margin",
        message="'{found}' stands at the left margin, outside of any rule",
        expected="a line under a phase, procedure or option",
        remedy="indent the line under the rule it belongs to, or begin a procedure around it",
        explanation="Statements say what happens inside of a phase, a procedure, an option or a trigger, so they are "
        "indented under it.",
        wrong="phase trade:\n    settle\nstop\n",
        right="phase trade:\n    settle\n    stop\n",
    ),
    Code(
        id="L143",
        title="condition at the margin",
        message="'{found}' begins no rule",
        expected="'whenever NAME: CONDITION then:' or 'when NAME: EVENT(NAMES) then:'",
        remedy="write 'whenever' and a name for what follows from a condition; write 'when' and a name for what "
        "follows from an event",
        explanation="A rule that waits for a condition is a trigger. It has a name, so that the journal can say which "
        "trigger did something.",
        wrong="where count(market) = 0:\n    stop\n",
        right="whenever market_closes: count(market) = 0 then:\n    stop\n",
    ),
    Code(
        id="L144",
        title="else without if",
        message="no 'if' stands above this 'else' at the same indentation",
        expected="'else' right after the block of its 'if'",
        remedy="put 'else' exactly under its 'if', with nothing between the two blocks",
        explanation="'else' says what happens when the condition of the 'if' above does not hold. It stands in the same "
        "column.",
        wrong="phase trade:\n    settle\n    else:\n        stop\n",
        right="phase trade:\n    if round = 1:\n        settle\n    else:\n        stop\n",
    ),
    Code(
        id="L145",
        title="otherwise outside of a decision",
        message="'otherwise' belongs to a decision",
        expected="'else:' after an 'if'",
        remedy="write 'else:', or put 'otherwise:' under the options of a decision",
        explanation="'otherwise' says what happens when a decision has no legal option. For a condition that does not "
        "hold there is 'else'.",
        wrong="phase trade:\n    if round = 1:\n        settle\n    otherwise:\n        stop\n",
        right="phase trade:\n    if round = 1:\n        settle\n    else:\n        stop\n",
    ),
    Code(
        id="L146",
        title="else in a decision",
        message="'else' stands among the options of a decision",
        expected="'otherwise:'",
        remedy="write 'otherwise:' for what happens when no option is legal",
        explanation="'else' goes with 'if'. What happens when a decision has no legal option is said by 'otherwise'.",
        wrong="phase trade:\n    decide offer by leader:\n        pass_offer: finish\n        else: stop\n",
        right="phase trade:\n    decide offer by leader:\n        pass_offer: finish\n        otherwise: stop\n",
    ),
    Code(
        id="L147",
        title="else if in one word",
        message="'{found}' is two words here",
        expected="'else if'",
        remedy="write 'else if CONDITION:'",
        explanation="A further condition after an 'if' is written 'else if'.",
        wrong="phase trade:\n    if round = 1:\n        settle\n    elif round = 2:\n        stop\n",
        right="phase trade:\n    if round = 1:\n        settle\n    else if round = 2:\n        stop\n",
    ),
    Code(
        id="L148",
        title="another word for if",
        message="'{found}' begins no statement",
        expected="'if CONDITION:'",
        remedy="write 'if'; 'where' only narrows a choice, 'when' and 'whenever' stand at the left margin",
        explanation="Inside of a rule a condition is asked once, at that point: that is 'if'. 'where' follows a set: 'for"
        " x in SET where CONDITION'.",
        wrong="phase trade:\n    where round = 1:\n        stop\n",
        right="phase trade:\n    if round = 1:\n        stop\n",
    ),
    Code(
        id="L149",
        title="end alone",
        message="'end' alone ends nothing",
        expected="nothing, or 'end game'",
        remedy="take the line away: a block ends where its indentation ends. To end the game write 'end game', to "
        "leave a phase or procedure 'stop'",
        explanation="Blocks have no closing word. What belongs together is indented together.",
        wrong="phase trade:\n    if round = 1:\n        settle\n    end\n",
        right="phase trade:\n    if round = 1:\n        settle\n",
    ),
    Code(
        id="L150",
        title="change by equals",
        message="'{found}' only compares; to change it: '{instead}'",
        expected="'{instead}'",
        remedy="write '{instead}' to change it; to ask, write 'if {found}:'",
        explanation="The sign = asks whether two things are equal. What changes the game begins with a word: set, add, "
        "subtract, mark or clear.",
        wrong="phase trade:\n    opener.out = yes\n",
        right="phase trade:\n    mark opener.out\n",
    ),
    Code(
        id="L151",
        title="procedure without run",
        message="'{found}' is called without saying what for",
        expected="'run {found}(...)'",
        remedy="write 'run' before a procedure, 'announce' before an event; a value needs 'let NAME =' or a condition",
        explanation="A statement begins with a word that says what happens. Procedures are run, events are announced.",
        wrong="phase trade:\n    refill_market(zone)\n",
        right="phase trade:\n    run refill_market(zone)\n",
    ),
    Code(
        id="L152",
        title="rule within a rule",
        message="'{found}' begins a rule, but this line stands inside of another",
        expected="a statement",
        remedy="move the rule to the left margin; to use a procedure write 'run NAME'",
        explanation="Phases, procedures, values and triggers stand side by side at the left margin, never within one "
        "another.",
        wrong="phase trade:\n    define half = 1\n    stop\n",
        right="phase trade:\n    let half = 1\n    stop\n",
    ),
    Code(
        id="L153",
        title="unknown statement",
        message="'{found}' begins no statement",
        expected="let, needs, set, add, subtract, mark, clear, move, pay, draw, shuffle, by lot, append, remove, sort,"
        " run, announce, finish, stop, settle, end game, if, for, while, repeat, in turn or decide",
        remedy="begin the line with one of these words",
        explanation="Each line of a block begins with the word that says what happens.",
        wrong="phase trade:\n    mvoe card from deck to box\n",
        right="phase trade:\n    move card from deck to box\n",
    ),
    Code(
        id="L154",
        title="block behind a colon",
        message="'{found}' opens a block and cannot follow a colon on the same line",
        expected="a line break before '{found}'",
        remedy="put it on a line of its own, indented",
        explanation="After a colon on the same line stands one plain statement. One that has lines under it begins its "
        "own line, so that the indentation shows what it covers.",
        wrong="phase trade:\n    if round = 1: if late: stop\n",
        right="phase trade:\n    if round = 1:\n        if late: stop\n",
    ),
    Code(
        id="L155",
        title="for each",
        message="'for each {found}' is written 'for {found}'",
        expected="'for {found} in SET:'",
        remedy="take 'each' away",
        explanation="'for' already goes through every element of the set.",
        wrong="phase trade:\n    for each buyer in players:\n        settle\n",
        right="phase trade:\n    for buyer in players:\n        settle\n",
    ),
)

"""Rulesets made to be large or deep are bound, or refused, in little time."""

from __future__ import annotations

from binding_chunks import read_binding

from reguli.source.diagnostic import Bag

RULES = "--- rules/more.rules\n"


def _codes(text: str) -> set[str]:
    bag = Bag()
    read_binding(RULES + text, bag)
    return set(bag.codes)


def test_a_long_chain_of_defines() -> None:
    chain = [f"define d{number} = d{number + 1} + d{number + 1}" for number in range(1_000)]
    assert _codes("\n".join([*chain, "define d1000 = start_money"]) + "\n") == set()


def test_a_long_ring_of_defines() -> None:
    chain = [f"define d{number} = d{number + 1}" for number in range(1_000)]
    assert _codes("\n".join([*chain, "define d1000 = d0"]) + "\n") == {"R301"}


def test_a_long_chain_of_procedures() -> None:
    chain = [f"procedure p{number}:\n    run p{number + 1}\n" for number in range(600)]
    assert _codes("\n".join([*chain, "procedure p600:\n    settle\n"])) == set()


def test_lets_that_double() -> None:
    lets = "".join(f"            let v{number + 1} = v{number} + v{number}\n" for number in range(40))
    text = (
        "procedure ask(player):\n    decide action by player:\n        rest: settle\n        work:\n"
        f"            let v0 = player.money\n{lets}            needs v40 >= start_money because too_poor\n            settle\n"
    )
    assert _codes(text) == set()


def test_many_options_for_many_decisions() -> None:
    added = "options action(player):\n" + "".join(f"    o{n}: end action\n" for n in range(60))
    text = added + "".join(
        f"\nprocedure p{n}(player):\n    decide action by player:\n        rest: end p{n}\n" for n in range(400)
    )
    assert "R254" in _codes(text)


def test_many_unknown_names() -> None:
    text = "".join(f"define d{number} = unknown_{number}\n" for number in range(1_500))
    assert _codes(text) == {"R200"}

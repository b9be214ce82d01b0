"""What a fault says of itself when it is let through: as much as is known of it."""

from __future__ import annotations

import pytest

from reguli.ir.runtime_faults import Failed, RulesFault
from reguli.source.finding_catalogue import finding_catalogue

CODES = [code for code in finding_catalogue() if code.startswith("E3")]


@pytest.mark.parametrize("code", CODES)
def test_a_fault_of_generated_code_has_a_text(code: str) -> None:
    fault = Failed(code)
    assert str(fault).startswith(f"{code} ")
    assert (fault.code, fault.to_json()[0]["code"]) == (code, code)


def test_what_is_known_is_said() -> None:
    assert RulesFault("E310", zone="game.bank", what="coin", wanted=3, there=2).sentence == (
        "3 of 'coin' were to be taken from 'game.bank', where 2 are"
    )
    assert Failed("E310").sentence == "… of '…' were to be taken from '…', where … are"

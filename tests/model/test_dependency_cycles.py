"""Rings are found whatever their size, without recursion."""

from __future__ import annotations

from reguli.model.analysis.totality import topological_order_and_cycles


def test_each_name_stands_behind_those_it_leads_to() -> None:
    order, rings = topological_order_and_cycles({"a": ("b", "c"), "b": ("c",), "c": (), "d": ("a",)})
    assert order == ("c", "b", "a", "d")
    assert rings == ()


def test_a_ring_is_given_from_where_it_is_met() -> None:
    _, rings = topological_order_and_cycles({"a": ("b",), "b": ("c",), "c": ("b",)})
    assert rings == (("b", "c"),)


def test_a_name_that_leads_to_itself_is_a_ring() -> None:
    assert topological_order_and_cycles({"a": ("a",)})[1] == (("a",),)


def test_names_that_lead_nowhere_known_are_passed_over() -> None:
    assert topological_order_and_cycles({"a": ("unknown",)}) == (("a",), ())


def test_depth_does_no_harm() -> None:
    graph = {f"n{number}": (f"n{number + 1}",) for number in range(20_000)}
    graph["n20000"] = ("n0",)
    order, rings = topological_order_and_cycles(graph)
    assert len(order) == 20_001
    assert [len(ring) for ring in rings] == [20_001]

"""What the words of the library mean in the lower form (``runtime.intrinsics`` says what they do in plain Python)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from reguli.compile.lir import statement_nodes as n
from reguli.compile.runtime import intrinsics

Meaning = Callable[..., n.Code]
Deed = Callable[..., n.Statement]

VALUES: Mapping[Callable[..., object], tuple[str, Meaning]] = {
    intrinsics.size: ("r", n.Size),
    intrinsics.load: ("w", n.Load),
    intrinsics.load_earlier: ("w", lambda slot: n.Load(slot, past=True)),
    intrinsics.run_at: ("w", n.RunAt),
    intrinsics.row_at: ("wk", n.RowAt),
    intrinsics.at: ("nw", n.At),
    intrinsics.same: ("wnww", n.Same),
    intrinsics.get: ("n", n.Global),
    intrinsics.around_add: ("ww", lambda left, right: n.Op("+%", left, right)),
    intrinsics.around_mul: ("ww", lambda left, right: n.Op("*%", left, right)),
    intrinsics.shifted_left: ("ww", lambda left, right: n.Op("<<", left, right)),
    intrinsics.shifted_right: ("ww", lambda left, right: n.Op(">>", left, right)),
    intrinsics.below_unsigned: ("ww", lambda left, right: n.Compare(n.BELOW, left, right)),
    intrinsics.bit: ("w", n.Bit),
    intrinsics.lowest: ("w", n.Lowest),
    intrinsics.highest: ("w", n.Highest),
    intrinsics.ones: ("w", n.Ones),
}
"""Words that give a value: what their arguments are, and what is made of these.

An argument is a whole number (``w``), a truth (``t``), a run (``r``), a run made here (``m``), a known number (``k``) or a written name (``n``).
"""

DEEDS: Mapping[Callable[..., object], tuple[str, Deed]] = {
    intrinsics.push: ("mw", n.Push),
    intrinsics.extend: ("mr", n.Extend),
    intrinsics.cut: ("mw", n.Cut),
    intrinsics.store: ("ww", n.Store),
    intrinsics.fill_slots: ("www", n.FillSlots),
    intrinsics.copy_slots: ("www", n.CopySlots),
    intrinsics.put: ("nww", n.Put),
    intrinsics.put_aside: ("nwww", n.PutAside),
    intrinsics.take_back: ("wnww", n.TakeBack),
    intrinsics.set_: ("nw", n.SetGlobal),
    intrinsics.fail: ("n", n.Fail),
    intrinsics.spend: ("w", n.Spend),
}
"""Words that do something, likewise."""

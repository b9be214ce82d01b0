"""What the words of the library mean in the lower form (``library.words`` says what they do in plain Python)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from reguli.compile.form import nodes as n
from reguli.compile.library import words

Meaning = Callable[..., n.Code]
Deed = Callable[..., n.Statement]

VALUES: Mapping[Callable[..., object], tuple[str, Meaning]] = {
    words.size: ("r", n.Size),
    words.load: ("w", n.Load),
    words.load_earlier: ("w", lambda slot: n.Load(slot, past=True)),
    words.run_at: ("w", n.RunAt),
    words.row_at: ("wk", n.RowAt),
    words.at: ("nw", n.At),
    words.same: ("wnww", n.Same),
    words.get: ("n", n.Global),
    words.around_add: ("ww", lambda left, right: n.Op("+%", left, right)),
    words.around_mul: ("ww", lambda left, right: n.Op("*%", left, right)),
    words.shifted_left: ("ww", lambda left, right: n.Op("<<", left, right)),
    words.shifted_right: ("ww", lambda left, right: n.Op(">>", left, right)),
    words.below_unsigned: ("ww", lambda left, right: n.Compare(n.BELOW, left, right)),
    words.bit: ("w", n.Bit),
    words.lowest: ("w", n.Lowest),
    words.highest: ("w", n.Highest),
    words.ones: ("w", n.Ones),
}
"""Words that give a value: what their arguments are, and what is made of these.

An argument is a whole number (``w``), a truth (``t``), a run (``r``), a run made here (``m``), a known number (``k``) or a written name (``n``).
"""

DEEDS: Mapping[Callable[..., object], tuple[str, Deed]] = {
    words.push: ("mw", n.Push),
    words.extend: ("mr", n.Extend),
    words.cut: ("mw", n.Cut),
    words.store: ("ww", n.Store),
    words.fill_slots: ("www", n.FillSlots),
    words.copy_slots: ("www", n.CopySlots),
    words.put: ("nww", n.Put),
    words.put_aside: ("nwww", n.PutAside),
    words.take_back: ("wnww", n.TakeBack),
    words.set_: ("nw", n.SetGlobal),
    words.fail: ("n", n.Fail),
    words.spend: ("w", n.Spend),
}
"""Words that do something, likewise."""

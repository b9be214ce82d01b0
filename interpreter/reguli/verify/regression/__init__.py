"""Regression: a ruleset compared with another version of it, in text and in play, and which differences are expected.

**What is wanted.** A change is one thing of the documents that is written otherwise: a constant, a cell of a table, a value of an
element, what is tracked, a setting of the game, one place of a rule. It is *named* when a variant that the base does not have names it:
under ``set``, ``add``, ``remove`` or ``replace``, or by a file or rule of its own in the place of one of the base. A named change is *wanted*, but for what was
copied: who writes a rule or a table again to change one place of it may slip in another. So of a rule or a table that a variant writes again in whole, the
changed place is wanted where it is the only one (of a table: one block of cells); where there are several, only those that name something that the
variant itself brings (a constant, an element, a rule, a statement) are wanted. What the baseline holds or a designer accepted is wanted in any case, and once a
ruleset has a baseline that alone counts, since its variant was looked at then. All other changes are *beside*.

**What follows from it.** A difference in play, or an example that fails, *follows only from what is wanted* when it is not there any more between the ruleset
and the base with the wanted changes alone: that base is made (``hybrid``), by putting back everything that is beside, and played
side by side with the ruleset. So nothing is judged by what it looks like: whatever differs there, differs because of something beside. Where nothing is
beside, the two are one ruleset, and every difference from the base follows from what is wanted.

**What an alarm is.** The ruleset with all changes put back must be the base. Where play tells them apart, something changed that no change of a rule can reach,
and that is an error.
"""

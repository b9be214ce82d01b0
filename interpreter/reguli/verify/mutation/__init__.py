"""Mutation testing: mutants of the rules, the examples that kill them, and playouts for those that survive.

**Planted** (``faults``) is a fault in the bound model, by one of the operators of a literal list: a comparison moved by one, a guard left out, an order turned. A fault
knows where it stands by file, line and column, and is told in the words of the ruleset. It is planted in the ruleset as it is bound under every option.

**Watched** (``watching``): the examples run once by right rules, in the interpreter. Wherever a term is asked that has faults, they are asked, too, in the same
position; so it is known which example a fault makes a difference in at all. An example in which a fault changes no value runs as it did,
and need not be run again: of most faults few are left.

**Noticed** (``noticing``): these are run with the fault planted, those that noticed most before come first, up to the first that fails. Most faults are
switched on (``switching``) in one program that is made once; for others one is made (``making``).

**Counted** (``effort``) is the work that all of this is, so that a step of the budget takes as long for a large ruleset as for a small one.

**Met** (``meeting``): those that no example notices are watched in games by lot in the same way, all at once. Where one changes a value the game is played
again up to there, side by side with the rules that have the fault: the first difference is what an example could notice.

**Claimed** (``claims``): while that goes on, it is noted with which faults each claim was asked, and with which it failed. For claims that have not failed by then games
by lot are played with faults planted. A claim that none of them breaks is told, once half of all faults have been tried on it.

What differs in play and no example notices is a gap. Of a rule by which no example comes there is one gap, not one for each fault. What never differed is
counted and not named.
"""
